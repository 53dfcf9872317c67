//! What the scores of an engine mean: it plays against itself, judges two positions of each game, and a curve from
//! scores to results is fitted.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use henge::erased::{DynBot, DynMatch, Task, Thought};
use henge::learn::stats::{ScoredResult, Tenth, fit_curve, reliability};
use henge::render::{Curve as Drawn, Plot};
use henge::{Curve, Limits, Outcome, Playable, Player, Registry, Turn, mix64};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use super::analyse::round;
use crate::args::ScaleArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress};
use crate::paths::Paths;
use crate::setup;

/// More positions of one game would say the same again.
const A_GAME: usize = 2;
/// A game that is longer counts as a draw.
const MOST_PLIES: usize = 1000;

/// A position that was judged.
#[derive(Clone, PartialEq, Debug)]
struct Sample {
    /// What the player to move had.
    score: i32,
    /// What the game brought that player: 1, 0.5 or 0.
    result: f64,
    /// How many pieces more that player had on the board, then and at the end.
    lead: [i32; 2],
    /// The scores after every depth, from 1 on; empty where an engine has none.
    depths: Vec<i32>,
}

/// A game as a line of the file: `{"game":7,"samples":[[35,1.0,2,14,[20,35]]]}`.
fn write(game: u32, samples: &[Sample]) -> String {
    let one = |sample: &Sample| {
        json!([sample.score, sample.result, sample.lead[0], sample.lead[1], sample.depths])
    };
    json!({ "game": game, "samples": samples.iter().map(one).collect::<Vec<_>>() }).to_string()
}

/// The same read back.
fn read(line: &str) -> Option<(u32, Vec<Sample>)> {
    let value: Value = serde_json::from_str(line).ok()?;
    let number = |value: &Value| i32::try_from(value.as_i64()?).ok();
    let one = |value: &Value| {
        let [score, result, now, end, depths] = &value.as_array()?[..] else { return None };
        let lead = [number(now)?, number(end)?];
        let depths = depths.as_array()?.iter().map(number).collect::<Option<_>>()?;
        Some(Sample { score: number(score)?, result: result.as_f64()?, lead, depths })
    };
    let game = u32::try_from(value["game"].as_u64()?).ok()?;
    Some((game, value["samples"].as_array()?.iter().map(one).collect::<Option<_>>()?))
}

pub fn run(args: &ScaleArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    Paths::default()
        .game(&args.game)
        .writes("--samples", args.samples.as_deref())
        .writes("--plot", args.plot.as_deref())
        .check()?;
    let game = games.game(&args.game)?;
    let mut all = kept(args)?;
    let interrupted = play(args, &game, &mut all)?;
    let half = |odd: u32| -> Vec<Sample> {
        let mine = all.iter().filter(|(number, _)| *number % 2 == odd);
        mine.flat_map(|(_, samples)| samples.iter().cloned()).collect()
    };
    let (fitted, checked) = (half(0), half(1));
    let pairs = |samples: &[Sample]| -> Vec<ScoredResult> {
        samples.iter().map(|sample| (sample.score.into(), sample.result)).collect()
    };
    let Some(curve) = fit_curve(&pairs(&fitted)) else {
        return Err(Fault::Data(
            "no game has a position whose result is open; nothing can be fitted".into(),
        ));
    };
    let tenths = reliability(curve, &pairs(&checked));
    let leads = [0, 1].map(|i| a_piece(&fitted, i));
    if let Some(path) = &args.plot {
        output.print_to(Some(path), &plot(&game, &tenths, checked.len()).svg())?;
    }
    match args.json {
        true => output.json(&as_json(curve, &tenths, [fitted.len(), checked.len()], leads))?,
        false => {
            print(curve, &tenths, [fitted.len(), checked.len()], leads, output)?;
            swings(curve, &checked, output)?;
        }
    }
    Ok(if interrupted { Done::Interrupted } else { Done::Finished })
}

/// The games of the file, if there is one.
fn kept(args: &ScaleArgs) -> Result<BTreeMap<u32, Vec<Sample>>, Fault> {
    let Some(path) = args.samples.as_deref().filter(|path| path.exists()) else {
        return Ok(BTreeMap::new());
    };
    let text = std::fs::read_to_string(path).map_err(|error| Fault::file(path, &error))?;
    let mut all = BTreeMap::new();
    for (i, line) in text.lines().enumerate() {
        let (game, samples) = read(line).ok_or_else(|| {
            let (path, line) = (path.display(), i + 1);
            Fault::Data(format!("{path}: line {line} is not a game that this command has written"))
        })?;
        all.insert(game, samples);
    }
    all.retain(|number, _| *number < args.games);
    Ok(all)
}

/// Plays the games that are missing. Says whether somebody has stopped it.
fn play(
    args: &ScaleArgs,
    game: &Playable,
    all: &mut BTreeMap<u32, Vec<Sample>>,
) -> Result<bool, Fault> {
    let file = match &args.samples {
        None => None,
        Some(path) => {
            let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
            Some((path, file.map_err(|error| Fault::file(path, &error))?))
        }
    };
    let (stop, next, bar) = (setup::stop_flag(), AtomicU32::new(0), progress("games"));
    let n_threads = match args.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        n => n as usize,
    };
    let missing: Vec<u32> = (0..args.games).filter(|number| !all.contains_key(number)).collect();
    let shared = Mutex::new((all, file, Ok(())));
    let work = || -> Result<(), Fault> {
        let mut bot = game.bot(args.bot.as_deref().unwrap_or(game.analyst().bot))?;
        while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
            let Some(samples) = one_game(args, game, &mut *bot, number)? else { return Ok(()) };
            let mut shared = shared.lock().expect("no thread panics with it");
            let (all, file, _) = &mut *shared;
            if let Some((path, file)) = file {
                let line = write(number, &samples);
                writeln!(file, "{line}").map_err(|error| Fault::file(path, &error))?;
            }
            all.insert(number, samples);
            bar.set_message(format!("{} of {}", all.len(), args.games));
        }
        Ok(())
    };
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                if let Err(fault) = work() {
                    shared.lock().expect("no thread panics with it").2 = Err(fault);
                }
            });
        }
    });
    bar.finish_and_clear();
    shared.into_inner().expect("no thread panics with it").2?;
    Ok(stop.load(Ordering::SeqCst))
}

/// Plays a game and judges two of its positions; `None` if it was stopped.
fn one_game(
    args: &ScaleArgs,
    game: &Playable,
    bot: &mut dyn DynBot,
    number: u32,
) -> Result<Option<Vec<Sample>>, Fault> {
    let stop = setup::stop_flag();
    let seed = mix64(args.seed ^ mix64(u64::from(number) + 1));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut table = game.rules().start();
    let mut opening = rng.random_range(0..=args.opening);
    let mut seen = Vec::new();
    let outcome = loop {
        match table.turn() {
            Turn::Over(outcome) => break outcome,
            _ if table.ply() >= MOST_PLIES => break Outcome::Draw,
            Turn::Chance => {
                let mut left = rng.random::<f32>();
                let chances = table.chances();
                let fits = |chance: &f32| {
                    left -= chance;
                    left < 0.0
                };
                let roll = chances.iter().position(fits);
                table.play_place(roll.unwrap_or(chances.len() - 1));
            }
            Turn::Player(_) if opening > 0 => {
                opening -= 1;
                let n = table.actions().len();
                table.play_place(rng.random_range(0..n));
            }
            Turn::Player(_) => {
                seen.push(table.fork());
                let task = Task::new(Limits::nodes(args.play_nodes)).stop(stop);
                let thought = bot.think(&*table, task)?;
                if stop.load(Ordering::SeqCst) {
                    return Ok(None);
                }
                let Some(best) = thought.best() else { break Outcome::Draw };
                table.play(best)?;
            }
        }
    };
    let last = lead(game, &*table);
    let mut samples = Vec::new();
    for _ in 0..A_GAME.min(seen.len()) {
        let table = seen.swap_remove(rng.random_range(0..seen.len()));
        let Turn::Player(player) = table.turn() else { continue };
        let mut depths = Vec::new();
        let mut tell = |thought: &Thought| {
            let score = thought.lines.first().and_then(|line| line.score);
            let open = score.filter(|(score, _)| score.decided().is_none());
            if let Some((score, _)) = open
                && thought.depth as usize == depths.len() + 1
            {
                depths.push(score.0);
            }
        };
        let task = Task::new(Limits::nodes(args.nodes)).stop(stop).progress(&mut tell).worth();
        let thought = bot.think(&*table, task)?;
        if stop.load(Ordering::SeqCst) {
            return Ok(None);
        }
        // What is decided needs no curve.
        let score = thought.lines.first().and_then(|line| line.score);
        let Some((score, _)) =
            score.filter(|(score, kind)| score.decided().is_none() && !kind.is_sure())
        else {
            continue;
        };
        let sign = if player == Player::First { 1 } else { -1 };
        let result = f64::from(outcome.points_for(player).signum() + 1) / 2.0;
        let lead = [lead(game, &*table), last].map(|lead| sign * lead);
        samples.push(Sample { score: score.0, result, lead, depths });
    }
    Ok(Some(samples))
}

/// How many pieces more the first player has on the board.
fn lead(game: &Playable, table: &dyn DynMatch) -> i32 {
    let kinds = &game.rules().board().kinds;
    let count = |piece: &henge::depict::Piece| {
        let n = i32::from(piece.count);
        match kinds[piece.kind as usize].owner {
            Some(Player::First) => n,
            Some(Player::Second) => -n,
            None => 0,
        }
    };
    table.scene().pieces.iter().map(count).sum()
}

/// The score of one piece more, now (0) or at the end (1): the slope of the line through nothing.
fn a_piece(samples: &[Sample], when: usize) -> Option<f64> {
    let sum = |f: &dyn Fn(&Sample) -> f64| samples.iter().map(f).sum::<f64>();
    let lead = |sample: &Sample| f64::from(sample.lead[when]);
    // Of scores the lead is predicted, and not the other way round: scores are what is shown.
    let over = sum(&|sample| f64::from(sample.score) * lead(sample));
    let under = sum(&|sample| f64::from(sample.score).powi(2));
    (over > 0.0).then(|| under / over)
}

fn plot(game: &Playable, tenths: &[Tenth; 10], n: usize) -> Plot {
    let found = tenths.iter().filter(|tenth| tenth.n > 0);
    let band = |tenth: &Tenth| {
        let (_, width) = tenth.error();
        (100.0 * tenth.expected, 100.0 * (tenth.found - width), 100.0 * (tenth.found + width))
    };
    let point = |tenth: &Tenth| (100.0 * tenth.expected, 100.0 * tenth.found);
    Plot {
        title: format!("{}: expected and found results", game.rules().about().title),
        description: format!("{n} positions of games that the curve was not fitted to, in tenths"),
        across: "expected result, %".into(),
        up: "result, %".into(),
        curves: vec![
            Drawn {
                band: found.clone().map(band).collect(),
                ..Drawn::new("found", found.map(point).collect())
            },
            Drawn::new("exactly right", vec![(0.0, 0.0), (100.0, 100.0)]),
        ],
        ..Plot::default()
    }
}

/// How much the expected result changes with the depth: where odd and even depths disagree, it changes more from one
/// depth to the next than over two.
fn swings(curve: Curve, samples: &[Sample], output: &Output) -> Result<(), Fault> {
    let mut rows = Vec::new();
    for depth in 3..=12 {
        let seen = samples.iter().filter_map(|sample| sample.depths.get(depth - 3..depth));
        let moved = seen.map(|scores| {
            let [before, last, now] = [0, 1, 2].map(|i| curve.expected(scores[i].into()));
            [(now - last).abs(), (now - before).abs()]
        });
        let all: Vec<[f64; 2]> = moved.collect();
        if all.len() >= 20 {
            let mean =
                |i: usize| 100.0 * all.iter().map(|one| one[i]).sum::<f64>() / all.len() as f64;
            rows.push((depth, all.len(), mean(0), mean(1)));
        }
    }
    if rows.is_empty() {
        return Ok(());
    }
    output.line("How far the expected result moves with the depth:")?;
    output.line("depth  positions  from one less  from two less")?;
    for (depth, n, one, two) in rows {
        output.line(format!("{depth:>5}  {n:>9}  {one:>11.1} %  {two:>11.1} %"))?;
    }
    Ok(())
}

fn numbers(curve: Curve) -> [f64; 3] {
    match curve {
        Curve::Logistic { shift, slope, bend } => [shift, slope, bend],
        Curve::Linear { sure } => [0.0, 1.0 / sure, f64::INFINITY],
    }
}

fn as_json(
    curve: Curve,
    tenths: &[Tenth; 10],
    [fitted, checked]: [usize; 2],
    [now, end]: [Option<f64>; 2],
) -> serde_json::Value {
    let [shift, slope, bend] = numbers(curve);
    let tenth = |tenth: &Tenth| json!({ "n": tenth.n, "expected": round(tenth.expected), "found": round(tenth.found) });
    json!({
        "shift": shift, "slope": slope, "bend": bend.is_finite().then_some(bend),
        "fitted": fitted, "checked": checked,
        "tenths": tenths.iter().map(tenth).collect::<Vec<_>>(),
        "piece_now": now.map(round), "piece_at_the_end": end.map(round),
    })
}

fn print(
    curve: Curve,
    tenths: &[Tenth; 10],
    [fitted, checked]: [usize; 2],
    [now, end]: [Option<f64>; 2],
    output: &Output,
) -> Result<(), Fault> {
    let [shift, slope, bend] = numbers(curve);
    output.line(format!(
        "Fitted to {fitted} positions: shift {shift:.4}, slope {slope:.3e}, bend {bend:.1}"
    ))?;
    for (lead, when) in [(now, "now"), (end, "at the end")] {
        if let Some(lead) = lead {
            output.line(format!("One piece more {when} is worth a score of {lead:.1}"))?;
        }
    }
    output.line(format!("Checked by {checked} positions of other games:"))?;
    output.line("positions  expected    found    off")?;
    for tenth in tenths.iter().filter(|tenth| tenth.n > 0) {
        let (error, width) = tenth.error();
        output.line(format!(
            "{:>9}  {:>6.1} %  {:>6.1} %  {:+.1} ± {:.1}",
            tenth.n,
            100.0 * tenth.expected,
            100.0 * tenth.found,
            100.0 * error,
            100.0 * width
        ))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_as_they_were_written() {
        let samples =
            vec![Sample { score: -35, result: 0.5, lead: [2, -14], depths: vec![-3, -35] }];
        assert_eq!(read(&write(7, &samples)), Some((7, samples)));
        assert_eq!(read("{\"game\":7}"), None);
    }

    #[test]
    fn a_piece_is_worth_what_scores_say_of_it() {
        let sample =
            |score, lead| Sample { score, result: 0.5, lead: [lead, 0], depths: Vec::new() };
        let all = [sample(80, 1), sample(-160, -2), sample(240, 3)];
        assert_eq!(a_piece(&all, 0), Some(80.0));
        assert_eq!(a_piece(&all, 1), None);
    }
}
