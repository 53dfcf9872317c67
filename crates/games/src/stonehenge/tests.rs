use std::collections::HashSet;

use henge_core::render::{TextStyle, text};
use henge_core::{Depict, Eval, Game, Notation, Outcome, Player, Symmetric, Turn, mix64, perft};
use henge_testkit::{laws, symmetry_laws};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::tables::{CELL_IMAGE, LINE_IMAGE, LINES_OF};
use super::*;

pub(super) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(mix64(seed))
}

/// Plays moves given as text.
fn play(moves: &str) -> Position {
    let mut pos = Stonehenge.start();
    for text in moves.split_whitespace() {
        let mv = Stonehenge.read_move(&pos, text).unwrap();
        Stonehenge.play(&mut pos, mv);
    }
    pos
}

/// A random position after so many plies of a game that is not over.
pub(super) fn random_position(rng: &mut impl Rng, plies: u32) -> Position {
    loop {
        let mut pos = Stonehenge.start();
        for _ in 0..plies {
            let moves: Vec<Move> = Stonehenge.moves(&pos).collect();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.next_u64() as usize % moves.len()];
            Stonehenge.play(&mut pos, mv);
        }
        if pos.winner().is_none() {
            return pos;
        }
    }
}

#[test]
fn the_game_obeys_the_laws() {
    let walked = laws(&Stonehenge);
    assert!(walked.endings > 0);
    symmetry_laws(&Stonehenge);
}

#[test]
fn every_cell_lies_on_three_lines_and_six_images_keep_them() {
    for (cell, lines) in LINES_OF.iter().enumerate() {
        let through: Vec<usize> =
            (0..N_LINES).filter(|&line| LINES[line].contains(&(cell as u8))).collect();
        assert_eq!(lines.map(usize::from), *through);
    }
    for (cells, lines) in CELL_IMAGE.iter().zip(&LINE_IMAGE) {
        for (line, members) in LINES.iter().enumerate() {
            let image: HashSet<u8> = members.iter().map(|&cell| cells[cell as usize]).collect();
            assert_eq!(image, LINES[lines[line] as usize].iter().copied().collect());
        }
    }
    assert_eq!(CELL_IMAGE.iter().collect::<HashSet<_>>().len(), 6);
}

#[test]
fn there_are_24_different_first_moves() {
    let mut keys = HashSet::new();
    for mv in Stonehenge.moves(&Stonehenge.start()) {
        let mut pos = Stonehenge.start();
        Stonehenge.play(&mut pos, mv);
        keys.insert(Stonehenge.canonical_key(&pos));
    }
    assert_eq!(keys.len(), 24);
}

/// Lines awarded to either player, summed over all leaves.
fn awards(pos: &mut Position, depth: u32) -> [u64; 2] {
    if depth == 0 {
        return Player::BOTH.map(|player| pos.awarded(player).count_ones().into());
    }
    let mut sum = [0; 2];
    for mv in Stonehenge.moves(pos) {
        let undo = Stonehenge.play(pos, mv);
        let [first, second] = awards(pos, depth - 1);
        Stonehenge.undo(pos, mv, undo);
        sum = [sum[0] + first, sum[1] + second];
    }
    sum
}

#[test]
fn the_counts_of_two_other_programs() {
    let mut pos = Stonehenge.start();
    assert_eq!([1, 2, 3].map(|depth| perft(&Stonehenge, &mut pos, depth)), [108, 11016, 969_408]);
    assert_eq!(awards(&mut pos, 1), [6, 0]);
    assert_eq!(awards(&mut pos, 2), [798, 762]);
    assert_eq!(awards(&mut pos, 3), [206_010, 85_842]);
}

/// The rules once more, from their text and as slowly as it says.
#[derive(Clone)]
struct Plain {
    cells: Vec<Option<(Player, u8)>>,
    hands: [Vec<u8>; 2],
    lines: Vec<Option<Player>>,
}

impl Plain {
    fn new() -> Plain {
        let hand = vec![6, 5, 4, 3, 3, 2, 2, 1, 1];
        Plain { cells: vec![None; 18], hands: [hand.clone(), hand], lines: vec![None; 15] }
    }

    fn sum(&self, line: &[u8], player: Player) -> u32 {
        let pieces = line.iter().filter_map(|&cell| self.cells[cell as usize]);
        pieces.filter(|piece| piece.0 == player).map(|piece| u32::from(piece.1)).sum()
    }

    fn play(&mut self, mover: Player, cell: u8, piece: u8) {
        self.cells[cell as usize] = Some((mover, piece));
        let hand = &mut self.hands[mover.index()];
        let at = hand.iter().position(|&p| p == piece).unwrap();
        hand.remove(at);
        for (number, line) in LINES.iter().enumerate() {
            let full = line.iter().all(|&cell| self.cells[cell as usize].is_some());
            if line.contains(&cell) && full && self.lines[number].is_none() {
                let larger = self.sum(line, mover) > self.sum(line, !mover);
                self.lines[number] = Some(if larger { mover } else { !mover });
            }
        }
        for (number, line) in LINES.iter().enumerate() {
            let empty = line.iter().filter(|&&cell| self.cells[cell as usize].is_none()).count();
            if self.lines[number].is_some() || empty == 0 {
                continue;
            }
            let most = |player: Player| -> u32 {
                self.hands[player.index()].iter().take(empty).map(|&p| u32::from(p)).sum()
            };
            let (own, other) = (self.sum(line, mover), self.sum(line, !mover));
            if own >= other + most(!mover) {
                self.lines[number] = Some(mover);
            } else if other >= own + most(mover) {
                self.lines[number] = Some(!mover);
            }
        }
    }

    fn n_lines(&self, player: Player) -> usize {
        self.lines.iter().filter(|&&line| line == Some(player)).count()
    }
}

#[test]
fn the_plain_rules_agree_move_by_move() {
    let mut rng = rng(7);
    let mut endings = 0;
    for _ in 0..3000 {
        let (mut pos, mut plain) = (Stonehenge.start(), Plain::new());
        loop {
            let turn = Stonehenge.turn(&pos);
            let won = Player::BOTH.into_iter().find(|&player| plain.n_lines(player) >= 8);
            assert_eq!(won.map(|player| Turn::Over(Outcome::win(player))).unwrap_or(turn), turn);
            let Turn::Player(mover) = turn else {
                assert!(won.is_some());
                endings += 1;
                break;
            };
            let mut expected = HashSet::new();
            for cell in (0..18).filter(|&cell| plain.cells[cell as usize].is_none()) {
                expected.extend(plain.hands[mover.index()].iter().map(|&piece| (cell, piece)));
            }
            let moves: Vec<Move> = Stonehenge.moves(&pos).collect();
            let found: HashSet<(u8, u8)> = moves.iter().map(|mv| (mv.cell(), mv.piece())).collect();
            assert_eq!(found, expected);
            let mv = moves[rng.next_u64() as usize % moves.len()];
            Stonehenge.play(&mut pos, mv);
            plain.play(mover, mv.cell(), mv.piece());
            for (line, owner) in plain.lines.iter().enumerate() {
                let has = |player: &Player| pos.awarded(*player) >> line & 1 != 0;
                assert_eq!(Player::BOTH.into_iter().find(has), *owner, "line {line}");
            }
            for player in Player::BOTH {
                assert!(pos.hand(player).pieces().eq(plain.hands[player.index()].iter().copied()));
            }
        }
    }
    assert_eq!(endings, 3000);
}

#[test]
fn a_six_on_cell_0_takes_its_short_line_at_once() {
    // Nothing red has left could pass the six: not even his own six.
    let pos = play("0:6");
    assert_eq!(pos.awarded(Player::First), 1);
    assert_eq!(pos.awarded(Player::Second), 0);
    assert_eq!(play("0:5").awarded(Player::First), 0);
}

#[test]
fn a_big_piece_spent_elsewhere_gives_a_line_away() {
    //      5 .        Black leads row a by five, which red's six could still beat on cell 1.
    //     . . c
    //    . 1 . .
    //   . . . . .
    let before = play("0:5 4:3 6:1");
    assert_eq!(before.open_lines() & 1, 1);
    // Red spends it on cell 10, far from row a. His five would only tie, which is not enough for
    // the one who fills the line: it is black's, though nobody touched it.
    let pos = play("0:5 4:3 6:1 10:6");
    assert_eq!(pos.awarded(Player::First) & 1, 1);
}

#[test]
fn equal_sums_go_to_the_opponent_of_the_last_mover() {
    // Row a holds 3 and 3; red has filled it, so black has it. The other way round, too.
    assert_eq!(play("0:3 1:3").awarded, [1, 0]);
    assert_eq!(play("5:1 0:3 1:3").awarded, [0, 1]);
}

#[test]
fn the_book_plays_four_moves() {
    // Figure 17.7 in words: black 3, red 2, black 6 wins a line; red 4 wins one that is not full.
    let pos = play("0:3 2:2 9:6 13:4");
    assert!(pos.awarded(Player::First) >> 10 & 1 == 1, "[9 14]");
    assert_eq!(pos.awarded(Player::Second), 0);
    let pos = play("0:3 2:2 1:6 13:5");
    assert_eq!(pos.awarded(Player::First) & 1, 1);
    assert_eq!(pos.awarded(Player::Second) >> 9 & 1, 1, "black's largest is a five now");
}

#[test]
fn the_game_ends_with_eight_lines_of_either() {
    let mut rng = rng(3);
    let (mut own, mut others) = (0, 0);
    for _ in 0..400 {
        let mut pos = Stonehenge.start();
        while pos.winner().is_none() {
            let moves: Vec<Move> = Stonehenge.moves(&pos).collect();
            Stonehenge.play(&mut pos, moves[rng.next_u64() as usize % moves.len()]);
        }
        let last = !pos.to_move();
        let winner = pos.winner().unwrap();
        assert_eq!(Stonehenge.moves(&pos).count(), 0);
        assert_eq!(Stonehenge.turn(&pos), Turn::Over(Outcome::win(winner)));
        if winner == last { own += 1 } else { others += 1 }
    }
    assert!(own > 0 && others > 0, "{own} {others}");
}

#[test]
fn wrong_texts_say_what_is_right() {
    let pos = play("0:6 4:5");
    let say = |text: &str| Stonehenge.read_move(&pos, text).unwrap_err().to_string();
    insta::assert_snapshot!(
        [
            say("0:5"),
            say("4:5"),
            say("2:6"),
            say("18:1"),
            say("2:7"),
            say("2:0"),
            say("999999:1"),
            say("2-5"),
            say("a:b"),
            say("2:"),
        ]
        .join("\n")
    );
    assert_eq!(Stonehenge.read_move(&pos, " 12 : 5 "), Ok(Move::new(12, 5).unwrap()));
    let say = |text: &str| Stonehenge.read_position(text).unwrap_err().to_string();
    let lines = "x..............";
    insta::assert_snapshot!(
        [
            say("6./.../..../...../.... o"),
            say("6./.../..../.... o x.............."),
            say("66/.../..../...../.... o x.............."),
            say("6g/.../..../...../.... o x.............."),
            say("65/.../..../...../.... o x.............."),
            say("6./.../..../...../.... x x.............."),
            say("6./.../..../...../.... z x.............."),
            say("6./.../..../...../.... o ..............."),
            say("6./.../..../...../.... o xx............."),
            say("6./.../..../...../.... o z.............."),
            say("6./.../..../...../.... o x"),
        ]
        .join("\n")
    );
    let text = format!("6./.../..../...../.... o {lines}");
    assert_eq!(Stonehenge.write_position(&play("0:6")), text);
    assert_eq!(Stonehenge.read_position(&text), Ok(play("0:6")));
}

#[test]
fn the_ring_is_drawn_with_its_stones_and_hands() {
    let pos = play("0:3 2:2 1:6 13:5");
    let drawing = |style| text(&Stonehenge.board(), &Stonehenge.scene(&pos), &style);
    insta::assert_snapshot!(drawing(TextStyle::default()));
}

#[test]
fn the_book_weighs_lines_and_pieces() {
    let pos = play("0:6");
    assert_eq!(Source.eval(&Stonehenge, &pos, Player::First).0, 50 - 60);
    assert_eq!(Source.eval(&Stonehenge, &pos, Player::Second).0, 60 - 50);
}

/// The move after which an evaluation likes the position best.
fn greedy(eval: &impl Eval<Stonehenge>, pos: &Position, rng: &mut impl Rng) -> Move {
    let value = |mv: &Move| {
        let (mut next, player) = (*pos, pos.to_move());
        Stonehenge.play(&mut next, *mv);
        match next.winner() {
            Some(winner) => {
                if winner == player {
                    i32::MAX
                } else {
                    i32::MIN
                }
            }
            None => eval.eval(&Stonehenge, &next, player).0,
        }
    };
    let best = Stonehenge.moves(pos).map(|mv| value(&mv)).max().unwrap();
    let moves: Vec<Move> = Stonehenge.moves(pos).filter(|mv| value(mv) == best).collect();
    moves[rng.next_u64() as usize % moves.len()]
}

#[test]
fn lines_are_a_better_guide_than_the_book() {
    let mut rng = rng(11);
    let mut won = 0;
    for number in 0..200 {
        let mut pos = random_position(&mut rng, 2);
        let lines = Player::BOTH[number % 2];
        while pos.winner().is_none() {
            let lines_moves = pos.to_move() == lines;
            let mv = match lines_moves {
                true => greedy(&Lines, &pos, &mut rng),
                false => greedy(&Source, &pos, &mut rng),
            };
            Stonehenge.play(&mut pos, mv);
        }
        won += u32::from(pos.winner() == Some(lines));
    }
    assert!(won > 130, "{won} of 200");
}

#[test]
fn evaluations_do_not_care_for_mirrors() {
    let mut rng = rng(5);
    for _ in 0..50 {
        let pos = random_position(&mut rng, 6);
        for symmetry in 0..6 {
            let image = Stonehenge.image(symmetry, &pos);
            let of = |pos| Lines.eval(&Stonehenge, pos, Player::First);
            assert_eq!(of(&image), of(&pos));
        }
    }
}
