//! A game at the keyboard: lines in, words out. The sitting decides what they mean.

mod advice;
mod files;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use henge::erased::{DynMatch, Thought};
use henge::record::Record;
use henge::review::Tutor;
use henge::table::words::{self, NoWord, Word};
use henge::table::{
    Adjudication, Ask, Clocks, Dice, Effects, Event, Notice, Purpose, Refusal, Sitting,
};
use henge::{Aim, EndedBy, Limits, Outcome, Playable, Player, Registry, StatusLine, Turn};

use advice::think;

use super::input::{Got, Input};
use super::saved::Keeper;
use super::seat::Sitter;
use crate::args::PlayArgs;
use crate::commands::games::wrapped;
use crate::fault::{Done, Fault};
use crate::output::{self, Output};
use crate::setup::stop_flag;

/// What a table at the keyboard is like, from one game to the next.
#[derive(Clone, Copy, Default)]
pub struct Habits {
    /// What a bot may spend on a move.
    pub limits: Limits,
    /// When bots resign.
    pub adjudication: Adjudication,
    /// Whether they think while a person does.
    pub ponder: bool,
    /// What a person's move may cost before a tutor says so, in percent of the expected result.
    pub warn: Option<u32>,
    /// The clocks of a new game.
    pub clocks: Option<Clocks>,
}

/// A game going on, and everything said at the table.
pub struct Session<'a> {
    game: Playable,
    sitting: Sitting,
    sitters: [Sitter; 2],
    habits: Habits,
    /// The zero of the sitting's time.
    began: Instant,
    input: Input,
    games: &'a Registry,
    output: &'a Output,
    /// What the machine thought about the last move it made.
    thought: Option<(String, Thought)>,
    /// A game that was over when it came, as it came, until something is changed in it.
    finished: Option<Record>,
    /// Whoever wants to leave has heard that something is not saved.
    warned: bool,
    /// Keeps the game while it goes on.
    keeper: Keeper,
    /// Warns of moves that cost too much, if somebody is wanted who does.
    tutor: Option<Tutor>,
    /// The board is seen from the other side.
    flip: bool,
}

/// What happens after a line was read.
enum Next {
    Go,
    Leave(Done),
}

impl<'a> Session<'a> {
    /// Goes on keeping the game with `keeper`. Nobody changes the dice by coming back, unless a seed is
    /// given.
    pub fn new(
        game: Playable,
        table: Box<dyn DynMatch>,
        sitters: [Sitter; 2],
        habits: Habits,
        (keeper, seed): (Keeper, Option<u64>),
        (games, output): (&'a Registry, &'a Output),
    ) -> Self {
        let sitting = sit(table, &sitters, &habits, &keeper, seed);
        Session {
            game,
            sitting,
            sitters,
            habits,
            began: Instant::now(),
            input: Input::new(),
            games,
            output,
            thought: None,
            finished: None,
            warned: false,
            keeper,
            tutor: habits.warn.map(Tutor::new),
            flip: false,
        }
    }

    /// The game came with this record. If it is over, it stays over, whatever the board says.
    pub fn came_from(self, record: &Record, clocks: Option<Clocks>) -> Self {
        let clocks = clocks.or(self.habits.clocks);
        let sitting = self.sitting.with_ending(record.ending()).with_clocks(clocks);
        let finished = sitting.is_over().then(|| record.clone());
        Session { sitting, finished, ..self }
    }

    /// Nobody sits down at a game that is over.
    pub fn check_seats(&self, args: &PlayArgs) -> Result<(), Fault> {
        let asked = args.first.is_some() || args.second.is_some();
        match asked && self.sitting.is_over() {
            true => {
                let why = "this game is over, and its seats stay as they are: leave out --first and --second";
                Err(Fault::Call(why.into()))
            }
            false => Ok(()),
        }
    }

    pub fn run(&mut self) -> Result<Done, Fault> {
        let title = self.output.bold(&self.game.rules().about().title);
        self.output.line(format!("{title}: {}", self.who_is_who()))?;
        if self.sitting.has_person() {
            self.output.line("Type a move, or \"help\".")?;
        }
        self.show()?;
        self.handle(Event::Begin, "")?;
        loop {
            let next = match (self.sitting.asked(), self.sitting.stuck()) {
                (Some(ask), _) => self.let_think(ask)?,
                (None, Some(why)) if !self.sitting.has_person() => {
                    return Err(Fault::Data(why.into()));
                }
                (None, None) if !self.sitting.has_person() => return Ok(Done::Finished),
                _ => self.listen()?,
            };
            if let Next::Leave(done) = next {
                return Ok(done);
            }
        }
    }

    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn who_is_who(&self) -> String {
        let [first, second] = &self.game.rules().about().players;
        let [a, b] = &self.sitters;
        format!("{first} is {}, {second} is {}.", a.name, b.name)
    }

    fn player_name(&self, player: Player) -> &str {
        &self.game.rules().about().players[player.index()]
    }

    fn show(&self) -> Result<(), Fault> {
        let board =
            self.output.board_to_play(&**self.game.rules(), self.sitting.table(), self.flip);
        self.output.print(format!("\n{board}\n"))?;
        if let Some(ending) = self.sitting.ending() {
            let players = &self.game.rules().about().players;
            self.output.line(self.output.bold(&output::ending(players, ending)))?;
        }
        Ok(())
    }

    /// Something happens at the table: what follows is kept on disk, said, and shown. `line` is said if it
    /// was a move. Returns whether it was: it may be refused, or another program may have changed the
    /// game, which is at the board then.
    fn handle(&mut self, event: Event<'_>, line: &str) -> Result<bool, Fault> {
        let draws =
            !matches!(event, Event::Begin | Event::Retry | Event::Sit(..) | Event::SwapSeats);
        let effects = match self.sitting.handle(event, self.now()) {
            Ok(effects) => effects,
            Err(refusal) => {
                self.output.line(wrapped(&sentence(&refusal), ""))?;
                return Ok(false);
            }
        };
        if effects.keep.is_some() && !self.keep()? {
            return Ok(false);
        }
        let moved = effects.keep.is_some_and(|ply| ply < self.sitting.ply());
        if moved && !line.is_empty() {
            self.output.line(line)?;
        }
        if let Some(told) = self.told(&effects) {
            self.output.line(wrapped(&told, ""))?;
        }
        if draws && effects.keep.is_some() {
            self.show()?;
        }
        // What was taken back or played again is shown as a whole.
        if let (Some(ply), None) = (effects.keep, &effects.tell) {
            self.tell_rolls(ply)?;
        }
        Ok(!effects.late)
    }

    /// What is said about the consequences of an event.
    fn told(&self, effects: &Effects) -> Option<String> {
        let name = |player: &Player| self.player_name(*player);
        if let Some(notice) = &effects.tell {
            return match notice {
                Notice::TakenBack(moves) => Some(format!("Taken back: {}", moves.join(" "))),
                Notice::PlayedAgain(moves) => Some(format!("Played again: {}", moves.join(" "))),
                Notice::DrawDeclined(player) => {
                    Some(format!("{} declines and plays on.", name(player)))
                }
                Notice::Stuck(player, why) => {
                    Some(format!("{} does not move: {why}.", name(player)))
                }
                Notice::DrawOffered(_)
                | Notice::EndTakenBack
                | Notice::TakeBackAsked(_)
                | Notice::TakeBackDeclined(_) => None,
            };
        }
        let ended = effects.ended?;
        match (ended.by, ended.outcome) {
            (EndedBy::Resignation, Outcome::Win { winner, .. }) => {
                Some(format!("{} resigns.", name(&!winner)))
            }
            (EndedBy::Agreement, _) => Some("A draw is agreed.".into()),
            _ => None,
        }
    }

    fn tell_rolls(&self, ply: usize) -> Result<(), Fault> {
        let table = self.sitting.table();
        for (i, roll) in table.history().iter().enumerate().skip(ply) {
            if table.mover(i).is_none() {
                self.output.line(format!("The dice show {roll}."))?;
            }
        }
        Ok(())
    }

    /// Lets the bot think that is asked.
    fn let_think(&mut self, ask: Ask) -> Result<Next, Fault> {
        let Session { game, sitting, sitters, .. } = self;
        let Some(chair) = &mut sitters[ask.player.index()].chair else { return Ok(Next::Go) };
        let aim = if ask.purpose == Purpose::Draw { Aim::Worth } else { Aim::Move };
        let found = think(game, chair, sitting.table(), (ask.limits, 1, aim));
        let name = chair.full_name().to_string();
        // Ctrl-C hurries a bot that plays with a person, and ends a game of bots.
        if stop_flag().swap(false, Ordering::SeqCst) && !sitting.has_person() {
            return Ok(Next::Leave(Done::Interrupted));
        }
        let best = found.as_ref().ok().and_then(Thought::best).map(String::from);
        let line = match (&found, &best, ask.purpose) {
            (Ok(thought), Some(best), Purpose::Move) => {
                let players = &self.game.rules().about().players;
                let worth = thought.worth(0, ask.player);
                let score = match (worth, thought.lines[0].score) {
                    (Some(worth), _) => format!(": {}", worth.in_words(players)),
                    // It counts in a way of its own.
                    (None, Some((score, _))) => format!(", {score}"),
                    (None, None) => String::new(),
                };
                format!("{} plays {best}{score}.", self.player_name(ask.player))
            }
            _ => String::new(),
        };
        let heard = found.as_ref().map_err(String::as_str);
        let ply = self.sitting.ply();
        self.handle(Event::Thought { ask: ask.id, found: heard }, &line)?;
        if let (Ok(thought), Some(best)) = (found, best)
            && self.sitting.ply() > ply
        {
            let status = self.game.ability::<dyn StatusLine>();
            if let Some(line) = status.and_then(|status| status.status(&name, &thought)) {
                self.output.line(line)?;
            }
            self.thought = Some((format!("{name} played {best}."), thought));
        }
        Ok(Next::Go)
    }

    /// Reads a line, while a bot at the table may think on the time it takes.
    fn ask(&mut self, prompt: &str, words: Vec<String>) -> Result<Got, Fault> {
        let Session { game, input, sitters, sitting, output, .. } = self;
        let ponders = sitting.pondering();
        let chair = ponders.and_then(|player| sitters[player.index()].chair.as_mut());
        let Some(chair) = chair else { return input.ask(prompt, words, output) };
        let (stop, table) = (AtomicBool::new(false), sitting.table());
        std::thread::scope(|scope| {
            scope.spawn(|| chair.ponder(game, table, &stop));
            let got = input.ask(prompt, words, output);
            stop.store(true, Ordering::SeqCst);
            got
        })
    }

    fn prompt(&self) -> String {
        let Some(player) = self.sitting.person() else {
            return match self.sitting.is_over() {
                true => "new, undo, save or quit> ".into(),
                false => "retry, undo, save or quit> ".into(),
            };
        };
        let name = self.player_name(player);
        match self.sitting.clocks(self.now()) {
            Some(clocks) => format!("{name} ({})> ", time_left(clocks.of(player).left)),
            None => format!("{name}> "),
        }
    }

    /// Reads a line and does what it says.
    fn listen(&mut self) -> Result<Next, Fault> {
        let mover = self.sitting.person();
        let moves = match mover {
            Some(_) => self.sitting.table().moves().into_iter().map(|mv| mv.text).collect(),
            None => Vec::new(),
        };
        let words = moves.into_iter().chain(words::all().map(String::from)).collect();
        let line = match self.ask(&self.prompt(), words)? {
            Got::Line(line) => line.trim().to_string(),
            Got::Interrupt => {
                self.output.line("Type \"quit\" to leave.")?;
                return Ok(Next::Go);
            }
            Got::End => return self.leave(),
        };
        if self.sitting.flag(self.now()).is_some() {
            self.handle(Event::Time, "")?;
            return Ok(Next::Go);
        }
        if line.is_empty() {
            return Ok(Next::Go);
        }
        // A move comes first; a colon says that it is none.
        let refused = match mover.filter(|_| !line.starts_with(':')) {
            None => None,
            Some(by) => {
                // The reader says whether it is a move; the table then plays it.
                match self.sitting.table().fork().play(&line) {
                    Ok(()) => {
                        if self.warns(&line)? {
                            return Ok(Next::Go);
                        }
                        self.handle(Event::Move { by, text: &line }, "")?;
                        return Ok(Next::Go);
                    }
                    Err(error) => Some(error),
                }
            }
        };
        let is_move = refused.is_some()
            && henge::begins_a_move(&**self.game.rules(), self.sitting.table(), &line);
        let hint = match (words::read(&line), refused) {
            // It looks like a move, so that it is none of the commands.
            (Ok(_), Some(error)) if is_move => {
                format!("{error}; to use it as a word, type \":{line}\"")
            }
            (Ok(word), _) => return self.obey(word),
            (Err(NoWord::TooLong(word, takes)), refused) => {
                let why = format!("\"{word}\" takes {takes} after it");
                match refused {
                    Some(error) => format!("{error}; as a word, {why}"),
                    None => why,
                }
            }
            (Err(NoWord::Unknown(Some(near))), Some(error)) => {
                format!("{error}; or did you mean \"{near}\"?")
            }
            (Err(NoWord::Unknown(Some(near))), None) => format!("did you mean \"{near}\"?"),
            (Err(NoWord::Unknown(None)), Some(error)) => error.to_string(),
            (Err(NoWord::Unknown(None)), None) => "\"help\" lists the words".into(),
        };
        self.output.line(wrapped(&hint, ""))?;
        Ok(Next::Go)
    }

    fn obey(&mut self, word: Word) -> Result<Next, Fault> {
        // Somebody at the keyboard speaks for whoever is to move.
        let speaker = match self.sitting.turn() {
            Turn::Player(player) => player,
            _ => Player::First,
        };
        match word {
            Word::Help => self.output.print(words::help())?,
            Word::Board => self.show()?,
            Word::Moves => {
                let moves = self.sitting.table().moves().into_iter().map(|mv| mv.text);
                let moves: Vec<String> = moves.collect();
                self.output.line(wrapped(&moves.join(" "), ""))?;
            }
            Word::Suggest => self.suggest()?,
            Word::Lines => self.lines()?,
            Word::Why => self.why()?,
            Word::Undo => _ = self.handle(Event::TakeBack(speaker), "")?,
            Word::Redo => _ = self.handle(Event::Redo(speaker), "")?,
            Word::Retry => _ = self.handle(Event::Retry, "")?,
            Word::Play => self.play_for_me()?,
            Word::Level(level) => self.level(level)?,
            Word::Change => {
                if self.handle(Event::SwapSeats, "")? {
                    self.sitters.swap(0, 1);
                    self.output.line(self.who_is_who())?;
                }
            }
            Word::Reorder(how) => self.reorder(how)?,
            Word::New => {
                let keeper = Keeper::fresh();
                self.sitting =
                    sit(self.game.rules().start(), &self.sitters, &self.habits, &keeper, None);
                (self.finished, self.thought, self.keeper) = (None, None, keeper);
                self.show()?;
                self.handle(Event::Begin, "")?;
            }
            Word::Flip => {
                self.flip = !self.flip;
                self.show()?;
            }
            Word::Analyse => self.output.line(
                "The app analyses games: \"save FILE\" here, then \"henge open FILE\" in the shell.",
            )?,
            Word::Save(path) => self.save(path)?,
            Word::Load(path) => self.load(path)?,
            Word::Resign => _ = self.handle(Event::Resign(speaker), "")?,
            Word::Draw => _ = self.handle(Event::OfferDraw(speaker), "")?,
            Word::Home | Word::Quit => {
                let still_missing = self.keeper.unsaved().is_some() && self.keep()?;
                if let Some(unsaved) =
                    self.keeper.unsaved().filter(|_| still_missing && !self.warned)
                {
                    self.warned = true;
                    self.output.line(wrapped(&format!("Not yet: {unsaved}."), ""))?;
                    let how = "\"save FILE\" writes the game to a file; \"quit\" again leaves it.";
                    self.output.line(how)?;
                    return Ok(Next::Go);
                }
                return self.leave();
            }
        }
        Ok(Next::Go)
    }

    /// Leaves the table, and says what is on disk and what is not.
    fn leave(&mut self) -> Result<Next, Fault> {
        self.keep_clocks();
        if !self.sitting.has_moves() && !self.sitting.is_over() {
            self.keeper.discard();
        }
        if let Some(unsaved) = self.keeper.unsaved() {
            output::note(unsaved);
        } else if !self.sitting.is_over() && self.keeper.has_kept() {
            self.output.line("The game is saved; \"henge resume\" resumes it.")?;
        }
        match self.sitting.stuck() {
            Some(why) => Err(Fault::Data(why.into())),
            None => Ok(Next::Leave(Done::Finished)),
        }
    }

    /// Whoever comes back has no more time than when they left.
    fn keep_clocks(&self) {
        if let Some(clocks) = self.sitting.clocks(self.now()).filter(|_| !self.sitting.is_over()) {
            self.keeper.keep_clocks(clocks);
        }
    }
}

/// The players sit down at the board.
fn sit(
    table: Box<dyn DynMatch>,
    sitters: &[Sitter; 2],
    habits: &Habits,
    keeper: &Keeper,
    seed: Option<u64>,
) -> Sitting {
    let seats = [0, 1].map(|i: usize| sitters[i].seat(habits.limits));
    Sitting::new(table, seats, Dice::new(seed.unwrap_or_else(|| keeper.seed())))
        .with_adjudication(habits.adjudication)
        .with_pondering(habits.ponder)
        .with_clocks(habits.clocks)
}

/// A refusal as a sentence of its own.
fn sentence(refusal: &Refusal) -> String {
    let text = refusal.to_string();
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    match refusal {
        // Quotes what was typed.
        Refusal::Move(_) => text,
        _ => format!("{first}{}.", letters.as_str()),
    }
}

/// What a clock shows, as 4:58 or 9.5.
fn time_left(left: Duration) -> String {
    match left.as_secs() {
        0..10 => format!("{:.1}", left.as_secs_f64()),
        seconds => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole words are always free; short forms that begin a move need a colon, which the session sees
    /// to.
    #[test]
    fn no_word_begins_a_move_of_any_game() {
        let games = henge::Registry::standard();
        for family in games.families() {
            let slug = family.slug();
            let game = games.game(slug).unwrap();
            let table = game.rules().start();
            for word in words::all() {
                assert!(!henge::begins_a_move(&**game.rules(), &*table, word), "{slug}: {word}");
            }
        }
    }
}
