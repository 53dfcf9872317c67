//! Conversations with programs about a game.

use henge::{Conversation as Live, Converse, Playable, Reply};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// All programs that can be talked to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Conversations {
    /// Each with its game.
    pub conversations: Vec<ConversationAbout>,
}

/// A program that can be talked to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ConversationAbout {
    /// Its name in requests.
    #[schema(example = "gammon")]
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it is, in a sentence or two.
    pub about: String,
    /// The game it is about.
    #[schema(example = "backgammon")]
    pub game: String,
    /// The ways to begin; the first one is usual.
    pub ways: Vec<ConversationWay>,
    /// What can be said.
    pub commands: Vec<ConversationSaying>,
    /// What people say most, for buttons.
    pub sayings: Vec<ConversationSaying>,
}

/// A way to begin a conversation: a side to play, or a language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ConversationWay {
    /// Its name in requests.
    #[schema(example = "black")]
    pub name: String,
    /// For people.
    pub title: String,
}

/// Something to say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ConversationSaying {
    /// The words.
    pub says: String,
    /// What they do.
    pub does: String,
    /// A file goes with them: its name follows the words, and its text stands on the lines below.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wants_file: bool,
}

/// A conversation: how it began, and everything that was said so far. The server follows it from its
/// beginning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConversationRequest {
    /// Who is talked to.
    #[schema(example = "gammon")]
    pub name: String,
    /// The way in which it began; the usual one if it is missing.
    #[serde(default)]
    #[schema(example = "black")]
    pub way: String,
    /// Where dice and other chances start.
    #[serde(default)]
    #[schema(example = 1, format = "uint64", minimum = 0, maximum = 18446744073709551615u64)]
    pub seed: u64,
    /// What was said. Where a file belongs to it, its text follows on lines of its own.
    #[schema(max_items = 1000, example = json!(["go", "grade 3"]))]
    pub lines: Vec<String>,
}

/// The answer to what was said last, and how things stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Conversation {
    /// What it says; its greeting if nothing was said yet.
    pub lines: Vec<String>,
    /// What it waits for.
    pub prompt: String,
    /// The position, to be looked at by `/explore`; none where the last one stands.
    pub position: Option<String>,
    /// Does a person have to move?
    pub asks_for_move: bool,
    /// What there is to say now, besides moves; most people would say the first.
    pub suggestions: Vec<ConversationSaying>,
    /// Was the line not taken?
    pub refused: bool,
    /// Has the last line changed anything? Who asks again may leave out those that have not.
    pub changes: bool,
    /// A file to keep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<ConversationFile>,
}

/// A file to be kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ConversationFile {
    /// What to call it.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl From<&henge::Saying> for ConversationSaying {
    fn from(saying: &henge::Saying) -> Self {
        let henge::Saying { says, does, wants_file } = *saying;
        ConversationSaying { says: says.into(), does: does.into(), wants_file }
    }
}

impl ConversationAbout {
    /// Who can be talked to about a game.
    pub fn of(game: &Playable) -> Option<ConversationAbout> {
        let talk = game.ability::<dyn Converse>()?.about();
        let command = |(says, does): &(&str, &str)| ConversationSaying {
            says: says.to_string(),
            does: does.to_string(),
            wants_file: false,
        };
        let way =
            |way: &henge::Way| ConversationWay { name: way.name.into(), title: way.title.into() };
        Some(ConversationAbout {
            name: talk.name.into(),
            title: talk.title.into(),
            about: talk.about.into(),
            game: game.rules().name().into(),
            ways: talk.ways.iter().map(way).collect(),
            commands: talk.commands.iter().map(command).collect(),
            sayings: talk.sayings.iter().map(ConversationSaying::from).collect(),
        })
    }
}

impl Conversation {
    /// A conversation after what was said last.
    pub fn of(conversation: &dyn Live, reply: Reply) -> Conversation {
        let suggestions = conversation.suggestions();
        Conversation {
            lines: reply.lines,
            prompt: conversation.waits_for(),
            position: conversation.position(),
            asks_for_move: conversation.asks_for_move(),
            suggestions: suggestions.iter().map(ConversationSaying::from).collect(),
            refused: reply.refused,
            changes: reply.changes,
            file: reply.write.map(|(name, text)| ConversationFile { name, text }),
        }
    }
}
