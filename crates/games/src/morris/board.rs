use henge_core::depict::{Hue, Kind, Label, Outline, Piece, Point, Shape, Site};
use henge_core::{Board, Depict, Player, Scene, SiteId};

use super::PLAYERS;
use super::moves::Move;
use super::notation::SIGNS;
use super::points::{LINES, PLACES, name};
use super::rules::{Morris, Position};

impl Depict for Morris {
    fn board(&self) -> Board {
        let site = |(point, &(column, row)): (u32, &(u8, u8))| Site {
            name: name(point),
            at: Point::new(column.into(), row.into()),
            outline: Outline::Dot,
            tint: 0,
        };
        let edge = |a: u8, b: u8| (SiteId(a.into()), SiteId(b.into()));
        let edges = LINES.iter().flat_map(|&[a, b, c]| [edge(a, b), edge(b, c)]);
        let label = |text: String, x: f32, y: f32| Label { text, at: Point::new(x, y) };
        let labels = (0..7u8).flat_map(|i| {
            let column = char::from(b'a' + i).to_string();
            [label(column, i.into(), 7.0), label((7 - i).to_string(), -1.0, i.into())]
        });
        let kind = |player: Player| Kind {
            name: format!("{} man", PLAYERS[player.index()].to_lowercase()),
            owner: Some(player),
            shape: Shape::Stone,
            hue: Hue::named(PLAYERS[player.index()]),
            glyph: ['○', '●'][player.index()],
            ascii: SIGNS[player.index()],
        };
        Board {
            sites: (0..).zip(&PLACES).map(site).collect(),
            edges: edges.collect(),
            labels: labels.collect(),
            kinds: Player::BOTH.map(kind).to_vec(),
            ..Board::default()
        }
    }

    fn scene(&self, pos: &Position) -> Scene {
        let piece = |point: u16| {
            let has = |player: &Player| pos.men(*player) >> point & 1 != 0;
            let kind = Player::BOTH.iter().position(has)?;
            Some(Piece { site: SiteId(point), kind: kind as u8, count: 1 })
        };
        let [white, black] = pos.hand;
        let mut notes = Vec::new();
        if white + black > 0 {
            notes.push(format!("In hand: White {white}, Black {black}"));
        }
        if pos.idle > 0 {
            notes.push(format!("Plies without a mill: {}", pos.idle));
        }
        let pieces = (0..PLACES.len() as u16).filter_map(piece).collect();
        Scene { pieces, notes, ..Scene::default() }
    }

    fn path(&self, _: &Position, mv: Move) -> Vec<SiteId> {
        let points = mv.from().into_iter().chain([mv.to()]).chain(mv.taken());
        points.map(|point| SiteId(point as u16)).collect()
    }
}
