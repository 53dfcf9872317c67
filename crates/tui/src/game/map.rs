//! A map of the board: how many moves have their centre on each place, in games whose moves have one.

use henge::depict::{Mark, MarkKind};
use henge::{RandomPlay, SiteId};

use super::GameRoom;

impl GameRoom {
    fn choices(&self) -> Vec<(SiteId, u32)> {
        let chance = self.play.game.ability::<dyn RandomPlay>();
        chance.map(|chance| chance.choices(self.play.sitting().table())).unwrap_or_default()
    }

    /// Is there anything to show?
    pub(super) fn has_map(&self) -> bool {
        !self.choices().is_empty()
    }

    /// Shows the map, or puts it away.
    pub(super) fn toggle_map(&mut self) {
        self.map = !self.map;
        match self.map {
            true => self.say("the numbers are moves, each counted where its centre is"),
            false => self.say(""),
        }
    }

    /// The numbers of the map, if it is shown.
    pub(super) fn map_marks(&self) -> Vec<Mark> {
        let shown = if self.map { self.choices() } else { Vec::new() };
        let mark = |(site, n): (SiteId, u32)| Mark {
            site,
            kind: MarkKind::Note,
            text: Some(n.to_string()),
        };
        shown.into_iter().map(mark).collect()
    }
}
