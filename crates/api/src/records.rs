//! Game records as trees of moves.

use std::collections::BTreeMap;

use henge::record;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A text with records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    /// As `henge` writes it, or PDN, `.mat`, SGF, `.psq`, GGF, an XGID: recognised by its content.
    #[schema(example = "[Game \"tic-tac-toe\"]\n\n1. b2 2. a1\n*\n")]
    pub text: String,
}

/// The records of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReadResponse {
    /// In their order.
    pub records: Vec<Record>,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Record {
    /// The full name of the game.
    pub game: String,
    /// The position it began with, if not the game's own start.
    pub setup: Option<String>,
    /// Who, when, and the like.
    pub tags: BTreeMap<String, String>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for none yet.
    pub result: String,
    /// The moves.
    pub moves: Vec<Node>,
}

/// A move with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is said after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// What could have been played instead.
    #[serde(default)]
    #[schema(no_recursion)]
    pub variations: Vec<Vec<Node>>,
}

/// A move, with or without what is said about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum NodeOrText {
    /// Only the move.
    Text(String),
    /// With its comment and its variations.
    Node(Node),
}

/// A game to be written down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WriteRequest {
    /// The name of the game.
    #[schema(example = "tic-tac-toe", max_length = 120)]
    pub game: String,
    /// The position it began with.
    #[serde(default)]
    pub setup: Option<String>,
    /// The moves.
    pub moves: Vec<NodeOrText>,
    /// Who, when, and the like.
    #[serde(default)]
    pub tags: BTreeMap<String, String>,
    /// How such files end, as one of the game's forms; `henge` by default.
    #[serde(default)]
    #[schema(example = "pdn", max_length = 8)]
    pub form: Option<String>,
}

/// A record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WriteResponse {
    /// As `henge` reads it.
    pub text: String,
}

impl From<&record::Node> for Node {
    fn from(node: &record::Node) -> Node {
        let line = |line: &record::Line| line.nodes.iter().map(Node::from).collect();
        Node {
            mv: node.mv.clone(),
            comment: node.comment.clone(),
            variations: node.variations.iter().map(line).collect(),
        }
    }
}

impl From<Node> for record::Node {
    fn from(node: Node) -> record::Node {
        let line = |nodes: Vec<Node>| record::Line {
            comment: None,
            nodes: nodes.into_iter().map(record::Node::from).collect(),
        };
        let mut made = record::Node::new(node.mv);
        made.comment = node.comment;
        made.variations = node.variations.into_iter().map(line).collect();
        made
    }
}

impl From<NodeOrText> for record::Node {
    fn from(node: NodeOrText) -> record::Node {
        match node {
            NodeOrText::Text(mv) => record::Node::new(mv),
            NodeOrText::Node(node) => node.into(),
        }
    }
}
