//! What an evaluation of Connect Four that learns looks at.

use henge_core::{Eval, Features, Player};

use super::eval::Threats;
use super::lines::Counted;
use super::rules::{ConnectFour, Move, Position};

/// The cells alone: those of the player to move, those of the other, and who has begun. All that a
/// net needs, and too little for a sum.
#[derive(Clone, Copy, Debug)]
pub struct Cells {
    n_cells: usize,
}

impl Cells {
    /// For a board.
    pub fn new(game: &ConnectFour) -> Cells {
        Cells { n_cells: game.lines.cells() as usize }
    }
}

impl Features<ConnectFour> for Cells {
    fn name(&self) -> &'static str {
        "cells"
    }

    fn n_features(&self) -> usize {
        2 * self.n_cells + 1
    }

    fn each(&self, game: &ConnectFour, pos: &Position, found: &mut impl FnMut(u32, f32)) {
        let (own, mask) = pos.own_and_mask();
        let lines = &game.lines;
        for (set, begin) in [(own, 0), (mask ^ own, self.n_cells as u32)] {
            each_bit(set, |bit| {
                let (column, row) = (bit / lines.stride, bit % lines.stride);
                found(begin + column * lines.rows + row, 1.0);
            });
        }
        if pos.to_move() == Player::First {
            found(2 * self.n_cells as u32, 1.0);
        }
    }

    fn arrange(&self, game: &ConnectFour, pos: &Position, moves: &mut Vec<Move>) {
        Threats.arrange(game, pos, moves);
    }

    fn arranges(&self) -> bool {
        true
    }
}

/// Lines that can still be filled, by how many discs lie in them, threats by their cell, and who is
/// led to which threat when the columns fill up; all of it early and late in the game.
///
/// Nothing is known beforehand of what any of it is worth. Only the mirror is built in: a line and
/// its image share their coefficients.
#[derive(Clone, Debug)]
pub struct LinesAndThreats {
    /// The number of the line that begins at a cell, for each direction.
    line_at: [[u8; 64]; 4],
    /// The number of a cell.
    cell_at: [u8; 64],
    layout: Layout,
}

/// Where the kinds of features begin, in each of the two phases.
#[derive(Clone, Copy, Debug)]
struct Layout {
    n_lines: u32,
    n_cells: u32,
    /// An empty cell that completes four when a disc falls there.
    threats: u32,
    discs: u32,
    /// How many columns lead to a threat of either player.
    leads: u32,
    urgent: u32,
    tempo: u32,
    n: u32,
}

/// Discs in a line that has nothing of the opponent.
const COUNTS: u32 = 3;
/// So many columns in which somebody leads, or more.
const LEADS: u32 = 3;
/// What can be done at once: the mover completes four; the other threatens once, twice, or has a
/// second threat above the first.
const URGENT: u32 = 4;
const PHASES: u32 = 2;

impl LinesAndThreats {
    /// For a board.
    pub fn new(game: &ConnectFour) -> LinesAndThreats {
        let lines = &game.lines;
        let mirror = |set: u64| lines.mirror(set);
        let (mut line_at, mut cell_at) = ([[0; 64]; 4], [0; 64]);
        let mut seen: Vec<u64> = Vec::new();
        let mut number = |set: u64| {
            let set = set.min(mirror(set));
            let at = seen.iter().position(|&other| other == set).unwrap_or_else(|| {
                seen.push(set);
                seen.len() - 1
            });
            at as u8
        };
        for (direction, step) in lines.steps().into_iter().enumerate() {
            each_bit(lines.board, |bit| {
                let cells = [0, 1, 2, 3].map(|i| bit + i * step);
                if cells.iter().all(|&cell| cell < 64 && lines.board >> cell & 1 == 1) {
                    let set = cells.iter().fold(0, |set, cell| set | 1 << cell);
                    line_at[direction][bit as usize] = number(set);
                }
            });
        }
        let n_lines = seen.len() as u32;
        let mut seen: Vec<u64> = Vec::new();
        each_bit(lines.board, |bit| {
            let cell = (1 << bit).min(mirror(1 << bit));
            let at = seen.iter().position(|&other| other == cell).unwrap_or_else(|| {
                seen.push(cell);
                seen.len() - 1
            });
            cell_at[bit as usize] = at as u8;
        });
        let n_cells = seen.len() as u32;
        let threats = 2 * n_lines * COUNTS;
        let discs = threats + 2 * n_cells;
        let leads = discs + 2 * n_cells;
        let urgent = leads + LEADS * LEADS;
        let tempo = urgent + URGENT;
        let layout =
            Layout { n_lines, n_cells, threats, discs, leads, urgent, tempo, n: tempo + 2 };
        LinesAndThreats { line_at, cell_at, layout }
    }

    /// Columns in which each player leads: his lowest threat in a row that he will be led to, with
    /// nothing of that kind below it (see [`Threats`]).
    fn leads(game: &ConnectFour, threats: [u64; 2], playable: u64) -> [u32; 2] {
        let lines = &game.lines;
        let odd = lines.board & !lines.upper;
        let [one, two] = [threats[0] & odd & !playable, threats[1] & lines.upper & !playable];
        let mut leads = [0; 2];
        if one | two == 0 {
            return leads;
        }
        for column in 0..lines.columns {
            let column = lines.column(column);
            let lowest = |cells: u64| cells & cells.wrapping_neg();
            let (one, two) = (lowest(one & column), lowest(two & column));
            if one != 0 && (two == 0 || one < two) {
                leads[0] += 1;
            } else if two != 0 {
                leads[1] += 1;
            }
        }
        leads.map(|n: u32| n.min(LEADS - 1))
    }
}

impl Features<ConnectFour> for LinesAndThreats {
    fn name(&self) -> &'static str {
        "lines"
    }

    fn n_features(&self) -> usize {
        (PHASES * self.layout.n) as usize
    }

    fn each(&self, game: &ConnectFour, pos: &Position, found: &mut impl FnMut(u32, f32)) {
        let (lines, layout) = (&game.lines, &self.layout);
        let late = pos.plies() as f32 / lines.cells() as f32;
        let mut add = |i: u32, x: f32| {
            found(i, x * (1.0 - late));
            found(layout.n + i, x * late);
        };
        let (discs, mask, mover) = (pos.discs(), pos.own_and_mask().1, pos.to_move());
        let playable = lines.playable(mask);
        let threats = discs.map(|discs| lines.winning(discs, mask));
        for player in Player::BOTH {
            let p = player.index() as u32;
            let sign = if player == mover { 1.0 } else { -1.0 };
            let [own, other] = [discs[player.index()], discs[(!player).index()]];
            for (direction, step) in lines.steps().into_iter().enumerate() {
                let Some(Counted { open, ones, twos, .. }) = lines.counted(own, other, step) else {
                    continue;
                };
                each_bit(open & (ones | twos), |bit| {
                    let count = (ones >> bit & 1) + 2 * (twos >> bit & 1) - 1;
                    let line = u32::from(self.line_at[direction][bit as usize]);
                    add((p * layout.n_lines + line) * COUNTS + count as u32, sign);
                });
            }
            let mut each_cell = |set: u64, begin: u32| {
                each_bit(set, |bit| {
                    let cell = u32::from(self.cell_at[bit as usize]);
                    add(begin + p * layout.n_cells + cell, sign);
                });
            };
            each_cell(threats[player.index()] & !playable, layout.threats);
            each_cell(own, layout.discs);
        }
        let sign = if mover == Player::First { 1.0 } else { -1.0 };
        let [one, two] = Self::leads(game, threats, playable);
        add(layout.leads + one * LEADS + two, sign);
        let [own, other] = [mover, !mover].map(|player| threats[player.index()]);
        let (wins, loses) = (own & playable, other & playable);
        if wins != 0 {
            add(layout.urgent, 1.0);
        } else if loses & (loses.wrapping_sub(1)) != 0 {
            add(layout.urgent + 2, 1.0);
        } else if loses & (other >> 1) != 0 {
            add(layout.urgent + 3, 1.0);
        } else if loses != 0 {
            add(layout.urgent + 1, 1.0);
        }
        add(layout.tempo, 1.0);
        add(layout.tempo + 1, sign);
    }

    fn arrange(&self, game: &ConnectFour, pos: &Position, moves: &mut Vec<Move>) {
        Threats.arrange(game, pos, moves);
    }

    fn arranges(&self) -> bool {
        true
    }
}

#[inline(always)]
fn each_bit(mut set: u64, mut found: impl FnMut(u32)) {
    while set != 0 {
        found(set.trailing_zeros());
        set &= set - 1;
    }
}

#[cfg(test)]
mod tests {
    use henge_core::{Game, Notation, Symmetric};

    use super::*;

    fn sorted(features: &impl Features<ConnectFour>, pos: &Position) -> Vec<(u32, f32)> {
        let mut all = Vec::new();
        features.each(&ConnectFour::default(), pos, &mut |i, x| all.push((i, x)));
        all.sort_by(|a, b| a.partial_cmp(b).expect("no feature is NaN"));
        all
    }

    fn after(moves: &str) -> Position {
        let game = ConnectFour::default();
        let mut pos = game.start();
        for text in moves.split_whitespace() {
            let mv = game.read_move(&pos, text).expect("a legal move");
            game.play(&mut pos, mv);
        }
        pos
    }

    #[test]
    fn numbers_stay_within_the_set_on_boards_of_all_sizes() {
        for (columns, rows) in [(7, 6), (4, 4), (1, 1), (9, 6), (2, 31), (31, 1)] {
            let game = ConnectFour::new(columns, rows).expect("a board that fits");
            let (lines, cells) = (LinesAndThreats::new(&game), Cells::new(&game));
            let mut pos = game.start();
            while let Some(mv) = game.moves(&pos).last() {
                lines.each(&game, &pos, &mut |i, x| {
                    assert!((i as usize) < lines.n_features() && x.is_finite());
                });
                cells.each(&game, &pos, &mut |i, _| assert!((i as usize) < cells.n_features()));
                game.play(&mut pos, mv);
            }
        }
    }

    #[test]
    fn a_mirror_image_has_the_same_lines() {
        let game = ConnectFour::default();
        let features = LinesAndThreats::new(&game);
        for moves in ["", "1", "4 4 3 5 2", "1 2 1 2 1", "4 4 4 4 3 5 2 6 7"] {
            let pos = after(moves);
            assert_eq!(sorted(&features, &pos), sorted(&features, &game.image(1, &pos)), "{moves}");
        }
    }

    #[test]
    fn a_line_is_counted_by_its_discs() {
        let features = LinesAndThreats::new(&ConnectFour::default());
        let layout = features.layout;
        // Three of the first player on the bottom row, two of the second on top of them.
        let pos = after("1 1 2 2 3");
        let line = u32::from(features.line_at[1][0]);
        let early: f32 = sorted(&features, &pos)
            .iter()
            .filter(|(i, _)| *i == line * COUNTS + 2)
            .map(|(_, x)| x)
            .sum();
        assert!((early + (1.0 - 5.0 / 42.0)).abs() < 1e-6, "it is the other's to move: {early}");
        // The fourth cell can be taken at once, which is a matter of its own.
        assert!(
            !sorted(&features, &pos)
                .iter()
                .any(|(i, _)| (layout.threats..layout.discs).contains(i))
        );
        assert!(sorted(&features, &pos).iter().any(|(i, _)| *i == layout.urgent + 1));
    }
}
