//! The Python package: built, tested in Python, and packed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::dist;
use crate::steps::{Faults, Steps};

const MANIFEST: &str = "crates/python/Cargo.toml";
/// Where the packages lie that the tests meet henge with.
const VENV: &str = "target/python/venv";
/// Where the tools for a wheel lie, the wheel itself, and the environment in which it is tried out.
const TOOLS: &str = "target/python/tools";
const WHEEL: &str = "target/dist/wheel";
const EMPTY: &str = "target/python/empty";
/// Where the package lies as it would be installed.
const SITE: &str = "target/python/site";
/// What the tests import.
const IMPORTS: &str = "import cvxpy, gymnasium, numpy, open_spiel, pettingzoo, ray";

/// Builds the package as it stands and runs its tests.
pub fn run(steps: &mut Steps, may_install: bool) {
    let name = "Python";
    if !has_python(steps, name) {
        return;
    }
    let target = ["--manifest-path", MANIFEST, "--target-dir", "target"];
    let lints = [&["cargo", "clippy"], &target[..], &["--", "-D", "warnings"]].concat();
    steps.command("lints of the Python package", &lints, &[]);
    if may_install && !is_ready() {
        steps.check("packages for Python", install);
    }
    if !is_ready() {
        let why = "cvxpy, gymnasium, numpy, open_spiel, pettingzoo and ray are not installed in";
        steps.skip(name, &format!("{why} {VENV}; leave out --no-install"));
        return;
    }
    steps.command("the Python package", &[&["cargo", "build"], &target[..]].concat(), &[]);
    // The driver of a cluster.
    steps.command("the program", &["cargo", "build", "-p", "henge-cli"], &[]);
    steps.check("tests in Python", test);
}

/// `cargo xtask wheel`: a wheel for processors of all ages, installed into an empty environment, where the first
/// example of the book's page runs. Every step says how long it took.
pub fn wheel(root: &Path) -> ExitCode {
    let mut steps = Steps::new(root);
    if has_python(&mut steps, "the wheel") {
        steps.check("maturin", |root| {
            // Of what was packed before nothing should be left.
            [WHEEL, EMPTY].into_iter().try_for_each(|folder| remove(&root.join(folder)))?;
            environment(root, TOOLS, &["maturin>=1.9,<2"])
        });
        let maturin = root.join(python(TOOLS)).display().to_string();
        let words = [&*maturin, "-m", "maturin", "build", "--profile", "dist"];
        let more = ["--out", WHEEL, "--target-dir", "target"];
        let flags = if cfg!(target_arch = "x86_64") { "-C target-cpu=x86-64" } else { "" };
        steps.command("the wheel", &[&words[..], &more].concat(), &[("RUSTFLAGS", flags)]);
        steps.check("installed into an empty environment", |root| {
            let wheels = fs::read_dir(root.join(WHEEL)).map_err(|error| vec![error.to_string()])?;
            let wheels = wheels.filter_map(|entry| Some(entry.ok()?.path().display().to_string()));
            let wheels: Vec<String> = wheels.collect();
            environment(root, EMPTY, &wheels.iter().map(String::as_str).collect::<Vec<_>>())?;
            Ok(wheels.join(" "))
        });
        steps.check("the first example of the book's page", |root| {
            let page = fs::read_to_string(root.join("docs/src/python.md"));
            let page = page.map_err(|error| vec![error.to_string()])?;
            let example =
                page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next());
            let example = example.ok_or_else(|| vec!["the page has no example".into()])?;
            let mut run = Command::new(root.join(python(EMPTY)));
            dist::said(run.args(["-c", example]).current_dir(root.join(EMPTY)))
                .map_err(|fault| vec![fault])
        });
    }
    steps.finish()
}

fn has_python(steps: &mut Steps, name: &str) -> bool {
    let words = ["python3", "-c", "import sys; assert sys.version_info >= (3, 10)"];
    steps.has(&words, name, "Python 3.10")
}

/// Removes a folder, if it is there.
fn remove(folder: &Path) -> Result<(), Faults> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(vec![format!("{}: {error}", folder.display())])
        }
        _ => Ok(()),
    }
}

/// The interpreter of an environment.
fn python(environment: &str) -> PathBuf {
    let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    Path::new(environment).join(program)
}

/// An environment with these packages, as `pip install` takes them, so that nothing of the machine changes.
fn environment(root: &Path, name: &str, packages: &[&str]) -> Result<String, Faults> {
    let mut make = Command::new("python3");
    make.args(["-m", "venv", name]).current_dir(root);
    let mut pip = Command::new(root.join(python(name)));
    pip.args(["-m", "pip", "install", "--quiet"]).args(packages).current_dir(root);
    let done = dist::said(&mut make).and_then(|_| dist::said(&mut pip));
    done.map_err(|fault| vec![fault])
}

fn is_ready() -> bool {
    let mut command = Command::new(python(VENV));
    let quiet = command.args(["-c", IMPORTS]).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// What the tests need.
fn install(root: &Path) -> Result<String, Faults> {
    // Without a network there is nothing to test with, which the step says that needs it.
    match environment(root, VENV, &["--requirement", "crates/python/tests/requirements.txt"]) {
        Ok(_) => Ok(format!("installed into {VENV}")),
        Err(faults) => Ok(format!("they cannot be installed here: {}", faults.join("; "))),
    }
}

fn test(root: &Path) -> Result<String, Faults> {
    remove(&root.join(SITE))?;
    lay_out(root).map_err(|error| vec![format!("{SITE}: {error}")])?;
    let path = root.join(SITE);
    let mut command = Command::new(root.join(python(VENV)));
    command.args([
        "-m",
        "unittest",
        "discover",
        "-s",
        "crates/python/tests",
        "-t",
        "crates/python",
    ]);
    let program = root.join("target/debug").join(format!("henge{}", std::env::consts::EXE_SUFFIX));
    command.current_dir(root).env("PYTHONPATH", path).env("HENGE", program);
    match command.status() {
        Ok(status) if status.success() => Ok(String::new()),
        Ok(status) => Err(vec![format!("tests in Python: {status}")]),
        Err(error) => Err(vec![format!("tests in Python: {error}")]),
    }
}

/// The package in Python and the library beside it.
fn lay_out(root: &Path) -> io::Result<()> {
    let (from, to) = (root.join("crates/python/python/henge"), root.join(SITE).join("henge"));
    fs::create_dir_all(&to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    let library = root.join("target/debug").join(format!("{DLL_PREFIX}_henge{DLL_SUFFIX}"));
    let module = if cfg!(windows) { "_henge.pyd" } else { "_henge.abi3.so" };
    fs::copy(library, to.join(module)).map(drop)
}
