//! The screen: the world to the left, everything about it to the right.

use henge_robots::{Moment, Place, RobotId, Scenario};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::ground::{Ground, Looks};
use crate::theme::{Theme, tones};
use crate::ui;

/// How many moments of a robot's path are shown.
pub(crate) const WAY: usize = 8;
/// The columns of the panel.
const PANEL: u16 = 36;

/// How many lines of talk are shown.
const SAID: u16 = 3;

/// Whether there is a way to go, and where on it we are.
pub(crate) enum Progress {
    /// A run that goes on.
    Live,
    /// A recording.
    Of { at: usize, last: usize },
}

/// Everything that is on the screen.
pub(crate) struct View<'a> {
    pub scenario: &'a Scenario,
    pub looks: &'a Looks,
    pub moment: &'a Moment,
    /// The places of the last moments, the newest last.
    pub past: Vec<&'a [Place]>,
    /// The robot that keys steer, or that somebody looks at.
    pub chosen: Option<RobotId>,
    /// Whose next step is chosen.
    pub ready: Vec<RobotId>,
    /// The names of the table of points.
    pub names: Vec<String>,
    /// What teams said in the last round, where there are teams and somebody has listened.
    pub said: Option<Vec<String>>,
    pub status: String,
    pub seed: u64,
    pub progress: Progress,
}

impl View<'_> {
    pub fn title(&self) -> String {
        let round = match self.progress {
            Progress::Live => format!("round {}", self.moment.round),
            Progress::Of { at, last } => format!("round {at} of {last}"),
        };
        format!("{} – {round} – {} – seed {}", self.scenario.name(), self.status, self.seed)
    }

    pub fn draw(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let world = Rect { width: area.width - PANEL, ..area };
        let panel = Rect { x: world.right(), width: PANEL, ..area };
        let bar = u16::from(matches!(self.progress, Progress::Of { .. }));
        let board = Rect { height: world.height - bar, ..world };
        Ground { view: self, theme }.draw(board, buffer);
        if let Progress::Of { at, last } = self.progress {
            let line = Rect { y: world.bottom() - 1, height: 1, ..world };
            slider(at, last, theme, line, buffer);
        }
        self.panel(theme, panel, buffer);
    }

    /// Points, robots and talk, each as much as there is room for.
    fn panel(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        // As much in every round, or everything would jump.
        let said = if self.said.is_some() { SAID + 2 } else { 0 };
        let points = if self.names.is_empty() { 0 } else { self.names.len().min(6) as u16 + 2 };
        let points = Rect { height: points.min(area.height), ..area };
        let talk_height = said.min(area.height - points.height);
        let robots =
            Rect { y: points.bottom(), height: area.height - points.height - talk_height, ..area };
        let talk = Rect { y: robots.bottom(), height: talk_height, ..area };
        if let (Some(contest), true) = (self.scenario.contest(), points.height > 2) {
            let title = format!("{}: points", contest.kind.name());
            let inside = framed(&title, theme, points, buffer);
            let rows = self.names.iter().zip(&self.moment.points);
            for (y, (name, points)) in (inside.y..inside.bottom()).zip(rows) {
                let style = if y == inside.y { theme.bold() } else { theme.text() };
                ui::put(buffer, (inside.x, y), name, inside.width - 6, style, theme);
                let points = format!("{points:>6}");
                ui::put(buffer, (inside.right() - 6, y), &points, 6, style, theme);
            }
        }
        if robots.height > 2 {
            self.robots(theme, robots, buffer);
        }
        if let (Some(said), true) = (&self.said, talk.height > 2) {
            let inside = framed("said", theme, talk, buffer);
            for (y, line) in (inside.y..inside.bottom()).zip(said) {
                ui::put(buffer, (inside.x, y), line, inside.width, theme.faint(), theme);
            }
        }
    }

    fn robots(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let setups = self.scenario.robots();
        let inside = framed(&format!("{} robots", setups.len()), theme, area, buffer);
        let chosen = self.chosen.map_or(0, RobotId::index);
        let first = ui::first_shown(chosen, usize::from(inside.height), setups.len());
        for (y, (i, setup)) in
            (inside.y..inside.bottom()).zip(setups.iter().enumerate().skip(first))
        {
            let robot = RobotId(i as u32);
            let (figure, style) = self.looks.figure(robot, theme);
            ui::put(buffer, (inside.x, y), &figure, 2, style, theme);
            let mut line = if Some(robot) == self.chosen { theme.chosen() } else { theme.text() };
            if self.moment.caught.contains(&robot) {
                line = line.add_modifier(Modifier::CROSSED_OUT);
            }
            let place = self.moment.places[i];
            let sign = match () {
                () if self.moment.caught.contains(&robot) => theme.pick("×", "x"),
                () if self.ready.contains(&robot) => theme.pick("✓", "+"),
                () if self.moment.refused.contains(&robot) => "!",
                () => " ",
            };
            let place = format!("{:>9} {sign}", place.to_string());
            let width = inside.width - 3 - 11;
            let name = match &setup.team {
                Some(team) => format!("{}, {team}", setup.name),
                None => format!("{}, {}", setup.name, setup.kind.name()),
            };
            buffer.set_style(Rect::new(inside.x + 3, y, width, 1), line);
            ui::put(buffer, (inside.x + 3, y), &name, width, line, theme);
            ui::put(buffer, (inside.right() - 11, y), &place, 11, theme.faint(), theme);
        }
    }
}

fn framed(title: &str, theme: Theme, area: Rect, buffer: &mut Buffer) -> Rect {
    let block = ui::block(title, theme);
    let inside = block.inner(area);
    block.render(area, buffer);
    inside
}

/// What the signs behind the robots mean, for the help.
pub(super) fn signs() -> (String, Vec<(String, String)>) {
    let rows = [
        ("!", "it wanted to go somewhere and was not allowed to"),
        ("✓ or +", "its next step is chosen"),
        ("×", "it is caught and stays"),
    ];
    ("Signs".into(), rows.map(|(sign, means)| (sign.to_string(), means.to_string())).to_vec())
}

/// How far a recording has gone.
fn slider(at: usize, last: usize, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width.saturating_sub(4));
    let done = (at * width).checked_div(last).unwrap_or(width);
    let [full, empty] = theme.pick(["━", "─"], ["=", "-"]);
    let line = |text: &str, n: usize| text.repeat(n);
    let (x, y) = (area.x + 2, area.y);
    buffer.set_string(x, y, line(full, done), theme.ink(tones::HINT));
    buffer.set_string(x + done as u16, y, line(empty, width - done), theme.ink(tones::LINE));
    let knob = (x + done as u16).min(area.right() - 1);
    buffer.set_string(knob, y, theme.pick("●", "o"), Style::new().add_modifier(Modifier::BOLD));
}
