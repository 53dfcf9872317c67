//! American Acey-Deucey: men who may wait, doublets that are named, and throws that are earned.

use std::collections::BTreeSet;

use henge_core::{Game, Notation, Outcome, Player, Turn};
use henge_testkit::{LawsOptions, laws_with};
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::{
    BAR, Backgammon, Men, Move, Phase, Position, ROLLS, Stakes, StakesError, Start,
};
use super::{MONEY, after, slow};

fn game() -> Backgammon {
    Backgammon::new(Start::AceyDeucey, Stakes::Plain).expect("a game that exists")
}

#[test]
fn the_laws_hold() {
    let walked = laws_with(&game(), &LawsOptions { games: 12, plies: 900, seed: 3 });
    assert!(walked.endings > 0, "{walked:?}");
}

#[test]
fn there_is_no_cube() {
    for stakes in [MONEY, Stakes::Match { length: 3 }] {
        let wrong = Backgammon::new(Start::AceyDeucey, stakes);
        assert_eq!(wrong, Err(StakesError::AceyDeucey));
    }
}

#[test]
fn whoever_begins_throws_again_and_men_enter() {
    let game = game();
    let pos = after(&game, game.start(), "13");
    assert_eq!((game.turn(&pos), pos.on_roll(), pos.dice()), (Turn::Chance, Player::Second, None));
    let pos = after(&game, pos, "63");
    assert_eq!((pos.on_roll(), pos.waiting()), (Player::Second, [15, 15]));
    let moves: Vec<String> = game.moves(&pos).map(|mv| game.write_move(&pos, mv)).collect();
    // Two men, or one with both dice.
    assert_eq!(moves, ["bar/22,bar/19", "bar/16"]);
    let pos = after(&game, pos, "bar/22 bar/19");
    assert_eq!((pos.on_roll(), pos.waiting()), (Player::First, [15, 13]));
}

#[test]
fn men_who_wait_hold_up_nobody_and_men_who_were_hit_do() {
    let game = game();
    let read = |text: &str| game.read_position(text).unwrap();
    let mut men = Men::NONE;
    (men.mine[BAR], men.mine[10], men.theirs[BAR]) = (3, 12, 15);
    let text = |waiting: u8| {
        let pos = Position { waiting: [waiting, 15], ..game.position_with(men, Player::First) };
        game.write_position(&Position { dice: [4, 3], phase: Phase::Play, ..pos })
    };
    let moves = |pos: &Position| -> Vec<String> {
        game.moves(pos).map(|mv| game.write_move(pos, mv)).collect()
    };
    // One man was hit, and enters first; then the others may move.
    let hit = read(&text(2));
    assert!(moves(&hit).iter().all(|mv| mv.contains("bar/")), "{:?}", moves(&hit));
    assert!(moves(&hit).contains(&"bar/22,10/6".to_string()));
    let all_wait = read(&text(3));
    assert!(moves(&all_wait).contains(&"10/7,10/6".to_string()), "{:?}", moves(&all_wait));
    assert!(game.read_move(&hit, "10/6 10/7").unwrap_err().to_string().contains("must enter"));
}

#[test]
fn acey_deucey_earns_a_doublet_and_that_another_throw() {
    let game = game();
    let pos = after(&game, game.start(), "31; 21; bar/24 bar/23");
    assert_eq!(
        (pos.phase(), pos.on_roll(), game.moves(&pos).count()),
        (Phase::Name, Player::First, 6)
    );
    assert!(game.read_move(&pos, "65").unwrap_err().to_string().contains("as in 66"));
    let named = after(&game, pos, "66");
    assert_eq!(
        (named.phase(), named.dice(), named.on_roll()),
        (Phase::Play, Some([6, 6]), Player::First)
    );
    let played = after(&game, named, "bar/19 bar/19 bar/19 bar/19");
    assert_eq!((played.phase(), played.on_roll()), (Phase::Dice, Player::First));
    // What can be said of these positions in words says all of it.
    for pos in [pos, named, played] {
        assert_eq!(game.read_position(&game.write_position(&pos)), Ok(pos));
    }
    // A doublet that was thrown earns nothing.
    let thrown = after(&game, played, "66; 19/13 19/13 19/7 ");
    assert_eq!(thrown.on_roll(), Player::Second);
}

#[test]
fn what_cannot_be_played_in_full_earns_nothing() {
    let game = game();
    let mut men = Men::NONE;
    // Black holds White's 24: after 2-1 only the 2 enters, and then nothing plays the 1 but that man.
    (men.mine[BAR], men.theirs[1], men.theirs[3], men.theirs[BAR]) = (15, 2, 2, 11);
    let pos = Position { waiting: [14, 11], ..game.position_with(men, Player::First) };
    let pos = after(&game, pos, "21; bar/23");
    assert_eq!((pos.phase(), pos.on_roll()), (Phase::Dice, Player::Second));
}

#[test]
fn every_man_left_counts_a_point() {
    let game = game();
    let mut men = Men::NONE;
    (men.mine[0], men.mine[1], men.theirs[0], men.theirs[3]) = (14, 1, 11, 4);
    let pos = after(&game, game.position_with(men, Player::Second), "31; 1/off");
    let over = Turn::Over(Outcome::Win { winner: Player::Second, points: 4 });
    assert_eq!(game.turn(&pos), over);
    assert_eq!(game.read_position(&game.write_position(&pos)).map(|pos| game.turn(&pos)), Ok(over));
    for wrong in ["4HPwATDgc/ABMA:cAkAAAAAAAAE:1,0", "4HPwATDgc/ABMA:cAkAAAAAAAAE:0,0:named"] {
        assert!(game.read_position(wrong).is_err(), "{wrong}");
    }
}

/// The rules once more, slow and plain: what a position waits for, and the men.
#[derive(Clone)]
enum Plain {
    Throw(Men, [u8; 2]),
    Name(Men, [u8; 2]),
    /// With these dice, which were named or not.
    Play(Men, [u8; 2], [u8; 2], bool),
    Over,
}

impl Plain {
    fn children(&self) -> Vec<Plain> {
        match *self {
            Plain::Over => Vec::new(),
            Plain::Throw(men, waiting) => {
                ROLLS.iter().map(|roll| Plain::Play(men, waiting, roll.dice, false)).collect()
            }
            Plain::Name(men, waiting) => {
                (1..=6).map(|die| Plain::Play(men, waiting, [die, die], true)).collect()
            }
            Plain::Play(men, waiting, dice, named) => {
                let (used, boards) = slow::longest(&men, dice, waiting[0]);
                let next = |(mine, theirs): ([u8; 26], [u8; 26])| {
                    let men = Men { mine, theirs };
                    let mine = [waiting[0].min(men.mine[BAR]), waiting[1]];
                    if men.mine[0] == 15 {
                        Plain::Over
                    } else if named && used == 4 {
                        Plain::Throw(men, mine)
                    } else if dice == [2, 1] && used == 2 {
                        Plain::Name(men, mine)
                    } else {
                        Plain::Throw(men.swapped(), [mine[1], mine[0]])
                    }
                };
                boards.into_iter().map(next).collect()
            }
        }
    }

    fn count(&self, plies: u32) -> u64 {
        if plies == 0 {
            1
        } else {
            self.children().iter().map(|child| child.count(plies - 1)).sum()
        }
    }
}

#[test]
fn two_programs_count_the_same() {
    let game = game();
    let men = Start::AceyDeucey.men();
    // The opening roll has thirty faces, and all of them lead to a throw.
    let slow = Plain::Throw(men, [15, 15]);
    for plies in 1..=5 {
        let fast = henge_core::perft(&game, &mut game.start(), plies);
        assert_eq!(fast, 30 * slow.count(plies - 1), "{plies} plies");
    }
}

#[test]
fn two_programs_agree_in_games() {
    let (game, mut rng) = (game(), Xoshiro256PlusPlus::seed_from_u64(5));
    for _ in 0..6 {
        let mut pos = game.start();
        while let Some(mv) = game.moves(&pos).choose(&mut rng) {
            if pos.phase() == Phase::Play {
                let dice = pos.dice().unwrap();
                let mut ends = BTreeSet::new();
                for mv in game.moves(&pos) {
                    let mut men = *pos.men();
                    let Move::Play(play) = mv else { unreachable!("dice are played") };
                    for step in play.steps() {
                        let (from, to) = (usize::from(step.from), usize::from(step.to));
                        men.mine[from] -= 1;
                        men.mine[to] += 1;
                        if to > 0 && men.theirs[BAR - to] == 1 {
                            men.theirs[BAR - to] = 0;
                            men.theirs[BAR] += 1;
                        }
                    }
                    ends.insert((men.mine, men.theirs));
                }
                let right = slow::results(pos.men(), dice, pos.waiting()[0]);
                assert_eq!(ends, right, "{}", game.write_position(&pos));
            }
            // Games by chance last long, as men are hit again and again.
            if rng.next_u32() % 2000 == 0 {
                break;
            }
            game.play(&mut pos, mv);
        }
    }
}
