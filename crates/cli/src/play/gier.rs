//! A game against the program for the GIER computer, which speaks as it did.
//!
//! It asks for a colour by a letter, then for its strength, and then for moves as squares with commas
//! between. A square that is none annuls the whole move, as does an `å`; a move that the rules do not
//! allow is refused; either way it asks again. At the end it offers another game.

use henge::bots::gier::input::{self, Refused};
use henge::core::erased::{DynMatch, MoveView, Task};
use henge::core::render::Colour;
use henge::core::spec::Spec;
use henge::core::{Limits, Player, Turn};
use henge::{Playable, Registry};
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

pub fn run(args: &GierArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let words = match args.dialogue {
        Dialogue::Danish => &DANISH,
        Dialogue::English => &ENGLISH,
    };
    let mut gier = Spec::new("gier");
    if let Some(path) = &args.trace {
        gier = gier.with("trace", path.display());
    }
    let mut seed = args.seed.unwrap_or_else(setup::any_seed);
    let limits = Limits { time: args.time, ..Limits::NONE };
    let game = games.game("draughts:variant=danish")?;
    let mut talk = Talk { words, input: Input::new(), output, game, shows_board: args.board };
    output.line(output.bold(words.title))?;
    for line in words.conventions {
        output.line(line)?;
    }
    loop {
        output.line("")?;
        let Ok(colour) = talk.colour()? else { return Ok(Done::Finished) };
        let Ok(strength) = talk.strength()? else { return Ok(Done::Finished) };
        let bot = gier.clone().with("strength", strength).with("seed", seed);
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
            if let Some(strength) = input::read_strength(&line) {
                return Ok(Ok(strength));
            }
        }
    }

    /// A game to its end.
    fn play(&mut self, person: Player, bot: &Spec, limits: Limits) -> Answer<()> {
        let mut bot = self.game.make_bot(bot)?;
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
                    let names = |view: MoveView| input::names(&**self.game.rules(), &view.path);
                    let way = way.map(names).unwrap_or_default();
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
            match input::read_move(&**self.game.rules(), table, &line) {
                Ok(mv) => return Ok(Ok(mv)),
                Err(Refused::Annulled) => self.output.line(self.red(self.words.annul))?,
                Err(Refused::Illegal) => self.output.line(self.words.illegal)?,
            }
        }
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
                None if input::is_square(&**self.game.rules(), name) => '.',
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
