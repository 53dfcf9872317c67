use std::sync::Arc;

use henge_core::erased::{DynGame, rules};
use henge_core::{Eval, Game, Notation, Outcome, Player, Turn};
use henge_testkit::{check_perft, eval_laws, laws};

use super::*;

fn sized(houses: u8, seeds: u8) -> Kalah {
    Kalah::new(Rules::of_size(houses, seeds)).expect("it fits")
}

fn position(game: &Kalah, text: &str) -> Position {
    game.read_position(text).expect(text)
}

/// The position after moves, as text.
fn after(game: &Kalah, from: &str, moves: &str) -> String {
    let mut pos = position(game, from);
    for text in moves.split(' ') {
        let mv = game.read_move(&pos, text).expect(text);
        game.play(&mut pos, mv);
    }
    game.write_position(&pos)
}

#[test]
fn every_board_obeys_the_laws() {
    for (houses, seeds) in [(1, 1), (1, 127), (2, 3), (6, 4), (6, 6), (12, 10)] {
        for swap in [Swap::Off, Swap::On] {
            for (sweep, empty_capture) in [
                (Sweep::Owner, EmptyCapture::Stays),
                (Sweep::Other, EmptyCapture::Taken),
                (Sweep::Nobody, EmptyCapture::Stays),
            ] {
                let rules = Rules { swap, sweep, empty_capture, ..Rules::of_size(houses, seeds) };
                laws(&Kalah::new(rules).expect("it fits"));
            }
        }
    }
    eval_laws(&Kalah::default(), &Harvest);
}

#[test]
fn boards_that_do_not_fit_are_refused() {
    for (houses, seeds) in [(0, 4), (13, 1), (6, 0), (6, 22), (12, 11)] {
        assert_eq!(Kalah::new(Rules::of_size(houses, seeds)), Err(SizeError { houses, seeds }));
    }
    let error = Kalah::new(Rules::of_size(6, 22)).unwrap_err();
    let text =
        "6 houses of 22 seeds do not fit; a row has 1 to 12 houses and 1 to 127 seeds in all";
    assert_eq!(error.to_string(), text);
}

/// The rules once more: a ring of places, with one seed after the other carried around it.
#[derive(Clone)]
struct Slow {
    n: usize,
    /// South's houses and store, then North's.
    ring: Vec<u32>,
    mover: usize,
    empty_capture: EmptyCapture,
}

impl Slow {
    fn new(n: usize, seeds: u32, empty_capture: EmptyCapture) -> Slow {
        let ring = (0..2 * n + 2).map(|i| if i % (n + 1) == n { 0 } else { seeds }).collect();
        Slow { n, ring, mover: 0, empty_capture }
    }

    fn row(&self, player: usize) -> std::ops::Range<usize> {
        let first = player * (self.n + 1);
        first..first + self.n
    }

    fn over(&self) -> bool {
        (0..2).any(|player| self.row(player).all(|i| self.ring[i] == 0))
    }

    fn sow(&mut self, from: usize) {
        let len = self.ring.len();
        let (own, other) =
            (self.mover * (self.n + 1) + self.n, (1 - self.mover) * (self.n + 1) + self.n);
        let seeds = self.ring[from];
        self.ring[from] = 0;
        let mut at = from;
        for _ in 0..seeds {
            at = (at + 1) % len;
            if at == other {
                at = (at + 1) % len;
            }
            self.ring[at] += 1;
        }
        if self.row(self.mover).contains(&at) && self.ring[at] == 1 {
            let opposite = 2 * self.n - at;
            if self.ring[opposite] > 0 || self.empty_capture == EmptyCapture::Taken {
                self.ring[own] += 1 + self.ring[opposite];
                self.ring[at] = 0;
                self.ring[opposite] = 0;
            }
        }
        if at != own {
            self.mover = 1 - self.mover;
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.over() {
            return 0;
        }
        let from = self.row(self.mover).filter(|&i| self.ring[i] > 0);
        from.map(|i| {
            let mut next = self.clone();
            next.sow(i);
            next.perft(depth - 1)
        })
        .sum()
    }
}

fn named(name: &str) -> Arc<dyn DynGame> {
    let option = |key: &str, default: u8| {
        let found = name.split([':', ',']).find_map(|part| part.strip_prefix(key));
        found.map_or(default, |value| value.parse().expect("a number"))
    };
    let mut rules_of = Rules::of_size(option("houses=", 6), option("seeds=", 4));
    if name.contains("empty-capture=taken") {
        rules_of.empty_capture = EmptyCapture::Taken;
    }
    let game = Arc::new(Kalah::new(rules_of).expect("it fits"));
    rules(name, game.about(), game)
}

#[test]
fn perft() {
    let text = include_str!("../../../../testdata/perft/kalah.toml");
    let counts = check_perft(text, &named, 600_000);
    assert!(counts.checked > 20, "{counts:?}");
}

#[test]
fn plain_rules_count_the_same() {
    for (houses, seeds) in [(1, 3), (2, 5), (4, 3), (6, 4), (8, 9)] {
        for empty_capture in [EmptyCapture::Stays, EmptyCapture::Taken] {
            let slow = Slow::new(houses, seeds, empty_capture);
            let rules = Rules { empty_capture, ..Rules::of_size(houses as u8, seeds as u8) };
            let game = Kalah::new(rules).expect("it fits");
            for depth in 1..=5 {
                let found = henge_core::perft(&game, &mut game.start(), depth);
                assert_eq!(found, slow.perft(depth), "{rules:?} at depth {depth}");
            }
        }
    }
}

/// The value to the first player by looking at everything.
fn value(
    game: &Kalah,
    pos: &Position,
    known: &mut std::collections::HashMap<Position, i32>,
) -> i32 {
    match game.turn(pos) {
        Turn::Over(outcome) => outcome.points_for(Player::First),
        Turn::Player(player) => {
            if let Some(&found) = known.get(pos) {
                return found;
            }
            let sign = if player == Player::First { 1 } else { -1 };
            let mut best = -1;
            for mv in game.moves(pos) {
                let mut next = *pos;
                game.play(&mut next, mv);
                best = best.max(sign * value(game, &next, known));
                if best == 1 {
                    break;
                }
            }
            known.insert(*pos, sign * best);
            sign * best
        }
        Turn::Chance => unreachable!("there are no dice"),
    }
}

/// G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000, table 1: what the first player
/// gets with n houses and 1, 2, … seeds in each.
#[test]
fn small_boards_have_their_published_values() {
    for (houses, values) in (1..).zip(["DLWLWD", "WLLLWW", "DWW"]) {
        for (seeds, expected) in (1..).zip(values.chars()) {
            let game = sized(houses, seeds);
            let found = value(&game, &game.start(), &mut Default::default());
            let found = ['L', 'D', 'W'][(found + 1) as usize];
            assert_eq!(found, expected, "{houses} houses of {seeds}");
        }
    }
}

#[test]
fn a_last_seed_in_the_store_moves_again() {
    let game = Kalah::default();
    let start = "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south";
    assert_eq!(after(&game, start, "3"), "4 4 0 5 5 5 1 / 4 4 4 4 4 4 0 south");
    assert_eq!(after(&game, start, "3 6"), "4 4 0 5 5 0 2 / 5 5 5 5 4 4 0 north");
}

#[test]
fn the_other_store_is_left_out() {
    let game = Kalah::default();
    let from = "0 1 0 0 0 9 9 / 1 1 1 1 1 1 23 south";
    assert_eq!(after(&game, from, "6"), "1 2 0 0 0 0 10 / 2 2 2 2 2 2 23 north");
}

#[test]
fn a_last_seed_in_an_empty_house_captures() {
    let game = Kalah::default();
    let from = "1 0 4 4 4 4 2 / 5 5 5 4 5 5 0 south";
    assert_eq!(after(&game, from, "1"), "0 0 4 4 4 4 8 / 5 5 5 4 0 5 0 north");
    // A house that has come around to itself was empty as well, and what has just been sown opposite counts.
    let from = "13 0 0 0 0 1 10 / 1 1 1 1 1 2 17 south";
    assert_eq!(after(&game, from, "1"), "0 1 1 1 1 2 15 / 2 2 2 2 2 0 17 north");
}

#[test]
fn what_an_empty_house_opposite_does_is_agreed_on() {
    let from = "1 0 4 4 4 4 7 / 5 5 5 4 0 5 0 south";
    assert_eq!(after(&Kalah::default(), from, "1"), "0 1 4 4 4 4 7 / 5 5 5 4 0 5 0 north");
    let rules = Rules { empty_capture: EmptyCapture::Taken, ..Rules::default() };
    let taken = Kalah::new(rules).expect("it fits");
    assert_eq!(after(&taken, from, "1"), "0 0 4 4 4 4 8 / 5 5 5 4 0 5 0 north");
}

#[test]
fn who_gets_the_rest_is_agreed_on() {
    let from = "0 0 1 3 / 4 0 0 4 south";
    for (sweep, expected, outcome) in [
        (Sweep::Owner, "0 0 0 4 / 0 0 0 8 north", Outcome::win(Player::Second)),
        (Sweep::Other, "0 0 0 8 / 0 0 0 4 north", Outcome::win(Player::First)),
        (Sweep::Nobody, "0 0 0 4 / 4 0 0 4 north", Outcome::Draw),
    ] {
        let game = Kalah::new(Rules { sweep, ..Rules::of_size(3, 2) }).expect("it fits");
        // The last seed falls into the store, and South would move again.
        let expected = expected.replace("north", "south");
        assert_eq!(after(&game, from, "3"), expected);
        assert_eq!(game.turn(&position(&game, &expected)), Turn::Over(outcome));
    }
}

#[test]
fn the_second_player_may_change_sides_once() {
    let game = Kalah::new(Rules { swap: Swap::On, ..Rules::default() }).expect("it fits");
    let start = game.write_position(&game.start());
    assert_eq!(start, "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south opening");
    // South's two moves are over when North may swap.
    let swapped = after(&game, &start, "3 6 swap");
    assert_eq!(swapped, "5 5 5 5 4 4 0 / 4 4 0 5 5 0 2 south");
    assert!(game.read_move(&position(&game, &swapped), "swap").is_err());
    let declined = after(&game, &start, "1 1");
    assert!(declined.ends_with("south"), "{declined}");
}

#[test]
fn wrong_texts_say_what_is_right() {
    let game = Kalah::default();
    let pos = position(&game, "0 0 4 4 4 4 7 / 5 5 5 4 1 5 0 south");
    let wrong = |text: &str| game.read_move(&pos, text).unwrap_err().to_string();
    assert_eq!(
        wrong("1"),
        "\"1\" is not a legal move: that house is empty; possible are 3, 4, 5, 6"
    );
    assert_eq!(wrong("7"), "\"7\" is not a move; houses are counted from the left, from 1 to 6");
    let text = "4 4 4 4 4 4 0 / 4 4 4 4 4 3 0 south";
    let error = game.read_position(text).unwrap_err().to_string();
    assert!(error.ends_with("it has 47 seeds and not 48"), "{error}");
}

#[test]
fn seeds_that_can_be_captured_count() {
    let game = Kalah::default();
    let pos = position(&game, "1 0 4 4 4 4 2 / 5 5 5 4 5 5 0 south");
    let other = position(&game, "0 1 4 4 4 4 2 / 5 5 5 4 5 5 0 south");
    let judge = |pos: &Position| Harvest.eval(&game, pos, Player::First);
    assert!(judge(&pos) > judge(&other));
    assert_eq!(Seeds.eval(&game, &pos, Player::First), Seeds.eval(&game, &other, Player::First));
}
