//! The server, and a client that asks one thing after another.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use henge_web::{Config, Rate, serve};
use serde_json::Value;

use crate::Failure;

/// Runs a server in this process.
pub fn serve_here(database: &Path, rates: Rates) -> Result<(), Failure> {
    let rate = Rate { per_second: 1e9, burst: 1e9 };
    let rates = match rates {
        Rates::Usual => henge_web::Rates::default(),
        Rates::Unlimited => henge_web::Rates {
            page: rate,
            general: rate,
            create: rate,
            engine: rate,
            wrong: rate,
            moves: rate,
        },
    };
    let config = Config { port: 0, rates, ..Config::new(database.into()) };
    serve(config, |address| println!("{address}"))?;
    Ok(())
}

/// How often a client may ask.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rates {
    /// As often as usual.
    Usual,
    /// As often as it likes.
    Unlimited,
}

/// Which limit of open files is set to 1,024 for the server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Files {
    /// The one that it may raise itself.
    Soft,
    /// The one that it may not.
    Hard,
}

/// A server in a process of its own.
pub struct Server {
    pub child: Child,
    pub address: SocketAddr,
}

impl Server {
    pub fn start(database: &Path, rates: Rates, files: Option<Files>) -> Result<Server, Failure> {
        let program = std::env::current_exe()?;
        let mut command = match files {
            None => Command::new(program),
            Some(files) => {
                let option = if files == Files::Soft { "-Sn" } else { "-n" };
                let mut shell = Command::new("sh");
                let script = format!("ulimit {option} 1024 && exec \"$0\" \"$@\"");
                shell.arg("-c").arg(script).arg(program);
                shell
            }
        };
        let word = if rates == Rates::Usual { "usual" } else { "unlimited" };
        let mut child =
            command.arg("serve").arg(database).arg(word).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().ok_or("no output")?;
        BufReader::new(output).read_line(&mut line)?;
        Ok(Server { child, address: line.trim().parse()? })
    }

    /// The memory of the process in kB, where the system tells.
    pub fn memory(&self) -> usize {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is kept open.
pub struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Result<Client, Failure> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Client { stream: BufReader::new(stream) })
    }

    pub fn call(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: &Value,
    ) -> Result<(u16, Value), Failure> {
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Authorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).ok_or("no status")?.parse()?;
        let mut length = 0;
        loop {
            line.clear();
            if self.stream.read_line(&mut line)? <= 2 {
                break;
            }
            let (name, value) = line.split_once(':').unwrap_or_default();
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse()?;
            }
        }
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes)?;
        Ok((status, serde_json::from_slice(&bytes)?))
    }
}
