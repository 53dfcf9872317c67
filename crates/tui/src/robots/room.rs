//! The world of robots as a room of the app: a scenario is chosen, and runs.

use std::time::Instant;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use henge_robots::{RobotId, SCENARIOS, Scenario, World};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::live::Live;
use super::{Help, Show};
use crate::app::{Go, Room, Shared, Stroke, stroke};
use crate::theme::tones;
use crate::ui::{self, Hits, KeyHint, hint};

/// The room.
pub struct RobotsRoom {
    scenarios: Vec<(&'static str, Scenario)>,
    chosen: usize,
    seed: u64,
    live: Option<Live<'static>>,
    message: String,
    hits: Hits<usize>,
}

impl RobotsRoom {
    /// Before a scenario is chosen.
    pub fn new(seed: u64) -> RobotsRoom {
        let read = SCENARIOS.iter().map(|shipped| (shipped.slug, Scenario::read(shipped.text)));
        let scenarios = read.filter_map(|(slug, scenario)| Some((slug, scenario.ok()?))).collect();
        let (message, hits) = (String::new(), Vec::new());
        RobotsRoom { scenarios, chosen: 0, seed, live: None, message, hits }
    }

    fn move_by(&mut self, by: isize) {
        let last = self.scenarios.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by).min(last);
        self.message.clear();
    }

    fn begin(&mut self) {
        let Some((_, scenario)) = self.scenarios.get(self.chosen) else { return };
        if scenario.robots().iter().any(|robot| robot.kind == henge_robots::Kind::Client) {
            self.message =
                "programs of others come to this world: henge robots clients --serve ADDRESS"
                    .into();
            return;
        }
        let round: super::Round<'static> = Box::new(|world, wishes, report| {
            let mut keys = |_: &World, robot: RobotId| wishes[robot.index()].unwrap_or_default();
            world.step(&mut keys, |event| report(event));
        });
        self.live = Some(Live::new(scenario.clone(), self.seed, None, round));
    }
}

impl Room for RobotsRoom {
    fn title(&self) -> String {
        match &self.live {
            Some(live) => live.view().title(),
            None => "A world of robots".into(),
        }
    }

    fn keys(&self) -> Vec<KeyHint<Stroke>> {
        if let Some(live) = &self.live {
            return live.keys();
        }
        vec![
            hint("Enter", "let it run", stroke(KeyCode::Enter)),
            hint("↑ ↓", "choose", stroke(KeyCode::Down)),
            hint("Esc", "home", stroke(KeyCode::Esc)),
            hint("?", "help", stroke(KeyCode::Char('?'))),
        ]
    }

    fn help(&self) -> Help {
        if let Some(live) = &self.live {
            return live.help();
        }
        let row = |key: &str, does: &str| (key.to_string(), does.to_string());
        vec![(
            "Robots".into(),
            vec![
                row("↑ ↓", "choose a world"),
                row("Enter", "let it run"),
                row("Esc", "home"),
                row("", "henge robots --help explains worlds of your own, recordings and clients."),
            ],
        )]
    }

    fn draw(&mut self, shared: &Shared, area: Rect, buffer: &mut Buffer) {
        let theme = shared.theme;
        self.hits.clear();
        if let Some(live) = &self.live {
            live.view().draw(theme, area, buffer);
            return;
        }
        for (i, (slug, scenario)) in self.scenarios.iter().enumerate() {
            let y = area.y + 1 + i as u16;
            if y >= area.bottom() {
                break;
            }
            let line = Rect { y, height: 1, ..area };
            let style = if i == self.chosen { theme.chosen() } else { theme.text() };
            buffer.set_style(line, style);
            let n = scenario.robots().len();
            let text = format!("{slug:<12} {} ({n} robots)", scenario.name());
            ui::put(buffer, (line.x + 2, y), &text, line.width - 4, style, theme);
            self.hits.push((line, i));
        }
        let alarm = theme.ink(tones::ALARM);
        ui::put(
            buffer,
            (area.x + 1, area.bottom() - 1),
            &self.message,
            area.width - 2,
            alarm,
            theme,
        );
    }

    fn key(&mut self, key: KeyEvent, _shared: &Shared) -> Go {
        let leaves = matches!(key.code, KeyCode::Esc | KeyCode::Char('q'))
            || key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
        if let Some(live) = &mut self.live {
            match leaves {
                true => self.live = None,
                false => live.key(key),
            }
            return Go::Stay;
        }
        match key.code {
            _ if leaves => return Go::Home,
            KeyCode::Up | KeyCode::Char('k') => self.move_by(-1),
            KeyCode::Down | KeyCode::Char('j') => self.move_by(1),
            KeyCode::Enter | KeyCode::Char(' ') => self.begin(),
            _ => {}
        }
        Go::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, _shared: &Shared) -> Go {
        if mouse.kind == MouseEventKind::Down(MouseButton::Left)
            && let Some(i) = ui::hit(&self.hits, mouse.column, mouse.row)
        {
            match self.chosen == i {
                true => self.begin(),
                false => self.chosen = i,
            }
        }
        Go::Stay
    }

    fn tick(&mut self, _shared: &Shared) -> bool {
        if let Some(live) = &mut self.live {
            live.tick(Instant::now());
        }
        self.live.is_some()
    }
}
