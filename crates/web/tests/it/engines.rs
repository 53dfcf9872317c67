//! Questions to engines: streams, bounds, cancelling.

use std::time::{Duration, Instant};

use crate::common::{Server, events, post};
use axum::http::StatusCode;
use http_body_util::BodyExt;
use serde_json::{Value, json};

async fn running(server: &Server) -> u64 {
    server.get("/api/v1/health").await.1["engine"]["running"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn analysis_ends_with_what_was_found_and_is_remembered() {
    let server = Server::new();
    let body = json!({ "game": "tic-tac-toe", "moves": ["a1", "b1"], "lines": 3, "time_ms": 3000 });
    let (status, text) = server.post("/api/v1/analyse", body.clone()).await;
    assert_eq!(status, StatusCode::OK);
    let all = events(&text);
    let (name, done) = all.last().unwrap();
    assert_eq!(name, "done");
    assert_eq!(done["lines"].as_array().unwrap().len(), 3);
    let best = &done["lines"][0];
    assert_eq!((&best["score"]["kind"], &best["score"]["bar"]), (&json!("proved"), &json!(1.0)));
    assert!(best["score"]["text"].as_str().unwrap().starts_with("X wins in "), "{best}");
    assert_eq!(best["path"].as_array().unwrap().len(), 1);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let (_, again) = server.post("/api/v1/analyse", body).await;
    assert_eq!(events(&again), [("done".to_string(), done.clone())]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_stops_the_engine() {
    let server = Server::new();
    let body = json!({ "game": "hex:size=11", "time_ms": 60000 });
    let response = server.send(post("/api/v1/analyse", None, &body)).await;
    assert_eq!(response.status(), StatusCode::OK);
    let mut stream = response.into_body();
    stream.frame().await.unwrap().unwrap();
    assert_eq!(running(&server).await, 1);
    drop(stream);
    let began = Instant::now();
    while running(&server).await > 0 {
        assert!(began.elapsed() < Duration::from_secs(2), "the engine goes on");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn absurd_questions_are_refused() {
    let server = Server::new();
    for (path, body) in [
        ("analyse", json!({ "game": "hex", "time_ms": 60001 })),
        ("analyse", json!({ "game": "hex", "time_ms": 0 })),
        ("analyse", json!({ "game": "hex", "lines": 9 })),
        ("analyse", json!({ "game": "hex", "lines": 0 })),
        ("analyse", json!({ "game": "hex", "bot": "alphabeta:table=65536" })),
        ("analyse", json!({ "game": "games/fano.toml" })),
        ("analyse", json!({ "game": "hex", "moves": vec!["a1"; 6000] })),
        ("review", json!({ "game": "hex", "time_ms": 5001 })),
        ("overlay", json!({ "game": "connect-four" })),
        (
            "compose",
            json!({ "game": "hex", "player": "first", "pieces": [{ "site": 9999, "kind": 0 }] }),
        ),
        ("explore", json!({ "game": "../../etc/passwd.toml" })),
    ] {
        let (status, error) = server.post(&format!("/api/v1/{path}"), body.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {body}: {error}");
    }
    let over = json!({ "game": "tic-tac-toe", "moves": ["a1", "a2", "b1", "b2", "c1"] });
    assert_eq!(server.post("/api/v1/analyse", over).await.0, StatusCode::CONFLICT);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_is_asked_too_often_makes_others_wait_not_fail() {
    let server = Server::new();
    let mut streams = Vec::new();
    let mut refused = 0;
    for i in 0..40 {
        let body = json!({ "game": "hex:size=11", "moves": [format!("a{}", i % 11 + 1)], "time_ms": 60000 });
        let response = server.send(post("/api/v1/analyse", None, &body)).await;
        match response.status() {
            StatusCode::OK => streams.push(response),
            status => {
                assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
                assert!(response.headers().contains_key("retry-after"));
                refused += 1;
            }
        }
    }
    assert!(refused > 0, "the queue has an end");
    // A game goes on while all engines for questions are busy.
    let seats = json!([crate::common::human(), crate::common::bot("henge:level=easy")]);
    let (id, tokens) = server.begin(json!({ "game": "tic-tac-toe", "seats": seats })).await;
    let began = Instant::now();
    assert_eq!(server.play(&id, &tokens["first"], "b2", 0).await.0, StatusCode::OK);
    server.until(&id, |state| state["moves"].as_array().unwrap().len() == 2).await;
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_finds_the_mistake() {
    let server = Server::new();
    let moves = json!(["b2", "b1", "a1", "c3", "c1", "a3"]);
    let body = json!({ "game": "tic-tac-toe", "moves": moves, "time_ms": 500 });
    let (_, text) = server.post("/api/v1/review", body).await;
    let all = events(&text);
    assert_eq!(all.len(), 7, "{text}");
    let mark = |ply: usize| all[ply - 1].1["mark"].clone();
    assert_eq!(mark(2), "blunder", "{text}");
    let why = all[4].1["why"].to_string();
    assert!(why.contains("and no reply stops them all"), "{text}");
    assert_eq!(all[2].1["score"]["bar"], 1.0, "still won: {text}");
    assert_eq!(all[6].0, "done");
    assert_eq!(all[6].1["turning_points"][0], 2);
    let none = json!({ "game": "tic-tac-toe", "moves": [] });
    let (_, text) = server.post("/api/v1/review", none).await;
    let all = events(&text);
    assert_eq!((all.len(), all[0].0.as_str()), (1, "done"), "{text}");
    assert_eq!(all[0].1["turning_points"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tutor_says_what_a_move_costs() {
    let server = Server::new();
    let body = |next: &str, percent: u32| {
        let moves = ["a1", "b2", "c1"];
        json!({ "game": "tic-tac-toe", "moves": moves, "next": next, "percent": percent })
    };
    let (_, bad) = server.post("/api/v1/warn", body("a3", 10)).await;
    assert_eq!((&bad["better"], &bad["loss"]), (&json!("b1"), &json!(0.5)), "{bad}");
    assert_eq!(bad["sentences"][1], "a3 lets X win at once with b1.", "{bad}");
    for quiet in [body("a3", 60), body("b1", 10), body("z9", 10)] {
        let (status, good) = server.post("/api/v1/warn", quiet).await;
        assert_eq!((status, &good["sentences"]), (StatusCode::OK, &json!([])), "{good}");
    }
    let (status, _) = server.post("/api/v1/warn", body("a3", 0)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread")]
async fn backgammon_is_reviewed_with_the_luck_of_its_dice() {
    let server = Server::new();
    let moves = json!(["31", "24/23,13/10", "64"]);
    let body = json!({ "game": "backgammon", "moves": moves, "time_ms": 1000 });
    let (_, text) = server.post("/api/v1/review", body).await;
    let all = events(&text);
    assert_eq!(all.len(), 4, "{text}");
    let slip = &all[1].1;
    assert_eq!((&slip["best"], &slip["number"]), (&json!("8/5,6/5"), &json!(1)), "{text}");
    assert!(slip["loss"].as_str().unwrap().ends_with(" points"), "{text}");
    assert!(all[2].1["luck"].is_f64() && all[2].1.get("number").is_none(), "{text}");
    assert_eq!(all[3].1["sides"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn positions_overlays_and_records() {
    let server = Server::new();
    let pieces =
        json!([{ "site": 0, "kind": 0, "count": 1 }, { "site": 4, "kind": 1, "count": 1 }]);
    let body = json!({ "game": "tic-tac-toe", "pieces": pieces, "player": "first" });
    let (status, view) = server.post("/api/v1/compose", body).await;
    assert_eq!((status, &view["position"]), (StatusCode::OK, &json!("x../.o./... x")));
    let (_, seen) =
        server.post("/api/v1/overlay", json!({ "game": "tic-tac-toe", "moves": ["b2"] })).await;
    assert_eq!(seen["sites"].as_array().unwrap().len(), 8);
    assert_eq!(seen["notes"][0], "X is 2 stones from a win.");
    let node = json!({ "move": "a1", "comment": "or", "variations": [[{ "move": "c3" }]] });
    let body = json!({ "game": "tic-tac-toe", "moves": [{ "move": "b2" }, node], "tags": { "Event": "x" } });
    let (status, written) = server.post("/api/v1/records/write", body).await;
    assert_eq!(status, StatusCode::OK, "{written}");
    let (_, read) = server.post("/api/v1/records/read", json!({ "text": written["text"] })).await;
    assert_eq!(read["records"][0]["moves"][1]["variations"][0][0]["move"], "c3");
    assert_eq!(read["records"][0]["tags"]["Event"], "x");
    let (status, error) =
        server.post("/api/v1/records/read", json!({ "text": "[Game \"x.toml\"] 1. a1 *" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{error}");
    let (status, _) =
        server.get("/api/v1/picture?game=hex%3Asize%3D3&moves=a1%20b2&theme=dark").await;
    assert_eq!(status, StatusCode::OK);
    let deep = (0..3000).fold(Value::Null, |inner, _| json!([inner])).to_string();
    let request = axum::http::Request::post("/api/v1/explore")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(deep.into())
        .unwrap();
    assert!(server.send(request).await.status().is_client_error());
}

#[tokio::test]
async fn what_a_bot_has_learned_can_be_seen() {
    let server = Server::new();
    let (_, about) = server.get("/api/v1/games/pentominoes").await;
    let bots = about["bots"].as_array().unwrap();
    let learned = |bot: &&Value| bot["learned"].is_string();
    let [bot] = bots.iter().filter(learned).collect::<Vec<_>>()[..] else { panic!("{bots:?}") };
    let address =
        |bot: &str| format!("/api/v1/games/pentominoes%3Asize%3D8/bots/{bot}/learned.svg");
    let address_of_it = address(bot["name"].as_str().unwrap());
    let request = |path: &str| {
        let request = axum::http::Request::get(path).header("host", "localhost");
        request.body(axum::body::Body::empty()).unwrap()
    };
    for theme in ["", "?theme=auto", "?theme=light", "?theme=dark"] {
        let response = server.send(request(&format!("{address_of_it}{theme}"))).await;
        assert_eq!(response.status(), StatusCode::OK, "{theme}");
        assert_eq!(response.headers()["content-type"], "image/svg+xml");
        // The picture may be opened by itself; then it may do nothing but be seen.
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
    }
    let (status, _) = server.get(&format!("{address_of_it}?theme=pink")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let (status, error) = server.get(&address("random")).await;
    assert_eq!((status, &error["error"]["code"]), (StatusCode::NOT_FOUND, &json!("not_found")));
    let (status, _) = server.get(&address("nobody")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let (_, document) = server.get("/openapi.json").await;
    assert!(document["paths"]["/api/v1/games/{name}/bots/{bot}/learned.svg"].is_object());
}
