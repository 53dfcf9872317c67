//! Backgammon, with the cube and matches, Nackgammon, Hypergammon and Acey-Deucey.
//!
//! Two sides move their men around 24 points in opposite directions, by what two dice show, and bear
//! them off; who has borne off all his men first has won. A man alone on a point can be hit and must
//! enter again from the bar; two or more close their point. Both dice must be used if that is
//! possible, four steps after a doublet; if only one die can be used, the larger.
//!
//! One position holds all of it: men, dice, cube, score. In a match the game goes on from one
//! backgammon game to the next until somebody has the points.
//!
//! | file | subject |
//! |---|---|
//! | `men` | where the men are |
//! | `play` | steps, and plays made of them |
//! | `generate` | all results of a roll |
//! | `bear_off` | tables of what is known once all men are home |
//! | `position` | men, dice, cube and score |
//! | `moves` | moves and their iterator |
//! | `rules`, `notation`, `board` | the traits of the core |
//! | `ids` | Position ID, Match ID, XGID |
//! | `eval` | a plain judgement |
//! | `claims` | what a play does: points, hits, blots and their shots |
//! | `mat` | files of matches |

pub mod bear_off;
mod board;
mod claims;
mod eval;
mod generate;
mod ids;
pub mod mat;
mod men;
mod moves;
mod notation;
mod play;
mod position;
mod rules;
#[cfg(test)]
mod tests;

pub use eval::{ByEquity, Equity, Pips};
pub use generate::{Entry, Plays, ROLLS, Roll, generate};
pub use ids::{position_id, read_position_id};
pub use men::{BAR, Men, OFF, rearmost};
pub use moves::{Move, Moves};
pub use play::{Play, Step};
pub use position::{Phase, Position};
pub use rules::{Backgammon, MOST_DOUBLINGS, MOST_LENGTH, Stakes, StakesError, Start};

use henge_core::About;

impl Backgammon {
    /// The game in words.
    pub fn about(&self) -> About {
        let title = match self.start_men() {
            Start::Standard => "Backgammon",
            Start::Nackgammon => "Nackgammon",
            Start::Hypergammon => "Hypergammon",
            Start::AceyDeucey => "Acey-Deucey",
        };
        let (rules, source) = match self.start_men() {
            Start::AceyDeucey => (
                "All men begin off the board. Enter them in the other side's home by what the dice show, \
                 move them around the board, and bear them off once all are home. A man alone on a point \
                 can be hit and must enter before anything else is done; men who have not yet been on the board \
                 may wait. Points with two or more are closed to the other side. Both dice must be \
                 used if they can be, the larger if only one can, and doublets are played four times. \
                 After 2-1, played in full, you name a doublet and play it, and if you could play all of it \
                 you throw again. Bearing off all men wins a point for each man that the loser has left.",
                "Acey-Deucey as it is played in the United States Navy",
            ),
            _ => (
                "Move your men around the board by what the dice show, and bear them off once all \
                 are home. A man alone on a point can be hit and starts again from the bar; points \
                 with two or more are closed to the other side. Both dice must be used if they can \
                 be, the larger if only one can, and doublets are played four times. Bearing off \
                 all men wins: one point, two (a gammon) if the loser has borne off none, three (a \
                 backgammon) if they also have men on the bar or in the winner's home.",
                "the rules of the World Backgammon Federation; money rules as in GNU Backgammon",
            ),
        };
        About::new("backgammon", title)
            .numbered_in_pairs()
            .players("White", "Black")
            .rules(rules)
            .source(source)
    }
}
