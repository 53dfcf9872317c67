#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_games::backgammon::{Men, OFF, ROLLS};
use henge_learn::net::{Activation, Net, Scratch};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::chances::Chances;
use super::evaluator::{Evaluator, Judge, Tables};
use super::inputs::inputs;
use super::rollout::{Luck, Rollout};
use super::search::Leash;
use super::training::{Plan, Stage, Trainer, TrainingTarget};
use henge_learn::training::Training;

fn judge() -> Judge {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let net = Net::random(Judge::shape(&[16], Activation::Sigmoid).unwrap(), &mut rng);
    Judge::new(net, Arc::new(Tables::default())).unwrap()
}

fn race() -> Men {
    let mut men = Men::NONE;
    (men.mine[OFF], men.mine[8], men.mine[2]) = (11, 2, 2);
    (men.theirs[OFF], men.theirs[7], men.theirs[1]) = (12, 1, 2);
    men
}

#[test]
fn results_are_judged_as_if_alone() {
    let judge = judge();
    let (mut evaluator, mut scratch) = (Evaluator::new(&judge), Scratch::new(judge.net().shape()));
    let mut active = Vec::new();
    for roll in &ROLLS {
        evaluator.judge_all(&Men::start(), roll.dice, |judged| {
            let after = judged.after.swapped();
            inputs(&after, &mut active);
            let alone = Chances::from_outputs(judge.net().run(&active, &mut scratch));
            let alone = alone.made_possible(&after).swapped();
            assert!((alone.equity() - judged.equity).abs() < 1e-5);
        });
    }
}

#[test]
fn one_ply_is_the_mean_of_the_best_replies() {
    let mut evaluator = Evaluator::new(&judge());
    let men = race();
    let mut mean = 0.0;
    for roll in &ROLLS {
        mean += evaluator.best(&men, roll.dice).equity * roll.chance();
    }
    let chances = evaluator.chances_at(&men, 1, &Chances::equity);
    assert!((chances.equity() - mean).abs() < 1e-5);
    let stop = AtomicBool::new(false);
    let leash = Leash { stop: &stop, until: None };
    let ranked = evaluator.rank(&men, [2, 1], 2, &Chances::equity, &leash);
    let n = ranked.iter().filter(|one| one.plies == 2).count();
    assert!(n >= 2 && ranked[..n].is_sorted_by(|a, b| a.judged.equity >= b.judged.equity));
}

#[test]
fn luck_is_taken_off_without_changing_the_mean() {
    let judge = judge();
    let stop = AtomicBool::new(false);
    let rollout = |luck, games| {
        let rollout = Rollout { games, seed: 1, plies: 0, truncate: 0, luck, threads: 2 };
        rollout.run(&judge, &race(), &stop, &|| {}).unwrap()
    };
    let (raw, reduced) = (rollout(Luck::Kept, 1296), rollout(Luck::TakenOff, 1296));
    assert!((raw.equity - reduced.equity).abs() < 4.0 * raw.error, "{raw:?} {reduced:?}");
    assert_eq!(reduced, rollout(Luck::TakenOff, 1296));
}

fn plan(threads: usize) -> Plan {
    let quick = Stage {
        lesson: TrainingTarget::Next { lambda: 0.5 },
        games: 6,
        round: 3,
        passes: 1,
        batch: 16,
        rates: [0.01, 0.001],
    };
    let slow = Stage { lesson: TrainingTarget::AllRolls, games: 2, round: 1, passes: 2, ..quick };
    Plan {
        hidden: vec![8, 4],
        activation: Activation::Relu,
        seed: 3,
        threads,
        stages: vec![quick, slow],
    }
}

fn trained(threads: usize) -> Trainer {
    let tables = Arc::new(Tables::default());
    let mut trainer = Trainer::new(plan(threads), tables, None).unwrap();
    while trainer.round(&AtomicBool::new(false), &|_| {}).is_some() {}
    assert_eq!(trainer.rounds(), trainer.of());
    trainer
}

#[test]
fn games_that_others_play_teach_the_net_the_same() {
    let stop = AtomicBool::new(false);
    let begin = |plan: Plan| Trainer::new(plan, Arc::new(Tables::default()), None).unwrap();
    let mut trainer = begin(plan(1));
    while let Some(games) = trainer.games_of_round() {
        let mut other = begin(Plan::from_text(&plan(1).to_text()).unwrap());
        other.resume(&trainer.checkpoint()).unwrap();
        let blocks = [0..1, 1..games].map(|numbers| other.play_games(numbers, &stop).unwrap());
        assert!(trainer.learn_from_games(&blocks[1..], &stop, &|_| {}).is_err());
        assert!(trainer.learn_from_games(&[vec![7; 30]], &stop, &|_| {}).is_err());
        trainer.learn_from_games(&blocks, &stop, &|_| {}).unwrap().unwrap();
    }
    assert_eq!(trainer.net(), trained(1).net());
}

#[test]
fn training_repeats_whatever_the_threads_and_goes_on_where_it_stopped() {
    let (once, again) = (trained(1), trained(3));
    assert_eq!(once.net(), again.net());
    let stop = AtomicBool::new(false);
    let mut broken_off = Trainer::new(plan(1), Arc::new(Tables::default()), None).unwrap();
    broken_off.round(&stop, &|_| {});
    broken_off.round(&stop, &|_| {});
    broken_off.round(&stop, &|_| {});
    let bytes = broken_off.checkpoint();
    let mut later = Trainer::new(plan(1), Arc::new(Tables::default()), None).unwrap();
    later.resume(&bytes).unwrap();
    while later.round(&stop, &|_| {}).is_some() {}
    assert_eq!(once.net(), later.net());
    // Damage, and another plan, are seen.
    let mut damaged = bytes.clone();
    damaged[200] ^= 1;
    assert!(later.resume(&damaged).is_err());
    assert!(later.resume(&bytes[..500]).is_err());
    let other = Plan { seed: 4, ..plan(1) };
    let mut other = Trainer::new(other, Arc::new(Tables::default()), None).unwrap();
    assert!(other.resume(&bytes).unwrap_err().to_string().contains("another plan"));
}
