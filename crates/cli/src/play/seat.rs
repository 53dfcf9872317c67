use henge::core::erased::DynBot;
use henge::core::spec::{Spec, SpecError};
use henge::{Hurried, Playable};

/// A chair at the board and who sits in it.
pub enum Seat {
    Human,
    Bot { bot: Box<dyn DynBot>, spec: Spec, seed: u64 },
}

impl Seat {
    /// `human`, or the name of a bot.
    pub fn new(game: &Playable, name: &str, seed: u64) -> Result<Seat, SpecError> {
        if name == "human" {
            return Ok(Seat::Human);
        }
        let wrong = |error| match error {
            // A person may sit there too, which no list of bots says.
            SpecError::Unknown { what, name, near: None, mut known } => {
                known.insert(0, "human".into());
                SpecError::Unknown { what, name, near: None, known }
            }
            other => other,
        };
        let bot = game.seeded_bot(name, seed).map_err(wrong)?;
        Ok(Seat::Bot { bot, spec: name.parse()?, seed })
    }

    /// The same, as somebody whom a record has seated and not the user.
    pub fn into_guest(self) -> Seat {
        match self {
            Seat::Human => Seat::Human,
            Seat::Bot { bot, spec, seed } => {
                Seat::Bot { bot: Box::new(Hurried::new(bot)), spec, seed }
            }
        }
    }

    /// The name for records.
    pub fn name(&self) -> String {
        match self {
            Seat::Human => "human".into(),
            Seat::Bot { spec, .. } => spec.to_string(),
        }
    }

    pub fn is_human(&self) -> bool {
        matches!(self, Seat::Human)
    }

    /// Does the bot in this chair have that option?
    pub fn has_option(&self, game: &Playable, key: &str) -> bool {
        match self {
            Seat::Human => false,
            Seat::Bot { spec, .. } => {
                let kind = game.bot_kind(&spec.name);
                kind.is_ok_and(|kind| kind.params.iter().any(|param| param.key == key))
            }
        }
    }

    /// The value of an option as it was given, if it was.
    pub fn option(&self, key: &str) -> Option<&str> {
        match self {
            Seat::Human => None,
            Seat::Bot { spec, .. } => {
                spec.options.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
            }
        }
    }

    /// The same bot with another value of one option. On an error the seat stays as it was.
    pub fn set(&mut self, game: &Playable, key: &str, value: &str) -> Result<(), SpecError> {
        if let Seat::Bot { spec, seed, .. } = self {
            let mut changed = spec.clone();
            changed.options.retain(|(k, _)| k != key);
            changed.options.push((key.into(), value.into()));
            *self = Seat::new(game, &changed.to_string(), *seed)?;
        }
        Ok(())
    }
}
