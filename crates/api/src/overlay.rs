use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Player;

/// What the player of 1990 sees in a positional game, or how many moves have their centre on each place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Overlay {
    /// The empty sites.
    pub sites: Vec<SiteOverlay>,
    /// The open groups that lack the fewest stones.
    pub groups: Vec<Group>,
    /// Moves by the place of their centre, in games where moves have one.
    pub choices: Vec<SiteChoices>,
    /// The same in words.
    pub notes: Vec<String>,
}

/// How many moves have their centre on a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SiteChoices {
    /// Which site.
    pub site: u16,
    /// How many.
    pub moves: u32,
}

/// What an empty site is good for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SiteOverlay {
    /// Which site.
    pub site: u16,
    /// The stones that the nearest open group through it lacks, for each player.
    pub distance: [Option<u16>; 2],
    /// 1 on the nearest groups of all, half as much for every further stone, 0 where there is none.
    pub promise: [f64; 2],
    /// In no open group at all.
    pub dead: bool,
    /// How many open groups through it have that distance.
    pub groups: [u32; 2],
}

/// An open group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Group {
    /// Whose.
    pub player: Player,
    /// Its sites.
    pub sites: Vec<u16>,
    /// How many stones are missing.
    pub missing: u16,
}
