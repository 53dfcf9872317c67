use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use henge::core::erased::{DynBot, DynMatch, Task, Thought};
use henge::core::record::{Record, write_result};
use henge::core::{Ending, Limits, Player, Score, ScoreKind, Turn};
use henge::{Dice, Guest, Manners, Mood, Playable};
use henge_store::SavedGame;

use super::input::{Got, Input};
use super::saved::{self, Keeper};
use super::seat::Seat;
use super::words::{self, NoWord, Word};
use crate::args::PlayArgs;
use crate::commands::games::wrapped;
use crate::commands::records;
use crate::fault::{Done, Fault};
use crate::output::{self, Output, progress, state, thousands, write_file};
use crate::setup::stop_flag;

/// A game going on: the board, the two seats, and everything said at the table.
pub struct Session<'a> {
    game: Playable,
    table: Box<dyn DynMatch>,
    seats: [Seat; 2],
    limits: Limits,
    dice: Dice,
    input: Input,
    output: &'a Output,
    /// What the machine thought about the last move it made.
    thought: Option<(String, Thought)>,
    /// How the game ended before the board ended it.
    ended: Option<Ending>,
    /// A game that was over when it came, as it came, until something is changed in it.
    finished: Option<Record>,
    /// Whoever wants to leave has heard that something is not saved.
    warned: bool,
    mood: Mood,
    ponder: bool,
    /// Keeps the game while it goes on.
    keeper: Keeper,
}

/// What happens after a line was read.
enum Next {
    Go,
    Leave(Done),
}

impl<'a> Session<'a> {
    pub fn new(
        game: Playable,
        table: Box<dyn DynMatch>,
        seats: [Seat; 2],
        limits: Limits,
        output: &'a Output,
    ) -> Self {
        let keeper = Keeper::fresh();
        Session {
            game,
            table,
            seats,
            limits,
            dice: Dice::new(keeper.seed()),
            input: Input::new(),
            output,
            thought: None,
            ended: None,
            finished: None,
            warned: false,
            mood: Mood::default(),
            ponder: false,
            keeper,
        }
    }

    /// When bots resign, and whether they think while a person does.
    pub fn with(self, manners: Manners, ponder: bool) -> Self {
        Session { mood: Mood::new(manners), ponder, ..self }
    }

    /// Goes on keeping the game where it came from, with dice that nobody changes by coming back,
    /// unless a seed was given.
    pub fn keep_with(&mut self, keeper: Keeper, seed: Option<u64>) {
        self.dice = Dice::new(seed.unwrap_or_else(|| keeper.seed()));
        self.keeper = keeper;
    }

    /// The game came with this record. If it is over, it stays over, whatever the board says.
    pub fn came_from(&mut self, record: &Record) {
        self.ended = Ending::before_the_board(self.table.turn(), record.ending());
        let over = matches!(self.turn(), Turn::Over(_));
        self.finished = over.then(|| record.clone());
    }

    /// Nobody sits down at a game that is over.
    pub fn check_seats(&self, args: &PlayArgs) -> Result<(), Fault> {
        let asked = args.first.is_some() || args.second.is_some();
        match asked && matches!(self.turn(), Turn::Over(_)) {
            true => {
                let why = "this game is over, and its seats stay as they are: leave out --first and --second";
                Err(Fault::Call(why.into()))
            }
            false => Ok(()),
        }
    }

    pub fn run(&mut self) -> Result<Done, Fault> {
        let title = self.output.bold(&self.game.rules().about().title);
        let [first, second] = self.game.rules().about().players.clone();
        let [a, b] = [0, 1].map(|i: usize| self.seats[i].name());
        self.output.line(format!("{title}: {first} is {a}, {second} is {b}."))?;
        if self.has_human() {
            self.output.line("Type a move, or \"help\".")?;
        }
        self.show()?;
        loop {
            match self.turn() {
                Turn::Over(_) if !self.has_human() => return Ok(Done::Finished),
                Turn::Chance => self.throw_dice()?,
                Turn::Player(player) if !self.seats[player.index()].is_human() => {
                    if let Next::Leave(done) = self.bot_moves(player)? {
                        return Ok(done);
                    }
                }
                _ => {
                    if let Next::Leave(done) = self.listen()? {
                        return Ok(done);
                    }
                }
            }
        }
    }

    fn has_human(&self) -> bool {
        self.seats.iter().any(Seat::is_human)
    }

    /// Whose turn it is, resignation and agreement included.
    fn turn(&self) -> Turn {
        self.ended.map_or_else(|| self.table.turn(), |ended| Turn::Over(ended.outcome))
    }

    fn player_name(&self, player: Player) -> &str {
        &self.game.rules().about().players[player.index()]
    }

    fn show(&self) -> Result<(), Fault> {
        let board = self.output.board(&**self.game.rules(), &*self.table);
        self.output.print(format!("\n{board}\n"))?;
        if let Some(ending) = Ending::of(self.table.turn(), self.ended) {
            let players = &self.game.rules().about().players;
            self.output.line(self.output.bold(&output::ending(players, ending)))?;
        }
        Ok(())
    }

    fn throw_dice(&mut self) -> Result<(), Fault> {
        let rolls = self.table.moves();
        if let Some(roll) = self.dice.roll(&rolls, self.table.history().len()) {
            self.table.play(&roll.text)?;
            self.output.line(format!("The dice show {}.", roll.text))?;
        }
        self.keep()?;
        Ok(())
    }

    fn bot_moves(&mut self, player: Player) -> Result<Next, Fault> {
        let Seat::Bot { bot, .. } = &mut self.seats[player.index()] else { return Ok(Next::Go) };
        let name = bot.name().to_string();
        let mut thought = think(&mut **bot, &*self.table, self.limits, 1)?;
        // Ctrl-C hurries a bot that plays with a person, and ends a game of bots.
        if stop_flag().swap(false, Ordering::SeqCst) && !self.has_human() {
            return Ok(Next::Leave(Done::Interrupted));
        }
        if self.mood.hear(player, &thought).is_some() {
            self.end(Ending::resigned(player), &format!("{} resigns.", self.player_name(player)))?;
            return Ok(Next::Go);
        }
        let Some(best) = thought.best().map(String::from) else { return Ok(Next::Go) };
        self.game.comment(&*self.table, &mut thought);
        self.table.play(&best)?;
        if !self.keep()? {
            return Ok(Next::Go);
        }
        let score = thought.lines[0].score.map(|(score, kind)| match (score.decided(), kind) {
            (None, ScoreKind::Estimate) => format!(", {score}"),
            _ => format!(", {score} ({})", kind.in_words()),
        });
        self.output.line(format!(
            "{} plays {best}{}.",
            self.player_name(player),
            score.unwrap_or_default()
        ))?;
        self.thought = Some((format!("{name} played {best}."), thought));
        self.show()?;
        Ok(Next::Go)
    }

    /// Ends the game before the board does.
    fn end(&mut self, ended: Ending, message: &str) -> Result<(), Fault> {
        self.ended = Some(ended);
        if !self.keep()? {
            return Ok(());
        }
        self.output.line(message)?;
        self.show()
    }

    /// Reads a line, while a bot at the table may think on the time it takes.
    fn ask(&mut self, prompt: &str, words: Vec<String>) -> Result<Got, Fault> {
        let Session { input, seats, table, output, ponder, ended, .. } = self;
        let waits = matches!(table.turn(), Turn::Player(_)) && ended.is_none();
        let bot = seats.iter_mut().find_map(|seat| match seat {
            Seat::Bot { bot, .. } if *ponder && waits => Some(bot),
            _ => None,
        });
        let Some(bot) = bot else { return input.ask(prompt, words, output) };
        let (stop, table) = (AtomicBool::new(false), &**table);
        std::thread::scope(|scope| {
            scope.spawn(|| bot.ponder(table, &stop));
            let got = input.ask(prompt, words, output);
            stop.store(true, Ordering::SeqCst);
            got
        })
    }

    /// Reads a line and does what it says.
    fn listen(&mut self) -> Result<Next, Fault> {
        let over = matches!(self.turn(), Turn::Over(_));
        let prompt = match self.turn() {
            Turn::Player(player) => format!("{}> ", self.player_name(player)),
            _ => "new, undo, save or quit> ".into(),
        };
        let moves: Vec<String> = if over {
            Vec::new()
        } else {
            self.table.moves().into_iter().map(|mv| mv.text).collect()
        };
        let words = moves.iter().cloned().chain(words::all()).collect();
        let line = match self.ask(&prompt, words)? {
            Got::Line(line) => line.trim().to_string(),
            Got::Interrupt => {
                self.output.line("Type \"quit\" to leave.")?;
                return Ok(Next::Go);
            }
            Got::End => return self.leave(),
        };
        if line.is_empty() {
            return Ok(Next::Go);
        }
        // A move comes first; a colon says that it is none.
        let refused = if line.starts_with(':') || over {
            None
        } else {
            match self.table.play(&line) {
                Ok(()) => {
                    if self.keep()? {
                        self.show()?;
                    }
                    return Ok(Next::Go);
                }
                Err(error) => Some(error),
            }
        };
        let is_move =
            refused.is_some() && henge::begins_a_move(&**self.game.rules(), &*self.table, &line);
        let hint = match (words::read(&line), refused) {
            // It looks like a move, so that it is none of the commands.
            (Ok(_), Some(error)) if is_move => {
                format!("{error}; as a command it is \":{line}\"")
            }
            (Ok(word), _) => return self.obey(word),
            (Err(NoWord::TooLong(word, takes)), refused) => {
                let why = format!("\"{word}\" takes {takes} after it");
                match refused {
                    Some(error) => format!("{error}; it is no command either: {why}"),
                    None => why,
                }
            }
            (Err(NoWord::Unknown(Some(near))), Some(error)) => {
                format!("{error}; or did you mean \"{near}\"?")
            }
            (Err(NoWord::Unknown(Some(near))), None) => format!("did you mean \"{near}\"?"),
            (Err(NoWord::Unknown(None)), Some(error)) => error.to_string(),
            (Err(NoWord::Unknown(None)), None) => "\"help\" lists the commands".into(),
        };
        self.output.line(wrapped(&hint, ""))?;
        Ok(Next::Go)
    }

    fn obey(&mut self, word: Word) -> Result<Next, Fault> {
        match word {
            Word::Help => self.output.print(words::help())?,
            Word::Board => self.show()?,
            Word::Moves => {
                let moves: Vec<String> = self.table.moves().into_iter().map(|mv| mv.text).collect();
                self.output.line(wrapped(&moves.join(" "), ""))?;
            }
            Word::Suggest => self.suggest()?,
            Word::Why => self.why()?,
            Word::Undo => self.undo()?,
            Word::Redo => self.redo()?,
            Word::Play => self.play_for_me()?,
            Word::Level(level) => self.level(level)?,
            Word::Change if matches!(self.turn(), Turn::Over(_)) => self.seats_stay()?,
            Word::Change => {
                self.seats.swap(0, 1);
                let [a, b] = [0, 1].map(|i: usize| self.seats[i].name());
                let [first, second] = &self.game.rules().about().players;
                self.output.line(format!("{first} is {a}, {second} is {b}."))?;
            }
            Word::Reorder(how) => self.reorder(how)?,
            Word::New => {
                self.table = self.game.rules().start();
                (self.ended, self.finished, self.thought) = (None, None, None);
                self.keep_with(Keeper::fresh(), None);
                self.show()?;
            }
            Word::Save(path) => self.save(path)?,
            Word::Load(path) => self.load(path)?,
            Word::Resign => {
                if let Turn::Player(player) = self.turn() {
                    let message = format!("{} resigns.", self.player_name(player));
                    self.end(Ending::resigned(player), &message)?;
                }
            }
            Word::Draw => self.offer_draw()?,
            Word::Quit => {
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
        let over = matches!(self.turn(), Turn::Over(_));
        if let Some(unsaved) = self.keeper.unsaved() {
            output::note(unsaved);
        } else if !over && self.keeper.has_kept() {
            self.output.line("The game is kept; \"henge play --resume\" goes on with it.")?;
        }
        Ok(Next::Leave(Done::Finished))
    }

    fn seats_stay(&self) -> Result<(), Fault> {
        self.output.line("The game is over; its seats stay as they are.")
    }

    /// The bot that advises: the one that plays here, or the best for this game. One that makes
    /// mistakes on purpose gives no advice.
    fn advise(&mut self) -> Result<Thought, Fault> {
        let limits = self.limits;
        for seat in &mut self.seats {
            let weak = seat.option("level").is_some_and(|level| level != "best");
            if let Seat::Bot { bot, .. } = seat
                && !weak
            {
                let mut thought = think(&mut **bot, &*self.table, limits, 2)?;
                self.game.comment(&*self.table, &mut thought);
                return Ok(thought);
            }
        }
        let mut bot = self.game.bot(self.game.default_bot())?;
        let mut thought = think(&mut *bot, &*self.table, limits, 2)?;
        self.game.comment(&*self.table, &mut thought);
        Ok(thought)
    }

    /// A person agrees with himself at one keyboard; a bot agrees if it sees nothing better.
    fn offer_draw(&mut self) -> Result<(), Fault> {
        let Turn::Player(player) = self.turn() else {
            return self.output.line("The game is over.");
        };
        let limits = self.limits;
        if let Seat::Bot { bot, .. } = &mut self.seats[(!player).index()] {
            let thought = think(&mut **bot, &*self.table, limits, 1)?;
            stop_flag().store(false, Ordering::SeqCst);
            // What is good for the person to move is bad for the bot.
            let good = thought.lines.first().and_then(|line| line.score);
            if good.is_none_or(|(score, _)| score < Score::DRAW) {
                let name = self.player_name(!player);
                return self.output.line(format!("{name} declines and plays on."));
            }
        }
        self.end(Ending::agreed(), "A draw is agreed.")
    }

    fn suggest(&mut self) -> Result<(), Fault> {
        if !matches!(self.turn(), Turn::Player(_)) {
            return self.output.line("There is no move to suggest.");
        }
        let thought = self.advise()?;
        stop_flag().store(false, Ordering::SeqCst);
        let best = thought.best().unwrap_or("nothing");
        self.output.line(format!("Suggestion: {}", self.output.bold(best)))?;
        self.reasons(&thought)
    }

    fn reasons(&self, thought: &Thought) -> Result<(), Fault> {
        for sentence in &thought.why {
            self.output.line(wrapped(sentence, "  "))?;
        }
        Ok(())
    }

    fn why(&mut self) -> Result<(), Fault> {
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

    fn play_for_me(&mut self) -> Result<(), Fault> {
        let Turn::Player(player) = self.turn() else {
            return self.output.line("There is no move to play.");
        };
        let thought = self.advise()?;
        stop_flag().store(false, Ordering::SeqCst);
        let Some(best) = thought.best().map(String::from) else { return Ok(()) };
        self.table.play(&best)?;
        if !self.keep()? {
            return Ok(());
        }
        self.output.line(format!("{} plays {best}.", self.player_name(player)))?;
        self.thought = Some((format!("{best} was played for you."), thought));
        self.show()
    }

    /// Takes back to the last time a person was to move, or an end that the players have made.
    fn undo(&mut self) -> Result<(), Fault> {
        if let Some(why) = self.ended.and_then(|ended| ended.refusal()) {
            return self.output.line(format!("No: {why}."));
        }
        if self.ended.take().is_some() {
            return if self.keep()? { self.show() } else { Ok(()) };
        }
        let mut taken = Vec::new();
        while let Some(mv) = self.table.undo() {
            taken.push(mv);
            if let Turn::Player(player) = self.table.turn()
                && self.seats[player.index()].is_human()
            {
                break;
            }
        }
        if taken.is_empty() {
            return self.output.line("There is nothing to take back.");
        }
        // Before the bot's own first move no person was to move: it stays.
        let human_to_move =
            matches!(self.table.turn(), Turn::Player(p) if self.seats[p.index()].is_human());
        if !human_to_move && self.has_human() {
            taken.iter().for_each(|_| {
                self.table.redo();
            });
            return self.output.line("There is nothing of yours to take back.");
        }
        if !self.keep()? {
            return Ok(());
        }
        taken.reverse();
        self.output.line(format!("Taken back: {}", taken.join(" ")))?;
        self.show()
    }

    fn redo(&mut self) -> Result<(), Fault> {
        if self.ended.is_some() {
            return self.output.line("The game is over; \"undo\" comes first.");
        }
        let mut again = Vec::new();
        while let Some(mv) = self.table.redo() {
            again.push(mv);
            if matches!(self.table.turn(), Turn::Player(p) if self.seats[p.index()].is_human()) {
                break;
            }
        }
        if again.is_empty() {
            return self.output.line("There is nothing to play again.");
        }
        if !self.keep()? {
            return Ok(());
        }
        self.output.line(format!("Played again: {}", again.join(" ")))?;
        self.show()
    }

    fn level(&mut self, level: Option<String>) -> Result<(), Fault> {
        let named = self.seats.iter().any(|seat| seat.has_option(&self.game, "level"));
        let number = level.as_ref().is_some_and(|level| level.parse::<u32>().is_ok());
        match named && !number {
            true => self.set_option("level", level, "level", "level easy"),
            false => self.set_option("depth", level, "plies looked ahead", "level 5"),
        }
    }

    fn reorder(&mut self, how: Option<String>) -> Result<(), Fault> {
        // Without a word the switch is turned over, as in the menu of 1990.
        let on = self.seats.iter().any(|seat| seat.option("reorder") == Some("false"));
        let value = match how.as_deref() {
            None => on.to_string(),
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
        if value.is_some() && matches!(self.turn(), Turn::Over(_)) {
            return self.seats_stay();
        }
        let mut known = false;
        for i in 0..2 {
            if self.seats[i].has_option(&self.game, key) {
                known = true;
                if let Some(value) = &value
                    && let Err(error) = self.seats[i].set(&self.game, key, value)
                {
                    return self.output.line(error);
                }
                let now = self.seats[i].option(key).unwrap_or("as made");
                self.output.line(format!("{}: {what} {now}", self.seats[i].name()))?;
            }
        }
        // Whoever resumes the game meets the bot as it is now.
        if value.is_some() && !self.table.history().is_empty() {
            self.keep()?;
        }
        if !known {
            return self
                .output
                .line(format!("No bot at this board has that; it would be \"{example}\"."));
        }
        Ok(())
    }

    fn record(&self) -> Record {
        if let Some(finished) = &self.finished {
            return finished.clone();
        }
        let mut record = Record::from_match(&**self.game.rules(), &*self.table);
        record.set_tag("First", self.seats[0].name());
        record.set_tag("Second", self.seats[1].name());
        record.set_tag("Date", saved::today());
        record.set_ending(Ending::of(self.table.turn(), self.ended));
        record
    }

    /// Keeps the game on disk after every move. Says whether it is still this game: if another program
    /// has changed it, that one is at the board now and has been shown.
    fn keep(&mut self) -> Result<bool, Fault> {
        self.finished = None;
        if !self.has_human() {
            return Ok(true);
        }
        let record = self.record();
        let changed = self.keeper.keep(&record);
        self.warned &= self.keeper.unsaved().is_some();
        match changed {
            None => Ok(true),
            Some(saved) => self.take_over(&saved, &record).map(|()| false),
        }
    }

    /// Goes on with the game as another program has left it.
    fn take_over(&mut self, saved: &SavedGame, ours: &Record) -> Result<(), Fault> {
        let record = saved.record();
        let played = record.play(&**self.game.rules());
        self.table = played.map_err(|error| Fault::Data(error.to_string()))?;
        for (seat, kept) in self.seats.iter_mut().zip(&saved.seats) {
            let name = match (kept.is_bot, self.game.guest(&kept.name)) {
                (false, _) => "human".to_string(),
                (true, Guest::Bot(name)) => name,
                (true, _) => continue,
            };
            if seat.name() != name {
                *seat = Seat::new(&self.game, &name, 1)?.into_guest();
            }
        }
        self.thought = None;
        self.came_from(&record);
        let theirs = self.table.history();
        let same = ours.main_line().zip(&theirs).take_while(|(mv, other)| mv == other).count();
        let lost: Vec<&str> = ours.main_line().skip(same).collect();
        self.output.line("Another program has changed this game; it goes on as it is now.")?;
        if !lost.is_empty() {
            self.output.line(wrapped(&format!("Not played: {}.", lost.join(" ")), ""))?;
        }
        self.show()
    }

    fn save(&mut self, path: Option<String>) -> Result<(), Fault> {
        let Some(path) = path else {
            return self.output.line("Where to? As in: save my-game.henge");
        };
        let path = PathBuf::from(path);
        // A file with something else in it is not ours to replace.
        if path.exists() && !henge::is_record(&path) {
            return self
                .output
                .line(format!("{} is not a game record; choose another name.", path.display()));
        }
        let record = self.record();
        let text = match henge::write_records(&path, std::slice::from_ref(&record)) {
            Ok(text) => text,
            Err(error) => return self.output.line(format!("Not saved: {error}.")),
        };
        match write_file(&path, &text) {
            Ok(()) => {
                let (n, result) = (record.main_line().count(), write_result(record.result));
                self.output.line(format!(
                    "Saved {} moves, result {result}, to {}.",
                    thousands(n as u64),
                    path.display()
                ))
            }
            Err(error) => self.output.line(format!("Not saved: {}: {error}", path.display())),
        }
    }

    fn load(&mut self, path: Option<String>) -> Result<(), Fault> {
        let Some(path) = path else {
            return self.output.line("From where? As in: load my-game.henge");
        };
        let loaded = match records::read(Path::new(&path), self.game.file()) {
            Ok(mut games) => games.pop(),
            // The game at the board goes on.
            Err(fault) => {
                fault.report();
                return Ok(());
            }
        };
        let Some(loaded) = loaded else {
            return self.output.line(format!("{path} holds no game."));
        };
        if loaded.game.rules().name() != self.game.rules().name() {
            // The bots were made for the other game.
            for i in 0..2 {
                let name = self.seats[i].name();
                let seat = Seat::new(&loaded.game, &name, 1)
                    .or_else(|_| Seat::new(&loaded.game, loaded.game.default_bot(), 1));
                self.seats[i] = seat?;
            }
        }
        (self.game, self.table) = (loaded.game, loaded.table);
        (self.thought, self.keeper) = (None, Keeper::fresh());
        self.came_from(&loaded.record);
        self.output
            .line(format!("Loaded {path}. {}", state(&**self.game.rules(), &*self.table)))?;
        self.show()
    }
}

/// Lets a bot think, with a sign of life for those who wait.
fn think(
    bot: &mut dyn DynBot,
    table: &dyn DynMatch,
    limits: Limits,
    n_lines: usize,
) -> Result<Thought, Fault> {
    let bar = progress(bot.name());
    let mut show = |thought: &Thought| {
        let best = thought.best().unwrap_or("");
        bar.set_message(format!(
            "depth {}, {} nodes, {best}",
            thought.depth,
            thousands(thought.nodes)
        ));
    };
    let task = Task { limits, n_lines, stop: stop_flag(), progress: &mut show };
    let thought = bot.think(table, task)?;
    bar.finish_and_clear();
    Ok(thought)
}
