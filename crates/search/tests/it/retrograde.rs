//! Tables of all positions against the referee, and files that are not what they should be.

use std::sync::atomic::AtomicBool;

use crate::common::{TicTacToe, check_lines};
use henge_core::{
    Enumerate, Game, NoEval, Notation, Outcome, Player, Score, ScoreKind, Turn, mix64,
};
use henge_search::minimax;
use henge_search::retrograde::{BuildError, Options, ReadError, RetrogradeTable, build};
use henge_testkit::games::{Ring, ring};
use proptest::prelude::*;

fn built<G: Enumerate>(game: &G, name: &str) -> RetrogradeTable {
    let build = |memory: u64| {
        let stop = AtomicBool::new(false);
        build(game, name, Options { memory }, &stop, &mut |_| {}).expect("a game that fits")
    };
    let with_edges = build(1 << 30);
    assert_eq!(build(4 * game.n_positions()), with_edges, "with and without edges");
    with_edges
}

/// Passes everything on to a game, so that traits can be added to it.
macro_rules! wrapped {
    ($name:ident, $inner:ty, $cycles:expr) => {
        struct $name($inner);

        impl Game for $name {
            type Position = <$inner as Game>::Position;
            type Move = <$inner as Game>::Move;
            type Moves = <$inner as Game>::Moves;
            type Undo = <$inner as Game>::Undo;
            const CYCLES: bool = $cycles;
            fn start(&self) -> Self::Position {
                self.0.start()
            }
            fn turn(&self, pos: &Self::Position) -> Turn {
                self.0.turn(pos)
            }
            fn moves(&self, pos: &Self::Position) -> Self::Moves {
                self.0.moves(pos)
            }
            fn play(&self, pos: &mut Self::Position, mv: Self::Move) -> Self::Undo {
                self.0.play(pos, mv)
            }
            fn undo(&self, pos: &mut Self::Position, mv: Self::Move, undo: Self::Undo) {
                self.0.undo(pos, mv, undo)
            }
            fn key(&self, pos: &Self::Position) -> u64 {
                self.0.key(pos)
            }
        }
    };
}

wrapped!(RingTable, Ring, true);
wrapped!(Toe, TicTacToe, false);

impl RingTable {
    const SITES: &str = "abcdefghijkl";
}

impl Enumerate for RingTable {
    fn n_positions(&self) -> u64 {
        288
    }
    fn index(&self, pos: &ring::Position) -> Option<u64> {
        let text = self.0.write_position(pos);
        let words: Vec<&str> = text.split(' ').collect();
        let site = |n: usize| Self::SITES.find(words[n]).map(|place| place as u64);
        Some((site(0)? * 12 + site(1)?) * 2 + u64::from(words[2] == "2"))
    }
    fn position(&self, index: u64) -> Option<ring::Position> {
        let [site, other] = [index / 24, index / 2 % 12].map(|n| n as usize);
        let name = |n: usize| &Self::SITES[n..=n];
        let text = format!("{} {} {}", name(site), name(other), 1 + index % 2);
        self.0.read_position(&text).ok()
    }
}

impl Enumerate for Toe {
    fn n_positions(&self) -> u64 {
        3u64.pow(9)
    }
    fn index(&self, &[first, second]: &[u16; 2]) -> Option<u64> {
        let digit = |i: u32| u64::from(first >> i & 1) + 2 * u64::from(second >> i & 1);
        Some((0..9).map(|i| digit(i) * 3u64.pow(i)).sum())
    }
    fn position(&self, index: u64) -> Option<[u16; 2]> {
        let digit = |i: u32| index / 3u64.pow(i) % 3;
        let stones = |n: u64| (0..9).filter(|&i| digit(i) == n).map(|i| 1u16 << i).sum::<u16>();
        let (first, second) = (stones(1), stones(2));
        // The players move in turn.
        let ahead = first.count_ones().checked_sub(second.count_ones())?;
        (index < self.n_positions() && ahead <= 1).then_some([first, second])
    }
}

#[test]
fn the_ring_is_as_its_page_says() {
    let game = RingTable(Ring::default());
    let table = built(&game, "ring");
    let mut counts = [0; 3];
    for index in 0..game.n_positions() {
        let pos = game.position(index).expect("no holes");
        let (points, plies) = table.probe(&game, &pos).expect("every position is known");
        let Turn::Player(mover) = game.turn(&pos) else {
            assert_eq!((points.abs(), plies), (1, 0));
            continue;
        };
        counts[(1 - points) as usize] += 1;
        let winner = if points > 0 { mover } else { mover.other() };
        let expected = match points {
            0 => Score::DRAW,
            _ => Score::of(Outcome::win(winner), mover, plies),
        };
        // A search of so many plies finds just that, and one of fewer nothing.
        let depth = if points == 0 { 9 } else { plies };
        assert_eq!(minimax::score(&game, &pos, Some(depth), &NoEval), expected, "{pos:?}");
        if points != 0 {
            assert_eq!(minimax::score(&game, &pos, Some(plies - 1), &NoEval), Score::DRAW);
        }
        let report = table.report(&game, &pos, 3);
        assert!(report.complete && report.lines[0].kind == ScoreKind::Table);
        assert_eq!(report.lines[0].score, expected);
        check_lines(&game, &pos, &report);
    }
    assert_eq!(counts, [120, 108, 36], "wins, draws and losses of the player to move");
}

#[test]
fn tic_tac_toe_agrees_everywhere() {
    let game = Toe(TicTacToe);
    let table = built(&game, "toe");
    let mut known = 0;
    for index in 0..game.n_positions() {
        let Some(pos) = game.position(index) else {
            assert_eq!(table.entry(index), None);
            continue;
        };
        known += 1;
        let (points, plies) = table.probe(&game, &pos).expect("a position");
        match game.turn(&pos) {
            Turn::Over(outcome) => {
                assert_eq!((points, plies), (outcome.points_for(Player::First), 0))
            }
            _ => {
                let score = minimax::score(&game, &pos, None, &NoEval);
                assert_eq!((points, plies), score.decided().unwrap_or((0, 0)), "{pos:?}");
            }
        }
    }
    assert_eq!(table.probe(&game, &game.start()), Some((0, 0)));
    assert!(known > 5478 && table.entry(u64::MAX).is_none());
    check_lines(&game, &[0, 0], &table.report(&game, &[0, 0], 9));
}

/// Positions joined at random, with wins of one to three points and moves that come back.
#[derive(Clone, Copy, Debug)]
struct Maze {
    seed: u64,
    size: u16,
    n_moves: u8,
}

impl Maze {
    fn word(&self, pos: u16, what: u64) -> u64 {
        mix64(mix64(self.seed ^ what << 32) ^ u64::from(pos))
    }
}

impl Game for Maze {
    type Position = u16;
    type Move = u8;
    type Moves = std::ops::Range<u8>;
    type Undo = u16;
    const CYCLES: bool = true;
    const MOST_POINTS: u8 = 3;
    fn start(&self) -> u16 {
        0
    }
    fn turn(&self, &pos: &u16) -> Turn {
        let word = self.word(pos, 1);
        let winner = Player::BOTH[word as usize % 2];
        match (word >> 8) % 12 {
            0 => Turn::Over(Outcome::Draw),
            points @ 1..=3 => Turn::Over(Outcome::Win { winner, points: points as u8 }),
            _ => Turn::Player(winner),
        }
    }
    fn moves(&self, pos: &u16) -> Self::Moves {
        match self.turn(pos) {
            Turn::Over(_) => 0..0,
            _ => 0..1 + (self.word(*pos, 2) % u64::from(self.n_moves)) as u8,
        }
    }
    fn play(&self, pos: &mut u16, mv: u8) -> u16 {
        let next = (self.word(*pos, 3 + u64::from(mv)) % u64::from(self.size)) as u16;
        std::mem::replace(pos, next)
    }
    fn undo(&self, pos: &mut u16, _: u8, before: u16) {
        *pos = before;
    }
    fn key(&self, pos: &u16) -> u64 {
        mix64(u64::from(*pos))
    }
}

impl Enumerate for Maze {
    fn n_positions(&self) -> u64 {
        self.size.into()
    }
    fn index(&self, pos: &u16) -> Option<u64> {
        Some(u64::from(*pos))
    }
    fn position(&self, index: u64) -> Option<u16> {
        u16::try_from(index).ok().filter(|&pos| pos < self.size)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    /// The entries agree with each other, the decided ones by the rules of the game and with
    /// something to rest on; and who can force points has them.
    #[test]
    fn mazes_are_consistent(seed: u64, size in 1u16..200, n_moves in 1u8..5) {
        let game = Maze { seed, size, n_moves };
        let table = built(&game, "maze");
        let score = |pos: u16, me: Player| {
            let (points, plies) = table.probe(&game, &pos).expect("no holes");
            let whose = match game.turn(&pos) { Turn::Player(player) => player, _ => Player::First };
            let score = Score(points * 1_000_000 - points.signum() * plies as i32);
            if whose == me { score } else { -score }
        };
        for pos in 0..size {
            let Turn::Player(me) = game.turn(&pos) else { continue };
            let next = |mv| { let mut next = pos; game.play(&mut next, mv); score(next, me).earlier(1) };
            let best = game.moves(&pos).map(next).max().expect("a move");
            prop_assert_eq!(score(pos, me), best, "{}", pos);
        }
        for (player, points) in Player::BOTH.into_iter().flat_map(|p| [1, 2, 3].map(|n| (p, n))) {
            let mut won = vec![false; size.into()];
            for _ in 0..size {
                for pos in 0..size {
                    let mut next = game.moves(&pos).map(|mv| {
                        let mut next = pos;
                        game.play(&mut next, mv);
                        won[usize::from(next)]
                    });
                    let now = match game.turn(&pos) {
                        Turn::Over(outcome) => outcome.points_for(player) >= points,
                        Turn::Player(mover) if mover == player => next.any(|won| won),
                        _ => next.all(|won| won),
                    };
                    won[usize::from(pos)] = now;
                }
            }
            for pos in 0..size {
                let has = score(pos, player).decided().is_some_and(|(have, _)| have >= points);
                prop_assert_eq!(has, won[usize::from(pos)]);
            }
        }
    }
}

fn read<G: Enumerate>(game: &G, bytes: &[u8]) -> Result<RetrogradeTable, ReadError> {
    RetrogradeTable::read(game, "maze", bytes)
}

#[test]
fn files_come_back_and_altered_ones_are_refused() {
    let game = Maze { seed: 5, size: 150, n_moves: 3 };
    let table = built(&game, "maze");
    let mut bytes = Vec::new();
    table.write(&mut bytes).expect("a list takes everything");
    assert_eq!(bytes.len(), 28 + 4 + 150 + 32);
    assert_eq!(read(&game, &bytes).expect("as written"), table);
    for n in 0..bytes.len() {
        assert!(read(&game, &bytes[..n]).is_err(), "cut after {n} bytes");
        for bit in 0..8 {
            let mut altered = bytes.clone();
            altered[n] ^= 1 << bit;
            assert!(read(&game, &altered).is_err(), "bit {bit} of byte {n} altered");
        }
    }
    assert!(matches!(read(&game, &bytes[..100]), Err(ReadError::Cut)));
    assert!(matches!(read(&game, &[&bytes[..], &[0]].concat()), Err(ReadError::TooLong)));
    assert!(matches!(read(&game, b"GIF89a"), Err(ReadError::NotATable)));
    assert!(matches!(read(&game, b""), Err(ReadError::NotATable)));
    let other = RetrogradeTable::read(&game, "ring", &bytes[..]);
    assert!(matches!(other, Err(ReadError::OtherGame { .. })));
    let larger = read(&Maze { size: 151, ..game }, &bytes);
    assert!(matches!(larger, Err(ReadError::OtherSize { found: 150, expected: 151 })));
}

/// One move in every position: the longest game there is.
struct Corridor(u32);

impl Game for Corridor {
    type Position = u32;
    type Move = ();
    type Moves = std::option::IntoIter<()>;
    type Undo = ();
    fn start(&self) -> u32 {
        self.0
    }
    fn turn(&self, &left: &u32) -> Turn {
        let player = Player::BOTH[left as usize % 2];
        if left == 0 { Turn::Over(Outcome::win(player)) } else { Turn::Player(player) }
    }
    fn moves(&self, &left: &u32) -> Self::Moves {
        (left > 0).then_some(()).into_iter()
    }
    fn play(&self, pos: &mut u32, _: ()) {
        *pos -= 1;
    }
    fn undo(&self, pos: &mut u32, _: (), _: ()) {
        *pos += 1;
    }
    fn key(&self, pos: &u32) -> u64 {
        u64::from(*pos)
    }
}

impl Enumerate for Corridor {
    fn n_positions(&self) -> u64 {
        u64::from(self.0) + 1
    }
    fn index(&self, pos: &u32) -> Option<u64> {
        // A hole that the numbering should not have.
        (*pos != 777_777).then_some(u64::from(*pos))
    }
    fn position(&self, index: u64) -> Option<u32> {
        u32::try_from(index).ok().filter(|&n| n <= self.0)
    }
}

#[test]
fn long_wins_take_two_bytes_and_longer_ones_are_refused() {
    let stop = AtomicBool::new(false);
    let make = |length: u32, memory: u64| {
        build(&Corridor(length), "corridor", Options { memory }, &stop, &mut |_| {})
    };
    let table = make(1000, 1 << 20).expect("two bytes");
    assert_eq!(table.entry(1000).map(|(points, plies)| (points.abs(), plies)), Some((1, 1000)));
    let mut bytes = Vec::new();
    table.write(&mut bytes).expect("a list takes everything");
    assert_eq!(bytes.len(), 28 + 8 + 2 * 1001 + 32);
    assert_eq!(
        RetrogradeTable::read(&Corridor(1000), "corridor", &bytes[..]).expect("as written"),
        table
    );
    assert_eq!(make(40_000, 1 << 20), Err(BuildError::TooLong { plies: 32_765 }));
    assert!(matches!(make(1000, 1000), Err(BuildError::TooLarge { needed: 4004, .. })));
    assert!(matches!(make(800_000, 1 << 30), Err(BuildError::Inconsistent { index: 777_777, .. })));
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(make(1000, 1 << 20), Err(BuildError::Stopped));
}
