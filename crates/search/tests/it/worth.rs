//! Engines that are asked what a position is worth, and not only for a move.

use std::time::Duration;

use henge_core::{Eval, Game, Limits, NoEval, Player, Score, ScoreKind};
use henge_search::{AlphaBeta, Options, Task};
use henge_testkit::games::Boxes;

/// Boxes with one line left to draw, and positions before it.
fn late(left: usize) -> (Boxes, <Boxes as Game>::Position) {
    let game = Boxes::default();
    let mut pos = game.start();
    while game.moves(&pos).count() > left {
        let mv = game.moves(&pos).next().expect("the game goes on");
        game.play(&mut pos, mv);
    }
    (game, pos)
}

#[test]
fn lines_are_in_the_order_of_their_scores_with_any_number_of_threads() {
    let (game, pos) = late(9);
    for threads in [1, 3] {
        let mut engine =
            AlphaBeta::with(Options { table_bytes: 1 << 20, threads, ..Options::default() });
        let mut depths = 0;
        let mut sorted = |report: &henge_search::Report<_>| {
            depths += 1;
            assert!(report.lines.is_sorted_by(|a, b| a.score >= b.score), "{report:?}");
        };
        let task = Task::new(Limits::time(Duration::from_secs(20))).lines(9).worth();
        let report = engine.search(&game, &pos, &[], &NoEval, task.progress(&mut sorted));
        assert!(depths > 1);
        assert!(report.lines.iter().all(|line| line.kind == ScoreKind::Proved), "{report:?}");
    }
}

/// Finds one move worth pursuing, as games with forced captures do.
struct OneMove;

impl Eval<Boxes> for OneMove {
    type State = ();

    fn eval(&self, _: &Boxes, _: &<Boxes as Game>::Position, _: Player) -> Score {
        Score(7)
    }

    fn arrange(
        &self,
        _: &Boxes,
        _: &<Boxes as Game>::Position,
        moves: &mut Vec<<Boxes as Game>::Move>,
    ) {
        moves.truncate(1);
    }

    fn arranges(&self) -> bool {
        true
    }
}

#[test]
fn a_forced_reply_is_searched_on_where_its_worth_is_asked_for() {
    let (game, pos) = late(9);
    let depth =
        |task: Task<'_, _>| AlphaBeta::new(1 << 16).search(&game, &pos, &[], &OneMove, task).depth;
    let limits = Limits::time(Duration::from_secs(20));
    assert_eq!(depth(Task::new(limits)), 1, "a player who has no choice answers at once");
    assert!(depth(Task::new(limits).worth()) >= 8, "the rest of the game was not looked at");
}
