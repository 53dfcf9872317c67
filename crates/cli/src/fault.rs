//! Everything that can go wrong, and what a person gets to see of it.

use std::process::ExitCode;

use henge::erased::BotError;
use henge::harmless::{harmless, harmless_line};
use henge::record::RecordError;
use henge::spec::SpecError;
use henge::{GameError, NotationError, PlayError};
use miette::{GraphicalReportHandler, LabeledSpan, MietteDiagnostic, NamedSource, Report};

use crate::output::{aside, note};

/// How a command ended when nothing went wrong.
pub enum Done {
    Finished,
    /// Somebody pressed Ctrl-C; what was found so far has been printed or saved.
    Interrupted,
}

/// What went wrong.
#[derive(Debug)]
pub enum Fault {
    /// The call was bad: exit code 2.
    Call(String),
    /// The data was bad: exit code 1.
    Data(String),
    /// The data was bad at a place that can be shown.
    Place { name: String, text: String, offset: usize, length: usize, message: String },
    /// Nobody reads our output any more.
    Pipe,
}

impl Fault {
    /// A fault in a record, with the place if it is known.
    pub fn record(path: &std::path::Path, text: &str, error: &RecordError) -> Fault {
        let name = path.display().to_string();
        if error.line == 0 {
            return Fault::Data(format!("{name}: {error}"));
        }
        let line_start: usize = text.split_inclusive('\n').take(error.line - 1).map(str::len).sum();
        let rest = &text[line_start.min(text.len())..];
        let within: usize = rest.chars().take(error.column - 1).map(char::len_utf8).sum();
        let word = rest[within..].find(|c: char| c.is_whitespace() || "(){}".contains(c));
        let length = word.unwrap_or(rest.len() - within).max(1);
        Fault::Place {
            name,
            text: text.into(),
            offset: line_start + within,
            length,
            message: error.message.clone(),
        }
    }

    /// A file could not be read or written.
    pub fn file(path: &std::path::Path, error: &std::io::Error) -> Fault {
        Fault::Data(format!("{}: {error}", path.display()))
    }

    /// A file could not be read, and why.
    pub fn unread(path: &std::path::Path, why: &str) -> Fault {
        Fault::Data(format!("{}: {why}", path.display()))
    }

    /// Prints the message and says how to exit.
    pub fn report(&self) -> ExitCode {
        match self {
            Fault::Call(message) => {
                note(message);
                ExitCode::from(2)
            }
            Fault::Data(message) => {
                note(message);
                ExitCode::from(1)
            }
            Fault::Place { name, text, offset, length, message } => {
                aside(underlined(name, text, *offset, *length, message));
                ExitCode::from(1)
            }
            Fault::Pipe => ExitCode::SUCCESS,
        }
    }
}

/// `file:line:column: message`, and below it the line with the place underlined.
fn underlined(name: &str, text: &str, offset: usize, length: usize, message: &str) -> String {
    // Text from a file may hold anything. Stand-ins have the width of a column, so that the underline
    // stays where it belongs.
    let (start, end) = (offset.min(text.len()), (offset + length).min(text.len()));
    let [before, meant] = [&text[..start], &text[start..end]].map(harmless);
    let (offset, length) = (before.len(), meant.len().max(1));
    let (text, name, message) = (harmless(text), harmless_line(name), harmless(message));
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    let head = format!("henge: {name}:{line}:{column}: {message}\n");
    let diagnostic = MietteDiagnostic::new("").with_label(LabeledSpan::new(None, offset, length));
    let report =
        Report::new(diagnostic).with_source_code(NamedSource::new(&name, text.to_string()));
    let mut picture = String::new();
    let theme = miette::GraphicalTheme::unicode_nocolor();
    let handler =
        GraphicalReportHandler::new_themed(theme).with_context_lines(1).without_cause_chain();
    if handler.render_report(&mut picture, report.as_ref()).is_err() {
        return head;
    }
    // The message stands in the first line already; the picture follows.
    let lines = picture.lines().filter(|line| line.contains('│') || line.contains('·'));
    lines.fold(head, |all, line| all + line.trim_end() + "\n")
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Call(message) | Fault::Data(message) | Fault::Place { message, .. } => {
                f.write_str(message)
            }
            Fault::Pipe => f.write_str("nobody reads the output"),
        }
    }
}

impl From<GameError> for Fault {
    fn from(error: GameError) -> Fault {
        match error {
            GameError::Spec(error) => error.into(),
            GameError::File { path, text, fault } => Fault::Place {
                name: path.display().to_string(),
                text,
                offset: fault.span.start,
                length: fault.span.len().max(1),
                message: fault.message,
            },
            other => Fault::Data(other.to_string()),
        }
    }
}

impl From<SpecError> for Fault {
    fn from(error: SpecError) -> Fault {
        match error {
            // The call is right; this machine is too small for it.
            SpecError::NoMemory { .. } => Fault::Data(error.to_string()),
            _ => Fault::Call(error.to_string()),
        }
    }
}

impl From<NotationError> for Fault {
    fn from(error: NotationError) -> Fault {
        Fault::Call(error.to_string())
    }
}

impl From<PlayError> for Fault {
    fn from(error: PlayError) -> Fault {
        Fault::Call(error.to_string())
    }
}

impl From<BotError> for Fault {
    fn from(error: BotError) -> Fault {
        Fault::Data(error.to_string())
    }
}

impl From<henge::Unwritable> for Fault {
    fn from(error: henge::Unwritable) -> Fault {
        Fault::Call(error.to_string())
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Fault {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Fault::Pipe,
            _ => Fault::Data(error.to_string()),
        }
    }
}
