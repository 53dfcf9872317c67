//! Claims about moves, held against the rules.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use henge_core::explain::{Explain, Tactic, reasons, tactics};
use henge_core::{Game, Player, Turn};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Says by itself whether a claim about a move holds.
pub type Holds<'a, G> =
    dyn Fn(&<G as Game>::Position, <G as Game>::Move, &<G as Explain>::Claim) -> bool + 'a;

fn after<G: Game>(game: &G, pos: &G::Position, mv: G::Move) -> G::Position {
    let mut next = pos.clone();
    game.play(&mut next, mv);
    next
}

/// Does this move win for whoever makes it?
fn wins<G: Game>(game: &G, pos: &G::Position, mv: G::Move) -> bool {
    match (game.turn(pos), game.turn(&after(game, pos, mv))) {
        (Turn::Player(player), Turn::Over(outcome)) => outcome.points_for(player) > 0,
        _ => false,
    }
}

/// Has `player` won, or are they to move and can win at once?
fn wins_next<G: Game>(game: &G, pos: &G::Position, player: Player) -> bool {
    match game.turn(pos) {
        Turn::Over(outcome) => outcome.points_for(player) > 0,
        turn => turn == Turn::Player(player) && game.moves(pos).any(|mv| wins(game, pos, mv)),
    }
}

/// Is the other player to move, and does `player` win next whatever they do?
fn wins_anyhow<G: Game>(game: &G, pos: &G::Position, player: Player) -> bool {
    let all = || game.moves(pos).all(|mv| wins_next(game, &after(game, pos, mv), player));
    game.turn(pos) == Turn::Player(!player) && all()
}

/// Does a tactic hold, by plain search? Winning moves that are listed must be all there are.
fn tactic_holds<G: Explain>(
    game: &G,
    pos: &G::Position,
    mv: G::Move,
    tactic: &Tactic<G::Move>,
) -> bool {
    let Turn::Player(mover) = game.turn(pos) else { return false };
    let next = after(game, pos, mv);
    let are_all_wins = |pos: &G::Position, moves: &[G::Move]| {
        game.moves(pos).all(|mv| wins(game, pos, mv) == moves.contains(&mv))
    };
    let turned = |pos: &G::Position| game.turned(pos).expect("a threat was seen");
    let decides = |pos: &G::Position, mv: G::Move, player: Player| {
        game.turn(pos) == Turn::Player(player) && wins_anyhow(game, &after(game, pos, mv), player)
    };
    match tactic {
        Tactic::Ends(outcome) => game.turn(&next) == Turn::Over(*outcome),
        Tactic::Allows(reply) => wins(game, &next, *reply),
        Tactic::Stops(moves) => {
            !moves.is_empty()
                && are_all_wins(&turned(pos), moves)
                && !wins_next(game, &next, !mover)
        }
        Tactic::Only => game
            .moves(pos)
            .all(|other| wins_next(game, &after(game, pos, other), !mover) != (other == mv)),
        Tactic::Double(moves) => {
            !moves.is_empty()
                && are_all_wins(&turned(&next), moves)
                && wins_anyhow(game, &next, mover)
        }
        Tactic::Zugzwang => are_all_wins(&turned(&next), &[]) && wins_anyhow(game, &next, mover),
        Tactic::Unstoppable => wins_anyhow(game, &next, mover),
        Tactic::Threatens(moves) => !moves.is_empty() && are_all_wins(&turned(&next), moves),
        Tactic::Forces(reply) => game
            .moves(&next)
            .all(|mv| wins_next(game, &after(game, &next, mv), mover) == (mv != *reply)),
        Tactic::Prepares(mv) => decides(&turned(&next), *mv, mover),
        // A reply by which the mover wins at once decides nothing.
        Tactic::Forestalls(mv) => {
            decides(&turned(pos), *mv, !mover)
                && game.moves(&next).all(|reply| {
                    wins_next(game, &after(game, &next, reply), mover)
                        || !decides(&next, reply, !mover)
                })
        }
    }
}

/// The kind of a claim: the first word of what it is in the source.
fn kind(claim: &impl std::fmt::Debug) -> String {
    let text = format!("{claim:?}");
    text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().into()
}

/// Everything that is claimed about a move, checked; the kinds of the claims.
///
/// # Panics
/// If something does not hold.
fn checked<G: Explain>(game: &G, holds: &Holds<G>, pos: &G::Position, mv: G::Move) -> Vec<String> {
    let mut kinds = Vec::new();
    let at = || format!("{} in {}", game.write_move(pos, mv), game.write_position(pos));
    for tactic in tactics(game, pos, mv, |pos| game.turned(pos)) {
        assert!(tactic_holds(game, pos, mv, &tactic), "{tactic:?} does not hold of {}", at());
        kinds.push(kind(&tactic));
    }
    for claim in game.claims(pos, mv) {
        assert!(holds(pos, mv, &claim), "{claim:?} does not hold of {}", at());
        kinds.push(kind(&claim));
    }
    kinds
}

/// Plays games in which moves are preferred of which much can be said, and calls `see` with two moves of every
/// position.
fn walk<G: Explain>(
    game: &G,
    seeds: std::ops::Range<u64>,
    mut see: impl FnMut(&G::Position, G::Move, usize),
) {
    for seed in seeds {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut pos = game.start();
        for _ in 0..200 {
            let moves: Vec<G::Move> = game.moves(&pos).collect();
            let Some(last) = moves.len().checked_sub(1) else { break };
            let mut pick = || moves[rng.next_u64() as usize % (last + 1)];
            let (mut best, mut most) = (pick(), None);
            if let Turn::Player(_) = game.turn(&pos) {
                for mv in [best, pick()] {
                    let n = game.claims(&pos, mv).len();
                    see(&pos, mv, n);
                    if most.is_none_or(|most| n > most) {
                        (best, most) = (mv, Some(n));
                    }
                }
            }
            game.play(&mut pos, best);
        }
    }
}

/// Checks every claim about two moves of each position of some games, and that each of `kinds` was claimed.
///
/// # Panics
/// If a claim does not hold, or was never made.
pub fn claims_hold<G: Explain>(game: &G, n_games: u64, kinds: &[&str], holds: &Holds<G>) {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    walk(game, 0..n_games, |pos, mv, _| {
        for kind in checked(game, holds, pos, mv) {
            *seen.entry(kind).or_default() += 1;
        }
    });
    let missing: Vec<_> = kinds.iter().filter(|kind| !seen.contains_key(**kind)).collect();
    assert!(missing.is_empty(), "nothing was said of {missing:?}; there were {seen:?}");
}

/// Compares what is said about the moves of a file, one in a line: position, move and sentences with a tabulator
/// between them. With `EXPLAINED=overwrite` in the environment the file is written anew, about moves of games by
/// chance; look at what it says then.
///
/// # Panics
/// If a claim does not hold, something else is said, or there are fewer than thirty positions.
pub fn explained<G: Explain>(game: &G, path: &Path, players: &[String; 2], holds: &Holds<G>) {
    if std::env::var("EXPLAINED").is_ok_and(|how| how == "overwrite") {
        std::fs::write(path, written(game, players)).expect("the file can be written");
    }
    let text = std::fs::read_to_string(path).expect("a file of explained positions");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 30, "{}: thirty positions, not {}", path.display(), lines.len());
    for line in lines {
        let [position, mv, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}: expected a position, a move and sentences");
        };
        let pos = game.read_position(position).expect(position);
        let mv = game.read_move(&pos, mv).expect(line);
        checked(game, holds, &pos, mv);
        assert_eq!(reasons(game, &pos, mv, players).join(" "), expected, "{line}");
    }
}

/// Thirty moves of which different things can be said, the rarest first.
fn written<G: Explain>(game: &G, players: &[String; 2]) -> String {
    let mut found: Vec<(Vec<String>, String)> = Vec::new();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    walk(game, 1000..1060, |pos, mv, _| {
        let mut kinds: Vec<String> =
            tactics(game, pos, mv, |pos| game.turned(pos)).iter().map(kind).collect();
        kinds.extend(game.claims(pos, mv).iter().map(kind));
        let said = reasons(game, pos, mv, players).join(" ");
        let known = found.iter().filter(|(other, _)| *other == kinds).count();
        let line = format!("{}\t{}\t{said}", game.write_position(pos), game.write_move(pos, mv));
        if said.is_empty() || known > 2 || found.iter().any(|(_, other)| *other == line) {
            return;
        }
        kinds.iter().for_each(|kind| *seen.entry(kind.clone()).or_default() += 1);
        found.push((kinds, line));
    });
    // Again and again the kind that has been shown least often.
    let mut shown: BTreeMap<String, u32> = BTreeMap::new();
    let mut text =
        String::from("# Positions of games by chance, a move, and what is said of it.\n");
    for _ in 0..30 {
        let rarest = |(kinds, _): &(Vec<String>, String)| {
            kinds.iter().map(|kind| shown.get(kind).copied().unwrap_or(0)).min()
        };
        let Some(n) = (0..found.len()).min_by_key(|&n| rarest(&found[n])) else { break };
        let (kinds, line) = found.swap_remove(n);
        for kind in kinds {
            *shown.entry(kind).or_default() += 1;
        }
        writeln!(text, "{line}").expect("a string takes everything");
    }
    text
}
