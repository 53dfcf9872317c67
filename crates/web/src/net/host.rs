//! The names a server answers to.
//!
//! A page of somebody else can make its own name point to this machine; it cannot change the name
//! that the browser sends along.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// The longest name that the domain name system has.
const LONGEST: usize = 253;

/// A name or an address of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Name {
    /// An address.
    Address(IpAddr),
    /// A name, in small letters.
    Name(String),
}

impl Name {
    /// Is that this machine, whatever its network is called?
    pub fn is_this_machine(&self) -> bool {
        match self {
            Name::Address(address) => address.is_loopback(),
            Name::Name(name) => name == "localhost",
        }
    }
}

impl FromStr for Name {
    type Err = String;

    fn from_str(text: &str) -> Result<Name, String> {
        let wrong = || format!("a name such as games.example.org is expected, not {text:?}");
        let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        if let Ok(address) = bare.unwrap_or(text).parse::<IpAddr>() {
            return Ok(Name::Address(address.to_canonical()));
        }
        let name = text.strip_suffix('.').unwrap_or(text);
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
        match !name.is_empty() && name.len() <= LONGEST && name.chars().all(plain) {
            true => Ok(Name::Name(name.to_ascii_lowercase())),
            false => Err(wrong()),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Address(IpAddr::V6(address)) => write!(f, "[{address}]"),
            Name::Address(address) => write!(f, "{address}"),
            Name::Name(name) => f.write_str(name),
        }
    }
}

/// A name with a port, as in `localhost:2026`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Authority {
    /// The name.
    pub name: Name,
    /// The port, unless it is the usual one.
    pub port: Option<u16>,
}

impl Authority {
    /// Reads what a `Host` header says. Anything but a name and a port is refused.
    pub fn read(text: &str) -> Option<Authority> {
        let (name, port) = match text.rsplit_once(':') {
            // The colons of an address in IPv6 stand in brackets.
            Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
            _ => (text, None),
        };
        if !name.starts_with('[') && name.contains(':') {
            return None;
        }
        let port = match port {
            Some(port) if port.bytes().any(|byte| !byte.is_ascii_digit()) => return None,
            Some(port) => Some(port.parse().ok()?),
            None => None,
        };
        Some(Authority { name: name.parse().ok()?, port })
    }

    /// Is this the origin of a page that was got from here? Scheme, name and port must be the same.
    pub fn is_origin(&self, origin: &str, https: bool) -> bool {
        let (scheme, usual) = if https { ("https", 443) } else { ("http", 80) };
        let Some((theirs, rest)) = origin.split_once("://") else { return false };
        let Some(other) = Authority::read(rest) else { return false };
        let port = |authority: &Authority| authority.port.unwrap_or(usual);
        theirs == scheme && other.name == self.name && port(&other) == port(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_read_strictly() {
        for (text, name, port) in [
            ("localhost", "localhost", None),
            ("LOCALHOST:2026", "localhost", Some(2026)),
            ("games.example.:80", "games.example", Some(80)),
            ("127.0.0.1:80", "127.0.0.1", Some(80)),
            ("[::1]:2026", "[::1]", Some(2026)),
            ("[::1]", "[::1]", None),
        ] {
            let read = Authority::read(text).expect(text);
            assert_eq!((read.name.to_string().as_str(), read.port), (name, port), "{text}");
        }
        for text in [
            "",
            ":80",
            "localhost:",
            "localhost:4400@evil",
            "evil@localhost",
            "localhost:99999",
            "localhost:80:80",
            "::1",
            "a b",
            "localhost/x",
            "[::1",
            "localhost:+80",
            "[evil]",
        ] {
            assert_eq!(Authority::read(text), None, "{text}");
        }
    }

    #[test]
    fn an_origin_has_scheme_name_and_port() {
        let here = Authority::read("games.example").expect("a name");
        assert!(here.is_origin("http://games.example", false));
        assert!(here.is_origin("http://games.example:80", false));
        assert!(here.is_origin("https://games.example:443", true));
        for (origin, https) in [
            ("https://games.example", false),
            ("http://games.example", true),
            ("http://games.example:8080", false),
            ("http://evil.example", false),
            ("null", false),
            ("ftp://games.example", false),
        ] {
            assert!(!here.is_origin(origin, https), "{origin}");
        }
    }
}
