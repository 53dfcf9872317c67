//! Commands that work for long and go on after an interruption: killed again and again, they must
//! come to the same end as if nobody had touched them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use rand::RngExt;

use super::processes::sweep;
use super::program::Ended;
use super::subject::{Ctx, Subject};

/// A command and what it leaves.
pub struct Batch {
    name: &'static str,
    about: &'static str,
    /// The call.
    pub words: &'static str,
    /// Files that are compared with those of an undisturbed run.
    results: &'static [&'static str],
    /// Is there an old file in the place of each result? It must stay whole until the new one is.
    over_old: bool,
    /// The part of what it prints that is the same every time.
    prints: fn(&str) -> String,
    undisturbed: OnceLock<Result<Undisturbed, String>>,
}

/// How a run ends that nobody touches.
pub struct Undisturbed {
    /// The size of all files it leaves.
    pub bytes: u64,
    time: Duration,
    out: String,
    results: Vec<Vec<u8>>,
    files: BTreeSet<String>,
}

const OLD: &[u8] = b"what was here before\n";

const RECORD: &[u8] = include_bytes!("../../../testdata/records/hex.henge");

const EXPERIMENT: &str = r#"title = "Tic-Tac-Toe, small"

[[step]]
name = "learning"
run = "learn table tic-tac-toe --output {toe.table} --rounds 20 --seed 1 --measure 0 --threads 1"

[[step]]
name = "contest"
game = "tic-tac-toe"
players = ["trained:weights={toe.table},depth=1", "alphabeta:depth=2", "random"]
opening = 1
games = 40
"#;

fn nothing(_: &str) -> String {
    String::new()
}

fn everything(out: &str) -> String {
    out.into()
}

/// What was proved, without the time it took.
fn values(out: &str) -> String {
    let json: serde_json::Value = serde_json::from_str(out).unwrap_or_default();
    format!("{} {} {}", json["value"], json["proved"], json["moves"])
}

/// All of them.
pub fn all() -> Vec<Arc<Batch>> {
    let batch = |name, about, words, results, over_old, prints| {
        let undisturbed = OnceLock::new();
        Arc::new(Batch { name, about, words, results, over_old, prints, undisturbed })
    };
    vec![
        batch(
            "kill-tournament",
            "`tournament --journal` on threads, kill -9",
            "tournament connect-four:size=5x4 alphabeta:depth=2 mcts:nodes=20 random --games 60 \
             --seed 5 --threads 2 --journal cup.journal --save games.txt",
            &["games.txt"],
            true,
            everything,
        ),
        batch(
            "kill-processes",
            "`tournament --journal` in processes, kill -9",
            "tournament connect-four:size=5x4 alphabeta:depth=2 mcts:nodes=20 random --games 60 \
             --seed 5 --processes 2 --journal cup.journal --save games.txt",
            &["games.txt"],
            true,
            everything,
        ),
        batch(
            "kill-solve",
            "`solve --each --checkpoint`, kill -9",
            "solve hex:size=4 --each --json --checkpoint hex.parts --threads 2",
            &[],
            false,
            values,
        ),
        batch(
            "kill-weights",
            "`learn weights --checkpoint`, kill -9",
            "learn weights connect-four --method td --rounds 20 --games 20 --measure 0 --threads 2 \
             --checkpoint four.state -o four.weights",
            &["four.weights"],
            true,
            nothing,
        ),
        batch(
            "kill-net",
            "`learn net --checkpoint`, kill -9",
            "learn net connect-four --rounds 6 --games 20 --hidden 8 --measure 0 --threads 2 \
             --checkpoint four.state -o four.net",
            &["four.net"],
            true,
            nothing,
        ),
        batch(
            "kill-table",
            "`learn table --checkpoint`, kill -9",
            "learn table tic-tac-toe --rounds 40 --measure 0 --threads 2 --checkpoint toe.state \
             -o toe.table",
            &["toe.table"],
            true,
            nothing,
        ),
        batch(
            "kill-backgammon",
            "`learn backgammon --checkpoint`, kill -9",
            "learn backgammon --hidden 8 --games 200 --lookahead 0 --measure 0 --progress 0.05 \
             --threads 2 --checkpoint gammon.state -o gammon.net",
            &["gammon.net"],
            true,
            nothing,
        ),
        batch(
            "kill-data",
            "`learn data` over an old file, kill -9",
            "learn data connect-four --games 60 --bot alphabeta:depth=1 --threads 2 -o four.jsonl",
            &["four.jsonl"],
            true,
            nothing,
        ),
        batch(
            "kill-endings",
            "`endings build`, kill -9",
            "endings build draughts:variant=russian --pieces 3 --threads 2 -o russian.endings",
            &["russian.endings"],
            true,
            nothing,
        ),
        batch(
            "kill-book",
            "`book build`, kill -9",
            "book build hex:size=4 --plies 2 -o hex.book",
            &["hex.book"],
            false,
            nothing,
        ),
        batch(
            "kill-repertoire",
            "`book build --repertoire`, kill -9",
            "book build connect-four:size=5x4 --repertoire --easy 1000 -o four.book",
            &["four.book"],
            false,
            nothing,
        ),
        batch(
            "kill-experiment",
            "`experiment run`, kill -9",
            "experiment run small.toml --threads 2",
            &["small/files/toe.table", "small/files/contest.games"],
            false,
            nothing,
        ),
    ]
}

/// Other commands that write a file in one go.
pub fn writers() -> Vec<Arc<Batch>> {
    let batch = |words, results| {
        let (name, about, undisturbed) = ("writer", "", OnceLock::new());
        Arc::new(Batch {
            name,
            about,
            words,
            results,
            over_old: true,
            prints: nothing,
            undisturbed,
        })
    };
    vec![
        batch("show hex --svg -o board.svg", &["board.svg"]),
        batch("convert hex.henge --to json -o hex.json", &["hex.json"]),
        batch("random pentominoes --games 20 --save games.txt", &["games.txt"]),
        batch(
            "match tic-tac-toe --first alphabeta:depth=2 --second random --games 20 --threads 2 \
             --save games.txt --report match.html",
            &["games.txt", "match.html"],
        ),
        batch("solve hex:size=3 --proof hex.proof", &["hex.proof"]),
        batch(
            "robots catch --quiet --steps 40 --record hunt.txt --svg hunt.svg",
            &["hunt.txt", "hunt.svg"],
        ),
        batch("learn gammon my.toml --measure 0", &["my.toml"]),
        batch("learn kuttner1972 my.table --games 2", &[]),
        batch("gammon --batch single --seed 1 -o games.txt", &["games.txt"]),
    ]
}

/// All files below a folder, by their names in it.
pub fn listing(folder: &Path) -> BTreeSet<String> {
    fn walk(folder: &Path, before: &str, all: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = format!("{before}{}", entry.file_name().display());
            match entry.path().is_dir() {
                true => walk(&entry.path(), &format!("{name}/"), all),
                false => _ = all.insert(name),
            }
        }
    }
    let mut all = BTreeSet::new();
    walk(folder, "", &mut all);
    all
}

impl Batch {
    /// Puts into a folder what the command reads and what it replaces.
    pub fn prepare(&self, folder: &Path) -> Result<(), String> {
        let write = |name: &str, bytes: &[u8]| {
            fs::write(folder.join(name), bytes).map_err(|error| format!("{name}: {error}"))
        };
        if self.words.contains("small.toml") {
            write("small.toml", EXPERIMENT.as_bytes())?;
        }
        if self.words.contains("hex.henge") {
            write("hex.henge", RECORD)?;
        }
        let mut old = self.results.iter().filter(|_| self.over_old);
        old.try_for_each(|name| write(name, OLD))
    }

    /// It was done before it could be killed.
    fn begin_anew(&self, ctx: &Ctx) -> Result<(), String> {
        let clear = fs::remove_dir_all(&ctx.folder).and_then(|()| fs::create_dir(&ctx.folder));
        clear.map_err(|error| error.to_string())?;
        self.prepare(&ctx.folder)
    }

    /// Runs it once in peace.
    pub fn undisturbed(&self, ctx: &Ctx) -> Result<&Undisturbed, String> {
        let look = || {
            let folder = tempfile::tempdir_in(&ctx.shared).map_err(|error| error.to_string())?;
            let folder = folder.path();
            self.prepare(folder)?;
            let began = Instant::now();
            let ended = ctx.henge.call(folder, self.words).succeed()?;
            let read = |name: &&str| {
                fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}"))
            };
            let results = self.results.iter().map(read).collect::<Result<_, _>>()?;
            let (time, files) = (began.elapsed(), listing(folder));
            let size = |name| fs::metadata(folder.join(name)).map_or(0, |file| file.len());
            let bytes = files.iter().map(size).sum();
            Ok(Undisturbed { bytes, time, out: ended.out, results, files })
        };
        self.undisturbed.get_or_init(look).as_ref().map_err(Clone::clone)
    }

    /// Results are the old or the new ones, and nothing between.
    pub fn check_whole(&self, ctx: &mut Ctx, folder: &Path, expected: &Undisturbed) {
        for (name, new) in self.results.iter().zip(&expected.results).filter(|_| self.over_old) {
            let found = fs::read(folder.join(name)).unwrap_or_default();
            let whole = found == OLD || found == *new;
            ctx.check(whole, || {
                format!("{name} is neither the old nor the new file: {} bytes", found.len())
            });
        }
    }

    /// It has come to the same end, and nothing is left over.
    pub fn check_end(&self, ctx: &mut Ctx, folder: &Path, ended: &Ended, expected: &Undisturbed) {
        let (said, wanted) = ((self.prints)(&ended.out), (self.prints)(&expected.out));
        ctx.check(said == wanted, || format!("it prints {said:?} instead of {wanted:?}"));
        for (name, bytes) in self.results.iter().zip(&expected.results) {
            let found = fs::read(folder.join(name)).unwrap_or_default();
            ctx.check(found == *bytes, || {
                format!("{name} has {} other bytes, {} expected", found.len(), bytes.len())
            });
        }
        let files = listing(folder);
        let orphans: Vec<&String> = files.difference(&expected.files).collect();
        ctx.check(orphans.is_empty(), || format!("files are left over: {orphans:?}"));
    }
}

impl Subject for Arc<Batch> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        let expected = self.undisturbed(ctx)?;
        self.prepare(&ctx.folder)?;
        for _ in 0..3 + ctx.below(4) {
            // More often early than late, as what was done already is not done again.
            let share: f64 = ctx.rng.random();
            let time = expected.time.mul_f64(share * share);
            match ctx.call(self.words).start()?.kill_after(time)? {
                None => ctx.fault(),
                Some(ended) if ended.code() != Some(0) => {
                    return Err(format!("going on: {}", ended.describe()));
                }
                Some(_) if ctx.tally.faults == 0 => self.begin_anew(ctx)?,
                Some(_) => break,
            }
            // Processes that it has started notice that they are alone.
            let left = sweep(&ctx.folder, Duration::from_secs(30));
            ctx.check(left.is_empty(), || format!("still at work: {left:?}"));
            self.check_whole(ctx, &ctx.folder.clone(), expected);
        }
        let ended = ctx.call(self.words).succeed().map_err(|why| format!("going on: {why}"))?;
        self.check_end(ctx, &ctx.folder.clone(), &ended, expected);
        Ok(())
    }
}

/// Kills just when a file appears that no finished run leaves: after the next run it must be gone.
pub struct Orphans(pub Vec<Arc<Batch>>);

impl Subject for Orphans {
    fn name(&self) -> &'static str {
        "orphans"
    }

    fn about(&self) -> &'static str {
        "all of these, kill -9 while a file is written"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        let batch = ctx.in_turn(&self.0);
        let expected = batch.undisturbed(ctx)?;
        batch.prepare(&ctx.folder)?;
        for _ in 0..4 {
            // Not always the first one that is written.
            let skip = ctx.below(2) as usize;
            let mut running = ctx.call(batch.words).start()?;
            let mut seen = BTreeSet::new();
            while !running.has_ended() && seen.len() <= skip {
                seen.extend(listing(&ctx.folder).difference(&expected.files).cloned());
            }
            if running.has_ended() {
                if ctx.tally.faults > 0 {
                    break;
                }
                batch.begin_anew(ctx)?;
                continue;
            }
            running.kill()?;
            ctx.fault();
            sweep(&ctx.folder, Duration::from_secs(30));
            let files = listing(&ctx.folder);
            let left = files.difference(&expected.files).count();
            ctx.note("temporary files caught", left as u64);
            batch.check_whole(ctx, &ctx.folder.clone(), expected);
        }
        let ended = ctx.call(batch.words).succeed().map_err(|why| format!("going on: {why}"))?;
        batch.check_end(ctx, &ctx.folder.clone(), &ended, expected);
        Ok(())
    }
}

/// The same command twice at once, on the same files: one may be refused, and nothing is spoiled.
pub struct Twice(pub Vec<Arc<Batch>>);

impl Subject for Twice {
    fn name(&self) -> &'static str {
        "twice"
    }

    fn about(&self) -> &'static str {
        "all of these, twice at once on the same files"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        let batch = ctx.in_turn(&self.0);
        let expected = batch.undisturbed(ctx)?;
        batch.prepare(&ctx.folder)?;
        let first = ctx.call(batch.words).start()?;
        std::thread::sleep(expected.time.mul_f64(ctx.rng.random::<f64>() / 2.0));
        let second = ctx.call(batch.words).start()?;
        ctx.fault();
        let both = [first.wait()?, second.wait()?];
        for ended in &both {
            let polite =
                ended.code() == Some(0) || ended.code() == Some(1) && ended.err.contains("henge: ");
            ctx.check(polite, || format!("henge {}: {}", batch.words, ended.describe()));
        }
        let done = both.iter().any(|ended| ended.code() == Some(0));
        ctx.check(done, || format!("henge {}: neither comes to an end", batch.words));
        let refused = both.iter().filter(|ended| ended.code() != Some(0)).count();
        ctx.note("refused", refused as u64);
        batch.check_whole(ctx, &ctx.folder.clone(), expected);
        let ended = ctx.call(batch.words).succeed().map_err(|why| format!("going on: {why}"))?;
        batch.check_end(ctx, &ctx.folder.clone(), &ended, expected);
        Ok(())
    }
}
