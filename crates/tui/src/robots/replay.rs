//! A recording, to and fro.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent};
use henge_robots::{Moment, Recording, RobotId, World};

use super::ground::Looks;
use super::live::spoken;
use super::view::{Progress, View, WAY, signs};
use super::{Help, Show};
use crate::app::{Stroke, stroke};
use crate::ui::{KeyHint, hint};

/// Rounds a second.
const PACE: Duration = Duration::from_millis(200);
/// So far Page Up and Page Down go.
const PAGE: usize = 10;

/// A recording and where one looks at it.
pub struct Replay {
    recording: Recording,
    looks: Looks,
    /// Something is said in it.
    talks: bool,
    moments: Vec<Moment>,
    names: Vec<String>,
    at: usize,
    chosen: Option<RobotId>,
    running: bool,
    next: Instant,
}

impl Replay {
    /// At its beginning.
    pub fn new(recording: Recording) -> Replay {
        let world = World::new(recording.scenario(), recording.seed());
        Replay {
            names: world.standings().into_iter().map(|(name, _)| name.to_string()).collect(),
            moments: recording.moments(),
            looks: Looks::of(recording.scenario()),
            talks: (1..=recording.rounds()).any(|round| recording.said_in(round).next().is_some()),
            recording,
            at: 0,
            chosen: None,
            running: false,
            next: Instant::now(),
        }
    }

    fn last(&self) -> usize {
        self.moments.len() - 1
    }

    /// By hand: what runs by itself stops.
    fn turn_to(&mut self, at: usize) {
        self.running = false;
        self.at = at.min(self.last());
    }
}

impl Show for Replay {
    fn view(&self) -> View<'_> {
        let from = (self.at + 1).saturating_sub(WAY);
        View {
            scenario: self.recording.scenario(),
            looks: &self.looks,
            moment: &self.moments[self.at],
            past: self.moments[from..=self.at].iter().map(|m| m.places.as_slice()).collect(),
            chosen: self.chosen,
            ready: Vec::new(),
            names: self.names.clone(),
            said: self.talks.then(|| {
                let robots = self.recording.scenario().robots();
                let said = self.recording.said_in(self.at);
                said.map(|message| spoken(&robots[message.from.index()].name, &message.said))
                    .collect()
            }),
            status: if self.running { "playing".into() } else { "recording".into() },
            seed: self.recording.seed(),
            progress: Progress::Of { at: self.at, last: self.last() },
        }
    }

    fn key(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.turn_to(self.at.saturating_sub(1)),
            KeyCode::Right | KeyCode::Char('l' | 'n') | KeyCode::Enter => self.turn_to(self.at + 1),
            KeyCode::PageUp => self.turn_to(self.at.saturating_sub(PAGE)),
            KeyCode::PageDown => self.turn_to(self.at + PAGE),
            KeyCode::Home | KeyCode::Char('r') => self.turn_to(0),
            KeyCode::End => self.turn_to(self.last()),
            KeyCode::Char(' ') => {
                self.running = !self.running;
                self.next = Instant::now() + PACE;
                if self.at == self.last() {
                    self.at = 0;
                }
            }
            KeyCode::Tab => {
                let n = self.recording.scenario().robots().len() as u32;
                self.chosen = Some(RobotId(self.chosen.map_or(0, |robot| (robot.0 + 1) % n)));
            }
            _ => {}
        }
    }

    fn tick(&mut self, now: Instant) {
        if self.running && self.next <= now {
            self.at = (self.at + 1).min(self.last());
            self.running = self.at < self.last();
            self.next = now + PACE;
        }
    }

    fn keys(&self) -> Vec<KeyHint<Stroke>> {
        let run = if self.running { "pause" } else { "play" };
        vec![
            hint("Space", run, stroke(KeyCode::Char(' '))),
            hint("←", "back", stroke(KeyCode::Left)),
            hint("→", "on", stroke(KeyCode::Right)),
            hint("q", "leave", stroke(KeyCode::Char('q'))),
            hint("?", "help", stroke(KeyCode::Char('?'))),
            hint("Home", "first", stroke(KeyCode::Home)),
            hint("End", "last", stroke(KeyCode::End)),
            hint("Tab", "next robot", stroke(KeyCode::Tab)),
        ]
    }

    fn help(&self) -> Help {
        let rows = [
            ("Space", "play the recording, or stop it"),
            ("← →", "one round back or on; h and l do the same"),
            ("PgUp, PgDn", "ten rounds back or on"),
            ("Home, End", "the first and the last moment"),
            ("Tab", "the next robot to look at; a world that is larger than the screen follows it"),
            ("q, Esc", "leave"),
        ];
        let rows = rows.map(|(key, does)| (key.to_string(), does.to_string()));
        vec![("The recording".into(), rows.to_vec()), signs()]
    }
}
