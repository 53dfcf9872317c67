//! Nodes per second of a bot on one core, from the start position of each game named.
//!
//! ```text
//! cargo run --release -p henge --example search_speed -- NODES GAME...
//! ```

use std::env::args;
use std::time::Instant;

use henge::Limits;

/// The processor time this program has used, in seconds, where the system tells it.
fn cpu_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The fourteenth field, in hundredths; the second is a name in parentheses.
    let ticks = stat.rsplit(')').next()?.split_whitespace().nth(11)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = args().skip(1);
    let nodes: u64 = args.next().map_or(Ok(10_000_000), |text| text.parse())?;
    for name in args {
        let game = henge::game(&name)?;
        let mut bot = game.bot("alphabeta")?;
        let table = game.rules().start();
        // What is made once, such as tables of endings, is not part of the search.
        henge::think(&mut *bot, &*table, Limits::nodes(1000))?;
        let (began, cpu) = (Instant::now(), cpu_time());
        let thought = henge::think(&mut *bot, &*table, Limits::nodes(nodes))?;
        let seconds = match (cpu, cpu_time()) {
            (Some(before), Some(after)) => after - before,
            _ => began.elapsed().as_secs_f64(),
        };
        let best = thought.best().unwrap_or("none");
        let rate = nodes as f64 / seconds / 1e6;
        println!("{name}: {nodes} nodes in {seconds:.2} s, {rate:.2} M/s, best {best}");
    }
    Ok(())
}
