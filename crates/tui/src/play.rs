//! The state of one game: the match, who plays, the clocks, and its place in the store.

use std::path::Path;
use std::time::{Duration, Instant};

use henge::core::erased::{DynBot, DynMatch, MoveView};
use henge::core::record::Record;
use henge::core::spec::Spec;
use henge::core::{Clock, Ending, Limits, Player, Turn};
use henge::{Dice, GameError, Guest, Playable};
use henge_store::{Clocks, Keeper, Kept, SavedGame, Shelf, fresh_id};

/// How long a bot without limits of its own thinks where there are no clocks.
const USUAL_TIME: Duration = Duration::from_secs(2);

/// A chair and who sits in it.
pub struct Seat {
    /// `human`, or the name of a bot.
    pub name: String,
    /// The bot, while it does not think.
    pub bot: Option<Box<dyn DynBot>>,
}

impl Seat {
    pub fn new(name: &str) -> Seat {
        Seat { name: name.into(), bot: None }
    }

    pub fn is_human(&self) -> bool {
        self.name == "human"
    }

    /// The name with another value of one option.
    pub fn with_option(&self, key: &str, value: &str) -> Option<String> {
        let mut spec: Spec = self.name.parse().ok()?;
        spec.options.retain(|(known, _)| known != key);
        spec.options.push((key.into(), value.into()));
        Some(spec.to_string())
    }
}

/// Why something was not done.
#[derive(Debug)]
pub struct Refusal {
    pub why: String,
    /// Another program has changed the game, which is at the board now.
    pub changed: bool,
}

impl From<String> for Refusal {
    fn from(why: String) -> Refusal {
        Refusal { why, changed: false }
    }
}

impl From<&str> for Refusal {
    fn from(why: &str) -> Refusal {
        why.to_string().into()
    }
}

/// Something to say about saving the game.
pub enum Notice {
    Good(String),
    Bad(String),
}

/// A game at this keyboard.
pub struct Play {
    pub game: Playable,
    pub table: Box<dyn DynMatch>,
    pub seats: [Seat; 2],
    /// As they were at the last move.
    clocks: Option<Clocks>,
    runs_since: Option<Instant>,
    /// How the game ended before the board ended it.
    ended: Option<Ending>,
    /// What was taken back, the next one last.
    pub future: Vec<String>,
    /// The legal moves now.
    pub legal: Vec<MoveView>,
    keeper: Keeper,
    notice: Option<Notice>,
    /// Nothing is kept: somebody looks at a game, and plays it nowhere.
    pub analysis: bool,
    dice: Dice,
}

impl Play {
    /// A game from its beginning.
    pub fn new(game: Playable, seats: &[String; 2], clocks: Option<Clocks>) -> Play {
        Play::seeded(game, seats, clocks, &fresh_id())
    }

    /// A game of that name: the dice follow from it.
    pub fn seeded(game: Playable, seats: &[String; 2], clocks: Option<Clocks>, id: &str) -> Play {
        let (table, keeper) = (game.rules().start(), Keeper::named(id.into()));
        let seats = [Seat::new(&seats[0]), Seat::new(&seats[1])];
        let mut play = Play {
            game,
            table,
            seats,
            clocks,
            runs_since: None,
            ended: None,
            future: Vec::new(),
            legal: Vec::new(),
            dice: Dice::new(keeper.seed()),
            keeper,
            notice: None,
            analysis: false,
        };
        // A game takes its own rolls.
        let _ = play.dice.throw(&mut *play.table);
        play.look();
        play
    }

    /// A saved game that goes on. One of the server's goes on as a copy: the seats there are others'.
    pub fn resume(saved: &SavedGame) -> Result<Play, String> {
        let game = henge::game_of_saved(&saved.game, None).map_err(|error| match error {
            GameError::Foreign { .. } => {
                format!("{error}: henge resume {} --rules FILE does that", saved.id)
            }
            error => error.to_string(),
        })?;
        let table = saved.record().play(&**game.rules()).map_err(|error| error.to_string())?;
        // A saved game may come from anybody, so that it seats nobody who opens a file or runs a
        // program.
        let mut notice = None;
        let seats = [0, 1].map(|i: usize| match &saved.seats[i] {
            seat if !seat.is_bot => "human".to_string(),
            seat => match game.guest(&seat.name) {
                Guest::Bot(name) => name,
                Guest::Person => game.default_bot().into(),
                Guest::Replaced { bot, why } => {
                    notice = Some(why);
                    bot.into()
                }
            },
        });
        let mut play = Play::new(game, &seats, saved.clocks);
        play.notice = notice.map(Notice::Bad);
        (play.table, play.keeper) = (table, Keeper::of(saved));
        play.dice = Dice::new(play.keeper.seed());
        play.ended = Ending::before_the_board(play.table.turn(), saved.ending);
        if play.ended.is_none() {
            let _ = play.dice.throw(&mut *play.table);
        }
        play.look();
        Ok(play)
    }

    /// A recorded game to look at, from its beginning.
    pub fn analyse(path: &Path) -> Result<Play, String> {
        let shown = path.display();
        let bytes = std::fs::read(path).map_err(|error| format!("{shown}: {error}"))?;
        let fault = |error: henge::core::record::RecordError| format!("{shown}: {error}");
        let mut records = henge::read_records(path, &bytes).map_err(fault)?;
        let record = records.pop().ok_or_else(|| format!("{shown} holds no game"))?;
        let name = record
            .game()
            .ok_or_else(|| format!("{shown}: no [Game \"…\"] tag says which game it is"))?;
        let game =
            henge::game_of_stranger(name, None).map_err(|error| format!("{shown}: {error}"))?;
        let table = record.play(&**game.rules()).map_err(fault)?;
        let mut play = Play::new(game, &["human".into(), "human".into()], None);
        (play.table, play.analysis) = (table, true);
        while play.back_one() {}
        play.look();
        Ok(play)
    }

    /// The same game to be looked at.
    pub fn to_analysis(&self) -> Play {
        let mut play = Play::new(self.game.clone(), &["human".into(), "human".into()], None);
        (play.table, play.analysis) = (self.table.fork(), true);
        play.future.clone_from(&self.future);
        play.look();
        play
    }

    /// After every change: the legal moves, and the clock of the player to move.
    fn look(&mut self) {
        self.legal = match self.turn() {
            Turn::Player(_) => self.table.moves(),
            _ => Vec::new(),
        };
        let runs = self.clocks.is_some() && matches!(self.turn(), Turn::Player(_));
        self.runs_since = runs.then(Instant::now);
    }

    /// What the game waits for, ends that are not on the board included.
    pub fn turn(&self) -> Turn {
        self.ended.map_or_else(|| self.table.turn(), |ending| Turn::Over(ending.outcome))
    }

    /// How the game has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        Ending::of(self.table.turn(), self.ended)
    }

    pub fn is_over(&self) -> bool {
        matches!(self.turn(), Turn::Over(_))
    }

    pub fn ply(&self) -> usize {
        self.table.history().len()
    }

    pub fn name(&self, player: Player) -> &str {
        &self.game.rules().about().players[player.index()]
    }

    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[player.index()]
    }

    /// The person who is to move.
    pub fn person(&self) -> Option<Player> {
        match self.turn() {
            Turn::Player(player) if self.seat(player).is_human() => Some(player),
            _ => None,
        }
    }

    /// The bot that is to move.
    pub fn bot(&self) -> Option<Player> {
        match self.turn() {
            Turn::Player(player) if !self.seat(player).is_human() => Some(player),
            _ => None,
        }
    }

    /// A seed that changes from move to move and from game to game.
    pub fn seed(&self) -> u64 {
        self.keeper.seed().wrapping_add(self.ply() as u64)
    }

    /// What the clocks show now.
    pub fn clocks(&self) -> Option<Clocks> {
        let mut clocks = self.clocks?;
        if let (Some(since), Turn::Player(player)) = (self.runs_since, self.turn()) {
            let left = &mut clocks.left_ms[player.index()];
            *left = left.saturating_sub(since.elapsed().as_millis() as u64);
        }
        Some(clocks)
    }

    /// What a bot may spend on its move.
    pub fn limits(&self, player: Player) -> Limits {
        if let Some(clocks) = self.clocks() {
            let left = Duration::from_millis(clocks.left_ms[player.index()]);
            let clock = Clock { left, increment: Duration::from_millis(clocks.increment_ms) };
            return Limits { clock: Some(clock), ..Limits::NONE };
        }
        // Those that have limits of their own keep them; players of a fixed depth need as long as they
        // need.
        let own = ["depth=", "nodes=", "time=", "level="].iter();
        let limited = own.clone().any(|key| self.seat(player).name.contains(key));
        match self.seat(player).name.split(':').next().unwrap_or_default() {
            _ if limited => Limits::NONE,
            "mangolas1990" | "gier" | "perfect" | "gammon" => Limits::NONE,
            _ => Limits::time(USUAL_TIME),
        }
    }

    /// Plays a move and the rolls that follow it, and saves the game before anybody sees it.
    pub fn play(&mut self, mv: &str, shelf: &Shelf) -> Result<(), Refusal> {
        let Turn::Player(player) = self.turn() else { return Err("the game is over".into()) };
        if self.flag().is_some() {
            return Err("the time is over".into());
        }
        let mut clocks = self.clocks();
        self.table.play(mv).map_err(|error| error.to_string())?;
        // A game takes its own rolls.
        let _ = self.dice.throw(&mut *self.table);
        if let Some(clocks) = &mut clocks {
            clocks.left_ms[player.index()] += clocks.increment_ms;
        }
        (self.clocks, self.runs_since) = (clocks, None);
        self.keep(shelf)?;
        // In an analysis the way on is remembered as long as it is followed.
        let same = self.future.last().is_some_and(|next| next == mv);
        if self.analysis && same {
            self.future.pop();
        } else {
            self.future.clear();
        }
        self.look();
        Ok(())
    }

    fn back_one(&mut self) -> bool {
        match self.table.undo() {
            Some(mv) => {
                self.future.push(mv);
                true
            }
            None => false,
        }
    }

    fn on_one(&mut self) -> bool {
        let Some(mv) = self.future.last().cloned() else { return false };
        if self.table.play(&mv).is_err() {
            return false;
        }
        self.future.pop();
        true
    }

    /// Takes back: to the last time a person was to move, or in an analysis one move with its roll.
    /// What ended the game comes first, where the players have said it.
    pub fn undo(&mut self, shelf: &Shelf) -> Result<(), Refusal> {
        if let Some(why) = self.ended.and_then(|ending| ending.refusal()) {
            return Err(why.into());
        }
        if self.ended.take().is_some() {
            self.look();
            return self.keep(shelf);
        }
        let mut n = 0;
        while self.back_one() {
            n += 1;
            if self.person().is_some() {
                break;
            }
        }
        // Before the bot's own first move no person was to move: it stays.
        let nobody = self.seats.iter().all(|seat| !seat.is_human());
        if n == 0 || self.person().is_none() && !self.analysis && !nobody {
            (0..n).for_each(|_| _ = self.on_one());
            self.look();
            return Err("there is nothing of yours to take back".into());
        }
        self.look();
        self.keep(shelf)
    }

    /// Plays again what was taken back.
    pub fn redo(&mut self, shelf: &Shelf) -> Result<(), Refusal> {
        if self.ended.is_some() {
            return Err("the game is over; taking back comes first".into());
        }
        let mut n = 0;
        while self.on_one() {
            n += 1;
            if self.person().is_some() {
                break;
            }
        }
        self.look();
        if n == 0 {
            return Err("there is nothing to play again".into());
        }
        self.keep(shelf)
    }

    /// Goes to a ply of the game, in an analysis.
    pub fn go_to(&mut self, ply: usize) {
        while self.ply() > ply && self.back_one() {}
        while self.ply() < ply && self.on_one() {}
        self.look();
    }

    /// Ends the game before the board does.
    pub fn end(&mut self, ending: Ending, shelf: &Shelf) -> Result<(), Refusal> {
        self.clocks = self.clocks();
        self.ended = Some(ending);
        self.look();
        self.keep(shelf)
    }

    /// Somebody's time is over.
    pub fn flag(&self) -> Option<Player> {
        let (clocks, Turn::Player(player)) = (self.clocks()?, self.turn()) else { return None };
        (clocks.left_ms[player.index()] == 0).then_some(player)
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let mut record = Record::from_match(&**self.game.rules(), &*self.table);
        record.set_tag("First", self.seats[0].name.as_str());
        record.set_tag("Second", self.seats[1].name.as_str());
        record.set_tag("Date", jiff::Timestamp::now().strftime("%Y-%m-%d").to_string());
        record.set_ending(self.ending());
        record
    }

    /// Saves the game as it is now. A game that cannot be saved goes on, and says so.
    pub fn keep(&mut self, shelf: &Shelf) -> Result<(), Refusal> {
        // Games of bots alone repeat at will, and an analysis belongs to another game.
        if self.analysis || !self.seats.iter().any(Seat::is_human) {
            return Ok(());
        }
        let mut saved = SavedGame::of_record(&self.record(), String::new(), 0);
        saved.game = henge::name_to_save(&saved.game);
        saved.clocks = self.clocks();
        match self.keeper.keep(shelf, saved) {
            Kept::Saved | Kept::StillNotSaved => {}
            Kept::SavedAgain => self.notice = Some(Notice::Good("the game is saved again".into())),
            Kept::NotSaved(why) => {
                self.notice = Some(Notice::Bad(format!("the game is not saved: {why}")));
            }
            Kept::Changed(saved) => {
                *self = Play::resume(&saved)?;
                let why = "another program has changed this game; here it is as it is now".into();
                return Err(Refusal { why, changed: true });
            }
        }
        Ok(())
    }

    /// Writes down how far the clock has run: whoever comes back has no more time than he left with.
    pub fn keep_clocks(&self, shelf: &Shelf) {
        if let (Some(_), Some(clocks)) = (self.runs_since, self.clocks()) {
            self.keeper.keep_clocks(shelf, clocks);
        }
    }

    /// What there is to say about saving, once.
    pub fn take_notice(&mut self) -> Option<Notice> {
        self.notice.take()
    }

    /// What of the game is not on disk, and why.
    pub fn unsaved(&self) -> Option<String> {
        self.keeper.unsaved()
    }
}

#[cfg(test)]
mod tests {
    use henge::core::EndedBy;
    use henge_store::Options;

    use super::*;

    fn two_people() -> Play {
        let game = henge::game("tic-tac-toe").expect("a game");
        Play::new(game, &["human".into(), "human".into()], None)
    }

    fn saved(shelf: &Shelf) -> SavedGame {
        let store = shelf.for_reading().expect("a store");
        let id = store.list(false, 1).expect("a list").games[0].id.clone();
        store.game(&id).expect("a game").expect("a game")
    }

    #[test]
    fn two_apps_at_one_game_lose_no_move() {
        let home = tempfile::tempdir().expect("a folder");
        let [one, two] = [0, 1].map(|_| Shelf::new(Some(home.path().join("henge.db"))));
        let mut first = two_people();
        first.play("b2", &one).expect("a move");
        let mut second = Play::resume(&saved(&two)).expect("a game");
        first.play("a1", &one).expect("a move");
        let refusal = second.play("c3", &two).expect_err("too late");
        assert!(refusal.changed && refusal.why.starts_with("another program"), "{refusal:?}");
        assert_eq!(second.table.history(), ["b2", "a1"]);
        second.play("c3", &two).expect("a move");
        assert_eq!(saved(&one).moves, ["b2", "a1", "c3"]);
        assert!(first.undo(&one).expect_err("too late").changed);
        assert_eq!(first.table.history(), ["b2", "a1", "c3"]);
    }

    #[test]
    fn a_game_that_cannot_be_saved_goes_on_and_says_so() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("henge.db");
        // A folder stands where the file should be.
        std::fs::create_dir(&path).expect("a folder");
        let patience = Duration::from_millis(20);
        let shelf = Shelf::with(Some(path.clone()), Options::default().with_patience(patience));
        let mut play = two_people();
        play.play("b2", &shelf).expect("a move");
        assert!(matches!(play.take_notice(), Some(Notice::Bad(why)) if why.contains("not saved")));
        play.play("a1", &shelf).expect("a move");
        assert!(play.take_notice().is_none(), "it was said");
        assert!(play.unsaved().expect("nothing is saved").starts_with("this game is not saved"));
        std::fs::remove_dir(&path).expect("a folder");
        play.play("c3", &shelf).expect("a move");
        assert!(matches!(play.take_notice(), Some(Notice::Good(_))));
        assert_eq!((saved(&shelf).moves.len(), play.unsaved()), (3, None));
    }

    #[test]
    fn a_game_that_is_over_stays_over() {
        let home = tempfile::tempdir().expect("a folder");
        let shelf = Shelf::new(Some(home.path().join("henge.db")));
        for (ending, stands) in [
            (Ending::resigned(Player::First), false),
            (Ending::agreed(), false),
            (Ending::out_of_time(Player::First), true),
            (Ending::new(henge::core::Outcome::Draw, EndedBy::Adjudication), true),
        ] {
            let mut play = two_people();
            play.play("b2", &shelf).expect("a move");
            play.end(ending, &shelf).expect("an end");
            let mut again = Play::resume(&saved(&shelf)).expect("a game");
            assert_eq!((again.ending(), again.legal.len()), (Some(ending), 0));
            assert!(again.play("a1", &shelf).is_err() && again.redo(&shelf).is_err());
            assert_eq!(again.undo(&shelf).is_err(), stands, "{ending:?}");
            assert_eq!(saved(&shelf).ending.is_some(), stands);
        }
    }

    #[test]
    fn nobody_gets_time_back_by_leaving() {
        let home = tempfile::tempdir().expect("a folder");
        let shelf = Shelf::new(Some(home.path().join("henge.db")));
        let game = henge::game("tic-tac-toe").expect("a game");
        let clocks = Clocks { increment_ms: 0, left_ms: [60_000; 2] };
        let mut play = Play::new(game, &["human".into(), "human".into()], Some(clocks));
        play.play("b2", &shelf).expect("a move");
        std::thread::sleep(Duration::from_millis(60));
        play.keep_clocks(&shelf);
        let again = Play::resume(&saved(&shelf)).expect("a game");
        let left = again.clocks().expect("clocks").left_ms[1];
        assert!(left <= 59_940, "{left}");
    }

    fn a_strangers(game: &str, first: &str) -> SavedGame {
        let text = format!("[Game \"{game}\"]\n[First \"{first}\"]\n[Second \"human\"]\n\n*\n");
        let record = henge::core::record::read(&text).expect("a record").pop().expect("a game");
        SavedGame::of_record(&record, fresh_id(), 0)
    }

    #[test]
    fn a_saved_game_seats_nobody_who_opens_files() {
        let folder = tempfile::tempdir().unwrap();
        let canary = folder.path().join("canary");
        std::fs::write(&canary, "do not touch").unwrap();
        for (game, bot) in [
            ("backgammon", format!("gammon:trace={}", canary.display())),
            ("draughts", format!("gier:trace={}", canary.display())),
            ("connect-four", "trained:weights=/dev/zero".into()),
            ("hex:size=5", "alphabeta:table=65536".into()),
            ("hex:size=5", "external:command=touch x".into()),
        ] {
            let play = Play::resume(&a_strangers(game, &bot)).unwrap();
            assert_eq!(play.seats[0].name, "henge", "{bot}");
            assert!(
                matches!(play.notice, Some(Notice::Bad(why)) if why.contains("henge plays instead"))
            );
        }
        assert_eq!(std::fs::read_to_string(&canary).unwrap(), "do not touch");
        let play = Play::resume(&a_strangers("hex:size=5", "alphabeta:depth=2")).unwrap();
        assert_eq!(play.seats[0].name, "alphabeta:depth=2");
        assert!(play.notice.is_none());
    }

    #[test]
    fn a_saved_game_or_a_record_opens_no_file_of_rules() {
        let folder = tempfile::tempdir().unwrap();
        let rules = folder.path().join("mine.toml");
        let text = "name = \"Mine\"\nboard = { grid = [3, 3] }\n[[win]]\nlines = 3\n";
        std::fs::write(&rules, text).unwrap();
        let name = rules.display().to_string();
        let why = Play::resume(&a_strangers(&name, "human")).err().unwrap();
        assert!(why.contains("only if you name it yourself"), "{why}");
        let record = folder.path().join("evil.henge");
        std::fs::write(&record, format!("[Game \"{name}\"]\n\n*\n")).unwrap();
        assert!(Play::analyse(&record).is_err());
        // The user has begun this one.
        let own = SavedGame { game: henge::name_to_save(&name), ..a_strangers("hex", "human") };
        assert_eq!(Play::resume(&own).unwrap().game.rules().about().title, "Mine");
    }
}
