//! Games in progress.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Player, Turn, View};

/// Who sits in a chair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// A person.
    Human,
    /// A bot.
    Bot,
}

/// A chair at the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Seat {
    /// What sits there.
    pub kind: SeatKind,
    /// A person's name, or that of the bot with its options.
    pub name: String,
    /// A person's seat that nobody has taken yet.
    pub open: bool,
}

/// A chair to be filled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum NewSeat {
    /// A person.
    Human {
        /// What others call them.
        #[serde(default)]
        #[schema(max_length = 60)]
        name: Option<String>,
        /// Leave the seat open for somebody who joins.
        #[serde(default)]
        open: bool,
    },
    /// A bot.
    Bot {
        /// Its name with options.
        #[schema(example = "henge:level=easy", max_length = 200)]
        bot: String,
    },
}

/// Time for a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockRequest {
    /// For each player.
    #[schema(minimum = 1, maximum = 86400)]
    pub seconds: f64,
    /// Seconds added after every move.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 3600)]
    pub increment: f64,
}

/// A new game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The name of the game.
    #[schema(example = "tic-tac-toe", max_length = 120)]
    pub game: String,
    /// The two chairs.
    #[schema(min_items = 2, max_items = 2)]
    pub seats: [NewSeat; 2],
    /// Time, if it is limited.
    #[serde(default)]
    pub clock: Option<ClockRequest>,
    /// A position as text.
    #[serde(default)]
    pub setup: Option<String>,
    /// Moves that are played already.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Of two people's seats the second one stays open for somebody who joins.
    #[serde(default)]
    pub invite: bool,
}

/// The keys of the seats that the caller holds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Tokens {
    /// Of the first player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Of the second player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
}

/// A game that was begun.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Created {
    /// The game.
    pub state: State,
    /// The keys of the caller's seats.
    pub tokens: Tokens,
}

/// A seat to be taken.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// What others call them.
    #[serde(default)]
    #[schema(max_length = 60)]
    pub name: Option<String>,
}

/// A seat that was taken.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Joined {
    /// The game.
    pub state: State,
    /// Which seat.
    pub player: Player,
    /// Its key.
    pub token: String,
}

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ClockState {
    /// What was left when this was written.
    pub left_ms: u64,
    /// What every move adds.
    pub increment_ms: u64,
}

/// What can be done besides moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Can {
    /// A move can be taken back.
    pub undo: bool,
    /// A move can be played again.
    pub redo: bool,
}

/// What was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// A draw.
    Draw,
    /// To take a move back.
    TakeBack,
}

/// A wish that was not granted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Declined {
    /// What was asked for.
    pub wish: Wish,
    /// The player who declined.
    pub by: Player,
}

/// A game in progress.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct State {
    /// The position and the moves.
    #[serde(flatten)]
    pub view: View,
    /// The name of this game, which nobody can guess.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// The game's name for people.
    pub title: String,
    /// Who plays.
    pub seats: [Seat; 2],
    /// The clocks, if there are any.
    pub clocks: Option<[ClockState; 2]>,
    /// Whose clock runs.
    pub running: Option<Player>,
    /// A bot thinks.
    pub thinking: bool,
    /// Why a bot has not begun to think yet, if there is no room for it; it follows by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<String>,
    /// Who offers a draw.
    pub draw_offer: Option<Player>,
    /// Who asks to take a move back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back: Option<Player>,
    /// What was asked for last and declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined: Option<Declined>,
    /// The rematch that one of the players wants, with the sides changed: the name of a game in which the
    /// tokens of both hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// What can be done.
    pub can: Can,
    /// Why a bot does not go on, if one has failed.
    pub fault: Option<String>,
    /// When it began, as `2026-11-15T19:22:00Z`.
    pub created: String,
    /// When it changed last.
    pub updated: String,
}

/// A move to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// In the game's notation.
    #[serde(rename = "move")]
    #[schema(max_length = 200)]
    pub mv: String,
    /// How many moves were played before it, so that none is played twice.
    pub ply: usize,
}

/// What a player can do besides moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Take a move back.
    Undo,
    /// Play it again.
    Redo,
    /// Give up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Take it.
    AcceptDraw,
    /// Leave it.
    DeclineDraw,
    /// Ask the other player to let a move be taken back.
    AskUndo,
    /// Let the other player take back.
    AllowUndo,
    /// Do not.
    DeclineUndo,
}

/// A wish to play again.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RematchRequest {
    /// The time, if it is not to be that of the game that is over.
    #[serde(default)]
    pub clock: Option<ClockRequest>,
}

/// Something to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionRequest {
    /// What.
    pub action: Action,
}

/// A wish for advice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HintRequest {
    /// How long to think.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 60000)]
    pub time_ms: Option<u64>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MatchSummary {
    /// Its name.
    pub id: String,
    /// The full name of the game.
    pub game: String,
    /// The game's name for people.
    pub title: String,
    /// Who plays.
    pub seats: [Seat; 2],
    /// How many moves were played.
    pub ply: usize,
    /// What it waits for.
    pub turn: Turn,
    /// When it changed last.
    pub updated: String,
}

/// Games in progress.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Matches {
    /// The one that changed last comes first.
    pub matches: Vec<MatchSummary>,
    /// The names of saved games that are damaged and cannot be shown.
    pub damaged: Vec<String>,
    /// How many games there are of this kind, whether they are shown here or not.
    pub total: usize,
}

/// How people have done against a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Tally {
    /// The full name of the game.
    pub game: String,
    /// The bot with its options.
    pub bot: String,
    /// Games that people have won.
    pub won: u64,
    /// Games that nobody has won.
    pub drawn: u64,
    /// Games that the bot has won.
    pub lost: u64,
}

/// How people have done against bots on this machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Tallies {
    /// By game and bot.
    pub tallies: Vec<Tally>,
}

/// Where the server can be reached from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Reach {
    /// From this machine alone.
    pub private: bool,
    /// Names and addresses that others can ask for, without the port.
    pub hosts: Vec<String>,
}

/// How busy the engines are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EngineLoad {
    /// Thinking now.
    pub running: usize,
    /// Waiting for their turn.
    pub waiting: usize,
    /// The most that think at once.
    pub limit: usize,
}

/// How many are connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ConnectionLoad {
    /// Open now.
    pub open: usize,
    /// The most at once.
    pub limit: usize,
}

/// The server is well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Health {
    /// `ok`.
    pub status: String,
    /// Of henge.
    pub version: String,
    /// Games in memory.
    pub games_open: usize,
    /// The engines.
    pub engine: EngineLoad,
    /// The connections.
    pub connections: ConnectionLoad,
}
