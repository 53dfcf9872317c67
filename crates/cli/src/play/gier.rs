//! A game against the program for the GIER computer, which speaks as it did.
//!
//! It asks for a colour by a letter, then for its strength, and then for moves as squares with commas
//! between. A square that is none annuls the whole move, as does an `å`; a move that the rules do not
//! allow is refused; either way it asks again. At the end it offers another game.

use henge::Playable;
use henge::core::erased::{DynMatch, MoveView, Task};
use henge::core::render::Colour;
use henge::core::{Limits, Player, SiteId, Turn};
use std::sync::atomic::Ordering;

use crate::args::{Dialogue, GierArgs};
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::setup;

use super::input::{Got, Input};

/// What it says, and the letters it understands.
struct Words {
    title: &'static str,
    conventions: &'static [&'static str],
    colour: &'static str,
    /// The letters for White and Black.
    colours: [char; 2],
    strength: &'static str,
    your_turn: &'static str,
    annul: &'static str,
    illegal: &'static str,
    i_move: &'static str,
    i_win: &'static str,
    you_win: &'static str,
    again: &'static str,
    /// The letters for yes and no.
    answers: [char; 2],
    thanks: &'static str,
    /// What stands at White's and at Black's side of the board, and the letters of their men.
    sides: [&'static str; 2],
    men: [char; 2],
    /// Switches the printing of the board on and off.
    board: [&'static str; 2],
    quit: [&'static str; 2],
}

const DANISH: Words = Words {
    title: "GIER - DAMSPIL",
    conventions: &[
        "et træk er dets felter med komma imellem: c3,d4 eller c3,e5,g7. hvid begynder.",
        "et forkert felt annullerer hele trækket. ka skriver brættet, når gier har trukket.",
        "slut slutter.",
    ],
    colour: "farvevalg: ",
    colours: ['h', 's'],
    strength: "styrke: ",
    your_turn: "din tur: ",
    annul: "annul",
    illegal: "ej lovligt træk - prøv igen",
    i_move: "jeg trækker",
    i_win: "jeg vinder dette spil",
    you_win: "du vinder dette spil",
    again: "skal vi prøve igen? ",
    answers: ['j', 'n'],
    thanks: "tak for spillet",
    sides: ["HVID", "SORT"],
    men: ['h', 's'],
    board: ["ka", "bræt"],
    quit: ["slut", "quit"],
};

const ENGLISH: Words = Words {
    title: "GIER - DRAUGHTS",
    conventions: &[
        "a move is its squares with commas between: c3,d4 or c3,e5,g7. white begins.",
        "a wrong square annuls the whole move. ka prints the board when gier has moved.",
        "quit leaves.",
    ],
    colour: "choice of colour: ",
    colours: ['w', 'b'],
    strength: "strength: ",
    your_turn: "your turn: ",
    annul: "annulled",
    illegal: "not a legal move - try again",
    i_move: "i move",
    i_win: "i win this game",
    you_win: "you win this game",
    again: "shall we try again? ",
    answers: ['y', 'n'],
    thanks: "thank you for the game",
    sides: ["WHITE", "BLACK"],
    men: ['w', 'b'],
    board: ["ka", "board"],
    quit: ["quit", "slut"],
};

/// Somebody at the keyboard has had enough.
struct Left;

/// What is asked for, or that nobody answers any more.
type Answer<T> = Result<Result<T, Left>, Fault>;

struct Talk<'a> {
    words: &'static Words,
    input: Input,
    output: &'a Output,
    game: Playable,
    /// Is the board printed whenever the machine has moved?
    shows_board: bool,
}

pub fn run(args: &GierArgs, output: &Output) -> Result<Done, Fault> {
    let words = match args.dialogue {
        Dialogue::Danish => &DANISH,
        Dialogue::English => &ENGLISH,
    };
    let trace = match &args.trace {
        Some(path) if path.to_string_lossy().contains(',') => {
            return Err(Fault::Call("the name of the trace file must not have a comma".into()));
        }
        Some(path) => format!(",trace={}", path.display()),
        None => String::new(),
    };
    let mut seed = args.seed.unwrap_or_else(setup::any_seed);
    let limits = Limits { time: args.time, ..Limits::NONE };
    let game = henge::game("draughts:variant=danish")?;
    let mut talk = Talk { words, input: Input::new(), output, game, shows_board: args.board };
    output.line(output.bold(words.title))?;
    for line in words.conventions {
        output.line(line)?;
    }
    loop {
        output.line("")?;
        let Ok(colour) = talk.colour()? else { return Ok(Done::Finished) };
        let Ok(strength) = talk.strength()? else { return Ok(Done::Finished) };
        let bot = format!("gier:strength={strength},seed={seed}{trace}");
        if talk.play(colour, &bot, limits)?.is_err() {
            return Ok(Done::Finished);
        }
        match talk.choose(words.again, words.answers)? {
            Ok(0) => seed = seed.wrapping_add(1),
            Ok(_) => break output.line(words.thanks)?,
            Err(Left) => return Ok(Done::Finished),
        }
    }
    Ok(Done::Finished)
}

impl Talk<'_> {
    fn ask(&mut self, prompt: &str) -> Answer<String> {
        Ok(match self.input.ask(prompt, Vec::new(), self.output)? {
            Got::Line(line) => {
                let line = line.trim().to_lowercase();
                if self.words.quit.contains(&line.as_str()) { Err(Left) } else { Ok(line) }
            }
            Got::Interrupt | Got::End => Err(Left),
        })
    }

    /// Asks until the answer begins with one of two letters.
    fn choose(&mut self, prompt: &str, letters: [char; 2]) -> Answer<usize> {
        loop {
            let Ok(line) = self.ask(prompt)? else { return Ok(Err(Left)) };
            let first = line.chars().next();
            if let Some(i) = letters.iter().position(|&letter| Some(letter) == first) {
                return Ok(Ok(i));
            }
        }
    }

    fn colour(&mut self) -> Answer<Player> {
        let chosen = self.choose(self.words.colour, self.words.colours)?;
        Ok(chosen.map(|i| Player::BOTH[i]))
    }

    /// A whole number; what is below 1 or above 25 counts as that.
    fn strength(&mut self) -> Answer<u32> {
        loop {
            let Ok(line) = self.ask(self.words.strength)? else { return Ok(Err(Left)) };
            let line = line.trim_end_matches(',');
            let digits = line.strip_prefix(['-', '+']).unwrap_or(line);
            if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
                let number =
                    if line.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) };
                return Ok(Ok(henge::bots::gier::strength(number)));
            }
        }
    }

    /// A game to its end.
    fn play(&mut self, person: Player, bot: &str, limits: Limits) -> Answer<()> {
        let mut bot = self.game.bot(bot)?;
        let mut table = self.game.rules().start();
        loop {
            match table.turn() {
                Turn::Player(player) if player == person => {
                    let Ok(mv) = self.your_move(&*table)? else { return Ok(Err(Left)) };
                    table.play(&mv)?;
                }
                Turn::Player(_) => {
                    let stop = setup::stop_flag();
                    let task = Task { limits, n_lines: 1, stop, progress: &mut |_| {} };
                    let thought = bot.think(&*table, task)?;
                    // Ctrl-C hurries it.
                    stop.store(false, Ordering::SeqCst);
                    let Some(mv) = thought.best() else { return Ok(Err(Left)) };
                    let way = table.moves().into_iter().find(|view| view.text == mv);
                    let way = way.map(|view| self.names(&view.path)).unwrap_or_default();
                    table.play(mv)?;
                    self.output.line(format!("{} {}", self.words.i_move, way.join(",")))?;
                    if self.shows_board {
                        self.output.print(self.board(&*table))?;
                    }
                }
                Turn::Over(outcome) => {
                    let won = outcome.points_for(person) > 0;
                    let words = if won { self.words.you_win } else { self.words.i_win };
                    self.output.line(words)?;
                    return Ok(Ok(()));
                }
                Turn::Chance => unreachable!("no dice fall in draughts"),
            }
        }
    }

    /// Asks for a move until it is legal.
    fn your_move(&mut self, table: &dyn DynMatch) -> Answer<String> {
        loop {
            let Ok(line) = self.ask(self.words.your_turn)? else { return Ok(Err(Left)) };
            if self.words.board.contains(&line.as_str()) {
                self.shows_board = !self.shows_board;
                if self.shows_board {
                    self.output.print(self.board(table))?;
                }
                continue;
            }
            let squares: Vec<&str> = line.split(',').map(str::trim).collect();
            if squares.iter().any(|name| !self.is_square(name)) {
                self.output.line(self.red(self.words.annul))?;
                continue;
            }
            match self.legal(table, &squares) {
                Some(mv) => return Ok(Ok(mv)),
                None => self.output.line(self.words.illegal)?,
            }
        }
    }

    /// The legal move over these squares. The squares of captured pieces may be among them: in the
    /// listing they have to be, in its description nothing is said of it.
    fn legal(&self, table: &dyn DynMatch, squares: &[&str]) -> Option<String> {
        let moves = table.moves();
        let same = |view: &&MoveView| {
            let way = self.names(&view.path);
            way == squares || view.text.contains('x') && with_captured(&way) == squares
        };
        if let Some(view) = moves.iter().find(same) {
            return Some(view.text.clone());
        }
        // A capture that comes to the same by other squares.
        let mut next = table.fork();
        next.play(&squares.join(",")).ok()?;
        (next.last_path().len() == squares.len()).then(|| next.history().pop()).flatten()
    }

    fn names(&self, path: &[SiteId]) -> Vec<String> {
        let sites = &self.game.rules().board().sites;
        path.iter().map(|site| sites[site.index()].name.clone()).collect()
    }

    /// Is it a square that is played on?
    fn is_square(&self, name: &str) -> bool {
        let sites = &self.game.rules().board().sites;
        sites.iter().any(|site| site.name == name && site.tint == 1)
    }

    fn red(&self, text: &str) -> String {
        match self.output.style.colour {
            Colour::Ansi => self.output.styled(&format!("\x1b[31m{text}\x1b[0m")),
            Colour::Plain => text.into(),
        }
    }

    /// The board as it came from the line printer: White's side above, and so the columns from h to
    /// a. Kings are capitals.
    fn board(&self, table: &dyn DynMatch) -> String {
        let (board, scene) = (self.game.rules().board(), table.scene());
        let letter = |name: &str| {
            let site = board.sites.iter().position(|site| site.name == name);
            let piece = scene.pieces.iter().find(|piece| Some(piece.site.index()) == site);
            match piece {
                Some(piece) => {
                    let man = self.words.men[usize::from(piece.kind / 2)];
                    if piece.kind % 2 == 1 { man.to_ascii_uppercase() } else { man }
                }
                None if self.is_square(name) => '.',
                None => ' ',
            }
        };
        let mut text = format!("\n      {}\n\n", self.words.sides[0]);
        for row in 1..=8 {
            for column in ('a'..='h').rev() {
                text += &format!(" {}", letter(&format!("{column}{row}")));
            }
            text += &format!("   {row}\n");
        }
        text += &format!("\n h g f e d c b a\n\n      {}\n\n", self.words.sides[1]);
        text
    }
}

/// The squares of a capture with those of the captured pieces, each right before the square behind
/// it.
fn with_captured(way: &[String]) -> Vec<String> {
    let mut all: Vec<String> = way.iter().take(1).cloned().collect();
    for (from, to) in way.iter().zip(way.iter().skip(1)) {
        let (from, to) = (from.as_bytes(), to.as_bytes());
        let toward = |from: u8, to: u8| if to > from { to - 1 } else { to + 1 };
        let before = [toward(from[0], to[0]), toward(from[1], to[1])];
        all.push(before.iter().map(|&byte| char::from(byte)).collect());
        all.push(to.iter().map(|&byte| char::from(byte)).collect());
    }
    all
}
