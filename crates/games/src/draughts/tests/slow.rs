//! Legal moves by plain recursion over an array of squares. It reads the parameters of a variant and
//! shares no code with the generator: squares are rows and columns here, and there are no bits.

use std::collections::BTreeSet;

use henge_core::{Game, Player};

use crate::draughts::{
    AboutTurn, Draughts, King, Landing, Lifted, Lines, ManCaptures, ManTakes, Position, Priority,
    Promotion, Rules, Word,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    Empty,
    Man(Player),
    King(Player),
    /// Captured, and still in the way.
    Ghost,
}

type At = (i32, i32);

/// Rows and columns as White sees them; `up` is the direction of White's men.
#[derive(Clone)]
struct Table {
    cells: Vec<Vec<Cell>>,
    rules: &'static Rules,
    /// Which way the men of the first player go.
    first_goes: i32,
}

/// From, to, and the captured squares.
type Plain = (At, At, BTreeSet<At>);

/// A capture with what decides about its rank.
struct Found {
    mv: Plain,
    by_king: bool,
    /// For each captured piece in order: was it a king?
    kings: Vec<bool>,
}

impl Table {
    fn new<W: Word>(game: &Draughts<W>, pos: &Position<W>) -> Table {
        let rules = game.rules();
        let mut cells = vec![vec![Cell::Empty; rules.width.into()]; rules.height.into()];
        for square in game.squares().all() {
            let bit = W::bit(square.bit);
            for player in Player::BOTH {
                let cell = &mut cells[square.row as usize][square.column as usize];
                if !(pos.men(player) & bit).is_empty() {
                    *cell = Cell::Man(player);
                }
                if !(pos.kings(player) & bit).is_empty() {
                    *cell = Cell::King(player);
                }
            }
        }
        let first_goes = if rules.first == crate::draughts::Colour::White { 1 } else { -1 };
        Table { cells, rules, first_goes }
    }

    fn get(&self, (row, column): At) -> Option<Cell> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn set(&mut self, (row, column): At, cell: Cell) {
        self.cells[row as usize][column as usize] = cell;
    }

    fn forward(&self, player: Player) -> i32 {
        if player == Player::First { self.first_goes } else { -self.first_goes }
    }

    fn last_row(&self, player: Player) -> i32 {
        if self.forward(player) > 0 { i32::from(self.rules.height) - 1 } else { 0 }
    }

    /// Unit steps; along rows and columns the next dark square is two away.
    fn capture_steps(&self) -> Vec<At> {
        let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        match self.rules.lines {
            Lines::Diagonal => diagonal.to_vec(),
            Lines::Orthogonal => straight.to_vec(),
            Lines::Both => {
                diagonal.into_iter().chain(straight.map(|(r, c)| (2 * r, 2 * c))).collect()
            }
        }
    }

    fn move_steps(&self) -> Vec<At> {
        let steps = self.capture_steps().into_iter();
        steps.filter(|(r, c)| r.abs() < 2 && c.abs() < 2).collect()
    }

    fn man_may_capture(&self, player: Player, (row, _): At) -> bool {
        let ahead = row * self.forward(player);
        match self.rules.man_captures {
            ManCaptures::Everywhere => true,
            ManCaptures::Forward => ahead > 0,
            ManCaptures::ForwardAndSideways => ahead >= 0,
        }
    }

    fn is_enemy(&self, cell: Cell, player: Player, by_king: bool) -> bool {
        match cell {
            Cell::Man(other) => other != player,
            Cell::King(other) => {
                other != player && (by_king || self.rules.man_takes == ManTakes::All)
            }
            _ => false,
        }
    }

    /// All ways to take one piece from here: the piece and the landing squares behind it.
    fn jumps(
        &self,
        at: At,
        player: Player,
        king: bool,
        came: Option<At>,
    ) -> Vec<(At, Vec<At>, At)> {
        let mut jumps = Vec::new();
        for (dr, dc) in self.capture_steps() {
            let back = came == Some((-dr, -dc));
            if king && back && self.rules.about_turn == AboutTurn::Forbidden {
                continue;
            }
            if !king && !self.man_may_capture(player, (dr, dc)) {
                continue;
            }
            let flies = king && self.rules.king == King::Flying;
            let mut piece = (at.0 + dr, at.1 + dc);
            while flies && self.get(piece) == Some(Cell::Empty) {
                piece = (piece.0 + dr, piece.1 + dc);
            }
            let Some(cell) = self.get(piece) else { continue };
            if !self.is_enemy(cell, player, king) {
                continue;
            }
            let mut landings = Vec::new();
            let mut landing = (piece.0 + dr, piece.1 + dc);
            while self.get(landing) == Some(Cell::Empty) {
                landings.push(landing);
                if !flies || self.rules.landing == Landing::Behind {
                    break;
                }
                landing = (landing.0 + dr, landing.1 + dc);
            }
            if !landings.is_empty() {
                jumps.push((piece, landings, (dr, dc)));
            }
        }
        jumps
    }

    /// Follows captures; `piece` is not on the board while it flies.
    fn follow(
        &self,
        start: (At, bool, Player),
        at: At,
        king: bool,
        came: Option<At>,
        taken: &mut Vec<(At, bool)>,
        found: &mut Vec<Found>,
    ) -> bool {
        let player = start.2;
        let jumps = self.jumps(at, player, king, came);
        for (piece, landings, step) in &jumps {
            let was_king = matches!(self.get(*piece), Some(Cell::King(_)));
            let mut after = self.clone();
            let left = if self.rules.lifted == Lifted::AtOnce { Cell::Empty } else { Cell::Ghost };
            after.set(*piece, left);
            taken.push((*piece, was_king));
            let mut ends = Vec::new();
            let mut goes_on = false;
            for &landing in landings {
                let at_end = !king && landing.0 == self.last_row(player);
                let on = match self.rules.promotion {
                    Promotion::Stop if at_end => false,
                    Promotion::Continue if at_end => {
                        after.follow(start, landing, true, Some(*step), taken, found)
                    }
                    _ => after.follow(start, landing, king, Some(*step), taken, found),
                };
                goes_on |= on;
                ends.push(landing);
            }
            if !goes_on {
                if self.rules.landing == Landing::BehindLastKing && was_king {
                    ends.truncate(1);
                }
                for end in ends {
                    let squares = taken.iter().map(|(at, _)| *at).collect();
                    let kings = taken.iter().map(|(_, king)| *king).collect();
                    found.push(Found { mv: (start.0, end, squares), by_king: start.1, kings });
                }
            }
            taken.pop();
        }
        !jumps.is_empty()
    }

    /// What makes a capture better than others, the most important first.
    fn rank(&self, found: &Found) -> Vec<i64> {
        let n = found.kings.len() as i64;
        let kings = found.kings.iter().filter(|king| **king).count() as i64;
        let by_king = i64::from(found.by_king);
        match self.rules.priority {
            Priority::Any => vec![],
            Priority::KingFirst => vec![by_king],
            Priority::Most => vec![n],
            Priority::MostThenKings => vec![n, kings],
            Priority::Italian => {
                let order = found.kings.iter().map(|king| i64::from(*king));
                [n, by_king, kings].into_iter().chain(order).collect()
            }
            // A man counts 100, a king 199.
            Priority::Value => vec![100 * n + 99 * kings, by_king],
        }
    }

    fn moves(&self, player: Player, tired: Option<At>) -> BTreeSet<Plain> {
        let mut found = Vec::new();
        let mut quiet = BTreeSet::new();
        for row in 0..i32::from(self.rules.height) {
            for column in 0..i32::from(self.rules.width) {
                let at = (row, column);
                let king = match self.get(at) {
                    Some(Cell::Man(owner)) if owner == player => false,
                    Some(Cell::King(owner)) if owner == player => true,
                    _ => continue,
                };
                let mut without = self.clone();
                without.set(at, Cell::Empty);
                without.follow((at, king, player), at, king, None, &mut Vec::new(), &mut found);
                if tired == Some(at) {
                    continue;
                }
                for (dr, dc) in self.move_steps() {
                    let ahead = dr * self.forward(player);
                    let sideways = self.rules.lines == Lines::Orthogonal && ahead == 0;
                    if !king && ahead <= 0 && !sideways {
                        continue;
                    }
                    let mut to = (row + dr, column + dc);
                    while self.get(to) == Some(Cell::Empty) {
                        quiet.insert((at, to, BTreeSet::new()));
                        if !king || self.rules.king == King::Short {
                            break;
                        }
                        to = (to.0 + dr, to.1 + dc);
                    }
                }
            }
        }
        match found.iter().map(|found| self.rank(found)).max() {
            None => quiet,
            Some(best) => {
                let legal = found.into_iter().filter(|found| self.rank(found) == best);
                legal.map(|found| found.mv).collect()
            }
        }
    }
}

/// Compares the moves of a position, and of those that follow, with those of the game.
pub fn compare<W: Word>(game: &Draughts<W>, pos: &Position<W>, depth: u32) {
    let place = |bit: u32| {
        let square = game.squares().of(bit).unwrap();
        (square.row as i32, square.column as i32)
    };
    let moves: Vec<_> = game.moves(pos).collect();
    let plain = |mv: &crate::draughts::Move<W>| {
        let all = game.squares().all().iter();
        let captured = all.filter(|square| !(mv.captured() & W::bit(square.bit)).is_empty());
        let captured = captured.map(|square| place(square.bit)).collect();
        (place(mv.from()), place(mv.to()), captured)
    };
    let fast: BTreeSet<Plain> = moves.iter().map(plain).collect();
    assert_eq!(fast.len(), moves.len(), "moves come once: {pos:?}");
    if pos.drawn {
        return;
    }
    let me = pos.to_move();
    let tired = game.rules().king_moves.and_then(|most| pos.streaks[me.index()].tired(most));
    let slow = Table::new(game, pos).moves(me, tired.map(place));
    assert!(fast == slow, "{}: {}\n{fast:?}\n{slow:?}", game.rules().variant, game.write_fen(pos));
    if depth > 1 {
        for mv in moves {
            let mut next = *pos;
            game.play(&mut next, mv);
            compare(game, &next, depth - 1);
        }
    }
}
