//! The laws hold for the games of this crate, on boards of all sizes and from any seed.

use henge_core::depict::{Outline, Point, Site};
use henge_core::{
    Bits, BitsIter, Board, Depict, Game, Notation, NotationError, Outcome, Player, Scene, SiteId,
    Turn, mix64,
};
use henge_testkit::games::{Boxes, DiceRace, Ring};
use henge_testkit::{LawsOptions, laws, laws_with, symmetry_laws, symmetry_laws_with};

#[test]
fn laws_of_boxes() {
    let walked = laws(&Boxes::default());
    assert_eq!((walked.endings, walked.positions), (40, 40 * 13));
    for (columns, rows) in [(1, 1), (3, 1), (1, 12), (4, 3), (5, 5)] {
        laws(&Boxes::new(columns, rows));
    }
}

#[test]
fn laws_of_the_dice_race() {
    for length in 2..=9 {
        assert_eq!(laws(&DiceRace::new(length)).endings, 40);
    }
}

#[test]
fn laws_of_the_ring() {
    for size in [5, 8, 12, 26] {
        assert!(laws(&Ring::new(size)).endings > 0);
    }
}

#[test]
fn symmetry_laws_of_boxes_and_ring() {
    for (columns, rows) in [(1, 1), (2, 2), (3, 2), (3, 3)] {
        assert_eq!(symmetry_laws(&Boxes::new(columns, rows)).endings, 10);
    }
    for size in [5, 12] {
        symmetry_laws(&Ring::new(size));
    }
}

#[test]
fn options_decide_how_much_is_played_and_a_seed_repeats_it() {
    let options = LawsOptions { games: 3, plies: 5, seed: 7 };
    let walked = laws_with(&Boxes::default(), &options);
    assert_eq!((walked.positions, walked.endings), (3 * 6, 0));
    let walked = symmetry_laws_with(&Boxes::default(), &options);
    assert_eq!((walked.positions, walked.endings), (3 * 6, 0));

    let options = LawsOptions { seed: 99, ..LawsOptions::default() };
    assert_eq!(laws_with(&Ring::default(), &options), laws_with(&Ring::default(), &options));
}

#[test]
fn small_games_are_checked_in_full_and_big_ones_by_sample() {
    let small = laws(&Boxes::default());
    assert!(small.in_full * 10 > small.positions * 9, "{small:?}");
    let big = laws(&Stones);
    assert_eq!(big.endings, 7, "the board can be filled before a game is broken off");
    assert!((50..500).contains(&big.in_full), "{big:?}");
}

/// The size at which care is needed: stones are put on a board of 19 by 19 until it is full.
struct Stones;

const SIDE: usize = 19;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Filled {
    stones: [Bits<6>; 2],
    mover: Player,
}

impl Game for Stones {
    type Position = Filled;
    type Move = usize;
    type Moves = BitsIter<6>;
    type Undo = ();

    fn start(&self) -> Filled {
        Filled { stones: [Bits::EMPTY; 2], mover: Player::First }
    }
    fn turn(&self, pos: &Filled) -> Turn {
        match self.moves(pos).next() {
            Some(_) => Turn::Player(pos.mover),
            None => Turn::Over(Outcome::Draw),
        }
    }
    fn moves(&self, pos: &Filled) -> BitsIter<6> {
        Bits::first_n(SIDE * SIDE).without(&(pos.stones[0] | pos.stones[1])).iter()
    }
    fn play(&self, pos: &mut Filled, mv: usize) {
        pos.stones[pos.mover.index()].insert(mv);
        pos.mover = pos.mover.other();
    }
    fn undo(&self, pos: &mut Filled, mv: usize, (): ()) {
        pos.mover = pos.mover.other();
        pos.stones[pos.mover.index()].remove(mv);
    }
    fn key(&self, pos: &Filled) -> u64 {
        let scatter = |key, site| mix64(key ^ site as u64);
        pos.stones.iter().fold(0, |key, stones| mix64(stones.iter().fold(key, scatter)))
    }
}

impl Notation for Stones {
    fn write_move(&self, _pos: &Filled, mv: usize) -> String {
        format!("{}{}", char::from(b'a' + (mv % SIDE) as u8), mv / SIDE + 1)
    }
    fn write_position(&self, pos: &Filled) -> String {
        let stone = |site| match pos.stones.map(|stones| stones.has(site)) {
            [true, _] => 'x',
            [_, true] => 'o',
            _ => '.',
        };
        (0..SIDE * SIDE).map(stone).collect()
    }
    fn read_position(&self, text: &str) -> Result<Filled, NotationError> {
        let of = |stone| text.char_indices().filter(move |(_, c)| *c == stone).map(|(i, _)| i);
        let known = text.chars().all(|c| "xo.".contains(c)) && text.len() == SIDE * SIDE;
        let (first, second) = (of('x').count(), of('o').count());
        if !known || (first != second && first != second + 1) {
            return Err(NotationError::new(text, "a board"));
        }
        let mover = if first == second { Player::First } else { Player::Second };
        Ok(Filled { stones: [of('x').collect(), of('o').collect()], mover })
    }
}

impl Depict for Stones {
    fn board(&self) -> Board {
        let site = |i: usize| Site {
            name: self.write_move(&self.start(), i),
            at: Point::new((i % SIDE) as f32, (i / SIDE) as f32),
            outline: Outline::Dot,
            tint: 0,
        };
        Board { sites: (0..SIDE * SIDE).map(site).collect(), ..Board::default() }
    }
    fn scene(&self, _pos: &Filled) -> Scene {
        Scene::default()
    }
    fn path(&self, _pos: &Filled, mv: usize) -> Vec<SiteId> {
        vec![SiteId(mv as u16)]
    }
}
