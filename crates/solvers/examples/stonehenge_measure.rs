//! Solves random positions of Stonehenge and says how long it takes.
//!
//! `stonehenge_measure PLIES POSITIONS [TABLE_MB] [NODE_LIMIT] [SEED]`

use std::env::args;
use std::time::Instant;

use henge_core::{Game, Limits, Notation, mix64};
use henge_games::stonehenge::{Position, Stonehenge};
use henge_search::{Solver, Task};
use henge_solvers::StonehengeSolver;

/// The processor time this program has used, in seconds, where the system tells it.
fn cpu_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The fourteenth field, in hundredths; the second is a name in parentheses.
    let ticks = stat.rsplit(')').next()?.split_whitespace().nth(11)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

/// A random position after so many plies of a game that is not over.
fn random_position(seed: u64, plies: u64) -> Position {
    let mut state = mix64(seed);
    loop {
        let mut pos = Stonehenge.start();
        for _ in 0..plies {
            let moves: Vec<_> = Stonehenge.moves(&pos).collect();
            state = mix64(state);
            if !moves.is_empty() {
                Stonehenge.play(&mut pos, moves[(state >> 33) as usize % moves.len()]);
            }
        }
        if pos.winner().is_none() {
            return pos;
        }
    }
}

fn main() {
    let numbers: Vec<u64> = args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let number = |i: usize, usual: u64| numbers.get(i).copied().unwrap_or(usual);
    let (plies, n) = (number(0, 6), number(1, 20));
    let (table, limit, seed) = (number(2, 1024) << 20, number(3, u64::MAX), number(4, 1));
    let (mut times, mut nodes, mut wins) = (Vec::new(), Vec::new(), 0);
    for i in 0..n {
        let pos = random_position(seed << 32 | i, plies);
        // A fresh table for each, so that no position helps another.
        let mut solver = StonehengeSolver::new(table as usize);
        let (begin, cpu) = (Instant::now(), cpu_time());
        let solved = solver.solve(&Stonehenge, &pos, Task::new(Limits::nodes(limit)));
        let time = match (cpu, cpu_time()) {
            (Some(before), Some(now)) => now - before,
            _ => begin.elapsed().as_secs_f64(),
        };
        let text = Stonehenge.write_position(&pos);
        if solved.proved {
            wins += u32::from(solved.points > 0);
            times.push(time);
            nodes.push(solved.nodes as f64);
            let word = if solved.points > 0 { "win" } else { "loss" };
            println!("{text}  {word}  {} nodes  {time:.3} s", solved.nodes);
        } else {
            println!("{text}  not solved  {time:.3} s");
        }
    }
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len().max(1) as f64;
    let worst = |list: &[f64]| list.iter().copied().fold(0.0, f64::max);
    println!(
        "{plies} plies: {} of {n} solved, {wins} won; nodes mean {:.0}, worst {:.0}; seconds mean \
         {:.3}, worst {:.3}",
        times.len(),
        mean(&nodes),
        worst(&nodes),
        mean(&times),
        worst(&times)
    );
}
