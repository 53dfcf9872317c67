//! henge in the browser.

use std::net::SocketAddr;
use std::process::{Command, Stdio};

use henge::Registry;
use henge_web::{Config, ServeError, TlsFiles};

use crate::args::ServeArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, note};

pub fn run(args: &ServeArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let database = crate::play::saved::database().ok_or_else(|| {
        Fault::Call("there is no place for saved games: set HENGE_HOME to a folder".into())
    })?;
    let tls = args.tls_cert.clone().zip(args.tls_key.clone());
    let config = Config {
        games: games.clone(),
        host: args.host,
        port: args.port,
        allowed_hosts: args.allowed_host.clone(),
        proxies: args.proxy.clone(),
        tls: tls.map(|(certificate, key)| TlsFiles { certificate, key }),
        resign: args.resign,
        ponder: args.ponder,
        own_games: args.own_games,
        ..Config::new(database)
    };
    if !args.host.is_loopback() {
        note(format!("anybody who can reach {} can play here and use the engines", args.host));
    }
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    let ready = |address: SocketAddr| {
        let url = url(scheme, address);
        let _ = output.line(format!("henge is at {url}\nCtrl-C ends it; games are kept."));
        if args.open {
            open(&url);
        }
    };
    match henge_web::serve(config, ready) {
        Ok(()) => Ok(Done::Finished),
        Err(error @ (ServeError::Listen { .. } | ServeError::Tls(_))) => {
            Err(Fault::Call(error.to_string()))
        }
        Err(error) => Err(Fault::Data(error.to_string())),
    }
}

/// What to type into the browser. An address that means "all" is this machine for a browser here.
fn url(scheme: &str, address: SocketAddr) -> String {
    let port = address.port();
    match address.ip() {
        ip if ip.is_unspecified() => format!("{scheme}://localhost:{port}/"),
        _ => format!("{scheme}://{address}/"),
    }
}

/// Asks the system for its browser. If there is none, the address stands on the screen.
fn open(url: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("explorer");
        command.stdin(Stdio::null());
        command
    } else {
        Command::new("xdg-open")
    };
    let command = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null());
    let _ = command.stderr(Stdio::null()).spawn();
}
