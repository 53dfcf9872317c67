//! The museum, and the map of moves by their centres.

use serde_json::json;

use crate::common::Server;

#[tokio::test]
async fn every_exhibit_can_be_read_sat_at_and_replayed() {
    let server = Server::new();
    let (status, museum) = server.get("/api/v1/museum").await;
    assert_eq!(status.as_u16(), 200);
    let exhibits = museum["exhibits"].as_array().unwrap();
    let names: Vec<&str> = exhibits.iter().map(|each| each["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["gammon", "pento", "gier", "positional", "caml"]);
    let mut n_games = 0;
    for exhibit in exhibits {
        assert!(exhibit["page"].as_str().unwrap().starts_with("# "));
        for seat in exhibit["seats"].as_array().unwrap() {
            let seats = json!([{ "kind": "human" }, { "kind": "bot", "bot": seat["bot"] }]);
            let body = json!({ "game": seat["game"], "seats": seats });
            let (status, answer) = server.post("/api/v1/matches", body).await;
            assert_eq!(status.as_u16(), 201, "{answer}");
        }
        let text = exhibit["records"].as_str().unwrap();
        if !text.is_empty() {
            let (status, read) = server.post("/api/v1/records/read", json!({ "text": text })).await;
            assert_eq!(status.as_u16(), 200, "{read}");
            n_games += read["records"].as_array().unwrap().len();
        }
    }
    assert_eq!(n_games, 7);
}

#[tokio::test]
async fn moves_are_counted_by_their_centres() {
    let server = Server::new();
    let map = json!({ "game": "pentominoes:size=5x5", "moves": [] });
    let (status, map) = server.post("/api/v1/overlay", map).await;
    assert_eq!(status.as_u16(), 200);
    assert_eq!(map["notes"], json!(["571 choices in 25 centres."]));
    assert_eq!(map["choices"][12], json!({ "site": 12, "moves": 63 }));
    let (_, game) = server.get("/api/v1/games/pentominoes").await;
    assert_eq!((&game["has"]["choices"], &game["has"]["overlay"]), (&json!(true), &json!(false)));
    let (_, game) = server.get("/api/v1/games/hex").await;
    assert_eq!((&game["has"]["choices"], &game["has"]["overlay"]), (&json!(false), &json!(true)));
    let none = json!({ "game": "connect-four", "moves": [] });
    let (status, _) = server.post("/api/v1/overlay", none).await;
    assert_eq!(status.as_u16(), 422);
}
