//! Moving, and what follows from a move.

use std::sync::Arc;

use henge::Dice;
use henge::core::erased::DynMatch;
use henge::core::{Ending, Turn};
use henge_api as api;
use henge_store::{Change, now_ms};

use super::hall::Room;
use super::keys;
use super::play::Play;
use crate::App;
use crate::extract::Client;
use crate::fault::Fault;
use crate::question;

impl Room {
    /// A person moves.
    pub async fn person_moves(
        self: &Arc<Self>,
        app: &Arc<App>,
        by: (Client, Option<&str>),
        mv: &str,
        ply: usize,
    ) -> Result<api::State, Fault> {
        let mut play = self.play.lock().await;
        let moved = self.try_move(app, &mut play, by, mv, ply).await;
        self.settle(app, &mut play, moved).await
    }

    async fn try_move(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        (client, token): (Client, Option<&str>),
        mv: &str,
        ply: usize,
    ) -> Result<api::State, Fault> {
        let player = play.seat_of(token)?;
        play.hurry(app)?;
        play.payer = Some(client);
        let n_moves = play.n_moves();
        match play.turn() {
            Turn::Over(_) => return Err(Fault::conflict("the game is over")),
            _ if ply != n_moves => {
                let said = format!("{n_moves} moves are played, and not {ply}; look again");
                return Err(Fault::conflict(said));
            }
            Turn::Player(turn) if turn == player => {}
            _ => return Err(Fault::forbidden("it is not the turn of this seat")),
        }
        self.play_move(app, play, mv).await?;
        // A bot that was still thinking about an offer of a draw need not answer it any more.
        play.interrupt();
        if !play.is_human(!player) {
            play.draw_offer = None;
        }
        self.wake(app, play);
        Ok(play.state())
    }

    /// Plays a move of whoever is to move, and the rolls that follow it, and writes all down.
    pub(super) async fn play_move(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        mv: &str,
    ) -> Result<(), Fault> {
        let Turn::Player(player) = play.turn() else {
            return Err(Fault::conflict("the game is over"));
        };
        let mut clocks = play.clocks_now();
        if clocks.is_some_and(|clocks| clocks.left_ms[player.index()] == 0) {
            self.end(app, play, Some(Ending::out_of_time(player))).await?;
            return Err(Fault::conflict("the time was over before this move"));
        }
        let ply = play.n_moves();
        question::play(&mut *play.table, mv)?;
        throw_dice(&mut *play.table, keys::dice(&play.id, &play.seats));
        if let Some(clocks) = &mut clocks {
            clocks.left_ms[player.index()] += clocks.increment_ms;
        }
        let change = Change::Moves {
            step: play.step(),
            ply,
            moves: play.table.history().split_off(ply),
            clocks,
            ending: play.ending(),
        };
        if let Err(fault) = play.write(app, change).await {
            // What is not on disk has not happened.
            while play.n_moves() > ply && play.table.undo().is_some() {}
            return Err(fault);
        }
        (play.clocks, play.n_undone, play.fault) = (clocks, 0, None);
        // Who moves has not taken the offer; his own stands until it is answered.
        if play.draw_offer == Some(!player) {
            play.draw_offer = None;
        }
        play.start_clock();
        self.changed(app, play);
        Ok(())
    }

    /// Ends the game before the board does, or takes such an end back, and writes it down.
    pub(super) async fn end(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        ended: Option<Ending>,
    ) -> Result<(), Fault> {
        let clocks = play.clocks_now();
        let before = std::mem::replace(&mut play.ended, ended);
        let change = Change::Moves {
            step: play.step(),
            ply: play.n_moves(),
            moves: Vec::new(),
            clocks,
            ending: play.ending(),
        };
        if let Err(fault) = play.write(app, change).await {
            play.ended = before;
            return Err(fault);
        }
        play.interrupt();
        (play.clocks, play.draw_offer) = (clocks, None);
        play.start_clock();
        self.changed(app, play);
        Ok(())
    }

    /// After every change: a new version, the clock, and those who wait.
    pub(super) fn changed(self: &Arc<Self>, app: &Arc<App>, play: &mut Play) {
        play.version += 1;
        play.updated = now_ms();
        self.watch_clock(app, play);
        self.announce(play);
    }
}

/// The dice fall by themselves.
pub fn throw_dice(table: &mut dyn DynMatch, dice: Dice) {
    // A game takes its own rolls; if it did not, it would wait, and nothing would be lost.
    _ = dice.throw(table);
}

impl Play {
    /// Writes a change that was made with [`Play::step`].
    pub(super) async fn write(&mut self, app: &App, change: Change) -> Result<(), Fault> {
        app.write(change).await?;
        self.stored = self.version + 1;
        Ok(())
    }

    /// Counts what is done in this game.
    pub fn hurry(&mut self, app: &App) -> Result<(), Fault> {
        self.bucket.take(app.config.rates.moves).map_err(|seconds| {
            Fault::too_many(format!("too many moves; try again in {seconds} s"), seconds)
        })
    }
}
