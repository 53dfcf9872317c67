use std::io::Read;
use std::path::Path;

use henge::Playable;
use henge::core::Ending;
use henge::core::erased::DynMatch;
use henge::core::record::{self, Line, Record, write_result};
use serde_json::{Value, json};

use crate::args::{ConvertArgs, Form, ReplayArgs};
use crate::fault::{Done, Fault};
use crate::output::{Output, ending, marked, state, svg};
use crate::paths::Paths;

/// A record with the game it is of and the match it describes.
pub struct Recorded {
    pub record: Record,
    pub game: Playable,
    pub table: Box<dyn DynMatch>,
}

/// Reads a file of records and plays every game through; `-` is standard input.
pub fn read(path: &Path) -> Result<Vec<Recorded>, Fault> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        bytes
    } else {
        std::fs::read(path).map_err(|error| Fault::file(path, &error))?
    };
    let text = String::from_utf8_lossy(&bytes);
    let fault = |error| Fault::record(path, &text, &error);
    let records = henge::read_records(path, &bytes).map_err(fault)?;
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
            None => henge::game(name).map_err(|error| of(error.to_string()))?,
        };
        let table = record.play(&**game.rules()).map_err(fault)?;
        record.check_variations(&**game.rules()).map_err(fault)?;
        games.push(Recorded { record, game, table });
    }
    Ok(games)
}

/// All games, or only the one asked for.
pub fn chosen(path: &Path, n: Option<usize>) -> Result<Vec<Recorded>, Fault> {
    let mut games = read(path)?;
    match n {
        None => Ok(games),
        Some(n) if (1..=games.len()).contains(&n) => Ok(vec![games.swap_remove(n - 1)]),
        Some(n) => {
            let have = games.len();
            Err(Fault::Call(format!("there is no game {n}; the file has {have}")))
        }
    }
}

pub fn convert(args: ConvertArgs, output: &Output) -> Result<Done, Fault> {
    Paths::default()
        .reads("FILE", Some(&args.file))
        .writes("-o", args.output.as_deref())
        .check()?;
    let games = chosen(&args.file, args.game)?;
    let text = match args.to {
        Form::Record => {
            record::write(&games.into_iter().map(|game| game.record).collect::<Vec<_>>())
        }
        Form::Pdn => {
            let records: Vec<Record> = games.into_iter().map(|game| game.record).collect();
            let text = henge::write_pdn(&records);
            text.ok_or_else(|| Fault::Data("PDN is for games of draughts only".into()))?
        }
        Form::Mat => {
            let records: Vec<Record> = games.into_iter().map(|game| game.record).collect();
            henge::write_mat(&records).map_err(|error| Fault::Data(error.to_string()))?
        }
        Form::Json => {
            let games: Vec<Value> = games.iter().map(|game| as_json(&game.record)).collect();
            format!("{}\n", json!(games))
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
    output.print_to(args.output.as_deref(), &text)?;
    Ok(Done::Finished)
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

pub fn replay(args: ReplayArgs, output: &Output) -> Result<Done, Fault> {
    for Recorded { record, game, table } in chosen(&args.file, args.game)? {
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
