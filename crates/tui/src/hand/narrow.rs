//! From touches to a move: each site touched leaves fewer legal moves, until one is left.

use std::collections::HashSet;

use henge::SiteId;
use henge::depict::{Hop, Site};
use henge::erased::MoveView;

/// What has been touched so far. A person may also name the end first ("something goes to c3"); then
/// the sites are compared from the end of the path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Touched {
    pub sites: Vec<SiteId>,
    pub backwards: bool,
}

/// What a touch means. Moves are indices into the legal ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nothing.
    Nothing,
    /// More has to be touched; some moves could end here.
    Step(Touched, Vec<usize>),
    /// Several moves touch the same sites.
    Choice(Touched, Vec<usize>),
    /// This one.
    Move(usize),
}

fn begins(mv: &MoveView, touched: &Touched) -> bool {
    let (path, sites) = (&mv.path, &touched.sites);
    match touched.backwards {
        false => path.starts_with(sites),
        true => path.len() >= sites.len() && path.iter().rev().zip(sites).all(|(a, b)| a == b),
    }
}

/// The moves that begin with what was touched.
pub fn remaining(legal: &[MoveView], touched: &Touched) -> Vec<usize> {
    (0..legal.len()).filter(|&i| begins(&legal[i], touched)).collect()
}

/// The sites that may be touched next.
pub fn targets(legal: &[MoveView], touched: &Touched) -> HashSet<SiteId> {
    let n = touched.sites.len();
    let next = |i: usize| match touched.backwards {
        false => legal[i].path.get(n).copied(),
        true => legal[i].path.iter().rev().nth(n).copied(),
    };
    remaining(legal, touched).into_iter().filter_map(next).collect()
}

/// The steps that a hand has made by what it touched.
pub fn hops(legal: &[MoveView], touched: &Touched) -> Vec<Hop> {
    if touched.backwards {
        return Vec::new();
    }
    let n = touched.sites.len();
    let first = remaining(legal, touched).into_iter().find(|&i| !legal[i].hops.is_empty());
    let hops = first.map(|i| legal[i].hops.as_slice()).unwrap_or_default();
    hops.iter().filter(|hop| hop.touched <= n).cloned().collect()
}

fn judge(legal: &[MoveView], touched: Touched) -> Answer {
    let moves = remaining(legal, &touched);
    let complete: Vec<usize> =
        moves.iter().copied().filter(|&i| legal[i].path.len() == touched.sites.len()).collect();
    match complete.len() {
        _ if moves.is_empty() => Answer::Nothing,
        1 if moves.len() == 1 => Answer::Move(complete[0]),
        n if n == moves.len() => Answer::Choice(touched, complete),
        _ => Answer::Step(touched, complete),
    }
}

/// What it means to touch a site after those touched before.
pub fn touch(legal: &[MoveView], touched: &Touched, site: SiteId) -> Answer {
    let mut sites = touched.sites.clone();
    sites.push(site);
    let on = judge(legal, Touched { sites, backwards: touched.backwards });
    if on != Answer::Nothing {
        return on;
    }
    if touched.sites.is_empty() {
        return judge(legal, Touched { sites: vec![site], backwards: true });
    }
    // The end of a long path says enough when only one move ends there.
    let end = |i: &usize| {
        let path = &legal[*i].path;
        if touched.backwards { path.first() } else { path.last() }.copied() == Some(site)
    };
    let ending: Vec<usize> = remaining(legal, touched).into_iter().filter(end).collect();
    if let [only] = ending[..] {
        return Answer::Move(only);
    }
    // The site touched last again: let it go.
    if touched.sites.last() == Some(&site) {
        let mut before = touched.clone();
        before.sites.pop();
        return Answer::Step(before, Vec::new());
    }
    touch(legal, &Touched::default(), site)
}

/// The site that a touch is meant for: where pieces fall, an empty site above stands for its column.
pub fn meant(legal: &[MoveView], sites: &[Site], vacant: bool, site: SiteId) -> SiteId {
    if !vacant || legal.iter().any(|mv| mv.path.contains(&site)) {
        return site;
    }
    let at = |id: SiteId| sites.get(id.index()).map(|site| site.at.x);
    let below: Vec<SiteId> = (legal.iter().filter(|mv| mv.path.len() == 1))
        .map(|mv| mv.path[0])
        .filter(|&other| match (at(other), at(site)) {
            (Some(a), Some(b)) => (a - b).abs() < 0.01,
            _ => false,
        })
        .collect();
    if let [only] = below[..] { only } else { site }
}

/// The move that a typed text means: itself, or the only one that starts like that.
pub fn typed(legal: &[MoveView], text: &str) -> Option<usize> {
    let text = text.trim();
    let wanted = text.to_lowercase();
    if wanted.is_empty() {
        return None;
    }
    let exact = legal.iter().position(|mv| mv.text == text);
    let alike = || legal.iter().position(|mv| mv.text.to_lowercase() == wanted);
    exact.or_else(alike).or_else(|| match completions(legal, text)[..] {
        [only] => Some(only),
        _ => None,
    })
}

/// The moves that begin with what is typed.
pub fn completions(legal: &[MoveView], text: &str) -> Vec<usize> {
    let wanted = text.trim().to_lowercase();
    (0..legal.len()).filter(|&i| legal[i].text.to_lowercase().starts_with(&wanted)).collect()
}

/// What all of these moves begin with: as far as Tab can go on without a choice.
pub fn common(legal: &[MoveView], moves: &[usize]) -> String {
    common_of(moves.iter().map(|&i| legal[i].text.as_str()))
}

/// What all of these texts begin with.
pub fn common_of<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut texts = texts.into_iter();
    let mut common: Vec<char> = texts.next().unwrap_or_default().chars().collect();
    for text in texts {
        let same = common.iter().zip(text.chars()).take_while(|(a, b)| *a == b).count();
        common.truncate(same);
    }
    common.into_iter().collect()
}
