//! Lessons for the backgammon player `gammon`.

use henge::bots::gammon::{Colour, GammonGame};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A lesson: how it began, and everything the tutor has said so far. The server keeps nothing; it
/// follows the lesson from its beginning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonRequest {
    /// The side that a person plays, `white` or `black`; both are played by the program if it is
    /// missing.
    #[serde(default)]
    #[schema(example = "black")]
    pub person: Option<String>,
    /// Where the dice start.
    #[serde(default)]
    #[schema(example = 1, format = "uint64", minimum = 0, maximum = 18446744073709551615u64)]
    pub seed: u64,
    /// Commands as in a terminal. After `load SIDE` and `compare SIDE` a set follows on lines of its
    /// own.
    #[schema(max_items = 1000, example = json!(["go", "grade 3"]))]
    pub commands: Vec<String>,
}

/// The answer to the last command, and how things stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Lesson {
    /// What it says.
    pub lines: Vec<String>,
    /// What it waits for.
    pub prompt: String,
    /// The position, to be looked at by `/explore`; none when the game is over.
    pub position: Option<String>,
    /// Does a person have to play?
    pub asks_person: bool,
    /// Has the last command changed anything? Who asks again may leave out those that have not.
    pub changes: bool,
    /// A file to keep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<LessonFile>,
}

/// A set of strategies, or a board, to be kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LessonFile {
    /// What to call it.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// The position of a lesson as other programs write it, seen by White.
pub fn lesson_position(game: &GammonGame) -> String {
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
