//! Laws of [`Game`](henge_core::Game): moves, chance, taking back, keys.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use henge_core::{Notation, Outcome, Player, Turn};

use super::walk::Walk;

/// From how many moves of a position `play` and `undo` are tried.
const TRIED: usize = 16;

/// What the keys seen so far stood for.
#[derive(Default)]
pub(super) struct Memory {
    /// For each key what the position waited for, and a hash of its moves.
    known: HashMap<u64, (Turn, u64)>,
    /// The keys of the game being played.
    met: HashSet<u64>,
    /// Those that can never come back, as the rules say.
    gone: HashSet<u64>,
}

impl Memory {
    pub fn begin(&mut self) {
        self.met.clear();
        self.gone.clear();
    }

    /// A move was played.
    pub fn leave<G: Notation>(&mut self, game: &G, before: &G::Position, mv: G::Move) {
        if G::CYCLES && game.irreversible(before, mv) {
            self.gone.extend(&self.met);
        }
    }
}

/// Checks the position of the walk and returns its moves.
pub(super) fn check<G: Notation>(walk: &mut Walk<G>, memory: &mut Memory) -> Vec<G::Move> {
    let game = walk.game;
    let turn = game.turn(&walk.pos);
    let moves: Vec<G::Move> = game.moves(&walk.pos).collect();
    check_moves(walk, &walk.pos, turn, &moves);
    match turn {
        Turn::Chance => check_chance(walk, &moves),
        _ => check_actions(walk, &moves),
    }
    for mv in walk.sample(&moves, TRIED) {
        check_undo(walk, mv);
    }
    check_keys(walk, memory, turn, &moves);
    if let Turn::Player(player) = turn {
        check_pass(walk, player);
    }
    moves
}

/// Checks that a pass in thought gives the turn to the other player and is taken back by another one.
fn check_pass<G: Notation>(walk: &Walk<G>, player: Player) {
    let (game, mut pos) = (walk.game, walk.pos.clone());
    if !game.pass(&mut pos) {
        walk.check(pos == walk.pos, "who cannot pass changes nothing", || format!("{pos:?}"));
        return;
    }
    let passed = game.turn(&pos) == Turn::Player(!player) && game.key(&pos) != game.key(&walk.pos);
    walk.check(passed, "after a pass the other player is to move", || format!("{pos:?}"));
    let back = game.pass(&mut pos) && pos == walk.pos && game.key(&pos) == game.key(&walk.pos);
    walk.check(back, "a second pass takes the first one back", || format!("{pos:?}"));
}

/// Checks that the moves are a list and there when they should be. `pos` need not be the position
/// the walk has come to.
pub(super) fn check_moves<G: Notation>(
    walk: &Walk<G>,
    pos: &G::Position,
    turn: Turn,
    moves: &[G::Move],
) {
    walk.check(G::CHANCE || turn != Turn::Chance, "only a game with CHANCE waits for dice", || {
        format!("Turn::Chance at {pos:?}")
    });
    let over = matches!(turn, Turn::Over(_));
    walk.check(moves.is_empty() == over, "there are moves until the game is over", || {
        format!("{turn:?} and {} moves at {pos:?}", moves.len())
    });
    if let Turn::Over(Outcome::Win { points, .. }) = turn {
        walk.check(points > 0, "a win counts at least one point", || "a win of 0 points".into());
    }
    let mut seen = HashSet::with_capacity(moves.len());
    for &mv in moves {
        walk.check(seen.insert(mv), "moves are distinct", || format!("{mv:?} twice at {pos:?}"));
    }
    let again = walk.game.moves(pos);
    walk.check(again.eq(moves.iter().copied()), "moves come in a fixed order", || {
        format!("another list than {moves:?} when asked again at {pos:?}")
    });
}

/// Checks the numbers that a policy knows moves by.
fn check_actions<G: Notation>(walk: &Walk<G>, moves: &[G::Move]) {
    let (mut numbers, most) = (Vec::new(), walk.game.n_actions());
    walk.game.actions(&walk.pos, moves, &mut numbers);
    let different: HashSet<u32> = numbers.iter().copied().collect();
    let law = "every move has a number of its own below n_actions";
    let fine = numbers.len() == moves.len() && different.len() == moves.len();
    walk.check(fine && different.iter().all(|&n| (n as usize) < most), law, || {
        format!("{numbers:?} for {} moves, with {most} numbers in all", moves.len())
    });
}

fn check_chance<G: Notation>(walk: &Walk<G>, rolls: &[G::Move]) {
    let mut sum = 0.0;
    for &roll in rolls {
        let p = walk.game.probability(&walk.pos, roll);
        let law = "every roll has a chance above 0 and up to 1";
        walk.check(p > 0.0 && p <= 1.0, law, || format!("{p} for {roll:?}"));
        sum += f64::from(p);
    }
    walk.check((sum - 1.0).abs() < 1e-4, "the chances of all rolls sum to 1", || sum.to_string());
}

fn check_undo<G: Notation>(walk: &Walk<G>, mv: G::Move) {
    let (game, pos) = (walk.game, &walk.pos);
    let text = || format!("{mv:?}, written {}", game.write_move(pos, mv));
    let (key, canonical) = (game.key(pos), game.canonical_key(pos));
    let mut here = pos.clone();
    let undo = game.play(&mut here, mv);
    let there = (here.clone(), game.key(&here));
    game.undo(&mut here, mv, undo);
    walk.check(here == *pos, "undo restores the position", || {
        format!("{here:?} after playing and taking back {}", text())
    });
    walk.check(game.key(&here) == key, "undo restores the key", || {
        format!("{:#x} instead of {key:#x} after {}", game.key(&here), text())
    });
    walk.check(game.canonical_key(&here) == canonical, "undo restores the canonical key", text);
    // What undo leaves behind unseen shows when the same move is played from there.
    game.play(&mut here, mv);
    walk.check(
        here == there.0 && game.key(&here) == there.1,
        "a move taken back and played again leads to the same position",
        text,
    );
}

fn check_keys<G: Notation>(walk: &Walk<G>, memory: &mut Memory, turn: Turn, moves: &[G::Move]) {
    let (game, pos) = (walk.game, &walk.pos);
    let key = game.key(pos);
    walk.check(
        game.key(&pos.clone()) == key
            && game.canonical_key(&pos.clone()) == game.canonical_key(pos),
        "equal positions have equal keys",
        || format!("another key than {key:#x} for a copy"),
    );
    let law = "no position comes back after a move that is irreversible";
    walk.check(!memory.gone.contains(&key), law, || format!("the key {key:#x}"));
    let fresh = memory.met.insert(key);
    walk.check(G::CYCLES || fresh, "positions come back only in a game with CYCLES", || {
        format!("the key {key:#x} for the second time")
    });
    // A table keyed by position serves a search moves of this position and the view of this player.
    // Endings are left out: a search asks for them first, and a game may end by a count of moves
    // that its key leaves out.
    if !moves.is_empty() {
        let mut hasher = DefaultHasher::new();
        moves.hash(&mut hasher);
        let now = (turn, hasher.finish());
        let before = *memory.known.entry(key).or_insert(now);
        let law = "positions with equal keys wait for the same player and have the same moves";
        walk.check(before == now, law, || format!("the key {key:#x} met with {:?}", before.0));
    }
}
