//! One script of a game, played at the keyboard, in the app on the whole screen, over HTTP, and by two
//! bots in the arena: the table is the same everywhere, and so is how the game ends.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use henge::erased::{BotError, DynBot, DynMatch, Line, Task, Thought};
use henge::table::{Adjudication, Dice};
use henge::{Clock, EndedBy, Ending, Player, Score, ScoreKind, Terms, Turn};
use henge_store::Store;
use serde_json::{Value, json};

use super::term::Term;

const PATIENCE: Duration = Duration::from_secs(60);

/// What happens at the table.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Step {
    /// The text of a move, and the move as the game writes it.
    Move(&'static str, &'static str),
    /// A move of any kind, whatever the dice say.
    AnyMove,
    TakeBack,
    Redo,
    Hint,
    Draw,
    Resign,
    /// The program is killed, and the game gone on with.
    Kill,
    /// The flag of the player to move falls.
    Flag,
}

use Step::*;

/// A game of two people who sit together.
struct Script {
    game: &'static str,
    /// What each has on the clock.
    seconds: Option<f64>,
    steps: &'static [Step],
    ending: Ending,
}

fn scripts() -> Vec<Script> {
    let by_rules = Ending::new(henge::Outcome::win(Player::First), EndedBy::Rules);
    let script = |game, steps, ending| Script { game, seconds: None, steps, ending };
    vec![
        script(
            "tic-tac-toe",
            &[
                Move("b2", "b2"),
                Move("a1", "a1"),
                TakeBack,
                Redo,
                Hint,
                Move("a2", "a2"),
                Kill,
                Move("c1", "c1"),
                Move("C2", "c2"),
            ],
            by_rules,
        ),
        // Numbers for squares: the notation of other programs.
        script(
            "draughts",
            &[Move("22-18", "c3-d4"), TakeBack, Move("e3-f4", "e3-f4"), Kill, Resign],
            Ending::resigned(Player::Second),
        ),
        script("hex:size=4", &[Move("b2", "b2"), Move("c2", "c2"), Draw], Ending::agreed()),
        script(
            "backgammon",
            &[AnyMove, AnyMove, TakeBack, Redo, Kill, AnyMove, Resign],
            Ending::resigned(Player::Second),
        ),
        Script {
            seconds: Some(3.0),
            ..script("tic-tac-toe", &[Move("b2", "b2"), Flag], Ending::out_of_time(Player::Second))
        },
    ]
}

/// Somebody who plays a script.
trait Driver {
    fn begin(home: &Path, script: &Script) -> Self
    where
        Self: Sized;
    fn moves(&mut self, text: &str);
    fn does(&mut self, step: Step);
    /// Dies at once, and comes back.
    fn is_killed(&mut self);
}

/// Moves and ending, as they are on disk.
fn saved(home: &Path) -> Option<(Vec<String>, Option<Ending>)> {
    let store = Store::open(&home.join("henge.db")).ok()?;
    let summary = store.list(false, 1).ok()?.games.into_iter().next()?;
    let saved = store.game(&summary.id).ok()??;
    Some((saved.moves, saved.ending))
}

fn wait_until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Plays the script; returns the moves and the end that were saved.
fn play<D: Driver>(script: &Script) -> (Vec<String>, Ending) {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let mut driver = D::begin(home, script);
    let game = henge::game(script.game).unwrap();
    let mut table = game.rules().start();
    let catch_up = |table: &mut Box<dyn DynMatch>, moves: &[String]| {
        while table.undo().is_some() {}
        moves.iter().for_each(|mv| table.play(mv).unwrap());
    };
    for step in script.steps {
        let at = format!("{}: {step:?}", script.game);
        let before = table.history();
        // In a game with dice the first roll comes by itself, and is on disk with it.
        if table.turn() == Turn::Chance {
            let rolled = wait_until(&at, || Some(saved(home)?.0).filter(|moves| !moves.is_empty()));
            catch_up(&mut table, &rolled);
        }
        let before = if before.is_empty() { table.history() } else { before };
        match *step {
            Move(text, _) => driver.moves(text),
            AnyMove => {
                let mv = table.moves()[0].text.clone();
                driver.moves(&mv);
            }
            Kill => driver.is_killed(),
            other => driver.does(other),
        }
        let reached = |(moves, ending): &(Vec<String>, Option<Ending>)| match *step {
            Move(_, written) => moves.len() > before.len() && moves[before.len()] == written,
            AnyMove | Redo => moves.len() > before.len(),
            TakeBack => moves.len() < before.len(),
            Draw | Resign | Flag => ending.is_some(),
            Hint | Kill => *moves == before,
        };
        let (moves, _) = wait_until(&at, || saved(home).filter(reached));
        catch_up(&mut table, &moves);
    }
    let (moves, ending) = wait_until("the end", || saved(home).filter(|game| game.1.is_some()));
    (moves, ending.unwrap())
}

fn henge(home: &Path, words: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.args(words).env("HENGE_HOME", home).current_dir(home);
    command
}

/// Lines typed at the keyboard.
struct Keyboard {
    home: PathBuf,
    child: Child,
}

impl Keyboard {
    fn start(home: &Path, words: &[String]) -> Keyboard {
        let mut command = henge(home, words);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        Keyboard { home: home.into(), child }
    }

    fn types(&mut self, line: &str) {
        let stdin = self.child.stdin.as_mut().unwrap();
        stdin.write_all(format!("{line}\n").as_bytes()).unwrap();
    }
}

impl Driver for Keyboard {
    fn begin(home: &Path, script: &Script) -> Keyboard {
        let mut words: Vec<String> =
            ["play", script.game, "--first", "human", "--second", "human"].map(String::from).into();
        if let Some(seconds) = script.seconds {
            words.extend(["--clock".into(), seconds.to_string()]);
        }
        Keyboard::start(home, &words)
    }

    fn moves(&mut self, text: &str) {
        self.types(text);
    }

    fn does(&mut self, step: Step) {
        match step {
            TakeBack => self.types("undo"),
            Redo => self.types("redo"),
            Hint => self.types("suggest"),
            Draw => self.types("draw"),
            Resign => self.types("resign"),
            // A flag falls here when somebody looks.
            Flag => {
                std::thread::sleep(Duration::from_millis(3200));
                self.types("board");
            }
            _ => unreachable!(),
        }
    }

    fn is_killed(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        *self = Keyboard::start(&self.home.clone(), &["play".into(), "--resume".into()]);
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Keys in the app.
struct App {
    home: PathBuf,
    term: Term,
}

const AT: (u16, u16) = (80, 24);

impl Driver for App {
    fn begin(home: &Path, script: &Script) -> App {
        let (slug, options) = script.game.split_once(':').unwrap_or((script.game, ""));
        let options: Vec<(&str, &str)> = options.split_once('=').into_iter().collect();
        let mut term = Term::new_game(home, AT, slug, &options);
        term.send("\x1b[Bhuman");
        if let Some(seconds) = script.seconds {
            let minutes = format!("{}", seconds / 60.0);
            term.send("\x1b[B");
            term.send(&minutes);
            term.wait_for(&minutes);
        }
        term.send("\r");
        term.wait_for("Moves Lines Hint Graph");
        App { home: home.into(), term }
    }

    fn moves(&mut self, text: &str) {
        self.term.send(&format!("{text}\r"));
    }

    fn does(&mut self, step: Step) {
        match step {
            TakeBack => self.term.send("<"),
            Redo => self.term.send(">"),
            Hint => {
                self.term.send("!");
                self.term.wait_for("Suggestion");
            }
            Draw => self.term.send("draw\r"),
            Resign => self.term.send("resign\r"),
            Flag => {}
            _ => unreachable!(),
        }
    }

    fn is_killed(&mut self) {
        self.term.child.kill().unwrap();
        self.term.ended();
        self.term = Term::open(&self.home, AT, &[], &[]);
        self.term.wait_for(" move");
        self.term.send("\t\r");
        self.term.wait_for("Moves Lines Hint Graph");
    }
}

/// Requests to a server.
struct Client {
    home: PathBuf,
    server: Child,
    address: String,
    id: String,
    tokens: [String; 2],
}

impl Client {
    fn serve(home: &Path) -> (Child, String) {
        let words = ["serve", "--port", "0"].map(String::from);
        let mut server = henge(home, &words).stdout(Stdio::piped()).spawn().unwrap();
        let (mut said, mut byte) = (String::new(), [0]);
        let stdout = server.stdout.as_mut().unwrap();
        let address = loop {
            assert_eq!(stdout.read(&mut byte).unwrap(), 1, "the server ended: {said}");
            said.push(char::from(byte[0]));
            let rest = said.split_once("http://").map(|(_, rest)| rest);
            if let Some((address, _)) = rest.and_then(|rest| rest.split_once('/')) {
                break address.to_string();
            }
        };
        (server, address)
    }

    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nAuthorization: Bearer {token}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 20"), "{path}: {answer}");
        serde_json::from_str(body).unwrap_or_default()
    }

    /// Who is to move and how many moves were played.
    fn state(&self) -> (usize, usize) {
        let state = self.ask("GET", &format!("/matches/{}", self.id), "", &Value::Null);
        let second = state["turn"]["player"] == "second";
        (usize::from(second), state["moves"].as_array().unwrap().len())
    }

    fn acts(&self, action: &str) {
        let (mover, _) = self.state();
        let path = format!("/matches/{}/actions", self.id);
        self.ask("POST", &path, &self.tokens[mover], &json!({ "action": action }));
    }
}

impl Driver for Client {
    fn begin(home: &Path, script: &Script) -> Client {
        let (server, address) = Client::serve(home);
        let (home, id, tokens) = (home.into(), String::new(), [String::new(), String::new()]);
        let mut client = Client { home, server, address, id, tokens };
        let clock = script.seconds.map(|seconds| json!({ "seconds": seconds }));
        let seats = json!([{ "kind": "human" }, { "kind": "human" }]);
        let asked = json!({ "game": script.game, "seats": seats, "clock": clock });
        let made = client.ask("POST", "/matches", "", &asked);
        client.id = made["state"]["id"].as_str().unwrap().into();
        client.tokens =
            ["first", "second"].map(|seat| made["tokens"][seat].as_str().unwrap().to_string());
        client
    }

    fn moves(&mut self, text: &str) {
        let (mover, ply) = self.state();
        let path = format!("/matches/{}/moves", self.id);
        self.ask("POST", &path, &self.tokens[mover], &json!({ "move": text, "ply": ply }));
    }

    fn does(&mut self, step: Step) {
        match step {
            TakeBack => self.acts("undo"),
            Redo => self.acts("redo"),
            Hint => {
                let (mover, _) = self.state();
                let path = format!("/matches/{}/hint", self.id);
                self.ask("POST", &path, &self.tokens[mover], &json!({}));
            }
            Draw => self.acts("offer_draw"),
            Resign => self.acts("resign"),
            Flag => {}
            _ => unreachable!(),
        }
    }

    fn is_killed(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
        let (server, address) = Client::serve(&self.home);
        (self.server, self.address) = (server, address);
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A bot that knows what it is going to play, and how it ends.
struct Actor {
    moves: Vec<String>,
    ending: Ending,
}

impl DynBot for Actor {
    fn name(&self) -> &str {
        "actor"
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        let done = table.ply() >= self.moves.len();
        let (score, kind) = match self.ending.by {
            EndedBy::Resignation if done => (-Score::win_in(3), ScoreKind::Proved),
            EndedBy::Agreement if done => (Score::DRAW, ScoreKind::Proved),
            EndedBy::Time if done => {
                std::thread::sleep(task.limits.clock.unwrap().left + Duration::from_millis(5));
                (Score(0), ScoreKind::Estimate)
            }
            _ => (Score(50), ScoreKind::Estimate),
        };
        let mv =
            self.moves.get(table.ply()).cloned().unwrap_or_else(|| table.moves()[0].text.clone());
        let line = Line { score: Some((score, kind)), moves: vec![mv] };
        Ok(Thought { lines: vec![line], ..Thought::default() })
    }
}

/// Two bots play what was played, and end it in the same way.
fn in_the_arena(script: &Script, moves: &[String]) -> Ending {
    let game = henge::game(script.game).unwrap();
    let actor = || Actor { moves: moves.to_vec(), ending: script.ending };
    let (mut first, mut second) = (actor(), actor());
    let stop = AtomicBool::new(false);
    let clock = script
        .seconds
        .map(|_| Clock { left: Duration::from_millis(50), increment: Duration::ZERO });
    // Rolls are moves that somebody has made already: the bots take over from there.
    let mut table = game.rules().start();
    let n_rolled = if table.turn() == Turn::Chance { moves.len() } else { 0 };
    moves[..n_rolled].iter().for_each(|mv| table.play(mv).unwrap());
    let terms = Terms {
        clock,
        adjudication: Adjudication { resign: "1".parse().ok(), draw: "1".parse().ok() },
        ..Terms::new(&stop, Dice::new(1))
    };
    henge::play_game(table, [&mut first, &mut second], terms).unwrap().ending
}

#[test]
fn the_table_is_the_same_everywhere() {
    for script in scripts() {
        // Every game has its own dice, and they say who begins.
        let by_dice = script.game == "backgammon";
        let is_right = |ending: Ending| match by_dice {
            true => ending.by == script.ending.by,
            false => ending == script.ending,
        };
        let (moves, ending) = play::<Keyboard>(&script);
        assert!(is_right(ending), "{} at the keyboard: {ending:?}", script.game);
        for (who, (other, ending)) in
            [("the app", play::<App>(&script)), ("the server", play::<Client>(&script))]
        {
            assert!(is_right(ending), "{} in {who}: {ending:?}", script.game);
            assert_eq!(other.len(), moves.len(), "{} in {who}", script.game);
            assert!(by_dice || other == moves, "{} in {who}: {other:?}, {moves:?}", script.game);
        }
        let ending = in_the_arena(&script, &moves);
        assert!(is_right(ending), "{} in the arena: {ending:?}", script.game);
    }
}
