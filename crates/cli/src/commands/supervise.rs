//! A program of others that ends with us, however we end, and with everything that it has started.

use crate::args::SuperviseArgs;
use crate::fault::{Done, Fault};

#[cfg(not(unix))]
pub fn run(_: &SuperviseArgs) -> Result<Done, Fault> {
    Err(Fault::Call("programs are not supervised on this system".into()))
}

#[cfg(unix)]
pub fn run(args: &SuperviseArgs) -> Result<Done, Fault> {
    unix::run(args)
}

#[cfg(unix)]
mod unix {
    use std::convert::Infallible;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio, exit};
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use rustix::process::{
        Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getpid, kill_process,
        kill_process_group, setrlimit, wait,
    };
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::{Done, Fault, SuperviseArgs};

    /// How long a program has to leave by itself when its input has ended.
    const TO_LEAVE: Duration = Duration::from_millis(500);
    /// How long we look for those who do not end at once.
    const TO_END: Duration = Duration::from_secs(2);

    pub fn run(args: &SuperviseArgs) -> Result<Done, Fault> {
        // Before there is a program, so that none is left behind.
        let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP])?;
        adopt_orphans();
        let (name, arguments) = args.command.split_first().expect("a program is required");
        let mut command = Command::new(name);
        command.args(arguments).process_group(0);
        if args.no_input {
            command.stdin(Stdio::null());
        }
        let child = command.spawn().map_err(|error| {
            Fault::Data(format!("{} cannot be started: {error}", name.to_string_lossy()))
        })?;
        let program = Pid::from_child(&child);
        let_go_of_the_outputs()?;
        thread::spawn(move || {
            for _ in signals.forever() {
                kill(program);
            }
        });
        thread::spawn(move || {
            wait_for_the_end_of_the_input();
            thread::sleep(TO_LEAVE);
            kill(program);
        });
        let status = wait_for(program);
        end_the_rest(program);
        match end_like(status)? {}
    }

    /// Children of the program whose parent has ended become ours, wherever they have hidden.
    fn adopt_orphans() {
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_child_subreaper(Some(getpid()));
    }

    /// When the program closes its outputs, nobody else has them open.
    fn let_go_of_the_outputs() -> io::Result<()> {
        let nothing = std::fs::OpenOptions::new().write(true).open("/dev/null")?;
        rustix::stdio::dup2_stdout(&nothing)?;
        rustix::stdio::dup2_stderr(&nothing)?;
        Ok(())
    }

    fn wait_for_the_end_of_the_input() {
        let input = io::stdin();
        loop {
            // Nothing is asked for: what comes in is for the program, and a pipe that nobody can
            // write to any more tells by itself.
            let mut watched = [PollFd::new(&input, PollFlags::empty())];
            match poll(&mut watched, None) {
                Err(Errno::INTR) => {}
                Err(_) => return,
                Ok(_) if watched[0].revents().is_empty() => {}
                Ok(_) => return,
            }
        }
    }

    /// The program and those that have stayed with it.
    fn kill(program: Pid) {
        let _ = kill_process_group(program, Signal::KILL);
        let _ = kill_process(program, Signal::KILL);
    }

    fn wait_for(program: Pid) -> Option<WaitStatus> {
        loop {
            match wait(WaitOptions::empty()) {
                Ok(Some((pid, status))) if pid == program => return Some(status),
                Ok(_) | Err(Errno::INTR) => {}
                Err(_) => return None,
            }
        }
    }

    /// Ends what the program has left. Whoever loses his parent becomes our child and is found then.
    fn end_the_rest(program: Pid) {
        let _ = kill_process_group(program, Signal::KILL);
        let until = Instant::now() + TO_END;
        while Instant::now() < until {
            for child in children() {
                let _ = kill_process(child, Signal::KILL);
            }
            loop {
                match wait(WaitOptions::NOHANG) {
                    Ok(Some(_)) | Err(Errno::INTR) => {}
                    Ok(None) => break,
                    // There are no children left.
                    Err(_) => return,
                }
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// All processes whose parent we are.
    fn children() -> Vec<Pid> {
        let own = getpid().as_raw_nonzero().get();
        let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
        let pid = |entry: io::Result<std::fs::DirEntry>| {
            let pid: i32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
            let text = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
            // The name may hold anything; behind it stand the state and the parent.
            let behind = text.iter().rposition(|&byte| byte == b')')? + 1;
            let fields = String::from_utf8_lossy(&text[behind..]);
            let parent: i32 = fields.split_whitespace().nth(1)?.parse().ok()?;
            if parent == own { Pid::from_raw(pid) } else { None }
        };
        entries.filter_map(pid).collect()
    }

    /// Whoever waits for us is to see how the program ended.
    fn end_like(status: Option<WaitStatus>) -> Result<Infallible, Fault> {
        let Some(status) = status else { exit(1) };
        if let Some(signal) = status.terminating_signal() {
            // Its memory is of no use to those who look for the fault.
            let none = Rlimit { current: Some(0), maximum: Some(0) };
            let _ = setrlimit(Resource::Core, none);
            if let Some(signal) = Signal::from_named_raw(signal) {
                let _ = kill_process(getpid(), signal);
            }
            exit(128 + signal);
        }
        exit(status.exit_status().unwrap_or(1))
    }
}
