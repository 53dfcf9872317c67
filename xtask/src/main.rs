//! What is done with the repository as a whole: `cargo xtask help`.

mod absences;
mod arrows;
mod browser;
mod checks;
mod crates;
mod dist;
mod experiments;
mod fuzz;
mod links;
mod packages;
mod packaging;
mod program;
mod python;
#[cfg(target_os = "linux")]
mod soak;
mod spdx;
mod steps;
mod walks;

use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
Looks after the repository.

Usage: cargo xtask <command>

  test          everything that must hold before a change is taken: format, lints, tests,
                documentation, licences, links, packages, the page in a real browser
  test --all    the slow rest too: the Python package with its tests in Python, all tests optimised,
                benches, fuzz targets, the portable build, packages that build by themselves, every
                experiment run again, the book, two minutes of faults
  … --no-install
                installs nothing; by default test brings GNU Backgammon and Chromium with apt-get, where
                they are missing, and the tools for the page with npm
  map           what ARCHITECTURE.md says, held against the packages and the source: arrows, absences,
                walks, links
  python        the Python package and its tests alone; installs what they meet henge with
  walks         writes the lines of the walks in ARCHITECTURE.md anew
  soak          injects faults into henge for some minutes: soak --help
  fuzz [--seconds N] [--jobs N] [TARGET…]
                builds the fuzz targets and runs each for N seconds (a minute by default), all of
                them or those that are named; prints a table, and fails if one finds something
  dist          builds the program in one file (on Linux without libraries of the system), tries it out,
                and packs it into target/dist
  wheel         builds the wheel of the Python package into target/dist/wheel, and tries it out in an empty
                environment
  help          this text

What needs a tool that is not installed is skipped, and the end says so; with CI=true in the environment it is a
failure.";

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let root = root.expect("this package is a folder of the repository");
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test", ref options @ ..]
            if options.iter().all(|option| ["--all", "--no-install"].contains(option)) =>
        {
            let extent = match options.contains(&"--all") {
                true => checks::Extent::All,
                false => checks::Extent::Quick,
            };
            checks::run(root, extent, !options.contains(&"--no-install"))
        }
        ["map"] => checks::map(root),
        ["python"] => checks::python(root),
        ["walks"] => checks::renew_walks(root),
        ["soak", ..] => soak(root, &args[1..]),
        ["dist"] => dist::run(root),
        ["wheel"] => python::wheel(root),
        ["fuzz", ref args @ ..] => fuzz::run(root, args),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        [] => {
            eprintln!("{HELP}");
            ExitCode::from(2)
        }
        _ => {
            eprintln!("unknown command \"{}\"\n\n{HELP}", args.join(" "));
            ExitCode::from(2)
        }
    }
}

#[cfg(target_os = "linux")]
fn soak(root: &Path, words: &[String]) -> ExitCode {
    if let ["help" | "--help" | "-h"] = words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        println!("{}", soak::HELP);
        return ExitCode::SUCCESS;
    }
    let done = soak::Wishes::read(words).map_err(|why| (2, why));
    let done = done.and_then(|wishes| soak::run(root, wishes).map_err(|why| (1, why)));
    done.unwrap_or_else(|(code, why)| {
        eprintln!("{why}");
        ExitCode::from(code)
    })
}

#[cfg(not(target_os = "linux"))]
fn soak(_: &Path, _: &[String]) -> ExitCode {
    eprintln!("faults are injected on Linux alone");
    ExitCode::from(2)
}
