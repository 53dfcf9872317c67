//! What the machine says when it is asked, and how strong it is.

use std::sync::atomic::Ordering;

use henge::erased::{DynMatch, Task, Thought};
use henge::table::{Event, Refusal};
use henge::{Aim, Chair, Limits, Playable, Player, Turn, words};

use super::{Session, Sitter, sentence};
use crate::commands::games::wrapped;
use crate::fault::Fault;
use crate::output::{progress, thousands};
use crate::setup::stop_flag;

impl Session<'_> {
    /// What a bot advises: the one that plays here, or the best for this game. One that makes mistakes on
    /// purpose gives no advice.
    fn advise(&mut self, n_lines: usize) -> Result<Thought, Fault> {
        let Session { game, sitting, sitters, habits, .. } = self;
        let strong = |sitter: &&mut Sitter| {
            sitter.chair.is_some() && sitter.option("level").is_none_or(|level| level == "best")
        };
        let chair = sitters.iter_mut().find(strong).and_then(|sitter| sitter.chair.as_mut());
        let mut best = Chair::new(game.analyst().bot, 1);
        let chair = chair.unwrap_or(&mut best);
        let found = think(game, chair, sitting.table(), (habits.limits, n_lines, Aim::Worth));
        stop_flag().store(false, Ordering::SeqCst);
        found.map_err(Fault::Data)
    }

    pub(super) fn suggest(&mut self) -> Result<(), Fault> {
        if !matches!(self.sitting.turn(), Turn::Player(_)) {
            return self.output.line("There is no move to suggest.");
        }
        let thought = self.advise(2)?;
        let best = thought.best().unwrap_or("nothing");
        self.output.line(format!("Suggestion: {}", self.output.bold(best)))?;
        self.reasons(&thought)
    }

    /// The best lines that an engine finds, each with its score.
    pub(super) fn lines(&mut self) -> Result<(), Fault> {
        let Turn::Player(mover) = self.sitting.turn() else {
            return self.output.line("There is no move to look at.");
        };
        let thought = self.advise(3)?;
        let players = &self.game.rules().about().players;
        for (n, line) in thought.lines.iter().enumerate() {
            let worth = thought.worth(n, mover).map(|worth| worth.in_words(players) + ": ");
            let text = format!("{}. {}{}", n + 1, worth.unwrap_or_default(), line.moves.join(" "));
            self.output.line(wrapped(&text, ""))?;
        }
        Ok(())
    }

    fn reasons(&self, thought: &Thought) -> Result<(), Fault> {
        for sentence in &thought.why {
            self.output.line(wrapped(sentence, "  "))?;
        }
        Ok(())
    }

    /// Has the tutor something against a move?
    pub(super) fn warns(&mut self, mv: &str) -> Result<bool, Fault> {
        let Session { game, sitting, tutor: Some(tutor), .. } = self else { return Ok(false) };
        let found = tutor.look(game, sitting.table(), mv, stop_flag());
        stop_flag().store(false, Ordering::SeqCst);
        let Some(warning) = found.map_err(Fault::Data)? else { return Ok(false) };
        for (n, sentence) in warning.sentences.iter().enumerate() {
            self.output.line(wrapped(sentence, if n == 0 { "" } else { "  " }))?;
        }
        self.output.line("Type it again to play it, or another move.")?;
        Ok(true)
    }

    pub(super) fn why(&mut self) -> Result<(), Fault> {
        match &self.thought {
            None => self
                .output
                .line("The machine has made no move yet; \"suggest\" explains a move for you."),
            Some((what, thought)) => {
                self.output.line(what)?;
                self.reasons(thought)
            }
        }
    }

    pub(super) fn play_for_me(&mut self) -> Result<(), Fault> {
        let Some(player) = self.sitting.person() else {
            return self.output.line("There is no move to play.");
        };
        let thought = self.advise(2)?;
        let Some(best) = thought.best().map(String::from) else { return Ok(()) };
        let line = format!("{} plays {best}.", self.player_name(player));
        if self.handle(Event::Move { by: player, text: &best }, &line)? {
            self.thought = Some((format!("{best} was played for you."), thought));
        }
        Ok(())
    }

    pub(super) fn level(&mut self, level: Option<String>) -> Result<(), Fault> {
        let named = self.sitters.iter().any(|sitter| sitter.has_option(&self.game, "level"));
        let number = level.as_ref().is_some_and(|level| level.parse::<u32>().is_ok());
        match named && !number {
            true => self.set_option("level", level, "level", "level easy"),
            false => self.set_option("depth", level, "plies looked ahead", "level 5"),
        }
    }

    pub(super) fn reorder(&mut self, how: Option<String>) -> Result<(), Fault> {
        // Without a word the switch is turned over, as in the menu of 1990.
        let is_off = |sitter: &Sitter| sitter.option("reorder").as_deref() == Some("false");
        let value = match how.as_deref() {
            None => self.sitters.iter().any(is_off).to_string(),
            Some("on") => "true".into(),
            Some("off") => "false".into(),
            Some(other) => other.into(),
        };
        self.set_option("reorder", Some(value), "reordering", "reorder off")
    }

    fn set_option(
        &mut self,
        key: &str,
        value: Option<String>,
        what: &str,
        example: &str,
    ) -> Result<(), Fault> {
        if value.is_some() && self.sitting.is_over() {
            return self.output.line(sentence(&Refusal::SeatsStay));
        }
        let mut known = false;
        for player in Player::BOTH {
            let sitter = &self.sitters[player.index()];
            if !sitter.has_option(&self.game, key) {
                continue;
            }
            known = true;
            if let Some(value) = &value {
                let changed = match sitter.with(&self.game, key, value) {
                    Ok(changed) => changed,
                    Err(error) => return self.output.line(error),
                };
                let seat = changed.seat(self.habits.limits);
                if !self.handle(Event::Sit(player, seat), "")? {
                    return Ok(());
                }
                self.sitters[player.index()] = changed;
            }
            let sitter = &self.sitters[player.index()];
            let now = sitter.option(key).unwrap_or_else(|| "as made".into());
            self.output.line(format!("{}: {what} {now}", sitter.name))?;
        }
        if !known {
            return self
                .output
                .line(format!("No bot at this board has that; it would be \"{example}\"."));
        }
        Ok(())
    }
}

/// Lets a bot think, with a sign of life for those who wait.
pub(super) fn think(
    game: &Playable,
    chair: &mut Chair,
    table: &dyn DynMatch,
    (limits, n_lines, aim): (Limits, usize, Aim),
) -> Result<Thought, String> {
    let bar = progress(chair.name());
    let mut show = |thought: &Thought| {
        let best = thought.best().unwrap_or("");
        bar.set_message(format!(
            "{} and {} nodes, {best}",
            words::plies(thought.depth),
            thousands(thought.nodes)
        ));
    };
    let task = Task { aim, ..Task::new(limits) };
    let task = task.lines(n_lines).stop(stop_flag()).progress(&mut show);
    let found = chair.think(game, table, task);
    bar.finish_and_clear();
    found
}
