//! Engines at the board: the machine's moves, hints, live lines, and a look through a whole game.

use std::time::Duration;

use henge::core::erased::{DynBot, Thought};
use henge::core::{Ending, Limits, Player, Score, Turn};
use henge_api as api;

use super::{GameRoom, Panel};
use crate::app::Shared;
use crate::engine::{self, Message, Question};

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(2);
/// How long the lines of a position grow.
const LIVE_TIME: Duration = Duration::from_secs(60);
/// How long a look at one position of a whole game takes.
const REVIEW_TIME: Duration = Duration::from_millis(150);
const N_LINES: usize = 3;

/// What an engine is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// The move of this player's bot.
    Move(Player),
    /// A move to propose.
    Hint,
    /// A move in the person's place.
    ForMe,
    /// Whether a draw is taken.
    Draw,
}

impl GameRoom {
    /// Lets a bot think whose move it is.
    pub(super) fn wake(&mut self, shared: &Shared) {
        self.job = None;
        self.progress.clear();
        let Some(player) = self.play.bot() else { return };
        let limits = self.play.limits(player);
        let seed = self.play.seed();
        let seat = &mut self.play.seats[player.index()];
        let (name, bot) = (seat.name.clone(), seat.bot.take());
        let table = self.play.table.fork();
        let question =
            Question { game: self.play.game.clone(), name, bot, seed, table, limits, n_lines: 1 };
        self.job = Some((engine::ask(question, &shared.sender), Wish::Move(player)));
    }

    /// Asks the best bot of the game about the position.
    pub(super) fn consult(&mut self, wish: Wish, shared: &Shared) {
        if !matches!(self.play.turn(), Turn::Player(_)) {
            self.fail("the game is over; there is no move to choose");
            return;
        }
        if self.job.is_some() {
            self.fail("an engine thinks already; Esc makes it answer at once");
            return;
        }
        self.live.job = None;
        let question = self.question(Limits::time(HINT_TIME), N_LINES);
        self.say("thinking…");
        self.job = Some((engine::ask(question, &shared.sender), wish));
    }

    fn question(&self, limits: Limits, n_lines: usize) -> Question {
        let game = self.play.game.clone();
        let name = game.default_bot().to_string();
        Question { name, bot: None, seed: 1, table: self.play.table.fork(), limits, n_lines, game }
    }

    /// Lets the live lines follow the position.
    pub(super) fn follow(&mut self, shared: &Shared) {
        let now = (self.play.ply(), self.play.table.key());
        if self.live.of != Some(now) {
            (self.live.job, self.live.thought) = (None, None);
        }
        let asks = matches!(self.play.turn(), Turn::Player(_)) && self.play.bot().is_none();
        if self.live.on
            && asks
            && self.live.job.is_none()
            && self.job.is_none()
            && self.live.thought.is_none()
        {
            self.live.of = Some(now);
            let question = self.question(Limits::time(LIVE_TIME), N_LINES);
            self.live.job = Some(engine::ask(question, &shared.sender));
        }
    }

    /// Looks at every position of the game, for the graph.
    pub(super) fn start_review(&mut self, shared: &Shared) {
        let mut table = self.play.table.fork();
        while table.undo().is_some() {}
        let mut moves = self.play.table.history();
        moves.extend(self.play.future.iter().rev().cloned());
        let game = self.play.game.clone();
        self.review = Some(engine::review(game, table, moves, REVIEW_TIME, &shared.sender));
    }

    /// How good a thought says the position is, on the scale of the bar.
    fn bar_of(&self, thought: &Thought) -> Option<f64> {
        let Turn::Player(player) = self.play.table.turn() else { return None };
        let (score, kind) = thought.lines.first()?.score?;
        Some(api::Score::of(score, kind, player).bar)
    }

    fn note_bar(&mut self, thought: &Thought) {
        if let Some(bar) = self.bar_of(thought) {
            self.bars.insert(self.play.ply(), bar);
        }
    }

    /// An engine says something.
    pub(super) fn hear(&mut self, message: Message, shared: &Shared) {
        let of_job = |job: u64, known: &Option<(engine::Job, Wish)>| {
            known.as_ref().is_some_and(|(mine, _)| mine.id == job)
        };
        let live = |job: u64, known: &Option<engine::Job>| {
            known.as_ref().is_some_and(|mine| mine.id == job)
        };
        match message {
            Message::Thought { job, thought } if of_job(job, &self.job) => {
                let best = thought.best().unwrap_or_default();
                self.progress = format!("depth {}, {best}", thought.depth);
                self.note_bar(&thought);
            }
            Message::Thought { job, thought } if live(job, &self.live.job) => {
                self.note_bar(&thought);
                self.live.thought = Some(thought);
            }
            Message::Done { job, found, bot } if of_job(job, &self.job) => {
                if let Some((_, wish)) = self.job.take() {
                    self.heard(wish, found, bot, shared);
                }
                self.follow(shared);
            }
            Message::Done { job, found, .. } if live(job, &self.live.job) => {
                self.live.job = None;
                match found {
                    Ok(thought) => {
                        self.note_bar(&thought);
                        self.live.thought = Some(thought);
                    }
                    Err(why) => self.fail(why),
                }
            }
            Message::Judged { job, ply, bar } if live(job, &self.review) => {
                self.bars.insert(ply, bar);
            }
            // What nobody waits for any more.
            _ => {}
        }
    }

    fn heard(
        &mut self,
        wish: Wish,
        found: Result<Thought, String>,
        bot: Option<Box<dyn DynBot>>,
        shared: &Shared,
    ) {
        let thought = match found {
            Ok(thought) => thought,
            Err(why) => return self.fail(why),
        };
        self.note_bar(&thought);
        match wish {
            Wish::Move(player) => {
                self.play.seats[player.index()].bot = bot;
                let Some(best) = thought.best().map(String::from) else {
                    return self.fail("the machine has no move");
                };
                let text = format!("{} plays {best}", self.play.name(player));
                if let Err(refusal) = self.play.play(&best, &shared.shelf) {
                    return self.refused(refusal, shared);
                }
                self.say(text);
                self.why = Some((best, thought));
                self.after_change(shared);
            }
            Wish::Hint => {
                let best = thought.best().unwrap_or("nothing").to_string();
                self.say(format!("Suggestion: {best}"));
                self.panel = Panel::Hint;
                self.hint = Some(thought);
            }
            Wish::ForMe => {
                let Some(best) = thought.best().map(String::from) else { return };
                match self.play.play(&best, &shared.shelf) {
                    Ok(()) => {
                        self.say(format!("{best} was played for you"));
                        self.why = Some((best, thought));
                        self.after_change(shared);
                    }
                    Err(refusal) => self.refused(refusal, shared),
                }
            }
            Wish::Draw => {
                // What is good for the person to move is bad for the bot.
                let good = thought.lines.first().and_then(|line| line.score);
                if good.is_none_or(|(score, _)| score < Score::DRAW) {
                    return self.say("the machine declines and plays on");
                }
                self.end(Ending::agreed(), shared);
            }
        }
    }
}
