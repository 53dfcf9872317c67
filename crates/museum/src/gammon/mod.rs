//! The backgammon player of W. E. Bushey's thesis "Gammon, an approach to the concept of strategy in
//! game-playing programs", Naval Postgraduate School, 1970.
//!
//! A strategy is a set of tactics with coefficients, in three levels. Plays are generated because a
//! tactic wants them and scored by how well they serve the tactics of the current strategy; rules over
//! the statistics of the game change the strategy; the grades of a tutor change the coefficients.
//!
//! | file | subject |
//! |---|---|
//! | `statistics` | the numbers of both sides |
//! | `strategy` | seven strategies, and the rules by which they change |
//! | `tactic`, `proposal`, `award`, `risk` | tactics: names, generators, evaluators |
//! | `tables` | chances of hits and of entering |
//! | `set` | tactics and coefficients of all strategies, in a file |
//! | `template` | short-range objectives, in a file |
//! | `change`, `choose` | what a play changes, and which one is picked |
//! | `decision`, `explain`, `words` | the same with all reasons |
//! | `game`, `roll`, `board`, `batch`, `seat` | whole games |
//! | `sample` | the sample game of the document, beside what a set plays |
//! | `grade`, `tutor`, `command`, `display`, `lesson` | the tutor and his terminal |
//! | `teacher`, `learn` | learning without a tutor |
//! | `bot` | the player in a chair |
//!
//! What departs from the original: doublets are one play of four steps, as the rules have it; plays
//! are whole from the beginning, so that entering men and the last man home need no half-moves; where
//! listing and text disagree or cannot be read, the place says what was done.

mod award;
mod batch;
mod board;
mod bot;
#[cfg(test)]
mod bot_tests;
mod change;
mod choose;
mod command;
mod decision;
mod display;
mod explain;
mod game;
mod grade;
mod learn;
mod lesson;
mod proposal;
mod risk;
mod roll;
mod sample;
mod seat;
mod set;
mod statistics;
mod strategy;
mod tables;
mod tactic;
#[cfg(test)]
mod tactic_tests;
mod teacher;
mod teaching;
mod template;
mod text;
mod tutor;
#[cfg(test)]
mod tutor_tests;
mod words;

pub use batch::{Batch, Series, Tells, play_batch};
pub use bot::{Gammon, PARAMS, memory, takes};
pub use choose::{Cause, Choice, How, Partial, choose};
pub use command::{Command, HELP, Shown, Stored};
pub use decision::{Candidate, Decision};
pub use explain::{
    Danger, Difference, Explanation, Rival, Share, explain, explain_in, explain_move, explain_with,
    hitting_rolls,
};
pub use game::{Colour, DiceBox, Ended, GammonGame, Throws};
pub use grade::{Adjusted, grade};
pub use learn::{Composition, SelfPlay, SetTraining, Trial, drop_least, with_all_tactics};
pub use lesson::{TutorTalk, Tutoring};
pub use risk::{BlotRisk, Digits, Over, RiskReading};
pub use sample::{Compared, Sample, SampleMove};
pub use seat::Seat;
pub use set::{FIRST_COEFFICIENTS, LEVELS, Openings, SetError, StrategySet, Weighted};
pub use statistics::{Block, Side, Statistics};
pub use strategy::{Memory, Selected, Strategy, Transitions};
pub use tactic::Tactic;
pub use teacher::plain_teacher;
pub use teaching::{Taught, TaughtBy, Teacher};
pub use template::{Template, TemplateError, read as read_templates};
pub use text::{read_play, write_play};
pub use tutor::{Answer, Session, Tutor};
