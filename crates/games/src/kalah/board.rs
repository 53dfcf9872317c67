use henge_core::depict::{Hue, Kind, Label, Outline, Piece, Point, Shape, Site, Stack};
use henge_core::{Board, Depict, Game, Player, Scene, SiteId, Turn};

use super::rules::{Kalah, Move, Position};

impl Kalah {
    /// The site of a house, or of the store behind the last one.
    fn site(&self, player: Player, place: usize) -> SiteId {
        SiteId((player.index() * (self.n_houses() + 1) + place) as u16)
    }

    fn places(&self) -> impl Iterator<Item = (Player, usize)> + use<> {
        let n = self.n_houses();
        Player::BOTH.into_iter().flat_map(move |player| (0..=n).map(move |place| (player, place)))
    }
}

impl Depict for Kalah {
    /// South's row is below, and each store is at its owner's right.
    fn board(&self) -> Board {
        let n = self.n_houses();
        let site = |(player, place): (Player, usize)| {
            let number = place + 1;
            let (x, y, outline, name) = match (player, place == n) {
                (Player::First, false) => {
                    (number as f32, 1.0, Outline::Circle, format!("s{number}"))
                }
                (Player::Second, false) => {
                    ((n - place) as f32, 0.0, Outline::Circle, format!("n{number}"))
                }
                (Player::First, true) => (n as f32 + 1.0, 0.5, Outline::Square, "south".into()),
                (Player::Second, true) => (0.0, 0.5, Outline::Square, "north".into()),
            };
            Site { name, at: Point::new(x, y), outline, tint: 0 }
        };
        let sites: Vec<Site> = self.places().map(site).collect();
        let label = |house: usize, y: f32, x: usize| Label {
            text: house.to_string(),
            at: Point::new(x as f32, y),
        };
        let labels =
            (1..=n).flat_map(|house| [label(house, 1.8, house), label(house, -0.8, n + 1 - house)]);
        let stacks = (0..sites.len() as u16).map(|site| Stack {
            site: SiteId(site),
            step: Point::new(0.0, 0.0),
            most: 1,
        });
        let (name, shape, hue) = ("seeds".into(), Shape::Stone, Hue::Yellow);
        Board {
            labels: labels.collect(),
            stacks: stacks.collect(),
            kinds: vec![Kind { name, owner: None, shape, hue, glyph: '●', ascii: 'o' }],
            sites,
            ..Board::default()
        }
    }

    fn scene(&self, pos: &Position) -> Scene {
        let piece = |(player, place): (Player, usize)| {
            let count = pos.rows[player.index()][place];
            let site = self.site(player, place);
            (count > 0).then(|| Piece { site, kind: 0, count: count.into() })
        };
        let mut notes = Vec::new();
        if pos.opening && self.turn(pos) == Turn::Player(Player::Second) {
            notes.push("North may change sides: swap".into());
        }
        Scene { pieces: self.places().filter_map(piece).collect(), notes, ..Scene::default() }
    }

    /// The house; for a change of sides the other player's store.
    fn path(&self, pos: &Position, mv: Move) -> Vec<SiteId> {
        match mv.house() {
            Some(house) => vec![self.site(pos.to_move, house)],
            None => vec![self.site(!pos.to_move, self.n_houses())],
        }
    }
}
