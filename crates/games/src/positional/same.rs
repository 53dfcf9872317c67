//! Are two definitions the same game under other names? And which renamings leave a game as it is?
//!
//! A game is seen as a set of sites with coloured subsets: the useful win groups, coloured by their
//! owner. Colour refinement gives sites the same colour while nothing tells them apart; where that
//! is not enough, one site is singled out and refinement goes on. Hashes only guide the search: a
//! renaming is checked against all groups before it is believed.

use std::collections::{HashMap, HashSet};

use henge_core::mix64;

use super::classify::classify;
use super::connect::TooManyChains;
use super::definition::Definition;

/// Steps of refinement before the question is left open.
const MOST_STEPS: usize = 20_000;

/// A renaming: the site of the second game for every site of the first that is not blocked.
pub type Renaming = Vec<(u16, u16)>;

/// The answer to "are these the same game?".
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Same {
    /// They differ by this renaming only.
    Yes {
        /// Site for site.
        renaming: Renaming,
        /// The first player of one is the second of the other.
        players_exchanged: bool,
    },
    /// They are different games.
    No,
    /// The search gave up.
    Open,
}

/// Compares two definitions by their useful win groups. Where there are too many of both, the boards
/// and sides behind them are compared: if those are alike the games are the same, and if not, the
/// answer is the error.
pub fn same(a: &Definition, b: &Definition) -> Result<Same, TooManyChains> {
    match (Structure::of_groups(a), Structure::of_groups(b)) {
        (Ok(x), Ok(y)) => Ok(compare(&x, &y)),
        (Err(error), Err(_)) => match compare(&Structure::of_sides(a), &Structure::of_sides(b)) {
            Same::No | Same::Open => Err(error),
            yes => Ok(yes),
        },
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

fn compare(x: &Structure, y: &Structure) -> Same {
    let mut open = false;
    for players_exchanged in [false, true] {
        let y = if players_exchanged { y.exchanged() } else { y.clone() };
        let mut search = Search { x, y: &y, found: Vec::new(), most: 1, steps: 0 };
        search.run();
        if let Some(renaming) = search.found.pop() {
            let site = |(i, &j): (usize, &usize)| (x.sites[i], y.sites[j]);
            let renaming = renaming.iter().enumerate().map(site).collect();
            return Same::Yes { renaming, players_exchanged };
        }
        open |= search.steps > MOST_STEPS;
    }
    if open { Same::Open } else { Same::No }
}

/// All renamings of a game to itself, as maps over all sites, the identity first. Only the identity
/// if there are more than `most`, or if the search gave up: a part of them would be no group.
pub fn symmetries(definition: &Definition, most: usize) -> Vec<Vec<u16>> {
    let identity: Vec<u16> = (0..definition.n_sites() as u16).collect();
    let x = Structure::of_groups(definition).unwrap_or_else(|_| Structure::of_sides(definition));
    let mut search = Search { x: &x, y: &x, found: Vec::new(), most: most + 1, steps: 0 };
    search.run();
    if search.found.len() > most || search.steps > MOST_STEPS {
        return vec![identity];
    }
    let whole = |renaming: &Vec<usize>| {
        let mut map = identity.clone();
        for (i, &j) in renaming.iter().enumerate() {
            map[x.sites[i] as usize] = x.sites[j];
        }
        map
    };
    let mut maps: Vec<Vec<u16>> = search.found.iter().map(whole).collect();
    maps.sort_unstable(); // The identity is the smallest.
    maps
}

/// Sites `0..n` with coloured subsets.
#[derive(Clone)]
struct Structure {
    /// The sites of the definition that are not blocked.
    sites: Vec<u16>,
    /// Subsets of `0..n` in order, each with its colour.
    subsets: Vec<(u8, Vec<usize>)>,
    /// The subsets each site is in.
    through: Vec<Vec<usize>>,
}

const FIRST: u8 = 0;
const SECOND: u8 = 1;
const TOUCHING: u8 = 2;

impl Structure {
    fn new(definition: &Definition, subsets: impl IntoIterator<Item = (u8, Vec<u16>)>) -> Self {
        let sites: Vec<u16> = definition.available().collect();
        let number: HashMap<u16, usize> = sites.iter().enumerate().map(|(i, &s)| (s, i)).collect();
        let mut subsets: Vec<(u8, Vec<usize>)> = subsets
            .into_iter()
            .map(|(colour, set)| {
                (colour, set.iter().filter_map(|s| number.get(s).copied()).collect())
            })
            .collect();
        subsets.iter_mut().for_each(|(_, set)| set.sort_unstable());
        subsets.sort_unstable();
        let mut through = vec![Vec::new(); sites.len()];
        for (i, (_, set)) in subsets.iter().enumerate() {
            set.iter().for_each(|&site| through[site].push(i));
        }
        Structure { sites, subsets, through }
    }

    fn of_groups(definition: &Definition) -> Result<Self, TooManyChains> {
        let classes = classify(definition)?;
        let mut subsets = Vec::new();
        for (player, colour) in [(0, FIRST), (1, SECOND)] {
            for group in classes.to_play(player) {
                subsets.push((colour, group.sites.clone()));
                // Sites that must not be held are a set of their own kind beside the group.
                if !group.without.is_empty() {
                    let both = group.sites.iter().chain(&group.without).copied();
                    subsets.push((colour | 4, both.collect()));
                }
            }
        }
        Ok(Structure::new(definition, subsets))
    }

    /// For boards with too many chains: who touches whom, and the sides.
    fn of_sides(definition: &Definition) -> Self {
        let mut subsets: Vec<(u8, Vec<u16>)> =
            definition.edges.iter().map(|&(a, b)| (TOUCHING, vec![a, b])).collect();
        for (goal, colour) in definition.goals.iter().zip([FIRST, SECOND]) {
            subsets.extend(goal.groups.iter().map(|group| (colour, group.sites.clone())));
            let sides = goal.connect.iter().flat_map(|connect| connect.sides.clone());
            subsets.extend(sides.map(|side| (colour | 8, side)));
        }
        Structure::new(definition, subsets)
    }

    fn exchanged(&self) -> Self {
        let mut other = self.clone();
        for (colour, _) in &mut other.subsets {
            if *colour != TOUCHING {
                *colour ^= 1;
            }
        }
        other.subsets.sort_unstable();
        let mut through = vec![Vec::new(); other.sites.len()];
        for (i, (_, set)) in other.subsets.iter().enumerate() {
            set.iter().for_each(|&site| through[site].push(i));
        }
        other.through = through;
        other
    }

    /// Splits colours until sites of one colour see the same colours around them.
    fn refine(&self, colours: &mut Vec<u64>) {
        let n_colours = |colours: &[u64]| colours.iter().collect::<HashSet<_>>().len();
        let mut n = n_colours(colours);
        loop {
            let sum = |set: &[usize]| {
                set.iter().fold(0u64, |sum, &site| sum.wrapping_add(mix64(colours[site])))
            };
            let of_subset: Vec<u64> = (self.subsets.iter())
                .map(|(colour, set)| {
                    mix64(sum(set) ^ mix64(u64::from(*colour) << 32 | set.len() as u64))
                })
                .collect();
            let around = |site: usize| {
                let seen = self.through[site].iter();
                seen.fold(mix64(colours[site]), |sum, &i| sum.wrapping_add(mix64(of_subset[i])))
            };
            let finer: Vec<u64> = (0..colours.len()).map(around).collect();
            let n_finer = n_colours(&finer);
            *colours = finer;
            if n_finer == n {
                return;
            }
            n = n_finer;
        }
    }
}

struct Search<'a> {
    x: &'a Structure,
    y: &'a Structure,
    found: Vec<Vec<usize>>,
    most: usize,
    steps: usize,
}

impl Search<'_> {
    fn run(&mut self) {
        let n = self.x.sites.len();
        if n == self.y.sites.len() && self.x.subsets.len() == self.y.subsets.len() {
            self.go(vec![1; n], vec![1; n]);
        }
    }

    /// Looks for renamings that respect the colours.
    fn go(&mut self, mut x: Vec<u64>, mut y: Vec<u64>) {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.found.len() >= self.most {
            return;
        }
        // Both are refined equally often only if they are alike; if not, the colours differ below.
        self.x.refine(&mut x);
        self.y.refine(&mut y);
        let (classes, theirs) = (by_colour(&x), by_colour(&y));
        let alike = classes.len() == theirs.len()
            && classes.iter().all(|(c, own)| theirs.get(c).is_some_and(|t| t.len() == own.len()));
        if !alike {
            return;
        }
        let open = classes.values().filter(|class| class.len() > 1);
        // The smallest class with a choice; the first site breaks ties, so that runs repeat.
        match open.min_by_key(|class| (class.len(), class[0])) {
            None => self.check(&classes, &theirs),
            Some(class) => {
                let from = class[0];
                for &to in &theirs[&x[from]] {
                    let (mut x, mut y) = (x.clone(), y.clone());
                    let single = mix64(x[from] ^ 0x5157_1e0f);
                    x[from] = single;
                    y[to] = single;
                    self.go(x, y);
                }
            }
        }
    }

    fn check(&mut self, x: &HashMap<u64, Vec<usize>>, y: &HashMap<u64, Vec<usize>>) {
        let mut renaming = vec![0; self.x.sites.len()];
        for (colour, sites) in x {
            renaming[sites[0]] = y[colour][0];
        }
        let image = |(colour, set): &(u8, Vec<usize>)| {
            let mut image: Vec<usize> = set.iter().map(|&site| renaming[site]).collect();
            image.sort_unstable();
            (*colour, image)
        };
        let mut images: Vec<(u8, Vec<usize>)> = self.x.subsets.iter().map(image).collect();
        images.sort_unstable();
        if images == self.y.subsets {
            self.found.push(renaming);
        }
    }
}

fn by_colour(colours: &[u64]) -> HashMap<u64, Vec<usize>> {
    let mut classes: HashMap<u64, Vec<usize>> = HashMap::new();
    for (site, &colour) in colours.iter().enumerate() {
        classes.entry(colour).or_default().push(site);
    }
    classes
}
