use henge_core::depict::{Hue, Kind, Label, Outline, Piece, Point, Shape, Site};
use henge_core::{Board, Depict, NotationError, Player, Scene, SiteId};

use super::PLAYERS;
use super::notation::{MEN, square_name};
use super::rules::{Breakthrough, Move, Position, STRIDE};

impl Breakthrough {
    fn site(&self, square: u32) -> SiteId {
        SiteId((square / STRIDE * self.columns() + square % STRIDE) as u16)
    }
}

impl Depict for Breakthrough {
    /// White is below.
    fn board(&self) -> Board {
        let point = |column: f32, row: f32| Point::new(column, self.rows() as f32 - 1.0 - row);
        let site = |square: u32| {
            let (column, row) = (square % STRIDE, square / STRIDE);
            Site {
                name: square_name(square),
                at: point(column as f32, row as f32),
                outline: Outline::Square,
                tint: 1 - ((column + row) % 2) as u8,
            }
        };
        let columns = (0..self.columns()).map(|column| Label {
            text: char::from(b'a' + column as u8).into(),
            at: point(column as f32, -1.0),
        });
        let rows = (0..self.rows())
            .map(|row| Label { text: (row + 1).to_string(), at: point(-1.0, row as f32) });
        let kind = |player: Player| Kind {
            name: format!("{} man", PLAYERS[player.index()].to_lowercase()),
            owner: Some(player),
            shape: Shape::Stone,
            hue: Hue::named(PLAYERS[player.index()]),
            glyph: ['○', '●'][player.index()],
            ascii: MEN[player.index()],
        };
        Board {
            sites: self.squares().map(site).collect(),
            labels: columns.chain(rows).collect(),
            kinds: Player::BOTH.map(kind).to_vec(),
            ..Board::default()
        }
    }

    fn scene(&self, pos: &Position) -> Scene {
        let piece = |square: u32| {
            let has = |player: &Player| pos.men(*player) >> square & 1 != 0;
            let kind = Player::BOTH.iter().position(has)?;
            Some(Piece { site: self.site(square), kind: kind as u8, count: 1 })
        };
        Scene { pieces: self.squares().filter_map(piece).collect(), ..Scene::default() }
    }

    fn path(&self, _: &Position, mv: Move) -> Vec<SiteId> {
        vec![self.site(mv.from()), self.site(mv.to())]
    }

    fn compose(&self, pieces: &[Piece], player: Player) -> Result<Position, NotationError> {
        let wrong = |why: String| NotationError::new("this", format!("a position: {why}"));
        let squares: Vec<u32> = self.squares().collect();
        let mut men = [0u64; 2];
        for piece in pieces {
            let i = piece.site.index();
            let square = squares.get(i).ok_or_else(|| wrong(format!("there is no site {i}")))?;
            let bit = 1u64 << square;
            if (men[0] | men[1]) & bit != 0 || piece.count != 1 || piece.kind > 1 {
                return Err(wrong(format!("site {i} takes one man of one player")));
            }
            men[usize::from(piece.kind)] |= bit;
        }
        self.checked(men, player).map_err(|why| wrong(why.into()))
    }
}
