//! `cargo xtask test`.

use std::path::Path;
use std::process::ExitCode;

use crate::steps::Steps;
use crate::{
    absences, arrows, browser, crates, experiments, fuzz, links, packages, packaging, python, walks,
};

/// How much is tested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// What every change must pass.
    Quick,
    /// The slow rest too.
    All,
}

/// Runs the steps in the order in which they are likely to fail.
pub fn run(root: &Path, extent: Extent, may_install: bool) -> ExitCode {
    packages::install(may_install);
    let mut steps = Steps::new(root);
    let format = "format";
    if steps.has(&["cargo", "fmt", "--version"], format, "rustfmt") {
        steps.command(format, &["cargo", "fmt", "--all", "--check"], &[]);
        for (name, manifest) in [
            ("format of benches", "benches/Cargo.toml"),
            ("format of fuzz", "fuzz/Cargo.toml"),
            ("format of a stranger's game", "examples/domineering/Cargo.toml"),
            ("format of the Python package", "crates/python/Cargo.toml"),
        ] {
            let words = ["cargo", "fmt", "--manifest-path", manifest, "--check"];
            steps.command(name, &words, &[]);
        }
    }
    steps.check("dependencies", crates::check);
    look_at_map(&mut steps);
    steps.check("packages", packaging::check);
    let lints = "lints";
    if steps.has(&["cargo", "clippy", "--version"], lints, "clippy") {
        let words = ["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
        steps.command(lints, &words, &[]);
    }
    packages::Program::Gnubg.is_ready(&mut steps);
    // The same random cases in every quick run; `--all` tries new ones.
    let seed = [("PROPTEST_RNG_SEED", "1990")];
    // Examples were compiled by the lints; only those with tests are linked.
    steps.command("tests", &["cargo", "test", "--workspace", "--tests"], &seed);
    steps.command("tests in the documentation", &["cargo", "test", "--workspace", "--doc"], &[]);
    // A game that is not ours, in a crate that is not ours.
    let manifest = ["--manifest-path", "examples/domineering/Cargo.toml", "--target-dir", "target"];
    steps.command("a stranger's game", &[&["cargo", "test"], &manifest[..]].concat(), &[]);
    steps.command(
        "documentation",
        &["cargo", "doc", "--workspace", "--no-deps"],
        &[("RUSTDOCFLAGS", "-D warnings")],
    );
    browser::run(&mut steps, may_install);
    if extent == Extent::All {
        // It compiles the engines once more, for evaluations that are written in Python.
        python::run(&mut steps, may_install);
        slow(&mut steps, root);
    }
    steps.finish()
}

/// Only the Python package.
pub fn python(root: &Path) -> ExitCode {
    let mut steps = Steps::new(root);
    python::run(&mut steps, true);
    steps.finish()
}

/// Only the map.
pub fn map(root: &Path) -> ExitCode {
    let mut steps = Steps::new(root);
    look_at_map(&mut steps);
    steps.finish()
}

/// The lines of the walks, written anew.
pub fn renew_walks(root: &Path) -> ExitCode {
    let mut steps = Steps::new(root);
    steps.check("walks", walks::renew);
    steps.finish()
}

fn look_at_map(steps: &mut Steps) {
    steps.check("arrows", arrows::check);
    steps.check("absences", absences::check);
    steps.check("walks", walks::check);
    steps.check("links", links::check);
}

fn slow(steps: &mut Steps, root: &Path) {
    let tests = ["cargo", "test", "--workspace", "--tests", "--release"];
    steps.command(
        "all tests, optimised",
        &[&tests[..], &["--", "--include-ignored"]].concat(),
        &[],
    );
    let manifest = ["--manifest-path", "benches/Cargo.toml"];
    let words = [&["cargo", "run", "--release"], &manifest[..], &["--", "--quick"]].concat();
    steps.command("benches", &words, &[]);
    fuzz::step(steps, root);
    steps.command(
        "portable build",
        &["cargo", "build", "--target-dir", "target/portable"],
        &[("RUSTFLAGS", "-C target-cpu=x86-64")],
    );
    let words =
        ["cargo", "package", "--workspace", "--exclude", "xtask", "--exclude", "henge-readers"];
    let more = ["--allow-dirty", "--target-dir", "target/packages"];
    steps.command("packages by themselves", &[&words[..], &more[..]].concat(), &[]);
    steps.check("experiments", experiments::check);
    #[cfg(target_os = "linux")]
    steps.check("faults", crate::soak::short);
    #[cfg(not(target_os = "linux"))]
    steps.skip("faults", "they are injected on Linux alone");
    let book = "book";
    if steps.has(&["mdbook", "--version"], book, "mdbook") {
        steps.command(book, &["mdbook", "build", "docs"], &[]);
    }
}
