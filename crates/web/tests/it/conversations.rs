//! Conversations: lessons for `gammon`, and the dialogue of the GIER.

use crate::common::Server;
use serde_json::{Value, json};

async fn lesson(server: &Server, commands: &[&str]) -> (u16, Value) {
    let body = json!({ "name": "gammon", "way": "black", "seed": 3, "lines": commands });
    let (status, answer) = server.post("/api/v1/conversations", body).await;
    (status.as_u16(), answer)
}

#[tokio::test]
async fn a_grade_changes_a_set_and_is_taken_back() {
    let server = Server::new();
    let (status, begun) = lesson(&server, &[]).await;
    assert_eq!(
        (status, &begun["asks_for_move"], &begun["changes"]),
        (200, &json!(false), &json!(false))
    );
    let before = lesson(&server, &["go", "store white a.toml"]).await.1["file"]["text"].clone();
    let (_, graded) = lesson(&server, &["go", "grade 5"]).await;
    assert_eq!((&graded["changes"], &graded["asks_for_move"]), (&json!(true), &json!(true)));
    let set = |commands: Vec<&'static str>| {
        let server = &server;
        async move { lesson(server, &commands).await.1["file"]["text"].clone() }
    };
    assert_ne!(set(vec!["go", "grade 5", "store white a.toml"]).await, before);
    assert_eq!(set(vec!["go", "grade 5", "undo", "store white a.toml"]).await, before);
    // What was stored can be given to the other side.
    let load = format!("load black a.toml\n{}", before.as_str().unwrap());
    let (status, _) = lesson(&server, &["go", &load]).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn the_position_is_one_of_backgammon() {
    let server = Server::new();
    let (_, begun) = lesson(&server, &["go"]).await;
    let body = json!({ "game": "backgammon", "setup": begun["position"], "moves": [] });
    let (status, view) = server.post("/api/v1/explore", body).await;
    assert_eq!(status, 200, "{view}");
    let play = view["legal"][0]["text"].as_str().unwrap().to_string();
    let (status, played) = lesson(&server, &["go", &play]).await;
    assert_eq!((status, &played["asks_for_move"]), (200, &json!(false)), "{played}");
}

#[tokio::test]
async fn what_cannot_be_done_is_said() {
    let server = Server::new();
    for (commands, why) in [
        (vec!["dance"], "dance"),
        (vec!["grade 3"], ""),
        (vec!["go", "8/5 6/5 banana"], ""),
        (vec!["load white a.toml"], "lines below"),
        (vec!["load white a.toml\nnot = toml = at all"], ""),
        (vec!["batch single"], "henge gammon"),
        (vec!["go 5000"], "200"),
        (vec!["dance", "go"], "line 1"),
    ] {
        let (status, answer) = lesson(&server, &commands).await;
        assert_eq!(status, 422, "{commands:?}: {answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(why), "{commands:?}: {message}");
    }
    let body = json!({ "name": "gammon", "way": "green", "lines": [] });
    let (status, answer) = server.post("/api/v1/conversations", body).await;
    let message = answer["error"]["message"].as_str().unwrap();
    assert_eq!(status, 422);
    assert_eq!(message, "gammon does not begin with \"green\", but with black, white or none");
    let body = json!({ "name": "gamon", "lines": [] });
    let (status, answer) = server.post("/api/v1/conversations", body).await;
    assert_eq!(status, 422);
    assert!(answer["error"]["message"].as_str().unwrap().contains("gammon"), "{answer}");
}

#[tokio::test]
async fn everybody_who_can_be_talked_to_is_listed() {
    let server = Server::new();
    let (status, list) = server.get("/api/v1/conversations").await;
    assert_eq!(status, 200);
    let list = list["conversations"].as_array().unwrap();
    let names: Vec<&str> = list.iter().map(|talk| talk["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["pento", "gier", "gammon"]);
    for talk in list {
        let (_, game) =
            server.get(&format!("/api/v1/games/{}", talk["game"].as_str().unwrap())).await;
        assert_eq!(game["conversation"], *talk);
        let body = json!({ "name": talk["name"], "lines": [] });
        let (status, begun) = server.post("/api/v1/conversations", body).await;
        assert_eq!(status, 200);
        assert!(!begun["lines"].as_array().unwrap().is_empty(), "{begun}");
        assert!(!begun["suggestions"].as_array().unwrap().is_empty(), "{begun}");
    }
    let (_, game) = server.get("/api/v1/games/hex").await;
    assert!(game["conversation"].is_null());
}

/// It plays a whole game on the board: moves are said as the game writes them.
#[tokio::test]
async fn the_gier_plays_draughts() {
    let server = Server::new();
    let mut lines = vec!["white".to_string(), "25".into()];
    for _ in 0..3 {
        let body = json!({ "name": "gier", "seed": 1, "lines": lines });
        let (status, said) = server.post("/api/v1/conversations", body).await;
        assert_eq!((status.as_u16(), &said["asks_for_move"]), (200, &json!(true)), "{said}");
        assert_eq!(said["prompt"], "your turn:");
        let body = json!({ "game": "draughts", "setup": said["position"], "moves": [] });
        let (status, view) = server.post("/api/v1/explore", body).await;
        assert_eq!(status, 200, "{view}");
        lines.push(view["legal"][0]["text"].as_str().unwrap().to_string());
    }
    lines.push("a1,z9".into());
    let body = json!({ "name": "gier", "seed": 1, "lines": lines });
    let (_, said) = server.post("/api/v1/conversations", body).await;
    assert_eq!((&said["lines"], &said["refused"]), (&json!(["annulled"]), &json!(true)));
}
