//! Any text is read as games of draughts or refused at a place that exists; what was read is played
//! as far as it goes, and written in a form that can be read.

#![no_main]

use henge::games::draughts::pdn;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match pdn::read(text) {
    Ok(records) => {
        for record in &records {
            let game = record.game().expect("every game of draughts has a name");
            let game = henge::game(game).expect("and it is known");
            // Most moves are wrong, and said to be so.
            let _ = record.play(&**game.rules());
        }
        let written = pdn::write(&records).expect("they are games of draughts");
        assert!(pdn::read(&written).is_ok(), "what we wrote:\n{written}");
    }
    Err(fault) => {
        assert!((1..=text.split('\n').count()).contains(&fault.line), "{fault}");
        assert!(fault.column > 0 && !fault.message.is_empty(), "{fault}");
    }
});
