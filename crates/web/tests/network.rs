//! Over a real connection: events, and who closes one.

#![allow(clippy::unwrap_used)]

mod common;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use common::{Server, bot, human};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

async fn listen(server: &Server) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = server.router.clone().into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    address
}

async fn open(address: SocketAddr, request: String) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    BufReader::new(stream)
}

/// The data of the next event.
async fn next(stream: &mut BufReader<TcpStream>) -> serde_json::Value {
    let mut line = String::new();
    loop {
        line.clear();
        let read = tokio::time::timeout(Duration::from_secs(10), stream.read_line(&mut line));
        assert!(read.await.expect("an event comes").unwrap() > 0, "the stream has ended");
        if let Some(data) = line.strip_prefix("data: ") {
            return serde_json::from_str(data).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn states_arrive_as_they_change() {
    let server = Server::new();
    let address = listen(&server).await;
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), bot("random")] });
    let (id, tokens) = server.begin(body).await;
    let path = format!("/api/v1/matches/{id}/events");
    let mut stream = open(address, format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")).await;
    let first = next(&mut stream).await;
    assert_eq!(first["moves"], json!([]));
    server.play(&id, &tokens["first"], "b2", 0).await;
    let mut version = first["version"].as_u64().unwrap();
    loop {
        let state = next(&mut stream).await;
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
    let address = listen(&server).await;
    let body = json!({ "game": "hex:size=11", "time_ms": 60000 }).to_string();
    let length = body.len();
    let head = "POST /api/v1/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json";
    let mut stream =
        open(address, format!("{head}\r\nContent-Length: {length}\r\n\r\n{body}")).await;
    next(&mut stream).await;
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
    let address = listen(&server).await;
    let body =
        json!({ "game": "connect-four", "seats": [bot("random"), bot("henge:level=beginner")] });
    let (id, tokens) = server.begin(body).await;
    assert_eq!(tokens, json!({}));
    let path = format!("/api/v1/matches/{id}/events");
    let mut stream = open(address, format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")).await;
    while next(&mut stream).await["turn"]["kind"] != "over" {}
}
