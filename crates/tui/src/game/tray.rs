//! The pieces beside the board, small, and the one in the hand as it is held.

use std::collections::HashSet;

use henge::SiteId;
use henge::depict::Point;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::{GameRoom, Hit};
use crate::board;
use crate::theme::{Theme, tones};
use crate::ui;

/// The width of one piece with its name, and the rows it needs.
const SLOT: (u16, u16) = (8, 4);

impl GameRoom {
    pub(super) fn draw_tray(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let Some(tray) = self.hand.tray.clone() else { return };
        let kinds = self.play.game.rules().board().kinds.clone();
        let scene = self.play.sitting().table().scene();
        let columns = (area.width / SLOT.0).max(1);
        let slot_height = if theme.ascii { SLOT.1 + 1 } else { SLOT.1 };
        let mut place = 0;
        for site in tray.slots.keys().copied() {
            let Some(piece) = scene.pieces.iter().find(|piece| piece.site == site) else {
                continue;
            };
            let (column, row) = (place % columns, place / columns);
            place += 1;
            let slot = Rect::new(
                area.x + column * SLOT.0,
                area.y + row * slot_height,
                SLOT.0 - 1,
                slot_height,
            );
            if slot.bottom() > area.bottom() {
                break;
            }
            let held = tray.held() == Some(site);
            let usable =
                self.with_view(|_, view| tray.is_usable(view, site)) || self.legal().is_empty();
            let name = self.play.game.rules().board().sites[site.index()].name.clone();
            let tone = kinds
                .get(usize::from(piece.kind))
                .map_or(tones::NOBODY, |kind| board::tone_of(kind, theme).0);
            let style = match (held, usable) {
                (true, _) => theme.chosen(),
                (_, true) => theme.bold(),
                (_, false) => theme.faint(),
            };
            ui::put(buffer, (slot.x, slot.y), &format!(" {name} "), 3, style, theme);
            let ink = match (held, usable) {
                (true, _) => theme.ink(tones::HALO),
                (_, true) => theme.ink(tone),
                (_, false) => theme.faint(),
            };
            if let Some(cells) = tray.cells(site) {
                let at = Rect { x: slot.x, y: slot.y + 1, height: slot_height - 1, ..slot };
                shape(cells, at, ink.add_modifier(Modifier::BOLD), theme, buffer);
            }
            self.hits.push((slot, Hit::Slot(SiteId(site.0))));
        }
        if place == 0 {
            ui::put(buffer, (area.x, area.y), "no pieces left", area.width, theme.faint(), theme);
        }
    }
}

/// A shape: half a character a cell, which is square; a whole one where there are no halves.
fn shape(
    cells: &[Point],
    area: Rect,
    style: ratatui::style::Style,
    theme: Theme,
    buffer: &mut Buffer,
) {
    let left = cells.iter().map(|cell| cell.x).fold(f32::MAX, f32::min);
    let top = cells.iter().map(|cell| cell.y).fold(f32::MAX, f32::min);
    let at = |cell: &Point| ((cell.x - left).round() as i32, (cell.y - top).round() as i32);
    let filled: HashSet<(i32, i32)> = cells.iter().map(at).collect();
    for y in 0..i32::from(area.height) {
        for x in 0..i32::from(area.width) {
            let glyph = if theme.ascii {
                filled.contains(&(x, y)).then_some('#')
            } else {
                match (filled.contains(&(x, 2 * y)), filled.contains(&(x, 2 * y + 1))) {
                    (true, true) => Some('█'),
                    (true, false) => Some('▀'),
                    (false, true) => Some('▄'),
                    (false, false) => None,
                }
            };
            if let Some(glyph) = glyph {
                let (x, y) = (area.x + x as u16, area.y + y as u16);
                ui::put(buffer, (x, y), &glyph.to_string(), 1, style, theme);
            }
        }
    }
}
