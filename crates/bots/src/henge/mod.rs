//! The bot to take when nobody has chosen one: it picks its engine for the game and the time it has.
//!
//! It looks into a book, tries to solve the position where the game has a fast solver, and otherwise
//! searches with the engine that suits the game. `perfect` is the same bot with nearly all the time
//! for the solver.

mod level;
mod parts;
mod plan;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought, table_of};
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_core::{Aim, Game, Limits, Match, NoMemory, Notation, Scale, Score, ScoreKind, Turn};
use henge_search::book::Book;
use henge_search::{Engine, Solver, Task as Question};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::choice;
use crate::engines::{
    BOOK, DEFAULT_TIME, DEPTH, MARGIN, NODES, SEED, TABLE, THREADS, TIME, ask, both, keys,
    own_limits, stricter, table_bytes, threads,
};
use crate::file::{MOST_BYTES, read_file};
pub use level::Level;
pub use parts::{EngineParts, Settings};
pub use plan::{EngineKind, Facts, Plan, plan};

/// The options of `henge`.
pub const PARAMS: &[Param] = &[
    Param::new("level", "best", Values::Choice(&Level::NAMES), "how strong it is to be"),
    DEPTH,
    NODES,
    TIME,
    Param { default: "0", ..THREADS },
    BOOK,
    MARGIN,
    SEED,
];

/// The options of `perfect`.
pub const PERFECT: &[Param] =
    &[NODES, TIME, Param { default: "256", help: "the size of the table in MiB", ..TABLE }, BOOK];

/// Perfection is worth waiting for.
const PERFECT_TIME: Duration = Duration::from_secs(30);
/// What is left of the time if `perfect` has not solved the position, is for a search, in percent.
const PERFECT_SOLVER_PERCENT: u32 = 80;

/// The bots `henge` and `perfect`.
pub struct HengeBot<G: Notation> {
    name: String,
    level: Level,
    limits: Limits,
    default_time: Duration,
    perfect: bool,
    parts: EngineParts<G>,
    /// Threads, if the bot's name says how many.
    threads: Option<usize>,
    solver_bytes: usize,
    margin: u32,
    seed: u64,
    rng: Xoshiro256PlusPlus,
    book: Option<Arc<Book>>,
    /// Made when they are needed first, and kept from move to move.
    solver: Option<Box<dyn Solver<G>>>,
    engine: Option<(Plan, Box<dyn Engine<G>>)>,
}

impl<G: Notation> HengeBot<G> {
    /// The bot `henge`; `game` is the full name of the game, which a book must be of.
    pub fn new(options: &Options, game: &str, parts: &EngineParts<G>) -> Result<Self, SpecError> {
        let seed = options.int("seed").unwrap_or(1);
        Ok(HengeBot {
            name: options.name(),
            level: Level::named(options.text("level")).unwrap_or(Level::Best),
            limits: own_limits(options),
            default_time: DEFAULT_TIME,
            perfect: false,
            parts: parts.clone(),
            threads: options.int("threads").filter(|&n| n > 0).map(|_| threads(options)),
            solver_bytes: 256 << 20,
            margin: options.int("margin").unwrap_or(0) as u32,
            seed,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            book: book(options, game, parts)?,
            solver: None,
            engine: None,
        })
    }

    /// The bot `perfect`.
    pub fn perfect(
        options: &Options,
        game: &str,
        parts: &EngineParts<G>,
    ) -> Result<Self, SpecError> {
        // The table comes with the first move, but whoever sits down is to know that he can play.
        NoMemory::unless_there_are(table_bytes(options))
            .map_err(|error| options.no_memory(error))?;
        Ok(HengeBot {
            default_time: PERFECT_TIME,
            perfect: true,
            threads: Some(1),
            solver_bytes: table_bytes(options),
            ..HengeBot::new(options, game, parts)?
        })
    }

    fn plan(&self, limits: Limits) -> Plan {
        let mut plan = plan(self.parts.facts, limits);
        if self.perfect && self.parts.solver.is_some() {
            plan.solver_percent = PERFECT_SOLVER_PERCENT;
            // The table that was asked for is the solver's; a search that steps in has a small one.
            plan.table_bytes = plan.table_bytes.min(self.solver_bytes / 4);
        }
        plan.threads = self.threads.unwrap_or(plan.threads);
        plan
    }

    /// The engine of the plan; the old one, if it was made for a plan alike.
    fn engine(&mut self, plan: Plan) -> Result<&mut dyn Engine<G>, NoMemory> {
        let fits = |old: &Plan| (old.engine, old.threads) == (plan.engine, plan.threads);
        if !self.engine.as_ref().is_some_and(|(old, _)| fits(old)) {
            let settings = Settings {
                table_bytes: plan.table_bytes,
                threads: plan.threads,
                seed: self.seed,
                level: self.level,
            };
            self.engine = Some((plan, (self.parts.engine)((plan.engine, settings))?));
        }
        Ok(&mut *self.engine.as_mut().expect("made above if it was missing").1)
    }

    /// What the scores of an engine mean.
    fn scale(&self, engine: EngineKind) -> Option<Scale> {
        let usual = plan(self.parts.facts, Limits::NONE).engine;
        match engine {
            engine if engine == usual => Some(self.parts.scale),
            // What was played out is an expected result.
            EngineKind::Mcts => Some(Scale::LOGIT),
            _ => None,
        }
    }

    /// Looks as far as the level allows, and errs.
    fn think_at_level(
        &mut self,
        table: &Match<G>,
        task: Task<'_>,
        limits: Limits,
    ) -> Result<Thought, NoMemory> {
        let plan = Plan { threads: 1, table_bytes: 16 << 20, ..self.plan(limits) };
        let limits = both(self.level.horizon(plan.engine), limits);
        let question = Task::new(limits).lines(usize::MAX).stop(task.stop);
        let scale = self.scale(plan.engine);
        let engine = self.engine(plan)?;
        // It must not remember what it saw for the last move: that would be one ply more.
        engine.clear();
        let mut thought = ask(engine, table, question, scale);
        self.level.misjudge(&mut thought, &mut self.rng);
        thought.lines.truncate(task.n_lines.max(1));
        Ok(thought)
    }

    /// What the book says, if it knows the best move.
    fn look_up(&self, table: &Match<G>) -> Option<Thought> {
        let book = self.book.as_ref()?;
        let (mv, entry) = book.best(&**table.game(), table.position())?;
        let moves = table.game().write_line(table.position(), &[mv]);
        let kind = match entry.kind {
            ScoreKind::Proved => ScoreKind::Table,
            kind => kind,
        };
        let lines = vec![Line { score: Some((entry.score, kind)), moves }];
        let why = vec![match entry.games {
            0 => "The move is from its opening book.".to_string(),
            n => format!("{n} games of its opening book went on like this."),
        }];
        Some(Thought { lines, why, scale: Some(self.parts.scale), ..Thought::default() })
    }

    /// The exact value of the position and, where more lines are wanted, of the other moves.
    fn solve(
        &mut self,
        table: &Match<G>,
        limits: Limits,
        task: &mut Task<'_>,
    ) -> Result<Option<Thought>, NoMemory> {
        let Some(solver) = self.solver()? else { return Ok(None) };
        let (game, pos) = (&**table.game(), table.position());
        let began = Instant::now();
        let progress = &mut *task.progress;
        let mut depth = 0;
        let mut tell = |report: &henge_search::Report<G::Move>| {
            depth = report.depth;
            progress(&crate::engines::thought(table, report, None));
        };
        let found =
            solver.solve(game, pos, Question::new(limits).stop(task.stop).progress(&mut tell));
        let Some(&best) = found.line.first().filter(|_| found.proved) else { return Ok(None) };
        let mut nodes = found.nodes;
        let score = Some((found.score, found.kind));
        let mut lines = vec![Line { score, moves: game.write_line(pos, &found.line) }];
        for mv in game.moves(pos).filter(|&mv| mv != best) {
            let time = limits.time_for_move().map(|time| time.saturating_sub(began.elapsed()));
            if task.n_lines <= 1 || time.is_some_and(|time| time.is_zero()) {
                break;
            }
            let nodes_left = limits.nodes.map(|limit| limit.saturating_sub(nodes));
            let left = Limits { time, nodes: nodes_left, ..Limits::NONE };
            if let Some((line, spent)) = other_line(solver, game, pos, mv, left, task.stop) {
                nodes += spent;
                lines.push(line);
            }
        }
        let others = &mut lines[1..];
        others.sort_by_key(|line| std::cmp::Reverse(line.score.map(|(score, _)| score)));
        lines.truncate(task.n_lines.max(1));
        Ok(Some(Thought { lines, depth, nodes, scale: Some(Scale::LOGIT), ..Thought::default() }))
    }

    /// The solver, if the game has one.
    fn solver(&mut self) -> Result<Option<&mut dyn Solver<G>>, NoMemory> {
        if self.solver.is_none()
            && let Some(make) = &self.parts.solver
        {
            self.solver = Some(make(self.solver_bytes)?);
        }
        match &mut self.solver {
            Some(solver) => Ok(Some(&mut **solver)),
            None => Ok(None),
        }
    }
}

/// The line that begins with `mv`, if it can be solved.
fn other_line<G: Notation>(
    solver: &mut dyn Solver<G>,
    game: &G,
    pos: &G::Position,
    mv: G::Move,
    limits: Limits,
    stop: &AtomicBool,
) -> Option<(Line, u64)> {
    let Turn::Player(player) = game.turn(pos) else { return None };
    let mut next = pos.clone();
    game.play(&mut next, mv);
    let (score, kind, rest, nodes) = match game.turn(&next) {
        Turn::Over(outcome) => (Score::of(outcome, player, 0), ScoreKind::Proved, Vec::new(), 0),
        turn => {
            let found = solver.solve(game, &next, Question::new(limits).stop(stop));
            if !found.proved {
                return None;
            }
            let same = turn == Turn::Player(player);
            let score = if same { found.score } else { -found.score };
            let kind = if same { found.kind } else { found.kind.flipped() };
            (score, kind, found.line, found.nodes)
        }
    };
    let moves: Vec<G::Move> = [mv].into_iter().chain(rest).collect();
    let line = Line { score: Some((score.earlier(1), kind)), moves: game.write_line(pos, &moves) };
    Some((line, nodes))
}

impl<G: Notation> DynBot for HengeBot<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, mut task: Task<'_>) -> Result<Thought, BotError> {
        let table = table_of::<G>(table)?;
        if self.level < Level::Best {
            let limits = both(self.limits, task.limits);
            return Ok(self.think_at_level(table, task, limits)?);
        }
        let limits = stricter(self.limits, task.limits, self.default_time);
        let mut moves = table.game().moves(table.position());
        let plays = task.aim == Aim::Move && task.n_lines <= 1;
        if let (Some(only), None, true) = (moves.next(), moves.next(), plays) {
            let moves = table.game().write_line(table.position(), &[only]);
            let why = vec!["It is the only legal move.".into()];
            return Ok(Thought {
                lines: vec![Line { score: None, moves }],
                why,
                ..Thought::default()
            });
        }
        // A book that was computed knows what the position is worth; one of played games knows a move.
        let tells = |thought: &Thought| {
            let sure = |line: &Line| line.score.is_some_and(|(_, kind)| kind.is_sure());
            plays || task.n_lines <= 1 && thought.lines.iter().all(sure)
        };
        if let Some(thought) = self.look_up(table).filter(tells) {
            return Ok(thought);
        }
        let began = Instant::now();
        let plan = self.plan(limits);
        let for_solver = part(limits, plan.solver_percent);
        if plan.solver_percent > 0
            && let Some(thought) = self.solve(table, for_solver, &mut task)?
        {
            return Ok(thought);
        }
        // The rest of the time is for a search. A solver's nodes are not the engine's: it has all.
        let time = limits.time_for_move().map(|time| time.saturating_sub(began.elapsed()));
        let limits = Limits { time, clock: None, ..limits };
        let n_lines = task.n_lines.max(if self.margin > 0 { choice::MOST_LINES } else { 1 });
        let wanted = task.n_lines.max(1);
        let scale = self.scale(plan.engine);
        let mut thought = ask(self.engine(plan)?, table, Task { limits, n_lines, ..task }, scale);
        choice::within_margin(&mut thought, self.margin, &mut self.rng);
        thought.lines.truncate(wanted);
        let sure = thought.lines.first().and_then(|line| line.score).map(|(_, kind)| kind);
        if self.perfect && sure.is_none_or(|kind| kind.word() != "proved") {
            thought.why.insert(0, "This position was not solved in the time given.".into());
        }
        Ok(thought)
    }

    fn ponder(&mut self, table: &dyn DynMatch, stop: &AtomicBool) {
        let limits = stricter(self.limits, Limits::NONE, self.default_time);
        let Ok(table) = table_of::<G>(table) else { return };
        if self.level < Level::Best || limits.time_for_move().is_none() {
            return;
        }
        // Solving the position after the opponent's move solves what will be asked, most often.
        let plan = self.plan(limits);
        if plan.solver_percent > 0
            && let Ok(Some(solver)) = self.solver()
        {
            let question = Question::new(Limits::NONE).stop(stop);
            solver.solve(table.game(), table.position(), question);
        }
        if !stop.load(Relaxed)
            && let Ok(engine) = self.engine(plan)
        {
            engine.ponder(table.game(), table.position(), &keys(table), stop);
        }
    }
}

/// So many percent of the limits.
fn part(limits: Limits, percent: u32) -> Limits {
    Limits {
        depth: None,
        nodes: limits.nodes.map(|nodes| nodes / 100 * u64::from(percent)),
        time: limits.time_for_move().map(|time| time * percent / 100),
        clock: None,
    }
}

/// The book that the options name, or the one that comes with the game.
fn book<G: Game>(
    options: &Options,
    game: &str,
    parts: &EngineParts<G>,
) -> Result<Option<Arc<Book>>, SpecError> {
    match options.text("book") {
        "" => Ok(parts.book.and_then(|own| own())),
        "none" => Ok(None),
        path => {
            let wrong = |why: String| options.wrong("book", why);
            let bytes = read_file(Path::new(path), MOST_BYTES).map_err(wrong)?;
            let book = Book::from_bytes(&bytes).and_then(|book| book.of(game));
            Ok(Some(Arc::new(book.map_err(|error| wrong(error.to_string()))?)))
        }
    }
}
