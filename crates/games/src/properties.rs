//! Texts of properties such as `PB[Ada]`, of which SGF files and their relatives are made.

use henge_core::record::{Place, RecordError};

/// A text that is read sign by sign.
pub(crate) struct Signs<'a> {
    rest: &'a str,
    /// Where the next sign stands.
    pub at: Place,
}

impl<'a> Signs<'a> {
    pub fn new(text: &'a str) -> Signs<'a> {
        let rest = text.trim_start_matches('\u{feff}');
        Signs { rest, at: Place { line: 1, column: 1 } }
    }

    pub fn next(&mut self) -> Option<char> {
        let sign = self.rest.chars().next()?;
        self.rest = &self.rest[sign.len_utf8()..];
        match sign {
            '\n' => self.at = Place { line: self.at.line + 1, column: 1 },
            _ => self.at.column += 1,
        }
        Some(sign)
    }

    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Does this come next?
    pub fn starts_with(&self, mark: &str) -> bool {
        self.rest.starts_with(mark)
    }

    /// Goes behind the next `mark`, if there is one.
    pub fn skip_to(&mut self, mark: &str) -> bool {
        while !self.rest.is_empty() && !self.starts_with(mark) {
            self.next();
        }
        let found = !self.rest.is_empty();
        if found {
            mark.chars().for_each(|_| {
                self.next();
            });
        }
        found
    }

    pub fn skip_blanks(&mut self) {
        while self.rest.starts_with(char::is_whitespace) {
            self.next();
        }
    }

    /// The rest of a name that begins with this letter, up to its first value; `None` if it is none.
    pub fn name(&mut self, first: char) -> Option<String> {
        let mut name = String::from(first);
        loop {
            match self.next()? {
                '[' => return Some(name),
                sign if sign.is_ascii_alphanumeric() => name.push(sign),
                sign if sign.is_whitespace() && self.rest.trim_start().starts_with('[') => {}
                _ => return None,
            }
        }
    }

    /// A value behind its bracket.
    pub fn value(&mut self) -> Result<String, RecordError> {
        let begin = self.at;
        let mut value = String::new();
        loop {
            match self.next() {
                Some(']') => return Ok(value),
                Some('\\') => value.extend(self.next()),
                Some(sign) => value.push(sign),
                None => return Err(RecordError::new(begin, "the value is not closed by \"]\"")),
            }
        }
    }
}

/// A value as it is written between brackets.
pub(crate) fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}
