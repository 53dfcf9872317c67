//! Random play that checks, position by position, what [`Game`], [`Notation`], [`Depict`] and
//! [`Symmetric`](henge_core::Symmetric) promise to everybody who builds on them.

mod drawing;
mod judgement;
mod rules;
mod symmetry;
mod text;
mod walk;

use henge_core::{Depict, Game, Notation};

pub use judgement::eval_laws;
pub use symmetry::{symmetry_laws, symmetry_laws_with};
use walk::{Pace, Walk};

/// How much random play there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LawsOptions {
    /// How many games are played.
    pub games: u32,
    /// After how many plies a game is broken off.
    pub plies: u32,
    /// Where chance starts. The same seed plays the same games.
    pub seed: u64,
}

impl Default for LawsOptions {
    /// What suits a small game.
    fn default() -> Self {
        LawsOptions { games: 40, plies: 200, seed: 1 }
    }
}

impl LawsOptions {
    /// What suits the size of `game`: the more moves it has, the fewer games are played, and a board
    /// can be filled before a game is broken off.
    pub fn sized<G: Game + Depict>(game: &G) -> Self {
        let n_moves = game.moves(&game.start()).count() as u32;
        let n_sites = game.board().sites.len() as u32;
        let usual = LawsOptions::default();
        LawsOptions {
            games: (usual.games * 64 / n_moves.max(64)).max(4),
            plies: usual.plies.max(2 * n_sites),
            ..usual
        }
    }
}

/// What a check of the laws has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Walked {
    /// Positions in which the rules were checked.
    pub positions: u64,
    /// Those of them in which texts and drawings, or images, were checked too: all in a small game,
    /// a sample spread over the walk in one with hundreds of moves.
    pub in_full: u64,
    /// Games that were played to their end.
    pub endings: u64,
}

/// Checks every law of a game by random play from a fixed seed.
///
/// # Panics
/// When a law does not hold, naming the law, the moves that led there and the seed.
pub fn laws<G: Notation + Depict>(game: &G) -> Walked {
    laws_with(game, &LawsOptions::sized(game))
}

/// [`laws`], with as much play as `options` say.
pub fn laws_with<G: Notation + Depict>(game: &G, options: &LawsOptions) -> Walked {
    let mut walk = Walk::new(game, options.seed);
    let board = drawing::check_board(&mut walk);
    // About what a tenth of a second allows: a unit is a move written as text.
    let mut pace = Pace::new(300_000, options);
    let mut memory = rules::Memory::default();
    let mut walked = Walked::default();
    for number in 0..options.games {
        walk.begin(number);
        memory.begin();
        for ply in 0..=options.plies {
            let moves = rules::check(&mut walk, &mut memory);
            walked.positions += 1;
            let over = moves.is_empty();
            let work = text::work(moves.len()) + board.sites.len() as u64;
            if pace.allows(number, ply) || over {
                pace.spend(work);
                walked.in_full += 1;
                text::check(&mut walk, &moves);
                drawing::check(&walk, &board, &moves);
            }
            if over {
                walked.endings += 1;
                break;
            }
            let before = walk.pos.clone();
            let mv = walk.step(&moves);
            memory.leave(walk.game, &before, mv);
        }
    }
    walked
}
