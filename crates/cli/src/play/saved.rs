//! Games in progress are kept on disk, so that nothing is lost with the terminal.

use std::path::PathBuf;
use std::time::SystemTime;

use henge::core::record;

use crate::fault::Fault;

/// Where games are kept: `$HENGE_HOME/games`, or the user's place for data.
pub fn folder() -> Option<PathBuf> {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("HENGE_HOME")
        .or_else(|| set("XDG_DATA_HOME").map(|data| data.join("henge")))
        .or_else(|| set("HOME").map(|home| home.join(".local/share/henge")))
        .map(|home| home.join("games"))
}

/// A name that no other game has.
pub fn fresh() -> Option<PathBuf> {
    let now = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S%.3f").to_string();
    Some(folder()?.join(format!("{now}-{}.henge", std::process::id())))
}

/// Today, for the tag of a record.
pub fn today() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d").to_string()
}

/// The last game that was not finished.
pub fn unfinished() -> Result<PathBuf, Fault> {
    newest_unfinished().ok_or_else(|| {
        Fault::Data("no unfinished game is saved; begin one with \"henge play GAME\"".into())
    })
}

pub fn newest_unfinished() -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder()?).ok()?;
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "henge"))
        .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
        .collect();
    files.sort();
    let open = |path: &PathBuf| {
        let games = std::fs::read(path).ok().and_then(|bytes| record::read_bytes(&bytes).ok());
        games.and_then(|games| Some(games.last()?.result.is_none())).unwrap_or(false)
    };
    files.into_iter().rev().map(|(_, path)| path).find(open)
}
