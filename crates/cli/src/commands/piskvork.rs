//! henge as an engine for programs that speak the protocol of the Gomocup, which Piskvork and others play Go-Moku
//! by: lines in, lines out, a move as `x,y` counted from the north-west corner.

use std::io::{BufReader, stdin, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use henge::erased::{DynBot, DynMatch, Task, Thought};
use henge::games::positional::column_name;
use henge::{Clock, Limits, Playable, Player, Registry, Turn};

use super::lines::{Said, converse};
use crate::args::PiskvorkArgs;
use crate::fault::{Done, Fault};

/// What is kept back of the time of a move, so that the answer arrives in time.
const RESERVE: Duration = Duration::from_millis(30);
/// The boards that can be played on.
const SIZES: std::ops::RangeInclusive<usize> = 5..=20;

pub fn run(args: &PiskvorkArgs, games: &Registry) -> Result<Done, Fault> {
    let mut engine = Piskvork::new(games, &args.bot)?;
    let mut hear = |line: Option<&str>, say: &mut dyn FnMut(&str)| match line {
        Some(line) => engine.hear(line, say),
        None => Said::text("ERROR the line is not text, or too long"),
    };
    converse(BufReader::new(stdin()), stdout(), &mut hear)?;
    Ok(Done::Finished)
}

/// What is being told over several lines.
enum Telling {
    Nothing,
    /// Stones, and whether a move is wanted in the end.
    Board(Vec<(usize, Player)>, Answer),
}

/// What is expected at the end of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Move,
    Nothing,
}

struct Piskvork {
    games: Registry,
    bot_name: String,
    game: Playable,
    bot: Box<dyn DynBot>,
    table: Box<dyn DynMatch>,
    size: usize,
    /// Six in a row do not win.
    exact: bool,
    /// Nothing can be played before a board was asked for.
    started: bool,
    telling: Telling,
    each: Option<Duration>,
    left: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Piskvork {
    fn new(games: &Registry, bot: &str) -> Result<Piskvork, Fault> {
        let size = 15;
        let game = games.game(&name(size, false))?;
        Ok(Piskvork {
            games: games.clone(),
            bot_name: bot.into(),
            bot: game.bot(bot)?,
            table: game.rules().start(),
            game,
            size,
            exact: false,
            started: false,
            telling: Telling::Nothing,
            each: None,
            left: None,
            depth: None,
            nodes: None,
        })
    }

    /// The answer to a line; some have none.
    fn hear(&mut self, line: &str, say: &mut dyn FnMut(&str)) -> Said {
        let line = line.trim();
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let command = command.to_uppercase();
        if command == "END" {
            return Said { text: String::new(), goes_on: false };
        }
        let answer = match std::mem::replace(&mut self.telling, Telling::Nothing) {
            Telling::Board(stones, answer) => self.tell(stones, answer, line, say),
            Telling::Nothing => self.obey(&command, rest.trim(), say),
        };
        Said::text(answer.unwrap_or_else(|wrong| format!("ERROR {wrong}")))
    }

    fn obey(
        &mut self,
        command: &str,
        rest: &str,
        say: &mut dyn FnMut(&str),
    ) -> Result<String, String> {
        match command {
            "" => Ok(String::new()),
            "ABOUT" => Ok(format!(
                "name=\"henge\", version=\"{}\", author=\"the authors of henge\"",
                env!("CARGO_PKG_VERSION")
            )),
            "START" => {
                let size = rest.parse().map_err(|_| format!("{rest:?} is not a size"))?;
                self.start(size)
            }
            "RECTSTART" => match pair(rest)? {
                (width, height) if width == height => self.start(width),
                _ => Err("only square boards can be played on".into()),
            },
            "INFO" => {
                // The protocol wants no answer, not even to what is not understood.
                self.inform(rest);
                Ok(String::new())
            }
            _ if !self.started => Err("START comes first".into()),
            "RESTART" => {
                self.begin()?;
                Ok("OK".into())
            }
            "BEGIN" => {
                self.begin()?;
                self.think(say)
            }
            "TURN" => {
                self.play(pair(rest)?)?;
                self.think(say)
            }
            "TAKEBACK" => {
                let wanted = self.site(pair(rest)?)?;
                if self.table.history().last() != Some(&wanted) {
                    return Err(format!("the last stone is not on {rest}"));
                }
                self.table.undo();
                Ok("OK".into())
            }
            "BOARD" => {
                self.telling = Telling::Board(Vec::new(), Answer::Move);
                Ok(String::new())
            }
            "YXBOARD" => {
                self.telling = Telling::Board(Vec::new(), Answer::Nothing);
                Ok(String::new())
            }
            "YXNBEST" => {
                let lines: usize = rest.parse().map_err(|_| "a number of lines is expected")?;
                let thought = self.thought(lines.clamp(1, 64), say)?;
                for (i, line) in thought.lines.iter().enumerate() {
                    say(&format!("MESSAGE {} {}", i + 1, in_words(line)));
                }
                self.answer(&thought)
            }
            _ => Err(format!("{command:?} is not understood")),
        }
    }

    fn start(&mut self, size: usize) -> Result<String, String> {
        if !SIZES.contains(&size) {
            let (least, most) = (SIZES.start(), SIZES.end());
            return Err(format!("the size must be from {least} to {most}, not {size}"));
        }
        self.size = size;
        self.begin()?;
        self.started = true;
        Ok("OK".into())
    }

    /// A new game, with a bot that remembers nothing.
    fn begin(&mut self) -> Result<(), String> {
        let game = self.games.game(&name(self.size, self.exact));
        self.game = game.map_err(|error| error.to_string())?;
        self.bot = self.game.bot(&self.bot_name).map_err(|error| error.to_string())?;
        self.table = self.game.rules().start();
        Ok(())
    }

    /// `key value`: limits, and the rule of the next game.
    fn inform(&mut self, text: &str) {
        let (key, value) = text.split_once(' ').unwrap_or((text, ""));
        let Ok(number) = value.trim().parse::<u64>() else { return };
        match key.to_lowercase().as_str() {
            // 0 asks for an answer as soon as possible.
            "timeout_turn" => self.each = Some(Duration::from_millis(number)),
            // 0 is no limit.
            "timeout_match" if number == 0 => self.left = None,
            "time_left" => self.left = Some(Duration::from_millis(number.min(1 << 31))),
            "max_depth" => self.depth = u32::try_from(number).ok().filter(|&depth| depth > 0),
            "max_node" => self.nodes = Some(number).filter(|&nodes| nodes > 0),
            "rule" if self.exact != (number & 1 == 1) => {
                self.exact = number & 1 == 1;
                if self.table.history().is_empty() {
                    // What is wrong is said when a game is asked for.
                    let _ = self.begin();
                }
            }
            _ => {}
        }
    }

    /// A line of a board, or its end.
    fn tell(
        &mut self,
        mut stones: Vec<(usize, Player)>,
        answer: Answer,
        line: &str,
        say: &mut dyn FnMut(&str),
    ) -> Result<String, String> {
        if !line.eq_ignore_ascii_case("done") {
            let (at, whose) = line.rsplit_once(',').ok_or("x,y,who or DONE is expected")?;
            let (x, y) = pair(at)?;
            self.site((x, y))?;
            // Whoever is asked is the first of the two here.
            match whose.trim() {
                "1" => stones.push((y * self.size + x, Player::First)),
                "2" => stones.push((y * self.size + x, Player::Second)),
                "3" => {}
                other => {
                    return Err(format!("{other:?} is not a player; 1 is you and 2 the opponent"));
                }
            }
            if stones.len() > self.size * self.size {
                return Err("there are more stones than crossings".into());
            }
            self.telling = Telling::Board(stones, answer);
            return Ok(String::new());
        }
        let n = |player| stones.iter().filter(|stone| stone.1 == player).count();
        let (own, theirs) = (n(Player::First), n(Player::Second));
        let me = match theirs.checked_sub(own) {
            Some(0) => 'x',
            Some(1) => 'o',
            _ => return Err(format!("{own} stones against {theirs}: it is not your turn")),
        };
        let other = if me == 'x' { 'o' } else { 'x' };
        let mut signs = vec!['.'; self.size * self.size];
        for (site, player) in stones {
            if signs[site] != '.' {
                return Err("two stones are on one crossing".into());
            }
            signs[site] = if player == Player::First { me } else { other };
        }
        let rows: Vec<String> = signs.chunks(self.size).map(|row| row.iter().collect()).collect();
        let text = format!("{} {me}", rows.join("/"));
        self.table = self.game.rules().read(&text).map_err(|error| error.to_string())?;
        match answer {
            Answer::Move => self.think(say),
            Answer::Nothing => Ok(String::new()),
        }
    }

    /// The name of a crossing.
    fn site(&self, (x, y): (usize, usize)) -> Result<String, String> {
        if x >= self.size || y >= self.size {
            return Err(format!("{x},{y} is not on the board of {0} by {0}", self.size));
        }
        Ok(format!("{}{}", column_name(x), y + 1))
    }

    fn play(&mut self, at: (usize, usize)) -> Result<(), String> {
        let site = self.site(at)?;
        self.table.play(&site).map_err(|error| error.to_string())
    }

    /// Thinks, plays, and says what it has played.
    fn think(&mut self, say: &mut dyn FnMut(&str)) -> Result<String, String> {
        let thought = self.thought(1, say)?;
        self.answer(&thought)
    }

    fn answer(&mut self, thought: &Thought) -> Result<String, String> {
        let mv = thought.best().ok_or("the bot has no move")?.to_string();
        self.table.play(&mv).map_err(|error| error.to_string())?;
        let split = mv.find(|c: char| c.is_ascii_digit()).ok_or("the move is on no crossing")?;
        let x = (0..self.size).find(|&x| column_name(x) == mv[..split]);
        let y = mv[split..].parse::<usize>().ok();
        match (x, y) {
            (Some(x), Some(y)) => Ok(format!("{x},{}", y - 1)),
            _ => Err("the move is on no crossing".into()),
        }
    }

    fn thought(&mut self, n_lines: usize, say: &mut dyn FnMut(&str)) -> Result<Thought, String> {
        if let Turn::Over(_) = self.table.turn() {
            return Err("the game is over".into());
        }
        let (stop, limits) = (AtomicBool::new(false), self.limits());
        let (bot, table) = (&mut self.bot, &*self.table);
        let mut depth = 0;
        let mut progress = |thought: &Thought| {
            if let Some(line) = thought.lines.first().filter(|_| thought.depth > depth) {
                depth = thought.depth;
                say(&format!("MESSAGE depth {depth} nodes {} {}", thought.nodes, in_words(line)));
            }
        };
        let task = Task::new(limits).lines(n_lines).stop(&stop).progress(&mut progress);
        match catch_unwind(AssertUnwindSafe(|| bot.think(table, task))) {
            Ok(thought) => thought.map_err(|error| error.to_string()),
            Err(_) => {
                let bot = self.game.bot(&self.bot_name);
                self.bot = bot.map_err(|error| error.to_string())?;
                Err("the bot has crashed".into())
            }
        }
    }

    fn limits(&self) -> Limits {
        let least = Duration::from_millis(5);
        let each = self.each.map(|each| each.saturating_sub(RESERVE).max(least));
        let clock = self.left.map(|left| Clock { left, increment: Duration::ZERO });
        let share = clock.map(|clock| clock.share().max(least));
        let time = match (each, share) {
            (Some(each), Some(share)) => Some(each.min(share)),
            (each, share) => each.or(share),
        };
        Limits { depth: self.depth, nodes: self.nodes, time, clock: None }
    }
}

fn name(size: usize, exact: bool) -> String {
    format!("go-moku:size={size},exact={exact}")
}

fn in_words(line: &henge::erased::Line) -> String {
    let score = line.score.map(|(score, kind)| format!("{score} ({})", kind.in_words()));
    format!("{} {}", score.unwrap_or_default(), line.moves.join(" "))
}

/// Two numbers with a comma between them.
fn pair(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once(',').and_then(|(x, y)| {
        let (x, y) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
        Some((x, y))
    });
    numbers.ok_or_else(|| format!("{text:?} is not a crossing; expected x,y"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine() -> Piskvork {
        Piskvork::new(&Registry::standard(), "alphabeta:depth=2").expect("it is there")
    }

    fn said(engine: &mut Piskvork, line: &str) -> String {
        engine.hear(line, &mut |_| {}).text
    }

    #[test]
    fn a_game_goes_to_and_fro() {
        let mut engine = engine();
        assert!(said(&mut engine, "ABOUT").starts_with("name=\"henge\""));
        assert_eq!(said(&mut engine, "BEGIN"), "ERROR START comes first");
        assert_eq!(said(&mut engine, "START 9"), "OK");
        assert_eq!(said(&mut engine, "BEGIN"), "4,4");
        let reply = said(&mut engine, "TURN 4,5");
        assert!(pair(&reply).is_ok(), "{reply}");
        assert_eq!(
            said(&mut engine, "TURN 4,5"),
            format!("ERROR {}", engine.table.fork().play("e6").expect_err("it is taken"))
        );
        assert_eq!(said(&mut engine, &format!("TAKEBACK {reply}")), "OK");
        assert_eq!(said(&mut engine, "TAKEBACK 0,0"), "ERROR the last stone is not on 0,0");
        assert_eq!(said(&mut engine, "RESTART"), "OK");
        assert!(engine.table.history().is_empty());
        assert!(!engine.hear("END", &mut |_| {}).goes_on);
    }

    #[test]
    fn boards_are_told_stone_by_stone() {
        let mut engine = engine();
        said(&mut engine, "START 15");
        let four =
            ["BOARD", "3,7,1", "3,0,2", "4,7,1", "5,0,2", "5,7,1", "7,0,2", "6,7,1", "2,7,2"];
        for line in four {
            assert_eq!(said(&mut engine, line), "");
        }
        assert_eq!(said(&mut engine, "DONE"), "7,7", "five in a row");
        assert_eq!(said(&mut engine, "BEGIN"), "7,7", "a new game");
        for line in ["YXBOARD", "7,7,2"] {
            said(&mut engine, line);
        }
        assert_eq!(said(&mut engine, "DONE"), "");
        assert_eq!(engine.table.turn(), Turn::Player(Player::Second));
        let mut lines = Vec::new();
        let answer = engine.hear("YXNBEST 3", &mut |line| lines.push(line.to_string())).text;
        assert!(pair(&answer).is_ok(), "{answer}");
        assert!(lines.iter().any(|line| line.starts_with("MESSAGE 3 ")), "{lines:?}");
    }

    #[test]
    fn what_is_wrong_changes_nothing() {
        let mut engine = engine();
        assert!(said(&mut engine, "START 99").starts_with("ERROR the size must be"));
        assert!(said(&mut engine, "START x").starts_with("ERROR "));
        assert!(said(&mut engine, "RECTSTART 9,8").starts_with("ERROR only square"));
        assert_eq!(said(&mut engine, "RECTSTART 9,9"), "OK");
        assert!(said(&mut engine, "TURN 9,0").starts_with("ERROR 9,0 is not on the board"));
        assert!(said(&mut engine, "TURN a").contains("expected x,y"));
        assert!(said(&mut engine, "JUMP 3,4").contains("not understood"));
        for (lines, wrong) in [
            (&["0,0,1"][..], "it is not your turn"),
            (&["0,0,2", "0,0,1"], "two stones are on one crossing"),
        ] {
            said(&mut engine, "BOARD");
            for line in lines {
                said(&mut engine, line);
            }
            assert!(said(&mut engine, "DONE").contains(wrong), "{wrong}");
        }
        said(&mut engine, "BOARD");
        assert!(said(&mut engine, "0,0,7").contains("is not a player"));
        assert!(engine.table.history().is_empty());
    }

    #[test]
    fn limits_and_rules_are_heard() {
        let mut engine = engine();
        said(&mut engine, "START 15");
        for line in ["INFO timeout_turn 1000", "INFO max_node 500", "INFO nonsense", "INFO rule 1"]
        {
            assert_eq!(said(&mut engine, line), "");
        }
        assert_eq!(engine.limits().time, Some(Duration::from_millis(970)));
        assert_eq!(engine.limits().nodes, Some(500));
        said(&mut engine, "INFO time_left 3000");
        assert!(engine.limits().time < Some(Duration::from_millis(200)));
        assert!(engine.game.rules().name().contains("exact=true"));
    }
}
