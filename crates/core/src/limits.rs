use std::time::Duration;

/// How much an engine may spend on one answer. What is `None` is unlimited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies below the root.
    pub depth: Option<u32>,
    /// Positions visited. A search limited by nodes alone repeats exactly.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

impl Limits {
    /// Until the answer is final, or somebody says stop.
    pub const NONE: Limits = Limits { depth: None, nodes: None, time: None };

    /// Only so many plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::NONE }
    }

    /// Only so many nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::NONE }
    }

    /// Only so long.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::NONE }
    }

    /// Is there no limit at all?
    pub fn is_none(&self) -> bool {
        *self == Limits::NONE
    }
}
