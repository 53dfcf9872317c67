//! Problems: their files, the proof that each has one solution, and the sets that come with henge.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use henge::Playable;
use henge::problems::{
    Attempt, Mining, Problem, Prover, Stake, games, likeness, mine, next, read, shipped, write,
};

fn problem() -> Problem {
    Problem {
        game: "tic-tac-toe".into(),
        position: "x x\no \n o".into(),
        best: "b3".into(),
        stake: Stake::Win,
        plies: Some(1),
        depth: Some(2),
        missed: vec!["beginner".into(), "easy".into()],
        source: "by hand".into(),
    }
}

#[test]
fn what_is_written_is_read_again() {
    let points = Problem {
        stake: Stake::Points { worth: -0.25, loss: 0.125 },
        plies: None,
        depth: None,
        missed: Vec::new(),
        best: "6/off 3/1".into(),
        ..problem()
    };
    let all = [problem(), Problem { stake: Stake::Draw, ..problem() }, points];
    assert_eq!(read(&write(&all)).unwrap(), all);
    assert_eq!(read("").unwrap(), []);
}

#[test]
fn a_file_that_is_not_right_says_where() {
    for (text, why) in [
        ("[Game \"hex\"]\n\n1. a1 *", "a problem needs the tag Worth"),
        ("[Game \"hex\"]\n[Worth \"much\"]\n\n1. a1 *", "line 2, column 8: Worth is win, draw"),
        ("[Game \"hex\"]\n[Worth \"NaN loss 1\"]\n\n1. a1 *", "line 2, column 8: Worth is"),
        ("[Game \"hex\"]\n[Position \"\"]\n[Worth \"win\"]\n\n1. a1 2. a2 *", "has one move"),
        ("[Game \"hex\"]\n[Position \"\"]\n[Worth \"win\"]\n[Plies \"-1\"]\n\n1. a1 *", "Plies is"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn a_reflected_position_with_the_players_exchanged_is_alike() {
    let game = henge::game("tic-tac-toe").unwrap();
    let like = |moves: &str| {
        let mut table = game.rules().start();
        moves.split(' ').for_each(|mv| table.play(mv).unwrap());
        likeness(&**game.rules(), &*table)
    };
    assert_eq!(like("a1 b2"), like("c3 b2"));
    assert_eq!(like("a1 b1"), like("c3 c2"));
    assert_ne!(like("a1 b1"), like("a1 b2"));
    // The same stones, with the other player to move.
    assert_ne!(like("a1 b2 c3"), like("a1 b2"));
}

#[test]
fn what_was_missed_comes_back() {
    let numbered = |n: usize| Problem { position: n.to_string(), ..problem() };
    let set: Vec<Problem> = (0..6).map(numbered).collect();
    let mut attempts = Vec::new();
    let mut order = Vec::new();
    for _ in 0..12 {
        let next = next(&set, &attempts).unwrap();
        // The second one is missed at first.
        let is_right = next.position != "1" || order.contains(&1);
        order.push(next.position.parse::<usize>().unwrap());
        attempts.push(Attempt { problem: next.id(), is_right });
    }
    assert_eq!(order, [0, 1, 2, 3, 4, 1, 5, 0, 2, 1, 3, 4]);
    assert!(next(&[], &attempts).is_none());
}

#[test]
fn a_prover_finds_the_only_move_and_refuses_others() {
    let game = henge::game("tic-tac-toe").unwrap();
    let mut prover = Prover::new(&game, 100_000).unwrap();
    let mut table = game.rules().start();
    // Only the middle holds the draw against a corner.
    table.play("a1").unwrap();
    let only = prover.only_move(&*table).unwrap().expect("there is one");
    assert_eq!((only.best.as_str(), only.stake), ("b2", Stake::Draw));
    let right = Problem {
        game: game.rules().name().into(),
        position: table.position(),
        best: "b2".into(),
        stake: Stake::Draw,
        ..problem()
    };
    assert_eq!(prover.verify(&right), Ok(()));
    for wrong in [
        Problem { best: "c3".into(), ..right.clone() },
        Problem { stake: Stake::Win, ..right.clone() },
        Problem { game: "hex".into(), ..right.clone() },
        Problem { position: game.rules().start().position(), ..right.clone() },
        Problem { position: "nothing".into(), ..right },
    ] {
        assert!(prover.verify(&wrong).is_err());
    }
}

#[test]
fn mining_repeats_with_its_seed() {
    let game = henge::game("connect-four:size=5x4").unwrap();
    let found = || {
        let stop = AtomicBool::new(false);
        let task = Mining { seed: 3, count: 3, nodes: 20_000, stop: &stop, progress: &mut |_| {} };
        mine(&game, task).unwrap().problems
    };
    let problems = found();
    assert_eq!(problems.len(), 3);
    assert_eq!(problems, found());
    let mut prover = Prover::new(&game, 1_000_000).unwrap();
    problems.iter().for_each(|problem| assert_eq!(prover.verify(problem), Ok(())));
}

/// How many positions a proof may take.
const NODES: u64 = 20_000_000;

/// What the sets promise: that they are large, varied and right. Unoptimised, a few of each set are proved.
#[test]
fn the_sets_that_come_with_henge_keep_their_promises() {
    for slug in games() {
        let set = shipped(slug);
        assert!(set.len() >= 60, "{slug}: {}", set.len());
        let missed = |level: &str| {
            set.iter().filter(|one| one.missed.iter().any(|name| name == level)).count()
        };
        assert!(missed("medium") >= 20, "{slug}: medium misses {}", missed("medium"));
        assert!(missed("hard") >= 10, "{slug}: hard misses {}", missed("hard"));
        assert!(set.iter().filter(|one| one.plies == Some(1)).count() <= 6, "{slug}");
        let mut seen = HashSet::new();
        let mut made: Option<(Playable, Prover)> = None;
        let step = if cfg!(debug_assertions) { 20 } else { 1 };
        for (n, problem) in set.iter().enumerate() {
            if made.as_ref().is_none_or(|(game, _)| game.rules().name() != problem.game) {
                let game = henge::game(&problem.game).unwrap();
                let prover = Prover::new(&game, NODES).unwrap();
                made = Some((game, prover));
            }
            let (game, prover) = made.as_mut().unwrap();
            let table = problem.table(&**game.rules()).unwrap();
            assert!(table.moves().iter().any(|mv| mv.text == problem.best), "{problem:?}");
            assert!(seen.insert(likeness(&**game.rules(), &*table)), "{problem:?} stands twice");
            if n % step == 0 {
                assert_eq!(prover.verify(problem), Ok(()), "{problem:?}");
            }
        }
    }
}
