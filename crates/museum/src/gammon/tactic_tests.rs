//! Every tactic on a small board: what it awards by hand, and what it proposes.

use henge_games::backgammon::{Men, Plays, generate};

use super::award::award;
use super::change::{Change, Situation};
use super::proposal::{has_generator, proposes};
use super::tactic::{FULL, Tactic};
use super::text::read_play;

type Points = [(usize, u8)];

const START: &Points = &[(24, 2), (13, 5), (8, 3), (6, 5)];
/// One man of the start was hit.
const ON_BAR: &Points = &[(25, 1), (24, 1), (13, 5), (8, 3), (6, 5)];

fn men(mine: &Points, theirs: &Points) -> Men {
    Men { mine: Men::alike(mine).mine, theirs: Men::alike(theirs).theirs }
}

fn awarded(key: &str, men: &Men, dice: [u8; 2], play: &str) -> f64 {
    let entry = read_play(men, dice, play).unwrap();
    let before = Situation::new(men, Default::default());
    award(Tactic::named(key).unwrap(), &Change::new(&before, &entry))
}

#[test]
fn at_the_start() {
    let start = men(START, START);
    let awards: &[(&str, [u8; 2], &str, f64)] = &[
        // Half for each rearmost man that moves.
        ("rear-men", [6, 4], "24/18 24/20", 64.0),
        ("rear-men", [6, 4], "24/18/14", 32.0),
        ("rear-men", [6, 1], "13/7 8/7", 0.0),
        // A new point is 32, a new blot 16.
        ("close-home", [3, 1], "8/5 6/5", 32.0),
        ("close-home", [4, 1], "6/2 6/5", 32.0),
        ("close-far-home", [4, 3], "24/20 24/21", 32.0),
        // Three more blots.
        ("no-blots", [4, 3], "24/20 13/10", -48.0),
        // Points count two and blots one: 8 become 10.
        ("most-points", [3, 1], "8/5 6/5", 32.0),
        // A new point 32, the spare man of 8 is used −16, and for turning him into a point 16 + 8.
        ("build-block", [6, 1], "13/7 8/7", 40.0),
        ("catchers", [6, 2], "24/18 13/11", 32.0),
        ("home-blots", [4, 1], "6/2 6/5", 32.0),
        ("freeze-runners", [6, 1], "13/7 8/7", 64.0),
        ("freeze-runners", [6, 1], "24/18 6/5", 0.0),
        // Two men on the 3-point: twice 2².
        ("get-home", [5, 3], "8/3 6/3", 8.0),
        ("eight-before-seven", [5, 3], "8/3 6/3", 32.0),
        // The point right before the head counts double.
        ("advance-block", [3, 1], "8/5 6/5", 32.0),
        ("long-runner", [6, 1], "13/7 8/7", 64.0),
        ("from-midpoint", [6, 1], "13/7 8/7", 32.0),
        // Two more points of the outer tables.
        ("distribute", [6, 2], "13/7 13/11", 32.0),
        ("their-5-point", [4, 1], "24/20 6/5", 32.0),
        ("their-4-point", [3, 1], "24/21 6/5", 32.0),
        ("their-7-point", [6, 1], "24/18 6/5", 32.0),
        ("my-3-point", [5, 3], "8/3 6/3", 64.0),
        ("my-4-point", [4, 2], "8/4 6/4", 64.0),
        ("my-5-point", [3, 1], "8/5 6/5", 64.0),
        // Held before and after.
        ("my-6-point", [3, 1], "8/5 6/5", 0.0),
        ("my-8-point", [3, 1], "8/5 6/5", 0.0),
        ("my-7-point", [6, 1], "13/7 8/7", 64.0),
        ("my-9-point", [4, 3], "13/9 13/10", 32.0),
        ("risk", [6, 1], "13/7 8/7", 0.0),
        ("hit", [6, 1], "13/7 8/7", 0.0),
        ("enter-quietly", [6, 1], "13/7 8/7", 0.0),
    ];
    for &(key, dice, play, expected) in awards {
        assert_eq!(awarded(key, &start, dice, play), expected, "{key} for {play}");
    }
}

#[test]
fn blots_and_hits() {
    let blot = men(&[(24, 2), (13, 4), (8, 3), (6, 5), (5, 1)], START);
    assert_eq!(awarded("cover", &blot, [3, 1], "8/5 6/5"), 16.0);
    assert_eq!(awarded("cover-threatened", &blot, [3, 1], "8/5 6/5"), 16.0);
    let hit = men(START, &[(24, 2), (18, 1), (13, 4), (8, 3), (6, 5)]);
    for (key, expected) in
        [("hit", 32.0), ("hit-outside", 32.0), ("hit-in-far-home", 0.0), ("hit-at-home", 0.0)]
    {
        assert_eq!(awarded(key, &hit, [6, 1], "13/7* 8/7"), expected, "{key}");
    }
    let far = men(START, &[(24, 2), (13, 5), (8, 3), (6, 4), (3, 1)]);
    assert_eq!(awarded("hit-in-far-home", &far, [2, 1], "24/22* 6/5"), 32.0);
    let near = men(START, &[(23, 1), (24, 1), (13, 5), (8, 3), (6, 5)]);
    assert_eq!(awarded("hit-at-home", &near, [4, 1], "6/2* 6/5"), 32.0);
}

#[test]
fn entering() {
    let bar = men(ON_BAR, START);
    assert_eq!(awarded("enter-low", &bar, [3, 1], "bar/22 6/5"), 64.0);
    assert_eq!(awarded("enter-low", &bar, [4, 1], "bar/21 6/5"), 0.0);
    assert_eq!(awarded("enter-exposed", &bar, [3, 1], "bar/22 6/5"), 32.0);
    assert_eq!(awarded("enter-covering", &bar, [3, 1], "bar/24 8/5"), 32.0);
    assert_eq!(awarded("enter-quietly", &bar, [3, 1], "bar/24 8/5"), 32.0);
    let hit = men(ON_BAR, &[(24, 2), (13, 5), (8, 3), (6, 4), (3, 1)]);
    assert_eq!(awarded("enter-hitting", &hit, [3, 1], "bar/22* 6/5"), 32.0);
    assert_eq!(awarded("enter-quietly", &hit, [3, 1], "bar/22* 6/5"), 0.0);
}

#[test]
fn running_and_bearing_off() {
    let away: &Points = &[(1, 15)];
    // Two men on one point can play any number once; on two points, twice: 1 + 2 + 4 + … + 32.
    let pair = men(&[(10, 2)], away);
    assert_eq!(awarded("safe-moves", &pair, [2, 1], "10/8 10/9"), 63.0);
    let runner = men(&[(14, 1), (6, 14)], away);
    assert_eq!(awarded("long-runner", &runner, [2, 1], "14/11"), 0.0);
    let behind = men(&[(8, 2), (6, 13)], &[(20, 2), (6, 13)]);
    assert_eq!(awarded("safe-area", &behind, [4, 1], "8/4 8/7"), 32.0);
    let home = men(&[(6, 2), (1, 13)], away);
    assert_eq!(awarded("bear-off", &home, [6, 1], "6/off 1/off"), 64.0);
    assert_eq!(awarded("bear-off-next", &home, [6, 1], "6/off 1/off"), 64.0);
    // Both lowest men on the 5-point: 64 · 2 · 2 / 36.
    let high = men(&[(6, 2), (5, 12)], away);
    assert_eq!(awarded("bear-off-next", &high, [6, 5], "6/off 5/off"), 7.0);
    // One man on 6 and eleven on 5: both odd.
    assert_eq!(awarded("even-top", &high, [6, 5], "6/off 5/off"), 64.0);
    let six = men(&[(6, 15)], away);
    assert_eq!(awarded("to-low-points", &six, [2, 1], "6/4 6/5"), 18.0);
}

#[test]
fn risk_is_chance_times_stake() {
    // After 13/10 a blot stands six points before two men, with nothing between: 17 of 36 hit. It
    // has come 15 points, and waits on the average 1/35 of a roll of 49/6 points before one point.
    let men = men(&[(13, 1), (1, 14)], &[(21, 2), (6, 13)]);
    let expected = -16.0 * (17.0 / 36.0) * (15.0 + 49.0 / 6.0 / 35.0);
    let got = awarded("risk", &men, [2, 1], "13/10");
    assert!((got - expected).abs() < 1e-9, "{got} for {expected}");
}

#[test]
fn awards_have_their_bounds_and_everybody_proposes_something() {
    let boards = [
        (men(START, START), [[3, 1], [6, 4], [5, 5], [1, 1]]),
        (
            men(ON_BAR, &[(24, 2), (13, 5), (8, 3), (6, 4), (3, 1)]),
            [[3, 1], [6, 4], [5, 3], [2, 2]],
        ),
        (
            men(&[(24, 1), (20, 2), (13, 2), (9, 1), (8, 2), (7, 2), (6, 3), (4, 2)], START),
            [[3, 1], [6, 2], [5, 4], [4, 4]],
        ),
        (
            men(&[(6, 4), (5, 3), (4, 3), (3, 2), (2, 1), (1, 2)], &[(24, 1), (23, 1), (3, 13)]),
            [[3, 1], [6, 2], [5, 4], [4, 4]],
        ),
        (
            men(
                &[(13, 3), (8, 3), (6, 4), (4, 3), (1, 2)],
                &[(20, 2), (23, 1), (18, 1), (13, 5), (6, 6)],
            ),
            [[3, 1], [6, 2], [5, 4], [6, 5]],
        ),
        (men(&[(10, 2), (3, 13)], &[(1, 15)]), [[2, 1], [3, 1], [4, 2], [5, 1]]),
    ];
    let mut plays = Plays::new();
    let mut proposed = Vec::new();
    for (men, rolls) in &boards {
        for dice in rolls {
            generate(men, *dice, &mut plays);
            let before = Situation::new(men, Default::default());
            for entry in &plays {
                let change = Change::new(&before, entry);
                for tactic in Tactic::all() {
                    let points = award(tactic, &change);
                    assert!(points.is_finite());
                    assert!(tactic == Tactic::RISK || (-FULL..=FULL).contains(&points));
                    if proposes(tactic, &change) {
                        proposed.push(tactic);
                        assert!(has_generator(tactic) || points > 0.0);
                    }
                }
            }
        }
    }
    for tactic in Tactic::all() {
        assert!(proposed.contains(&tactic), "{} proposes nothing", tactic.key());
    }
}
