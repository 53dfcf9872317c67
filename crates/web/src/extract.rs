//! What handlers want to know of a request.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, header};
use serde::de::DeserializeOwned;

use crate::App;
use crate::fault::Fault;
use crate::net::{FORWARDING, Peer};

/// A JSON body. Only `application/json` is taken: what a form on another site can send is not.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Fault> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind =
            kind.map(|kind| kind.split(';').next().unwrap_or_default().trim().to_lowercase());
        let patience = app.config.timeouts.body;
        let read = tokio::time::timeout(patience, Bytes::from_request(request, app)).await;
        let late = |_| {
            let most = patience.as_secs();
            Fault::too_slow(format!("the body of the request did not arrive within {most} s"))
        };
        let bytes = read.map_err(late)?.map_err(|error| match error {
            BytesRejection::FailedToBufferBody(error)
                if error.to_string().contains("length limit") =>
            {
                Fault::too_large(
                    "the body is too large; 256 kB is the most, and 1.3 MB for a recording",
                )
            }
            error => Fault::bad_request(error.to_string()),
        })?;
        if bytes.is_empty() {
            return serde_json::from_str("{}").map(Body).map_err(|error| wrong(&error));
        }
        if kind.as_deref() != Some("application/json") {
            return Err(Fault::bad_request("the body should be application/json"));
        }
        serde_json::from_slice(&bytes).map(Body).map_err(|error| wrong(&error))
    }
}

fn wrong(error: &serde_json::Error) -> Fault {
    match error.classify() {
        serde_json::error::Category::Data => Fault::unprocessable(error.to_string()),
        _ => Fault::bad_request(format!("the body is no JSON: {error}")),
    }
}

/// Query parameters.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        let query = axum::extract::Query::from_request_parts(parts, state).await;
        query
            .map(|axum::extract::Query(query)| Query(query))
            .map_err(|error| Fault::bad_request(error.body_text()))
    }
}

/// Parts of the path.
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(path)| Path(path))
            .map_err(|error| Fault::bad_request(error.body_text()))
    }
}

/// Who asks, as far as the network tells: an address, or the network of one in IPv6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Client(pub IpAddr);

impl Client {
    /// Whoever asks from this address.
    pub fn at(address: IpAddr) -> Client {
        match address.to_canonical() {
            // Whoever has one address has the whole network.
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Client(IpAddr::from([a, b, c, d, 0, 0, 0, 0]))
            }
            address => Client(address),
        }
    }

    /// Whoever the guard has found out to be asking.
    pub fn of(extensions: &Extensions) -> Client {
        extensions.get().copied().unwrap_or(Client::at(Peer::HERE.address))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Fault> {
        Ok(Client::of(&parts.extensions))
    }
}

/// Whoever asks sits at this machine, as far as can be told.
pub struct Private;

impl FromRequestParts<Arc<App>> for Private {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Fault> {
        // A proxy that nobody has named brings others along, too.
        let forwarded = FORWARDING.iter().any(|name| parts.headers.contains_key(*name));
        match app.is_private() && !forwarded {
            true => Ok(Private),
            false => Err(Fault::forbidden("a server that is open to others does not list this")),
        }
    }
}

/// The key to a seat, if the request brings one.
pub struct Bearer(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Fault> {
        Ok(Bearer(bearer(&parts.headers)))
    }
}

fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_string())
}
