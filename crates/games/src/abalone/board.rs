use henge_core::depict::{Hue, Kind, Label, Outline, Piece, Point, Shape, Site};
use henge_core::{Board, Depict, NotationError, Player, Scene, SiteId};

use super::PLAYERS;
use super::cells::{beside, name, place};
use super::moves::{Move, Shape as Way};
use super::notation::{SIGNS, rows};
use super::rules::{Abalone, Position};

/// All cells in the order in which they are drawn.
fn cells() -> impl Iterator<Item = u32> {
    rows().flatten()
}

fn site(cell: u32) -> SiteId {
    SiteId(cells().position(|other| other == cell).expect("a cell of the board") as u16)
}

/// Where a cell lies, from its row and its number.
fn point(row: f32, number: f32) -> Point {
    Point::new(number + (8.0 - row) / 2.0, (8.0 - row) * 0.866)
}

impl Depict for Abalone {
    /// Black is below.
    fn board(&self) -> Board {
        let sites = cells().map(|cell| {
            let (row, number) = place(cell);
            Site {
                name: name(cell),
                at: point(row as f32, number as f32),
                outline: Outline::Hexagon,
                tint: 0,
            }
        });
        let letters = (0..9u32).map(|row| Label {
            text: char::from(b'a' + row as u8).into(),
            at: point(row as f32, row.saturating_sub(4) as f32 - 1.0),
        });
        // Numbers stand below the cells of the lower edges.
        let numbers = (0..9u32).map(|number| Label {
            text: (number + 1).to_string(),
            at: point(number.saturating_sub(4) as f32 - 1.0, number as f32),
        });
        let kind = |player: Player| Kind {
            name: format!("{} marble", PLAYERS[player.index()].to_lowercase()),
            owner: Some(player),
            shape: Shape::Stone,
            hue: Hue::named(PLAYERS[player.index()]),
            glyph: ['●', '○'][player.index()],
            ascii: SIGNS[player.index()],
        };
        Board {
            sites: sites.collect(),
            labels: letters.chain(numbers).collect(),
            kinds: Player::BOTH.map(kind).to_vec(),
            ..Board::default()
        }
    }

    fn scene(&self, pos: &Position) -> Scene {
        let piece = |(site, cell): (u16, u32)| {
            let has = |player: &Player| pos.marbles(*player) >> cell & 1 != 0;
            let kind = Player::BOTH.iter().position(has)?;
            Some(Piece { site: SiteId(site), kind: kind as u8, count: 1 })
        };
        let [black, white] = Player::BOTH.map(|player| pos.out(player));
        let notes = vec![format!("Pushed out: Black {black}, White {white}")];
        Scene { pieces: (0..).zip(cells()).filter_map(piece).collect(), notes, ..Scene::default() }
    }

    /// In line the last marble and the cell before the first one; broadside both ends, and where the first end goes.
    fn path(&self, pos: &Position, mv: Move) -> Vec<SiteId> {
        match mv.shape() {
            Way::Line { direction } => {
                let own = pos.marbles(pos.to_move());
                let mut front = mv.cell();
                while own >> front & 1 != 0 {
                    front = beside(front, direction);
                }
                vec![site(mv.cell()), site(front)]
            }
            Way::Broadside { axis, marbles, direction } => {
                let last = (1..marbles).fold(mv.cell(), |cell, _| beside(cell, axis));
                vec![site(mv.cell()), site(last), site(beside(mv.cell(), direction))]
            }
        }
    }

    fn compose(&self, pieces: &[Piece], player: Player) -> Result<Position, NotationError> {
        let wrong = |why: String| NotationError::new("this", format!("a position: {why}"));
        let cells: Vec<u32> = cells().collect();
        let mut marbles = [0u128; 2];
        for piece in pieces {
            let i = piece.site.index();
            let cell = cells.get(i).ok_or_else(|| wrong(format!("there is no site {i}")))?;
            let bit = 1u128 << cell;
            if (marbles[0] | marbles[1]) & bit != 0 || piece.count != 1 || piece.kind > 1 {
                return Err(wrong(format!("{} takes one marble of one player", name(*cell))));
            }
            marbles[usize::from(piece.kind)] |= bit;
        }
        self.checked(marbles, player, 0).map_err(wrong)
    }
}
