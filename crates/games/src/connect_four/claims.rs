//! What a disc does besides winning at once and threatening to: threats higher up, and who will be led to them.

use henge_core::Game;
use henge_core::explain::{Explain, list};

use super::rules::{ConnectFour, Move, Position};

/// A fact about a disc. A cell is a column and a row, counted from 0 at the bottom left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// These cells, which nobody can reach yet, would now complete four.
    Aims(Vec<[u32; 2]>),
    /// One of them lies in a row that its owner gets when both only answer in the same column: odd for the first
    /// player, even for the second.
    GoodRow([u32; 2]),
    /// The cell above the disc would have won for the mover, and the other player can now take it.
    GivesUp([u32; 2]),
    /// The disc stands so that the cell above it wins for neither player.
    Safe,
}

impl ConnectFour {
    fn cells_of(&self, set: u64) -> Vec<[u32; 2]> {
        let cells = (0..64).filter(|cell| set >> cell & 1 != 0);
        cells.map(|cell| [cell / self.lines.stride, cell % self.lines.stride]).collect()
    }
}

/// `column 4, row 3`, as a person counts.
fn name([column, row]: [u32; 2]) -> String {
    format!("column {}, row {}", column + 1, row + 1)
}

impl Explain for ConnectFour {
    type Claim = Claim;

    fn claims(&self, pos: &Position, mv: Move) -> Vec<Claim> {
        let mut found = Vec::new();
        let mut next = *pos;
        self.play(&mut next, mv);
        if next.won {
            return found;
        }
        let (mover, lines) = (pos.to_move(), &self.lines);
        let own = |pos: &Position| pos.discs()[mover.index()];
        let other = |pos: &Position| pos.discs()[(!mover).index()];
        let mask = |pos: &Position| pos.own_and_mask().1;
        let [mine, mine_before] = [&next, pos].map(|pos| lines.winning(own(pos), mask(pos)));
        let cell = 1 << mv.cell();
        let new = mine & !mine_before & !lines.playable(mask(&next));
        if new != 0 {
            found.push(Claim::Aims(self.cells_of(new)));
            // The top row is even, so that the second player's rows are those of `upper`.
            let good = if mover.index() == 0 { !lines.upper } else { lines.upper };
            let best = self.cells_of(new & good).into_iter().min_by_key(|[_, row]| *row);
            let even = self.rows().is_multiple_of(2);
            found.extend(best.filter(|_| even).map(Claim::GoodRow));
        }
        // The cell above the disc is the next one to be filled there.
        let above = cell << 1 & lines.board;
        if mine & mine_before & above != 0 {
            found.push(Claim::GivesUp(self.cells_of(above)[0]));
        }
        let wins = [own(&next), other(&next)].map(|discs| lines.winning(discs, mask(&next)));
        if above != 0 && (wins[0] | wins[1]) & above == 0 && found.is_empty() {
            found.push(Claim::Safe);
        }
        found
    }

    fn say(&self, pos: &Position, claim: &Claim, players: &[String; 2]) -> String {
        let mover = pos.to_move();
        let (own, other) = (&players[mover.index()], &players[(!mover).index()]);
        let names =
            |cells: &[[u32; 2]]| list(&cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>());
        match claim {
            Claim::Aims(cells) => format!("makes a threat for later: four with {}", names(cells)),
            Claim::GoodRow([_, row]) => {
                let kind = if row % 2 == 0 { "odd" } else { "even" };
                format!(
                    "has that threat in an {kind} row, which is {own}'s when the columns fill up"
                )
            }
            Claim::GivesUp(cell) => format!("lets {other} block {own}'s threat at {}", name(*cell)),
            Claim::Safe => "leaves nothing to win above it".into(),
        }
    }

    /// The same discs with the other player to move, though the numbers of discs say otherwise.
    fn turned(&self, pos: &Position) -> Option<Position> {
        Some(pos.turned())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::PLAYERS;
    use super::*;
    use henge_core::explain::reasons;
    use henge_core::{Notation, Player};
    use henge_testkit::{claims_hold, explained};

    /// Does `player` have four once a disc of theirs is in a cell, counted along the board by hand?
    fn wins(game: &ConnectFour, pos: &Position, player: Player, [column, row]: [u32; 2]) -> bool {
        let has = |x: i32, y: i32| {
            let cell = (u32::try_from(x), u32::try_from(y));
            let (Ok(x), Ok(y)) = cell else { return false };
            [x, y] == [column, row] || game.disc(pos, x, y) == Some(player)
        };
        let (x, y) = (column as i32, row as i32);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| {
            (0..4).any(|back| (0..4).all(|k| has(x + (k - back) * dx, y + (k - back) * dy)))
        })
    }

    fn holds(game: &ConnectFour, pos: &Position, mv: Move, claim: &Claim) -> bool {
        let mover = pos.to_move();
        let mut next = *pos;
        game.play(&mut next, mv);
        let place = [game.column(mv), game.row(mv)];
        let above = [place[0], place[1] + 1];
        let empty = |[column, row]: [u32; 2]| game.disc(&next, column, row).is_none();
        let reachable = |[column, row]: [u32; 2]| row == 0 || !empty([column, row - 1]);
        match claim {
            Claim::Aims(cells) => cells.iter().all(|&cell| {
                empty(cell)
                    && !reachable(cell)
                    && wins(game, &next, mover, cell)
                    && !wins(game, pos, mover, cell)
            }),
            Claim::GoodRow(cell) => {
                wins(game, &next, mover, *cell) && (cell[1] % 2 == 0) == (mover == Player::First)
            }
            Claim::GivesUp(cell) => *cell == above && wins(game, pos, mover, above),
            Claim::Safe => Player::BOTH.iter().all(|&player| !wins(game, &next, player, above)),
        }
    }

    #[test]
    fn what_is_said_holds() {
        let game = ConnectFour::default();
        let kinds =
            ["Aims", "GoodRow", "GivesUp", "Safe", "Stops", "Threatens", "Double", "Allows"];
        claims_hold(&game, 60, &kinds, &|pos, mv, claim| holds(&game, pos, mv, claim));
        let small = ConnectFour::new(5, 5).unwrap();
        claims_hold(&small, 30, &[], &|pos, mv, claim| holds(&small, pos, mv, claim));
    }

    #[test]
    fn zugzwang_is_seen() {
        let game = ConnectFour::default();
        let text = "xxxooo./ooxoxo./xoxxxo./xxoooxx/oooxoxx/xxxoxoo o";
        let pos = game.read_position(text).unwrap();
        let mv = game.moves(&pos).next().unwrap();
        let said = reasons(&game, &pos, mv, &PLAYERS.map(String::from));
        assert_eq!(said[0], "7 puts Red in zugzwang: every reply lets Yellow win at once.");
    }

    #[test]
    fn thirty_positions_are_explained() {
        let game = ConnectFour::default();
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reasons/connect-four.txt");
        let players = PLAYERS.map(String::from);
        explained(&game, &file, &players, &|pos, mv, claim| holds(&game, pos, mv, claim));
    }
}
