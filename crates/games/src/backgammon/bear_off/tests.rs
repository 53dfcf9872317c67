#![allow(clippy::unwrap_used)]

use super::home::each_result;
use super::*;
use crate::backgammon::{Men, Plays, ROLLS, generate};

fn home(points: &[(usize, u8)], n_men: u8) -> Home {
    let mut home = [0; 7];
    points.iter().for_each(|&(point, men)| home[point] += men);
    home[0] = n_men - home[1..].iter().sum::<u8>();
    home
}

fn men(mine: &Home, theirs: &Home) -> Men {
    let mut men = Men::NONE;
    men.mine[..7].copy_from_slice(mine);
    men.theirs[..7].copy_from_slice(theirs);
    men
}

#[test]
fn homes_are_numbered_without_a_gap() {
    for (n_men, count) in [(1, 7), (6, 924), (15, 54_264)] {
        let ranks = Ranks::new(n_men);
        assert_eq!(ranks.len(), count);
        assert!((0..count).all(|rank| ranks.rank(ranks.home(rank)) == rank));
    }
}

#[test]
fn results_are_those_of_the_rules_and_have_lower_numbers() {
    let ranks = Ranks::new(15);
    let theirs = home(&[(1, 15)], 15);
    let mut plays = Plays::new();
    for rank in (1..ranks.len()).step_by(101) {
        let mine = *ranks.home(rank);
        for roll in &ROLLS {
            generate(&men(&mine, &theirs), roll.dice, &mut plays);
            let homes = plays.entries().iter().map(|e| e.after.mine[..7].try_into().unwrap());
            let mut by_rules: Vec<Home> = homes.collect();
            let mut found = Vec::new();
            each_result(&mine, roll.dice, &mut |home| {
                assert!(ranks.rank(home) < rank);
                found.push(*home);
            });
            by_rules.sort_unstable();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found, by_rules, "{mine:?} {:?}", roll.dice);
        }
    }
}

/// In how many of 36 rolls two men are borne off at once, as books have it.
#[test]
fn two_men_go_at_once_as_often_as_books_say() {
    let table = OneSided::new();
    let known = [
        ((1, 1), 36),
        ((2, 1), 36),
        ((3, 1), 34),
        ((4, 1), 29),
        ((5, 1), 23),
        ((6, 1), 15),
        ((2, 2), 26),
        ((3, 2), 25),
        ((4, 2), 23),
        ((5, 2), 19),
        ((6, 2), 13),
        ((3, 3), 17),
        ((4, 3), 17),
        ((5, 3), 14),
        ((6, 3), 10),
        ((4, 4), 11),
        ((5, 4), 10),
        ((6, 4), 8),
        ((5, 5), 6),
        ((6, 5), 6),
        ((6, 6), 4),
    ];
    for ((a, b), rolls) in known {
        let chance = table.chances(&home(&[(a, 1), (b, 1)], 15))[1];
        assert!((chance * 36.0 - rolls as f32).abs() < 1e-4, "{a} and {b}: {}", chance * 36.0);
    }
}

#[test]
fn distributions_are_distributions() {
    let table = OneSided::new();
    for rank in 0..table.ranks().len() {
        let home = table.ranks().home(rank);
        let chances = table.chances(home);
        let sum: f32 = chances.iter().sum();
        let mean: f32 = chances.iter().zip(0u8..).map(|(c, n)| c * f32::from(n)).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{home:?} sums up to {sum}");
        assert!((f64::from(mean) - table.mean(home)).abs() < 1e-4, "{home:?}");
        if home[0] == 0 {
            let first: f32 = table.chances_of_first(home).iter().sum();
            assert!((first - 1.0).abs() < 1e-5, "{home:?} sums up to {first}");
        }
    }
}

#[test]
fn the_two_sided_table_agrees_with_itself_and_is_read_as_written() {
    let table = TwoSided::new(6).unwrap();
    assert_eq!(table.check().unwrap(), 923 * 923);
    let mut bytes = Vec::new();
    table.write(&mut bytes).unwrap();
    assert_eq!(TwoSided::read(&bytes[..]).unwrap(), table);
    assert!(matches!(TwoSided::read(&bytes[..99]), Err(TwoSidedError::Length { .. })));
    assert!(matches!(TwoSided::read(&b"something else"[..]), Err(TwoSidedError::Magic)));
    bytes[17 + 16 * 1000 + 2] ^= 0x40;
    let damaged = TwoSided::read(&bytes[..]).unwrap();
    assert!(matches!(damaged.check(), Err(TwoSidedError::Wrong { .. })));
}

#[test]
fn one_side_alone_is_nearly_as_good_as_both() {
    let (one, two) = (OneSided::new(), TwoSided::new(6).unwrap());
    let ranks = Ranks::new(6);
    let mut worst = 0.0f32;
    for mine in (1..924).step_by(7) {
        for theirs in (1..924).step_by(5) {
            let of = |rank: usize| {
                let mut home = *ranks.home(rank);
                home[0] += 9;
                home
            };
            let men = men(&of(mine), &of(theirs));
            let exact = two.worth(&men).unwrap().win();
            let [win, ..] = one.outcome(&men).unwrap();
            worst = worst.max((exact - win).abs());
        }
    }
    assert!(worst < 0.015, "{worst}");
}

#[test]
fn a_last_roll_is_doubled_and_taken_as_it_should() {
    let two = TwoSided::new(6).unwrap();
    let worth = |mine: &[(usize, u8)], theirs: &[(usize, u8)]| {
        two.worth(&men(&home(mine, 15), &home(theirs, 15))).unwrap()
    };
    // 6 and 2 go in 13 of 36 rolls; the other side then finishes at once.
    let last = worth(&[(6, 1), (2, 1)], &[(1, 1)]);
    assert!((last.win() - 13.0 / 36.0).abs() < 1e-6);
    assert!((last.centred - (2.0 * 13.0 / 36.0 - 1.0)).abs() < 1e-6, "no double");
    // 5 and 2 go in 19 of 36: a double that is right to take, worth twice the 2/36.
    let last = worth(&[(5, 1), (2, 1)], &[(1, 1)]);
    assert!((last.centred - 4.0 / 36.0).abs() < 1e-6);
    // 4 and 1 go in 29 of 36: a double that is right to drop.
    assert_eq!(worth(&[(4, 1), (1, 1)], &[(1, 1)]).centred, 1.0);
}

#[test]
fn the_tables_agree_with_those_of_gnubg() {
    let known = include_str!("../../../../../testdata/backgammon/bear-off.txt");
    let (one, two) = (OneSided::new(), TwoSided::new(6).unwrap());
    let mut counts = [0, 0];
    for row in known.lines().filter(|row| !row.starts_with('#')) {
        let words: Vec<&str> = row.split(' ').collect();
        let home = |text: &str| -> Home {
            let digits: Vec<u8> =
                text.chars().map(|digit| digit.to_digit(16).unwrap() as u8).collect();
            digits.try_into().unwrap()
        };
        let men = men(&home(words[0]), &home(words[1]));
        let right: f32 = words[2].parse().unwrap();
        let (found, tolerance) = match two.worth(&men) {
            // Every value of gnubg's rests on values that were rounded.
            Some(worth) => (worth.win(), 0.0001),
            None => (one.outcome(&men).unwrap()[0], 0.001),
        };
        counts[usize::from(two.worth(&men).is_none())] += 1;
        assert!((found - right).abs() < tolerance, "{row}: {found}");
    }
    assert_eq!(counts, [30, 14]);
}
