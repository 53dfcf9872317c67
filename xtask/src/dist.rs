//! `cargo xtask dist`: the program in one file, tried out and packed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Runs on every Linux of its processor, and needs no library of the system.
const MUSL: &str = "-unknown-linux-musl";

/// Builds, tries out and packs.
pub fn run(root: &Path) -> ExitCode {
    match packed(root) {
        Ok(path) => {
            println!("{}", path.display());
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("dist: {why}");
            ExitCode::FAILURE
        }
    }
}

/// What a command prints, or why it failed.
pub fn said(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}

/// The triple of this machine.
fn host() -> Result<String, String> {
    let text = said(Command::new("rustc").arg("-vV"))?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(String::from).ok_or("rustc -vV names no host".into())
}

/// Is there a standard library for that target?
fn is_installed(target: &str) -> bool {
    let words = ["--print", "target-libdir", "--target", target];
    let folder = said(Command::new("rustc").args(words)).unwrap_or_default();
    Path::new(folder.trim()).is_dir()
}

/// The target to build for, and the flags of its code: for all processors of the kind, and on Linux
/// without any library of the system.
fn plan(host: &str, is_installed: impl Fn(&str) -> bool) -> (String, String) {
    let mut flags = Vec::new();
    if host.starts_with("x86_64") {
        flags.push("-C target-cpu=x86-64");
    }
    let musl = host.split('-').next().map(|processor| format!("{processor}{MUSL}"));
    let target = match musl.filter(|musl| host.contains("-linux-") && is_installed(musl)) {
        Some(musl) => musl,
        None => {
            if host.contains("-linux-gnu") || host.contains("-windows-msvc") {
                flags.push("-C target-feature=+crt-static");
            }
            host.to_string()
        }
    };
    (target, flags.join(" "))
}

fn packed(root: &Path) -> Result<PathBuf, String> {
    let (target, flags) = plan(&host()?, is_installed);
    println!("building for {target}");
    // With a target of its own, flags for the program are none for what runs while it is built.
    let status = Command::new("cargo")
        .args([
            "build",
            "--locked",
            "--profile",
            "dist",
            "--package",
            "henge-cli",
            "--target",
            &target,
        ])
        .env("RUSTFLAGS", flags)
        .current_dir(root)
        .status();
    if !status.map_err(|error| format!("cargo: {error}"))?.success() {
        return Err("the build has failed".into());
    }
    let name = if cfg!(windows) { "henge.exe" } else { "henge" };
    let program = root.join("target").join(&target).join("dist").join(name);
    try_out(&program)?;
    let version = said(Command::new(&program).arg("--version"))?;
    let version = version.trim().rsplit(' ').next().unwrap_or_default();
    let stem = format!("henge-{version}-{target}");
    let folder = root.join("target/dist").join(&stem);
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    fs::copy(&program, folder.join(name)).map_err(failed)?;
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root.join(file), folder.join(file)).map_err(failed)?;
    }
    let archive = format!("{stem}.tar.gz");
    said(
        Command::new("tar").args(["-czf", &archive, &stem]).current_dir(root.join("target/dist")),
    )?;
    Ok(root.join("target/dist").join(archive))
}

/// Whether the program does what it should: a solved game, games played, a picture, the file of saved games.
fn try_out(program: &Path) -> Result<(), String> {
    let home = std::env::temp_dir().join(format!("henge-dist-{}", std::process::id()));
    fs::create_dir_all(&home).map_err(|error| error.to_string())?;
    let say = |words: &[&str]| said(Command::new(program).args(words).env("HENGE_HOME", &home));
    let checks: [(&[&str], &str); 4] = [
        (&["solve", "tic-tac-toe"], "draw"),
        (
            &[
                "match",
                "connect-four",
                "--first",
                "alphabeta:depth=2",
                "--second",
                "random",
                "--games",
                "2",
            ],
            "alphabeta",
        ),
        (&["show", "hex:size=5", "--svg"], "<svg"),
        (&["games", "--saved"], "No game is saved"),
    ];
    let mut done = Ok(());
    for (words, expected) in checks {
        let text = say(words)?;
        if !text.contains(expected) {
            done = Err(format!("henge {} says {text:?}, without {expected:?}", words.join(" ")));
        }
    }
    // A folder in the place for passing things is nobody's loss.
    let _ = fs::remove_dir_all(&home);
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linux_takes_musl_where_it_is_installed() {
        let gnu = "x86_64-unknown-linux-gnu";
        let (target, flags) = plan(gnu, |_| true);
        assert_eq!((&*target, &*flags), ("x86_64-unknown-linux-musl", "-C target-cpu=x86-64"));
        let (target, flags) = plan(gnu, |_| false);
        assert_eq!(target, gnu);
        assert_eq!(flags, "-C target-cpu=x86-64 -C target-feature=+crt-static");
        let mac = "aarch64-apple-darwin";
        assert_eq!(plan(mac, |_| true), (mac.to_string(), String::new()));
    }
}
