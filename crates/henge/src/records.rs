//! Files of games in the forms that people keep them in.

use std::path::Path;

use henge_core::record::{self, Record, RecordError};
use henge_games::backgammon::mat;
use henge_games::draughts::pdn;

use crate::Playable;

/// Reads the records of a file: henge's own, or games of draughts in a file whose name ends with
/// `.pdn`, or matches of backgammon in one whose name ends with `.mat`. Old files of these kinds may
/// not be UTF-8; what cannot be read is replaced.
pub fn read_records(path: &Path, bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
    let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
    match extension.as_ref().and_then(|extension| extension.to_str()) {
        Some("pdn") => draughts(&String::from_utf8_lossy(bytes)),
        Some("mat") => mat::read(&String::from_utf8_lossy(bytes)),
        _ => record::read_bytes(bytes),
    }
}

/// Games of draughts, each up to where the rules end it: people go on when nobody claims a draw.
fn draughts(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut records = pdn::read(text)?;
    // Most files are about one game, which takes longer to make than its records to read.
    let mut made: Option<(String, Option<Playable>)> = None;
    for record in &mut records {
        let Some(name) = record.game().map(String::from) else { continue };
        if made.as_ref().is_none_or(|(known, _)| *known != name) {
            let game = crate::game(&name).ok();
            made = Some((name, game));
        }
        if let Some((_, Some(game))) = &made {
            record.end_with_the_game(&**game.rules())?;
        }
    }
    Ok(records)
}

/// Games of backgammon as the text of a `.mat` file.
pub fn write_mat(records: &[Record]) -> Result<String, mat::WriteError> {
    mat::write(records)
}

/// Games of draughts as the text of a PDN file; none if other games are among them.
pub fn write_pdn(records: &[Record]) -> Option<String> {
    pdn::write(records)
}
