//! Drawing.

use henge_core::depict::Piece;
use henge_core::{Bits, Board, Depict, NotationError, Player, Scene, SiteId};

use super::description::{Place, Swap};
use super::position::{Move, Position, Stage};
use super::rules::Described;
use crate::positional::{board_of, stone_scene};

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
        let wrong = |why: String| NotationError::new("this", format!("a position: {why}"));
        let description = self.description();
        let shown = description.swap == Swap::Never
            && description.stones == [1, 1]
            && description.last_counted() == 0
            && !description.pass
            && description.stuck != super::Stuck::Passes
            && description.capture.as_ref().is_none_or(|capture| capture.flips)
            && description.place == Place::default();
        if !shown {
            return Err(wrong("in this game the board does not show all of it".into()));
        }
        let sites = &description.definition.sites;
        let mut stones = [Bits::EMPTY; 2];
        for piece in pieces {
            let i = piece.site.index();
            let site = sites.get(i).ok_or_else(|| wrong(format!("there is no site {i}")))?;
            let name = &site.name;
            if site.blocked {
                return Err(wrong(format!("{name} is blocked")));
            }
            if piece.kind > 1 || piece.count != 1 || stones[0].has(i) || stones[1].has(i) {
                return Err(wrong(format!("{name} takes one stone of one player")));
            }
            stones[usize::from(piece.kind)].insert(i);
        }
        let frame =
            Position { to_move: player, stage: Stage::Play, ..henge_core::Game::start(self) };
        Ok(self.set_up(stones, frame))
    }
}
