//! The page: files that are part of the binary.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::fault::Fault;

#[derive(rust_embed::RustEmbed)]
#[folder = "page/"]
struct Files;

/// `/` and the files it needs; nothing else.
pub async fn page(request: Request) -> Response {
    let path = match request.uri().path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match read(path) {
        Some((bytes, etag)) => file(path, bytes, &etag, request.headers()),
        None => Fault::not_found("there is nothing here; the page is at /").into_response(),
    }
}

/// The file and a name for its content.
fn read(path: &str) -> Option<(Vec<u8>, String)> {
    // Who works on the page need not build the program for every change.
    #[cfg(debug_assertions)]
    if let Some(folder) = std::env::var_os("HENGE_PAGE_DIR") {
        let path = std::path::Path::new(path);
        let plain = path.components().all(|part| matches!(part, std::path::Component::Normal(_)));
        let bytes =
            std::fs::read(std::path::Path::new(&folder).join(path)).ok().filter(|_| plain)?;
        let etag = blake3::hash(&bytes).to_hex()[..32].to_string();
        return Some((bytes, etag));
    }
    let file = Files::get(path)?;
    let etag = blake3::hash(&file.data).to_hex()[..32].to_string();
    Some((file.data.into_owned(), etag))
}

fn file(path: &str, bytes: Vec<u8>, etag: &str, asked: &HeaderMap) -> Response {
    // Compressed answers go under the same name: it tells contents apart, not encodings.
    let etag = format!("W/\"{etag}\"");
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let unchanged = known.is_some_and(|known| known.split(',').any(|tag| tag.trim() == etag));
    let mut response = match unchanged {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => bytes.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)));
    // The browser asks every time, and gets an answer without a body most of the time.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        headers.insert(header::ETAG, etag);
    }
    response
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
