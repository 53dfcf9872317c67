//! A world as a server, with honest clients and others.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use henge_robots::server::{Options, Server};
use henge_robots::{Nobody, Place, Scenario, World};

const LONG: Duration = Duration::from_secs(20);

fn options(milliseconds: u64) -> Options {
    Options { deadline: Duration::from_millis(milliseconds) }
}

/// Clients `C0`, `C1`, … of one team, two columns apart in the southern rows, and what `more` adds.
fn world_of(n: usize, more: &str) -> World {
    let mut text = String::from("name = \"test\"\nsize = [40, 40]\n");
    for i in 0..n {
        text += &format!(
            "[[robot]]\nkind = \"client\"\nname = \"C{i}\"\nat = [{}, {}]\nteam = \"t\"\n",
            i % 20 * 2,
            i / 20 * 2
        );
    }
    World::new(&Scenario::read(&(text + more)).unwrap(), 1)
}

struct Client {
    lines: BufReader<TcpStream>,
    stream: TcpStream,
}

impl Client {
    fn connect(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        let lines = BufReader::new(stream.try_clone().unwrap());
        let mut client = Client { lines, stream };
        assert_eq!(client.line(), "henge-robots 1");
        client
    }

    fn joined(address: SocketAddr, name: &str) -> Client {
        let mut client = Client::connect(address);
        client.say(&format!("join {name}"));
        assert!(client.line().starts_with("joined "));
        client
    }

    fn say(&mut self, line: &str) {
        // A server that has closed the connection is found out when reading.
        let _ = self.stream.write_all(format!("{line}\n").as_bytes());
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim_end().to_string()
    }

    /// The lines up to one that begins with `word`, and that one.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            let line = self.line();
            assert!(!line.is_empty(), "the connection ended before {word}: {all:?}");
            all.push(line);
            if all.last().unwrap().starts_with(word) {
                return all;
            }
        }
    }
}

fn place(world: &World, name: &str) -> Place {
    world.place(world.robot_named(name).unwrap())
}

#[test]
fn a_client_sees_hears_and_moves() {
    let more = "[[robot]]\nkind = \"fixed\"\nname = \"Rock\"\nat = [1, 1]\n\
                [[robot]]\nkind = \"fixed\"\nname = \"Far away\"\nat = [39, 39]\n\
                [contest]\nkind = \"avoid\"\nteam = \"t\"\nsteps = 2\n";
    let mut world = world_of(2, more);
    let mut server = Server::open("127.0.0.1:0", &world, options(10_000)).unwrap();
    let mut a = Client::connect(server.address());
    a.say("move 1 0 0");
    assert_eq!(a.line(), "error join first");
    a.say("join Rock");
    assert_eq!(a.line(), "error no robot called Rock waits for a client");
    a.say("join C0");
    assert_eq!(a.line(), "joined 0 0 10 C0");
    assert_eq!(a.line(), "world 40 40 closed");
    let mut b = Client::connect(server.address());
    b.say("join C0");
    assert_eq!(b.line(), "error C0 has a client already");
    b.say("join C1");
    assert_eq!(server.gather(LONG), 2);
    let clients = std::thread::spawn(move || {
        let view = a.until("go");
        assert_eq!(view, ["round 1 0 0", "mate 2 0 C1", "robot 1 1 Rock", "go 1"]);
        a.say("say hello");
        a.say("move 1 3 0");
        assert_eq!(a.line(), "error one step at most: two numbers from -1 to 1");
        a.say("move 1 0 1");
        b.until("go 1");
        b.say("say seen 1 1");
        b.say("move 1 -1 1");
        let view = a.until("go");
        assert_eq!(view[0], "round 2 0 1");
        assert_eq!(view[3], "heard C1: seen 1 1");
        let view = b.until("go");
        assert_eq!(view[0], "round 2 2 0", "the rock was in the way");
        assert_eq!(view[3], "heard C0: hello");
        b.say("move 2 0 0");
        b.say("move 2 1 0");
        assert_eq!(b.line(), "error round 2 has your answer already");
        a.say("move 2 0 0");
        assert_eq!(a.until("end"), ["score 0 t", "score 0 C0", "score 0 C1", "end 2"]);
    });
    while !world.is_over() {
        server.step(&mut world, &mut Nobody, |_| {});
    }
    server.close(&world);
    clients.join().unwrap();
    assert_eq!((place(&world, "C0"), place(&world, "C1")), (Place::new(0, 1), Place::new(2, 0)));
}

#[test]
fn late_answers_are_dropped_and_the_dead_stay() {
    let mut world = world_of(2, "");
    let mut server = Server::open("127.0.0.1:0", &world, options(150)).unwrap();
    let mut late = Client::joined(server.address(), "C0");
    let mut dying = Client::joined(server.address(), "C1");
    let round = |server: &mut Server, world: &mut World| {
        let begin = Instant::now();
        server.step(world, &mut Nobody, |_| {});
        begin.elapsed()
    };
    let script = std::thread::spawn(move || {
        dying.until("go 1");
        dying.say("move 1 0 1");
        dying.until("go 2");
        drop(dying);
        late
    });
    assert!(round(&mut server, &mut world) >= Duration::from_millis(140), "C0 did not answer");
    assert_eq!(place(&world, "C1"), Place::new(2, 1));
    round(&mut server, &mut world);
    late = script.join().unwrap();
    late.until("go 2");
    late.say("move 1 0 1");
    assert_eq!(late.line(), "error round 1 is not asked for now");
    late.say("move 3 0 1");
    assert_eq!(late.line(), "error round 3 is not asked for now", "nor is one that is to come");
    assert_eq!(place(&world, "C0"), Place::new(0, 0));
    round(&mut server, &mut world);
    // Late for the fourth time: nobody waits for it any longer, but it may come back.
    assert!(round(&mut server, &mut world) < Duration::from_millis(100));
    assert_eq!(server.n_joined(), 1);
    assert_eq!(place(&world, "C1"), Place::new(2, 1), "whose client is gone, stays");
    let again = Client::joined(server.address(), "C1");
    assert_eq!(server.n_joined(), 2, "the seat can be taken again");
    drop(again);
}

#[test]
fn floods_and_endless_lines_are_cut_off() {
    let mut world = world_of(2, "");
    let mut server = Server::open("127.0.0.1:0", &world, options(100)).unwrap();
    let mut flood = Client::joined(server.address(), "C0");
    let mut long = Client::joined(server.address(), "C1");
    for _ in 0..100 {
        flood.say("fly");
    }
    let _ = long.stream.write_all(&[b'x'; 10_000]);
    for client in [&mut flood, &mut long] {
        let mut rest = Vec::new();
        // The end may come as an end or as a reset.
        let _ = client.lines.read_to_end(&mut rest);
        assert!(rest.len() < 2_000);
    }
    let mut stranger = Client::connect(server.address());
    for _ in 0..100 {
        stranger.say("join nobody");
    }
    let mut rest = Vec::new();
    let _ = stranger.lines.read_to_end(&mut rest);
    assert!(rest.len() < 1_000, "who does not find its seat is sent away");
    let begin = Instant::now();
    while server.n_joined() > 0 {
        assert!(begin.elapsed() < LONG);
        std::thread::sleep(Duration::from_millis(5));
    }
    server.step(&mut world, &mut Nobody, |event| assert!(!event.has_moved()));
}

/// One hundred clients, each with a connection of its own; ten of them never answer, and of these
/// five do not even read.
#[test]
fn a_hundred_clients_of_which_ten_stall() {
    const ROUNDS: u64 = 50;
    let deadline = 500;
    let mut world = world_of(100, "");
    let mut server = Server::open("127.0.0.1:0", &world, options(deadline)).unwrap();
    let address = server.address();
    let clients: Vec<_> = (0..100)
        .map(|i| {
            std::thread::spawn(move || {
                let mut client = Client::joined(address, &format!("C{i}"));
                match i {
                    // Kept by the thread's handle: neither read nor closed before the end.
                    0..5 => Some(client),
                    5..10 => {
                        client.until("end");
                        None
                    }
                    _ => loop {
                        let lines = client.until("");
                        let line = lines.last().unwrap();
                        if let Some(round) = line.strip_prefix("go ") {
                            let step = if round.parse::<u64>().unwrap() % 2 == 1 { 1 } else { -1 };
                            client.say(&format!("move {round} 0 {step}"));
                        } else if line.starts_with("end") {
                            return None;
                        }
                    },
                }
            })
        })
        .collect();
    assert_eq!(server.gather(LONG), 100);
    let mut moves = vec![0u64; 100];
    let mut slowest = Duration::ZERO;
    let begin = Instant::now();
    for _ in 0..ROUNDS {
        let round = Instant::now();
        server.step(&mut world, &mut Nobody, |event| {
            moves[event.robot.index()] += u64::from(event.has_moved());
        });
        slowest = slowest.max(round.elapsed());
    }
    let all = begin.elapsed();
    println!("{ROUNDS} rounds in {all:?}, the slowest in {slowest:?}");
    server.close(&world);
    for client in clients {
        client.join().unwrap();
    }
    // Twice the deadline, because the machine may have other things to do.
    assert!(slowest < Duration::from_millis(2 * deadline), "{slowest:?}");
    // The stalling ones are waited for three times; after that nobody waits.
    assert!(all < Duration::from_millis(deadline) * ROUNDS as u32 / 2, "{all:?}");
    assert!(moves[..10].iter().all(|&n| n == 0));
    let share = moves[10..].iter().sum::<u64>() as f64 / (90 * ROUNDS) as f64;
    // All of them, unless the machine is so busy that honest clients are late.
    assert!(share > 0.9, "the others are not hindered: {share}");
}

#[test]
fn the_robot_in_the_book_is_the_example() {
    let book = include_str!("../../../../docs/src/robots.md");
    assert!(book.contains(include_str!("../../../../examples/robot.py")));
}

/// The example in Python, if there is a Python to run it.
#[test]
fn a_robot_in_python() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/robot.py");
    let mut world = world_of(1, "");
    let mut server = Server::open("127.0.0.1:0", &world, options(2000)).unwrap();
    let port = server.address().port().to_string();
    let python = Command::new("python3")
        .args([script, "127.0.0.1", &port, "C0"])
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut python) = python else {
        println!("there is no python3");
        return;
    };
    assert_eq!(server.gather(LONG), 1);
    for _ in 0..20 {
        server.step(&mut world, &mut Nobody, |_| {});
    }
    server.close(&world);
    let mut said = String::new();
    python.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(python.wait().unwrap().success());
    assert_eq!(said, "end 20\n");
    assert!(place(&world, "C0").y >= 10, "it goes north: {}", place(&world, "C0"));
}
