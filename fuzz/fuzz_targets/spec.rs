//! Any text is a name with options, or refused; and a name of a game, of a bot, or refused.

#![no_main]

use std::sync::LazyLock;

use henge::Playable;
use henge::core::spec::Spec;
use libfuzzer_sys::fuzz_target;

static TIC_TAC_TOE: LazyLock<Playable> =
    LazyLock::new(|| henge::game("tic-tac-toe").expect("this game is always there"));

fuzz_target!(|text: &str| {
    let spec = match text.parse::<Spec>() {
        Ok(spec) => {
            let again: Spec = spec.to_string().parse().expect("what we wrote can be read");
            assert_eq!(again, spec);
            Some(spec)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    };
    // A name with this ending is the path of a file, and files are another target's subject.
    if text.ends_with(".toml") {
        return;
    }
    match henge::game(text) {
        Ok(game) => {
            assert!(spec.is_some(), "a game was found by a name that cannot be read");
            let name = game.rules().name();
            let again = henge::game(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(again.rules().name(), name);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    // A bot takes the memory that it is told to take, and a fuzzer has only so much.
    let is_large = |(key, value): &(String, String)| key == "table" && value.len() > 2;
    if spec.is_some_and(|spec| spec.options.iter().any(is_large)) {
        return;
    }
    if let Ok(bot) = TIC_TAC_TOE.bot(text) {
        assert!(TIC_TAC_TOE.bot(bot.name()).is_ok(), "{}", bot.name());
    }
});
