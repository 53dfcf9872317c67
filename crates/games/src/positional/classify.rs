//! Which win groups matter: trivial, useless, usable and useful ones (Antoy 1987, propositions 1–3).

use henge_core::Bits;

use super::connect::{TooManyChains, chains};
use super::definition::{Definition, Group, MOST_SITES};

/// A set of sites of any board.
type Set = Bits<{ MOST_SITES / 64 }>;

/// What a win group is good for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Class {
    /// One site: whoever takes it has won.
    Trivial,
    /// Usable, and properly contains no other group of its player: the groups that matter in play.
    Useful,
    /// Can be the reason of a win in some game, but contains a smaller group.
    Usable,
    /// Cannot be the reason of a win.
    Useless,
    /// Contains no other group, but whether it is usable was not found out within the limit.
    Undecided,
}

/// Steps spent on one group before it is called undecided. Greedy choice succeeds at once in
/// ordinary games; this bounds the exact search where it does not.
pub const MOST_STEPS: u32 = 200_000;

/// The win groups of both players with their classes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classes {
    /// For each player, every group once, in order.
    pub groups: [Vec<(Group, Class)>; 2],
}

impl Classes {
    /// How many groups of that class a player has.
    pub fn count(&self, player: usize, class: Class) -> usize {
        self.groups[player].iter().filter(|(_, c)| *c == class).count()
    }

    /// The groups to play on: all but the useless ones and those that contain another. Groups that
    /// are undecided stay in, which never changes a game.
    pub fn to_play(&self, player: usize) -> impl Iterator<Item = &Group> {
        let matters = |class| matches!(class, Class::Trivial | Class::Useful | Class::Undecided);
        self.groups[player].iter().filter(move |(_, c)| matters(*c)).map(|(group, _)| group)
    }
}

/// Lists and classifies the win groups of both players.
pub fn classify(definition: &Definition) -> Result<Classes, TooManyChains> {
    let all = [all_groups(definition, 0)?, all_groups(definition, 1)?];
    let families = all.each_ref().map(|groups| Family::new(groups));
    let available: Set = definition.available().map(usize::from).collect();
    let class_of = |player: usize, i: usize| {
        let (own, theirs) = (&families[player], &families[1 - player]);
        let group = own.sets[i];
        if !group.is_subset(&available) {
            Class::Useless
        } else if group.len() == 1 {
            Class::Trivial
        } else {
            let minimal = !own.contained_in(&group).any(|inner| inner != group);
            match own
                .all_but_one_is_free(&group)
                .then(|| theirs.has_free_subset(available.without(&group), group.len() - 1))
            {
                None | Some(Some(false)) => Class::Useless,
                Some(_) if !minimal => Class::Usable,
                Some(Some(true)) => Class::Useful,
                Some(None) => Class::Undecided,
            }
        }
    };
    let classified = |player: usize| {
        let groups = all[player].iter().enumerate();
        groups.map(|(i, group)| (group.clone(), class_of(player, i))).collect()
    };
    Ok(Classes { groups: [classified(0), classified(1)] })
}

/// A player's groups, those by connection listed as chains.
fn all_groups(definition: &Definition, player: usize) -> Result<Vec<Group>, TooManyChains> {
    let goal = &definition.goals[player];
    let mut groups = goal.groups.clone();
    if let Some(connect) = &goal.connect {
        groups.extend(chains(definition, connect)?);
        groups.sort_unstable();
        groups.dedup();
    }
    Ok(groups)
}

/// The groups of one player, found by their smallest site.
struct Family {
    sets: Vec<Set>,
    by_first: Vec<Vec<u32>>,
    through: Vec<Vec<u32>>,
}

impl Family {
    fn new(groups: &[Group]) -> Family {
        let mut by_first = vec![Vec::new(); MOST_SITES];
        let mut through = vec![Vec::new(); MOST_SITES];
        for (i, group) in groups.iter().enumerate() {
            by_first[group.sites[0] as usize].push(i as u32);
            group.sites.iter().for_each(|&site| through[site as usize].push(i as u32));
        }
        let set = |group: &Group| group.sites.iter().map(|&site| site as usize).collect();
        Family { sets: groups.iter().map(set).collect(), by_first, through }
    }

    /// The groups within `outer`.
    fn contained_in<'a>(&'a self, outer: &'a Set) -> impl Iterator<Item = Set> + 'a {
        let candidates = outer.iter().flat_map(|site| &self.by_first[site]);
        candidates.map(|&i| self.sets[i as usize]).filter(|inner| inner.is_subset(outer))
    }

    /// Has `group` a free subset (one that contains no group) with all its sites but one?
    fn all_but_one_is_free(&self, group: &Set) -> bool {
        let mut common = *group;
        for inner in self.contained_in(group).filter(|inner| inner != group) {
            common &= inner;
        }
        // Taking out a site that all inner groups share leaves none of them whole.
        !common.is_empty()
    }

    /// Has `from` a free subset of `n` sites? `None` if that was not found out within the limit.
    fn has_free_subset(&self, from: Set, n: usize) -> Option<bool> {
        // Sites in few groups first: they fit together most easily.
        let mut sites: Vec<usize> = from.iter().collect();
        sites.sort_by_key(|&site| self.through[site].len());
        let mut steps = 0;
        self.choose(&sites, Set::EMPTY, n, &mut steps)
    }

    fn choose(&self, sites: &[usize], chosen: Set, n: usize, steps: &mut u32) -> Option<bool> {
        if n == 0 {
            return Some(true);
        }
        if sites.len() < n {
            return Some(false);
        }
        *steps += 1;
        if *steps > MOST_STEPS {
            return None;
        }
        let (site, rest) = (sites[0], &sites[1..]);
        let with = chosen | Set::single(site);
        if !self.through[site].iter().any(|&i| self.sets[i as usize].is_subset(&with))
            && self.choose(rest, with, n - 1, steps)?
        {
            return Some(true);
        }
        self.choose(rest, chosen, n, steps)
    }
}
