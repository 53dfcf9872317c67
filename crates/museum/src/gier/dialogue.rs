//! A game against the program for the GIER computer, which speaks as it did.
//!
//! It asks for a colour by a letter, then for its strength, and then for moves as squares with commas
//! between. A square that is none annuls the whole move, as does an `å`; a move that the rules do not
//! allow is refused; either way it asks again. At the end it offers another game.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge::{Conversation, Converse, Heard, Opening, Playable, Reply, Saying, Talk, Way};
use henge_core::erased::{DynBot, DynGame, DynMatch, MoveView, Task};
use henge_core::spec::{Options, Spec};
use henge_core::{Limits, Player, Turn};
use henge_games::draughts::{Draughts, Variant};

use super::input::{self, Refused};
use super::{Gier, PARAMS};

static TALK: Talk = Talk {
    name: "gier",
    title: "GIER, the draughts player",
    about: "The program for the GIER computer plays Danish draughts and speaks as it did. It asks for \
            your colour and its strength, and then for moves.",
    ways: &[
        Way { name: "english", title: "in English" },
        Way { name: "danish", title: "in Danish" },
    ],
    commands: &[
        ("c3,d4", "a move: its squares, with commas between them"),
        ("ka", "print the board whenever the program has moved, or stop doing so"),
        ("kb", "print the stack whenever the program has moved, or stop doing so"),
        ("quit, slut", "leave"),
    ],
    sayings: &[Saying::new("ka", "print the board"), Saying::new("kb", "print the stack")],
};

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
    /// What there is to say to its questions.
    to_colour: [Saying; 2],
    to_again: [Saying; 2],
}

const DANISH: Words = Words {
    title: "GIER - DAMSPIL",
    conventions: &[
        "<farve> ::= sort | hvid      dine brikkers farve. hvid begynder altid.",
        "<styrke> ::= <heltal>        så mange træk ser gier mindst frem, fra 1 til 25. 3 er passende.",
        "<din tur> ::= <pos>,<pos> | <pos>,<din tur>      trækkets felter: c3,d4 eller c3,e5,g7.",
        "<pos> ::= <bogstav><højde>   et bogstav fra a til h og et tal fra 1 til 8.",
        "et forkert felt annullerer hele trækket (annul). slut slutter.",
        "ka skriver brættet og kb stakken, hver gang gier har trukket.",
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
    to_colour: [Saying::new("hvid", "White"), Saying::new("sort", "Black")],
    to_again: [Saying::new("ja", "another game"), Saying::new("nej", "enough")],
};

const ENGLISH: Words = Words {
    title: "GIER - DRAUGHTS",
    conventions: &[
        "<colour> ::= black | white    the colour of your men. white always begins.",
        "<strength> ::= <integer>      so many moves gier looks ahead at least, from 1 to 25. 3 is usual.",
        "<your turn> ::= <pos>,<pos> | <pos>,<your turn>    the squares of the move: c3,d4 or c3,e5,g7.",
        "<pos> ::= <letter><number>    a letter from a to h and a number from 1 to 8.",
        "a wrong square annuls the whole move. quit leaves.",
        "ka prints the board and kb the stack whenever gier has moved.",
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
    to_colour: [Saying::new("white", "White"), Saying::new("black", "Black")],
    to_again: [Saying::new("yes", "another game"), Saying::new("no", "enough")],
};

/// Opens dialogues about Danish draughts.
pub struct Dialogues {
    rules: Arc<dyn DynGame>,
    game: Arc<Draughts<u64>>,
}

impl Dialogues {
    /// Dialogues about this game, if it is the one that the program played.
    pub fn about(playable: &Playable) -> Option<Dialogues> {
        let game = playable.typed::<Draughts<u64>>();
        let game = game.filter(|game| game.rules().variant == Variant::Danish)?;
        Some(Dialogues { rules: Arc::clone(playable.rules()), game })
    }

    /// A dialogue in Danish or in English.
    pub fn open(&self, is_danish: bool, seed: u64, limits: Limits) -> Dialogue {
        Dialogue {
            words: if is_danish { &DANISH } else { &ENGLISH },
            rules: Arc::clone(&self.rules),
            game: Arc::clone(&self.game),
            limits,
            seed,
            trace: None,
            shows_board: false,
            shows_stack: false,
            asks: Asks::Colour,
            bot: None,
            table: self.rules.start(),
        }
    }
}

impl Converse for Dialogues {
    fn about(&self) -> &Talk {
        &TALK
    }

    fn begin(&self, opening: &Opening) -> Result<Box<dyn Conversation>, String> {
        let is_danish = opening.way_of(&TALK)?.name == "danish";
        Ok(Box::new(self.open(is_danish, opening.seed, opening.limits)))
    }
}

/// What the program waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asks {
    Colour,
    /// A person has taken that side.
    Strength(Player),
    Move(Player),
    Again,
}

/// A dialogue in progress.
pub struct Dialogue {
    words: &'static Words,
    rules: Arc<dyn DynGame>,
    game: Arc<Draughts<u64>>,
    limits: Limits,
    seed: u64,
    trace: Option<PathBuf>,
    /// Is the board printed whenever the machine has moved?
    shows_board: bool,
    /// And its stack?
    shows_stack: bool,
    asks: Asks,
    bot: Option<Gier>,
    table: Box<dyn DynMatch>,
}

impl Dialogue {
    /// Writes its stack to a file whenever a line ends.
    pub fn with_trace(self, path: Option<PathBuf>) -> Dialogue {
        Dialogue { trace: path, ..self }
    }

    /// Prints the board from the beginning.
    pub fn with_board(self, shows_board: bool) -> Dialogue {
        Dialogue { shows_board, ..self }
    }

    /// What can be said in it.
    pub fn talk() -> &'static Talk {
        &TALK
    }

    fn new_bot(&self, strength: u32) -> Result<Gier, String> {
        let mut spec = Spec::new("gier").with("strength", strength).with("seed", self.seed);
        if let Some(path) = &self.trace {
            spec = spec.with("trace", path.display());
        }
        let options = Options::resolve(&spec, PARAMS).map_err(|error| error.to_string())?;
        Gier::new(&self.game, &options).map_err(|error| error.to_string())
    }

    /// Lets the program move, if it is its turn, and looks whether the game is over.
    fn go_on(&mut self, person: Player, stop: &AtomicBool) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        if let (Turn::Player(player), Some(bot)) = (self.table.turn(), &mut self.bot)
            && player != person
        {
            bot.show_stack(self.shows_stack);
            let task = Task::new(self.limits).stop(stop);
            let thought = bot.think(&*self.table, task).map_err(|error| error.to_string())?;
            let mv = thought.best().ok_or("gier has found no move")?;
            let way = self.table.moves().into_iter().find(|view| view.text == mv);
            let names = |view: MoveView| input::names(&*self.rules, &view.path);
            let way = way.map(names).unwrap_or_default();
            self.table.play(mv).map_err(|error| error.to_string())?;
            lines.push(format!("{} {}", self.words.i_move, way.join(",")));
            if !bot.stack().is_empty() {
                lines.push(bot.stack().trim_end().into());
            }
            if self.shows_board {
                lines.push(self.board());
            }
        }
        self.asks = Asks::Move(person);
        if let Turn::Over(outcome) = self.table.turn() {
            let won = outcome.points_for(person) > 0;
            lines.push((if won { self.words.you_win } else { self.words.i_win }).into());
            self.asks = Asks::Again;
        }
        Ok(lines)
    }

    /// What follows a line in a game: a move, or the board.
    fn hear_move(
        &mut self,
        person: Player,
        line: &str,
        stop: &AtomicBool,
    ) -> Result<Reply, String> {
        if self.words.board.contains(&line) {
            self.shows_board = !self.shows_board;
            let lines = if self.shows_board { vec![self.board()] } else { Vec::new() };
            return Ok(Reply { lines, changes: true, ..Reply::default() });
        }
        if line == "kb" {
            self.shows_stack = !self.shows_stack;
            return Ok(Reply { changes: true, ..Reply::default() });
        }
        // On a board on a screen the move is known as the game writes it.
        let touched = self.table.moves().into_iter().find(|view| view.text.to_lowercase() == line);
        let read = match touched {
            Some(view) => Ok(view.text),
            None => input::read_move(&*self.rules, &*self.table, line),
        };
        let mv = match read {
            Ok(mv) => mv,
            Err(Refused::Annulled) => {
                return Ok(Reply { refused: true, ..Reply::words(vec![self.words.annul.into()]) });
            }
            Err(Refused::Illegal) => return Ok(Reply::words(vec![self.words.illegal.into()])),
        };
        let before = self.table.fork();
        self.table.play(&mv).map_err(|error| error.to_string())?;
        match self.go_on(person, stop) {
            Ok(lines) => Ok(Reply { lines, changes: true, ..Reply::default() }),
            Err(why) => {
                self.table = before;
                Err(why)
            }
        }
    }

    /// The board as it came from the line printer: White's side above, and so the columns from h to
    /// a. Kings are capitals.
    fn board(&self) -> String {
        let (board, scene) = (self.rules.board(), self.table.scene());
        let letter = |name: &str| {
            let site = board.sites.iter().position(|site| site.name == name);
            let piece = scene.pieces.iter().find(|piece| Some(piece.site.index()) == site);
            match piece {
                Some(piece) => {
                    let man = self.words.men[usize::from(piece.kind / 2)];
                    if piece.kind % 2 == 1 { man.to_ascii_uppercase() } else { man }
                }
                None if input::is_square(&*self.rules, name) => '.',
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
        text += &format!("\n h g f e d c b a\n\n      {}\n", self.words.sides[1]);
        text
    }
}

/// Which of two letters a line begins with.
fn choice(line: &str, letters: [char; 2]) -> Option<usize> {
    let first = line.chars().next();
    letters.iter().position(|&letter| Some(letter) == first)
}

impl Conversation for Dialogue {
    fn greeting(&self) -> Vec<String> {
        let lines = std::iter::once(&self.words.title).chain(self.words.conventions);
        let mut lines: Vec<String> = lines.map(|line| line.to_string()).collect();
        lines.extend([self.board(), String::new()]);
        lines
    }

    fn status(&self) -> String {
        String::new()
    }

    fn prompt(&self) -> String {
        let words = self.words;
        match self.asks {
            Asks::Colour => words.colour,
            Asks::Strength(_) => words.strength,
            Asks::Move(_) => words.your_turn,
            Asks::Again => words.again,
        }
        .into()
    }

    fn position(&self) -> Option<String> {
        Some(self.table.position())
    }

    fn asks_for_move(&self) -> bool {
        matches!(self.asks, Asks::Move(_))
    }

    fn suggestions(&self) -> Vec<Saying> {
        match self.asks {
            Asks::Colour => self.words.to_colour.into(),
            Asks::Strength(_) => vec![
                Saying::new("3", "strength 3"),
                Saying::new("1", "strength 1"),
                Saying::new("5", "strength 5"),
            ],
            Asks::Move(_) => Vec::new(),
            Asks::Again => self.words.to_again.into(),
        }
    }

    fn hear(&mut self, heard: Heard<'_>) -> Result<Reply, String> {
        let line = heard.line.trim().to_lowercase();
        if self.words.quit.contains(&line.as_str()) {
            return Ok(Reply { ends: true, ..Reply::default() });
        }
        let mut lines = Vec::new();
        match self.asks {
            Asks::Colour => {
                let Some(i) = choice(&line, self.words.colours) else {
                    return Ok(Reply::default());
                };
                self.asks = Asks::Strength(Player::BOTH[i]);
            }
            Asks::Strength(person) => {
                let Some(strength) = input::read_strength(&line) else {
                    return Ok(Reply::default());
                };
                self.bot = Some(self.new_bot(strength)?);
                self.table = self.rules.start();
                lines = self.go_on(person, heard.stop)?;
            }
            Asks::Move(person) => return self.hear_move(person, &line, heard.stop),
            Asks::Again => match choice(&line, self.words.answers) {
                Some(0) => {
                    self.seed = self.seed.wrapping_add(1);
                    self.asks = Asks::Colour;
                    lines.push(String::new());
                }
                Some(_) => {
                    let lines = vec![self.words.thanks.into()];
                    return Ok(Reply { ends: true, ..Reply::words(lines) });
                }
                None => return Ok(Reply::default()),
            },
        }
        Ok(Reply { lines, changes: true, ..Reply::default() })
    }
}
