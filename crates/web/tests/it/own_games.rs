//! Games of people's own: checked, kept, played, and taken only where they may be.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::common::{Server, human};

const CORNERS: &str = "name = \"Corners\"\nboard = { grid = [4, 4] }\n\n[[win]]\n\
                       groups = [[\"a1\", \"d1\", \"a4\", \"d4\"]]\n";

async fn check(server: &Server, toml: &str, keep: bool) -> (StatusCode, Value) {
    server.post("/api/v1/games/own", json!({ "toml": toml, "keep": keep })).await
}

#[tokio::test]
async fn a_game_of_ones_own_is_kept_and_played() {
    let server = Server::new();
    let (status, found) = check(&server, CORNERS, true).await;
    assert_eq!(status, StatusCode::OK, "{found}");
    let about = &found["about"];
    let name = about["name"].as_str().unwrap().to_string();
    assert!(name.starts_with("own-"), "{name}");
    assert_eq!(about["title"], "Corners");
    assert_eq!(about["board"]["sites"].as_array().unwrap().len(), 16);
    assert_eq!(about["toml"], CORNERS);
    // The same rules have the same name, and no list shows it.
    assert_eq!(check(&server, CORNERS, false).await.1["about"]["name"], name.as_str());
    let (_, games) = server.get("/api/v1/games").await;
    assert!(!games.to_string().contains(&name));
    let bot = json!({ "kind": "bot", "bot": "henge:level=easy" });
    let (id, tokens) = server.begin(json!({ "game": name, "seats": [human(), bot] })).await;
    assert_eq!(server.play(&id, &tokens["first"], "a1", 0).await.0, StatusCode::OK);
    server.until(&id, |state| state["moves"].as_array().unwrap().len() == 2).await;
    let place = json!({ "game": name, "moves": ["a1", "b2"] });
    for path in ["/api/v1/explore", "/api/v1/overlay", "/api/v1/openings"] {
        let (status, answer) = server.post(path, place.clone()).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
    }
    // After a crash both the rules and the game are there.
    let server = server.restarted();
    assert_eq!(server.state(&id).await["title"], "Corners");
    assert_eq!(server.get(&format!("/api/v1/games/{name}")).await.1["toml"], CORNERS);
}

#[tokio::test]
async fn a_game_that_was_only_checked_is_kept_with_the_first_match() {
    let server = Server::new();
    let (_, found) = check(&server, CORNERS, false).await;
    let name = found["about"]["name"].as_str().unwrap().to_string();
    let (id, _) = server.begin(json!({ "game": name, "seats": [human(), human()] })).await;
    let server = server.restarted();
    assert_eq!(server.state(&id).await["title"], "Corners");
    // Without a match nothing is kept.
    let other = CORNERS.replace("Corners", "Others");
    let (_, found) = check(&server, &other, false).await;
    let path = format!("/api/v1/games/{}", found["about"]["name"].as_str().unwrap());
    assert_eq!(server.get(&path).await.0, StatusCode::OK);
    let (status, answer) = server.restarted().get(&path).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("open their file again"));
}

#[tokio::test]
async fn a_fault_is_shown_where_it_is() {
    let server = Server::new();
    let toml = CORNERS.replace("\"a4\"", "\"z9\"");
    let (status, found) = check(&server, &toml, true).await;
    assert_eq!(status, StatusCode::OK);
    let fault = &found["fault"];
    assert_eq!(
        (&fault["line"], &fault["column"], &fault["length"]),
        (&json!(5), &json!(24), &json!(4))
    );
    let message = fault["message"].as_str().unwrap();
    assert!(message.contains("no site \"z9\"") && message.contains("a1 to d4"), "{message}");
    assert!(found.get("about").is_none());
    let (_, found) = check(&server, "name = \"x\"\nboard = { grid = [3, 3] ", false).await;
    assert!(found["fault"]["line"].as_u64().unwrap() >= 1, "{found}");
}

/// Whatever a stranger sends is refused, or built soon.
#[tokio::test]
async fn hostile_files_are_bounded() {
    let server = Server::new();
    let numbers: Vec<String> =
        (1..=512).map(|n| format!("{{ name = \"{n}\", at = [{}, {}] }}", n % 23, n / 23)).collect();
    let sums = format!("name = \"x\"\nboard = {{ sites = [{}] }}\n", numbers.join(", "));
    let many = |n: usize, win: &str| format!("[[win]]\n{win}\n").repeat(n);
    let cube = "name = \"x\"\nboard = { grid = [8, 8, 8] }\n";
    let files = [
        ("bytes", format!("{CORNERS}# {}", "x".repeat(70_000)), Some("is the most here")),
        ("sites", "name = \"x\"\nboard = { grid = [23, 23] }\n[[win]]\nlines = 3".into(), Some("512")),
        ("wins", format!("{cube}{}", many(3000, "lines = 2")), Some("100 is the most")),
        ("groups", format!("{cube}{}", many(100, "lines = 2")), Some("too many sites")),
        ("sums", format!("{sums}{}", many(90, "sums = { of = 9, to = 1900 }")), Some("too many such sums")),
        ("names", CORNERS.replace("Corners", &"C".repeat(200)), Some("80 characters")),
        ("depth", format!("name = {}", "[".repeat(20_000)), Some("")),
        ("size", "name = \"x\"\nboard = { grid = [99999999999, 99999999999] }".into(), Some("")),
        ("space", format!("{cube}[[win]]\nlines = 4"), None),
        ("wrapped", "name = \"x\"\nboard = { grid = [8, 8, 8], wrap = true }\n[[win]]\nlines = 5".into(), None),
        ("chain", "name = \"x\"\nboard = { hex = [22, 22] }\n[[win]]\nfor = \"first\"\nconnect = [\"north\", \"south\"]".into(), None),
        ("captures", "name = \"x\"\nboard = { grid = [22, 22] }\ncapture = { surround = true }\nlimit = 1000\n[[win]]\nlines = 22".into(), None),
    ];
    for (what, toml, refusal) in files {
        let (status, found) = check(&server, &toml, true).await;
        assert_eq!(status, StatusCode::OK, "{what}: {found}");
        let message = found["fault"]["message"].as_str();
        match refusal {
            Some(words) => {
                assert!(message.is_some_and(|said| said.contains(words)), "{what}: {found}")
            }
            None => assert!(message.is_none(), "{what}: {message:?}"),
        }
    }
}

#[tokio::test]
async fn an_open_server_takes_games_only_if_it_is_told_to() {
    let open = "192.0.2.10".parse().unwrap();
    let server = Server::like(|config| config.host = open);
    let (status, answer) = check(&server, CORNERS, true).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(answer["error"]["message"].as_str().unwrap().contains("--own-games"));
    let name = format!("own-{}", "0".repeat(32));
    assert_eq!(server.get(&format!("/api/v1/games/{name}")).await.0, StatusCode::FORBIDDEN);
    let server = Server::like(|config| (config.host, config.own_games) = (open, true));
    let (status, found) = check(&server, CORNERS, true).await;
    assert_eq!(status, StatusCode::OK, "{found}");
    assert_eq!(server.get(&format!("/api/v1/games/{name}")).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn openings_count_the_games_of_this_machine() {
    let server = Server::new();
    for moves in [["a1", "b2"], ["a1", "c3"], ["a1", "b2"], ["b2", "a1"]] {
        let seats = json!([human(), human()]);
        server.begin(json!({ "game": "tic-tac-toe", "seats": seats, "moves": moves })).await;
    }
    let ask = |moves: Value| {
        server.post("/api/v1/openings", json!({ "game": "tic-tac-toe", "moves": moves }))
    };
    let (_, found) = ask(json!([])).await;
    assert_eq!(found["counts"], true);
    let counted = |found: &Value| -> Vec<(String, u64)> {
        let moves = found["moves"].as_array().unwrap().iter();
        moves
            .map(|mv| (mv["move"].as_str().unwrap().into(), mv["games"].as_u64().unwrap()))
            .collect()
    };
    assert_eq!(counted(&found), [("a1".to_string(), 3), ("b2".to_string(), 1)]);
    let (_, found) = ask(json!(["a1"])).await;
    assert_eq!(counted(&found), [("b2".to_string(), 2), ("c3".to_string(), 1)]);
    let (_, found) = ask(json!(["c3"])).await;
    assert!(counted(&found).is_empty(), "{found}");
    // The book knows openings that nobody has played.
    let (_, found) = server.post("/api/v1/openings", json!({ "game": "connect-four" })).await;
    let best = &found["moves"][0];
    assert_eq!((&best["move"], &best["games"]), (&json!("4"), &json!(0)), "{found}");
    assert!(best["book"]["text"].as_str().unwrap().contains("wins"), "{best}");
    let open = Server::like(|config| config.host = "192.0.2.10".parse().unwrap());
    let (_, found) = open.post("/api/v1/openings", json!({ "game": "tic-tac-toe" })).await;
    assert_eq!(found, json!({ "moves": [], "counts": false }));
}
