//! Laws of [`Symmetric`]: an image is the same game seen in a mirror.

use std::collections::HashSet;

use henge_core::{Notation, Symmetric, Turn};

use super::walk::{Pace, Walk};
use super::{LawsOptions, Walked};

/// From how many moves of a position the image of playing is compared with playing the image.
const TRIED: usize = 8;
/// Through how many symmetries a position is looked at. A cube has dozens.
const SEEN: usize = 16;

/// Checks the symmetries of a game by random play from a fixed seed.
///
/// # Panics
/// When a law does not hold, naming the law, the moves that led there and the seed.
pub fn symmetry_laws<G: Symmetric + Notation>(game: &G) -> Walked {
    symmetry_laws_with(game, &LawsOptions { games: 10, ..LawsOptions::default() })
}

/// [`symmetry_laws`], with as much play as `options` say.
pub fn symmetry_laws_with<G: Symmetric + Notation>(game: &G, options: &LawsOptions) -> Walked {
    let mut walk = Walk::new(game, options.seed);
    walk.check(game.n_symmetries() > 0, "the identity is a symmetry", || "no symmetry".into());
    // About what a tenth of a second allows: a unit is the image of a position or of a move.
    let mut pace = Pace::new(200_000, options);
    let mut walked = Walked::default();
    for number in 0..options.games {
        walk.begin(number);
        for ply in 0..=options.plies {
            let moves: Vec<G::Move> = game.moves(&walk.pos).collect();
            walked.positions += 1;
            if pace.allows(number, ply) || moves.is_empty() {
                pace.spend(work(game.n_symmetries(), moves.len()));
                walked.in_full += 1;
                check(&mut walk, &moves);
            }
            if moves.is_empty() {
                walked.endings += 1;
                break;
            }
            walk.step(&moves);
        }
    }
    walked
}

/// What it costs to check a position, in images.
fn work(n_symmetries: usize, n_moves: usize) -> u64 {
    // A canonical key compares all images, unless the game knows better.
    let images = 2 + n_symmetries + n_moves + 2 * n_moves.min(TRIED);
    (n_symmetries.min(SEEN) * images) as u64
}

fn check<G: Symmetric + Notation>(walk: &mut Walk<G>, moves: &[G::Move]) {
    let (game, pos) = (walk.game, walk.pos.clone());
    walk.check(game.image(0, &pos) == pos, "symmetry 0 is the identity", || {
        format!("{:?}", game.image(0, &pos))
    });
    for &mv in moves {
        let image = game.image_move(0, &pos, mv);
        let law = "symmetry 0 leaves every move as it is";
        walk.check(image == mv, law, || format!("{image:?} for {mv:?}"));
    }
    let canonical = game.canonical_key(&pos);
    let symmetries: Vec<usize> = (0..game.n_symmetries()).collect();
    for symmetry in walk.sample(&symmetries, SEEN) {
        let image = game.image(symmetry, &pos);
        let key = game.canonical_key(&image);
        walk.check(key == canonical, "all images have the same canonical key", || {
            format!("{canonical:#x} here and {key:#x} in symmetry {symmetry}, {image:?}")
        });
        check_image(walk, symmetry, &image, moves);
        for mv in walk.sample(moves, TRIED) {
            let mut there = pos.clone();
            game.play(&mut there, mv);
            let mut through = image.clone();
            game.play(&mut through, game.image_move(symmetry, &pos, mv));
            let expected = game.image(symmetry, &there);
            walk.check(through == expected, "images commute with play", || {
                let text = game.write_move(&pos, mv);
                format!("symmetry {symmetry} and {text}: {through:?}, not {expected:?}")
            });
        }
    }
}

fn check_image<G: Symmetric + Notation>(
    walk: &Walk<G>,
    symmetry: usize,
    image: &G::Position,
    moves: &[G::Move],
) {
    let (game, pos) = (walk.game, &walk.pos);
    let turn = game.turn(image);
    walk.check(turn == game.turn(pos), "an image waits for the same", || {
        format!("{turn:?} in symmetry {symmetry}, {image:?}")
    });
    let legal: HashSet<G::Move> = game.moves(image).collect();
    let mut met = HashSet::with_capacity(moves.len());
    for &mv in moves {
        let there = game.image_move(symmetry, pos, mv);
        let law = "legal moves map one to one onto the legal moves of the image";
        walk.check(legal.contains(&there) && met.insert(there), law, || {
            format!("{mv:?} to {there:?} in symmetry {symmetry}, {image:?}")
        });
        if turn == Turn::Chance {
            let (p, q) = (game.probability(pos, mv), game.probability(image, there));
            let law = "the image of a roll has the same chance";
            walk.check(p == q, law, || format!("{p} for {mv:?}, {q} for {there:?}"));
        }
    }
    walk.check(met.len() == legal.len(), "an image has no moves of its own", || {
        format!("{} moves, {} in symmetry {symmetry}, {image:?}", met.len(), legal.len())
    });
}
