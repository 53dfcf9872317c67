//! Kalah: seeds are sown around the board, and whoever has more of them in the store at the end wins.
//!
//! William Julius Champion, Jr., invented the game in 1940 and patented its board in the 1950s. The clauses are those that
//! everybody agrees on, with what rule books leave to the players as options:
//!
//! 1. Each player has a row of houses with the same number of seeds in each, and a store at the right end of the
//!    row. South moves first.
//! 2. A move takes all seeds of one own house and sows them one by one against the clock: into the own
//!    houses, the own store, the houses of the other player, and around again. The other player's store is left out.
//! 3. If the last seed falls into the own store, the player moves again.
//! 4. If it falls into an own house that was empty, it is put into the own store together with all seeds of the house
//!    opposite. If that house is empty, the seed stays where it is ([`EmptyCapture::Stays`]) or goes into
//!    the store alone ([`EmptyCapture::Taken`]).
//! 5. The game is over when all houses of a row are empty, whoever is to move. What then lies in the other row goes to
//!    its owner, to the other player, or to nobody ([`Sweep`]).
//! 6. More seeds in the store win.
//! 7. With the pie rule ([`Swap::On`]) the player who moves second may take over the first player's side in place of
//!    their first move; then the other player, who has changed sides, is to move.
//!
//! G. Irving, J. Donkers and J. Uiterwijk ("Solving Kalah", ICGA Journal 23(3), 2000) solved all boards of up to six houses
//! and five seeds but one by the rules that are the defaults here.
//!
//! | file | subject |
//! |---|---|
//! | `rules`, `notation`, `board` | the traits of the core |
//! | `eval`, `claims` | evaluations; what a move does |

mod board;
mod claims;
mod eval;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use eval::{Harvest, Houses, Seeds};
pub use rules::{EmptyCapture, Kalah, Move, Moves, Position, Rules, SizeError, Swap, Sweep};

use henge_core::About;

/// What the two sides are called.
const PLAYERS: [&str; 2] = ["South", "North"];

impl Kalah {
    /// The game in words.
    pub fn about(&self) -> About {
        let [first, second] = PLAYERS;
        let rules = self.rules();
        let empty = match rules.empty_capture {
            EmptyCapture::Stays => "",
            EmptyCapture::Taken => " If that house is empty, the seed goes into the store alone.",
        };
        let sweep = match rules.sweep {
            Sweep::Owner => "its owner takes",
            Sweep::Other => "the other player takes",
            Sweep::Nobody => "nobody takes",
        };
        let swap = match rules.swap {
            Swap::Off => "",
            Swap::On => " North may change sides in place of the first move.",
        };
        About::new("kalah", "Kalah")
            .players(first, second)
            .rules(format!(
                "Take all seeds of one of your houses and sow them one by one against the clock, also into your \
                 store, but not into the other one. If the last seed falls into your store, you move again. If it falls \
                 into an empty house of yours, it goes into your store with all seeds of the house opposite.{empty} When \
                 all houses of a row are empty, {sweep} what lies in the other row, and more seeds win.{swap}"
            ))
            .source("William Julius Champion, Jr., 1940; Irving, Donkers and Uiterwijk, Solving Kalah, 2000")
    }
}
