use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::{Men, Play, Plays, ROLLS, Step, generate, rearmost};
use super::slow;

fn results(men: &Men, dice: [u8; 2]) -> Plays {
    let mut plays = Plays::new();
    generate(men, dice, &mut plays);
    plays
}

/// Men on points of both sides, each side as it counts itself.
fn men(mine: &[(usize, u8)], theirs: &[(usize, u8)]) -> Men {
    Men { mine: Men::alike(mine).mine, theirs: Men::alike(theirs).mine }
}

/// The plays as text, sorted.
fn plays(men: &Men, dice: [u8; 2]) -> Vec<String> {
    let text = |play: Play| {
        let steps: Vec<String> = play.steps().map(|s| format!("{}/{}", s.from, s.to)).collect();
        steps.join(" ")
    };
    let mut all: Vec<String> = results(men, dice).into_iter().map(|e| text(e.play)).collect();
    all.sort();
    all
}

/// The number of results after so many turns, summed over the 21 rolls of each.
fn count(men: &Men, turns: u32) -> u64 {
    if turns == 0 {
        return 1;
    }
    let below = |dice| -> u64 {
        let entries = results(men, dice);
        entries.into_iter().map(|entry| count(&entry.after.swapped(), turns - 1)).sum()
    };
    ROLLS.iter().map(|roll| below(roll.dice)).sum()
}

#[test]
fn the_start_has_447_results() {
    for (dice, n) in
        [([2, 1], 15), ([3, 1], 16), ([6, 5], 7), ([1, 1], 42), ([5, 5], 4), ([6, 6], 11)]
    {
        assert_eq!(results(&Men::start(), dice).len(), n, "{dice:?}");
    }
    assert_eq!(count(&Men::start(), 1), 447);
    assert_eq!(count(&Men::start(), 2), 202_782);
}

#[test]
fn rolls_are_all_there_is() {
    assert_eq!(ROLLS.iter().map(|roll| u32::from(roll.weight)).sum::<u32>(), 36);
    let all: BTreeSet<[u8; 2]> = ROLLS.iter().map(|roll| roll.dice).collect();
    assert_eq!(all.len(), 21);
    assert!(all.iter().all(|&[a, b]| 1 <= b && b <= a && a <= 6));
}

/// Both sides with up to 15 men anywhere that can be, often with many home or on the bar.
pub fn random_men(rng: &mut Xoshiro256PlusPlus) -> Men {
    let mut men = Men::NONE;
    let far = [6, 12, 24][rng.random_range(0..3)];
    let n_men = if rng.random_ratio(1, 4) { 3 } else { 15 };
    for _ in 0..n_men {
        let place = match rng.random_range(0..20) {
            0 => 0,
            1 => 25,
            _ => rng.random_range(1..=far),
        };
        men.mine[place] += 1;
    }
    for _ in 0..n_men {
        let free: Vec<usize> =
            (0..=25).filter(|&p| p == 0 || p == 25 || men.mine[25 - p] == 0).collect();
        // Men in stacks leave more open, single men give more to hit.
        let place = free[rng.random_range(0..free.len())];
        let held: Vec<usize> = (1..=24).filter(|&p| men.theirs[p] > 0).collect();
        match held.is_empty() || rng.random_bool(0.5) {
            true => men.theirs[place] += 1,
            false => men.theirs[held[rng.random_range(0..held.len())]] += 1,
        }
    }
    if rearmost(&men.mine) == 0 || rearmost(&men.theirs) == 0 { random_men(rng) } else { men }
}

#[test]
fn the_slow_generator_agrees() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..300 {
        let men = random_men(&mut rng);
        for roll in ROLLS {
            let fast = results(&men, roll.dice);
            let set: BTreeSet<_> =
                fast.into_iter().map(|e| (e.after.mine, e.after.theirs)).collect();
            assert_eq!(set.len(), fast.len(), "twice the same: {men:?} {:?}", roll.dice);
            assert_eq!(set, slow::results(&men, roll.dice, 0), "{men:?} {:?}", roll.dice);
        }
    }
}

#[test]
fn steps_lead_to_the_result_in_their_order() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..300 {
        let men = random_men(&mut rng);
        let roll = ROLLS[rng.random_range(0..21)];
        for entry in &results(&men, roll.dice) {
            let steps: Vec<Step> = entry.play.steps().collect();
            assert_eq!(steps.len(), entry.play.n_steps());
            assert_eq!(Play::new(&steps), entry.play);
            let mut now = men;
            for Step { from, to } in steps {
                let (from, to) = (usize::from(from), usize::from(to));
                assert!(now.mine[25] == 0 || from == 25, "{men:?} {entry:?}");
                assert!(to > 0 || now.mine[7..].iter().all(|&men| men == 0), "{men:?} {entry:?}");
                now.mine[from] -= 1;
                now.mine[to] += 1;
                if to > 0 && now.theirs[25 - to] == 1 {
                    now.theirs[25 - to] = 0;
                    now.theirs[25] += 1;
                }
            }
            assert_eq!(now, entry.after, "{men:?} {:?}", entry.play);
        }
    }
}

#[test]
fn men_on_the_bar_enter_first() {
    // Their points 4 and 3 (mine 21 and 22) are closed: only the 2 enters, and nothing else moves.
    let closed = men(&[(25, 1), (13, 2)], &[(4, 2), (3, 2)]);
    assert_eq!(plays(&closed, [4, 3]), [""]);
    assert_eq!(plays(&closed, [4, 2]), ["25/23 13/9", "25/23 23/19"]);
    // Two on the bar, and only one of them can enter: the other die is lost.
    let two = men(&[(25, 2), (13, 2)], &[(4, 2)]);
    assert_eq!(plays(&two, [4, 2]), ["25/23"]);
    assert_eq!(plays(&two, [5, 2]), ["25/23 25/20"]);
}

#[test]
fn the_larger_die_is_used_if_only_one_can_be() {
    // From 10, 6 goes to 4 and 3 to 7; from neither can the other die be used, as 1 is closed.
    let one = men(&[(10, 1), (2, 1)], &[(24, 2), (20, 13)]);
    assert_eq!(plays(&one, [6, 3]), ["10/4"]);
    // Where the 6 is closed too, the 3 must do.
    let other = men(&[(10, 1), (2, 1)], &[(24, 2), (21, 13)]);
    assert_eq!(plays(&other, [6, 3]), ["10/7"]);
}

#[test]
fn both_dice_are_used_if_they_can_be() {
    // The 6 cannot be used at once, as 8 is closed, but after the 1.
    let both = men(&[(14, 1)], &[(17, 2), (1, 13)]);
    assert_eq!(plays(&both, [6, 1]), ["14/13 13/7"]);
    // The 1 must not be played where it would spoil the 6: only 12/11 leaves 11/5.
    let spoil = men(&[(12, 1), (3, 1)], &[(19, 2), (24, 13)]);
    assert_eq!(plays(&spoil, [6, 1]), ["12/11 11/5"]);
}

#[test]
fn doublets_are_played_as_far_as_they_go() {
    // The third step of the only man is closed.
    let part = men(&[(20, 1)], &[(14, 2), (1, 13)]);
    assert_eq!(plays(&part, [3, 3]), ["20/17 17/14"]);
    let four = men(&[(24, 1), (12, 1)], &[(24, 15)]);
    assert_eq!(
        plays(&four, [2, 2]),
        [
            "12/10 10/8 8/6 6/4",
            "24/22 12/10 10/8 8/6",
            "24/22 22/20 12/10 10/8",
            "24/22 22/20 20/18 12/10",
            "24/22 22/20 20/18 18/16"
        ]
    );
}

#[test]
fn bearing_off_takes_the_exact_or_the_rearmost_man() {
    let theirs = &[(1, 15)];
    // A 5 with nobody on 5 or 6 takes the rearmost; with somebody behind, it must be moved.
    assert_eq!(plays(&men(&[(4, 1), (2, 1)], theirs), [5, 3]), ["4/0 2/0", "4/1 2/0"]);
    assert_eq!(plays(&men(&[(6, 1), (4, 1), (2, 5)], theirs), [5, 5]), ["6/1 4/0 2/0 2/0"]);
    // A man outside: nobody is borne off before he is home.
    assert_eq!(plays(&men(&[(7, 1), (1, 2)], theirs), [2, 1]), ["7/5 1/0", "7/5 5/4"]);
}

#[test]
fn a_lost_game_counts_by_how_far_the_loser_came() {
    let lost = |theirs: &[(usize, u8)]| men(&[(0, 15)], theirs).points();
    assert_eq!(lost(&[(0, 1), (24, 14)]), Some(1));
    assert_eq!(lost(&[(18, 15)]), Some(2));
    assert_eq!(lost(&[(1, 14), (19, 1)]), Some(3));
    assert_eq!(lost(&[(1, 14), (25, 1)]), Some(3));
    assert_eq!(men(&[(0, 3), (1, 0)], &[(0, 1), (3, 2)]).swapped().points(), Some(-1));
    assert_eq!(Men::start().points(), None);
    assert_eq!(Men::start().pips(), [167, 167]);
    assert!(!Men::start().is_race());
    assert!(men(&[(12, 15)], &[(12, 15)]).is_race());
    assert!(!men(&[(12, 15)], &[(14, 1), (1, 14)]).is_race());
}
