use std::collections::BTreeMap;
use std::sync::Arc;

use henge_core::erased::{DynGame, rules};
use henge_core::{Eval, Game, Notation, Outcome, Player, Turn};
use henge_testkit::{check_perft, eval_laws, laws, symmetry_laws};

use super::*;

fn position(text: &str) -> Position {
    Nuba.read_position(text).expect(text)
}

fn played(text: &str, moves: &str) -> Position {
    let mut pos = position(text);
    for text in moves.split_ascii_whitespace() {
        let mv = Nuba.read_move(&pos, text).unwrap_or_else(|error| panic!("{error}"));
        Nuba.play(&mut pos, mv);
    }
    pos
}

#[test]
fn the_game_obeys_the_laws() {
    laws(&Nuba);
    symmetry_laws(&Nuba);
    eval_laws(&Nuba, &Paths);
}

/// The rules once more: tokens by column and row, with their owner and their number; the champion has 10.
#[derive(Clone)]
struct Slow {
    tokens: BTreeMap<(i32, i32), (usize, u32)>,
    hand: [Vec<u32>; 2],
    best: Option<(usize, u32)>,
}

impl Slow {
    fn read(text: &str) -> Slow {
        let words: Vec<&str> = text.split(' ').collect();
        let number = |sign: char| sign.to_digit(10).unwrap_or(10);
        let mut tokens = BTreeMap::new();
        let mut hand = [Vec::new(), Vec::new()];
        if words.len() == 4 {
            hand = [(1..=10).collect(), (1..=10).collect()];
        }
        for (row, line) in words[0].split('/').rev().enumerate() {
            let signs: Vec<char> = line.chars().collect();
            for (column, pair) in signs.chunks(2).enumerate().filter(|(_, pair)| pair[0] != '.') {
                let (owner, number) = (usize::from(pair[0] == 'r'), number(pair[1]));
                tokens.insert((column as i32, row as i32), (owner, number));
                hand[owner].retain(|other| *other != number);
            }
        }
        let signs: Vec<char> = words[2].chars().collect();
        let best = (signs.len() == 2).then(|| (usize::from(signs[0] == 'r'), number(signs[1])));
        Slow { tokens, hand, best }
    }

    fn next(&self, player: usize) -> Vec<Slow> {
        let mut found = Vec::new();
        for &number in &self.hand[player] {
            for place in
                (0..5).flat_map(|column| (0..2).map(move |row| (column, row + 4 * player as i32)))
            {
                if !self.tokens.contains_key(&place) {
                    let mut next = self.clone();
                    next.hand[player].retain(|other| *other != number);
                    next.tokens.insert(place, (player, number));
                    found.push(next);
                }
            }
        }
        if self.hand != [vec![], vec![]] {
            return found;
        }
        let (step, far) = if player == 0 { (1, 5) } else { (-1, 0) };
        for (&(column, row), &(_, number)) in
            self.tokens.iter().filter(|(_, token)| token.0 == player)
        {
            for to in [(column - 1, row + step), (column, row + step), (column + 1, row + step)] {
                let free = match self.tokens.get(&to) {
                    None => true,
                    Some(&(owner, other)) => {
                        owner != player && (number == 10 || other == 10 || number <= other)
                    }
                };
                if !free || !(0..5).contains(&to.0) {
                    continue;
                }
                let mut next = self.clone();
                next.tokens.remove(&(column, row));
                next.tokens.insert(to, (player, number));
                if to.1 == far {
                    next.tokens.remove(&to);
                    if self.best.is_none_or(|(_, best)| number > best) {
                        next.best = Some((player, number));
                    }
                }
                found.push(next);
            }
        }
        found
    }

    fn perft(&self, player: usize, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let placing = self.hand != [vec![], vec![]];
        if !placing
            && self.best.is_some_and(|(_, best)| self.tokens.values().all(|token| token.1 <= best))
        {
            return 0;
        }
        let next = self.next(player);
        if next.is_empty() && !placing {
            // A pass, if the other player can move.
            return if self.next(1 - player).is_empty() {
                0
            } else {
                self.perft(1 - player, depth - 1)
            };
        }
        next.iter().map(|next| next.perft(1 - player, depth - 1)).sum()
    }
}

/// The start of the moves after one placing, the middle of a game, its end with passes, and the placing itself.
const POSITIONS: [&str; 5] = [
    "r9r8r7r6r5/rXr1r2r3r4/........../........../g1gXg2g3g4/g9g8g7g6g5 g -",
    "r9r8....r5/rX..r2..../..r1..r3../..g1..g4../gX..g2..../g9g8..g7.. g r4",
    "r9......../..r3....../gX..rX..../........r1/..g2....g5/....g9.... r g3",
    "........../......r4../......r1../g5....g2../......g7../.......... g r3",
    "r1....r3../..r2....../........../........../g1gX....../g9......g2 r - placing",
];

#[test]
fn plain_rules_count_the_same() {
    for text in POSITIONS {
        let (pos, slow) = (position(text), Slow::read(text));
        let deepest = if pos.is_placing() { 2 } else { 4 };
        for depth in 1..=deepest {
            let found = henge_core::perft(&Nuba, &mut pos.clone(), depth);
            assert_eq!(found, slow.perft(pos.to_move().index(), depth), "{text} at depth {depth}");
        }
    }
}

fn named(name: &str) -> Arc<dyn DynGame> {
    rules(name, Nuba.about(), Arc::new(Nuba))
}

#[test]
fn perft() {
    let text = include_str!("../../../../testdata/perft/nuba.toml");
    let counts = check_perft(text, &named, 1_000_000);
    assert!(counts.checked > 12, "{counts:?}");
}

#[test]
fn low_numbers_take_high_ones_and_the_champion_everybody() {
    let text = "r9......../........../r4r5r3rX../..g4....../........../....g9g8.. g r1";
    let pos = position(text);
    let moves: Vec<String> = Nuba.moves(&pos).map(|mv| Nuba.write_move(&pos, mv)).collect();
    // 4 takes 4 and 5, and not 3.
    assert!(moves.contains(&"b3xa4".into()) && moves.contains(&"b3xb4".into()));
    assert!(!moves.contains(&"b3xc4".into()), "{moves:?}");
    let text = "r9......../........../r4r1rX..../..gX....g9/........../.......... g r2";
    let pos = position(text);
    let moves: Vec<String> = Nuba.moves(&pos).map(|mv| Nuba.write_move(&pos, mv)).collect();
    assert_eq!(moves[..3], ["b3xa4", "b3xb4", "b3xc4"].map(String::from));
    let other = position(&text.replace(" g r2", " r g2"));
    let moves: Vec<String> = Nuba.moves(&other).map(|mv| Nuba.write_move(&other, mv)).collect();
    assert!(["a4xb3", "b4xb3", "c4xb3"].iter().all(|mv| moves.contains(&mv.to_string())));
}

#[test]
fn the_highest_on_the_far_side_wins_when_nothing_is_higher() {
    let text = "........../....g5..../........../r6......r3/........../.......... g r4";
    let pos = played(text, "c5-c6");
    assert_eq!(pos.musician(), Some((Player::First, 5)));
    assert_eq!(Nuba.turn(&pos), Turn::Player(Player::Second), "6 is still there");
    let pos = played(text, "c5-c6 e3-e2 pass e2-e1");
    assert_eq!(pos.musician(), Some((Player::First, 5)), "3 does not better 5");
    let pos = played(text, "c5-c6 a3-a2 pass a2-a1");
    assert_eq!(Nuba.turn(&pos), Turn::Over(Outcome::win(Player::Second)));
}

#[test]
fn the_champion_wins_at_once() {
    let text = "........../....gX..../........../r6......rX/........../.......... g r4";
    assert_eq!(Nuba.turn(&played(text, "c5-c6")), Turn::Over(Outcome::win(Player::First)));
}

#[test]
fn when_nobody_can_move_the_musician_decides() {
    let text = "........../........../....r9..../....r1..../....g2..../.......... g -";
    // 2 does not take 1, but goes past it.
    let pos = position(text);
    assert_eq!(Nuba.moves(&pos).count(), 2);
    let nothing = position("........../........../........../........../........../.......... g -");
    assert_eq!(Nuba.turn(&nothing), Turn::Over(Outcome::Draw));
}

#[test]
fn tokens_are_placed_in_turn_on_the_own_rows() {
    let start = Nuba.start();
    assert_eq!(Nuba.moves(&start).count(), 100);
    let text = Nuba.write_position(&start);
    let pos = played(&text, "3@b2 X@e6");
    let expected = "........rX/........../........../........../..g3....../.......... g - placing";
    assert_eq!(Nuba.write_position(&pos), expected);
    let wrong = |mv: &str| Nuba.read_move(&pos, mv).unwrap_err().expected;
    assert_eq!(wrong("3@a1"), "a legal move: Green has no 3 in hand");
    assert_eq!(wrong("4@a3"), "a legal move: Green places tokens on rows 1 and 2");
    assert_eq!(wrong("4@b2"), "a legal move: b2 is taken");
    assert_eq!(wrong("b2-b3"), "a legal move: Green has tokens in hand and places one, as in 3@b2");
    assert_eq!(wrong("b2"), "a move such as 3@b2, b2-b3 or b2xc3; squares go from a1 to e6");
}

#[test]
fn wrong_positions_say_what_is_right() {
    let wrong = |text: &str| Nuba.read_position(text).unwrap_err().to_string();
    let twice = "........../..g3..g3../........../........../........../.......... g -";
    assert!(wrong(twice).ends_with("Green has one token 3"), "{}", wrong(twice));
    let there = "g3......../........../........../........../........../.......... g -";
    assert!(wrong(there).ends_with("a token that reaches a6 leaves the board"));
}

#[test]
fn moves_are_told_in_words() {
    let told = |text: &str, mv: &str| {
        let pos = position(text);
        explain(&Nuba, &pos, Nuba.read_move(&pos, mv).expect(mv)).join("; ")
    };
    let text = "........../....g5..../........../r6......r3/......g3../.......... g r4";
    assert_eq!(told(text, "c5-c6"), "5 becomes the best musician in place of 4");
    assert_eq!(told(text, "d2xe3"), "takes 3");
}

#[test]
fn a_token_with_a_free_way_counts() {
    let free = position("........../........../g7......../....r1..../........r2/.......... g -");
    let met = position("........../..r1....../g7......../........../........r2/.......... g -");
    let judge = |pos: &Position| Paths.eval(&Nuba, pos, Player::First);
    assert!(judge(&free) > judge(&met), "{:?} {:?}", judge(&free), judge(&met));
}
