//! Names with options, the same everywhere: `hex:size=11,swap=true`, `alphabeta:depth=6`,
//! `trained:weights="my,own.weights"`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::NoMemory;

/// A name and its options as written; nothing is looked up yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// What stands before the colon.
    pub name: String,
    /// `key=value` pairs in their order.
    pub options: Vec<(String, String)>,
}

/// A name or an option that does not fit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// Not of the form `name:key=value,key=value`.
    #[error("\"{text}\" is not of the form name:key=value,key=value: {why}")]
    Form {
        /// The whole text.
        text: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Nothing has that name.
    #[error("no {what} \"{name}\"{}", hint(.near, .known))]
    Unknown {
        /// A game, a bot, an option of hex.
        what: String,
        /// The name asked for.
        name: String,
        /// The nearest name there is.
        near: Option<String>,
        /// All names, when there is no near one.
        known: Vec<String>,
    },
    /// The option has no such value.
    #[error("{of}: {key} must be {expected}, not {value}")]
    Value {
        /// Whose option.
        of: String,
        /// The option.
        key: String,
        /// The value given.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// The value of an option cannot be used.
    #[error("{of}: {key}={value} cannot be used: {why}")]
    Unusable {
        /// Whose option.
        of: String,
        /// The option.
        key: String,
        /// The value given.
        value: String,
        /// Why not.
        why: String,
    },
    /// Only the user of this machine may ask for it; see [`crate::stranger`].
    #[error("{what}{why}")]
    Refused {
        /// A bot, or an option of one.
        what: String,
        /// Why, as the end of the sentence.
        why: String,
    },
    /// What it needs is not in order.
    #[error("{what}: {why}")]
    NotReady {
        /// A bot.
        what: String,
        /// Why.
        why: String,
    },
    /// It asks for more memory than there is.
    #[error("{what}: {error}; ask for less, as in table=64 or memory=64")]
    NoMemory {
        /// A bot.
        what: String,
        /// How much.
        error: NoMemory,
    },
}

fn hint(near: &Option<String>, known: &[String]) -> String {
    match near {
        Some(near) => format!("; did you mean \"{near}\"?"),
        None if known.is_empty() => "; there are none".into(),
        None => format!("; there are {}", known.join(", ")),
    }
}

impl SpecError {
    /// Nothing called `name` is among `known`; the nearest is suggested.
    pub fn unknown<'a>(
        what: impl Into<String>,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<String> = known.into_iter().map(String::from).collect();
        let near = nearest(name, known.iter().map(String::as_str)).map(String::from);
        SpecError::Unknown { what: what.into(), name: name.into(), near, known }
    }
}

/// The name that was probably meant, if one is near enough.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let far = |other: &str| strsim::damerau_levenshtein(&name, &other.to_lowercase());
    let (distance, near) =
        known.into_iter().map(|other| (far(other), other)).min_by_key(|(d, _)| *d)?;
    (distance <= 1 + name.chars().count() / 4).then_some(near)
}

impl Spec {
    /// A name without options.
    pub fn new(name: impl Into<String>) -> Spec {
        Spec { name: name.into(), options: Vec::new() }
    }

    /// The same with this value of one option, in the place of the one it had.
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Spec {
        let value = value.to_string();
        match self.options.iter_mut().find(|(known, _)| known == key) {
            Some((_, old)) => *old = value,
            None => self.options.push((key.into(), value)),
        }
        self
    }

    /// The value of an option, if it is the only one that was given.
    pub fn only(&self, key: &str) -> Option<&str> {
        self.get(key).filter(|_| self.options.len() == 1)
    }

    /// The value that was given for an option, if one was.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.options.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let wrong = |why| SpecError::Form { text: text.into(), why };
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text.trim(), None),
        };
        if name.is_empty() {
            return Err(wrong("the name is missing"));
        }
        let mut spec = Spec::new(name);
        let mut rest = rest;
        while let Some(pair) = rest {
            // A comma before the "=" belongs to no value.
            let equals = pair.find(['=', ',']).filter(|&at| pair[at..].starts_with('='));
            let (key, after) = match equals {
                Some(at) => (pair[..at].trim(), &pair[at + 1..]),
                None => return Err(wrong("an option has no \"=\"")),
            };
            let (value, next) = value(after);
            if key.is_empty() || value.is_empty() {
                return Err(wrong("an option has no key or no value"));
            }
            if spec.get(key).is_some() {
                return Err(wrong("an option is given twice"));
            }
            spec.options.push((key.into(), value));
            rest = next;
        }
        Ok(spec)
    }
}

/// The value at the start of `text`, and what follows the comma behind it. A value in quotes may hold
/// commas; `\"` and `\\` stand for a quote and a backslash in it.
fn value(text: &str) -> (String, Option<&str>) {
    if let Some((value, after)) = quoted(text.trim_start()) {
        let after = after.trim_start();
        if after.is_empty() {
            return (value, None);
        }
        if let Some(next) = after.strip_prefix(',') {
            return (value, Some(next));
        }
        // Text that goes on behind the quote only begins like one, as in a command.
    }
    match text.split_once(',') {
        Some((value, next)) => (value.trim().into(), Some(next)),
        None => (text.trim().into(), None),
    }
}

/// Reads a text in quotes, and returns it with what follows.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inside = text.strip_prefix('"')?;
    let (mut value, mut letters) = (String::new(), inside.char_indices());
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &inside[at + 1..])),
            '\\' => value.push(letters.next()?.1),
            letter => value.push(letter),
        }
    }
    None
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.options.iter().enumerate() {
            write!(f, "{}{key}=", if i == 0 { ':' } else { ',' })?;
            let is_plain = !value.contains(',') && !value.starts_with('"') && value.trim() == value;
            if is_plain {
                f.write_str(value)?;
            } else {
                let value = value.replace('\\', "\\\\").replace('"', "\\\"");
                write!(f, "\"{value}\"")?;
            }
        }
        Ok(())
    }
}

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// A whole number within bounds.
    Int {
        /// The smallest.
        min: u64,
        /// The largest.
        max: u64,
    },
    /// A whole number that may be negative.
    Signed {
        /// The largest; the smallest is as far below 0.
        max: u64,
    },
    /// `n` or `columns x rows`, each within bounds: `11`, `6x10`.
    Size {
        /// The smallest side.
        min: u64,
        /// The largest side.
        max: u64,
    },
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Several values of one kind with `/` between them: `1/2/7`.
    List(&'static Values),
    /// Memory in MiB, at least 1.
    Mebibytes {
        /// The largest.
        max: u64,
    },
    /// A number of threads; 0 for one a core.
    Threads {
        /// The largest.
        max: u64,
    },
    /// A time in milliseconds, at least 1.
    Milliseconds {
        /// The longest.
        max: u64,
    },
    /// A file to read.
    Input,
    /// A file to read, or `none` for none.
    InputOrNone,
    /// A file to write.
    Output,
    /// A program to run and its arguments, or what that program is told.
    Command,
}

impl Values {
    /// What would be right, in words.
    pub fn expected(&self) -> String {
        match self {
            Values::Int { min, max } if *max == u64::MAX => format!("a whole number from {min}"),
            Values::Int { min, max } => format!("a whole number from {min} to {max}"),
            Values::Signed { max } => format!("a whole number from -{max} to {max}"),
            Values::Size { min, max } => {
                format!("a number from {min} to {max}, or two as in {max}x{min}")
            }
            Values::Flag => "true or false".into(),
            Values::Choice(words) => format!("one of {}", words.join(", ")),
            Values::List(each) => format!("{}, several with / between them", each.expected()),
            Values::Mebibytes { max } | Values::Milliseconds { max } => {
                format!("a whole number from 1 to {max}")
            }
            Values::Threads { max } => format!("a whole number from 0 to {max}"),
            Values::Input => "a file to read".into(),
            Values::InputOrNone => "a file to read, or none".into(),
            Values::Output => "a file to write".into(),
            Values::Command => "a program and its arguments".into(),
        }
    }

    fn takes(&self, value: &str) -> bool {
        let within = |text: &str, min: u64, max: u64| {
            text.bytes().all(|b| b.is_ascii_digit())
                && text.parse().is_ok_and(|n| (min..=max).contains(&n))
        };
        match self {
            Values::Int { min, max } => within(value, *min, *max),
            Values::Signed { max } => within(value.strip_prefix('-').unwrap_or(value), 0, *max),
            Values::Size { min, max } => match value.split_once('x') {
                Some((a, b)) => within(a, *min, *max) && within(b, *min, *max),
                None => within(value, *min, *max),
            },
            Values::Flag => value == "true" || value == "false",
            Values::Choice(words) => words.contains(&value),
            Values::List(each) => value.split('/').all(|one| each.takes(one.trim())),
            Values::Mebibytes { max } | Values::Milliseconds { max } => within(value, 1, *max),
            Values::Threads { max } => within(value, 0, *max),
            Values::Input | Values::InputOrNone | Values::Output | Values::Command => true,
        }
    }
}

/// An option of a game or a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its key.
    pub key: &'static str,
    /// Its value when nothing is said; empty for "none".
    pub default: &'static str,
    /// What values it takes.
    pub values: Values,
    /// What it does.
    pub help: &'static str,
}

impl Param {
    /// An option with its default, its values and what it does.
    pub const fn new(
        key: &'static str,
        default: &'static str,
        values: Values,
        help: &'static str,
    ) -> Param {
        Param { key, default, values, help }
    }
}

/// All options of something, checked, defaults filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    of: String,
    values: Vec<(&'static str, String)>,
}

impl Options {
    /// Checks what `spec` says against `params`.
    pub fn resolve(spec: &Spec, params: &[Param]) -> Result<Options, SpecError> {
        let mut values: Vec<_> = params.iter().map(|p| (p.key, p.default.to_string())).collect();
        for (key, value) in &spec.options {
            let Some(i) = params.iter().position(|p| p.key == key) else {
                let what = format!("option of {}", spec.name);
                return Err(SpecError::unknown(what, key, params.iter().map(|p| p.key)));
            };
            if !params[i].values.takes(value) {
                return Err(SpecError::Value {
                    of: spec.name.clone(),
                    key: key.clone(),
                    value: value.clone(),
                    expected: params[i].values.expected(),
                });
            }
            values[i].1 = value.clone();
        }
        Ok(Options { of: spec.name.clone(), values })
    }

    /// The value of a key; empty if it is not among the params, so that what several bots share can
    /// be read for each of them.
    pub fn text(&self, key: &str) -> &str {
        self.values.iter().find(|(k, _)| *k == key).map_or("", |(_, value)| value)
    }

    /// The value as a number; `None` if it is empty.
    pub fn int(&self, key: &str) -> Option<u64> {
        self.text(key).parse().ok()
    }

    /// The value as a number, of an option that has one as its default.
    ///
    /// # Panics
    /// If it has not.
    pub fn number(&self, key: &str) -> u64 {
        self.int(key).expect("the option is a number and has a default")
    }

    /// The value as a switch.
    pub fn flag(&self, key: &str) -> bool {
        self.text(key) == "true"
    }

    /// The value as columns and rows.
    pub fn size(&self, key: &str) -> (usize, usize) {
        let text = self.text(key);
        let (columns, rows) = text.split_once('x').unwrap_or((text, text));
        let number = |t: &str| t.parse().expect("sizes are checked when they are read");
        (number(columns), number(rows))
    }

    /// The value of `key` cannot be used, and why.
    pub fn wrong(&self, key: &str, why: impl Into<String>) -> SpecError {
        SpecError::Unusable {
            of: self.of.clone(),
            key: key.into(),
            value: self.text(key).into(),
            why: why.into(),
        }
    }

    /// The value of `key` is not what is expected.
    pub fn unexpected(&self, key: &str, expected: impl Into<String>) -> SpecError {
        SpecError::Value {
            of: self.of.clone(),
            key: key.into(),
            value: self.text(key).into(),
            expected: expected.into(),
        }
    }

    /// An error about too little memory.
    pub fn no_memory(&self, error: NoMemory) -> SpecError {
        SpecError::NoMemory { what: self.name(), error }
    }

    /// The full name: every option that has a value.
    pub fn name(&self) -> String {
        let given = self.values.iter().filter(|(_, v)| !v.is_empty());
        let options = given.map(|(k, v)| (k.to_string(), v.clone())).collect();
        Spec { name: self.of.clone(), options }.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: [Param; 2] = [
        Param::new("size", "11", Values::Size { min: 2, max: 19 }, "columns and rows"),
        Param::new("swap", "false", Values::Flag, "the second player may take the first move"),
    ];

    fn resolve(text: &str) -> Result<Options, SpecError> {
        Options::resolve(&text.parse()?, &PARAMS)
    }

    #[test]
    fn options_are_checked_and_defaults_filled_in() {
        assert_eq!(resolve("hex").unwrap().name(), "hex:size=11,swap=false");
        let options = resolve("hex:swap=true,size=4x6").unwrap();
        assert_eq!((options.size("size"), options.flag("swap")), ((4, 6), true));
        assert_eq!(options.name(), "hex:size=4x6,swap=true");
    }

    #[test]
    fn values_in_quotes_may_hold_anything() {
        for (text, value) in [
            (r#"t:w="a,b""#, "a,b"),
            (r#"t:w= "a , b" "#, "a , b"),
            (r#"t:w="say \"no\", \\ yes""#, r#"say "no", \ yes"#),
            // Only text that ends with the quote is in quotes.
            (r#"t:w="my program" --fast"#, r#""my program" --fast"#),
            (r#"t:w=it is "so""#, r#"it is "so""#),
            (r#"t:w=""#, r#"""#),
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.get("w"), Some(value), "{text}");
            assert_eq!(spec.to_string().parse(), Ok(spec.clone()), "{text}");
            let more = spec.with("depth", 3);
            assert_eq!(more.to_string().parse(), Ok(more), "{text}");
        }
        let spec = Spec::new("trained").with("weights", "a,b").with("depth", 2).with("depth", 3);
        assert_eq!(spec.to_string(), r#"trained:weights="a,b",depth=3"#);
    }

    #[test]
    fn faults_say_what_would_be_right() {
        let say = |text| resolve(text).unwrap_err().to_string();
        assert_eq!(say("hex:sise=3"), "no option of hex \"sise\"; did you mean \"size\"?");
        assert_eq!(say("hex:zz=3"), "no option of hex \"zz\"; there are size, swap");
        assert_eq!(
            say("hex:size=20"),
            "hex: size must be a number from 2 to 19, or two as in 19x2, not 20"
        );
        assert_eq!(say("hex:swap=maybe"), "hex: swap must be true or false, not maybe");
        for text in
            ["", ":", "hex:", "hex:size", "hex:size=", "hex:=3", "hex:size=3,size=4", "hex:,"]
        {
            assert!(matches!(resolve(text), Err(SpecError::Form { .. })), "{text}");
        }
        for text in
            ["hex:size=-1", "hex:size=3x", "hex:size=x3", "hex:size=99999999999999999999999"]
        {
            assert!(matches!(resolve(text), Err(SpecError::Value { .. })), "{text}");
        }
    }
}
