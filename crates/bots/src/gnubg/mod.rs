//! GNU Backgammon as a bot: the referee of the backgammon players.
//!
//! gnubg is a program of its own, under a licence that does not allow to link it. It is run as another
//! process and asked over a socket in a folder of its own; henge keeps the rules and the dice. A
//! process is used for one game after the other and ended with the last bot.
//!
//! | file | subject |
//! |---|---|
//! | `board` | positions and plays as gnubg writes them |
//! | `process` | gnubg as a process |

pub mod board;
#[cfg(unix)]
mod process;
#[cfg(not(unix))]
#[path = "no_process.rs"]
mod process;

use std::time::Duration;

use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought};
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_core::{Match, Notation};
use henge_games::backgammon::{Backgammon, Men, Move, Phase, Position, Stakes};

use crate::Waiting;
use crate::process::words;
use board::{Allowed, Question, Stake};
pub use process::Process;

/// The options by which the bot is named: `gnubg:plies=2`.
pub const PARAMS: &[Param] = &[
    Param::new("plies", "0", Values::Int { min: 0, max: 4 }, "how far it looks ahead"),
    Param::new("command", "gnubg", Values::Command, "the program and its arguments"),
    Param::new(
        "patience",
        "60",
        Values::Int { min: 1, max: 86_400 },
        "seconds it may take for an answer",
    ),
];

/// What a running gnubg was told when it was started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    command: Vec<String>,
    plies: u32,
    patience: Duration,
    /// Does it think of the cube when it chooses a play?
    cubeful: Allowed,
}

/// The bot.
pub struct GnubgBot {
    name: String,
    setting: Setting,
    waiting: Waiting<Setting, Process>,
    process: Option<Process>,
}

impl GnubgBot {
    /// The bot as its options describe it. Nothing is started yet.
    pub fn new(
        game: &Backgammon,
        options: &Options,
        waiting: &Waiting<Setting, Process>,
    ) -> Result<GnubgBot, SpecError> {
        let command = words(options.text("command"))
            .ok_or_else(|| options.unexpected("command", "a program and its arguments"))?;
        let setting = Setting {
            command,
            plies: options.int("plies").unwrap_or(0) as u32,
            patience: Duration::from_secs(options.int("patience").unwrap_or(60)),
            cubeful: Allowed::from(game.has_cube()),
        };
        Ok(GnubgBot { name: options.name(), setting, waiting: waiting.clone(), process: None })
    }

    /// Asks gnubg, which is started if it does not run yet. After a failure it is started anew.
    fn ask(&mut self, men: &Men, stake: &Stake, question: Question) -> Result<String, BotError> {
        let process = match &mut self.process {
            Some(process) => process,
            None => {
                let process = match self.waiting.take(&self.setting, |_| true) {
                    Some(process) => process,
                    None => self.setting.start().map_err(BotError::Outside)?,
                };
                self.process.insert(process)
            }
        };
        process.ask(&board::write(men, stake, question)).map_err(|why| {
            self.process = None;
            BotError::Outside(why)
        })
    }
}

impl Setting {
    fn start(&self) -> Result<Process, String> {
        Process::start(&self.command, self.plies, self.cubeful, self.patience)
    }
}

impl DynBot for GnubgBot {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, _task: Task) -> Result<Thought, BotError> {
        let table: Option<&Match<Backgammon>> = table.as_any().downcast_ref();
        let table = table.ok_or(BotError::WrongGame)?;
        let (game, pos) = (&**table.game(), table.position());
        let question = match (pos.phase(), pos.dice()) {
            (Phase::Play, Some(dice)) => Question::Play(dice),
            (Phase::Decide, _) => Question::Double,
            (Phase::Offered, _) => Question::Take,
            // It was asked whether to take; that it may be doubled back it knows.
            (Phase::Beavered, _) => return Ok(said(game, pos, Move::Take)),
            _ => return Err(BotError::NoDecision("the dice decide, or the game is over")),
        };
        let answer = self.ask(pos.men(), &stake(game, pos), question)?;
        let mv = match (question, answer.as_str()) {
            (Question::Play(dice), _) => {
                board::read_play(pos.men(), dice, &answer).map(|entry| Move::Play(entry.play))
            }
            (Question::Double, "roll") => Some(Move::Roll),
            (Question::Double, "double") => Some(Move::Double),
            (Question::Take, "take") => Some(Move::Take),
            (Question::Take, "drop") => Some(Move::Drop),
            (Question::Take, "beaver") => {
                let may = henge_core::Game::moves(game, pos).any(|mv| mv == Move::Beaver);
                Some(if may { Move::Beaver } else { Move::Take })
            }
            _ => None,
        };
        let wrong =
            || BotError::Outside(format!("gnubg answered {answer:?}, which is no move here"));
        Ok(said(game, pos, mv.ok_or_else(wrong)?))
    }
}

impl Drop for GnubgBot {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.waiting.put(self.setting.clone(), process);
        }
    }
}

fn said(game: &Backgammon, pos: &Position, mv: Move) -> Thought {
    let line = Line { score: None, moves: vec![game.write_move(pos, mv)] };
    Thought { lines: vec![line], ..Thought::default() }
}

/// What is played for, as the player on roll sees it.
fn stake(game: &Backgammon, pos: &Position) -> Stake {
    if !game.has_cube() {
        return Stake::CUBELESS;
    }
    let me = pos.on_roll();
    let may = |player| match pos.cube_owner() {
        Some(owner) if owner != player => Allowed::No,
        _ => Allowed::Yes,
    };
    Stake {
        length: u16::from(game.length()),
        score: [me, !me].map(|player| u16::from(pos.score()[player.index()])),
        cube: u16::from(pos.cube()),
        may_double: [me, !me].map(may),
        crawford: Allowed::from(pos.is_crawford()),
        jacoby: Allowed::from(matches!(game.stakes(), Stakes::Money { jacoby: true, .. })),
        beavers: Allowed::from(matches!(game.stakes(), Stakes::Money { beavers: true, .. })),
    }
}
