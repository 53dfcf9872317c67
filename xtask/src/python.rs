//! The Python package: built, and tested in Python.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::steps::{Faults, Steps};

const MANIFEST: &str = "crates/python/Cargo.toml";
/// Where the packages lie that the tests meet henge with.
const VENV: &str = "target/python/venv";
/// Where the package lies as it would be installed.
const SITE: &str = "target/python/site";
/// What the tests import.
const IMPORTS: &str = "import cvxpy, gymnasium, numpy, open_spiel, pettingzoo, ray";

/// Builds the package as it stands and runs its tests.
pub fn run(steps: &mut Steps, may_install: bool) {
    let name = "Python";
    if !steps.has(
        &["python3", "-c", "import sys; assert sys.version_info >= (3, 10)"],
        name,
        "Python 3.10",
    ) {
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

fn python() -> PathBuf {
    let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    Path::new(VENV).join(program)
}

fn is_ready() -> bool {
    let mut command = Command::new(python());
    let quiet = command.args(["-c", IMPORTS]).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Into a place of its own, so that nothing of the machine changes.
fn install(root: &Path) -> Result<String, Faults> {
    let requirements = root.join("crates/python/tests/requirements.txt");
    let mut make = Command::new("python3");
    make.args(["-m", "venv", VENV]).current_dir(root);
    let mut pip = Command::new(root.join(python()));
    pip.args(["-m", "pip", "install", "--quiet", "--requirement"]).arg(requirements);
    // Without a network there is nothing to test with, which the step says that needs it.
    let made = make.status().is_ok_and(|status| status.success());
    match made && pip.status().is_ok_and(|status| status.success()) {
        true => Ok(format!("installed into {VENV}")),
        false => Ok("they cannot be installed here".into()),
    }
}

fn test(root: &Path) -> Result<String, Faults> {
    let fault = |error: io::Error| vec![format!("{SITE}: {error}")];
    lay_out(root).map_err(fault)?;
    let path = root.join(SITE);
    let mut command = Command::new(root.join(python()));
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
    if to.exists() {
        fs::remove_dir_all(&to)?;
    }
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
