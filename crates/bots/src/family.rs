//! A program of others and everything that it starts: they end together, and with us.
//!
//! A program that was killed cannot end those it has started, and neither can we when we are killed.
//! So a second process stands between us and the program, [if there is one](supervise_with): it has
//! the program's input open, sees when nobody is left to write to it, and ends the program with all
//! its children. Without it the program leads a process group of its own, which is ended as a whole
//! when the [`Family`] is dropped; only a program of ours that is killed leaves it behind.

use std::ffi::OsString;
use std::io;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How long the supervisor may take to end everything.
const TO_END: Duration = Duration::from_secs(3);

static SUPERVISOR: OnceLock<Vec<OsString>> = OnceLock::new();

/// Names the command that supervises programs, such as `henge supervise`: it gets `--` and the words
/// of the program, before them `--no-input` if the program is to have no input, runs it with its own
/// input and outputs, ends as it does, and ends it with all its children when the input is closed or
/// it is asked to terminate. The first call counts; who makes none gets what can be done without.
pub fn supervise_with(command: Vec<OsString>) {
    let _ = SUPERVISOR.set(command);
}

/// What a program can read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Input {
    /// What we write.
    Piped,
    /// Nothing.
    Nothing,
}

/// A running program. It is ended when this is dropped, with everything that it has started.
pub(crate) struct Family {
    /// The supervisor, or the program itself.
    pub child: Child,
    is_supervised: bool,
    /// Its end tells the supervisor of ours, where nothing is written to the program.
    _alive: Option<ChildStdin>,
}

impl Family {
    /// Starts a program. `set` says where its outputs go and the like.
    pub fn start(
        words: &[OsString],
        input: Input,
        set: impl Fn(&mut Command),
    ) -> io::Result<Family> {
        let (program, arguments) =
            words.split_first().ok_or_else(|| io::Error::other("the command is empty"))?;
        let supervisor = SUPERVISOR.get().and_then(|words| words.split_first());
        if let Some((supervisor, begin)) = supervisor {
            is_there(program)?;
            let mut command = Command::new(supervisor);
            command.args(begin);
            if input == Input::Nothing {
                command.arg("--no-input");
            }
            command.arg("--").args(words).stdin(Stdio::piped());
            // A supervisor that has gone missing is no reason not to play.
            if let Ok(family) = Family::spawn(command, &set, Some(input)) {
                return Ok(family);
            }
        }
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(if input == Input::Piped { Stdio::piped() } else { Stdio::null() });
        Family::spawn(command, &set, None)
    }

    fn spawn(
        mut command: Command,
        set: &impl Fn(&mut Command),
        supervised: Option<Input>,
    ) -> io::Result<Family> {
        set(&mut command);
        // Ctrl-C is for us: it asks for a move, and the program is told to stop.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let alive = if supervised == Some(Input::Nothing) { child.stdin.take() } else { None };
        Ok(Family { child, is_supervised: supervised.is_some(), _alive: alive })
    }

    /// How the program has ended, if it has. What it had started is ended, too.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        if !self.is_supervised && has_ended(&self.child) {
            // As long as nobody has asked for its end, its number belongs to nobody else.
            kill_group(&self.child);
        }
        self.child.try_wait().ok().flatten()
    }

    /// Ends everything at once.
    pub fn kill(&mut self) {
        // Whoever has ended and been asked for has a number that may be somebody else's by now.
        if self.ended().is_some() {
            return;
        }
        if self.is_supervised {
            ask_to_end(&self.child);
            let until = Instant::now() + TO_END;
            while Instant::now() < until {
                if !matches!(self.child.try_wait(), Ok(None)) {
                    return;
                }
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        kill_group(&self.child);
        // It may be gone already, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::io;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use std::process::Child;

    use rustix::io::Errno;
    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
    };

    /// What starting a program would say of it, as the supervisor cannot say it to us.
    pub fn is_there(program: &OsStr) -> io::Result<()> {
        let look = |path: &Path| match path.metadata() {
            Err(_) => Err(Errno::NOENT),
            Ok(found) if found.is_file() && found.permissions().mode() & 0o111 != 0 => Ok(()),
            Ok(_) => Err(Errno::ACCESS),
        };
        let found = if program.as_encoded_bytes().contains(&b'/') {
            look(Path::new(program))
        } else {
            let path = std::env::var_os("PATH").unwrap_or_else(|| "/bin:/usr/bin".into());
            let looks: Vec<_> =
                std::env::split_paths(&path).map(|folder| look(&folder.join(program))).collect();
            // One that may be run is as good as any; one that may not is better than none.
            let first = |such: Result<(), Errno>| looks.contains(&such).then_some(such);
            first(Ok(())).or(first(Err(Errno::ACCESS))).unwrap_or(Err(Errno::NOENT))
        };
        found.map_err(io::Error::from)
    }

    /// Whether a process has ended, without taking note of it.
    pub fn has_ended(child: &Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(Some(_)))
    }

    pub fn kill_group(child: &Child) {
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    pub fn ask_to_end(child: &Child) {
        let _ = kill_process(Pid::from_child(child), Signal::TERM);
    }
}

#[cfg(unix)]
use unix::{ask_to_end, has_ended, is_there, kill_group};

#[cfg(not(unix))]
mod elsewhere {
    use std::ffi::OsStr;
    use std::io;
    use std::process::Child;

    pub fn is_there(_: &OsStr) -> io::Result<()> {
        Ok(())
    }

    pub fn has_ended(_: &Child) -> bool {
        false
    }

    pub fn kill_group(_: &Child) {}

    pub fn ask_to_end(_: &Child) {}
}

#[cfg(not(unix))]
use elsewhere::{ask_to_end, has_ended, is_there, kill_group};
