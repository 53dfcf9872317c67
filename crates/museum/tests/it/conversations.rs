//! What holds in every conversation, and the three that there are.

use henge::{Conversation, Converse, Heard, Opening, Playable};

fn conversations() -> Vec<Playable> {
    let all = henge_museum::games().conversations();
    assert_eq!(all.len(), 3);
    all
}

fn begin(game: &Playable, way: &str) -> Box<dyn Conversation> {
    let opening = Opening { way: way.into(), seed: 1, ..Opening::default() };
    game.ability::<dyn Converse>().unwrap().begin(&opening).unwrap()
}

/// Positions can be read, moves on the board are understood, suggestions are taken, and errors change
/// nothing.
#[test]
fn every_conversation_keeps_its_promises() {
    for game in conversations() {
        let talk = game.ability::<dyn Converse>().unwrap().about();
        for way in talk.ways {
            let mut conversation = begin(&game, way.name);
            assert!(conversation.greeting().len() > 1);
            for n in 0..60 {
                assert!(!conversation.waits_for().is_empty());
                let says = if conversation.asks_for_move() {
                    let position = conversation.position().unwrap();
                    let moves = game.rules().read(&position).unwrap().moves();
                    moves[n % moves.len()].text.clone()
                } else {
                    conversation.suggestions()[0].says.to_string()
                };
                let before = (conversation.waits_for(), conversation.position());
                let wrong = conversation.hear(Heard::line("\u{1}no such words"));
                assert!(wrong.is_err() || !wrong.is_ok_and(|reply| reply.changes || reply.ends));
                assert_eq!((conversation.waits_for(), conversation.position()), before);
                let reply = conversation.hear(Heard::line(&says)).unwrap();
                assert!(reply.changes && !reply.ends, "{}: {says}: {reply:?}", talk.name);
            }
        }
        let opening = Opening { way: "klingon".into(), ..Opening::default() };
        let why = game.ability::<dyn Converse>().unwrap().begin(&opening).err().unwrap();
        assert!(why.contains(talk.ways[0].name), "{why}");
    }
}

/// Sayings are understood when the program has played.
#[test]
fn sayings_are_commands() {
    let games = conversations();
    let game = games.iter().find(|game| game.rules().about().slug == "backgammon").unwrap();
    let mut lesson = begin(game, "none");
    lesson.hear(Heard::line("go 3")).unwrap();
    for saying in game.ability::<dyn Converse>().unwrap().about().sayings {
        if saying.wants_file {
            let line = format!("{} my.toml", saying.says);
            let asked = lesson.hear(Heard::line(&line)).unwrap();
            assert_eq!((asked.read.as_deref(), asked.changes), (Some("my.toml"), false));
            let wrong = Heard { file: Some("not = toml = at all"), ..Heard::line(&line) };
            assert!(lesson.hear(wrong).unwrap_err().starts_with("my.toml: line 1: "));
            let (_, set) = lesson.hear(Heard::line("store white a.toml")).unwrap().write.unwrap();
            let right = Heard { file: Some(&set), ..Heard::line(&line) };
            assert!(lesson.hear(right).unwrap().changes);
        } else {
            lesson.hear(Heard::line(saying.says)).unwrap();
        }
    }
}

#[test]
fn what_strangers_ask_for_is_bounded() {
    let games = conversations();
    let game = games.iter().find(|game| game.rules().about().slug == "backgammon").unwrap();
    let opening = Opening { most_moves: Some(5), ..Opening::default() };
    let mut lesson = game.ability::<dyn Converse>().unwrap().begin(&opening).unwrap();
    assert!(lesson.hear(Heard::line("go 6")).is_err());
    assert!(lesson.hear(Heard::line("batch single")).is_err());
    assert!(lesson.hear(Heard::line("go 5")).is_ok());
}

#[test]
fn the_gier_begins_again_and_ends() {
    let games = conversations();
    let game = games.iter().find(|game| game.rules().about().slug == "draughts").unwrap();
    let mut dialogue = begin(game, "danish");
    assert_eq!(dialogue.greeting()[0], "GIER - DAMSPIL");
    assert_eq!(dialogue.prompt(), "farvevalg: ");
    dialogue.hear(Heard::line("SORT")).unwrap();
    let reply = dialogue.hear(Heard::line("2")).map(|reply| reply.lines);
    assert!(reply.unwrap()[0].starts_with("jeg trækker "));
    assert!(dialogue.hear(Heard::line("slut")).unwrap().ends);
}
