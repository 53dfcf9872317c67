//! From records to text.

use std::fmt;

use super::token::{is_bare_move, is_name, write_result};
use super::{Line, Record};

/// Where lines are broken, if they can be.
const WIDTH: usize = 80;

/// The records one after the other, with a blank line between them: what a file holds.
///
/// [`read()`](super::read()) gives the same records back. Two things it cannot: variations nested
/// deeper than [`MAX_DEPTH`](super::MAX_DEPTH), which it refuses, and a win that counts no point,
/// which is written as one that counts one.
pub fn write(records: &[Record]) -> String {
    let mut text = records.iter().map(Record::to_string).collect::<Vec<_>>().join("\n\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in &self.tags {
            // A tag that somebody else named so is not the result; quotes tell them apart.
            let bare = !tag.name.is_empty() && tag.name.chars().all(is_name);
            let bare = bare && tag.name != "Result";
            let name = if bare { tag.name.clone() } else { quoted(&tag.name) };
            writeln!(f, "[{name} {}]", quoted(&tag.value))?;
        }
        let result = write_result(self.result);
        if self.result.is_some() {
            writeln!(f, "[Result \"{result}\"]")?;
        }
        if self.result.is_some() || !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut page = Page::default();
        page.line(&self.line, 1);
        if !page.text.is_empty() {
            writeln!(f, "{}", page.text)?;
        }
        f.write_str(&result)
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '"' | '\\' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out + "\""
}

/// The moves as they fill line after line.
#[derive(Default)]
struct Page {
    text: String,
    /// Characters on the last line.
    column: usize,
    /// A parenthesis that waits for the word it stands before.
    open: &'static str,
}

impl Page {
    /// As deep as the variations are nested, like everything that walks over them.
    fn line(&mut self, line: &Line, first_ply: usize) {
        self.comment(&line.comment);
        for (ply, node) in (first_ply..).zip(&line.nodes) {
            let mv = if is_bare_move(&node.mv) { node.mv.clone() } else { quoted(&node.mv) };
            self.word(&format!("{ply}. {mv}"));
            self.comment(&node.comment);
            for variation in &node.variations {
                self.open = "(";
                self.line(variation, ply);
                if !self.open.is_empty() {
                    self.word("");
                }
                self.push(")");
            }
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.chars().count();
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// A word after a blank, or on a new line if this one is full.
    fn word(&mut self, word: &str) {
        if self.column > 0 && self.column + 2 + word.chars().count() > WIDTH {
            self.new_line();
        } else if self.column > 0 {
            self.push(" ");
        }
        let open = std::mem::take(&mut self.open);
        self.push(open);
        self.push(word);
    }

    fn comment(&mut self, comment: &Option<String>) {
        let Some(comment) = comment else { return };
        // A carriage return of its own must not be taken for half of a line break.
        let inner = comment.replace('\\', "\\\\").replace('}', "\\}").replace('\r', "\\r");
        for (i, line) in format!("{{{inner}}}").split('\n').enumerate() {
            if i > 0 {
                self.new_line();
            }
            for (j, piece) in line.split_inclusive(' ').enumerate() {
                if (i, j) == (0, 0) {
                    self.word(piece);
                    continue;
                }
                // Room is left for a blank and the backslash that joins this line with the next.
                if self.column > 0 && self.column + 2 + piece.trim_end().chars().count() > WIDTH {
                    self.text.push('\\');
                    self.new_line();
                }
                self.push(piece);
            }
        }
    }
}
