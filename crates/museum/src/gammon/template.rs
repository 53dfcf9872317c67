//! Short-range objectives: boards in general terms that are matched against the present board and
//! the proposed one. The document asks for them among its improvements.

use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;

use henge_games::backgammon::{BAR, Men, OFF};
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A board in general terms, and what it is worth to reach it.
#[derive(Clone, PartialEq, Debug)]
pub struct Template {
    /// Its name.
    pub name: String,
    /// What a play does that fits, to stand after "it".
    pub says: String,
    before: Vec<Condition>,
    after: Vec<Condition>,
    /// The award, 64 for a full success; negative for what is to be avoided.
    pub points: i32,
}

/// One line of a template.
#[derive(Clone, PartialEq, Debug)]
struct Condition {
    places: RangeInclusive<usize>,
    whose: Whose,
    men: RangeInclusive<u8>,
    /// How many points must fit, and whether in a row.
    count: usize,
    row: bool,
    /// Must it not be so?
    none: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whose {
    Mine,
    Theirs,
}

/// What is wrong with a file of templates, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {message}")]
pub struct TemplateError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

static SHIPPED: LazyLock<Vec<Template>> = LazyLock::new(|| {
    read(include_str!("templates.toml")).expect("the tests read the file of the program")
});

/// The templates that come with the program.
pub fn shipped() -> &'static [Template] {
    &SHIPPED
}

impl Template {
    /// Is the objective there on this board?
    pub fn applies(&self, before: &Men) -> bool {
        self.before.iter().all(|condition| condition.holds(before))
    }

    /// Does this board reach it?
    pub fn is_reached(&self, after: &Men) -> bool {
        self.after.iter().all(|condition| condition.holds(after))
    }
}

impl Condition {
    fn holds(&self, men: &Men) -> bool {
        let (mut n, mut row) = (0, 0);
        for place in self.places.clone() {
            let there = match (self.whose, place) {
                (Whose::Mine, place) => men.mine[place],
                (Whose::Theirs, BAR | OFF) => men.theirs[place],
                (Whose::Theirs, point) => men.theirs[BAR - point],
            };
            let fits = self.men.contains(&there);
            row = if fits { row + 1 } else { 0 };
            n = if self.row { n.max(row) } else { n + usize::from(fits) };
        }
        (n >= self.count) != self.none
    }

    fn read(text: &str) -> Option<Condition> {
        let mut words = text.split_whitespace();
        let place = |text: &str| text.parse().ok().filter(|place| (1..=BAR).contains(place));
        let places = match words.next()? {
            "bar" => BAR..=BAR,
            "off" => OFF..=OFF,
            range => match range.split_once('-') {
                Some((low, high)) => place(low)?..=place(high)?,
                None => place(range)?..=place(range)?,
            },
        };
        let whose = match words.next()? {
            "mine" => Whose::Mine,
            "theirs" => Whose::Theirs,
            _ => return None,
        };
        let men = words.next()?;
        let men = match men.strip_suffix('+') {
            Some(least) => least.parse().ok()?..=15,
            None => men.parse().ok().map(|n: u8| n..=n)?,
        };
        let mut condition = Condition { places, whose, men, count: 1, row: false, none: false };
        for word in words {
            if word == "none" {
                condition.none = true;
            } else if let Some(n) = word.strip_prefix("row") {
                (condition.row, condition.count) = (true, n.parse().ok()?);
            } else {
                condition.count = word.strip_prefix('x')?.parse().ok()?;
            }
        }
        (!condition.places.is_empty() && condition.count > 0).then_some(condition)
    }
}

/// A fault before its line is counted.
type Fault = (Range<usize>, String);

/// Reads templates from a file.
pub fn read(text: &str) -> Result<Vec<Template>, TemplateError> {
    let table = DeTable::parse(text)
        .map_err(|error| (error.span().unwrap_or(0..0), error.message().replace('\n', ", ")));
    table.and_then(|table| templates(table.get_ref())).map_err(|(span, message)| {
        let before = text.get(..span.start).unwrap_or(text);
        TemplateError { line: before.matches('\n').count() + 1, message }
    })
}

fn templates(table: &DeTable<'_>) -> Result<Vec<Template>, Fault> {
    let mut all = Vec::new();
    for (key, value) in table {
        let (DeValue::Array(list), "template") = (value.get_ref(), &**key.get_ref()) else {
            return Err((key.span(), "every template begins with [[template]]".into()));
        };
        for value in list {
            let DeValue::Table(table) = value.get_ref() else {
                return Err((value.span(), "every template begins with [[template]]".into()));
            };
            all.push(template(table, value.span())?);
        }
    }
    Ok(all)
}

fn template(table: &DeTable<'_>, span: Range<usize>) -> Result<Template, Fault> {
    let mut found = Template {
        name: String::new(),
        says: String::new(),
        before: Vec::new(),
        after: Vec::new(),
        points: 0,
    };
    for (key, value) in table {
        let wrong = |what: &str| (value.span(), format!("\"{}\" should be {what}", key.get_ref()));
        let text = || value.get_ref().as_str().map(String::from).ok_or_else(|| wrong("a text"));
        match &**key.get_ref() {
            "name" => found.name = text()?,
            "says" => found.says = text()?,
            "before" => found.before = conditions(value)?,
            "after" => found.after = conditions(value)?,
            "points" => {
                let number = match value.get_ref() {
                    DeValue::Integer(number) => number.as_str().parse().ok(),
                    _ => None,
                };
                found.points = number
                    .filter(|n| (-64..=64).contains(n))
                    .ok_or_else(|| wrong("a whole number from -64 to 64"))?;
            }
            name => {
                let known = "there are name, says, before, after, points";
                return Err((key.span(), format!("a template has no \"{name}\"; {known}")));
            }
        }
    }
    if found.name.is_empty() || found.after.is_empty() {
        return Err((span, "a template needs a name and a list \"after\"".into()));
    }
    Ok(found)
}

fn conditions(value: &Spanned<DeValue<'_>>) -> Result<Vec<Condition>, Fault> {
    let wrong = |span| (span, "conditions are a list of texts such as \"1-6 mine 2+ x3\"".into());
    let DeValue::Array(list) = value.get_ref() else { return Err(wrong(value.span())) };
    let read = |value: &Spanned<DeValue<'_>>| {
        let text = value.get_ref().as_str().ok_or_else(|| wrong(value.span()))?;
        Condition::read(text).ok_or_else(|| {
            let like = "it should be like \"1-6 mine 2+ x3\", with none or row3 in place of x3";
            (value.span(), format!("\"{text}\" is no condition; {like}"))
        })
    };
    list.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> &'static Template {
        shipped().iter().find(|template| template.name == name).unwrap()
    }

    #[test]
    fn templates_match_boards() {
        let mut men = Men::alike(&[(6, 3), (5, 3), (4, 3), (3, 2), (2, 2), (1, 2)]);
        men.theirs = [0; 26];
        men.theirs[25] = 1;
        men.theirs[6] = 14;
        assert!(named("shut-out").is_reached(&men));
        men.mine[1] = 1;
        assert!(!named("shut-out").is_reached(&men));
        let start = Men::start();
        assert!(named("prime").applies(&start));
        assert!(!named("prime").is_reached(&start));
        let prime = Men {
            mine: Men::alike(&[(8, 3), (7, 2), (6, 4), (5, 2), (4, 2), (24, 2)]).mine,
            ..start
        };
        assert!(named("prime").is_reached(&prime) && !named("prime").applies(&prime));
    }

    #[test]
    fn faults_name_the_line() {
        let say = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            say("[[template]]\nname = \"a\"\nafter = [\"1-6 ours 2\"]\n"),
            "line 3: \"1-6 ours 2\" is no condition; it should be like \"1-6 mine 2+ x3\", with \
             none or row3 in place of x3"
        );
        assert!(say("[[template]]\nname = \"a\"\n").starts_with("line 1: a template needs"));
        assert!(say("[[template]]\npoints = 100\n").starts_with("line 2: \"points\" should be"));
    }
}
