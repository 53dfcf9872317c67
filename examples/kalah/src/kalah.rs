//! The rules of Kalah, its notation, its board, and a first idea of who is ahead.
//!
//! Each player has a row of houses with seeds and a store at its right end. A move takes all seeds of one own house and
//! sows them one by one against the clock, into the own store as well, but not into the other one. If the last seed falls into
//! the own store, the player moves again. If it falls into an own house that was empty and the house opposite has
//! seeds, both go to the store. When a row is empty, the other player keeps what lies in theirs; whoever has more seeds wins.

use henge::depict::{Hue, Kind, Label, Outline, Piece, Point, Shape, Site, Stack};
use henge::{
    About, Board, Depict, Eval, Features, Game, Notation, NotationError, Outcome, Player, Scene,
    Score, SiteId, Turn, mix64,
};

/// The most houses of a row.
const MOST: usize = 6;

/// The rules for one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kalah {
    houses: u8,
    seeds: u8,
}

/// The seeds in the houses of both players, each from their left to their right, those in the stores, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    houses: [[u8; MOST]; 2],
    stores: [u8; 2],
    mover: Player,
}

impl Kalah {
    pub fn new(houses: u8, seeds: u8) -> Kalah {
        Kalah { houses: houses.clamp(1, MOST as u8), seeds: seeds.clamp(1, 6) }
    }

    pub fn about(&self) -> About {
        About::new("kalah", "Kalah").players("South", "North").rules(
            "Sow the seeds of one of your houses against the clock, also into your store. The last seed in your store gives \
             you another move; in an empty house of yours it captures the seeds opposite. Whoever has more seeds when a row \
             is empty wins.",
        )
    }

    fn row(self, pos: &Position, player: Player) -> &[u8] {
        &pos.houses[player.index()][..usize::from(self.houses)]
    }

    fn is_over(self, pos: &Position) -> bool {
        Player::BOTH.into_iter().any(|player| self.row(pos, player).iter().all(|&seeds| seeds == 0))
    }

    fn all_seeds(self) -> u32 {
        2 * u32::from(self.houses) * u32::from(self.seeds)
    }

    /// The site of a house, or of the store behind the last one.
    fn site(self, player: Player, house: usize) -> SiteId {
        SiteId((player.index() * (usize::from(self.houses) + 1) + house) as u16)
    }
}

/// The houses that are not empty, from the left: a bit each.
pub struct Moves(u8);

impl Iterator for Moves {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        let house = self.0.trailing_zeros() as u8;
        self.0 &= self.0.wrapping_sub(1);
        (house < 8).then_some(house)
    }
}

impl Game for Kalah {
    type Position = Position;
    type Move = u8;
    type Moves = Moves;
    type Undo = Position;

    fn start(&self) -> Position {
        let mut houses = [[0; MOST]; 2];
        houses.iter_mut().for_each(|row| row[..usize::from(self.houses)].fill(self.seeds));
        Position { houses, stores: [0; 2], mover: Player::First }
    }

    fn turn(&self, pos: &Position) -> Turn {
        if !self.is_over(pos) {
            return Turn::Player(pos.mover);
        }
        let [first, second] = pos.stores;
        Turn::Over(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::win(Player::First),
            std::cmp::Ordering::Less => Outcome::win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn moves(&self, pos: &Position) -> Moves {
        if self.is_over(pos) {
            return Moves(0);
        }
        let row = self.row(pos, pos.mover).iter().enumerate();
        Moves(row.fold(0, |bits, (house, &seeds)| bits | u8::from(seeds > 0) << house))
    }

    fn play(&self, pos: &mut Position, mv: u8) -> Position {
        let before = *pos;
        let (n, own) = (usize::from(self.houses), pos.mover.index());
        let mut hand = std::mem::take(&mut pos.houses[own][usize::from(mv)]);
        // The way round: the own houses, the own store, the other's houses.
        let mut place = usize::from(mv);
        while hand > 0 {
            place = (place + 1) % (2 * n + 1);
            match place {
                _ if place < n => pos.houses[own][place] += 1,
                _ if place == n => pos.stores[own] += 1,
                _ => pos.houses[1 - own][place - n - 1] += 1,
            }
            hand -= 1;
        }
        if place < n && pos.houses[own][place] == 1 {
            let opposite = &mut pos.houses[1 - own][n - 1 - place];
            if *opposite > 0 {
                pos.stores[own] += std::mem::take(opposite) + 1;
                pos.houses[own][place] = 0;
            }
        }
        if place != n {
            pos.mover = !pos.mover;
        }
        if self.is_over(pos) {
            for player in [0, 1] {
                pos.stores[player] += pos.houses[player].iter().sum::<u8>();
                pos.houses[player] = [0; MOST];
            }
        }
        before
    }

    fn undo(&self, pos: &mut Position, _: u8, before: Position) {
        *pos = before;
    }

    fn key(&self, pos: &Position) -> u64 {
        let fold = |key: u64, &seeds: &u8| mix64(key ^ u64::from(seeds)).rotate_left(7);
        let key = pos.houses.iter().flatten().chain(&pos.stores).fold(0, fold);
        key ^ pos.mover.index() as u64
    }
}

impl Notation for Kalah {
    fn write_move(&self, _: &Position, mv: u8) -> String {
        (mv + 1).to_string()
    }

    /// The seeds of South's houses and store, then those of North's, and who is to move: `4 4 4 0 / 4 4 4 0 south`.
    fn write_position(&self, pos: &Position) -> String {
        let side = |player: Player| {
            let all = self.row(pos, player).iter().chain([&pos.stores[player.index()]]);
            all.map(u8::to_string).collect::<Vec<_>>().join(" ")
        };
        let mover = ["south", "north"][pos.mover.index()];
        format!("{} / {} {mover}", side(Player::First), side(Player::Second))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = || {
            let example = self.write_position(&self.start());
            NotationError::new(
                text,
                format!("a position of {} seeds such as {example}", self.all_seeds()),
            )
        };
        let (rest, mover) = match (text.strip_suffix(" south"), text.strip_suffix(" north")) {
            (Some(rest), _) => (rest, Player::First),
            (_, Some(rest)) => (rest, Player::Second),
            _ => return Err(wrong()),
        };
        let (south, north) = rest.split_once(" / ").ok_or_else(wrong)?;
        let mut pos = Position { houses: [[0; MOST]; 2], stores: [0; 2], mover };
        let n = usize::from(self.houses);
        for (player, side) in [south, north].into_iter().enumerate() {
            let seeds: Result<Vec<u8>, _> = side.split(' ').map(str::parse).collect();
            let seeds = seeds.ok().filter(|seeds| seeds.len() == n + 1).ok_or_else(wrong)?;
            pos.houses[player][..n].copy_from_slice(&seeds[..n]);
            pos.stores[player] = seeds[n];
        }
        let all = pos
            .houses
            .iter()
            .flatten()
            .chain(&pos.stores)
            .map(|&seeds| u32::from(seeds))
            .sum::<u32>();
        let row = |player| self.row(&pos, player).iter().any(|&seeds| seeds > 0);
        // A game that is over has been counted.
        let counted = row(Player::First) == row(Player::Second);
        if all != self.all_seeds() || !counted || self.write_position(&pos) != text {
            return Err(wrong());
        }
        Ok(pos)
    }
}

impl Depict for Kalah {
    fn board(&self) -> Board {
        let n = usize::from(self.houses);
        let mut sites = Vec::new();
        for player in Player::BOTH {
            for house in 0..=n {
                let (x, y, outline, name) = match (player, house == n) {
                    (Player::First, false) => {
                        (house as f32 + 1.0, 1.0, Outline::Circle, format!("s{}", house + 1))
                    }
                    (Player::Second, false) => {
                        ((n - house) as f32, 0.0, Outline::Circle, format!("n{}", house + 1))
                    }
                    (Player::First, true) => (n as f32 + 1.0, 0.5, Outline::Square, "south".into()),
                    (Player::Second, true) => (0.0, 0.5, Outline::Square, "north".into()),
                };
                sites.push(Site { name, at: Point::new(x, y), outline, tint: 0 });
            }
        }
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
        let kinds = vec![Kind { name, owner: None, shape, hue, glyph: '●', ascii: 'o' }];
        Board {
            labels: labels.collect(),
            stacks: stacks.collect(),
            kinds,
            sites,
            ..Board::default()
        }
    }

    fn scene(&self, pos: &Position) -> Scene {
        let n = usize::from(self.houses);
        let all =
            Player::BOTH.into_iter().flat_map(|player| (0..=n).map(move |house| (player, house)));
        let piece = |(player, house): (Player, usize)| {
            let row = self.row(pos, player);
            let count = row.get(house).copied().unwrap_or(pos.stores[player.index()]);
            (count > 0).then(|| Piece {
                site: self.site(player, house),
                kind: 0,
                count: count.into(),
            })
        };
        Scene { pieces: all.filter_map(piece).collect(), ..Scene::default() }
    }

    fn path(&self, pos: &Position, mv: u8) -> Vec<SiteId> {
        vec![self.site(pos.mover, usize::from(mv))]
    }
}

/// The lead in seeds that are safe.
pub struct Seeds;

impl Eval<Kalah> for Seeds {
    type State = ();

    fn eval(&self, _: &Kalah, pos: &Position, player: Player) -> Score {
        let [own, other] = [player, !player].map(|player| i32::from(pos.stores[player.index()]));
        Score(100 * (own - other))
    }
}

/// The seeds in every house and store, the mover's first: what henge can learn from.
#[derive(Clone)]
pub struct Houses {
    n: usize,
}

impl Houses {
    pub fn new(game: &Kalah) -> Houses {
        Houses { n: usize::from(game.houses) }
    }
}

impl Features<Kalah> for Houses {
    fn name(&self) -> &'static str {
        "houses"
    }

    fn n_features(&self) -> usize {
        2 * (self.n + 1)
    }

    fn each(&self, game: &Kalah, pos: &Position, found: &mut impl FnMut(u32, f32)) {
        for (side, player) in [pos.mover, !pos.mover].into_iter().enumerate() {
            let all = game.row(pos, player).iter().chain([&pos.stores[player.index()]]);
            for (house, &seeds) in all.enumerate().filter(|(_, seeds)| **seeds > 0) {
                found((side * (self.n + 1) + house) as u32, f32::from(seeds) / 4.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use henge::search::minimax;

    #[test]
    fn the_laws_hold() {
        for (houses, seeds) in [(1, 1), (2, 3), (6, 4), (6, 6)] {
            henge_testkit::laws(&Kalah::new(houses, seeds));
        }
    }

    /// G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000, table 1: what the first player
    /// gets with n houses and 1, 2, … seeds in each.
    #[test]
    fn small_boards_have_their_published_values() {
        let table = ["DLWLWD", "WLLLWW", "DWW"];
        for (houses, values) in (1..).zip(table) {
            for (seeds, value) in (1..).zip(values.chars()) {
                let game = Kalah::new(houses, seeds);
                let points = minimax::value(&game, &game.start(), Player::First);
                let found = if points > 0.0 {
                    'W'
                } else if points < 0.0 {
                    'L'
                } else {
                    'D'
                };
                assert_eq!(found, value, "{houses} houses of {seeds}");
            }
        }
    }
}
