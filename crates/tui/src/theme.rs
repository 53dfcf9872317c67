//! Colours and characters: one role, one look, in every kind of terminal.

use henge::harmless::{harmless_char, is_harmless};
use ratatui::style::{Color, Modifier, Style};

/// How many colours the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Depth {
    /// None: bold, underlined and inverted text must do.
    None,
    /// The sixteen colours of the terminal's owner.
    #[default]
    Sixteen,
    /// The 256 colours of xterm.
    Many,
    /// Any.
    True,
}

impl Depth {
    /// What the environment says about the terminal.
    pub fn of_environment() -> Depth {
        let value = |name: &str| std::env::var(name).unwrap_or_default();
        Depth::told(&value("NO_COLOR"), &value("COLORTERM"), &value("TERM"))
    }

    /// What these three variables say.
    pub fn told(no_color: &str, colorterm: &str, term: &str) -> Depth {
        match () {
            () if !no_color.is_empty() || term == "dumb" => Depth::None,
            () if matches!(colorterm, "truecolor" | "24bit") => Depth::True,
            () if term.contains("direct") => Depth::True,
            () if term.contains("256") || term.contains("kitty") => Depth::Many,
            () if term.starts_with("vt") => Depth::None,
            () => Depth::Sixteen,
        }
    }
}

/// A colour in all depths.
#[derive(Clone, Copy, Debug)]
pub struct Tone {
    rgb: (u8, u8, u8),
    ansi: Color,
    /// The colour among 256, where the nearest one would be that of something else.
    many: Option<u8>,
}

const fn tone(rgb: u32, ansi: Color) -> Tone {
    Tone { rgb: ((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8), ansi, many: None }
}

impl Tone {
    /// The same with a colour of its own among 256.
    const fn among_256(self, index: u8) -> Tone {
        Tone { many: Some(index), ..self }
    }
}

/// The colours by what they are for. Those of the two players are vermilion and blue after Okabe and
/// Ito, "Color Universal Design" (2008), as in the drawings of henge elsewhere.
pub mod tones {
    use super::{Color, Tone, tone};

    /// The first player.
    pub const FIRST: Tone = tone(0xef7d2d, Color::LightRed);
    /// The second player.
    pub const SECOND: Tone = tone(0x3a9bdc, Color::LightBlue);
    /// Pieces of nobody.
    pub const NOBODY: Tone = tone(0x8d8a84, Color::Gray);
    /// Black pieces.
    pub const BLACK: Tone = tone(0x08090a, Color::Black);
    /// White pieces.
    pub const WHITE: Tone = tone(0xf4f2ed, Color::White);
    /// Red pieces.
    pub const RED: Tone = tone(0xe5484d, Color::LightRed);
    /// Yellow pieces.
    pub const YELLOW: Tone = tone(0xf5cc4a, Color::LightYellow);
    /// Text.
    pub const INK: Tone = tone(0xe8e6e1, Color::Reset);
    /// Text that stays in the background.
    pub const FAINT: Tone = tone(0x9a978f, Color::DarkGray);
    /// Lines and frames.
    pub const LINE: Tone = tone(0x636972, Color::DarkGray);
    /// A cell of a board.
    pub const CELL: Tone = tone(0x3a4048, Color::Reset);
    /// The next cell, where all have one colour.
    pub const CELL_TWO: Tone = tone(0x333840, Color::Reset);
    /// A third one, on boards of hexagons.
    pub const CELL_THREE: Tone = tone(0x2d3239, Color::Reset);
    /// A light square where there are dark ones.
    pub const LIGHT: Tone = tone(0x8f8370, Color::Reset);
    /// A dark square.
    pub const DARK: Tone = tone(0x4c4a3f, Color::Reset);
    /// A place nobody may use.
    pub const BLOCK: Tone = tone(0x1d2024, Color::DarkGray);
    /// The wood of boards whose lines cross.
    pub const WOOD: Tone = tone(0x5b4a34, Color::Reset);
    /// Hints and targets.
    pub const HINT: Tone = tone(0x2fbf95, Color::LightGreen);
    /// The last move, and what is chosen.
    pub const HALO: Tone = tone(0xf0e442, Color::LightYellow);
    /// The ground of the last move.
    pub const LAST: Tone = tone(0x6f6a2c, Color::Reset);
    /// The ground of a piece that can move.
    pub const SOURCE: Tone = tone(0x2b5a4a, Color::Reset).among_256(29);
    /// The ground of what is chosen.
    pub const CHOSEN: Tone = tone(0xa89a2a, Color::Reset);
    /// The ground of what has won.
    pub const WON: Tone = tone(0x2f9e6b, Color::Reset);
    /// The ground of everything.
    pub const GROUND: Tone = tone(0x17191c, Color::Reset);
    /// The bars at the top and the bottom.
    pub const BAR: Tone = tone(0x2a2f36, Color::Reset);
    /// Something went wrong.
    pub const ALARM: Tone = tone(0xff6b6b, Color::LightRed);
}

/// Which characters may be used, and how many colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// How many colours.
    pub depth: Depth,
    /// Nothing but ASCII.
    pub ascii: bool,
}

impl Theme {
    /// The colour of a tone here.
    pub fn colour(self, tone: Tone) -> Color {
        let (r, g, b) = tone.rgb;
        let many = || tone.many.unwrap_or_else(|| nearest(tone.rgb));
        match self.depth {
            Depth::None => Color::Reset,
            Depth::Sixteen => tone.ansi,
            Depth::Many => Color::Indexed(many()),
            Depth::True => Color::Rgb(r, g, b),
        }
    }

    /// May areas be filled with colours of their own?
    pub fn fills(self) -> bool {
        self.depth >= Depth::Many
    }

    /// Text in a colour.
    pub fn ink(self, tone: Tone) -> Style {
        let style = Style::new().fg(self.colour(tone));
        // Grey on black is unreadable on many terminals of sixteen colours; dim text is not.
        match (self.depth, tone.ansi) {
            (Depth::None | Depth::Sixteen, Color::DarkGray) => {
                Style::new().add_modifier(Modifier::DIM)
            }
            _ => style,
        }
    }

    /// Text of one colour on another; without colours inverted.
    pub fn on(self, ink: Tone, ground: Tone) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::REVERSED),
            _ => Style::new().fg(self.colour(ink)).bg(self.colour(ground)),
        }
    }

    /// Plain text.
    pub fn text(self) -> Style {
        self.ink(tones::INK)
    }

    /// Text that stays in the background.
    pub fn faint(self) -> Style {
        self.ink(tones::FAINT)
    }

    /// Headings.
    pub fn bold(self) -> Style {
        self.text().add_modifier(Modifier::BOLD)
    }

    /// The bars at the top and the bottom.
    pub fn bar(self) -> Style {
        match self.depth {
            Depth::None | Depth::Sixteen => Style::new().add_modifier(Modifier::REVERSED),
            _ => self.on(tones::INK, tones::BAR),
        }
    }

    /// What is chosen in a list.
    pub fn chosen(self) -> Style {
        match self.depth {
            Depth::None | Depth::Sixteen => Style::new().add_modifier(Modifier::REVERSED),
            _ => self.on(tones::BLACK, tones::HALO),
        }
    }

    /// A character for each charset.
    pub fn pick<T>(self, unicode: T, ascii: T) -> T {
        if self.ascii { ascii } else { unicode }
    }

    /// Text with a `?` for what cannot be shown, without what a terminal would obey.
    pub fn safe(self, text: &str) -> String {
        let shown = |c: char| match c {
            c if c.is_whitespace() => ' ',
            '–' | '—' if self.ascii => '-',
            '×' if self.ascii => 'x',
            '…' | '·' if self.ascii => '.',
            '’' if self.ascii => '\'',
            '“' | '”' if self.ascii => '"',
            c if self.ascii && !(c.is_ascii() && is_harmless(c)) => '?',
            c => harmless_char(c),
        };
        text.chars().map(shown).collect()
    }
}

/// The nearest colour of xterm's cube of 6×6×6 or its 24 greys.
fn nearest((r, g, b): (u8, u8, u8)) -> u8 {
    const STEPS: [i32; 6] = [0, 95, 135, 175, 215, 255];
    let (r, g, b) = (i32::from(r), i32::from(g), i32::from(b));
    let step =
        |value: i32| (0..6).min_by_key(|&i: &usize| (STEPS[i] - value).abs()).unwrap_or_default();
    let far = |x: i32, y: i32, z: i32| (x - r).pow(2) + (y - g).pow(2) + (z - b).pow(2);
    let [i, j, k] = [step(r), step(g), step(b)];
    let cube = far(STEPS[i], STEPS[j], STEPS[k]);
    let grey = (((r + g + b) / 3 - 8 + 5) / 10).clamp(0, 23);
    let level = 8 + 10 * grey;
    if far(level, level, level) < cube { 232 + grey as u8 } else { (16 + 36 * i + 6 * j + k) as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        assert_eq!(Depth::told("", "truecolor", "xterm-256color"), Depth::True);
        assert_eq!(Depth::told("", "", "screen-256color"), Depth::Many);
        assert_eq!(Depth::told("", "", "linux"), Depth::Sixteen);
        assert_eq!(Depth::told("", "", "vt100"), Depth::None);
        assert_eq!(Depth::told("1", "truecolor", "xterm-256color"), Depth::None);
    }

    #[test]
    fn what_is_said_about_a_site_is_no_ground_of_a_board() {
        let grounds = [
            tones::CELL,
            tones::CELL_TWO,
            tones::CELL_THREE,
            tones::LIGHT,
            tones::DARK,
            tones::BLOCK,
            tones::WOOD,
            tones::GROUND,
        ];
        let said = [tones::LAST, tones::SOURCE, tones::CHOSEN, tones::WON];
        for depth in [Depth::Many, Depth::True] {
            let theme = Theme { depth, ascii: false };
            for (i, tone) in said.iter().enumerate() {
                let others = grounds.iter().chain(&said[i + 1..]);
                for other in others {
                    assert_ne!(theme.colour(*tone), theme.colour(*other), "{tone:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn colours_of_xterm_are_found_again() {
        assert_eq!(nearest((0, 0, 0)), 16);
        assert_eq!(nearest((255, 135, 0)), 208);
        assert_eq!(nearest((8, 8, 8)), 232);
        assert_eq!(nearest((118, 118, 118)), 243);
    }
}
