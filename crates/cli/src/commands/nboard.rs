//! henge as an engine for NBoard and other programs that speak its protocol (Welty), for Othello.

use std::io::{BufReader, stdin, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use henge::erased::{DynBot, DynMatch, Task, Thought};
use henge::games::othello::ggf;
use henge::{Limits, Playable, Registry, Turn};

use super::lines::{Said, converse};
use crate::args::NboardArgs;
use crate::fault::{Done, Fault};

pub fn run(args: &NboardArgs, games: &Registry) -> Result<Done, Fault> {
    let mut engine = NBoard::new(games, &args.bot)?;
    let mut hear = |line: Option<&str>, say: &mut dyn FnMut(&str)| match line {
        Some(line) => engine.hear(line, say),
        None => Said::text("status the line is not text, or too long\n"),
    };
    converse(BufReader::new(stdin()), stdout(), &mut hear)?;
    Ok(Done::Finished)
}

/// No program asks for more lines.
const MOST_HINTS: usize = 64;

struct NBoard {
    games: Registry,
    game: Playable,
    bot_name: String,
    bot: Box<dyn DynBot>,
    table: Box<dyn DynMatch>,
    depth: Option<u32>,
}

impl NBoard {
    fn new(games: &Registry, bot: &str) -> Result<NBoard, Fault> {
        let game = games.game("othello")?;
        let (games, bot_name) = (games.clone(), bot.to_string());
        let (bot, table) = (game.bot(bot)?, game.rules().start());
        Ok(NBoard { games, game, bot_name, bot, table, depth: None })
    }

    /// What is said to a line; `say` hears what is said at once.
    fn hear(&mut self, line: &str, say: &mut dyn FnMut(&str)) -> Said {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if command == "quit" {
            return Said { text: String::new(), goes_on: false };
        }
        Said::text(match self.obey(command, rest.trim(), say) {
            Ok(text) => text,
            Err(why) => format!("status {why}\n"),
        })
    }

    fn obey(
        &mut self,
        command: &str,
        rest: &str,
        say: &mut dyn FnMut(&str),
    ) -> Result<String, String> {
        match command {
            "nboard" => Ok("set myname henge\n".into()),
            "ping" => Ok(format!("pong {rest}\n")),
            "set" => {
                let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.set(what, value.trim())
            }
            "move" => {
                let mv = rest.split('/').next().unwrap_or_default().trim().to_lowercase();
                self.table.play(&mv).map_err(|error| error.to_string())?;
                Ok(String::new())
            }
            "hint" => {
                say("status Thinking\n");
                let n = rest.parse::<usize>().map_err(|_| "a number of hints is expected")?;
                let thought = self.think(n.clamp(1, MOST_HINTS))?;
                Ok(self.hints(&thought) + "status\n")
            }
            "go" => {
                say("status Thinking\n");
                let began = Instant::now();
                let thought = self.think(1)?;
                let best = thought.lines.first().ok_or("the game is over")?;
                let mv = best.moves.first().ok_or("the game is over")?;
                let score = best.score.map(|(score, _)| discs(score)).unwrap_or_default();
                let seconds = began.elapsed().as_secs_f64();
                Ok(format!("=== {}/{score}/{seconds:.2}\nstatus\n", name(mv)))
            }
            "learn" => Ok("learned\n".into()),
            "" | "analyze" => Ok(String::new()),
            _ => Err(format!("there is no command {command:?}")),
        }
    }

    fn set(&mut self, what: &str, value: &str) -> Result<String, String> {
        match what {
            "depth" => {
                let depth = value.parse().ok().filter(|depth| (1..=60).contains(depth));
                self.depth = Some(depth.ok_or("a depth is a number from 1 to 60")?);
            }
            "game" => {
                let records = ggf::read(value).map_err(|error| error.to_string())?;
                let record = records.first().ok_or("a game is expected")?;
                let name = record.game().unwrap_or("othello");
                let game = self.games.game_of_stranger(name, None);
                let game = game.map_err(|error| error.to_string())?;
                let table = record.play(&**game.rules()).map_err(|error| error.to_string())?;
                let bot = game.bot(&self.bot_name).map_err(|error| error.to_string())?;
                (self.game, self.bot, self.table) = (game, bot, table);
            }
            // A wish for draws, and whatever else a later version may set.
            _ => {}
        }
        Ok(String::new())
    }

    fn think(&mut self, n_lines: usize) -> Result<Thought, String> {
        if let Turn::Over(_) = self.table.turn() {
            return Err("the game is over".into());
        }
        let limits = self.depth.map_or(Limits::NONE, Limits::depth);
        let (stop, bot, table) = (AtomicBool::new(false), &mut self.bot, &*self.table);
        let task = Task::new(limits).lines(n_lines).stop(&stop);
        let thought = catch_unwind(AssertUnwindSafe(|| bot.think(table, task)));
        let Ok(thought) = thought else {
            let name = self.bot_name.clone();
            self.bot = self.game.bot(&name).map_err(|error| error.to_string())?;
            return Err("the bot has crashed".into());
        };
        thought.map_err(|error| error.to_string())
    }

    /// A line for each of the best moves: what would be played, its worth, and how deep it was seen.
    fn hints(&self, thought: &Thought) -> String {
        let hint = |line: &henge::erased::Line| {
            let moves: String = line.moves.iter().map(|mv| name(mv)).collect();
            let score = line.score.map(|(score, _)| discs(score)).unwrap_or_default();
            format!("search {moves} {score} 0 {}\n", thought.depth)
        };
        thought.lines.iter().map(hint).collect()
    }
}

/// A move as NBoard writes it.
fn name(mv: &str) -> String {
    if mv == "pass" { "PA".into() } else { mv.to_uppercase() }
}

/// A score in something like discs: a hundredth of an estimate, and all of them for a decided game.
fn discs(score: henge::Score) -> String {
    match score.decided() {
        Some((points, _)) => format!("{:+}.00", 64 * points.signum()),
        None => format!("{:+.2}", f64::from(score.0) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(engine: &mut NBoard, line: &str) -> String {
        let mut all = String::new();
        let said = engine.hear(line, &mut |text| all += text);
        all + &said.text
    }

    #[test]
    fn a_session_as_nboard_begins_it() {
        let mut engine =
            NBoard::new(&Registry::standard(), "alphabeta:depth=2").expect("it is there");
        assert_eq!(said(&mut engine, "nboard 2"), "set myname henge\n");
        assert_eq!(said(&mut engine, "set depth 3"), "");
        let game = "(;GM[Othello]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 ---------------------------O*------*O\
                    --------------------------- *]B[F5//0.01]W[D6];)";
        assert_eq!(said(&mut engine, &format!("set game {game}")), "");
        assert_eq!(engine.table.history(), ["f5", "d6"]);
        assert_eq!(said(&mut engine, "ping 7"), "pong 7\n");
        assert_eq!(said(&mut engine, "move C3/1.2/3"), "");
        let hints = said(&mut engine, "hint 3");
        assert!(hints.starts_with("status Thinking\n") && hints.ends_with("status\n"), "{hints}");
        assert_eq!(hints.matches("\nsearch ").count(), 3, "{hints}");
        let go = said(&mut engine, "go");
        assert!(go.contains("\n=== "), "{go}");
        // The other side says what was played, its own move included.
        assert_eq!(engine.table.ply(), 3);
        for (line, why) in [
            ("move A1", "nothing would be enclosed"),
            ("set depth x", "a depth is a number"),
            ("set game (;", "a property"),
            ("dance", "no command"),
        ] {
            assert!(said(&mut engine, line).contains(why), "{line}");
        }
        assert!(!engine.hear("quit", &mut |_| {}).goes_on);
    }
}
