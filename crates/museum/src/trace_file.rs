//! The file in which a bot tells what it does, move after move.

use std::fs::File;
use std::io;
use std::path::Path;

use henge_core::erased::BotError;

/// Opens the file, if the bot has one. It begins anew with the bot, and goes on from move to move:
/// `has_begun` remembers which.
pub(crate) fn open(path: Option<&Path>, has_begun: &mut bool) -> Result<Option<File>, BotError> {
    let Some(path) = path else { return Ok(None) };
    let mut options = File::options();
    options.create(true);
    if *has_begun {
        options.append(true);
    } else {
        options.write(true).truncate(true);
    }
    *has_begun = true;
    options.open(path).map(Some).map_err(|error| unwritable(path, &error))
}

/// Says that the file cannot be written.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> BotError {
    BotError::Outside(format!("the trace file {} cannot be written: {error}", path.display()))
}
