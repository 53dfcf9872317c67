//! Programs of other times as a front end shows them: who wrote them, where one can sit at them, what they played.

/// A historic program in a museum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exhibit {
    /// Its name in addresses.
    pub name: &'static str,
    /// When it was written; a year, or what is known of it.
    pub year: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// Who wrote it, and where it is described.
    pub source: &'static str,
    /// All about it, in Markdown.
    pub page: &'static str,
    /// Where it plays: games with its name there, as in `hex:size=5` and `mangolas1990`.
    pub seats: Vec<(&'static str, &'static str)>,
    /// The conversation one can have with it.
    pub talk: Option<&'static str>,
    /// The games that its source prints, in the notation of records; empty if it prints none.
    pub records: &'static str,
}
