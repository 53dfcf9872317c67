//! Times Connect Four: how fast positions are counted and test sets are solved.
//!
//! ```text
//! connect_four_solver perft 10
//! connect_four_solver start [COLUMNS ROWS]
//! connect_four_solver sets FILE…            lines of columns played and score
//! ```
//!
//! The environment variables `TABLE_MIB` and
//! `FIRST` set the size of the table and how many lines of a set are taken; `KEEP` keeps the table from
//! one position of a set to the next.

use std::error::Error;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use henge_core::{Game, perft};
use henge_games::connect_four::{ConnectFour, Position};
use henge_solvers::connect_four::Scores;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["perft", depth] => count(depth.parse()?),
        ["start"] => solve_start(7, 6),
        ["start", columns, rows] => solve_start(columns.parse()?, rows.parse()?),
        ["sets", ref files @ ..] => files.iter().try_for_each(|file| solve_set(file)),
        _ => Err("perft, start or sets?".into()),
    }
}

/// Seconds on the processor where the system tells, which a busy machine does not disturb so much.
fn seconds(begin: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| begin.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

fn variable<T: FromStr>(name: &str, usual: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn solver(game: &ConnectFour) -> Scores {
    let mut solver = Scores::new(variable("TABLE_MIB", 256) << 20);
    solver.prepare(game);
    solver
}

/// Times and nodes of several positions.
#[derive(Default)]
struct Sum {
    n: f64,
    seconds: f64,
    worst: f64,
    nodes: f64,
}

impl Sum {
    fn add(&mut self, seconds: f64, nodes: u64) {
        self.n += 1.0;
        self.seconds += seconds;
        self.worst = self.worst.max(seconds);
        self.nodes += nodes as f64;
    }

    fn print(&self, what: &str) {
        let Sum { n, seconds, worst, nodes } = self;
        println!(
            "{what}: {n} positions, mean {:.4} ms and {:.0} nodes, worst {:.3} ms, {:.2} M nodes/s",
            1e3 * seconds / n,
            nodes / n,
            1e3 * worst,
            1e-6 * nodes / seconds
        );
    }
}

fn count(depth: u32) -> Outcome<()> {
    let (game, begin) = (ConnectFour::default(), Instant::now());
    let before = seconds(begin);
    let n = perft(&game, &mut game.start(), depth);
    let time = seconds(begin) - before;
    println!("perft({depth}) = {n} in {time:.3} s, {:.1} M/s", n as f64 / time * 1e-6);
    Ok(())
}

fn solve_start(columns: u32, rows: u32) -> Outcome<()> {
    let game = ConnectFour::new(columns, rows)?;
    let (mut solver, begin) = (solver(&game), Instant::now());
    let before = seconds(begin);
    let tell = &mut |now| println!("{:.1} s: {now:?}", seconds(begin) - before);
    let solved = solver.watched(&game, &game.start(), &AtomicBool::new(false), None, tell);
    println!("{solved:?} in {:.2} s", seconds(begin) - before);
    Ok(())
}

fn solve_set(file: &str) -> Outcome<()> {
    let (game, stop, begin) = (ConnectFour::default(), AtomicBool::new(false), Instant::now());
    let (mut solver, mut sum) = (solver(&game), Sum::default());
    let text = std::fs::read_to_string(file)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for line in lines.take(variable("FIRST", usize::MAX)) {
        let (columns, score) = line.split_once(' ').ok_or("no score")?;
        let pos = after(&game, columns).ok_or("no such game")?;
        if std::env::var("KEEP").is_err() {
            solver.clear();
            solver.prepare(&game);
        }
        let before = seconds(begin);
        let solved = solver.of(&game, &pos, &stop, None).ok_or("stopped")?;
        sum.add(seconds(begin) - before, solved.nodes);
        if solved.score != score.parse()? {
            println!("{line}: found {} instead", solved.score);
        }
    }
    sum.print(file);
    Ok(())
}

fn after(game: &ConnectFour, columns: &str) -> Option<Position> {
    let mut pos = game.start();
    for column in columns.chars() {
        let mv = game.drop_in(&pos, column.to_digit(10)?.checked_sub(1)?)?;
        game.play(&mut pos, mv);
    }
    Some(pos)
}
