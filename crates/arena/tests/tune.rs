#![allow(clippy::unwrap_used)]
//! Whole tunings: the same bytes on any number of threads and after any interruption.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use henge::Registry;
use henge_arena::{
    Ending, Iteration, Openings, Plan, Threads, Tuned, Tuning, TuningJournal, run_tuning,
};

/// More nodes are better, so something is to be found.
fn tuning() -> Tuning {
    Tuning {
        bot: "alphabeta:depth=6".into(),
        parameters: vec!["width=4:1..9".parse().unwrap(), "reduction=50:0..200".parse().unwrap()],
        iterations: 6,
        rate: None,
        plan: Plan {
            game: "connect-four:size=5x4".into(),
            games: 4,
            openings: Openings::Random { plies: 2 },
            seed: 8,
            ..Plan::default()
        },
    }
}

fn run(tuning: &Tuning, threads: usize, journal: Option<&mut TuningJournal>) -> Tuned {
    let stop = AtomicBool::new(false);
    let games = Registry::standard();
    run_tuning(tuning, &games, &Threads(threads), journal, &stop, &mut |_, _| {}).unwrap()
}

fn open(path: &Path, tuning: &Tuning) -> TuningJournal {
    TuningJournal::open(path, tuning).unwrap()
}

#[test]
fn threads_do_not_show_in_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let tuning = tuning();
    let journal = |threads: usize| {
        let path = folder.path().join(threads.to_string());
        let tuned = run(&tuning, threads, Some(&mut open(&path, &tuning)));
        (tuned, fs::read(&path).unwrap())
    };
    let (alone, together) = (journal(1), journal(2));
    assert_eq!(alone, together);
    let moved = |found: &Iteration| found.after != [4.0, 60.0];
    assert!(alone.0.iterations.iter().any(moved), "something was decided: {:?}", alone.0);
    assert_eq!(alone.0.iterations.len(), 6);
    assert_eq!(run(&tuning, 2, None), alone.0, "a journal changes nothing");
}

#[test]
fn a_tuning_goes_on_where_its_journal_was_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let tuning = tuning();
    let expected = run(&tuning, 1, Some(&mut open(&path, &tuning)));
    let whole = fs::read(&path).unwrap();
    let ends: Vec<usize> = (1..=whole.len()).filter(|&i| whole[i - 1] == b'\n').collect();
    // At the ends of lines: what is missing is written as it was.
    for &end in &ends {
        fs::write(&path, &whole[..end]).unwrap();
        assert_eq!(run(&tuning, 2, Some(&mut open(&path, &tuning))), expected, "{end} bytes");
        assert_eq!(fs::read(&path).unwrap(), whole, "{end} bytes");
    }
    // Within lines: the piece stays, and its iteration is played again.
    for part in [whole.len() - 9, ends[2] - 3, 20, 0] {
        fs::write(&path, &whole[..part]).unwrap();
        assert_eq!(run(&tuning, 1, Some(&mut open(&path, &tuning))), expected, "{part} bytes");
        let again = open(&path, &tuning);
        assert_eq!((again.n_found(), again.damage()), (6, None), "{part} bytes");
    }
}

#[test]
fn a_damaged_line_costs_its_iteration_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let tuning = tuning();
    let expected = run(&tuning, 1, Some(&mut open(&path, &tuning)));
    let mut bytes = fs::read(&path).unwrap();
    let ends: Vec<usize> = (1..=bytes.len()).filter(|&i| bytes[i - 1] == b'\n').collect();
    bytes[ends[2] - 5] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let mut journal = open(&path, &tuning);
    let told = journal.damage().unwrap();
    assert!(told.contains("(line 3); its iteration is played again"), "{told}");
    assert_eq!(journal.n_found(), 5);
    assert_eq!(run(&tuning, 1, Some(&mut journal)), expected);
    drop(journal);
    // The line that tells of it, and the iteration itself: what came after it still holds.
    let lines = fs::read(&path).unwrap().iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(lines, ends.len() + 2);
}

#[test]
fn a_tuning_that_was_stopped_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let tuning = tuning();
    let expected = run(&tuning, 1, None);
    let stop = AtomicBool::new(false);
    // Before a game of the fourth iteration is finished: how soon a thread hears of it must not show.
    let mut watch = |done: &[Iteration], _: u32| stop.store(done.len() == 3, Ordering::SeqCst);
    let mut journal = open(&path, &tuning);
    let (games, given) = (Registry::standard(), Some(&mut journal));
    let part = run_tuning(&tuning, &games, &Threads(1), given, &stop, &mut watch).unwrap();
    drop(journal);
    assert_eq!((part.ending, part.iterations.len()), (Ending::Interrupted, 3));
    assert_eq!(part.iterations, expected.iterations[..3]);
    let mut journal = open(&path, &tuning);
    assert_eq!(journal.n_found(), 3);
    assert_eq!(run(&tuning, 2, Some(&mut journal)), expected);
}

#[test]
fn a_journal_serves_its_own_tuning() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let tuning = tuning();
    drop(open(&path, &tuning));
    let mut longer = tuning.clone();
    longer.iterations = 7;
    let error = TuningJournal::open(&path, &longer).unwrap_err().to_string();
    assert!(error.contains("it belongs to a tuning with another bot"), "{error}");
    fs::write(&path, "something else\n").unwrap();
    let error = TuningJournal::open(&path, &tuning).unwrap_err().to_string();
    assert!(error.contains("not the journal of a tuning"), "{error}");
}

#[test]
fn faults_are_found_before_anything_is_played() {
    let say = |change: &dyn Fn(&mut Tuning)| {
        let mut tuning = tuning();
        change(&mut tuning);
        tuning.check(&Registry::standard()).err().map(|error| error.to_string())
    };
    assert_eq!(say(&|_| {}), None);
    let parameter = |text: &str| text.parse().unwrap();
    for (change, told) in [
        (
            &(|tuning: &mut Tuning| tuning.parameters.clear()) as &dyn Fn(&mut Tuning),
            "a tuning needs parameters, as in width=6:1..20",
        ),
        (&|tuning| tuning.iterations = 0, "a tuning needs iterations"),
        (&|tuning| tuning.rate = Some(0.0), "the rate must be greater than 0, as in 0.5"),
        (&|tuning| tuning.plan.games = 3, "an iteration needs an even number of games"),
        (
            &|tuning| tuning.bot += ",width=5",
            "width is to be fitted, but alphabeta:depth=6,width=5 sets it to 5; leave it out there, \
             --parameter width has its start",
        ),
        (
            &|tuning| tuning.parameters.push(parameter("width=3:1..5")),
            "the parameter width is given twice",
        ),
        (
            &|tuning| tuning.parameters.push(parameter("widht=3:1..5")),
            "no option of alphabeta \"widht\"; did you mean \"width\"?",
        ),
        (
            &|tuning| tuning.parameters.push(parameter("threads=1:-1..8")),
            "alphabeta: threads must be a whole number from 0 to 256, not -1",
        ),
        (
            &|tuning| tuning.bot = "alphabet".into(),
            "no bot for connect-four \"alphabet\"; did you mean \"alphabeta\"?",
        ),
    ] {
        assert_eq!(say(change).as_deref(), Some(told));
    }
}
