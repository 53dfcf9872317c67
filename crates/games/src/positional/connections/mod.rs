//! What is known about Hex: which cells need not be played, which ends are virtually connected, who has won already,
//! and how well the players are connected otherwise.
//!
//! | file | subject |
//! |---|---|
//! | `terrain` | the board as one player sees it |
//! | `fill` | dead, captured and dominated cells |
//! | `web` | virtual connections |
//! | `circuit` | the resistance between a player's sides |
//!
//! That the opponent has won when a player can no longer win is taken for granted, so all this is for Hex alone.

mod circuit;
mod fill;
mod terrain;
#[cfg(test)]
mod tests;
mod web;

use std::marker::PhantomData;

use henge_core::{Bits, Eval, Game, Margins, Omitted, Player, Score, ScoreKind, Turn};

use super::games::{Swap, hex};
use super::rules::{Move, Position, Positional};
use circuit::Circuit;
use fill::{Graph, dominated, fill_in};
use terrain::{Stones, Terrain};
use web::{Goal, Web};

/// So many combinations are tried for the connections of a player.
const STEPS: u32 = 40_000;
/// A circuit that conducts e times as much as the other is worth so much.
const UNIT: f32 = 200.0;
/// To have the move is worth so much.
const TEMPO: i32 = 30;

/// Judges Hex by virtual connections.
#[derive(Clone, Copy, Debug)]
pub struct Connections<const W: usize> {
    steps: u32,
    words: PhantomData<[u64; W]>,
}

/// What was found out about the last position that was asked about.
#[derive(Default)]
pub struct ConnectionState<const W: usize>(Option<Box<Known<W>>>);

struct Known<const W: usize> {
    /// The key of the position, if it was looked at.
    key: Option<u64>,
    views: [View<W>; 2],
    graph: Graph<W>,
    stones: Stones<W>,
    /// Who wins, in how many plies at most.
    won: Option<(Player, u32)>,
    /// The moves that can matter.
    open: Bits<W>,
    /// The circuits were measured.
    is_measured: bool,
}

/// What belongs to one player.
#[derive(Default)]
struct View<const W: usize> {
    terrain: Terrain<W>,
    web: Web<W>,
    circuit: Circuit,
}

impl<const W: usize> Connections<W> {
    /// For a game of Hex; none for any other game.
    pub fn of(game: &Positional<W>) -> Option<Connections<W>> {
        let definition = game.definition();
        let (columns, rows) = (*definition.rows.first()?, definition.rows.len());
        let like = hex(columns, rows, Swap::Off).ok()?;
        let is_hex = definition.edges == like.edges
            && definition.goals == like.goals
            && definition.rows == like.rows
            && definition.sites.iter().all(|site| !site.blocked);
        is_hex.then_some(Connections { steps: STEPS, words: PhantomData })
    }

    /// Looks at a position in which a player is to move, unless it is the one that was looked at last.
    fn look<'a>(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &'a mut ConnectionState<W>,
    ) -> &'a mut Known<W> {
        let known = state.0.get_or_insert_with(|| {
            Box::new(Known {
                key: None,
                views: Default::default(),
                graph: Graph::default(),
                stones: Stones { held: [Bits::EMPTY; 2], empty: Bits::EMPTY },
                won: None,
                open: Bits::EMPTY,
                is_measured: false,
            })
        });
        let key = game.key(pos);
        if known.key != Some(key) {
            known.key = Some(key);
            self.find_out(game, pos, known);
        }
        known
    }

    /// Who wins, if that is clear, and otherwise which moves can matter.
    fn find_out(&self, game: &Positional<W>, pos: &Position<W>, known: &mut Known<W>) {
        let Known { views, graph, stones, won, open, is_measured, .. } = known;
        let empty = game.empty(pos);
        *stones = Stones { held: Player::BOTH.map(|player| *pos.stones(player)), empty };
        (*won, *open, *is_measured) = (None, empty, false);
        let me = pos.to_move;
        if game.may_swap_soon(pos) {
            // To win takes more than a chain as long as the stones may change hands.
            return;
        }
        fill_in(game, stones, (&mut views[0].terrain, graph));
        let filled = empty.without(&stones.empty).len() as u32;
        // Every stone of the winner is one fewer to go, and he never plays outside what he needs.
        let late =
            |carrier: Bits<W>| (2 * (carrier.len() as u32 + filled)).max(1).min(empty.len() as u32);
        for player in Player::BOTH {
            views[player.index()].terrain.survey(game, player, stones);
        }
        let mut weave = |player: Player, goal: Goal| {
            let View { terrain, web, .. } = &mut views[player.index()];
            web.weave(game, player, (stones, terrain), goal, self.steps);
        };
        weave(me, Goal::Nearly);
        weave(!me, Goal::Joined);
        let [own, other] = [me, !me].map(|player| &views[player.index()].web);
        if let Some(carrier) = own.nearly.or(own.joined) {
            *won = Some((me, late(carrier)));
        } else if let Some(carrier) = other.carrier() {
            *won = Some((!me, late(carrier)));
        } else {
            let needed = if other.nearly.is_some() { other.needed } else { stones.empty };
            let worse = dominated(game, me, stones, (&mut views[0].terrain, graph));
            *open = needed.without(&worse);
            if open.is_empty() {
                *won = Some((!me, empty.len() as u32));
            }
        }
    }

    /// The same with the circuits.
    fn measure<'a>(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &'a mut ConnectionState<W>,
    ) -> &'a mut Known<W> {
        let known = self.look(game, pos, state);
        if !known.is_measured {
            known.is_measured = true;
            let n_sites = game.definition().n_sites();
            if game.may_swap_soon(pos) {
                for player in Player::BOTH {
                    let View { terrain, web, .. } = &mut known.views[player.index()];
                    terrain.survey(game, player, &known.stones);
                    web.weave(game, player, (&known.stones, terrain), Goal::Joined, self.steps);
                }
            }
            for View { web, circuit, .. } in &mut known.views {
                circuit.measure(n_sites, &known.stones.empty, web);
            }
        }
        known
    }
}

impl<const W: usize> Eval<Positional<W>> for Connections<W> {
    type State = ConnectionState<W>;
    const FORCES: bool = true;

    fn eval(&self, game: &Positional<W>, pos: &Position<W>, player: Player) -> Score {
        self.judge(game, pos, &mut ConnectionState::default(), player)
    }

    fn judge(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut ConnectionState<W>,
        player: Player,
    ) -> Score {
        let known = self.look(game, pos, state);
        if let Some((winner, plies)) = known.won {
            let sure = Score::ESTIMATE / 2 - plies as i32;
            return Score(if winner == player { sure } else { -sure });
        }
        let known = self.measure(game, pos, state);
        let [own, other] =
            [player, !player].map(|player| known.views[player.index()].circuit.current);
        let ratio = (own.max(1e-6) / other.max(1e-6)).ln();
        let tempo = if pos.to_move == player { TEMPO } else { -TEMPO };
        Score::estimate((UNIT * ratio) as i64 + i64::from(tempo))
    }

    fn forced(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut ConnectionState<W>,
        player: Player,
    ) -> Option<(Score, ScoreKind)> {
        let (winner, plies) = self.look(game, pos, state).won?;
        let score = Score::win_in(plies);
        Some(if winner == player {
            (score, ScoreKind::AtLeast)
        } else {
            (-score, ScoreKind::AtMost)
        })
    }

    fn forces_anywhere(&self) -> bool {
        true
    }

    fn margins(&self) -> Margins {
        Margins { reduction: 60, width: 5, ..Margins::NONE }
    }

    fn arranges(&self) -> bool {
        true
    }

    fn select(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut ConnectionState<W>,
        moves: &mut Vec<Move>,
    ) -> Omitted {
        let Turn::Player(_) = game.turn(pos) else { return Omitted::Irrelevant };
        let known = self.measure(game, pos, state);
        let is_open = |mv: &Move| *mv == Move::SWAP || known.open.has(mv.0.into());
        if known.won.is_none() {
            moves.retain(is_open);
        }
        let [first, second] = &known.views;
        let heat = |mv: &Move| match *mv {
            Move::SWAP => f32::MAX,
            Move(site) => {
                let site = usize::from(site);
                first.circuit.energy[site] + second.circuit.energy[site]
            }
        };
        moves.sort_unstable_by(|a, b| heat(b).total_cmp(&heat(a)).then(a.cmp(b)));
        Omitted::Beaten
    }
}
