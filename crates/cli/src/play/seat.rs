use henge::spec::{Spec, SpecError};
use henge::table::{Seat, Who};
use henge::{Chair, Limits, Playable};

/// Somebody at the board: a person, or a bot that was made.
pub struct Sitter {
    pub name: String,
    /// The bot, if it is one.
    pub chair: Option<Chair>,
    seed: u64,
}

impl Sitter {
    /// `human`, or the name of a bot.
    pub fn new(game: &Playable, name: &str, seed: u64) -> Result<Sitter, SpecError> {
        if name == Seat::HUMAN {
            return Ok(Sitter { name: name.into(), chair: None, seed });
        }
        let wrong = |error| match error {
            // A person may sit there too, which no list of bots says.
            SpecError::Unknown { what, name, near: None, mut known } => {
                known.insert(0, Seat::HUMAN.into());
                SpecError::Unknown { what, name, near: None, known }
            }
            other => other,
        };
        let mut chair = Chair::new(name, seed);
        chair.prepare(game).map_err(wrong)?;
        let name = name.parse::<Spec>()?.to_string();
        Ok(Sitter { name, chair: Some(chair), seed })
    }

    /// The same, as somebody whom a record has seated and not the user.
    pub fn into_guest(self) -> Sitter {
        Sitter { chair: self.chair.map(Chair::into_guest), ..self }
    }

    /// The seat at the table, where a bot may spend this on a move.
    pub fn seat(&self, limits: Limits) -> Seat {
        match self.chair {
            Some(_) => Seat { name: self.name.clone(), who: Who::Bot(limits) },
            None => Seat::human(),
        }
    }

    fn spec(&self) -> Option<Spec> {
        self.chair.as_ref().and_then(|_| self.name.parse().ok())
    }

    /// Whether the bot here has that option.
    pub fn has_option(&self, game: &Playable, key: &str) -> bool {
        let kind = self.spec().and_then(|spec| game.bot_kind(&spec.name).ok());
        kind.is_some_and(|kind| kind.params.iter().any(|param| param.key == key))
    }

    /// The value of an option as it was given, if it was.
    pub fn option(&self, key: &str) -> Option<String> {
        self.spec()?.get(key).map(String::from)
    }

    /// The same bot with another value of one option.
    pub fn with(&self, game: &Playable, key: &str, value: &str) -> Result<Sitter, SpecError> {
        let spec = self.name.parse::<Spec>()?.with(key, value);
        Sitter::new(game, &spec.to_string(), self.seed)
    }
}
