//! Over a real connection: events, and who closes one.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use crate::common::{Server, Wire, bot, human};
use serde_json::json;

async fn open(address: SocketAddr, request: String) -> Wire {
    let mut wire = Wire::open(address).await;
    wire.say(&request).await;
    wire
}

#[tokio::test(flavor = "multi_thread")]
async fn states_arrive_as_they_change() {
    let server = Server::new();
    let address = server.listen().await;
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), bot("random")] });
    let (id, tokens) = server.begin(body).await;
    let path = format!("/api/v1/matches/{id}/events");
    let mut stream = open(address, format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")).await;
    let first = stream.event().await;
    assert_eq!(first["moves"], json!([]));
    server.play(&id, &tokens["first"], "b2", 0).await;
    let mut version = first["version"].as_u64().unwrap();
    loop {
        let state = stream.event().await;
        assert!(state["version"].as_u64().unwrap() > version);
        version = state["version"].as_u64().unwrap();
        if state["moves"].as_array().unwrap().len() == 2 {
            assert_eq!(state["turn"], json!({ "kind": "player", "player": "first" }));
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_connection_stops_the_engine() {
    let server = Server::new();
    let address = server.listen().await;
    let body = json!({ "game": "hex:size=11", "time_ms": 60000 }).to_string();
    let length = body.len();
    let head = "POST /api/v1/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json";
    let mut stream =
        open(address, format!("{head}\r\nContent-Length: {length}\r\n\r\n{body}")).await;
    stream.event().await;
    drop(stream);
    let began = Instant::now();
    loop {
        let (_, health) = server.get("/api/v1/health").await;
        if health["engine"]["running"] == 0 {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(5), "the engine goes on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_play_to_the_end_for_whoever_watches() {
    let server = Server::new();
    let address = server.listen().await;
    let body =
        json!({ "game": "connect-four", "seats": [bot("random"), bot("henge:level=beginner")] });
    let (id, tokens) = server.begin(body).await;
    assert_eq!(tokens, json!({}));
    let path = format!("/api/v1/matches/{id}/events");
    let mut stream = open(address, format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")).await;
    while stream.event().await["turn"]["kind"] != "over" {}
}
