//! What goes wrong, as status, code and a sentence.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use henge::record::RecordError;
use henge::spec::SpecError;
use henge::table::Refusal;
use henge::{GameError, NotationError, PlayError};
use henge_store::StoreError;

/// Why a request is not answered with what it asked for.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    pub status: StatusCode,
    pub code: &'static str,
    pub message: String,
    /// Seconds after which it may be tried again.
    pub retry_after: Option<u64>,
}

macro_rules! faults {
    ($($name:ident $status:ident $code:literal;)*) => {
        $(pub fn $name(message: impl Into<String>) -> Fault {
            Fault {
                status: StatusCode::$status,
                code: $code,
                message: message.into(),
                retry_after: None,
            }
        })*
    };
}

impl Fault {
    faults! {
        bad_request BAD_REQUEST "bad_request";
        unauthorised UNAUTHORIZED "unauthorised";
        forbidden FORBIDDEN "forbidden";
        not_found NOT_FOUND "not_found";
        conflict CONFLICT "conflict";
        changed CONFLICT "changed";
        too_large PAYLOAD_TOO_LARGE "too_large";
        unprocessable UNPROCESSABLE_ENTITY "unprocessable";
        illegal_move UNPROCESSABLE_ENTITY "illegal_move";
        unavailable SERVICE_UNAVAILABLE "unavailable";
        misdirected MISDIRECTED_REQUEST "misdirected";
        too_slow REQUEST_TIMEOUT "too_slow";
        failed INTERNAL_SERVER_ERROR "failed";
    }

    pub fn too_many(message: impl Into<String>, retry_after: u64) -> Fault {
        Fault {
            status: StatusCode::TOO_MANY_REQUESTS,
            code: "too_many",
            message: message.into(),
            retry_after: Some(retry_after.max(1)),
        }
    }

    /// Was it refused because another program has changed the game?
    pub fn is_change(&self) -> bool {
        self.code == "changed"
    }

    pub fn body(&self) -> henge_api::ErrorBody {
        let error = henge_api::Error { code: self.code.into(), message: self.message.clone() };
        henge_api::ErrorBody { error }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body())).into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<SpecError> for Fault {
    fn from(error: SpecError) -> Fault {
        Fault::unprocessable(error.to_string())
    }
}

impl From<GameError> for Fault {
    fn from(error: GameError) -> Fault {
        Fault::unprocessable(error.to_string())
    }
}

impl From<NotationError> for Fault {
    fn from(error: NotationError) -> Fault {
        Fault::unprocessable(error.to_string())
    }
}

impl From<PlayError> for Fault {
    fn from(error: PlayError) -> Fault {
        match error {
            PlayError::Over => Fault::conflict(error.to_string()),
            error => Fault::illegal_move(error.to_string()),
        }
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        match refusal {
            Refusal::Move(error) => error.into(),
            Refusal::NotYourTurn | Refusal::TwoPeople => Fault::forbidden(refusal.to_string()),
            _ => Fault::conflict(refusal.to_string()),
        }
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Fault {
        Fault::unprocessable(error.to_string())
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        match error {
            StoreError::Busy => Fault::too_many(error.to_string(), 1),
            StoreError::Changed { .. } | StoreError::Gone => Fault::changed(format!(
                "{error}; nothing was done here, and the game is shown as it is now"
            )),
            StoreError::Conflict(why) => Fault::conflict(why),
            StoreError::DamagedGame { .. } => Fault::unprocessable(error.to_string()),
            // The disk may be well again in a moment.
            error => Fault { retry_after: Some(2), ..Fault::unavailable(error.to_string()) },
        }
    }
}
