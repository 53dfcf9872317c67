//! Programs that tests run and that Debian's own package client can bring.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::steps::Steps;

/// Where Debian puts GNU Backgammon; in other places it is found by `PATH`, or `GNUBG` names it.
const GNUBG: &str = "/usr/games/gnubg";

/// Asks Debian's package client, where there is one and it may.
pub fn install(package: &str) {
    let apt = |args: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
        command.status().is_ok_and(|status| status.success())
    };
    if apt(&["--version"]) {
        // An old list of packages may do; whether it has worked is seen afterwards.
        apt(&["update", "-qq"]);
        apt(&["install", "-y", "-qq", "--no-install-recommends", package]);
    }
}

/// Sees to it that GNU Backgammon is there, against which the backgammon players are tested. Without
/// it these tests pass by and say so.
pub fn gnubg(steps: &mut Steps) {
    let found = || {
        let mut command = Command::new("gnubg");
        let quiet = command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        std::env::var_os("GNUBG").is_some()
            || Path::new(GNUBG).exists()
            || quiet.status().is_ok_and(|status| status.success())
    };
    if !found() {
        install("gnubg");
    }
    if !found() {
        steps.skip("GNU Backgammon", "it is not installed; apt-get install gnubg, or set GNUBG");
    }
}
