//! From text to records.

use std::str::{Chars, from_utf8};

use super::token::{ends_word, is_name, is_result, number_len, read_result};
use super::{Line, MAX_DEPTH, Node, Place, Record, RecordError, Tag};
use crate::{NotationError, Outcome};

/// All games of a text, or its first fault.
///
/// Line breaks may be those of any system, and a byte order mark is passed over. The time is
/// proportional to the length of the text, whatever stands in it.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { at: Cursor::new(text), done: Vec::new(), draft: Draft::default() };
    while reader.item()? {}
    Ok(reader.done)
}

/// The same from the bytes of a file, which should be UTF-8.
pub fn read_bytes(bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
    let wrong = match from_utf8(bytes) {
        Ok(text) => return read(text),
        Err(error) => error.valid_up_to(),
    };
    let before = from_utf8(&bytes[..wrong]).expect("checked up to here");
    let mut at = Cursor::new(before.strip_prefix('\u{feff}').unwrap_or(before));
    while at.next().is_some() {}
    let message = format!("byte 0x{:02x} is not UTF-8; save the file as UTF-8", bytes[wrong]);
    Err(at.place().fault(message))
}

/// The text from here on.
struct Cursor<'a> {
    rest: Chars<'a>,
    line: usize,
    column: usize,
}

impl<'a> Cursor<'a> {
    fn new(text: &'a str) -> Self {
        Cursor { rest: text.chars(), line: 1, column: 1 }
    }

    fn place(&self) -> Place {
        Place { line: self.line, column: self.column }
    }

    /// The next character; both halves of a Windows line break are one.
    fn peek(&self) -> Option<char> {
        let mut rest = self.rest.clone();
        match rest.next()? {
            '\r' if rest.next() == Some('\n') => Some('\n'),
            c => Some(c),
        }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        if self.rest.next() == Some('\r') && c == '\n' {
            self.rest.next();
        }
        if c == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let text = self.rest.as_str();
        while self.peek().is_some_and(&wanted) {
            self.next();
        }
        &text[..text.len() - self.rest.as_str().len()]
    }

    fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// What stands between the character here and the next `close`, without the escapes.
    fn enclosed(&mut self, close: char) -> Result<String, RecordError> {
        let start = self.place();
        self.next();
        let mut text = String::new();
        loop {
            let place = self.place();
            match self.next() {
                Some(c) if c == close => return Ok(text),
                Some('\\') => match self.next() {
                    Some(c @ ('\\' | '"' | '{' | '}')) => text.push(c),
                    Some('n') => text.push('\n'),
                    Some('r') => text.push('\r'),
                    Some('t') => text.push('\t'),
                    // The backslash joins two lines.
                    Some('\n') => {}
                    Some(c) => {
                        let message = "a known escape; a backslash itself is written \\\\";
                        let error = NotationError::new(format!("\\{c}"), message);
                        return Err(place.fault(error.to_string()));
                    }
                    // The next turn of the loop sees the end, and says what is not closed.
                    None => {}
                },
                // What has lost its closing quote should not swallow the rest of the file.
                Some('\n') if close == '"' => {
                    return Err(
                        start.fault("no closing \" on this line; a line break is written \\n")
                    );
                }
                None if close == '"' => return Err(start.fault("no closing \" up to the end")),
                None => return Err(start.fault("no closing } up to the end")),
                Some(c) => text.push(c),
            }
        }
    }
}

/// A game of which the result has not been read yet.
#[derive(Default)]
struct Draft {
    /// Where its first item stood, if there is one.
    begun: Option<Place>,
    record: Record,
    /// What the `Result` tag says, and where.
    claim: Option<(Option<Outcome>, Place)>,
    /// The variations that are being read, the innermost last, and where they were opened. A list
    /// instead of recursion: the text does not decide how much stack is used.
    open: Vec<(Line, Place)>,
}

impl Draft {
    fn line(&mut self) -> &mut Line {
        self.open.last_mut().map_or(&mut self.record.line, |(line, _)| line)
    }

    fn add_comment(&mut self, text: &str) {
        let line = self.line();
        let comment = match line.nodes.last_mut() {
            Some(node) => &mut node.comment,
            None => &mut line.comment,
        };
        match comment {
            Some(before) => before.extend(["\n", text]),
            None => *comment = Some(text.into()),
        }
    }
}

struct Reader<'a> {
    at: Cursor<'a>,
    done: Vec<Record>,
    draft: Draft,
}

impl Reader<'_> {
    /// Reads one item; false at the end of the text.
    fn item(&mut self) -> Result<bool, RecordError> {
        self.at.skip_blanks();
        let place = self.at.place();
        let Some(c) = self.at.peek() else {
            return self.finish(place).map(|()| false);
        };
        let draft = &mut self.draft;
        draft.begun.get_or_insert(place);
        match c {
            '[' => self.tag()?,
            '{' => {
                let text = self.at.enclosed('}')?;
                draft.add_comment(&text);
            }
            ';' => {
                let text = self.at.take_while(|c| c != '\n');
                draft.add_comment(text[1..].trim());
            }
            '(' => {
                if draft.line().nodes.is_empty() {
                    return Err(place.fault("a variation must follow the move that it replaces"));
                }
                if draft.open.len() == MAX_DEPTH {
                    let message = format!("variations are nested deeper than {MAX_DEPTH}");
                    return Err(place.fault(message));
                }
                self.at.next();
                draft.open.push((Line::default(), place));
            }
            ')' => {
                let Some((variation, _)) = draft.open.pop() else {
                    return Err(place.fault("\")\" where no variation is open"));
                };
                self.at.next();
                let node = draft.line().nodes.last_mut();
                node.expect("variations follow a move").variations.push(variation);
            }
            '"' => {
                let mv = self.at.enclosed('"')?;
                draft.line().nodes.push(Node { place, ..Node::new(mv) });
                self.separated()?;
            }
            '}' => return Err(place.fault("\"}\" where no comment is open")),
            ']' => return Err(place.fault("\"]\" where no tag is open")),
            _ => self.word(place)?,
        }
        Ok(true)
    }

    /// A number, a move or a result.
    fn word(&mut self, place: Place) -> Result<(), RecordError> {
        let number = number_len(self.at.rest.as_str());
        if number > 0 {
            // Digits and dots are a byte each. A move may follow at once, as in `1.c3`.
            (0..number).for_each(|_| _ = self.at.next());
            return Ok(());
        }
        let word = self.at.take_while(|c| !ends_word(c));
        self.separated()?;
        if is_result(word) {
            return self.result(word, place);
        }
        if word.starts_with('$') {
            let expected = "known here; what it says about the move goes into a comment";
            return Err(place.fault(NotationError::new(word, expected).to_string()));
        }
        self.draft.line().nodes.push(Node { place, ..Node::new(word) });
        Ok(())
    }

    /// `13/7*(2)` without quotes must not become a move and a variation.
    fn separated(&self) -> Result<(), RecordError> {
        match self.at.peek() {
            None | Some(')' | '{' | ';') => Ok(()),
            Some(c) if c.is_whitespace() => Ok(()),
            Some(c) => Err(self.at.place().fault(format!(
                "\"{}\" right after a move; put a blank between them, or the whole move in quotes",
                c.escape_debug()
            ))),
        }
    }

    fn tag(&mut self) -> Result<(), RecordError> {
        let start = self.at.place();
        let (at, draft) = (&mut self.at, &mut self.draft);
        if !draft.open.is_empty() || !draft.record.line.nodes.is_empty() {
            return Err(start.fault(
                "a tag among moves; tags stand before them, and a game ends with its result: \
                 1-0, 0-1, 1/2-1/2 or *",
            ));
        }
        at.next();
        at.skip_blanks();
        let quoted = at.peek() == Some('"');
        let name_at = at.place();
        let name = if quoted { at.enclosed('"')? } else { at.take_while(is_name).into() };
        if name.is_empty() && !quoted {
            return Err(name_at.fault("the name of the tag is missing; tags are [Name \"value\"]"));
        }
        at.skip_blanks();
        let place = at.place();
        if at.peek() != Some('"') {
            return Err(place.fault("the value is missing; tags are [Name \"value\"]"));
        }
        let value = at.enclosed('"')?;
        at.skip_blanks();
        if at.peek() != Some(']') {
            return Err(at.place().fault("\"]\" is missing; tags are [Name \"value\"]"));
        }
        at.next();
        if name == "Result" && !quoted {
            if draft.claim.is_some() {
                return Err(start.fault("a second Result tag; a game has one result"));
            }
            let result = read_result(&value).map_err(|error| place.fault(error.to_string()))?;
            draft.claim = Some((result, place));
        } else {
            draft.record.tags.push(Tag { name, value, place });
        }
        Ok(())
    }

    fn result(&mut self, word: &str, place: Place) -> Result<(), RecordError> {
        let result = read_result(word).map_err(|error| {
            place.fault(format!("{error}; put a move that looks like one in quotes"))
        })?;
        let Draft { mut record, claim, open, .. } = std::mem::take(&mut self.draft);
        if let Some((_, opened)) = open.last() {
            return Err(place.fault(format!(
                "the result {word} within a variation; the \"(\" of {opened} is not closed"
            )));
        }
        if let Some((claimed, at)) = claim
            && claimed != result
        {
            let message = format!("the result {word} is not the one of the Result tag, {at}");
            return Err(place.fault(message));
        }
        (record.result, record.end) = (result, place);
        self.done.push(record);
        Ok(())
    }

    /// Nothing may be left over at the end of the text.
    fn finish(&mut self, place: Place) -> Result<(), RecordError> {
        let Draft { begun, record, open, claim } = &self.draft;
        let Some(begun) = begun else { return Ok(()) };
        if let Some((_, opened)) = open.last() {
            return Err(opened.fault("no closing \")\" up to the end"));
        }
        let only_comment = record.tags.is_empty() && claim.is_none();
        if only_comment && record.line.nodes.is_empty() && record.line.comment.is_some() {
            return Err(begun.fault("a comment after the last game; put it before the result"));
        }
        Err(place.fault(format!(
            "the game that begins in line {} has no result; it ends with 1-0, 0-1, 1/2-1/2 or *",
            begun.line
        )))
    }
}
