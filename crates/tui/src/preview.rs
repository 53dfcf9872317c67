//! A game as home shows it: its board, its rules, and where a saved one has come to.

use std::collections::HashSet;

use henge::erased::DynMatch;
use henge::{Playable, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::board::{Marks, Plane, paint};
use crate::hand::shapes;
use crate::theme::Theme;

/// A game to look at.
pub struct Preview {
    pub title: String,
    pub rules: String,
    game: Playable,
    scene: Scene,
    /// The sites of pieces in hand, which are not drawn.
    beside: HashSet<usize>,
    plane: Option<((u16, u16), Plane)>,
}

impl Preview {
    /// The game as it begins, or as it is at this table.
    pub fn new(game: Playable, table: Option<Box<dyn DynMatch>>) -> Preview {
        let start = game.rules().start();
        let hand = shapes::hand_of(game.rules().board(), &start.moves(), &start.scene());
        let beside = hand.iter().flat_map(|hand| hand.keys()).map(|site| site.index()).collect();
        let scene = table.unwrap_or(start).scene();
        let about = game.rules().about();
        let (title, rules) = (about.title.clone(), about.rules.clone());
        Preview { title, rules, scene, beside, plane: None, game }
    }

    /// Draws the board, if it fits.
    pub fn draw_board(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let size = (area.width, area.height);
        if self.plane.as_ref().is_none_or(|(known, _)| *known != size) {
            let board = self.game.rules().board();
            let plane = Plane::new(board, &self.beside, size, false, !theme.fills());
            self.plane = Some((size, plane));
        }
        if let Some((_, plane)) = &self.plane
            && plane.size.0 <= area.width
            && plane.size.1 <= area.height
        {
            paint(plane, &self.scene, &Marks::default(), theme, area, buffer);
        }
    }
}
