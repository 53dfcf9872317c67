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
    let data = Files::get(path)?.data.into_owned();
    let bytes = match std::str::from_utf8(&data) {
        Ok(text) if path.ends_with(".js") => without_comments(text, "/**", Some("//")).into(),
        Ok(text) if path.ends_with(".css") => without_comments(text, "/*", None).into(),
        _ => data,
    };
    let etag = blake3::hash(&bytes).to_hex()[..32].to_string();
    Some((bytes, etag))
}

/// What a browser needs of a source text: comments, a quarter of the page, are for those who read it. They begin
/// with `open`, or with `line` at the beginning of a line; the tests in the browser compare what is left with the
/// source.
fn without_comments(text: &str, open: &str, line: Option<&str>) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, comment)) = rest.split_once(open) {
        kept.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    let lines = kept.lines().map(str::trim_end).filter(|each| !each.is_empty());
    let lines = lines.filter(|each| line.is_none_or(|line| !each.trim_start().starts_with(line)));
    lines.fold(String::with_capacity(kept.len()), |text, each| text + each + "\n")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_stay_at_home() {
        let script = "// A room.\n/** @type {number} */\nlet x = /** @type {any} */ (y);\n\n  // why\nx //\n";
        assert_eq!(without_comments(script, "/**", Some("//")), "let x =  (y);\nx //\n");
        let style = "/* a\n b */\na {\n  b: c; /* d */\n}\n";
        assert_eq!(without_comments(style, "/*", None), "a {\n  b: c;\n}\n");
    }
}
