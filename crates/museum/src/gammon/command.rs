//! The commands of the tutor's terminal: the two letters of 1970, and words.

use super::batch::Batch;
use super::game::Colour;
use super::strategy::Strategy;

/// What somebody at the terminal wants.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Go on: the program plays its next move, or so many.
    Go(u32),
    /// Stop.
    Stop,
    /// Begin again, with another seed if one is given.
    Restart(Option<u64>),
    /// Grade the play chosen last, or another one for the same roll.
    Grade(f64, Option<String>),
    /// Take the last grade back.
    Undo,
    /// Switch the trace.
    Trace,
    /// Give a side another strategy.
    ChangeStrategy(Colour, Strategy),
    /// Change the distance within which scores are equal.
    ChangeDelta(f64),
    /// Evaluate a play, and grade it if a grade is given.
    Evaluate(String, Option<f64>),
    /// Switch the evaluation of the person's own plays.
    EvaluateMine,
    /// Generate for another strategy.
    Generate(Strategy),
    /// Show coefficients, the old ones beside them if that is wanted.
    Display(Option<Colour>, Shown),
    /// Sort the coefficients.
    Sort,
    /// Find a play on the list.
    Locate(String),
    /// Show so many plays of the list; all if nothing is said.
    List(Option<usize>),
    /// Exchange the sets of the two sides.
    Swap,
    /// Write a side's set, or the board, to a file.
    Store(Stored, String),
    /// Read a side's set from a file.
    Load(Colour, String),
    /// Compare a side's set with one in a file.
    Compare(Colour, String),
    /// Explain the last play, or another one for the same roll.
    Explain(Option<String>),
    /// The statistics of both sides.
    Statistics,
    /// The board.
    Board,
    /// A series of games of the two sets against each other.
    Batch(Batch, Option<u64>),
    /// The person gives the game up.
    Resign,
    /// The score of the session.
    Score,
    /// What there is to say.
    Help,
    /// A play of the person.
    Play(String),
}

/// What `display` shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Coefficients now.
    New,
    /// Those of the beginning beside them.
    Both,
}

/// What `store` writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// The set of a side.
    Set(Colour),
    /// The board.
    Board,
}

/// The commands with what they do.
pub const HELP: &[(&str, &str)] = &[
    ("go [n]", "go on: the program plays its move, or so many"),
    ("xx, stop", "leave"),
    ("re, restart [seed]", "begin again"),
    ("gr, grade N [play]", "grade the last play of the program, or another for the same roll"),
    ("undo", "take the last grade back"),
    ("tr, trace", "switch the trace"),
    ("cs, strategy SIDE NAME", "give white or black another strategy, by name or number 1 to 7"),
    ("cd, delta N", "change the distance within which scores are equal"),
    ("ev, evaluate PLAY [= N]", "evaluate a play for the last roll, and grade it"),
    ("mine", "switch the evaluation of your own plays"),
    ("ge, generate NAME", "what another strategy would play"),
    ("di, display [SIDE] [both]", "coefficients, with the old ones"),
    ("so, sort", "put the largest coefficients into the first level"),
    ("lo, locate PLAY", "find a play on the list, with its score"),
    ("li, list [n]", "the list of plays"),
    ("sw, swap", "exchange the sets of the two sides"),
    ("st, store SIDE FILE", "write a set to a file; board in place of a side writes the board"),
    ("load SIDE FILE", "read a set from a file"),
    ("compare SIDE FILE", "a set beside one in a file"),
    ("explain [play]", "why, in words"),
    ("statistics", "the numbers of both sides"),
    ("board", "the board"),
    ("batch single|exchanged|identical [seed]", "games of the two sets against each other"),
    ("resign", "give the game up"),
    ("score", "the games of this session and the points that the losers had to go"),
    ("help", "this list"),
    ("8/5 6/5", "your play, when it is your turn; 12-17, 0-5 and 22-25 count from the other end"),
];

impl Command {
    /// Does it change the game, a set or a switch, or does it only show something?
    pub fn changes(&self) -> bool {
        !matches!(
            self,
            Command::Evaluate(_, None)
                | Command::Generate(_)
                | Command::Display(..)
                | Command::Locate(_)
                | Command::List(_)
                | Command::Store(..)
                | Command::Compare(..)
                | Command::Explain(_)
                | Command::Statistics
                | Command::Board
                | Command::Batch(..)
                | Command::Score
                | Command::Help
        )
    }

    /// Reads a line, or says what would be right.
    pub fn read(line: &str) -> Result<Command, String> {
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let words: Vec<&str> = rest.split_whitespace().collect();
        let optional = || (!rest.is_empty()).then(|| rest.to_string());
        let name = name.to_lowercase();
        let most = match name.as_str() {
            "xx" | "stop" | "quit" | "undo" | "tr" | "trace" | "mine" | "so" | "sort" | "sw"
            | "swap" | "statistics" | "stats" | "board" | "help" | "?" | "pass" | "resign"
            | "score" => 0,
            "go" | "re" | "restart" | "li" | "list" => 1,
            _ => usize::MAX,
        };
        if words.len() > most {
            return Err(format!("\"{line}\" is no play and no command: {name} takes less"));
        }
        Ok(match name.as_str() {
            "go" => Command::Go(words.first().map_or(Ok(1), |word| whole(word))? as u32),
            "xx" | "stop" | "quit" => Command::Stop,
            "re" | "restart" => {
                Command::Restart(words.first().map(|word| whole(word)).transpose()?)
            }
            "gr" | "grade" => {
                let (grade, play) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let play = (!play.trim().is_empty()).then(|| play.trim().to_string());
                Command::Grade(number(grade, "a grade such as 3 or -2")?, play)
            }
            "undo" => Command::Undo,
            "tr" | "trace" => Command::Trace,
            "cs" | "strategy" => match words[..] {
                [side, name] => Command::ChangeStrategy(colour(side)?, strategy(name)?),
                _ => return Err("say whose and which: cs white blocking".into()),
            },
            "cd" | "delta" => Command::ChangeDelta(
                number(rest, "a distance from 0 upwards").and_then(|delta| {
                    if delta >= 0.0 { Ok(delta) } else { Err("delta is 0 or more".into()) }
                })?,
            ),
            "ev" | "evaluate" => {
                let (play, grade) = match rest.split_once('=') {
                    Some((play, grade)) => {
                        (play.trim(), Some(number(grade.trim(), "a grade such as 3 or -2")?))
                    }
                    None => (rest, None),
                };
                if play.is_empty() {
                    return Err("say which play: ev 8/5 6/5, or ev 8/5 6/5 = 3 to grade it".into());
                }
                Command::Evaluate(play.into(), grade)
            }
            "mine" => Command::EvaluateMine,
            "ge" | "generate" => Command::Generate(strategy(rest)?),
            "di" | "display" => {
                let shown = if words.contains(&"both") { Shown::Both } else { Shown::New };
                let side = words.iter().find(|word| **word != "both");
                Command::Display(side.map(|word| colour(word)).transpose()?, shown)
            }
            "so" | "sort" => Command::Sort,
            "lo" | "locate" if rest.is_empty() => return Err("say which play: lo 8/5 6/5".into()),
            "lo" | "locate" => Command::Locate(rest.into()),
            "li" | "list" => {
                let n = words.first().map(|word| whole(word)).transpose()?;
                Command::List(n.map(|n| n as usize))
            }
            "sw" | "swap" => Command::Swap,
            "st" | "store" => {
                let (what, file) = side_and_file(rest, "st white FILE, or st board FILE")?;
                let what = if what == "board" { Stored::Board } else { Stored::Set(colour(what)?) };
                Command::Store(what, file.into())
            }
            "load" => {
                let (side, file) = side_and_file(rest, "load white FILE")?;
                Command::Load(colour(side)?, file.into())
            }
            "compare" => {
                let (side, file) = side_and_file(rest, "compare white FILE")?;
                Command::Compare(colour(side)?, file.into())
            }
            "explain" | "why" => Command::Explain(optional()),
            "statistics" | "stats" => Command::Statistics,
            "board" => Command::Board,
            "batch" => {
                let batch = words.first().copied().unwrap_or("single");
                let batch = Batch::named(batch).ok_or_else(|| {
                    format!("no series \"{batch}\"; there are single, exchanged and identical")
                })?;
                Command::Batch(batch, words.get(1).map(|word| whole(word)).transpose()?)
            }
            "resign" => Command::Resign,
            "score" => Command::Score,
            "help" | "?" => Command::Help,
            "pass" => Command::Play("pass".into()),
            word if word.contains(['/', '-']) => Command::Play(line.into()),
            "" => return Err("say go, or help for all commands".into()),
            word => {
                let known = HELP.iter().flat_map(|(names, _)| names.split([',', ' ']));
                return Err(match henge_core::spec::nearest(word, known) {
                    Some(near) => format!("no command \"{word}\"; did you mean \"{near}\"?"),
                    None => format!("no command \"{word}\"; help lists all"),
                });
            }
        })
    }
}

fn whole(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("\"{word}\" should be a whole number"))
}

fn number(word: &str, what: &str) -> Result<f64, String> {
    let number = word.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("\"{word}\" should be {what}"))
}

fn colour(word: &str) -> Result<Colour, String> {
    Colour::named(word).ok_or_else(|| format!("no side \"{word}\"; there are white and black"))
}

fn strategy(word: &str) -> Result<Strategy, String> {
    Strategy::named(word).ok_or_else(|| {
        let all = Strategy::ALL.map(Strategy::key).join(", ");
        format!("no strategy \"{word}\"; there are {all}")
    })
}

fn side_and_file<'a>(rest: &'a str, right: &str) -> Result<(&'a str, &'a str), String> {
    let split = rest.split_once(char::is_whitespace).map(|(side, file)| (side, file.trim()));
    split
        .filter(|(_, file)| !file.is_empty())
        .ok_or_else(|| format!("say whose and where: {right}"))
}
