//! The board on the screen: grounds, lines, pieces, marks, and the cursor.

use std::collections::HashSet;

use henge::depict::{Outline, Site};
use henge::render::{SiteView, views};
use henge::{Scene, SiteId};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use super::ground::{ground, lines, rims};
use super::piece;
use super::plane::{Box2, Plane};
use crate::theme::{Theme, tones};

/// What is shown besides the scene.
#[derive(Default)]
pub struct Marks {
    /// The site under the cursor.
    pub cursor: Option<SiteId>,
    /// What has been touched.
    pub chosen: HashSet<SiteId>,
    /// Where a piece in the hand would lie, and whether it fits there.
    pub ghost: Vec<SiteId>,
    pub fits: bool,
}

/// A part of the screen on which a board larger than it can be drawn.
pub struct Sheet<'a> {
    pub theme: Theme,
    buffer: &'a mut Buffer,
    area: Rect,
    /// Where the board begins; negative where it is cut.
    origin: (i32, i32),
}

impl Sheet<'_> {
    fn at(&self, x: i32, y: i32) -> Option<Position> {
        let (x, y) = (x + self.origin.0, y + self.origin.1);
        let position = Position::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?);
        self.area.contains(position).then_some(position)
    }

    pub fn put(&mut self, x: i32, y: i32, glyph: char, style: Style) {
        if let Some(position) = self.at(x, y)
            && let Some(cell) = self.buffer.cell_mut(position)
        {
            cell.set_char(glyph).set_style(style);
        }
    }

    pub fn text(&mut self, x: i32, y: i32, text: &str, style: Style) {
        for (i, glyph) in (0..).zip(text.chars()) {
            self.put(x + i, y, glyph, style);
        }
    }

    pub fn fill(&mut self, at: Box2, colour: Color) {
        self.style(at, Style::new().bg(colour));
    }

    fn style(&mut self, at: Box2, style: Style) {
        for y in at.y..at.bottom() {
            for x in at.x..at.right() {
                if let Some(position) = self.at(x, y)
                    && let Some(cell) = self.buffer.cell_mut(position)
                {
                    cell.set_style(style);
                }
            }
        }
    }
}

/// Draws the board in the middle of an area, or the part of it around the cursor. Returns where the
/// board begins on the screen.
pub fn paint(
    plane: &Plane,
    scene: &Scene,
    marks: &Marks,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> (i32, i32) {
    let cursor = marks.cursor.and_then(|site| plane.boxes.get(site.index()).copied().flatten());
    let begin = |start: u16, room: u16, size: u16, at: Option<i32>| {
        let (start, room, size) = (i32::from(start), i32::from(room), i32::from(size));
        if size <= room {
            return start + (room - size) / 2;
        }
        let wanted = at.unwrap_or(0) - room / 2;
        start - wanted.clamp(0, size - room)
    };
    let origin = (
        begin(area.x, area.width, plane.size.0, cursor.map(|b| b.middle().0)),
        begin(area.y, area.height, plane.size.1, cursor.map(|b| b.middle().1)),
    );
    let mut sheet = Sheet { theme, buffer, area, origin };
    let views = views(&plane.board, scene);
    ground(&mut sheet, plane);
    lines(&mut sheet, plane);
    for (i, view) in views.iter().enumerate() {
        if let Some(at) = plane.boxes[i] {
            site(&mut sheet, plane, i, at, view, marks);
        }
    }
    rims(&mut sheet, plane);
    for (at, label) in &plane.labels {
        let text = theme.safe(&plane.board.labels[*label].text);
        sheet.text(at.x, at.y, &text, theme.faint());
    }
    if let Some(at) = cursor {
        // In a row of pieces the first place stands for all of it.
        let site = marks.cursor.map_or(0, SiteId::index);
        let first = plane.slots.get(&site).and_then(|slots| slots.first());
        frame(&mut sheet, first.copied().unwrap_or(at));
    }
    origin
}

/// One site: what stands there, and what is said about it.
fn site(
    sheet: &mut Sheet<'_>,
    plane: &Plane,
    i: usize,
    at: Box2,
    view: &SiteView<'_>,
    marks: &Marks,
) {
    let theme = sheet.theme;
    let id = SiteId(i as u16);
    let site = &plane.board.sites[i];
    let chosen = marks.chosen.contains(&id);
    let mut style = Style::new();
    if view.last.is_some() {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    if view.winning.is_some() && !theme.fills() {
        style = style.add_modifier(Modifier::REVERSED);
    }
    if theme.fills() {
        // What is said about a site is its ground.
        let tone = match () {
            () if chosen => Some(tones::CHOSEN),
            () if view.winning.is_some() => Some(tones::WON),
            () if view.last.is_some() => Some(tones::LAST),
            () if view.target.is_some() && !view.pieces.is_empty() => Some(tones::SOURCE),
            () => None,
        };
        if let Some(tone) = tone {
            let ground = plane.slots.get(&i).and_then(|slots| slots.first()).copied().unwrap_or(at);
            sheet.fill(ground, theme.colour(tone));
        }
    } else if chosen {
        style = style.add_modifier(Modifier::REVERSED);
    } else if view.target.is_some() && !view.pieces.is_empty() {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    if let Some(slots) = plane.slots.get(&i) {
        stack(sheet, plane, slots, view, style);
        return;
    }
    if let Some(place) = marks.ghost.iter().position(|site| *site == id) {
        ghost(sheet, at, place == 0, marks.fits);
        return;
    }
    if let Some((_, kind, count)) = view.pieces.first() {
        let said = if *count > 1 { count.to_string() } else { String::new() };
        let hint = theme.ink(tones::HINT).add_modifier(Modifier::BOLD);
        let room = at.w >= 3;
        if view.best.is_some() && !room {
            style = style.patch(hint).add_modifier(Modifier::UNDERLINED);
        }
        piece::draw(sheet, &plane.board, kind, at, &said, style);
        if let Some((n, _)) = view.best.filter(|_| room) {
            sheet.text(at.x, at.y, &n.to_string(), hint);
        } else if view.target.is_some() && !chosen {
            movable(sheet, at, said.is_empty(), hint);
        }
        if view.last.is_some() && !theme.fills() && at.w >= 3 {
            let (x, y) = at.middle();
            sheet.put(x - 1, y, '[', theme.bold());
            sheet.put(x + 1, y, ']', theme.bold());
        }
        return;
    }
    vacant(sheet, plane, site, at, view, style);
}

/// Signs beside a piece that can be touched: no colour says it alone.
fn movable(sheet: &mut Sheet<'_>, at: Box2, is_one: bool, ink: Style) {
    // A stone fills a narrow box; there its line is underlined.
    if at.w < if sheet.theme.fills() { 5 } else { 3 } {
        return;
    }
    let [left, right] = sheet.theme.pick(['›', '‹'], ['>', '<']);
    let (x, y) = at.middle();
    let (from, to) = if sheet.theme.fills() { (at.x, at.right() - 1) } else { (x - 1, x + 1) };
    sheet.put(from, y, left, ink);
    // The number of several pieces stands there.
    if is_one || sheet.theme.fills() {
        sheet.put(to, y, right, ink);
    }
}

/// What a site without a piece shows: the most telling mark, or what the place looks like.
fn vacant(
    sheet: &mut Sheet<'_>,
    plane: &Plane,
    site: &Site,
    at: Box2,
    view: &SiteView<'_>,
    style: Style,
) {
    let theme = sheet.theme;
    let (x, y) = at.middle();
    let hint = theme.ink(tones::HINT).add_modifier(Modifier::BOLD);
    let middle = |text: &str| x - (text.chars().count() as i32 - 1) / 2;
    let has_name = matches!(site.outline, Outline::Circle) && plane.board.labels.is_empty();
    if let Some((n, _)) = view.best {
        let rank = n.to_string();
        if has_name {
            // Another number in the place of the name would be taken for it.
            named(sheet, plane, site, at, hint.add_modifier(Modifier::UNDERLINED));
            let left = middle(&site.name) - if theme.fills() { 1 } else { 2 };
            sheet.text(left, y, theme.pick(RANKS, ["1", "2", "3"])[(n - 1).min(2) as usize], hint);
        } else {
            sheet.text(middle(&rank), y, &rank, hint);
        }
    } else if let Some(note) = view.note.filter(|note| !note.is_empty()) {
        let text: String = theme.safe(note).chars().take(at.w.max(1) as usize).collect();
        sheet.text(middle(&text), y, &text, theme.ink(tones::HALO));
    } else if view.target.is_some() {
        sheet.put(x, y, theme.pick('•', '+'), hint);
    } else if site.tint == 2 && !theme.fills() {
        for x in at.x..at.right() {
            for y in at.y..at.bottom() {
                sheet.put(x, y, theme.pick('▒', '#'), theme.ink(tones::LINE));
            }
        }
    } else if matches!(site.outline, Outline::Circle | Outline::Polygon(_)) {
        named(sheet, plane, site, at, style);
    } else if view.last.is_some() {
        sheet.put(x, y, theme.pick('·', '.'), theme.bold().patch(style));
    } else {
        let bare = match site.outline {
            Outline::Square => theme.fills() || plane.ruled && site.tint == 0,
            Outline::Dot => !plane.board.edges.is_empty() && !theme.ascii && plane.pitch == at.h,
            _ => false,
        };
        if !bare {
            sheet.put(x, y, theme.pick('·', '.'), theme.ink(tones::LINE));
        }
    }
}

/// A place with its name on it.
fn named(sheet: &mut Sheet<'_>, plane: &Plane, site: &Site, at: Box2, style: Style) {
    let theme = sheet.theme;
    let named = plane.board.labels.is_empty() && !matches!(site.outline, Outline::Polygon(_));
    let name = theme.safe(&site.name);
    let room = at.w.max(1) as usize;
    let text =
        if named && name.chars().count() <= room { name } else { theme.pick("·", ".").into() };
    let n = text.chars().count() as i32;
    let x = at.x + (at.w - n) / 2;
    if !theme.fills() && n + 2 <= at.w {
        let ends = if site.tint == 1 { ['<', '>'] } else { ['(', ')'] };
        sheet.put(x - 1, at.y, ends[0], theme.ink(tones::LINE));
        sheet.put(x + n, at.y, ends[1], theme.ink(tones::LINE));
    }
    sheet.text(x, at.y, &text, theme.faint().patch(style));
}

/// Pieces in a row; if there are more than places, the last one shows their number.
fn stack(sheet: &mut Sheet<'_>, plane: &Plane, slots: &[Box2], view: &SiteView<'_>, style: Style) {
    let theme = sheet.theme;
    let mut next = 0;
    for (_, kind, count) in &view.pieces {
        let n = usize::from(*count).min(slots.len() - next.min(slots.len()));
        for (i, slot) in slots[next..next + n].iter().enumerate() {
            let more = i + 1 == n && usize::from(*count) > n;
            let said = if more { count.to_string() } else { String::new() };
            piece::draw(sheet, &plane.board, kind, *slot, "", style);
            if more {
                let (x, y) = slot.middle();
                let (tone, on) = piece::tone_of(kind, theme);
                let ink =
                    if theme.fills() { theme.on(on, tone) } else { theme.ink(tone).patch(style) };
                sheet.text(
                    x - (said.len() as i32 - 1) / 2,
                    y,
                    &said,
                    ink.add_modifier(Modifier::BOLD),
                );
            }
        }
        next += n;
    }
    if let Some((n, _)) = view.best
        && let Some(slot) = slots.get(next.min(slots.len() - 1))
    {
        let (x, y) = slot.middle();
        // Beside the last piece, where all places are taken.
        let x = if next < slots.len() { x } else { slot.x.min(x - 1) };
        sheet.text(x, y, &n.to_string(), theme.ink(tones::HINT).add_modifier(Modifier::BOLD));
    } else if view.target.is_some()
        && let Some(slot) = slots.get(next)
    {
        let (x, y) = slot.middle();
        sheet.put(x, y, theme.pick('•', '+'), theme.ink(tones::HINT).add_modifier(Modifier::BOLD));
    }
}

/// Ranks that are no names.
const RANKS: [&str; 3] = ["¹", "²", "³"];

/// A piece that is held over the board.
fn ghost(sheet: &mut Sheet<'_>, at: Box2, is_grip: bool, fits: bool) {
    let theme = sheet.theme;
    let tone = if fits { tones::HINT } else { tones::ALARM };
    let (x, y) = at.middle();
    if theme.fills() {
        sheet.fill(at, theme.colour(tone));
        let glyph = if is_grip { '+' } else { ' ' };
        sheet.put(x, y, glyph, theme.on(tones::BLACK, tone));
        return;
    }
    let glyph = match (fits, theme.ascii) {
        (true, false) => '█',
        (false, false) => '░',
        (true, true) => '#',
        (false, true) => '?',
    };
    for (x, y) in (at.x..at.right()).flat_map(|x| (at.y..at.bottom()).map(move |y| (x, y))) {
        sheet.put(x, y, glyph, theme.ink(tone));
    }
    if is_grip {
        sheet.put(x, y, '+', theme.ink(tone).add_modifier(Modifier::REVERSED));
    }
}

/// The cursor: corners around a site, or brackets where it has one row.
fn frame(sheet: &mut Sheet<'_>, at: Box2) {
    let theme = sheet.theme;
    let ink = theme.ink(tones::HALO).add_modifier(Modifier::BOLD);
    let (left, right, top, bottom) = (at.x, at.right() - 1, at.y, at.bottom() - 1);
    if at.h == 1 || at.w < 3 {
        let (middle, _) = at.middle();
        let (left, right) = if at.w >= 3 { (left, right) } else { (middle - 1, middle + 1) };
        sheet.put(left, top, '[', ink);
        sheet.put(right, top, ']', ink);
        return;
    }
    let corners = theme.pick(['┏', '┓', '┗', '┛'], ['/', '\\', '\\', '/']);
    for (glyph, (x, y)) in
        corners.into_iter().zip([(left, top), (right, top), (left, bottom), (right, bottom)])
    {
        sheet.put(x, y, glyph, ink);
    }
}
