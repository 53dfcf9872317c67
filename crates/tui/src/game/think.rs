//! Engines at the board: the machine's moves, hints, live lines, and a look through a whole game.

use std::time::Duration;

use henge::erased::Thought;
use henge::review::Warning;
use henge::table::{Ask, Event, Purpose};
use henge::{Aim, Limits, Player, Turn};

use super::{GameRoom, Panel};
use crate::app::Shared;
use crate::engine::{self, Job, Message, Question};

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(2);
/// How long the lines of a position grow.
const LIVE_TIME: Duration = Duration::from_secs(60);
/// How long a look at one position of a whole game takes.
pub(super) const REVIEW_TIME: Duration = Duration::from_millis(150);
/// The same for a game that is resumed: only its graph is drawn again.
pub(super) const GRAPH_TIME: Duration = Duration::from_millis(40);
const N_LINES: usize = 3;
/// What is said to somebody who wants more than one engine can do at a time.
pub const BUSY: &str = "an engine is already thinking; Esc makes it answer at once";

/// What an engine is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// What the table asks a bot that sits at it.
    Answer(Ask),
    /// A move to propose.
    Hint,
    /// A move in the place of whoever is to move.
    ForMe,
    /// Whether a move costs too much that is to be made.
    Check,
}

impl GameRoom {
    /// Lets the bot think that the table asks.
    pub(super) fn wake(&mut self, ask: Ask, shared: &Shared) {
        self.progress.clear();
        let question = Question {
            game: self.play.game.clone(),
            chair: self.play.chair(ask.player),
            table: self.play.sitting().table().fork(),
            limits: ask.limits,
            n_lines: 1,
            aim: if ask.purpose == Purpose::Draw { Aim::Worth } else { Aim::Move },
        };
        self.job = Some((engine::ask(question, &shared.sender), Request::Answer(ask)));
    }

    /// Lets this player's bot think while a person does.
    pub(super) fn ponder(&self, player: Player) -> Job {
        let table = self.play.sitting().table().fork();
        engine::ponder(self.play.game.clone(), self.play.chair(player), table)
    }

    /// Asks the best bot of the game about the position.
    pub(super) fn consult(&mut self, wish: Request, shared: &Shared) {
        if self.to_move().is_none() {
            self.fail("the game is over; there is no move to choose");
            return;
        }
        if self.job.is_some() {
            self.fail(BUSY);
            return;
        }
        self.live.job = None;
        let question = self.question(Limits::time(HINT_TIME), N_LINES);
        self.say("thinking…");
        self.job = Some((engine::ask(question, &shared.sender), wish));
    }

    fn question(&self, limits: Limits, n_lines: usize) -> Question {
        let game = self.play.game.clone();
        let chair = engine::chair(game.analyst().bot, 1);
        let (table, aim) = (self.play.sitting().table().fork(), Aim::Worth);
        Question { chair, table, limits, n_lines, aim, game }
    }

    /// Lets the live lines follow the position.
    pub(super) fn follow(&mut self, shared: &Shared) {
        let sitting = self.play.sitting();
        let now = (sitting.ply(), sitting.table().key());
        let asks = matches!(sitting.turn(), Turn::Player(_)) && sitting.bot().is_none();
        if self.live.of != Some(now) {
            (self.live.job, self.live.thought) = (None, None);
        }
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

    /// Looks how saved games went on from here, while that is shown.
    pub(super) fn explore(&mut self, shared: &Shared) {
        let table = self.play.sitting().table();
        let now = Some((self.play.sitting().ply(), table.key()));
        if self.panel != Panel::Openings || self.explored.of == now {
            return;
        }
        match shared.shelf.for_reading() {
            Ok(store) => {
                let (game, table) = (self.play.game.clone(), table.fork());
                let job = Some(engine::openings(game, table, store, &shared.sender));
                self.explored = super::Explored { job, of: now, found: None };
            }
            Err(error) => {
                self.explored.of = now;
                self.fail(error.to_string());
            }
        }
    }

    /// Looks at every position of the game, for the graph.
    pub(super) fn start_review(&mut self, each: Duration, shared: &Shared) {
        let mut table = self.play.sitting().table().fork();
        for mv in &self.play.ahead {
            if table.play(mv).is_err() {
                break;
            }
        }
        self.reviewed.clear();
        self.verdict.clear();
        let game = self.play.game.clone();
        self.review = Some(engine::review(game, table, each, &shared.sender));
    }

    fn note_bar(&mut self, thought: &Thought) {
        let Turn::Player(player) = self.play.sitting().table().turn() else { return };
        if let Some(worth) = thought.worth(0, player) {
            self.bars.insert(self.play.sitting().ply(), worth);
        }
    }

    /// An engine says something.
    pub(super) fn hear(&mut self, message: Message, shared: &Shared) {
        let of_job = |job: u64, known: &Option<(Job, Request)>| {
            known.as_ref().is_some_and(|(mine, _)| mine.id == job)
        };
        let live =
            |job: u64, known: &Option<Job>| known.as_ref().is_some_and(|mine| mine.id == job);
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
            Message::Warned { job, found } if of_job(job, &self.job) => {
                self.job = None;
                self.warned(found, shared);
            }
            Message::Done { job, found } if of_job(job, &self.job) => {
                if let Some((_, wish)) = self.job.take() {
                    self.heard(wish, found, shared);
                }
                self.follow(shared);
            }
            Message::Done { job, found } if live(job, &self.live.job) => {
                self.live.job = None;
                match found {
                    Ok(thought) => {
                        self.note_bar(&thought);
                        self.live.thought = Some(thought);
                    }
                    Err(why) => self.fail(why),
                }
            }
            Message::Openings { job, found } if live(job, &self.explored.job) => {
                self.explored.job = None;
                match found {
                    Ok(found) => self.explored.found = Some(found),
                    Err(why) => self.fail(why),
                }
            }
            Message::Reviewed { job, seen } if live(job, &self.review) => {
                if let Some(worth) = seen.worth {
                    self.bars.insert(seen.ply, worth);
                }
                // In a game that goes on only the graph is wanted.
                if self.play.analysis {
                    self.reviewed.insert(seen.ply, *seen);
                }
            }
            Message::Review { job, found } if live(job, &self.review) => {
                self.review = None;
                match found {
                    Ok(_) if !self.play.analysis => {}
                    Ok(review) => {
                        let side = |player| review.about_side(&self.play.game, player);
                        self.verdict = vec![review.verdict()];
                        self.verdict.extend(Player::BOTH.into_iter().flat_map(side));
                    }
                    Err(why) => self.fail(why),
                }
            }
            // What nobody waits for any more.
            _ => {}
        }
    }

    /// Asks the tutor about a move, if there is one who has not warned of it yet.
    pub(super) fn check(&mut self, mv: &str, shared: &Shared) -> bool {
        let table = self.play.sitting().table();
        let Some(tutor) = self.tutor.as_ref().filter(|tutor| !tutor.is_meant(table, mv)) else {
            return false;
        };
        // What cannot be played the table refuses itself.
        if self.job.is_some() || table.moves().len() < 2 || table.fork().play(mv).is_err() {
            return false;
        }
        let asked = (mv.to_string(), tutor.percent());
        let job = engine::check(self.play.game.clone(), table.fork(), asked, &shared.sender);
        self.checked = mv.into();
        self.say("the tutor looks at your move…");
        self.job = Some((job, Request::Check));
        true
    }

    /// The tutor has answered: the move is made, or what there is against it is shown.
    fn warned(&mut self, found: Result<Option<Box<Warning>>, String>, shared: &Shared) {
        let mv = std::mem::take(&mut self.checked);
        let warning = match found {
            Ok(Some(warning)) => warning,
            Ok(None) => return self.play_now(&mv, shared),
            Err(why) => return self.fail(why),
        };
        if let Some(tutor) = &mut self.tutor {
            tutor.note(self.play.sitting().table(), Some(&*warning));
        }
        self.hand.let_go();
        let costs = format!("{} costs {:.0} %", warning.played, 100.0 * warning.loss);
        self.fail(format!("{costs}: play it again if you mean it"));
        self.panel = Panel::Hint;
        self.hint = Some(Thought { why: warning.sentences, ..Thought::default() });
    }

    fn heard(&mut self, wish: Request, found: Result<Thought, String>, shared: &Shared) {
        if let Ok(thought) = &found {
            self.note_bar(thought);
        }
        match (wish, found) {
            (Request::Answer(ask), found) => self.answer(ask, found, shared),
            (_, Err(why)) => self.fail(why),
            // A tutor answers otherwise.
            (Request::Check, Ok(_)) => {}
            (Request::Hint, Ok(thought)) => {
                let best = thought.best().unwrap_or("nothing").to_string();
                self.say(format!("Suggestion: {best}"));
                self.panel = Panel::Hint;
                self.hint = Some(thought);
            }
            (Request::ForMe, Ok(thought)) => {
                let (Some(best), Some(by)) = (thought.best().map(String::from), self.to_move())
                else {
                    return;
                };
                let (ply, said) = (self.play.sitting().ply(), format!("{best} was played for you"));
                self.happen(Event::Move { by, text: &best }, &said, shared);
                if self.play.sitting().ply() > ply {
                    self.why = Some((best, thought));
                }
            }
        }
    }

    /// A bot at the table has answered.
    fn answer(&mut self, ask: Ask, found: Result<Thought, String>, shared: &Shared) {
        let ply = self.play.sitting().ply();
        let answer = Event::Thought { ask: ask.id, found: found.as_ref().map_err(String::as_str) };
        let effects = match self.play.handle(answer, &shared.shelf) {
            Ok(effects) => effects,
            Err(refusal) => return self.refused(refusal, shared),
        };
        self.say("");
        if self.play.sitting().ply() > ply
            && let Ok(thought) = found
            && let Some(best) = thought.best().map(String::from)
        {
            self.say(format!("{} plays {best}", self.play.name(ask.player)));
            self.why = Some((best, thought));
        }
        self.carry_out(effects, shared);
    }
}
