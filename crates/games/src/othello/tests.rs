use std::sync::Arc;

use henge_core::erased::{DynGame, rules};
use henge_core::record::{Record, RecordError};
use henge_core::{Eval, Features, Game, Match, Notation, Outcome, Player, Symmetric, Turn};
use henge_testkit::{check_perft, laws, symmetry_laws};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::patterns::{
    PatternFeatures, Patterns, WeightsError, n_weights, read_weights, write_weights,
};
use super::*;

fn usual() -> Othello<u64> {
    Othello::default()
}

fn position(text: &str) -> Position<u64> {
    usual().read_position(text).expect(text)
}

#[test]
fn every_board_obeys_the_laws() {
    for size in [4, 6, 8] {
        laws(&Othello::<u64>::new(size).expect("it fits"));
        symmetry_laws(&Othello::<u64>::new(size).expect("it fits"));
    }
    laws(&Othello::<u128>::new(10).expect("it fits"));
    symmetry_laws(&Othello::<u128>::new(10).expect("it fits"));
}

#[test]
fn odd_boards_and_large_ones_are_refused() {
    for size in [0, 2, 5, 7, 10] {
        assert_eq!(Othello::<u64>::new(size), Err(SizeError { size, most: 8 }));
    }
    let error = Othello::<u128>::new(12).unwrap_err();
    assert_eq!(error.to_string(), "size must be an even number from 4 to 10, not 12");
}

/// The rules once more, on an array and square by square.
struct Slow {
    size: i32,
    squares: Vec<Option<Player>>,
    to_move: Player,
}

impl Slow {
    fn new(size: i32) -> Slow {
        let mut slow =
            Slow { size, squares: vec![None; (size * size) as usize], to_move: Player::First };
        let (low, high) = (size / 2 - 1, size / 2);
        for (column, row, player) in [
            (low, low, Player::Second),
            (high, high, Player::Second),
            (high, low, Player::First),
            (low, high, Player::First),
        ] {
            slow.squares[(row * size + column) as usize] = Some(player);
        }
        slow
    }

    fn at(&self, column: i32, row: i32) -> Option<Player> {
        let board = 0..self.size;
        let inside = board.contains(&column) && board.contains(&row);
        inside.then(|| self.squares[(row * self.size + column) as usize]).flatten()
    }

    fn outflanked(&self, place: i32, player: Player) -> Vec<usize> {
        let (column, row) = (place % self.size, place / self.size);
        let mut all = Vec::new();
        if self.at(column, row).is_some() {
            return all;
        }
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let mut n = 1;
            while self.at(column + n * dx, row + n * dy) == Some(!player) {
                n += 1;
            }
            if self.at(column + n * dx, row + n * dy) == Some(player) {
                all.extend((1..n).map(|i| ((row + i * dy) * self.size + column + i * dx) as usize));
            }
        }
        all
    }

    fn moves_of(&self, player: Player) -> Vec<i32> {
        let all = 0..self.size * self.size;
        all.filter(|&place| !self.outflanked(place, player).is_empty()).collect()
    }

    /// The places where a disc can be put; -1 is a pass.
    fn moves(&self) -> Vec<i32> {
        let moves = self.moves_of(self.to_move);
        if moves.is_empty() && !self.moves_of(!self.to_move).is_empty() {
            return vec![-1];
        }
        moves
    }

    fn play(&mut self, place: i32) {
        if place >= 0 {
            for turned in self.outflanked(place, self.to_move) {
                self.squares[turned] = Some(self.to_move);
            }
            self.squares[place as usize] = Some(self.to_move);
        }
        self.to_move = !self.to_move;
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let next = |place| {
            let mut next =
                Slow { size: self.size, squares: self.squares.clone(), to_move: self.to_move };
            next.play(place);
            next.perft(depth - 1)
        };
        self.moves().into_iter().map(next).sum()
    }

    fn signs(&self) -> String {
        let sign = |square: &Option<Player>| match square {
            Some(Player::First) => 'x',
            Some(Player::Second) => 'o',
            None => '.',
        };
        self.squares.iter().map(sign).collect()
    }
}

/// The game of that name.
fn named(name: &str) -> Arc<dyn DynGame> {
    match transcript::size(name).expect("a game of Othello") {
        10 => {
            let game = Arc::new(Othello::<u128>::new(10).expect("it fits"));
            rules(name, game.about(), game)
        }
        size => {
            let game = Arc::new(Othello::<u64>::new(size).expect("it fits"));
            rules(name, game.about(), game)
        }
    }
}

#[test]
fn both_programs_count_what_is_published() {
    let text = include_str!("../../../../testdata/perft/othello.toml");
    assert_eq!(check_perft(text, &named, 4_000_000).checked, 33);
    for (name, counts) in [
        ("othello", [4, 12, 56, 244, 1396, 8200]),
        ("othello:size=4", [4, 12, 44, 128, 424, 1256]),
        ("othello:size=6", [4, 12, 56, 244, 1364, 7604]),
        ("othello:size=10", [4, 12, 56, 244, 1396, 8200]),
    ] {
        let size = transcript::size(name).expect("a game of Othello") as i32;
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(Slow::new(size).perft(depth), count, "{name} depth {depth}");
        }
    }
}

fn compare<W: Word>(size: u32, games: usize) {
    let game = Othello::<W>::new(size).expect("it fits");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(size.into());
    for _ in 0..games {
        let (mut pos, mut slow) = (game.start(), Slow::new(size as i32));
        loop {
            let place = |square: u32| (square / W::STRIDE * size + square % W::STRIDE) as i32;
            let moves: Vec<i32> =
                game.moves(&pos).map(|mv| mv.square().map_or(-1, place)).collect();
            assert_eq!(moves, slow.moves());
            assert_eq!(game.signs(&pos, ['x', 'o', '.']), slow.signs());
            if moves.is_empty() {
                assert!(matches!(game.turn(&pos), Turn::Over(_)));
                break;
            }
            let i = rng.random_range(0..moves.len());
            let mv = game.moves(&pos).nth(i).expect("a move");
            game.play(&mut pos, mv);
            slow.play(moves[i]);
        }
    }
}

#[test]
fn words_agree_with_an_array() {
    for size in [4, 6, 8] {
        compare::<u64>(size, 60);
        compare::<u128>(size, 30);
    }
    compare::<u128>(10, 30);
}

#[test]
fn small_boards_are_white_s() {
    // As published, White wins 11 to 3; the two empty squares count for White. 6×6 takes a solver.
    fn best(game: &Othello<u64>, pos: &Position<u64>) -> i32 {
        if let Turn::Over(_) = game.turn(pos) {
            return game.margin(pos, pos.to_move());
        }
        let next = |mv| {
            let mut next = *pos;
            game.play(&mut next, mv);
            -best(game, &next)
        };
        game.moves(pos).map(next).max().expect("a move")
    }
    let game = Othello::new(4).expect("it fits");
    assert_eq!(best(&game, &game.start()), -10);
}

#[test]
fn a_player_who_cannot_enclose_anything_passes() {
    let game = usual();
    // White has nothing to enclose in, but Black has.
    let pos = position("oxxxxxx./......../......../...ox.../...xx.../......../......../........ x");
    assert!(game.read_move(&pos, "pass").is_err());
    let pos = position("xxxxxxo./......../......../...xx.../...xx.../......../......../........ o");
    assert_eq!(game.moves(&pos).collect::<Vec<_>>(), [Move::PASS]);
    for text in ["pass", "PA", "ps", "--"] {
        assert_eq!(game.read_move(&pos, text), Ok(Move::PASS), "{text}");
    }
    let error = game.read_move(&pos, "h1").unwrap_err().to_string();
    assert!(error.contains("\"pass\" is the only one"), "{error}");
}

#[test]
fn the_game_ends_when_nobody_can_move() {
    let game = usual();
    // The shortest game there is: Black has everything after nine discs.
    let mut table = Match::new(Arc::new(game));
    for text in "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ') {
        let mv = game.read_move(table.position(), text).expect(text);
        table.play(mv).expect(text);
    }
    assert_eq!(table.turn(), Turn::Over(Outcome::win(Player::First)));
    assert_eq!(game.margin(table.position(), Player::First), 64);
    assert_eq!(game.margin(table.position(), Player::Second), -64);
}

#[test]
fn positions_of_other_programs_are_read() {
    let game = usual();
    let start = game.start();
    let [board] = &game.foreign_positions(&start)[..] else { panic!("one form") };
    assert_eq!(board, "---------------------------OX------XO--------------------------- X");
    assert_eq!(game.read_position(board), Ok(start));
    assert_eq!(game.read_position(&format!("{board};")), Ok(start));
    let why = |text: &str| game.read_position(text).unwrap_err().expected;
    for (text, part) in [
        ("", "it ends with x or o"),
        ("x", "it ends with x or o"),
        ("xo x", "it has 2 squares and not 64"),
        ("./. x", "it has 2 rows and not 8"),
        ("......../.../......../......../......../......../......../........ x", "row 2 has 3"),
        (
            "......../......../......../...oz.../...xo.../......../......../........ x",
            "e4 should be",
        ),
        ("......../......../......../...o..../...xo.../......../......../........ x", "middle"),
    ] {
        assert!(why(text).contains(part), "{text}: {}", why(text));
    }
}

#[test]
fn wrong_moves_say_what_is_possible() {
    let game = usual();
    let why = |text: &str| game.read_move(&game.start(), text).unwrap_err().to_string();
    assert_eq!(
        why("e4"),
        "\"e4\" is not a legal move: there is a disc already; possible are d3, c4, f5, e6"
    );
    assert!(why("a1").contains("nothing would be enclosed"));
    assert!(why("z9").contains("squares go from a1 to h8"));
    assert!(why("pass").contains("a disc can be placed, as on d3"));
    assert_eq!(game.read_move(&game.start(), "F5"), game.read_move(&game.start(), "f5"));
}

fn moves(record: &Record) -> String {
    record.main_line().collect::<Vec<_>>().join(" ")
}

#[test]
fn transcripts_are_read_with_and_without_passes() {
    let records = transcript::read("# a comment\nF5d6 C3\n\nf5 f6 e6").expect("two games");
    assert_eq!(records.len(), 2);
    assert_eq!(moves(&records[0]), "f5 d6 c3");
    assert_eq!(transcript::write(&records).as_deref(), Some("f5d6c3\nf5f6e6\n"));
    let fault = |text: &str| transcript::read(text).unwrap_err();
    let RecordError { line, column, .. } = fault("f5\nf5d6a1");
    assert_eq!((line, column), (2, 5));
    assert!(fault("").message.contains("no game"));
    assert!(fault("f5x9").message.contains("\"x9\" is not a move"));
}

/// Random games of all sizes come back from the forms that can hold them.
#[test]
fn games_are_read_as_they_were_written() {
    fn played<W: Word>(size: u32, seed: u64) -> Record {
        let game = Othello::<W>::new(size).expect("it fits");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut played = transcript::Played::from(&game, game.start());
        while let n @ 1.. = game.moves(&played.pos).count() {
            let mv = game.moves(&played.pos).nth(rng.random_range(0..n)).expect("a move");
            let text = game.write_move(&played.pos, mv);
            played.play(&text, Default::default()).expect("it is legal");
        }
        let mut record = played.finish();
        record.set_tag("First", "Ada [1]");
        record
    }
    for seed in 0..40 {
        let record = played::<u64>(8, seed);
        let text = transcript::write(std::slice::from_ref(&record)).expect("a game");
        let back = transcript::read(&text).expect("what was written");
        assert_eq!((&back[0].line, back[0].result), (&record.line, record.result));
        for record in [record, played::<u64>(6, seed), played::<u128>(10, seed)] {
            let text = ggf::write(std::slice::from_ref(&record)).expect("a game");
            let back = ggf::read(&text).expect("what was written");
            assert_eq!((&back[0].line, back[0].result), (&record.line, record.result), "{text}");
            assert_eq!(back[0].game(), record.game());
            assert_eq!(back[0].tag("First"), Some("Ada [1]"));
        }
    }
}

#[test]
fn ggf_is_read_as_servers_write_it() {
    let text = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.13]PB[a]PW[b]RB[2197.01]RE[+14.00:r]TI[05:00//02:00]\
                TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
                B[F5//0.01]W[d6/-0.50/1.2]C[a word];)\n(;GM[Othello]B[f5];)";
    let records = ggf::read(text).expect("two games");
    let [first, second] = &records[..] else { panic!("two games") };
    assert_eq!((moves(first), moves(second)), ("f5 d6".into(), "f5".into()));
    assert_eq!(first.tag("Site"), Some("GGS/os"));
    assert_eq!(first.position(), None);
    assert_eq!(first.result, Some(Outcome::win(Player::First)));
    assert_eq!(first.tag("Termination"), Some("resignation"));
    assert_eq!(first.line.nodes[0].comment.as_deref(), Some("/0.01"));
    assert_eq!(first.line.nodes[1].comment.as_deref(), Some("-0.50/1.2\na word"));
    for (text, line, column, part) in [
        ("", 1, 1, "no game"),
        ("(;GM[Chess];)", 1, 6, "a game of Chess"),
        ("(;GM[Othello]\nB[a1];)", 2, 3, "nothing would be enclosed"),
        ("(;BO[8 xo *];)", 1, 6, "it has 2 squares"),
        ("(;BO[7 - *];)", 1, 6, "even number"),
        ("(;PB[Ada", 1, 6, "not closed"),
        ("(;PB", 1, 3, "a property"),
        ("(;RE[x];)", 1, 6, "discs that Black is ahead"),
    ] {
        let error = ggf::read(text).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
    }
}

#[test]
fn boards_with_known_moves_are_read() {
    let line =
        "---------------------------OX------XO--------------------------- X; d3:+0; c4:-2;\n";
    let known = obf::read(&format!("% start\n\n{line}")).expect("a position");
    assert_eq!(known.len(), 1);
    let (number, position) = &known[0];
    assert_eq!((*number, position.moves.len(), position.moves[1].1), (3, 2, -2));
    assert_eq!(obf::write(std::slice::from_ref(position)), line);
    let records = obf::read_records(line).expect("a position");
    assert_eq!(obf::write_records(&records).as_deref(), Some(line));
    for (text, part) in [("x", "it ends with x or o"), ("", "no position")] {
        assert!(obf::read_records(text).unwrap_err().message.contains(part), "{text}");
    }
    let wrong = line.replace("d3:+0", "d3");
    assert!(obf::read(&wrong).unwrap_err().message.contains("a move and its worth"));
}

/// Some weights, each of them different.
fn some_weights() -> Vec<f32> {
    let random = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9) % 201;
    (0..n_weights()).map(|i| (random(i) as f32 - 100.0) / 400.0).collect()
}

/// Positions of random games, each with the move that leads on.
fn some_positions() -> Vec<(Position<u64>, Move)> {
    let game = usual();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut all = Vec::new();
    for _ in 0..10 {
        let mut pos = game.start();
        while let n @ 1.. = game.moves(&pos).count() {
            let mv = game.moves(&pos).nth(rng.random_range(0..n)).expect("a move");
            all.push((pos, mv));
            game.play(&mut pos, mv);
        }
    }
    all
}

#[test]
fn the_evaluation_is_the_sum_of_its_features() {
    let (game, weights) = (usual(), some_weights());
    let eval = Patterns::new(&weights);
    for (pos, _) in some_positions() {
        let mut sum = 0.0;
        PatternFeatures.each(&game, &pos, &mut |i, x| sum += weights[i as usize] * x);
        let score = eval.eval(&game, &pos, pos.to_move()).0 as f32;
        assert!((score - 100.0 * sum).abs() < 4.0, "{score} {sum}");
        assert_eq!(eval.eval(&game, &pos, !pos.to_move()).0 as f32, -score);
    }
}

#[test]
fn the_state_follows_the_moves() {
    let game = usual();
    let eval = Patterns::new(&some_weights());
    for (pos, mv) in some_positions() {
        let mut state = eval.begin(&game, &pos);
        let mut next = pos;
        let undo = game.play(&mut next, mv);
        eval.push(&game, &next, mv, &mut state);
        let player = next.to_move();
        let afresh = eval.eval(&game, &next, player);
        assert_eq!(eval.judge(&game, &next, &mut state, player), afresh);
        game.undo(&mut next, mv, undo);
        eval.pop(&game, &next, mv, &mut state);
        let afresh = eval.eval(&game, &pos, player);
        assert_eq!(eval.judge(&game, &pos, &mut state, player), afresh);
    }
}

#[test]
fn images_and_exchanged_colours_are_worth_the_same() {
    let game = usual();
    let eval = Patterns::new(&some_weights());
    for (pos, _) in some_positions().into_iter().step_by(3) {
        let score = eval.eval(&game, &pos, pos.to_move());
        for symmetry in 1..8 {
            let image = game.image(symmetry, &pos);
            assert_eq!(eval.eval(&game, &image, pos.to_move()), score, "{symmetry}");
        }
        let [black, white] = Player::BOTH.map(|player| pos.discs(player));
        let exchanged = game.set_up([white, black], !pos.to_move());
        assert_eq!(eval.eval(&game, &exchanged, !pos.to_move()), score);
    }
}

#[test]
fn weights_are_read_as_they_were_written_or_refused() {
    let mut weights = some_weights();
    weights[1000..3000].fill(0.0);
    let bytes = write_weights(&weights);
    let again = read_weights(&bytes).expect("what was written");
    assert!(again.iter().zip(&weights).all(|(a, b)| (a - b).abs() < 0.02));
    assert_eq!(write_weights(&again), bytes);
    assert_eq!(read_weights(b"henge"), Err(WeightsError::Foreign));
    for n in [24, 25, 1000, bytes.len() - 1] {
        assert!(matches!(read_weights(&bytes[..n]), Err(WeightsError::Damaged { .. })), "{n}");
    }
    assert!(read_weights(&[&bytes[..], &[1]].concat()).is_err());
}

/// Who has the corner is better off, whatever else; who has more discs only late.
#[test]
fn corners_are_worth_more_than_discs() {
    let game = usual();
    let pos = position("x......./......../......../...oo.../...oxo../......../......../........ x");
    assert!(Mobility.eval(&game, &pos, Player::First) > Mobility.eval(&game, &pos, Player::Second));
    assert!(Discs.eval(&game, &pos, Player::First) < Discs.eval(&game, &pos, Player::Second));
}

#[test]
fn learning_begins_with_what_is_known_by_hand() {
    let game = usual();
    let eval = Patterns::new(&Patterns::by_hand());
    for (pos, _) in some_positions() {
        // Late in the game discs count by hand, which no feature says.
        if game.empty(&pos).len() < 12 {
            continue;
        }
        let [found, right] =
            [eval.eval(&game, &pos, Player::First).0, Mobility.eval(&game, &pos, Player::First).0];
        assert!((found - right).abs() <= 4, "{pos:?}: {found} {right}");
    }
}
