//! Small games to search in, and helpers that ask the engines.

// Every test binary uses another part of this.
#![allow(dead_code, unused_imports)]

mod connect_four;
mod hex;
mod layers;
mod tic_tac_toe;

pub use connect_four::ConnectFour;
pub use hex::Hex;
pub use layers::Layers;
pub use tic_tac_toe::TicTacToe;

use henge_core::{Eval, Game, Limits, Omitted, Player, Score, ScoreKind, Turn, mix64};
use henge_search::{AlphaBeta, Mode, Options, Report, Task};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// An evaluation without sense, the same for every run: small numbers, so that many are equal.
pub struct Noise(pub u64);

impl<G: Game> Eval<G> for Noise {
    type State = ();

    fn eval(&self, game: &G, pos: &G::Position, player: Player) -> Score {
        // Not the opposite for the opponent, as an evaluation with a tempo bonus would not be.
        let word = mix64(game.key(pos) ^ self.0 ^ player.index() as u64);
        Score((word % 41) as i32 - 20)
    }
    // Searches go different ways next to the leaves; half the tests take each.
    fn arranges(&self) -> bool {
        self.0.is_multiple_of(2)
    }
}

/// Leaves out what cannot matter: who can win at once does so, and who can keep the opponent from
/// winning at once does that. For games in which the players move in turn.
pub struct Forced;

impl Forced {
    /// Can the player to move win at once?
    fn wins<G: Game>(game: &G, pos: &G::Position, me: Player, mv: G::Move) -> bool {
        let mut next = pos.clone();
        game.play(&mut next, mv);
        let most = G::MOST_POINTS as i32;
        matches!(game.turn(&next), Turn::Over(outcome) if outcome.points_for(me) == most)
    }
}

impl<G: Game> Eval<G> for Forced {
    type State = ();

    fn eval(&self, game: &G, pos: &G::Position, player: Player) -> Score {
        Noise(1).eval(game, pos, player)
    }
    fn arranges(&self) -> bool {
        true
    }
    fn select(&self, game: &G, pos: &G::Position, _: &mut (), moves: &mut Vec<G::Move>) -> Omitted {
        let me = mover(game, pos);
        if let Some(win) = moves.iter().position(|&mv| Self::wins(game, pos, me, mv)) {
            moves.swap(0, win);
            moves.truncate(1);
            return Omitted::Irrelevant;
        }
        let safe = |&mv: &G::Move| {
            let mut next = pos.clone();
            game.play(&mut next, mv);
            !game.moves(&next).any(|reply| Self::wins(game, &next, !me, reply))
        };
        match moves.iter().any(safe) {
            true => moves.retain(safe),
            false => moves.truncate(1),
        }
        Omitted::Irrelevant
    }
}

/// A generator with a stable stream.
pub fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// The position after `plies` random moves, or the last one before the game ends.
pub fn wander<G: Game>(game: &G, plies: u32, rng: &mut impl Rng) -> G::Position {
    let mut pos = game.start();
    for _ in 0..plies {
        let moves: Vec<_> = game.moves(&pos).collect();
        let mut next = pos.clone();
        game.play(&mut next, moves[rng.next_u32() as usize % moves.len()]);
        if let Turn::Over(_) = game.turn(&next) {
            break;
        }
        pos = next;
    }
    pos
}

/// Searches and says nothing on the way.
pub fn ask<G: Game>(
    engine: &mut AlphaBeta<G>,
    game: &G,
    pos: &G::Position,
    eval: &impl Eval<G>,
    limits: Limits,
    n_lines: usize,
) -> Report<G::Move> {
    let task = Task::new(limits).lines(n_lines);
    engine.search(game, pos, &[], eval, task)
}

/// An engine that searches every move and no deeper than it is told.
pub fn plain<G: Game>() -> AlphaBeta<G> {
    let (table_bytes, mode) = (1 << 16, Mode::Prove);
    AlphaBeta::with(Options { table_bytes, mode, extension: 0, ..Options::default() })
}

/// The player to move.
pub fn mover<G: Game>(game: &G, pos: &G::Position) -> Player {
    match game.turn(pos) {
        Turn::Player(player) => player,
        turn => panic!("{turn:?} is no player's turn"),
    }
}

/// Plays the moves, each of which must be legal, and returns where they lead.
pub fn replay<G: Game>(game: &G, pos: &G::Position, moves: &[G::Move]) -> G::Position {
    let mut pos = pos.clone();
    for &mv in moves {
        assert!(matches!(game.turn(&pos), Turn::Player(_)), "{moves:?} goes on after the end");
        assert!(game.moves(&pos).any(|legal| legal == mv), "{mv:?} of {moves:?} is illegal");
        game.play(&mut pos, mv);
    }
    pos
}

/// Every line is legal, begins with a move of its own, and ends when and as its score says.
pub fn check_lines<G: Game>(game: &G, pos: &G::Position, report: &Report<G::Move>) {
    let me = mover(game, pos);
    for (i, line) in report.lines.iter().enumerate() {
        assert!(!line.moves.is_empty());
        let same = |other: &henge_search::Line<G::Move>| other.moves[0] == line.moves[0];
        assert!(!report.lines[..i].iter().any(same), "two lines begin alike");
        let end = replay(game, pos, &line.moves);
        if let Some((points, plies)) = line.score.decided() {
            // Where a win can count more, the table may know a better one that lies deeper, and says no
            // longer how the lesser one goes on.
            let partly = matches!(line.kind, ScoreKind::AtLeast | ScoreKind::AtMost);
            if partly && G::MOST_POINTS > 1 && (line.moves.len() as u32) < plies {
                continue;
            }
            assert_eq!(line.moves.len() as u32, plies, "{line:?}");
            let Turn::Over(outcome) = game.turn(&end) else { panic!("{line:?} does not end") };
            assert_eq!(outcome.points_for(me), points, "{line:?}");
        }
    }
}
