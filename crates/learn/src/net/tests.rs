#![allow(clippy::unwrap_used)]

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::*;

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn shape(layers: &[Layer]) -> Shape {
    Shape::new(7, layers).unwrap()
}

fn inputs(rng: &mut Xoshiro256PlusPlus) -> Vec<Active> {
    (0..7).step_by(2).map(|i| (i, rng.random_range(-2.0..2.0))).collect()
}

#[test]
fn the_sigmoid_is_right_everywhere() {
    for i in -7000..=7000 {
        let x = i as f32 / 100.0;
        let exact = 1.0 / (1.0 + (-f64::from(x.clamp(-60.0, 60.0))).exp());
        let error = (f64::from(sigmoid(x)) - exact).abs() / exact;
        assert!(error < 1e-6, "sigmoid({x}) is {}, not {exact}", sigmoid(x));
    }
}

/// The same sums in double precision and in the plainest order.
fn plain(net: &Net, inputs: &[Active]) -> Vec<f64> {
    let mut values = vec![0.0; net.shape().inputs()];
    for &(i, value) in inputs {
        values[i as usize] += f64::from(value);
    }
    for (i, &(width, activation)) in net.shape().layers().iter().enumerate() {
        let before = values.len();
        let weight = |out: usize, input: usize| match i {
            0 => net.weights(i)[input * width + out],
            _ => net.weights(i)[out * before + input],
        };
        let sum = |out: usize| {
            let products = (0..before).map(|input| f64::from(weight(out, input)) * values[input]);
            f64::from(net.biases(i)[out]) + products.sum::<f64>()
        };
        let activate = |sum: f64| match activation {
            Activation::Identity => sum,
            Activation::Relu => sum.max(0.0),
            Activation::Sigmoid => 1.0 / (1.0 + (-sum).exp()),
        };
        values = (0..width).map(|out| activate(sum(out))).collect();
    }
    values
}

const SHAPES: &[&[Layer]] = &[
    &[(3, Activation::Sigmoid)],
    &[(70, Activation::Sigmoid), (5, Activation::Sigmoid)],
    &[(33, Activation::Relu), (9, Activation::Sigmoid), (2, Activation::Identity)],
];

#[test]
fn answers_are_those_of_plain_sums() {
    for (seed, layers) in SHAPES.iter().enumerate() {
        let mut rng = rng(seed as u64);
        let net = Net::random(shape(layers), &mut rng);
        let mut scratch = Scratch::new(net.shape());
        let inputs = inputs(&mut rng);
        let exact = plain(&net, &inputs);
        for (found, exact) in net.run(&inputs, &mut scratch).iter().zip(exact) {
            assert!((f64::from(*found) - exact).abs() < 1e-5);
        }
    }
}

#[test]
fn changes_lead_to_the_answer_of_the_changed_inputs() {
    let mut rng = rng(5);
    let net = Net::random(shape(SHAPES[1]), &mut rng);
    let mut scratch = Scratch::new(net.shape());
    let mut sums = vec![0.0; 70];
    net.sums(&[(0, 1.0), (2, 0.5)], &mut sums);
    let found = net.run_from(&sums, &[(2, -0.5), (6, 2.0)], &mut scratch).to_vec();
    let exact = plain(&net, &[(0, 1.0), (6, 2.0)]);
    for (found, exact) in found.iter().zip(exact) {
        assert!((f64::from(*found) - exact).abs() < 1e-5);
    }
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    for (seed, layers) in SHAPES.iter().enumerate() {
        let mut rng = rng(20 + seed as u64);
        let mut net = Net::random(shape(layers), &mut rng);
        let mut scratch = Scratch::new(net.shape());
        let inputs = inputs(&mut rng);
        let targets: Vec<f32> = (0..net.shape().outputs()).map(|_| rng.random()).collect();
        let mut gradient = Gradient::new(net.shape());
        gradient.add(&net, &inputs, &targets, &mut scratch);
        let last = net.shape().layers().last().unwrap().1;
        let loss = |net: &Net| -> f64 {
            let out = plain(net, &inputs);
            out.iter()
                .zip(&targets)
                .map(|(&out, &target)| {
                    let target = f64::from(target);
                    match last {
                        Activation::Sigmoid => {
                            -target * out.ln() - (1.0 - target) * (1.0 - out).ln()
                        }
                        _ => (out - target).powi(2) / 2.0,
                    }
                })
                .sum()
        };
        assert!((gradient.take_loss() - loss(&net)).abs() < 1e-4);
        for at in 0..net.parameters.len() {
            // Small enough that hardly any unit of a ReLU layer crosses zero on the way.
            let kept = net.parameters[at];
            let (less, more) = (kept - 1e-4, kept + 1e-4);
            net.parameters[at] = more;
            let above = loss(&net);
            net.parameters[at] = less;
            let below = loss(&net);
            net.parameters[at] = kept;
            let slope = (above - below) / (f64::from(more) - f64::from(less));
            let found = f64::from(gradient.sums()[at]);
            assert!((found - slope).abs() < 1e-3, "parameter {at}: {found}, not {slope}");
        }
    }
}

#[test]
fn both_ways_to_step_lower_the_loss() {
    let mut rng = rng(9);
    let begin = Net::random(shape(SHAPES[1]), &mut rng);
    let samples: Vec<(Vec<Active>, [f32; 5])> = (0..50)
        .map(|_| {
            let inputs = inputs(&mut rng);
            let sign = if inputs[0].1 * inputs[1].1 > 0.0 { 1.0 } else { 0.0 };
            (inputs, [sign; 5])
        })
        .collect();
    let mut scratch = Scratch::new(begin.shape());
    let mut loss_of = |net: &Net, gradient: &mut Gradient| {
        for (inputs, targets) in &samples {
            gradient.add(net, inputs, targets, &mut scratch);
        }
        gradient.take_loss()
    };
    let mut gradient = Gradient::new(begin.shape());
    let at_first = loss_of(&begin, &mut gradient);
    gradient.clear();

    let mut net = begin.clone();
    for _ in 0..500 {
        loss_of(&net, &mut gradient);
        Sgd { rate: 0.5 }.step(&mut net, &mut gradient);
    }
    assert!(loss_of(&net, &mut gradient) < at_first / 2.0);
    gradient.clear();

    let (mut net, mut adam) = (begin.clone(), Adam::new(&begin, 0.01));
    for _ in 0..300 {
        loss_of(&net, &mut gradient);
        adam.step(&mut net, &mut gradient);
    }
    assert!(loss_of(&net, &mut gradient) < at_first / 10.0);
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let net = Net::random(shape(SHAPES[2]), &mut rng(3));
    let bytes = net.to_bytes("made by a test");
    assert_eq!(Net::from_bytes(&bytes).unwrap(), (net, "made by a test".to_string()));
}

#[test]
fn every_damage_to_a_file_is_found() {
    let net = Net::random(shape(SHAPES[0]), &mut rng(3));
    let bytes = net.to_bytes("test");
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(Net::from_bytes(&damaged).is_err(), "byte {at}");
        assert!(Net::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert_eq!(Net::from_bytes(&longer), Err(FileError::TooLong(1)));
}

#[test]
fn the_checksum_is_the_usual_one() {
    // The check value that descriptions of CRC-32 give.
    assert_eq!(file::crc32(b"123456789"), 0xcbf4_3926);
}

#[test]
fn shapes_that_cannot_be_are_refused() {
    assert_eq!(Shape::new(3, []), Err(ShapeError::Layers(0)));
    assert_eq!(Shape::new(3, [(2, Activation::Relu)]), Err(ShapeError::LastLayer));
    let error = Shape::new(3, [(0, Activation::Sigmoid)]).unwrap_err();
    assert_eq!(error.to_string(), "layer 1 has from 1 to 65536 numbers, not 0");
    let error = Net::new(shape(SHAPES[0]), vec![0.0; 3]).unwrap_err();
    assert_eq!(error.to_string(), "a net of this shape has 24 parameters, not 3");
}
