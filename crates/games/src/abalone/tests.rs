use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use henge_core::erased::{DynGame, rules};
use henge_core::{Eval, Game, Match, Notation, Outcome, Player, Turn};
use henge_testkit::{check_perft, eval_laws, laws, symmetry_laws};

use super::cells::{BOARD, RINGS, STEPS, beside, each};
use super::*;

fn position(text: &str) -> Position {
    Abalone::default().read_position(text).expect(text)
}

#[test]
fn both_arrangements_obey_the_laws() {
    for arrangement in [Arrangement::Standard, Arrangement::BelgianDaisy] {
        for idle in [0, 20] {
            let game = Abalone::new(arrangement, idle);
            laws(&game);
            symmetry_laws(&game);
        }
        eval_laws(&Abalone::new(arrangement, 0), &Middle);
    }
}

#[test]
fn there_are_61_cells_in_five_rings() {
    assert_eq!(RINGS.map(u128::count_ones), [1, 7, 19, 37, 61]);
    assert_eq!(RINGS[4], BOARD);
    // Steps over the edge lead to no cell.
    let inside = |cell: u32| (0..6).filter(|&way| BOARD >> beside(cell, way) & 1 != 0).count();
    let neighbours: Vec<usize> = each(BOARD).map(inside).collect();
    let n = |sides: usize| neighbours.iter().filter(|&&n| n == sides).count();
    assert_eq!((n(3), n(4), n(6)), (6, 18, 37));
    assert!((0..3).all(|way| STEPS[way] == -STEPS[way + 3]));
}

/// The rules once more, over cells in three coordinates that sum to zero.
#[derive(Clone)]
struct Slow {
    marbles: BTreeMap<[i32; 3], bool>,
    out: [u32; 2],
}

const WAYS: [[i32; 3]; 6] =
    [[1, -1, 0], [1, 0, -1], [0, 1, -1], [-1, 1, 0], [-1, 0, 1], [0, -1, 1]];

fn plus(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn inside(cell: [i32; 3]) -> bool {
    cell.iter().all(|part| part.abs() <= 4)
}

impl Slow {
    fn read(text: &str) -> Slow {
        let mut marbles = BTreeMap::new();
        let board = text.split(' ').next().expect("a board");
        for (row, signs) in board.split('/').enumerate() {
            // From the top: z goes down from 4, and x begins where y is largest.
            let z = 4 - row as i32;
            let first = (-4).max(-4 - z);
            for (i, sign) in (0..).zip(signs.chars()) {
                let cell = [first + i, -first - i - z, z];
                assert!(inside(cell), "{cell:?}");
                if sign != '.' {
                    marbles.insert(cell, sign == 'x');
                }
            }
        }
        let lost = |black| 14 - marbles.values().filter(|&&colour| colour == black).count() as u32;
        Slow { out: [lost(true), lost(false)], marbles }
    }

    /// All positions that a move leads to.
    fn next(&self, black: bool) -> Vec<Slow> {
        let own: BTreeSet<[i32; 3]> = self
            .marbles
            .iter()
            .filter(|(_, colour)| **colour == black)
            .map(|(cell, _)| *cell)
            .collect();
        let mut groups: BTreeSet<BTreeSet<[i32; 3]>> = BTreeSet::new();
        for &cell in &own {
            for way in WAYS {
                let (second, third) = (plus(cell, way), plus(plus(cell, way), way));
                groups.insert([cell].into());
                if own.contains(&second) {
                    groups.insert([cell, second].into());
                    if own.contains(&third) {
                        groups.insert([cell, second, third].into());
                    }
                }
            }
        }
        let mut found = Vec::new();
        for group in &groups {
            for way in WAYS {
                found.extend(self.moved(black, group, way));
            }
        }
        found
    }

    fn moved(&self, black: bool, group: &BTreeSet<[i32; 3]>, way: [i32; 3]) -> Option<Slow> {
        let mut next = self.clone();
        let targets: Vec<[i32; 3]> = group
            .iter()
            .map(|&cell| plus(cell, way))
            .filter(|cell| !group.contains(cell))
            .collect();
        let in_line = group.len() > 1 && targets.len() == 1;
        if in_line {
            // What stands before the row is pushed on, cell by cell.
            let mut at = targets[0];
            let mut pushed = Vec::new();
            while self.marbles.get(&at) == Some(&!black) {
                pushed.push(at);
                at = plus(at, way);
            }
            let blocked = self.marbles.contains_key(&at);
            let own_over_the_edge = pushed.is_empty() && !inside(at);
            if blocked || own_over_the_edge || pushed.len() >= group.len() {
                return None;
            }
            for cell in &pushed {
                next.marbles.remove(cell);
            }
            for &cell in &pushed {
                let to = plus(cell, way);
                if inside(to) {
                    next.marbles.insert(to, !black);
                } else {
                    next.out[usize::from(black)] += 1;
                }
            }
        } else if !targets.iter().all(|cell| inside(*cell) && !self.marbles.contains_key(cell)) {
            return None;
        }
        for cell in group {
            next.marbles.remove(cell);
        }
        for &cell in group {
            next.marbles.insert(plus(cell, way), black);
        }
        Some(next)
    }

    fn perft(&self, black: bool, depth: u32) -> u64 {
        if self.out.contains(&6) {
            return u64::from(depth == 0);
        }
        match depth {
            0 => 1,
            _ => self.next(black).iter().map(|next| next.perft(!black, depth - 1)).sum(),
        }
    }
}

/// Both starts, and positions with pushes of all kinds.
const POSITIONS: [&str; 4] = [
    "ooooo/oooooo/..ooo../......../........./......../..xxx../xxxxxx/xxxxx x",
    "xx.oo/xxxooo/.xx.oo./......../........./......../.oo.xx./oooxxx/oo.xx x",
    "..o../..oo../.xxoo../..xxoo../..xxoox../...xxox./..o.xx./...xo./...o. x",
    "xo.../.x.oo./..xxoo./xxxooo../..xxoo.../o...xx../....oxx/....../oo.x. o",
];

#[test]
fn plain_rules_count_the_same() {
    for (text, deepest) in POSITIONS.into_iter().zip([3, 3, 3, 3]) {
        let (pos, slow) = (position(text), Slow::read(text));
        for depth in 1..=deepest {
            let found = henge_core::perft(&Abalone::default(), &mut pos.clone(), depth);
            let expected = slow.perft(pos.to_move() == Player::First, depth);
            assert_eq!(found, expected, "{text} at depth {depth}");
        }
    }
}

fn named(name: &str) -> Arc<dyn DynGame> {
    let daisy = name.contains("daisy");
    let arrangement = if daisy { Arrangement::BelgianDaisy } else { Arrangement::Standard };
    let game = Arc::new(Abalone::new(arrangement, 0));
    rules(name, game.about(), game)
}

#[test]
fn perft() {
    let text = include_str!("../../../../testdata/perft/abalone.toml");
    let counts = check_perft(text, &named, 400_000);
    assert!(counts.checked > 8, "{counts:?}");
}

#[test]
fn arrangements_are_those_of_tournaments() {
    let daisy = Abalone::new(Arrangement::BelgianDaisy, 0);
    for (game, text) in [(Abalone::default(), POSITIONS[0]), (daisy, POSITIONS[1])] {
        assert_eq!(game.write_position(&game.start()), text);
    }
}

/// The moves from a row of `e`, whose cells are given.
fn in_row(cells: &str) -> Vec<String> {
    // Marbles elsewhere are far away.
    let text = format!("ooooo/oooo../......./......../{cells}/......../......./..xxxx/xxxxx x");
    let pos = position(&text);
    let game = Abalone::default();
    let all = game.moves(&pos).map(|mv| game.write_move(&pos, mv));
    all.filter(|text| text.len() == 4 && text.starts_with('e') && text[2..].starts_with('e'))
        .collect()
}

#[test]
fn more_marbles_push_fewer() {
    assert_eq!(in_row(".xxo....."), ["e2e3", "e2e1", "e3e2"]);
    assert_eq!(in_row("xxoo....."), Vec::<String>::new());
    assert_eq!(in_row("xxxoo...."), ["e1e2"]);
    assert_eq!(in_row("xxxoox..."), ["e6e7"]);
    assert_eq!(in_row("xxo.o...."), ["e1e2"]);
    assert_eq!(in_row("......xxo"), ["e7e8", "e7e6", "e8e7"]);
    assert_eq!(in_row(".....xxoo"), ["e6e5", "e7e6"]);
}

#[test]
fn nobody_moves_four_marbles_or_own_ones_over_the_edge() {
    assert_eq!(in_row("xxxx....."), ["e2e3", "e3e4", "e4e5"]);
    assert_eq!(in_row("......xxx"), ["e7e6", "e8e7", "e9e8"]);
}

#[test]
fn six_marbles_out_win() {
    let game = Abalone::default();
    let mut pos =
        position("ooooo/oooo../......./......../......xxo/......../......./..xxx./xxxxx x");
    let marbles = pos.out(Player::Second);
    assert_eq!(marbles, 4);
    let push = game.read_move(&pos, "e7e8").expect("two push one");
    game.play(&mut pos, push);
    assert_eq!((pos.out(Player::Second), game.turn(&pos)), (5, Turn::Player(Player::Second)));
    let mut pos =
        position("ooooo/ooo.../......./......../......xxo/......../......./..xxx./xxxxx x");
    let push = game.read_move(&pos, "e7e8").expect("two push one");
    game.play(&mut pos, push);
    assert_eq!(game.turn(&pos), Turn::Over(Outcome::win(Player::First)));
}

#[test]
fn rows_move_sideways_into_empty_cells() {
    let game = Abalone::default();
    let pos = game.start();
    let mv = game.read_move(&pos, "c3c5d3").expect("three marbles go up");
    assert_eq!(game.read_move(&pos, "c5c3d5"), Ok(mv), "from the other end");
    let mut next = pos;
    game.play(&mut next, mv);
    let after = "ooooo/oooooo/..ooo../......../........./..xxx.../......./xxxxxx/xxxxx o";
    assert_eq!(game.write_position(&next), after);
}

#[test]
fn repetitions_draw_and_so_do_idle_moves_where_that_is_agreed_on() {
    let game = Arc::new(Abalone::new(Arrangement::Standard, 100));
    let mut table = Match::new(Arc::clone(&game));
    let there_and_back = ["c3d3", "g7f7", "d3c3", "f7g7"];
    for text in there_and_back.into_iter().cycle().take(8) {
        let mv = game.read_move(table.position(), text).expect(text);
        table.play(mv).expect("the game goes on");
    }
    assert_eq!(table.turn(), Turn::Over(Outcome::Draw));
    let short = Abalone::new(Arrangement::Standard, 4);
    let mut pos = short.start();
    for text in ["c3d3", "g7f7", "d3c3"] {
        let mv = short.read_move(&pos, text).expect(text);
        short.play(&mut pos, mv);
    }
    assert!(matches!(short.turn(&pos), Turn::Player(_)));
    let last = short.read_move(&pos, "f7g7").expect("back");
    short.play(&mut pos, last);
    assert_eq!(short.turn(&pos), Turn::Over(Outcome::Draw));
}

#[test]
fn wrong_texts_say_what_is_right() {
    let game = Abalone::default();
    let pos = game.start();
    let wrong = |text: &str| game.read_move(&pos, text).unwrap_err().expected;
    assert_eq!(
        wrong("a1c3"),
        "a move such as a1b2 in line or c3c5d3 broadside; cells go from a1 to i9"
    );
    assert!(wrong("e5e6").ends_with("does not begin with an own marble"));
    assert!(wrong("b6b5").ends_with("at most three marbles move at once"));
    assert!(wrong("a1a2").ends_with("at most three marbles move at once"));
    assert!(
        wrong("b1a1").ends_with("own marbles are not pushed over the edge"),
        "{}",
        wrong("b1a1")
    );
    assert!(wrong("a1a3b1").ends_with("all move into empty cells"));
}

#[test]
fn moves_are_told_in_words() {
    let game = Abalone::default();
    let pos = position("ooooo/oooo../......./......../......xxo/......../......./..xxx./xxxxx x");
    let told = |mv: &str| explain(&game, &pos, game.read_move(&pos, mv).expect(mv)).join("; ");
    assert!(told("e7e8").starts_with("pushes out a marble, which makes 5"), "{}", told("e7e8"));
}

#[test]
fn the_middle_is_worth_something() {
    let game = Abalone::default();
    let near = position("ooooo/oooooo/..ooo../......../...xx..../......../..xxx../xxxx../xxxxx x");
    let far = position("ooooo/oooooo/..ooo../......../xx......./......../..xxx../xxxx../xxxxx x");
    let judge = |pos: &Position| Middle.eval(&game, pos, Player::First);
    assert!(judge(&near) > judge(&far));
    assert_eq!(Marbles.eval(&game, &near, Player::First), Marbles.eval(&game, &far, Player::First));
}
