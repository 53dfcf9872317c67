use std::io::{stdin, stdout};

use crate::args::WorkArgs;
use crate::fault::{Done, Fault};

pub fn run(_: &WorkArgs) -> Result<Done, Fault> {
    end_with_the_reader();
    henge_arena::work(stdin().lock(), stdout().lock())?;
    Ok(Done::Finished)
}

/// Who waits for the results may be killed in the middle of a long game; nobody wants its result then.
#[cfg(unix)]
fn end_with_the_reader() {
    use rustix::event::{PollFd, PollFlags, poll};
    std::thread::spawn(|| {
        let output = stdout();
        // Nothing is asked for: a pipe without a reader tells by itself. Anything that tells
        // otherwise, such as a file, is not waited for again.
        let mut watched = [PollFd::new(&output, PollFlags::empty())];
        if poll(&mut watched, None).is_ok() && watched[0].revents().contains(PollFlags::ERR) {
            std::process::exit(0);
        }
    });
}

#[cfg(not(unix))]
fn end_with_the_reader() {}
