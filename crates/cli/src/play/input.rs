//! Lines from a keyboard, with history and completion, or from a pipe.

use std::io::{BufRead, IsTerminal};

use henge::harmless::{harmless_line, is_harmless};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use crate::fault::Fault;
use crate::output::Output;

/// Where lines come from.
pub enum Input {
    Keyboard(Box<Editor<Words, MemHistory>>),
    Pipe,
}

/// What came.
pub enum Got {
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// There is nothing more.
    End,
}

impl Input {
    pub fn new() -> Input {
        if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
            return Input::Pipe;
        }
        let config =
            rustyline::Config::builder().completion_type(rustyline::CompletionType::List).build();
        match Editor::with_history(config, MemHistory::new()) {
            Ok(mut editor) => {
                editor.set_helper(Some(Words(Vec::new())));
                Input::Keyboard(Box::new(editor))
            }
            Err(_) => Input::Pipe,
        }
    }

    /// Asks for a line; `words` are completed by Tab. The editor writes to the terminal itself, so that
    /// names from files are made harmless here.
    pub fn ask(
        &mut self,
        prompt: &str,
        mut words: Vec<String>,
        output: &Output,
    ) -> Result<Got, Fault> {
        let prompt = &*harmless_line(prompt);
        words.retain(|word| word.chars().all(is_harmless));
        match self {
            Input::Keyboard(editor) => {
                editor.set_helper(Some(Words(words)));
                match editor.readline(prompt) {
                    Ok(line) => {
                        // A history that is full or refuses doubles is no fault of the player's.
                        let _ = editor.add_history_entry(&line);
                        Ok(Got::Line(line))
                    }
                    Err(ReadlineError::Interrupted) => Ok(Got::Interrupt),
                    Err(ReadlineError::Eof) => Ok(Got::End),
                    Err(error) => Err(Fault::Data(format!("the keyboard cannot be read: {error}"))),
                }
            }
            Input::Pipe => {
                output.print(prompt)?;
                let mut bytes = Vec::new();
                // A line without an end must not fill the memory.
                let mut stdin = std::io::Read::take(std::io::stdin().lock(), 1 << 16);
                let n = stdin.read_until(b'\n', &mut bytes)?;
                // What was typed is not on the screen when it came through a pipe.
                output.line("")?;
                let line = String::from_utf8_lossy(&bytes).trim_end().to_string();
                Ok(if n == 0 { Got::End } else { Got::Line(line) })
            }
        }
    }
}

/// The words that Tab completes.
pub struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..at].rfind(' ').map_or(0, |space| space + 1);
        let begun = line[start..at].to_lowercase();
        let fits = |word: &&String| word.to_lowercase().starts_with(&begun);
        Ok((start, self.0.iter().filter(fits).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
