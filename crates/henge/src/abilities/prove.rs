//! Proofs that others can check, and the check.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_core::erased::{BotError, DynMatch, table_of};
use henge_core::{Limits, Match, Notation, Player, Turn};
use henge_search::Task;
use henge_search::proof::{self, Claim, ProofError};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::NEVER;
use super::game_solver::GameSolver;

/// Writes and checks proofs about one game.
pub trait Prove: Send + Sync {
    /// Solves the position of the match and writes a proof of its value, which
    /// [`verify`](Self::verify) can check.
    fn prove(
        &self,
        table: &dyn DynMatch,
        task: ProofTask<'_>,
        to: &mut dyn Write,
    ) -> Result<Proved, BotError>;

    /// Checks a proof about this game, which it must call `name`, without trusting any engine.
    fn verify(
        &self,
        name: &str,
        text: &mut dyn Read,
        check: Check<'_>,
    ) -> Result<Verified, VerifyError>;
}

/// What is to be proved: `ProofTask { plies: Some(4), ..ProofTask::new(name) }`.
pub struct ProofTask<'a> {
    /// What the game is called in the proof.
    pub name: &'a str,
    /// How many plies the strategies go; to the end of the game by default.
    pub plies: Option<u32>,
    /// What the solver may spend on a position.
    pub limits: Limits,
    /// Set from outside to give it up.
    pub stop: &'a AtomicBool,
    /// Hears how many positions have their move.
    pub progress: &'a mut dyn FnMut(u64),
}

impl<'a> ProofTask<'a> {
    /// To the end of the game, without limits; nobody stops it, and nobody hears of its progress.
    pub fn new(name: &'a str) -> Self {
        // A closure that captures nothing has no size: the box allocates nothing.
        let progress = Box::leak(Box::new(|_| {}));
        ProofTask { name, plies: None, limits: Limits::NONE, stop: &NEVER, progress }
    }
}

/// How a proof is checked.
pub struct Check<'a> {
    /// What is checked of a proof that ends before the games do.
    pub sample: Sample,
    /// Set from outside to give it up.
    pub stop: &'a AtomicBool,
    /// Hears how many of the sample are solved.
    pub progress: &'a mut dyn FnMut(u64),
}

impl Check<'_> {
    /// With this sample; nobody stops it, and nobody hears of its progress.
    pub fn new(sample: Sample) -> Self {
        // A closure that captures nothing has no size: the box allocates nothing.
        Check { sample, stop: &NEVER, progress: Box::leak(Box::new(|_| {})) }
    }
}

/// A proof that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The points to the player to move.
    pub points: i32,
    /// Positions that the claims visit.
    pub positions: u64,
    /// Positions where the proof ends before the game does.
    pub taken_on_trust: u64,
}

/// A proof that was checked and found true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// What it is about.
    pub position: String,
    /// Who is to move there.
    pub turn: Turn,
    /// What is claimed.
    pub claims: Vec<Claim>,
    /// The value to each player, where the claims leave only one.
    pub value: [Option<i32>; 2],
    /// Positions that were visited.
    pub positions: u64,
    /// Positions where the proof ends before the game does.
    pub taken_on_trust: u64,
    /// Those of them that were drawn by lot and found to be as the proof says.
    pub sampled: u64,
}

/// How a proof that ends before the games do is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// How many of the positions where it ends are solved by the rules alone.
    pub count: usize,
    /// Which ones.
    pub seed: u64,
}

/// Why a proof was not verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// It is no proof.
    #[error(transparent)]
    Proof(#[from] ProofError),
    /// The lot fell on a position where the claim does not hold.
    #[error(
        "the proof is wrong: it takes on trust that {player} gets at least {at_least} in {position}"
    )]
    Wrong {
        /// `first` or `second`.
        player: &'static str,
        /// What was claimed.
        at_least: i32,
        /// Where.
        position: String,
    },
    /// The lot fell on a position that is too much to solve by the rules alone.
    #[error("{position} is too large to be checked by the rules alone, or there was no time")]
    TooLarge {
        /// Where.
        position: String,
    },
}

impl<G: Notation> Prove for GameSolver<G> {
    fn prove(
        &self,
        table: &dyn DynMatch,
        task: ProofTask<'_>,
        to: &mut dyn Write,
    ) -> Result<Proved, BotError> {
        let ProofTask { name, plies, limits, stop, progress } = task;
        let table = table_of::<G>(table)?;
        let Turn::Player(player) = table.turn() else { return Err(BotError::WrongGame) };
        let (game, pos) = (&*self.game, table.position());
        let proved = self.with_solver(|solver| {
            let points = solver.solve(game, pos, Task::new(limits).stop(stop));
            if !points.proved {
                return Err("it was not solved".to_string());
            }
            let mut claims = [(player, points.points), (!player, -points.points)]
                .map(|(player, at_least)| Claim { player, at_least })
                .to_vec();
            // What goes without saying would take as much room as the rest, and often more.
            claims.retain(|claim| claim.at_least > -i32::from(G::MOST_POINTS));
            let mut asked = 0;
            let keep = |pos: &G::Position, claim: Claim| {
                asked += 1;
                progress(asked);
                let found = solver.solve(game, pos, Task::new(limits).stop(stop));
                let keeps = found.proved && found.points >= claim.at_least;
                found.line.first().copied().filter(|_| keeps)
            };
            let most_positions = proof::DEFAULT_MOST_POSITIONS;
            let extent = proof::Extent { claims: &claims, plies, most_positions };
            let written = proof::write(game, name, pos, extent, keep, to);
            let proof::Written { positions, taken_on_trust, .. } =
                written.map_err(|error| error.to_string())?;
            Ok(Proved { points: points.points, positions, taken_on_trust })
        })?;
        proved.map_err(BotError::Outside)
    }

    fn verify(
        &self,
        name: &str,
        text: &mut dyn Read,
        check: Check<'_>,
    ) -> Result<Verified, VerifyError> {
        let Check { sample, stop, progress } = check;
        let game = &*self.game;
        let mut checked = proof::check(game, name, text, proof::DEFAULT_MOST_POSITIONS)?;
        let value = Player::BOTH.map(|player| checked.value(player));
        let trusted = &mut checked.taken_on_trust;
        let taken_on_trust = trusted.len() as u64;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(sample.seed);
        let (drawn, _) = trusted.partial_shuffle(&mut rng, sample.count);
        for (sampled, (pos, claim)) in (1..).zip(&*drawn) {
            let position = || game.write_position(pos);
            match proof::holds(game, pos, *claim, proof::DEFAULT_MOST_POSITIONS, stop) {
                Some(true) => progress(sampled),
                Some(false) => {
                    let player = ["first", "second"][claim.player.index()];
                    let (at_least, position) = (claim.at_least, position());
                    return Err(VerifyError::Wrong { player, at_least, position });
                }
                None => return Err(VerifyError::TooLarge { position: position() }),
            }
        }
        let sampled = drawn.len() as u64;
        let table = Match::from_position(Arc::clone(&self.game), checked.position.clone());
        Ok(Verified {
            position: game.write_position(&checked.position),
            turn: table.turn(),
            value,
            claims: checked.claims,
            positions: checked.positions,
            taken_on_trust,
            sampled,
        })
    }
}
