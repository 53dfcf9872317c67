use henge_core::{Eval, Game, Margins, Player, Score, Turn};

use crate::tree::{Child, Tree};
use crate::value::{Bounds, Trust, Value};

/// After this many disappointments a window is opened on the side that was too narrow.
const TRIES: u32 = 2;

/// What an iteration works on: the moves at the root in the order of search.
pub(crate) struct Root<'a, M> {
    pub moves: &'a mut [M],
    /// Moves that might matter are missing.
    pub omitted: bool,
    /// No score is better than this one: what is won sooner, a less deep search would have found.
    pub most: Score,
}

impl<G: Game, E: Eval<G>> Tree<'_, G, E> {
    /// The best of the moves at the root, looked for near the score that is expected: the window
    /// is opened only as far as it has to be (aspiration windows; Marsland 1983).
    ///
    /// The best move is brought to the front and its line is in the buffers of ply 0. When the
    /// search is stopped on the way this is the best of the moves that were finished; `None` when
    /// there is none.
    pub fn aspire(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: u32,
        mut root: Root<'_, G::Move>,
        expected: Option<(Score, i32)>,
    ) -> Option<Value> {
        let most = root.most;
        let (mut low, mut high) = (Score::MIN, most);
        let mut width = 0;
        if let Some((score, doubt)) = expected {
            width = doubt;
            (low, high) = (Score(score.0 - width), Score(score.0 + width).min(most));
        }
        let mut found = None;
        for tries in 1.. {
            let value = self.root(pos, me, depth, &mut root, (low, high));
            if self.clock.is_stopped() {
                return value.or(found);
            }
            let value = value.expect("every move was searched");
            width = width.saturating_mul(4);
            let opened = tries >= TRIES || value.score.decided().is_some();
            if value.score <= low && low > Score::MIN {
                low = if opened { Score::MIN } else { Score(value.score.0 - width) };
            } else if value.score >= most && most < Score::MAX {
                return Some(Value { trust: value.trust | Trust::UPPER, ..value });
            } else if value.score >= high && high < most {
                // A better move than expected: it is played even if the time ends now.
                let trust = value.trust & Trust::LOWER;
                found = Some(Value { trust, ..value });
                high = if opened { most } else { Score(value.score.0 + width).min(most) };
            } else {
                return Some(value);
            }
        }
        unreachable!("an open window holds every score")
    }

    /// The best of the moves at the root that are better than `alpha`; of the rest, how good they
    /// are at most.
    fn root(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: u32,
        root: &mut Root<'_, G::Move>,
        (mut alpha, beta): (Score, Score),
    ) -> Option<Value> {
        let mut best = Value::WORST;
        let (mut place, floor) = (None, alpha);
        let mut upper = if root.omitted { Trust::NONE } else { Trust::UPPER };
        let path_floor = self.path_floor;
        self.deferred.clear();
        let mut n = 0;
        loop {
            let i =
                match (n < root.moves.len(), self.deferred.get(n.wrapping_sub(root.moves.len()))) {
                    (true, _) => n,
                    (false, Some(&deferred)) => deferred,
                    (false, None) => break,
                };
            n += 1;
            let mv = root.moves[i];
            if G::CYCLES && self.game.irreversible(pos, mv) {
                self.path_floor = self.buffers.path.len();
            }
            let undo = self.play(pos, mv);
            let below = if self.team.is_some() { self.game.key(pos) } else { 0 };
            if let Some(team) = self.team {
                if i > 0 && n <= root.moves.len() && team.has(below) {
                    // Somebody else is at it: in the meantime the others.
                    self.undo(pos, mv, undo);
                    self.path_floor = path_floor;
                    self.deferred.push(i);
                    continue;
                }
                team.enter(below);
            }
            self.buffers.play(0, mv);
            let depth = depth as i32;
            let less = self.less((0, me, mv), depth, i);
            let child = Child { depth: depth - 1, scouted: i > 0, less };
            let value = self.child(pos, me, 1, (alpha, beta), child);
            if let Some(team) = self.team {
                team.leave(below);
            }
            self.undo(pos, mv, undo);
            self.path_floor = path_floor;
            if self.clock.is_stopped() {
                // What was not searched to the end proves nothing and must not be played.
                place?;
                upper = Trust::NONE;
                break;
            }
            upper = upper & value.trust;
            if !value.beats(best) {
                continue;
            }
            best = value;
            if value.score > floor {
                place = Some(i);
                self.extend_line(0, mv, value.score > alpha && value.score < beta);
            }
            alpha = alpha.max(value.score);
            if alpha >= beta {
                upper = Trust::NONE;
                break;
            }
        }
        if let Some(place) = place {
            root.moves[..=place].rotate_right(1);
        }
        Some(Value { score: best.score, trust: best.trust & Trust::LOWER | upper })
    }

    /// Follows a line on that the table has cut short: to the end of the game if its score is
    /// decided, or else as far as the table knows it.
    ///
    /// `line` starts at `begun`, is worth `score` to `me`, and was found by a search of `depth`.
    pub fn finish(
        &mut self,
        begun: &G::Position,
        me: Player,
        score: Score,
        depth: u32,
        line: &mut Vec<G::Move>,
    ) {
        let mut pos = begun.clone();
        let decided = score.decided().map(|(_, plies)| plies as usize);
        let length = decided.unwrap_or(depth as usize);
        let root = self.buffers.path.len();
        let mut played = 0;
        'on: loop {
            while played < line.len() {
                if G::CYCLES && self.game.irreversible(&pos, line[played]) {
                    self.path_floor = self.buffers.path.len();
                }
                self.play(&mut pos, line[played]);
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
            if self.eval.known(self.game, &pos, player).is_some() {
                // A table of endings has cut the search off here, and knows the rest.
                let Some(mv) = self.follow(&pos, player, score, played) else { break };
                line.push(mv);
            } else if let Some(mv) = self.known(&pos, score, length - played, played) {
                line.push(mv);
            } else {
                // With cycles nothing is proved beyond the horizon, so that such an end comes from a
                // table of endings, which is met before it.
                let beyond = length > depth as usize + self.extension as usize;
                let length = if G::CYCLES && beyond { depth as usize } else { length };
                let found = decided.is_some()
                    && played < length
                    && self.look_up(&mut pos, player, score, length, line);
                if !found {
                    break;
                }
            }
        }
        self.buffers.path.truncate(root);
        self.path_floor = 0;
        // Nobody takes these moves back one by one.
        self.state = self.eval.begin(self.game, begun);
    }

    /// What a table of endings says of a move at the root, where there is one.
    pub fn told_by_table(&self, root: &G::Position, me: Player, mv: G::Move) -> Option<Score> {
        let mut next = root.clone();
        self.game.play(&mut next, mv);
        match self.game.turn(&next) {
            // A table knows positions in which somebody is to move.
            Turn::Player(_) => Some(self.eval.known(self.game, &next, me)?.earlier(1)),
            _ => None,
        }
    }

    /// A move after which the evaluation still knows this score, `ply` plies from the root.
    fn follow(&self, pos: &G::Position, me: Player, score: Score, ply: usize) -> Option<G::Move> {
        self.game.moves(pos).find(|&mv| {
            let mut next = pos.clone();
            self.game.play(&mut next, mv);
            let later = ply as u32 + 1;
            match self.game.turn(&next) {
                Turn::Over(outcome) => Score::of(outcome, me, later) == score,
                _ => {
                    let known = self.eval.known(self.game, &next, me);
                    known.is_some_and(|known| known.earlier(later) == score)
                }
            }
        })
    }

    /// The table's move, if the table knows that `pos`, `ply` plies from the root, has this score.
    fn known(&self, pos: &G::Position, score: Score, depth: usize, ply: usize) -> Option<G::Move> {
        let entry = self.table.probe(self.game.key(pos))?;
        let deep = entry.depth >= depth as i32 && entry.bounds == Bounds::BOTH;
        let fits = entry.score.earlier(ply as u32) == score;
        if fits && (deep || entry.trust.proved() == Bounds::BOTH) {
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
        let margins = std::mem::replace(&mut self.margins, Margins::NONE);
        self.open_ply = ply;
        let window = (Score(score.0 - 1), Score(score.0 + 1));
        let value = self.node(pos, player, (length - ply) as i32, ply, window);
        self.open_ply = usize::MAX;
        self.margins = margins;
        if self.clock.is_stopped() || value.score != score {
            return false;
        }
        line.extend_from_slice(&self.buffers.plies[ply].line);
        line.len() > ply
    }
}
