//! How well a player is connected, as the resistance of a circuit between his sides (Shannon 1953; Anshelevich 2002):
//! virtual connections are wires, the more stones they end in the better they conduct.

use henge_core::Bits;

use super::web::Web;

/// What a wire conducts between two stones, between a stone and an empty site, and between two empty sites.
const CONDUCTANCE: [f32; 3] = [20.0, 1.0, 0.5];
/// What is left of that if the connection is virtual, and not by touch.
const VIRTUAL: f32 = 0.6;
/// When the current is known well enough, and how many rounds are spent on it at most.
const ENOUGH: f32 = 1e-4;
const ROUNDS: usize = 40;

/// The circuit of one player, with room that is used again.
#[derive(Default)]
pub(super) struct Circuit {
    wires: Vec<(u16, u16, f32)>,
    potential: Vec<f32>,
    residue: Vec<f32>,
    direction: Vec<f32>,
    image: Vec<f32>,
    diagonal: Vec<f32>,
    /// How much energy each site takes, of all that the circuit takes.
    pub energy: Vec<f32>,
    /// What goes from side to side at a voltage of 1.
    pub current: f32,
}

impl Circuit {
    /// Measures the circuit made of the connections of a player.
    pub fn measure<const W: usize>(&mut self, n_sites: usize, empty: &Bits<W>, web: &Web<W>) {
        let n = n_sites + 2;
        self.wires.clear();
        for list in [
            &mut self.potential,
            &mut self.residue,
            &mut self.image,
            &mut self.diagonal,
            &mut self.energy,
        ] {
            list.clear();
            list.resize(n, 0.0);
        }
        let is_open = |end: u16| usize::from(end) < n_sites && empty.has(usize::from(end));
        for (x, y, size) in web.links() {
            let plain = CONDUCTANCE[usize::from(is_open(x)) + usize::from(is_open(y))];
            let conductance = if size == 0 { plain } else { VIRTUAL * plain };
            self.wires.push((x, y, conductance));
            self.diagonal[usize::from(x)] += conductance;
            self.diagonal[usize::from(y)] += conductance;
        }
        let (source, sink) = (n_sites, n_sites + 1);
        self.potential[source] = 1.0;
        for &(x, y, conductance) in &self.wires {
            let (x, y) = (usize::from(x), usize::from(y));
            let flow = conductance * (self.potential[x] - self.potential[y]);
            self.residue[x] -= flow;
            self.residue[y] += flow;
        }
        self.settle([source, sink]);
        (self.current, self.energy[source]) = (0.0, 0.0);
        for &(x, y, conductance) in &self.wires {
            let (x, y) = (usize::from(x), usize::from(y));
            let drop = self.potential[x] - self.potential[y];
            let energy = conductance * drop * drop;
            self.energy[x] += energy;
            self.energy[y] += energy;
            if x == sink || y == sink {
                self.current += conductance * drop.abs();
            }
        }
        let whole: f32 = self.current.max(1e-9);
        self.energy.iter_mut().for_each(|energy| *energy /= whole);
    }

    /// Finds the potentials by conjugate gradients; those of the two sides are given.
    fn settle(&mut self, fixed: [usize; 2]) {
        let Circuit { wires, potential, residue, direction, image, diagonal, .. } = self;
        fixed.iter().for_each(|&end| residue[end] = 0.0);
        let scaled = |residue: &[f32], diagonal: &[f32], i: usize| {
            if diagonal[i] > 0.0 { residue[i] / diagonal[i] } else { 0.0 }
        };
        direction.clear();
        direction.extend((0..residue.len()).map(|i| scaled(residue, diagonal, i)));
        let size = |residue: &[f32], diagonal: &[f32]| -> f32 {
            (0..residue.len()).map(|i| residue[i] * scaled(residue, diagonal, i)).sum()
        };
        let mut error = size(residue, diagonal);
        let enough = error * ENOUGH * ENOUGH;
        for _ in 0..ROUNDS {
            if error <= enough || error <= f32::MIN_POSITIVE {
                return;
            }
            image.fill(0.0);
            for &(x, y, conductance) in wires.iter() {
                let (x, y) = (usize::from(x), usize::from(y));
                let flow = conductance * (direction[x] - direction[y]);
                image[x] += flow;
                image[y] -= flow;
            }
            fixed.iter().for_each(|&end| image[end] = 0.0);
            let along: f32 = direction.iter().zip(&*image).map(|(a, b)| a * b).sum();
            let step = error / along.max(f32::MIN_POSITIVE);
            for i in 0..residue.len() {
                potential[i] += step * direction[i];
                residue[i] -= step * image[i];
            }
            let next = size(residue, diagonal);
            let keep = next / error;
            for (i, direction) in direction.iter_mut().enumerate() {
                *direction = scaled(residue, diagonal, i) + keep * *direction;
            }
            error = next;
        }
    }
}
