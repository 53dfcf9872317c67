//! Where text goes, and how it looks there.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use henge::depict::{Mark, MarkKind};
use henge::erased::{DynGame, DynMatch};
use henge::harmless::{harmless, harmless_line, is_harmless};
use henge::render::{self, Charset, Colour, SvgStyle, TextStyle, Theme};
use henge::{EndedBy, Ending, Outcome, Scene, Turn};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;

use crate::args::When;
use crate::fault::Fault;
use crate::setup;

/// The screen, or whatever stands in its place.
pub struct Output {
    pub style: TextStyle,
    /// Stands for the escape character in text that is ours; see [`Output::styled`].
    mark: String,
}

impl Output {
    pub fn new(color: When, ascii: bool) -> Output {
        let terminal = std::io::stdout().is_terminal();
        let set = |name: &str| std::env::var(name).is_ok_and(|value| !value.is_empty());
        let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
        let colour = match color {
            When::Always => true,
            When::Never => false,
            When::Auto => terminal && !dumb && !set("NO_COLOR"),
        };
        // A file can hold anything; a terminal says in its locale what it can show.
        let ascii = ascii || (terminal && !speaks_unicode());
        let style = TextStyle {
            colour: if colour { Colour::Ansi } else { Colour::Plain },
            charset: if ascii { Charset::Ascii } else { Charset::Unicode },
        };
        Output { style, mark: format!("\x1b{:016x}", setup::any_seed()) }
    }

    /// Prints a line. What a terminal would obey in it is made visible, but for what was
    /// [styled](Output::styled) here.
    pub fn line(&self, text: impl Display) -> Result<(), Fault> {
        Ok(writeln!(std::io::stdout().lock(), "{}", self.shown(&text.to_string()))?)
    }

    /// Prints text that ends its own lines, made harmless in the same way.
    pub fn print(&self, text: impl Display) -> Result<(), Fault> {
        let mut out = std::io::stdout().lock();
        write!(out, "{}", self.shown(&text.to_string()))?;
        Ok(out.flush()?)
    }

    /// Prints data for another program: to the letter, unless a terminal reads it.
    pub fn data(&self, text: &str) -> Result<(), Fault> {
        if std::io::stdout().is_terminal() {
            return self.print(text);
        }
        let mut out = std::io::stdout().lock();
        write!(out, "{}", self.escapes(text))?;
        Ok(out.flush()?)
    }

    /// Prints a value for machines, on a line.
    pub fn json(&self, value: &Value) -> Result<(), Fault> {
        Ok(std::io::stdout().lock().write_all(json_line(value).as_bytes())?)
    }

    /// Prints data to a file if one is given.
    pub fn data_to(&self, path: Option<&Path>, text: &str) -> Result<(), Fault> {
        match path {
            None => self.data(text),
            Some(_) => self.print_to(path, text),
        }
    }

    /// Prints to a file if one is given; a file that exists is replaced as a whole or not at all.
    pub fn print_to(&self, path: Option<&Path>, text: &str) -> Result<(), Fault> {
        match path {
            None => self.print(text),
            Some(path) => {
                let text = self.escapes(text);
                write_file(path, &text).map_err(|error| Fault::file(path, &error))
            }
        }
    }

    /// Text of our own with escape sequences for colours, which reach the terminal. Nothing else does:
    /// the sequences are marked with a number that no file can know.
    pub fn styled(&self, text: &str) -> String {
        text.replace('\x1b', &self.mark)
    }

    /// Styled text with its escape sequences in place.
    fn escapes(&self, text: &str) -> String {
        text.replace(&self.mark, "\x1b")
    }

    /// Text as the terminal may get it.
    fn shown(&self, text: &str) -> String {
        let parts: Vec<Cow<'_, str>> = text.split(&self.mark).map(harmless).collect();
        parts.join("\x1b")
    }

    /// Bold, where there are colours.
    pub fn bold(&self, text: &str) -> String {
        match self.style.colour {
            Colour::Ansi => self.styled(&format!("\x1b[1m{}\x1b[0m", harmless_line(text))),
            Colour::Plain => harmless_line(text).into(),
        }
    }

    /// The board with the last move marked.
    pub fn board(&self, game: &dyn DynGame, table: &dyn DynMatch) -> String {
        self.draw(game, &marked(table))
    }

    /// The same for somebody who is to move, from either side: where neither rows nor columns name the
    /// sites, the free ones show their names.
    pub fn board_to_play(&self, game: &dyn DynGame, table: &dyn DynMatch, flip: bool) -> String {
        let mut scene = marked(table);
        if game.board().labels.is_empty() {
            scene.name_free_sites(game.board());
        }
        let flipped = flip.then(|| game.board().flipped());
        let board = flipped.as_ref().unwrap_or_else(|| game.board());
        self.styled(&render::text(board, &scene, &self.style))
    }

    /// What `scene` shows, on the board of a game.
    pub fn draw(&self, game: &dyn DynGame, scene: &Scene) -> String {
        self.styled(&render::text(game.board(), scene, &self.style))
    }
}

/// A value as a line of JSON. What a terminal would obey is escaped as JSON escapes it, so that nothing
/// of it is lost.
pub fn json_line(value: &Value) -> String {
    let mut text = String::new();
    for c in value.to_string().chars() {
        if is_harmless(c) {
            text.push(c);
        } else {
            let mut units = [0; 2];
            text.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    text + "\n"
}

fn speaks_unicode() -> bool {
    let value = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    value.is_some_and(|value| {
        let value = value.to_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    })
}

/// The scene with the last move marked.
pub fn marked(table: &dyn DynMatch) -> Scene {
    let mut scene = table.scene();
    let mut last = table.last_path();
    // Where the piece stands now; all that was touched, if nothing stands there.
    let stands = |site: &henge::SiteId| scene.pieces.iter().any(|piece| piece.site == *site);
    if last.iter().any(stands) {
        last.retain(stands);
    }
    let mark = |site| Mark { site, kind: MarkKind::Last, text: None };
    scene.marks.extend(last.into_iter().map(mark));
    scene
}

/// A position as a picture, with a title that says what it shows.
pub fn svg(game: &dyn DynGame, table: &dyn DynMatch, scene: &Scene) -> String {
    let history = table.history();
    let description = match history.last() {
        None => state(game, table),
        Some(last) => {
            format!("After {} moves, the last one {last}. {}", history.len(), state(game, table))
        }
    };
    let style = SvgStyle {
        title: game.about().title.clone(),
        description,
        theme: Theme::Auto,
        ..SvgStyle::default()
    };
    render::svg(game.board(), scene, &style)
}

/// Whose turn it is, or how the game ended.
pub fn state(game: &dyn DynGame, table: &dyn DynMatch) -> String {
    let players = &game.about().players;
    match table.turn() {
        Turn::Player(player) => format!("{} to move.", players[player.index()]),
        Turn::Chance => "The dice are to fall.".into(),
        Turn::Over(outcome) => ending(players, Ending::new(outcome, EndedBy::Rules)),
    }
}

/// How a game ended, as a sentence.
pub fn ending(players: &[String; 2], ending: Ending) -> String {
    let words = ending.in_words(players);
    match ending.outcome {
        Outcome::Draw => format!("{}.", words.replacen("the", "The", 1)),
        Outcome::Win { .. } => format!("{words}."),
    }
}

/// Writes a file as a whole: no reader ever sees half of it, and a crash leaves the old one.
pub fn write_file(path: &Path, text: &str) -> std::io::Result<()> {
    write_bytes(path, text.as_bytes())
}

/// The same for what is not text.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    henge_files::write(path, bytes)
}

/// Tells the user something that is no part of the output.
pub fn note(message: impl Display) {
    aside(format!("henge: {message}\n"));
}

/// Prints text that ends its own lines beside the output, made harmless.
pub fn aside(text: impl Display) {
    // Whoever has closed it does not want to be told.
    let _ = write!(std::io::stderr().lock(), "{}", harmless(&text.to_string()));
}

/// What a long computation is doing.
pub struct Progress(ProgressBar);

impl Progress {
    /// Says how far it has come.
    pub fn set_message(&self, message: impl Display) {
        self.0.set_message(harmless(&message.to_string()).into_owned());
    }

    /// Takes the message away while something else is printed.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Takes the message away.
    pub fn finish_and_clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        // Also when the computation ends with an error.
        self.0.finish_and_clear();
    }
}

/// Says what a long computation is doing; silent where nobody watches, and for the first moments.
pub fn progress(what: &str) -> Progress {
    let bar = ProgressBar::no_length();
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    let style = ProgressStyle::with_template("{spinner} {elapsed} {prefix}: {msg}");
    bar.set_style(style.unwrap_or(ProgressStyle::default_spinner()));
    bar.set_prefix(harmless_line(what).into_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    Progress(bar)
}

/// A word of a command, as a shell reads it.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "._-/:=,+@%".contains(letter);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// `1234567` as `1,234,567`.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of things: `1 move`, `2 moves`.
pub fn counted(n: u64, thing: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{} {thing}{s}", thousands(n))
}
