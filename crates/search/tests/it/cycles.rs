//! Games in which positions come back.

use std::collections::{HashMap, HashSet};

use crate::common::*;
use henge_core::{Game, Limits, NoEval, Notation, Score, ScoreKind, Turn};
use henge_search::{AlphaBeta, Task};
use henge_testkit::games::{Ring, ring};

/// Every position of the ring that goes on.
fn positions(game: &Ring) -> Vec<ring::Position> {
    let sites = 'a'..='l';
    let pairs = sites.clone().flat_map(|a| sites.clone().map(move |b| (a, b)));
    let texts = pairs.flat_map(|(a, b)| [format!("{a} {b} 1"), format!("{a} {b} 2")]);
    let positions = texts.map(|text| game.read_position(&text).expect("two kings and a digit"));
    positions.filter(|pos| matches!(game.turn(pos), Turn::Player(_))).collect()
}

/// The true scores, by looking back from the end one ply at a time: in the n-th round those
/// positions are decided that are won or lost in n plies.
fn truth(game: &Ring) -> HashMap<u64, Score> {
    let all = positions(game);
    let mut known: HashMap<u64, Score> = HashMap::new();
    for plies in 1..=all.len() as u32 {
        let decided = |pos: &ring::Position| {
            let me = mover(game, pos);
            let child = |mv| {
                let mut next = *pos;
                game.play(&mut next, mv);
                match game.turn(&next) {
                    Turn::Over(outcome) => Some(Score::of(outcome, me, 1)),
                    // On the ring the players move in turn.
                    _ => known.get(&game.key(&next)).map(|&score| (-score).earlier(1)),
                }
            };
            let scores: Vec<_> = game.moves(pos).map(child).collect();
            let best = scores.iter().flatten().max().copied()?;
            (best > Score::DRAW || scores.iter().all(Option::is_some)).then_some(best)
        };
        let new: Vec<_> = all
            .iter()
            .filter(|pos| !known.contains_key(&game.key(pos)))
            .filter_map(|pos| Some((game.key(pos), decided(pos)?)))
            .collect();
        assert!(new.iter().all(|(_, score)| score.decided().is_some_and(|(_, n)| n == plies)));
        if new.is_empty() {
            break;
        }
        known.extend(new);
    }
    known
}

#[test]
fn wins_are_found_and_lines_are_legal() {
    let game = Ring::default();
    let truth = truth(&game);
    let wins = truth.values().filter(|&&score| score > Score::DRAW).count();
    assert_eq!((wins, truth.len() - wins), (120, 36), "as the game's own page says");
    let longest = truth.values().filter_map(|score| score.decided()).map(|(_, n)| n).max();
    let longest = longest.expect("some positions are won");
    for pos in positions(&game) {
        let limits = Limits::depth(longest + 2);
        let report = ask(&mut AlphaBeta::new(1 << 16), &game, &pos, &NoEval, limits, 1);
        let line = &report.lines[0];
        assert_eq!(line.score, *truth.get(&game.key(&pos)).unwrap_or(&Score::DRAW), "{pos:?}");
        assert_eq!(line.kind, ScoreKind::Estimate, "nothing is proved where positions come back");
        assert!(!report.complete);
        check_lines(&game, &pos, &report);
        let keys = (0..line.moves.len()).map(|n| game.key(&replay(&game, &pos, &line.moves[..n])));
        let n_keys = keys.collect::<HashSet<_>>().len();
        assert_eq!(n_keys, line.moves.len(), "only the last position may have been there before");
    }
}

#[test]
fn what_stood_on_the_board_twice_is_a_draw_the_third_time() {
    let game = Ring::default();
    let truth = truth(&game);
    // A win, and the position that the only quick way leads to.
    let pos = positions(&game)
        .into_iter()
        .find(|pos| truth.get(&game.key(pos)) == Some(&Score::win_in(3)))
        .expect("a win in three");
    let limits = Limits::depth(3);
    let ask = |history: &[u64]| {
        let task = Task::new(limits);
        AlphaBeta::new(1 << 16).search(&game, &pos, history, &NoEval, task).lines[0].clone()
    };
    let fresh = ask(&[]);
    assert_eq!(fresh.score, Score::win_in(3));
    let key = game.key(&replay(&game, &pos, &fresh.moves[..1]));
    assert_eq!(ask(&[key]).score, Score::win_in(3), "the second time it still goes on");
    let barred = ask(&[key, 0, key, 0]);
    assert!(barred.score < Score::win_in(3) || barred.moves[0] != fresh.moves[0]);
}
