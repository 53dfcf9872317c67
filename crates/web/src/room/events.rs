//! What happens in a game: on disk first, then for everybody to see.

use std::sync::Arc;
use std::time::Instant;

use henge::Player;
use henge::table::{Effects, Event, Notice};
use henge_api as api;
use henge_store::{Change, now_ms};

use super::hall::Room;
use super::play::Play;
use crate::App;
use crate::fault::Fault;

impl Room {
    /// Lets something happen.
    pub(super) async fn happens(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        event: Event<'_>,
    ) -> Result<(), Fault> {
        let effects = play.happens(app, event).await?;
        // Nothing has changed, such as when nobody waits for a bot's answer any more.
        if effects != Effects::default() {
            self.carry_out(app, play, &effects);
        }
        match effects.late {
            true => Err(Fault::conflict("the time was over before this move")),
            false => Ok(()),
        }
    }

    /// What follows from something that has happened.
    pub(super) fn carry_out(self: &Arc<Self>, app: &Arc<App>, play: &mut Play, effects: &Effects) {
        if effects.hush {
            play.interrupt();
        }
        self.changed(app, play);
        self.wake(app, play);
    }

    /// After every change: a new version, the clock, and those who wait.
    pub(super) fn changed(self: &Arc<Self>, app: &Arc<App>, play: &mut Play) {
        play.version += 1;
        play.updated = now_ms();
        self.watch_clock(app, play);
        self.announce(play);
    }
}

impl Play {
    /// Lets something happen. What is not on disk has not happened.
    pub(super) async fn happens(&mut self, app: &App, event: Event<'_>) -> Result<Effects, Fault> {
        let (mut next, now) = (self.sitting.clone(), self.now());
        let effects = next.handle(event, now)?;
        if let Some(ply) = effects.keep {
            let change = Change::Moves {
                step: self.step(),
                ply,
                moves: next.table().history().split_off(ply),
                clocks: next.clocks(now),
                ending: next.ending(),
            };
            self.write(app, change).await?;
        }
        self.sitting = next;
        let declined = |wish, by: Player| Some(api::Declined { wish, by: by.into() });
        match effects.tell {
            Some(Notice::DrawDeclined(by)) => self.declined = declined(api::Wish::Draw, by),
            Some(Notice::TakeBackDeclined(by)) => self.declined = declined(api::Wish::TakeBack, by),
            _ if effects != Effects::default() => self.declined = None,
            _ => {}
        }
        Ok(effects)
    }

    /// Writes a change that was made with [`Play::step`].
    pub(super) async fn write(&mut self, app: &App, change: Change) -> Result<(), Fault> {
        let began = Instant::now();
        app.write(change).await?;
        self.began += began.elapsed();
        self.version += 1;
        (self.stored, self.fault) = (self.version, None);
        Ok(())
    }

    /// Counts what is done in this game.
    pub fn hurry(&mut self, app: &App) -> Result<(), Fault> {
        self.bucket.take(app.config.rates.moves).map_err(|seconds| {
            Fault::too_many(format!("too many moves; try again in {seconds} s"), seconds)
        })
    }
}
