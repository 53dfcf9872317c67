use crate::Numbering;

/// A game in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct About {
    /// The name in commands and files: `connect-four`.
    pub slug: String,
    /// The name for people: `Connect Four`.
    pub title: String,
    /// What the two sides are called: `["Red", "Yellow"]`.
    pub players: [String; 2],
    /// The rules in a few sentences.
    pub rules: String,
    /// Where the rules come from.
    pub source: String,
    /// How its players number the moves.
    pub numbering: Numbering,
}

impl About {
    /// A game with its name in commands and its name for people.
    pub fn new(slug: impl Into<String>, title: impl Into<String>) -> Self {
        About {
            slug: slug.into(),
            title: title.into(),
            players: ["First".into(), "Second".into()],
            ..About::default()
        }
    }

    /// What the two sides are called.
    pub fn players(mut self, first: impl Into<String>, second: impl Into<String>) -> Self {
        self.players = [first.into(), second.into()];
        self
    }

    /// Its players give one number to a move and the answer to it.
    pub fn numbered_in_pairs(mut self) -> Self {
        self.numbering = Numbering::Pairs;
        self
    }

    /// The rules in a few sentences.
    pub fn rules(mut self, rules: impl Into<String>) -> Self {
        self.rules = rules.into();
        self
    }

    /// Where the rules come from.
    pub fn source(mut self, source: impl Into<String>) -> Self {
        self.source = source.into();
        self
    }
}
