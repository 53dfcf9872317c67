use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The historic programs, the oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Museum {
    /// All of them.
    pub exhibits: Vec<Exhibit>,
}

/// A historic program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Exhibit {
    /// Its name in addresses.
    pub name: String,
    /// When it was written.
    pub year: String,
    /// What it is called.
    pub title: String,
    /// Who wrote it, and where it is described.
    pub source: String,
    /// All about it, in Markdown.
    pub page: String,
    /// Where it plays.
    pub seats: Vec<ExhibitSeat>,
    /// The conversation one can have with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub talk: Option<String>,
    /// The games that its source prints, in the notation of records.
    pub records: String,
}

/// A game that a historic program plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExhibitSeat {
    /// The game, as in `hex:size=5`.
    pub game: String,
    /// What the game is called.
    pub title: String,
    /// The program as a bot of that game.
    pub bot: String,
}
