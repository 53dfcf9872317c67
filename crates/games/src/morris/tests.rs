use std::collections::BTreeSet;
use std::sync::Arc;

use henge_core::erased::{DynGame, rules};
use henge_core::{Eval, Game, Match, Notation, Outcome, Player, Turn};
use henge_testkit::{check_perft, eval_laws, laws, symmetry_laws};

use super::points::{LINES, NEXT, PARTNERS, closes, in_mills, name};
use super::*;

fn position(text: &str) -> Position {
    Morris::default().read_position(text).expect(text)
}

fn moves(game: &Morris, pos: &Position) -> Vec<String> {
    game.moves(pos).map(|mv| game.write_move(pos, mv)).collect()
}

#[test]
fn the_game_obeys_the_laws() {
    for game in
        [Morris::default(), Morris::new(Flying::Excluded, 0), Morris::new(Flying::Allowed, 7)]
    {
        laws(&game);
        symmetry_laws(&game);
        eval_laws(&game, &Mills);
    }
}

#[test]
fn points_have_two_lines_and_their_neighbours() {
    assert_eq!(NEXT.iter().map(|next| next.count_ones()).sum::<u32>(), 64);
    for (point, partners) in PARTNERS.iter().enumerate() {
        assert!(partners.iter().all(|line| line.count_ones() == 2), "{}", name(point as u32));
    }
    let line = LINES[0].iter().fold(0, |set, &point| set | 1u32 << point);
    assert_eq!(in_mills(line | 1 << 5), line);
    assert!(closes(line & !1, 0) && !closes(line & !3, 0));
}

/// The rules once more, over names of points and sets of them.
#[derive(Clone)]
struct Slow {
    men: [BTreeSet<String>; 2],
    hand: [u32; 2],
    flying: bool,
}

const RINGS: [[&str; 8]; 3] = [
    ["a1", "a4", "a7", "d7", "g7", "g4", "g1", "d1"],
    ["b2", "b4", "b6", "d6", "f6", "f4", "f2", "d2"],
    ["c3", "c4", "c5", "d5", "e5", "e4", "e3", "d3"],
];

/// Around the rings from corner to corner, and across them in the middle of the sides.
fn slow_lines() -> Vec<[&'static str; 3]> {
    let sides = RINGS.iter().flat_map(|ring| {
        (0..4).map(|side| [ring[2 * side], ring[2 * side + 1], ring[(2 * side + 2) % 8]])
    });
    sides.chain((0..4).map(|side| RINGS.map(|ring| ring[2 * side + 1]))).collect()
}

impl Slow {
    fn mill_with(&self, player: usize, point: &str) -> bool {
        let has = |other: &&str| self.men[player].contains(*other);
        slow_lines().iter().any(|line| line.contains(&point) && line.iter().all(has))
    }

    fn perft(&self, player: usize, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.men[player].len() as u32 + self.hand[player] < 3 {
            return 0;
        }
        let lines = slow_lines();
        let all: Vec<&str> = RINGS.concat();
        let free = |point: &str| self.men.iter().all(|men| !men.contains(point));
        let beside = |a: &str, b: &str| {
            lines.iter().any(|line| {
                let place = |point| line.iter().position(|other| *other == point);
                place(a).zip(place(b)).is_some_and(|(a, b)| a.abs_diff(b) == 1)
            })
        };
        let mut n = 0;
        let mut from: Vec<Option<&String>> = self.men[player].iter().map(Some).collect();
        if self.hand[player] > 0 {
            from = vec![None];
        }
        for from in from {
            let anywhere = from.is_none() || self.flying && self.men[player].len() == 3;
            for to in all.iter().filter(|to| free(to)) {
                if !anywhere && !beside(from.expect("on the board"), to) {
                    continue;
                }
                let mut next = self.clone();
                match from {
                    Some(from) => drop(next.men[player].remove(from)),
                    None => next.hand[player] -= 1,
                }
                next.men[player].insert(to.to_string());
                if !next.mill_with(player, to) {
                    n += next.perft(1 - player, depth - 1);
                    continue;
                }
                let outside = |point: &&String| !next.mill_with(1 - player, point);
                let mut prey: Vec<String> =
                    next.men[1 - player].iter().filter(outside).cloned().collect();
                if prey.is_empty() {
                    prey = next.men[1 - player].iter().cloned().collect();
                }
                for taken in prey {
                    let mut next = next.clone();
                    next.men[1 - player].remove(&taken);
                    n += next.perft(1 - player, depth - 1);
                }
            }
        }
        n
    }
}

fn slow(pos: &Position, flying: bool) -> Slow {
    let names = |player: Player| {
        (0..24).filter(|point| pos.men(player) >> point & 1 != 0).map(name).collect()
    };
    Slow {
        men: Player::BOTH.map(names),
        hand: Player::BOTH.map(|player| pos.in_hand(player).into()),
        flying,
    }
}

/// Mills on three rings, a position on the board, three men that fly.
const POSITIONS: [&str; 5] = [
    "ww./bb./.../....../.../.../... w 7 7",
    "w.b/.wb/w.b/w.wb.b/.w./b../b.w w 0 0",
    "www/.b./b.w/...b../.w./b../..b w 0 0",
    "w.w/.b./b.b/..wb../.../b../... b 0 0",
    "www/.b./..b/....../.../b../... b 0 0",
];

#[test]
fn plain_rules_count_the_same() {
    for (text, flying) in POSITIONS.iter().flat_map(|text| [(text, true), (text, false)]) {
        let way = if flying { Flying::Allowed } else { Flying::Excluded };
        let (game, pos) = (Morris::new(way, 0), position(text));
        let plain = slow(&pos, flying);
        for depth in 1..=3 {
            let found = henge_core::perft(&game, &mut pos.clone(), depth);
            let expected = plain.perft(pos.to_move().index(), depth);
            assert_eq!(found, expected, "{text} at depth {depth}");
        }
    }
}

fn named(name: &str) -> Arc<dyn DynGame> {
    let flying = if name.contains("flying=false") { Flying::Excluded } else { Flying::Allowed };
    let game = Arc::new(Morris::new(flying, 100));
    rules(name, game.about(), game)
}

#[test]
fn perft() {
    let text = include_str!("../../../../testdata/perft/nine-mens-morris.toml");
    let counts = check_perft(text, &named, 300_000);
    assert!(counts.checked > 10, "{counts:?}");
}

#[test]
fn a_mill_takes_a_man_outside_of_mills() {
    let game = Morris::default();
    let pos = position("ww./bbb/..b/....../.../.../... w 5 5");
    // Three in b6, d6, f6 are a mill; the one on e5 is not.
    assert!(moves(&game, &pos).contains(&"g7xe5".into()));
    assert_eq!(moves(&game, &pos).iter().filter(|text| text.starts_with("g7")).count(), 1);
    // All stand in mills.
    let pos = position("ww./bbb/.../....../.../.../... w 5 5");
    let found: Vec<String> =
        moves(&game, &pos).into_iter().filter(|text| text.starts_with("g7")).collect();
    assert_eq!(found, ["g7xb6", "g7xd6", "g7xf6"]);
}

#[test]
fn two_mills_at_once_take_one_man() {
    let game = Morris::default();
    let pos = position(".ww/b../b../w...b./.../.../w.. w 5 5");
    let found = moves(&game, &pos);
    assert!(
        found.contains(&"a7xb6".into()) && !found.iter().any(|text| text.matches('x').count() > 1)
    );
}

#[test]
fn three_men_fly_where_that_is_agreed_on() {
    let text = "www/.b./..b/....../.../b../... w 0 0";
    let pos = position(text);
    assert_eq!(moves(&Morris::default(), &pos).len(), 3 * 18);
    let walking = Morris::new(Flying::Excluded, 100);
    assert_eq!(moves(&walking, &pos), ["a7-a4", "g7-g4"]);
}

#[test]
fn two_men_and_no_move_lose() {
    let game = Morris::default();
    let mut pos = position("ww./.b./..b/..w.../.../b../... w 0 0");
    let mv = game.read_move(&pos, "c4-g7xb2").expect("it flies");
    game.play(&mut pos, mv);
    assert_eq!(game.turn(&pos), Turn::Over(Outcome::win(Player::First)));
    let stuck = position("wbw/.../.../b....b/.../.../wbw w 0 0");
    assert_eq!(game.turn(&stuck), Turn::Over(Outcome::win(Player::Second)));
}

#[test]
fn moves_without_a_mill_and_repetitions_draw() {
    let game = Morris::new(Flying::Allowed, 4);
    let text = "w../..w/.../...w../b../.w./b.b w 0 0";
    let mut pos = game.read_position(text).expect(text);
    for mv in ["a7-d7", "c3-d3", "d7-a7", "d3-c3"] {
        assert!(matches!(game.turn(&pos), Turn::Player(_)), "before {mv}");
        let mv = game.read_move(&pos, mv).expect(mv);
        game.play(&mut pos, mv);
    }
    assert_eq!(game.turn(&pos), Turn::Over(Outcome::Draw));
    let usual = Arc::new(Morris::default());
    let mut table =
        Match::from_position(Arc::clone(&usual), usual.read_position(text).expect(text));
    for mv in ["a7-d7", "c3-d3", "d7-a7", "d3-c3"].into_iter().cycle().take(8) {
        let mv = usual.read_move(table.position(), mv).expect(mv);
        table.play(mv).expect("the game goes on");
    }
    assert_eq!(table.turn(), Turn::Over(Outcome::Draw));
}

#[test]
fn wrong_texts_say_what_is_right() {
    let game = Morris::default();
    let wrong = |text: &str, mv: &str| game.read_move(&position(text), mv).unwrap_err().expected;
    let start = ".../.../.../....../.../.../... w 9 9";
    assert_eq!(wrong(start, "a2"), "a move such as d6, d6-d5 or d6-d5xa1; points go from a1 to g7");
    assert!(wrong(start, "a1-a4").contains("White has men in hand"));
    let mill = "ww./bb./.../....../.../.../... w 7 7";
    let said = wrong(mill, "g7");
    assert_eq!(
        said,
        "a legal move: it closes a mill and takes a man, as in g7x…, on one of b6, d6"
    );
    assert!(wrong(mill, "a1xb6").contains("closes no mill"));
    let moving = "w.b/.wb/w.b/w.wb.b/.w./b../b.w w 0 0";
    assert!(wrong(moving, "a1").contains("no man in hand"));
    assert!(wrong(moving, "a7-g1").contains("not next to each other"));
}

#[test]
fn moves_are_told_in_words() {
    let game = Morris::default();
    let told = |text: &str, mv: &str| {
        let pos = position(text);
        explain(&game, &pos, game.read_move(&pos, mv).expect(mv)).join("; ")
    };
    let pos = "ww./bb./.../....../.../.../... w 7 7";
    assert_eq!(told(pos, "g7xb6"), "closes a mill and takes the man on b6");
    assert_eq!(told(pos, "f6"), "keeps Black from a mill on f6; threatens a mill on g7");
}

#[test]
fn an_open_mill_is_worth_something() {
    let pair = position("ww./b../..b/....../.../.../... b 6 7");
    let apart = position("w.w/b../..b/....../.../.../... b 6 7");
    let apart2 = position("w../b../..b/...w../.../.../... b 6 7");
    let judge = |pos: &Position| Mills.eval(&Morris::default(), pos, Player::First);
    assert!(judge(&pair) > judge(&apart2) && judge(&apart) > judge(&apart2));
}
