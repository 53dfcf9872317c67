//! Games, their options and who plays them.

use henge::games::described::FileError;
use henge::spec;
use henge::stranger::{MOST_MEBIBYTES, MOST_MILLISECONDS, MOST_THREADS};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Board, ConversationAbout, View};

/// An option of a game or a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Param {
    /// Its key.
    pub key: String,
    /// Its value when nothing is said; empty for none.
    pub default: String,
    /// What it does.
    pub help: String,
    /// What values it takes.
    pub values: Values,
}

/// The kinds of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ValuesKind {
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Int,
    /// `n` or `columns x rows`.
    Size,
    /// One of some words.
    Choice,
    /// Any text.
    Text,
}

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Values {
    /// The kind.
    pub kind: ValuesKind,
    /// The smallest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u64>,
    /// The largest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u64>,
    /// The words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<String>>,
}

impl From<&spec::Values> for Values {
    fn from(values: &spec::Values) -> Values {
        let of = |kind| Values { kind, min: None, max: None, choices: None };
        let number = |min, max| Values { min: Some(min), max: Some(max), ..of(ValuesKind::Int) };
        match values {
            spec::Values::Int { min, max } => number(*min, *max),
            // Bounds that hold here are tighter than those of the user's own command line.
            spec::Values::Mebibytes { max } => number(1, MOST_MEBIBYTES.min(*max)),
            // 0 is the default of some bots, and a form must be able to show it.
            spec::Values::Threads { max } => number(0, MOST_THREADS.min(*max)),
            spec::Values::Milliseconds { max } => number(1, MOST_MILLISECONDS.min(*max)),
            spec::Values::Size { min, max } => {
                Values { min: Some(*min), max: Some(*max), ..of(ValuesKind::Size) }
            }
            spec::Values::Flag => of(ValuesKind::Flag),
            spec::Values::Choice(words) => Values {
                choices: Some(words.iter().map(|word| word.to_string()).collect()),
                ..of(ValuesKind::Choice)
            },
            spec::Values::Signed { .. }
            | spec::Values::List(_)
            | spec::Values::Input
            | spec::Values::InputOrNone
            | spec::Values::Output
            | spec::Values::Command => of(ValuesKind::Text),
        }
    }
}

impl From<&spec::Param> for Param {
    fn from(param: &spec::Param) -> Param {
        Param {
            key: param.key.into(),
            default: param.default.into(),
            help: param.help.into(),
            values: Values::from(&param.values),
        }
    }
}

/// All games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Games {
    /// In the order people see.
    pub games: Vec<Summary>,
}

/// A game of one's own: a TOML file as the book describes it under "A game in a file". It has at most 65,536
/// bytes, 512 sites, 100 entries of `[[win]]` and of `[[lose]]`, 100,000 sites in the win groups of both players
/// together, and 2,000 moves in its first position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnGameRequest {
    /// The file.
    #[schema(max_length = 65536)]
    pub toml: String,
    /// Keep the file, so that games can be played under the name in the answer. Without it the file is only
    /// checked.
    #[serde(default)]
    pub keep: bool,
}

/// What a file describes, or what is wrong with it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OwnGame {
    /// The game, if nothing is wrong. Whoever has its name can play it and read its rules; no list shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<About>,
    /// What is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FileFault>,
    /// Rules that can never apply, each in a sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
}

/// A fault in a TOML file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FileFault {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// How many characters of the line are meant; 0 where it is the file as a whole.
    pub length: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

impl FileFault {
    /// A fault of this text.
    pub fn of(error: &FileError, text: &str) -> FileFault {
        let meant = text.get(error.span.clone()).unwrap_or_default();
        let length = meant.lines().next().map_or(0, |line| line.chars().count());
        let FileError { line, column, ref message, .. } = *error;
        FileFault { line, column, length, message: message.clone() }
    }
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Summary {
    /// The name in commands.
    pub slug: String,
    /// The name for people.
    pub title: String,
    /// The first sentence of the rules.
    pub summary: String,
    /// The options.
    pub params: Vec<Param>,
}

/// Who can play a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BotAbout {
    /// The name.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
    /// The options that may be given here.
    pub params: Vec<Param>,
    /// What the picture of what it has learned shows; none if there is no picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<String>,
}

/// What there is for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Has {
    /// The overlay of positional games.
    pub overlay: bool,
    /// Moves have centres, which can be counted place by place.
    pub choices: bool,
    /// Positions can be put together piece by piece.
    pub editor: bool,
    /// It can be solved.
    pub solver: bool,
}

/// Everything about a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct About {
    /// The full name with all options.
    pub name: String,
    /// The name without options.
    pub slug: String,
    /// The name for people.
    pub title: String,
    /// What the sides are called.
    pub players: [String; 2],
    /// The rules.
    pub rules: String,
    /// Where they come from.
    pub source: String,
    /// The options.
    pub params: Vec<Param>,
    /// The board.
    pub board: Board,
    /// The board as the second player sees it, with the same sites in the same order; none where both
    /// look at it from one side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turned: Option<Board>,
    /// The position at the start.
    pub start: View,
    /// Who can play.
    pub bots: Vec<BotAbout>,
    /// The one to propose.
    pub default_bot: String,
    /// The players give one number to a move and the answer to it.
    pub pairs: bool,
    /// The levels of `henge`, in rising order; none where it does not play.
    pub levels: Vec<String>,
    /// What there is.
    pub has: Has,
    /// How files end in which its games can be written, henge's own form first.
    pub forms: Vec<String>,
    /// The TOML file of a game that somebody has brought along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toml: Option<String>,
    /// Who can be talked to about it, if somebody can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation: Option<ConversationAbout>,
}
