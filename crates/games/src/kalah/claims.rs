//! What a move does: extra moves, captures, seeds won, given and put in danger.

use henge_core::explain::Explain;
use henge_core::{Game, Turn};

use super::PLAYERS;
use super::rules::{Kalah, Move, Position};

/// A fact about a move. Houses are counted from 0 at the mover's left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The second player takes over the side of the first.
    Swaps,
    /// The game is over: the seeds of both stores.
    Counted([u8; 2]),
    /// The last seed falls into the store, so that the mover moves again.
    Again,
    /// The last seed captures in this house.
    Captures(usize),
    /// So many seeds come into the store.
    Wins(u32),
    /// With one capture the other player can win this many seeds; it would have been less before.
    Exposes(u32),
    /// It would have been so many before, and is now none.
    Saves(u32),
    /// It would have been the second number before, and is now the first.
    Lessens(u32, u32),
    /// So many seeds go to the houses of the other player.
    Feeds(u32),
}

fn seeds(n: u32) -> String {
    if n == 1 { "1 seed".into() } else { format!("{n} seeds") }
}

/// The most that one move would bring the player to move, if that is a capture and more than a sowing brings.
fn threat(game: &Kalah, pos: &Position) -> u32 {
    let mover = pos.to_move();
    let gain = |mv: Move| {
        let mut next = *pos;
        game.play(&mut next, mv);
        let swept = next.over;
        let won = u32::from(game.store(&next, mover)) - u32::from(game.store(pos, mover));
        if swept || mv == Move::SWAP { 0 } else { won }
    };
    game.moves(pos).map(gain).max().filter(|&won| won > 2).unwrap_or(0)
}

impl Explain for Kalah {
    type Claim = Claim;

    fn claims(&self, pos: &Position, mv: Move) -> Vec<Claim> {
        let mover = pos.to_move();
        let Some(house) = mv.house() else { return vec![Claim::Swaps] };
        let (n, mut next, mut found) = (self.n_houses(), *pos, Vec::new());
        let sown = self.houses(pos, mover)[house];
        let place = self.last_place(house, sown);
        self.play(&mut next, mv);
        if let Turn::Over(_) = self.turn(&next) {
            return vec![Claim::Counted(
                henge_core::Player::BOTH.map(|side| self.store(&next, side)),
            )];
        }
        let won = u32::from(self.store(&next, mover)) - u32::from(self.store(pos, mover));
        if place == n {
            found.push(Claim::Again);
        } else if place < n && self.houses(&next, mover)[place] == 0 && won > 0 {
            found.push(Claim::Captures(place));
        }
        if won > 0 {
            found.push(Claim::Wins(won));
        }
        if place != n {
            let turned = Position { to_move: !mover, ..*pos };
            let (before, after) = (threat(self, &turned), threat(self, &next));
            if after > before {
                found.push(Claim::Exposes(after));
            } else if after < before {
                found.push(match after {
                    0 => Claim::Saves(before),
                    _ => Claim::Lessens(after, before),
                });
            }
        }
        let given = self.in_houses(&next, !mover).saturating_sub(self.in_houses(pos, !mover));
        if given > 0 {
            found.push(Claim::Feeds(given));
        }
        found
    }

    fn say(&self, pos: &Position, claim: &Claim, players: &[String; 2]) -> String {
        let mover = pos.to_move();
        let (own, other) = (&players[mover.index()], &players[(!mover).index()]);
        match *claim {
            Claim::Swaps => format!("takes over the side of {other}"),
            Claim::Counted([south, north]) => {
                format!("ends the game, {} {south}, {} {north}", PLAYERS[0], PLAYERS[1])
            }
            Claim::Again => format!("ends in the store, so that {own} moves again"),
            Claim::Captures(house) => format!("captures in house {}", house + 1),
            Claim::Wins(n) => format!("brings in {}", seeds(n)),
            Claim::Exposes(n) => format!("lets {other} win {} at once", seeds(n)),
            Claim::Saves(n) => format!("keeps {other} from winning {}", seeds(n)),
            Claim::Lessens(after, before) => {
                format!("leaves {other} {} to win instead of {before}", seeds(after))
            }
            Claim::Feeds(n) => format!("gives {other} {}", seeds(n)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use henge_core::Player;
    use henge_testkit::{claims_hold, explained};

    fn holds(game: &Kalah, pos: &Position, mv: Move, claim: &Claim) -> bool {
        let mover = pos.to_move();
        let mut next = *pos;
        game.play(&mut next, mv);
        let store = |pos: &Position, player: Player| u32::from(game.store(pos, player));
        let houses = |pos: &Position, player| game.houses(pos, player).to_vec();
        // What a move that does not end the game brings at most, if it is more than two seeds.
        let best = |pos: &Position| {
            let player = pos.to_move();
            let mut most = 0;
            for mv in game.moves(pos).filter(|mv| mv.house().is_some()) {
                let mut then = *pos;
                game.play(&mut then, mv);
                if let Turn::Player(_) = game.turn(&then) {
                    most = most.max(store(&then, player) - store(pos, player));
                }
            }
            if most > 2 { most } else { 0 }
        };
        let turned = Position { to_move: !mover, ..*pos };
        let (before, after) =
            (best(&turned), if next.to_move() == mover { 0 } else { best(&next) });
        match *claim {
            Claim::Swaps => mv.house().is_none(),
            Claim::Counted(counts) => {
                matches!(game.turn(&next), Turn::Over(_))
                    && counts == Player::BOTH.map(|player| game.store(&next, player))
            }
            Claim::Again => game.turn(&next) == Turn::Player(mover),
            Claim::Captures(house) => {
                houses(&next, mover)[house] == 0
                    && store(&next, mover) > store(pos, mover) + 1
                    && houses(&next, !mover)[game.n_houses() - 1 - house] == 0
            }
            Claim::Wins(n) => store(&next, mover) == store(pos, mover) + n,
            Claim::Exposes(n) => after == n && before < n,
            Claim::Saves(n) => before == n && after == 0,
            Claim::Lessens(a, b) => after == a && before == b && a < b,
            Claim::Feeds(n) => {
                let sum =
                    |pos: &Position| houses(pos, !mover).iter().map(|&n| u32::from(n)).sum::<u32>();
                sum(&next) == sum(pos) + n
            }
        }
    }

    #[test]
    fn what_is_said_holds() {
        let game = Kalah::default();
        let kinds =
            ["Counted", "Again", "Captures", "Wins", "Exposes", "Saves", "Lessens", "Feeds"];
        claims_hold(&game, 40, &kinds, &|pos, mv, claim| holds(&game, pos, mv, claim));
    }

    #[test]
    fn thirty_positions_are_explained() {
        let game = Kalah::default();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reasons/kalah.txt");
        let players = PLAYERS.map(String::from);
        explained(&game, &file, &players, &|pos, mv, claim| holds(&game, pos, mv, claim));
    }
}
