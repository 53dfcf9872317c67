//! The net at work.

use std::sync::Arc;

use henge_games::backgammon::bear_off::{OneSided, TwoSided, Worth};
use henge_games::backgammon::{Men, Plays, generate, rearmost};
use henge_learn::net::{Activation, Active, FileError, Net, Scratch, Shape, ShapeError};

use super::chances::{Chances, N_OUTPUTS};
use super::inputs::{N_INPUTS, changes, inputs};
use crate::backgammon_match::Chooser;

/// What is known for certain.
#[derive(Clone, Debug)]
pub struct Tables {
    /// How many rolls a side needs.
    pub one_sided: OneSided,
    /// What few men are worth.
    pub two_sided: TwoSided,
}

/// A table of so many men a side is computed in a moment.
const MEN: u8 = 6;

impl Default for Tables {
    /// Computes them, which takes about a second.
    fn default() -> Tables {
        Tables {
            one_sided: OneSided::new(),
            two_sided: TwoSided::new(MEN).expect("six men a side are few enough"),
        }
    }
}

impl Tables {
    /// How the game may end, if all men are home.
    #[inline]
    pub fn chances(&self, men: &Men) -> Option<Chances> {
        // Most positions are told apart by a glance at both ends of the board.
        if rearmost(&men.mine) > 6 || rearmost(&men.theirs) > 6 {
            return None;
        }
        if let Some(worth) = self.two_sided.worth(men) {
            return Some(Chances { win: worth.win(), ..Chances::default() });
        }
        let [win, win_gammon, lose_gammon] = self.one_sided.outcome(men)?;
        Some(Chances { win, win_gammon, lose_gammon, ..Chances::default() })
    }
}

/// A net that was made for this game, and tables.
#[derive(Clone, Debug)]
pub struct Judge {
    pub(super) net: Arc<Net>,
    tables: Arc<Tables>,
}

impl Judge {
    /// Takes a net, if it has the inputs and outputs of the game.
    pub fn new(net: Net, tables: Arc<Tables>) -> Result<Judge, FileError> {
        let (inputs, outputs) = (net.shape().inputs(), net.shape().outputs());
        let last = net.shape().layers().last().map(|layer| layer.1);
        if (inputs, outputs, last) != (N_INPUTS, N_OUTPUTS, Some(Activation::Sigmoid)) {
            let found = format!("{inputs} inputs and {outputs} outputs ({last:?})");
            let right = format!("a net of {N_INPUTS} inputs and {N_OUTPUTS} sigmoid outputs");
            return Err(FileError::OtherShape { found, right });
        }
        Ok(Judge { net: Arc::new(net), tables })
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8], tables: Arc<Tables>) -> Result<Judge, FileError> {
        Judge::new(Net::from_bytes(bytes)?.0, tables)
    }

    /// The shape of a net for the game with hidden layers of these widths.
    pub fn shape(hidden: &[usize], activation: Activation) -> Result<Shape, ShapeError> {
        let hidden = hidden.iter().map(|&width| (width, activation));
        let layers: Vec<_> = hidden.chain([(N_OUTPUTS, Activation::Sigmoid)]).collect();
        Shape::new(N_INPUTS, layers)
    }

    /// The net.
    pub fn net(&self) -> &Net {
        &self.net
    }
}

/// A judge with the room to work in; nothing is allocated after the first positions.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pub(super) judge: Judge,
    scratch: Scratch,
    sums: Vec<f32>,
    active: Vec<Active>,
    plays: Plays,
    /// Positions judged so far.
    pub nodes: u64,
}

/// A play and what it leads to, as the side that plays sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// Its place in the list of plays.
    pub index: usize,
    /// The men afterwards.
    pub after: Men,
    /// How the game may end.
    pub chances: Chances,
    /// What it is worth.
    pub equity: f32,
}

impl Evaluator {
    /// With a judge.
    pub fn new(judge: &Judge) -> Self {
        let shape = judge.net.shape();
        Evaluator {
            judge: judge.clone(),
            scratch: Scratch::new(shape),
            sums: vec![0.0; shape.layers()[0].0],
            active: Vec::new(),
            plays: Plays::new(),
            nodes: 0,
        }
    }

    /// How the game ends or may end, where that is certain.
    #[inline]
    pub fn known(&self, men: &Men) -> Option<Chances> {
        match men.points() {
            Some(points) => Some(Chances::of_points(points)),
            None => self.judge.tables.chances(men),
        }
    }

    /// What few men are worth with a cube, where that is certain.
    pub fn worth(&self, men: &Men) -> Option<Worth> {
        self.judge.tables.two_sided.worth(men)
    }

    /// How the game may end for the side that is about to roll.
    pub fn chances(&mut self, men: &Men) -> Chances {
        if let Some(known) = self.known(men) {
            return known;
        }
        self.nodes += 1;
        inputs(men, &mut self.active);
        let outputs = self.judge.net.run(&self.active, &mut self.scratch);
        Chances::from_outputs(outputs).made_possible(men)
    }

    /// Judges every result of a roll, in the order of `generate`, as the side that plays sees it.
    pub fn judge_all(&mut self, men: &Men, dice: [u8; 2], mut each: impl FnMut(Judged)) {
        generate(men, dice, &mut self.plays);
        // The net sees what the other side sees, who is on roll afterwards. All results differ from
        // the position before in a few places only.
        let before = men.swapped();
        inputs(&before, &mut self.active);
        self.judge.net.sums(&self.active, &mut self.sums);
        for (index, entry) in self.plays.entries().iter().enumerate() {
            let after = entry.after.swapped();
            let chances = match self.known(&after) {
                Some(known) => known,
                None => {
                    self.active.clear();
                    changes(&before, &after, &mut self.active);
                    let net = &self.judge.net;
                    let outputs = net.run_from(&self.sums, &self.active, &mut self.scratch);
                    Chances::from_outputs(outputs).made_possible(&after)
                }
            };
            let chances = chances.swapped();
            each(Judged { index, after: entry.after, chances, equity: chances.equity() });
        }
        self.nodes += self.plays.len() as u64;
    }

    /// The best result of a roll by points, the first one of several.
    pub fn best(&mut self, men: &Men, dice: [u8; 2]) -> Judged {
        self.best_by(men, dice, &Chances::equity)
    }

    /// The best result of a roll by what chances are worth, the first one of several.
    pub fn best_by(
        &mut self,
        men: &Men,
        dice: [u8; 2],
        worth: &(impl Fn(Chances) -> f32 + ?Sized),
    ) -> Judged {
        let mut best: Option<Judged> = None;
        self.judge_all(men, dice, |mut judged| {
            judged.equity = worth(judged.chances);
            if best.is_none_or(|best| judged.equity > best.equity) {
                best = Some(judged);
            }
        });
        best.expect("there is always a result, if only the position itself")
    }
}

impl Chooser for Evaluator {
    fn choose(&mut self, men: &Men, dice: [u8; 2], _: &Plays) -> usize {
        self.best(men, dice).index
    }
}
