//! A net over the features of a game.

use std::sync::{Mutex, PoisonError};

use henge_core::{Features, Game, Judgement};

use crate::file::{Label, LearnedError};
use crate::linear::Linear;
use crate::net::{Activation, Active, FileError, Net, Scratch};

/// A net with one output, the chance of the player to move to win.
///
/// Rooms to work in are kept from one position to the next, one for each thread that ever asked at
/// the same time: nothing is allocated after the first positions.
#[derive(Debug)]
pub struct NetJudgement<F> {
    features: F,
    net: Net,
    rooms: Mutex<Vec<Room>>,
}

#[derive(Debug)]
struct Room {
    scratch: Scratch,
    active: Vec<Active>,
}

impl<F> NetJudgement<F> {
    /// Takes a net, if it has an input for each feature and one output that is a chance.
    pub fn new<G: Game>(features: F, net: Net) -> Result<NetJudgement<F>, LearnedError>
    where
        F: Features<G>,
    {
        let (inputs, outputs) = (net.shape().inputs(), net.shape().outputs());
        let last = net.shape().layers().last().map(|layer| layer.1);
        let n = features.n_features();
        if (inputs, outputs, last) != (n, 1, Some(Activation::Sigmoid)) {
            let found = format!("{inputs} inputs and {outputs} outputs ({last:?})");
            let right = format!("a net of {n} inputs and one sigmoid output");
            return Err(FileError::OtherShape { found, right }.into());
        }
        Ok(NetJudgement { features, net, rooms: Mutex::new(Vec::new()) })
    }

    /// The net.
    pub fn net(&self) -> &Net {
        &self.net
    }
}

impl<G: Game, F: Features<G>> Judgement<G> for NetJudgement<F> {
    fn logit(&self, game: &G, pos: &G::Position) -> f32 {
        let rooms = || self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let room = rooms().pop();
        let mut room = room.unwrap_or_else(|| Room {
            scratch: Scratch::new(self.net.shape()),
            active: Vec::new(),
        });
        room.active.clear();
        self.features.each(game, pos, &mut |i, x| room.active.push((i, x)));
        let chance = self.net.run(&room.active, &mut room.scratch)[0];
        rooms().push(room);
        // A sigmoid never reaches 0 or 1 but by rounding.
        let chance = chance.clamp(1e-6, 1.0 - 1e-6);
        (chance / (1.0 - chance)).ln()
    }
}

/// What was learned over features: a sum or a net. One type for both halves what is compiled for a
/// game, and costs a branch a position.
#[derive(Debug)]
pub enum Learned<F> {
    /// A sum.
    Linear(Linear<F>),
    /// A net.
    Net(NetJudgement<F>),
}

impl<G: Game, F: Features<G>> Judgement<G> for Learned<F> {
    #[inline]
    fn logit(&self, game: &G, pos: &G::Position) -> f32 {
        match self {
            Learned::Linear(linear) => linear.logit(game, pos),
            Learned::Net(net) => net.logit(game, pos),
        }
    }
}

/// What the text of a net's file begins with, so that no net is asked about another game.
pub fn net_provenance(label: &Label) -> String {
    format!("game={} features={}\n{}", label.game, label.features, label.provenance)
}

/// What a net's file says it is for, if it does.
pub fn net_label(provenance: &str) -> Option<Label> {
    let (first, rest) = provenance.split_once('\n').unwrap_or((provenance, ""));
    let (game, features) = first.strip_prefix("game=")?.split_once(" features=")?;
    Some(Label { game: game.into(), features: features.into(), provenance: rest.into() })
}
