//! Writes small real files of every kind into a folder for each fuzz target:
//!
//! ```sh
//! cargo run -p henge-readers --example seeds -- fuzz/corpus
//! ```

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use henge::bots::neural::evaluator::Judge;
use henge::erased::DynMatch;
use henge::games::backgammon::bear_off::TwoSided;
use henge::games::draughts::endings::Endings;
use henge::games::draughts::patterns::write_weights;
use henge::games::draughts::{Draughts, Variant};
use henge::learn::data::{Header, Row, SCHEMA, Writer, columns};
use henge::learn::net::{Activation, Net};
use henge::learn::table::ValueTable;
use henge::learn::{Label, write_weights as write_linear};
use henge::record::{self, Record};
use henge::search::book::Book;
use henge::search::parts::Goal;
use henge::{BookTask, Limits, PartsTask, Playable, ProofTask, Turn, mix64};
use henge_arena::{Job, Journal, Threads, run_contest};
use henge_museum::gammon::StrategySet;
use henge_readers::{GAMES, READERS, checkpoints, contest, game_at};
use henge_robots::{Nobody, Recorder, Scenario, World};

fn main() {
    let folder = std::env::args().nth(1).expect("the folder to write to");
    let mut seeds = Seeds { folder: folder.into(), root: root() };
    seeds.games();
    seeds.robots();
    seeds.words();
    seeds.lines();
    seeds.learned();
    seeds.solved();
    for reader in READERS {
        let folder = seeds.folder.join(reader.name);
        let n = std::fs::read_dir(&folder).map_or(0, Iterator::count);
        println!("{:<16} {n}", reader.name);
    }
}

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("this package is a folder of the repository").into()
}

struct Seeds {
    folder: PathBuf,
    root: PathBuf,
}

/// Indices of games that differ much, for targets that choose one by a byte.
const CHOSEN: [u8; 20] = [0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 14, 15, 16, 19, 23, 24, 26, 31, 32];

impl Seeds {
    fn put(&mut self, target: &str, name: &str, bytes: impl AsRef<[u8]>) {
        assert!(henge_readers::named(target).is_some(), "{target}");
        let folder = self.folder.join(target);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        std::fs::write(folder.join(name), bytes).expect("a file can be written");
    }

    fn copy(&mut self, target: &str, path: &str) {
        let bytes = std::fs::read(self.root.join(path)).expect("the repository has it");
        let name = Path::new(path).file_name().expect("a file").to_string_lossy().into_owned();
        self.put(target, &name, bytes);
    }

    fn games(&mut self) {
        for name in ["hex.henge", "several.henge"] {
            self.copy("record", &format!("testdata/records/{name}"));
        }
        self.copy("record", "crates/museum/data/gammon1970.henge");
        for name in ["dragon", "english", "variation"] {
            self.copy("pdn", &format!("testdata/records/draughts-{name}.pdn"));
        }
        for name in ["match-3", "money"] {
            self.copy("mat", &format!("testdata/records/{name}.mat"));
        }
        let others = [
            ("othello", 0, "othello.ggf"),
            ("othello", 1, "othello.trn"),
            ("othello", 2, "othello.obf"),
            ("go_moku", 0, "go-moku.sgf"),
            ("go_moku", 0, "hex.sgf"),
            ("go_moku", 1, "go-moku.psq"),
            ("go_moku", 2, "games.hexworld"),
        ];
        for (target, kind, name) in others {
            let path = self.root.join("testdata/records").join(name);
            let mut bytes = vec![kind];
            bytes.extend(std::fs::read(path).expect("the repository has it"));
            self.put(target, name, bytes);
        }
        let weights = henge::games::othello::patterns::write_weights(&[]);
        self.put("othello_weights", "none", weights);
        for name in
            ["fano", "five-in-a-row", "hex-3-listed", "qubic", "rows-and-columns", "square-off"]
        {
            self.copy("game_file", &format!("crates/henge/games/{name}.toml"));
        }
        let placing = ["col", "misere-tic-tac-toe", "reversi", "score-four", "yavalath"];
        let moving = ["checkers", "merels", "los-alamos", "lines-of-action"];
        for name in placing.into_iter().chain(moving) {
            self.copy("game_file", &format!("crates/henge/games/{name}.toml"));
        }
        self.put("game_file", "many-words.toml", MANY_WORDS);
        self.copy("game_file", "crates/henge/games/sum-to-fifteen.toml");
        self.copy("game_file", "crates/henge/games/torus-tic-tac-toe.toml");
        for byte in CHOSEN {
            let game = game_at(byte);
            let rules = &**game.rules();
            let slug = GAMES[usize::from(byte)].replace([':', '=', ',', '/'], "-");
            let table = at_random(game, 12, u64::from(byte));
            let record = Record::from_match(rules, &*table);
            let text = record::write(std::slice::from_ref(&record));
            if byte % 3 == 0 {
                self.put("record", &slug, &text);
            }
            if slug.starts_with("draughts") {
                self.put(
                    "pdn",
                    &slug,
                    henge::games::draughts::pdn::write(&[record]).expect("draughts"),
                );
            }
            let mut position = vec![byte];
            position.extend(table.position().bytes());
            let next = table.moves();
            for mv in [next.first(), next.last()].into_iter().flatten() {
                position.extend(b"\n");
                position.extend(mv.text.bytes());
            }
            self.put("position", &slug, position);
            let mut moves = vec![byte];
            moves.extend(table.history().join("\n").bytes());
            moves.extend(b"\n~3\n~1");
            self.put("moves", &slug, moves);
            let mut pieces = vec![byte, 0];
            for piece in table.scene().pieces {
                pieces.extend([piece.site.0 as u8, piece.kind, piece.count as u8]);
            }
            self.put("compose", &slug, pieces);
            let first = table.history().first().cloned().unwrap_or_default();
            let mut answer = vec![byte];
            answer.extend(format!("{{\"move\":{first:?},\"score\":12,\"why\":\"so\"}}\n").bytes());
            answer.extend(b"a line for people\n{\"name\":\"x\"}\n");
            if byte % 4 == 0 {
                self.put("external", &slug, answer);
                let mut openings = vec![byte, 3];
                openings.extend(text.bytes());
                self.put("openings", &format!("{slug}-record"), openings);
                let mut openings = vec![byte, 0];
                openings.extend(format!("# one\n{}\n", table.position()).bytes());
                self.put("openings", &format!("{slug}-position"), openings);
            }
        }
        let ids = [
            (0, "4HPwATDgc/ABMA"),
            (1, "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"),
            (2, "XGID=-a-B--C-dE---eE---c-e----B-:1:1:1:00:0:0:3:0:10"),
            (3, "4HPwATDgc/ABMA:cAkAAAAAAAAA"),
            (3, "XGID=-b----E-C---eE---c-e----B-:1:1:1:D:3:2:0:7:10"),
            (5, "XGID=-a---------------------A--:0:0:1:61:0:0:0:0:10"),
        ];
        for (n, (game, text)) in ids.into_iter().enumerate() {
            let bytes = [&[game], text.as_bytes()].concat();
            self.put("backgammon_id", &format!("id-{n}"), bytes);
        }
        for (byte, name) in (0..).zip(["plain", "cube", "jacoby", "match", "nack", "hyper"]) {
            let games = [5, 10, 11, 12, 13, 14];
            let table = at_random(game_at(games[byte as usize]), 9, 3);
            let mut bytes = vec![byte];
            bytes.extend(table.position().bytes());
            for foreign in table.foreign_positions() {
                bytes.extend(format!("\n{foreign}").bytes());
            }
            self.put("backgammon_id", name, bytes);
        }
    }

    fn robots(&mut self) {
        for name in ["avoid", "block", "catch", "clients", "four", "ten-by-ten", "torus"] {
            let path = format!("crates/robots/scenarios/{name}.toml");
            self.copy("scenario", &path);
            let text = std::fs::read_to_string(self.root.join(path)).expect("it is shipped");
            let scenario = Scenario::read(&text).expect("it is shipped");
            let mut world = World::new(&scenario, 5);
            let mut recorder = Recorder::new(scenario, 5);
            for _ in 0..6 {
                world.step(&mut Nobody, |event| recorder.note(event));
            }
            self.put("recording", name, recorder.finish().to_text());
        }
        self.put("lineup", "one", "follower");
        self.put("lineup", "both", "follower+blocker/avoider+crazy");
        self.put(
            "robots_protocol",
            "client",
            "join Anna\nsay seen 3 4\nmove 1 0 1\nsay hello\nmove 2 1 -1\nleave\n",
        );
        self.put(
            "robots_protocol",
            "faults",
            "join\njoin Nobody\nmove 1 2 0\nmove -1 0 0\nsay\nfly\n",
        );
    }

    fn words(&mut self) {
        let experiment = "title = \"x\"\nabout = \"\"\"\nof it\n\"\"\"\n[[step]]\nname = \"a\"\n\
             run = \"learn table tic-tac-toe --output {t}\"\n[[step]]\nname = \"b\"\n\
             game = \"tic-tac-toe\"\nplayers = [\"trained:weights={t},depth=1\", \"perfect\", \"random\"]\n\
             opening = 0\ngames = 200\n";
        self.put("experiment", "learned", experiment);
        let experiment = "title = \"y\"\nfindings = \"none\"\n[[step]]\nname = \"c\"\ngame = \"hex:size=3\"\n\
             format = \"swiss\"\nrounds = 3\nplayers = [\"random\", \"alphabeta:depth=2,table=1\"]\n\
             nodes = 100\ntime = 0.5\nclock = [60.0, 1.0]\nadjudicate = 100\nsprt = [0.0, 5.0]\nseed = 3\n";
        self.put("experiment", "contest", experiment);
        self.put("strategies", "shipped", StrategySet::shipped().write());
        self.copy("strategies", "crates/museum/src/gammon/strategies.toml");
        self.copy("templates", "crates/museum/src/gammon/templates.toml");
        let table = std::fs::read_to_string(self.root.join("books/kuttner1972.table"));
        let lines: Vec<String> =
            table.expect("it is shipped").lines().take(30).map(String::from).collect();
        self.put("kuttner", "table", lines.join("\n"));
        self.put("kuttner", "entries", "kuttner1972 table\n87 21 1\n40 12 -3\n");
        for (n, name) in [
            "hex:size=11,swap=true",
            "tic-tac-toe",
            "connect-four:size=4x4",
            "pentominoes:size=6x10,blocked=1/2/7,without=X/I",
            "draughts:variant=frisian",
            "backgammon:length=7,start=nackgammon",
            "backgammon:cube=on,jacoby=on,beavers=on",
            "go-moku:size=15,exact=true",
            "qubic",
        ]
        .iter()
        .enumerate()
        {
            self.put("game_spec", &format!("game-{n}"), name);
        }
        for (n, (game, name)) in [
            (0, "alphabeta:depth=6,table=1"),
            (0, "mangolas1990"),
            (1, "perfect:nodes=1000,table=1"),
            (1, "mcts:nodes=100,seed=3"),
            (2, "henge:level=easy"),
            (3, "kuttner1972:version=random,seed=4"),
            (4, "gier:strength=3,seed=1"),
            (5, "gammon"),
            (5, "expectimax:depth=2,table=1"),
            (7, "random:seed=7"),
            (0, "trained:depth=2,table=1"),
        ]
        .iter()
        .enumerate()
        {
            self.put("bot_spec", &format!("bot-{n}"), [&[*game], name.as_bytes()].concat());
        }
    }

    fn lines(&mut self) {
        let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
        // The second rule book among the games is the international one.
        let engine = "\u{1}id name=X version=\"1 2\"\nparam name=variant value=normal type=enum values=\"normal killer\"\nwait\nready\ninfo depth=3 score=0.25 nodes=1000 pv=\"32-28 19-23\"\ndone move=32-28 ponder=19-23\nerror message=\"so\"\n";
        self.put("hub", "engine", engine);
        let asked = format!(
            "\u{1}hub\ninit\nnew-game\npos pos={start} moves=\"32-28 19-23 28x19x23\"\n\
             level move-time=1\nlevel time=60 inc=2 moves=30\nlevel depth=3 nodes=100\ngo think\nping\nstop\nquit\n"
        );
        self.put("hub", "asked", asked);
        self.put(
            "gnubg",
            "start",
            "\u{2}\u{0}4HPwATDgc/ABMA\n8/5 6/5\n24/20\nbar/22* 6/5\n13/10 13/12\n6/off\n",
        );
        self.put("gier", "moves", "3\n-7\nc3,d4\nb6,c5\nd4,b6\nd4,c5,b6\nka\n");
        self.put("gier", "values", format!("{}0", "0/1/".repeat(15) + "2/"));
        self.put("tutor", "lesson", "go\nboard\nli 3\nwhy\ngr 3\nundo\ncs white blocking\ncd 2.5\nstats\nso\nge running\nhelp\n");
        self.put("tutor", "plays", "go 2\n8/5 6/5\nev 8/5 6/5 = 3\nlo 24/23\nmine\ntr\nre 7\nsw\ndi white both\n24/18 13/11\nxx\n");
        let job = Job {
            number: 3,
            round: 0,
            game: "tic-tac-toe".into(),
            bots: ["random".into(), "random:seed=2".into()],
            opening: henge_arena::Opening { position: None, moves: vec!["a1".into()] },
            seed: 7,
            allowance: Default::default(),
            adjudication: Default::default(),
            adjudicate: Some(10),
            comments: Default::default(),
        };
        self.put("job", "job", serde_json::to_string(&job).expect("plain data"));
        self.put("job", "plan", serde_json::to_string(&contest()).expect("plain data"));
        let bodies = [
            r#"{"game":"hex:size=5","seats":[{"kind":"human","name":"A","open":true},{"kind":"bot","bot":"random"}],"clock":{"seconds":60.0,"increment":1.5},"moves":["c3"],"invite":true}"#,
            r#"{"name":"B"}"#,
            r#"{"move":"c3","ply":0}"#,
            r#"{"action":"offer_draw"}"#,
            r#"{"time_ms":100}"#,
            r#"{"game":"hex:size=5","moves":["c3"],"bot":"random","lines":1,"time_ms":50}"#,
            r#"{"game":"hex:size=5","moves":["c3","b2"],"time_ms":20}"#,
            r#"{"game":"hex:size=5","setup":null,"moves":["c3"]}"#,
            r#"{"game":"tic-tac-toe","pieces":[{"site":0,"kind":0,"count":1}],"player":"first"}"#,
            r#"{"text":"[Game \"tic-tac-toe\"]\n\n1. b2 2. a1\n*\n"}"#,
            r#"{"game":"tic-tac-toe","moves":["b2",{"move":"a1","comment":"so","variations":[[{"move":"c3"}]]}],"tags":{"Event":"x"}}"#,
            r#"{"toml":"name = \"x\""}"#,
            r#"{"scenario":"four","seed":3}"#,
            r#"{"action":"pace","pace":2.5}"#,
            r#"{"text":"henge-robots 1\n"}"#,
            r#"{"name":"gammon","way":"black","seed":3,"lines":["go","grade 3"]}"#,
        ];
        for (n, body) in bodies.iter().enumerate() {
            let bytes = [&[n as u8], body.as_bytes()].concat();
            self.put("web", &format!("body-{n:02}"), bytes);
        }
    }

    fn learned(&mut self) {
        let toe = game_at(0);
        let name = toe.rules().name();
        let trainable = toe.trainable().expect("something can be learned about it");
        for set in trainable.feature_sets() {
            let label =
                Label { game: name.into(), features: set.name.into(), provenance: "a seed".into() };
            if let Some(n) = set.n_features {
                let weights: Vec<f32> = (0..n).map(|i| i as f32 / 8.0).collect();
                self.put("weights", set.name, write_linear(&label, &weights));
            } else {
                let mut table = ValueTable::default();
                (0..9).for_each(|code| table.correct(code * code, 0.25, 0.1));
                self.put("weights", set.name, table.to_bytes(&label));
            }
        }
        for (name, hidden) in [("one", 1), ("three", 3)] {
            let shape = Judge::shape(&[hidden], Activation::Relu).expect("a good shape");
            let n = shape.n_parameters();
            let parameters = (0..n).map(|i| (i % 7) as f32 / 8.0 - 0.375).collect();
            let net = Net::new(shape, parameters).expect("as many as there are");
            self.put("net", &format!("backgammon-{name}"), net.to_bytes("a seed"));
        }
        let plan = henge::learn::training::Plan {
            rounds: 1,
            games: 1,
            depth: 1,
            threads: 1,
            ..Default::default()
        };
        let model = henge::Model::Net(vec![2]);
        let training = trainable.begin(&model, "", &plan).expect("a good plan");
        self.put("net", "tic-tac-toe", training.to_bytes("a seed"));
        for (n, checkpoint) in checkpoints().into_iter().enumerate() {
            self.put("training", ["weights", "net", "table", "backgammon"][n], checkpoint);
        }
        let danish = Draughts::<u64>::new(Variant::Danish).expect("eight by eight squares");
        self.put("patterns", "few", write_weights(&danish, &[0.5, -1.0, 3.25]));
        let header = Header {
            schema: SCHEMA.into(),
            game: "tic-tac-toe".into(),
            features: "stones".into(),
            n_features: 18,
            players: ["random".into(), "random".into()],
            games: 1,
            seed: 1,
            opening: 2,
            explore: 0.5,
            version: "0".into(),
            columns: columns(),
        };
        let mut writer = Writer::new(Vec::new(), &header).expect("memory takes all");
        for n in 0..4 {
            let row = Row {
                game: 0,
                ply: n,
                position: "... ... ...".into(),
                result: [0.0, 0.5, 1.0][n as usize % 3],
                score: Some(n as i32 * 10 - 15).filter(|_| n != 2),
                points: None,
                i: vec![n, n + 3],
                x: vec![1.0, -0.5],
            };
            writer.add(&row).expect("memory takes all");
        }
        self.put("data", "rows", writer.finish(1).expect("memory takes all"));
    }

    fn solved(&mut self) {
        let mut to = Vec::new();
        TwoSided::new(1).expect("few men").write(&mut to).expect("memory takes all");
        self.put("bear_off", "one", &to);
        let danish = Draughts::<u64>::new(Variant::Danish).expect("eight by eight squares");
        let mut to = Vec::new();
        let endings = Endings::solve(&danish, 2).expect("few pieces");
        endings.write(&mut to).expect("memory takes all");
        println!("endings of two pieces: {} bytes", to.len());
        to.truncate(if to.len() > 20_000 { 2000 } else { to.len() });
        self.put("endings", "two", &to);

        let stop = AtomicBool::new(false);
        for (byte, name) in
            (0..).zip(["tic-tac-toe", "connect-four:size=4x4", "hex:size=2,swap=true", "fano"])
        {
            let game = henge_museum::game(name).expect("a good name");
            let name = game.rules().name();
            let solver = game.solving().expect("it has a solver");
            let books = game.books().expect("it has books");
            let table = game.rules().start();
            let slug = name.replace([':', '=', ','], "-");
            let progress = &mut |_, _: &dyn Fn() -> Vec<u8>| {
                stop.store(true, std::sync::atomic::Ordering::SeqCst)
            };
            let task = PartsTask::new(name, Goal::Value);
            let parts = solver.solve_in_parts(&*table, PartsTask { stop: &stop, progress, ..task });
            stop.store(false, std::sync::atomic::Ordering::SeqCst);
            if let Ok(parts) = parts {
                let mut bytes = vec![byte];
                bytes.extend(&parts.bytes);
                self.put("parts", &slug, bytes);
            }
            let mut book = Book::new(name, Vec::new());
            let task = BookTask { plies: 1, ..BookTask::new(Limits::nodes(50)) };
            let grown = books.extend(&mut book, &*table, task);
            grown.expect("its own game");
            self.put("book", &slug, book.to_bytes());
        }
        self.copy("book", "books/pentominoes-8x8.book");
        let toe = game_at(0);
        let prover = toe.proving().expect("it has proofs");
        let mut table = toe.rules().start();
        for mv in ["b2", "a1", "c3", "a3"] {
            table.play(mv).expect("a legal move");
        }
        for (name, plies) in [("whole", None), ("short", Some(2))] {
            let mut text = Vec::new();
            let task = ProofTask { plies, ..ProofTask::new(toe.rules().name()) };
            let proved = prover.prove(&*table, task, &mut text);
            proved.expect("a small game");
            self.put("proof", name, text);
        }

        let path = std::env::temp_dir().join(format!("henge-seeds-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let plan = contest();
        let mut journal = Journal::open(&path, &plan).expect("a file can be made");
        run_contest(
            &plan,
            &henge_museum::games(),
            &Threads(1),
            Some(&mut journal),
            &stop,
            &mut |_| {},
        )
        .expect("a good plan");
        self.put("journal", "four-games", std::fs::read(&path).expect("it was written"));
        let _ = std::fs::remove_file(&path);
    }
}

/// A table after so many moves by chance, fewer if the game ends before.
fn at_random(game: &Playable, plies: u64, seed: u64) -> Box<dyn DynMatch> {
    let mut table = game.rules().start();
    for ply in 0..plies {
        let moves = table.moves();
        if moves.is_empty() {
            break;
        }
        let mv = &moves[(mix64(seed ^ mix64(ply)) % moves.len() as u64) as usize];
        table.play(&mv.text).expect("a legal move");
        if let Turn::Over(_) = table.turn() {
            table.undo();
            break;
        }
    }
    table
}

/// A game of hexagons with words that no shipped game has.
const MANY_WORDS: &str = r#"name = "Many words"
players = ["Black", "White"]
blocked = ["c3"]
stones = [1, 2]
place = { beside = "any" }
capture = { surround = true }
pass = true
stuck = "passes"
end = "fewest"
limit = 60
start = [".x.", "....", "..#..", "....", ".o."]

[board]
hexhex = 3
regions = { middle = ["b3", "d3"] }

[[opening]]
move = 2
outside = "middle"

[[win]]
ring = true
captures = 9

[[win]]
for = "second"
connect = { any = 2, of = "corners" }

[[lose]]
lines = 5
"#;
