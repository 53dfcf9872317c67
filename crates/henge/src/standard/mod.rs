//! The games that come with henge: one file for each, with everybody who plays it.

mod abalone;
pub mod backgammon;
mod breakthrough;
mod connect_four;
mod draughts;
mod files;
mod kalah;
mod morris;
mod nuba;
mod othello;
mod pentominoes;
mod positional;
mod scales;
mod stonehenge;

use crate::Family;

pub use files::game_of_file;

/// All of them, in the order in which people see them.
pub fn families() -> impl Iterator<Item = Family> {
    let built_in = [
        positional::tic_tac_toe_family(),
        connect_four::family(),
        stonehenge::family(),
        pentominoes::family(),
        draughts::family(),
        othello::family(),
        breakthrough::family(),
        morris::family(),
        abalone::family(),
        kalah::family(),
        nuba::family(),
        backgammon::family(),
        positional::go_moku_family(),
        positional::hex_family(),
    ];
    built_in.into_iter().chain(files::files())
}
