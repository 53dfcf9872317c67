//! Go-Moku: games go through files of others, and what patterns are worth is learned.

use std::path::Path;

use henge::learn::training::{Plan, TrainingRun};
use henge::{Limits, Model};

#[test]
fn games_of_go_moku_and_hex_go_through_files_of_others() {
    for name in ["go-moku.sgf", "hex.sgf", "go-moku.psq", "games.hexworld"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/records").join(name);
        let records = henge::read_records(&path, &std::fs::read(&path).unwrap()).unwrap();
        for record in &records {
            let game = henge::game(record.game().unwrap()).unwrap();
            record.play(&**game.rules()).unwrap();
        }
        let written = henge::write_records(&path, &records).unwrap();
        assert_eq!(henge::read_records(&path, written.as_bytes()).unwrap(), records);
        let other = Path::new("games.ggf");
        assert!(henge::write_records(other, &records).is_err());
    }
}

#[test]
fn what_patterns_are_worth_is_learned_and_played_with() {
    let game = henge::game("go-moku:size=6").unwrap();
    let trainable = game.trainable().unwrap();
    assert_eq!(trainable.usual_set(&Model::Weights), "patterns");
    let plan = Plan { rounds: 1, games: 4, depth: 1, opening: 4, epochs: 1, ..Plan::default() };
    let mut run = TrainingRun::new(trainable.begin(&Model::Weights, "", &plan).unwrap());
    run.finish().unwrap();
    let weights = run.weights();
    assert!(weights.starts_with(b"henge patterns 1\n"));
    assert_eq!(trainable.check(&weights).unwrap().features, "patterns");
    let broken = String::from_utf8_lossy(&weights).replace("tempo:", "temper:");
    let error = trainable.check(broken.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("the row \"tempo\" must have 1 whole numbers"), "{error}");
    let pupil = game.clone().with_weights("pupil", weights);
    let mut bot = pupil.bot("pupil:nodes=100").unwrap();
    let thought = henge::think(&mut *bot, &*game.rules().start(), Limits::NONE).unwrap();
    assert!(thought.best().is_some());
    // The usual board has patterns, too.
    let usual = henge::game("go-moku").unwrap();
    assert_eq!(usual.trainable().unwrap().usual_set(&Model::Weights), "patterns");
}
