//! A position in words. The thesis of 1972 ends with the wish for "not a numerical utility-like value but a
//! description-like expression", and Golomb advises to leave room for an even number of pieces.

use henge_core::{Game, Turn};

use super::notation::list;
use super::pieces::PieceName;
use super::rules::{Pentominoes, Position};

/// A region in which pieces still fit.
struct Area {
    squares: u64,
    /// The pieces that fit there, piece i as bit i.
    pieces: u16,
}

impl Pentominoes {
    /// Where there is still room, for which pieces, and for how many moves.
    pub fn describe(&self, pos: &Position) -> Vec<String> {
        if let Turn::Over(_) = self.turn(pos) {
            let free = pos.free().count_ones();
            return vec![format!("Nothing fits any more; {free} squares stay empty.")];
        }
        let areas = self.areas(pos);
        let fitting = areas.iter().fold(0, |all, area| all | area.pieces);
        let names = |set: u16| list(PieceName::all().filter(|piece| set >> piece.index() & 1 != 0));
        let mut told = Vec::new();
        let useless = pos.left() & !fitting;
        let left = names(fitting);
        told.push(match useless {
            0 => format!("Every piece that is left still fits somewhere: {left}."),
            _ => format!("{left} still fit somewhere, {} nowhere.", names(useless)),
        });
        let place = |area: &Area| {
            let (n, first) = (area.squares.count_ones(), area.squares.trailing_zeros() + 1);
            format!("{n} squares from {first} on for {}", names(area.pieces))
        };
        told.push(match &areas[..] {
            [area] => format!("There is room in one area: {}.", place(area)),
            all => {
                let places: Vec<String> = all.iter().map(place).collect();
                format!("There is room in {} areas: {}.", all.len(), places.join("; "))
            }
        });
        if self.has_equal(&areas) {
            told.push(
                "Two areas have the same shape: what is played in one may be answered in the other.".into(),
            );
        }
        let room: u32 = areas.iter().map(|area| self.most_in(area)).sum();
        let most = room.min(fitting.count_ones());
        let who = if most.is_multiple_of(2) { "other player" } else { "player to move" };
        told.push(match most {
            1 => "One more move ends the game: the player to move makes it.".into(),
            _ => format!(
                "At most {most} more moves fit; if it comes to all of them, the {who} makes the last one."
            ),
        });
        told
    }

    /// No more pieces than this fit into an area.
    fn most_in(&self, area: &Area) -> u32 {
        (area.squares.count_ones() / 5).min(area.pieces.count_ones())
    }

    fn areas(&self, pos: &Position) -> Vec<Area> {
        let moves: Vec<(u64, u16)> =
            self.moves(pos).map(|mv| (self.squares(mv), 1 << mv.piece().index())).collect();
        let mut alive = moves.iter().fold(0, |all, (squares, _)| all | squares);
        let mut areas = Vec::new();
        while alive != 0 {
            let mut squares = alive & alive.wrapping_neg();
            loop {
                let grown = self.grown(squares) & alive;
                if grown == squares {
                    break;
                }
                squares = grown;
            }
            alive &= !squares;
            let there = moves.iter().filter(|(mv, _)| mv & squares != 0);
            let pieces = there.fold(0, |all, (_, piece)| all | piece);
            areas.push(Area { squares, pieces });
        }
        areas
    }

    /// In how many areas there is room.
    pub(super) fn n_areas(&self, pos: &Position) -> u32 {
        self.areas(pos).len() as u32
    }

    /// Do two areas have the same shape, turned or flipped as they may be?
    fn has_equal(&self, areas: &[Area]) -> bool {
        let mut shapes: Vec<_> = areas.iter().map(|area| self.shape(area.squares)).collect();
        shapes.sort_unstable();
        shapes.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Squares without their place: of eight images that with the smallest list.
    fn shape(&self, squares: u64) -> Vec<(usize, usize)> {
        let places = (0..self.n_squares()).filter(|square| squares >> square & 1 != 0);
        let places: Vec<_> =
            places.map(|square| (square % self.columns(), square / self.columns())).collect();
        let image = |symmetry: u32| {
            let turned = places.iter().map(|&(x, y)| {
                let x = if symmetry & 1 != 0 { 63 - x } else { x };
                let y = if symmetry & 2 != 0 { 63 - y } else { y };
                if symmetry & 4 != 0 { (y, x) } else { (x, y) }
            });
            let turned: Vec<_> = turned.collect();
            let left = turned.iter().map(|&(x, _)| x).min().unwrap_or(0);
            let top = turned.iter().map(|&(_, y)| y).min().unwrap_or(0);
            let mut moved: Vec<_> = turned.into_iter().map(|(x, y)| (x - left, y - top)).collect();
            moved.sort_unstable();
            moved
        };
        (0..8).map(image).min().unwrap_or_default()
    }

    /// Some squares and those beside them.
    fn grown(&self, squares: u64) -> u64 {
        let columns = self.columns();
        let ends = (0..self.rows()).fold(0u64, |all, row| all | 1 << (row * columns));
        let lasts = ends.checked_shl(columns as u32 - 1).unwrap_or(0);
        let beside = (squares & !lasts) << 1 | (squares & !ends) >> 1;
        let down = squares.checked_shl(columns as u32).unwrap_or(0);
        let up = squares.checked_shr(columns as u32).unwrap_or(0);
        squares | beside | down | up
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use henge_core::Notation;

    fn told(size: (u32, u32), moves: &str) -> Vec<String> {
        let game = Pentominoes::new(size.0, size.1).unwrap();
        let mut pos = game.start();
        for text in moves.split_whitespace() {
            let mv = game.read_move(&pos, text).unwrap();
            game.play(&mut pos, mv);
        }
        game.describe(&pos)
    }

    #[test]
    fn areas_pieces_and_how_many_moves_fit() {
        let moves = "P1@31 T3@22 L8@24 X1@8 F1@46 Y5@5 N7@34";
        assert_eq!(
            told((6, 10), moves),
            [
                "Every piece that is left still fits somewhere: I U V W Z.",
                "There is room in one area: 18 squares from 33 on for I U V W Z.",
                "At most 3 more moves fit; if it comes to all of them, the player to move makes the last one.",
            ]
        );
        let late = told((6, 10), &format!("{moves} I2@57"));
        assert_eq!(late[0], "U W Z still fit somewhere, V nowhere.");
        let over = told((6, 10), &format!("{moves} I2@57 U2@44"));
        // Nine pieces of five squares.
        assert_eq!(over, ["Nothing fits any more; 15 squares stay empty."]);
    }

    #[test]
    fn equal_areas_are_told() {
        // An I across the middle of five columns and nine rows.
        let halves = told((5, 9), "I2@23");
        assert_eq!(
            halves[2],
            "Two areas have the same shape: what is played in one may be answered in the other."
        );
        assert_eq!(told((5, 9), "I2@18").len(), 3);
    }

    #[test]
    fn the_empty_board_is_one_area() {
        let start = told((6, 10), "");
        assert!(start[1].starts_with("There is room in one area: 60 squares from 1 on for F I L"));
        assert!(start[2].starts_with("At most 12 more moves fit"));
        // Rows are no neighbours round the edge.
        assert_eq!(
            told((1, 5), "")[2],
            "One more move ends the game: the player to move makes it."
        );
    }
}
