//! A reverse proxy in front of the server: who it asks for is believed if it was named, and only then.

#![cfg(target_os = "linux")]

use crate::common::{Server, Wire, generous};
use henge_web::{Rate, Rates};

/// Whoever asks three times at once is refused.
fn strict() -> Rates {
    Rates { general: Rate { per_second: 0.01, burst: 2.0 }, ..generous() }
}

const PATH: &str = "/api/v1/health";

#[tokio::test(flavor = "multi_thread")]
async fn a_header_is_believed_if_the_proxy_was_named() {
    let server = Server::like(|config| {
        (config.rates, config.proxies) = (strict(), vec!["127.0.9.0/24".parse().unwrap()]);
    });
    let address = server.listen().await;
    let mut proxy = Wire::from(9, 1, address).await.unwrap();
    for i in 0..10 {
        let lines = format!("X-Forwarded-For: 198.51.100.1, 192.0.2.{i}\r\n");
        assert_eq!(proxy.ask("GET", PATH, &lines, "").await.status, 200, "{i}");
    }
    // One of those behind it asks too often, whatever it says before the proxy's own word.
    for (i, status) in [200, 429, 429].into_iter().enumerate() {
        let lines = format!("X-Forwarded-For: 10.0.0.{i}, 192.0.2.1\r\n");
        assert_eq!(proxy.ask("GET", PATH, &lines, "").await.status, status, "{i}");
    }
    let lines = "Forwarded: for=192.0.2.77\r\n";
    assert_eq!(proxy.ask("GET", PATH, lines, "").await.status, 200);
    let both = "X-Forwarded-For: 192.0.2.5\r\nForwarded: for=192.0.2.6\r\n";
    assert_eq!(proxy.ask("GET", PATH, both, "").await.status, 400);
    // Somebody else is not believed.
    let mut stranger = Wire::from(8, 1, address).await.unwrap();
    for (i, status) in [200, 200, 429].into_iter().enumerate() {
        let lines = format!("X-Forwarded-For: 192.0.2.{}\r\n", 100 + i);
        assert_eq!(stranger.ask("GET", PATH, &lines, "").await.status, status, "{i}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_named_proxy_the_header_is_ignored() {
    let server = Server::with(strict());
    let address = server.listen().await;
    let mut proxy = Wire::from(9, 1, address).await.unwrap();
    for (i, status) in [200, 200, 429].into_iter().enumerate() {
        let lines = format!("X-Forwarded-For: 192.0.2.{i}\r\n");
        assert_eq!(proxy.ask("GET", PATH, &lines, "").await.status, status, "{i}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_origin_is_that_of_the_page_behind_the_proxy() {
    let server = Server::like(|config| {
        config.proxies = vec!["127.0.9.1".parse().unwrap()];
        config.allowed_hosts = vec!["games.example".parse().unwrap()];
    });
    let address = server.listen().await;
    let mut proxy = Wire::from(9, 1, address).await.unwrap();
    let body = r#"{"game": "tic-tac-toe"}"#;
    for (proto, origin, status) in [
        ("https", "https://games.example", 200),
        ("https", "http://games.example", 403),
        ("http", "https://games.example", 403),
        ("http", "http://games.example", 200),
        ("https", "https://evil.example", 403),
    ] {
        let lines =
            format!("Host: games.example\r\nX-Forwarded-Proto: {proto}\r\nOrigin: {origin}\r\n");
        let reply = proxy.ask("POST", "/api/v1/explore", &lines, body).await;
        assert_eq!(reply.status, status, "{proto} {origin}: {}", reply.body);
    }
    let mut stranger = Wire::from(8, 1, address).await.unwrap();
    let lines = "Host: games.example\r\nX-Forwarded-Proto: https\r\n\
                 Origin: https://games.example\r\n";
    assert_eq!(stranger.ask("POST", "/api/v1/explore", lines, body).await.status, 403);
}
