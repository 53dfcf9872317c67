//! Games by chance and what they tell of a game: how long it is, how wide, and who wins.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use henge::record::Record;
use henge::table::MOST_PLIES;
use henge::{Limits, erased::DynMatch};
use henge::{Outcome, Playable, Player, RandomPlay, Registry, Turn, mix64};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::args::RandomArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, thousands};
use crate::paths::Paths;
use crate::setup;

#[derive(Default)]
struct Statistics {
    /// Games by their length.
    lengths: BTreeMap<usize, u32>,
    /// First player's wins, draws, losses.
    results: [u32; 3],
    /// Sums over games of the logarithm (base 10) of the product of choices, and of the product.
    log_product: f64,
    product: f64,
    /// For each ply: positions, sums of choices and of centres.
    plies: Vec<(u32, u64, Option<u64>)>,
}

impl Statistics {
    fn games(&self) -> u32 {
        self.results.iter().sum()
    }

    fn average_length(&self) -> f64 {
        let sum: f64 = self.lengths.iter().map(|(&n, &games)| n as f64 * f64::from(games)).sum();
        sum / f64::from(self.games())
    }

    /// The share of points of the first player and half of its 95 % interval.
    fn first(&self) -> (f64, f64) {
        let [wins, draws, _] = self.results.map(f64::from);
        let n = f64::from(self.games());
        let share = (wins + draws / 2.0) / n;
        let square = (wins + draws / 4.0) / n - share * share;
        (share, 1.96 * (square.max(0.0) / n).sqrt())
    }

    /// Notes the choices before a move.
    fn note(&mut self, ply: usize, choices: usize, centres: Option<u32>) {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, (0, 0, Some(0)));
        }
        let (n, sum, sum_centres) = &mut self.plies[ply];
        *n += 1;
        *sum += choices as u64;
        *sum_centres = sum_centres.zip(centres).map(|(sum, centres)| sum + u64::from(centres));
    }
}

pub fn run(args: RandomArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    Paths::default().game(&args.game).writes("--save", args.save.as_deref()).check()?;
    let game = games.game(&args.game)?;
    let usual = game.ability::<dyn RandomPlay>().map_or("random", |chance| chance.bot());
    let bot = args.bot.as_deref().unwrap_or(usual);
    game.bot(bot)?;
    let stop = setup::stop_flag();
    let bar = progress("games");
    let (mut statistics, mut records) = (Statistics::default(), Vec::new());
    for n in 0..args.games {
        bar.set_message(format!("{n} of {}", args.games));
        let Some((table, outcome)) = play(&game, bot, args.seed, n, &mut statistics)? else {
            break;
        };
        if args.save.is_some() {
            let mut record = Record::from_match(&**game.rules(), &*table);
            record.set_tag("First", bot);
            record.set_tag("Second", bot);
            record.set_tag("Round", (n + 1).to_string());
            record.result = Some(outcome);
            records.push(record);
        }
    }
    bar.finish_and_clear();
    if let Some(path) = &args.save {
        output.print_to(Some(path), &henge::write_records(path, &records)?)?;
    }
    if args.json {
        output.json(&as_json(&game, bot, args.seed, &statistics))?;
    } else if statistics.games() > 0 {
        print(&game, bot, &statistics, output)?;
    }
    Ok(if stop.load(Ordering::SeqCst) { Done::Interrupted } else { Done::Finished })
}

/// A game that was played, and how it ended.
type Played = (Box<dyn DynMatch>, Outcome);

/// Plays a game; none if somebody pressed Ctrl-C.
fn play(
    game: &Playable,
    bot: &str,
    seed: u64,
    n: u32,
    statistics: &mut Statistics,
) -> Result<Option<Played>, Fault> {
    let seed = mix64(seed ^ mix64(u64::from(n)));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut bots = [game.seeded_bot(bot, mix64(seed ^ 1))?, game.seeded_bot(bot, mix64(seed ^ 2))?];
    let mut table = game.rules().start();
    let (mut log, mut seen) = (0.0, Vec::new());
    let centres = |table: &dyn DynMatch| game.ability::<dyn RandomPlay>()?.centres(table);
    let outcome = loop {
        if setup::stop_flag().load(Ordering::SeqCst) {
            return Ok(None);
        }
        let moves = table.moves();
        let mv = match table.turn() {
            Turn::Over(outcome) => break outcome,
            _ if seen.len() >= MOST_PLIES => break Outcome::Draw,
            Turn::Chance => {
                henge::table::roll(&moves, &mut rng).expect("some roll falls").text.clone()
            }
            Turn::Player(player) => {
                log += (moves.len() as f64).log10();
                seen.push((moves.len(), centres(&*table)));
                let thought = henge::think(&mut *bots[player.index()], &*table, Limits::NONE)?;
                let best = thought.best().expect("there are moves");
                best.to_string()
            }
        };
        table.play(&mv)?;
    };
    for (ply, (choices, centres)) in seen.iter().enumerate() {
        statistics.note(ply, *choices, *centres);
    }
    *statistics.lengths.entry(seen.len()).or_default() += 1;
    statistics.log_product += log;
    statistics.product += 10f64.powf(log);
    let result = 1 - outcome.points_for(Player::First).signum();
    statistics.results[result as usize] += 1;
    Ok(Some((table, outcome)))
}

fn as_json(game: &Playable, bot: &str, seed: u64, statistics: &Statistics) -> Value {
    let n = f64::from(statistics.games());
    let some = |value: f64| (statistics.games() > 0).then_some(value);
    let lengths: Vec<Value> = statistics
        .lengths
        .iter()
        .map(|(length, games)| json!({ "moves": length, "games": games }))
        .collect();
    let plies: Vec<Value> = statistics
        .plies
        .iter()
        .enumerate()
        .map(|(i, &(n, choices, centres))| {
            let mean = |sum: u64| sum as f64 / f64::from(n);
            json!({ "ply": i + 1, "games": n, "choices": mean(choices), "centres": centres.map(mean) })
        })
        .collect();
    let [wins, draws, losses] = statistics.results;
    let (share, error) = if statistics.games() > 0 { statistics.first() } else { (0.0, 0.0) };
    json!({
        "game": game.rules().name(), "bot": bot, "seed": seed, "games": statistics.games(),
        "lengths": lengths, "average_length": some(statistics.average_length()),
        "product_of_choices": some(statistics.product / n),
        "log10_product_of_choices": some(statistics.log_product / n),
        "first": { "wins": wins, "draws": draws, "losses": losses },
        "first_share": some(share), "first_share_error": some(error), "plies": plies,
    })
}

fn print(
    game: &Playable,
    bot: &str,
    statistics: &Statistics,
    output: &Output,
) -> Result<(), Fault> {
    let games = statistics.games();
    output.line(format!(
        "{} games of {} by {bot}",
        thousands(games.into()),
        game.rules().name()
    ))?;
    output.line("\nmoves  games")?;
    let most = statistics.lengths.values().max().copied().unwrap_or(1).max(1);
    // Games of hundreds of lengths are told in a line instead.
    if statistics.lengths.len() <= 40 {
        for (length, &games) in &statistics.lengths {
            let bar = "#".repeat((40 * u64::from(games) / u64::from(most)) as usize);
            output.line(format!("{length:>5}  {games:>5}  {bar}").trim_end())?;
        }
    } else {
        let least = statistics.lengths.keys().next().copied().unwrap_or(0);
        let last = statistics.lengths.keys().last().copied().unwrap_or(0);
        output.line(format!("from {least} to {last} moves"))?;
    }
    let has_centres = statistics.plies.iter().all(|(.., centres)| centres.is_some());
    if statistics.plies.len() <= 40 {
        let head = if has_centres {
            "\n move  games  choices  centres"
        } else {
            "\n move  games  choices"
        };
        output.line(head)?;
        for (i, &(n, choices, centres)) in statistics.plies.iter().enumerate() {
            let mean = |sum: u64| sum as f64 / f64::from(n);
            let centres = centres.map_or(String::new(), |sum| format!("  {:>7.1}", mean(sum)));
            output.line(format!("{:>5}  {n:>5}  {:>7.1}{centres}", i + 1, mean(choices)))?;
        }
    }
    let n = f64::from(games);
    output.line(format!(
        "\nAverage length {:.2} moves. Product of choices {:.2e} on average; half-way on a \
         logarithmic scale 10^{:.2}.",
        statistics.average_length(),
        statistics.product / n,
        statistics.log_product / n
    ))?;
    let [wins, draws, losses] = statistics.results;
    let drawn = if draws > 0 { format!(", {draws} drawn") } else { String::new() };
    let (share, error) = statistics.first();
    output.line(format!(
        "The first player wins {wins} and loses {losses}{drawn}: {:.1} % ± {:.1} of the points (95 %).",
        100.0 * share,
        100.0 * error
    ))
}
