//! Moves whose steps may be made in any order, as in backgammon: what has been made leaves fewer
//! moves, until all steps of one are made.

use std::collections::{BTreeMap, HashSet};

use henge::SiteId;
use henge::depict::Hop;
use henge::erased::MoveView;

/// The steps made so far, and the place of a piece that is about to make one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stepped {
    pub made: Vec<Hop>,
    pub from: Option<SiteId>,
}

/// May the steps of these moves be made in any order?
pub fn is_loose(legal: &[MoveView]) -> bool {
    legal.iter().any(|mv| !mv.ways.is_empty())
}

/// The steps of a way that are left, or none if others were made.
fn left(way: &[Hop], made: &[Hop]) -> Option<Vec<Hop>> {
    let mut rest = way.to_vec();
    for hop in made {
        let i = rest.iter().position(|each| (each.from, each.to) == (hop.from, hop.to))?;
        rest.remove(i);
    }
    Some(rest)
}

/// The steps that may be made next: those of a smaller number come before the others, as men on the
/// bar.
fn due(rest: &[Hop]) -> impl Iterator<Item = &Hop> {
    let first = rest.iter().map(|hop| hop.touched).min();
    rest.iter().filter(move |hop| Some(hop.touched) == first)
}

/// What can still be made: a move, and the steps that are left of it.
pub fn ways(legal: &[MoveView], made: &[Hop]) -> Vec<(usize, Vec<Hop>)> {
    let moves = legal.iter().enumerate();
    moves
        .flat_map(|(i, mv)| mv.ways.iter().filter_map(move |way| Some((i, left(way, made)?))))
        .collect()
}

/// The places from which a piece can go on; `stands` says where pieces are.
pub fn sources(
    legal: &[MoveView],
    made: &[Hop],
    stands: impl Fn(SiteId) -> bool,
) -> HashSet<SiteId> {
    let ways = ways(legal, made);
    let from = ways.iter().flat_map(|(_, rest)| due(rest).map(|hop| hop.from));
    from.filter(|&site| stands(site)).collect()
}

/// Where a piece can go, by one step or by several, and by which.
pub fn reach(legal: &[MoveView], made: &[Hop], from: SiteId) -> BTreeMap<SiteId, Vec<Hop>> {
    fn go(at: SiteId, rest: &[Hop], chain: &[Hop], found: &mut BTreeMap<SiteId, Vec<Hop>>) {
        for hop in due(rest).filter(|hop| hop.from == at) {
            let mut longer = chain.to_vec();
            longer.push(hop.clone());
            if found.get(&hop.to).is_none_or(|known| known.len() > longer.len()) {
                found.insert(hop.to, longer.clone());
            }
            let used = rest.iter().position(|each| each == hop).unwrap_or(0);
            let mut others = rest.to_vec();
            others.remove(used);
            go(hop.to, &others, &longer, found);
        }
    }
    let mut found = BTreeMap::new();
    for (_, rest) in ways(legal, made) {
        go(from, &rest, &[], &mut found);
    }
    found
}

/// The move whose steps have all been made.
pub fn finished(legal: &[MoveView], made: &[Hop]) -> Option<usize> {
    if made.is_empty() {
        return None;
    }
    ways(legal, made).into_iter().find(|(_, rest)| rest.is_empty()).map(|(i, _)| i)
}

/// What a step takes: it may be another man of the same move who was meant to take it.
pub fn taking(legal: &[MoveView], hop: &Hop) -> Hop {
    let steps = || legal.iter().flat_map(|mv| mv.ways.iter().flatten());
    let taken = steps().find(|each| each.to == hop.to && each.taken.is_some());
    Hop { taken: taken.and_then(|each| each.taken), ..hop.clone() }
}
