//! The player of the 1990 library for positional games (Mangolas), for every game of that family.
//!
//! Alpha-beta to a fixed depth with the evaluation by promise. Successors are put into order and
//! only the first twenty are kept; dead sites are not searched; a tip at which somebody could
//! complete a group at once is searched on. Each of these can be switched off.
//!
//! Where the listing of 1990 and its prose disagree, the prose is followed, and with it the worked
//! examples: dead sites have no promise and count nothing (else proposition 4 would fail), the
//! liveness test looks at the groups of both players (`reading=listing` looks at the mover's only), and successors are sorted by straight
//! selection. Three things are ours. If every successor is dead, nobody can win any more and the
//! value is that of a draw. If every successor loses, the first in order is played; the listing left
//! the move undefined. And the swap of Hex, which 1990 did not know, is taken when the search finds
//! it better than every other move.

mod search;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;

use henge::StatusLine;
use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought, table_of};
use henge_core::spec::{Options, Param, Values};
use henge_core::{Game, Notation, Player, Score, ScoreKind, Turn};
use henge_games::positional::{Move, Position, Positional, Promise};

use search::Search;
pub use search::{BestMove, WON};

use crate::trace_file;

/// Whose groups of distance 1 make a tip live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Those of both players, as the prose says.
    Prose,
    /// Those of the player to move, as the listing's `free_wg_of_size` looks at them.
    Listing,
}

/// The switches of the original.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Switches {
    /// Plies searched before a tip is evaluated, unless it is live.
    pub depth: u32,
    /// Put successors into order.
    pub reorder: bool,
    /// Keep only the first twenty after reordering.
    pub cut: bool,
    /// Search live tips on.
    pub live: bool,
    /// Whose groups make a tip live.
    pub reading: Reading,
    /// Leave dead sites out.
    pub dead: bool,
    /// Write every node to this file.
    pub trace: Option<PathBuf>,
}

impl Default for Switches {
    fn default() -> Self {
        let reading = Reading::Prose;
        Switches {
            depth: 3,
            reorder: true,
            cut: true,
            live: true,
            reading,
            dead: true,
            trace: None,
        }
    }
}

/// The options by which the bot is named: `mangolas1990:depth=3,cut=false`.
pub const PARAMS: &[Param] = &[
    Param::new(
        "depth",
        "3",
        Values::Int { min: 0, max: 100 },
        "plies searched before the evaluation",
    ),
    Param::new("reorder", "true", Values::Flag, "most urgent sites first"),
    Param::new("cut", "true", Values::Flag, "keep only the first twenty sites after reordering"),
    Param::new("live", "true", Values::Flag, "search on where a group lacks one stone"),
    Param::new(
        "reading",
        "prose",
        Values::Choice(&["prose", "listing"]),
        "which groups make a tip live: those of both players, or only the mover's",
    ),
    Param::new("dead", "true", Values::Flag, "leave out sites in no open group"),
    Param::new("trace", "", Values::Output, "a file that gets a line for every node"),
];

impl From<&Options> for Switches {
    fn from(options: &Options) -> Self {
        let trace = options.text("trace");
        Switches {
            depth: options.int("depth").unwrap_or(3) as u32,
            reorder: options.flag("reorder"),
            cut: options.flag("cut"),
            live: options.flag("live"),
            reading: match options.text("reading") {
                "listing" => Reading::Listing,
                _ => Reading::Prose,
            },
            dead: options.flag("dead"),
            trace: (!trace.is_empty()).then(|| trace.into()),
        }
    }
}

/// The player of 1990.
pub struct Mangolas1990<const W: usize> {
    name: String,
    switches: Switches,
    promise: Arc<Promise<W>>,
    has_traced: bool,
}

impl<const W: usize> Mangolas1990<W> {
    /// The bot for the game whose distances `promise` measures.
    pub fn new(name: String, switches: Switches, promise: Arc<Promise<W>>) -> Self {
        Mangolas1990 { name, switches, promise, has_traced: false }
    }

    /// Finds a move; the position stays as it is.
    pub fn find(
        &mut self,
        game: &Positional<W>,
        pos: &Position<W>,
        task: &Task<'_>,
    ) -> Result<BestMove, BotError> {
        let trace = trace_file::open(self.switches.trace.as_deref(), &mut self.has_traced)?;
        Search::new(game, &self.promise, &self.switches, task.limits, task.stop, trace).run(pos)
    }

    /// Says why, in the words of the thesis: distances, promise, tip nodes.
    fn why(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        player: Player,
        found: &BestMove,
    ) -> Vec<String> {
        let names = &game.definition().players;
        let sight = self.promise.look(game, pos);
        let away = |player: Player| match sight.distance(player) {
            Some(distance) => format!("{} is {distance} from a win", names[player.index()]),
            None => format!("{} has no open group left", names[player.index()]),
        };
        let mut why = vec![format!("{}, {}.", away(player), away(!player))];
        if let Move(site) = found.best
            && found.best != Move::SWAP
        {
            let promise = |player: Player| match sight.promise(player, site as usize) {
                Some(promise) => format!("{promise} for {}", names[player.index()]),
                None => format!("none for {}", names[player.index()]),
            };
            let name = game.write_move(pos, found.best);
            why.push(match sight.urgency(site as usize) {
                Some((tpr, wtpr)) => format!(
                    "{name} has promise {}, {}; {wtpr} open {} at distance {tpr} {} through it.",
                    promise(player),
                    promise(!player),
                    if wtpr == 1 { "group" } else { "groups" },
                    if wtpr == 1 { "goes" } else { "go" },
                ),
                None => format!("{name} is dead, as is every other site."),
            });
        } else {
            why.push("The first stone is worth more than any reply to it.".into());
        }
        let value = match found.value {
            WON => "a win".to_string(),
            value if value == -WON => "a loss".to_string(),
            value => format!("{value:+}"),
        };
        let now = self.promise.evaluate(&sight, player);
        why.push(format!(
            "The evaluation is {now:+} now ({} - {}), and {value} after the search: {} evaluated, \
             {} visited.",
            self.promise.sum(&sight, player),
            self.promise.sum(&sight, !player),
            counted(found.tips, "tip node"),
            counted(found.nodes, "node"),
        ));
        let order: Vec<String> =
            found.order.iter().take(5).map(|&mv| game.write_move(pos, mv)).collect();
        if self.switches.reorder && order.len() > 1 {
            why.push(format!("In order of urgency: {}.", order.join(", ")));
        }
        why
    }
}

/// The status line of the original: `Tip nodes evaluated => 490`.
pub struct TipNodes;

impl StatusLine for TipNodes {
    fn status(&self, bot: &str, thought: &Thought) -> Option<String> {
        if !bot.starts_with("mangolas1990") {
            return None;
        }
        // The last reason but one tells them.
        let told = thought.why.iter().find_map(|why| {
            let (before, _) = why.split_once(" tip node")?;
            before.rsplit(' ').next()
        });
        told.map(|n| format!("Tip nodes evaluated => {n}"))
    }
}

/// `1 node`, `2 nodes`.
fn counted(n: u64, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

impl<const W: usize> DynBot for Mangolas1990<W> {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        let table = table_of::<Positional<W>>(table)?;
        let (game, pos) = (table.game(), table.position());
        let Turn::Player(player) = game.turn(pos) else { return Err(BotError::WrongGame) };
        let found = self.find(game, pos, &task)?;
        // A won game has no number in 1990, only the largest there is.
        let score = (found.value.abs() != WON).then(|| Score::estimate(found.value));
        Ok(Thought {
            lines: vec![Line {
                score: score.map(|score| (score, ScoreKind::Estimate)),
                moves: vec![game.write_move(pos, found.best)],
            }],
            depth: self.switches.depth,
            nodes: found.nodes,
            why: self.why(game, pos, player, &found),
            ..Thought::default()
        })
    }
}
