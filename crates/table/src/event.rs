//! What happens at a table, and what follows from it.

use henge_core::erased::Thought;
use henge_core::{Ending, Limits, Outcome, PlayError, Player};
use thiserror::Error;

use crate::Seat;

/// Something happens. Who may say so has been checked by the driver.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// The driver is ready: dice fall, and a bot is asked whose move it is.
    Begin,
    /// A person moves.
    Move {
        /// Whose move it is.
        by: Player,
        /// In the notation of the game.
        text: &'a str,
    },
    /// A bot has answered the question of this number, or has failed.
    Thought {
        /// [`Ask::id`].
        ask: u64,
        /// What it has found, or why it has found nothing.
        found: Result<&'a Thought, &'a str>,
    },
    /// A player gives up.
    Resign(Player),
    /// A player offers a draw.
    OfferDraw(Player),
    /// A player takes the offered draw, or declines it.
    AnswerDraw(Player, bool),
    /// A player asks the other one to let a move be taken back.
    AskTakeBack(Player),
    /// A player lets the other one take back, or does not.
    AnswerTakeBack(Player, bool),
    /// A player takes back, up to the last move of a person.
    TakeBack(Player),
    /// A player plays again what was taken back.
    Redo(Player),
    /// Somebody who looks through a game goes to this ply, as far as the game was ever played.
    GoTo(usize),
    /// Somebody else takes a seat.
    Sit(Player, Seat),
    /// The players change sides.
    SwapSeats,
    /// Somebody who is not at the table has decided how the game ends.
    Adjudicate(Outcome),
    /// Time has passed, and a flag may have fallen.
    Time,
    /// A bot that failed is asked again.
    Retry,
}

/// What follows from an event.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Effects {
    /// The game has changed and is to be kept: the moves from this ply on, rolls included, the clocks and
    /// the ending.
    pub keep: Option<usize>,
    /// Whoever thinks or ponders now thinks for nothing.
    pub hush: bool,
    /// A bot is asked.
    pub ask: Option<Ask>,
    /// This player's bot may think on the opponent's time.
    pub ponder: Option<Player>,
    /// The game is over now.
    pub ended: Option<Ending>,
    /// The time was over before what was asked for, which was not done.
    pub late: bool,
    /// What else there is to say.
    pub tell: Option<Notice>,
}

/// A question to a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ask {
    /// No other question of the sitting has this number.
    pub id: u64,
    /// Whose bot.
    pub player: Player,
    /// What for.
    pub purpose: Purpose,
    /// What it may spend.
    pub limits: Limits,
}

/// What a bot is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Its move.
    Move,
    /// Whether it takes a draw, when its opponent is to move.
    Draw,
}

/// Something to tell those who look on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// These moves were taken back, in the order in which they were played.
    TakenBack(Vec<String>),
    /// These moves were played again.
    PlayedAgain(Vec<String>),
    /// The end of the game was taken back; it goes on.
    EndTakenBack,
    /// This player offers a draw.
    DrawOffered(Player),
    /// This player declines the draw.
    DrawDeclined(Player),
    /// This player asks to take a move back.
    TakeBackAsked(Player),
    /// This player does not let the other one take back.
    TakeBackDeclined(Player),
    /// The bot of this player does not go on, and why.
    Stuck(Player, String),
}

/// Why nothing was done.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// Somebody else is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The rules do not allow the move.
    #[error(transparent)]
    Move(#[from] PlayError),
    /// Two people play, who must agree about taking back.
    #[error("ask your opponent: moves of two people are not taken back")]
    TwoPeople,
    /// The end of the game stands.
    #[error("{0}")]
    Stands(String),
    /// No person has moved yet.
    #[error("you have no move to take back")]
    NothingToTakeBack,
    /// The end of the game must be taken back first.
    #[error("the game is over; take back first")]
    RedoAfterEnd,
    /// Nothing was taken back.
    #[error("there is nothing to play again")]
    NothingToRedo,
    /// One offer at a time.
    #[error("a draw is offered already")]
    AlreadyOffered,
    /// There is no offer to answer.
    #[error("your opponent has not offered a draw")]
    NoOffer,
    /// A move is to be taken back already, if the other player likes.
    #[error("you have asked already; your opponent has not answered yet")]
    AlreadyAsked,
    /// There is nothing to answer.
    #[error("your opponent has not asked to take a move back")]
    NotAsked,
    /// A bot does not listen while it thinks.
    #[error("the bot can be asked only when it is your turn")]
    BotThinks,
    /// Nobody is there to answer.
    #[error("your opponent has not come yet")]
    Alone,
    /// Nobody sits down at a game that has ended.
    #[error("the game is over, and its seats stay as they are")]
    SeatsStay,
}
