//! What a piece looks like in a rectangle of characters.

use henge::depict::{Hue, Kind, Shape};
use henge::{Board, Player};
use ratatui::style::{Modifier, Style};

use super::paint::Sheet;
use super::plane::Box2;
use crate::theme::{Depth, Theme, Tone, tones};

/// The colour of a piece and of what is written on it.
pub fn tone_of(kind: &Kind, theme: Theme) -> (Tone, Tone) {
    let owner = match kind.owner {
        Some(Player::First) => tones::FIRST,
        Some(Player::Second) => tones::SECOND,
        None => tones::NOBODY,
    };
    // With few colours black and white are the terminal's own, and not to be trusted.
    if !theme.fills() {
        return (owner, tones::BLACK);
    }
    match kind.hue {
        Hue::Owner => (owner, tones::BLACK),
        Hue::Black => (tones::BLACK, tones::WHITE),
        Hue::White => (tones::WHITE, tones::BLACK),
        Hue::Red => (tones::RED, tones::BLACK),
        Hue::Yellow => (tones::YELLOW, tones::BLACK),
    }
}

/// The one character that stands for a piece.
pub fn glyph_of(kind: &Kind, theme: Theme) -> char {
    let plain = |c: char| if c.is_control() || c.is_whitespace() { '?' } else { c };
    match theme.ascii {
        true if kind.ascii.is_ascii() => plain(kind.ascii),
        true => '?',
        false => plain(kind.glyph),
    }
}

/// The character that stands for a kind of piece beside the name of its owner.
pub fn sign_of(kind: &Kind, theme: Theme) -> char {
    match kind.shape {
        Shape::Stone if theme.fills() && !theme.ascii => '●',
        _ => glyph_of(kind, theme),
    }
}

/// Is this the usual stone of its owner? Others carry a sign that tells them apart.
fn is_plain(board: &Board, kind: &Kind) -> bool {
    let same = |other: &&Kind| other.owner == kind.owner && other.shape == Shape::Stone;
    board.kinds.iter().find(same).is_none_or(|first| first.name == kind.name)
}

/// Draws one piece, and what is said about it: a number, or a mark.
pub fn draw(sheet: &mut Sheet<'_>, board: &Board, kind: &Kind, at: Box2, said: &str, style: Style) {
    let theme = sheet.theme;
    let (tone, on) = tone_of(kind, theme);
    let glyph = glyph_of(kind, theme);
    let large = theme.depth > Depth::None && !theme.ascii && at.w >= 3 && at.h >= 2;
    match kind.shape {
        Shape::Letter => letter(sheet, glyph, at, said, (tone, on), style),
        Shape::Stone if large => {
            stone(sheet, at, tone);
            let sign = match (said.is_empty(), is_plain(board, kind)) {
                (false, _) => said.to_string(),
                (true, true) => return,
                (true, false) => crown(kind, theme).to_string(),
            };
            let (x, y) = at.middle();
            let ink = Style::new().fg(theme.colour(on)).bg(theme.colour(tone));
            sheet.text(
                x - (sign.chars().count() as i32 - 1) / 2,
                y,
                &sign,
                ink.add_modifier(Modifier::BOLD),
            );
        }
        Shape::Stone => {
            let (x, y) = at.middle();
            let ink = theme.ink(tone).patch(style).add_modifier(Modifier::BOLD);
            let round =
                if theme.ascii { glyph } else { small(glyph, is_plain(board, kind), kind, theme) };
            sheet.put(x, y, round, ink);
            sheet.text(x + 1, y, said, ink);
        }
    }
}

/// The sign on a stone that is more than a plain one.
fn crown(kind: &Kind, theme: Theme) -> char {
    if theme.fills() { kind.ascii.to_ascii_uppercase() } else { kind.ascii }
}

/// With colours a stone is a filled circle; without them it is what tells it from others.
fn small(glyph: char, plain: bool, kind: &Kind, theme: Theme) -> char {
    match (theme.fills(), plain) {
        (true, true) => '●',
        (true, false) => kind.ascii.to_ascii_uppercase(),
        (false, _) => glyph,
    }
}

/// A disc of block characters: two rows are full, more are round.
fn stone(sheet: &mut Sheet<'_>, at: Box2, tone: Tone) {
    let ink = Style::new().fg(sheet.theme.colour(tone));
    let w = if at.w > 4 { at.w - 2 } else { at.w - i32::from(at.w == 4 && at.h > 2) };
    let x = at.x + (at.w - w) / 2;
    let ends = |left: char, middle: char, right: char| {
        let middle = std::iter::repeat_n(middle, (w - 2).max(0) as usize);
        std::iter::once(left).chain(middle).chain([right]).collect::<String>()
    };
    for row in 0..at.h {
        let text = match (at.h, row) {
            (2, 0) => ends('▟', '█', '▙'),
            (2, _) => ends('▜', '█', '▛'),
            (_, 0) => ends('▗', '▄', '▖'),
            (h, row) if row == h - 1 => ends('▝', '▀', '▘'),
            _ => ends('█', '█', '█'),
        };
        sheet.text(x, at.y + row, &text, ink);
    }
}

/// A letter: drawn with lines where there is room and lines can do it, else on its owner's colour.
fn letter(
    sheet: &mut Sheet<'_>,
    glyph: char,
    at: Box2,
    said: &str,
    (tone, on): (Tone, Tone),
    style: Style,
) {
    let theme = sheet.theme;
    let (x, y) = at.middle();
    let ink = theme.ink(tone).add_modifier(Modifier::BOLD);
    let strokes: Option<[&str; 3]> = match glyph {
        'X' => Some(theme.pick(["╲ ╱", " ╳ ", "╱ ╲"], ["\\ /", " X ", "/ \\"])),
        'O' => Some(theme.pick(["╭─╮", "│ │", "╰─╯"], ["/-\\", "| |", "\\-/"])),
        _ => None,
    };
    if strokes.is_some() && at.h >= 4 && at.w >= 8 && theme.depth > Depth::None && !theme.ascii {
        return large(sheet, glyph, at, ink);
    }
    if let Some(rows) = strokes
        && at.h >= 3
        && at.w >= 3
    {
        for (row, text) in (-1..).zip(rows) {
            sheet.text(x - 1, y + row, text, ink.patch(style));
        }
        return;
    }
    if theme.fills() {
        sheet.fill(at, theme.colour(tone));
        let ink = Style::new().fg(theme.colour(on)).bg(theme.colour(tone));
        sheet.put(x, y, glyph, ink.add_modifier(Modifier::BOLD));
        sheet.text(x + 1, y, said, ink);
    } else {
        sheet.put(x, y, glyph, ink.patch(style));
        sheet.text(x + 1, y, said, ink);
    }
}

/// A cross or a ring of half characters, which are square.
fn large(sheet: &mut Sheet<'_>, glyph: char, at: Box2, ink: Style) {
    let n = (at.w - 4).min(2 * (at.h - 1)) / 2 * 2;
    let filled = |x: i32, y: i32| {
        let end = n - 1;
        if glyph == 'X' {
            return (x - y).abs() <= 1 || (x + y - end).abs() <= 1;
        }
        // Twice the distance from the middle, squared, against the outer and the inner circle.
        let far = (2 * x - end).pow(2) + (2 * y - end).pow(2);
        far <= (n + 1).pow(2) - n && far >= (n - 4).pow(2)
    };
    let (left, top) = (at.x + (at.w - n) / 2, at.y + (at.h - n / 2) / 2);
    for row in 0..n / 2 {
        for x in 0..n {
            let glyph = match (filled(x, 2 * row), filled(x, 2 * row + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => continue,
            };
            sheet.put(left + x, top + row, glyph, ink);
        }
    }
}
