//! Three games small enough to be solved by trying everything, each with something that engines
//! trip over: [`DiceRace`] has dice, in [`Boxes`] turns do not alternate, on the [`Ring`] positions
//! come back.

pub mod boxes;
pub mod dice_race;
pub mod ring;

pub use boxes::Boxes;
pub use dice_race::DiceRace;
pub use ring::Ring;

use henge_core::Player;

/// The digit that names a player in position texts.
fn digit(player: Player) -> char {
    match player {
        Player::First => '1',
        Player::Second => '2',
    }
}

/// The player whose digit `text` is.
fn player(text: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|&player| text.chars().eq([digit(player)]))
}
