//! Bodies of requests.

use henge::record::{self, Record};
use henge_api as api;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The first byte chooses what is asked for.
pub fn bodies(bytes: &[u8]) {
    let Some((&kind, body)) = bytes.split_first() else { return };
    match kind % 16 {
        0 => again::<api::NewMatch>(body),
        1 => again::<api::JoinRequest>(body),
        2 => again::<api::MoveRequest>(body),
        3 => again::<api::ActionRequest>(body),
        4 => again::<api::HintRequest>(body),
        5 => again::<api::AnalyseRequest>(body),
        6 => again::<api::ReviewRequest>(body),
        7 => again::<api::TableRequest>(body),
        8 => again::<api::ComposeRequest>(body),
        9 => again::<api::ReadRequest>(body),
        10 => write(body),
        11 => again::<api::RobotCheckRequest>(body),
        12 => again::<api::NewRobotWorld>(body),
        13 => again::<api::RobotAction>(body),
        14 => again::<api::RobotReplayRequest>(body),
        _ => again::<api::ConversationRequest>(body),
    }
}

/// What was read and written again reads the same.
fn again<T: DeserializeOwned + Serialize>(body: &[u8]) {
    let Ok(read) = serde_json::from_slice::<T>(body) else { return };
    let written = serde_json::to_string(&read).expect("it was read from such");
    let again: T = serde_json::from_str(&written).expect("what we wrote can be read");
    assert_eq!(serde_json::to_string(&again).expect("it was written before"), written);
}

/// A record that somebody sends is written in a form that is read.
fn write(body: &[u8]) {
    again::<api::WriteRequest>(body);
    let Ok(asked) = serde_json::from_slice::<api::WriteRequest>(body) else { return };
    let mut made = Record::default();
    made.set_tag("Game", asked.game);
    asked.tags.into_iter().for_each(|(name, value)| made.set_tag(name, value));
    made.line.nodes = asked.moves.into_iter().map(record::Node::from).collect();
    let text = record::write(&[made]);
    // Names of tags and depths of variations that no record has are for the server to refuse.
    let _ = record::read(&text);
}
