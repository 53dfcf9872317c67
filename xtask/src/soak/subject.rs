//! What is attacked, one subject at a time, and what came of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::program::{Call, Henge};

/// One way to attack the program. A round begins with an empty folder and a seed, and injects a few
/// faults; the same seed injects the same ones, as far as the machine's clock allows.
pub trait Subject: Send + Sync {
    /// As in `--only`.
    fn name(&self) -> &'static str;
    /// What is done, for the table.
    fn about(&self) -> &'static str;
    /// Injects faults and looks at what is left. An error is a loss, as is every `Ctx::lost`.
    fn round(&self, ctx: &mut Ctx) -> Result<(), String>;
}

/// What was counted.
#[derive(Clone, Default)]
pub struct Tally {
    /// Faults injected.
    pub faults: u64,
    /// What was lost, in words.
    pub lost: Vec<String>,
    /// Other things worth knowing, as in `acknowledged moves`.
    pub notes: BTreeMap<&'static str, u64>,
}

impl Tally {
    /// Adds the counts of another one.
    pub fn add(&mut self, other: Tally) {
        self.faults += other.faults;
        self.lost.extend(other.lost);
        for (name, n) in other.notes {
            *self.notes.entry(name).or_default() += n;
        }
    }

    /// Faults that did no harm.
    pub fn survived(&self) -> u64 {
        self.faults.saturating_sub(self.lost.len() as u64)
    }
}

/// Where and with what a round works.
pub struct Ctx<'a> {
    /// The program.
    pub henge: &'a Henge,
    /// Empty at the beginning; the program is called here.
    pub folder: PathBuf,
    /// Beside it, for what must not lie in it.
    pub io: PathBuf,
    /// For what all rounds of the subject share.
    pub shared: PathBuf,
    /// The number of this round, beginning with one that depends on the seed: for what is gone
    /// through in turn.
    pub turn: u64,
    /// Decides about everything that is left to chance.
    pub rng: Xoshiro256PlusPlus,
    /// What this round has counted.
    pub tally: Tally,
}

impl<'a> Ctx<'a> {
    /// Prepares a round in `round`, a folder that does not exist yet.
    pub fn new(
        henge: &'a Henge,
        round: &Path,
        shared: PathBuf,
        seed: [u64; 2],
        name: &str,
    ) -> Result<Ctx<'a>, String> {
        let (folder, io) = (round.join("work"), round.join("io"));
        for path in [&folder, &io, &shared] {
            std::fs::create_dir_all(path).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        let turn = seed[0].wrapping_add(seed[1]);
        // FNV-1a keeps the subjects apart.
        let name = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        let seed = seed[0].wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ name ^ seed[1] << 20;
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(Ctx { henge, folder, io, shared, turn, rng, tally: Tally::default() })
    }

    /// A call in the folder of this round, as words with blanks between them.
    pub fn call(&self, words: &str) -> Call {
        self.henge.call(&self.folder, words)
    }

    /// A file of this round.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file of this round.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<(), String> {
        std::fs::write(self.path(name), bytes).map_err(|error| format!("{name}: {error}"))
    }

    /// Reads a file of this round.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.path(name)).map_err(|error| format!("{name}: {error}"))
    }

    /// A number below `n`, which is at least 1.
    pub fn below(&mut self, n: u64) -> u64 {
        self.rng.random_range(0..n.max(1))
    }

    /// One of several.
    pub fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.rng.random_range(0..all.len())].clone()
    }

    /// One of several, the next one in the next round.
    pub fn in_turn<T: Clone>(&self, all: &[T]) -> T {
        all[self.turn as usize % all.len()].clone()
    }

    /// Counts a fault that was injected.
    pub fn fault(&mut self) {
        self.tally.faults += 1;
    }

    /// Counts something else.
    pub fn note(&mut self, name: &'static str, n: u64) {
        *self.tally.notes.entry(name).or_default() += n;
    }

    /// Something is gone, or wrong; the round goes on.
    pub fn lost(&mut self, what: impl Into<String>) {
        self.tally.lost.push(what.into());
    }

    /// Lost, unless it holds.
    pub fn check(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.lost(what());
        }
    }
}
