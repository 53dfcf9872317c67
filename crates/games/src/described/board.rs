//! Drawing.

use henge_core::depict::Piece;
use henge_core::{Bits, Board, Depict, NotationError, Player, Scene, SiteId};

use super::description::{Place, Swap};
use super::position::{Move, Position, Stage};
use super::rules::Described;
use crate::positional::{board_of, set_up, stone_scene};

impl<const W: usize> Depict for Described<W> {
    fn board(&self) -> Board {
        board_of(&self.description().definition)
    }

    fn scene(&self, pos: &Position<W>) -> Scene {
        let winning = self.decided_by(pos).map_or(Bits::EMPTY, |decided| decided.sites);
        Scene { notes: self.notes(pos), ..stone_scene(&pos.stones, &winning) }
    }

    fn path(&self, pos: &Position<W>, mv: Move) -> Vec<SiteId> {
        // A swap touches a stone, the other word another one; a pass touches nothing.
        let held = pos.stones[0] | pos.stones[1];
        let stone = |n| held.nth(n).map(|site| SiteId(site as u16)).into_iter().collect();
        match mv {
            Move::PASS => Vec::new(),
            Move::SWAP => stone(0),
            Move::TWO | Move::STAY => stone(1),
            Move(site) => vec![SiteId(site)],
        }
    }

    fn compose(&self, pieces: &[Piece], player: Player) -> Result<Position<W>, NotationError> {
        let description = self.description();
        let shown = description.swap == Swap::Never
            && description.stones == [1, 1]
            && description.last_counted() == 0
            && !description.pass
            && description.stuck != super::Stuck::Passes
            && description.capture.as_ref().is_none_or(|capture| capture.flips)
            && description.place == Place::default();
        if !shown {
            let why = "a position: in this game the board does not show all of it";
            return Err(NotationError::new("this", why));
        }
        let mut stones = [Bits::EMPTY; 2];
        set_up(&description.definition, pieces, |site, kind| {
            stones.get_mut(usize::from(kind)).map(|stones| stones.insert(site)).is_some()
        })?;
        let frame =
            Position { to_move: player, stage: Stage::Play, ..henge_core::Game::start(self) };
        Ok(self.set_up(stones, frame))
    }
}
