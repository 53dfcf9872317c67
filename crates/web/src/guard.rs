//! Who may ask at all, and what every answer tells the browser.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::extract::Client;
use crate::fault::Fault;
use crate::net::{Asker, Authority, Name, Peer};

/// What every answer says, unless it says otherwise itself.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CACHE_CONTROL, "no-store"),
];

pub async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let mut response = match check(&app, &request) {
        Ok(client) => {
            request.extensions_mut().insert(client);
            next.run(request).await
        }
        Err(fault) => fault.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    response
}

/// Says who asks, or why there is no answer.
fn check(app: &App, request: &Request) -> Result<Client, Fault> {
    let headers = request.headers();
    let peer = request.extensions().get().copied().unwrap_or(Peer::HERE);
    let asker = Asker::of(peer, headers, &app.config.proxies)?;
    let client = Client::at(asker.address);
    let host = host(request)?;
    if !answers_to(app, peer, &host.name) {
        return Err(Fault::misdirected(format!(
            "this server does not answer to the name {name}; if that is its name, start it with \
             --allowed-host {name}",
            name = host.name
        )));
    }
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(client);
    }
    let foreign = || Err(Fault::forbidden("a page of another site may not do this"));
    if headers.contains_key(header::ORIGIN)
        && !text(headers, &header::ORIGIN).is_some_and(|it| host.is_origin(it, asker.https))
    {
        return foreign();
    }
    match text(headers, &HeaderName::from_static("sec-fetch-site")) {
        None | Some("same-origin" | "none") => Ok(client),
        Some(_) => foreign(),
    }
}

/// The name that the request is meant for. If it is given twice, both must be the same.
fn host(request: &Request) -> Result<Authority, Fault> {
    let lines = request.headers().get_all(header::HOST).iter().map(|line| line.to_str().ok());
    let target = request.uri().authority().map(|authority| Some(authority.as_str()));
    let mut named = lines.chain(target).map(|name| Authority::read(name?));
    let first = named.next().flatten();
    match first.filter(|first| named.all(|name| name.as_ref() == Some(first))) {
        Some(host) => Ok(host),
        None => Err(Fault::misdirected(
            "the request should say in one Host header whom it is for, as in Host: localhost:2026",
        )),
    }
}

/// Names of this machine for itself, the address at which the request came in, and names that were
/// given when the server was started.
fn answers_to(app: &App, peer: Peer, name: &Name) -> bool {
    let addressed = |address| matches!(name, Name::Address(named) if *named == address);
    name.is_this_machine()
        || addressed(app.config.host)
        || peer.local.is_some_and(addressed)
        || app.config.allowed_hosts.contains(name)
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}
