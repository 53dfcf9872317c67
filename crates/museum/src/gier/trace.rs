//! What the program printed when somebody switched key KB on: its stack, and the best lines so far.

use std::fs::File;
use std::io::{BufWriter, Write};

/// Where the stack is printed.
enum Paper {
    /// One print after the other.
    File(BufWriter<File>),
    /// The last print alone: the glance of somebody who holds the key down for a moment.
    Last(Vec<u8>),
}

/// Prints the stack whenever a line has come to its end.
pub(super) struct Trace {
    paper: Paper,
    levels: Vec<Level>,
    /// How the move being looked at goes on, when that is known.
    below: Vec<String>,
    /// Why the trace ended early.
    fault: Option<std::io::Error>,
}

/// The moves of a ply that are still to be compared, the one being looked at last.
struct Level {
    moves: Vec<(String, i32)>,
    dead: bool,
    /// The points of the best line so far, and its moves from this ply on.
    best: Option<(i32, Vec<String>)>,
}

impl Trace {
    /// All prints, in a file.
    pub fn new(file: File) -> Trace {
        Trace::on(Paper::File(BufWriter::new(file)))
    }

    /// The last print.
    pub fn last() -> Trace {
        Trace::on(Paper::Last(Vec::new()))
    }

    fn on(paper: Paper) -> Trace {
        Trace { paper, levels: Vec::new(), below: Vec::new(), fault: None }
    }

    /// A ply is put on the stack. If its moves are not followed further, the stack is printed.
    pub fn push(&mut self, moves: Vec<(String, i32)>, dead: bool) {
        self.levels.push(Level { moves, dead, best: None });
        self.below.clear();
        if dead && self.fault.is_none() {
            self.fault = self.print().err();
        }
    }

    /// The last move of the last ply has been compared; it may be the best one now.
    pub fn compared(&mut self, takes: bool, value: i32) {
        let Some(level) = self.levels.last_mut() else { return };
        let Some((text, _)) = level.moves.pop() else { return };
        let below = std::mem::take(&mut self.below);
        if takes {
            level.best = Some((value, [text].into_iter().chain(below).collect()));
        }
    }

    /// All moves of the last ply are compared.
    pub fn pop(&mut self) {
        let best = self.levels.pop().and_then(|level| level.best);
        self.below = best.map(|(_, line)| line).unwrap_or_default();
    }

    fn print(&mut self) -> std::io::Result<()> {
        let file: &mut dyn Write = match &mut self.paper {
            Paper::File(file) => file,
            Paper::Last(text) => {
                text.clear();
                text
            }
        };
        writeln!(file, "stackudskrift:\n")?;
        for (level, ply) in self.levels.iter().zip(1..) {
            writeln!(file, "{ply:>4}")?;
            for (text, points) in level.moves.iter().rev() {
                writeln!(file, "      {text:<20} {} {points:>5}", u8::from(level.dead))?;
            }
        }
        writeln!(file, "\nudskrift af sammenligningsstack:\n\n niveau point træk")?;
        let mut above: Vec<&str> = Vec::new();
        for (level, ply) in self.levels.iter().zip(1..) {
            if let Some((points, line)) = &level.best {
                let line = line.iter().map(String::as_str);
                let line: Vec<&str> = above.iter().copied().chain(line).collect();
                writeln!(file, "{ply:>7} {points:>5} {}", line.join(" "))?;
            }
            above.extend(level.moves.last().map(|(text, _)| text.as_str()));
        }
        writeln!(file)
    }

    /// Everything is in the file, or why not; the last print, if only that is kept.
    pub fn finish(mut self) -> std::io::Result<String> {
        match (self.fault.take(), self.paper) {
            (Some(error), _) => Err(error),
            (None, Paper::File(mut file)) => file.flush().map(|()| String::new()),
            (None, Paper::Last(text)) => Ok(String::from_utf8_lossy(&text).into_owned()),
        }
    }
}
