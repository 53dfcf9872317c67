use henge_core::{Limits, Player};

/// A chair at the board and who sits in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The name that records show: a person's, or a bot's with its options.
    pub name: String,
    /// Who it is.
    pub who: Who,
}

/// Who sits in a chair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person. The same number in both chairs is the same person, or two at one keyboard who can talk.
    Person(i64),
    /// A person who has not come yet. Nothing begins before.
    Nobody,
    /// A bot, and what it may spend on a move beside its own limits.
    Bot(Limits),
}

impl Seat {
    /// A person at this keyboard.
    pub fn human() -> Seat {
        Seat { name: Seat::HUMAN.into(), who: Who::Person(0) }
    }

    /// A bot of that name, with no limits but its own.
    pub fn bot(name: impl Into<String>) -> Seat {
        Seat { name: name.into(), who: Who::Bot(Limits::NONE) }
    }

    /// What records and calls call a person at the keyboard.
    pub const HUMAN: &str = "human";

    /// Whether a bot sits here.
    pub fn is_bot(&self) -> bool {
        matches!(self.who, Who::Bot(_))
    }

    /// Whether this is the seat of a person, who may not have come yet.
    pub fn is_person(&self) -> bool {
        !self.is_bot()
    }
}

/// The chair of a player.
pub(crate) fn seat(seats: &[Seat; 2], player: Player) -> &Seat {
    &seats[player.index()]
}
