//! Problems are asked, answered and remembered.

use henge::problems;
use serde_json::json;

use crate::common::Server;

#[tokio::test]
async fn problems_are_asked_answered_and_come_back() {
    let server = Server::new();
    let (status, sets) = server.get("/api/v1/problems").await;
    assert_eq!(status.as_u16(), 200);
    assert_eq!(sets["sets"].as_array().unwrap().len(), problems::games().count());
    let ask = json!({ "game": "connect-four" });
    let (status, first) = server.post("/api/v1/problems/next", ask.clone()).await;
    assert_eq!(status.as_u16(), 200, "{first}");
    let set = problems::shipped("connect-four");
    assert_eq!(first["id"], set[0].id());
    assert_eq!(first["position"], set[0].position);
    // Without a move the solution is shown, and it was not found.
    let give_up = json!({ "game": "connect-four", "problem": first["id"] });
    let (_, said) = server.post("/api/v1/problems/answer", give_up).await;
    assert_eq!((&said["right"], &said["best"]), (&json!(false), &json!(set[0].best)));
    for problem in &set[1..4] {
        let (_, next) = server.post("/api/v1/problems/next", ask.clone()).await;
        assert_eq!(next["id"], problem.id());
        let right = json!({ "game": "connect-four", "problem": next["id"], "move": problem.best });
        let (_, said) = server.post("/api/v1/problems/answer", right).await;
        assert_eq!(said["right"], json!(true));
    }
    let (_, again) = server.post("/api/v1/problems/next", ask).await;
    assert_eq!((&again["id"], &again["tried"]), (&first["id"], &json!(4)));
    for wrong in [json!({ "game": "nim" }), json!({ "game": "connect-four", "problem": "0" })] {
        let path = if wrong.get("problem").is_some() { "answer" } else { "next" };
        let (status, _) = server.post(&format!("/api/v1/problems/{path}"), wrong).await;
        assert_eq!(status.as_u16(), 404);
    }
}
