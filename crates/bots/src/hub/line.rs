//! A line of the Hub protocol: a command, then arguments as `name=value`, `name="some words"`, or a
//! name alone, which acts as a flag.

use std::fmt;

use thiserror::Error;

/// No line is longer; a game of ten thousand moves fits.
pub const LONGEST: usize = 1 << 17;

/// A line that has been read, or is to be written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// What is asked or answered.
    pub command: String,
    /// Names and values in their order; the value of a flag is empty.
    pub arguments: Vec<(String, String)>,
}

/// Why a line cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LineError {
    /// There is nothing in it.
    #[error("the line has no command")]
    Empty,
    /// A command or an argument begins with a sign.
    #[error("a name was expected at {0}")]
    Name(String),
    /// A value that is opened by a quote goes on to the end of the line.
    #[error("the quote of {0} is not closed")]
    Quote(String),
    /// Something stands right behind a value that was quoted.
    #[error("a space is missing behind the value of {0}")]
    Space(String),
    /// A value without quotes is empty or has a sign that needs them.
    #[error("the value of {0} needs quotes")]
    Bare(String),
    /// An argument is there twice.
    #[error("{0} is there twice")]
    Twice(String),
    /// The line is longer than any sensible one.
    #[error("the line is too long")]
    Long,
}

impl Line {
    /// A line without arguments.
    pub fn new(command: &str) -> Line {
        Line { command: command.into(), arguments: Vec::new() }
    }

    /// The same line with one more argument.
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Line {
        self.arguments.push((name.into(), value.to_string()));
        self
    }

    /// The value of an argument, if it is there.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Reads a line.
    pub fn parse(text: &str) -> Result<Line, LineError> {
        if text.len() > LONGEST {
            return Err(LineError::Long);
        }
        let mut rest = text.trim();
        let mut line = Line::default();
        while !rest.is_empty() {
            let end = rest.find(|c: char| c.is_whitespace() || c == '=' || c == '"');
            let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
            let is_command = line.command.is_empty();
            if name.is_empty() || is_command && !after.is_empty() && !begins_with_space(after) {
                return Err(LineError::Name(shortened(rest)));
            }
            let (value, after) = match after.strip_prefix('=') {
                Some(after) => value(name, after)?,
                None if after.starts_with('"') => return Err(LineError::Name(shortened(after))),
                None => ("", after),
            };
            if is_command {
                line.command = name.into();
            } else if line.get(name).is_some() {
                return Err(LineError::Twice(name.into()));
            } else {
                line.arguments.push((name.into(), value.into()));
            }
            rest = after.trim_start();
        }
        if line.command.is_empty() { Err(LineError::Empty) } else { Ok(line) }
    }
}

/// The value at the start of `text`, and what follows it.
fn value<'a>(name: &str, text: &'a str) -> Result<(&'a str, &'a str), LineError> {
    if let Some(quoted) = text.strip_prefix('"') {
        let (value, after) = quoted.split_once('"').ok_or_else(|| LineError::Quote(name.into()))?;
        if !after.is_empty() && !begins_with_space(after) {
            return Err(LineError::Space(name.into()));
        }
        return Ok((value, after));
    }
    let (value, after) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    if value.is_empty() || value.contains(['=', '"']) {
        return Err(LineError::Bare(name.into()));
    }
    Ok((value, after))
}

fn begins_with_space(text: &str) -> bool {
    text.starts_with(char::is_whitespace)
}

/// The first characters, for a message.
fn shortened(text: &str) -> String {
    format!("{:?}", text.chars().take(12).collect::<String>())
}

impl fmt::Display for Line {
    /// Values have quotes where they need them. A quote cannot stand in a value and becomes an
    /// apostrophe; a line break becomes a space.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            let value: String = value
                .chars()
                .map(|c| {
                    if c == '"' {
                        '\''
                    } else if c.is_control() {
                        ' '
                    } else {
                        c
                    }
                })
                .collect();
            if value.is_empty() && is_flag(&self.command) {
                write!(f, " {name}")?;
            } else if value.is_empty() || value.contains(|c: char| c.is_whitespace() || c == '=') {
                write!(f, " {name}=\"{value}\"")?;
            } else {
                write!(f, " {name}={value}")?;
            }
        }
        Ok(())
    }
}

/// The commands whose arguments without a value are flags: `go think`, `level infinite`.
fn is_flag(command: &str) -> bool {
    matches!(command, "go" | "level")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_are_read() {
        let line = Line::parse("  pos pos=Wbe  moves=\"32-28 19x23\" ").unwrap();
        assert_eq!((line.command.as_str(), line.arguments.len()), ("pos", 2));
        assert_eq!(line.get("moves"), Some("32-28 19x23"));
        assert_eq!(line.get("Pos"), None);
        let line = Line::parse("go think").unwrap();
        assert_eq!(line.get("think"), Some(""));
        assert_eq!(Line::parse("set-param name=book value=\"\"").unwrap().get("value"), Some(""));
        assert_eq!(line.to_string(), "go think");
    }

    #[test]
    fn faults_are_told_apart() {
        use LineError::*;
        for (text, error) in [
            ("", Empty),
            ("   ", Empty),
            ("=x", Name("\"=x\"".into())),
            ("\"x\"", Name("\"\\\"x\\\"\"".into())),
            ("pos=W", Name("\"pos=W\"".into())),
            ("pos =W", Name("\"=W\"".into())),
            ("pos a\"b\"", Name("\"\\\"b\\\"\"".into())),
            ("pos pos=\"W", Quote("pos".into())),
            ("pos pos=\"W\"x", Space("pos".into())),
            ("pos pos=", Bare("pos".into())),
            ("pos pos= W", Bare("pos".into())),
            ("pos pos=a=b", Bare("pos".into())),
            ("pos pos=a\"b", Bare("pos".into())),
            ("pos pos=W pos=B", Twice("pos".into())),
        ] {
            assert_eq!(Line::parse(text), Err(error), "{text}");
        }
        assert_eq!(Line::parse(&"x".repeat(LONGEST + 1)), Err(Long));
    }

    #[test]
    fn nothing_that_is_written_breaks_a_line() {
        let line = Line::new("error").with("message", "no \"x\"\nquit=1").to_string();
        assert_eq!(line, "error message=\"no 'x' quit=1\"");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,60}|[a-c=\" ]{0,24}") {
            if let Ok(line) = Line::parse(&text) {
                prop_assert_eq!(Line::parse(&line.to_string()), Ok(line));
            }
        }
    }
}
