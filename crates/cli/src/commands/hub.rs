//! henge as an engine for programs that speak the Hub protocol, version 2.
//!
//! One thread reads lines, one thinks, and this one speaks. It never waits for the bot, so that `stop`,
//! `ping` and `quit` are heard at any time. A line that is wrong is answered with an `error` and
//! changes nothing.

use std::collections::VecDeque;
use std::io::{BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use henge::bots::hub::board::{read_move, read_position, variant, variant_name, write_move};
use henge::bots::hub::level;
use henge::bots::hub::line::{LONGEST, Line};
use henge::erased::{BotError, DynBot, DynMatch, Task, Thought};
use henge::games::draughts::Variant;
use henge::harmless::harmless_line;
use henge::{Limits, Playable, Registry, Turn};

use crate::args::HubArgs;
use crate::fault::{Done, Fault};

/// What happens while nobody has to be waited for.
enum Event {
    Line(String),
    /// A line that is not text, or has no end.
    Garbage,
    /// Whoever asked has gone.
    Closed,
    Info(Thought),
    /// The bot is gone if it has crashed.
    Done(Option<Box<dyn DynBot>>, Result<Thought, BotError>),
}

/// A search going on.
struct Search {
    stop: Arc<AtomicBool>,
    began: Instant,
    /// Does it think on the opponent's time?
    ponders: bool,
    /// Has it been told to stop?
    stopping: bool,
    /// When it is told to stop, whatever the bot does.
    until: Option<Instant>,
    /// The position it thinks about.
    table: Box<dyn DynMatch>,
}

struct Engine {
    games: Registry,
    events: SyncSender<Event>,
    variant: Variant,
    game: Playable,
    bot_name: String,
    /// Not there while it thinks.
    bot: Option<Box<dyn DynBot>>,
    ready: bool,
    table: Option<Box<dyn DynMatch>>,
    limits: Option<Limits>,
    search: Option<Search>,
    /// What came after `stop`, for when the search has ended.
    waiting: VecDeque<Line>,
}

/// Should it go on?
#[derive(PartialEq, Eq)]
enum Next {
    Go,
    Quit,
}

/// The names Hub has for what a game can be.
fn variants() -> Vec<&'static str> {
    Variant::ALL.iter().map(|(variant, _)| variant_name(*variant)).collect()
}

fn game(games: &Registry, variant: Variant) -> Result<Playable, Fault> {
    Ok(games.game(&format!("draughts:variant={}", variant.name()))?)
}

pub fn run(args: &HubArgs, games: &Registry) -> Result<Done, Fault> {
    let Some(variant) = variant(&args.variant) else {
        let names = variants().join(", ");
        return Err(Fault::Call(format!("no variant {:?}; there are {names}", args.variant)));
    };
    let game = game(games, variant)?;
    let bot = Some(game.bot(&args.bot)?);
    // Room for what a quick bot says at once; whoever finds no room waits.
    let (events, heard) = sync_channel(256);
    let reader = events.clone();
    thread::spawn(move || read(&reader));
    let mut engine = Engine {
        games: games.clone(),
        events,
        variant,
        game,
        bot_name: args.bot.clone(),
        bot,
        ready: false,
        table: None,
        limits: None,
        search: None,
        waiting: VecDeque::new(),
    };
    engine.run(&heard)?;
    Ok(Done::Finished)
}

/// Reads lines until there are no more.
fn read(events: &SyncSender<Event>) {
    let mut stdin = std::io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let n = stdin.by_ref().take(LONGEST as u64 + 2).read_until(b'\n', &mut bytes);
        let event = match n {
            Ok(0) | Err(_) => Event::Closed,
            Ok(_) if bytes.len() > LONGEST + 1 && !bytes.ends_with(b"\n") => {
                // The rest of it is not another line.
                while bytes.last().is_some_and(|&byte| byte != b'\n') {
                    bytes.clear();
                    if stdin.by_ref().take(1 << 16).read_until(b'\n', &mut bytes).is_err() {
                        break;
                    }
                }
                Event::Garbage
            }
            Ok(_) => String::from_utf8(bytes.clone()).map_or(Event::Garbage, Event::Line),
        };
        let closed = matches!(event, Event::Closed);
        if events.send(event).is_err() || closed {
            return;
        }
    }
}

fn say(line: &Line) -> Result<(), Fault> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", harmless_line(&line.to_string()))?;
    Ok(out.flush()?)
}

fn error(message: impl std::fmt::Display) -> Result<(), Fault> {
    say(&Line::new("error").with("message", message))
}

impl Engine {
    fn run(&mut self, heard: &Receiver<Event>) -> Result<(), Fault> {
        loop {
            let event = match self.search.as_ref().and_then(|search| search.until) {
                None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(until) => heard.recv_timeout(until.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(Event::Line(text)) => match Line::parse(&text) {
                    Ok(line) => {
                        if self.hear(line)? == Next::Quit {
                            return Ok(());
                        }
                    }
                    Err(wrong) => error(wrong)?,
                },
                Ok(Event::Garbage) => error("the line is not text, or too long")?,
                Ok(Event::Info(thought)) => self.inform(&thought)?,
                Ok(Event::Done(bot, thought)) => {
                    self.bot = bot.or_else(|| self.game.bot(&self.bot_name).ok());
                    self.finish(thought)?;
                    while self.search.is_none()
                        && let Some(line) = self.waiting.pop_front()
                    {
                        if self.hear(line)? == Next::Quit {
                            return Ok(());
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.stop(),
                // The protocol: whoever has closed our input has crashed.
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    fn hear(&mut self, line: Line) -> Result<Next, Fault> {
        match line.command.as_str() {
            "quit" => return Ok(Next::Quit),
            "ping" => say(&Line::new("pong"))?,
            "stop" => self.stop(),
            "ponder-hit" => self.ponder_hit(),
            // The search is ending: what comes now is meant for afterwards.
            _ if self.search.as_ref().is_some_and(|search| search.stopping) => {
                self.waiting.push_back(line);
            }
            _ if self.search.is_some() => {
                error(format!("{} cannot be done while a search is going on", line.command))?;
            }
            _ => {
                if let Err(message) = self.obey(&line)? {
                    error(message)?;
                }
            }
        }
        Ok(Next::Go)
    }

    /// What is done between searches; the inner error is for whoever asked.
    fn obey(&mut self, line: &Line) -> Result<Result<(), String>, Fault> {
        match line.command.as_str() {
            "hub" => self.introduce()?,
            "set-param" => return Ok(self.set_param(line)),
            "init" => {
                self.ready = true;
                say(&Line::new("ready"))?;
            }
            "new-game" => return Ok(self.make_bot(&self.bot_name.clone())),
            "pos" => return Ok(self.set_position(line)),
            "level" => match level::read(line) {
                Ok(limits) => self.limits = Some(limits),
                Err(message) => return Ok(Err(message)),
            },
            "go" => return Ok(self.go(line)),
            other => return Ok(Err(format!("no command {other:?}"))),
        }
        Ok(Ok(()))
    }

    fn introduce(&self) -> Result<(), Fault> {
        let id = Line::new("id").with("name", "henge").with("version", env!("CARGO_PKG_VERSION"));
        say(&id.with("author", "the authors of henge"))?;
        let variant = Line::new("param").with("name", "variant");
        let variant = variant.with("value", variant_name(self.variant)).with("type", "enum");
        say(&variant.with("values", variants().join(" ")))?;
        let bot = Line::new("param").with("name", "bot").with("value", &self.bot_name);
        say(&bot.with("type", "string"))?;
        say(&Line::new("wait"))
    }

    fn set_param(&mut self, line: &Line) -> Result<(), String> {
        let name = line.get("name").ok_or("set-param has a name")?;
        let value = line.get("value").ok_or("set-param has a value")?;
        match name {
            "variant" => {
                let wrong = || format!("no variant {value:?}; there are {}", variants().join(", "));
                let variant = variant(value).ok_or_else(wrong)?;
                let game = game(&self.games, variant).map_err(|fault| fault.to_string())?;
                let bot = game.bot(&self.bot_name).map_err(|error| error.to_string())?;
                (self.variant, self.game, self.bot, self.table) = (variant, game, Some(bot), None);
                Ok(())
            }
            "bot" => {
                self.make_bot(value)?;
                self.bot_name = value.into();
                Ok(())
            }
            _ => Err(format!("no parameter {name:?}; there are variant, bot")),
        }
    }

    /// A fresh bot, which remembers nothing.
    fn make_bot(&mut self, name: &str) -> Result<(), String> {
        self.bot = Some(self.game.bot(name).map_err(|error| error.to_string())?);
        Ok(())
    }

    fn set_position(&mut self, line: &Line) -> Result<(), String> {
        let text = line.get("pos").ok_or("pos has a position")?;
        let mut table = read_position(&**self.game.rules(), text)?;
        for text in line.get("moves").unwrap_or_default().split_whitespace() {
            let mv = read_move(&*table, text);
            let mv = mv.ok_or_else(|| format!("{text} is not a legal move there"))?;
            table.play(&mv).map_err(|error| error.to_string())?;
        }
        self.table = Some(table);
        Ok(())
    }

    fn go(&mut self, line: &Line) -> Result<(), String> {
        let has = |name: &str| line.get(name).is_some();
        let (think, ponders) = (has("think"), has("ponder"));
        let analyses = has("analyze") || has("analyse");
        if [think, ponders, analyses].into_iter().filter(|given| *given).count() != 1 {
            return Err("go has one of think, ponder and analyze".into());
        }
        if !self.ready {
            return Err("init comes before go".into());
        }
        let table = self.table.as_ref().ok_or("pos comes before go")?;
        let limits = self.limits.ok_or("level comes before go")?;
        if let Turn::Over(_) = table.turn() {
            return Err("the game is over in this position".into());
        }
        // On the opponent's time it thinks until somebody says what he has played.
        let task_limits = if ponders {
            Limits { time: Some(level::FOR_EVER), clock: None, ..limits }
        } else {
            limits
        };
        let bot = self.bot.take().ok_or("the bot is away")?;
        let began = Instant::now();
        let stop = Arc::new(AtomicBool::new(false));
        let until = task_limits.time_for_move().map(|time| began + time);
        self.search = Some(Search {
            stop: Arc::clone(&stop),
            began,
            ponders,
            stopping: false,
            until,
            table: table.fork(),
        });
        let (table, events) = (table.fork(), self.events.clone());
        thread::spawn(move || think_about(bot, &*table, task_limits, &stop, &events));
        Ok(())
    }

    fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.stop.store(true, Ordering::SeqCst);
            search.stopping = true;
            search.until = None;
        }
    }

    /// The opponent has played what was expected: now the clock runs.
    fn ponder_hit(&mut self) {
        if let (Some(search), Some(limits)) = (&mut self.search, self.limits)
            && search.ponders
        {
            search.ponders = false;
            search.until = limits.time_for_move().map(|time| Instant::now() + time);
        }
    }

    fn inform(&self, thought: &Thought) -> Result<(), Fault> {
        let Some(search) = &self.search else { return Ok(()) };
        let mut line = Line::new("info");
        if thought.depth > 0 {
            line = line.with("depth", thought.depth);
        }
        let best = thought.lines.first();
        if let Some((score, _)) = best.and_then(|best| best.score) {
            // In men; a game that is decided counts 100, less a little for every move to the end.
            let men = match score.decided() {
                Some((points, plies)) => {
                    f64::from(points.signum()) * (100.0 - f64::from(plies.min(9_999)) / 100.0)
                }
                None => f64::from(score.0) / 100.0,
            };
            line = line.with("score", format!("{men:.2}"));
        }
        let seconds = search.began.elapsed().as_secs_f64();
        line = line.with("nodes", thought.nodes).with("time", format!("{seconds:.3}"));
        if seconds > 0.0 {
            line = line.with("nps", format!("{:.3}", thought.nodes as f64 / seconds / 1e6));
        }
        let moves = best.map_or(&[][..], |best| &best.moves);
        let moves = hub_moves(&*search.table, moves);
        if !moves.is_empty() {
            line = line.with("pv", moves.join(" "));
        }
        say(&line)
    }

    fn finish(&mut self, thought: Result<Thought, BotError>) -> Result<(), Fault> {
        let Some(search) = self.search.take() else { return Ok(()) };
        let moves = match &thought {
            Ok(thought) => {
                self.search = Some(search);
                self.inform(thought)?;
                let Some(search) = self.search.take() else { return Ok(()) };
                let moves = thought.lines.first().map_or(&[][..], |best| &best.moves);
                hub_moves(&*search.table, moves)
            }
            Err(wrong) => {
                error(wrong)?;
                // A move must come, or whoever waits for it waits for ever.
                let any = search.table.moves().into_iter().take(1).map(|view| view.text);
                hub_moves(&*search.table, &any.collect::<Vec<_>>())
            }
        };
        let mut done = Line::new("done");
        for (name, mv) in ["move", "ponder"].into_iter().zip(moves) {
            done = done.with(name, mv);
        }
        say(&done)
    }
}

/// A line of moves as Hub writes them.
fn hub_moves(table: &dyn DynMatch, moves: &[String]) -> Vec<String> {
    let mut next = table.fork();
    let mut all = Vec::new();
    for mv in moves {
        let Some(text) = write_move(&*next, mv) else { break };
        if next.play(mv).is_err() {
            break;
        }
        all.push(text);
    }
    all
}

/// The thread that thinks.
fn think_about(
    mut bot: Box<dyn DynBot>,
    table: &dyn DynMatch,
    limits: Limits,
    stop: &AtomicBool,
    events: &SyncSender<Event>,
) {
    let mut told = Instant::now();
    let mut progress = |thought: &Thought| {
        // The first plies take no time; nobody can read them all.
        let now = Instant::now();
        if thought.depth <= 1 || now - told >= Duration::from_millis(20) {
            told = now;
            // Nobody listens when the program is ending.
            let _ = events.send(Event::Info(thought.clone()));
        }
    };
    let task = Task::new(limits).stop(stop).progress(&mut progress);
    let done = match catch_unwind(AssertUnwindSafe(|| bot.think(table, task))) {
        Ok(thought) => Event::Done(Some(bot), thought),
        Err(_) => Event::Done(None, Err(BotError::Outside("the bot has crashed".into()))),
    };
    let _ = events.send(done);
}
