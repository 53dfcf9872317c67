//! Programs that tests need, from the system's own package client.

use std::process::Command;

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
