//! The page in a real browser.

use crate::packages::Program;
use crate::steps::Steps;

const FOLDER: &str = "tests/browser";

/// Checks the page's types and logic, and plays in a browser. The tools for the page come from npm, into its
/// folder.
pub fn run(steps: &mut Steps, may_install: bool) {
    let page = "page";
    if !steps.has(&["node", "--version"], page, "node")
        || !steps.has(&["npm", "--version"], page, "npm")
    {
        return;
    }
    if may_install {
        let quiet = ["npm", "ci", "--no-audit", "--no-fund", "--prefix", FOLDER];
        steps.command("tools for the page", &quiet, &[]);
    }
    steps.command("types of the page", &["npm", "--prefix", FOLDER, "run", "check"], &[]);
    steps.command("logic of the page", &["npm", "--prefix", FOLDER, "run", "unit"], &[]);
    if Program::Chromium.is_ready(steps) {
        // As the tests have built it: a plain build would have other features and compile everything again.
        let words = ["cargo", "test", "--workspace", "--tests", "--no-run"];
        steps.command("the program", &words, &[]);
        steps.command("browser", &["npm", "--prefix", FOLDER, "run", "browser"], &[]);
    }
}
