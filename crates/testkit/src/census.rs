use std::collections::HashSet;

use henge_core::{Game, Turn};

/// How large a small game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// Different ways in which a whole game can go.
    pub games: u64,
    /// Different positions, the start included.
    pub positions: u64,
}

/// Plays every game there is from the start position. Positions are told apart by their keys.
pub fn census<G: Game>(game: &G) -> Census {
    fn walk<G: Game>(game: &G, pos: &mut G::Position, seen: &mut HashSet<u64>) -> u64 {
        seen.insert(game.key(pos));
        if let Turn::Over(_) = game.turn(pos) {
            return 1;
        }
        let mut games = 0;
        for mv in game.moves(pos) {
            let undo = game.play(pos, mv);
            games += walk(game, pos, seen);
            game.undo(pos, mv, undo);
        }
        games
    }
    let mut seen = HashSet::new();
    let games = walk(game, &mut game.start(), &mut seen);
    Census { games, positions: seen.len() as u64 }
}
