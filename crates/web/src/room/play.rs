//! The state of one game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use henge::core::erased::DynMatch;
use henge::core::record::Record;
use henge::core::{Ending, Player, Turn};
use henge_api as api;
use henge_store::{Clocks, SavedGame, SavedSeat, Step};

use super::keys::{self, opens};
use crate::catalogue::{Catalogue, Game};
use crate::config::Rate;
use crate::extract::Client;
use crate::fault::Fault;
use crate::question;
use crate::rates::Bucket;
use crate::sse::Event;

/// A game, its seats and its clocks.
pub struct Play {
    pub id: String,
    pub game: Arc<Game>,
    pub table: Box<dyn DynMatch>,
    pub seats: [SavedSeat; 2],
    pub clocks: Option<Clocks>,
    /// Since when the clock of the player to move runs.
    pub runs_since: Option<Instant>,
    /// How the game ended before the board did.
    pub ended: Option<Ending>,
    pub draw_offer: Option<Player>,
    /// The flag that stops the bot which thinks now.
    pub thinking: Option<Arc<AtomicBool>>,
    /// Why a bot has not begun to think yet; it tries again by itself.
    pub waiting: Option<String>,
    /// Who is charged for the work of bots here: whoever has made the game, moved or acted last, or
    /// was the first to look at it since it was loaded.
    pub payer: Option<Client>,
    /// Why a bot does not go on.
    pub fault: Option<String>,
    /// How many moves could be played again.
    pub n_undone: usize,
    /// Grows with every change that others can see, on disk or not.
    pub version: u64,
    /// The version on disk, which the next change continues.
    pub stored: u64,
    pub created: i64,
    pub updated: i64,
    pub bucket: Bucket,
}

impl Play {
    /// The game as it was saved.
    pub fn load(catalogue: &Catalogue, saved: SavedGame, rate: Rate) -> Result<Play, Fault> {
        let game = catalogue.game_now(&saved.game)?;
        let table = question::set_up(&game, saved.setup.as_deref(), &saved.moves)?;
        let ended = Ending::before_the_board(table.turn(), saved.ending);
        let mut play = Play {
            id: saved.id,
            game,
            table,
            seats: saved.seats,
            clocks: saved.clocks,
            runs_since: None,
            ended,
            draw_offer: None,
            thinking: None,
            waiting: None,
            payer: None,
            fault: None,
            n_undone: 0,
            // Some changes are not written, such as that a bot thinks: whoever has seen one must see
            // that this is later.
            version: saved.version + 100,
            stored: saved.version,
            created: saved.created,
            updated: saved.updated,
            bucket: Bucket::full(rate),
        };
        play.start_clock();
        Ok(play)
    }

    /// What the game waits for, ends that are not on the board included.
    pub fn turn(&self) -> Turn {
        self.ended.map_or_else(|| self.table.turn(), |ending| Turn::Over(ending.outcome))
    }

    pub fn is_over(&self) -> bool {
        matches!(self.turn(), Turn::Over(_))
    }

    pub fn n_moves(&self) -> usize {
        self.table.history().len()
    }

    /// A person's seat that nobody has taken.
    pub fn open_seat(&self) -> Option<Player> {
        let is_open = |player: &Player| is_open(&self.seats[player.index()]);
        Player::BOTH.into_iter().find(is_open)
    }

    /// Whose seat the token opens.
    pub fn seat_of(&self, token: Option<&str>) -> Result<Player, Fault> {
        let Some(token) = token else {
            return Err(Fault::unauthorised("this needs the token of a seat, as Bearer"));
        };
        let holds = |player: &Player| {
            self.seats[player.index()].owner.as_ref().is_some_and(|owner| opens(token, owner))
        };
        let found = Player::BOTH.map(|player| holds(&player).then_some(player));
        let [first, second] = found;
        first.or(second).ok_or_else(|| Fault::unauthorised("this token opens no seat here"))
    }

    /// Do both seats belong to one person, or one to a person and one to a bot?
    pub fn is_one_persons(&self) -> bool {
        match [&self.seats[0].owner, &self.seats[1].owner] {
            [Some(first), Some(second)] => first.holder == second.holder,
            [first, second] => {
                (first.is_some() || second.is_some()) && self.seats.iter().any(|seat| seat.is_bot)
            }
        }
    }

    pub fn is_human(&self, player: Player) -> bool {
        !self.seats[player.index()].is_bot
    }

    /// Asks a bot that thinks to stop; what it says is not heard any more.
    pub fn interrupt(&mut self) {
        self.waiting = None;
        if let Some(stop) = self.thinking.take() {
            stop.store(true, Ordering::SeqCst);
        }
    }

    /// Lets the clock of the player to move run, if there are clocks and both are here.
    pub fn start_clock(&mut self) {
        let runs = self.clocks.is_some()
            && self.open_seat().is_none()
            && matches!(self.turn(), Turn::Player(_));
        self.runs_since = runs.then(Instant::now);
    }

    /// What the clocks show now.
    pub fn clocks_now(&self) -> Option<Clocks> {
        let mut clocks = self.clocks?;
        if let (Some(since), Turn::Player(player)) = (self.runs_since, self.turn()) {
            let spent = since.elapsed().as_millis() as u64;
            let left = &mut clocks.left_ms[player.index()];
            *left = left.saturating_sub(spent);
        }
        Some(clocks)
    }

    /// How the game has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        Ending::of(self.table.turn(), self.ended)
    }

    /// What the next change on disk continues.
    pub fn step(&self) -> Step {
        Step { id: self.id.clone(), continues: self.stored, version: self.version + 1 }
    }

    /// What others get to see.
    pub fn state(&self) -> api::State {
        let mut view = api::View::of(&**self.game.playable.rules(), &*self.table);
        if let Some(ending) = self.ended {
            view.turn = api::Turn::over(ending);
            view.legal.clear();
        }
        let runs = match self.turn() {
            Turn::Player(player) if self.runs_since.is_some() => Some(player.into()),
            _ => None,
        };
        let clock = |clocks: Clocks| {
            clocks
                .left_ms
                .map(|left_ms| api::ClockState { left_ms, increment_ms: clocks.increment_ms })
        };
        api::State {
            view,
            id: self.id.clone(),
            version: self.version,
            title: self.game.playable.rules().about().title.clone(),
            seats: seats_of(&self.seats),
            clocks: self.clocks_now().map(clock),
            running: runs,
            thinking: self.thinking.is_some(),
            waiting: self.waiting.clone(),
            draw_offer: self.draw_offer.map(api::Player::from),
            can: api::Can { undo: self.can_undo(), redo: self.can_redo() },
            fault: self.fault.clone(),
            created: when(self.created),
            updated: when(self.updated),
        }
    }

    /// The same as an event of a stream.
    pub fn event(&self) -> Event {
        Event::state(self.version, &self.state())
    }

    fn can_undo(&self) -> bool {
        let stands = self.ended.is_some_and(|ending| !ending.by.can_be_taken_back());
        let human = |ply| self.table.mover(ply).is_some_and(|player| self.is_human(player));
        let something = self.ended.is_some() || (0..self.n_moves()).any(human);
        self.is_one_persons() && !stands && something
    }

    fn can_redo(&self) -> bool {
        self.is_one_persons() && self.n_undone > 0 && self.ended.is_none()
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let mut record = Record::from_match(&**self.game.playable.rules(), &*self.table);
        for (tag, seat) in ["First", "Second"].into_iter().zip(&self.seats) {
            record.set_tag(tag, seat.name.as_str());
        }
        record.set_tag("Date", &when(self.created)[..10]);
        record.set_ending(self.ending());
        record
    }

    /// A seed that changes from move to move and from game to game.
    pub fn seed(&self) -> u64 {
        keys::seed()
    }
}

fn is_open(seat: &SavedSeat) -> bool {
    !seat.is_bot && seat.owner.is_none()
}

/// Seats as others see them.
pub fn seats_of(seats: &[SavedSeat; 2]) -> [api::Seat; 2] {
    [0, 1].map(|i: usize| {
        let seat = &seats[i];
        let kind = if seat.is_bot { api::SeatKind::Bot } else { api::SeatKind::Human };
        api::Seat { kind, name: seat.name.clone(), open: is_open(seat) }
    })
}

/// A time as `2026-11-15T19:22:00Z`.
pub fn when(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms)
        .map(|time| time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
        .unwrap_or_default()
}
