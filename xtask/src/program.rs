//! The program that is tested.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The release build of `henge`, made by cargo.
pub fn built(root: &Path) -> Result<PathBuf, String> {
    let words = ["build", "--release", "--package", "henge-cli", "--message-format", "json"];
    let cargo =
        Command::new("cargo").args(words).current_dir(root).stderr(Stdio::inherit()).output();
    let output = cargo.map_err(|error| format!("cargo build: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo build: {}", output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let executable = |line: &str| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message["executable"].as_str()?))
    };
    text.lines().filter_map(executable).next_back().ok_or("cargo builds no program".into())
}
