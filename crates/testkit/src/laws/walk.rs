//! A random walk through a game, and the tale of it that a broken law is told with.

use std::any::type_name;
use std::cell::Cell;
use std::thread;

use henge_core::{Notation, mix64};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::LawsOptions;

/// One random game after the other, with the position it has come to.
pub(super) struct Walk<'a, G: Notation> {
    pub game: &'a G,
    pub pos: G::Position,
    seed: u64,
    number: u32,
    /// The moves so far.
    texts: Vec<String>,
    rng: Xoshiro256PlusPlus,
    /// A broken law tells the whole tale; a panic inside the game does not, so `drop` tells it.
    told: Cell<bool>,
}

impl<'a, G: Notation> Walk<'a, G> {
    pub fn new(game: &'a G, seed: u64) -> Self {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let told = Cell::new(false);
        Walk { game, pos: game.start(), seed, number: 0, texts: Vec::new(), rng, told }
    }

    /// Goes back to the start for the next game. Each game has its own stream of chance, so that it
    /// stays the same when the others change.
    pub fn begin(&mut self, number: u32) {
        self.number = number;
        self.pos = self.game.start();
        self.texts.clear();
        self.rng = Xoshiro256PlusPlus::seed_from_u64(mix64(self.seed) ^ mix64(number.into()));
    }

    /// Plays one of `moves`, of which there is at least one, and says which.
    pub fn step(&mut self, moves: &[G::Move]) -> G::Move {
        let mv = moves[self.below(moves.len())];
        self.texts.push(self.game.write_move(&self.pos, mv));
        self.game.play(&mut self.pos, mv);
        mv
    }

    /// The moves so far, as text.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// A random number below `n`, which is not 0. Straight from the generator, so that a seed means
    /// the same games whatever happens to libraries; the bias of 2⁻⁵⁰ does not matter here.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.rng.next_u64()) * n as u128) >> 64) as usize
    }

    /// All of `list` if it is no longer than `most`, else `most` of it at random.
    pub fn sample<T: Copy>(&mut self, list: &[T], most: usize) -> Vec<T> {
        if list.len() <= most {
            return list.to_vec();
        }
        (0..most).map(|_| list[self.below(list.len())]).collect()
    }

    /// Panics unless `holds`; `what` says what was found instead.
    pub fn check(&self, holds: bool, law: &str, what: impl FnOnce() -> String) {
        if !holds {
            self.told.set(true);
            panic!("law broken: {law}\n  found: {}\n  {}", what(), self.tale());
        }
    }

    fn tale(&self) -> String {
        let moves = if self.texts.is_empty() { "no moves".into() } else { self.texts.join(" ") };
        let (game, seed, number) = (type_name::<G>(), self.seed, self.number);
        format!("in: {game}, seed {seed}, game {number}, after {moves}\n  at: {:?}", self.pos)
    }
}

impl<G: Notation> Drop for Walk<'_, G> {
    fn drop(&mut self) {
        if thread::panicking() && !self.told.get() {
            eprintln!("the laws were being checked\n  {}", self.tale());
        }
    }
}

/// Spreads an allowance of work evenly over all games, so that big games are checked at their ends
/// as well as at their beginnings.
pub(super) struct Pace {
    allowance: u64,
    spent: u64,
    games: u64,
    plies: u64,
}

impl Pace {
    pub fn new(allowance: u64, options: &LawsOptions) -> Pace {
        let (games, plies) = (options.games.max(1).into(), options.plies.max(1).into());
        Pace { allowance, spent: 0, games, plies }
    }

    /// Has the walk come far enough for more work?
    pub fn allows(&self, number: u32, ply: u32) -> bool {
        let share = (u64::from(number) * self.plies + u64::from(ply)) as f64;
        let whole = (self.games * self.plies) as f64;
        self.spent as f64 <= self.allowance as f64 * (share / whole)
    }

    pub fn spend(&mut self, work: u64) {
        self.spent += work;
    }
}
