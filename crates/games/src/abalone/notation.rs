//! Moves as Aba-Pro writes them: in line the cell of the last marble and the cell it goes to, `a1b2`; broadside both ends of
//! the row and the cell the first end goes to, `c3c5d3`. A position is the rows from the top, `x` for black marbles, `o` for
//! white ones and `.` for empty cells, whose turn it is, and the plies without a marble pushed out, if they are counted:
//! `ooooo/oooooo/..ooo../......../........./......../..xxx../xxxxxx/xxxxx x`.

use henge_core::{Game, Notation, NotationError, Player, Turn};

use super::cells::{BOARD, STEPS, beside, bit, name, named};
use super::moves::{Move, Shape};
use super::rules::{Abalone, Position};

pub(super) const SIGNS: [char; 2] = ['x', 'o'];

/// The cells of each row from the top.
pub(super) fn rows() -> impl Iterator<Item = impl Iterator<Item = u32>> {
    (0..9u32).rev().map(|row| {
        (0..9u32).map(move |number| bit(row, number)).filter(|cell| BOARD >> cell & 1 != 0)
    })
}

/// The direction from a cell to one beside it.
fn direction(from: u32, to: u32) -> Option<usize> {
    let by = to as i32 - from as i32;
    STEPS.iter().position(|step| *step == by)
}

/// The move that a text means, legal or not.
fn any_move(text: &str) -> Option<Move> {
    let (first, rest) = named(text)?;
    let (second, rest) = named(rest.trim_start_matches('-'))?;
    if rest.is_empty() {
        return Move::new(first, Shape::Line { direction: direction(first, second)? });
    }
    let (target, rest) = named(rest.trim_start_matches('-'))?;
    if !rest.is_empty() {
        return None;
    }
    // Either end may come first.
    let sideways = direction(first, target)?;
    (2..=3).find_map(|marbles| {
        (0..6).find_map(|along| {
            let last = (1..marbles).fold(first, |cell, _| beside(cell, along));
            let cell = if along < 3 { first } else { second };
            let shape = Shape::Broadside { axis: along % 3, marbles, direction: sideways };
            (last == second).then(|| Move::new(cell, shape)).flatten()
        })
    })
}

impl Abalone {
    fn why_not(&self, pos: &Position, text: &str) -> &'static str {
        let (own, other) = (pos.marbles(pos.to_move()), pos.marbles(!pos.to_move()));
        let cell = named(text).map_or(0, |(cell, _)| cell);
        if own >> cell & 1 == 0 {
            return "that row does not begin with an own marble";
        }
        match any_move(text).map(Move::shape) {
            Some(Shape::Line { direction }) => {
                let mut at = cell;
                let mut marbles = 0;
                while own >> at & 1 != 0 {
                    at = beside(at, direction);
                    marbles += 1;
                }
                let mut pushed = 0;
                let mut behind = at;
                while other >> behind & 1 != 0 {
                    behind = beside(behind, direction);
                    pushed += 1;
                }
                match () {
                    () if marbles > 3 => "at most three marbles move at once",
                    () if BOARD >> at & 1 == 0 => "own marbles are not pushed over the edge",
                    () if pushed >= marbles => "a row pushes only fewer marbles than it has",
                    () => "an own marble lies behind those that would be pushed",
                }
            }
            _ => "broadside, two or three own marbles in a row all move into empty cells",
        }
    }
}

impl Notation for Abalone {
    fn write_move(&self, _: &Position, mv: Move) -> String {
        match mv.shape() {
            Shape::Line { direction } => name(mv.cell()) + &name(beside(mv.cell(), direction)),
            Shape::Broadside { axis, marbles, direction } => {
                let last = (1..marbles).fold(mv.cell(), |cell, _| beside(cell, axis));
                name(mv.cell()) + &name(last) + &name(beside(mv.cell(), direction))
            }
        }
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, NotationError> {
        let expected = match any_move(text) {
            None => {
                "a move such as a1b2 in line or c3c5d3 broadside; cells go from a1 to i9".into()
            }
            Some(_) if matches!(self.turn(pos), Turn::Over(_)) => {
                "a legal move: the game is over".into()
            }
            Some(mv) if self.moves(pos).any(|legal| legal == mv) => return Ok(mv),
            Some(_) => format!("a legal move: {}", self.why_not(pos, text)),
        };
        Err(NotationError::new(text, expected))
    }

    fn write_position(&self, pos: &Position) -> String {
        let sign = |cell: u32| {
            let has = |player: &Player| pos.marbles(*player) >> cell & 1 != 0;
            Player::BOTH.iter().position(has).map_or('.', |player| SIGNS[player])
        };
        let rows: Vec<String> = rows().map(|row| row.map(sign).collect()).collect();
        let idle = if pos.idle > 0 { format!(" {}", pos.idle) } else { String::new() };
        format!("{} {}{idle}", rows.join("/"), SIGNS[pos.to_move().index()])
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |why: &str| {
            let example = self.write_position(&self.start());
            NotationError::new(text, format!("a position such as {example}: {why}"))
        };
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let (board, side, idle) = match words[..] {
            [board, side] => (board, side, "0"),
            [board, side, idle] => (board, side, idle),
            _ => return Err(wrong("nine rows, and whose turn it is")),
        };
        let to_move = match side {
            "x" | "X" => Player::First,
            "o" | "O" => Player::Second,
            _ => return Err(wrong("whose turn it is, is said by x or o")),
        };
        let idle = idle.parse().map_err(|_| wrong("plies are counted by a number"))?;
        let given: Vec<&str> = board.split('/').collect();
        if given.len() != 9 {
            return Err(wrong(&format!("it has {} rows and not 9", given.len())));
        }
        let mut marbles = [0u128; 2];
        for (cells, signs) in rows().zip(given) {
            let cells: Vec<u32> = cells.collect();
            if cells.len() != signs.chars().count() {
                let row = name(cells[0]);
                return Err(wrong(&format!("the row of {row} has {} cells", cells.len())));
            }
            for (cell, sign) in cells.into_iter().zip(signs.chars()) {
                match sign {
                    'x' | 'X' => marbles[0] |= 1 << cell,
                    'o' | 'O' => marbles[1] |= 1 << cell,
                    '.' => {}
                    _ => {
                        return Err(wrong(&format!(
                            "{} should be x, o or ., not {sign:?}",
                            name(cell)
                        )));
                    }
                }
            }
        }
        self.checked(marbles, to_move, idle).map_err(|why| wrong(&why))
    }
}
