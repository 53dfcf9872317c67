//! What a move does: corners, choice, discs that stay, and how many are turned over.

use henge_core::explain::Explain;
use henge_core::{Game, Player};

use super::PLAYERS;
use super::eval::corners;
use super::rules::{Move, Othello, Position};
use super::word::Word;

/// A fact about a move. Squares are numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The mover can enclose nothing.
    Passes,
    /// The disc stands on a corner.
    Corner {
        /// Which.
        at: u32,
        /// Could the other player have taken it, were it their turn?
        first: bool,
    },
    /// The other player can now take a corner, and could not before, had it been their turn.
    LetsInto(u32),
    /// The other player could have taken a corner, had it been their turn, and now cannot.
    KeepsFrom(u32),
    /// The disc stands beside a free corner.
    Beside(u32),
    /// All discs are counted: those of the first and of the second player.
    Counted([u32; 2]),
    /// The other player has no move.
    Mute,
    /// The other player has so many moves; it would have been the second number before.
    Choice(u32, u32),
    /// So many of the mover's discs on the edges, all in a row from a corner, are new and never turned over again.
    Stable(u32),
    /// So many discs are turned over.
    Turns(u32),
}

/// The discs of a player on an edge that hang together, along it, with a corner of theirs: no line encloses them.
fn stable<W: Word>(game: &Othello<W>, discs: W) -> W {
    let last = game.size() - 1;
    let at = |x: u32, y: u32| W::bit(y * W::STRIDE + x);
    let ends = [0, last];
    let mut found = W::NONE;
    for a in ends {
        for b in ends {
            // From the corner along both of its edges.
            for edge in 0..2 {
                for i in 0..=last {
                    let i = if b == 0 { i } else { last - i };
                    let bit = if edge == 0 { at(i, a) } else { at(a, i) };
                    if (discs & bit).is_empty() {
                        break;
                    }
                    found = found | bit;
                }
            }
        }
    }
    found
}

impl<W: Word> Explain for Othello<W> {
    type Claim = Claim;

    fn claims(&self, pos: &Position<W>, mv: Move) -> Vec<Claim> {
        let mover = pos.to_move();
        let Some(square) = mv.square() else { return vec![Claim::Passes] };
        let bit = W::bit(square);
        let (mut next, mut found) = (*pos, Vec::new());
        self.play(&mut next, mv);
        for (corner, neighbours) in corners(self) {
            let at = corner.lowest();
            let beside = !((neighbours[0] | neighbours[1]) & bit).is_empty();
            let free = !(self.empty(pos) & corner).is_empty();
            let had = !(self.moves_of_other(pos) & corner).is_empty();
            let has = next.to_move() != mover && !(next.targets() & corner).is_empty();
            if corner == bit {
                found.push(Claim::Corner { at, first: had });
            } else if has && !had {
                found.push(Claim::LetsInto(at));
            } else if had && !has {
                found.push(Claim::KeepsFrom(at));
            } else if beside && free {
                found.push(Claim::Beside(at));
            }
        }
        if let henge_core::Turn::Over(_) = self.turn(&next) {
            found.push(Claim::Counted(Player::BOTH.map(|player| next.count(player))));
        } else if next.targets().is_empty() {
            found.push(Claim::Mute);
        } else {
            let (before, after) = (self.moves_of_other(pos).len(), next.targets().len());
            if after != before {
                found.push(Claim::Choice(after, before));
            }
        }
        let lasting = [&next, pos].map(|pos| stable(self, pos.discs(mover)).len());
        if lasting[0] > lasting[1] + 1 {
            found.push(Claim::Stable(lasting[0] - lasting[1]));
        }
        found.push(Claim::Turns(next.count(mover) - pos.count(mover) - 1));
        found
    }

    fn say(&self, pos: &Position<W>, claim: &Claim, players: &[String; 2]) -> String {
        let mover = pos.to_move();
        let (own, other) = (&players[mover.index()], &players[(!mover).index()]);
        let name = |at: u32| Othello::<W>::square_name(at);
        match *claim {
            Claim::Passes => format!("is forced: {own} can enclose nothing"),
            Claim::Corner { at, first: true } => {
                format!("takes the corner {} before {other} does", name(at))
            }
            Claim::Corner { at, .. } => {
                format!("takes the corner {}, where no disc is ever turned over", name(at))
            }
            Claim::LetsInto(at) => format!("lets {other} take the corner {}", name(at)),
            Claim::KeepsFrom(at) => format!("keeps {other} from the corner {}", name(at)),
            Claim::Beside(at) => format!("stands beside the free corner {}", name(at)),
            Claim::Counted([first, second]) => {
                format!("ends the game, {} {first}, {} {second}", PLAYERS[0], PLAYERS[1])
            }
            Claim::Mute => format!("leaves {other} no move"),
            Claim::Choice(after, before) => {
                let few = if after <= 3 { "only " } else { "" };
                let moves = if after == 1 { "move" } else { "moves" };
                format!("leaves {other} {few}{after} {moves} instead of {before}")
            }
            Claim::Stable(n) => format!("makes {n} discs that can never be turned over"),
            Claim::Turns(1) => "turns over 1 disc".into(),
            Claim::Turns(n) => format!("turns over {n} discs"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use henge_core::Turn;
    use henge_testkit::{claims_hold, explained};

    fn holds(game: &Othello<u64>, pos: &Position<u64>, mv: Move, claim: &Claim) -> bool {
        let mover = pos.to_move();
        let mut next = *pos;
        game.play(&mut next, mv);
        // The moves of the other player by the rules, had it been their turn before the move.
        let turned = game.set_up([pos.discs(Player::First), pos.discs(Player::Second)], !mover);
        let can = |pos: &Position<u64>, at: u32| {
            pos.to_move() == !mover && game.moves(pos).any(|mv| mv.square() == Some(at))
        };
        let n =
            |pos: &Position<u64>| game.moves(pos).filter(|mv| mv.square().is_some()).count() as u32;
        let last = game.size() - 1;
        let is_corner = |at: u32| {
            let (x, y) = (at % u64::STRIDE, at / u64::STRIDE);
            [0, last].contains(&x) && [0, last].contains(&y)
        };
        match *claim {
            Claim::Passes => mv.square().is_none() && n(pos) == 0,
            Claim::Corner { at, first } => {
                mv.square() == Some(at) && is_corner(at) && can(&turned, at) == first
            }
            Claim::LetsInto(at) => is_corner(at) && can(&next, at) && !can(&turned, at),
            Claim::KeepsFrom(at) => is_corner(at) && !can(&next, at) && can(&turned, at),
            Claim::Beside(at) => {
                let by = mv.square().unwrap();
                let apart = |a: u32, b: u32| a.abs_diff(b);
                is_corner(at)
                    && (game.empty(pos) >> at) & 1 == 1
                    && apart(by % u64::STRIDE, at % u64::STRIDE) <= 1
                    && apart(by / u64::STRIDE, at / u64::STRIDE) <= 1
            }
            Claim::Counted(counts) => {
                matches!(game.turn(&next), Turn::Over(_))
                    && counts == Player::BOTH.map(|player| next.discs(player).count_ones())
            }
            Claim::Mute => n(&next) == 0,
            Claim::Choice(after, before) => n(&next) == after && n(&turned) == before,
            Claim::Stable(n) => {
                n > 1 && n <= next.count(mover) && never_turned(game, &next, mover, n)
            }
            Claim::Turns(n) => next.count(!mover) + n == pos.count(!mover),
        }
    }

    /// Do at least that many discs of a player stay in 40 games that go on by chance?
    fn never_turned(game: &Othello<u64>, pos: &Position<u64>, player: Player, n: u32) -> bool {
        let mut stay = pos.discs(player);
        for seed in 0..40_u64 {
            let (mut pos, mut random) = (*pos, seed);
            loop {
                let moves: Vec<Move> = game.moves(&pos).collect();
                if moves.is_empty() {
                    break;
                }
                random = henge_core::mix64(random + 1);
                game.play(&mut pos, moves[random as usize % moves.len()]);
                stay &= pos.discs(player);
            }
        }
        stay.count_ones() >= n
    }

    #[test]
    fn what_is_said_holds() {
        let game = Othello::<u64>::default();
        let kinds = [
            "Passes",
            "Corner",
            "LetsInto",
            "KeepsFrom",
            "Beside",
            "Counted",
            "Choice",
            "Stable",
            "Turns",
        ];
        claims_hold(&game, 25, &kinds, &|pos, mv, claim| holds(&game, pos, mv, claim));
    }

    #[test]
    fn thirty_positions_are_explained() {
        let game = Othello::<u64>::default();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reasons/othello.txt");
        let players = PLAYERS.map(String::from);
        explained(&game, &file, &players, &|pos, mv, claim| holds(&game, pos, mv, claim));
    }
}
