//! How games end: one vocabulary for records, saved games, messages and sentences.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Outcome, Player, Turn};

/// Why a game was over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EndedBy {
    /// The rules say so.
    Rules,
    /// A player gave up.
    Resignation,
    /// Both players agreed on a draw.
    Agreement,
    /// A player had no time left.
    Time,
    /// Somebody else decided: a referee, or an engine that had proved the outcome.
    Adjudication,
    /// A player was not there, or broke the rules.
    Forfeit,
    /// The limit of moves was reached.
    MoveLimit,
    /// There is a result, and nobody has written down why.
    Unknown,
}

impl EndedBy {
    /// All of them.
    pub const ALL: [EndedBy; 8] = [
        EndedBy::Rules,
        EndedBy::Resignation,
        EndedBy::Agreement,
        EndedBy::Time,
        EndedBy::Adjudication,
        EndedBy::Forfeit,
        EndedBy::MoveLimit,
        EndedBy::Unknown,
    ];

    /// The word in databases and messages.
    pub const fn word(self) -> &'static str {
        match self {
            EndedBy::Rules => "board",
            EndedBy::Resignation => "resigned",
            EndedBy::Agreement => "agreed",
            EndedBy::Time => "time",
            EndedBy::Adjudication => "adjudicated",
            EndedBy::Forfeit => "forfeit",
            EndedBy::MoveLimit => "moves",
            EndedBy::Unknown => "unknown",
        }
    }

    /// The value of the tag `Termination` in a record; none where the result says it all.
    pub const fn tag(self) -> Option<&'static str> {
        match self {
            EndedBy::Rules | EndedBy::Unknown => None,
            EndedBy::Resignation => Some("resignation"),
            EndedBy::Agreement => Some("agreement"),
            EndedBy::Time => Some("time forfeit"),
            EndedBy::Adjudication => Some("adjudication"),
            EndedBy::Forfeit => Some("forfeit"),
            EndedBy::MoveLimit => Some("too many moves"),
        }
    }

    /// What follows "X wins" or "the game is a draw"; nothing where the board shows it.
    pub const fn phrase(self) -> &'static str {
        match self {
            EndedBy::Rules | EndedBy::Unknown => "",
            EndedBy::Resignation => " by resignation",
            EndedBy::Agreement => " by agreement",
            EndedBy::Time => " on time",
            EndedBy::Adjudication => " by adjudication",
            EndedBy::Forfeit => " by forfeit",
            EndedBy::MoveLimit => " by the limit of moves",
        }
    }

    /// May whoever may take back moves take this end back, too? What the players have said or played
    /// themselves can be taken back; what the clock or somebody else has decided stands.
    pub const fn can_be_taken_back(self) -> bool {
        match self {
            EndedBy::Rules | EndedBy::Resignation | EndedBy::Agreement | EndedBy::Unknown => true,
            EndedBy::Time | EndedBy::Adjudication | EndedBy::Forfeit | EndedBy::MoveLimit => false,
        }
    }
}

impl fmt::Display for EndedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// No way for a game to end is called so.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{0}\" is not a reason for the end of a game, such as \"resignation\" or \"time forfeit\""
)]
pub struct EndedByError(String);

impl FromStr for EndedBy {
    type Err = EndedByError;

    /// Reads the words of databases and of records, of this version and of earlier ones, and those of
    /// the PGN standard.
    fn from_str(text: &str) -> Result<EndedBy, EndedByError> {
        let text = text.trim().to_lowercase();
        let known = |by: &EndedBy| by.word() == text || by.tag() == Some(text.as_str());
        let other = || match text.as_str() {
            "rules" | "normal" => Some(EndedBy::Rules),
            "resign" => Some(EndedBy::Resignation),
            "abandoned" | "rules infraction" => Some(EndedBy::Forfeit),
            _ => None,
        };
        EndedBy::ALL.into_iter().find(known).or_else(other).ok_or(EndedByError(text))
    }
}

/// A result, and why it is one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The result.
    pub outcome: Outcome,
    /// Why it is over.
    pub by: EndedBy,
}

impl Ending {
    /// An outcome, and why.
    pub const fn new(outcome: Outcome, by: EndedBy) -> Ending {
        Ending { outcome, by }
    }

    /// This player gives up.
    pub const fn resigned(player: Player) -> Ending {
        Ending::new(Outcome::win(player.other()), EndedBy::Resignation)
    }

    /// A draw that both players want.
    pub const fn agreed() -> Ending {
        Ending::new(Outcome::Draw, EndedBy::Agreement)
    }

    /// This player has no time left.
    pub const fn out_of_time(player: Player) -> Ending {
        Ending::new(Outcome::win(player.other()), EndedBy::Time)
    }

    /// How a game has ended whose board waits for `turn`: as the rules say, or else as `declared`
    /// before the board ended it. A game that is declared over stays over.
    pub fn of(turn: Turn, declared: Option<Ending>) -> Option<Ending> {
        match turn {
            Turn::Over(outcome) => Some(Ending::new(outcome, EndedBy::Rules)),
            _ => declared.map(|ending| match ending.by {
                // The board does not say so.
                EndedBy::Rules => Ending::new(ending.outcome, EndedBy::Unknown),
                _ => ending,
            }),
        }
    }

    /// The same, without what the board shows by itself.
    pub fn before_the_board(turn: Turn, declared: Option<Ending>) -> Option<Ending> {
        Ending::of(turn, declared).filter(|ending| ending.by != EndedBy::Rules)
    }

    /// Why this end cannot be taken back, where it cannot.
    pub fn refusal(&self) -> Option<String> {
        let stands = !self.by.can_be_taken_back();
        stands.then(|| format!("the game ended{}; that cannot be taken back", self.by.phrase()))
    }

    /// As in "Red wins on time" or "the game is a draw by agreement", without a full stop.
    pub fn in_words(&self, players: &[String; 2]) -> String {
        let why = self.by.phrase();
        match self.outcome {
            Outcome::Draw => format!("the game is a draw{why}"),
            Outcome::Win { winner, points: 1 } => format!("{} wins{why}", players[winner.index()]),
            Outcome::Win { winner, points } => {
                format!("{} wins {points} points{why}", players[winner.index()])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_that_was_ever_written_is_read() {
        for by in EndedBy::ALL {
            assert_eq!(by.word().parse(), Ok(by));
            assert_eq!(by.to_string(), by.word());
            if let Some(tag) = by.tag() {
                assert_eq!(tag.parse(), Ok(by), "{tag}");
            }
        }
        for (word, by) in [
            ("time", EndedBy::Time),
            ("Time forfeit", EndedBy::Time),
            ("resigned", EndedBy::Resignation),
            ("agreed", EndedBy::Agreement),
            ("rules", EndedBy::Rules),
            ("normal", EndedBy::Rules),
            ("too many moves", EndedBy::MoveLimit),
        ] {
            assert_eq!(word.parse(), Ok(by), "{word}");
        }
        let error = "bad luck".parse::<EndedBy>().unwrap_err();
        assert!(error.to_string().starts_with("\"bad luck\" is not a reason"), "{error}");
    }

    #[test]
    fn a_game_that_was_declared_over_stays_over() {
        let to_move = Turn::Player(Player::First);
        let resigned = Ending::resigned(Player::First);
        assert_eq!(Ending::of(to_move, Some(resigned)), Some(resigned));
        assert_eq!(Ending::of(to_move, None), None);
        // Earlier versions wrote "board" for reasons they did not know.
        let board = Ending::new(Outcome::Draw, EndedBy::Rules);
        let unknown = Some(Ending::new(Outcome::Draw, EndedBy::Unknown));
        assert_eq!(Ending::before_the_board(to_move, Some(board)), unknown);
        // The board has the last word.
        let over = Turn::Over(Outcome::win(Player::First));
        assert_eq!(Ending::of(over, Some(resigned)).unwrap().by, EndedBy::Rules);
        assert_eq!(Ending::before_the_board(over, Some(resigned)), None);
    }

    #[test]
    fn endings_are_sentences() {
        let players = ["Red".to_string(), "Blue".to_string()];
        let words = |ending: Ending| ending.in_words(&players);
        assert_eq!(words(Ending::out_of_time(Player::First)), "Blue wins on time");
        assert_eq!(words(Ending::agreed()), "the game is a draw by agreement");
        let gammon = Outcome::Win { winner: Player::First, points: 2 };
        assert_eq!(words(Ending::new(gammon, EndedBy::Rules)), "Red wins 2 points");
    }
}
