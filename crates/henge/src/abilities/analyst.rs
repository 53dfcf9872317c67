//! Who judges the positions of a game.

/// The bot that judges positions, in analysis, in hints and in reviews: the same one everywhere, so that all say the
/// same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analyst {
    /// Its name with options.
    pub bot: &'static str,
    /// A bot that says at once what a position is worth, by which the luck of every roll is measured.
    pub quick: Option<&'static str>,
    /// The moves by which stakes are raised, accepted and refused, which a review counts apart.
    pub doubling: &'static [&'static str],
}

impl Analyst {
    /// A bot, and nothing special.
    pub fn new(bot: &'static str) -> Analyst {
        Analyst { bot, quick: None, doubling: &[] }
    }
}
