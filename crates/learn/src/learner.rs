//! What can be taught: coefficients, a net or a table behind one face.

use henge_core::{Eval, Features, Game, Judged};

use crate::file::{Label, LearnedError};
use crate::linear::{Linear, read_weights, write_weights};
use crate::logistic::{Coefficients, Fit, Mean, Samples, loss};
use crate::net::{Activation, Adam, Gradient, Net, Scratch, Shape, ShapeError};
use crate::net_judgement::{Learned, NetJudgement, net_label, net_provenance};
use crate::table::{Codes, Tabled, ValueTable};

/// Something that learns to judge positions of a game.
pub trait Learner<G: Game>: Send + Sync {
    /// What it keeps of positions until it learns from them.
    type Samples: Default + Send + Sync;
    /// What it has learned, for a search.
    type Eval: Eval<G> + 'static;

    /// The evaluation as it is now; it does not change when more is learned.
    fn eval(&self) -> Self::Eval;
    /// Notes a position, and what the chance of the player to move should be.
    fn note(&self, game: &G, pos: &G::Position, target: f32, samples: &mut Self::Samples);
    /// Goes once through positions in an order that mixes games; returns the mean loss before.
    fn follow(&mut self, samples: &Self::Samples, how: Fit) -> f32;
    /// One of `how.epochs` passes through positions, the first of them number 0 and as if nothing had
    /// been learned before where that is better; returns the loss on them and on those kept apart.
    fn epoch(&mut self, samples: &Self::Samples, how: Fit, epoch: u32) -> (f32, f32);
    /// How many of the given passes are of use.
    fn epochs(&self, wanted: u32) -> u32 {
        wanted
    }
    /// A game against itself that lasts longer is a draw.
    fn most_plies(&self) -> usize {
        400
    }
    /// The file to play with.
    fn to_bytes(&self, label: &Label) -> Vec<u8>;
    /// All that is needed to go on learning.
    fn memory(&self) -> Vec<u8>;
    /// Goes on with what was kept.
    fn remember(&mut self, memory: &[u8]) -> Result<(), LearnedError>;
}

/// Learns coefficients.
#[derive(Clone, Debug)]
pub struct LinearLearner<F> {
    features: F,
    /// What a fit begins with, if not with zeros.
    begin: Option<Vec<f32>>,
    coefficients: Coefficients,
}

impl<F> LinearLearner<F> {
    /// Knows nothing yet: all coefficients are zero.
    pub fn new<G: Game>(features: F) -> LinearLearner<F>
    where
        F: Features<G>,
    {
        let coefficients = Coefficients::new(features.n_features(), None);
        LinearLearner { features, begin: None, coefficients }
    }

    /// Begins with coefficients that somebody has thought of, and every fit with them: what is seldom
    /// seen stays as it is there.
    pub fn beginning_with<G: Game>(features: F, begin: Vec<f32>) -> LinearLearner<F>
    where
        F: Features<G>,
    {
        let coefficients = Coefficients::new(features.n_features(), Some(&begin));
        LinearLearner { features, begin: Some(begin), coefficients }
    }

    /// The coefficients so far.
    pub fn weights(&self) -> &[f32] {
        &self.coefficients.weights
    }
}

fn note<G: Game>(
    features: &impl Features<G>,
    game: &G,
    pos: &G::Position,
    target: f32,
    samples: &mut Samples,
) {
    samples.add(target, |row| features.each(game, pos, &mut |i, x| row.push((i, x))));
}

impl<G: Game, F: Features<G> + Clone + 'static> Learner<G> for LinearLearner<F> {
    type Samples = Samples;
    type Eval = Judged<Learned<F>, F>;

    fn eval(&self) -> Self::Eval {
        let linear = Linear::new(self.features.clone(), self.coefficients.weights.clone());
        Judged { judgement: Learned::Linear(linear), features: self.features.clone() }
    }

    fn note(&self, game: &G, pos: &G::Position, target: f32, samples: &mut Samples) {
        note(&self.features, game, pos, target, samples);
    }

    fn follow(&mut self, samples: &Samples, how: Fit) -> f32 {
        let mut mean = Mean::default();
        for i in samples.mixed() {
            let (row, target) = samples.row(i);
            mean.add(self.coefficients.step(row, target, how.rate, how.decay));
        }
        mean.value()
    }

    /// From the beginning: what worse players have taught is of no use to what better ones teach.
    fn epoch(&mut self, samples: &Samples, how: Fit, epoch: u32) -> (f32, f32) {
        if epoch == 0 {
            let n = self.features.n_features();
            self.coefficients = Coefficients::new(n, self.begin.as_deref());
        }
        let losses = self.coefficients.pass(samples, how);
        if epoch + 1 == how.epochs {
            self.coefficients.begin_again();
        }
        losses
    }

    fn to_bytes(&self, label: &Label) -> Vec<u8> {
        write_weights(label, &self.coefficients.weights)
    }

    fn memory(&self) -> Vec<u8> {
        let Coefficients { weights, squares } = &self.coefficients;
        write_weights(&Label::default(), &[&weights[..], &squares[..]].concat())
    }

    fn remember(&mut self, memory: &[u8]) -> Result<(), LearnedError> {
        let (_, mut both) = read_weights(memory)?;
        if both.len() != 2 * self.features.n_features() {
            return Err(LearnedError::TooShort("the coefficients"));
        }
        let squares = both.split_off(self.features.n_features());
        self.coefficients = Coefficients { weights: both, squares };
        Ok(())
    }
}

/// Learns a net.
#[derive(Clone, Debug)]
pub struct NetLearner<F> {
    features: F,
    net: Net,
    adam: Adam,
}

/// Positions a step.
const BATCH: usize = 64;

impl<F> NetLearner<F> {
    /// Hidden layers of these widths, and one output; `rng` gives the first weights.
    pub fn new<G: Game>(
        features: F,
        hidden: &[usize],
        rng: &mut impl rand::Rng,
    ) -> Result<NetLearner<F>, ShapeError>
    where
        F: Features<G>,
    {
        let hidden = hidden.iter().map(|&width| (width, Activation::Relu));
        let layers: Vec<_> = hidden.chain([(1, Activation::Sigmoid)]).collect();
        let net = Net::random(Shape::new(features.n_features(), layers)?, rng);
        let adam = Adam::new(&net, 0.0);
        Ok(NetLearner { features, net, adam })
    }

    /// One pass: the mean loss before each step, and that of what is kept apart.
    fn pass(&mut self, samples: &Samples, how: Fit, rate: f32) -> (f32, f32) {
        self.adam.rate = rate;
        let mut scratch = Scratch::new(self.net.shape());
        let mut gradient = Gradient::new(self.net.shape());
        let (mut n, mut apart) = (0, Mean::default());
        for i in samples.mixed() {
            let (row, target) = samples.row(i);
            if how.keeps_apart(i) {
                apart.add(loss(self.net.run(row, &mut scratch)[0], target));
                continue;
            }
            gradient.add(&self.net, row, &[target], &mut scratch);
            n += 1;
            if gradient.samples() as usize == BATCH {
                self.adam.step(&mut self.net, &mut gradient);
            }
        }
        self.adam.step(&mut self.net, &mut gradient);
        ((gradient.take_loss() / f64::from(n.max(1))) as f32, apart.value())
    }
}

impl<G: Game, F: Features<G> + Clone + 'static> Learner<G> for NetLearner<F> {
    type Samples = Samples;
    type Eval = Judged<Learned<F>, F>;

    fn eval(&self) -> Self::Eval {
        let net = NetJudgement::new(self.features.clone(), self.net.clone());
        let net = net.expect("the net was made for these features");
        Judged { judgement: Learned::Net(net), features: self.features.clone() }
    }

    fn note(&self, game: &G, pos: &G::Position, target: f32, samples: &mut Samples) {
        note(&self.features, game, pos, target, samples);
    }

    fn follow(&mut self, samples: &Samples, how: Fit) -> f32 {
        self.pass(samples, Fit { hold_out: 0, ..how }, how.rate).0
    }

    /// The net goes on from what it is: a net that has begun well learns faster than a new one. The
    /// rate falls evenly to a tenth.
    fn epoch(&mut self, samples: &Samples, how: Fit, epoch: u32) -> (f32, f32) {
        let way = epoch as f32 / how.epochs.max(2).saturating_sub(1) as f32;
        self.pass(samples, how, how.rate * 0.1f32.powf(way))
    }

    fn to_bytes(&self, label: &Label) -> Vec<u8> {
        self.net.to_bytes(&net_provenance(label))
    }

    fn memory(&self) -> Vec<u8> {
        let (steps, means, squares) = self.adam.memory();
        let adam = write_weights(&Label::default(), &[means, squares].concat());
        let mut bytes = steps.to_le_bytes().to_vec();
        bytes.extend((adam.len() as u64).to_le_bytes());
        bytes.extend(adam);
        bytes.extend(self.net.to_bytes(""));
        bytes
    }

    fn remember(&mut self, memory: &[u8]) -> Result<(), LearnedError> {
        let short = LearnedError::TooShort("the memory of a net");
        let (steps, rest) = memory.split_first_chunk::<8>().ok_or(short.clone())?;
        let (length, rest) = rest.split_first_chunk::<8>().ok_or(short.clone())?;
        let (adam, net) =
            rest.split_at_checked(u64::from_le_bytes(*length) as usize).ok_or(short.clone())?;
        let (_, moments) = read_weights(adam)?;
        let (net, _) = Net::from_bytes(net)?;
        let n = net.parameters().len();
        if net.shape() != self.net.shape() || moments.len() != 2 * n {
            return Err(short);
        }
        self.adam.remember(u64::from_le_bytes(*steps), &moments[..n], &moments[n..]);
        self.net = net;
        Ok(())
    }
}

/// Learns a table of values.
pub struct TableLearner<G: Game> {
    codes: Codes<G>,
    table: ValueTable,
}

impl<G: Game> TableLearner<G> {
    /// With an empty table.
    pub fn new(codes: Codes<G>) -> TableLearner<G> {
        TableLearner { codes, table: ValueTable::default() }
    }

    /// The table so far.
    pub fn table(&self) -> &ValueTable {
        &self.table
    }
}

/// No features: a table looks at codes, and a search over it has no habits of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoFeatures;

impl<G: Game> Features<G> for NoFeatures {
    fn name(&self) -> &'static str {
        "none"
    }
    fn n_features(&self) -> usize {
        0
    }
    fn each(&self, _: &G, _: &G::Position, _: &mut impl FnMut(u32, f32)) {}
}

impl<G: Game> Learner<G> for TableLearner<G> {
    type Samples = Vec<(u64, f32)>;
    type Eval = Judged<Tabled<G>, NoFeatures>;

    fn eval(&self) -> Self::Eval {
        let judgement = Tabled { table: self.table.clone(), codes: self.codes };
        Judged { judgement, features: NoFeatures }
    }

    fn note(&self, game: &G, pos: &G::Position, target: f32, samples: &mut Vec<(u64, f32)>) {
        samples.push(((self.codes.code)(game, pos), target));
    }

    /// In the order of the games: a later one knows better.
    fn follow(&mut self, samples: &Vec<(u64, f32)>, how: Fit) -> f32 {
        let mut mean = Mean::default();
        for &(code, target) in samples {
            mean.add(loss(self.table.value(code), target));
            self.table.correct(code, target, how.rate);
        }
        mean.value()
    }

    fn epoch(&mut self, samples: &Vec<(u64, f32)>, how: Fit, _: u32) -> (f32, f32) {
        (Learner::<G>::follow(self, samples, how), 0.0)
    }

    /// Once is enough: a mean does not change when it is taken twice.
    fn epochs(&self, wanted: u32) -> u32 {
        wanted.min(1)
    }

    fn to_bytes(&self, label: &Label) -> Vec<u8> {
        self.table.to_bytes(label)
    }

    fn memory(&self) -> Vec<u8> {
        self.table.to_bytes(&Label::default())
    }

    fn remember(&mut self, memory: &[u8]) -> Result<(), LearnedError> {
        self.table = ValueTable::from_bytes(memory)?.1;
        Ok(())
    }
}

/// What a file of any of the three says it is for.
pub fn label_of(bytes: &[u8]) -> Result<Label, LearnedError> {
    if bytes.starts_with(crate::LINEAR_MAGIC) {
        return Ok(read_weights(bytes)?.0);
    }
    if bytes.starts_with(crate::table::MAGIC) {
        return Ok(ValueTable::from_bytes(bytes)?.0);
    }
    if bytes.starts_with(b"henge-nn") {
        let (_, provenance) = Net::from_bytes(bytes)?;
        return Ok(net_label(&provenance).unwrap_or_default());
    }
    Err(LearnedError::Magic)
}
