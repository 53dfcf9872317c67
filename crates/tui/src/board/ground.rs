//! What lies under the pieces: the colours of sites, the lines between them, the sides of the board.

use henge::depict::{Outline, Point, Site};
use henge::render::{Charset, Lines};
use henge::{Player, SiteId};
use ratatui::style::Modifier;

use super::paint::Sheet;
use super::plane::{Box2, Plane};
use crate::theme::{Theme, Tone, tones};

/// The colour of a site that nothing stands on.
fn ground_of(plane: &Plane, site: &Site, theme: Theme) -> Option<Tone> {
    if !theme.fills() {
        return None;
    }
    let tinted = plane.board.sites.iter().any(|site| site.tint == 1);
    let (x, y) = (site.at.x, site.at.y);
    Some(match (&site.outline, site.tint) {
        (_, 2) => tones::BLOCK,
        (Outline::Square, 1) => tones::DARK,
        (Outline::Square, _) if tinted => tones::LIGHT,
        // Cells of one colour are told apart by a shade.
        (Outline::Square, _) => match (x.round() as i32 + y.round() as i32).rem_euclid(2) {
            0 => tones::CELL,
            _ => tones::CELL_TWO,
        },
        (Outline::Hexagon, _) => {
            let row = (y / 0.866).round() as i32;
            let column = (x - row as f32 * 0.5).round() as i32;
            [tones::CELL, tones::CELL_TWO, tones::CELL_THREE][(column - row).rem_euclid(3) as usize]
        }
        (Outline::Dot, _) if !plane.board.edges.is_empty() => tones::WOOD,
        (Outline::Dot, _) => return None,
        (_, 1) => tones::CELL_THREE,
        _ => tones::CELL,
    })
}

/// The grounds of areas and sites.
pub fn ground(sheet: &mut Sheet<'_>, plane: &Plane) {
    let theme = sheet.theme;
    for corners in &plane.areas {
        if let ([(left, top), .., (_, _)], Some(&(right, bottom))) = (&corners[..], corners.get(2))
        {
            let inside = Box2 { x: left + 1, y: top + 1, w: right - left - 1, h: bottom - top - 1 };
            if theme.fills() {
                sheet.fill(inside, theme.colour(tones::CELL_THREE));
            }
        }
    }
    for (i, site) in plane.board.sites.iter().enumerate() {
        let Some(at) = plane.boxes[i] else { continue };
        if let Some(slots) = plane.slots.get(&i) {
            track(sheet, site, slots);
        } else if let Some(tone) = ground_of(plane, site, theme) {
            let hands = site.outline == Outline::Dot && at.h == 1 && plane.pitch > 1;
            if !hands {
                sheet.fill(at, theme.colour(tone));
            }
        }
    }
}

/// The ground of pieces that lie in a row: broad where they begin.
fn track(sheet: &mut Sheet<'_>, site: &Site, slots: &[Box2]) {
    let theme = sheet.theme;
    let pointed = matches!(&site.outline, Outline::Polygon(corners) if corners.len() == 3);
    for (i, slot) in slots.iter().enumerate() {
        if theme.fills() {
            let tone = match (pointed, site.tint) {
                (false, _) => tones::BLOCK,
                (true, 1) => tones::DARK,
                (true, _) => tones::LIGHT,
            };
            let narrow = pointed && 5 * i >= 3 * slots.len() && slot.w >= 3;
            let at = if narrow { Box2 { x: slot.x + 1, w: slot.w - 2, ..*slot } } else { *slot };
            sheet.fill(at, theme.colour(tone));
        } else if pointed || i == 0 {
            let (x, y) = slot.middle();
            let glyph = if site.tint == 1 { theme.pick('┊', ':') } else { theme.pick('·', '.') };
            sheet.put(x, y, glyph, theme.ink(tones::LINE));
        }
    }
}

/// Frames of areas, lines between squares, and lines between sites.
pub fn lines(sheet: &mut Sheet<'_>, plane: &Plane) {
    let theme = sheet.theme;
    let charset = if theme.ascii { Charset::Ascii } else { Charset::Unicode };
    let mut lines = Lines::new(charset);
    for corners in &plane.areas {
        for (i, &(x, y)) in corners.iter().enumerate() {
            let (to_x, to_y) = corners[(i + 1) % corners.len()];
            lines.line((y, x), (to_y, to_x));
        }
    }
    if plane.ruled {
        for (site, at) in plane.board.sites.iter().zip(&plane.boxes) {
            let Some(at) = at.filter(|_| site.outline == Outline::Square) else { continue };
            let (left, top, right, bottom) = (at.x - 1, at.y - 1, at.right(), at.bottom());
            let corners = [(top, left), (top, right), (bottom, right), (bottom, left)];
            for i in 0..4 {
                lines.line(corners[i], corners[(i + 1) % 4]);
            }
        }
    }
    let middle = |site: SiteId| plane.boxes.get(site.index()).copied().flatten().map(Box2::middle);
    for &(a, b) in &plane.board.edges {
        if let (Some((ax, ay)), Some((bx, by))) = (middle(a), middle(b)) {
            lines.line((ay, ax), (by, bx));
        }
    }
    let style = theme.ink(tones::LINE);
    for ((row, column), glyph) in lines.glyphs() {
        sheet.put(column, row, glyph, style);
    }
}

/// Sides that belong to a player: strokes beside the sites they touch.
pub fn rims(sheet: &mut Sheet<'_>, plane: &Plane) {
    let theme = sheet.theme;
    for rim in &plane.board.rims {
        let tone = if rim.owner == Player::First { tones::FIRST } else { tones::SECOND };
        let spread = |of: fn(&Point) -> f32| {
            let values = || rim.points.iter().map(of);
            values().fold(f32::MIN, f32::max) - values().fold(f32::MAX, f32::min)
        };
        let level = spread(|p| p.y) < 0.3 * spread(|p| p.x);
        for (site, at) in plane.board.sites.iter().zip(&plane.boxes) {
            let Some(at) = at else { continue };
            let near = |p: &Point| (p.x - site.at.x).hypot(p.y - site.at.y) < 0.75;
            // Which way the rim lies from here: between the parts of it that are near.
            let parts = rim.points.iter().filter(|p| near(p));
            let way = parts.fold((0.0, 0.0, 0), |way, p| {
                (way.0 + p.x - site.at.x, way.1 + p.y - site.at.y, way.2 + 1)
            });
            if way.2 == 0 {
                continue;
            }
            let ink = theme.ink(tone).add_modifier(Modifier::BOLD);
            if level {
                let up = way.1 < 0.0;
                let y = if up { at.y - 1 } else { at.bottom() };
                let glyph = theme.pick(if up { '▄' } else { '▀' }, '=');
                for x in at.x..at.right() {
                    sheet.put(x, y, glyph, ink);
                }
            } else {
                let left = way.0 < 0.0;
                let x = if left { at.x - 1 } else { at.right() };
                for y in at.y..at.bottom() {
                    sheet.put(x, y, theme.pick(if left { '▐' } else { '▌' }, '|'), ink);
                }
            }
        }
    }
}
