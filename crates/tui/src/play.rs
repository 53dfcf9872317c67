//! The state of one game: the table, the bots at it, and its place in the store.

use std::path::Path;
use std::time::Instant;

use henge::erased::{DynMatch, MoveView};
use henge::record::Record;
use henge::table::{self, Adjudication, Clocks, Dice, Effects, Event, Seat, Sitting};
use henge::{GameError, Guest, Playable, Player, Registry, Turn};
use henge_store::{Keeper, Kept, SavedGame, Shelf, fresh_id};

use crate::engine::{SharedChair, chair};

/// What the bots of the app are like, in every game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Habits {
    /// Whether they think while a person does.
    pub ponder: bool,
    /// When they resign.
    pub adjudication: Adjudication,
    /// What a person's move may cost before a tutor says so, in percent of the expected result.
    pub warn: Option<u32>,
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

impl From<table::Refusal> for Refusal {
    fn from(refusal: table::Refusal) -> Refusal {
        refusal.to_string().into()
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
    sitting: Sitting,
    /// The zero of the sitting's time.
    began: Instant,
    /// The bots. In a person's chair nobody is ever asked.
    chairs: [SharedChair; 2],
    pub habits: Habits,
    keeper: Keeper,
    notice: Option<Notice>,
    /// Nothing is kept: somebody looks at a game, and plays it nowhere.
    pub analysis: bool,
    /// The legal moves now.
    pub legal: Vec<MoveView>,
    /// What was taken back and can be played again, the next one first.
    pub ahead: Vec<String>,
}

impl Play {
    /// A game from its beginning. Like every other one it waits for [`Event::Begin`].
    pub fn new(
        game: Playable,
        names: &[String; 2],
        clocks: Option<Clocks>,
        habits: Habits,
    ) -> Play {
        Play::named(game, names, clocks, habits, &fresh_id())
    }

    /// A game of that name: the dice follow from it.
    pub fn named(
        game: Playable,
        names: &[String; 2],
        clocks: Option<Clocks>,
        habits: Habits,
        id: &str,
    ) -> Play {
        let keeper = Keeper::named(id.into());
        let table = game.rules().start();
        let sitting = Sitting::new(table, seats(names), Dice::new(keeper.seed()));
        Play::at(game, sitting.with_clocks(clocks), keeper, habits)
    }

    /// A saved game that goes on. One of the server's goes on as a copy: the seats there are others'.
    pub fn resume(games: &Registry, saved: &SavedGame, habits: Habits) -> Result<Play, String> {
        let game = games.game_of_saved(&saved.game, None).map_err(|error| match error {
            GameError::Foreign { .. } => {
                format!("{error}: henge resume {} --rules FILE does that", saved.id)
            }
            error => error.to_string(),
        })?;
        Play::of_saved(game, saved, habits)
    }

    /// The same where the game is known.
    pub fn of_saved(game: Playable, saved: &SavedGame, habits: Habits) -> Result<Play, String> {
        let table = saved.record().play(&**game.rules()).map_err(|error| error.to_string())?;
        // A saved game may come from anybody, so that it seats nobody who opens a file or runs a
        // program.
        let mut notice = None;
        let names = [0, 1].map(|i: usize| match &saved.seats[i] {
            seat if !seat.is_bot => Seat::HUMAN.to_string(),
            seat => match game.guest(&seat.name) {
                Guest::Bot(name) => name,
                Guest::Person => game.default_bot().into(),
                Guest::Replaced { bot, why } => {
                    notice = Some(why);
                    bot.into()
                }
            },
        });
        let keeper = Keeper::of(saved);
        let sitting = Sitting::new(table, seats(&names), Dice::new(keeper.seed()))
            .with_ending(saved.ending)
            .with_clocks(saved.clocks);
        let notice = notice.map(Notice::Bad);
        Ok(Play { notice, ..Play::at(game, sitting, keeper, habits) })
    }

    /// A recorded game to look at, from its beginning.
    ///
    /// If the rules are in a file, it is `rules`, which the user has named, or one of the user's own
    /// games: a record opens no other file.
    pub fn analyse(games: &Registry, path: &Path, rules: Option<&Path>) -> Result<Play, String> {
        let shown = path.display();
        let bytes = std::fs::read(path).map_err(|error| format!("{shown}: {error}"))?;
        let fault = |error: henge::record::RecordError| format!("{shown}: {error}");
        let mut records = henge::read_records(path, &bytes).map_err(fault)?;
        let record = records.pop().ok_or_else(|| format!("{shown} holds no game"))?;
        let name = record
            .game()
            .ok_or_else(|| format!("{shown}: no [Game \"…\"] tag says which game it is"))?;
        let own = || games.own_games().into_iter().find(|own| own.path == Path::new(name));
        let own = if rules.is_none() { own() } else { None };
        let rules = rules.or(own.as_ref().map(|own| &*own.path));
        let game = games.game_of_stranger(name, rules);
        let game = game.map_err(|error| format!("{shown}: {error}"))?;
        let mut table = record.play(&**game.rules()).map_err(fault)?;
        while table.undo().is_some() {}
        Ok(Play::looked_at(game, table))
    }

    /// The same game to be looked at.
    pub fn to_analysis(&self) -> Play {
        Play::looked_at(self.game.clone(), self.sitting.table().fork())
    }

    /// A position to be looked at, of which nothing is kept.
    pub fn looked_at(game: Playable, table: Box<dyn DynMatch>) -> Play {
        let keeper = Keeper::fresh();
        let seats = [Seat::human(), Seat::human()];
        let sitting = Sitting::new(table, seats, Dice::new(keeper.seed()));
        Play { analysis: true, ..Play::at(game, sitting, keeper, Habits::default()) }
    }

    fn at(game: Playable, sitting: Sitting, keeper: Keeper, habits: Habits) -> Play {
        let sitting = sitting.with_adjudication(habits.adjudication).with_pondering(habits.ponder);
        let chairs =
            Player::BOTH.map(|player| chair(&sitting.seat(player).name, seed(&keeper, player)));
        let mut play = Play {
            game,
            sitting,
            began: Instant::now(),
            chairs,
            habits,
            keeper,
            notice: None,
            analysis: false,
            legal: Vec::new(),
            ahead: Vec::new(),
        };
        play.look();
        play
    }

    /// After every change: the moves that are possible now, and those that were taken back.
    fn look(&mut self) {
        let table = self.sitting.table();
        self.legal = match self.sitting.turn() {
            Turn::Player(_) => table.moves(),
            _ => Vec::new(),
        };
        self.ahead.clear();
        if table.n_undone() > 0 {
            let mut copy = table.fork();
            self.ahead.extend(std::iter::from_fn(|| copy.redo()));
        }
    }

    /// The table, to be looked at.
    pub fn sitting(&self) -> &Sitting {
        &self.sitting
    }

    pub fn name(&self, player: Player) -> &str {
        &self.game.rules().about().players[player.index()]
    }

    /// The bot of this player.
    pub fn chair(&self, player: Player) -> SharedChair {
        SharedChair::clone(&self.chairs[player.index()])
    }

    /// What the clocks show now.
    pub fn clocks(&self) -> Option<Clocks> {
        self.sitting.clocks(self.began.elapsed())
    }

    /// Something happens at the table. What follows is saved before anybody sees it.
    pub fn handle(&mut self, event: Event<'_>, shelf: &Shelf) -> Result<Effects, Refusal> {
        let effects = self.sitting.handle(event, self.began.elapsed())?;
        if effects.keep.is_some() {
            self.look();
            // From the first roll on: nobody gets other dice by coming back.
            if self.sitting.ply() > 0 || self.sitting.is_over() || self.keeper.is_on_disk() {
                self.keep(shelf)?;
            }
        }
        Ok(effects)
    }

    /// Another bot takes this player's seat.
    pub fn seat_bot(
        &mut self,
        player: Player,
        name: &str,
        shelf: &Shelf,
    ) -> Result<Effects, Refusal> {
        let effects = self.handle(Event::Sit(player, Seat::bot(name)), shelf)?;
        self.chairs[player.index()] = chair(name, seed(&self.keeper, player));
        Ok(effects)
    }

    /// The players change sides.
    pub fn swap_seats(&mut self, shelf: &Shelf) -> Result<Effects, Refusal> {
        let effects = self.handle(Event::SwapSeats, shelf)?;
        self.chairs.swap(0, 1);
        Ok(effects)
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let mut record = self.sitting.record(&**self.game.rules());
        record.set_tag("Date", jiff::Timestamp::now().strftime("%Y-%m-%d").to_string());
        record
    }

    /// Saves the game as it is now. A game that cannot be saved goes on, and says so.
    pub fn keep(&mut self, shelf: &Shelf) -> Result<(), Refusal> {
        // Games of bots alone repeat at will, and an analysis belongs to another game.
        if self.analysis || !self.sitting.has_person() {
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
                *self = Play::of_saved(self.game.clone(), &saved, self.habits)?;
                let why = "another program has changed this game; here it is as it is now".into();
                return Err(Refusal { why, changed: true });
            }
        }
        Ok(())
    }

    /// Writes down how far the clock has run: nobody comes back with more time than they left with.
    pub fn keep_clocks(&self, shelf: &Shelf) {
        if let (Some(_), Some(clocks)) = (self.sitting.running(), self.clocks()) {
            self.keeper.keep_clocks(shelf, clocks);
        }
    }

    /// Deletes the game if nobody has moved, or all was taken back: nobody wants to resume it.
    pub fn discard_if_empty(&mut self, shelf: &Shelf) {
        if !self.analysis && !self.sitting.has_moves() && !self.sitting.is_over() {
            self.keeper.discard(shelf);
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

/// The seed of a bot: another one for every game and every chair.
fn seed(keeper: &Keeper, player: Player) -> u64 {
    keeper.seed().wrapping_add(player.index() as u64)
}

/// The seats of those who are called so: `human`, or the name of a bot.
fn seats(names: &[String; 2]) -> [Seat; 2] {
    [0, 1].map(|i: usize| match names[i].as_str() {
        Seat::HUMAN => Seat::human(),
        name => Seat::bot(name),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use henge_store::Options;

    use super::*;

    fn sit(second: &str, clocks: Option<Clocks>) -> Play {
        let game = henge_museum::game("tic-tac-toe").expect("a game");
        Play::new(game, &["human".into(), second.into()], clocks, Habits::default())
    }

    fn two_people() -> Play {
        sit("human", None)
    }

    impl Play {
        fn moves(&mut self, text: &str, shelf: &Shelf) -> Result<Effects, Refusal> {
            let by = self.sitting.person().unwrap_or(Player::First);
            self.handle(Event::Move { by, text }, shelf)
        }

        fn history(&self) -> Vec<String> {
            self.sitting.table().history()
        }
    }

    fn resumed(shelf: &Shelf) -> Play {
        Play::resume(&henge_museum::games(), &saved(shelf), Habits::default()).expect("a game")
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
        first.moves("b2", &one).expect("a move");
        let mut second = resumed(&two);
        first.moves("a1", &one).expect("a move");
        let refusal = second.moves("c3", &two).expect_err("too late");
        assert!(refusal.changed && refusal.why.starts_with("another program"), "{refusal:?}");
        assert_eq!(second.history(), ["b2", "a1"]);
        second.moves("c3", &two).expect("a move");
        assert_eq!(saved(&one).moves, ["b2", "a1", "c3"]);
        let take_back = Event::TakeBack(Player::First);
        assert!(first.handle(take_back, &one).expect_err("too late").changed);
        assert_eq!(first.history(), ["b2", "a1", "c3"]);
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
        play.moves("b2", &shelf).expect("a move");
        assert!(matches!(play.take_notice(), Some(Notice::Bad(why)) if why.contains("not saved")));
        play.moves("a1", &shelf).expect("a move");
        assert!(play.take_notice().is_none(), "it was said");
        assert!(play.unsaved().expect("nothing is saved").starts_with("this game is not saved"));
        std::fs::remove_dir(&path).expect("a folder");
        play.moves("c3", &shelf).expect("a move");
        assert!(matches!(play.take_notice(), Some(Notice::Good(_))));
        assert_eq!((saved(&shelf).moves.len(), play.unsaved()), (3, None));
    }

    #[test]
    fn a_game_that_is_over_stays_over() {
        let home = tempfile::tempdir().expect("a folder");
        let shelf = Shelf::new(Some(home.path().join("henge.db")));
        let draw = henge::Outcome::Draw;
        for (event, stands) in [
            (Event::Resign(Player::First), false),
            (Event::OfferDraw(Player::Second), false),
            (Event::Adjudicate(draw), true),
        ] {
            let mut play = two_people();
            play.moves("b2", &shelf).expect("a move");
            let ended = play.handle(event, &shelf).expect("an end").ended;
            let mut again = resumed(&shelf);
            assert_eq!((again.sitting.ending(), again.legal.len()), (ended, 0));
            assert!(ended.is_some() && again.moves("a1", &shelf).is_err());
            assert!(again.handle(Event::Redo(Player::First), &shelf).is_err());
            let back = again.handle(Event::TakeBack(Player::First), &shelf);
            assert_eq!(back.is_err(), stands, "{ended:?}");
            assert_eq!(saved(&shelf).ending.is_some(), stands);
        }
    }

    #[test]
    fn a_flag_that_has_fallen_stays_down() {
        let home = tempfile::tempdir().expect("a folder");
        let shelf = Shelf::new(Some(home.path().join("henge.db")));
        let mut play = sit("human", Some(Clocks::from_ms([20; 2], 0)));
        play.handle(Event::Begin, &shelf).expect("a game");
        std::thread::sleep(Duration::from_millis(30));
        let effects = play.moves("b2", &shelf).expect("an end");
        assert!(effects.late && effects.ended.is_some() && play.history().is_empty());
        let mut again = resumed(&shelf);
        let why = again.handle(Event::TakeBack(Player::First), &shelf).expect_err("it stands").why;
        assert!(why.contains("on time"), "{why}");
    }

    #[test]
    fn a_game_is_saved_from_its_first_move_or_roll_on() {
        let home = tempfile::tempdir().expect("a folder");
        let shelf = Shelf::new(Some(home.path().join("henge.db")));
        let mut play = sit("random", None);
        play.handle(Event::Begin, &shelf).expect("a game");
        play.swap_seats(&shelf).expect("other seats");
        assert!(!play.keeper.is_on_disk());
        let game = henge_museum::game("backgammon").expect("a game");
        let names = ["human".to_string(), "human".to_string()];
        let mut play = Play::new(game, &names, None, Habits::default());
        play.handle(Event::Begin, &shelf).expect("a game");
        assert_eq!((saved(&shelf).moves, play.history().len()), (play.history(), 1));
        // Whoever leaves without a move leaves nothing.
        play.discard_if_empty(&shelf);
        assert!(
            shelf.for_reading().expect("a store").list(false, 1).expect("a list").games.is_empty()
        );
    }

    #[test]
    fn a_way_that_is_followed_stays() {
        let shelf = Shelf::new(None);
        let game = henge_museum::game("backgammon").expect("a game");
        let names = ["human".to_string(), "human".to_string()];
        let mut play = Play::new(game, &names, None, Habits::default());
        play.handle(Event::Begin, &shelf).expect("a game");
        for _ in 0..4 {
            let mv = play.legal[0].text.clone();
            play.moves(&mv, &shelf).expect("a move");
        }
        let game = play.history();
        let mut look = play.to_analysis();
        look.handle(Event::GoTo(1), &shelf).expect("a ply");
        assert_eq!(look.ahead, game[1..]);
        // Other dice would fall in the analysis, but these have fallen.
        look.moves(&game[1], &shelf).expect("a move");
        assert_eq!((look.history(), &look.ahead[..]), (game[..3].to_vec(), &game[3..]));
        let other = look.legal.last().expect("a move").text.clone();
        look.moves(&other, &shelf).expect("a move");
        assert!(look.ahead.is_empty());
        look.handle(Event::GoTo(0), &shelf).expect("a ply");
        look.handle(Event::GoTo(usize::MAX), &shelf).expect("a ply");
        assert_eq!(look.history()[3], other);
    }

    #[test]
    fn nobody_gets_time_back_by_leaving() {
        let home = tempfile::tempdir().expect("a folder");
        let shelf = Shelf::new(Some(home.path().join("henge.db")));
        let mut play = sit("human", Some(Clocks::from_ms([60_000; 2], 0)));
        play.handle(Event::Begin, &shelf).expect("a game");
        play.moves("b2", &shelf).expect("a move");
        std::thread::sleep(Duration::from_millis(60));
        play.keep_clocks(&shelf);
        let left = resumed(&shelf).clocks().expect("clocks").left_ms()[1];
        assert!(left <= 59_940, "{left}");
    }

    fn a_strangers(game: &str, first: &str) -> SavedGame {
        let text = format!("[Game \"{game}\"]\n[First \"{first}\"]\n[Second \"human\"]\n\n*\n");
        let record = henge::record::read(&text).expect("a record").pop().expect("a game");
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
            let play =
                Play::resume(&henge_museum::games(), &a_strangers(game, &bot), Habits::default())
                    .unwrap();
            assert_eq!(play.sitting.seats()[0].name, "henge", "{bot}");
            assert!(
                matches!(play.notice, Some(Notice::Bad(why)) if why.contains("henge plays instead"))
            );
        }
        assert_eq!(std::fs::read_to_string(&canary).unwrap(), "do not touch");
        let play = Play::resume(
            &henge_museum::games(),
            &a_strangers("hex:size=5", "alphabeta:depth=2"),
            Habits::default(),
        )
        .unwrap();
        assert_eq!(play.sitting.seats()[0].name, "alphabeta:depth=2");
        assert!(play.notice.is_none());
    }

    #[test]
    fn a_saved_game_or_a_record_opens_no_file_of_rules() {
        let folder = tempfile::tempdir().unwrap();
        let rules = folder.path().join("mine.toml");
        let text = "name = \"Mine\"\nboard = { grid = [3, 3] }\n[[win]]\nlines = 3\n";
        std::fs::write(&rules, text).unwrap();
        let name = rules.display().to_string();
        let why =
            Play::resume(&henge_museum::games(), &a_strangers(&name, "human"), Habits::default())
                .err()
                .unwrap();
        assert!(why.contains("only if you name it yourself"), "{why}");
        let record = folder.path().join("evil.henge");
        std::fs::write(&record, format!("[Game \"{name}\"]\n\n*\n")).unwrap();
        assert!(Play::analyse(&henge_museum::games(), &record, None).is_err());
        // The user has begun this one.
        let own = SavedGame { game: henge::name_to_save(&name), ..a_strangers("hex", "human") };
        assert_eq!(
            Play::resume(&henge_museum::games(), &own, Habits::default())
                .unwrap()
                .game
                .rules()
                .about()
                .title,
            "Mine"
        );
    }
}
