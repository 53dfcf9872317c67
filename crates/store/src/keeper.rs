//! Saving one game of somebody at a keyboard, move by move.

use crate::{Change, SavedGame, Shelf, Source, StoreError, dice_seed, fresh_id, now_ms};

/// What became of saving a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// It is on disk.
    Saved,
    /// It is on disk, after what had been played for a while was not.
    SavedAgain,
    /// It is not on disk, for a reason that was not told before.
    NotSaved(String),
    /// It is still not on disk, for the reason that was told.
    StillNotSaved,
    /// Another program has changed the game, which is this one now. Nothing was written.
    Changed(Box<SavedGame>),
}

/// Saves one game. It tries at every call, whatever happened before.
#[derive(Debug)]
pub struct Keeper {
    id: String,
    created: i64,
    /// The version on disk, if there is one.
    version: Option<u64>,
    /// The moves on disk.
    on_disk: Vec<String>,
    /// The moves that should be there.
    wanted: Vec<String>,
    /// Why the last try failed.
    trouble: Option<String>,
}

impl Keeper {
    /// For a game that is not saved yet.
    pub fn fresh() -> Keeper {
        Keeper::named(fresh_id())
    }

    /// For a game of that name that is not saved yet.
    pub fn named(id: String) -> Keeper {
        let (on_disk, wanted) = (Vec::new(), Vec::new());
        Keeper { id, created: now_ms(), version: None, on_disk, wanted, trouble: None }
    }

    /// For a game that goes on. One of the server's goes on as a copy: the seats there are others'.
    pub fn of(saved: &SavedGame) -> Keeper {
        match saved.source {
            Source::Web => Keeper::fresh(),
            Source::Cli => Keeper {
                created: saved.created,
                version: Some(saved.version),
                on_disk: saved.moves.clone(),
                wanted: saved.moves.clone(),
                ..Keeper::named(saved.id.clone())
            },
        }
    }

    /// The name of the game.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// When the game began.
    pub fn created(&self) -> i64 {
        self.created
    }

    /// A seed for the dice, the same whenever the game is gone on with.
    pub fn seed(&self) -> u64 {
        dice_seed(&self.id)
    }

    /// Is the game on disk, in whatever form?
    pub fn is_on_disk(&self) -> bool {
        self.version.is_some()
    }

    /// Saves the game as it is now, as far as [`SavedGame::of_record`] and the caller have made it.
    pub fn keep(&mut self, shelf: &Shelf, mut game: SavedGame) -> Kept {
        self.wanted.clone_from(&game.moves);
        game.id.clone_from(&self.id);
        game.created = self.created;
        match self.write(shelf, game) {
            Ok(None) => {
                self.on_disk.clone_from(&self.wanted);
                match self.trouble.take() {
                    None => Kept::Saved,
                    Some(_) => Kept::SavedAgain,
                }
            }
            Ok(Some(other)) => {
                *self = Keeper::of(&other);
                Kept::Changed(Box::new(other))
            }
            Err(error) => {
                let why = error.to_string();
                match self.trouble.replace(why.clone()) {
                    Some(told) if told == why => Kept::StillNotSaved,
                    _ => Kept::NotSaved(why),
                }
            }
        }
    }

    /// Writes the game, or finds the one that another program has made of it.
    fn write(
        &mut self,
        shelf: &Shelf,
        mut game: SavedGame,
    ) -> Result<Option<SavedGame>, StoreError> {
        let store = shelf.for_writing()?;
        if let Some(continues) = self.version {
            game.version = continues + 1;
            let change = Change::Put { game: Box::new(game.clone()), continues };
            match store.write_now(change) {
                Err(StoreError::Changed { .. }) => {
                    if let Some(other) = store.game(&self.id)? {
                        return Ok(Some(other));
                    }
                }
                // Whoever plays on wants it back.
                Err(StoreError::Gone) => {}
                written => {
                    written?;
                    self.version = Some(game.version);
                    return Ok(None);
                }
            }
        }
        // A name that was used before never gets a version again that it had.
        game.version = self.version.unwrap_or(0) + 1;
        let version = game.version;
        store.write_now(Change::Create(Box::new(game)))?;
        self.version = Some(version);
        Ok(None)
    }

    /// Deletes the game if it is on disk, such as one whose moves were all taken back. Whoever plays on
    /// writes it anew.
    pub fn discard(&mut self, shelf: &Shelf) {
        if self.version.is_some()
            && let Ok(store) = shelf.for_writing()
            && store.write_now(Change::Delete { id: self.id.clone() }).is_ok()
        {
            self.version = None;
            self.on_disk.clear();
        }
    }

    /// Writes down how far a clock has run, which is not worth a message if it fails.
    pub fn keep_clocks(&self, shelf: &Shelf, clocks: crate::Clocks) {
        if let (Some(continues), Ok(store)) = (self.version, shelf.for_writing()) {
            let _ = store.write_now(Change::Clocks { id: self.id.clone(), continues, clocks });
        }
    }

    /// What of the game is not on disk, and why: half a sentence, for whoever leaves it.
    pub fn unsaved(&self) -> Option<String> {
        let why = self.trouble.as_ref()?;
        let pairs = self.on_disk.iter().zip(&self.wanted);
        let same = pairs.take_while(|(there, wanted)| there == wanted).count();
        let what = match (self.version, self.wanted.len() - same) {
            (None, _) => "this game is not saved".to_string(),
            (_, 0) => "the last change of this game is not saved".into(),
            (_, 1) => "the last move is not saved".into(),
            (_, n) => format!("the last {n} moves are not saved"),
        };
        Some(format!("{what}: {why}"))
    }
}
