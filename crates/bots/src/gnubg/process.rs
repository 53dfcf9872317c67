//! gnubg as a process that answers over a socket in a folder of its own.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::process::Stdio;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::board::Allowed;
use crate::family::{Family, Input};

/// How long it may take to get ready; it reads its nets and a table.
const TO_START: Duration = Duration::from_secs(60);
/// What Debian's package puts where `PATH` may not lead.
const ELSEWHERE: &str = "/usr/games/gnubg";

/// A running gnubg. It is ended when this is dropped.
pub struct Process {
    _family: Family,
    stream: BufReader<UnixStream>,
    /// Its settings and the socket; removed in the end.
    _folder: TempDir,
}

impl Process {
    /// Starts it with so many plies for plays and for the cube.
    pub fn start(
        words: &[String],
        plies: u32,
        cubeful: Allowed,
        patience: Duration,
    ) -> Result<Process, String> {
        let folder = tempfile::Builder::new()
            .prefix("henge-gnubg-")
            .tempdir()
            .map_err(|error| format!("no folder for gnubg's settings: {error}"))?;
        let (socket, script) = (folder.path().join("socket"), folder.path().join("commands"));
        let commands = format!(
            "set threads 1\nset jacoby off\n\
             set evaluation chequerplay evaluation plies {plies}\n\
             set evaluation chequerplay evaluation cubeful {}\n\
             set evaluation cubedecision evaluation plies {plies}\n\
             external {}\n",
            if cubeful == Allowed::Yes { "on" } else { "off" },
            socket.display()
        );
        std::fs::write(&script, commands)
            .map_err(|error| format!("{} cannot be written: {error}", script.display()))?;
        let program = words.first().ok_or("the command is empty")?;
        let spawn = |program: &str| {
            let mut all = vec![program.into()];
            all.extend(words[1..].iter().map(OsString::from));
            all.extend(["-t", "-q", "-r", "-s"].map(OsString::from));
            all.extend([folder.path().into(), "-c".into(), script.as_os_str().into()]);
            // Nothing that it prints is for us, and nothing of the user's is for it.
            Family::start(&all, Input::Nothing, |command| {
                command.stdout(Stdio::null()).stderr(Stdio::null());
                command.env("HOME", folder.path());
            })
        };
        let missing = |error: &std::io::Error| error.kind() == std::io::ErrorKind::NotFound;
        let family = match spawn(program) {
            Err(error) if missing(&error) && program == "gnubg" => spawn(ELSEWHERE),
            other => other,
        };
        let mut family = family.map_err(|error| match missing(&error) {
            true => format!(
                "{program} is not there; install GNU Backgammon (on Debian: apt install gnubg), or \
                 name it by command="
            ),
            false => format!("{program} cannot be started: {error}"),
        })?;
        let until = Instant::now() + TO_START;
        let stream = loop {
            if let Ok(stream) = UnixStream::connect(&socket) {
                break stream;
            }
            if let Some(status) = family.ended() {
                return Err(format!(
                    "{program} has ended at once ({status}); is it GNU Backgammon?"
                ));
            }
            if Instant::now() > until {
                return Err(format!("{program} was not ready within {} s", TO_START.as_secs()));
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        stream
            .set_read_timeout(Some(patience))
            .and_then(|()| stream.set_write_timeout(Some(patience)))
            .map_err(|error| format!("the socket to {program}: {error}"))?;
        Ok(Process { _family: family, stream: BufReader::new(stream), _folder: folder })
    }

    /// Sends a line and waits for the answer.
    pub fn ask(&mut self, line: &str) -> Result<String, String> {
        let failed = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut => {
                "gnubg did not answer in time".to_string()
            }
            _ => format!("gnubg has gone: {error}"),
        };
        let mut bytes = line.as_bytes().to_vec();
        bytes.push(b'\n');
        self.stream.get_mut().write_all(&bytes).map_err(failed)?;
        let mut answer = String::new();
        if self.stream.read_line(&mut answer).map_err(failed)? == 0 {
            return Err("gnubg has closed the connection".into());
        }
        Ok(answer.trim_matches(['\n', '\r', '\0', ' ']).to_string())
    }
}
