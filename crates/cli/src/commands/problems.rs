//! Problems: solved at the keyboard, mined, and checked.

use std::sync::atomic::Ordering;
use std::time::Instant;

use henge::bots::file::{MOST_BYTES, read_text};
use henge::bots::henge::Level;
use henge::erased::DynMatch;
use henge::problems::{
    self, Attempt, MOST_GRADE, Mined, Mining, Problem, Prover, Stake, depth_of_reason,
    levels_that_miss, tally,
};
use henge::{Playable, Registry, Turn};
use henge_store::{Change, Shelf};
use serde_json::{Value, json};

use crate::args::{
    ProblemSetArgs, ProblemsArgs, ProblemsCheckArgs, ProblemsCommand, ProblemsMineArgs,
};
use crate::fault::{Done, Fault};
use crate::output::{Output, counted, note, progress, write_file};
use crate::paths::Paths;
use crate::play::input::{Got, Input};
use crate::play::saved::database;
use crate::setup;

pub fn run(args: ProblemsArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    match args.command {
        Some(ProblemsCommand::Mine(args)) => mine(&args, games, output),
        Some(ProblemsCommand::Check(args)) => check(&args, games, output),
        None if args.list => list(&args, games, output),
        None if args.set.game.is_none() && args.set.file.is_none() => sets(args.json, output),
        None if args.json => {
            Err(Fault::Call("problems are asked in words; --json goes with --list".into()))
        }
        None => ask(&args.set, games, output),
    }
}

/// The problems of a call, each set with its game's short name; the easiest of a set first.
fn chosen(args: &ProblemSetArgs) -> Result<Vec<(String, Vec<Problem>)>, Fault> {
    let slug_of = |name: &str| name.split(':').next().unwrap_or(name).to_string();
    let wanted = args.game.as_deref().map(slug_of);
    let sets = match &args.file {
        None => {
            let shipped = problems::games().map(|game| (game.into(), problems::shipped(game)));
            shipped.collect::<Vec<_>>()
        }
        Some(path) => {
            let text = read_text(path, MOST_BYTES)
                .map_err(|why| Fault::Data(format!("{}: {why}", path.display())))?;
            let wrong = |error| Fault::Data(format!("{}: {error}", path.display()));
            let mut sets: Vec<(String, Vec<Problem>)> = Vec::new();
            for problem in problems::read(&text).map_err(wrong)? {
                let slug = slug_of(&problem.game);
                match sets.iter_mut().find(|(game, _)| *game == slug) {
                    Some((_, set)) => set.push(problem),
                    None => sets.push((slug, vec![problem])),
                }
            }
            sets
        }
    };
    let Some(wanted) = wanted else { return Ok(sets) };
    let known: Vec<String> = sets.iter().map(|(game, _)| game.clone()).collect();
    let sets: Vec<_> = sets.into_iter().filter(|(game, _)| *game == wanted).collect();
    if sets.is_empty() {
        let known = known.join(", ");
        return Err(Fault::Call(format!("there are no problems of {wanted}; there are {known}")));
    }
    Ok(sets)
}

/// What was made of the problems of a game so far.
fn attempts(shelf: &Shelf, game: &str) -> Vec<Attempt> {
    let store = shelf.for_reading();
    let known = store.and_then(|store| store.attempts(game)).unwrap_or_default();
    known.into_iter().map(Attempt::from).collect()
}

fn sets(json: bool, output: &Output) -> Result<Done, Fault> {
    let shelf = Shelf::new(database());
    let rows: Vec<(&str, usize, usize, usize)> = problems::games()
        .map(|game| {
            let set = problems::shipped(game);
            let (tried, found) = tally(&set, &attempts(&shelf, game));
            (game, set.len(), tried, found)
        })
        .collect();
    if json {
        let row = |&(game, problems, tried, found): &(&str, usize, usize, usize)| json!({ "game": game, "problems": problems, "tried": tried, "found": found });
        output.json(&Value::Array(rows.iter().map(row).collect()))?;
        return Ok(Done::Finished);
    }
    output.line(format!("{:<16}{:>9}{:>7}{:>7}", "game", "problems", "tried", "found"))?;
    for (game, problems, tried, found) in rows {
        output.line(format!("{game:<16}{problems:>9}{tried:>7}{found:>7}"))?;
    }
    output.line("Solve them with henge problems GAME.")?;
    Ok(Done::Finished)
}

fn list(args: &ProblemsArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let mut all = Vec::new();
    for (_, set) in chosen(&args.set)? {
        for (number, problem) in (1..).zip(set) {
            if args.json {
                all.push(as_json(&problem));
                continue;
            }
            let game = games.game_of_stranger(&problem.game, None)?;
            let (_, question) = asked(&problem, &game)?;
            output.line(format!("{number:>3}. grade {}  {question}", problem.grade()))?;
            output.line(format!("     {}  {}", problem.game, problem.position))?;
        }
    }
    if args.json {
        output.json(&Value::Array(all))?;
    }
    Ok(Done::Finished)
}

fn as_json(problem: &Problem) -> Value {
    let (worth, loss) = match problem.stake {
        Stake::Win => (1.0, None),
        Stake::Draw => (0.0, None),
        Stake::Points { worth, loss } => (worth, Some(loss)),
    };
    json!({
        "id": problem.id(),
        "game": problem.game,
        "position": problem.position,
        "best": problem.best,
        "worth": worth,
        "loss": loss,
        "plies": problem.plies,
        "depth": problem.depth,
        "missed": problem.missed,
        "grade": problem.grade(),
        "source": problem.source,
    })
}

/// The position of a problem and what is asked about it.
fn asked(problem: &Problem, game: &Playable) -> Result<(Box<dyn DynMatch>, String), Fault> {
    let table = problem.table(&**game.rules()).map_err(Fault::Data)?;
    let Turn::Player(mover) = table.turn() else {
        return Err(Fault::Data("nobody is to move in this problem".into()));
    };
    let question = problem.question(&**game.rules(), mover);
    Ok((table, question))
}

/// What was said to a problem.
enum Said {
    Move(String),
    Show,
    Skip,
    Leave,
}

fn ask(args: &ProblemSetArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let shelf = Shelf::new(database());
    let mut input = Input::new();
    let mut is_kept = true;
    let mut sets = chosen(args)?;
    if sets.len() > 1 {
        let known: Vec<String> = sets.into_iter().map(|(game, _)| game).collect();
        let why = format!("the file has problems of {}; name one of them", known.join(", "));
        return Err(Fault::Call(why));
    }
    if let Some((slug, set)) = sets.pop() {
        let mut attempts = attempts(&shelf, &slug);
        let (tried, found) = tally(&set, &attempts);
        let n = counted(set.len() as u64, "problem");
        output.line(output.bold(&format!("{slug}: {n}; {tried} tried, {found} found")))?;
        output.line("Type a move, show, skip or quit.")?;
        while let Some(problem) = problems::next(&set, &attempts) {
            let game = games.game_of_stranger(&problem.game, None)?;
            let (table, question) = asked(problem, &game)?;
            let board = output.board_to_play(&**game.rules(), &*table, false);
            output.print(format!("\n{board}\n"))?;
            output.line(format!("Grade {} of {MOST_GRADE}. {question}", problem.grade()))?;
            let said = listen(&mut input, &*table, output)?;
            let is_right = match &said {
                Said::Leave => return Ok(Done::Finished),
                // Not a try: it comes back when all others were tried.
                Said::Skip => None,
                Said::Show => Some(false),
                Said::Move(mv) => Some(*mv == problem.best),
            };
            if let Some(is_right) = is_right {
                let word = match said {
                    Said::Show => "The solution: ",
                    _ if is_right => "Right. ",
                    _ => "No. ",
                };
                output.line(format!("{word}{}", problem.answer()))?;
                let change =
                    Change::Attempt { game: slug.clone(), problem: problem.id(), is_right };
                let kept = shelf.for_writing().and_then(|store| store.write_now(change));
                if let Err(error) = kept
                    && std::mem::replace(&mut is_kept, false)
                {
                    note(format!("your results are not kept: {error}"));
                }
            }
            // What is skipped counts as right for the order alone.
            let is_right = is_right.unwrap_or(true);
            attempts.push(Attempt { problem: problem.id(), is_right });
        }
    }
    Ok(Done::Finished)
}

/// Listens until something is said that can be done.
fn listen(input: &mut Input, table: &dyn DynMatch, output: &Output) -> Result<Said, Fault> {
    let moves = table.moves().into_iter().map(|mv| mv.text);
    let words: Vec<String> = moves.chain(["show", "skip", "quit"].map(String::from)).collect();
    loop {
        let line = match input.ask("> ", words.clone(), output)? {
            Got::Line(line) => line,
            Got::Interrupt | Got::End => return Ok(Said::Leave),
        };
        match line.trim() {
            "" => continue,
            "show" => return Ok(Said::Show),
            "skip" => return Ok(Said::Skip),
            "quit" | "exit" => return Ok(Said::Leave),
            text => {
                let mut next = table.fork();
                match next.play(text) {
                    Ok(()) => {
                        let played = next.history().pop().unwrap_or_default();
                        return Ok(Said::Move(played));
                    }
                    Err(error) => output.line(error)?,
                }
            }
        }
    }
}

fn mine(args: &ProblemsMineArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    Paths::default().writes("--output", args.output.as_deref()).check()?;
    let game = games.game(&args.game)?;
    let stop = setup::stop_flag();
    let bar = progress("mining");
    let (mut n, mut fault) = (0, None);
    let mut tell = |mined: &Mined| {
        let Mined { problems, games, positions } = mined;
        bar.set_message(format!(
            "{}, {games} games, {positions} positions",
            counted(problems.len() as u64, "problem")
        ));
        if std::mem::replace(&mut n, problems.len()) < problems.len()
            && let Some(path) = &args.output
            && let Err(error) = write_file(path, &problems::write(problems))
        {
            fault = Some(Fault::file(path, &error));
            stop.store(true, Ordering::SeqCst);
        }
    };
    let task = Mining {
        seed: args.seed,
        count: args.count.into(),
        nodes: args.nodes,
        stop,
        progress: &mut tell,
    };
    let mined = problems::mine(&game, task).map_err(Fault::Data)?;
    bar.finish_and_clear();
    if let Some(fault) = fault {
        return Err(fault);
    }
    output.data_to(args.output.as_deref(), &problems::write(&mined.problems))?;
    Ok(if stop.load(Ordering::SeqCst) { Done::Interrupted } else { Done::Finished })
}

fn check(args: &ProblemsCheckArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    Paths::default()
        .reads("--file", args.set.file.as_deref())
        .writes("--grade", args.grade.as_deref())
        .check()?;
    let stop = setup::stop_flag();
    let (mut faults, mut rows, mut graded) = (0, Vec::new(), Vec::new());
    for (slug, mut set) in chosen(&args.set)? {
        let bar = progress("proving");
        let mut made: Option<(Playable, Prover)> = None;
        let began = Instant::now();
        let n = set.len();
        for (i, problem) in set.iter_mut().enumerate() {
            if stop.load(Ordering::SeqCst) {
                return Ok(Done::Interrupted);
            }
            bar.set_message(format!("{slug}, {} of {n}", i + 1));
            if made.as_ref().is_none_or(|(game, _)| game.rules().name() != problem.game) {
                let game = games.game_of_stranger(&problem.game, None)?;
                let prover = Prover::new(&game, args.nodes).map_err(Fault::Data)?;
                made = Some((game, prover));
            }
            let (game, prover) = made.as_mut().expect("made above");
            if let Err(why) = prover.verify(problem) {
                faults += 1;
                output.line(format!("{slug}, problem {}: {why}", i + 1))?;
            } else if args.grade.is_some() {
                let table = problem.table(&**game.rules()).map_err(Fault::Data)?;
                problem.missed =
                    levels_that_miss(game, &*table, &problem.best).map_err(Fault::Data)?;
                problem.depth =
                    depth_of_reason(game, &*table, &problem.best).map_err(Fault::Data)?;
            }
        }
        bar.finish_and_clear();
        let seconds = began.elapsed().as_secs_f64() / n.max(1) as f64;
        let finds = |level: &&str| {
            let found = set.iter().filter(|one| !one.missed.iter().any(|name| name == *level));
            100.0 * found.count() as f64 / n.max(1) as f64
        };
        let shares: Vec<f64> = Level::NAMES.iter().map(finds).collect();
        rows.push((slug, n, seconds, shares));
        graded.append(&mut set);
    }
    if let Some(path) = &args.grade {
        output.print_to(Some(path), &problems::write(&graded))?;
    }
    let timed = args.grade.is_none();
    if args.json {
        let row = |(game, n, seconds, shares): &(String, usize, f64, Vec<f64>)| {
            let shares = Level::NAMES.iter().zip(shares);
            let shares: serde_json::Map<String, Value> =
                shares.map(|(level, share)| (level.to_string(), json!(share.round()))).collect();
            json!({
                "game": game, "problems": n,
                "seconds": timed.then(|| (seconds * 1e4).round() / 1e4), "found": shares,
            })
        };
        output
            .json(&json!({ "sets": rows.iter().map(row).collect::<Vec<_>>(), "faults": faults }))?;
    } else {
        let head: String = Level::NAMES.iter().map(|level| format!("{level:>10}")).collect();
        output.line(format!("{:<14}{:>9}{:>9}{head}", "game", "problems", "seconds"))?;
        for (game, n, seconds, shares) in &rows {
            let shares: String = shares.iter().map(|share| format!("{share:>8.0} %")).collect();
            let seconds = if timed { format!("{seconds:.3}") } else { "-".into() };
            output.line(format!("{game:<14}{n:>9}{seconds:>9}{shares}"))?;
        }
    }
    if faults > 0 {
        return Err(Fault::Data(format!("{} not proved", counted(faults, "problem"))));
    }
    Ok(Done::Finished)
}
