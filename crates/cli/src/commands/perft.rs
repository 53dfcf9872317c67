use henge::Registry;
use std::time::Instant;

use serde_json::json;

use crate::args::PerftArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, thousands};
use crate::setup;

pub fn run(args: PerftArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let (game, table) = setup::table(games, &args.table)?;
    let began = Instant::now();
    let bar = progress("perft");
    let mut counts = Vec::new();
    for depth in 1..=args.depth {
        bar.set_message(format!("depth {depth}"));
        let level = Instant::now();
        let count = table.perft(depth);
        let seconds = level.elapsed().as_secs_f64();
        counts.push(count);
        if !args.json {
            let rate = count as f64 / seconds / 1e6;
            let speed = if seconds > 0.1 { format!("  {rate:.1} M/s") } else { String::new() };
            bar.suspend(|| output.line(format!("{depth:>3} {:>20}{speed}", thousands(count))))?;
        }
        if count == 0 {
            break; // No game is that long.
        }
    }
    bar.finish_and_clear();
    if args.json {
        let seconds = began.elapsed().as_secs_f64();
        output
            .json(&json!({ "game": game.rules().name(), "perft": counts, "seconds": seconds }))?;
    }
    Ok(Done::Finished)
}
