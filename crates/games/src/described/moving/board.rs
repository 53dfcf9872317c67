//! Drawing.

use henge_core::depict::{Kind, Mark, MarkKind, Piece, Shape};
use henge_core::{Bits, Board, Depict, NotationError, Player, Scene, SiteId};

use super::position::{Move, Position};
use super::rules::Moving;
use crate::positional::{board_of, set_up};

impl<const W: usize> Moving<W> {
    /// Whose pieces of which kinds there are, in the order of the drawing: the plain ones first.
    fn drawn(&self) -> impl Iterator<Item = (usize, usize)> {
        let plain = (0..2).map(|p| (p, self.plain[p]));
        let pieces = &self.description().pieces;
        let all = (0..2).flat_map(move |p| (0..pieces.len()).map(move |kind| (p, kind)));
        plain.chain(all.filter(|&(p, kind)| pieces[kind].players[p] && kind != self.plain[p]))
    }

    /// What the board does not show, in a sentence for each thing.
    fn notes(&self, pos: &Position<W>) -> Vec<String> {
        let description = self.description();
        let mut notes = Vec::new();
        for (p, player) in description.definition.players.iter().enumerate() {
            if pos.hand[p] > 0 {
                notes.push(format!("{player} has {} in hand.", pos.hand[p]));
            }
            if self.reach[p].captures.iter().any(Option::is_some) {
                notes.push(format!("{player} has captured {}.", pos.taken[p]));
            }
        }
        notes
    }
}

impl<const W: usize> Depict for Moving<W> {
    fn board(&self) -> Board {
        let description = self.description();
        let mut board = board_of(&description.definition);
        for (i, (p, number)) in self.drawn().enumerate() {
            let (player, piece) = (Player::BOTH[p], &description.pieces[number]);
            let name =
                format!("{} {}", description.definition.players[p].to_lowercase(), piece.name);
            if let Some(kind) = board.kinds.get_mut(i) {
                if kind.shape == Shape::Stone {
                    kind.name = name;
                }
                continue;
            }
            let sign = piece.sign.expect("the reader gives one to what is not plain");
            let glyph = if p == 0 { sign.to_ascii_uppercase() } else { sign };
            board.kinds.push(Kind {
                name,
                owner: Some(player),
                shape: Shape::Letter,
                hue: board.kinds[p].hue,
                glyph,
                ascii: glyph,
            });
        }
        board
    }

    fn scene(&self, pos: &Position<W>) -> Scene {
        let (mut pieces, drawn) = (Vec::new(), self.drawn().collect::<Vec<_>>());
        for (p, stones) in pos.stones.iter().enumerate() {
            let piece = |site| {
                let what = (p, pos.kind(site));
                let kind = drawn.iter().position(|&known| known == what).unwrap_or(p) as u8;
                Piece { site: SiteId(site as u16), kind, count: 1 }
            };
            pieces.extend(stones.iter().map(piece));
        }
        let winning = self.decided_by(pos).map_or(Bits::EMPTY, |(_, sites)| sites);
        let mark = |site| Mark { site: SiteId(site as u16), kind: MarkKind::Winning, text: None };
        let marks = winning.iter().map(mark).collect();
        Scene { pieces, marks, notes: self.notes(pos), ..Scene::default() }
    }

    fn path(&self, pos: &Position<W>, mv: Move<W>) -> Vec<SiteId> {
        if mv == Move::PASS {
            return Vec::new();
        }
        let mut path: Vec<SiteId> = mv.from().map(|from| SiteId(from as u16)).into_iter().collect();
        path.push(SiteId(mv.to() as u16));
        if self.is_told_apart(pos, mv) {
            path.extend(mv.taken().iter().map(|site| SiteId(site as u16)));
        }
        path
    }

    fn compose(&self, pieces: &[Piece], player: Player) -> Result<Position<W>, NotationError> {
        let description = self.description();
        let counts = self.reach.iter().any(|reach| reach.captures.iter().any(Option::is_some));
        if description.hand != [0, 0] || counts || description.pass {
            let why = "a position: in this game the board does not show all of it";
            return Err(NotationError::new("this", why));
        }
        let mut pos = Position {
            stones: [Bits::EMPTY; 2],
            planes: [Bits::EMPTY; 3],
            to_move: player,
            taken: [0; 2],
            ..henge_core::Game::start(self)
        };
        let drawn: Vec<(usize, usize)> = self.drawn().collect();
        set_up(&description.definition, pieces, |site, kind| {
            let Some(&(p, kind)) = drawn.get(usize::from(kind)) else { return false };
            pos.stones[p].insert(site);
            self.set_kind(&mut pos, site, kind);
            true
        })?;
        Ok(self.set_up(pos))
    }
}
