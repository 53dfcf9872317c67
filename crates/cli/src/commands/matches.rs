use std::sync::atomic::Ordering;

use henge::Dice;
use henge::core::erased::DynBot;
use henge::core::record::{self, Record};
use henge::core::{Limits, Outcome, Player, Turn, mix64};
use henge::{Manners, Playable};
use henge_arena::stats::{Pentanomial, Verdict};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use crate::args::MatchArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress};
use crate::setup;

/// Results from the view of the bot that was named first.
#[derive(Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    points: i32,
    /// The points of each pair of games with the same opening and the same dice, sides changed.
    pairs: Vec<i32>,
    /// The same pairs, by who won how many of their games.
    results: Pentanomial,
    /// Wins, draws and losses when it moved first, and when it moved second.
    by_seat: [[u32; 3]; 2],
}

impl Tally {
    fn add(&mut self, outcome: Outcome, seat: Player) {
        let points = outcome.points_for(seat);
        self.points += points;
        match self.games() % 2 {
            0 => self.pairs.push(points),
            _ => {
                let first = self.pairs.last_mut().expect("the first game of the pair was counted");
                self.results.add([*first, points]);
                *first += points;
            }
        }
        self.by_seat[seat.index()][(1 - points.signum()) as usize] += 1;
        match points.signum() {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    fn score(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// Points a game and half the width of their 95 % interval. Pairs count as a whole: what the dice
    /// did for one side in the first game they did for the other in the second.
    fn points_per_game(&self) -> Option<(f64, f64)> {
        let pairs = &self.pairs[..(self.games() / 2) as usize];
        if pairs.len() < 2 {
            return None;
        }
        let n = pairs.len() as f64;
        let mean = pairs.iter().map(|&points| f64::from(points) / 2.0).sum::<f64>() / n;
        let square = |&points: &i32| (f64::from(points) / 2.0 - mean).powi(2);
        let variance = pairs.iter().map(square).sum::<f64>() / (n - 1.0);
        Some((mean, 1.96 * (variance / n).sqrt()))
    }

    /// The difference in Elo and half the width of its 95 % interval, by the normal approximation;
    /// `None` where every game went the same way.
    fn elo(&self) -> Option<(f64, f64)> {
        let (n, s) = (f64::from(self.games()), self.score());
        if !(s > 0.0 && s < 1.0) {
            return None;
        }
        let square = |value: f64| (value - s) * (value - s);
        let sum = f64::from(self.wins) * square(1.0)
            + f64::from(self.draws) * square(0.5)
            + f64::from(self.losses) * square(0.0);
        let error_of_score = (sum / n / n).sqrt();
        let slope = 400.0 / std::f64::consts::LN_10 / (s * (1.0 - s));
        Some((-400.0 * (1.0 / s - 1.0).log10(), 1.96 * error_of_score * slope))
    }
}

pub fn run(args: MatchArgs, output: &Output) -> Result<Done, Fault> {
    let game = henge::game(&args.game)?;
    // Wrong names are found before the first game is played.
    game.bot(&args.first)?;
    game.bot(&args.second)?;
    let hypotheses = args.bouts.sprt.hypotheses();
    if let Some(hypotheses) = &hypotheses {
        hypotheses.check().map_err(|error| Fault::Call(error.to_string()))?;
    }
    let names = [args.first.clone(), args.second.clone()];
    let limits = Limits { nodes: args.bouts.nodes, time: args.bouts.time, ..Limits::NONE };
    let stop = setup::stop_flag();
    let bar = progress("games");
    let mut tally = Tally::default();
    let mut records = Vec::new();
    for n in 0..args.games {
        bar.set_message(format!("{n} of {}", args.games));
        let seat = if n % 2 == 0 { Player::First } else { Player::Second };
        let (outcome, record) = play(&game, &args, &names, n, seat, limits)?;
        if stop.load(Ordering::SeqCst) {
            break; // A game that was hurried does not count.
        }
        tally.add(outcome, seat);
        records.push(record);
        let test = hypotheses.map(|hypotheses| hypotheses.test(&tally.results.counts()));
        if test.is_some_and(|test| test.verdict != Verdict::Open) {
            break;
        }
    }
    bar.finish_and_clear();
    if let Some(path) = &args.save {
        output.print_to(Some(path), &record::write(&records))?;
    }
    if tally.games() > 0 || args.json {
        print(&game, &args, &names, &tally, output)?;
    }
    Ok(if stop.load(Ordering::SeqCst) { Done::Interrupted } else { Done::Finished })
}

/// Plays game `n`; `seat` is that of the bot named first. Both games of a pair have the same opening
/// and the same dice.
fn play(
    game: &Playable,
    args: &MatchArgs,
    names: &[String; 2],
    n: u32,
    seat: Player,
    limits: Limits,
) -> Result<(Outcome, Record), Fault> {
    let seed = mix64(args.bouts.seed ^ mix64(u64::from(n / 2)));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut table = game.rules().start();
    for _ in 0..args.bouts.opening {
        let moves = table.moves();
        let mut next = table.fork();
        let mv = match table.turn() {
            Turn::Chance => henge::roll(&moves, &mut rng).expect("some roll falls"),
            _ => &moves[rng.random_range(0..moves.len())],
        };
        next.play(&mv.text)?;
        if let Turn::Over(_) = next.turn() {
            break;
        }
        table = next;
    }
    let mut one = game.seeded_bot(&args.first, mix64(seed ^ u64::from(n)))?;
    let mut other = game.seeded_bot(&args.second, mix64(seed ^ u64::from(n) ^ 1))?;
    let mut seats = [&names[0], &names[1]];
    if seat == Player::Second {
        std::mem::swap(&mut one, &mut other);
        seats.reverse();
    }
    let bots: [&mut dyn DynBot; 2] = [&mut *one, &mut *other];
    let manners = Manners { resign: args.bouts.resign, draw: args.bouts.draw };
    let stop = setup::stop_flag();
    let outcome = henge::play_game(&mut *table, bots, limits, manners, stop, Dice::new(seed))?;
    let mut record = Record::from_match(&**game.rules(), &*table);
    record.set_tag("First", seats[0]);
    record.set_tag("Second", seats[1]);
    record.set_tag("Round", (n + 1).to_string());
    record.result = Some(outcome);
    if !matches!(table.turn(), Turn::Over(_)) {
        let how = if outcome == Outcome::Draw { "agreement" } else { "resignation" };
        record.set_tag("Termination", how);
    }
    Ok((outcome, record))
}

fn print(
    game: &Playable,
    args: &MatchArgs,
    names: &[String; 2],
    tally: &Tally,
    output: &Output,
) -> Result<(), Fault> {
    let &Tally { wins, draws, losses, points, by_seat, .. } = tally;
    let per_game = tally.points_per_game();
    let elo = if tally.games() > 0 { tally.elo() } else { None };
    let hypotheses = args.bouts.sprt.hypotheses();
    let test = hypotheses.map(|hypotheses| (hypotheses, hypotheses.test(&tally.results.counts())));
    if args.json {
        let seat = |[wins, draws, losses]: [u32; 3]| json!({ "wins": wins, "draws": draws, "losses": losses });
        let mut all = json!({
            "moving_first": seat(by_seat[0]),
            "moving_second": seat(by_seat[1]),
            "game": game.rules().name(),
            "first": { "bot": names[0], "wins": wins, "draws": draws, "losses": losses, "points": points },
            "second": { "bot": names[1], "wins": losses, "draws": draws, "losses": wins, "points": -points },
            "games": tally.games(),
            "points_per_game": per_game.map(|(points, _)| points),
            "points_error": per_game.map(|(_, error)| error),
            "elo": elo.map(|(elo, _)| elo),
            "elo_error": elo.map(|(_, error)| error),
            "seed": args.bouts.seed,
        });
        if let Some((_, test)) = test {
            all["pairs"] = json!(tally.results);
            all["sprt"] = json!(test);
        }
        return output.line(all);
    }
    output.line(format!(
        "{} against {}, {} games of {}",
        names[0],
        names[1],
        tally.games(),
        game.rules().name()
    ))?;
    output.line(format!(
        "{wins} won, {draws} drawn, {losses} lost: {:.1} % of the points",
        100.0 * tally.score()
    ))?;
    // Where every game counts one point, the share of the points says the same.
    let counts = points.unsigned_abs() != wins.abs_diff(losses);
    if let Some((points, error)) = per_game.filter(|_| counts) {
        output.line(format!("{points:+.3} ± {error:.3} points a game (95 %)"))?;
    }
    output.line(match elo {
        // Rounded first, and without a sign of nothing.
        Some((elo, error)) => {
            format!("Elo difference {:+.0} ± {error:.0} (95 %)", elo.round() + 0.0)
        }
        None => "Elo difference unknown: every game went the same way".into(),
    })?;
    match test {
        Some((hypotheses, test)) => output.line(hypotheses.tell(&test)),
        None => Ok(()),
    }
}
