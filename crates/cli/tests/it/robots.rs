//! A world that `henge robots --serve` opens.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

#[test]
fn a_served_world_runs_and_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("run.txt");
    let mut server = Command::new(env!("CARGO_BIN_EXE_henge"))
        .args(["robots", "clients", "--serve", "0", "--wait", "20", "--deadline", "5"])
        .args(["--steps", "3", "--record"])
        .arg(&record)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(server.stdout.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Waiting for Anna, Otto at ").unwrap().to_string();
    let clients = ["Anna", "Otto"].map(|name| {
        let mut stream = TcpStream::connect(&address).unwrap();
        writeln!(stream, "join {name}").unwrap();
        std::thread::spawn(move || {
            let lines = BufReader::new(stream.try_clone().unwrap()).lines();
            for line in lines.map_while(Result::ok) {
                if let Some(round) = line.strip_prefix("go ") {
                    writeln!(stream, "move {round} 1 0").unwrap();
                }
                if line.starts_with("end") {
                    return line;
                }
            }
            String::from("no end came")
        })
    });
    for client in clients {
        assert_eq!(client.join().unwrap(), "end 3");
    }
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert!(server.wait().unwrap().success());
    assert!(rest.starts_with("2 of 2 have come\n"), "{rest}");
    assert!(rest.contains("Anna is moving from (2,0) to (3,0)\n"), "{rest}");
    // A client's step is kept like any other, so that the run can be seen again.
    let replay = Command::new(env!("CARGO_BIN_EXE_henge"))
        .args(["robots", "--replay"])
        .arg(&record)
        .output()
        .unwrap();
    let replayed = String::from_utf8(replay.stdout).unwrap();
    assert_eq!(rest.split_once('\n').unwrap().1, replayed);
}
