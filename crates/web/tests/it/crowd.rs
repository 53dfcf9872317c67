//! Many at once: connections that say nothing, spectators that never read, games of one address.

#![cfg(target_os = "linux")]

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use crate::common::{Server, Wire, bot, human};
use henge_web::Timeouts;
use serde_json::{Value, json};

const SOON: Duration = Duration::from_secs(10);

/// A server that has room for a few connections and little patience.
fn small(connections: usize, patience: Duration) -> Server {
    Server::like(|config| {
        config.connections = connections;
        config.timeouts = Timeouts { header: patience, body: patience, write: patience };
    })
}

async fn health(wire: &mut Wire) -> u16 {
    let asked = wire.try_ask("GET", "/api/v1/health", "", "");
    tokio::time::timeout(SOON, asked).await.expect("an answer comes").map_or(0, |r| r.status)
}

#[tokio::test(flavor = "multi_thread")]
async fn who_says_nothing_is_not_waited_for() {
    let server = small(100, Duration::from_millis(300));
    let address = server.listen().await;
    let body = "POST /api/v1/explore HTTP/1.1\r\nHost: localhost\r\n\
                Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    for said in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\nX: ", body] {
        let mut wire = Wire::open(address).await;
        wire.say(said).await;
        assert!(wire.is_closed_within(SOON).await, "{said:?}");
    }
    // A header that comes in drops is not a reason to wait longer.
    let mut slow = Wire::open(address).await;
    let began = Instant::now();
    slow.say("GET / HTTP/1.1\r\nHost: localhost\r\nX: ").await;
    while !slow.is_closed_within(Duration::from_millis(100)).await {
        use tokio::io::AsyncWriteExt;
        let _ = slow.0.get_mut().write_all(b"x").await;
        assert!(began.elapsed() < SOON);
    }
    // Between two requests it is the same.
    let mut wire = Wire::open(address).await;
    assert_eq!(health(&mut wire).await, 200);
    assert!(wire.is_closed_within(SOON).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_come_is_said_so() {
    let server = small(100, Duration::from_millis(300));
    let address = server.listen().await;
    let mut wire = Wire::open(address).await;
    wire.say(
        "POST /api/v1/explore HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n{",
    )
    .await;
    let reply = wire.reply().await.unwrap();
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (408, &json!("too_slow")));
}

/// Keeps connections open, as many as the server lets it.
async fn crowd(address: SocketAddr, n: usize, n_addresses: usize) -> Vec<Wire> {
    let mut crowd = Vec::new();
    for i in 0..n {
        let wire = Wire::from(1, (i % n_addresses) as u8 + 1, address);
        if let Ok(Ok(mut wire)) = tokio::time::timeout(SOON, wire).await {
            // Half of them begin a request and never end it.
            if i % 2 == 0 {
                use tokio::io::AsyncWriteExt;
                let _ = wire.0.get_mut().write_all(b"GET / HTTP/1.1\r\n").await;
            }
            crowd.push(wire);
        }
    }
    crowd
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_keep_nobody_out() {
    for n_addresses in [1, 40] {
        // Nothing is closed for being slow here.
        let server = small(64, Duration::from_secs(600));
        let address = server.listen().await;
        let mut player = Wire::from(2, 1, address).await.unwrap();
        assert_eq!(health(&mut player).await, 200);
        let held = crowd(address, 300, n_addresses).await;
        let (_, load) = server.get("/api/v1/health").await;
        assert!(load["connections"]["open"].as_u64().unwrap() <= 64, "{load}");
        // Who was here before is still here, and who is new gets in.
        assert_eq!(health(&mut player).await, 200, "{n_addresses} addresses");
        for _ in 0..10 {
            let mut newcomer = Wire::from(2, 2, address).await.unwrap();
            assert_eq!(health(&mut newcomer).await, 200, "{n_addresses} addresses");
        }
        drop(held);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_of_one_address_leave_room_for_it_to_play() {
    let server = small(64, Duration::from_secs(600));
    let address = server.listen().await;
    let (id, _) = server.begin(json!({ "game": "hex", "seats": [human(), human()] })).await;
    let path = format!("/api/v1/matches/{id}/events");
    let mut streams = Vec::new();
    let refused = loop {
        let mut wire = Wire::from(1, 1, address).await.unwrap();
        let reply = wire.ask("GET", &path, "", "").await;
        if reply.status != 200 {
            break reply;
        }
        assert!(reply.head.contains("x-accel-buffering: no"), "{}", reply.head);
        streams.push(wire);
        assert!(streams.len() < 64, "nobody stops it");
    };
    assert_eq!((refused.status, streams.len()), (429, 12));
    let message = refused.json()["error"]["message"].as_str().unwrap().to_string();
    assert!(message.contains("12 streams are open from your address"), "{message}");
    assert_eq!(health(&mut Wire::from(1, 1, address).await.unwrap()).await, 200);
    // Whoever closes one may open another.
    drop(streams.pop());
    let began = Instant::now();
    loop {
        let mut wire = Wire::from(1, 1, address).await.unwrap();
        if wire.ask("GET", &path, "", "").await.status == 200 {
            break;
        }
        assert!(began.elapsed() < SOON);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_that_never_read_are_closed_and_slow_nobody_down() {
    let server = small(1000, Duration::from_millis(500));
    let address = server.listen().await;
    let body = json!({ "game": "go-moku", "seats": [human(), human()] });
    let (id, tokens) = server.begin(body).await;
    let path = format!("/api/v1/matches/{id}/events");
    let mut silent = Vec::new();
    for i in 0..50 {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 1, i + 1], 0))).unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let stream = socket.connect(address).await.unwrap();
        let mut wire = Wire(tokio::io::BufReader::new(stream));
        wire.say(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")).await;
        silent.push(wire);
    }
    let mut reader = Wire::from(2, 1, address).await.unwrap();
    reader.say(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")).await;
    assert_eq!(reader.event().await["moves"], json!([]));
    let (_, before) = server.get("/api/v1/health").await;
    assert_eq!(before["connections"]["open"], 51);
    let sites = (0..).flat_map(|i| ["b2", "n14"].map(|site| (i, site)));
    let mut version = 0;
    let began = Instant::now();
    // Moves and taking them back, until the buffers of all of them are full and time is over.
    for (i, site) in sites {
        let token = if site == "b2" { &tokens["first"] } else { &tokens["second"] };
        let (_, state) = server.play(&id, token, site, usize::from(site == "n14")).await;
        assert_eq!(state["moves"].as_array().unwrap().len(), 1 + usize::from(site == "n14"));
        if site == "n14" {
            for _ in 0..2 {
                server.act(&id, &tokens["first"], "undo").await;
            }
        }
        let seen = reader.event().await["version"].as_u64().unwrap();
        assert!(seen > version, "{seen} after {version}");
        version = seen;
        let (_, load) = server.get("/api/v1/health").await;
        if load["connections"]["open"] == 1 {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{i}: {load}");
    }
}

async fn begin(wire: &mut Wire, game: &str, opponent: &str) -> (u16, Value) {
    // The bot moves first.
    let body = json!({ "game": game, "seats": [bot(opponent), human()] }).to_string();
    let reply = wire.ask("POST", "/api/v1/matches", "", &body).await;
    (reply.status, reply.json())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_does_not_stop_the_bots_of_another() {
    let server = Server::like(|config| config.engines = 2);
    let address = server.listen().await;
    let mut greedy = Wire::from(1, 1, address).await.unwrap();
    for _ in 0..60 {
        let heavy = "mcts:nodes=18446744073709551615";
        assert_eq!(begin(&mut greedy, "hex:size=19", heavy).await.0, 201);
    }
    let mut other = Wire::from(2, 1, address).await.unwrap();
    let began = Instant::now();
    let (status, created) = begin(&mut other, "hex:size=5", "henge:level=beginner").await;
    assert_eq!(status, 201);
    let path = format!("/api/v1/matches/{}", created["state"]["id"].as_str().unwrap());
    loop {
        let state = other.ask("GET", &path, "", "").await.json();
        if state["moves"].as_array().unwrap().len() == 1 {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(15), "{state}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_without_room_waits_and_moves_later() {
    let server = Server::like(|config| config.engines = 1);
    let address = server.listen().await;
    let mut wire = Wire::from(1, 1, address).await.unwrap();
    // The bot's seat comes second, so that games can be made without any work for it.
    let body = |game: &str, opponent: &str| {
        json!({ "game": game, "seats": [human(), bot(opponent)] }).to_string()
    };
    let quick = body("tic-tac-toe", "random");
    let waits = wire.ask("POST", "/api/v1/matches", "", &quick).await.json();
    // One runs and 256 wait for this address.
    let heavy = "mcts:nodes=18446744073709551615";
    let (mut made, mut refused) = (Vec::new(), None);
    while made.len() < 300 && refused.is_none() {
        match begin(&mut wire, "hex:size=19", heavy).await {
            (201, created) => made.push(created),
            other => refused = Some(other),
        }
    }
    let (status, error) = refused.expect("there is an end to it");
    assert_eq!((status, made.len()), (429, 257));
    let message = error["error"]["message"].as_str().unwrap();
    assert!(message.contains("256 engines are waiting for your address"), "{message}");
    // A move is taken all the same, and the bot's answer follows when there is room.
    let id = waits["state"]["id"].as_str().unwrap();
    let token = waits["tokens"]["first"].as_str().unwrap();
    let path = format!("/api/v1/matches/{id}/moves");
    let lines = format!("Authorization: Bearer {token}\r\n");
    let moved = wire.ask("POST", &path, &lines, r#"{"move": "b2", "ply": 0}"#).await;
    assert_eq!(moved.status, 200);
    let state = moved.json();
    let waiting = state["waiting"].as_str().expect("it says that it waits");
    assert!(waiting.contains("follows in a moment"), "{waiting}");
    assert_eq!((&state["fault"], &state["thinking"]), (&Value::Null, &json!(false)));
    for game in made {
        let (id, token) = (game["state"]["id"].as_str().unwrap(), &game["tokens"]["second"]);
        assert_eq!(server.act(id, token, "resign").await.0, 200);
    }
    let state = server.until(id, |state| state["moves"].as_array().unwrap().len() == 2).await;
    assert_eq!(state["waiting"], Value::Null);
}
