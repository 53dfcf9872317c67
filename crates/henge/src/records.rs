//! Files of games in the forms that people keep them in.

use std::path::Path;

use henge_core::record::{self, Record, RecordError};
use henge_games::backgammon::mat;
use henge_games::draughts::pdn;

/// Reads the records of a file: henge's own, or games of draughts in a file whose name ends with
/// `.pdn`, or matches of backgammon in one whose name ends with `.mat`. Old files of these kinds may
/// not be UTF-8; what cannot be read is replaced.
pub fn read_records(path: &Path, bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
    let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
    match extension.as_ref().and_then(|extension| extension.to_str()) {
        Some("pdn") => pdn::read(&String::from_utf8_lossy(bytes)),
        Some("mat") => mat::read(&String::from_utf8_lossy(bytes)),
        _ => record::read_bytes(bytes),
    }
}

/// Games of backgammon as the text of a `.mat` file.
pub fn write_mat(records: &[Record]) -> Result<String, mat::WriteError> {
    mat::write(records)
}

/// Games of draughts as the text of a PDN file; none if other games are among them.
pub fn write_pdn(records: &[Record]) -> Option<String> {
    pdn::write(records)
}
