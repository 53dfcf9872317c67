//! Several programs on one file, disks that fail, clocks that go on, and games that are over.

use std::time::Duration;

use crate::common::{Server, bot, human};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use henge_store::{Keeper, Kept, Shelf, Store};
use http_body_util::BodyExt;
use rusqlite::Connection;
use serde_json::{Value, json};

fn moves(state: &Value) -> Vec<String> {
    let moves = state["moves"].as_array().unwrap().iter();
    moves.map(|mv| mv["text"].as_str().unwrap().to_string()).collect()
}

/// The moves on disk.
fn on_disk(server: &Server, id: &str) -> Vec<String> {
    Store::open(&server.database()).unwrap().game(id).unwrap().unwrap().moves
}

/// The next state that a stream tells.
async fn next_state(stream: &mut Body) -> Value {
    let frame = tokio::time::timeout(Duration::from_secs(20), stream.frame()).await;
    let bytes = frame.unwrap().unwrap().unwrap().into_data().unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let data = text.lines().find_map(|line| line.strip_prefix("data:"));
    data.map_or(Value::Null, |data| serde_json::from_str(data).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_on_one_file_lose_no_move() {
    let one = Server::new();
    let two = one.beside();
    let body = json!({ "game": "hex:size=5", "seats": [human(), human()] });
    let (id, tokens) = one.begin(body).await;
    let token =
        |ply: usize| if ply.is_multiple_of(2) { &tokens["first"] } else { &tokens["second"] };
    assert_eq!(moves(&two.state(&id).await).len(), 0);
    let events = format!("/api/v1/matches/{id}/events");
    let request = Request::get(&events).header(header::HOST, "localhost").body(Body::empty());
    let mut stream = two.send(request.unwrap()).await.into_body();
    let seen = next_state(&mut stream).await;
    for (ply, mv) in ["d4", "a1", "c3", "a2"].into_iter().enumerate() {
        assert_eq!(one.play(&id, token(ply), mv, ply).await.0, StatusCode::OK);
    }
    // The second server does not know of them: its player is refused, told so, and sees them.
    let (status, error) = two.play(&id, token(0), "e5", 0).await;
    assert_eq!((status, &error["error"]["code"]), (StatusCode::CONFLICT, &json!("changed")));
    let said = error["error"]["message"].as_str().unwrap();
    assert!(said.contains("another program has changed this game"), "{said}");
    let told = next_state(&mut stream).await;
    assert_eq!(moves(&told), ["d4", "a1", "c3", "a2"]);
    assert!(told["version"].as_u64() > seen["version"].as_u64(), "pages take it for newer");
    assert_eq!(on_disk(&one, &id), ["d4", "a1", "c3", "a2"]);
    // It goes on from there, and now the first one is late.
    assert_eq!(two.play(&id, token(4), "e5", 4).await.0, StatusCode::OK);
    let (status, error) = one.act(&id, token(0), "resign").await;
    assert_eq!((status, &error["error"]["code"]), (StatusCode::CONFLICT, &json!("changed")));
    assert_eq!(moves(&one.state(&id).await).len(), 5);
    assert_eq!(one.play(&id, token(5), "e1", 5).await.0, StatusCode::OK);
    assert_eq!(on_disk(&one, &id), ["d4", "a1", "c3", "a2", "e5", "e1"]);
    // Whoever only looks is told after a while, too.
    two.app.catch_up().await;
    assert_eq!(moves(&two.state(&id).await).len(), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_given_away_once_by_two_servers() {
    let one = Server::new();
    let two = one.beside();
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), human()], "invite": true });
    let (id, _) = one.begin(body).await;
    assert_eq!(two.state(&id).await["seats"][1]["open"], true);
    let join = format!("/api/v1/matches/{id}/join");
    assert_eq!(one.post(&join, json!({ "name": "Ada" })).await.0, StatusCode::OK);
    assert_eq!(two.post(&join, json!({ "name": "Bob" })).await.0, StatusCode::CONFLICT);
    assert_eq!(two.state(&id).await["seats"][1]["name"], "Ada");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_two_servers_wake_moves_once() {
    let one = Server::new();
    let two = one.beside();
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), bot("random")] });
    let (id, tokens) = one.begin(body).await;
    let servers = [&one, &two];
    for turn in 0.. {
        // Both look, so that both wake the bot whenever it is its turn.
        for server in servers {
            server.app.catch_up().await;
        }
        let waits = |s: &Value| s["turn"]["kind"] == "over" || s["turn"]["player"] == "first";
        let (server, other) = (servers[turn % 2], servers[(turn + 1) % 2]);
        let state = server.until(&id, waits).await;
        other.state(&id).await;
        if state["turn"]["kind"] == "over" {
            break;
        }
        let mv = state["legal"][0]["text"].as_str().unwrap();
        let played = server.play(&id, &tokens["first"], mv, moves(&state).len()).await;
        // The other one may have been faster; then this one knows it now.
        assert!(matches!(played.0, StatusCode::OK | StatusCode::CONFLICT), "{}", played.1);
        assert!(turn < 50, "it goes round in circles: {}", played.1);
    }
    for server in servers {
        server.app.catch_up().await;
        let state = server.state(&id).await;
        assert_eq!((&state["fault"], &state["turn"]["kind"]), (&Value::Null, &json!("over")));
        assert_eq!(moves(&state), on_disk(&one, &id));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_was_deleted_is_gone() {
    let server = Server::new();
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), human()] });
    let (id, tokens) = server.begin(body).await;
    let connection = Connection::open(server.database()).unwrap();
    connection.execute_batch("PRAGMA foreign_keys = ON; DELETE FROM games").unwrap();
    let (status, error) = server.play(&id, &tokens["first"], "b2", 0).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(error["error"]["message"], "another program has deleted this game");
    assert_eq!(server.get(&format!("/api/v1/matches/{id}")).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_the_server_goes_on_at_the_keyboard_as_a_copy() {
    let server = Server::new();
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), human()] });
    let (id, tokens) = server.begin(body).await;
    server.play(&id, &tokens["first"], "b2", 0).await;
    let shelf = Shelf::new(Some(server.database()));
    let mut copy = shelf.for_reading().unwrap().game(&id).unwrap().unwrap();
    let mut keeper = Keeper::of(&copy);
    copy.moves.push("c3".into());
    assert_eq!(keeper.keep(&shelf, copy), Kept::Saved);
    assert_ne!(keeper.id(), id);
    assert_eq!(server.play(&id, &tokens["second"], "a1", 1).await.0, StatusCode::OK);
    assert_eq!(on_disk(&server, &id), ["b2", "a1"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_file_is_locked_nothing_is_acknowledged() {
    let server = Server::new();
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), bot("random")] });
    let (id, tokens) = server.begin(body).await;
    let holder = Connection::open(server.database()).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (status, error) = server.play(&id, &tokens["first"], "b2", 0).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{error}");
    assert!(error["error"]["message"].as_str().unwrap().contains("locked"), "{error}");
    assert_eq!(moves(&server.state(&id).await).len(), 0);
    holder.execute_batch("ROLLBACK").unwrap();
    assert_eq!(server.play(&id, &tokens["first"], "b2", 0).await.0, StatusCode::OK);
    server.until(&id, |state| moves(state).len() == 2).await;
    assert_eq!(on_disk(&server, &id).len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_does_not_give_time_back() {
    let server = Server::new();
    let body = json!({
        "game": "tic-tac-toe", "seats": [human(), human()],
        "clock": { "seconds": 60.0, "increment": 0.0 },
    });
    let (id, tokens) = server.begin(body).await;
    server.play(&id, &tokens["first"], "b2", 0).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    // As it does every few seconds.
    server.app.write_clocks().await;
    let server = server.restarted();
    let state = server.state(&id).await;
    assert_eq!(state["running"], "second");
    let left = state["clocks"][1]["left_ms"].as_u64().unwrap();
    assert!(left <= 58_500, "the second player has got time back: {left}");
    assert!(left > 40_000, "the time while no server runs is nobody's: {left}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_over_stays_over() {
    let server = Server::new();
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), human()], "invite": true });
    let (id, tokens) = server.begin(body).await;
    assert_eq!(server.act(&id, &tokens["first"], "resign").await.0, StatusCode::OK);
    let server = server.restarted();
    let over = json!({ "kind": "over", "winner": "second", "points": 1, "reason": "resigned" });
    assert_eq!(server.state(&id).await["turn"], over);
    assert_eq!(server.play(&id, &tokens["first"], "b2", 0).await.0, StatusCode::CONFLICT);
    // Nobody sits down any more.
    let (status, error) = server.post(&format!("/api/v1/matches/{id}/join"), json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT, "{error}");
    let (_, record) = server.get(&format!("/api/v1/matches/{id}/record")).await;
    assert!(record.as_str().unwrap().contains("[Termination \"resignation\"]"), "{record}");

    // What can be played again is not, as long as the game is over.
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), human()] });
    let (id, tokens) = server.begin(body).await;
    server.play(&id, &tokens["first"], "b2", 0).await;
    assert_eq!(server.act(&id, &tokens["first"], "undo").await.0, StatusCode::OK);
    assert_eq!(server.act(&id, &tokens["first"], "resign").await.0, StatusCode::OK);
    assert_eq!(server.act(&id, &tokens["first"], "redo").await.0, StatusCode::CONFLICT);
    assert_eq!(moves(&server.state(&id).await).len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_game_is_named_and_the_others_are_listed() {
    let server = Server::new();
    let body = || json!({ "game": "tic-tac-toe", "seats": [human(), human()] });
    let (good, _) = server.begin(body()).await;
    let (bad, _) = server.begin(body()).await;
    let server = server.restarted();
    let connection = Connection::open(server.database()).unwrap();
    connection.execute("DELETE FROM seats WHERE game_id = ?1 AND player = 0", [&bad]).unwrap();
    let (status, listed) = server.get("/api/v1/matches").await;
    assert_eq!(status, StatusCode::OK, "{listed}");
    assert_eq!((&listed["matches"][0]["id"], &listed["damaged"]), (&json!(good), &json!([bad])));
    let (status, error) = server.get(&format!("/api/v1/matches/{bad}")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{error}");
    assert!(error["error"]["message"].as_str().unwrap().contains("is damaged"), "{error}");
}
