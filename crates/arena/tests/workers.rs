//! Workers that a shell launches: the same report, to the byte, whoever is lost.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::io::{stdin, stdout};
use std::sync::atomic::AtomicBool;

use henge::Registry;
use henge_arena::{
    Allowance, ArenaError, Executor, Format, Plan, Report, Threads, Trust, Workers, run_contest,
    work,
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
