use henge_core::depict::{Hue, Kind, Label, Outline, Piece, Point, Shape, Site};
use henge_core::{Board, Depict, NotationError, Player, Scene, SiteId, Turn};

use super::PLAYERS;
use super::rules::{Move, Othello, Position};
use super::word::Word;

impl<W: Word> Othello<W> {
    fn site(&self, square: u32) -> SiteId {
        SiteId((square / W::STRIDE * self.size() + square % W::STRIDE) as u16)
    }
}

impl<W: Word> Depict for Othello<W> {
    /// Row 1 is at the top, as everywhere in this game.
    fn board(&self) -> Board {
        let n = self.size();
        let site = |(square, column, row): (u32, u32, u32)| Site {
            name: Self::square_name(square),
            at: Point::new(column as f32, row as f32),
            outline: Outline::Square,
            tint: 0,
        };
        let columns = (0..n).map(|column| Label {
            text: char::from(b'a' + column as u8).into(),
            at: Point::new(column as f32, -1.0),
        });
        let rows = (0..n)
            .map(|row| Label { text: (row + 1).to_string(), at: Point::new(-1.0, row as f32) });
        let kind = |player: Player| Kind {
            name: format!("{} disc", PLAYERS[player.index()].to_lowercase()),
            owner: Some(player),
            shape: Shape::Stone,
            hue: Hue::named(PLAYERS[player.index()]),
            glyph: ['●', '○'][player.index()],
            ascii: ['x', 'o'][player.index()],
        };
        Board {
            sites: self.squares().map(site).collect(),
            labels: columns.chain(rows).collect(),
            kinds: Player::BOTH.map(kind).to_vec(),
            ..Board::default()
        }
    }

    fn scene(&self, pos: &Position<W>) -> Scene {
        let piece = |(square, ..): (u32, u32, u32)| {
            let kind = self.sign(pos, square);
            (kind < 2).then_some(Piece { site: self.site(square), kind: kind as u8, count: 1 })
        };
        let [black, white] = Player::BOTH.map(|player| pos.count(player));
        let mut notes = vec![format!("Black {black}, White {white}")];
        if pos.targets().is_empty() && matches!(henge_core::Game::turn(self, pos), Turn::Player(_))
        {
            notes.push(format!("{} has to pass", PLAYERS[pos.to_move().index()]));
        }
        Scene { pieces: self.squares().filter_map(piece).collect(), notes, ..Scene::default() }
    }

    fn path(&self, _: &Position<W>, mv: Move) -> Vec<SiteId> {
        mv.square().map(|square| self.site(square)).into_iter().collect()
    }

    fn compose(&self, pieces: &[Piece], player: Player) -> Result<Position<W>, NotationError> {
        let wrong = |why: String| NotationError::new("this", format!("a position: {why}"));
        let squares: Vec<u32> = self.squares().map(|(square, ..)| square).collect();
        let mut discs = [W::NONE; 2];
        for piece in pieces {
            let i = piece.site.index();
            let square = squares.get(i).ok_or_else(|| wrong(format!("there is no site {i}")))?;
            let bit = W::bit(*square);
            let free = (discs[0] | discs[1]) & bit == W::NONE;
            let fits = free && piece.count == 1 && piece.kind < 2;
            if !fits {
                return Err(wrong(format!("site {i} takes one disc of one player")));
            }
            let player = usize::from(piece.kind);
            discs[player] = discs[player] | bit;
        }
        self.checked(discs, player).map_err(wrong)
    }
}
