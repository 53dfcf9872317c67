use std::io::Write;

use henge_core::{Eval, Limits, Notation, Player, Turn};

use super::check::{Claim, DIGITS, FIRST_LINE, ProofError, WalkLimits, walk};
use crate::Task;
use crate::dfpn::{Answer, Dfpn, Question};

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// Positions that the claims visit.
    pub positions: u64,
    /// Moves that the strategies name.
    pub entries: u64,
    /// Positions where they end before the game does.
    pub taken_on_trust: u64,
}

/// What is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Extent<'a> {
    /// At most one for each player.
    pub claims: &'a [Claim],
    /// How far the strategies go; none for a complete proof.
    pub plies: Option<u32>,
    /// An error, if a claim visits more.
    pub most_positions: usize,
}

/// Entries in one line of the file.
const IN_A_LINE: u64 = 96;

/// Writes a proof.
///
/// `keep` names a move that keeps the claim, in any position where the claimant is to move that can
/// come about; whatever engine it asks, the proof is as good as its moves, and one that fails is not
/// finished: what was written by then has no sum.
pub fn write<G: Notation>(
    game: &G,
    name: &str,
    pos: &G::Position,
    extent: Extent<'_>,
    mut keep: impl FnMut(&G::Position, Claim) -> Option<G::Move>,
    mut to: impl Write,
) -> Result<Written, ProofError> {
    let mut sum = blake3::Hasher::new();
    let mut put = |text: &str| {
        sum.update(text.as_bytes());
        to.write_all(text.as_bytes())
    };
    put(&format!("{FIRST_LINE}\ngame {name}\nposition {}\n", game.write_position(pos)))?;
    if let Some(plies) = extent.plies {
        put(&format!("plies {plies}\n"))?;
    }
    let limits = WalkLimits { plies: extent.plies, positions: extent.most_positions };
    let mut written = Written { positions: 0, entries: 0, taken_on_trust: 0 };
    for &claim in extent.claims {
        let player = ["first", "second"][claim.player.index()];
        put(&format!("claim {player} {}\n", claim.at_least))?;
        let mut entries = 0;
        let trust = |_| written.taken_on_trust += 1;
        written.positions += walk(game, pos, claim, limits, trust, |pos| {
            let mv = keep(pos, claim);
            let index = mv.and_then(|mv| game.moves(pos).position(|legal| legal == mv));
            let Some((mv, index)) = mv.zip(index) else {
                return Err(ProofError::NoMove { position: game.write_position(pos) });
            };
            if entries % IN_A_LINE == 0 {
                put(if entries == 0 { ": " } else { "\n: " })?;
            }
            entries += 1;
            match DIGITS.get(index) {
                Some(&digit) => put(char::from(digit).encode_utf8(&mut [0; 4]))?,
                None => put(&format!("<{index}>"))?,
            }
            Ok(mv)
        })?;
        if entries > 0 {
            put("\n")?;
        }
        written.entries += entries;
    }
    let sum = sum.finalize().to_hex();
    writeln!(to, "sum {sum}")?;
    to.flush()?;
    Ok(written)
}

/// Finds out what a position is worth to the first player and writes a proof of it: a claim for each
/// player. The evaluation helps the prover. Each of the prover's answers may cost what `limits` says.
pub fn write_value<G: Notation>(
    game: &G,
    name: &str,
    pos: &G::Position,
    (prover, eval): (&mut Dfpn<G>, &impl Eval<G>),
    limits: Limits,
    most_positions: usize,
    to: impl Write,
) -> Result<(i32, Written), ProofError> {
    let mut ask = |pos: &G::Position, player: Player, at_least: i32| {
        let task = Task::new(limits);
        prover.prove(game, pos, Question { player, at_least }, eval, task)
    };
    let most = i32::from(G::MOST_POINTS);
    let mut value = -most;
    let unknown = || ProofError::NoMove { position: game.write_position(pos) };
    while value < most {
        match ask(pos, Player::First, value + 1).answer {
            Answer::Proved => value += 1,
            Answer::Disproved => break,
            Answer::Unknown => return Err(unknown()),
        }
    }
    let claims = [
        Claim { player: Player::First, at_least: value },
        Claim { player: Player::Second, at_least: -value },
    ];
    let keep = |pos: &G::Position, claim: Claim| {
        debug_assert!(game.turn(pos) == Turn::Player(claim.player), "only the claimant is asked");
        let found = ask(pos, claim.player, claim.at_least);
        found.line.first().copied().filter(|_| found.answer == Answer::Proved)
    };
    let extent = Extent { claims: &claims, plies: None, most_positions };
    let written = write(game, name, pos, extent, keep, to)?;
    Ok((value, written))
}
