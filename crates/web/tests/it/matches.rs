//! Games with seats: moves, tokens, clocks, taking back, restarts.

use crate::common::{Server, bot, human};
use axum::http::StatusCode;
use serde_json::{Value, json};

fn n_moves(state: &Value) -> usize {
    state["moves"].as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_against_bots_in_every_game() {
    let server = Server::new();
    let (_, games) = server.get("/api/v1/games").await;
    for game in games["games"].as_array().unwrap() {
        let slug = game["slug"].as_str().unwrap();
        let body = json!({ "game": slug, "seats": [human(), bot("random")] });
        let (id, tokens) = server.begin(body).await;
        // The opening roll may give the bot the first move.
        let mut state = server.until(&id, |s| s["turn"]["player"] == "first").await;
        while state["turn"]["kind"] != "over" {
            // Sites change from move to move, so that not all of the games are alike.
            let legal = state["legal"].as_array().unwrap();
            let mv = legal[n_moves(&state) * 7 % legal.len()]["text"].as_str().unwrap();
            let (status, after) = server.play(&id, &tokens["first"], mv, n_moves(&state)).await;
            assert_eq!(status, StatusCode::OK, "{slug}: {after}");
            state = server
                .until(&id, |s| s["turn"]["kind"] == "over" || s["turn"]["player"] == "first")
                .await;
            assert_eq!(state["fault"], Value::Null, "{slug}");
        }
        assert_eq!(state["turn"]["reason"], "board", "{slug}");
        assert_eq!(state["legal"], json!([]));
        let (status, _) = server.play(&id, &tokens["first"], "a1", n_moves(&state)).await;
        assert_eq!(status, StatusCode::CONFLICT);
        let (_, record) = server.get(&format!("/api/v1/matches/{id}/record")).await;
        let read = server.post("/api/v1/records/read", json!({ "text": record })).await;
        assert_eq!(read.0, StatusCode::OK, "{slug}: {}", read.1);
    }
}

#[tokio::test]
async fn a_seat_is_played_with_its_token_only() {
    let server = Server::new();
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), human()], "invite": true });
    let (id, tokens) = server.begin(body).await;
    assert!(tokens["first"].as_str().unwrap().len() >= 32);
    assert_eq!(tokens["second"], Value::Null);
    assert_eq!(server.state(&id).await["seats"][1]["open"], true);

    let join = format!("/api/v1/matches/{id}/join");
    let (status, joined) = server.post(&join, json!({ "name": "Grace" })).await;
    assert_eq!(status, StatusCode::OK, "{joined}");
    assert_eq!(joined["player"], "second");
    assert_eq!(joined["state"]["seats"][1]["name"], "Grace");
    assert_eq!(server.post(&join, json!({})).await.0, StatusCode::CONFLICT);

    let none = Value::Null;
    assert_eq!(server.play(&id, &none, "b2", 0).await.0, StatusCode::UNAUTHORIZED);
    let wrong = json!("0123456789abcdef0123456789abcdef0123456789abcdef");
    assert_eq!(server.play(&id, &wrong, "b2", 0).await.0, StatusCode::UNAUTHORIZED);
    // The other one's seat, and the other one's turn.
    assert_eq!(server.play(&id, &joined["token"], "b2", 0).await.0, StatusCode::FORBIDDEN);
    assert_eq!(server.play(&id, &tokens["first"], "b2", 0).await.0, StatusCode::OK);
    assert_eq!(server.play(&id, &tokens["first"], "a1", 1).await.0, StatusCode::FORBIDDEN);
    // A token of another game opens nothing here.
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), human()] });
    let (_, others) = server.begin(body).await;
    assert_eq!(server.play(&id, &others["second"], "a1", 1).await.0, StatusCode::UNAUTHORIZED);
    // Nobody takes back the moves of two people.
    assert_eq!(server.act(&id, &tokens["first"], "undo").await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_move_is_played_once() {
    let server = Server::new();
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), human()] });
    let (id, tokens) = server.begin(body).await;
    assert_eq!(server.play(&id, &tokens["first"], "b2", 0).await.0, StatusCode::OK);
    let (status, error) = server.play(&id, &tokens["first"], "b2", 0).await;
    assert_eq!((status, &error["error"]["code"]), (StatusCode::CONFLICT, &json!("conflict")));
    let (status, error) = server.play(&id, &tokens["second"], "b2", 1).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(error["error"]["code"], "illegal_move");
    assert_eq!(n_moves(&server.state(&id).await), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_back_resigning_and_draws() {
    let server = Server::new();
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), bot("mangolas1990")] });
    let (id, tokens) = server.begin(body).await;
    let first = &tokens["first"];
    server.play(&id, first, "b2", 0).await;
    server.until(&id, |state| n_moves(state) == 2).await;
    let (_, state) = server.act(&id, first, "undo").await;
    assert_eq!((n_moves(&state), &state["can"]), (0, &json!({ "undo": false, "redo": true })));
    assert_eq!(server.act(&id, first, "undo").await.0, StatusCode::CONFLICT);
    let (_, state) = server.act(&id, first, "redo").await;
    assert_eq!(n_moves(&state), 2);
    let (_, state) = server.act(&id, first, "resign").await;
    let over = json!({ "kind": "over", "winner": "second", "points": 1, "reason": "resigned" });
    assert_eq!(state["turn"], over);
    let (_, state) = server.act(&id, first, "undo").await;
    assert_eq!((n_moves(&state), &state["turn"]["kind"]), (2, &json!("player")));

    let body = json!({ "game": "tic-tac-toe", "seats": [human(), human()], "invite": true });
    let (id, tokens) = server.begin(body).await;
    let first = &tokens["first"];
    let (status, error) = server.act(&id, first, "offer_draw").await;
    assert_eq!(status, StatusCode::CONFLICT, "nobody is there to take it: {error}");
    let (_, joined) = server.post(&format!("/api/v1/matches/{id}/join"), json!({})).await;
    let second = &joined["token"];
    assert_eq!(server.act(&id, second, "accept_draw").await.0, StatusCode::CONFLICT);
    let (_, state) = server.act(&id, first, "offer_draw").await;
    assert_eq!(state["draw_offer"], "first");
    assert_eq!(server.act(&id, first, "accept_draw").await.0, StatusCode::CONFLICT);
    let (_, state) = server.act(&id, second, "decline_draw").await;
    assert_eq!(state["draw_offer"], Value::Null);
    server.act(&id, first, "offer_draw").await;
    let (_, state) = server.act(&id, second, "accept_draw").await;
    let over = json!({ "kind": "over", "winner": null, "points": 0, "reason": "agreed" });
    assert_eq!(state["turn"], over);

    // Who has both seats has agreed already, and may think again.
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), human()] });
    let (id, tokens) = server.begin(body).await;
    let (_, state) = server.act(&id, &tokens["first"], "offer_draw").await;
    assert_eq!(state["turn"], over);
    let (_, state) = server.act(&id, &tokens["first"], "undo").await;
    assert_eq!(state["turn"]["kind"], "player");

    // A bot that sees a draw takes it: Tic-Tac-Toe is one.
    let body = json!({ "game": "tic-tac-toe", "seats": [human(), bot("henge")] });
    let (id, tokens) = server.begin(body).await;
    assert_eq!(server.act(&id, &tokens["first"], "offer_draw").await.0, StatusCode::OK);
    let state = server.until(&id, |state| state["turn"]["kind"] == "over").await;
    assert_eq!(state["turn"]["reason"], "agreed");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_flag_falls_on_the_server() {
    let server = Server::new();
    let body = json!({
        "game": "tic-tac-toe", "seats": [human(), human()],
        "clock": { "seconds": 1.0, "increment": 0.5 },
    });
    let (id, tokens) = server.begin(body).await;
    let (_, state) = server.play(&id, &tokens["first"], "b2", 0).await;
    assert_eq!(state["running"], "second");
    assert!(state["clocks"][0]["left_ms"].as_u64().unwrap() > 1000, "the increment: {state}");
    // Nobody asks; the flag falls all the same, and whoever listens hears of it.
    tokio::time::sleep(std::time::Duration::from_millis(1200)).await;
    let state = server.state(&id).await;
    let over = json!({ "kind": "over", "winner": "first", "points": 1, "reason": "time" });
    assert_eq!(state["turn"], over);
    assert_eq!(state["clocks"][1]["left_ms"], 0);
    assert_eq!(server.play(&id, &tokens["second"], "a1", 1).await.0, StatusCode::CONFLICT);
    assert_eq!(server.act(&id, &tokens["second"], "undo").await.0, StatusCode::CONFLICT);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_resigns_and_thinks_on_peoples_time_if_it_is_told_to() {
    let server = Server::like(|config| {
        (config.resign, config.ponder) = (Some("1".parse().unwrap()), true);
    });
    let at_work = async |wanted: u64| {
        let began = std::time::Instant::now();
        loop {
            // Who has answered is at work for a moment longer.
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            let (_, health) = server.get("/api/v1/health").await;
            if health["engine"]["running"] == wanted {
                break;
            }
            assert!(began.elapsed().as_secs() < 10, "{health}");
        }
    };
    // X threatens two lines at once, and O sees it.
    let body = json!({
        "game": "tic-tac-toe", "seats": [human(), bot("alphabeta:depth=9")],
        "setup": "xo./.x./..o x",
    });
    let (id, tokens) = server.begin(body).await;
    server.play(&id, &tokens["first"], "a3", 0).await;
    let state = server.until(&id, |state| state["turn"]["kind"] == "over").await;
    let over = json!({ "kind": "over", "winner": "first", "points": 1, "reason": "resigned" });
    assert_eq!((&state["turn"], n_moves(&state)), (&over, 1));

    let body = json!({ "game": "hex:size=9", "seats": [human(), bot("alphabeta:time=50")] });
    let (id, tokens) = server.begin(body).await;
    server.play(&id, &tokens["first"], "e5", 0).await;
    let state = server.until(&id, |state| n_moves(state) == 2).await;
    assert_eq!(state["thinking"], false);
    // It thinks all the same, until it is told to stop.
    at_work(1).await;
    server.act(&id, &tokens["first"], "resign").await;
    at_work(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_there_after_a_restart_and_bots_go_on() {
    let server = Server::new();
    let body = json!({ "game": "hex:size=5", "seats": [human(), bot("henge:level=easy")] });
    let (id, tokens) = server.begin(body).await;
    let two = json!({ "game": "connect-four", "seats": [human(), human()] });
    let (other, keys) = server.begin(two).await;
    for (ply, mv) in ["4", "4", "3"].into_iter().enumerate() {
        let token = if ply % 2 == 0 { &keys["first"] } else { &keys["second"] };
        assert_eq!(server.play(&other, token, mv, ply).await.0, StatusCode::OK);
    }
    // The bot is to move when the server goes down.
    let (_, state) = server.play(&id, &tokens["first"], "c3", 0).await;
    let version = state["version"].as_u64().unwrap();
    let server = server.restarted();
    let state = server.state(&other).await;
    assert_eq!(n_moves(&state), 3);
    assert_eq!(server.play(&other, &keys["second"], "5", 3).await.0, StatusCode::OK);
    let state = server.until(&id, |state| n_moves(state) == 2).await;
    assert!(state["version"].as_u64().unwrap() > version, "pages must see that it is newer");
    let (_, listed) = server.get("/api/v1/matches?open=true").await;
    assert_eq!(listed["matches"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn absurd_games_are_refused() {
    let server = Server::new();
    let seats = json!([human(), human()]);
    let bots = [
        "alphabeta:table=65536",
        "alphabeta:threads=256",
        "mcts:memory=65536",
        "henge:book=/etc/passwd",
        "mangolas1990:trace=/tmp/henge-trace-of-a-stranger",
        "alphabeta:time=86400000",
        "trained:weights=none",
        "alphabeta:threads=0",
        "external:command=touch /tmp/x",
        "nobody",
    ];
    let mut bodies = vec![
        json!({ "game": "games/fano.toml", "seats": seats }),
        json!({ "game": "fano.toml", "seats": seats }),
        json!({ "game": "x".repeat(100_000), "seats": seats }),
        json!({ "game": "hex:size=1000000", "seats": seats }),
        json!({ "game": "hex", "seats": seats, "clock": { "seconds": 1e300 } }),
        json!({ "game": "hex", "seats": seats, "moves": ["z9"] }),
        json!({ "game": "hex", "seats": seats, "setup": "nonsense" }),
        json!({ "game": "hex", "seats": [human()] }),
        json!({ "game": "hex", "seats": [{ "kind": "human", "name": "x".repeat(1000) }, human()] }),
        json!({ "game": "hex" }),
        json!([]),
    ];
    bodies.extend(bots.map(|name| json!({ "game": "hex:size=5", "seats": [human(), bot(name)] })));
    // No stranger runs programs here, and none writes files.
    let draughts = ["hub", "hub:command=none", "hub:command=touch /tmp/x", "gier:trace=/tmp/x"];
    bodies
        .extend(draughts.map(|name| json!({ "game": "draughts", "seats": [human(), bot(name)] })));
    let backgammon = [
        "gammon:trace=/tmp/henge-trace-of-a-stranger",
        "gammon:strategies=/dev/zero",
        "neural:net=/dev/zero",
        "gnubg",
    ];
    bodies.extend(
        backgammon.map(|name| json!({ "game": "backgammon", "seats": [human(), bot(name)] })),
    );
    for body in bodies {
        let (status, error) = server.post("/api/v1/matches", body.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}: {error}");
        assert!(!error["error"]["message"].as_str().unwrap().is_empty());
    }
    assert!(!std::path::Path::new("/tmp/henge-trace-of-a-stranger").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_are_thrown_once() {
    let server = Server::new();
    let body = json!({ "game": "backgammon", "seats": [human(), human()] });
    let (id, tokens) = server.begin(body).await;
    let token = |state: &Value| tokens[state["turn"]["player"].as_str().unwrap()].clone();
    let legal = |state: &Value, which: usize| {
        let legal = state["legal"].as_array().unwrap();
        legal[which % legal.len()]["text"].as_str().unwrap().to_string()
    };
    let begun = server.state(&id).await;
    assert_eq!(n_moves(&begun), 1, "the opening roll has fallen");
    let (_, state) = server.play(&id, &token(&begun), &legal(&begun, 0), 1).await;
    let roll = state["moves"][2]["text"].clone();
    let (status, back) = server.act(&id, &token(&begun), "undo").await;
    assert_eq!(status, StatusCode::OK, "{back}");
    assert_eq!((&back["scene"]["dice"], n_moves(&back)), (&begun["scene"]["dice"], 1));
    // Another play, after a restart: the same dice.
    let server = server.restarted();
    let (_, state) = server.play(&id, &token(&back), &legal(&back, 1), 1).await;
    assert_eq!(state["moves"][2]["text"], roll, "{state}");
}
