use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_core::erased::{DynBot, Task};
use henge_core::{Game, Limits, Match, Notation, Player, Turn};
use henge_games::positional::{
    Definition, Move, Position, Positional, Promise, Row, Swap, go_moku, hex, tic_tac_toe,
};
use proptest::prelude::*;

use super::search::{Search, straight_selection};
use super::{BestMove, Mangolas1990, Reading, Switches, WON};

fn rules<const W: usize>(definition: Definition) -> Arc<Positional<W>> {
    Arc::new(Positional::new(Arc::new(definition)))
}

fn find<const W: usize>(game: &Positional<W>, pos: &Position<W>, switches: &Switches) -> BestMove {
    let stop = AtomicBool::new(false);
    let promise = Promise::new(game);
    Search::new(game, &promise, switches, Limits::NONE, &stop, None).run(pos).unwrap()
}

#[test]
fn the_order_of_the_worked_example() {
    // Figure 5.3: X on 1 and 5, Y on 2 and 6. The thesis prints 9, 7, 3, 4, 8.
    let game = rules::<1>(tic_tac_toe());
    let pos = game.read_position("xo./.xo/... x").unwrap();
    let found = find(&game, &pos, &Switches::default());
    let numbers: Vec<u16> = found.order.iter().map(|mv| mv.0 + 1).collect();
    assert_eq!(numbers, [9, 7, 3, 4, 8]);
    assert_eq!((found.best, found.value), (Move(8), WON));
}

#[test]
fn equals_come_out_as_straight_selection_leaves_them() {
    let mut list: Vec<_> =
        [((2, 1), 0), ((2, 1), 1), ((1, 1), 2)].map(|(k, m)| (k, Move(m))).into();
    straight_selection(&mut list);
    let order: Vec<u16> = list.iter().map(|(_, mv)| mv.0).collect();
    assert_eq!(order, [2, 1, 0]);
}

#[test]
fn it_completes_blocks_and_does_not_despair() {
    let game = rules::<1>(tic_tac_toe());
    let best = |text: &str| {
        let pos = game.read_position(text).unwrap();
        game.write_move(&pos, find(&game, &pos, &Switches::default()).best)
    };
    assert_eq!(best("xx./oo./... x"), "c1");
    assert_eq!(best("xx./o../... o"), "c1");
    // Both diagonals are threatened: every move loses, and one is played all the same.
    assert_eq!(best("x.x/.o./x.o o").len(), 2);
    // Every site is dead, and the game goes on to its end.
    assert_eq!(best("xox/xoo/ox. x"), "c3");
}

#[test]
fn live_tips_are_searched_on() {
    let game = rules::<1>(tic_tac_toe());
    let pos = game.read_position("x../.o./..x o").unwrap();
    let depth_1 = Switches { depth: 1, ..Switches::default() };
    let flat = Switches { live: false, ..depth_1.clone() };
    let (deep, shallow) = (find(&game, &pos, &depth_1), find(&game, &pos, &flat));
    assert!(deep.nodes > shallow.nodes);
    assert_eq!(shallow.nodes, shallow.tips);
}

#[test]
fn the_cut_keeps_twenty() {
    let game = rules::<1>(go_moku(7, Row::FiveOrMore).unwrap());
    let n = |switches: &Switches| find(&game, &game.start(), switches).order.len();
    let short = Switches { depth: 1, ..Switches::default() };
    assert_eq!(n(&short), 20);
    assert_eq!(n(&Switches { cut: false, ..short.clone() }), 49);
    // As in the original, there is no cut without an order.
    assert_eq!(n(&Switches { reorder: false, ..short }), 49);
}

#[test]
fn it_takes_a_good_first_stone_over_and_leaves_a_bad_one() {
    let game = rules::<1>(hex(4, 4, Swap::On).unwrap());
    let reply = |mv: &str| {
        let mut table = Match::new(Arc::clone(&game));
        table.play(game.read_move(table.position(), mv).unwrap()).unwrap();
        find(&game, table.position(), &Switches::default()).best
    };
    assert_eq!(reply("b3"), Move::SWAP);
    assert_ne!(reply("a1"), Move::SWAP);
}

#[test]
fn it_plays_large_hex_by_connection() {
    let game = rules::<2>(hex(9, 9, Swap::Off).unwrap());
    let switches = Switches { depth: 2, ..Switches::default() };
    assert!(!Promise::new(&game).is_by_groups());
    let mut table = Match::new(Arc::clone(&game));
    // Against somebody who fills the first free cell it needs no more stones than a chain has.
    while let Turn::Player(player) = table.turn() {
        let mv = match player {
            Player::First => find(&game, table.position(), &switches).best,
            Player::Second => table.moves()[0],
        };
        table.play(mv).unwrap();
    }
    assert_eq!(table.turn(), Turn::Over(henge_core::Outcome::win(Player::First)));
    assert!(table.history().len() <= 2 * 12, "{} plies", table.history().len());
}

#[test]
fn it_says_why_and_writes_its_trace() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("nodes.trace");
    let game = rules::<1>(tic_tac_toe());
    let pos = game.read_position("xo./.xo/... x").unwrap();
    let table = Match::from_position(Arc::clone(&game), pos);
    let switches = Switches { trace: Some(trace.clone()), ..Switches::default() };
    let promise = Arc::new(Promise::new(&game));
    let mut bot = Mangolas1990::new("mangolas1990".into(), switches, promise);
    let stop = AtomicBool::new(false);
    let think = |bot: &mut Mangolas1990<1>| bot.think(&table, Task::new(Limits::NONE).stop(&stop));
    let thought = think(&mut bot).unwrap();
    assert_eq!(thought.best(), Some("c3"));
    assert_eq!(
        thought.why,
        [
            "X is 1 from a win, O is 2 from a win.",
            "c3 has promise 1 for X, 2 for O; 1 open group at distance 1 goes through it.",
            "The evaluation is +28 now (41 - 13), and a win after the search: 1 tip node evaluated, \
         1 node visited.",
            "In order of urgency: c3, a3, c1, a2, b3."
        ]
    );
    let nodes = "c3 (-max, +max) +max\ntip nodes 1, nodes 1\n";
    assert_eq!(std::fs::read_to_string(&trace).unwrap(), nodes);
    // The next move follows in the same file.
    think(&mut bot).unwrap();
    assert_eq!(std::fs::read_to_string(&trace).unwrap(), nodes.repeat(2));
    // A file that cannot be written is an error and not a silent loss.
    bot.switches.trace = Some(folder.path().join("none").join("nodes.trace"));
    assert!(think(&mut bot).unwrap_err().to_string().contains("cannot be written"));
}

#[test]
fn a_stopped_search_still_has_a_move() {
    let game = rules::<1>(go_moku(7, Row::FiveOrMore).unwrap());
    let stop = AtomicBool::new(true);
    let switches = Switches { depth: 9, ..Switches::default() };
    let promise = Promise::new(&game);
    let search = Search::new(&game, &promise, &switches, Limits::NONE, &stop, None);
    let found = search.run(&game.start()).unwrap();
    assert_eq!((found.nodes, found.best), (0, found.order[0]));
}

/// The same search without bounds, written anew: what alpha-beta must agree with.
fn plain<const W: usize>(
    game: &Positional<W>,
    promise: &Promise<W>,
    pos: &Position<W>,
    depth: u32,
    s: &Switches,
) -> i64 {
    let player = match game.turn(pos) {
        Turn::Player(player) => player,
        Turn::Over(henge_core::Outcome::Draw) => return 0,
        _ => return -WON,
    };
    let sight = promise.look(game, pos);
    if depth >= s.depth && !(s.live && sight.is_live()) {
        return promise.sum(&sight, player) - promise.sum(&sight, !player);
    }
    let mut list: Vec<_> = (game.moves(pos))
        .map(|mv| (sight.urgency(mv.0 as usize).unwrap_or((u16::MAX, 0)), mv))
        .filter(|((tpr, _), _)| !s.dead || *tpr != u16::MAX)
        .collect();
    if s.reorder {
        straight_selection(&mut list);
        list.truncate(if s.cut { 20 } else { usize::MAX });
    }
    let value = |&(_, mv): &(_, Move)| {
        let mut next = *pos;
        game.play(&mut next, mv);
        -plain(game, promise, &next, depth + 1, s)
    };
    list.iter().map(value).max().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn alpha_beta_finds_the_value_of_the_whole_tree(
        choices in prop::collection::vec(any::<usize>(), 2..9),
        depth in 0u32..3,
        flags in any::<[bool; 4]>(),
    ) {
        let [reorder, cut, live, dead] = flags;
        let reading = Reading::Prose;
        let switches = Switches { depth, reorder, cut, live, reading, dead, trace: None };
        check(&rules::<1>(tic_tac_toe()), &choices, &switches)?;
        check(&rules::<1>(hex(3, 4, Swap::Off).unwrap()), &choices, &switches)?;
    }
}

fn check(
    game: &Positional<1>,
    choices: &[usize],
    switches: &Switches,
) -> Result<(), TestCaseError> {
    let mut pos = game.start();
    for choice in choices {
        let moves: Vec<Move> = game.moves(&pos).collect();
        let mut next = pos;
        game.play(&mut next, moves[choice % moves.len()]);
        if matches!(game.turn(&next), Turn::Over(_)) {
            break;
        }
        pos = next;
    }
    let found = find(game, &pos, switches);
    let promise = Promise::new(game);
    // At depth 0 a quiet root is itself a tip.
    prop_assert_eq!(found.value, plain(game, &promise, &pos, 0, switches));
    if switches.depth > 0 {
        let mut next = pos;
        game.play(&mut next, found.best);
        prop_assert_eq!(-plain(game, &promise, &next, 1, switches), found.value);
    }
    Ok(())
}

/// The listing searches a tip on only where the mover lacks one stone; the prose also where the other does.
#[test]
fn by_the_listing_only_the_movers_groups_make_a_tip_live() {
    let game = rules::<1>(go_moku(7, Row::FiveOrMore).unwrap());
    let prose = Switches { depth: 0, cut: false, ..Switches::default() };
    let listing = Switches { reading: Reading::Listing, ..prose.clone() };
    // The first player has four in a row and the second is to move.
    let mut table = Match::new(Arc::clone(&game));
    for mv in ["b1", "a7", "c1", "c7", "d1", "e7", "e1"] {
        table.play(game.read_move(table.position(), mv).unwrap()).unwrap();
    }
    let nodes = |switches: &Switches| find(&game, table.position(), switches).nodes;
    assert_eq!(nodes(&listing), 0);
    assert!(nodes(&prose) > 0);
}
