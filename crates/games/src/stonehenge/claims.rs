//! What a piece does: lines that are awarded, lines the opponent can no longer have at once, and what it takes.

use henge_core::Game;
use henge_core::explain::{Explain, list};

use super::notation::line_name;
use super::rules::{MAJORITY, Move, Position, Stonehenge};

/// A fact about a piece that is put down. Lines are bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The mover is awarded these lines, and has so many then.
    Takes(u16, u32),
    /// The other player is awarded these lines, and has so many then.
    Gives(u16, u32),
    /// The other player could have been awarded these lines by a single piece, and now cannot.
    Denies(u16),
    /// The other player can be awarded these lines by the next piece.
    Leaves(u16),
    /// It is the mover's largest piece, and the largest then left is this one.
    SpendsLargest(u8, Option<u8>),
    /// It is one of the mover's smallest, with larger ones left.
    SpendsSmallest(u8),
}

/// The lines that the player to move can be awarded by one piece.
fn within_reach(game: &Stonehenge, pos: &Position) -> u16 {
    let mover = pos.to_move();
    game.moves(pos).fold(0, |lines, mv| {
        let mut next = *pos;
        game.play(&mut next, mv);
        lines | next.awarded(mover)
    }) & !pos.awarded(mover)
}

/// `line a`, `lines b and c`.
fn names(lines: u16) -> String {
    let names: Vec<String> = (0..16)
        .filter(|line| lines >> line & 1 != 0)
        .map(|line| line_name(line).to_string())
        .collect();
    format!("{} {}", if names.len() == 1 { "line" } else { "lines" }, list(&names))
}

impl Explain for Stonehenge {
    type Claim = Claim;

    fn claims(&self, pos: &Position, mv: Move) -> Vec<Claim> {
        let (mover, mut next, mut found) = (pos.to_move(), *pos, Vec::new());
        self.play(&mut next, mv);
        let new = |player| next.awarded(player) & !pos.awarded(player);
        for (player, claim) in
            [(mover, Claim::Takes as fn(u16, u32) -> Claim), (!mover, Claim::Gives)]
        {
            if new(player) != 0 {
                found.push(claim(new(player), next.awarded(player).count_ones()));
            }
        }
        let mut turned = *pos;
        turned.pass_turn();
        let (before, after) = (within_reach(self, &turned), within_reach(self, &next));
        let denied = before & !after & !new(!mover);
        if denied != 0 {
            found.push(Claim::Denies(denied));
        }
        if after & !before != 0 {
            found.push(Claim::Leaves(after & !before));
        }
        let hand = pos.hand(mover).pieces().collect::<Vec<u8>>();
        let (largest, smallest) = (hand.iter().max(), hand.iter().min());
        if largest == Some(&mv.piece()) && largest != smallest {
            let left = next.hand(mover).pieces().max();
            found.push(Claim::SpendsLargest(mv.piece(), left));
        } else if smallest == Some(&mv.piece()) && largest != smallest {
            found.push(Claim::SpendsSmallest(mv.piece()));
        }
        found
    }

    fn say(&self, pos: &Position, claim: &Claim, players: &[String; 2]) -> String {
        let other = &players[(!pos.to_move()).index()];
        match claim {
            Claim::Takes(lines, n) => {
                format!("takes {}, which makes {n} of the {MAJORITY} that win", names(*lines))
            }
            Claim::Gives(lines, n) => {
                format!(
                    "gives {other} {}, which makes {n} of the {MAJORITY} that win",
                    names(*lines)
                )
            }
            Claim::Denies(lines) => format!("keeps {other} from taking {} next", names(*lines)),
            Claim::Leaves(lines) => format!("lets {other} take {} next", names(*lines)),
            Claim::SpendsLargest(piece, Some(left)) => {
                format!("spends the {piece}, the largest piece; the next largest is {left}")
            }
            Claim::SpendsLargest(piece, None) => format!("spends the last piece, {piece}"),
            Claim::SpendsSmallest(piece) => {
                format!("spends only a {piece} and keeps the larger pieces")
            }
        }
    }

    fn turned(&self, pos: &Position) -> Option<Position> {
        let mut turned = *pos;
        turned.pass_turn();
        Some(turned)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::{LINES, PLAYERS};
    use super::*;
    use henge_core::Player;
    use henge_testkit::{claims_hold, explained};

    fn played(pos: &Position, mv: Move) -> Position {
        let mut next = *pos;
        Stonehenge.play(&mut next, mv);
        next
    }

    /// Who is to have a line by the rules in words: its pieces and holes on one side, the hands on the other.
    fn owner(pos: &Position, line: usize, filled_by: Player) -> Option<Player> {
        let sum = |player: Player| {
            let pieces = LINES[line].iter().filter_map(|&cell| pos.at(cell));
            pieces.filter(|(owner, _)| *owner == player).map(|(_, piece)| piece).sum::<u8>()
        };
        let holes = LINES[line].iter().filter(|&&cell| pos.at(cell).is_none()).count();
        let best = |player: Player| {
            let mut hand: Vec<u8> = pos.hand(player).pieces().collect();
            hand.sort_unstable_by(|a, b| b.cmp(a));
            sum(player) + hand.iter().take(holes).sum::<u8>()
        };
        let beats = |player: Player| match holes {
            0 if sum(player) == sum(!player) => player != filled_by,
            0 => sum(player) > sum(!player),
            _ => sum(player) >= best(!player),
        };
        Player::BOTH.into_iter().find(|&player| beats(player))
    }

    fn holds(pos: &Position, mv: Move, claim: &Claim) -> bool {
        let (mover, next) = (pos.to_move(), played(pos, mv));
        let each = |lines: u16, holds: &dyn Fn(usize) -> bool| {
            lines != 0 && (0..15).filter(|line| lines >> line & 1 != 0).all(holds)
        };
        let awarded = |lines: u16, player: Player, n: u32| {
            next.awarded(player).count_ones() == n
                && each(lines, &|line| {
                    pos.open_lines() >> line & 1 != 0 && owner(&next, line, mover) == Some(player)
                })
        };
        let can_have = |pos: &Position, line: usize| {
            let mover = pos.to_move();
            let mut moves = Stonehenge.moves(pos);
            moves.any(|mv| owner(&played(pos, mv), line, mover) == Some(mover))
        };
        let turned = Stonehenge.turned(pos).unwrap();
        match claim {
            Claim::Takes(lines, n) => awarded(*lines, mover, *n),
            Claim::Gives(lines, n) => awarded(*lines, !mover, *n),
            Claim::Denies(lines) => each(*lines, &|line| {
                can_have(&turned, line)
                    && (next.awarded(mover) >> line & 1 != 0 || !can_have(&next, line))
            }),
            Claim::Leaves(lines) => {
                each(*lines, &|line| can_have(&next, line) && !can_have(&turned, line))
            }
            Claim::SpendsLargest(piece, left) => {
                mv.piece() == *piece
                    && pos.hand(mover).pieces().all(|other| other <= *piece)
                    && next.hand(mover).pieces().max() == *left
            }
            Claim::SpendsSmallest(piece) => {
                mv.piece() == *piece && pos.hand(mover).pieces().all(|other| other >= *piece)
            }
        }
    }

    #[test]
    fn what_is_said_holds() {
        let kinds =
            ["Takes", "Gives", "Denies", "Leaves", "SpendsLargest", "SpendsSmallest", "Ends"];
        claims_hold(&Stonehenge, 12, &kinds, &holds);
    }

    #[test]
    fn thirty_positions_are_explained() {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reasons/stonehenge.txt");
        explained(&Stonehenge, &file, &PLAYERS.map(String::from), &holds);
    }
}
