//! What a piece does: the room it leaves, the pieces for which there is none any more, and how many moves are left.

use henge_core::Game;
use henge_core::explain::{Explain, list};

use super::pieces::PieceName;
use super::rules::{Move, Pentominoes, Position};

/// A fact about a piece that is placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The fewest and the most pieces that can still be placed, whatever both players do.
    Rest(u32, u32),
    /// These pieces, as bits, are left, and fitted before the move, but nowhere after it.
    ShutsOut(u16),
    /// The room for further pieces is now in so many areas; before the move it was in fewer.
    Splits(u32),
    /// So many moves are left of so many.
    Leaves(u32, u32),
}

/// Beyond so many moves nobody follows all ways to the end.
const MOST_MOVES: usize = 80;

impl Pentominoes {
    /// The pieces that fit somewhere, as bits.
    fn fitting_pieces(&self, pos: &Position) -> u16 {
        self.moves(pos).fold(0, |all, mv| all | 1 << mv.piece().index())
    }

    /// The fewest and the most moves until nothing fits; `None` once `left` positions have been looked at.
    fn rest(&self, pos: &Position, left: &mut u32) -> Option<(u32, u32)> {
        let mut found: Option<(u32, u32)> = None;
        for mv in self.moves(pos) {
            *left = left.checked_sub(1)?;
            let mut next = *pos;
            self.play(&mut next, mv);
            let (least, most) = self.rest(&next, left)?;
            let (least, most) = (least + 1, most + 1);
            found = Some(match found {
                Some((a, b)) => (a.min(least), b.max(most)),
                None => (least, most),
            });
        }
        Some(found.unwrap_or((0, 0)))
    }
}

impl Explain for Pentominoes {
    type Claim = Claim;

    fn claims(&self, pos: &Position, mv: Move) -> Vec<Claim> {
        let (mut next, mut found) = (*pos, Vec::new());
        self.play(&mut next, mv);
        let (before, after) = (self.moves(pos).count(), self.moves(&next).count());
        if after == 0 {
            return found;
        }
        if after <= MOST_MOVES {
            let rest = self.rest(&next, &mut 100_000);
            found.extend(rest.map(|(least, most)| Claim::Rest(least, most)));
        }
        let shut = self.fitting_pieces(pos) & next.left() & !self.fitting_pieces(&next);
        if shut != 0 {
            found.push(Claim::ShutsOut(shut));
        }
        let areas = [pos, &next].map(|pos| self.n_areas(pos));
        if areas[1] > areas[0] {
            found.push(Claim::Splits(areas[1]));
        }
        found.push(Claim::Leaves(after as u32, before as u32));
        found
    }

    fn say(&self, pos: &Position, claim: &Claim, players: &[String; 2]) -> String {
        let mover = pos.to_move();
        let (own, other) = (&players[mover.index()], &players[(!mover).index()]);
        match claim {
            Claim::Rest(1, 1) => format!("leaves one more move, which {other} makes and wins"),
            Claim::Rest(least, most) if least == most => {
                let last = if least % 2 == 0 { own } else { other };
                format!("leaves exactly {least} more moves, so that {last} makes the last one")
            }
            Claim::Rest(least, most) => format!("leaves {least} to {most} more moves"),
            Claim::ShutsOut(pieces) => {
                let names = PieceName::all().filter(|piece| pieces >> piece.index() & 1 != 0);
                let names: Vec<String> = names.map(|piece| piece.to_string()).collect();
                format!("leaves no room for {}", list(&names))
            }
            Claim::Splits(n) => format!("splits the room into {n} areas"),
            Claim::Leaves(after, before) => {
                format!("leaves {after} of {before} ways to place a piece")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::PLAYERS;
    use super::*;
    use henge_testkit::{claims_hold, explained};

    /// The lengths of all games from here, as bits.
    fn lengths(game: &Pentominoes, pos: &Position) -> u32 {
        let after = game.moves(pos).map(|mv| {
            let mut next = *pos;
            game.play(&mut next, mv);
            lengths(game, &next) << 1
        });
        after.fold(0, |all, lengths| all | lengths).max(1)
    }

    /// Groups of squares on which pieces fit, square by square.
    fn n_areas(game: &Pentominoes, pos: &Position) -> u32 {
        let covered = game.moves(pos).fold(0, |all, mv| all | game.squares(mv));
        let (columns, mut left, mut n) = (game.columns(), covered, 0);
        while left != 0 {
            n += 1;
            let mut border = vec![left.trailing_zeros() as usize];
            while let Some(at) = border.pop() {
                if left >> at & 1 == 0 {
                    continue;
                }
                left &= !(1 << at);
                let (x, y) = (at % columns, at / columns);
                border.extend((x > 0).then(|| at - 1));
                border.extend((x + 1 < columns).then(|| at + 1));
                border.extend((y > 0).then(|| at - columns));
                border.extend((y + 1 < game.rows()).then(|| at + columns));
            }
        }
        n
    }

    fn holds(game: &Pentominoes, pos: &Position, mv: Move, claim: &Claim) -> bool {
        let mut next = *pos;
        game.play(&mut next, mv);
        match claim {
            Claim::Rest(least, most) => {
                let all = lengths(game, &next);
                all.trailing_zeros() == *least && 31 - all.leading_zeros() == *most
            }
            Claim::ShutsOut(pieces) => {
                PieceName::all().filter(|piece| pieces >> piece.index() & 1 != 0).all(|piece| {
                    let fits = |pos: &Position| game.moves(pos).any(|mv| mv.piece() == piece);
                    fits(pos) && !fits(&next) && mv.piece() != piece
                })
            }
            Claim::Splits(n) => n_areas(game, &next) == *n && n_areas(game, pos) < *n,
            Claim::Leaves(after, before) => {
                game.moves(&next).collect::<Vec<_>>().len() as u32 == *after
                    && game.moves(pos).collect::<Vec<_>>().len() as u32 == *before
            }
        }
    }

    #[test]
    fn what_is_said_holds() {
        let game = Pentominoes::default();
        let kinds = ["Rest", "ShutsOut", "Splits", "Leaves", "Ends"];
        claims_hold(&game, 8, &kinds, &|pos, mv, claim| holds(&game, pos, mv, claim));
    }

    #[test]
    fn thirty_positions_are_explained() {
        let game = Pentominoes::default();
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reasons/pentominoes.txt");
        let players = PLAYERS.map(String::from);
        explained(&game, &file, &players, &|pos, mv, claim| holds(&game, pos, mv, claim));
    }
}
