//! Files of numbers with a source: TOML read strictly, so that a slip of the pen is an error and
//! not a case that is never checked.

use std::sync::Arc;

use henge_core::erased::{DynGame, DynMatch};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A table being read, with the place it stands at.
pub(crate) struct DataTable<'a> {
    text: &'a str,
    what: &'a str,
    start: usize,
    entries: &'a DeTable<'a>,
}

/// The position a case is about.
pub(crate) struct Case {
    /// Line and game, for messages.
    name: String,
    game: String,
    position: Option<String>,
    moves: Vec<String>,
}

/// The line on which the byte `at` stands, counted from 1.
fn line(text: &str, at: usize) -> usize {
    1 + text[..at].bytes().filter(|&b| b == b'\n').count()
}

/// Calls `read` with every table of the list `what` in a file that has nothing but such a list and
/// a `source`.
pub(crate) fn read_list<T>(
    text: &str,
    what: &str,
    mut read: impl FnMut(&DataTable) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let parsed = DeTable::parse(text).map_err(|error| error.to_string())?;
    let file = DataTable { text, what: "the file", start: 0, entries: parsed.get_ref() };
    file.only(&["source", what])?;
    file.source()?.ok_or_else(|| file.wrong("needs a source: who counted this, and how"))?;
    let list = file.entries.get(what).and_then(|list| list.get_ref().as_array());
    let list = list.filter(|list| !list.is_empty());
    let list = list.ok_or_else(|| file.wrong(&format!("has no [[{what}]]")))?;
    let table = |value: &Spanned<DeValue>| {
        let start = value.span().start;
        let entries = value.get_ref().as_table();
        let entries = entries.ok_or_else(|| format!("line {}: not a table", line(text, start)))?;
        read(&DataTable { text, what, start, entries })
    };
    list.iter().map(table).collect()
}

impl DataTable<'_> {
    fn at(&self, start: usize, why: &str) -> String {
        format!("line {}: {} {why}", line(self.text, start), self.what)
    }

    /// Says what is wrong with the table.
    pub fn wrong(&self, why: &str) -> String {
        self.at(self.start, why)
    }

    /// Refuses keys that are not in `keys`.
    pub fn only(&self, keys: &[&str]) -> Result<(), String> {
        match self.entries.keys().find(|key| !keys.contains(&key.get_ref().as_ref())) {
            None => Ok(()),
            Some(key) => {
                let (name, known) = (key.get_ref(), keys.join(", "));
                Err(self.at(key.span().start, &format!("has no key \"{name}\"; it has {known}")))
            }
        }
    }

    fn find<T>(
        &self,
        key: &str,
        expected: &str,
        read: impl FnOnce(&DeValue) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let Some(value) = self.entries.get(key) else { return Ok(None) };
        let wrong = || self.at(value.span().start, &format!("wants {expected} as {key}"));
        read(value.get_ref()).map(Some).ok_or_else(wrong)
    }

    /// The text of `key`; a text is never empty.
    pub fn text(&self, key: &str) -> Result<Option<String>, String> {
        let read = |value: &DeValue| value.as_str().filter(|s| !s.is_empty()).map(String::from);
        self.find(key, "a text", read)
    }

    /// The whole number of `key`.
    pub fn number(&self, key: &str) -> Result<Option<u64>, String> {
        self.find(key, "a whole number", number)
    }

    /// The list of whole numbers of `key`, with at least one in it.
    pub fn numbers(&self, key: &str) -> Result<Vec<u64>, String> {
        let list = |value: &DeValue| {
            let list = value.as_array().filter(|list| !list.is_empty())?;
            list.iter().map(|value| number(value.get_ref())).collect()
        };
        let numbers = self.find(key, "a list of whole numbers", list)?;
        numbers.ok_or_else(|| self.wrong(&format!("needs {key}")))
    }

    /// Where the numbers come from.
    pub fn source(&self) -> Result<Option<String>, String> {
        self.text("source")
    }

    /// The position that `game`, `position` and `moves` describe.
    pub fn case(&self) -> Result<Case, String> {
        let game = self.text("game")?.ok_or_else(|| self.wrong("needs a game"))?;
        let moves = self.text("moves")?.unwrap_or_default();
        let moves: Vec<String> = moves.split_whitespace().map(String::from).collect();
        let position = self.text("position")?;
        let mut name = format!("line {}: {game}", line(self.text, self.start));
        if let Some(position) = &position {
            name += &format!(" at \"{position}\"");
        }
        if !moves.is_empty() {
            name += &format!(" after {}", moves.join(" "));
        }
        Ok(Case { name, game, position, moves })
    }
}

fn number(value: &DeValue) -> Option<u64> {
    let number = value.as_integer()?;
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}

impl Case {
    /// Line, game and position, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A match that has come to the position.
    pub fn open(&self, game: &dyn Fn(&str) -> Arc<dyn DynGame>) -> Box<dyn DynMatch> {
        let rules = game(&self.game);
        let mut table = match &self.position {
            None => rules.start(),
            Some(text) => match rules.read(text) {
                Ok(table) => table,
                Err(error) => panic!("{}: {error}", self.name),
            },
        };
        for mv in &self.moves {
            if let Err(error) = table.play(mv) {
                panic!("{}: {error}", self.name);
            }
        }
        table
    }
}
