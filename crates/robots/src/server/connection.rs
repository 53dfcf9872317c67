//! One connection: a thread that reads lines and, once it has joined, one that writes.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use super::hub::{Guest, Hub, Next, Ticket};
use super::view::{GREETING, Request};

/// The longest line of a client, in bytes.
const MOST_BYTES: usize = 500;
/// Who has not joined by then is cut off.
const TIME_TO_JOIN: Duration = Duration::from_secs(10);
/// Lines in which to join.
const MOST_TRIES: usize = 8;
/// Who has not taken what was sent to it by then is cut off.
const TIME_TO_READ: Duration = Duration::from_secs(1);
/// Views that wait for a client to read them.
const QUEUE: usize = 4;
/// Connections that have not joined yet.
const MOST_STRANGERS: usize = 64;
/// Threads of connections do little, and there may be many.
const STACK: usize = 128 * 1024;

/// Lets clients in until the hub is closed.
pub fn accept(listener: &TcpListener, hub: &Arc<Hub>) {
    let n_connections = Arc::new(AtomicUsize::new(0));
    let most = hub.n_seats() + MOST_STRANGERS;
    while !hub.is_closed() {
        let Ok((stream, _)) = listener.accept() else {
            std::thread::sleep(Duration::from_millis(5));
            continue;
        };
        if n_connections.load(Ordering::SeqCst) >= most {
            // Dropping it closes it.
            continue;
        }
        n_connections.fetch_add(1, Ordering::SeqCst);
        let (hub, count) = (Arc::clone(hub), Arc::clone(&n_connections));
        let serve = move || {
            // A connection that fails ends like one that is closed.
            let _ = serve(stream, &hub);
            count.fetch_sub(1, Ordering::SeqCst);
        };
        let thread = std::thread::Builder::new().name("robots-reader".into()).stack_size(STACK);
        if thread.spawn(serve).is_err() {
            n_connections.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

fn serve(stream: TcpStream, hub: &Arc<Hub>) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(TIME_TO_READ))?;
    let mut writer = stream.try_clone()?;
    writer.write_all(GREETING.as_bytes())?;
    let mut lines = Lines { stream, buffer: Vec::new() };
    let ticket = join(&mut lines, &mut writer, hub)?;
    let result = converse(&mut lines, ticket, hub);
    hub.leave(ticket);
    // The writer may wait for a client that does not read.
    let _ = lines.stream.shutdown(Shutdown::Both);
    result
}

/// Reads lines until one takes a seat.
fn join(lines: &mut Lines, writer: &mut TcpStream, hub: &Hub) -> io::Result<Ticket> {
    let until = Instant::now() + TIME_TO_JOIN;
    for _ in 0..MOST_TRIES {
        let Some(line) = lines.next(Some(until))? else {
            return Err(io::ErrorKind::UnexpectedEof.into());
        };
        let fault = match Request::read(&line) {
            Ok(Request::Join(name)) => {
                let (out, queue) = sync_channel(QUEUE);
                let stream = writer.try_clone()?;
                let guest = || {
                    let thread = std::thread::Builder::new().name("robots-writer".into());
                    let thread = thread.stack_size(STACK);
                    let kept = stream.try_clone()?;
                    let writer = thread.spawn(move || write(stream, &queue))?;
                    Ok(Guest { out, writer, stream: kept })
                };
                match hub.join(&name, guest) {
                    Ok(ticket) => return Ok(ticket),
                    Err(fault) => fault,
                }
            }
            Ok(Request::Leave) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) => "join first".into(),
            Err(fault) => fault,
        };
        writer.write_all(format!("error {fault}\n").as_bytes())?;
    }
    Err(io::ErrorKind::InvalidData.into())
}

/// Takes a client's lines until it leaves or is cut off.
fn converse(lines: &mut Lines, ticket: Ticket, hub: &Hub) -> io::Result<()> {
    // Who has joined may be silent as long as it likes.
    lines.stream.set_read_timeout(None)?;
    while let Some(line) = lines.next(None)? {
        if hub.take(ticket, Request::read(&line)) == Next::Close {
            break;
        }
    }
    Ok(())
}

/// Sends what the hub has for a client. Ends when the seat is given up or the client is gone.
fn write(mut stream: TcpStream, queue: &Receiver<String>) {
    for text in queue {
        if stream.write_all(text.as_bytes()).is_err() {
            break;
        }
    }
    // Wakes the reader, whatever it waits for.
    let _ = stream.shutdown(Shutdown::Both);
}

/// Lines of a limited length.
struct Lines {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Lines {
    /// The next line without its end; none if there are no more.
    fn next(&mut self, until: Option<Instant>) -> io::Result<Option<String>> {
        loop {
            if let Some(end) = self.buffer.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                return Ok(Some(String::from_utf8_lossy(&line).trim_end().to_string()));
            }
            if self.buffer.len() >= MOST_BYTES {
                return Err(io::ErrorKind::InvalidData.into());
            }
            if let Some(until) = until {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Err(io::ErrorKind::TimedOut.into());
                }
                self.stream.set_read_timeout(Some(left))?;
            }
            let mut chunk = [0; MOST_BYTES];
            let n = self.stream.read(&mut chunk)?;
            if n == 0 {
                return Ok(None);
            }
            self.buffer.extend_from_slice(&chunk[..n]);
        }
    }
}
