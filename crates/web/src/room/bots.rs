//! Whose move it is when it is a bot's.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use henge::core::erased::Thought;
use henge::core::{Clock, Ending, Limits, Player, Score, Turn};
use tokio::sync::oneshot;

use super::hall::Room;
use super::play::Play;
use crate::App;
use crate::bounds::{BotName, MOST_TIME};
use crate::extract::Client;
use crate::fault::Fault;
use crate::net::Peer;
use crate::pool::{Job, Lane};
use crate::question;

/// Two bots go on as long as somebody has looked within this time.
const ATTENTION: Duration = Duration::from_secs(20);

/// When a bot for which there was no room tries again.
const AGAIN: Duration = Duration::from_secs(1);

/// What is asked of a bot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    Move,
    AnswerDraw,
}

impl Room {
    /// Lets a bot think whose move it is. Says nothing if there is none.
    pub fn wake(self: &Arc<Self>, app: &Arc<App>, play: &mut Play) {
        let Turn::Player(player) = play.turn() else { return };
        let bots_only = play.seats.iter().all(|seat| seat.is_bot);
        let watched = self.changes.receiver_count() > 0 || self.unseen() < ATTENTION;
        let busy = play.thinking.is_some() || play.waiting.is_some() || play.fault.is_some();
        if play.is_human(player) || busy {
            return;
        }
        // A person's seat that is open must be filled before a bot begins.
        if play.open_seat().is_some() || bots_only && !watched {
            return;
        }
        match self.start_thinking(app, play, player, Wish::Move) {
            Err(fault) if fault.retry_after.is_some() => self.wait_for_room(app, play),
            Err(fault) => {
                play.fault = Some(fault.message);
                self.changed(app, play);
            }
            Ok(()) => {}
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

    /// A person offers a draw to a bot, who thinks about it.
    pub(super) fn ask_bot_for_draw(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
    ) -> Result<(), Fault> {
        match play.turn() {
            Turn::Player(player) => self.start_thinking(app, play, !player, Wish::AnswerDraw),
            _ => Ok(()),
        }
    }

    fn start_thinking(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        player: Player,
        wish: Wish,
    ) -> Result<(), Fault> {
        let bot = BotName::read(&play.game, &play.seats[player.index()].name)?;
        let mut limits = bot.limits_for_move();
        if let Some(clocks) = play.clocks_now().filter(|_| wish == Wish::Move) {
            let left = Duration::from_millis(clocks.left_ms[player.index()]);
            let increment = Duration::from_millis(clocks.increment_ms);
            let clock = Clock { left, increment };
            limits = Limits { clock: Some(clock), time: Some(MOST_TIME), ..limits };
        }
        if wish == Wish::AnswerDraw {
            limits.time = limits.time.map(|time| time.min(Duration::from_secs(1)));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = oneshot::channel();
        let (game, table, seed) = (Arc::clone(&play.game), play.table.fork(), play.seed());
        let budget = limits.time_for_move().unwrap_or(MOST_TIME) + Duration::from_secs(1);
        let run = move |stop: &AtomicBool| {
            let what = (limits, 1);
            let found = question::think(&game, &bot.full(), seed, &*table, what, stop, &mut |_| {});
            let _ = sender.send(found);
        };
        let client = play.payer.unwrap_or(Client::at(Peer::HERE.address));
        let job = Job { client, stop: Arc::clone(&stop), budget, run: Box::new(run) };
        app.pool.submit(Lane::Moves, job)?;
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
            room.hear(&app, &mut play, wish, found).await;
        });
        Ok(())
    }

    /// What a bot has said happens.
    async fn hear(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        wish: Wish,
        found: Result<Thought, String>,
    ) {
        let done = match (&found, wish) {
            (Err(why), Wish::Move) => Err(Fault::unavailable(why.as_str())),
            (Ok(thought), Wish::Move) => match thought.best() {
                Some(best) => self.play_move(app, play, best).await,
                None => Err(Fault::unavailable("the bot has no move")),
            },
            (found, Wish::AnswerDraw) => {
                // What is good for the person to move is bad for the bot.
                let good = found.as_ref().ok().and_then(|thought| thought.lines.first()?.score);
                match good {
                    Some((score, _)) if score >= Score::DRAW => {
                        self.end(app, play, Some(Ending::agreed())).await
                    }
                    _ => {
                        play.draw_offer = None;
                        self.changed(app, play);
                        Ok(())
                    }
                }
            }
        };
        // Another server may have let the same bot move: that move counts, and the game goes on from it.
        let refused = done.as_ref().is_err_and(Fault::is_change);
        match self.settle(app, play, done).await {
            Ok(()) => self.wake(app, play),
            Err(_) if refused => {}
            // The time was over; that is written down already.
            Err(_) if play.is_over() => {}
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
