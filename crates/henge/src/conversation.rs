//! Conversations with programs about a game. A front end shows the board beside what was said; it
//! needs to know neither the program nor the game.

use std::sync::atomic::AtomicBool;

use henge_core::Limits;

use crate::{Playable, Registry};

/// What can be talked about with a program, and how.
#[derive(Clone, Debug)]
pub struct Talk {
    /// The name in commands: `gammon`.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it is, in a sentence or two.
    pub about: &'static str,
    /// The ways to begin: the sides that a person may take, or languages. The first one is usual.
    pub ways: &'static [Way],
    /// What can be said, with its abbreviations, and what it does. Moves are not listed.
    pub commands: &'static [(&'static str, &'static str)],
    /// What people say most, for keys and buttons; the most useful first.
    pub sayings: &'static [Saying],
}

/// A way to begin a conversation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// The name in commands: `black`.
    pub name: &'static str,
    /// For people: `you are Black`.
    pub title: &'static str,
}

/// Something to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Saying {
    /// The words.
    pub says: &'static str,
    /// What they do, in a word or three.
    pub does: &'static str,
    /// A file goes with the words: they are said with its text, see [`Heard::file`].
    pub wants_file: bool,
}

impl Saying {
    /// Words that are enough.
    pub const fn new(says: &'static str, does: &'static str) -> Saying {
        Saying { says, does, wants_file: false }
    }

    /// Words to which a file belongs.
    pub const fn with_file(says: &'static str, does: &'static str) -> Saying {
        Saying { says, does, wants_file: true }
    }
}

/// How a conversation begins. The same opening and the same lines are the same conversation, unless a
/// thought is cut short by the clock.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The name of one of the [ways](Talk::ways); the usual one if it is empty.
    pub way: String,
    /// Where dice and other chances start.
    pub seed: u64,
    /// How long the program may think about a move.
    pub limits: Limits,
    /// How many moves the program makes at most when it hears one line; [`None`] is no limit.
    pub most_moves: Option<u32>,
}

impl Opening {
    /// The way to begin, or what the ways are.
    pub fn way_of(&self, talk: &Talk) -> Result<Way, String> {
        let named = |way: &&Way| self.way.is_empty() || way.name == self.way;
        talk.ways.iter().find(named).copied().ok_or_else(|| {
            let names: Vec<&str> = talk.ways.iter().map(|way| way.name).collect();
            format!("{} does not begin with \"{}\", but with {}", talk.name, self.way, list(&names))
        })
    }
}

fn list(names: &[&str]) -> String {
    match names {
        [] => "nothing".into(),
        [one] => (*one).into(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A line for the program.
#[derive(Clone, Copy, Debug)]
pub struct Heard<'a> {
    /// What is said.
    pub line: &'a str,
    /// The text of the file that the line names, if the program has [asked](Reply::read) for it.
    pub file: Option<&'a str>,
    /// Raised from outside, it ends a thought.
    pub stop: &'a AtomicBool,
}

impl<'a> Heard<'a> {
    /// A line without a file, and nobody who hurries.
    pub fn line(line: &'a str) -> Heard<'a> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Heard { line, file: None, stop: &NEVER }
    }
}

/// What the program answers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// To be shown. One that has several lines is a drawing of the board.
    pub lines: Vec<String>,
    /// The line was not taken, and `lines` say so.
    pub refused: bool,
    /// A file to be written: its name, and what belongs into it.
    pub write: Option<(String, String)>,
    /// A file to be read: the same line is to be said again with its text, and until then nothing has
    /// happened.
    pub read: Option<String>,
    /// That was all.
    pub ends: bool,
    /// Something has changed. A line that changes nothing need not be repeated by somebody who follows
    /// the conversation again.
    pub changes: bool,
}

impl Reply {
    /// Words, and nothing has changed.
    pub fn words(lines: Vec<String>) -> Reply {
        Reply { lines, ..Reply::default() }
    }
}

/// Opens conversations with a program about one game: an ability of that game.
pub trait Converse: Send + Sync {
    /// What there is to say.
    fn about(&self) -> &Talk;

    /// Begins a conversation.
    fn begin(&self, opening: &Opening) -> Result<Box<dyn Conversation>, String>;
}

/// A conversation in progress: lines in, lines out. It reads no keyboard and writes no file.
pub trait Conversation: Send {
    /// What is said at first; the first line is a heading.
    fn greeting(&self) -> Vec<String>;

    /// How things stand, before the next line; it may be empty.
    fn status(&self) -> String;

    /// With what the next line is asked for.
    fn prompt(&self) -> String {
        "? ".into()
    }

    /// What it waits for, in a line for those who do not show both.
    fn waits_for(&self) -> String {
        let status = self.status();
        if status.is_empty() { self.prompt().trim_end().into() } else { status }
    }

    /// The position to draw, as the rules of the game read it; nothing if it cannot be written, then
    /// the last one stands.
    fn position(&self) -> Option<String>;

    /// Is it a person's turn on the board? A legal move may be said then, as the game writes it.
    fn asks_for_move(&self) -> bool;

    /// What there is to say now, besides moves; the first is what most people would say.
    fn suggestions(&self) -> Vec<Saying>;

    /// Hears a line. After an error the conversation goes on as if nothing had been said.
    fn hear(&mut self, heard: Heard<'_>) -> Result<Reply, String>;
}

impl Registry {
    /// All games that somebody can talk about, with whoever does; each game with its usual options.
    pub fn conversations(&self) -> Vec<Playable> {
        let games = self.families().filter_map(|family| self.game(family.slug()).ok());
        games.filter(|game| game.ability::<dyn Converse>().is_some()).collect()
    }
}
