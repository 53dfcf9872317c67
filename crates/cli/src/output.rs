//! Where text goes, and how it looks there.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use henge::core::depict::{Mark, MarkKind};
use henge::core::erased::{DynGame, DynMatch};
use henge::core::render::{self, Charset, Colour, SvgStyle, TextStyle, Theme};
use henge::core::{EndedBy, Ending, Outcome, Scene, Turn};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::When;
use crate::fault::Fault;

/// The screen, or whatever stands in its place.
pub struct Output {
    pub style: TextStyle,
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
        Output { style }
    }

    /// Prints a line.
    pub fn line(&self, text: impl Display) -> Result<(), Fault> {
        Ok(writeln!(std::io::stdout().lock(), "{text}")?)
    }

    /// Prints text that ends its own lines.
    pub fn print(&self, text: impl Display) -> Result<(), Fault> {
        let mut out = std::io::stdout().lock();
        write!(out, "{text}")?;
        Ok(out.flush()?)
    }

    /// Prints to a file if one is given; a file that exists is replaced as a whole or not at all.
    pub fn print_to(&self, path: Option<&Path>, text: &str) -> Result<(), Fault> {
        match path {
            None => self.print(text),
            Some(path) => write_file(path, text).map_err(|error| Fault::file(path, &error)),
        }
    }

    /// Bold, where there are colours.
    pub fn bold(&self, text: &str) -> String {
        match self.style.colour {
            Colour::Ansi => format!("\x1b[1m{text}\x1b[0m"),
            Colour::Plain => text.into(),
        }
    }

    /// The board with the last move marked.
    pub fn board(&self, game: &dyn DynGame, table: &dyn DynMatch) -> String {
        self.draw(game, &marked(table))
    }

    /// What `scene` shows, on the board of a game.
    pub fn draw(&self, game: &dyn DynGame, scene: &Scene) -> String {
        render::text(game.board(), scene, &self.style)
    }
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
    let stands = |site: &henge::core::SiteId| scene.pieces.iter().any(|piece| piece.site == *site);
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

/// Says something on the error output. If nobody can hear it, nothing else is harmed.
pub fn note(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Says what a long computation is doing; silent where nobody watches, and for the first moments.
pub fn progress(what: &str) -> ProgressBar {
    let bar = ProgressBar::no_length();
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    let style = ProgressStyle::with_template("{spinner} {elapsed} {prefix}: {msg}");
    bar.set_style(style.unwrap_or(ProgressStyle::default_spinner()));
    bar.set_prefix(what.to_string());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
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
