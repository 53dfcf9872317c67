//! The hand over the board: what it has touched, which steps it has made, which piece it holds. It
//! knows no game; all it sees are the legal moves and the sites they touch.

pub mod narrow;
pub mod shapes;
mod steps;
mod tray;

use std::collections::HashSet;

use henge::depict::Hop;
use henge::erased::MoveView;
use henge::{Board, Player, Scene, SiteId};

use narrow::{Answer, Touched};
use steps::Stepped;
pub use tray::Tray;

/// What the hand can see.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub board: &'a Board,
    pub scene: &'a Scene,
    /// None where it is not this hand's turn.
    pub legal: &'a [MoveView],
    pub mover: Option<Player>,
}

/// What has come of a touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandAction {
    /// Something is different, or nothing.
    Looked,
    /// The move of this number is made.
    Play(usize),
}

/// What a hand has touched, the steps it has made, the moves it can choose from, and what it holds.
pub type HandState = (Touched, Stepped, Vec<usize>, Option<SiteId>);

/// The hand.
#[derive(Clone, Debug)]
pub struct Hand {
    /// The site under the cursor.
    pub cursor: SiteId,
    /// The button that has the keyboard instead.
    pub button: Option<usize>,
    /// Pieces beside the board, in games that have such.
    pub tray: Option<Tray>,
    touched: Touched,
    stepped: Stepped,
    choice: Vec<usize>,
}

impl Hand {
    /// An empty hand, at the beginning of a game.
    pub fn new(board: &Board, legal: &[MoveView], scene: &Scene) -> Hand {
        Hand {
            cursor: SiteId(0),
            button: None,
            tray: shapes::hand_of(board, legal, scene).map(Tray::new),
            touched: Touched::default(),
            stepped: Stepped::default(),
            choice: Vec::new(),
        }
    }

    /// Lets go of everything; says whether there was something.
    pub fn let_go(&mut self) -> bool {
        let held = self.tray.as_mut().is_some_and(Tray::put_back);
        let had = !self.touched.sites.is_empty() || self.has_stepped() || !self.choice.is_empty();
        (self.touched, self.stepped) = (Touched::default(), Stepped::default());
        self.choice.clear();
        self.button = None;
        had || held
    }

    /// What it has done so far, to see whether a touch has changed anything.
    pub fn state(&self) -> HandState {
        let held = self.tray.as_ref().and_then(Tray::held);
        (self.touched.clone(), self.stepped.clone(), self.choice.clone(), held)
    }

    /// The moves that begin with what was touched, if something was and steps do not come in any order.
    pub fn begun(&self, view: View<'_>) -> Vec<usize> {
        match self.touched.sites.is_empty() {
            true => Vec::new(),
            false => narrow::remaining(view.legal, &self.touched),
        }
    }

    fn has_stepped(&self) -> bool {
        self.stepped != Stepped::default()
    }

    /// The steps made so far.
    fn hops(&self, view: View<'_>) -> Vec<Hop> {
        let mut hops = narrow::hops(view.legal, &self.touched);
        hops.extend(self.stepped.made.iter().map(|hop| steps::taking(view.legal, hop)));
        hops
    }

    /// The scene after the steps made so far.
    pub fn scene(&self, view: View<'_>) -> Scene {
        let mut scene = view.scene.clone();
        for hop in self.hops(view) {
            scene.hop(&hop);
        }
        scene
    }

    /// What has been touched, to be marked.
    pub fn chosen(&self) -> HashSet<SiteId> {
        self.touched.sites.iter().copied().chain(self.stepped.from).collect()
    }

    fn sources(&self, view: View<'_>) -> HashSet<SiteId> {
        let scene = self.scene(view);
        let mine = |site: SiteId| {
            scene.pieces.iter().any(|piece| {
                let kind = view.board.kinds.get(usize::from(piece.kind));
                piece.site == site && kind.is_some_and(|kind| kind.owner == view.mover)
            })
        };
        steps::sources(view.legal, &self.stepped.made, mine)
    }

    /// The sites that may be touched next.
    pub fn next(&self, view: View<'_>) -> HashSet<SiteId> {
        if let Some(tray) = &self.tray {
            return tray.grips(view);
        }
        if !steps::is_loose(view.legal) {
            return narrow::targets(view.legal, &self.touched);
        }
        let made = &self.stepped.made;
        if let Some(from) = self.stepped.from {
            return steps::reach(view.legal, made, from).into_keys().collect();
        }
        let mut next = self.sources(view);
        if made.is_empty() {
            // The cube and the like are touched without a step.
            let others = view.legal.iter().filter(|mv| mv.ways.is_empty());
            next.extend(others.filter_map(|mv| mv.path.first().copied()));
        }
        next
    }

    /// Those of `next` that are worth a mark: all of them once something is touched; before that
    /// only when they tell something.
    pub fn marked(&self, view: View<'_>) -> HashSet<SiteId> {
        let mut next = self.next(view);
        if self.tray.is_some() || !self.touched.sites.is_empty() || self.has_stepped() {
            return next;
        }
        let taken: HashSet<SiteId> = view.scene.pieces.iter().map(|piece| piece.site).collect();
        let sites = view.board.sites.iter().enumerate();
        let vacant =
            sites.filter(|(i, site)| site.tint != 2 && !taken.contains(&SiteId(*i as u16))).count();
        let free = next.iter().filter(|site| !taken.contains(site)).count();
        if 10 * free >= 6 * vacant {
            next.retain(|site| taken.contains(site));
        }
        next
    }

    /// Moves that nobody would look for on the board: several with one path, those without any, and
    /// those that begin at a piece of the other player, such as taking over the first stone.
    pub fn buttons(&self, view: View<'_>) -> Vec<usize> {
        if !self.choice.is_empty() {
            return self.choice.clone();
        }
        if let Some(done) = steps::finished(view.legal, &self.stepped.made) {
            return vec![done];
        }
        if !self.stepped.made.is_empty() || self.tray.is_some() {
            return Vec::new();
        }
        let theirs: HashSet<SiteId> = (view.scene.pieces.iter())
            .filter(|piece| {
                let owner =
                    view.board.kinds.get(usize::from(piece.kind)).and_then(|kind| kind.owner);
                owner.is_some() && owner != view.mover
            })
            .map(|piece| piece.site)
            .collect();
        let unseen = |mv: &MoveView| mv.path.first().is_none_or(|site| theirs.contains(site));
        let hidden: Vec<usize> =
            (0..view.legal.len()).filter(|&i| unseen(&view.legal[i])).collect();
        // A question with a few answers, such as a double, has them all side by side.
        let question = hidden.iter().any(|&i| view.legal[i].path.is_empty());
        match view.legal.len() {
            n if n <= 4 && question => (0..n).collect(),
            _ => hidden,
        }
    }

    /// Is there nothing to do but to press a button?
    pub fn only_buttons(&self, view: View<'_>) -> bool {
        let buttons = self.buttons(view);
        !buttons.is_empty()
            && (buttons.len() == view.legal.len()
                || !self.choice.is_empty()
                || self.next(view).is_empty())
    }

    /// Touches a site.
    pub fn press(&mut self, view: View<'_>, site: SiteId) -> HandAction {
        self.cursor = site;
        self.button = None;
        if view.legal.is_empty() {
            return HandAction::Looked;
        }
        if let Some(tray) = &mut self.tray {
            return tray.press(view, site);
        }
        self.choice.clear();
        if steps::is_loose(view.legal) && self.make_step(view, site) {
            if steps::finished(view.legal, &self.stepped.made).is_some()
                && self.next(view).is_empty()
            {
                self.button = Some(0);
            }
            return HandAction::Looked;
        }
        let stands = view.scene.pieces.iter().any(|piece| piece.site == site);
        let vacant =
            !stands && view.board.sites.get(site.index()).is_some_and(|site| site.tint != 2);
        let meant = match self.touched.sites.is_empty() {
            true => narrow::meant(view.legal, &view.board.sites, vacant, site),
            false => site,
        };
        match narrow::touch(view.legal, &self.touched, meant) {
            Answer::Move(i) => {
                self.touched = Touched::default();
                return HandAction::Play(i);
            }
            Answer::Choice(touched, moves) => {
                (self.touched, self.choice) = (touched, moves);
                self.button = Some(0);
            }
            Answer::Step(touched, complete) => (self.touched, self.choice) = (touched, complete),
            Answer::Nothing => self.touched = Touched::default(),
        }
        HandAction::Looked
    }

    /// Makes a part of a step; false if the touch means something else.
    fn make_step(&mut self, view: View<'_>, site: SiteId) -> bool {
        let Stepped { made, from } = self.stepped.clone();
        let chain = from.and_then(|from| steps::reach(view.legal, &made, from).remove(&site));
        match chain {
            Some(chain) => {
                let made = made.into_iter().chain(chain).collect();
                self.stepped = Stepped { made, from: None };
            }
            None if Some(site) != from && self.sources(view).contains(&site) => {
                self.stepped.from = Some(site);
            }
            None if from.is_some() => self.stepped.from = None,
            None => return !made.is_empty(),
        }
        true
    }

    /// Takes the last step of a move back; says whether there was one.
    pub fn step_back(&mut self, view: View<'_>) -> bool {
        if self.stepped.from.take().is_some() {
            return true;
        }
        self.button = None;
        if self.stepped.made.pop().is_some() {
            return true;
        }
        let made = narrow::hops(view.legal, &self.touched);
        let last = made.last().map_or(0, |hop| hop.touched);
        let before = made.iter().rev().find(|hop| hop.touched < last);
        self.choice.clear();
        // A step that hangs on the one before begins where that has ended.
        let had = !self.touched.sites.is_empty();
        match before {
            Some(before) => self.touched.sites.truncate(before.touched),
            None => self.touched = Touched::default(),
        }
        had
    }
}

#[cfg(test)]
mod tests;
