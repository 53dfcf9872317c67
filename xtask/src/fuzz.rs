//! `cargo xtask fuzz`: builds the fuzz targets and runs them, each for some time.
//!
//! All of them are one program, `any`, which learns from a variable which target it is. What a run
//! finds is kept in `fuzz/target/corpus` for the next one; the inputs in `fuzz/corpus` are only read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::steps::{Faults, Steps};

/// An input that takes longer has made a reader hang.
const TIMEOUT: Duration = Duration::from_secs(10);
/// More memory than this is too much for any input.
const MOST_MEGABYTES: u32 = 2048;

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Plan {
    seconds: u32,
    jobs: usize,
    targets: Vec<String>,
}

impl Plan {
    fn read(args: &[&str]) -> Result<Plan, String> {
        let mut plan = Plan { seconds: 60, jobs: 1, targets: Vec::new() };
        let mut args = args.iter();
        while let Some(&arg) = args.next() {
            let mut number = || {
                let number = args.next().and_then(|word| word.parse::<u32>().ok());
                number.filter(|&n| n > 0).ok_or(format!("{arg} needs a number above 0"))
            };
            match arg {
                "--seconds" => plan.seconds = number()?,
                "--jobs" => plan.jobs = number()? as usize,
                _ if arg.starts_with('-') => {
                    return Err(format!("no option {arg}; there are --seconds N and --jobs N"));
                }
                _ => plan.targets.push(arg.into()),
            }
        }
        Ok(plan)
    }
}

/// Runs the command.
pub fn run(root: &Path, args: &[&str]) -> ExitCode {
    let plan = match Plan::read(args) {
        Ok(plan) => plan,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    let done = compiler(root).map_err(|why| vec![why]).and_then(|cargo| all(root, &cargo, plan));
    match done {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(faults) => {
            faults.iter().for_each(|fault| eprintln!("{fault}"));
            ExitCode::FAILURE
        }
    }
}

/// The same as a step of the tests, each target for a moment.
pub fn step(steps: &mut Steps, root: &Path) {
    let name = "fuzz targets";
    match compiler(root) {
        Ok(cargo) => {
            let plan = Plan { seconds: 5, jobs: 2, targets: Vec::new() };
            steps.check(name, |root| all(root, &cargo, plan));
        }
        Err(why) => steps.skip(name, &why),
    }
}

/// The words that build a target, if everything that is needed is there.
fn compiler(root: &Path) -> Result<Vec<&'static str>, String> {
    let says = |words: &[&str]| {
        let mut command = Command::new(words[0]);
        let output = command.args(&words[1..]).current_dir(root).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    if says(&["cargo", "fuzz", "--version"]).is_none() {
        return Err("cargo-fuzz is not installed; cargo install cargo-fuzz does that".into());
    }
    let is_nightly = says(&["rustc", "--version"]).is_some_and(|name| name.contains("nightly"));
    if is_nightly || std::env::var_os("RUSTC_BOOTSTRAP").is_some() {
        return Ok(vec!["cargo"]);
    }
    // The `+nightly` is rustup's; a plain cargo takes it for a command and fails.
    if says(&["cargo", "+nightly", "--version"]).is_some() {
        return Ok(vec!["cargo", "+nightly"]);
    }
    Err("a nightly compiler is not installed; rustup toolchain install nightly does that, or \
         RUSTC_BOOTSTRAP=1 lets any compiler take the flags that are needed"
        .into())
}

fn all(root: &Path, cargo: &[&str], plan: Plan) -> Result<String, Faults> {
    let known = known_targets(root)?;
    let unknown = plan.targets.iter().find(|name| !known.contains(name));
    if let Some(name) = unknown {
        return Err(vec![format!("no target {name}; there are {}", known.join(" "))]);
    }
    let targets = if plan.targets.is_empty() { known } else { plan.targets };
    let program = build(root, cargo)?;
    println!(
        "{:<16} {:>12} {:>8} {:>7} {:>7} {:>6} {:>7}",
        "target", "executions", "a second", "new", "panics", "hangs", "peak MB"
    );
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs {
            scope.spawn(|| {
                while let Some(name) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let run = one(root, &program, name, plan.seconds);
                    let found = run.map(|run| run.told(name)).unwrap_or_else(|why| vec![why]);
                    faults.lock().unwrap_or_else(|error| error.into_inner()).extend(found);
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap_or_else(|error| error.into_inner());
    let (n, seconds) = (targets.len(), plan.seconds);
    match faults.is_empty() {
        true => Ok(format!("{n} targets, {seconds} s each, nothing found")),
        false => Err(faults),
    }
}

/// The programs of the manifest, but for the one that is all of them.
fn known_targets(root: &Path) -> Result<Vec<String>, Faults> {
    let path = root.join("fuzz/Cargo.toml");
    let text = fs::read_to_string(&path).map_err(|error| vec![format!("{path:?}: {error}")])?;
    let names = text.split("[[bin]]").skip(1).filter_map(|part| {
        let name = part.trim_start().strip_prefix("name = \"")?.split('"').next()?;
        (name != "any").then(|| name.to_string())
    });
    Ok(names.collect())
}

/// Builds the program without a sanitizer: there is next to no unsafe code to watch, and it is faster.
fn build(root: &Path, cargo: &[&str]) -> Result<PathBuf, Faults> {
    let words = [cargo, &["fuzz", "build", "--sanitizer", "none", "any"]].concat();
    let status = Command::new(words[0]).args(&words[1..]).current_dir(root).status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => return Err(vec![format!("{}: {status}", words.join(" "))]),
        Err(error) => return Err(vec![format!("{}: {error}", words.join(" "))]),
    }
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|error| vec![format!("rustc -vV: {error}")])?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or_else(|| vec!["rustc -vV names no host".to_string()])?;
    Ok(root.join("fuzz/target").join(host).join("release/any"))
}

/// What came of a target.
#[derive(Default, Debug, PartialEq, Eq)]
struct Run {
    executions: u64,
    a_second: u64,
    new: u64,
    peak: u64,
    /// Inputs that were kept because something went wrong.
    panics: Vec<String>,
    hangs: Vec<String>,
    /// It did not end well, for whatever reason.
    failed: bool,
    log: PathBuf,
}

impl Run {
    /// What the fuzzer says at its end, and the inputs that it kept.
    fn read(log: &str, kept: &[String]) -> Run {
        let number = |name: &str| {
            let line = log.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|rest| rest.trim().parse().ok()).unwrap_or_default()
        };
        let kept = |is_hang: bool| {
            let wanted = |name: &&String| {
                let file = name.rsplit('/').next().unwrap_or(name);
                !file.starts_with("slow-unit-") && file.starts_with("timeout-") == is_hang
            };
            kept.iter().filter(wanted).cloned().collect()
        };
        Run {
            executions: number("stat::number_of_executed_units:"),
            a_second: number("stat::average_exec_per_sec:"),
            new: number("stat::new_units_added:"),
            peak: number("stat::peak_rss_mb:"),
            panics: kept(false),
            hangs: kept(true),
            ..Run::default()
        }
    }

    /// Prints a line of the table; returns what was found.
    fn told(self, name: &str) -> Faults {
        println!(
            "{name:<16} {:>12} {:>8} {:>7} {:>7} {:>6} {:>7}",
            self.executions,
            self.a_second,
            self.new,
            self.panics.len(),
            self.hangs.len(),
            self.peak
        );
        let mut faults = Vec::new();
        for input in self.panics.iter().chain(&self.hangs) {
            faults.push(format!(
                "{name}: {input}; again: HENGE_FUZZ={name} fuzz/target/*/release/any {input}"
            ));
        }
        if self.failed && faults.is_empty() {
            faults.push(format!("{name}: it failed; {} has its words", self.log.display()));
        }
        faults
    }
}

fn one(root: &Path, program: &Path, name: &str, seconds: u32) -> Result<Run, String> {
    let fault = |error: std::io::Error| format!("{name}: {error}");
    let target = root.join("fuzz/target");
    let [corpus, home, logs] =
        [target.join("corpus").join(name), target.join("home"), target.join("logs")];
    let kept = root.join("fuzz/artifacts").join(name);
    for folder in [&corpus, &home, &logs, &kept] {
        fs::create_dir_all(folder).map_err(fault)?;
    }
    let list = || -> Result<Vec<PathBuf>, String> {
        let entries = fs::read_dir(&kept).map_err(fault)?;
        entries.map(|entry| entry.map(|entry| entry.path()).map_err(fault)).collect()
    };
    let before = list()?;
    let log = logs.join(format!("{name}.txt"));
    let file = fs::File::create(&log).map_err(fault)?;
    let mut command = Command::new(program);
    command.env("HENGE_FUZZ", name).env("HENGE_HOME", &home).arg(&corpus);
    let seeds = root.join("fuzz/corpus").join(name);
    if seeds.is_dir() {
        command.arg(seeds);
    }
    command
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-timeout={}", TIMEOUT.as_secs()))
        .arg(format!("-rss_limit_mb={MOST_MEGABYTES}"))
        .arg(format!("-artifact_prefix={}/", kept.display()))
        .args(["-print_final_stats=1", "-reload=0"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(file);
    let status = command.status().map_err(fault)?;
    let text = fs::read(&log).map_err(fault)?;
    let new = list()?.into_iter().filter(|path| !before.contains(path));
    let new: Vec<String> = new.map(|path| path.display().to_string()).collect();
    let run = Run::read(&String::from_utf8_lossy(&text), &new);
    Ok(Run { failed: !status.success(), log, ..run })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let plan = Plan::read(&["--seconds", "600", "record", "--jobs", "2"]).expect("good words");
        assert_eq!(plan, Plan { seconds: 600, jobs: 2, targets: vec!["record".into()] });
        for wrong in [&["--seconds"][..], &["--jobs", "0"], &["--fast"]] {
            assert!(Plan::read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn the_last_words_of_a_fuzzer_are_read() {
        let log = "stat::number_of_executed_units: 6230\nstat::average_exec_per_sec:     311\n\
                   stat::new_units_added:          25\nstat::slowest_unit_time_sec:    0\n\
                   stat::peak_rss_mb:              58\n";
        let kept = ["a/crash-1", "a/timeout-2", "a/slow-unit-3", "a/oom-4"].map(String::from);
        let run = Run::read(log, &kept);
        assert_eq!((run.executions, run.a_second, run.new, run.peak), (6230, 311, 25, 58));
        assert_eq!((run.panics.len(), run.hangs.len()), (2, 1));
    }

    #[test]
    fn the_manifest_names_the_targets() {
        let root =
            Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder of the repository");
        let targets = known_targets(root).expect("the manifest is there");
        assert!(targets.len() > 30 && !targets.contains(&"any".to_string()), "{targets:?}");
        for name in targets {
            assert!(root.join(format!("fuzz/fuzz_targets/{name}.rs")).is_file(), "{name}");
        }
    }
}
