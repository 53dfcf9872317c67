//! As much of HTTP/1.1 as a player needs.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// What the server says.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: Value,
}

/// Asks once, on a connection of its own; `None` if no whole answer came.
pub fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> Option<Answer> {
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(10)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    stream.set_nodelay(true).ok()?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
    let head = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n{}\r\n",
        body.len(),
        token.unwrap_or_default(),
    );
    stream.write_all((head + &body).as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    read(&answer)
}

fn read(answer: &[u8]) -> Option<Answer> {
    let split = answer.windows(4).position(|part| part == b"\r\n\r\n")?;
    let (head, rest) = (std::str::from_utf8(&answer[..split]).ok()?, &answer[split + 4..]);
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let header = |name: &str| {
        let lines = head.lines().skip(1).filter_map(|line| line.split_once(':'));
        lines.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, v)| v.trim())
    };
    let body = match header("Content-Length") {
        // An answer that breaks off is none.
        Some(length) if length.parse() != Ok(rest.len()) => return None,
        Some(_) => rest.to_vec(),
        None if header("Transfer-Encoding").is_some() => unchunk(rest)?,
        None => rest.to_vec(),
    };
    Some(Answer { status, body: serde_json::from_slice(&body).unwrap_or(Value::Null) })
}

/// Pieces, each with its length in front, up to one of length 0.
fn unchunk(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|part| part == b"\r\n")?;
        let length = std::str::from_utf8(&rest[..end]).ok()?;
        let length = usize::from_str_radix(length.split(';').next()?.trim(), 16).ok()?;
        if length == 0 {
            return Some(body);
        }
        rest = rest.get(end + 2..)?;
        body.extend(rest.get(..length)?);
        rest = rest.get(length + 2..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_answers_are_read_and_broken_ones_are_none() {
        let plain = b"HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\n{\"a\":1}";
        assert_eq!(read(plain).map(|a| (a.status, a.body["a"].as_u64())), Some((200, Some(1))));
        assert!(read(&plain[..plain.len() - 1]).is_none());
        let chunks = b"HTTP/1.1 409 No\r\ntransfer-encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n3\r\n:2}\r\n0\r\n\r\n";
        assert_eq!(read(chunks).map(|a| (a.status, a.body["a"].as_u64())), Some((409, Some(2))));
        assert!(read(&chunks[..chunks.len() - 7]).is_none());
        assert!(read(b"HTTP/1.1 200 OK\r\n").is_none());
    }
}
