//! What every empty site would be worth to either player, kept up stone by stone.

use henge_core::{Bits, Player, mix64};

use super::Tables;
use super::kinds::{Kind, Summary, Worth};

/// What is known of a site.
#[derive(Clone, Copy, Default, Debug)]
struct Cell {
    /// The classes of each player, four bits for each lane.
    packed: [u64; 2],
    summaries: [Summary; 2],
}

/// A position as threats see it.
#[derive(Clone, Debug)]
pub(super) struct Field<const W: usize> {
    /// What lies around each site on each of its lanes, and the classes that follow.
    around: Vec<u32>,
    codes: Vec<u8>,
    cells: Vec<Cell>,
    pub empty: Bits<W>,
    /// The empty sites where each player threatens something, by its kind.
    threats: [[Bits<W>; Kind::THREATS]; 2],
    /// The empty sites where a stone promises anything at all.
    pub alive: Bits<W>,
    /// What all empty sites are worth to each player.
    totals: [Worth; 2],
    pub key: u64,
}

impl<const W: usize> Field<W> {
    /// The field of a position.
    pub fn new(tables: &Tables, stones: [&Bits<W>; 2], empty: &Bits<W>) -> Field<W> {
        let lanes = &tables.lanes;
        let mut field = Field {
            around: lanes.edges.clone(),
            codes: lanes.edges.iter().map(|&edges| tables.classes.code(edges)).collect(),
            cells: vec![Cell::default(); lanes.n_sites()],
            empty: *empty,
            threats: [[Bits::EMPTY; Kind::THREATS]; 2],
            alive: Bits::EMPTY,
            totals: [Worth::default(); 2],
            key: 0,
        };
        for player in Player::BOTH {
            let shift = 2 * lanes.reach * player.index();
            for site in stones[player.index()].iter() {
                for neighbour in lanes.neighbours(site) {
                    let place =
                        usize::from(neighbour.site) * lanes.most + usize::from(neighbour.slot);
                    field.around[place] |= 1 << (usize::from(neighbour.bit) + shift);
                }
                field.key ^= key(site, player);
            }
        }
        for site in empty.iter() {
            for slot in 0..lanes.n_slots(site) {
                let place = site * lanes.most + slot;
                let code = tables.classes.code(field.around[place]);
                field.codes[place] = code;
                let cell = &mut field.cells[site];
                cell.packed[0] |= u64::from(code & 15) << (4 * slot);
                cell.packed[1] |= u64::from(code >> 4) << (4 * slot);
            }
            let cell = &mut field.cells[site];
            for player in 0..2 {
                cell.summaries[player] = tables.summaries.of(cell.packed[player]);
            }
            field.enter(site);
        }
        field
    }

    /// The site counts.
    #[inline]
    fn enter(&mut self, site: usize) {
        let cell = self.cells[site];
        for player in 0..2 {
            let Summary { kind, worth, .. } = cell.summaries[player];
            self.totals[player] += worth;
            if kind != Kind::Quiet {
                self.threats[player][kind as usize].insert(site);
            }
        }
        if cell.summaries[0].urgency[0] + cell.summaries[1].urgency[0] > 0 {
            self.alive.insert(site);
        }
    }

    /// It does not count any more.
    #[inline]
    fn leave(&mut self, site: usize) {
        let cell = self.cells[site];
        for player in 0..2 {
            let Summary { kind, worth, .. } = cell.summaries[player];
            self.totals[player] -= worth;
            if kind != Kind::Quiet {
                self.threats[player][kind as usize].remove(site);
            }
        }
        self.alive.remove(site);
    }

    /// The classes of a lane of an empty site have changed by these bits.
    #[inline]
    fn set(&mut self, tables: &Tables, site: usize, slot: u8, change: u8) {
        let cell = &mut self.cells[site];
        for player in 0..2 {
            let change = u64::from(change >> (4 * player) & 15);
            if change == 0 {
                continue;
            }
            cell.packed[player] ^= change << (4 * slot);
            let after = tables.summaries.of(cell.packed[player]);
            let before = std::mem::replace(&mut cell.summaries[player], after);
            self.totals[player] += after.worth;
            self.totals[player] -= before.worth;
            if before.kind != after.kind {
                if before.kind != Kind::Quiet {
                    self.threats[player][before.kind as usize].remove(site);
                }
                if after.kind != Kind::Quiet {
                    self.threats[player][after.kind as usize].insert(site);
                }
            }
        }
        if cell.summaries[0].urgency[0] + cell.summaries[1].urgency[0] > 0 {
            self.alive.insert(site);
        } else {
            self.alive.remove(site);
        }
    }

    /// A stone of the player comes to a site, or goes.
    #[inline]
    fn toggle(&mut self, tables: &Tables, player: Player, site: usize) {
        let lanes = &tables.lanes;
        self.key ^= key(site, player);
        let shift = 2 * lanes.reach * player.index();
        for neighbour in lanes.neighbours(site) {
            let other = usize::from(neighbour.site);
            // A site that is held now will be again when the stone goes.
            if !self.empty.has(other) {
                continue;
            }
            let place = other * lanes.most + usize::from(neighbour.slot);
            let around = &mut self.around[place];
            *around ^= 1 << (usize::from(neighbour.bit) + shift);
            let code = tables.classes.code(*around);
            let change = std::mem::replace(&mut self.codes[place], code) ^ code;
            if change != 0 {
                self.set(tables, other, neighbour.slot, change);
            }
        }
    }

    /// Puts a stone on an empty site.
    pub fn put(&mut self, tables: &Tables, player: Player, site: usize) {
        self.leave(site);
        self.empty.remove(site);
        self.toggle(tables, player, site);
    }

    /// Takes the stone away that was put last.
    pub fn take(&mut self, tables: &Tables, player: Player, site: usize) {
        self.toggle(tables, player, site);
        self.empty.insert(site);
        self.enter(site);
    }

    /// The empty sites where the player threatens this.
    #[inline]
    pub fn threats(&self, player: Player, kind: Kind) -> &Bits<W> {
        &self.threats[player.index()][kind as usize]
    }

    /// Where the player makes a four or more.
    #[inline]
    pub fn fours(&self, player: Player) -> Bits<W> {
        let threats = &self.threats[player.index()];
        threats[Kind::OpenFour as usize]
            | threats[Kind::FourThree as usize]
            | threats[Kind::FourAndMore as usize]
            | threats[Kind::Four as usize]
    }

    /// The classes of a player on all lanes of a site, four bits each.
    #[inline]
    pub fn packed(&self, player: Player, site: usize) -> u64 {
        self.cells[site].packed[player.index()]
    }

    /// How much the site promises `me`, with what it promises the opponent.
    #[inline]
    pub fn urgency(&self, me: Player, site: usize) -> i32 {
        let summaries = &self.cells[site].summaries;
        let (own, theirs) = (&summaries[me.index()], &summaries[(!me).index()]);
        i32::from(own.urgency[0]) + i32::from(theirs.urgency[1])
    }

    /// How much room a site has for lines of either player.
    pub fn room(&self, site: usize) -> i32 {
        let packed = self.cells[site].packed;
        let classes =
            packed.into_iter().flat_map(|packed| (0..16).map(move |i| packed >> (4 * i) & 15));
        classes.map(|class| class as i32).sum()
    }

    /// What the position is worth to `player`, who is to move or waits.
    #[inline]
    pub fn balance(&self, to_move: Player) -> i32 {
        self.totals[to_move.index()].to_move() - self.totals[(!to_move).index()].waiting()
    }

    /// What lies around a site on one of its lanes.
    #[inline]
    pub fn around(&self, tables: &Tables, site: usize, slot: u8) -> u32 {
        self.around[site * tables.lanes.most + usize::from(slot)]
    }
}

/// A random number for each site and player.
#[inline]
fn key(site: usize, player: Player) -> u64 {
    mix64((site as u64) << 1 | player.index() as u64 | 0x6d6f_6b75 << 32)
}
