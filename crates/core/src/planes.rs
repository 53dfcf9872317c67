//! Positions as numbers for nets, made of what a board shows: any game that can be drawn has them.

use crate::{Board, Depict, Player, Turn};

/// Numbers on a die.
const PIPS: usize = 6;

/// How many planes there are, and how many numbers each has: one for every site.
///
/// First comes a plane for every kind of piece, which counts them; then one that is full of ones while
/// the first player is to move; and in games with dice six more, each as full as so many dice show its
/// number. What is said in words alone (the score of a match, the cube) is not among them.
pub fn shape<G: Depict>(board: &Board) -> [usize; 2] {
    let dice = if G::CHANCE { PIPS } else { 0 };
    [board.kinds.len() + 1 + dice, board.sites.len()]
}

/// Writes the planes of a position, which `out` has room for.
pub fn write<G: Depict>(game: &G, board: &Board, pos: &G::Position, out: &mut [f32]) {
    let (kinds, sites) = (board.kinds.len(), board.sites.len());
    out.fill(0.0);
    let scene = game.scene(pos);
    for piece in &scene.pieces {
        out[usize::from(piece.kind) * sites + piece.site.index()] += f32::from(piece.count);
    }
    let mut fill = |plane: usize, value: f32| {
        for number in &mut out[plane * sites..(plane + 1) * sites] {
            *number += value;
        }
    };
    if game.turn(pos) == Turn::Player(Player::First) {
        fill(kinds, 1.0);
    }
    if G::CHANCE {
        for &die in scene.dice.iter().filter(|&&die| (1..=PIPS as u8).contains(&die)) {
            fill(kinds + usize::from(die), 1.0);
        }
    }
}
