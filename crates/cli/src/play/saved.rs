//! Games in progress are kept on disk, so that nothing is lost with the terminal.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use henge::record::{self, Record};
use henge_store::{
    Clocks, Kept, SavedGame, Shelf, Source, Store, StoreError, damage_note, fresh_id, now_ms,
};

use crate::fault::Fault;
use crate::output::note;

/// Today, for the tag of a record.
pub fn today() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d").to_string()
}

/// Where they are kept, if the user has a place for data.
pub fn database() -> Option<PathBuf> {
    Some(henge::home()?.join("henge.db"))
}

/// The saved games, to look at them: a folder that cannot be written will do.
pub fn store() -> Result<Arc<Store>, Fault> {
    Shelf::new(database()).for_reading().map_err(wrong)
}

/// The saved games, to add some.
pub fn store_for_writing() -> Result<Arc<Store>, Fault> {
    Shelf::new(database()).for_writing().map_err(wrong)
}

/// What the store says.
pub fn wrong(error: StoreError) -> Fault {
    Fault::Data(error.to_string())
}

/// Says which games were skipped, if any were.
pub fn report_damage(damaged: &[String]) {
    if let Some(damage) = damage_note(damaged) {
        note(damage);
    }
}

/// Keeps one game, and says so when it cannot.
pub struct Keeper {
    keeper: henge_store::Keeper,
    shelf: Shelf,
}

impl Keeper {
    /// For a game that is not kept yet.
    pub fn fresh() -> Keeper {
        Keeper { keeper: henge_store::Keeper::fresh(), shelf: Shelf::new(database()) }
    }

    /// For a game that goes on. One of the server's goes on as a copy: the seats there are others'.
    pub fn of(saved: &SavedGame) -> Keeper {
        Keeper { keeper: henge_store::Keeper::of(saved), ..Keeper::fresh() }
    }

    /// A seed for the dice, the same whenever the game is gone on with.
    pub fn seed(&self) -> u64 {
        self.keeper.seed()
    }

    /// Is the game on disk, in whatever form?
    pub fn is_on_disk(&self) -> bool {
        self.keeper.is_on_disk()
    }

    /// Writes down how far a clock has run.
    pub fn keep_clocks(&self, clocks: Clocks) {
        self.keeper.keep_clocks(&self.shelf, clocks);
    }

    /// Deletes the game: nobody has moved in it.
    pub fn discard(&mut self) {
        self.keeper.discard(&self.shelf);
    }

    /// Is the game on disk as it is now?
    pub fn has_kept(&self) -> bool {
        self.keeper.is_on_disk() && self.unsaved().is_none()
    }

    /// What is not on disk, and why.
    pub fn unsaved(&self) -> Option<String> {
        self.keeper.unsaved()
    }

    /// Keeps the game as it is now. A failure is reported when it begins and when its reason changes,
    /// and so is its end. If another program has changed the game, that game is returned, and nothing
    /// was written.
    pub fn keep(&mut self, record: &Record, clocks: Option<Clocks>) -> Option<SavedGame> {
        let mut game = SavedGame::of_record(record, String::new(), 0);
        game.game = henge::name_to_save(&game.game);
        game.clocks = clocks;
        match self.keeper.keep(&self.shelf, game) {
            Kept::Saved => {}
            Kept::SavedAgain => note("the game is saved again"),
            Kept::NotSaved(why) => note(format!("the game is not saved: {why}")),
            Kept::StillNotSaved => {
                // Nobody comes back to a game that is over.
                if let Some(unsaved) = self.unsaved().filter(|_| record.result.is_some()) {
                    note(unsaved);
                }
            }
            Kept::Changed(game) => return Some(*game),
        }
        None
    }
}

/// A saved game as a record.
pub fn record_of(saved: &SavedGame) -> Record {
    let mut record = saved.record();
    record.set_tag("Game", henge::name_of_saved(&saved.game));
    record.set_tag("Date", day(saved.created));
    record
}

/// The rules of its game, if somebody has sent them to the server.
pub fn rules_of(saved: &SavedGame) -> Result<Option<String>, Fault> {
    // A game that was kept before there was a database has no place there.
    store().map_or(Ok(None), |store| store.rules(&saved.game).map_err(wrong))
}

/// A time as a day.
pub fn day(ms: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(ms);
    time.map(|time| time.strftime("%Y-%m-%d").to_string()).unwrap_or_default()
}

/// A time as a day and a minute, where the user is.
pub fn minute(ms: i64) -> String {
    henge_tui::minute(ms)
}

/// The game whose name starts with `prefix`, or the last one at the keyboard that was not finished.
pub fn find(prefix: Option<&str>) -> Result<SavedGame, Fault> {
    let store = store()?;
    let id = match prefix {
        Some(prefix) => match store.find(prefix).map_err(wrong)?.as_slice() {
            [id] => Some(id.clone()),
            [] => {
                let list = "\"henge games --saved\" lists all";
                return Err(Fault::Data(format!("no saved game is called {prefix}; {list}")));
            }
            _ => {
                let why = format!("several saved games start with {prefix}; type more of the name");
                return Err(Fault::Data(why));
            }
        },
        None => {
            let open = store.list(true, usize::MAX).map_err(wrong)?;
            report_damage(&open.damaged);
            open.games.into_iter().find(|game| game.source == Source::Cli).map(|game| game.id)
        }
    };
    let found = id.map(|id| store.game(&id)).transpose().map_err(wrong)?.flatten();
    if found.is_some()
        && let Some(error) = store.read_only()
    {
        note(error);
    }
    found.or_else(oldest_kind).ok_or_else(|| {
        Fault::Data("no unfinished game is saved; start one with \"henge play GAME\"".into())
    })
}

/// Is there a game to go on with?
pub fn is_any_unfinished() -> bool {
    let kept = database().is_some_and(|path| path.exists());
    kept && find(None).is_ok() || oldest_kind().is_some()
}

/// Before there was a database, every game had a file. The last unfinished one goes on from there.
fn oldest_kind() -> Option<SavedGame> {
    let folder = henge::home()?.join("games");
    let mut files: Vec<(SystemTime, PathBuf)> = std::fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "henge"))
        .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
        .collect();
    files.sort();
    let open = |path: PathBuf| {
        let record = record::read_bytes(&std::fs::read(path).ok()?).ok()?.pop()?;
        record.result.is_none().then(|| SavedGame::of_record(&record, fresh_id(), now_ms()))
    };
    files.into_iter().rev().find_map(|(_, path)| open(path))
}
