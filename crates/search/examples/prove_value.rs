//! Solves a small game, writes the proof down, and checks it as somebody else would: `cargo run
//! --release --example prove_value`.

use henge_core::{Game, Limits, NoEval, Player};
use henge_search::proof::{DEFAULT_MOST_POSITIONS, ProofError, check, write_value};
use henge_search::{Dfpn, dfpn};
use henge_testkit::games::Boxes;

fn main() -> Result<(), ProofError> {
    let game = Boxes::default();
    let mut prover = Dfpn::new(16 << 20);
    let question = dfpn::Question { player: Player::First, at_least: 1 };
    let task = henge_search::Task::new(Limits::NONE);
    let found = prover.prove(&game, &game.start(), question, &NoEval, task);
    println!("a win for the first player: {:?}, {} nodes", found.answer, found.nodes);

    let (most, mut file) = (DEFAULT_MOST_POSITIONS, Vec::new());
    let (value, written) = write_value(
        &game,
        "boxes",
        &game.start(),
        (&mut prover, &NoEval),
        Limits::NONE,
        most,
        &mut file,
    )?;
    println!("worth {value}: {} moves, {} bytes", written.entries, file.len());

    let checked = check(&game, "boxes", &file[..], most)?;
    println!("checked {} positions: {:?}", checked.positions, checked.claims);
    Ok(())
}
