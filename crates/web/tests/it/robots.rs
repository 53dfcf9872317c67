//! Worlds of robots on the server.

use std::time::{Duration, Instant};

use crate::common::{Server, generous};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use henge_web::{Rate, Rates};
use http_body_util::BodyExt;
use serde_json::{Value, json};

async fn world(server: &Server, scenario: &str) -> (String, Value) {
    let (status, made) =
        server.post("/api/v1/robots", json!({ "scenario": scenario, "seed": 7 })).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    (format!("/api/v1/robots/{}", made["id"].as_str().unwrap()), made)
}

async fn act(server: &Server, path: &str, action: Value) -> (StatusCode, Value) {
    server.post(&format!("{path}/actions"), action).await
}

async fn text(server: &Server, path: &str) -> (StatusCode, String, String) {
    let request = Request::get(path).header(header::HOST, "localhost").body(Body::empty());
    let response = server.send(request.unwrap()).await;
    let kind = response.headers()[header::CONTENT_TYPE].to_str().unwrap().to_string();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, kind, String::from_utf8(bytes.to_vec()).unwrap())
}

#[tokio::test]
async fn scenarios_are_listed_and_can_all_be_entered() {
    let server = Server::new();
    let (_, list) = server.get("/api/v1/robots/scenarios").await;
    let slugs: Vec<&str> =
        list["scenarios"].as_array().unwrap().iter().map(|s| s["slug"].as_str().unwrap()).collect();
    assert!(slugs.contains(&"four") && slugs.contains(&"catch"), "{slugs:?}");
    for slug in slugs {
        let (path, made) = world(&server, slug).await;
        let (_, state) = act(&server, &path, json!({ "action": "step" })).await;
        assert_eq!(state["moment"]["round"], 1, "{slug}");
        assert_eq!(
            made["ground"]["robots"].as_array().unwrap().len() * 2,
            state["moment"]["at"].as_array().unwrap().len()
        );
    }
}

/// The same keys as in `crates/robots/tests/data/four-seed-7.txt`, whose first lines are the run.
#[tokio::test]
async fn a_person_steers_as_at_the_keyboard() {
    let server = Server::new();
    let (path, _) = world(&server, "four").await;
    let steer = |step: &str| json!({ "action": "steer", "robot": 0, "step": step });
    let mut places = Vec::new();
    for step in ["n", "e", "e", ".", "n"] {
        let (status, state) = act(&server, &path, steer(step)).await;
        assert_eq!(status, StatusCode::OK, "{state}");
        places.push(state["moment"]["at"].clone());
    }
    let expected = include_str!("../../../robots/tests/data/four-seed-7.txt");
    let mut turns = expected.lines().skip(4);
    for place in places {
        for robot in 0..4 {
            let line = turns.next().unwrap();
            let there = line.rsplit('(').next().unwrap().trim_end_matches(')');
            let now = format!("{},{}", place[2 * robot], place[2 * robot + 1]);
            assert_eq!(there, now, "{line}");
        }
    }
    let (_, _, recording) = text(&server, &format!("{path}/recording")).await;
    assert!(recording.starts_with("henge-robots 2\nseed 7\n"), "{recording}");
    let (status, replay) = server.post("/api/v1/robots/replay", json!({ "text": recording })).await;
    assert_eq!(status, StatusCode::OK, "{replay}");
    assert_eq!(replay["moments"].as_array().unwrap().len(), 6);
    let (status, kind, picture) = text(&server, &format!("{path}/picture.svg")).await;
    assert_eq!((status, kind.as_str()), (StatusCode::OK, "image/svg+xml"));
    assert!(picture.contains("<animateTransform"));
    let request =
        crate::common::post("/api/v1/robots/animate", None, &json!({ "text": recording }));
    let again = server.send(request).await.into_body().collect().await.unwrap().to_bytes();
    assert_eq!(picture.as_bytes(), &again[..]);
}

#[tokio::test]
async fn a_round_waits_for_all_who_are_steered() {
    let server = Server::new();
    let (path, _) = world(&server, "clients").await;
    let steer = |robot: u32| json!({ "action": "steer", "robot": robot, "step": "n" });
    let (_, state) = act(&server, &path, steer(0)).await;
    assert_eq!((&state["moment"]["round"], &state["ready"]), (&json!(0), &json!([0])));
    let (_, state) = act(&server, &path, steer(1)).await;
    assert_eq!((&state["moment"]["round"], &state["ready"]), (&json!(1), &json!([])));
}

#[tokio::test]
async fn a_world_runs_only_while_somebody_looks_on() {
    let server = Server::new();
    let (path, _) = world(&server, "torus").await;
    act(&server, &path, json!({ "action": "pace", "pace": 20.0 })).await;
    act(&server, &path, json!({ "action": "run" })).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(server.get(&path).await.1["state"]["moment"]["round"], 0);
    let events = Request::get(format!("{path}/events")).header(header::HOST, "localhost");
    let mut stream = server.send(events.body(Body::empty()).unwrap()).await.into_body();
    let (began, mut seen, mut round) = (Instant::now(), String::new(), 0);
    while round < 5 {
        let frame = tokio::time::timeout(Duration::from_secs(20), stream.frame()).await;
        seen += &String::from_utf8_lossy(frame.unwrap().unwrap().unwrap().data_ref().unwrap());
        let data = seen.lines().rev().find_map(|line| line.strip_prefix("data: "));
        let state: Option<Value> = data.and_then(|data| serde_json::from_str(data).ok());
        round = state.map_or(round, |state| state["moment"]["round"].as_u64().unwrap());
    }
    assert!(began.elapsed() > Duration::from_millis(190), "5 rounds at 20 a second");
    drop(stream);
    tokio::time::sleep(Duration::from_millis(200)).await;
    let left = server.get(&path).await.1["state"]["moment"]["round"].clone();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(server.get(&path).await.1["state"]["moment"]["round"], left);
}

#[tokio::test]
async fn a_contest_ends_with_points_and_begins_again() {
    let server = Server::new();
    let (path, _) = world(&server, "catch").await;
    let mut last = Value::Null;
    for _ in 0..200 {
        let (status, state) = act(&server, &path, json!({ "action": "step" })).await;
        if status != StatusCode::OK {
            assert_eq!(status, StatusCode::CONFLICT);
            break;
        }
        last = state;
    }
    assert_eq!((&last["ended"], &last["names"][0]), (&json!("contest"), &json!("hunters")));
    assert_eq!(last["moment"]["points"][0], 4);
    assert_eq!(last["moment"]["caught"].as_array().unwrap().len(), 4);
    let (_, fresh) = act(&server, &path, json!({ "action": "restart", "seed": 9 })).await;
    assert_eq!((&fresh["moment"]["round"], &fresh["seed"]), (&json!(0), &json!(9)));
    assert!(fresh["version"].as_u64() > last["version"].as_u64());
}

#[tokio::test]
async fn faults_name_line_and_cause() {
    let server = Server::new();
    let check = |toml: String| {
        let server = &server;
        async move { server.post("/api/v1/robots/check", json!({ "toml": toml })).await }
    };
    let faulty = "name = \"Cat\"\nsize = [8, 5]\n\n[[robot]]\nkind = \"folower\"\nname = \"Cat\"\nat = [0, 0]\n";
    let (status, told) = check(faulty.into()).await;
    assert_eq!(
        (status, &told["fault"]["line"], &told["fault"]["column"]),
        (StatusCode::OK, &json!(5), &json!(8))
    );
    assert!(told["fault"]["message"].as_str().unwrap().contains("\"follower\""), "{told}");
    let (status, error) = server.post("/api/v1/robots", json!({ "toml": faulty })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        error["error"]["message"].as_str().unwrap().starts_with("line 5, column 8: "),
        "{error}"
    );
    let large = faulty.replace("[8, 5]", "[500, 500]").replace("folower", "fixed");
    let told = check(large).await.1;
    assert_eq!(told["fault"]["line"], 2);
    assert!(told["fault"]["message"].as_str().unwrap().contains("10000 cells"), "{told}");
    // Small to send, and a world to build for each of them.
    let walls = "[0, 0, 100, 100], ".repeat(10_000);
    let costly = format!("name = \"Wall\"\nsize = [100, 100]\nwalls = [{walls}]\n");
    let begin = Instant::now();
    let told = check(costly).await.1;
    assert!(told["fault"]["message"].as_str().unwrap().contains("overlap too often"), "{told}");
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    for (body, status) in [
        (json!({}), 422),
        (json!({ "scenario": "four", "toml": "" }), 422),
        (json!({ "scenario": "nowhere" }), 422),
        (json!({ "scenario": "four", "colour": "red" }), 422),
        (json!({ "scenario": 4 }), 422),
    ] {
        let (found, error) = server.post("/api/v1/robots", body.clone()).await;
        assert_eq!(found.as_u16(), status, "{body}: {error}");
    }
    let (path, _) = world(&server, "four").await;
    for (action, status) in [
        (json!({ "action": "dance" }), 422),
        (json!({ "action": "steer", "robot": 4, "step": "n" }), 422),
        (json!({ "action": "steer", "robot": 1, "step": "n" }), 422),
        (json!({ "action": "steer", "robot": 0, "step": "north" }), 422),
        (json!({ "action": "steer", "robot": -1, "step": "n" }), 422),
        (json!({ "action": "pace", "pace": 1e9 }), 422),
        (json!({ "action": "pace", "pace": null }), 422),
        (json!([]), 422),
    ] {
        let (found, error) = act(&server, &path, action.clone()).await;
        assert_eq!(found.as_u16(), status, "{action}: {error}");
    }
    let nowhere = format!("/api/v1/robots/{}", "0".repeat(32));
    assert_eq!(server.get(&nowhere).await.0, StatusCode::NOT_FOUND);
    assert_eq!(act(&server, &nowhere, json!({ "action": "step" })).await.0, StatusCode::NOT_FOUND);
    let (status, error) =
        server.post("/api/v1/robots/replay", json!({ "text": "henge-robots 1\nseed x\n" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(error["error"]["message"].as_str().unwrap().starts_with("line 2: "), "{error}");
}

#[tokio::test]
async fn worlds_have_limits() {
    let server = Server::new();
    // Nobody looks at them, but all were made a moment ago.
    let mut statuses = Vec::new();
    for _ in 0..70 {
        statuses
            .push(server.post("/api/v1/robots", json!({ "scenario": "four" })).await.0.as_u16());
    }
    assert_eq!(statuses.iter().filter(|&&status| status == 201).count(), 64, "{statuses:?}");
    assert_eq!(statuses[69], 429);
    let few = Rate { per_second: 0.5, burst: 5.0 };
    let server = Server::with(Rates { moves: few, create: few, ..generous() });
    let (path, _) = world(&server, "four").await;
    let mut last = StatusCode::OK;
    for _ in 0..10 {
        last = act(&server, &path, json!({ "action": "step" })).await.0;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
    let mut made = StatusCode::CREATED;
    for _ in 0..10 {
        made = server.post("/api/v1/robots", json!({ "scenario": "four" })).await.0;
    }
    assert_eq!(made, StatusCode::TOO_MANY_REQUESTS);
    // 200 robots have no more than 1,000 rounds, and their recording can be sent back as a whole.
    let server = Server::new();
    let robots: String = (0..200)
        .map(|n| {
            format!("[[robot]]\nkind = \"crazy\"\nname = \"R{n}\"\nat = [{}, {}]\n", n % 50, n / 50)
        })
        .collect();
    let toml = format!("name = \"crowd\"\nsize = [50, 50]\n{robots}");
    let (_, made) = server.post("/api/v1/robots", json!({ "toml": toml })).await;
    let path = format!("/api/v1/robots/{}", made["id"].as_str().unwrap());
    let mut ended = Value::Null;
    for _ in 0..1000 {
        ended = act(&server, &path, json!({ "action": "step" })).await.1["ended"].clone();
    }
    assert_eq!(ended, "limit");
    assert_eq!(act(&server, &path, json!({ "action": "run" })).await.0, StatusCode::CONFLICT);
    let (_, _, recording) = text(&server, &format!("{path}/recording")).await;
    assert!(recording.len() > 256 * 1024, "{}", recording.len());
    let (status, replay) = server.post("/api/v1/robots/replay", json!({ "text": recording })).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(replay["moments"].as_array().unwrap().len(), 1001);
}
