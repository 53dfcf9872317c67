//! Laws of [`Depict`]: the board names its places, and scenes and paths keep to them.

use std::collections::{BTreeMap, HashSet};

use henge_core::{Board, Depict, Notation, Scene, SiteId, Turn};

use super::walk::Walk;

/// Checks the board, once, and returns it.
pub(super) fn check_board<G: Notation + Depict>(walk: &mut Walk<G>) -> Board {
    let board = walk.game.board();
    let mut names = HashSet::new();
    let mut points = HashSet::new();
    for site in &board.sites {
        let (name, at) = (&site.name, site.at);
        walk.check(
            !name.is_empty() && !name.contains(char::is_whitespace),
            "every site has a name without white space",
            || format!("{name:?}"),
        );
        let law = "site names are distinct";
        walk.check(names.insert(name), law, || format!("{name} twice"));
        let finite = at.x.is_finite() && at.y.is_finite();
        walk.check(finite, "sites lie on the plane", || format!("{name} at {at:?}"));
        // -0.0 and 0.0 are one place.
        let place = ((at.x + 0.0).to_bits(), (at.y + 0.0).to_bits());
        let law = "no two sites lie on the same point";
        walk.check(points.insert(place), law, || format!("{name} on another site at {at:?}"));
    }
    let n_sites = board.sites.len();
    walk.check(n_sites > 0 && n_sites <= usize::from(u16::MAX), "a board has sites", || {
        format!("{n_sites} sites")
    });
    for &(a, b) in &board.edges {
        let sound = exists(&board, a) && exists(&board, b) && a != b;
        walk.check(sound, "edges join two sites of the board", || format!("{a:?} and {b:?}"));
    }
    check_kinds(walk, &board);
    board
}

fn check_kinds<G: Notation>(walk: &Walk<G>, board: &Board) {
    let n_kinds = board.kinds.len();
    walk.check(n_kinds <= 256, "a piece can name every kind", || format!("{n_kinds} kinds"));
    let (mut ascii, mut glyphs, mut names) = (HashSet::new(), HashSet::new(), HashSet::new());
    for kind in &board.kinds {
        let tell = || format!("{kind:?}");
        walk.check(kind.ascii.is_ascii_graphic(), "kinds have an ASCII character", tell);
        walk.check(ascii.insert(kind.ascii), "kinds differ in their ASCII character", tell);
        walk.check(!kind.glyph.is_whitespace(), "kinds have a visible glyph", tell);
        walk.check(glyphs.insert(kind.glyph), "kinds differ in their glyph", tell);
        let named = !kind.name.is_empty() && names.insert(&kind.name);
        walk.check(named, "kinds differ in their name", tell);
    }
}

fn exists(board: &Board, site: SiteId) -> bool {
    site.index() < board.sites.len()
}

/// Checks the scene of the walk's position, and the paths of its moves.
pub(super) fn check<G: Notation + Depict>(walk: &Walk<G>, board: &Board, moves: &[G::Move]) {
    let (game, pos) = (walk.game, &walk.pos);
    let scene = game.scene(pos);
    let mut seen = HashSet::new();
    for piece in &scene.pieces {
        let tell = || format!("{piece:?}");
        walk.check(exists(board, piece.site), "pieces stand on sites of the board", tell);
        let known = usize::from(piece.kind) < board.kinds.len();
        walk.check(known, "pieces are of a kind of the board", tell);
        walk.check(piece.count > 0, "a piece is there at least once", tell);
        let law = "pieces of one kind on one site are counted, not repeated";
        walk.check(seen.insert((piece.site, piece.kind)), law, tell);
    }
    for mark in &scene.marks {
        walk.check(exists(board, mark.site), "marks are on sites of the board", || {
            format!("{mark:?}")
        });
    }
    // An editor can be had for one position of the game, and then for all of them.
    if let Turn::Player(player) = game.turn(pos)
        && let Turn::Player(first) = game.turn(&game.start())
        && game.compose(&game.scene(&game.start()).pieces, first).is_ok()
    {
        let composed = game.compose(&scene.pieces, player);
        // Where positions come back, one may hold counts that no piece shows.
        let counted = |other: &G::Position| {
            G::CYCLES && game.turn(other) == game.turn(pos) && game.scene(other) == scene
        };
        let same = composed.as_ref().is_ok_and(|other| other == pos || counted(other));
        let law = "a position is composed again from its scene";
        walk.check(same, law, || format!("{composed:?}"));
    }
    let dice = game.turn(pos) == Turn::Chance;
    let mut paths = HashSet::with_capacity(moves.len());
    for &mv in moves {
        let path = game.path(pos, mv);
        let tell = || format!("{mv:?}, written {}", game.write_move(pos, mv));
        let inside = path.iter().all(|&site| exists(board, site));
        walk.check(inside, "paths touch sites of the board", tell);
        let hops = game.hops(pos, mv);
        let mut ways = game.ways(pos, mv);
        if !hops.is_empty() {
            ways.push(hops.clone());
        }
        if !ways.is_empty() {
            let mut there = pos.clone();
            game.play(&mut there, mv);
            let there = standing(&game.scene(&there));
            // A match goes on with a new game.
            let anew = there == standing(&game.scene(&game.start()));
            for way in ways {
                let mut hopped = scene.clone();
                way.iter().for_each(|hop| hopped.hop(hop));
                let law = "the steps of a move lead where the move leads";
                walk.check(anew || standing(&hopped) == there, law, tell);
            }
            let in_turn = hops.iter().all(|hop| hop.touched <= path.len())
                && hops.is_sorted_by_key(|hop| hop.touched);
            walk.check(in_turn, "steps follow the path of their move", tell);
        }
        // Nobody's hand makes the dice fall as they do.
        walk.check(dice || paths.insert(path), "no two moves have the same path", tell);
    }
}

/// How many pieces stand where. Their kinds may change when a move ends, as men become kings.
fn standing(scene: &Scene) -> BTreeMap<u16, u16> {
    let mut standing = BTreeMap::new();
    for piece in &scene.pieces {
        *standing.entry(piece.site.0).or_default() += piece.count;
    }
    standing
}
