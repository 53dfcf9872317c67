use std::fmt;
use std::time::Duration;

use henge_core::erased::{DynGame, DynMatch, Thought};
use henge_core::record::Record;
use henge_core::{EndedBy, Ending, Limits, Outcome, Player, Score, Turn};

use crate::event::{Ask, Effects, Event, Notice, Purpose, Refusal};
use crate::seat::seat;
use crate::{Adjudication, AdjudicationState, Clocks, Dice, Seat, Who};

/// A game that bots have not finished after this many plies is a draw, if the sitting has a limit.
pub const MOST_PLIES: usize = 1_000;
/// The same for games with dice, which always come to an end; a long match takes thousands of plies.
const MOST_PLIES_WITH_DICE: usize = 100_000;
/// How long a bot thinks about an offered draw, if its seat does not say.
const DRAW_TIME: Duration = Duration::from_secs(1);

/// A game in progress. See the documentation of the crate.
pub struct Sitting {
    table: Box<dyn DynMatch>,
    /// What the board waits for: [`DynMatch::turn`], which is not free.
    board: Turn,
    seats: [Seat; 2],
    /// As they were when `runs_since` was set.
    clocks: Option<Clocks>,
    /// Since when the clock of the player to move runs.
    runs_since: Option<Duration>,
    /// How the game ended before the board ended it.
    ended: Option<Ending>,
    draw_offer: Option<Player>,
    /// Who asks to take a move back.
    take_back_asked: Option<Player>,
    /// The question that waits for its answer.
    asked: Option<Ask>,
    n_asked: u64,
    pondering: Option<Player>,
    /// Why the bot to move does not go on.
    stuck: Option<String>,
    dice: Dice,
    has_dice: bool,
    has_limit: bool,
    ponders: bool,
    adjudication: AdjudicationState,
}

impl Clone for Sitting {
    fn clone(&self) -> Sitting {
        Sitting {
            table: self.table.fork(),
            seats: self.seats.clone(),
            stuck: self.stuck.clone(),
            ..*self
        }
    }
}

impl fmt::Debug for Sitting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.table.history().join(" ");
        write!(f, "Sitting {{ {:?}, {moves:?}, {:?} }}", self.seats, self.turn())
    }
}

impl Sitting {
    /// A game from this position on. Nothing happens before [`Event::Begin`].
    pub fn new(table: Box<dyn DynMatch>, seats: [Seat; 2], dice: Dice) -> Sitting {
        Sitting {
            board: table.turn(),
            table,
            seats,
            clocks: None,
            runs_since: None,
            ended: None,
            draw_offer: None,
            take_back_asked: None,
            asked: None,
            n_asked: 0,
            pondering: None,
            stuck: None,
            dice,
            has_dice: false,
            has_limit: false,
            ponders: false,
            adjudication: AdjudicationState::default(),
        }
    }

    /// The game goes on that has ended like this. What has ended stays ended.
    pub fn with_ending(self, declared: Option<Ending>) -> Sitting {
        Sitting { ended: Ending::before_the_board(self.board, declared), ..self }
    }

    /// With clocks, which begin to run when the game does.
    pub fn with_clocks(self, clocks: Option<Clocks>) -> Sitting {
        Sitting { clocks, ..self }
    }

    /// Bots resign, or agree to a draw, by this rule.
    pub fn with_adjudication(self, rules: Adjudication) -> Sitting {
        Sitting { adjudication: AdjudicationState::new(rules), ..self }
    }

    /// A game that does not come to an end is a draw: after [`MOST_PLIES`] moves, in games with dice later.
    pub fn with_limit(self) -> Sitting {
        Sitting { has_limit: true, ..self }
    }

    /// Bots may think while a person does.
    pub fn with_pondering(self, ponders: bool) -> Sitting {
        Sitting { ponders, ..self }
    }

    /// With other dice from now on.
    pub fn with_dice(self, dice: Dice) -> Sitting {
        Sitting { dice, ..self }
    }

    /// The board.
    pub fn table(&self) -> &dyn DynMatch {
        &*self.table
    }

    /// The board, for whoever is done with the rest.
    pub fn into_table(self) -> Box<dyn DynMatch> {
        self.table
    }

    /// The players.
    pub fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// Who plays for that side.
    pub fn seat(&self, player: Player) -> &Seat {
        seat(&self.seats, player)
    }

    /// What the game waits for. An ending that is not on the board counts.
    pub fn turn(&self) -> Turn {
        self.ended.map_or(self.board, |ending| Turn::Over(ending.outcome))
    }

    /// How the game has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        Ending::of(self.board, self.ended)
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        matches!(self.turn(), Turn::Over(_))
    }

    /// How many moves were played, rolls included.
    pub fn ply(&self) -> usize {
        self.table.ply()
    }

    /// The person who is to move.
    pub fn person(&self) -> Option<Player> {
        self.mover().filter(|player| self.seat(*player).is_person())
    }

    /// The bot that is to move.
    pub fn bot(&self) -> Option<Player> {
        self.mover().filter(|player| self.seat(*player).is_bot())
    }

    fn mover(&self) -> Option<Player> {
        match self.turn() {
            Turn::Player(player) => Some(player),
            _ => None,
        }
    }

    /// Whether a person plays.
    pub fn has_person(&self) -> bool {
        self.seats.iter().any(Seat::is_person)
    }

    /// A person's seat that nobody has taken.
    pub fn open_seat(&self) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.seat(*player).who == Who::Nobody)
    }

    /// Who has offered a draw.
    pub fn draw_offer(&self) -> Option<Player> {
        self.draw_offer
    }

    /// Who asks the other player to let a move be taken back.
    pub fn take_back_asked(&self) -> Option<Player> {
        self.take_back_asked
    }

    /// The question that waits for its answer.
    pub fn asked(&self) -> Option<Ask> {
        self.asked
    }

    /// Whose bot thinks on the opponent's time.
    pub fn pondering(&self) -> Option<Player> {
        self.pondering
    }

    /// Why the bot to move does not go on.
    pub fn stuck(&self) -> Option<&str> {
        self.stuck.as_deref()
    }

    /// What the clocks show at that time.
    pub fn clocks(&self, now: Duration) -> Option<Clocks> {
        let clocks = self.clocks?;
        Some(match (self.runs_since, self.turn()) {
            (Some(since), Turn::Player(player)) => clocks.after(player, now.saturating_sub(since)),
            _ => clocks,
        })
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Player> {
        self.mover().filter(|_| self.runs_since.is_some())
    }

    /// Who has no time left.
    pub fn flag(&self, now: Duration) -> Option<Player> {
        let player = self.running()?;
        (self.clocks(now)?.of(player).left == Duration::ZERO).then_some(player)
    }

    /// Whether moves can be taken back: by one person, who has made one.
    pub fn can_take_back(&self) -> bool {
        let stands = self.ended.is_some_and(|ending| !ending.by.can_be_taken_back());
        let by_person = |ply| self.table.mover(ply).is_some_and(|p| self.seat(p).is_person());
        let something = self.ended.is_some() || (0..self.ply()).any(by_person);
        self.is_one_persons() && !stands && something
    }

    /// Whether there is something to play again.
    pub fn can_redo(&self) -> bool {
        self.is_one_persons() && self.ended.is_none() && self.table.n_undone() > 0
    }

    /// Whether no two people play who would have to agree.
    fn is_one_persons(&self) -> bool {
        match [self.seats[0].who, self.seats[1].who] {
            [Who::Person(one), Who::Person(other)] => one == other,
            [Who::Nobody, _] | [_, Who::Nobody] => false,
            _ => true,
        }
    }

    /// The game as a record, without a date.
    pub fn record(&self, rules: &dyn DynGame) -> Record {
        let mut record = Record::from_match(rules, &*self.table);
        record.set_tag("First", self.seats[0].name.as_str());
        record.set_tag("Second", self.seats[1].name.as_str());
        record.set_ending(self.ending());
        record
    }

    /// Something happens. `now` is the time since the sitting began, as the driver measures it. On a
    /// refusal nothing has changed.
    pub fn handle(&mut self, event: Event<'_>, now: Duration) -> Result<Effects, Refusal> {
        if let Some(player) = self.flag(now) {
            let late = !matches!(event, Event::Time);
            let effects = self.end(Ending::out_of_time(player), now);
            return Ok(Effects { late, ..effects });
        }
        let mut effects = match event {
            Event::Begin | Event::Retry => self.begin(now),
            Event::Move { by, text } => self.person_moves(by, text, now)?,
            Event::Thought { ask, found } => match self.asked.filter(|asked| asked.id == ask) {
                Some(asked) => self.hear(asked, found, now),
                // Nobody waits for it any more.
                None => return Ok(Effects::default()),
            },
            Event::Resign(player) => {
                self.check_not_over()?;
                self.end(Ending::resigned(player), now)
            }
            Event::OfferDraw(player) => self.offer_draw(player, now)?,
            Event::AnswerDraw(player, takes) => self.answer_draw(player, takes, now)?,
            Event::AskTakeBack(player) => self.ask_take_back(player, now)?,
            Event::AnswerTakeBack(player, lets) => self.answer_take_back(player, lets, now)?,
            Event::TakeBack(_) => self.take_back(now)?,
            Event::Redo(_) => self.redo(now)?,
            Event::GoTo(ply) => self.go_to(ply, now)?,
            Event::Sit(player, seat) => {
                self.check_seats()?;
                self.seats[player.index()] = seat;
                self.after_seats_changed(now)
            }
            Event::SwapSeats => {
                self.check_seats()?;
                self.seats.swap(0, 1);
                self.after_seats_changed(now)
            }
            Event::Adjudicate(outcome) => {
                self.check_not_over()?;
                self.end(Ending::new(outcome, EndedBy::Adjudication), now)
            }
            Event::Time => return Ok(Effects::default()),
        };
        self.go_on(&mut effects, now);
        Ok(effects)
    }

    /// Has a player moved? Rolls alone are no game yet.
    pub fn has_moves(&self) -> bool {
        (0..self.ply()).any(|ply| self.table().mover(ply).is_some())
    }

    fn check_not_over(&self) -> Result<(), Refusal> {
        if self.is_over() { Err(Refusal::Over) } else { Ok(()) }
    }

    fn check_seats(&self) -> Result<(), Refusal> {
        if self.is_over() { Err(Refusal::SeatsStay) } else { Ok(()) }
    }

    /// Asks the bot whose move it is, and lets the other one ponder.
    fn go_on(&mut self, effects: &mut Effects, now: Duration) {
        let Turn::Player(player) = self.turn() else { return };
        if self.asked.is_some() || self.stuck.is_some() || self.open_seat().is_some() {
            return;
        }
        match (self.seat(player).who, self.seat(!player).who) {
            (Who::Bot(limits), _) => {
                let clock = self.clocks(now).map(|clocks| clocks.of(player));
                effects.ask = Some(self.ask(player, Purpose::Move, Limits { clock, ..limits }));
            }
            (_, Who::Bot(_)) if self.ponders && self.pondering.is_none() => {
                self.pondering = Some(!player);
                effects.ponder = self.pondering;
            }
            _ => {}
        }
    }

    fn ask(&mut self, player: Player, purpose: Purpose, limits: Limits) -> Ask {
        self.n_asked += 1;
        let ask = Ask { id: self.n_asked, player, purpose, limits };
        self.asked = Some(ask);
        ask
    }

    /// Nobody waits any more for whoever thinks; says whether somebody did.
    fn hush(&mut self) -> bool {
        let (asked, pondering) = (self.asked.take(), self.pondering.take());
        asked.is_some() || pondering.is_some()
    }

    /// Lets the clock of the player to move run, if there are clocks and everybody is here.
    fn start_clock(&mut self, now: Duration) {
        let runs = self.clocks.is_some() && self.open_seat().is_none() && self.mover().is_some();
        self.runs_since = runs.then_some(now);
    }

    fn begin(&mut self, now: Duration) -> Effects {
        self.stuck = None;
        let ply = self.ply();
        if self.ended.is_none() {
            self.roll();
        }
        if self.runs_since.is_none() {
            self.start_clock(now);
        }
        Effects { keep: (self.ply() > ply).then_some(ply), ..Effects::default() }
    }

    /// Lets the dice fall. A game takes its own rolls; if it did not, it would wait, and nothing would be
    /// lost. A move that is played again meets the roll that followed it.
    fn roll(&mut self) {
        if self.board == Turn::Chance {
            self.has_dice = true;
            while self.table.turn() == Turn::Chance && self.table.redo().is_some() {}
            let _ = self.dice.throw(&mut *self.table);
            self.board = self.table.turn();
        }
    }

    fn person_moves(&mut self, by: Player, text: &str, now: Duration) -> Result<Effects, Refusal> {
        match self.turn() {
            Turn::Over(_) => return Err(Refusal::Over),
            Turn::Player(player) if player == by => {}
            _ => return Err(Refusal::NotYourTurn),
        }
        let keep = self.play(by, text, now)?;
        // A bot that was still thinking about a draw need not answer any more.
        let hush = self.hush();
        if self.seat(!by).is_bot() {
            self.draw_offer = None;
        }
        Ok(Effects { hush, ..self.played(keep) })
    }

    /// Plays a move of the player to move, and the rolls that follow it. Returns the ply it was played at.
    fn play(&mut self, player: Player, text: &str, now: Duration) -> Result<usize, Refusal> {
        let (clocks, ply) = (self.clocks(now), self.ply());
        self.table.play(text)?;
        self.board = self.table.turn();
        self.roll();
        self.clocks = clocks.map(|mut clocks| {
            clocks.left[player.index()] += clocks.increment;
            clocks
        });
        self.stuck = None;
        self.take_back_asked = None;
        // Who moves has not taken the offer; their own stands until it is answered.
        if self.draw_offer == Some(!player) {
            self.draw_offer = None;
        }
        let most = if self.has_dice { MOST_PLIES_WITH_DICE } else { MOST_PLIES };
        if self.has_limit && self.ply() >= most && !self.is_over() {
            self.ended = Some(Ending::new(Outcome::Draw, EndedBy::MoveLimit));
        }
        self.start_clock(now);
        Ok(ply)
    }

    fn played(&self, ply: usize) -> Effects {
        Effects { keep: Some(ply), ended: self.ending(), ..Effects::default() }
    }

    /// Ends the game before the board does.
    fn end(&mut self, ending: Ending, now: Duration) -> Effects {
        self.clocks = self.clocks(now);
        (self.ended, self.runs_since, self.draw_offer) = (Some(ending), None, None);
        self.take_back_asked = None;
        let hush = self.hush();
        Effects { hush, ..self.played(self.ply()) }
    }

    /// What a bot has said happens.
    fn hear(&mut self, asked: Ask, found: Result<&Thought, &str>, now: Duration) -> Effects {
        self.asked = None;
        if asked.purpose == Purpose::Draw {
            return self.bot_answers(asked.player, found.ok(), now);
        }
        let player = asked.player;
        let stuck = |sitting: &mut Sitting, why: &str| {
            sitting.stuck = Some(why.into());
            let tell = Some(Notice::Stuck(player, why.into()));
            Effects { tell, ..Effects::default() }
        };
        let thought = match found {
            Ok(thought) => thought,
            Err(why) => return stuck(self, why),
        };
        if let Some(outcome) = self.adjudication.hear(player, thought) {
            let by = match outcome {
                Outcome::Draw => EndedBy::Agreement,
                Outcome::Win { .. } => EndedBy::Resignation,
            };
            return self.end(Ending::new(outcome, by), now);
        }
        let Some(best) = thought.best() else { return stuck(self, "the bot has no move") };
        match self.play(player, best, now) {
            Ok(ply) => self.played(ply),
            Err(refusal) => stuck(self, &refusal.to_string()),
        }
    }

    fn bot_answers(&mut self, bot: Player, found: Option<&Thought>, now: Duration) -> Effects {
        // The bot thought as the one who is to move: what is good for that player is bad for the bot.
        let good = found.and_then(|thought| thought.lines.first()?.score);
        if good.is_some_and(|(score, _)| score >= Score::DRAW) {
            return self.end(Ending::agreed(), now);
        }
        self.draw_offer = None;
        Effects { tell: Some(Notice::DrawDeclined(bot)), ..Effects::default() }
    }

    fn offer_draw(&mut self, player: Player, now: Duration) -> Result<Effects, Refusal> {
        self.check_not_over()?;
        if self.draw_offer.is_some() {
            return Err(Refusal::AlreadyOffered);
        }
        let mut effects = Effects::default();
        match (self.seat(player).who, self.seat(!player).who) {
            (_, Who::Nobody) => return Err(Refusal::Alone),
            // Two at one keyboard have agreed before they say so.
            (Who::Person(one), Who::Person(other)) if one == other => {
                return Ok(self.end(Ending::agreed(), now));
            }
            (_, Who::Bot(limits)) => {
                if self.turn() != Turn::Player(player) || self.asked.is_some() {
                    return Err(Refusal::BotThinks);
                }
                effects.hush = self.hush();
                let limits = Limits { time: limits.time.or(Some(DRAW_TIME)), ..limits };
                effects.ask = Some(self.ask(!player, Purpose::Draw, limits));
            }
            _ => {}
        }
        self.draw_offer = Some(player);
        Ok(Effects { tell: Some(Notice::DrawOffered(player)), ..effects })
    }

    fn answer_draw(&mut self, by: Player, takes: bool, now: Duration) -> Result<Effects, Refusal> {
        if self.is_over() || self.draw_offer != Some(!by) {
            return Err(Refusal::NoOffer);
        }
        if takes {
            return Ok(self.end(Ending::agreed(), now));
        }
        self.draw_offer = None;
        Ok(Effects { tell: Some(Notice::DrawDeclined(by)), ..Effects::default() })
    }

    /// Whether taking back, or playing again, goes no further: a person is to move, or nobody plays who is
    /// one.
    fn is_stop(&self) -> bool {
        match self.table.turn() {
            Turn::Player(player) => self.seat(player).is_person() || !self.has_person(),
            Turn::Chance => false,
            Turn::Over(_) => false,
        }
    }

    fn take_back(&mut self, now: Duration) -> Result<Effects, Refusal> {
        if !self.is_one_persons() {
            return Err(Refusal::TwoPeople);
        }
        if let Some(why) = self.ended.and_then(|ending| ending.refusal()) {
            return Err(Refusal::Stands(why));
        }
        if self.ended.take().is_some() {
            let effects = self.after_the_past_changed(self.ply(), now);
            return Ok(Effects { tell: Some(Notice::EndTakenBack), ..effects });
        }
        let mut taken = Vec::new();
        while let Some(mv) = self.table.undo() {
            taken.push(mv);
            if self.is_stop() {
                break;
            }
        }
        // Before a bot's own first move no person was to move: it stays.
        if taken.is_empty() || !self.is_stop() {
            taken.iter().for_each(|_| _ = self.table.redo());
            return Err(Refusal::NothingToTakeBack);
        }
        taken.reverse();
        let effects = self.after_the_past_changed(self.ply(), now);
        Ok(Effects { tell: Some(Notice::TakenBack(taken)), ..effects })
    }

    /// One person alone takes back without asking.
    fn ask_take_back(&mut self, player: Player, now: Duration) -> Result<Effects, Refusal> {
        if self.is_one_persons() {
            return self.take_back(now);
        }
        self.check_not_over()?;
        if self.open_seat().is_some() {
            return Err(Refusal::Alone);
        }
        if self.take_back_asked.is_some() {
            return Err(Refusal::AlreadyAsked);
        }
        if !(0..self.ply()).any(|ply| self.table.mover(ply) == Some(player)) {
            return Err(Refusal::NothingToTakeBack);
        }
        self.take_back_asked = Some(player);
        Ok(Effects { tell: Some(Notice::TakeBackAsked(player)), ..Effects::default() })
    }

    /// Takes back up to the last move of the one who has asked, if the other one lets them.
    fn answer_take_back(
        &mut self,
        by: Player,
        lets: bool,
        now: Duration,
    ) -> Result<Effects, Refusal> {
        let asked = self.take_back_asked.filter(|asked| *asked == !by && !self.is_over());
        let asked = asked.ok_or(Refusal::NotAsked)?;
        self.take_back_asked = None;
        if !lets {
            return Ok(Effects { tell: Some(Notice::TakeBackDeclined(by)), ..Effects::default() });
        }
        let mut taken = Vec::new();
        while let Some(mv) = self.table.undo() {
            taken.push(mv);
            if self.table.turn() == Turn::Player(asked) {
                break;
            }
        }
        taken.reverse();
        let effects = self.after_the_past_changed(self.ply(), now);
        Ok(Effects { tell: Some(Notice::TakenBack(taken)), ..effects })
    }

    fn redo(&mut self, now: Duration) -> Result<Effects, Refusal> {
        if !self.is_one_persons() {
            return Err(Refusal::TwoPeople);
        }
        if self.ended.is_some() {
            return Err(Refusal::RedoAfterEnd);
        }
        let (ply, mut again) = (self.ply(), Vec::new());
        while let Some(mv) = self.table.redo() {
            again.push(mv);
            if self.is_stop() {
                break;
            }
        }
        if again.is_empty() {
            return Err(Refusal::NothingToRedo);
        }
        let effects = self.after_the_past_changed(ply, now);
        Ok(Effects { tell: Some(Notice::PlayedAgain(again)), ..effects })
    }

    fn go_to(&mut self, ply: usize, now: Duration) -> Result<Effects, Refusal> {
        if !self.is_one_persons() {
            return Err(Refusal::TwoPeople);
        }
        if self.ended.is_some() {
            return Err(Refusal::RedoAfterEnd);
        }
        let before = self.ply();
        while self.ply() > ply && self.table.undo().is_some() {}
        while self.ply() < ply && self.table.redo().is_some() {}
        Ok(self.after_the_past_changed(before.min(self.ply()), now))
    }

    /// The clocks give nothing back.
    fn after_the_past_changed(&mut self, ply: usize, now: Duration) -> Effects {
        self.clocks = self.clocks(now);
        self.board = self.table.turn();
        (self.draw_offer, self.take_back_asked, self.stuck) = (None, None, None);
        self.adjudication.forget();
        self.start_clock(now);
        let hush = self.hush();
        Effects { hush, ..self.played(ply) }
    }

    fn after_seats_changed(&mut self, now: Duration) -> Effects {
        self.clocks = self.clocks(now);
        self.stuck = None;
        self.start_clock(now);
        let hush = self.hush();
        Effects { hush, ..self.played(self.ply()) }
    }
}
