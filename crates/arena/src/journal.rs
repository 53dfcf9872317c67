use std::collections::BTreeMap;
use std::path::Path;

use crate::ArenaError;
use crate::job::{Job, Played};
use crate::lines::{Kind, Lines};
use crate::plan::Plan;

/// The journal of a contest has a number for the form of the file.
const CONTEST: Kind = Kind {
    head: "henge-arena 1 ",
    unit: "game",
    not_one: "this is not the journal of a contest; name a new file, or one to go on with",
    of_another: "it belongs to a contest with other players, games, openings, limits or another seed, or \
                 a version of henge began it that numbers games differently; name a new file, or call as \
                 you did when it began",
};

/// A file with a line for every finished game, to which lines are only added: nothing in it is ever
/// changed or cut off. Every line carries a checksum. A damaged one costs its game, which is played
/// again, and no other; it stays where it is, and a line behind it says that it was seen.
#[derive(Debug)]
pub struct Journal {
    lines: Lines,
    known: BTreeMap<u64, Played>,
}

impl Journal {
    /// Opens the journal of a plan, or begins one.
    pub fn open(path: &Path, plan: &Plan) -> Result<Journal, ArenaError> {
        let mut known = BTreeMap::new();
        let mut take = |text: &str| {
            let Some(played) = Played::read(text) else { return false };
            known.insert(played.number, played);
            true
        };
        // A journal from before schedules had numbers keeps its own checksums. Whether its games are
        // those of the plan is seen when they are counted.
        let fingerprints = [plan.fingerprint(), plan.first_fingerprint()];
        let lines = Lines::open(path, &CONTEST, fingerprints, &mut take)?;
        Ok(Journal { lines, known })
    }

    /// Is what stands under the number of a job that job's game? A game counts for those who played it,
    /// and a journal in which others did is no use.
    pub(crate) fn check(&self, job: &Job, played: &Played) -> Result<(), ArenaError> {
        let fault = |what: String| {
            self.lines.other(&format!(
                "game {} in it {what}; another version of henge has numbered its games differently: \
                 name a new file, and the games are played anew",
                job.number + 1
            ))
        };
        let tag = |name| played.record.tag(name).unwrap_or_default();
        let (found, expected) = ([tag("First"), tag("Second")], [&job.bots[0], &job.bots[1]]);
        if found != expected {
            return Err(fault(format!(
                "is {} against {}, and here it would be {} against {}",
                found[0], found[1], expected[0], expected[1]
            )));
        }
        let mut moves = played.record.main_line();
        let is_same = job.opening.moves.iter().all(|mv| moves.next() == Some(mv));
        if !is_same || played.record.position() != job.opening.position.as_deref() {
            return Err(fault("begins with another opening".into()));
        }
        Ok(())
    }

    /// The game of that number, if it is finished.
    pub fn get(&self, number: u64) -> Option<&Played> {
        self.known.get(&number)
    }

    /// How many games it held when it was opened.
    pub fn n_found(&self) -> usize {
        self.known.len()
    }

    /// What to tell of damaged lines that have been skipped, if there are any that nobody was told of.
    pub fn damage(&self) -> Option<String> {
        self.lines.damage()
    }

    /// Adds a finished game.
    pub(crate) fn add(&mut self, played: &Played) -> Result<(), ArenaError> {
        self.lines.add(&played.write())
    }

    /// Waits until all lines are on the disk.
    pub(crate) fn sync(&mut self) -> Result<(), ArenaError> {
        self.lines.sync()
    }
}
