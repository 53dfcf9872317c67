//! The world itself, cell by cell. Kinds are told by their figure, teams by their colour, and robots
//! by a letter, so that nothing hangs on colour alone.

use henge_robots::{Kind, Place, RobotId, Scenario};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::view::View;
use crate::theme::{Theme, Tone, tones};
use crate::ui;

/// A cell is twice as wide as it is high in characters, which makes it about a square.
const WIDE: u16 = 2;
/// The most rows of a cell, where the world is small and the screen is large.
const TALLEST: u16 = 4;
/// The fewest rows with room for a name.
const NAMED: u16 = 3;

/// The colours of teams, in their order; more teams share them.
const TEAMS: [Tone; 6] =
    [tones::FIRST, tones::SECOND, tones::HINT, tones::YELLOW, tones::RED, tones::NOBODY];

/// How the robots of a scenario look: found out once, looked at in every frame.
pub(crate) struct Looks {
    robots: Vec<(char, char, Tone)>,
    has_teams: bool,
}

impl Looks {
    pub fn of(scenario: &Scenario) -> Looks {
        let teams = scenario.team_numbers();
        let has_teams = teams.iter().any(Option::is_some);
        let robots = (0..).map(RobotId).zip(scenario.robots()).zip(teams);
        let look = robots.map(|((robot, setup), team)| {
            let tone = team.map_or(tone_of(setup.kind), |team| TEAMS[team % TEAMS.len()]);
            (kind_sign(setup.kind), henge_robots::display::letter(robot), tone)
        });
        Looks { robots: look.collect(), has_teams }
    }

    pub fn has_teams(&self) -> bool {
        self.has_teams
    }

    /// The figure of a robot: its kind and its letter, in the colour of its team.
    pub fn figure(&self, robot: RobotId, theme: Theme) -> (String, Style) {
        let (kind, letter, tone) = self.robots[robot.index()];
        let figure = theme.pick(format!("{kind}{letter}"), format!("{letter} "));
        (figure, theme.ink(tone).add_modifier(Modifier::BOLD))
    }

    fn tone(&self, robot: RobotId) -> Tone {
        self.robots[robot.index()].2
    }
}

fn kind_sign(kind: Kind) -> char {
    match kind {
        Kind::Fixed => '●',
        Kind::Crazy => '✶',
        Kind::Obstinate => '■',
        Kind::Interactive => '◉',
        Kind::Follower => '▶',
        Kind::Avoider => '▲',
        Kind::Blocker => '▬',
        Kind::Client => '◆',
    }
}

/// The colour of a robot without a team.
fn tone_of(kind: Kind) -> Tone {
    match kind {
        Kind::Fixed => tones::HINT,
        Kind::Crazy => tones::RED,
        Kind::Obstinate => tones::NOBODY,
        Kind::Interactive | Kind::Client => tones::SECOND,
        Kind::Follower => tones::FIRST,
        Kind::Avoider => tones::YELLOW,
        Kind::Blocker => tones::WHITE,
    }
}

/// The world of a view.
pub(super) struct Ground<'a> {
    pub view: &'a View<'a>,
    pub theme: Theme,
}

/// Which cells are on the screen, and where.
struct Window {
    /// Rows of a cell.
    tall: u16,
    /// The north-western cell that is shown, and how many are.
    from: (u16, u16),
    n: (u16, u16),
    /// Where its corner is.
    at: (u16, u16),
}

impl Ground<'_> {
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let window = self.window(area);
        let (wide, tall) = (WIDE * window.tall, window.tall);
        let frame = Rect::new(
            window.at.0 - 1,
            window.at.1 - 1,
            window.n.0 * wide + 2,
            window.n.1 * tall + 2,
        );
        self.frame(&window, frame, buffer);
        let land = self.view.scenario.land();
        let ways = self.ways();
        let walls: std::collections::HashSet<Place> =
            self.view.scenario.walls().iter().copied().collect();
        let robots: std::collections::HashMap<Place, RobotId> =
            (0..).map(RobotId).zip(&self.view.moment.places).map(|(id, &at)| (at, id)).collect();
        for row in 0..window.n.1 {
            for column in 0..window.n.0 {
                let x = window.from.0 + column;
                // Rows are counted from the south, lines of a screen from above.
                let place = Place::new(x, land.height - 1 - (window.from.1 + row));
                let cell =
                    Rect::new(window.at.0 + column * wide, window.at.1 + row * tall, wide, tall);
                match robots.get(&place) {
                    Some(&robot) => self.robot(robot, cell, buffer),
                    None if walls.contains(&place) => self.wall(cell, buffer),
                    None => self.empty(ways.get(&place).copied(), cell, buffer),
                }
            }
        }
    }

    /// As large as it fits, around the chosen robot where not everything does.
    fn window(&self, area: Rect) -> Window {
        let land = self.view.scenario.land();
        let (width, height) = (area.width - 2, area.height - 2);
        let fits = |tall: &u16| land.width * WIDE * tall <= width && land.height * tall <= height;
        let tall = (2..=TALLEST).rev().find(fits).unwrap_or(1);
        let n = (land.width.min(width / (WIDE * tall)), land.height.min(height / tall));
        let middle = match self.view.chosen {
            Some(robot) => self.view.moment.places[robot.index()],
            None => Place::new(land.width / 2, land.height / 2),
        };
        let north = land.height - 1 - middle.y;
        let begin = |at: u16, n: u16, all: u16| at.saturating_sub(n / 2).min(all - n);
        let from = (begin(middle.x, n.0, land.width), begin(north, n.1, land.height));
        let at =
            (area.x + 1 + (width - n.0 * WIDE * tall) / 2, area.y + 1 + (height - n.1 * tall) / 2);
        Window { tall, from, n, at }
    }

    fn frame(&self, window: &Window, frame: Rect, buffer: &mut Buffer) {
        let land = self.view.scenario.land();
        let part = window.n != (land.width, land.height);
        let title = if part {
            let (x, north) = window.from;
            let top = land.height - 1 - north;
            let south = top + 1 - window.n.1;
            format!("x {x}–{}, y {south}–{top}", x + window.n.0 - 1)
        } else {
            format!("{} by {}, {}", land.width, land.height, land.edges.name())
        };
        let block =
            ui::block(&ui::cut(&title, usize::from(frame.width.saturating_sub(4))), self.theme);
        block.render(frame, buffer);
    }

    /// The cells that robots came over, with who was there last.
    fn ways(&self) -> std::collections::HashMap<Place, RobotId> {
        let mut ways = std::collections::HashMap::new();
        for places in &self.view.past {
            ways.extend(places.iter().copied().zip((0..).map(RobotId)));
        }
        ways
    }

    fn wall(&self, cell: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let brick = theme.pick("█", "#").repeat(cell.width.into());
        let style = theme.ink(tones::LINE);
        for y in cell.y..cell.bottom() {
            buffer.set_string(cell.x, y, &brick, style);
        }
    }

    fn empty(&self, way: Option<RobotId>, cell: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let (x, y) = (cell.x + (cell.width - WIDE) / 2, cell.y + cell.height / 2);
        match way {
            Some(robot) => {
                let style = theme.ink(self.view.looks.tone(robot)).add_modifier(Modifier::DIM);
                buffer.set_string(x, y, theme.pick("•", ":"), style);
            }
            None => buffer.set_string(x, y, theme.pick("·", "."), theme.ink(tones::LINE)),
        }
    }

    fn robot(&self, robot: RobotId, cell: Rect, buffer: &mut Buffer) {
        let (theme, view) = (self.theme, self.view);
        let (figure, mut style) = view.looks.figure(robot, theme);
        if view.moment.caught.contains(&robot) {
            style = style.add_modifier(Modifier::DIM | Modifier::CROSSED_OUT);
        }
        if Some(robot) == view.chosen {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let (x, y) = (cell.x + (cell.width - WIDE) / 2, cell.y + cell.height / 2);
        buffer.set_string(x, y, &figure, style);
        if cell.height < NAMED {
            return;
        }
        let name = &view.scenario.robots()[robot.index()].name;
        let name = ui::cut(name, cell.width.into());
        let indent = (cell.width - name.chars().count() as u16) / 2;
        let style = theme.ink(view.looks.tone(robot));
        ui::put(buffer, (cell.x + indent, cell.bottom() - 1), &name, cell.width, style, theme);
    }
}
