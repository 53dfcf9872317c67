//! The shortest and the longest game from a position, whoever wins them.
//!
//! The shortest one is looked for by plies, one more at a time, with positions remembered from which no game ends so
//! soon. The longest one wants all positions once. Both are told as far as they are known when the limits end a
//! search: no shorter game, or no longer one found so far.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use henge_core::{Game, Limits, Turn};

/// What was found out about the length of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extremes<M> {
    /// A shortest game; nothing if none was found before the limits.
    pub shortest: Option<Vec<M>>,
    /// No game is shorter than this many plies.
    pub least: usize,
    /// The longest game that was found.
    pub longest: Vec<M>,
    /// There is no longer one.
    pub is_longest: bool,
    /// Positions looked at.
    pub nodes: u64,
}

/// Positions remembered at most.
const MOST_KEPT: usize = 1 << 24;

/// Looks for the shortest and the longest game, each within the limits. Positions of the game must not come back.
pub fn extremes<G: Game>(
    game: &G,
    pos: &G::Position,
    limits: Limits,
    stop: &AtomicBool,
) -> Extremes<G::Move> {
    let mut search = Search { game, limits, began: Instant::now(), stop, nodes: 0, first: 0 };
    let (mut line, mut refuted, mut least) = (Vec::new(), HashMap::new(), 0);
    let mut here = pos.clone();
    let shortest = loop {
        match search.ends_within(&mut here, least, &mut refuted, &mut line) {
            Ok(true) => break Some(line),
            Ok(false) => least += 1,
            Err(Stopped) => break None,
        }
    };
    drop(refuted);
    search.begin_again();
    let (mut best, mut here) = (Vec::new(), pos.clone());
    let mut lengths = HashMap::new();
    let whole = search.longest(&mut here, &mut Vec::new(), &mut best, &mut lengths);
    if whole.is_ok() {
        best = search.follow(pos, &lengths);
    }
    Extremes { shortest, least, longest: best, is_longest: whole.is_ok(), nodes: search.nodes }
}

/// The limits ended the search.
struct Stopped;

struct Search<'a, G> {
    game: &'a G,
    limits: Limits,
    began: Instant,
    stop: &'a AtomicBool,
    nodes: u64,
    /// The nodes when this search began.
    first: u64,
}

impl<G: Game> Search<'_, G> {
    fn begin_again(&mut self) {
        (self.began, self.first) = (Instant::now(), self.nodes);
    }

    fn check(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        let late = || self.limits.time.is_some_and(|time| self.began.elapsed() >= time);
        if self.nodes - self.first > most
            || self.nodes.is_multiple_of(1 << 12) && (self.stop.load(Ordering::Relaxed) || late())
        {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Can the game end in exactly this many plies or fewer? Then the line leads there.
    fn ends_within(
        &mut self,
        pos: &mut G::Position,
        plies: usize,
        refuted: &mut HashMap<u64, usize>,
        line: &mut Vec<G::Move>,
    ) -> Result<bool, Stopped> {
        self.check()?;
        if let Turn::Over(_) = self.game.turn(pos) {
            return Ok(true);
        }
        let key = self.game.key(pos);
        if plies == 0 || refuted.get(&key).is_some_and(|&known| known >= plies) {
            return Ok(false);
        }
        for mv in self.game.moves(pos) {
            let undo = self.game.play(pos, mv);
            line.push(mv);
            let ends = self.ends_within(pos, plies - 1, refuted, line);
            self.game.undo(pos, mv, undo);
            if ends? {
                return Ok(true);
            }
            line.pop();
        }
        // One ply is looked at as quickly as it is remembered.
        if plies > 1 && refuted.len() < MOST_KEPT {
            refuted.insert(key, plies);
        }
        Ok(false)
    }

    /// The plies of the longest game; `best` is the longest line seen, for those who do not wait.
    fn longest(
        &mut self,
        pos: &mut G::Position,
        line: &mut Vec<G::Move>,
        best: &mut Vec<G::Move>,
        lengths: &mut HashMap<u64, usize>,
    ) -> Result<usize, Stopped> {
        self.check()?;
        if let Turn::Over(_) = self.game.turn(pos) {
            if line.len() > best.len() {
                best.clone_from(line);
            }
            return Ok(0);
        }
        let key = self.game.key(pos);
        if let Some(&known) = lengths.get(&key) {
            return Ok(known);
        }
        let mut most = 0;
        for mv in self.game.moves(pos) {
            let undo = self.game.play(pos, mv);
            line.push(mv);
            let found = self.longest(pos, line, best, lengths);
            line.pop();
            self.game.undo(pos, mv, undo);
            most = most.max(found? + 1);
        }
        if lengths.len() < MOST_KEPT {
            lengths.insert(key, most);
        }
        Ok(most)
    }

    /// The moves of a longest game, from what is known of all positions.
    fn follow(&mut self, pos: &G::Position, lengths: &HashMap<u64, usize>) -> Vec<G::Move> {
        let (mut pos, mut line) = (pos.clone(), Vec::new());
        let mut unlimited = HashMap::new();
        while let Turn::Player(_) | Turn::Chance = self.game.turn(&pos) {
            let mut best = None;
            for mv in self.game.moves(&pos) {
                let mut next = pos.clone();
                self.game.play(&mut next, mv);
                let known = match lengths.get(&self.game.key(&next)) {
                    Some(&known) => known,
                    None => {
                        let limits = std::mem::take(&mut self.limits);
                        let found = self.longest(
                            &mut next,
                            &mut Vec::new(),
                            &mut Vec::new(),
                            &mut unlimited,
                        );
                        self.limits = limits;
                        found.unwrap_or(0)
                    }
                };
                if best.is_none_or(|(most, _)| known > most) {
                    best = Some((known, mv));
                }
            }
            let Some((_, mv)) = best else { break };
            self.game.play(&mut pos, mv);
            line.push(mv);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use henge_core::{Outcome, Player};

    static NEVER: AtomicBool = AtomicBool::new(false);

    /// A heap from which one, two or three are taken, never as many as before.
    struct Heap(u8);

    impl Game for Heap {
        type Position = (u8, u8);
        type Move = u8;
        type Moves = std::vec::IntoIter<u8>;
        type Undo = u8;

        fn start(&self) -> (u8, u8) {
            (self.0, 0)
        }

        fn turn(&self, pos: &(u8, u8)) -> Turn {
            match self.moves(pos).next() {
                Some(_) => Turn::Player(Player::First),
                None => Turn::Over(Outcome::Draw),
            }
        }

        fn moves(&self, &(left, last): &(u8, u8)) -> Self::Moves {
            let takes = (1..=3).filter(|&n| n <= left && n != last);
            takes.collect::<Vec<_>>().into_iter()
        }

        fn play(&self, pos: &mut (u8, u8), mv: u8) -> u8 {
            let last = pos.1;
            *pos = (pos.0 - mv, mv);
            last
        }

        fn undo(&self, pos: &mut (u8, u8), mv: u8, last: u8) {
            *pos = (pos.0 + mv, last);
        }

        fn key(&self, pos: &(u8, u8)) -> u64 {
            u64::from(pos.0) << 8 | u64::from(pos.1)
        }
    }

    /// All games, one by one.
    fn referee(game: &Heap, pos: &(u8, u8)) -> (usize, usize) {
        let each = game.moves(pos).map(|mv| {
            let mut next = *pos;
            game.play(&mut next, mv);
            let (least, most) = referee(game, &next);
            (least + 1, most + 1)
        });
        each.reduce(|(a, b), (c, d)| (a.min(c), b.max(d))).unwrap_or((0, 0))
    }

    #[test]
    fn both_ends_are_what_all_games_say() {
        for n in 0..14 {
            let game = Heap(n);
            let found = extremes(&game, &game.start(), Limits::NONE, &NEVER);
            let (least, most) = referee(&game, &game.start());
            let shortest = found.shortest.as_ref().map(Vec::len);
            assert_eq!((shortest, found.least), (Some(least), least), "{n}");
            assert_eq!((found.longest.len(), found.is_longest), (most, true), "{n}");
            for line in [found.shortest.unwrap(), found.longest] {
                let mut pos = game.start();
                for mv in line {
                    assert!(game.moves(&pos).any(|legal| legal == mv));
                    game.play(&mut pos, mv);
                }
                assert!(matches!(game.turn(&pos), Turn::Over(_)));
            }
        }
    }

    #[test]
    fn limits_leave_what_was_found() {
        let game = Heap(40);
        let limits = Limits { nodes: Some(60), ..Limits::NONE };
        let found = extremes(&game, &game.start(), limits, &NEVER);
        assert!(found.shortest.is_none() && found.least > 0);
        assert!(!found.is_longest && !found.longest.is_empty());
    }
}
