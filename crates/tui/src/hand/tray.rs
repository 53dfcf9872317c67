//! A piece taken from beside the board: turned, flipped, held over the board and laid down.

use std::collections::{BTreeMap, HashSet};

use henge::SiteId;
use henge::depict::Point;

use super::shapes::{self, Cells};
use super::{HandAction, View};

/// The pieces beside the board, and the one in the hand.
#[derive(Clone, Debug)]
pub struct Tray {
    /// How each piece lies there, by its site.
    pub slots: BTreeMap<SiteId, Option<Cells>>,
    /// The sites of the tray, which are no sites of the board.
    pub beside: HashSet<usize>,
    held: Option<(SiteId, Cells)>,
    /// How each piece was held last.
    kept: BTreeMap<SiteId, Cells>,
}

impl Tray {
    pub fn new(slots: BTreeMap<SiteId, Option<Cells>>) -> Tray {
        let beside = slots.keys().map(|site| site.index()).collect();
        Tray { slots, beside, held: None, kept: BTreeMap::new() }
    }

    /// The piece in the hand.
    pub fn held(&self) -> Option<SiteId> {
        self.held.as_ref().map(|(from, _)| *from)
    }

    /// How a piece is held, or lies.
    pub fn cells(&self, site: SiteId) -> Option<&Cells> {
        match &self.held {
            Some((from, cells)) if *from == site => Some(cells),
            _ => self.kept.get(&site).or(self.slots.get(&site)?.as_ref()),
        }
    }

    /// Puts the piece back; says whether there was one.
    pub fn put_back(&mut self) -> bool {
        self.held.take().is_some()
    }

    /// Can this piece be laid anywhere?
    pub fn is_usable(&self, view: View<'_>, site: SiteId) -> bool {
        view.legal.iter().any(|mv| mv.path.first() == Some(&site))
    }

    /// Takes a piece, as it was held last or as it lies if it fits so; the one in the hand goes back.
    pub fn take(&mut self, view: View<'_>, site: SiteId) -> bool {
        let sites = &view.board.sites;
        let Some(first) = view.legal.iter().find(|mv| mv.path.first() == Some(&site)) else {
            return false;
        };
        let fits = |cells: &&Cells| !shapes::fitting(sites, view.legal, site, cells).is_empty();
        let kept = self.kept.get(&site).filter(fits);
        let lies = || self.slots.get(&site).and_then(Option::as_ref).filter(fits);
        let cells = kept.or_else(lies).cloned();
        self.held = Some((site, cells.unwrap_or_else(|| shapes::cells_of(sites, first))));
        true
    }

    /// Takes the next piece that fits somewhere, or the one before.
    pub fn next(&mut self, view: View<'_>, by: isize) {
        let usable: Vec<SiteId> =
            self.slots.keys().copied().filter(|&site| self.is_usable(view, site)).collect();
        if usable.is_empty() {
            return;
        }
        let n = usable.len() as isize;
        let now = self.held().and_then(|held| usable.iter().position(|&site| site == held));
        let next = match now {
            Some(now) => (now as isize + by).rem_euclid(n),
            None if by > 0 => 0,
            None => n - 1,
        };
        self.take(view, usable[next as usize]);
    }

    fn hold(&mut self, change: impl FnOnce(&[Point]) -> Cells) {
        if let Some((from, cells)) = &mut self.held {
            *cells = change(cells);
            self.kept.insert(*from, cells.clone());
        }
    }

    /// Turns what is held by one step.
    pub fn turn(&mut self, view: View<'_>) {
        self.hold(|cells| shapes::turned(cells, &view.board.sites));
    }

    /// Turns what is held over.
    pub fn flip(&mut self) {
        self.hold(shapes::flipped);
    }

    /// The moves that lay down what is held, as it is held.
    pub fn fits(&self, view: View<'_>) -> Vec<usize> {
        let Some((from, cells)) = &self.held else { return Vec::new() };
        shapes::fitting(&view.board.sites, view.legal, *from, cells)
    }

    /// The sites over which the piece can be held.
    pub fn grips(&self, view: View<'_>) -> HashSet<SiteId> {
        let Some((_, cells)) = &self.held else { return HashSet::new() };
        let sites = &view.board.sites;
        let near = |a: f32, b: f32| (a - b).abs() < 0.05;
        let grip = |i: usize| {
            let grip = shapes::grip_of(sites, &view.legal[i], cells);
            let at =
                sites.iter().position(|site| near(site.at.x, grip.x) && near(site.at.y, grip.y));
            at.map(|i| SiteId(i as u16))
        };
        self.fits(view).into_iter().filter_map(grip).collect()
    }

    /// The move that is meant at a place.
    pub fn meant(&self, view: View<'_>, site: SiteId) -> Option<usize> {
        let (_, cells) = self.held.as_ref()?;
        shapes::nearest(&view.board.sites, view.legal, &self.fits(view), cells, site)
    }

    /// What the piece in the hand would cover, the place it is held by first, and whether it fits.
    pub fn ghost(&self, view: View<'_>, site: SiteId) -> (Vec<SiteId>, bool) {
        let Some((_, cells)) = &self.held else { return (Vec::new(), false) };
        match self.meant(view, site) {
            Some(i) => (view.legal[i].path[1..].to_vec(), true),
            None => (shapes::under(&view.board.sites, &self.beside, cells, site), false),
        }
    }

    pub fn press(&mut self, view: View<'_>, site: SiteId) -> HandAction {
        if self.beside.contains(&site.index()) {
            match self.held() {
                Some(held) if held == site => _ = self.put_back(),
                _ => _ = self.take(view, site),
            }
            return HandAction::Looked;
        }
        match self.meant(view, site) {
            Some(i) => {
                self.put_back();
                HandAction::Play(i)
            }
            None => HandAction::Looked,
        }
    }
}
