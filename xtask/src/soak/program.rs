//! Calls of the program, their limits, and how they end.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// Nothing that is called here takes so long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(180);

/// So long the rest of what a process printed may take, if others hold its output.
const REST: Duration = Duration::from_secs(3);

/// The program under attack.
pub struct Henge {
    binary: PathBuf,
}

impl Henge {
    /// The program in this file.
    pub fn new(binary: PathBuf) -> Henge {
        Henge { binary }
    }

    /// A call in `folder`, which is also the home of saved games.
    pub fn call(&self, folder: &Path, words: &str) -> Call {
        Call {
            binary: self.binary.clone(),
            words: words.split_whitespace().map(OsString::from).collect(),
            folder: folder.into(),
            home: folder.into(),
            input: None,
            bounds: Bounds::default(),
            patience: PATIENCE,
        }
    }
}

/// What a call may use.
#[derive(Clone, Copy, Default)]
pub struct Bounds {
    /// Seconds of processor time.
    pub cpu: Option<u32>,
    /// Mebibytes of address space.
    pub memory: Option<u32>,
    /// The size of any file it writes, in blocks of 512 bytes; it may be raised later.
    pub file_blocks: Option<u32>,
}

/// A call to be made.
pub struct Call {
    binary: PathBuf,
    words: Vec<OsString>,
    folder: PathBuf,
    home: PathBuf,
    input: Option<Vec<u8>>,
    bounds: Bounds,
    patience: Duration,
}

impl Call {
    /// One more word, which may have blanks.
    pub fn arg(mut self, word: impl Into<OsString>) -> Call {
        self.words.push(word.into());
        self
    }

    /// Another home of saved games.
    pub fn home(mut self, home: &Path) -> Call {
        self.home = home.into();
        self
    }

    /// What is typed.
    pub fn input(mut self, text: impl AsRef<[u8]>) -> Call {
        self.input = Some(text.as_ref().to_vec());
        self
    }

    /// Limits.
    pub fn bounds(mut self, bounds: Bounds) -> Call {
        self.bounds = bounds;
        self
    }

    /// Another time to wait for its end.
    pub fn patience(mut self, patience: Duration) -> Call {
        self.patience = patience;
        self
    }

    fn command(&self) -> Command {
        let Bounds { cpu, memory, file_blocks } = self.bounds;
        let mut limits = String::new();
        for (flag, limit) in
            [("-S -t", cpu), ("-v", memory.map(|mib| mib * 1024)), ("-S -f", file_blocks)]
        {
            if let Some(limit) = limit {
                limits.push_str(&format!("ulimit {flag} {limit}; "));
            }
        }
        let mut command = if limits.is_empty() {
            Command::new(&self.binary)
        } else {
            let mut shell = Command::new("sh");
            // A file that grows too large is an error to be reported, and no reason to die.
            shell.args(["-c", &format!("trap '' XFSZ; {limits}exec \"$@\""), "sh"]);
            shell.arg(&self.binary);
            shell
        };
        command.args(&self.words).current_dir(&self.folder).env("HENGE_HOME", &self.home);
        command.env("NO_COLOR", "1").env_remove("RUST_BACKTRACE");
        // Room that is only set aside for threads is not counted against the limit.
        command.env("MALLOC_ARENA_MAX", "2");
        // A group of its own, so that nothing of it is left behind.
        command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts it and does not wait.
    pub fn start(mut self) -> Result<Running, String> {
        let input = self.input.take();
        let stdin = if input.is_some() { Stdio::piped() } else { Stdio::null() };
        let (running, stdin) = self.spawn(stdin)?;
        if let (Some(input), Some(mut stdin)) = (input, stdin) {
            // It may end before it has read everything.
            std::thread::spawn(move || stdin.write_all(&input));
        }
        Ok(running)
    }

    /// Starts it and stays in touch: lines can be said to it.
    pub fn talk(self) -> Result<Talk, String> {
        let (running, stdin) = self.spawn(Stdio::piped())?;
        Ok(Talk { running, stdin, said: 0 })
    }

    fn spawn(self, stdin: Stdio) -> Result<(Running, Option<ChildStdin>), String> {
        let spawned = self.command().stdin(stdin).spawn();
        let mut child = spawned
            .map_err(|error| format!("{} cannot be started: {error}", self.binary.display()))?;
        let stdin = child.stdin.take();
        let (out, err) = (Heard::listen(child.stdout.take()), Heard::listen(child.stderr.take()));
        Ok((Running { child, out, err, patience: self.patience }, stdin))
    }

    /// Starts it and waits for its end.
    pub fn run(self) -> Result<Ended, String> {
        self.start()?.wait()
    }

    /// As `run`; anything but success is an error.
    pub fn succeed(self) -> Result<Ended, String> {
        let words = self.words.join(&OsString::from(" "));
        let ended = self.run()?;
        match ended.code() {
            Some(0) => Ok(ended),
            _ => Err(format!("henge {}: {}", words.display(), ended.describe())),
        }
    }
}

/// A process at work. It does not outlive this.
pub struct Running {
    child: Child,
    out: Arc<Heard>,
    err: Arc<Heard>,
    patience: Duration,
}

impl Running {
    /// The number of the process.
    pub fn pid(&self) -> Option<Pid> {
        Pid::from_raw(self.child.id() as i32)
    }

    /// Sends a signal to this process alone.
    pub fn signal(&self, signal: Signal) {
        if let Some(pid) = self.pid() {
            let _ = kill_process(pid, signal);
        }
    }

    /// What it has said so far about what is wrong.
    pub fn errors(&self) -> String {
        self.err.text()
    }

    /// Has it ended by itself?
    pub fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Waits until it ends, or until the time is over; then it is killed.
    pub fn wait(mut self) -> Result<Ended, String> {
        let began = Instant::now();
        loop {
            match self.child.try_wait() {
                Err(error) => return Err(format!("waiting: {error}")),
                Ok(Some(status)) => return Ok(self.ended(status, false)),
                Ok(None) if began.elapsed() > self.patience => {
                    let status = self.end()?;
                    return Ok(self.ended(status, true));
                }
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Kills it after so long, unless it has ended before. `None` is what was killed.
    pub fn kill_after(mut self, time: Duration) -> Result<Option<Ended>, String> {
        let began = Instant::now();
        while began.elapsed() < time {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Ok(Some(self.ended(status, false)));
            }
            std::thread::sleep(Duration::from_micros(200));
        }
        let status = self.end()?;
        match status.signal() {
            Some(9) => Ok(None),
            _ => Ok(Some(self.ended(status, false))),
        }
    }

    /// kill -9, now; answers with what it had said about what is wrong.
    pub fn kill(mut self) -> Result<String, String> {
        self.end()?;
        Ok(self.err.rest())
    }

    fn end(&mut self) -> Result<ExitStatus, String> {
        let _ = self.child.kill();
        self.child.wait().map_err(|error| format!("waiting: {error}"))
    }

    fn ended(&self, status: ExitStatus, timed_out: bool) -> Ended {
        Ended { status, timed_out, out: self.out.rest(), err: self.err.rest() }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.has_ended() {
            let _ = self.end();
        }
    }
}

/// How a call went.
pub struct Ended {
    status: ExitStatus,
    timed_out: bool,
    /// What it printed.
    pub out: String,
    /// What it said about what is wrong.
    pub err: String,
}

impl Ended {
    /// Its exit code, if it was not ended by a signal.
    pub fn code(&self) -> Option<i32> {
        self.status.code()
    }

    /// What no user should ever see: a panic, a signal, an unknown exit code, no end at all.
    pub fn crash(&self) -> Option<String> {
        let panicked = self.err.contains("panicked at") || self.err.contains("stack overflow");
        let known = matches!(self.code(), Some(0..=3));
        (self.timed_out || panicked || !known).then(|| self.describe())
    }

    /// For a message.
    pub fn describe(&self) -> String {
        let end = match (self.timed_out, self.status.signal(), self.status.code()) {
            (true, ..) => "it did not end".into(),
            (_, Some(24), _) => "too much processor time".into(),
            (_, Some(signal), _) => format!("ended by signal {signal}"),
            (_, _, Some(code)) => format!("exit code {code}"),
            _ => "it is gone".into(),
        };
        let said: String = self.err.trim().chars().take(300).collect();
        format!("{end}, \"{}\"", said.replace('\n', " | "))
    }
}

/// What a process prints, as it comes.
#[derive(Default)]
struct Heard {
    /// The bytes so far, and whether there will be no more.
    so_far: Mutex<(Vec<u8>, bool)>,
    more: Condvar,
}

impl Heard {
    fn listen(from: Option<impl Read + Send + 'static>) -> Arc<Heard> {
        let heard = Arc::new(Heard::default());
        let listener = Arc::clone(&heard);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            let mut from = from;
            while let Some(Ok(n @ 1..)) = from.as_mut().map(|from| from.read(&mut bytes)) {
                listener.lock().0.extend(&bytes[..n]);
                listener.more.notify_all();
            }
            listener.lock().1 = true;
            listener.more.notify_all();
        });
        heard
    }

    fn lock(&self) -> MutexGuard<'_, (Vec<u8>, bool)> {
        self.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until it is as wanted, or there is nothing more to come, or it takes too long.
    fn wait(&self, patience: Duration, wanted: impl Fn(&str) -> bool) -> bool {
        let began = Instant::now();
        let mut guard = self.lock();
        loop {
            if wanted(&String::from_utf8_lossy(&guard.0)) {
                return true;
            }
            if guard.1 || began.elapsed() > patience {
                return false;
            }
            let waited = self.more.wait_timeout(guard, Duration::from_millis(50));
            guard = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.lock().0).into_owned()
    }

    /// Everything, after the process has ended.
    fn rest(&self) -> String {
        self.wait(REST, |_| false);
        self.text()
    }
}

/// A process that is talked to.
pub struct Talk {
    /// The process.
    pub running: Running,
    stdin: Option<ChildStdin>,
    said: usize,
}

impl Talk {
    /// Types a line. Nobody may be there any more to read it.
    pub fn say(&mut self, line: &str) {
        self.said += 1;
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin.write_all(format!("{line}\n").as_bytes());
        }
    }

    /// The lines that were typed.
    pub fn said(&self) -> usize {
        self.said
    }

    /// Waits until what was printed so far is as wanted. False if it ends before, or takes too long.
    pub fn hear(&self, patience: Duration, wanted: impl Fn(&str) -> bool) -> bool {
        self.running.out.wait(patience, wanted)
    }

    /// What it has printed so far.
    pub fn heard(&self) -> String {
        self.running.out.text()
    }

    /// kill -9; answers with all that it had printed and said.
    pub fn kill(mut self) -> Result<Ended, String> {
        let status = self.running.end()?;
        Ok(self.running.ended(status, false))
    }

    /// Says nothing more and waits for its end.
    pub fn leave(mut self) -> Result<Ended, String> {
        self.stdin = None;
        self.running.wait()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn shell(folder: &Path, script: &str) -> Call {
        Henge::new("sh".into()).call(folder, "-c").arg(script)
    }

    #[test]
    fn limits_hold_and_crashes_are_seen() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let bounds = Bounds { cpu: Some(1), file_blocks: Some(2), ..Bounds::default() };
        let busy = shell(folder, "while :; do :; done").bounds(bounds).run().unwrap();
        assert!(busy.crash().is_some_and(|crash| crash.contains("processor time")));
        let large = shell(folder, "head -c 5000 /dev/zero > large; echo said; exit 1");
        let large = large.bounds(bounds).run().unwrap();
        assert_eq!((large.code(), large.out.as_str(), large.crash()), (Some(1), "said\n", None));
        assert_eq!(fs::metadata(folder.join("large")).unwrap().len(), 1024);
        let late = shell(folder, "sleep 100").patience(Duration::from_millis(50)).run().unwrap();
        assert!(late.crash().is_some_and(|crash| crash.contains("did not end")));
        let panic = shell(folder, "echo panicked at x >&2; exit 1").run().unwrap();
        assert!(panic.crash().is_some());
        assert!(shell(folder, "exit 101").run().unwrap().crash().is_some());
    }

    #[test]
    fn a_killed_process_has_said_what_it_said() {
        let folder = tempfile::tempdir().unwrap();
        let mut talk = shell(folder.path(), "while read x; do echo got $x; done").talk().unwrap();
        talk.say("one");
        assert!(talk.hear(Duration::from_secs(20), |heard| heard.contains("got one")));
        assert_eq!(talk.kill().unwrap().out, "got one\n");
    }
}
