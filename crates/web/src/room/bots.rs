//! Bots at the table: they think in the pool, and what they say happens.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use henge::erased::{DynMatch, Task, Thought};
use henge::table::{Ask, Event, Purpose};
use henge::{Chair, Limits, Playable, Player};
use tokio::sync::oneshot;

use super::hall::Room;
use super::play::Play;
use crate::App;
use crate::bounds::{BotName, MOST_MOVE_TIME, MOST_TIME};
use crate::extract::Client;
use crate::fault::Fault;
use crate::net::Peer;
use crate::pool::{Full, Job, Lane};

/// Two bots go on as long as somebody has looked within this time.
const ATTENTION: Duration = Duration::from_secs(20);

/// When a bot for which there was no room tries again.
const AGAIN: Duration = Duration::from_secs(1);

/// How much longer than its clock says a bot may think before it is stopped.
const GRACE: Duration = Duration::from_secs(1);

impl Room {
    /// Lets a bot think that was asked, or may think on a person's time. Says nothing if there is none.
    pub fn wake(self: &Arc<Self>, app: &Arc<App>, play: &mut Play) {
        if let Some(player) = play.sitting.pondering().filter(|_| play.pondering.is_none()) {
            play.ponder(app, player);
        }
        let Some(ask) = play.sitting.asked() else { return };
        let watched = self.changes.receiver_count() > 0 || self.unseen() < ATTENTION;
        let busy = play.thinking.is_some() || play.waiting.is_some() || play.fault.is_some();
        if busy || !play.sitting.has_person() && !watched {
            return;
        }
        if self.start_thinking(app, play, ask).is_err() {
            self.wait_for_room(app, play);
        }
    }

    /// A bot for which there is no room tries again in a while.
    fn wait_for_room(self: &Arc<Self>, app: &Arc<App>, play: &mut Play) {
        play.waiting = Some("Many bots are thinking already; this one follows in a moment.".into());
        self.changed(app, play);
        let (room, app) = (Arc::clone(self), Arc::downgrade(app));
        tokio::spawn(async move {
            tokio::time::sleep(AGAIN).await;
            let Some(app) = app.upgrade() else { return };
            let mut play = room.play.lock().await;
            if play.waiting.take().is_some() {
                room.wake(&app, &mut play);
                if play.thinking.is_none() && play.waiting.is_none() {
                    room.changed(&app, &mut play);
                }
            }
        });
    }

    fn start_thinking(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        ask: Ask,
    ) -> Result<(), Full> {
        // Time may have passed since it was asked.
        let clock = ask.limits.clock.and(play.clocks()).map(|clocks| clocks.of(ask.player));
        let limits = Limits { clock, ..ask.limits };
        let grace = if ask.purpose == Purpose::Draw { Duration::ZERO } else { GRACE };
        let budget = limits.time_for_move().map_or(MOST_MOVE_TIME, |time| time + grace);
        let budget = budget.min(MOST_MOVE_TIME);
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = oneshot::channel();
        match play.bot(ask.player) {
            Ok(bot) => {
                let work = move |chair: &mut Chair, at: At<'_>, stop: &AtomicBool| {
                    let task = Task::new(limits).stop(stop);
                    let _ = sender.send(chair.think(at.game, at.table, task));
                };
                let job = play.job(app, (ask.player, bot), &stop, budget, work);
                app.pool.submit(Lane::Moves, job)?;
            }
            // It may not play here any more.
            Err(fault) => _ = sender.send(Err(fault.message)),
        }
        play.thinking = Some(Arc::clone(&stop));
        self.changed(app, play);
        let (room, app) = (Arc::clone(self), Arc::clone(app));
        tokio::spawn(async move {
            let found = receiver.await;
            let mut play = room.play.lock().await;
            // Somebody has stopped it, or another one thinks by now.
            if !play.thinking.as_ref().is_some_and(|mine| Arc::ptr_eq(mine, &stop)) {
                return;
            }
            play.thinking = None;
            let found = found.unwrap_or_else(|_| Err("the bot has given no answer".into()));
            room.hear(&app, &mut play, ask, found).await;
        });
        Ok(())
    }

    /// What a bot has said happens.
    async fn hear(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        ask: Ask,
        found: Result<Thought, String>,
    ) {
        let found = found.as_ref().map_err(String::as_str);
        let done = self.happens(app, play, Event::Thought { ask: ask.id, found }).await;
        // Another server may have let the same bot move: that move counts, and the game goes on from it.
        let refused = done.as_ref().is_err_and(Fault::is_change);
        match self.settle(app, play, done).await {
            Ok(()) => {}
            Err(_) if refused => {}
            // The time was over; that is written down already.
            Err(_) if play.sitting.is_over() => {}
            Err(fault) => {
                if let Some(seconds) = fault.retry_after {
                    self.wake_later(app, fault.message.clone(), seconds);
                }
                play.fault = Some(fault.message);
                self.changed(app, play);
            }
        }
    }

    /// The disk may be well again in a moment: then the bot that could not move thinks again.
    fn wake_later(self: &Arc<Self>, app: &Arc<App>, fault: String, seconds: u64) {
        let (room, app) = (Arc::downgrade(self), Arc::downgrade(app));
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            let (Some(room), Some(app)) = (room.upgrade(), app.upgrade()) else { return };
            let mut play = room.play.lock().await;
            if play.fault.as_ref() == Some(&fault) {
                play.fault = None;
                room.wake(&app, &mut play);
            }
        });
    }
}

/// What a bot is asked about.
struct At<'a> {
    game: &'a Playable,
    table: &'a dyn DynMatch,
}

impl Play {
    /// The bot of a player, if it may play here.
    fn bot(&self, player: Player) -> Result<BotName, Fault> {
        BotName::read(&self.game, &self.sitting.seat(player).name)
    }

    /// Work for the bot of a player.
    fn job(
        &self,
        app: &App,
        (player, bot): (Player, BotName),
        stop: &Arc<AtomicBool>,
        budget: Duration,
        work: impl FnOnce(&mut Chair, At<'_>, &AtomicBool) + Send + 'static,
    ) -> Job {
        let (chairs, place) = (Arc::clone(&app.chairs), (self.id.clone(), player));
        let (game, table) = (Arc::clone(&self.game), self.sitting.table().fork());
        let run = move |stop: &AtomicBool| {
            let at = At { game: &game.playable, table: &*table };
            chairs.with(&place, &bot.full(), |chair| work(chair, at, stop));
        };
        let client = self.payer.unwrap_or(Client::at(Peer::HERE.address));
        Job { client, stop: Arc::clone(stop), budget, gives_way: false, run: Box::new(run) }
    }

    /// Lets a bot think on a person's time, if nobody else needs the machine.
    fn ponder(&mut self, app: &App, player: Player) {
        let Ok(bot) = self.bot(player) else { return };
        let stop = Arc::new(AtomicBool::new(false));
        let work = |chair: &mut Chair, at: At<'_>, stop: &AtomicBool| {
            chair.ponder(at.game, at.table, stop);
        };
        let job = self.job(app, (player, bot), &stop, MOST_TIME, work);
        let job = Job { gives_way: true, ..job };
        self.pondering = app.pool.submit(Lane::Moves, job).is_ok().then_some(stop);
    }
}
