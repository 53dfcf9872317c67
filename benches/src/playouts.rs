//! Random games from the start to the end: rules and move generation, and nothing else.

use std::sync::Arc;

use board_game::board::Board;
use board_game::games::connect4::Connect4;
use board_game::games::ttt::TTTBoard;
use henge_core::{Game, Outcome, Player};
use henge_games::connect_four::ConnectFour;
use henge_games::positional::{Positional, Row, Swap, go_moku, hex, tic_tac_toe};
use henge_search::playout;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::harness::{Contest, Piece};

/// All contests of this kind. Board-game has neither Hex nor Go-Moku, and minimax has no games.
pub fn contests() -> Vec<Contest> {
    let ttt: Positional<1> = Positional::new(Arc::new(tic_tac_toe()));
    let four = ConnectFour::new(7, 6).expect("seven by six is the usual board");
    let hex = hex(11, 11, Swap::Off).expect("eleven by eleven is a board of Hex");
    let hex: Positional<2> = Positional::new(Arc::new(hex));
    let go_moku = go_moku(15, Row::FiveOrMore).expect("fifteen by fifteen is a board of Go-Moku");
    let go_moku: Positional<4> = Positional::new(Arc::new(go_moku));
    vec![
        Contest::new("Tic-Tac-Toe, random games", "games")
            .side("henge", ours(ttt, 100_000, Some(TIC_TAC_TOE)))
            .side("board-game", theirs::<TTTBoard>(100_000, Some(TIC_TAC_TOE))),
        Contest::new("Connect Four, random games", "games")
            .side("henge", ours(four, 10_000, None))
            .side("board-game", theirs::<Connect4>(10_000, None)),
        Contest::new("Hex 11, random games", "games").side("henge", ours(hex, 2_000, None)),
        Contest::new("Go-Moku 15, random games", "games").side("henge", ours(go_moku, 2_000, None)),
    ]
}

/// How often the first player wins, and how often nobody, when both play at random: 212 256 of
/// 362 880 and 46 080 of 362 880 orders in which the nine cells may be filled.
const TIC_TAC_TOE: [f64; 2] = [212_256.0 / 362_880.0, 46_080.0 / 362_880.0];

/// Wins of the first player and draws.
#[derive(Default)]
struct Count {
    wins: u64,
    draws: u64,
}

impl Count {
    /// Both sides must play the same game: a piece of work is large enough to tell.
    fn check(&self, n: u64, expected: [f64; 2]) {
        for (found, expected) in [self.wins, self.draws].into_iter().zip(expected) {
            let error = found as f64 / n as f64 - expected;
            // Six standard deviations: less than one false alarm in a hundred million pieces.
            let bound = 6.0 * (expected * (1.0 - expected) / n as f64).sqrt();
            assert!(error.abs() < bound, "{found} of {n} games, and {expected} was expected");
        }
    }
}

/// Henge's playout, as a Monte-Carlo search would call it.
fn ours<G: Game>(game: G, n: u64, expected: Option<[f64; 2]>) -> impl FnMut() -> Piece {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    move || {
        let mut count = Count::default();
        let piece = Piece::timed(|| {
            for _ in 0..n {
                match playout(&game, &mut game.start(), &mut rng) {
                    Outcome::Draw => count.draws += 1,
                    Outcome::Win { winner, .. } => {
                        count.wins += u64::from(winner == Player::First);
                    }
                }
            }
            n
        });
        if let Some(expected) = expected {
            count.check(n, expected);
        }
        piece
    }
}

/// Board-game's playout: `play_random_available_move` is the method it offers for that, and the one
/// its own Monte-Carlo search uses. The generator is the same, in the version it takes.
fn theirs<B: Board + Default>(n: u64, expected: Option<[f64; 2]>) -> impl FnMut() -> Piece {
    use board_game::board::{Outcome, Player};
    use old_xoshiro::rand_core::SeedableRng;

    let mut rng = old_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
    move || {
        let mut count = Count::default();
        let piece = Piece::timed(|| {
            for _ in 0..n {
                let mut board = B::default();
                let outcome = loop {
                    if let Some(outcome) = board.outcome() {
                        break outcome;
                    }
                    board.play_random_available_move(&mut rng).expect("the game is not over");
                };
                match outcome {
                    Outcome::Draw => count.draws += 1,
                    Outcome::WonBy(winner) => count.wins += u64::from(winner == Player::A),
                }
            }
            n
        });
        if let Some(expected) = expected {
            count.check(n, expected);
        }
        piece
    }
}
