use henge_core::depict::{Hue, Kind, Label, Mark, MarkKind, Outline, Piece, Point, Shape, Site};
use henge_core::{Board, Depict, Notation, NotationError, Player, Scene, SiteId};

use super::PLAYERS;
use super::rules::{ConnectFour, Move, Position};

impl ConnectFour {
    /// Sites go row by row from the top, as text does.
    fn site(&self, column: u32, row: u32) -> SiteId {
        SiteId(((self.rows() - 1 - row) * self.columns() + column) as u16)
    }

    fn cells(&self) -> impl Iterator<Item = (u32, u32)> {
        let columns = self.columns();
        (0..self.rows()).rev().flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }
}

/// The letters of a column in the name of a site: `a`, `b`, …, `z`, `aa`.
fn letters(column: u32) -> String {
    let letter = char::from(b'a' + (column % 26) as u8);
    match column / 26 {
        0 => letter.into(),
        more => letters(more - 1) + &letter.to_string(),
    }
}

impl Depict for ConnectFour {
    fn board(&self) -> Board {
        let place =
            |column: u32, row: u32| Point::new(column as f32, (self.rows() - 1 - row) as f32);
        let site = |(column, row)| Site {
            name: format!("{}{}", letters(column), row + 1),
            at: place(column, row),
            outline: Outline::Square,
            tint: 0,
        };
        // The number of a column stands under it: it is what players say.
        let label = |column: u32| Label {
            text: (column + 1).to_string(),
            at: Point::new(column as f32, self.rows() as f32),
        };
        let kind = |player: Player| Kind {
            name: format!("{} disc", PLAYERS[player.index()].to_lowercase()),
            owner: Some(player),
            shape: Shape::Stone,
            hue: Hue::named(PLAYERS[player.index()]),
            glyph: ['●', '○'][player.index()],
            ascii: ['x', 'o'][player.index()],
        };
        Board {
            sites: self.cells().map(site).collect(),
            labels: (0..self.columns()).map(label).collect(),
            kinds: Player::BOTH.map(kind).to_vec(),
            ..Board::default()
        }
    }

    fn scene(&self, pos: &Position) -> Scene {
        let piece = |(column, row)| {
            let player = self.disc(pos, column, row)?;
            Some(Piece { site: self.site(column, row), kind: player.index() as u8, count: 1 })
        };
        let won = Player::BOTH.map(|player| self.lines.in_fours(pos.discs()[player.index()]));
        let winning = |&(column, row): &(u32, u32)| {
            (won[0] | won[1]) >> (column * self.lines.stride + row) & 1 != 0
        };
        let mark = |(column, row)| Mark {
            site: self.site(column, row),
            kind: MarkKind::Winning,
            text: None,
        };
        Scene {
            pieces: self.cells().filter_map(piece).collect(),
            marks: self.cells().filter(winning).map(mark).collect(),
            ..Scene::default()
        }
    }

    fn path(&self, _pos: &Position, mv: Move) -> Vec<SiteId> {
        vec![self.site(self.column(mv), self.row(mv))]
    }

    /// By way of the text, which knows what hangs in the air and whose turn it can be.
    fn compose(&self, pieces: &[Piece], player: Player) -> Result<Position, NotationError> {
        let wrong = |why: String| NotationError::new("this", format!("a position: {why}"));
        let (columns, rows) = (self.columns() as usize, self.rows() as usize);
        let mut cells = vec!['.'; columns * rows];
        for piece in pieces {
            let i = piece.site.index();
            let cell = cells.get_mut(i).ok_or_else(|| wrong(format!("there is no site {i}")))?;
            let disc = ['x', 'o'].get(usize::from(piece.kind)).filter(|_| piece.count == 1);
            match disc.filter(|_| *cell == '.') {
                Some(&disc) => *cell = disc,
                None => return Err(wrong(format!("site {i} takes one disc of one player"))),
            }
        }
        let board: Vec<String> = cells.chunks(columns).map(|row| row.iter().collect()).collect();
        self.read_position(&format!("{} {}", board.join("/"), ['x', 'o'][player.index()]))
    }
}
