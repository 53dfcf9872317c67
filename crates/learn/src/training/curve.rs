//! Curves of learning: loss and strength, round by round.

use henge_core::render::{Curve, Plot};
use serde_json::{Value, json};

use super::measure::Strength;
use super::trainer::Round;

/// What is known after a round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    /// What the round has brought.
    pub round: Round,
    /// How strong it is, where that was measured.
    pub strength: Option<Strength>,
    /// Is this one of the rounds after which to measure and to report?
    pub is_due: bool,
    /// Seconds since the run began.
    pub seconds: f64,
}

impl CurvePoint {
    /// For machines.
    pub fn json(&self) -> Value {
        let Round { round, games, positions, loss, unseen, .. } = self.round;
        json!({
            "round": round, "games": games, "positions": positions,
            "loss": loss, "unseen": unseen, "seconds": self.seconds,
            "strength": self.strength.map(Strength::json),
        })
    }
}

/// All points of a run so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LearningCurve {
    points: Vec<CurvePoint>,
}

impl LearningCurve {
    /// Adds a point.
    pub fn push(&mut self, point: CurvePoint) {
        self.points.push(point);
    }

    /// The points.
    pub fn points(&self) -> &[CurvePoint] {
        &self.points
    }

    /// The last point.
    pub fn last(&self) -> Option<&CurvePoint> {
        self.points.last()
    }

    /// How the loss falls.
    pub fn loss(&self, title: &str) -> Plot {
        let curve = |name: &str, value: &dyn Fn(&Round) -> Option<f32>| {
            let point = |CurvePoint { round, .. }: &CurvePoint| {
                Some((f64::from(round.round), f64::from(value(round)?)))
            };
            Curve::new(name, self.points.iter().filter_map(point).collect())
        };
        let mut curves = vec![curve("loss", &|round| round.loss)];
        if self.points.iter().any(|point| point.round.unseen.is_some()) {
            curves.push(curve("unseen", &|round| round.unseen));
        }
        plot(title, "loss in nats", curves)
    }

    /// How the strength rises.
    pub fn strength(&self, title: &str) -> Plot {
        let points = self.points.iter().filter_map(|point| {
            Some((f64::from(point.round.round), 100.0 * point.strength?.score.mid))
        });
        plot(title, "points in 100 games", vec![Curve::new("score", points.collect())])
    }

    /// Loss and, where it was measured, strength below each other.
    pub fn svg(&self, game: &str) -> String {
        let loss = self.loss(&format!("{game}: loss")).svg();
        if self.n_measured() == 0 {
            return loss;
        }
        let title = format!("{game}: strength against a fixed opponent");
        stacked(&loss, &self.strength(&title).svg())
    }

    /// How often strength was measured.
    pub fn n_measured(&self) -> usize {
        self.points.iter().filter(|point| point.strength.is_some()).count()
    }
}

fn plot(title: &str, up: &str, curves: Vec<Curve>) -> Plot {
    Plot { title: title.into(), across: "rounds".into(), up: up.into(), curves, ..Plot::default() }
}

/// Two drawings of one width in one file.
fn stacked(above: &str, below: &str) -> String {
    let inner = |svg: &str, y: u32| svg.replacen("<svg ", &format!("<svg y=\"{y}\" "), 1);
    // Long titles make a drawing higher.
    let height = |svg: &str| -> u32 {
        let view = svg.split("viewBox=\"0 0 720 ").nth(1);
        let number = view.and_then(|view| view.split('"').next());
        number.and_then(|number| number.parse().ok()).unwrap_or(360)
    };
    let below_from = height(above) + 10;
    let all = below_from + height(below);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 {all}\" width=\"720\" \
         height=\"{all}\">\n{}{}</svg>\n",
        inner(above, 0),
        inner(below, below_from)
    )
}
