//! What the player of 1990 sees, for front ends to draw: distances, promise, dead sites, groups.

use std::sync::Arc;

use henge_core::erased::{BotError, DynMatch, table_of};
use henge_core::{Player, SiteId};
use henge_games::positional::{Positional, Promise};

/// The sight of a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sighted {
    /// The empty sites.
    pub sites: Vec<SiteSight>,
    /// The nearest open groups of both players; none where groups are not listed.
    pub groups: Vec<GroupSight>,
    /// The distance of each player's nearest open group.
    pub distance: [Option<u16>; 2],
    /// True if groups are listed; otherwise distances are measured on the board.
    pub by_groups: bool,
}

/// What an empty site is good for.
#[derive(Clone, PartialEq, Debug)]
pub struct SiteSight {
    /// Which site.
    pub site: SiteId,
    /// The distance of the nearest open group through it, for each player.
    pub distance: [Option<u16>; 2],
    /// How many open groups have that distance.
    pub n_groups: [u32; 2],
}

/// An open group that lacks as few stones as any of its player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupSight {
    /// Whose.
    pub player: Player,
    /// Its sites.
    pub sites: Vec<SiteId>,
    /// How many stones are missing.
    pub missing: usize,
}

/// No screen shows more groups of one player.
const MOST_GROUPS: usize = 24;

/// Sees distances in the positions of one game.
pub trait Overlay: Send + Sync {
    /// Looks at a position that is not over.
    fn look(&self, table: &dyn DynMatch) -> Result<Sighted, BotError>;
}

impl<const W: usize> Overlay for Arc<Promise<W>> {
    fn look(&self, table: &dyn DynMatch) -> Result<Sighted, BotError> {
        let table = table_of::<Positional<W>>(table)?;
        let (game, pos) = (&**table.game(), table.position());
        let sight = Promise::look(self, game, pos);
        let site = |site: usize| SiteSight {
            site: SiteId(site as u16),
            distance: Player::BOTH.map(|player| sight.promise(player, site)),
            n_groups: Player::BOTH.map(|player| sight.n_groups(player, site)),
        };
        let distance = Player::BOTH.map(|player| sight.distance(player));
        let groups = Player::BOTH.into_iter().flat_map(|player| {
            let nearest = distance[player.index()].map(usize::from);
            let open = self.open_groups(game, pos, player).into_iter().flatten();
            let near = open.filter(move |(_, missing)| Some(*missing) == nearest);
            near.take(MOST_GROUPS).map(move |(group, missing)| GroupSight {
                player,
                sites: group.iter().map(|site| SiteId(site as u16)).collect(),
                missing,
            })
        });
        Ok(Sighted {
            sites: game.empty(pos).iter().map(site).collect(),
            groups: groups.collect(),
            distance,
            by_groups: self.is_by_groups(),
        })
    }
}
