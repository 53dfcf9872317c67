//! What stands on each site: the scene turned round, so that a renderer asks a site instead of
//! searching the lists.

use crate::depict::{Kind, MarkKind, Stack};
use crate::harmless::is_harmless;
use crate::{Board, Player, Scene};

/// What the scene says about one site. The first mark of each sort counts.
#[derive(Clone, Default, Debug)]
pub struct SiteView<'a> {
    /// Kinds with their index and how many stand here; never none.
    pub pieces: Vec<(usize, &'a Kind, u16)>,
    /// The last move went here.
    pub last: Option<&'a str>,
    /// It may be touched.
    pub target: Option<&'a str>,
    /// The n-th best move.
    pub best: Option<(u8, &'a str)>,
    /// It is part of what won.
    pub winning: Option<&'a str>,
    /// Whatever the mark says.
    pub note: Option<&'a str>,
    /// How the pieces lie, if they lie in a row.
    pub stack: Option<&'a Stack>,
}

impl SiteView<'_> {
    /// Nothing is in the middle of the site.
    pub fn is_bare(&self) -> bool {
        let marked = self.target.is_some() || self.best.is_some() || self.note.is_some();
        self.pieces.is_empty() && !marked
    }
}

/// One view for each site of the board. What points nowhere is left out.
pub fn views<'a>(board: &'a Board, scene: &'a Scene) -> Vec<SiteView<'a>> {
    let mut views = vec![SiteView::default(); board.sites.len()];
    for stack in &board.stacks {
        if let Some(view) = views.get_mut(stack.site.index()) {
            view.stack = Some(stack);
        }
    }
    for piece in scene.pieces.iter().filter(|piece| piece.count > 0) {
        let index = usize::from(piece.kind);
        if let (Some(view), Some(kind)) =
            (views.get_mut(piece.site.index()), board.kinds.get(index))
        {
            view.pieces.push((index, kind, piece.count));
        }
    }
    for mark in &scene.marks {
        let Some(view) = views.get_mut(mark.site.index()) else { continue };
        let text = mark.text.as_deref().unwrap_or_default();
        match mark.kind {
            MarkKind::Last => _ = view.last.get_or_insert(text),
            MarkKind::Target => _ = view.target.get_or_insert(text),
            MarkKind::Best(n) => _ = view.best.get_or_insert((n, text)),
            MarkKind::Winning => _ = view.winning.get_or_insert(text),
            MarkKind::Note => _ = view.note.get_or_insert(text),
        }
    }
    views
}

/// What a player is called where the board knows no name: players have names only in `About`.
pub(super) fn player_name(player: Player) -> &'static str {
    match player {
        Player::First => "first player",
        Player::Second => "second player",
    }
}

/// The text without what a terminal would obey or XML forbids: control characters, and invisible
/// ones that change the direction or the width of what follows. All white space becomes blanks.
pub(super) fn clean(text: &str) -> String {
    let blank = |c: char| if c.is_whitespace() { ' ' } else { c };
    text.chars().map(blank).filter(|&c| is_harmless(c)).collect()
}

/// The character itself, or a stand-in for one that could not be seen.
pub(super) fn clean_char(c: char) -> char {
    if is_harmless(c) && !c.is_whitespace() { c } else { '?' }
}
