//! Runs of learning, as the page reads them.

use std::fs;

use crate::common::Server;
use serde_json::json;

#[tokio::test]
async fn runs_are_read_while_they_are_written() {
    let server = Server::new();
    let (status, none) = server.get("/api/v1/runs").await;
    assert_eq!((status.as_u16(), none), (200, json!({ "runs": [] })));
    let folder = server.home.path().join("runs");
    fs::create_dir(&folder).unwrap();
    let title = json!({
        "run": 1, "game": "tic-tac-toe", "title": "Tic-Tac-Toe", "command": "henge learn",
        "against": "random", "began": "2026-11-16T05:00:00Z",
    });
    let point = json!({ "round": 1, "games": 50, "positions": 300, "loss": 0.69, "unseen": null,
        "seconds": 0.1, "strength": { "games": 2, "score": 0.5, "score_error": 0.1, "elo": 0.0 } });
    let log = folder.join("toe.jsonl");
    // The last line is not whole yet.
    fs::write(&log, format!("{title}\n{point}\n{{\"round\":2,\"ga")).unwrap();
    fs::write(folder.join("bad.jsonl"), "what is this?\n").unwrap();
    fs::write(folder.join("other.txt"), "not a run").unwrap();
    let (_, found) = server.get("/api/v1/runs").await;
    let run = &found["runs"][0];
    assert_eq!(found["runs"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!((&run["name"], &run["ended"]), (&json!("toe"), &json!(false)));
    assert_eq!(run["points"].as_array().unwrap().len(), 1, "{run}");
    assert_eq!(run["points"][0]["strength"]["score"], 0.5);
    let end = json!({ "end": "toe.table", "play": "henge play tic-tac-toe" });
    fs::write(&log, format!("{title}\n{point}\n{end}\n")).unwrap();
    let (_, found) = server.get("/api/v1/runs").await;
    let run = &found["runs"][0];
    assert_eq!((&run["ended"], &run["play"]), (&json!(true), &json!("henge play tic-tac-toe")));
}
