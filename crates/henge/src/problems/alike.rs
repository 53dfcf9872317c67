//! When two positions are the same but for a reflection, a rotation, or the colours of the players.

use std::collections::{BTreeSet, HashMap};

use henge_core::depict::{Board, Outline, Scene};
use henge_core::erased::{DynGame, DynMatch};
use henge_core::{Player, Turn};

/// A text that is the same for positions that look alike: turned, reflected, or with the players exchanged.
///
/// It is told from the drawing alone, so that it holds for any game. Two positions of a game that is less symmetric
/// than its board may be called alike although they are not; no two that are the same but for a symmetry of the board
/// are told apart.
pub fn likeness(game: &dyn DynGame, table: &dyn DynMatch) -> String {
    let (board, scene) = (game.board(), table.scene());
    let mover = match table.turn() {
        Turn::Player(player) => player,
        _ => Player::First,
    };
    let kinds = kinds(board, mover);
    let views = symmetries(board).into_iter().map(|places| view(&scene, &places, &kinds));
    let pieces = views.min().unwrap_or_default();
    let mut dice = scene.dice.clone();
    dice.sort_unstable();
    format!("{pieces:?} {dice:?}")
}

type View = Vec<(Option<usize>, u8, usize, u16)>;

/// The pieces as one symmetry of the board shows them: place, whose, which, how many.
fn view(scene: &Scene, places: &[Option<usize>], kinds: &[(u8, usize)]) -> View {
    let pieces = scene.pieces.iter().map(|piece| {
        let (owner, kind) = kinds[usize::from(piece.kind)];
        (places[piece.site.index()], owner, kind, piece.count)
    });
    let mut view: View = pieces.collect();
    view.sort_unstable();
    view
}

/// For each kind of piece whether it is the mover's, the other's or nobody's, and which of these it is.
fn kinds(board: &Board, mover: Player) -> Vec<(u8, usize)> {
    let mut counts = [0; 3];
    let mut number = |owner: usize| {
        counts[owner] += 1;
        (owner as u8, counts[owner])
    };
    let owner = |kind: &henge_core::depict::Kind| match kind.owner {
        None => 2,
        Some(player) => usize::from(player != mover),
    };
    board.kinds.iter().map(|kind| number(owner(kind))).collect()
}

/// For every symmetry of the board: where each site goes. Points beside a board of cells, where pieces in hand lie, go
/// nowhere.
fn symmetries(board: &Board) -> Vec<Vec<Option<usize>>> {
    let cells = board.sites.iter().any(|site| site.outline != Outline::Dot);
    let is_place = |i: &usize| !(cells && board.sites[*i].outline == Outline::Dot);
    let places: Vec<usize> = (0..board.sites.len()).filter(is_place).collect();
    let n = places.len().max(1) as f64;
    let sum = places.iter().fold((0.0, 0.0), |(x, y), &i| {
        let at = board.sites[i].at;
        (x + f64::from(at.x), y + f64::from(at.y))
    });
    let centre = (sum.0 / n, sum.1 / n);
    let at = |i: usize| {
        let point = board.sites[i].at;
        (f64::from(point.x) - centre.0, f64::from(point.y) - centre.1)
    };
    let rounded = |(x, y): (f64, f64)| ((x * 8.0).round() as i64, (y * 8.0).round() as i64);
    let by_point: HashMap<(i64, i64), usize> =
        places.iter().map(|&i| (rounded(at(i)), i)).collect();
    let near = |(x, y): (f64, f64)| {
        let (cx, cy) = rounded((x, y));
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (cx + dx, cy + dy)));
        let found = around.filter_map(|point| by_point.get(&point).copied());
        let distance = |i: usize| (at(i).0 - x).abs() + (at(i).1 - y).abs();
        found.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
    };
    let mut all = Vec::new();
    for twelfth in 0..12 {
        let (sin, cos) = (f64::from(twelfth) * std::f64::consts::PI / 6.0).sin_cos();
        for side in [1.0, -1.0] {
            let mut goes = vec![None; board.sites.len()];
            let mut taken = BTreeSet::new();
            let fits = places.iter().all(|&i| {
                let (x, y) = (at(i).0 * side, at(i).1);
                let to = near((x * cos - y * sin, x * sin + y * cos));
                goes[i] = to;
                to.is_some_and(|to| taken.insert(to))
            });
            if fits {
                all.push(goes);
            }
        }
    }
    all
}
