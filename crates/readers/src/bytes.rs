//! Files that henge has written.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use henge::bots::neural::evaluator::{Judge, Tables};
use henge::bots::neural::training as backgammon;
use henge::games::backgammon::bear_off::{OneSided, TwoSided};
use henge::games::draughts::endings::Endings;
use henge::games::draughts::patterns::{MAGIC, read_weights as read_patterns, write_weights};
use henge::games::draughts::{Draughts, Variant};
use henge::learn::data::{Reader, Target, Writer, examples};
use henge::learn::net::{Activation, Net, Scratch};
use henge::learn::table::ValueTable;
use henge::learn::training::{Plan, Training};
use henge::learn::{label_of, read_weights, write_weights as write_linear};
use henge::search::book::{Book, Builder};
use henge::{Check, Model, Notation, Sample};
use henge_arena::{Format, Journal};

use crate::{game_at, mend, refused, tables, text};

/// Games small enough to learn something about in no time.
const LEARNABLE: [&str; 3] = ["tic-tac-toe", "connect-four:size=4x4", "stonehenge"];

/// Coefficients and tables of values.
pub fn weights(bytes: &[u8]) {
    for bytes in [bytes, &mend::crc(bytes)] {
        match read_weights(bytes) {
            Ok((label, weights)) => assert_eq!(write_linear(&label, &weights), bytes),
            Err(error) => refused(error),
        }
        match ValueTable::from_bytes(bytes) {
            Ok((label, table)) => assert_eq!(table.to_bytes(&label), bytes),
            Err(error) => refused(error),
        }
        learned(bytes);
    }
}

/// What was learned is used by the game that it was learned for.
fn learned(bytes: &[u8]) {
    let name = match label_of(bytes) {
        Ok(label) => label.game,
        Err(error) => return refused(error),
    };
    // A file for another game is refused, by the first of these.
    let name = LEARNABLE.into_iter().find(|known| *known == name).unwrap_or(LEARNABLE[0]);
    let game = tables::known(name).expect("it is one of the games");
    let trainable = game.trainable().expect("something can be learned about it");
    if let Err(error) = trainable.check(bytes) {
        refused(error);
    }
}

/// Nets of any game, and of backgammon.
pub fn net(bytes: &[u8]) {
    for bytes in [bytes, &mend::crc(bytes)] {
        match Net::from_bytes(bytes) {
            Ok((net, provenance)) => {
                assert_eq!(net.to_bytes(&provenance), bytes);
                let mut scratch = Scratch::new(net.shape());
                let n = net.run(&[], &mut scratch).len();
                assert_eq!(n, net.shape().outputs());
            }
            Err(error) => refused(error),
        }
        if let Err(error) = Judge::from_bytes(bytes, few_tables()) {
            refused(error);
        }
        learned(bytes);
    }
}

/// The tables of a judge, as small as they can be.
fn few_tables() -> Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    let make = || {
        let two_sided = TwoSided::new(1).expect("one man a side is few enough");
        Arc::new(Tables { one_sided: OneSided::new(), two_sided })
    };
    Arc::clone(TABLES.get_or_init(make))
}

/// Weights of draughts; a short file is also tried with zeros behind it, up to its right length.
pub fn patterns(bytes: &[u8]) {
    static GAME: OnceLock<Draughts<u64>> = OnceLock::new();
    let game = GAME.get_or_init(|| Draughts::new(Variant::Danish).expect("eight by eight squares"));
    let head = write_weights(game, &[]);
    let with_head = [&head[..], bytes].concat();
    for bytes in [bytes, &with_head] {
        match read_patterns(game, bytes) {
            Ok(weights) => {
                let again = read_patterns(game, &write_weights(game, &weights));
                // Files of the first kind say some things more exactly.
                if bytes.starts_with(MAGIC) {
                    assert_eq!(again.expect("what was written"), weights);
                }
            }
            Err(error) => refused(error),
        }
    }
}

/// Weights of Othello, which have zeros in a row as their number.
pub fn othello_weights(bytes: &[u8]) {
    use henge::games::othello::patterns::{MAGIC, read_weights, write_weights};
    let with_head = [&MAGIC[..], bytes].concat();
    for bytes in [bytes, &with_head] {
        match read_weights(bytes) {
            Ok(weights) => {
                let again = read_weights(&write_weights(&weights)).expect("what was written");
                assert_eq!(again, weights);
            }
            Err(error) => refused(error),
        }
    }
}

/// Books, and the moves they know at the start.
pub fn book(bytes: &[u8]) {
    for bytes in [bytes, &mend::blake3_sum(bytes)] {
        let book = match Book::from_bytes(bytes) {
            Ok(book) => book,
            Err(error) => {
                refused(error);
                continue;
            }
        };
        let written = book.to_bytes();
        assert_eq!(Book::from_bytes(&written).as_ref(), Ok(&book));
        assert!(Builder::from_book(&book).len() <= book.len());
        for name in ["tic-tac-toe", "connect-four:size=4x4"] {
            let game = tables::known(name).expect("it is one of the games");
            let books = game.books().expect("it has books");
            let mut table = game.rules().start();
            // A book of another game may know something here by chance, or nothing.
            while let Some((mv, _)) = books.moves(&book, &*table).expect("its own game").first() {
                table.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
            }
        }
        if let Err(error) = book.of("hex:size=3") {
            refused(error);
        }
    }
}

/// Proofs about small games; the second line says about which.
pub fn proof(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let told = text.lines().nth(1).and_then(|line| line.strip_prefix("game "));
    let small = ["tic-tac-toe", "hex:size=2,swap=true", "connect-four:size=4x4", "fano"];
    let name = small.into_iter().find(|name| Some(*name) == told).unwrap_or(small[0]);
    let game = tables::known(name).expect("it is one of the games");
    let prover = game.proving().expect("it has proofs");
    for text in [text, &mend::proof(text)] {
        let check = Check::new(Sample { count: 3, seed: 1 });
        match prover.verify(game.rules().name(), &mut text.as_bytes(), check) {
            Ok(verified) => assert!(!verified.claims.is_empty()),
            Err(error) => refused(error),
        }
    }
}

/// What solving in parts has written down; the first byte chooses the game.
pub fn parts(bytes: &[u8]) {
    let Some((&game, bytes)) = bytes.split_first() else { return };
    let games = ["tic-tac-toe", "connect-four:size=4x4", "hex:size=2,swap=true", "fano"];
    let name = games[usize::from(game) % games.len()];
    let game = tables::known(name).expect("it is one of the games");
    let books = game.books().expect("it has books");
    for bytes in [bytes, &mend::blake3_sum(bytes)] {
        match books.of_parts(&*game.rules().start(), game.rules().name(), bytes) {
            Ok(book) => assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book)),
            Err(error) => refused(error),
        }
    }
}

/// A plan of learning as short as can be.
fn short_plan() -> Plan {
    Plan { rounds: 1, games: 1, depth: 1, threads: 1, ..Plan::default() }
}

/// What lessons are to be gone on with.
fn lessons(model: &Model) -> Box<dyn Training> {
    let game = game_at(0);
    let trainable = game.trainable().expect("something can be learned about it");
    trainable.begin(model, "", &short_plan()).expect("a good plan")
}

/// Backgammon's training with a net as small as can be.
fn backgammon_lessons() -> backgammon::Trainer {
    let plan = backgammon::Plan {
        hidden: vec![1],
        activation: Activation::Relu,
        seed: 1,
        threads: 1,
        stages: Vec::new(),
    };
    backgammon::Trainer::new(plan, few_tables(), None).expect("a shape that can be")
}

/// Checkpoints of learning.
pub fn training(bytes: &[u8]) {
    for bytes in [bytes, &mend::training(bytes)] {
        for model in [Model::Weights, Model::Net(vec![1]), Model::Table] {
            let mut training = lessons(&model);
            match training.resume(bytes) {
                Ok(()) => {
                    let again = training.checkpoint();
                    training.resume(&again).expect("its own checkpoint");
                    assert_eq!(training.checkpoint(), again);
                }
                Err(error) => refused(error),
            }
        }
    }
    for bytes in [bytes, &mend::backgammon_training(bytes)] {
        let mut training = backgammon_lessons();
        match training.resume(bytes) {
            Ok(()) => {
                let again = training.checkpoint();
                training.resume(&again).expect("its own checkpoint");
            }
            Err(error) => refused(error),
        }
    }
}

/// Checkpoints that are read, to begin with.
pub fn checkpoints() -> Vec<Vec<u8>> {
    let models = [Model::Weights, Model::Net(vec![1]), Model::Table];
    let mut all: Vec<Vec<u8>> = models.iter().map(|model| lessons(model).checkpoint()).collect();
    all.push(backgammon_lessons().checkpoint());
    all
}

/// The contest whose journals are read.
pub fn contest() -> henge_arena::Plan {
    henge_arena::Plan {
        game: "tic-tac-toe".into(),
        players: vec!["random".into(), "random:seed=2".into()],
        format: Format::RoundRobin,
        games: 4,
        ..henge_arena::Plan::default()
    }
}

/// Journals, as files: that is how they are opened.
pub fn journal(bytes: &[u8]) {
    let plan = contest();
    let fingerprint = plan.fingerprint();
    let head = format!("henge-arena 1 {fingerprint}\n");
    for bytes in [bytes, &mend::journal(bytes, &head, &fingerprint)] {
        let memory = Path::new("/dev/shm");
        let builder = tempfile::Builder::new();
        let file = match memory.is_dir() {
            true => builder.tempfile_in(memory),
            false => builder.tempfile(),
        };
        let mut file = file.expect("there is room for a file");
        file.write_all(bytes).expect("there is room for the file");
        match Journal::open(file.path(), &plan) {
            Ok(journal) => {
                let n = journal.n_found();
                drop(journal);
                let again = Journal::open(file.path(), &plan).expect("it was good before");
                assert_eq!(again.n_found(), n);
                assert_eq!(again.damage(), None, "what is opened once is in order");
            }
            Err(error) => refused(error),
        }
    }
}

/// Endings of two pieces in danish draughts.
pub fn endings(bytes: &[u8]) {
    static GAME: OnceLock<Draughts<u64>> = OnceLock::new();
    let game = GAME.get_or_init(|| Draughts::new(Variant::Danish).expect("eight by eight squares"));
    for bytes in [bytes, &mend::endings(bytes)] {
        match Endings::read(game, bytes) {
            Ok(endings) => {
                let mut again = Vec::new();
                endings.write(&mut again).expect("memory takes all");
                assert_eq!(again, bytes);
                for text in ["W:WKa1:BKh8", "B:Wb2:BKg7", "W:Wc3,e3:Bd6"] {
                    if let Ok(pos) = game.read_position(text) {
                        endings.probe(&pos);
                    }
                }
            }
            Err(error) => refused(error),
        }
    }
}

/// Tables of bearing off.
pub fn bear_off(bytes: &[u8]) {
    match TwoSided::read(bytes) {
        Ok(table) => {
            let mut again = Vec::new();
            table.write(&mut again).expect("memory takes all");
            assert_eq!(again, bytes);
            if let Err(error) = table.check() {
                refused(error);
            }
        }
        Err(error) => refused(error),
    }
}

/// Data sets.
pub fn data(bytes: &[u8]) {
    let mended = text(bytes).map(mend::data);
    for bytes in [Some(bytes), mended.as_deref().map(str::as_bytes)].into_iter().flatten() {
        let mut reader = match Reader::new(bytes) {
            Ok(reader) => reader,
            Err(error) => {
                refused(error);
                continue;
            }
        };
        let mut writer = Writer::new(Vec::new(), reader.header()).expect("memory takes all");
        let read = loop {
            match reader.next_row() {
                Ok(Some(row)) => writer.add(&row).expect("memory takes all"),
                Ok(None) => break true,
                Err(error) => {
                    break {
                        refused(error);
                        false
                    };
                }
            }
        };
        if !read {
            continue;
        }
        let games = reader.games().expect("it was read to its end");
        let written = writer.finish(games).expect("memory takes all");
        for target in [Target::Result, Target::Score, Target::Mixed(0.5)] {
            let mut reader = Reader::new(&written[..]).expect("what we wrote can be read");
            examples(&mut reader, target).expect("what we wrote can be read");
        }
    }
}
