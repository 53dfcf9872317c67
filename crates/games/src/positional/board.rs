use henge_core::depict::{Hue, Kind, Mark, MarkKind, Piece, Shape, Site};
use henge_core::{Bits, Board, Depict, NotationError, Player, Scene, SiteId};

use super::rows::set_up;
use super::rules::{Move, Position, Positional};

impl<const W: usize> Depict for Positional<W> {
    fn board(&self) -> Board {
        board_of(self.definition())
    }

    fn scene(&self, pos: &Position<W>) -> Scene {
        stone_scene(&pos.stones, &self.winning_sites(pos))
    }

    fn path(&self, pos: &Position<W>, mv: Move) -> Vec<SiteId> {
        match mv {
            // The stone to be taken over, the only one on the board, and where it goes.
            Move::SWAP => {
                let stone = pos.stones(Player::First).first();
                let mirror = self.definition().mirror.as_ref();
                let to = stone.zip(mirror).map(|(site, mirror)| mirror[site]);
                let mut path: Vec<u16> =
                    stone.map(|site| site as u16).into_iter().chain(to).collect();
                path.dedup();
                path.into_iter().map(SiteId).collect()
            }
            Move(site) => vec![SiteId(site)],
        }
    }

    fn compose(&self, pieces: &[Piece], player: Player) -> Result<Position<W>, NotationError> {
        let mut stones = [Bits::EMPTY; 2];
        set_up(self.definition(), pieces, |site, kind| {
            stones.get_mut(usize::from(kind)).map(|stones| stones.insert(site)).is_some()
        })?;
        let pos = self.set_up(stones, player);
        if self.has_won(&pos, player) {
            let why = "a position: the player to move has won already";
            return Err(NotationError::new("this", why));
        }
        Ok(pos)
    }
}

/// The places and the stones of a definition.
pub(crate) fn board_of(definition: &super::Definition) -> Board {
    let site = |place: &super::Place| Site {
        name: place.name.clone(),
        at: place.at,
        outline: place.outline.clone(),
        tint: if place.blocked { 2 } else { 0 },
    };
    let kind = |player: Player| {
        let name = &definition.players[player.index()];
        let stone = [('●', 'x'), ('○', 'o')][player.index()];
        match definition.letters {
            Some(letters) => {
                let glyph = letters[player.index()];
                let ascii = if letters.iter().all(char::is_ascii) { glyph } else { stone.1 };
                Kind {
                    name: name.clone(),
                    owner: Some(player),
                    shape: Shape::Letter,
                    hue: Hue::Owner,
                    glyph,
                    ascii,
                }
            }
            None => Kind {
                name: format!("{} stone", name.to_lowercase()),
                owner: Some(player),
                shape: Shape::Stone,
                // Sides of the board have their owner's colour, and stones must match them.
                hue: match Hue::named(name) {
                    hue @ (Hue::Black | Hue::White) => hue,
                    _ => Hue::Owner,
                },
                glyph: stone.0,
                ascii: stone.1,
            },
        }
    };
    let drawn = definition.edges.iter().filter(|_| definition.draw_edges);
    Board {
        sites: definition.sites.iter().map(site).collect(),
        edges: drawn.map(|&(a, b)| (SiteId(a), SiteId(b))).collect(),
        labels: definition.labels.clone(),
        rims: definition.rims.clone(),
        kinds: Player::BOTH.map(kind).to_vec(),
        ..Board::default()
    }
}

/// Stones of both players, and the sites that have won.
pub(crate) fn stone_scene<const W: usize>(stones: &[Bits<W>; 2], winning: &Bits<W>) -> Scene {
    let pieces = Player::BOTH.into_iter().flat_map(|player| {
        let piece =
            move |site| Piece { site: SiteId(site as u16), kind: player.index() as u8, count: 1 };
        stones[player.index()].iter().map(piece)
    });
    let winning = winning.iter().map(|site| Mark {
        site: SiteId(site as u16),
        kind: MarkKind::Winning,
        text: None,
    });
    Scene { pieces: pieces.collect(), marks: winning.collect(), ..Scene::default() }
}
