//! Values of a TOML file, read by hand, so that each fault says where it is and what would be right.

use std::ops::{Range, RangeInclusive};

use henge_toml::{DeTable, DeValue, Read, Value, fault};

/// A table whose keys are all known.
pub(crate) struct Fields<'a> {
    table: &'a DeTable<'a>,
    what: &'a str,
    pub span: Range<usize>,
}

impl<'a> Fields<'a> {
    pub fn new(
        table: &'a DeTable<'a>,
        span: Range<usize>,
        what: &'a str,
        known: &[&str],
    ) -> Read<Self> {
        for key in table.keys() {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                let known = known.join(", ");
                return fault(key.span(), format!("{what} has no \"{name}\"; there are {known}"));
            }
        }
        Ok(Fields { table, what, span })
    }

    pub fn of(value: &'a Value<'a>, what: &'a str, known: &[&str]) -> Read<Self> {
        match value.get_ref() {
            DeValue::Table(table) => Fields::new(table, value.span(), what, known),
            _ => fault(value.span(), format!("{what} should be a table such as [{what}]")),
        }
    }

    pub fn get(&self, key: &str) -> Option<&'a Value<'a>> {
        self.table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    /// A value that must be there; `example` shows how to write it.
    pub fn needed(&self, key: &str, example: &str) -> Read<&'a Value<'a>> {
        let missing = || format!("{} needs \"{key}\"; write {key} = {example}", self.what);
        self.get(key).map_or_else(|| fault(self.span.clone(), missing()), Ok)
    }
}

pub(crate) fn list<'a>(value: &'a Value<'a>, what: &str) -> Read<&'a [Value<'a>]> {
    match value.get_ref().as_array() {
        Some(list) => Ok(list),
        None => fault(value.span(), format!("\"{what}\" should be a list in brackets")),
    }
}

pub(crate) fn number(value: &Value<'_>, what: &str, range: RangeInclusive<u64>) -> Read<u64> {
    let found = value.get_ref().as_integer();
    let n = found.and_then(|n| u64::from_str_radix(n.as_str(), n.radix()).ok());
    match n.filter(|n| range.contains(n)) {
        Some(n) => Ok(n),
        None => {
            let (min, max) = range.into_inner();
            fault(value.span(), format!("{what} should be a whole number from {min} to {max}"))
        }
    }
}

/// One of the words that `choices` names.
pub(crate) fn choice<T: Copy>(
    value: &Value<'_>,
    what: &str,
    choices: &[T],
    name: impl Fn(T) -> &'static str,
) -> Read<T> {
    let found = value.get_ref().as_str();
    match choices.iter().find(|&&choice| found == Some(name(choice))) {
        Some(&choice) => Ok(choice),
        None => {
            let names: Vec<String> = choices.iter().map(|&c| format!("\"{}\"", name(c))).collect();
            let (last, others) = names.split_last().expect("there is something to choose from");
            let names = format!("{} or {last}", others.join(", "));
            fault(value.span(), format!("\"{what}\" should be {names}"))
        }
    }
}

/// A name that fits into a line of text: of robots, teams and scenarios.
pub(crate) fn name(value: &Value<'_>, what: &str) -> Read<String> {
    let text = value.get_ref().as_str().filter(|text| {
        let length = text.chars().count();
        (1..=40).contains(&length) && text.trim() == *text && !text.contains(char::is_control)
    });
    match text {
        Some(text) => Ok(text.to_string()),
        None => fault(
            value.span(),
            format!("\"{what}\" should be a text of 1 to 40 characters, without spaces around it"),
        ),
    }
}
