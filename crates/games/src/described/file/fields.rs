//! Values of a file, each with a fault that says what would be right.

use std::ops::Range;

use henge_core::depict::Point;
use henge_core::spec::nearest;
use henge_toml::{DeTable, DeValue, Read, Value, fault};

/// A table whose keys are all known.
pub(super) struct Fields<'a> {
    pub(super) table: &'a DeTable<'a>,
    pub(super) span: Range<usize>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(
        table: &'a DeTable<'a>,
        span: Range<usize>,
        what: &str,
        known: &[&str],
    ) -> Read<Self> {
        for key in table.keys() {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                let hint = match nearest(name, known.iter().copied()) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => format!("there are {}", known.join(", ")),
                };
                return fault(key.span(), format!("{what} has no \"{name}\"; {hint}"));
            }
        }
        Ok(Fields { table, span })
    }

    pub(super) fn of(value: &'a Value<'a>, what: &str, known: &[&str]) -> Read<Self> {
        match value.get_ref() {
            DeValue::Table(table) => Fields::new(table, value.span(), what, known),
            _ => fault(value.span(), format!("{what} should be a table such as {{ … }}")),
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Value<'a>> {
        self.table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    pub(super) fn text(&self, key: &str) -> Read<Option<&'a str>> {
        self.get(key).map(|value| text(value, &format!("\"{key}\""))).transpose()
    }

    pub(super) fn flag(&self, key: &str) -> Read<bool> {
        match self.get(key) {
            None => Ok(false),
            Some(value) => value.get_ref().as_bool().map_or_else(
                || fault(value.span(), format!("\"{key}\" should be true or false")),
                Ok,
            ),
        }
    }
}

pub(super) fn text<'a>(value: &'a Value<'a>, what: &str) -> Read<&'a str> {
    match value.get_ref().as_str() {
        Some(text) => Ok(text),
        None => fault(value.span(), format!("{what} should be a text in quotes")),
    }
}

pub(super) fn list<'a>(value: &'a Value<'a>, what: &str) -> Read<&'a [Value<'a>]> {
    match value.get_ref().as_array() {
        Some(list) => Ok(list),
        None => fault(value.span(), format!("{what} should be a list in brackets")),
    }
}

pub(super) fn number(
    value: &Value<'_>,
    what: &str,
    range: std::ops::RangeInclusive<usize>,
) -> Read<usize> {
    let found = value.get_ref().as_integer();
    let n = found.and_then(|n| usize::from_str_radix(n.as_str(), n.radix()).ok());
    match n.filter(|n| range.contains(n)) {
        Some(n) => Ok(n),
        None => {
            let (min, max) = range.into_inner();
            fault(value.span(), format!("{what} should be a whole number from {min} to {max}"))
        }
    }
}

/// Two numbers on the plane.
pub(super) fn point(value: &Value<'_>) -> Read<Point> {
    let coordinate = |value: &Value<'_>| {
        let number = match value.get_ref() {
            DeValue::Integer(n) => n.as_str().parse().ok(),
            DeValue::Float(n) => n.as_str().parse::<f32>().ok(),
            _ => None,
        };
        number.filter(|n| n.abs() <= 1000.0)
    };
    match value.get_ref().as_array().map(|list| list.iter().map(coordinate).collect::<Vec<_>>()) {
        Some(list) if let [Some(x), Some(y)] = list[..] => Ok(Point::new(x, y)),
        _ => {
            fault(value.span(), "a place should be two numbers from -1000 to 1000, as in [0, 1.5]")
        }
    }
}
