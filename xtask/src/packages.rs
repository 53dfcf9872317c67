//! Programs that tests run and that Debian's own package client can bring.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::steps::Steps;

/// Where Debian puts GNU Backgammon; in other places it is found by `PATH`, or `GNUBG` names it.
const GNUBG: &str = "/usr/games/gnubg";
/// Where Debian puts the browser; `CHROMIUM` names another one.
const CHROMIUM: &str = "/usr/bin/chromium";

/// A program of others that tests run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Program {
    /// Against which the backgammon players are tested.
    Gnubg,
    /// In which the page is tested.
    Chromium,
}

impl Program {
    /// What Debian calls it.
    fn package(self) -> &'static str {
        match self {
            Program::Gnubg => "gnubg",
            Program::Chromium => "chromium",
        }
    }

    fn is_there(self) -> bool {
        match self {
            Program::Gnubg => {
                let mut command = Command::new("gnubg");
                let quiet = command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
                std::env::var_os("GNUBG").is_some()
                    || Path::new(GNUBG).exists()
                    || quiet.status().is_ok_and(|status| status.success())
            }
            Program::Chromium => {
                std::env::var_os("CHROMIUM").is_some() || Path::new(CHROMIUM).exists()
            }
        }
    }

    /// Whether it is there; if not, `steps` say what is left out.
    pub fn is_ready(self, steps: &mut Steps) -> bool {
        let (name, how) = match self {
            Program::Gnubg => ("GNU Backgammon", "apt-get install gnubg, or set GNUBG"),
            Program::Chromium => ("browser", "apt-get install chromium, or set CHROMIUM"),
        };
        let is_there = self.is_there();
        if !is_there {
            steps.skip(name, &format!("it is not installed; {how}"));
        }
        is_there
    }
}

/// Installs what is missing, if it may, after saying so.
pub fn install(may_install: bool) {
    let missing = [Program::Gnubg, Program::Chromium].into_iter();
    let missing: Vec<_> = missing.filter(|program| !program.is_there()).collect();
    let names: Vec<_> = missing.iter().map(|program| program.package()).collect();
    if names.is_empty() || !may_install || !apt(&["--version"]) {
        return;
    }
    println!("This installs {} with apt-get; --no-install leaves that out.", names.join(" and "));
    // An old list of packages may be good enough; whether it has worked is seen afterwards.
    apt(&["update", "-qq"]);
    for name in names {
        apt(&["install", "-y", "-qq", "--no-install-recommends", name]);
    }
}

fn apt(args: &[&str]) -> bool {
    let mut command = Command::new("apt-get");
    command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
    if args == ["--version"] {
        command.stdout(Stdio::null()).stderr(Stdio::null());
    }
    command.status().is_ok_and(|status| status.success())
}
