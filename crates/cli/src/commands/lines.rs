//! Protocols in which one side asks by lines and the other answers at once.

use std::io::{BufRead, Read, Write};

use henge::harmless::harmless_line;

use crate::fault::Fault;

/// No line is longer; a record of a long game fits.
const LONGEST: u64 = 1 << 17;

/// What is said to a line, and whether more lines are wanted.
pub struct Said {
    pub text: String,
    pub goes_on: bool,
}

impl Said {
    /// An answer, and on.
    pub fn text(text: impl Into<String>) -> Said {
        Said { text: text.into(), goes_on: true }
    }
}

/// Answers a line; what is said at once goes to the second argument.
pub type Hear<'a> = dyn FnMut(Option<&str>, &mut dyn FnMut(&str)) -> Said + 'a;

/// Hears line by line and answers, to the end of the input or to a line that ends it. A line that is no
/// text or has no end comes as nothing.
pub fn converse(
    mut input: impl BufRead,
    mut output: impl Write,
    hear: &mut Hear<'_>,
) -> Result<(), Fault> {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = input.by_ref().take(LONGEST + 2).read_until(b'\n', &mut bytes);
        if read.is_err() || bytes.is_empty() {
            return Ok(());
        }
        let whole = bytes.len() as u64 <= LONGEST + 1 || bytes.ends_with(b"\n");
        while !whole && bytes.last().is_some_and(|&byte| byte != b'\n') {
            // The rest of it is not another line.
            bytes.clear();
            if input.by_ref().take(1 << 16).read_until(b'\n', &mut bytes).is_err() {
                return Ok(());
            }
        }
        let line = std::str::from_utf8(&bytes).ok().filter(|_| whole).map(str::trim_end);
        let mut write = |text: &str| -> std::io::Result<()> {
            for line in text.lines() {
                writeln!(output, "{}", harmless_line(line))?;
            }
            output.flush()
        };
        let mut lost = None;
        let said = hear(line, &mut |text| lost = write(text).err());
        if let Some(error) = lost {
            return Err(error.into());
        }
        write(&said.text)?;
        if !said.goes_on {
            return Ok(());
        }
    }
}
