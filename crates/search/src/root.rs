use henge_core::{Eval, Game, Player, Score, Turn};

use crate::tree::{Tree, better};
use crate::value::{Bounds, Value};

impl<G: Game, E: Eval<G>> Tree<'_, G, E> {
    /// The best of `moves` at the root. It is brought to the front, the others keep their order,
    /// and its line is in the buffers of ply 0.
    ///
    /// When the search is stopped on the way this is the best of the moves that were finished;
    /// `None` when none was.
    pub fn root(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: u32,
        moves: &mut [G::Move],
    ) -> Option<Value> {
        let mut best = Value::guess(Score::MIN);
        let mut place = None;
        let mut upper = if self.buffers.omitted { Bounds::NONE } else { Bounds::UPPER };
        for (i, &mv) in moves.iter().enumerate() {
            let undo = self.game.play(pos, mv);
            let window = (best.score, Score::MAX);
            let value = self.scout(pos, me, depth as i32 - 1, 1, window, i);
            self.game.undo(pos, mv, undo);
            if self.clock.is_stopped() {
                // What was not searched to the end proves nothing and must not be played.
                upper = Bounds::NONE;
                break;
            }
            upper = upper & value.proof;
            if better(value, best) {
                best = value;
                place = Some(i);
                self.extend_line(0, mv);
            }
        }
        moves[..=place?].rotate_right(1);
        Some(Value { score: best.score, proof: best.proof & Bounds::LOWER | upper })
    }

    /// Follows a line on that the table has cut short: to the end of the game if its score is
    /// decided, or else as far as the table knows it.
    ///
    /// `line` starts at `pos`, is worth `score` to `me`, and was found by a search of `depth`.
    pub fn finish(
        &mut self,
        mut pos: G::Position,
        me: Player,
        score: Score,
        depth: u32,
        line: &mut Vec<G::Move>,
    ) {
        let decided = score.decided().map(|(_, plies)| plies as usize);
        let length = decided.unwrap_or(depth as usize);
        let root = self.buffers.path.len();
        let mut played = 0;
        'on: loop {
            while played < line.len() {
                self.game.play(&mut pos, line[played]);
                played += 1;
                if G::CYCLES {
                    // The search went no further than this, and the table would go in circles.
                    if self.repetition(&pos).is_some() {
                        break 'on;
                    }
                    self.buffers.path.push(self.game.key(&pos));
                }
            }
            let Turn::Player(player) = self.game.turn(&pos) else { break };
            if played >= length {
                break;
            }
            let score = if player == me { score } else { -score };
            if let Some(mv) = self.known(&pos, score, length - played, played) {
                line.push(mv);
            } else if decided.is_none() || !self.look_up(&mut pos, player, score, length, line) {
                break;
            }
        }
        self.buffers.path.truncate(root);
    }

    /// The table's move, if the table knows that `pos`, `ply` plies from the root, has this score.
    fn known(&self, pos: &G::Position, score: Score, depth: usize, ply: usize) -> Option<G::Move> {
        let entry = self.table.probe(self.game.key(pos))?;
        let deep = entry.depth >= depth as i32 && entry.bounds == Bounds::BOTH;
        let fits = entry.score.earlier(ply as u32) == score;
        if fits && (deep || entry.proof == Bounds::BOTH) {
            return self.game.moves(pos).nth(entry.index as usize);
        }
        None
    }

    /// Searches once more for a decided score that is known, and takes the line over. Says whether
    /// the line has grown.
    fn look_up(
        &mut self,
        pos: &mut G::Position,
        player: Player,
        score: Score,
        length: usize,
        line: &mut Vec<G::Move>,
    ) -> bool {
        let ply = line.len();
        self.buffers.reserve(length + self.extension as usize);
        self.open_ply = ply;
        let window = (Score(score.0 - 1), Score(score.0 + 1));
        let value = self.node(pos, player, (length - ply) as i32, ply, window);
        self.open_ply = usize::MAX;
        if self.clock.is_stopped() || value.score != score {
            return false;
        }
        line.extend_from_slice(&self.buffers.plies[ply].line);
        line.len() > ply
    }
}
