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
