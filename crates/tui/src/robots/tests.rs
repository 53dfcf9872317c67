//! Screens as text.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use henge_robots::{Nobody, Scenario, World, scenario_named};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::theme::Depth;

fn live(scenario: Scenario) -> Live<'static> {
    let round: Round<'static> = Box::new(|world, wishes, report| {
        let mut keys =
            |_: &World, robot: henge_robots::RobotId| wishes[robot.index()].unwrap_or_default();
        world.step(&mut keys, |event| report(event));
    });
    Live::new(scenario, 7, None, round)
}

fn shipped(name: &str) -> Scenario {
    scenario_named(name).expect("it is shipped")
}

fn press(show: &mut dyn Show, keys: &str) {
    for key in keys.chars() {
        show.key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE));
    }
}

/// The screen as text, of that size.
fn screen(show: &mut dyn Show, (width, height): (u16, u16), ascii: bool) -> String {
    let theme = Theme { depth: Depth::True, ascii };
    let mut terminal =
        Terminal::new(TestBackend::new(width, height)).expect("a screen that is not there");
    let mut stage = Stage { theme, show, hits: Vec::new(), help: None };
    terminal.draw(|frame| stage.draw(frame)).expect("it can be drawn on");
    terminal.backend().to_string()
}

#[test]
fn the_hunt_at_80_by_24() {
    let mut live = live(shipped("catch"));
    press(&mut live, "nnnnnn");
    insta::assert_snapshot!(screen(&mut live, (80, 24), false));
}

#[test]
fn a_small_world_is_drawn_large_with_names() {
    let mut live = live(shipped("four"));
    press(&mut live, "66");
    insta::assert_snapshot!(screen(&mut live, (80, 24), false));
}

#[test]
fn plain_characters_do() {
    let mut live = live(shipped("block"));
    press(&mut live, "nnn");
    let text = screen(&mut live, (80, 24), true);
    assert!(text.is_ascii(), "{text}");
}

#[test]
fn a_large_world_follows_the_robot_that_is_looked_at() {
    let robots = [(0, 0), (99, 79), (50, 40)]
        .map(|(x, y)| format!("[[robot]]\nkind = \"fixed\"\nname = \"R{x}\"\nat = [{x}, {y}]\n"));
    let text = format!("name = \"wide\"\nsize = [100, 80]\n{}", robots.concat());
    let mut live = live(Scenario::read(&text).expect("it is well written"));
    let tab = KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE);
    for title in ["x 0–20, y 0–19", "x 79–99, y 60–79", "x 40–60, y 31–50"] {
        live.key(tab);
        let text = screen(&mut live, (80, 24), false);
        assert!(text.contains(title), "{title}\n{text}");
    }
}

#[test]
fn a_recording_has_a_slider() {
    let scenario = shipped("catch");
    let mut world = World::new(&scenario, 1);
    let mut recorder = henge_robots::Recorder::new(scenario, 1);
    while !world.is_over() {
        world.step(&mut Nobody, |event| recorder.note(event));
    }
    let mut replay = Replay::new(recorder.finish());
    replay.key(KeyEvent::new(KeyCode::PageDown, KeyModifiers::NONE));
    insta::assert_snapshot!(screen(&mut replay, (80, 24), false));
    // By itself it goes to its end and stays there.
    press(&mut replay, " ");
    let begin = Instant::now();
    for n in 1..20 {
        replay.tick(begin + Duration::from_secs(n));
    }
    assert!(replay.view().title().contains("round 17 of 17"));
}

#[test]
fn a_recording_shows_what_was_said() {
    let scenario = shipped("catch");
    let mut world = World::new(&scenario, 1);
    let mut recorder = henge_robots::Recorder::new(scenario, 1);
    while !world.is_over() {
        world.step(&mut Nobody, |event| recorder.note(event));
        recorder.hear(&world);
    }
    let mut replay = Replay::new(recorder.finish());
    let hears = |replay: &mut Replay| screen(replay, (80, 24), false).contains(": seen (");
    assert!((0..40).any(|_| {
        press(&mut replay, "l");
        hears(&mut replay)
    }));
}

#[test]
fn nobody_needs_a_certain_size() {
    let mut live = live(shipped("catch"));
    for width in (60..200).step_by(7) {
        for height in (16..60).step_by(3) {
            screen(&mut live, (width, height), false);
        }
    }
    assert!(screen(&mut live, (40, 10), false).contains("60 columns"));
}
