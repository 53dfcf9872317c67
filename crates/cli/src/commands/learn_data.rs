//! Data sets: games of bots as positions with features and results.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use henge::erased::{DynBot, DynMatch, Task};
use henge::learn::data::{self, Header, Row};
use henge::learn::training::{in_order, result};
use henge::table::Dice;
use henge::{Limits, Model, Outcome, Playable, Registry, Turn, mix64};
use henge_files::Draft;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use crate::args::DataArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, thousands};
use crate::paths::Paths;
use crate::setup;

pub fn run(args: &DataArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    match (&args.check, &args.game, &args.output) {
        (Some(path), ..) => check(path, args, games, output),
        (None, Some(game), Some(path)) => write((games, game), path, args, output),
        _ => Err(Fault::Call("name a game and an output, or a file to --check".into())),
    }
}

/// What a file calls the features of a game that has none.
const NO_FEATURES: &str = "none";

/// The set of features to write down, and how many there are.
fn feature_set<'a>(game: &'a Playable, asked: &'a str) -> Result<(&'a str, usize), Fault> {
    let Some(trainable) = game.trainable() else {
        return match asked {
            "" | NO_FEATURES => Ok((NO_FEATURES, 0)),
            set => {
                let name = game.rules().name();
                Err(Fault::Call(format!("no features {set:?}; {name} has none")))
            }
        };
    };
    let set = if asked.is_empty() { trainable.usual_set(&Model::Net(Vec::new())) } else { asked };
    let mut sets = trainable.feature_sets();
    sets.retain(|set| set.n_features.is_some());
    match sets.iter().find(|other| other.name == set).and_then(|set| set.n_features) {
        Some(n_features) => Ok((set, n_features)),
        None => {
            let names: Vec<&str> = sets.iter().map(|set| set.name).collect();
            Err(Fault::Call(format!("no features {set:?}; there are {}", names.join(", "))))
        }
    }
}

/// The features of a position, by number and value.
fn features(game: &Playable, set: &str, table: &dyn DynMatch) -> Option<Vec<(u32, f32)>> {
    match game.trainable() {
        Some(trainable) => trainable.features(set, table),
        None => Some(Vec::new()),
    }
}

/// The most moves by chance by default: as many as leave something to play.
fn usual_opening(game: &Playable) -> u32 {
    const MOST: u32 = 12;
    MOST.min(henge_arena::usual_length(&**game.rules()) / 2)
}

/// A game that lasts this many moves is a draw.
const MOST_PLIES: usize = 400;

fn write(
    (games, game): (&Registry, &str),
    path: &Path,
    args: &DataArgs,
    output: &Output,
) -> Result<Done, Fault> {
    Paths::default().game(game).writes("-o", Some(path)).check()?;
    let game = games.game(game)?;
    let (set, n_features) = feature_set(&game, &args.features)?;
    if !(0.0..=1.0).contains(&args.explore) {
        return Err(Fault::Call(format!("a share is from 0 to 1, not {}", args.explore)));
    }
    let second = args.second.as_ref().unwrap_or(&args.bot).clone();
    let header = Header {
        schema: data::SCHEMA.into(),
        game: game.rules().name().into(),
        features: set.into(),
        n_features,
        players: [args.bot.clone(), second],
        games: args.games,
        seed: args.seed,
        opening: args.opening.unwrap_or_else(|| usual_opening(&game)),
        explore: args.explore,
        version: format!("henge {}", env!("CARGO_PKG_VERSION")),
        columns: data::columns(),
    };
    // A wrong bot is found before the file is begun.
    for bot in &header.players {
        game.bot(bot)?;
    }
    let fault = |error: data::DataError| Fault::Data(format!("{}: {error}", path.display()));
    let draft = Draft::new(path).map_err(|error| Fault::file(path, &error))?;
    let mut writer = data::Writer::new(draft, &header).map_err(fault)?;
    let hall = Hall { game: &game, header: &header };
    let (stop, threads) = (setup::stop_flag(), setup::threads(args.threads));
    let bar = progress("playing");
    let mut done = 0;
    // The most games held at a time, however many there are.
    let at_a_time = 16 * threads as u64;
    while done < args.games && !stop.load(SeqCst) {
        let n = at_a_time.min(args.games - done);
        let Some(games) = hall.play(done, n, threads, stop)? else { break };
        for row in games.iter().flatten() {
            writer.add(row).map_err(fault)?;
        }
        done += n;
        bar.set_message(format!("{} of {} games", thousands(done), thousands(args.games)));
    }
    bar.finish_and_clear();
    if done == 0 && args.games > 0 {
        output.line("Stopped; nothing was written.")?;
        return Ok(Done::Interrupted);
    }
    let positions = writer.positions();
    let draft = writer.finish(done).map_err(fault)?;
    draft.commit().map_err(|error| Fault::file(path, &error))?;
    report(args, path, done, positions, output)?;
    Ok(if done < args.games { Done::Interrupted } else { Done::Finished })
}

fn report(
    args: &DataArgs,
    path: &Path,
    games: u64,
    positions: u64,
    output: &Output,
) -> Result<(), Fault> {
    if args.json {
        let file = path.display().to_string();
        return output.json(&json!({ "file": file, "games": games, "positions": positions }));
    }
    output.line(format!(
        "{}: {} positions of {} games.",
        path.display(),
        thousands(positions),
        thousands(games)
    ))
}

/// Where the games are played.
struct Hall<'a> {
    game: &'a Playable,
    header: &'a Header,
}

impl Hall<'_> {
    /// Games with numbers from `first` on, in their order; nothing if it was stopped.
    fn play(
        &self,
        first: u64,
        n: u64,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Vec<Row>>>, Fault> {
        let job = |(): &mut (), number| self.one(first + number, stop);
        let played = in_order(n, threads, stop, || (), job, |_| {});
        played.map(|played| played.into_iter().collect()).transpose()
    }

    /// One game: the positions in which bots have thought, and how it ended for who was to move.
    fn one(&self, number: u64, stop: &AtomicBool) -> Result<Vec<Row>, Fault> {
        let seed = mix64(self.header.seed ^ mix64(number));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let opening = rng.random_range(0..=self.header.opening) as usize;
        let mut bots: Vec<Box<dyn DynBot>> = Vec::new();
        for (bot, seat) in self.header.players.iter().zip(1..) {
            bots.push(self.game.seeded_bot(bot, mix64(seed ^ seat))?);
        }
        let dice = Dice::new(seed);
        let (mut table, opening) = self.open(opening, &dice, &mut rng)?;
        let (mut rows, mut outcome) = (Vec::new(), Outcome::Draw);
        for _ in opening..MOST_PLIES {
            dice.throw(&mut *table)?;
            let player = match table.turn() {
                Turn::Over(end) => {
                    outcome = end;
                    break;
                }
                Turn::Chance => break,
                Turn::Player(player) => player,
            };
            let anything = table.moves().into_iter().choose(&mut rng).map(|mv| mv.text);
            let by_chance = rng.random::<f32>() < self.header.explore;
            let task = Task::new(Limits::NONE).stop(stop);
            let thought = bots[player.index()].think(&*table, task)?;
            let score = thought.lines.first().and_then(|line| line.score);
            if let Some(row) = self.row(number, &*table, score.map(|(score, _)| score.0)) {
                rows.push((player, row));
            }
            let mv = if by_chance { anything } else { thought.best().map(String::from) };
            let Some(mv) = mv else { break };
            table.play(&mv)?;
        }
        let row = |(player, row)| {
            let points = Some(outcome.points_for(player)).filter(|points| points.abs() > 1);
            Row { result: result(outcome, player), points, ..row }
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Random moves, and how many there were: if they end the game, half as many are tried, and so on.
    fn open(
        &self,
        plies: usize,
        dice: &Dice,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<(Box<dyn DynMatch>, usize), Fault> {
        let mut table = self.game.rules().start();
        for _ in 0..plies {
            dice.throw(&mut *table)?;
            if let Some(mv) = table.moves().into_iter().choose(rng) {
                table.play(&mv.text)?;
            }
            if let Turn::Over(_) = table.turn() {
                return self.open(plies / 2, dice, rng);
            }
        }
        Ok((table, plies))
    }

    fn row(&self, game: u64, table: &dyn DynMatch, score: Option<i32>) -> Option<Row> {
        let features = features(self.game, &self.header.features, table)?;
        let (i, x) = features.into_iter().unzip();
        let (ply, position) = (table.ply() as u32, table.position());
        Some(Row { game, ply, position, result: 0.0, score, points: None, i, x })
    }
}

/// Is a file whole, and do its features belong to its positions?
fn check(path: &Path, args: &DataArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let wrong = |why: String| Fault::Data(format!("{}: {why}", path.display()));
    let file = File::open(path).map_err(|error| Fault::file(path, &error))?;
    let reader = data::Reader::new(BufReader::with_capacity(1 << 20, file));
    let mut reader = reader.map_err(|error| wrong(error.to_string()))?;
    // The rules of a game in a file come from the file that the user names, not from the data.
    let rules = args.game.as_deref().map(Path::new);
    let game = games.game_of_stranger(&reader.header().game, rules)?;
    let set = reader.header().features.clone();
    let mut n = 0;
    while let Some(row) = reader.next_row().map_err(|error| wrong(error.to_string()))? {
        n += 1;
        let table = game.rules().read(&row.position)?;
        let right = features(&game, &set, &*table);
        let found: Vec<(u32, f32)> = row.i.into_iter().zip(row.x).collect();
        if right.as_ref() != Some(&found) {
            return Err(wrong(format!(
                "line {}: these are not the features {set} of {:?}",
                n + 1,
                row.position
            )));
        }
    }
    report(args, path, reader.games().unwrap_or_default(), n, output)?;
    Ok(Done::Finished)
}
