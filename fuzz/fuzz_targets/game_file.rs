//! Any text is read as a positional game or refused at a place that exists. Games are written and
//! read again, and those on small boards are played: at random, and back to the start.

#![no_main]

use std::sync::Arc;

use henge::core::{Game, Turn, mix64};
use henge::games::positional::{Definition, Positional, read_game, write_game};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match read_game("fuzz", text) {
    Ok(definition) => {
        written(&definition);
        if definition.n_sites() <= 64 {
            let seed = text.bytes().fold(0, |seed, b| mix64(seed ^ u64::from(b)));
            played(&Positional::new(Arc::new(definition)), seed);
        }
    }
    Err(fault) => {
        assert!(text.get(fault.span.clone()).is_some(), "{fault}: {:?}", fault.span);
        assert!((1..=text.split('\n').count()).contains(&fault.line), "{fault}");
        assert!(fault.column > 0 && !fault.message.is_empty(), "{fault}");
    }
});

fn written(definition: &Definition) {
    // Chains may be too many to be listed, and then there is nothing to write.
    let Ok(text) = write_game(definition) else { return };
    let again = read_game("fuzz", &text);
    let again = again.unwrap_or_else(|fault| panic!("{fault} in what we wrote:\n{text}"));
    let second = write_game(&again).expect("it has been written before");
    assert_eq!(second, text, "the second writing differs from the first");
}

fn played(game: &Positional<1>, seed: u64) {
    let start = game.start();
    let mut pos = start;
    let mut played = Vec::new();
    for ply in 0.. {
        let n = game.moves(&pos).count();
        assert_eq!(n, game.moves(&pos).collect::<Vec<_>>().len());
        if let Turn::Over(_) = game.turn(&pos) {
            break;
        }
        assert!(n > 0, "the game is not over and there is no move");
        let choice = (mix64(seed.wrapping_add(ply)) % n as u64) as usize;
        let mv = game.moves(&pos).nth(choice).expect("the moves were counted");
        let before = pos;
        played.push((before, mv, game.play(&mut pos, mv)));
    }
    for (before, mv, undo) in played.into_iter().rev() {
        game.undo(&mut pos, mv, undo);
        assert_eq!(pos, before);
    }
    assert_eq!(game.key(&pos), game.key(&start));
}
