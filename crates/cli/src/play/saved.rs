//! Games in progress are kept on disk, so that nothing is lost with the terminal.

use std::path::PathBuf;
use std::time::SystemTime;

use henge::core::record::{self, Record};
use henge_store::{Change, SavedGame, Source, Store, dice_seed, fresh_id, now_ms};

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

/// The saved games.
pub fn store() -> Result<Store, Fault> {
    let path = database().ok_or_else(|| {
        Fault::Data("there is no place for saved games: set HENGE_HOME to a folder".into())
    })?;
    Store::open(&path).map_err(|error| Fault::Data(error.to_string()))
}

/// Keeps one game.
pub struct Keeper {
    id: String,
    created: i64,
    store: Option<Store>,
    /// It did not work once, and was said.
    failed: bool,
    kept: bool,
}

impl Keeper {
    /// For a game that is not kept yet.
    pub fn fresh() -> Keeper {
        let (id, created) = (fresh_id(), now_ms());
        Keeper { id, created, store: None, failed: false, kept: false }
    }

    /// For a game that goes on. One of the server's goes on as a copy: the seats there are others'.
    pub fn of(saved: &SavedGame) -> Keeper {
        match saved.source {
            Source::Cli => {
                Keeper { id: saved.id.clone(), created: saved.created, ..Keeper::fresh() }
            }
            Source::Web => Keeper::fresh(),
        }
    }

    /// A seed for the dice, the same whenever the game is gone on with.
    pub fn seed(&self) -> u64 {
        dice_seed(&self.id)
    }

    /// Has anything been kept?
    pub fn has_kept(&self) -> bool {
        self.kept
    }

    /// Keeps the game as it is now. That it cannot be kept is said once.
    pub fn keep(&mut self, record: &Record) {
        if self.failed {
            return;
        }
        if let Err(why) = self.try_keep(record) {
            note(format!("the game is not kept: {why}"));
            self.failed = true;
        }
        self.kept = !self.failed;
    }

    fn try_keep(&mut self, record: &Record) -> Result<(), String> {
        if self.store.is_none() {
            self.store = Some(store().map_err(|fault| fault.to_string())?);
        }
        let Some(store) = &self.store else { return Ok(()) };
        let mut game = SavedGame::of_record(record, self.id.clone(), self.created);
        game.game = henge::name_to_save(&game.game);
        store.write_now(Change::Put(Box::new(game))).map_err(|error| error.to_string())
    }
}

/// A saved game as a record.
pub fn record_of(saved: &SavedGame) -> Record {
    let mut record = saved.record();
    record.set_tag("Game", henge::name_of_saved(&saved.game));
    record.set_tag("Date", day(saved.created));
    record
}

/// A time as a day.
pub fn day(ms: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(ms);
    time.map(|time| time.strftime("%Y-%m-%d").to_string()).unwrap_or_default()
}

/// The game whose name begins so, or the last one at the keyboard that was not finished.
pub fn find(prefix: Option<&str>) -> Result<SavedGame, Fault> {
    let store = store()?;
    let wrong = |error: henge_store::StoreError| Fault::Data(error.to_string());
    let id = match prefix {
        Some(prefix) => match store.find(prefix).map_err(wrong)?.as_slice() {
            [id] => Some(id.clone()),
            [] => {
                let list = "\"henge games --saved\" lists all";
                return Err(Fault::Data(format!("no saved game is called {prefix}; {list}")));
            }
            _ => {
                let why =
                    format!("several saved games begin with {prefix}; write more of the name");
                return Err(Fault::Data(why));
            }
        },
        None => {
            let open = store.list(true, usize::MAX).map_err(wrong)?;
            open.into_iter().find(|game| game.source == Source::Cli).map(|game| game.id)
        }
    };
    let found = id.map(|id| store.game(&id)).transpose().map_err(wrong)?.flatten();
    found.or_else(oldest_kind).ok_or_else(|| {
        Fault::Data("no unfinished game is saved; begin one with \"henge play GAME\"".into())
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
