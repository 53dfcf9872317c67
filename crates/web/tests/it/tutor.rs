//! Lessons for the backgammon player `gammon`.

use crate::common::Server;
use serde_json::{Value, json};

async fn lesson(server: &Server, commands: &[&str]) -> (u16, Value) {
    let body = json!({ "person": "black", "seed": 3, "commands": commands });
    let (status, answer) = server.post("/api/v1/tutor", body).await;
    (status.as_u16(), answer)
}

#[tokio::test]
async fn a_grade_changes_a_set_and_is_taken_back() {
    let server = Server::new();
    let (status, begun) = lesson(&server, &[]).await;
    assert_eq!(
        (status, &begun["asks_person"], &begun["changes"]),
        (200, &json!(false), &json!(false))
    );
    let before = lesson(&server, &["go", "store white a.toml"]).await.1["file"]["text"].clone();
    let (_, graded) = lesson(&server, &["go", "grade 5"]).await;
    assert_eq!((&graded["changes"], &graded["asks_person"]), (&json!(true), &json!(true)));
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
    assert_eq!((status, &played["asks_person"]), (200, &json!(false)), "{played}");
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
        (vec!["dance", "go"], "command 1"),
    ] {
        let (status, answer) = lesson(&server, &commands).await;
        assert_eq!(status, 422, "{commands:?}: {answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(why), "{commands:?}: {message}");
    }
    let body = json!({ "person": "green", "commands": [] });
    assert_eq!(server.post("/api/v1/tutor", body).await.0, 422);
}
