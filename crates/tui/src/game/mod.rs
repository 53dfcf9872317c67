//! The room with a board: a game being played, or one that is looked at.

mod act;
mod draw;
mod input;
mod map;
mod menu;
mod panels;
mod problem;
mod room;
#[cfg(test)]
mod tests;
mod think;
mod tray;

use std::collections::{BTreeMap, HashSet};
use std::time::Instant;

use henge::depict::{Mark, MarkKind};
use henge::erased::Thought;
use henge::review::{Reviewed, Tutor};
use henge::spec::Spec;
use henge::table::{self, Effects, Event, Seat};
use henge::{Player, Scene, SiteId, Turn, Worth};
use henge_api::Openings;

use crate::app::Shared;
use crate::board::Plane;
use crate::engine::Job;
use crate::field::Field;
use crate::hand::{Hand, HandAction, View};
use crate::play::{Notice, Play, Refusal};
use crate::ui::Hits;
use menu::Dialog;
pub use menu::path_of;
use problem::Question;
use think::Request;

/// What the panel beside the board shows where there is no room for all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Panel {
    Moves,
    Lines,
    Hint,
    Graph,
    Openings,
}

impl Panel {
    fn title(self) -> &'static str {
        match self {
            Panel::Moves => "Moves",
            Panel::Lines => "Lines",
            Panel::Hint => "Hint",
            Panel::Graph => "Graph",
            Panel::Openings => "Openings",
        }
    }
}

/// What can be clicked.
#[derive(Clone, Copy, Debug)]
enum Hit {
    /// The board lies here.
    Board,
    /// A piece in the tray.
    Slot(SiteId),
    Button(usize),
    Panel(Panel),
    /// A move in the list, as the number of moves up to it.
    Ply(usize),
    Menu(usize),
}

/// What is known about a line of play: the live analysis, and the position it is of.
#[derive(Default)]
struct Live {
    on: bool,
    job: Option<Job>,
    /// The ply and the key of the position.
    of: Option<(usize, u64)>,
    thought: Option<Thought>,
}

/// How saved games went on from a position.
#[derive(Default)]
struct Explored {
    job: Option<Job>,
    /// The ply and the key of the position.
    of: Option<(usize, u64)>,
    found: Option<Openings>,
}

/// The room.
pub struct GameRoom {
    play: Play,
    hand: Hand,
    field: Field,
    flip: bool,
    /// The map of choices is shown.
    map: bool,
    panel: Panel,
    message: String,
    is_fault: bool,
    /// An engine at work, and what for.
    job: Option<(Job, Request)>,
    /// What it has said so far.
    progress: String,
    /// A bot that thinks on a person's time.
    ponders: Option<Job>,
    /// How far the text in a panel is scrolled.
    scrolled: usize,
    live: Live,
    explored: Explored,
    review: Option<Job>,
    hint: Option<Thought>,
    /// Warns of moves that cost too much, if somebody is wanted who does, and the move it looks at.
    tutor: Option<Tutor>,
    checked: String,
    /// Why the machine played its last move.
    why: Option<(String, Thought)>,
    /// What the position was worth after each number of plies.
    bars: BTreeMap<usize, Worth>,
    /// What a review says of each move, by its ply from 1, and of the whole game.
    reviewed: BTreeMap<usize, Reviewed>,
    verdict: Vec<String>,
    dialog: Option<Dialog>,
    /// A problem on the board.
    question: Option<Question>,
    plane: Option<(PlaneKey, Plane)>,
    /// Where the board begins on the screen.
    origin: (i32, i32),
    hits: Hits<Hit>,
    cursor: Option<(u16, u16)>,
    began: bool,
    /// The options of the game that are not as usual.
    unusual: String,
    /// When the clocks, or a game that was not saved, were written last.
    written: Instant,
}

/// What a layout depends on.
type PlaneKey = (u16, u16, bool);

impl GameRoom {
    pub fn new(play: Play, shared: &Shared) -> GameRoom {
        GameRoom::asking(play, None, shared)
    }

    /// The same with a problem on the board: no engine gives its solution away.
    fn asking(play: Play, question: Option<Question>, shared: &Shared) -> GameRoom {
        let analyses = play.analysis && question.is_none();
        let start = play.game.rules().start();
        let board = play.game.rules().board();
        let mut first = start.moves();
        // Rolls touch nothing.
        if start.turn() == Turn::Chance {
            first.clear();
        }
        let hand = Hand::new(board, &first, &start.scene());
        let mut room = GameRoom {
            hand,
            field: Field::default(),
            // Whoever plays the second side alone wants to see the board from there.
            flip: false,
            map: false,
            panel: Panel::Moves,
            message: String::new(),
            is_fault: false,
            job: None,
            progress: String::new(),
            ponders: None,
            scrolled: 0,
            live: Live { on: analyses, ..Live::default() },
            explored: Explored::default(),
            review: None,
            hint: None,
            tutor: play.habits.warn.map(Tutor::new),
            checked: String::new(),
            why: None,
            bars: BTreeMap::new(),
            reviewed: BTreeMap::new(),
            verdict: Vec::new(),
            dialog: None,
            question,
            plane: None,
            origin: (0, 0),
            hits: Vec::new(),
            cursor: None,
            began: false,
            unusual: room::unusual(&shared.games, play.game.rules().name()),
            written: Instant::now(),
            play,
        };
        room.happen(Event::Begin, "", shared);
        if analyses {
            room.panel = Panel::Lines;
            room.start_review(think::REVIEW_TIME, shared);
        } else if !room.play.analysis
            && room.play.sitting().has_moves()
            && room.play.sitting().seats().iter().any(|seat| !seat.is_person())
        {
            // Who was ahead is not saved; an engine finds it out again.
            room.start_review(think::GRAPH_TIME, shared);
        }
        room
    }

    fn say(&mut self, text: impl Into<String>) {
        (self.message, self.is_fault) = (text.into(), false);
    }

    fn fail(&mut self, text: impl Into<String>) {
        (self.message, self.is_fault) = (text.into(), true);
    }

    /// Something happens at the table. If it can, `said` is the message about it.
    fn happen(&mut self, event: Event<'_>, said: &str, shared: &Shared) {
        match self.play.handle(event, &shared.shelf) {
            Ok(effects) => {
                self.say(said);
                self.carry_out(effects, shared);
            }
            Err(refusal) => self.refused(refusal, shared),
        }
    }

    /// Does what follows from something that has happened.
    fn carry_out(&mut self, effects: Effects, shared: &Shared) {
        if effects.hush {
            (self.job, self.ponders) = (None, None);
        }
        if effects.keep.is_some() {
            self.let_go();
        }
        if effects.late {
            self.say("time is up");
        }
        match effects.tell {
            Some(table::Notice::DrawOffered(_)) => self.say("thinking…"),
            Some(table::Notice::DrawDeclined(_)) => self.say("the machine declines and plays on"),
            Some(table::Notice::Stuck(_, why)) => self.fail(why),
            // What else there is to tell can be seen on the board.
            _ => {}
        }
        if let Some(ask) = effects.ask {
            self.wake(ask, shared);
        }
        if let Some(player) = effects.ponder {
            self.ponders = Some(self.ponder(player));
        }
        self.follow(shared);
        self.tell_notice();
    }

    /// Something was not done. If another program has changed the game, it is at the board already.
    fn refused(&mut self, refusal: Refusal, shared: &Shared) {
        if refusal.changed {
            (self.why, self.review, self.ponders) = (None, None, None);
            self.bars.clear();
            self.reviewed.clear();
            self.verdict.clear();
            self.let_go();
            self.happen(Event::Begin, "", shared);
        }
        self.fail(refusal.why);
    }

    /// Says that saving has failed, or works again.
    fn tell_notice(&mut self) {
        match self.play.take_notice() {
            Some(Notice::Good(text)) => self.say(text),
            Some(Notice::Bad(text)) => self.fail(text),
            None => {}
        }
    }

    /// The position is another one: nothing that was begun in the old one goes on.
    fn let_go(&mut self) {
        self.hand.let_go();
        self.field = Field::default();
        (self.job, self.hint) = (None, None);
        self.progress.clear();
        self.scrolled = 0;
    }

    /// The legal moves of a person who may move now.
    fn legal(&self) -> &[henge::erased::MoveView] {
        let free = self.play.sitting().person().is_some() && self.job.is_none();
        if free { &self.play.legal } else { &[] }
    }

    /// Lets the hand look at the board.
    fn with_view<T>(&mut self, f: impl FnOnce(&mut Hand, View<'_>) -> T) -> T {
        let scene = self.play.sitting().table().scene();
        let mover = self.play.sitting().person();
        let free = mover.is_some() && self.job.is_none();
        let legal = if free { self.play.legal.as_slice() } else { &[] };
        let view = View { board: self.play.game.rules().board(), scene: &scene, legal, mover };
        f(&mut self.hand, view)
    }

    /// The scene to draw: steps made so far, the last move, where to touch, good moves.
    fn scene(&mut self) -> Scene {
        let (mut scene, marked) =
            self.with_view(|hand, view| (hand.scene(view), hand.marked(view)));
        let mark = |site, kind| Mark { site, kind, text: None };
        let mut last = self.play.sitting().table().last_path();
        // Where the piece came from and where it stands now; not what it passed on its way.
        let stands = |site: &SiteId| scene.pieces.iter().any(|piece| piece.site == *site);
        let from = last.first().copied();
        if last.iter().any(stands) {
            last.retain(|site| stands(site) || Some(*site) == from);
        }
        let beside = self.hand.tray.as_ref().map(|tray| tray.beside.clone()).unwrap_or_default();
        last.retain(|site| !beside.contains(&site.index()));
        scene.marks.extend(self.map_marks());
        scene.marks.extend(last.into_iter().map(|site| mark(site, MarkKind::Last)));
        scene.marks.extend(marked.into_iter().map(|site| mark(site, MarkKind::Target)));
        if let Some(thought) = &self.hint {
            for (n, line) in (1..).zip(thought.lines.iter().take(3)) {
                let Some(first) = line.moves.first() else { continue };
                let Some(mv) = self.play.legal.iter().find(|mv| mv.text == *first) else {
                    continue;
                };
                let shown: HashSet<SiteId> = match mv.path.len() {
                    1 => mv.path.iter().copied().collect(),
                    _ if beside.is_empty() => mv.path.iter().copied().collect(),
                    _ => mv.path.iter().skip(1).copied().collect(),
                };
                scene.marks.extend(shown.into_iter().map(|site| mark(site, MarkKind::Best(n))));
            }
        }
        scene
    }

    fn deed(&mut self, deed: HandAction, shared: &Shared) {
        if let HandAction::Play(i) = deed
            && let Some(mv) = self.legal().get(i).map(|mv| mv.text.clone())
        {
            self.move_by(&mv, shared);
        }
    }

    /// The person who is to move makes this move, which the table reads.
    fn move_by(&mut self, text: &str, shared: &Shared) {
        if !self.check(text, shared) {
            self.play_now(text, shared);
        }
    }

    fn play_now(&mut self, text: &str, shared: &Shared) {
        if let Some(by) = self.play.sitting().person() {
            self.happen(Event::Move { by, text }, "", shared);
            self.judge_answer(shared);
        }
    }

    /// Who is to move, in words.
    fn state(&self) -> String {
        let sitting = self.play.sitting();
        if let Some(asked) = self.question.as_ref().filter(|asked| asked.is_open) {
            return asked.words.clone();
        }
        match sitting.turn() {
            Turn::Player(player) => {
                let name = self.play.name(player);
                match sitting.seat(player).is_person() {
                    true => format!("{name} to move"),
                    _ if sitting.stuck().is_some() => format!("{name} has stopped"),
                    _ if self.progress.is_empty() => format!("{name} is thinking"),
                    _ => format!("{name} is thinking: {}", self.progress),
                }
            }
            Turn::Chance => "rolling the dice".into(),
            Turn::Over(_) => {
                let players = &self.play.game.rules().about().players;
                sitting.ending().map(|ending| ending.in_words(players)).unwrap_or_default()
            }
        }
    }

    fn seat_name(&self, player: Player) -> String {
        let seats = self.play.sitting().seats();
        match seats[player.index()].name.as_str() {
            Seat::HUMAN if seats.iter().filter(|seat| seat.is_person()).count() == 1 => {
                "you".into()
            }
            name => {
                let spec: Option<Spec> = name.parse().ok();
                let level = spec.as_ref().and_then(|spec| Some((&spec.name, spec.only("level")?)));
                level.map_or_else(|| name.into(), |(bot, level)| format!("{bot}, {level}"))
            }
        }
    }
}
