//! Steps one after the other, each with its name and its time, up to the first that fails.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// Why a step failed: a line for each thing that is wrong.
pub type Faults = Vec<String>;

/// What has been done so far.
pub struct Steps {
    root: PathBuf,
    start: Instant,
    failed: Option<String>,
    skipped: Vec<String>,
    /// A tool that is missing is a failure.
    strict: bool,
}

impl Steps {
    /// Everything runs in the folder `root`. On a machine that only tests (`CI=true`) nothing may be left
    /// out.
    pub fn new(root: &Path) -> Steps {
        let strict = std::env::var("CI").is_ok_and(|ci| ci == "true");
        let (start, skipped) = (Instant::now(), Vec::new());
        Steps { root: root.into(), start, failed: None, skipped, strict }
    }

    /// Does something, unless an earlier step has failed. It may answer with a line to show.
    pub fn check(&mut self, name: &str, action: impl FnOnce(&Path) -> Result<String, Faults>) {
        if self.failed.is_some() {
            return;
        }
        println!("\n== {name}");
        let start = Instant::now();
        let result = action(&self.root);
        let seconds = start.elapsed().as_secs_f64();
        match result {
            Ok(line) => {
                if !line.is_empty() {
                    println!("{line}");
                }
                println!("== {name}: ok, {seconds:.1} s");
            }
            Err(faults) => {
                faults.iter().for_each(|fault| eprintln!("{fault}"));
                println!("== {name}: FAILED, {seconds:.1} s");
                self.failed = Some(name.into());
            }
        }
    }

    /// Runs a command, given as its words, with these variables in its environment.
    pub fn command(&mut self, name: &str, words: &[&str], variables: &[(&str, &str)]) {
        self.check(name, |root| {
            let mut command = command(root, words);
            command.envs(variables.iter().copied());
            match command.status() {
                Ok(status) if status.success() => Ok(String::new()),
                Ok(status) => Err(vec![format!("{}: {status}", words.join(" "))]),
                Err(error) => Err(vec![format!("{}: {error}", words.join(" "))]),
            }
        });
    }

    /// Does the command work here at all? If not, `name` is skipped, because `what` is missing.
    pub fn has(&mut self, words: &[&str], name: &str, what: &str) -> bool {
        if self.failed.is_some() {
            return false;
        }
        let mut command = command(&self.root, words);
        let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let works = quiet.status().is_ok_and(|status| status.success());
        if !works {
            self.skip(name, &format!("{what} is not installed"));
        }
        works
    }

    /// Says that a step was left out.
    pub fn skip(&mut self, name: &str, why: &str) {
        if self.strict {
            println!("\n== {name}: FAILED, {why}");
            self.failed.get_or_insert_with(|| name.into());
            return;
        }
        println!("\n== {name}: skipped, {why}");
        self.skipped.push(format!("{name}: {why}"));
    }

    /// Says how it went.
    pub fn finish(self) -> ExitCode {
        println!();
        for skipped in &self.skipped {
            println!("skipped {skipped}");
        }
        let seconds = self.start.elapsed().as_secs_f64();
        match self.failed {
            None => {
                println!("everything that was run is all right, {seconds:.1} s");
                ExitCode::SUCCESS
            }
            Some(name) => {
                println!("\"{name}\" failed after {seconds:.1} s; later steps were not run");
                ExitCode::FAILURE
            }
        }
    }
}

fn command(root: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(root);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exit(steps: Steps) -> String {
        format!("{:?}", steps.finish())
    }

    #[test]
    fn the_first_failure_is_the_last_step() {
        let mut steps = Steps::new(Path::new("."));
        steps.check("good", |_| Ok(String::new()));
        steps.check("bad", |_| Err(vec!["wrong".into()]));
        steps.check("later", |_| panic!("this is not run"));
        steps.command("later still", &["no such program"], &[]);
        assert!(!steps.has(&["no such program"], "a tool", "it"));
        assert_eq!(steps.failed.as_deref(), Some("bad"));
        assert!(steps.skipped.is_empty());
        assert_eq!(exit(steps), format!("{:?}", ExitCode::FAILURE));
    }

    #[test]
    fn what_is_missing_is_skipped_and_a_failure_only_where_nothing_may_be_missing() {
        let mut steps = Steps { strict: false, ..Steps::new(Path::new(".")) };
        assert!(!steps.has(&["no such program"], "polish", "the brush"));
        assert_eq!(steps.skipped, ["polish: the brush is not installed"]);
        assert_eq!(exit(steps), format!("{:?}", ExitCode::SUCCESS));
        let mut steps = Steps { strict: true, ..Steps::new(Path::new(".")) };
        assert!(!steps.has(&["no such program"], "polish", "the brush"));
        assert_eq!(exit(steps), format!("{:?}", ExitCode::FAILURE));
    }

    #[test]
    fn a_program_that_is_not_there_is_a_failure() {
        let mut steps = Steps::new(Path::new("."));
        steps.command("polish", &["no such program"], &[]);
        assert_eq!(steps.failed.as_deref(), Some("polish"));
    }
}
