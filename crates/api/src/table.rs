//! A position with the moves that led to it, and what may be asked about one.

use henge::erased::{DynGame, DynMatch, MoveView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Piece, Scene};

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Who moves first.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// 0 or 1.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl From<henge::Player> for Player {
    fn from(player: henge::Player) -> Player {
        match player {
            henge::Player::First => Player::First,
            henge::Player::Second => Player::Second,
        }
    }
}

impl From<Player> for henge::Player {
    fn from(player: Player) -> henge::Player {
        match player {
            Player::First => henge::Player::First,
            Player::Second => henge::Player::Second,
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// By its rules.
    Board,
    /// Somebody gave up.
    Resigned,
    /// Both wanted a draw.
    Agreed,
    /// A flag fell.
    Time,
    /// A referee decided.
    Adjudicated,
    /// Somebody was not there, or broke the rules.
    Forfeit,
    /// The limit of moves was reached.
    Moves,
    /// There is a result without a reason.
    Unknown,
}

impl From<henge::EndedBy> for Reason {
    fn from(by: henge::EndedBy) -> Reason {
        match by {
            henge::EndedBy::Rules => Reason::Board,
            henge::EndedBy::Resignation => Reason::Resigned,
            henge::EndedBy::Agreement => Reason::Agreed,
            henge::EndedBy::Time => Reason::Time,
            henge::EndedBy::Adjudication => Reason::Adjudicated,
            henge::EndedBy::Forfeit => Reason::Forfeit,
            henge::EndedBy::MoveLimit => Reason::Moves,
            _ => Reason::Unknown,
        }
    }
}

/// What a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Turn {
    /// A player decides.
    Player {
        /// Who.
        player: Player,
    },
    /// The dice fall.
    Chance,
    /// Nothing more.
    Over {
        /// Who won; nobody in a draw.
        winner: Option<Player>,
        /// What the win counts.
        points: u8,
        /// Why.
        reason: Reason,
    },
}

impl Turn {
    /// A game that has ended so.
    pub fn over(ending: henge::Ending) -> Turn {
        let reason = ending.by.into();
        match ending.outcome {
            henge::Outcome::Draw => Turn::Over { winner: None, points: 0, reason },
            henge::Outcome::Win { winner, points } => {
                Turn::Over { winner: Some(winner.into()), points, reason }
            }
        }
    }
}

impl From<henge::Turn> for Turn {
    fn from(turn: henge::Turn) -> Turn {
        match turn {
            henge::Turn::Player(player) => Turn::Player { player: player.into() },
            henge::Turn::Chance => Turn::Chance,
            henge::Turn::Over(outcome) => {
                Turn::over(henge::Ending::new(outcome, henge::EndedBy::Rules))
            }
        }
    }
}

/// A legal move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Move {
    /// In the game's notation.
    pub text: String,
    /// The sites a hand touches.
    pub path: Vec<u16>,
    /// What it has done when some of them have been touched; none for a move of one stroke.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hops: Vec<Hop>,
    /// Sets of steps that make it in any order, those with a smaller `touched` first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Vec<Hop>>,
    /// The chance of a roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f32>,
}

impl From<MoveView> for Move {
    fn from(mv: MoveView) -> Move {
        let path = mv.path.into_iter().map(|site| site.0).collect();
        let steps = |hops: Vec<_>| hops.into_iter().map(Hop::from).collect();
        let ways = mv.ways.into_iter().map(steps).collect();
        let hops = steps(mv.hops);
        Move { text: mv.text, path, hops, ways, probability: mv.probability }
    }
}

/// A piece that goes to another place in the middle of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Hop {
    /// How many sites of the path have been touched when the step is made.
    pub touched: usize,
    /// From where.
    pub from: u16,
    /// To where.
    pub to: u16,
    /// The site of a piece that it takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken: Option<u16>,
    /// Where that piece goes, if it stays on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_to: Option<u16>,
}

impl From<henge::depict::Hop> for Hop {
    fn from(hop: henge::depict::Hop) -> Hop {
        Hop {
            touched: hop.touched,
            from: hop.from.0,
            to: hop.to.0,
            taken: hop.taken.map(|(site, _)| site.0),
            taken_to: hop.taken.and_then(|(_, to)| to).map(|site| site.0),
        }
    }
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Played {
    /// In the game's notation.
    pub text: String,
    /// Whose; nobody's for a roll.
    pub player: Option<Player>,
}

/// A position, and how it came about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct View {
    /// The full name of the game.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// What it waits for.
    pub turn: Turn,
    /// All legal moves.
    pub legal: Vec<Move>,
    /// What stands on the board.
    pub scene: Scene,
    /// The sites of the last move.
    pub last: Vec<u16>,
    /// The position it began with, if not the game's own start.
    pub setup: Option<String>,
    /// The moves so far.
    pub moves: Vec<Played>,
}

impl View {
    /// What a match looks like now.
    pub fn of(game: &dyn DynGame, table: &dyn DynMatch) -> View {
        let played = |(ply, text)| Played { text, player: table.mover(ply).map(Player::from) };
        View {
            game: game.name().into(),
            position: table.position(),
            turn: table.turn().into(),
            legal: table.moves().into_iter().map(Move::from).collect(),
            scene: Scene::from(&table.scene()),
            last: table.last_path().into_iter().map(|site| site.0).collect(),
            setup: table.setup(),
            moves: table.history().into_iter().enumerate().map(played).collect(),
        }
    }
}

/// A position to look at: a game, where it began, and the moves since.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRequest {
    /// The name of the game.
    #[schema(example = "tic-tac-toe", max_length = 120)]
    pub game: String,
    /// A position as text.
    #[serde(default)]
    pub setup: Option<String>,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A position put together piece by piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComposeRequest {
    /// The name of the game.
    #[schema(example = "tic-tac-toe", max_length = 120)]
    pub game: String,
    /// What stands where.
    pub pieces: Vec<Piece>,
    /// Whose turn it is.
    pub player: Player,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_have_the_words_of_core() {
        for by in henge::EndedBy::ALL {
            let word = serde_json::to_value(Reason::from(by)).expect("a word");
            assert_eq!(word, by.word());
        }
    }
}
