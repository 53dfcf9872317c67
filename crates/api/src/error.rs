use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What every answer other than success says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// What went wrong.
    pub error: Error,
}

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Error {
    /// A word for programs.
    pub code: String,
    /// A sentence for people: what was wrong and what would be right.
    pub message: String,
}
