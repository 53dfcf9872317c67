//! Who may ask at all, and what every answer tells the browser.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::fault::Fault;

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

pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match check(&app, &request) {
        Ok(()) => next.run(request).await,
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

fn check(app: &App, request: &Request) -> Result<(), Fault> {
    let headers = request.headers();
    let host = text(headers, &header::HOST)
        .or_else(|| request.uri().authority().map(|authority| authority.as_str()));
    // A page of somebody else can make its own name point to this machine; it cannot change the
    // name that the browser sends along.
    if app.is_loopback() && !host.is_some_and(is_here) {
        return Err(Fault::forbidden(
            "this server answers to localhost and 127.0.0.1 only; start it with --host for others",
        ));
    }
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(());
    }
    if let Some(origin) = text(headers, &header::ORIGIN) {
        let from = origin.split_once("://").map(|(_, host)| host);
        if from.is_none() || from != host {
            return Err(Fault::forbidden("a page of another site may not do this"));
        }
    }
    match text(headers, &HeaderName::from_static("sec-fetch-site")) {
        None | Some("same-origin" | "none") => Ok(()),
        Some(_) => Err(Fault::forbidden("a page of another site may not do this")),
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Is that a name of this machine for itself?
fn is_here(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_here;

    #[test]
    fn only_names_of_this_machine_are_here() {
        for host in ["localhost", "LOCALHOST:2026", "127.0.0.1:80", "127.0.0.2", "[::1]:2026"] {
            assert!(is_here(host), "{host}");
        }
        for host in ["", "evil.example", "localhost.evil.example:2026", "10.0.0.1", "[::2]"] {
            assert!(!is_here(host), "{host}");
        }
    }
}
