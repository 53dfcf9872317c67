//! The state of one game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use henge::record::Record;
use henge::table::{Adjudication, Clocks, Seat, Sitting, Who};
use henge::{Limits, Player};
use henge_api as api;
use henge_store::{SavedGame, SavedSeat, Step};

use super::keys::{self, opens};
use crate::App;
use crate::catalogue::Game;
use crate::extract::Client;
use crate::fault::Fault;
use crate::question;
use crate::rates::Bucket;
use crate::sse::Event;

/// A game in progress, and who holds its seats.
pub struct Play {
    pub id: String,
    pub game: Arc<Game>,
    pub sitting: Sitting,
    /// When the sitting began. What the disk takes for a change is nobody's time.
    pub(super) began: Instant,
    pub seats: [SavedSeat; 2],
    /// The flag that stops the bot which thinks now.
    pub thinking: Option<Arc<AtomicBool>>,
    /// The same for one that thinks on a person's time, or has done so since the last move.
    pub pondering: Option<Arc<AtomicBool>>,
    /// Why a bot has not begun to think yet; it tries again by itself.
    pub waiting: Option<String>,
    /// Who is charged for the work of bots here: whoever has made the game, moved or acted last, or
    /// was the first to look at it since it was loaded.
    pub payer: Option<Client>,
    /// What was asked for last and declined, until the next move.
    pub declined: Option<api::Declined>,
    /// The game that follows this one, if somebody wants a rematch.
    pub next: Option<String>,
    /// The clocks when the game began, if it began here.
    pub clocks_at_start: Option<Clocks>,
    /// What is wrong with the disk, so that no bot goes on.
    pub fault: Option<String>,
    /// Grows with every change that others can see, on disk or not.
    pub version: u64,
    /// The version on disk, which the next change continues.
    pub stored: u64,
    pub created: i64,
    pub updated: i64,
    pub bucket: Bucket,
}

impl Play {
    /// The game as it was saved. It does not go on before it is told to begin.
    pub fn load(app: &App, saved: SavedGame) -> Result<Play, Fault> {
        let game = app.catalogue.game_now(&saved.game)?;
        let table = question::set_up(&game, saved.setup.as_deref(), &saved.moves)?;
        let dice = keys::dice(&saved.id, &saved.seats);
        let resign = app.config.resign;
        let sitting = Sitting::new(table, [0, 1].map(|i: usize| chair(&saved.seats[i])), dice)
            .with_ending(saved.ending)
            .with_clocks(saved.clocks)
            .with_adjudication(Adjudication { resign, draw: None })
            .with_pondering(app.config.ponder);
        Ok(Play {
            id: saved.id,
            game,
            sitting,
            began: Instant::now(),
            seats: saved.seats,
            thinking: None,
            pondering: None,
            waiting: None,
            payer: None,
            declined: None,
            next: None,
            clocks_at_start: None,
            fault: None,
            // Some changes are not written, such as that a bot thinks: whoever has seen one must see
            // that this is later.
            version: saved.version + 100,
            stored: saved.version,
            created: saved.created,
            updated: saved.updated,
            bucket: Bucket::full(app.config.rates.moves),
        })
    }

    /// The time of the sitting.
    pub fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// What the clocks show now.
    pub fn clocks(&self) -> Option<Clocks> {
        self.sitting.clocks(self.now())
    }

    /// Do two people play who are not one and the same?
    pub fn is_between_people(&self) -> bool {
        let holders = self.seats.each_ref().map(|seat| seat.owner.as_ref().map(|o| o.holder));
        self.seats.iter().all(|seat| !seat.is_bot) && holders[0] != holders[1]
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

    /// Asks whoever thinks to stop; what it says is not heard any more.
    pub fn interrupt(&mut self) {
        self.waiting = None;
        for stop in [self.thinking.take(), self.pondering.take()].into_iter().flatten() {
            stop.store(true, Ordering::SeqCst);
        }
    }

    /// What the next change on disk continues.
    pub fn step(&self) -> Step {
        Step { id: self.id.clone(), continues: self.stored, version: self.version + 1 }
    }

    /// What others get to see.
    pub fn state(&self) -> api::State {
        let (rules, sitting) = (self.game.playable.rules(), &self.sitting);
        let mut view = api::View::of(&**rules, sitting.table());
        if let Some(ending) = sitting.ending() {
            view.turn = api::Turn::over(ending);
            view.legal.clear();
        }
        let clock = |clocks: Clocks| {
            let increment_ms = clocks.increment_ms();
            clocks.left_ms().map(|left_ms| api::ClockState { left_ms, increment_ms })
        };
        api::State {
            view,
            id: self.id.clone(),
            version: self.version,
            title: rules.about().title.clone(),
            seats: seats_of(&self.seats),
            clocks: self.clocks().map(clock),
            running: sitting.running().map(api::Player::from),
            thinking: self.thinking.is_some(),
            waiting: self.waiting.clone(),
            draw_offer: sitting.draw_offer().map(api::Player::from),
            take_back: sitting.take_back_asked().map(api::Player::from),
            declined: self.declined,
            next: self.next.clone(),
            can: api::Can { undo: sitting.can_take_back(), redo: sitting.can_redo() },
            fault: self.fault.clone().or(sitting.stuck().map(String::from)),
            created: when(self.created),
            updated: when(self.updated),
        }
    }

    /// The same as an event of a stream.
    pub fn event(&self) -> Event {
        Event::state(self.version, &self.state())
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let mut record = self.sitting.record(&**self.game.playable.rules());
        record.set_tag("Date", &when(self.created)[..10]);
        record
    }
}

/// A seat as the table sees it.
pub(super) fn chair(saved: &SavedSeat) -> Seat {
    let who = match &saved.owner {
        _ if saved.is_bot => Who::Bot(Limits::NONE),
        Some(owner) => Who::Person(owner.holder),
        None => Who::Nobody,
    };
    Seat { name: saved.name.clone(), who }
}

/// Seats as others see them.
pub fn seats_of(seats: &[SavedSeat; 2]) -> [api::Seat; 2] {
    [0, 1].map(|i: usize| {
        let seat = &seats[i];
        let kind = if seat.is_bot { api::SeatKind::Bot } else { api::SeatKind::Human };
        api::Seat { kind, name: seat.name.clone(), open: !seat.is_bot && seat.owner.is_none() }
    })
}

/// A time as `2026-11-15T19:22:00Z`.
pub fn when(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms)
        .map(|time| time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
        .unwrap_or_default()
}
