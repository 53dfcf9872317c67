//! How much stronger each level of `henge` is than the one below it, and how long its moves take.
//!
//! ```text
//! cargo run --release -p henge --example levels -- PAIRS GAME …
//! ```
//!
//! Each pair of neighbours plays so many pairs of games, both from the same opening with the sides changed, and with
//! the same dice. Openings are drawn, and left out unless a search takes them for even. One table for all games comes
//! out: what the higher level wins against the lower one in Elo (with dice, in points a game), the error of 95 %, and the
//! median and the longest time of a move of each level.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use henge::bots::henge::Level;
use henge::erased::{DynBot, DynMatch, Task, Thought};
use henge::learn::stats::{Pentanomial, mean_of};
use henge::table::Dice;
use henge::{Limits, Playable, Player, Terms, Turn, mix64, play_game};

type Fault = Box<dyn std::error::Error>;

/// An opening is even if neither player is expected to have less than this.
const EVEN: f64 = 0.3;
/// So many are tried before any is taken.
const TRIES: u64 = 30;
/// Seconds of a move of each level.
type Times = [Vec<f64>; Level::NAMES.len()];

fn main() -> Result<(), Fault> {
    let mut words = std::env::args().skip(1);
    let pairs: u64 = words.next().ok_or("how many pairs of games?")?.parse()?;
    let steps: Vec<String> =
        Level::NAMES.windows(2).map(|two| format!("{} – {}", two[1], two[0])).collect();
    println!("| game | {} | median ms | longest ms |", steps.join(" | "));
    println!("|---|{}", "--:|".repeat(steps.len() + 2));
    for name in words {
        let game = henge::game(&name)?;
        let mut times = Times::default();
        let mut row = Vec::new();
        for step in 0..steps.len() {
            row.push(ladder_step(&game, step, pairs, &mut times)?);
        }
        let mut shown = |of: fn(&[f64]) -> f64| {
            let numbers = times.iter_mut().map(|seconds| {
                seconds.sort_by(f64::total_cmp);
                format!("{:.0}", 1000.0 * of(seconds))
            });
            numbers.collect::<Vec<_>>().join(", ")
        };
        let median = shown(|seconds| seconds.get(seconds.len() / 2).copied().unwrap_or(0.0));
        let longest = shown(|seconds| seconds.last().copied().unwrap_or(0.0));
        println!("| {name} | {} | {median} | {longest} |", row.join(" | "));
    }
    Ok(())
}

/// What the level above this step wins against the one below.
fn ladder_step(
    game: &Playable,
    step: usize,
    pairs: u64,
    times: &mut Times,
) -> Result<String, Fault> {
    let [low, high] = [step, step + 1];
    let (mut results, mut points) = (Pentanomial::default(), Vec::new());
    for pair in 0..pairs {
        let seed = mix64(pair ^ mix64(step as u64));
        let opening = opening(game, seed)?;
        let mut won = [0; 2];
        for (side, won) in Player::BOTH.into_iter().zip(&mut won) {
            *won = play(game, &*opening, seed, (low, high, side), times)?;
        }
        results.add(won);
        points.push(f64::from(won[0] + won[1]) / 2.0);
    }
    if game.rules().has_chance() {
        let Some(mean) = mean_of(&points) else { return Ok("?".into()) };
        return Ok(format!("{:+.2} ± {:.2}", mean.mid, mean.error()));
    }
    let interval = results.counts().elo();
    Ok(interval.map_or("?".into(), |interval| interval.elo_in_words()))
}

/// Points of the higher level, which plays this side.
fn play(
    game: &Playable,
    opening: &dyn DynMatch,
    seed: u64,
    (low, high, side): (usize, usize, Player),
    times: &mut Times,
) -> Result<i32, Fault> {
    let bot = |level: usize| game.seeded_bot(&format!("henge:level={}", Level::NAMES[level]), seed);
    let (mut strong, mut weak) = (bot(high)?, bot(low)?);
    let first_level = if side == Player::First { high } else { low };
    let second_level = low + high - first_level;
    let stop = AtomicBool::new(false);
    let mut seen = Vec::new();
    let mut heard = |ply: usize, _: &Thought, time: Duration| seen.push((ply, time));
    let terms = Terms { heard: Some(&mut heard), ..Terms::new(&stop, Dice::new(seed)) };
    let bots: [&mut dyn DynBot; 2] = match side {
        Player::First => [&mut *strong, &mut *weak],
        Player::Second => [&mut *weak, &mut *strong],
    };
    let ended = play_game(opening.fork(), bots, terms)?;
    for (ply, time) in seen {
        let mover = ended.table.mover(ply);
        let level = if mover == Some(Player::First) { first_level } else { second_level };
        times[level].push(time.as_secs_f64());
    }
    Ok(ended.ending.outcome.points_for(side))
}

/// A position after some drawn moves that seems even.
fn opening(game: &Playable, seed: u64) -> Result<Box<dyn DynMatch>, Fault> {
    let start = game.rules().start();
    if game.rules().has_chance() {
        return Ok(start);
    }
    let mut judge = game.bot("henge")?;
    let mut last = start.fork();
    for n in 0..TRIES {
        let mut table = start.fork();
        for ply in 0..4 {
            let moves = table.moves();
            if moves.is_empty() {
                break;
            }
            let drawn = mix64(seed ^ mix64(64 * n + ply)) % moves.len() as u64;
            table.play(&moves[drawn as usize].text)?;
        }
        let Turn::Player(mover) = table.turn() else { continue };
        let thought = judge.think(&*table, Task::new(Limits::nodes(20_000)).worth())?;
        let share = thought.worth(0, mover).map_or(0.5, |worth| worth.for_player(mover));
        last = table;
        if (EVEN..=1.0 - EVEN).contains(&share) {
            break;
        }
    }
    Ok(last)
}
