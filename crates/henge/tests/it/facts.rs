//! Published and independently computed facts, against all engines.
// Clippy allows this in tests, but not in the functions they share.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use henge::erased::{DynGame, DynMatch, table_of};
use henge::games::connect_four::ConnectFour;
use henge::games::kalah::Kalah;
use henge::games::pentominoes::Pentominoes;
use henge::games::positional::{Positional, Swap, hex, tic_tac_toe};
use henge::games::stonehenge::Stonehenge;
use henge::search::dfpn::{Answer, Dfpn, Question};
use henge::search::expectimax::Expectimax;
use henge::search::{Task, minimax};
use henge::{Game, Limits, Match, NoEval, Player, ScoreKind, Turn};
use henge_testkit::{Census, Value, census, check_perft, check_values};

fn rules(name: &str) -> Arc<dyn DynGame> {
    Arc::clone(henge::game(name).unwrap_or_else(|error| panic!("{error}")).rules())
}

/// All files of facts of one kind: a new game brings its own, and no list knows them.
fn data(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(folder);
    let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{}", folder.display());
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// What a table of endings knows is solved at once, with the play to the end.
#[test]
fn solvers_look_into_tables_of_endings() {
    let game = henge::game("draughts:variant=english").unwrap();
    let solving = game.solving().expect("draughts are solved");
    let solve = |position: &str| {
        let table = game.rules().read(position).unwrap();
        solving.solve(&*table, Task::new(Limits::nodes(1000))).unwrap()
    };
    let won = solve("W:WK14,K19:BK1");
    assert!(won.proved && won.points == 1, "{won:?}");
    assert_eq!(won.kind, ScoreKind::Table);
    assert_eq!(won.score.decided(), Some((1, won.line.len() as u32)), "{won:?}");
    let drawn = solve("W:WK14:BK1");
    assert!(drawn.proved && drawn.points == 0 && drawn.line.len() == 1, "{drawn:?}");
}

#[test]
fn perft() {
    let files = data("perft");
    let checked: usize =
        files.iter().map(|text| check_perft(text, &rules, 6_000_000).checked).sum();
    assert!(checked > 40, "{checked}");
}

#[test]
fn games_and_positions() {
    let game: Positional<1> = Positional::new(Arc::new(tic_tac_toe()));
    assert_eq!(census(&game), Census { games: 255_168, positions: 5_478 });
    let game: Positional<1> = Positional::new(Arc::new(hex(3, 3, Swap::Off).unwrap()));
    assert_eq!(census(&game), Census { games: 257_760, positions: 5_514 });
}

fn value_of(points: i32) -> Value {
    match points.signum() {
        1 => Value::Win,
        0 => Value::Draw,
        _ => Value::Loss,
    }
}

/// Asks an engine about every position; it gets the name of the game, too.
fn check_with(mut engine: impl FnMut(&str, &dyn DynMatch) -> Value) {
    for text in data("values") {
        let asked = std::cell::RefCell::new(String::new());
        let game = |name: &str| {
            *asked.borrow_mut() = name.to_string();
            rules(name)
        };
        let n = check_values(&text, &game, &mut |table| engine(&asked.borrow(), table));
        assert!(n > 5);
    }
}

/// An engine that is not in a chair, for any game.
trait Engine {
    fn value<G: Game>(&self, table: &Match<G>, player: Player) -> Value;

    fn ask(&self, table: &dyn DynMatch) -> Value {
        let Turn::Player(player) = table.turn() else { panic!("the game is over") };
        if let Ok(table) = table_of::<Positional<1>>(table) {
            self.value(table, player)
        } else if let Ok(table) = table_of::<ConnectFour>(table) {
            self.value(table, player)
        } else if let Ok(table) = table_of::<Pentominoes>(table) {
            self.value(table, player)
        } else if let Ok(table) = table_of::<Kalah>(table) {
            self.value(table, player)
        } else {
            self.value(table_of::<Stonehenge>(table).unwrap(), player)
        }
    }
}

/// The referee: remembers positions, and knows nothing else.
struct BruteForce;

impl Engine for BruteForce {
    fn value<G: Game>(&self, table: &Match<G>, player: Player) -> Value {
        fn best<G: Game>(game: &G, pos: &mut G::Position, seen: &mut HashMap<u64, i32>) -> i32 {
            let Turn::Player(player) = game.turn(pos) else { panic!("nobody is to move") };
            let key = game.key(pos);
            if let Some(&known) = seen.get(&key) {
                return known;
            }
            let mut found = i32::MIN;
            for mv in game.moves(pos) {
                let undo = game.play(pos, mv);
                let points = match game.turn(pos) {
                    Turn::Over(outcome) => outcome.points_for(player),
                    Turn::Player(next) if next == player => best(game, pos, seen),
                    _ => -best(game, pos, seen),
                };
                game.undo(pos, mv, undo);
                found = found.max(points);
                if found > 0 {
                    break;
                }
            }
            seen.insert(key, found);
            found
        }
        assert_eq!(table.turn(), Turn::Player(player));
        value_of(best(&**table.game(), &mut table.position().clone(), &mut HashMap::new()))
    }
}

#[test]
fn the_referee_agrees() {
    check_with(|_, table| BruteForce.ask(table));
}

/// Follows every line to its end, so it judges where the lines are few.
struct Minimax;

impl Engine for Minimax {
    fn value<G: Game>(&self, table: &Match<G>, player: Player) -> Value {
        value_of(minimax::value(&**table.game(), table.position(), player) as i32)
    }
}

#[test]
fn plain_minimax_agrees() {
    check_with(|name, table| match name {
        "hex:size=4" | "connect-four:size=4x4" | "connect-four:size=5x4" | "stonehenge" => {
            BruteForce.ask(table)
        }
        _ => Minimax.ask(table),
    });
}

struct ProofNumbers;

impl Engine for ProofNumbers {
    fn value<G: Game>(&self, table: &Match<G>, player: Player) -> Value {
        let mut prover = Dfpn::new(64 << 20);
        let mut at_least = |at_least: i32| {
            let task = Task::new(Limits::NONE);
            let question = Question { player, at_least };
            match prover.prove(&**table.game(), table.position(), question, &NoEval, task).answer {
                Answer::Proved => true,
                Answer::Disproved => false,
                answer => panic!("{answer:?}"),
            }
        };
        if at_least(1) {
            Value::Win
        } else if at_least(0) {
            Value::Draw
        } else {
            Value::Loss
        }
    }
}

#[test]
fn proof_numbers_agree() {
    check_with(|_, table| ProofNumbers.ask(table));
}

/// Expectiminimax in games without dice.
struct NoDice;

impl Engine for NoDice {
    fn value<G: Game>(&self, table: &Match<G>, _player: Player) -> Value {
        let mut engine = Expectimax::<G>::new(64 << 20);
        let limits = Limits::depth(42);
        let task = Task::new(limits);
        let report = engine.search(&**table.game(), table.position(), &NoEval, task);
        let (score, kind) = (report.lines[0].score, report.lines[0].kind);
        assert!(kind.is_sure(), "{kind:?}");
        value_of(score.decided().map_or(0, |(points, _)| points))
    }
}

#[test]
fn expectiminimax_agrees() {
    check_with(|_, table| NoDice.ask(table));
}

#[test]
fn the_solver_agrees() {
    check_with(|name, table| {
        let game = henge::game(name).unwrap();
        let task = henge::search::Task::new(Limits::NONE);
        let solved = game.solving().unwrap().solve(table, task).unwrap();
        assert!(solved.proved);
        value_of(solved.points)
    });
}

/// A bot that must be sure of what it says.
fn sure_bot(bot: &'static str, limits: Limits) {
    sure_bot_but(bot, limits, "no game");
}

/// A bot that must be sure of what it says, except in games whose names begin like that.
fn sure_bot_but(bot: &'static str, limits: Limits, others: &str) {
    check_with(|name, table| {
        if name.starts_with(others) {
            return BruteForce.ask(table);
        }
        let mut bot = henge::game(name).unwrap().bot(bot).unwrap();
        let thought = henge::think(&mut *bot, table, limits).unwrap();
        let (score, kind) = thought.lines[0].score.unwrap();
        let points = score.decided().map_or(0, |(points, _)| points);
        // Of Stonehenge and Pentominoes it is proved who wins, and not when.
        let sure = kind.is_sure()
            || kind == ScoreKind::AtLeast && points > 0
            || kind == ScoreKind::AtMost && points < 0;
        assert!(sure, "{name}: {score} {kind:?}");
        value_of(points)
    });
}

#[test]
fn the_perfect_bot_agrees() {
    sure_bot("perfect", Limits::NONE);
}

#[test]
fn alphabeta_agrees() {
    sure_bot("alphabeta", Limits::depth(42));
}

#[test]
fn alphabeta_with_two_threads_agrees() {
    sure_bot("alphabeta:threads=2", Limits::depth(42));
}

#[test]
fn the_bot_that_picks_its_engine_agrees() {
    // By nodes: on a clock it would not think about a move that is forced.
    sure_bot("henge", Limits::nodes(50_000_000));
}

/// Simulations prove wins much faster than draws.
const LONG_DRAWS: &str = "connect-four:size=";

#[test]
fn simulations_that_prove_agree() {
    sure_bot_but("mcts", Limits::nodes(2_000_000), LONG_DRAWS);
}

#[test]
fn simulations_in_two_threads_agree() {
    sure_bot_but("mcts:threads=2", Limits::nodes(2_000_000), LONG_DRAWS);
}

#[test]
fn every_game_is_found_and_played_by_every_bot() {
    for family in henge::Registry::standard().families() {
        let slug = family.slug();
        let game = henge::game(slug).unwrap();
        // Which program a bot should run is nothing that a game knows.
        for kind in game.bots().iter().filter(|kind| !kind.runs_programs()) {
            let mut bot = game.bot(kind.name).unwrap();
            let mut table = game.rules().start();
            // A few moves are enough to see that it sits at the right board.
            for _ in 0..3 {
                henge::table::Dice::new(1).throw(&mut *table).unwrap();
                let limits = Limits::time(std::time::Duration::from_millis(50));
                let thought = henge::think(&mut *bot, &*table, limits).unwrap();
                table.play(thought.best().unwrap()).unwrap();
            }
        }
    }
}

#[test]
fn unknown_names_are_answered_with_near_ones() {
    let say = |name: &str| henge::game(name).err().unwrap().to_string();
    assert_eq!(say("hxe"), "no game \"hxe\"; did you mean \"hex\"?");
    assert!(say("zzzzzz").starts_with("no game \"zzzzzz\"; there are tic-tac-toe, "));
    assert_eq!(say("qubic:size=3"), "no option of qubic \"size\"; there are none");
    assert!(say("hex:size=20").contains("from 2 to 19"));
    assert!(say("hex:size=4x6,swap=true").contains("square board"));
    assert!(say("none.toml").starts_with("none.toml: "));
    let game = henge::game("hex").unwrap();
    let say = |name: &str| game.bot(name).err().unwrap().to_string();
    assert_eq!(say("alfabeta"), "no bot for hex \"alfabeta\"; did you mean \"alphabeta\"?");
    assert_eq!(
        say("alphabeta:depth=0"),
        "alphabeta: depth must be a whole number from 1 to 1000, not 0"
    );
}

/// The laws are not asked for by each game: what is in the registry obeys them.
#[test]
fn every_family_obeys_the_laws() {
    let games = henge::Registry::standard();
    for family in games.families() {
        let game = games.game(family.slug()).unwrap();
        let walked = henge_testkit::laws_of(game.rules());
        assert!(walked.positions > 0, "{}", family.slug());
    }
}
