use std::io::Read;
use std::path::Path;

use clap::ValueEnum;
use henge::erased::DynMatch;
use henge::record::{self, Line, Record, write_result};
use henge::{Ending, GameError, Playable, RecordForm, Registry};
use serde_json::{Value, json};

use crate::args::{ConvertArgs, Form, ReplayArgs};
use crate::fault::{Done, Fault};
use crate::output::{Output, ending, json_line, marked, state, svg};
use crate::paths::Paths;

/// A record with the game it is of and the match it describes.
pub struct Recorded {
    pub record: Record,
    pub game: Playable,
    pub table: Box<dyn DynMatch>,
}

/// Reads a file of records and plays every game through; `-` is standard input. `rules` is the file of
/// a game that the user has named: a record opens none by itself.
pub fn read(
    path: &Path,
    rules: Option<&Path>,
    registry: &Registry,
) -> Result<Vec<Recorded>, Fault> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        bytes
    } else {
        std::fs::read(path).map_err(|error| Fault::file(path, &error))?
    };
    read_bytes(path, &bytes, rules, registry)
}

/// The same from memory; `path` is what faults call it.
fn read_bytes(
    path: &Path,
    bytes: &[u8],
    rules: Option<&Path>,
    registry: &Registry,
) -> Result<Vec<Recorded>, Fault> {
    let text = String::from_utf8_lossy(bytes);
    let fault = |error| Fault::record(path, &text, &error);
    let records = henge::read_records(path, bytes).map_err(fault)?;
    let mut games: Vec<Recorded> = Vec::new();
    for (i, record) in records.into_iter().enumerate() {
        let of = |why: String| Fault::Data(format!("{}: game {}: {why}", path.display(), i + 1));
        let Some(name) = record.game() else {
            return Err(of("there is no [Game \"…\"] tag to say which game it is".into()));
        };
        // Files hold many games of one kind: its rules are made once.
        let known = games.last().filter(|last| last.record.game() == Some(name));
        let game = match known {
            Some(last) => last.game.clone(),
            None => registry.game_of_stranger(name, rules).map_err(|error| match error {
                GameError::Foreign { .. } => of(format!("{error}: --rules FILE does that")),
                error => of(error.to_string()),
            })?,
        };
        let table = record.play(&**game.rules()).map_err(fault)?;
        if record.has_variations() {
            record.check_variations(&**game.rules()).map_err(fault)?;
        }
        games.push(Recorded { record, game, table });
    }
    Ok(games)
}

/// All games, or only the one asked for.
pub fn chosen(
    path: &Path,
    rules: Option<&Path>,
    n: Option<usize>,
    games: &Registry,
) -> Result<Vec<Recorded>, Fault> {
    pick(read(path, rules, games)?, n)
}

fn pick(mut games: Vec<Recorded>, n: Option<usize>) -> Result<Vec<Recorded>, Fault> {
    match n {
        None => Ok(games),
        Some(n) if (1..=games.len()).contains(&n) => Ok(vec![games.swap_remove(n - 1)]),
        Some(n) => {
            let have = games.len();
            Err(Fault::Call(format!("there is no game {n}; the file has {have}")))
        }
    }
}

pub fn convert(args: ConvertArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    Paths::default()
        .reads("FILE", Some(&args.file))
        .reads("--rules", args.rules.as_deref())
        .writes("-o", args.output.as_deref())
        .check()?;
    let games = chosen(&args.file, args.rules.as_deref(), args.game, games)?;
    let form = form_of(&args)?;
    let text = match form {
        Form::Record => write(RecordForm::Henge, games)?,
        Form::Pdn => write(RecordForm::Pdn, games)?,
        Form::Mat => write(RecordForm::Mat, games)?,
        Form::Ggf => write(RecordForm::Ggf, games)?,
        Form::Trn => write(RecordForm::Transcript, games)?,
        Form::Obf => write(RecordForm::Obf, games)?,
        Form::Sgf => write(RecordForm::Sgf, games)?,
        Form::Psq => write(RecordForm::Psq, games)?,
        Form::Hexworld => write(RecordForm::HexWorld, games)?,
        Form::Json => {
            let games: Vec<Value> = games.iter().map(|game| as_json(&game.record)).collect();
            json_line(&json!(games))
        }
        Form::Svg => match &games[..] {
            [Recorded { game, table, .. }] => svg(&**game.rules(), &**table, &marked(&**table)),
            _ => {
                let n = games.len();
                return Err(Fault::Call(format!(
                    "one SVG shows one game; choose with --game 1 to {n}"
                )));
            }
        },
        Form::Text => {
            let mut text = String::new();
            for Recorded { game, table, .. } in &games {
                text += &output.board(&**game.rules(), &**table);
                text += &format!("\n{}\n", state(&**game.rules(), &**table));
            }
            text
        }
    };
    let path = args.output.as_deref();
    match form {
        Form::Json | Form::Svg | Form::Text => output.print_to(path, &text)?,
        _ => output.data_to(path, &text)?,
    }
    Ok(Done::Finished)
}

fn write(form: RecordForm, games: Vec<Recorded>) -> Result<String, Fault> {
    let records: Vec<Record> = games.into_iter().map(|game| game.record).collect();
    form.write(&records).map_err(|error| Fault::Data(error.to_string()))
}

/// Into what the call wants records to be turned: what it says, or what the name of the file says. The
/// two must not contradict each other, or the file could not be read again.
fn form_of(args: &ConvertArgs) -> Result<Form, Fault> {
    let ending = args.output.as_deref().and_then(Path::extension);
    let ending = ending.map(|ending| ending.to_string_lossy().to_lowercase());
    let says = match ending.as_deref() {
        Some("henge") => Some(Form::Record),
        Some("pdn") => Some(Form::Pdn),
        Some("mat") => Some(Form::Mat),
        Some("ggf") => Some(Form::Ggf),
        Some("trn") => Some(Form::Trn),
        Some("obf") => Some(Form::Obf),
        Some("sgf") => Some(Form::Sgf),
        Some("psq") => Some(Form::Psq),
        Some("hexworld") => Some(Form::Hexworld),
        Some("json") => Some(Form::Json),
        Some("svg") => Some(Form::Svg),
        _ => None,
    };
    match (args.to, says) {
        (Some(to), Some(says)) if to != says => {
            let [to, says] = [to, says].map(|form| form.to_possible_value());
            let [to, says] = [to, says]
                .map(|value| value.map(|value| value.get_name().to_string()).unwrap_or_default());
            Err(Fault::Call(format!(
                "--to {to} contradicts the name of the file, which says {says}; leave --to out, or \
                 choose another name"
            )))
        }
        (to, says) => Ok(to.or(says).unwrap_or(Form::Record)),
    }
}

fn as_json(record: &Record) -> Value {
    fn line(moves: &Line) -> Vec<Value> {
        let node = |node: &record::Node| {
            let mut value = json!({ "move": node.mv });
            if let Some(comment) = &node.comment {
                value["comment"] = json!(comment);
            }
            if !node.variations.is_empty() {
                let variations: Vec<Value> =
                    node.variations.iter().map(|variation| json!(line(variation))).collect();
                value["variations"] = json!(variations);
            }
            value
        };
        moves.nodes.iter().map(node).collect()
    }
    let tags: serde_json::Map<String, Value> =
        record.tags.iter().map(|tag| (tag.name.clone(), json!(tag.value))).collect();
    json!({
        "tags": tags, "comment": record.line.comment, "moves": line(&record.line),
        "result": write_result(record.result),
    })
}

/// A line for each record.
fn list(games: &[Recorded], output: &Output) -> Result<Done, Fault> {
    for (i, Recorded { record, game, .. }) in games.iter().enumerate() {
        let (title, event) = (&game.rules().about().title, record.tag("Event").unwrap_or("?"));
        output.line(format!("{:>2}  {title:<12} {event}", i + 1))?;
    }
    output.line("\nhenge replay --sources --game N replays one of them, with comments.")?;
    Ok(Done::Finished)
}

pub fn replay(args: ReplayArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let all = match &args.file {
        Some(file) => chosen(file, args.rules.as_deref(), args.game, games)?,
        None => {
            let text = henge_museum::sources();
            let all = read_bytes(Path::new("sources.henge"), text.as_bytes(), None, games)?;
            if args.game.is_none() {
                return list(&all, output);
            }
            pick(all, args.game)?
        }
    };
    for Recorded { record, game, table } in all {
        let mut table = table;
        let moves = table.history();
        while table.undo().is_some() {}
        let tag = |name: &str| record.tag(name).unwrap_or("?").to_string();
        let title = format!("{}: {} – {}", game.rules().about().title, tag("First"), tag("Second"));
        output.line(output.bold(&title) + "\n")?;
        let show = |table: &dyn DynMatch, ply: usize| -> Result<(), Fault> {
            if args.ply.is_some_and(|wanted| wanted != ply) {
                return Ok(());
            }
            if let Some(delay) = args.delay.filter(|_| ply > 0) {
                std::thread::sleep(delay);
            }
            let comment = match ply.checked_sub(1) {
                None => record.line.comment.as_ref(),
                Some(i) => record.line.nodes.get(i).and_then(|node| node.comment.as_ref()),
            };
            if ply > 0 {
                output.line(format!("\n{ply}. {}", moves[ply - 1]))?;
            }
            if let Some(comment) = comment {
                output.line(super::games::wrapped(comment, "  "))?;
            }
            output.print(output.board(&**game.rules(), table))
        };
        show(&*table, 0)?;
        for ply in 1..=moves.len() {
            table.redo();
            show(&*table, ply)?;
        }
        if let Some(ply) = args.ply.filter(|&ply| ply > moves.len()) {
            let n = moves.len();
            return Err(Fault::Call(format!(
                "there is no position after {ply} moves; the game has {n}"
            )));
        }
        // The end of the game belongs to those who saw it.
        if args.ply.is_none_or(|ply| ply == moves.len()) {
            let result = write_result(record.result);
            let players = &game.rules().about().players;
            let state = match Ending::before_the_board(table.turn(), record.ending()) {
                Some(ended) => ending(players, ended),
                None => state(&**game.rules(), &*table),
            };
            output.line(format!("\n{state} {result}"))?;
        }
    }
    Ok(Done::Finished)
}
