//! Files of games in the forms that people keep them in.

use std::path::Path;

use henge_core::record::{self, Record, RecordError};
use henge_games::draughts::pdn;

/// Reads the records of a file: henge's own, or games of draughts in a file whose name ends with
/// `.pdn`. Old files of that kind may not be UTF-8; what cannot be read is replaced.
pub fn read_records(path: &Path, bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn")) {
        let mut records = pdn::read(&String::from_utf8_lossy(bytes))?;
        for record in &mut records {
            if let Some(game) = record.game().and_then(|name| crate::game(name).ok()) {
                record.end_with_the_game(&**game.rules())?;
            }
        }
        Ok(records)
    } else {
        record::read_bytes(bytes)
    }
}

/// Games of draughts as the text of a PDN file; none if other games are among them.
pub fn write_pdn(records: &[Record]) -> Option<String> {
    pdn::write(records)
}
