//! The tutor as a conversation, for every front end.

use henge::{Conversation, Converse, Heard, Opening, Reply, Saying, Talk, Way};

use super::command::{Command, HELP};
use super::game::{Colour, GammonGame};
use super::tutor::{Answer, Session, Tutor};

static TALK: Talk = Talk {
    name: "gammon",
    title: "Teach Gammon",
    about: "The backgammon player of 1970 gives reasons for its plays. Grade them, and it learns: the \
            tactics behind a play gain or lose weight.",
    ways: &[
        Way { name: "black", title: "you are Black" },
        Way { name: "white", title: "you are White" },
        Way { name: "none", title: "the program plays itself" },
    ],
    commands: HELP,
    sayings: &[
        Saying::new("explain", "why this play"),
        Saying::new("list 10", "its best plays"),
        Saying::new("grade 2", "well done"),
        Saying::new("grade -2", "badly done"),
        Saying::new("undo", "take the grade back"),
        Saying::new("statistics", "statistics"),
        Saying::new("display both", "its sets"),
        Saying::new("help", "all commands"),
        Saying::new("grade 5", "very well done"),
        Saying::new("grade -5", "very badly done"),
        Saying::new("sort", "sort the sets"),
        Saying::new("swap", "swap the sets"),
        Saying::new("store white gammon-white.toml", "save White's set"),
        Saying::new("store black gammon-black.toml", "save Black's set"),
        Saying::with_file("load white", "load White's set"),
        Saying::with_file("load black", "load Black's set"),
    ],
};

/// Opens lessons for the player of 1970.
pub struct Tutoring;

impl Converse for Tutoring {
    fn about(&self) -> &Talk {
        &TALK
    }

    fn begin(&self, opening: &Opening) -> Result<Box<dyn Conversation>, String> {
        let person = Colour::named(opening.way_of(&TALK)?.name);
        let tutor = Tutor::new(Session { person, seed: opening.seed, ..Session::default() });
        Ok(Box::new(TutorTalk { tutor, most_moves: opening.most_moves }))
    }
}

/// A lesson in progress.
pub struct TutorTalk {
    tutor: Tutor,
    most_moves: Option<u32>,
}

impl TutorTalk {
    /// A lesson that has begun, without bounds.
    pub fn new(tutor: Tutor) -> TutorTalk {
        TutorTalk { tutor, most_moves: None }
    }

    /// What can be said in it.
    pub fn talk() -> &'static Talk {
        &TALK
    }

    /// Is it more than may be asked for at once?
    fn check(&self, command: &Command) -> Result<(), String> {
        match (command, self.most_moves) {
            (Command::Batch(..), Some(_)) => {
                Err("games in a row are played by henge gammon --batch".into())
            }
            (Command::Go(n), Some(most)) if *n > most => {
                Err(format!("go on by at most {most} moves"))
            }
            _ => Ok(()),
        }
    }
}

impl Conversation for TutorTalk {
    fn greeting(&self) -> Vec<String> {
        vec![
            "gammon".into(),
            "go lets the program play, help lists all commands, xx leaves.".into(),
            self.tutor.game().draw(),
        ]
    }

    fn status(&self) -> String {
        self.tutor.prompt()
    }

    fn position(&self) -> Option<String> {
        (!self.tutor.is_over()).then(|| xgid(self.tutor.game()))
    }

    fn asks_for_move(&self) -> bool {
        !self.tutor.is_over() && self.tutor.is_person()
    }

    fn suggestions(&self) -> Vec<Saying> {
        match (self.tutor.is_over(), self.tutor.is_person()) {
            (true, _) => vec![Saying::new("restart", "another game")],
            (false, true) => Vec::new(),
            (false, false) => vec![Saying::new("go", "go on")],
        }
    }

    fn hear(&mut self, heard: Heard<'_>) -> Result<Reply, String> {
        let command = Command::read(heard.line)?;
        self.check(&command)?;
        let changes = command.changes();
        let answer = match (command, heard.file) {
            (Command::Load(_, file) | Command::Compare(_, file), None) => {
                return Ok(Reply { read: Some(file), ..Reply::default() });
            }
            (Command::Load(colour, file), Some(text)) => {
                self.tutor.load(colour, text).map_err(|why| format!("{file}: {why}"))?
            }
            (Command::Compare(colour, file), Some(text)) => {
                self.tutor.compare(colour, text).map_err(|why| format!("{file}: {why}"))?
            }
            _ => self.tutor.obey(heard.line)?,
        };
        let Answer { lines, store, ends, .. } = answer;
        Ok(Reply { lines, write: store, ends, changes, ..Reply::default() })
    }
}

/// The position as other programs write it, seen by White.
fn xgid(game: &GammonGame) -> String {
    let white = game.white();
    let letter = |first: u8, men: u8| char::from(first + men.min(26) - 1);
    let board: String = (0..=25)
        .map(|point| match (white.mine[point], white.theirs[25 - point]) {
            // What is borne off is not on the board.
            (mine, _) if mine > 0 && point > 0 => letter(b'A', mine),
            (_, theirs) if theirs > 0 && point < 25 => letter(b'a', theirs),
            _ => '-',
        })
        .collect();
    let turn = if game.on_roll == Colour::White { 1 } else { -1 };
    let [a, b] = game.dice;
    format!("XGID={board}:0:0:{turn}:{a}{b}:0:0:0:0:10")
}
