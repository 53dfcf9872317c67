//! Flipped bits and cuts in files of every kind: no crash, no hang, no flood of memory, and no other
//! result than before where a file has checksums.

use std::fs;
use std::sync::OnceLock;
use std::time::Duration;

use super::damage::damage;
use super::program::Bounds;
use super::subject::{Ctx, Subject};

/// More than any reader needs for files as small as these.
pub const BOUNDS: Bounds = Bounds { cpu: Some(10), memory: Some(4096), file_blocks: None };

/// A kind of file.
struct Kind {
    /// The name of the file.
    file: &'static str,
    /// Where a whole one comes from.
    source: Source,
    /// Commands that read it; `FILE` stands for its name.
    readers: &'static [&'static str],
    /// Has it checksums, or proves itself, so that a damaged one never gives another result? Then
    /// that is what a reader prints, or the file `out` if it writes that.
    summed: bool,
}

enum Source {
    /// From the repository.
    Kept(&'static [u8]),
    /// A command writes it.
    Written(&'static str),
    /// A command prints it.
    Printed(&'static str),
}

use Source::{Kept, Printed, Written};

const KINDS: &[Kind] = &[
    Kind {
        file: "f.henge",
        source: Kept(include_bytes!("../../../testdata/records/hex.henge")),
        readers: &["convert FILE --to json", "replay FILE", "games --import FILE"],
        summed: false,
    },
    Kind {
        file: "f.pdn",
        source: Kept(include_bytes!("../../../testdata/records/draughts-dragon.pdn")),
        readers: &["convert FILE --to json", "replay FILE"],
        summed: false,
    },
    Kind {
        file: "f.mat",
        source: Kept(include_bytes!("../../../testdata/records/match-3.mat")),
        readers: &["convert FILE --to json"],
        summed: false,
    },
    Kind {
        file: "f.toml",
        source: Kept(include_bytes!("../../../crates/henge/games/fano.toml")),
        readers: &["check FILE", "show FILE", "solve FILE --time 0.5"],
        summed: false,
    },
    Kind {
        file: "f.toml",
        source: Printed("robots catch --toml"),
        readers: &["robots FILE --steps 5 --quiet"],
        summed: false,
    },
    Kind {
        file: "f.toml",
        source: Kept(include_bytes!("../../../experiments/gammon.toml")),
        readers: &["experiment check FILE"],
        summed: false,
    },
    Kind {
        file: "f.toml",
        source: Written("learn gammon f.toml --measure 0"),
        readers: &["gammon --batch single --white FILE --seed 1"],
        summed: false,
    },
    Kind {
        file: "f.txt",
        source: Written("robots catch --quiet --steps 20 --record f.txt"),
        readers: &["robots --replay FILE --quiet"],
        summed: false,
    },
    Kind {
        file: "f.table",
        source: Kept(include_bytes!("../../../crates/museum/data/kuttner1972.table")),
        readers: &["learn kuttner1972 FILE --show"],
        summed: false,
    },
    Kind {
        file: "f.weights",
        source: Written(
            "learn weights connect-four --method td --rounds 2 --games 10 --measure 0 -o f.weights",
        ),
        readers: &["match connect-four --first trained:weights=FILE,depth=1 --second random \
                    --games 2 --json"],
        summed: true,
    },
    Kind {
        file: "f.net",
        source: Written(
            "learn net connect-four --rounds 1 --games 10 --hidden 4 --measure 0 -o f.net",
        ),
        readers: &["match connect-four --first trained:weights=FILE,depth=1 --second random \
                    --games 2 --json"],
        summed: true,
    },
    Kind {
        file: "f.table",
        source: Written("learn table tic-tac-toe --rounds 2 --measure 0 -o f.table"),
        readers: &["match tic-tac-toe --first trained:weights=FILE,depth=1 --second random \
                    --games 2 --json"],
        summed: true,
    },
    Kind {
        file: "f.net",
        source: Written(
            "learn backgammon --hidden 4 --games 20 --lookahead 0 --measure 0 -o f.net",
        ),
        readers: &["match backgammon --first neural:net=FILE,plies=0 --second random --games 2 \
                    --json"],
        summed: true,
    },
    Kind {
        file: "f.book",
        source: Written("book build hex:size=3 --plies 2 -o f.book"),
        readers: &["book show hex:size=3 --book FILE"],
        summed: true,
    },
    Kind {
        file: "f.proof",
        source: Written("solve hex:size=3 --proof f.proof"),
        readers: &["verify FILE"],
        summed: true,
    },
    Kind {
        file: "f.parts",
        source: Written("solve hex:size=3 --each --json --threads 2 --checkpoint f.parts"),
        readers: &[
            // With a thread a core, a large machine would need more memory than the test allows.
            "solve hex:size=3 --each --json --threads 2 --checkpoint FILE",
            "book build hex:size=3 --parts FILE -o out",
        ],
        summed: true,
    },
    Kind {
        file: "f.state",
        source: Written(
            "learn table tic-tac-toe --rounds 2 --measure 0 --checkpoint f.state -o out",
        ),
        readers: &["learn table tic-tac-toe --rounds 2 --measure 0 --checkpoint FILE -o out"],
        summed: true,
    },
    Kind {
        file: "f.state",
        source: Written(
            "learn backgammon --hidden 4 --games 20 --lookahead 0 --measure 0 --checkpoint f.state \
             -o out",
        ),
        readers: &[
            "learn backgammon --hidden 4 --games 20 --lookahead 0 --measure 0 --checkpoint \
                    FILE -o out",
        ],
        summed: true,
    },
    Kind {
        file: "f.endings",
        source: Written("endings build draughts:variant=russian --pieces 2 -o f.endings"),
        readers: &["endings check draughts:variant=russian FILE"],
        summed: true,
    },
    Kind {
        file: "f.jsonl",
        source: Written("learn data connect-four --games 3 --bot random -o f.jsonl"),
        readers: &["learn data --check FILE"],
        summed: true,
    },
    Kind {
        file: "f.journal",
        source: Written(
            "tournament hex:size=3 alphabeta:depth=1 random --games 10 --save out --journal f.journal",
        ),
        readers: &[
            "tournament hex:size=3 alphabeta:depth=1 random --games 10 --save out --journal \
                    FILE",
        ],
        summed: true,
    },
];

/// A whole file, and what its readers make of it.
struct Sample {
    bytes: Vec<u8>,
    results: Vec<String>,
}

/// Files of all kinds.
pub struct Files {
    samples: Vec<OnceLock<Result<Sample, String>>>,
}

impl Default for Files {
    fn default() -> Files {
        Files { samples: KINDS.iter().map(|_| OnceLock::new()).collect() }
    }
}

impl Files {
    fn sample(&self, i: usize, ctx: &Ctx) -> Result<&Sample, String> {
        let Kind { file, source, readers, .. } = &KINDS[i];
        let make = || {
            match source {
                Kept(bytes) => ctx.write(file, bytes)?,
                Written(words) => _ = ctx.call(words).succeed()?,
                Printed(words) => ctx.write(file, ctx.call(words).succeed()?.out)?,
            }
            let bytes = ctx.read(file)?;
            let result = |reader: &&str| {
                let (result, _) = read(ctx, file, reader)?;
                result.ok_or_else(|| format!("a whole {file} is not read by {reader}"))
            };
            let results = readers.iter().map(result).collect::<Result<_, _>>()?;
            Ok(Sample { bytes, results })
        };
        self.samples[i].get_or_init(make).as_ref().map_err(Clone::clone)
    }
}

/// What the reader makes of the file, if it takes it; and what crashed.
fn read(ctx: &Ctx, file: &str, reader: &str) -> Result<(Option<String>, Option<String>), String> {
    let _ = fs::remove_file(ctx.path("out"));
    let call = ctx.call(&reader.replace("FILE", file)).bounds(BOUNDS);
    let ended = call.patience(Duration::from_secs(120)).run()?;
    let result = match fs::read(ctx.path("out")) {
        Ok(out) => out.escape_ascii().to_string(),
        Err(_) => ended.out.clone(),
    };
    Ok(((ended.code() == Some(0)).then_some(result), ended.crash()))
}

impl Subject for Files {
    fn name(&self) -> &'static str {
        "files-damaged"
    }

    fn about(&self) -> &'static str {
        "flipped bits and cuts in files of every kind"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        let i = ctx.turn as usize % KINDS.len();
        let Kind { file, readers, summed, .. } = &KINDS[i];
        let sample = self.sample(i, ctx)?;
        for _ in 0..12 {
            let damaged = damage(&mut ctx.rng, &sample.bytes);
            for (reader, expected) in readers.iter().zip(&sample.results) {
                ctx.write(file, &damaged)?;
                ctx.fault();
                let (result, crash) = read(ctx, file, reader)?;
                let other = *summed && result.as_ref().is_some_and(|result| result != expected);
                if crash.is_some() || other {
                    let name = format!("damaged-{}-{file}", ctx.tally.lost.len());
                    fs::write(ctx.io.join(&name), &damaged).map_err(|error| error.to_string())?;
                    let what = crash.unwrap_or_else(|| "another result".into());
                    ctx.lost(format!("henge {reader} with io/{name}: {what}"));
                }
                ctx.note(if result.is_some() { "taken" } else { "refused" }, 1);
            }
        }
        Ok(())
    }
}

/// A damaged line in a journal costs that line.
pub struct Journal;

const CUP: &str = "tournament connect-four:size=5x4 alphabeta:depth=3 mcts:nodes=100 random --games 40 \
                   --threads 1 --journal cup.journal --save games.txt";

impl Subject for Journal {
    fn name(&self) -> &'static str {
        "journal-damaged"
    }

    fn about(&self) -> &'static str {
        "a damaged line in the middle of a journal"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        let expected = ctx.call(CUP).succeed()?;
        let usual = without_numbers(&ctx.call(CUP).succeed()?.err);
        let (journal, games) = (ctx.read("cup.journal")?, ctx.read("games.txt")?);
        for _ in 0..4 {
            let lines: Vec<&[u8]> = journal.split_inclusive(|&byte| byte == b'\n').collect();
            let n = 1 + ctx.below(lines.len() as u64 - 1) as usize;
            let mut line = lines[n].to_vec();
            // Its end stays, or the next line would be damaged too.
            let at = ctx.below(line.len() as u64 - 1) as usize;
            line[at] ^= 1 << ctx.below(7);
            if line[at] == b'\n' {
                continue;
            }
            let damaged = [&lines[..n], &[&line], &lines[n + 1..]].concat().concat();
            for entry in fs::read_dir(&ctx.folder).into_iter().flatten().flatten() {
                let _ = fs::remove_file(entry.path());
            }
            ctx.write("cup.journal", &damaged)?;
            ctx.fault();
            // Killed right at the beginning: nothing may have been thrown away by then.
            let killed = ctx.below(2) == 0;
            if killed {
                let time = Duration::from_millis(10 + ctx.below(60));
                ctx.call(CUP).start()?.kill_after(time)?;
            }
            let there = everything(ctx);
            let gone = lines.iter().enumerate().filter(|(i, l)| *i != n && !contains(&there, l));
            let gone = gone.count();
            ctx.check(gone == 0, || {
                format!("line {n} of {} is damaged, and {gone} others are gone", lines.len())
            });
            let ended = ctx.call(CUP).succeed()?;
            ctx.check(contains(&everything(ctx), &line), || "no copy of the line is kept".into());
            let told = without_numbers(&ended.err);
            let news = told.lines().any(|line| !usual.contains(line));
            ctx.check(news || killed, || format!("nothing is said about it: {told:?}"));
            let same = ended.out == expected.out && ctx.read("games.txt")? == games;
            ctx.check(same, || "the results are others".into());
        }
        Ok(())
    }
}

fn without_numbers(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// The bytes of all files of the round.
fn everything(ctx: &Ctx) -> Vec<u8> {
    let files = fs::read_dir(&ctx.folder).into_iter().flatten().flatten();
    files.flat_map(|entry| fs::read(entry.path()).unwrap_or_default()).collect()
}

fn contains(all: &[u8], part: &[u8]) -> bool {
    let part = part.trim_ascii_end();
    all.windows(part.len()).any(|window| window == part)
}
