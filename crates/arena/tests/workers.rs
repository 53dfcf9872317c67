//! Workers that a shell launches: the same report, to the byte, whoever is lost.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::io::{stdin, stdout};
use std::sync::atomic::AtomicBool;

use henge::learn::training::{self, TrainingRun};
use henge::search::Task;
use henge::search::parts::Goal;
use henge::{Limits, Model, PartSolvers, PartsTask, Registry, SolvedParts};
use henge_arena::{
    Allowance, ArenaError, Course, Executor, Format, PartsElsewhere, Plan, PlayersElsewhere,
    Report, Threads, Trust, Worker, Workers, run_contest, work,
};

/// Says that this program is to be a worker.
const WORKER: &str = "HENGE_TEST_IS_A_WORKER";

/// The worker of the tests below, who start this very test in a process of its own.
#[test]
fn a_worker() {
    if std::env::var_os(WORKER).is_some() {
        let (games, trust) = (Registry::standard(), Trust::Strangers);
        work(&games, trust, 2, stdin().lock(), stdout()).unwrap();
    }
}

/// The command line of a worker; what the test harness says besides is left out.
fn worker() -> String {
    let program = std::env::current_exe().unwrap();
    let program = program.display();
    format!("{WORKER}=1 '{program}' a_worker --exact --nocapture | grep --line-buffered '^{{'")
}

fn plan() -> Plan {
    let players = ["alphabeta:depth=2", "mcts:nodes=10", "random"];
    Plan {
        game: "connect-four:size=5x4".into(),
        players: players.map(String::from).into(),
        games: 20,
        seed: 5,
        ..Plan::default()
    }
}

fn contest(plan: &Plan, executor: &dyn Executor) -> Result<Report, ArenaError> {
    let stop = AtomicBool::new(false);
    run_contest(plan, &Registry::standard(), executor, None, &stop, &mut |_| {})
}

fn by(commands: &[&str]) -> Workers {
    Workers::new(commands.iter().map(|&command| command.into()).collect())
}

#[test]
fn workers_play_the_same_games_whoever_is_lost() {
    let (plan, worker) = (plan(), worker());
    let local = contest(&plan, &Threads(1)).unwrap();
    assert_eq!(contest(&plan, &by(&[&worker, &worker])).unwrap(), local);
    // This one ends after every seven jobs, and leaves undone what it has been given besides.
    let seven = r#"for n in 1 2 3 4 5 6 7; do read -r job && printf '%s\n' "$job"; done"#;
    let short = format!("({seven}) | ({worker})");
    assert_eq!(contest(&plan, &by(&[&short, &worker])).unwrap(), local);
    // One that never comes is given up; the others do its share.
    assert_eq!(contest(&plan, &by(&["false", &worker])).unwrap(), local);
}

#[test]
fn all_rounds_are_played_by_the_same_workers() {
    let plan = Plan { format: Format::Swiss { rounds: 2 }, ..plan() };
    let local = contest(&plan, &Threads(1)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let starts = folder.path().join("starts");
    let command = format!("echo >> '{}'; {}", starts.display(), worker());
    assert_eq!(contest(&plan, &by(&[&command])).unwrap(), local);
    assert_eq!(std::fs::read_to_string(starts).unwrap().lines().count(), 1);
}

#[test]
fn what_is_wrong_with_workers_is_said() {
    let fault =
        |command: &str, plan: &Plan| contest(plan, &by(&[command])).unwrap_err().to_string();
    let old = r#"echo '{"protocol":"henge 0.0.1, schedule 1","threads":1,"processor":"x"}'; cat"#;
    let said = fault(old, &plan());
    assert!(said.contains("install the same version on both sides"), "{said}");
    let said = fault("echo hello", &plan());
    assert!(said.contains("should say which version it is"), "{said}");
    let said = fault("false", &plan());
    assert!(said.contains("has ended 3 times without an answer"), "{said}");
    // No job names a file or a program.
    let program = ["external:command=cat", "random"].map(String::from).into();
    let said = fault(&worker(), &Plan { players: program, ..plan() });
    assert!(said.contains("program"), "{said}");
}

#[test]
fn with_limits_by_time_the_report_names_the_processors() {
    let allowance = Allowance { milliseconds: Some(1), ..Allowance::default() };
    let timed = Plan { allowance, games: 2, ..plan() };
    let told = |plan: &Plan, executor: &dyn Executor| contest(plan, executor).unwrap().text();
    let worker = worker();
    assert!(told(&timed, &by(&[&worker])).contains("limits are times"));
    assert!(!told(&timed, &Threads(1)).contains("limits are times"));
    assert!(!told(&plan(), &by(&[&worker])).contains("limits are times"));
}

/// A proof in parts; what is written down says how many nodes each part has taken.
fn parts(executor: &dyn Executor, at_once: usize) -> SolvedParts {
    let game = henge::game("connect-four:size=4x4").unwrap();
    let table = game.rules().start();
    let elsewhere: &dyn PartSolvers = &PartsElsewhere { game: &game, executor };
    let task = PartsTask {
        threads: at_once,
        elsewhere: Some(elsewhere),
        ..PartsTask::new(game.rules().name(), Goal::Value)
    };
    game.solving().unwrap().solve_in_parts(&*table, task).unwrap()
}

#[test]
fn parts_are_solved_the_same_whoever_solves_them() {
    let local = parts(&Threads(1), 4);
    assert_eq!(local.points, Some(0));
    let game = henge::game("connect-four:size=4x4").unwrap();
    let whole = game.solving().unwrap().solve(&*game.rules().start(), Task::new(Limits::NONE));
    assert_eq!(local.points, Some(whole.unwrap().points));
    let worker = worker();
    let seven = r#"for n in 1 2 3 4 5 6 7; do read -r job && printf '%s\n' "$job"; done"#;
    let short = format!("({seven}) | ({worker})");
    assert_eq!(parts(&Threads(3), 4), local);
    assert_eq!(parts(&by(&[&short, &worker]), 4), local);
    // More at once are other parts, and the same value.
    assert_eq!(parts(&by(&[&worker]), 50).points, local.points);
    let game = henge::game("connect-four:size=4x4").unwrap();
    let elsewhere: &dyn PartSolvers = &PartsElsewhere { game: &game, executor: &by(&["false"]) };
    let task = PartsTask { elsewhere: Some(elsewhere), ..PartsTask::new("x", Goal::Value) };
    let lost = game.solving().unwrap().solve_in_parts(&*game.rules().start(), task);
    assert!(lost.unwrap_err().to_string().contains("has ended 3 times"));
}

/// What is learned in two rounds.
fn learned(executor: Option<&dyn Executor>) -> Result<Vec<u8>, String> {
    let game = henge::game("connect-four:size=5x4").unwrap();
    let plan = training::Plan { rounds: 2, games: 20, depth: 2, ..training::Plan::td() };
    let (model, features) = (Model::Weights, String::new());
    let begun = game.trainable().unwrap().begin(&model, &features, &plan).unwrap();
    let mut run = TrainingRun::new(begun);
    if let Some(executor) = executor {
        let course = Course::Features { model, features, plan };
        run = run.played_by(PlayersElsewhere { game: &game, course, executor });
    }
    run.finish().map_err(|error| error.to_string())?;
    Ok(run.weights())
}

#[test]
fn games_of_workers_teach_the_same() {
    let alone = learned(None).unwrap();
    let worker = worker();
    assert_eq!(learned(Some(&by(&[&worker, &worker]))).unwrap(), alone);
    let seven = r#"for n in 1 2 3 4 5 6 7; do read -r job && printf '%s\n' "$job"; done"#;
    let short = format!("({seven}) | ({worker})");
    assert_eq!(learned(Some(&by(&[&short, &worker]))).unwrap(), alone);
    assert_eq!(learned(Some(&Threads(2))).unwrap(), alone);
    let lost = learned(Some(&by(&["false"]))).unwrap_err();
    assert!(lost.contains("has ended 3 times"), "{lost}");
}

#[test]
fn a_worker_does_parts_and_games_and_says_what_is_wrong_with_them() {
    let mut worker = Worker::new(Registry::standard(), Trust::Strangers);
    let mut answer = |job: &str| worker.answer(job).unwrap();
    let part =
        r#"{"kind":"part","number":1,"game":"tic-tac-toe","position":"X..,.O.,... X","nodes":1}"#;
    assert!(answer(part).contains("\"error\""), "{}", answer(part));
    let file = part.replace("tic-tac-toe", "my.toml");
    assert!(answer(&file).contains("file"), "{}", answer(&file));
    let dice = part.replace("tic-tac-toe", "backgammon");
    assert!(answer(&dice).contains("has no solver"), "{}", answer(&dice));
    let play = r#"{"kind":"self-play","number":1,"game":"tic-tac-toe","course":{"own":"{}"},
        "checkpoint":"00","games":{"start":0,"end":1}}"#;
    assert!(answer(play).contains("nothing like that is learned"), "{}", answer(play));
    let net = play.replace("tic-tac-toe", "backgammon");
    assert!(answer(&net).contains("missing field"), "{}", answer(&net));
    let table = play.replace(
        r#"{"own":"{}"}"#,
        r#"{"features":{"model":"table","features":"","plan":{"method":"td"}}}"#,
    );
    assert!(answer(&table).contains("not a checkpoint"), "{}", answer(&table));
    let digits = table.replace(r#""00""#, r#""0x""#);
    assert!(answer(&digits).contains("no digits"), "{}", answer(&digits));
}
