//! Sets of positions of Go-Moku, drawn by lot and judged by search: wins by threats, quiet positions, openings.
//!
//! ```sh
//! cargo run --release -p henge-solvers --example go_moku -- make 14 > testdata/go-moku/tactical.txt
//! cargo run --release -p henge-solvers --example go_moku -- measure testdata/go-moku/tactical.txt 3000
//! cargo run --release -p henge-solvers --example go_moku -- quiet 2000 60000
//! cargo run --release -p henge-solvers --example go_moku -- play 7 1000 2000
//! cargo run --release -p henge-solvers --example go_moku -- balance testdata/go-moku/openings.txt 500 1000
//! ```
//!
//! `make GAMES` plays so many games at 1,000 positions a move, six stones by lot first, and asks the search for wins by
//! threats about every position, with 100,000 positions each: first for wins by fours alone. What is won enters the lot
//! by its kind and length, and those drawn are written down.
//!
//! `measure FILE NODES` searches every position as the player does and counts those in which it says that it wins.
//!
//! `quiet POSITIONS NODES` searches positions in which the large search has found nothing, and checks each win that the
//! player claims nevertheless by a proof, which it writes and the checker reads.
//!
//! `play SIZE GAMES NODES` plays from the empty board against itself with less to think, as first and as second player.
//!
//! `balance FILE WANTED NODES` adds openings of three to six stones by lot to a file, one a line, until there are as
//! many as wanted: those from which eight games at NODES positions a move and more end five to three at most, no two of
//! them mirror images. The same command goes on where it was interrupted.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::Arc;

use henge_core::{Eval, Game, Limits, Notation, Omitted, Player, Score, ScoreKind, Turn, mix64};
use henge_games::positional::{
    Judge, JudgeState, Move, Patterns, Position, Positional, Row, go_moku,
};
use henge_search::dfpn::{Answer, ByThreats};
use henge_search::proof::{self, Claim, Extent};
use henge_search::{AlphaBeta, Options, Task, Threats};

type Rules = Positional<4>;

/// What a move of the games costs, and what a win may.
const PLAY: u64 = 1_000;
const VERIFY: u64 = 100_000;
/// So many of each kind.
const MOST: usize = 100;

/// Threatens with fours only: with what leaves one answer.
struct Fours<'a>(&'a Judge<4>);

impl Eval<Rules> for Fours<'_> {
    type State = JudgeState<4>;
    const FORCES: bool = true;

    fn eval(&self, game: &Rules, pos: &Position<4>, player: Player) -> Score {
        self.0.eval(game, pos, player)
    }
    fn begin(&self, game: &Rules, pos: &Position<4>) -> JudgeState<4> {
        self.0.begin(game, pos)
    }
    fn push(&self, game: &Rules, pos: &Position<4>, mv: Move, state: &mut JudgeState<4>) {
        self.0.push(game, pos, mv, state);
    }
    fn pop(&self, game: &Rules, pos: &Position<4>, mv: Move, state: &mut JudgeState<4>) {
        self.0.pop(game, pos, mv, state);
    }
    fn forced(
        &self,
        game: &Rules,
        pos: &Position<4>,
        state: &mut JudgeState<4>,
        player: Player,
    ) -> Option<(Score, ScoreKind)> {
        self.0.forced(game, pos, state, player)
    }
    fn threats(
        &self,
        game: &Rules,
        pos: &Position<4>,
        state: &mut JudgeState<4>,
        moves: &mut Vec<Move>,
    ) {
        self.0.threats(game, pos, state, moves);
        let mut next = *pos;
        moves.retain(|&mv| {
            let undo = game.play(&mut next, mv);
            self.0.push(game, &next, mv, state);
            let over = matches!(game.turn(&next), Turn::Over(_));
            let wins_next = !self.0.stable(game, &next, state);
            game.undo(&mut next, mv, undo);
            self.0.pop(game, &next, mv, state);
            over || wins_next
        });
    }
    fn propose(
        &self,
        game: &Rules,
        pos: &Position<4>,
        state: &mut JudgeState<4>,
        moves: &mut Vec<Move>,
    ) -> Option<Omitted> {
        self.0.propose(game, pos, state, moves)
    }
}

struct Table {
    game: Rules,
    judge: Judge<4>,
    engine: AlphaBeta<Rules>,
    threats: Threats<Rules>,
}

impl Table {
    fn new() -> Table {
        Table::of(15)
    }

    fn of(size: usize) -> Table {
        let game = go_moku(size, Row::FiveOrMore).expect("a size from 5 to 16");
        let game: Rules = Positional::new(Arc::new(game));
        let patterns = Patterns::of(&game).expect("five in a row");
        let judge = Judge::Patterns(Arc::new(patterns));
        let engine = AlphaBeta::with(Options::default());
        Table { game, judge, engine, threats: Threats::new(64 << 20).expect("there is memory") }
    }

    /// What the player says of a position.
    fn think(&mut self, pos: &Position<4>, nodes: u64) -> (Option<Move>, Option<u32>, u64) {
        let task = Task::new(Limits::nodes(nodes));
        let report = self.engine.search(&self.game, pos, &[], &self.judge, task);
        let won = report
            .lines
            .first()
            .filter(|line| matches!(line.kind, ScoreKind::AtLeast | ScoreKind::Proved));
        let won = won.and_then(|line| line.score.decided()).filter(|&(points, _)| points > 0);
        (report.best(), won.map(|(_, plies)| plies), report.nodes)
    }

    fn verify(&mut self, pos: &Position<4>, fours: bool) -> ByThreats<Move> {
        let Turn::Player(me) = self.game.turn(pos) else { unreachable!("the game goes on") };
        let task = Task::new(Limits::nodes(VERIFY));
        let at = (&self.game, pos);
        self.threats.clear();
        match fours {
            true => self.threats.win(at, me, &Fours(&self.judge), task),
            false => self.threats.win(at, me, &self.judge, task),
        }
    }

    /// The positions of a game against itself, from six stones by lot near the middle on.
    fn play(&mut self, seed: u64) -> Vec<Position<4>> {
        self.engine.clear();
        let mut pos = self.game.start();
        let mut positions = Vec::new();
        let mut i = 0;
        while let Turn::Player(_) = self.game.turn(&pos) {
            let lot = mix64(seed << 16 | i);
            i += 1;
            let mv = match positions.len() < 6 {
                true => Some(Move(((lot % 7 + 4) * 15 + (lot >> 32) % 7 + 4) as u16)),
                false => self.think(&pos, PLAY).0,
            };
            let Some(mv) = mv.filter(|&mv| self.game.moves(&pos).any(|legal| legal == mv)) else {
                continue;
            };
            positions.push(pos);
            self.game.play(&mut pos, mv);
        }
        positions
    }
}

impl Table {
    /// Do games from a position end about as often one way as the other? Each is played with a few more positions a
    /// move than the one before.
    fn is_even(&mut self, start: Position<4>, nodes: u64) -> bool {
        let mut balance = 0i32;
        for i in 0..GAMES {
            self.engine.clear();
            let mut pos = start;
            while let Turn::Player(_) = self.game.turn(&pos) {
                let Some(mv) = self.think(&pos, nodes + i * nodes / 4).0 else { return false };
                self.game.play(&mut pos, mv);
            }
            if let Turn::Over(outcome) = self.game.turn(&pos) {
                balance += outcome.points_for(Player::First);
            }
            let left = (GAMES - 1 - i) as i32;
            // Most openings are won by one side whatever happens.
            if i > 0 && balance.abs() == i as i32 + 1 || balance.abs() > 2 + left {
                return false;
            }
        }
        balance.abs() <= 2
    }
}

fn make(games: u64) {
    let mut table = Table::new();
    // By kind and length.
    let mut lot: BTreeMap<(bool, u32), Vec<Position<4>>> = BTreeMap::new();
    let mut n = 0;
    for seed in 0..games {
        for pos in table.play(seed) {
            n += 1;
            let fours = table.verify(&pos, true);
            let by_fours = fours.answer == Answer::Proved;
            let found = if by_fours { fours } else { table.verify(&pos, false) };
            let longest = if by_fours { 15 } else { 21 };
            if found.answer == Answer::Proved && (5..=longest).contains(&found.plies) {
                lot.entry((by_fours, found.plies)).or_default().push(pos);
            }
        }
        eprintln!(
            "game {seed}: {n} positions, {:?}",
            lot.iter().map(|(key, all)| (key, all.len())).collect::<Vec<_>>()
        );
    }
    println!(
        "# Drawn by lot from {n} positions of {games} games; made by crates/solvers/examples/go_moku.rs."
    );
    for kind in [true, false] {
        let mut all: Vec<(u32, Vec<Position<4>>)> = Vec::new();
        for (&(_, plies), positions) in lot.range((kind, 0)..=(kind, 99)) {
            let mut positions = positions.clone();
            positions.sort_by_key(|pos| mix64(table.game.key(pos)));
            positions.dedup();
            all.push((plies, positions));
        }
        // One of each length in turn, as long as there are some.
        let mut left = MOST;
        for i in 0.. {
            let mut any = false;
            for (plies, positions) in &all {
                if let Some(pos) = positions.get(i).filter(|_| left > 0) {
                    let name = if kind { "fours" } else { "threes" };
                    println!("{name} {plies} {}", table.game.write_position(pos));
                    (any, left) = (true, left - 1);
                }
            }
            if !any {
                break;
            }
        }
    }
}

fn measure(path: &str, nodes: u64) {
    let text = std::fs::read_to_string(path).expect("a file of positions");
    let mut table = Table::new();
    let mut found: BTreeMap<(&str, u32), (u32, u32)> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.splitn(3, ' ');
        let (kind, plies, pos) = (words.next(), words.next(), words.next());
        let plies = plies.and_then(|plies| plies.parse().ok()).expect("a number of plies");
        let pos = table.game.read_position(pos.expect("a position")).expect("a position");
        table.engine.clear();
        let (_, won, _) = table.think(&pos, nodes);
        let entry = found.entry((kind.expect("a kind"), plies)).or_default();
        entry.0 += u32::from(won.is_some());
        entry.1 += 1;
    }
    for kind in ["fours", "threes"] {
        let rows = found.range((kind, 0)..=(kind, 99));
        let (n, all) = rows.clone().fold((0, 0), |sum, (_, n)| (sum.0 + n.0, sum.1 + n.1));
        let rows: Vec<String> =
            rows.map(|((_, plies), (n, all))| format!("{plies}: {n}/{all}")).collect();
        println!("{kind}: {n} of {all} at {nodes} positions ({})", rows.join(", "));
    }
}

fn quiet(wanted: u32, nodes: u64) {
    let mut table = Table::new();
    let (mut n, mut claims, mut proved, mut large) = (0, 0, 0, 0);
    for seed in 1_000_000.. {
        for (i, pos) in table.play(seed).into_iter().enumerate().skip(6) {
            // Every third of a game, so that more games have a say.
            if i % 3 != 0 || table.verify(&pos, false).answer == Answer::Proved {
                continue;
            }
            n += 1;
            table.engine.clear();
            if table.think(&pos, nodes).1.is_some() {
                claims += 1;
                let Turn::Player(me) = table.game.turn(&pos) else { continue };
                let claimed = [Claim { player: me, at_least: 1 }];
                let extent = Extent { claims: &claimed, plies: None, most_positions: 3_000_000 };
                let game: Rules = Positional::new(Arc::clone(table.game.definition()));
                let mut text = Vec::new();
                let keep = |pos: &Position<4>, _| {
                    let by_threats = table.verify(pos, false).mv;
                    by_threats.or_else(|| table.think(pos, 4 * nodes).0)
                };
                match proof::write(&game, "go-moku", &pos, extent, keep, &mut text) {
                    Ok(_) => {
                        proof::check(&game, "go-moku", &text[..], 3_000_000).expect("a proof");
                        proved += 1;
                    }
                    Err(proof::ProofError::TooLarge { .. }) => large += 1,
                    Err(error) => println!("{error}: {}", game.write_position(&pos)),
                }
            }
            if n == wanted {
                println!(
                    "{n} quiet positions, {claims} wins claimed at {nodes} positions: {proved} proved, {large} too large to check"
                );
                return;
            }
        }
    }
}

/// So many games tell whether an opening is even.
const GAMES: u64 = 8;

fn balance(path: &str, wanted: usize, nodes: u64) {
    let old = std::fs::read_to_string(path).unwrap_or_default();
    let mut table = Table::new();
    let mut seen: Vec<u64> = Vec::new();
    let mut next = 0;
    for line in old.lines() {
        match line.strip_prefix("# lot ").and_then(|lot| lot.parse::<u64>().ok()) {
            Some(lot) => next = lot + 1,
            None if line.starts_with('#') => {}
            None => {
                let pos = table.game.read_position(line).expect("a position");
                seen.push(table.game.canonical_key(&pos));
            }
        }
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path).expect("a file");
    for seed in next.. {
        if seen.len() >= wanted {
            break;
        }
        let mut pos = table.game.start();
        for i in 0..(3 + seed % 4) {
            let lot = mix64(0x6f70_656e ^ seed << 16 | i);
            let mv = Move(((lot % 7 + 4) * 15 + (lot >> 32) % 7 + 4) as u16);
            if table.game.moves(&pos).any(|legal| legal == mv) {
                table.game.play(&mut pos, mv);
            }
        }
        let key = table.game.canonical_key(&pos);
        if seen.contains(&key) || !table.is_even(pos, nodes) {
            continue;
        }
        seen.push(key);
        writeln!(file, "# lot {seed}\n{}", table.game.write_position(&pos)).expect("room");
    }
}

/// The player from the empty board against itself with less to think: the opponent's first stone is drawn by lot, and
/// so is how many positions it looks at, from 10 to a half of the player's. Every eighth of its moves is drawn by lot,
/// too.
fn play(size: usize, games: u64, nodes: u64) {
    let mut table = Table::of(size);
    let mut other = AlphaBeta::with(Options { table_bytes: 1 << 20, ..Options::default() });
    // Won, drawn and lost, as first and as second player.
    let mut counts = [[0u32; 3]; 2];
    for seed in 0..games {
        let me = Player::BOTH[seed as usize % 2];
        let mut lots = (0..).map(|i| mix64(0x706c_6179 ^ seed << 20 | i));
        let mut lot = || lots.next().expect("there is no end of lots");
        let theirs = 10 << ((lot() % 64) as u32 % (nodes / 20).max(1).ilog2().max(1));
        table.engine.clear();
        other.clear();
        let mut pos = table.game.start();
        let mut first = true;
        while let Turn::Player(player) = table.game.turn(&pos) {
            let mv = if player == me {
                table.think(&pos, nodes).0
            } else if std::mem::take(&mut first) || lot() % 8 == 0 {
                let n = table.game.moves(&pos).count() as u64;
                table.game.moves(&pos).nth((lot() % n) as usize)
            } else {
                let task = Task::new(Limits::nodes(theirs));
                other.search(&table.game, &pos, &[], &table.judge, task).best()
            };
            let Some(mv) = mv else { break };
            table.game.play(&mut pos, mv);
        }
        if let Turn::Over(outcome) = table.game.turn(&pos) {
            counts[me.index()][(1 - outcome.points_for(me)) as usize] += 1;
            if outcome.points_for(me) < 0 {
                println!("lost as {me:?}: game {seed}, {}", table.game.write_position(&pos));
            }
        }
    }
    for (place, [won, drawn, lost]) in ["first", "second"].into_iter().zip(counts) {
        println!(
            "{size}x{size}, {nodes} positions a move, as {place} player: {won} won, {drawn} drawn, {lost} lost"
        );
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().expect("a number");
    match args[..] {
        ["make", games] => make(number(games)),
        ["measure", path, nodes] => measure(path, number(nodes)),
        ["quiet", positions, nodes] => quiet(number(positions) as u32, number(nodes)),
        ["balance", path, wanted, nodes] => balance(path, number(wanted) as usize, number(nodes)),
        ["play", size, games, nodes] => play(number(size) as usize, number(games), number(nodes)),
        _ => eprintln!(
            "make GAMES, measure FILE NODES, quiet POSITIONS NODES, balance FILE WANTED NODES or play \
             SIZE GAMES NODES"
        ),
    }
}
