//! Everything a player can do besides moving.

use std::sync::Arc;

use henge::core::{Ending, Player, Turn};
use henge_api as api;
use henge_store::{Change, SavedSeat};

use super::hall::Room;
use super::keys::Key;
use super::play::Play;
use crate::App;
use crate::extract::Client;
use crate::fault::Fault;

impl Room {
    /// Does what the holder of a seat asks for.
    pub async fn act(
        self: &Arc<Self>,
        app: &Arc<App>,
        by: (Client, Option<&str>),
        action: api::Action,
    ) -> Result<api::State, Fault> {
        let mut play = self.play.lock().await;
        let done = self.try_act(app, &mut play, by, action).await;
        self.settle(app, &mut play, done).await
    }

    async fn try_act(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        (client, token): (Client, Option<&str>),
        action: api::Action,
    ) -> Result<api::State, Fault> {
        let player = play.seat_of(token)?;
        play.hurry(app)?;
        play.payer = Some(client);
        match action {
            api::Action::Undo => self.undo(app, play).await?,
            api::Action::Redo => self.redo(app, play).await?,
            api::Action::Resign => {
                if play.is_over() {
                    return Err(Fault::conflict("the game is over"));
                }
                self.end(app, play, Some(Ending::resigned(player))).await?;
            }
            api::Action::OfferDraw => self.offer_draw(app, play, player)?,
            api::Action::AcceptDraw => {
                offered_by(play, !player)?;
                self.end(app, play, Some(Ending::agreed())).await?;
            }
            api::Action::DeclineDraw => {
                offered_by(play, !player)?;
                play.draw_offer = None;
                self.changed(app, play);
            }
        }
        self.wake(app, play);
        Ok(play.state())
    }

    fn offer_draw(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        player: Player,
    ) -> Result<(), Fault> {
        if play.is_over() {
            return Err(Fault::conflict("the game is over"));
        }
        if play.draw_offer.is_some() {
            return Err(Fault::conflict("a draw is offered already"));
        }
        if !play.is_human(!player) {
            if play.turn() != Turn::Player(player) || play.thinking.is_some() {
                return Err(Fault::conflict("a bot listens only when it is your turn"));
            }
            self.ask_bot_for_draw(app, play)?;
        }
        play.draw_offer = Some(player);
        self.changed(app, play);
        Ok(())
    }

    /// Takes back to the last time a person was to move.
    async fn undo(self: &Arc<Self>, app: &Arc<App>, play: &mut Play) -> Result<(), Fault> {
        may_change_the_past(play)?;
        if play.ended.is_some() {
            return self.end(app, play, None).await;
        }
        let mut n_taken = 0;
        while play.table.undo().is_some() {
            n_taken += 1;
            if person_to_move(play) {
                break;
            }
        }
        // Before the bot's own first move no person was to move: it stays.
        if n_taken == 0 || !person_to_move(play) {
            (0..n_taken).for_each(|_| _ = play.table.redo());
            return Err(Fault::conflict("there is nothing of yours to take back"));
        }
        let ply = play.n_moves();
        if let Err(fault) = self.rewrite(app, play, ply).await {
            (0..n_taken).for_each(|_| _ = play.table.redo());
            return Err(fault);
        }
        play.n_undone += n_taken;
        self.after_the_past_changed(app, play);
        Ok(())
    }

    /// Plays again what was taken back, to the next time a person is to move.
    async fn redo(self: &Arc<Self>, app: &Arc<App>, play: &mut Play) -> Result<(), Fault> {
        may_change_the_past(play)?;
        if play.ended.is_some() {
            return Err(Fault::conflict("the game is over; taking back comes first"));
        }
        let ply = play.n_moves();
        let mut n_played = 0;
        while play.n_undone > n_played && play.table.redo().is_some() {
            n_played += 1;
            if person_to_move(play) {
                break;
            }
        }
        if n_played == 0 {
            return Err(Fault::conflict("there is nothing to play again"));
        }
        if let Err(fault) = self.rewrite(app, play, ply).await {
            (0..n_played).for_each(|_| _ = play.table.undo());
            return Err(fault);
        }
        play.n_undone -= n_played;
        self.after_the_past_changed(app, play);
        Ok(())
    }

    /// Writes the moves from `ply` on.
    async fn rewrite(&self, app: &App, play: &mut Play, ply: usize) -> Result<(), Fault> {
        let change = Change::Moves {
            step: play.step(),
            ply,
            moves: play.table.history().split_off(ply),
            clocks: play.clocks,
            ending: play.ending(),
        };
        play.write(app, change).await
    }

    fn after_the_past_changed(self: &Arc<Self>, app: &Arc<App>, play: &mut Play) {
        play.interrupt();
        (play.draw_offer, play.fault) = (None, None);
        play.start_clock();
        self.changed(app, play);
    }

    /// Somebody takes the open seat.
    pub async fn join(
        self: &Arc<Self>,
        app: &Arc<App>,
        client: Client,
        name: String,
    ) -> Result<api::Joined, Fault> {
        let mut play = self.play.lock().await;
        let joined = self.try_join(app, &mut play, client, name).await;
        self.settle(app, &mut play, joined).await
    }

    async fn try_join(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        client: Client,
        name: String,
    ) -> Result<api::Joined, Fault> {
        let taken = || Fault::conflict("both seats are taken; you may look on");
        let player = play.open_seat().ok_or_else(taken)?;
        if play.is_over() {
            return Err(Fault::conflict("the game is over, and its seats stay as they are"));
        }
        let holders = play.seats.iter().filter_map(|seat| Some(seat.owner.as_ref()?.holder));
        let key = Key::fresh(holders.max().unwrap_or(0) + 1)?;
        let seat = SavedSeat { is_bot: false, name, owner: Some(key.owner) };
        let (step, number) = (play.step(), player.index() as u8);
        play.write(app, Change::Sit { step, player: number, seat: seat.clone() }).await?;
        play.seats[player.index()] = seat;
        play.payer = Some(client);
        play.start_clock();
        self.changed(app, play);
        self.wake(app, play);
        Ok(api::Joined { state: play.state(), player: player.into(), token: key.token })
    }
}

fn offered_by(play: &Play, player: Player) -> Result<(), Fault> {
    match play.draw_offer {
        Some(offering) if offering == player && !play.is_over() => Ok(()),
        _ => Err(Fault::conflict("your opponent has offered no draw")),
    }
}

fn person_to_move(play: &Play) -> bool {
    matches!(play.table.turn(), Turn::Player(player) if play.is_human(player))
}

fn may_change_the_past(play: &Play) -> Result<(), Fault> {
    if !play.is_one_persons() {
        return Err(Fault::forbidden("ask your opponent: moves of two people are not taken back"));
    }
    match play.ended.and_then(|ending| ending.refusal()) {
        Some(why) => Err(Fault::conflict(why)),
        None => Ok(()),
    }
}
