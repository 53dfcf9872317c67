//! The scenarios that are part of the program.

use crate::scenario::Scenario;

/// A scenario that is part of the program.
pub struct Shipped {
    /// How commands call it.
    pub slug: &'static str,
    /// The TOML file.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($slug:literal),+) => {
        &[$(Shipped { slug: $slug, text: include_str!(concat!("../scenarios/", $slug, ".toml")) }),+]
    };
}

/// All of them, the small ones first.
pub const SCENARIOS: &[Shipped] =
    shipped!["four", "ten-by-ten", "torus", "catch", "avoid", "block", "clients"];

/// The shipped scenario of this name.
pub fn scenario_named(slug: &str) -> Option<Scenario> {
    let shipped = SCENARIOS.iter().find(|shipped| shipped.slug == slug)?;
    Some(Scenario::read(shipped.text).expect("the tests read all shipped scenarios"))
}
