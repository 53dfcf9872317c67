//! The page in a real browser: what that needs is installed by the system's own package clients.

use std::path::Path;

use crate::debian::install;
use crate::steps::Steps;

const FOLDER: &str = "tests/browser";
/// Where Debian puts it; `CHROMIUM` names another one.
const CHROMIUM: &str = "/usr/bin/chromium";

/// Checks the page's types and logic, and plays in a browser.
pub fn run(steps: &mut Steps) {
    let (page, browser) = ("page", "browser");
    if !steps.has(&["node", "--version"], page, "node")
        || !steps.has(&["npm", "--version"], page, "npm")
    {
        return;
    }
    let quiet = ["npm", "ci", "--no-audit", "--no-fund", "--prefix", FOLDER];
    steps.command("tools for the page", &quiet, &[]);
    steps.command("types of the page", &["npm", "--prefix", FOLDER, "run", "check"], &[]);
    steps.command("logic of the page", &["npm", "--prefix", FOLDER, "run", "unit"], &[]);
    let named = std::env::var_os("CHROMIUM").is_some();
    if !named && !Path::new(CHROMIUM).exists() {
        install("chromium");
    }
    if !named && !Path::new(CHROMIUM).exists() {
        steps.skip(browser, "Chromium is not installed; apt-get install chromium, or set CHROMIUM");
        return;
    }
    steps.command("the program", &["cargo", "build", "--workspace", "--bin", "henge"], &[]);
    steps.command(browser, &["npm", "--prefix", FOLDER, "run", "browser"], &[]);
}
