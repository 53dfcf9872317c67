use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The games of which there are problems.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProblemSets {
    /// All of them.
    pub sets: Vec<ProblemSet>,
}

/// The problems of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProblemSet {
    /// The game's short name.
    pub game: String,
    /// What the game is called.
    pub title: String,
    /// How many there are.
    pub problems: usize,
}

/// Asks for the next problem of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProblemRequest {
    /// The game's short name.
    pub game: String,
    /// What was tried so far, the oldest first. A server for its own machine alone keeps this itself and does not look
    /// here.
    #[serde(default)]
    pub attempts: Vec<ProblemAttempt>,
}

/// A try at a problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProblemAttempt {
    /// Which one.
    pub problem: String,
    /// Whether the move was found.
    pub right: bool,
}

/// A problem without its solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProblemQuestion {
    /// Its name.
    pub id: String,
    /// The full name of the game.
    pub game: String,
    /// The position.
    pub position: String,
    /// What is asked, in words.
    pub question: String,
    /// How hard it is, from 1.
    pub grade: usize,
    /// The hardest grade.
    pub hardest: usize,
    /// How many problems the game has.
    pub problems: usize,
    /// How many of them were tried.
    pub tried: usize,
    /// How many were found at the last try.
    pub found: usize,
}

/// A move that is thought to solve a problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProblemAnswerRequest {
    /// The game's short name.
    pub game: String,
    /// Which problem.
    pub problem: String,
    /// The move; without one the solution is shown, and counts as not found.
    #[serde(rename = "move", default)]
    pub mv: Option<String>,
}

/// What is said to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProblemAnswer {
    /// Whether the move was the one.
    pub right: bool,
    /// The one move.
    pub best: String,
    /// What it does, in words.
    pub answer: String,
}
