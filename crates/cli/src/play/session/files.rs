//! The game on disk: kept after every move, written to a file, and taken from one.

use std::path::{Path, PathBuf};

use henge::Guest;
use henge::erased::DynMatch;
use henge::record::{Record, write_result};
use henge::table::{Clocks, Event, Seat};
use henge_store::SavedGame;

use super::{Keeper, Session, Sitter, sit};
use crate::commands::games::wrapped;
use crate::commands::records;
use crate::fault::Fault;
use crate::output::{counted, state, write_file};
use crate::play::saved;

impl Session<'_> {
    fn record(&self) -> Record {
        if let Some(finished) = &self.finished {
            return finished.clone();
        }
        let mut record = self.sitting.record(&**self.game.rules());
        record.set_tag("Date", saved::today());
        record
    }

    /// Keeps the game on disk after every change. Says whether it is still this game: if another program
    /// has changed it, that one is at the board now and has been shown.
    pub(super) fn keep(&mut self) -> Result<bool, Fault> {
        self.finished = None;
        // Games of bots alone repeat at will, and one without a move is not worth keeping.
        let is_new = self.sitting.ply() == 0 && !self.keeper.is_on_disk();
        if !self.sitting.has_person() || is_new && !self.sitting.is_over() {
            return Ok(true);
        }
        let record = self.record();
        let changed = self.keeper.keep(&record, self.sitting.clocks(self.now()));
        self.warned &= self.keeper.unsaved().is_some();
        match changed {
            None => Ok(true),
            Some(saved) => self.take_over(&saved, &record).map(|()| false),
        }
    }

    /// Goes on with the game as another program has left it.
    fn take_over(&mut self, saved: &SavedGame, ours: &Record) -> Result<(), Fault> {
        let record = saved.record();
        let played = record.play(&**self.game.rules());
        let table = played.map_err(|error| Fault::Data(error.to_string()))?;
        for (sitter, kept) in self.sitters.iter_mut().zip(&saved.seats) {
            let name = match (kept.is_bot, self.game.guest(&kept.name)) {
                (false, _) => Seat::HUMAN.to_string(),
                (true, Guest::Bot(name)) => name,
                (true, _) => continue,
            };
            if sitter.name != name {
                *sitter = Sitter::new(&self.game, &name, 1)?.into_guest();
            }
        }
        self.go_on_with(table, &record, saved.clocks, None);
        let theirs = self.sitting.table().history();
        let same = ours.main_line().zip(&theirs).take_while(|(mv, other)| mv == other).count();
        let lost: Vec<&str> = ours.main_line().skip(same).collect();
        self.output.line("Another program has changed this game; it goes on as it is now.")?;
        if !lost.is_empty() {
            self.output.line(wrapped(&format!("Not played: {}.", lost.join(" ")), ""))?;
        }
        self.show()?;
        self.handle(Event::Begin, "").map(|_| ())
    }

    /// Another game comes to the board, with its ending and its clocks.
    pub(super) fn go_on_with(
        &mut self,
        table: Box<dyn DynMatch>,
        record: &Record,
        clocks: Option<Clocks>,
        keeper: Option<Keeper>,
    ) {
        if let Some(keeper) = keeper {
            self.keeper = keeper;
        }
        self.sitting = sit(table, &self.sitters, &self.habits, &self.keeper, None)
            .with_ending(record.ending())
            .with_clocks(clocks);
        self.finished = self.sitting.is_over().then(|| record.clone());
        self.thought = None;
    }

    pub(super) fn save(&mut self, path: Option<String>) -> Result<(), Fault> {
        let Some(path) = path else {
            return self.output.line("Where to? As in: save my-game.henge");
        };
        let path = PathBuf::from(path);
        // A file with something else in it is not ours to replace.
        if path.exists() && !henge::is_record(&path) {
            return self
                .output
                .line(format!("{} is not a game record; choose another name.", path.display()));
        }
        let record = self.record();
        let text = match henge::write_records(&path, std::slice::from_ref(&record)) {
            Ok(text) => text,
            Err(error) => return self.output.line(format!("Not saved: {error}.")),
        };
        match write_file(&path, &text) {
            Ok(()) => {
                let (n, result) = (record.main_line().count(), write_result(record.result));
                self.output.line(format!(
                    "Saved {}, result {result}, to {}.",
                    counted(n as u64, "move"),
                    path.display()
                ))
            }
            Err(error) => self.output.line(format!("Not saved: {}: {error}", path.display())),
        }
    }

    pub(super) fn load(&mut self, path: Option<String>) -> Result<(), Fault> {
        let Some(path) = path else {
            return self.output.line("From where? As in: load my-game.henge");
        };
        let loaded = match records::read(Path::new(&path), self.game.file(), self.games) {
            Ok(mut games) => games.pop(),
            // The game at the board goes on.
            Err(fault) => {
                fault.report();
                return Ok(());
            }
        };
        let Some(loaded) = loaded else {
            return self.output.line(format!("{path} holds no game."));
        };
        if loaded.game.rules().name() != self.game.rules().name() {
            // The bots were made for the other game.
            for sitter in &mut self.sitters {
                let same = Sitter::new(&loaded.game, &sitter.name, 1);
                *sitter =
                    same.or_else(|_| Sitter::new(&loaded.game, loaded.game.default_bot(), 1))?;
            }
        }
        self.game = loaded.game;
        self.go_on_with(loaded.table, &loaded.record, None, Some(Keeper::fresh()));
        let state = state(&**self.game.rules(), self.sitting.table());
        self.output.line(format!("Loaded {path}. {state}"))?;
        self.show()?;
        self.handle(Event::Begin, "").map(|_| ())
    }
}
