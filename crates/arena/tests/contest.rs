#![allow(clippy::unwrap_used)]
//! Whole contests: the same bytes on any number of threads and after any interruption.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use henge::Registry;
use henge::table::Adjudication;
use henge_arena::stats::{Hypotheses, Scale, Verdict};
use henge_arena::{
    Allowance, ArenaError, Comments, Ending, Event, Format, Journal, Opening, Openings, Plan,
    Report, Threads, run_contest,
};

fn plan(game: &str, players: &[&str]) -> Plan {
    Plan {
        game: game.into(),
        players: players.iter().map(|player| player.to_string()).collect(),
        games: 6,
        openings: Openings::Random { plies: 2 },
        seed: 8,
        allowance: Allowance { nodes: Some(200), ..Allowance::default() },
        ..Plan::default()
    }
}

const POOL: [&str; 4] = ["alphabeta:depth=2", "mcts", "random", "random"];

fn run(plan: &Plan, threads: usize, journal: Option<&mut Journal>) -> Report {
    let stop = AtomicBool::new(false);
    run_contest(plan, &Registry::standard(), &Threads(threads), journal, &stop, &mut |_| {})
        .unwrap()
}

/// All that a user can get.
fn bytes(report: &Report) -> String {
    [report.text(), report.markdown(), report.json().to_string(), report.games()].concat()
}

#[test]
fn threads_do_not_show() {
    for format in
        [Format::RoundRobin, Format::Gauntlet, Format::Knockout, Format::Swiss { rounds: 2 }]
    {
        let plan = Plan { format, ..plan("hex:size=3", &POOL) };
        let alone = bytes(&run(&plan, 1, None));
        for threads in [2, 5] {
            assert_eq!(bytes(&run(&plan, threads, None)), alone, "{format:?}");
        }
    }
}

#[test]
fn a_contest_goes_on_where_its_journal_was_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    for format in [Format::RoundRobin, Format::Swiss { rounds: 3 }] {
        let plan = Plan { format, ..plan("connect-four", &POOL) };
        _ = fs::remove_file(&path);
        let expected = bytes(&run(&plan, 1, Some(&mut Journal::open(&path, &plan).unwrap())));
        let whole = fs::read(&path).unwrap();
        // At the ends of lines, in the middle of them, in the first line, and with nothing at all.
        for part in [whole.len(), whole.len() - 1, whole.len() / 2, whole.len() / 7, 60, 20, 0] {
            fs::write(&path, &whole[..part]).unwrap();
            let mut journal = Journal::open(&path, &plan).unwrap();
            let known = journal.n_found();
            let report = run(&plan, 2, Some(&mut journal));
            assert_eq!(bytes(&report), expected, "{part} bytes, {known} games");
            assert!(part < whole.len() || known as u64 == report.table.games());
            drop(journal);
            let again = Journal::open(&path, &plan).unwrap();
            assert_eq!(again.n_found(), report.table.games() as usize, "all is written down");
            assert_eq!(again.damage(), None, "what was told once is not told again");
            assert!(fs::read(&path).unwrap().starts_with(&whole[..part]), "nothing was cut off");
        }
    }
}

#[test]
fn a_damaged_line_costs_its_game_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let plan = plan("hex:size=3", &POOL[..2]);
    let expected = bytes(&run(&plan, 1, Some(&mut Journal::open(&path, &plan).unwrap())));
    let whole = fs::read(&path).unwrap();
    let ends: Vec<usize> = (1..=whole.len()).filter(|&i| whole[i - 1] == b'\n').collect();
    let n = ends.len() - 1;
    let name = path.display();
    // A line in the middle, the first one (the plan of the contest), and the last one.
    for line in [3, 1, n + 1] {
        let mut damaged = whole.clone();
        damaged[ends[line - 1] - 5] ^= 1;
        fs::write(&path, &damaged).unwrap();
        let mut journal = Journal::open(&path, &plan).unwrap();
        assert_eq!(journal.n_found(), if line == 1 { n } else { n - 1 });
        let told = format!(
            "journal {name}: 1 damaged line was skipped (line {line}); its game is played again, and \
             the line stays in the file"
        );
        assert_eq!(journal.damage(), Some(told));
        assert_eq!(bytes(&run(&plan, 1, Some(&mut journal))), expected);
        drop(journal);
        assert!(fs::read(&path).unwrap().starts_with(&damaged), "nothing was cut or changed");
        let again = Journal::open(&path, &plan).unwrap();
        assert_eq!((again.n_found(), again.damage()), (n, None));
    }
    // Two lines run into one, and a block of zeros where a line was to be written.
    let mut damaged = whole.clone();
    damaged[ends[2] - 1] = b' ';
    damaged.extend([0; 4096]);
    fs::write(&path, &damaged).unwrap();
    let mut journal = Journal::open(&path, &plan).unwrap();
    let told = journal.damage().unwrap();
    let lines = format!("2 damaged lines were skipped (lines 3 and {});", n + 1);
    assert!(told.contains(&lines), "{told}");
    assert_eq!(bytes(&run(&plan, 1, Some(&mut journal))), expected);
}

#[test]
fn a_contest_that_was_stopped_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let plan = plan("connect-four", &POOL);
    let expected = bytes(&run(&plan, 1, None));
    for stop_after in [1, 7, 20] {
        _ = fs::remove_file(&path);
        let stop = AtomicBool::new(false);
        let mut watch = |event: Event<'_>| stop.store(event.done >= stop_after, Ordering::SeqCst);
        let mut journal = Journal::open(&path, &plan).unwrap();
        let part = run_contest(
            &plan,
            &Registry::standard(),
            &Threads(2),
            Some(&mut journal),
            &stop,
            &mut watch,
        )
        .unwrap();
        // Fast threads may be through before they hear of it.
        let through = Some(part.table.games()) == plan.n_games();
        assert_eq!(part.ending == Ending::Complete, through);
        drop(journal);
        let mut journal = Journal::open(&path, &plan).unwrap();
        let written = journal.n_found() as u64;
        assert!(written >= stop_after && written >= part.table.games());
        assert_eq!(bytes(&run(&plan, 2, Some(&mut journal))), expected);
    }
}

#[test]
fn a_journal_serves_its_own_contest_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let plan = plan("hex:size=3", &POOL);
    let open = |path: &Path, plan: &Plan| Journal::open(path, plan);
    let first = open(&path, &plan).unwrap();
    let error = open(&path, &plan).unwrap_err();
    assert!(error.to_string().ends_with("another process is writing to it"), "{error}");
    drop(first);
    let error = open(&path, &Plan { seed: 9, ..plan.clone() }).unwrap_err();
    assert!(matches!(error, ArenaError::OtherJournal { .. }), "{error}");
    fs::write(&path, "[Game \"hex\"]").unwrap();
    let error = open(&path, &plan).unwrap_err();
    assert!(error.to_string().contains("not the journal"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"[Game \"hex\"]", "nothing was touched");
}

/// The lines of a journal with a new checksum each, of a plan with that fingerprint.
fn rewritten(journal: &str, fingerprint: &str, line: impl Fn(&str) -> String) -> String {
    let mut text = format!("henge-arena 1 {fingerprint}\n");
    for old in journal.lines().skip(1) {
        let body = line(old.split_once(' ').unwrap().1);
        let sum = blake3::hash([fingerprint, &body].concat().as_bytes()).to_hex();
        text += &format!("{} {body}\n", &sum[..16]);
    }
    text
}

/// An earlier version played one meeting after the other, under the same numbers and with the same
/// checksums. Two reports that were published credited its games to others.
#[test]
fn games_count_for_those_who_played_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let plan = plan("connect-four", &["alphabeta:depth=2", "alphabeta:depth=1", "random"]);
    run(&plan, 1, Some(&mut Journal::open(&path, &plan).unwrap()));
    let whole = fs::read_to_string(&path).unwrap();
    // Three meetings of three pairs: pair p of meeting m has the number 3 p + m, and had 3 m + p.
    let renumbered = rewritten(&whole, &plan.fingerprint(), |body| {
        let number: u64 = body.split([':', ',']).nth(1).unwrap().parse().unwrap();
        let (pair, game) = (number / 2, number % 2);
        let old = 2 * (3 * (pair % 3) + pair / 3) + game;
        body.replacen(&format!(":{number},"), &format!(":{old},"), 1)
    });
    let refusal = |text: &str| {
        fs::write(&path, text).unwrap();
        let mut journal = Journal::open(&path, &plan).unwrap();
        assert_eq!(journal.n_found(), 18, "the checksums are right");
        let stop = AtomicBool::new(false);
        let games = Registry::standard();
        let found = run_contest(&plan, &games, &Threads(1), Some(&mut journal), &stop, &mut |_| {});
        found.expect_err("others have played").to_string()
    };
    let told = refusal(&renumbered);
    assert!(told.contains("game 3 in it is random against alphabeta:depth=1"), "{told}");
    assert!(told.contains("and here it would be random against alphabeta:depth=2"), "{told}");
    assert!(told.contains("name a new file"), "{told}");
    // The same players, and another opening.
    let first = |body: &str| body.find("1. ").map(|at| at + 3).unwrap();
    let other = rewritten(&whole, &plan.fingerprint(), |body| {
        let column = &body[first(body)..first(body) + 1];
        let (old, new) = (format!("1. {column}"), if column == "a" { "1. b" } else { "1. a" });
        body.replacen(&old, new, 1)
    });
    assert!(refusal(&other).contains("game 1 in it begins with another opening"));
    // Untouched it is gone on with.
    let same = rewritten(&whole, &plan.fingerprint(), |body| body.to_string());
    assert_eq!(same, whole);
    fs::write(&path, same).unwrap();
    run(&plan, 1, Some(&mut Journal::open(&path, &plan).unwrap()));
}

#[test]
fn games_that_repeat_are_no_evidence() {
    let players = ["alphabeta:depth=2", "alphabeta:depth=1"];
    let openings = Openings::Random { plies: 0 };
    let plan = Plan { games: 40, openings, ..plan("connect-four", &players) };
    let report = run(&plan, 2, None);
    let table = &report.table;
    assert_eq!((table.games(), table.different_games()), (40, 2));
    assert_eq!(table.pairs_of(0, 1).pairs(), 1);
    assert_eq!(report.lines()[0].games.games(), 40, "they are in the scores");
    let text = report.text();
    assert!(text.contains("only 2 of 40 games are different"), "{text}");
    assert!(text.contains("1 of 20 pairs count"), "{text}");
    assert_eq!(report.json()["different_games"], 2);
    // A test that took them for independent would soon be sure.
    let sprt = Hypotheses { low: 0.0, high: 50.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    let tested = run(&Plan { sprt: Some(sprt), games: 400, ..plan.clone() }, 2, None);
    assert_eq!(tested.sprt.unwrap().verdict, Verdict::Open);
    assert_eq!(tested.table.games(), 400);
    // With an opening for every pair all of them count.
    let openings = Openings::enough(&**henge::game("connect-four").unwrap().rules(), 20);
    let report = run(&Plan { openings, ..plan.clone() }, 2, None);
    assert_eq!((report.table.different_games(), report.shortage.as_ref()), (40, None));
    assert_eq!(report.table.pairs_of(0, 1).pairs(), 20);
    let few = Plan { openings: Openings::Random { plies: 1 }, ..plan };
    let text = run(&few, 1, None).text();
    assert!(text.contains("only 14 of 40 games are different"), "{text}");
    assert!(text.contains("only 7 different openings of 1 ply for 20 pairs"), "{text}");
    assert!(text.contains("3 plies have enough"), "{text}");
}

#[test]
fn a_game_can_say_what_was_thought() {
    let plan = Plan { games: 2, ..plan("connect-four", &["alphabeta:depth=3", "random"]) };
    let silent = run(&plan, 1, None);
    let told = run(&Plan { comments: Comments::Thoughts, ..plan.clone() }, 1, None);
    assert!(!silent.games().contains('{'));
    for (record, silent) in told.records.iter().zip(&silent.records) {
        assert!(record.main_line().eq(silent.main_line()), "the games are the same");
        let said = |n: usize| record.line.nodes[n].comment.as_deref();
        assert_eq!((said(0), said(1)), (None, None), "nobody thought about the opening");
        let mover = if record.tag("First") == Some("random") { 3 } else { 2 };
        let comment = said(mover).expect("a thought");
        let parts: Vec<&str> =
            comment.split(", ").map(|part| part.split(' ').next().unwrap()).collect();
        assert_eq!(parts, ["score", "depth", "nodes", "time"], "{comment}");
        assert!(comment.contains("depth 3, "), "{comment}");
        assert!(record.tag("Seed").is_some_and(|seed| seed.parse::<u64>().is_ok()));
    }
    let again = henge::record::read(&told.games()).unwrap();
    assert_eq!(again[0].line.nodes[2].comment, told.records[0].line.nodes[2].comment);
}

#[test]
fn the_games_are_a_table_too() {
    let plan = plan("hex:size=3", &["alphabeta:depth=2", "mcts:nodes=20", "random"]);
    let report = run(&plan, 2, None);
    let csv = report.csv();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 19);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    let column = |name| rows[0].iter().position(|&head| head == name).unwrap();
    for (row, record) in rows[1..].iter().zip(&report.records) {
        assert_eq!(Some(row[column("first")]), record.tag("First"));
        let opening: Vec<&str> = record.main_line().take(2).collect();
        assert_eq!(row[column("opening")], opening.join(" "));
        assert_eq!(row[column("plies")], record.main_line().count().to_string());
        assert_eq!(row[column("ending")], "board");
    }
    let seeds = |n: usize| ["seed", "first_seed"].map(|name| rows[n][column(name)]);
    assert_eq!(seeds(1)[0], seeds(2)[0], "a pair has the same dice");
    assert_ne!(seeds(1)[1], seeds(2)[1], "and each game its own bots");
    // A name with commas is one cell.
    let players = ["alphabeta:depth=2,table=1", "random"];
    let csv = run(&Plan { players: players.map(String::from).to_vec(), ..plan }, 1, None).csv();
    assert!(csv.contains(",\"alphabeta:depth=2,table=1\",random,"), "{csv}");
}

#[test]
fn a_player_against_itself_scores_half_within_its_error() {
    let plan = Plan { games: 400, ..plan("tic-tac-toe", &["random", "random"]) };
    let report = run(&plan, 2, None);
    let counts = report.table.pairs_of(0, 1).counts();
    let score = counts.score().unwrap();
    assert!(score.low <= 0.5 && 0.5 <= score.high, "{score:?}");
    assert!(score.high > score.low, "chance was at work: {score:?}");
    let [a, b] = &report.lines()[..] else { panic!("two players") };
    assert!(a.rating.unwrap().elo.abs() <= a.rating.unwrap().error);
    assert!((a.rating.unwrap().elo + b.rating.unwrap().elo).abs() < 1e-9);
}

#[test]
fn with_paired_dice_equal_players_are_exactly_equal() {
    let bot = "expectimax:depth=1";
    let plan = Plan { games: 6, ..plan("backgammon", &[bot, bot]) };
    let report = run(&plan, 2, None);
    let pairs = report.table.pairs_of(0, 1);
    assert_eq!(pairs.0, [0, 0, 3, 0, 0]);
    assert_eq!(report.lines().iter().map(|line| line.points).collect::<Vec<_>>(), [0, 0]);
    assert_eq!(pairs.counts().elo().unwrap().mid, 0.0);
    for pair in report.records.chunks(2) {
        assert_eq!(pair[0].line, pair[1].line, "both games of a pair are the same game");
        assert_eq!(pair[0].tag("First"), pair[1].tag("Second"));
    }
    assert_ne!(report.records[0].line, report.records[2].line, "pairs have different dice");
}

#[test]
fn every_game_is_kept_and_can_be_played_again() {
    let plan = plan("hex:size=3", &POOL);
    let report = run(&plan, 2, None);
    let records = henge::record::read(&report.games()).unwrap();
    assert_eq!(records.len() as u64, plan.n_games().unwrap());
    let game = henge::game(&plan.game).unwrap();
    for record in &records {
        record.play(&**game.rules()).unwrap();
    }
    assert_eq!(report.table.names(), ["alphabeta:depth=2", "mcts", "random", "random (2)"]);
    let sum: f64 = report.lines().iter().map(|line| line.games.score()).sum();
    assert_eq!(sum, report.table.games() as f64, "every game gives one point away");
}

#[test]
fn a_test_ends_when_it_is_decided() {
    let sprt =
        Hypotheses { low: 0.0, high: 100.0, alpha: 0.05, beta: 0.05, scale: Scale::Normalized };
    let plan = Plan {
        games: 400,
        sprt: Some(sprt),
        ..plan("connect-four", &["alphabeta:depth=2", "random"])
    };
    let report = run(&plan, 1, None);
    assert_eq!(report.ending, Ending::Decided);
    assert_eq!(report.sprt.unwrap().verdict, Verdict::Accepted);
    assert!(report.table.games() < 400 && report.table.games().is_multiple_of(2));
    assert_eq!(bytes(&run(&plan, 3, None)), bytes(&report), "threads play on, but do not count");
    let lost = Plan { players: vec![plan.players[1].clone(), plan.players[0].clone()], ..plan };
    assert_eq!(run(&lost, 2, None).sprt.unwrap().verdict, Verdict::Rejected);
}

#[test]
fn openings_come_from_positions_and_records() {
    let game = henge::game("hex:size=3").unwrap();
    let rules = &**game.rules();
    let read = |name: &str, text: &str, plies| {
        Openings::read(&game, Path::new(name), text.as_bytes(), plies)
            .map_err(|error| error.to_string())
    };
    let mut table = rules.start();
    table.play("b2").unwrap();
    let position = table.position();
    let list = read("list.txt", &format!("# one\n\n{position}\n"), None).unwrap();
    let opening = Opening { position: Some(position), moves: vec![] };
    assert_eq!(list, Openings::List(vec![opening]));
    let record = "[Game \"hex:size=3\"]\n\n1. b2 2. a1 3. c3\n*\n";
    let Openings::List(openings) = read("games.txt", record, Some(2)).unwrap() else { panic!() };
    assert_eq!(openings, [Opening { position: None, moves: vec!["b2".into(), "a1".into()] }]);
    let error = read("list.txt", "# one\nnonsense\n", None).unwrap_err();
    assert!(error.starts_with("list.txt:2: "), "{error}");
    let error = read("games.txt", "[Game \"hex:size=3\"]\n\n1. b2 2. b2\n*\n", None).unwrap_err();
    assert!(error.starts_with("games.txt:4: "), "{error}");
    assert!(read("list.txt", "\n", None).unwrap_err().contains("no opening"));
    let plan = Plan { openings: list, ..plan("hex:size=3", &POOL[..2]) };
    let report = run(&plan, 1, None);
    assert!(report.records.iter().all(|record| record.position().is_some()));
}

#[test]
fn a_plan_is_text_and_comes_back() {
    let adjudication = Adjudication { resign: "3@500".parse().ok(), draw: "4".parse().ok() };
    let plan = Plan { adjudication, ..plan("connect-four", &POOL) };
    let text = serde_json::to_string(&plan).unwrap();
    assert!(text.contains("\"resign\":\"3@500\",\"draw\":\"4\""), "{text}");
    let back: Plan = serde_json::from_str(&text).unwrap();
    assert_eq!((&back, back.fingerprint()), (&plan, plan.fingerprint()));
    let ends = |report: Report| {
        let tag = |record: &henge::record::Record| record.tag("Termination") == Some("resignation");
        report.records.iter().filter(|record| tag(record)).count()
    };
    let resign = Adjudication { resign: "1@1".parse().ok(), draw: None };
    assert!(ends(run(&Plan { adjudication: resign, ..plan.clone() }, 1, None)) > 0);
    assert_eq!(ends(run(&Plan { adjudication: Adjudication::default(), ..plan }, 1, None)), 0);
}

#[test]
fn bad_plans_say_what_would_be_right() {
    let fault =
        |plan: Plan| plan.check(&Registry::standard()).err().expect("it is bad").to_string();
    let good = plan("hex:size=3", &POOL);
    assert!(fault(Plan { games: 3, ..good.clone() }).contains("even number"));
    assert!(fault(Plan { players: vec!["random".into()], ..good.clone() }).contains("two players"));
    assert!(fault(Plan { players: vec!["randon".into(); 2], ..good.clone() }).contains("random"));
    assert!(fault(Plan { game: "hax".into(), ..good.clone() }).contains("hex"));
    let sprt = Hypotheses { low: 5.0, high: 0.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    assert!(fault(Plan { sprt: Some(sprt), ..good.clone() }).contains("exactly two"));
    let players = vec!["random".into(); 2];
    assert!(fault(Plan { sprt: Some(sprt), players, ..good }).contains("lower one first"));
}
