//! However the app ends, the terminal is as it was.

use std::process::Command;

use super::term::Term;

const AT: (u16, u16) = (80, 24);

fn signal(term: &Term, name: &str) {
    let id = term.child.process_id().unwrap().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

#[test]
fn the_terminal_is_restored_after_signals() {
    for name in ["-TERM", "-HUP", "-INT"] {
        let home = tempfile::tempdir().unwrap();
        let mut term = Term::open(home.path(), AT, &[], &[]);
        term.wait_for("Saved games");
        assert!(term.with(vt100::Screen::alternate_screen));
        signal(&term, name);
        // Interrupted, with the work saved.
        assert_eq!(term.ended().exit_code(), 3, "{name}");
        term.is_restored(home.path());
    }
}

#[test]
fn a_signal_in_a_game_loses_nothing() {
    let home = tempfile::tempdir().unwrap();
    let mut term = Term::open(home.path(), AT, &[], &[]);
    term.wait_for("Saved games");
    term.send("\r");
    term.wait_for("New game");
    term.send("\x1b[Bhuman\r");
    term.wait_for("X to move");
    term.send("b2\r");
    term.wait_for("1.b2");
    signal(&term, "-TERM");
    assert_eq!(term.ended().exit_code(), 3);
    term.is_restored(home.path());
    let mut term = Term::open(home.path(), AT, &[], &[]);
    term.wait_for("1 move ");
    term.send("\t\r");
    term.wait_for("1.b2");
    term.wait_for("O to move");
}

#[test]
#[cfg(debug_assertions)]
fn the_terminal_is_restored_after_a_panic() {
    let home = tempfile::tempdir().unwrap();
    let mut term = Term::open(home.path(), AT, &[("HENGE_TEST_PANIC", "1")], &[]);
    term.wait_for("Saved games");
    term.send("\x1b[24~");
    assert_eq!(term.ended().exit_code(), 101);
    term.is_restored(home.path());
    // The message is where people can read it.
    term.wait_for("as the test has asked for");
}

#[test]
fn quitting_restores_the_terminal() {
    let home = tempfile::tempdir().unwrap();
    let mut term = Term::open(home.path(), AT, &[], &[]);
    term.wait_for("Saved games");
    term.send("q");
    assert!(term.ended().success());
    term.is_restored(home.path());
}
