//! The Hub protocol: henge as an engine, henge with an engine, and both together.

// Clippy allows this in tests, but not in the functions they share.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use henge::{Limits, Outcome, Turn};

const BIN: &str = env!("CARGO_BIN_EXE_henge");
const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
/// Longer than this nothing takes, even on a busy machine.
const LONG: Duration = Duration::from_secs(30);

struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn new(args: &[&str]) -> Engine {
        let mut child = Command::new(BIN)
            .arg("hub")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Engine { child, stdin, lines }
    }

    /// An engine that can be asked for moves.
    fn ready(args: &[&str]) -> Engine {
        let mut engine = Engine::new(args);
        engine.say("hub");
        engine.wait_for("wait");
        engine.say("init");
        engine.wait_for("ready");
        engine
    }

    fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    fn send(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(LONG).expect("the engine says something")
    }

    /// All lines up to the one that begins so.
    fn wait_for(&self, word: &str) -> Vec<String> {
        let mut all = vec![self.hear()];
        while !all.last().unwrap().starts_with(word) {
            all.push(self.hear());
        }
        all
    }

    /// It says nothing but `pong` to a `ping`: all is quiet.
    fn is_quiet(&mut self) {
        self.say("ping");
        assert_eq!(self.hear(), "pong");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_introduces_itself_and_plays() {
    let mut engine = Engine::new(&["--bot", "alphabeta:depth=3"]);
    engine.say("hub");
    let said = engine.wait_for("wait");
    assert!(said[0].starts_with("id name=henge version="), "{said:?}");
    assert!(said[1].starts_with("param name=variant value=normal type=enum values=\""), "{said:?}");
    assert!(said[1].contains("frisian") && said[1].contains("killer"), "{said:?}");
    engine.say("set-param name=variant value=killer");
    engine.say("set-param name=variant value=normal");
    engine.say("init");
    assert_eq!(engine.hear(), "ready");
    engine.say("new-game");
    engine.say(&format!("pos pos={START} moves=\"32-28 19-23\""));
    engine.say("level depth=3");
    engine.say("go think");
    let said = engine.wait_for("done");
    assert!(said.last().unwrap().starts_with("done move=28x19x23 ponder="), "{said:?}");
    // The same in another variant, with its own board.
    engine.say("set-param name=variant value=russian");
    engine.say(&format!("pos pos=W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12)));
    engine.say("go think");
    let said = engine.wait_for("done");
    let info = said.iter().find(|line| line.starts_with("info")).unwrap();
    assert!(
        ["depth=", "score=", "nodes=", "time=", "pv="].iter().all(|w| info.contains(w)),
        "{info}"
    );
    engine.say("quit");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn wrong_lines_are_answered_and_change_nothing() {
    let mut engine = Engine::ready(&["--bot", "alphabeta:depth=2"]);
    engine.say("go think");
    assert_eq!(engine.hear(), "error message=\"pos comes before go\"");
    engine.say(&format!("pos pos={START}"));
    engine.say("go think");
    assert_eq!(engine.hear(), "error message=\"level comes before go\"");
    engine.say("level depth=2");
    engine.say("go think");
    let before = engine.wait_for("done").pop().unwrap();
    let too_long = format!("pos pos={}", "e".repeat(1 << 18));
    let over = format!("pos pos=W{}", "e".repeat(50));
    for wrong in [
        "",
        "   ",
        "=",
        "pos=W",
        "\"",
        "pos pos=\"W",
        "pos pos=\"W\"x",
        "pos pos=",
        "pos a=b=c",
        "pos",
        "pos pos=W",
        "pos pos=X",
        "pos pos=WW pos=WW",
        "fly",
        "HUB",
        "pos pos=Wxbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        "pos pos=Wwbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-27 1-2\"",
        "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=hello",
        "level",
        "level depth=0",
        "level depth=x",
        "level move-time=-1",
        "level time=inf",
        "level moves=3",
        "go",
        "go home",
        "go think ponder",
        "set-param",
        "set-param name=variant",
        "set-param name=variant value=bt",
        "set-param name=x value=y",
        "set-param name=bot value=nobody",
        "set-param name=bot value=\"hub:command=\"",
        &too_long,
    ] {
        engine.say(wrong);
        let said = engine.hear();
        assert!(said.starts_with("error message=\""), "{wrong:.60}: {said}");
    }
    engine.send(b"pos pos=\xff\xfe\n");
    assert!(engine.hear().starts_with("error message=\""));
    // These may come too late without anybody's fault.
    engine.say("stop");
    engine.say("ponder-hit");
    engine.is_quiet();
    engine.say("go think");
    assert_eq!(engine.wait_for("done").pop().unwrap(), before);
    // A position without a move is no question.
    engine.say(&over);
    engine.say("go think");
    assert!(engine.hear().contains("the game is over"));
    engine.is_quiet();
}

#[test]
fn a_search_can_be_stopped_and_hears_everything() {
    let mut engine = Engine::ready(&["--bot", "henge:threads=1"]);
    engine.say(&format!("pos pos={START}"));
    engine.say("level infinite");
    for round in 0..3 {
        engine.say(if round == 1 { "go analyze" } else { "go think" });
        std::thread::sleep(Duration::from_millis(300));
        engine.say("ping");
        engine.wait_for("pong");
        engine.say("go think");
        let said = engine.wait_for("error");
        assert!(said.last().unwrap().contains("while a search is going on"), "{said:?}");
        let began = Instant::now();
        engine.say("stop");
        // What follows a stop at once is done afterwards, in its order.
        engine.say("level depth=1");
        engine.say("level infinite");
        let said = engine.wait_for("done");
        let took = began.elapsed();
        assert!(took < Duration::from_millis(100), "{took:?}");
        assert!(said.last().unwrap().starts_with("done move="), "{said:?}");
    }
    engine.is_quiet();
    // Whoever closes the input has gone: so does the engine, in the middle of a search.
    engine.say("go think");
    engine.stdin = None;
    let began = Instant::now();
    assert!(engine.child.wait().unwrap().success());
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn it_keeps_its_clock() {
    let mut engine = Engine::ready(&["--bot", "henge:threads=1"]);
    engine.say(&format!("pos pos={START}"));
    for level in ["level move-time=0.3", "level time=6 inc=0.1", "level time=3 moves=10"] {
        engine.say(level);
        let began = Instant::now();
        engine.say("go think");
        engine.wait_for("done");
        let took = began.elapsed();
        assert!(
            (Duration::from_millis(100)..Duration::from_millis(900)).contains(&took),
            "{level}: {took:?}"
        );
    }
}

#[test]
fn it_ponders() {
    let mut engine = Engine::ready(&["--bot", "henge:threads=1"]);
    engine.say(&format!("pos pos={START} moves=\"32-28 19-23\""));
    // A capture without a choice needs no time, as any engine may answer at any time.
    engine.say("level move-time=0.3");
    engine.say("go ponder");
    engine.wait_for("done move=28x19x23");
    engine.say(&format!("pos pos={START} moves=\"32-28\""));
    engine.say("go ponder");
    // Its clock does not run yet.
    std::thread::sleep(Duration::from_millis(700));
    while let Ok(line) = engine.lines.try_recv() {
        assert!(line.starts_with("info "), "{line}");
    }
    let began = Instant::now();
    engine.say("ponder-hit");
    engine.wait_for("done");
    let took = began.elapsed();
    assert!((Duration::from_millis(200)..Duration::from_millis(700)).contains(&took), "{took:?}");
    // The other move was played.
    engine.say("go ponder");
    engine.say("stop");
    engine.say(&format!("pos pos={START} moves=\"33-29\""));
    engine.say("go think");
    engine.wait_for("done");
    engine.wait_for("done");
    engine.is_quiet();
}

/// The name of the bot that runs this command.
fn hub(command: &str, more: &str) -> String {
    format!("hub:command={command}{more}")
}

#[test]
fn henge_plays_against_henge_by_the_protocol() {
    for (variant, other) in [
        ("international", "random:seed=3"),
        ("frisian", "random:seed=4"),
        ("danish", "gier:strength=2"),
    ] {
        let game = henge_museum::game(&format!("draughts:variant={variant}")).unwrap();
        let command = format!("{BIN} hub --bot alphabeta:depth=3");
        let mut engine = game.bot(&hub(&command, ",depth=3")).unwrap();
        let mut bots = [game.bot(other).unwrap(), game.bot("alphabeta:depth=3").unwrap()];
        let mut table = game.rules().start();
        for ply in 0..500 {
            let Turn::Player(player) = table.turn() else { break };
            let by_engine = player.index() == 0;
            let bot = if by_engine { &mut engine } else { &mut bots[0] };
            let thought = henge::think(&mut **bot, &*table, Limits::NONE).unwrap();
            let mv = thought.best().unwrap().to_string();
            if by_engine && ply == 0 {
                // Through the protocol it says what it says without.
                let here = henge::think(&mut *bots[1], &*table, Limits::NONE).unwrap();
                assert_eq!(thought.lines[0].moves, here.lines[0].moves);
                assert_eq!(thought.depth, 3);
            }
            table.play(&mv).unwrap();
        }
        assert!(
            matches!(table.turn(), Turn::Over(Outcome::Win { .. })),
            "{variant}: {}",
            table.position()
        );
    }
}

#[test]
fn a_match_with_an_engine() {
    let second = format!("hub:command={BIN} hub --bot random:seed=1,nodes=100");
    let out = Command::new(BIN)
        .args(["match", "draughts:variant=international", "--first", "alphabeta:depth=3"])
        .args(["--second", &second, "--games", "2", "--json"])
        .output()
        .unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(out.status.success() && text.contains("\"games\":2"), "{text}");
}

/// A shell script that speaks for an engine.
fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

const HANDSHAKE: &str = "read x; echo id name=test; echo param name=level value=1 type=int; echo wait\n\
    while read x; do case $x in init) break;; esac; done; echo loading; echo ready\n";

/// Engines that fail: what they do, and what is said of it.
#[test]
fn engines_that_fail_are_ended_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let game = henge::game("draughts:variant=international").unwrap();
    let table = game.rules().start();
    let after = |text: &str| format!("{HANDSHAKE}{text}\n");
    let until_go = "while read x; do case $x in go*) break;; esac; done; ";
    let cases = [
        (
            "dies",
            "echo no luck >&2; exit 3".to_string(),
            "it ended before it said wait (exit status: 3); it said \"no luck\"",
        ),
        ("silent", "sleep 60".into(), "it did not say wait in time"),
        ("chatter", "while true; do echo hello; done".into(), "it did not say wait in time"),
        (
            "complains",
            "read x; echo 'error message=\"no table\"'; sleep 60".into(),
            "it complained: no table",
        ),
        ("half", "read x; echo wait; sleep 60".into(), "it did not say ready in time"),
        (
            "lies",
            after(&format!("{until_go} echo done move=1-50; sleep 60")),
            "it played 1-50, which is not a legal move",
        ),
        (
            "nothing",
            after(&format!("{until_go} echo done; sleep 60")),
            "it was done and had no move",
        ),
        ("stalls", after(&format!("{until_go} sleep 60")), "it has not moved in time"),
        (
            "leaves",
            after(&format!("{until_go} exit 0")),
            "it ended while it was thinking (exit status: 0)",
        ),
        ("deaf", after("exec 0<&-; sleep 60"), "it has not moved in time"),
    ];
    for (name, text, why) in cases {
        let path = script(folder.path(), name, &text);
        let command = format!("sh {}", path.display());
        let mut bot = game.bot(&hub(&command, ",start=1,grace=1,time=100")).unwrap();
        let began = Instant::now();
        let error = henge::think(&mut *bot, &*table, Limits::NONE).unwrap_err().to_string();
        assert_eq!(error, format!("the engine sh: {why}"), "{name}");
        // It is not tried again.
        assert_eq!(henge::think(&mut *bot, &*table, Limits::NONE).unwrap_err().to_string(), error);
        drop(bot);
        assert!(began.elapsed() < Duration::from_secs(10), "{name}: {:?}", began.elapsed());
    }
    // An engine that has no variants plays the usual one; one that is not there, a parameter that is
    // not there, and another variant are faults.
    let lives = after(&format!(
        "{until_go} echo info depth=9 score=x pv=\\\"1-50\\\"; echo done move=32-28 ponder=19-23; read x"
    ));
    let path = script(folder.path(), "lives", &lives);
    let ask = |game: &henge::Playable, command: &str, more: &str| {
        let mut bot = game.bot(&hub(command, more)).unwrap();
        henge::think(&mut *bot, &*game.rules().start(), Limits::NONE)
            .map(|thought| thought.lines[0].moves.join(" "))
            .map_err(|error| error.to_string())
    };
    let command = format!("sh '{}'", path.display());
    assert_eq!(ask(&game, &command, ""), Ok("32-28 19-23".into()));
    assert_eq!(ask(&game, &command, ",set=level=3"), Ok("32-28 19-23".into()));
    let error = ask(&game, &command, ",set=speed=3").unwrap_err();
    assert!(error.contains("it has no parameter speed; it has level"), "{error}");
    let error = ask(&game, "/no/such/engine", "").unwrap_err();
    assert!(error.contains("/no/such/engine cannot be started"), "{error}");
    let frisian = henge::game("draughts:variant=frisian").unwrap();
    let error = ask(&frisian, &command, "").unwrap_err();
    assert!(error.contains("it does not play frisian"), "{error}");
    for wrong in ["hub", "hub:command=\"x", "hub:command=x,set=y"] {
        assert!(game.bot(wrong).is_err(), "{wrong}");
    }
}

/// Somebody else's record must not start programs here.
#[test]
fn no_record_runs_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let record = format!(
        "[Game \"draughts:variant=international\"]\n[First \"hub:command=touch {}\"]\n[Second \"human\"]\n\n*\n",
        mark.display()
    );
    std::fs::write(folder.path().join("bad.henge"), record).unwrap();
    for args in [
        &["play", "--load", "bad.henge", "--time", "0.05"][..],
        &["games", "--import", "bad.henge"],
    ] {
        let out = Command::new(BIN)
            .args(args)
            .env("HENGE_HOME", folder.path())
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    }
    let mut resume = Command::new(BIN);
    resume.args(["play", "--resume", "--time", "0.05"]).env("HENGE_HOME", folder.path());
    resume.current_dir(&folder).stdin(Stdio::null()).output().unwrap();
    assert!(!mark.exists());
}
