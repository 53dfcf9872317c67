//! Who may ask, how often, and what every answer says.

use crate::common::{Server, generous, human, post};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use henge_web::{Rate, Rates};
use serde_json::json;

#[tokio::test]
async fn strangers_pages_are_refused() {
    let server = Server::new();
    let get = |host: &str| {
        Request::get("/api/v1/health").header(header::HOST, host).body(Body::empty()).unwrap()
    };
    for (host, status) in [
        ("localhost:2026", StatusCode::OK),
        ("127.0.0.1:2026", StatusCode::OK),
        ("evil.example", StatusCode::MISDIRECTED_REQUEST),
        ("localhost.evil.example", StatusCode::MISDIRECTED_REQUEST),
        ("localhost:4400@evil", StatusCode::MISDIRECTED_REQUEST),
        ("localhost@evil.example", StatusCode::MISDIRECTED_REQUEST),
        ("192.0.2.1:2026", StatusCode::MISDIRECTED_REQUEST),
        ("", StatusCode::MISDIRECTED_REQUEST),
    ] {
        assert_eq!(server.send(get(host)).await.status(), status, "{host}");
    }
    let body = json!({ "game": "tic-tac-toe" });
    for (name, value, status) in [
        ("origin", "http://localhost", StatusCode::OK),
        ("origin", "http://localhost:80", StatusCode::OK),
        ("origin", "http://localhost:1", StatusCode::FORBIDDEN),
        ("origin", "https://localhost", StatusCode::FORBIDDEN),
        ("origin", "http://evil.example", StatusCode::FORBIDDEN),
        ("origin", "null", StatusCode::FORBIDDEN),
        ("sec-fetch-site", "cross-site", StatusCode::FORBIDDEN),
        ("sec-fetch-site", "same-origin", StatusCode::OK),
        ("content-type", "text/plain", StatusCode::BAD_REQUEST),
    ] {
        let mut request = post("/api/v1/explore", None, &body);
        request.headers_mut().insert(name, value.parse().unwrap());
        assert_eq!(server.send(request).await.status(), status, "{name}: {value}");
    }
}

/// A page of a stranger whose name points to this machine (DNS rebinding) is refused even if the
/// server is open to others.
#[tokio::test]
async fn an_open_server_answers_to_its_names_alone() {
    let open = "192.0.2.10".parse().unwrap();
    let names = || vec!["games.example".parse().unwrap()];
    let server = Server::like(|config| {
        (config.host, config.allowed_hosts) = (open, names());
    });
    for (host, is_ours) in [
        ("192.0.2.10:2026", true),
        ("games.example", true),
        ("GAMES.example.:8080", true),
        ("localhost:2026", true),
        ("evil.example", false),
        ("games.example.evil.example", false),
        ("games.example@evil.example", false),
        ("192.0.2.11", false),
    ] {
        let request = Request::get("/api/v1/health").header(header::HOST, host);
        let response = server.send(request.body(Body::empty()).unwrap()).await;
        let (status, answer) = crate::common::read(response).await;
        let expected = if is_ours { StatusCode::OK } else { StatusCode::MISDIRECTED_REQUEST };
        assert_eq!(status, expected, "{host}");
        if host == "evil.example" {
            let message = answer["error"]["message"].as_str().unwrap();
            assert!(message.contains("--allowed-host evil.example"), "{message}");
        }
    }
    let two = Request::get("/api/v1/health")
        .header(header::HOST, "localhost")
        .header(header::HOST, "evil.example");
    let response = server.send(two.body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), StatusCode::MISDIRECTED_REQUEST);
    let target =
        Request::get("http://evil.example/api/v1/health").header(header::HOST, "localhost");
    let response = server.send(target.body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), StatusCode::MISDIRECTED_REQUEST);
}

/// What a server for this machine alone shows is not shown to whoever comes through a proxy.
#[tokio::test]
async fn lists_are_for_this_machine_alone() {
    let server = Server::new();
    for path in ["/api/v1/matches", "/api/v1/runs"] {
        assert_eq!(server.get(path).await.0, StatusCode::OK, "{path}");
        for header in ["x-forwarded-for", "forwarded"] {
            let request = Request::get(path).header(header::HOST, "localhost");
            let request = request.header(header, "192.0.2.1").body(Body::empty()).unwrap();
            assert_eq!(server.send(request).await.status(), StatusCode::FORBIDDEN, "{path}");
        }
    }
    let proxied = Server::like(|config| config.proxies = vec!["127.0.0.1".parse().unwrap()]);
    assert_eq!(proxied.get("/api/v1/matches").await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn every_answer_says_what_a_page_may_do() {
    let server = Server::new();
    for path in ["/", "/api/v1/games", "/nowhere", "/api/v1/nowhere", "/openapi.json"] {
        let request = Request::get(path).header(header::HOST, "localhost").body(Body::empty());
        let response = server.send(request.unwrap()).await;
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.starts_with("default-src 'self'"), "{path}: {policy}");
        assert_eq!(response.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert!(response.headers().contains_key(header::REFERRER_POLICY));
    }
    let index = || Request::get("/").header(header::HOST, "localhost");
    let response = server.send(index().body(Body::empty()).unwrap()).await;
    let tag = response.headers()[header::ETAG].clone();
    let again = index().header(header::IF_NONE_MATCH, tag).body(Body::empty()).unwrap();
    assert_eq!(server.send(again).await.status(), StatusCode::NOT_MODIFIED);
    let request = Request::get("/api/v1/games").header(header::HOST, "localhost");
    let request = request.header(header::ACCEPT_ENCODING, "br").body(Body::empty()).unwrap();
    assert_eq!(server.send(request).await.headers()[header::CONTENT_ENCODING], "br");
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/page.rs"] {
        let request = Request::get(path).header(header::HOST, "localhost").body(Body::empty());
        assert_eq!(server.send(request.unwrap()).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn large_bodies_are_not_read() {
    let server = Server::new();
    let body = json!({ "game": "hex", "setup": "x".repeat(300_000) });
    let (status, error) = server.post("/api/v1/explore", body).await;
    assert_eq!(
        (status, &error["error"]["code"]),
        (StatusCode::PAYLOAD_TOO_LARGE, &json!("too_large"))
    );
}

#[tokio::test]
async fn a_flood_is_stemmed_and_games_go_on() {
    let few = Rate { per_second: 0.5, burst: 5.0 };
    let server = Server::with(Rates { general: few, create: few, engine: few, ..generous() });
    let body = json!({ "game": "go-moku", "seats": [human(), human()] });
    let (id, tokens) = server.begin(body.clone()).await;
    for path in ["/api/v1/matches", "/api/v1/explore", "/api/v1/overlay"] {
        let mut last = None;
        for _ in 0..20 {
            last = Some(server.send(post(path, None, &body)).await);
        }
        let last = last.unwrap();
        assert_eq!(last.status(), StatusCode::TOO_MANY_REQUESTS, "{path}");
        let wait: u64 = last.headers()[header::RETRY_AFTER].to_str().unwrap().parse().unwrap();
        assert!((1..=3).contains(&wait), "{wait}");
    }
    let sites = ["a1", "b1", "c1", "d1", "e2", "f2", "g2", "h2"];
    for (ply, mv) in sites.into_iter().enumerate() {
        let token = if ply % 2 == 0 { &tokens["first"] } else { &tokens["second"] };
        assert_eq!(server.play(&id, token, mv, ply).await.0, StatusCode::OK);
    }
}

#[tokio::test]
async fn who_guesses_tokens_is_slowed_down() {
    let few = Rate { per_second: 0.5, burst: 5.0 };
    let server = Server::with(Rates { wrong: few, ..generous() });
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), human()] });
    let (id, _) = server.begin(body).await;
    let mut statuses = Vec::new();
    for i in 0..10 {
        statuses.push(server.play(&id, &json!(format!("{i:048x}")), "b2", 0).await.0);
    }
    assert_eq!(statuses[0], StatusCode::UNAUTHORIZED);
    assert_eq!(statuses[9], StatusCode::TOO_MANY_REQUESTS);
    let nobody = format!("/api/v1/matches/{}", "0".repeat(32));
    assert_eq!(server.get(&nobody).await.0, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn refusals_and_bounds_are_described() {
    let server = Server::new();
    let (_, document) = server.get("/openapi.json").await;
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > 25, "{}", paths.len());
    for (path, item) in paths {
        for (method, operation) in item.as_object().unwrap() {
            for status in ["400", "421", "429", "503"] {
                let described = &operation["responses"][status];
                assert!(described["content"].is_object(), "{status} of {method} {path}");
            }
        }
    }
    let schemas = &document["components"]["schemas"];
    for seed in [&schemas["NewRobotWorld"], &schemas["ConversationRequest"], &schemas["RobotState"]]
    {
        let seed = &seed["properties"]["seed"];
        assert_eq!((&seed["maximum"], &seed["minimum"]), (&json!(u64::MAX), &json!(0)), "{seed}");
    }
    assert_eq!(schemas["Piece"]["properties"]["site"]["maximum"], json!(u16::MAX));
}
