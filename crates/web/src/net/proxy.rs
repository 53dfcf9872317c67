//! Whose address a request comes from: the peer's, or what a proxy says that was named when the
//! server was started. Nobody else's word is taken.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;

use axum::http::HeaderMap;
use thiserror::Error;

use crate::fault::Fault;

/// An address, or all addresses that begin alike, as in `10.0.0.0/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

/// Text that is no network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("an address or a network is expected, as in 127.0.0.1 or 10.0.0.0/8, not {0:?}")]
pub struct NetworkError(String);

fn bits_of(address: IpAddr) -> u32 {
    match address {
        IpAddr::V4(_) => 32,
        IpAddr::V6(_) => 128,
    }
}

/// The address as a number, with its first bit the highest one.
fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => u128::from(u32::from(address)) << 96,
        IpAddr::V6(address) => address.into(),
    }
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Network, NetworkError> {
        let wrong = || NetworkError(text.into());
        let (address, bits) = text.split_once('/').map_or((text, None), |(a, b)| (a, Some(b)));
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = bits_of(address);
        let bits = bits.map_or(Ok(most), str::parse).map_err(|_| wrong())?;
        match bits <= most {
            true => Ok(Network { address, bits }),
            false => Err(wrong()),
        }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

impl Network {
    /// Does the address belong to it?
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        let differ = number(address) ^ number(self.address);
        bits_of(address) == bits_of(self.address)
            && (self.bits == 0 || differ >> (128 - self.bits) == 0)
    }
}

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// Its address.
    pub address: IpAddr,
    /// The address of this machine at which it arrived.
    pub local: Option<IpAddr>,
    /// The connection is encrypted.
    pub https: bool,
}

impl Peer {
    /// Somebody on this machine.
    pub const HERE: Peer =
        Peer { address: IpAddr::V4(Ipv4Addr::LOCALHOST), local: None, https: false };
}

/// Who asks, proxies seen through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asker {
    /// The address of whoever asks.
    pub address: IpAddr,
    /// The page was got by https.
    pub https: bool,
}

/// The headers by which a proxy tells that it is one.
pub const FORWARDING: [&str; 2] = ["x-forwarded-for", "forwarded"];

impl Asker {
    /// Finds out who is behind a request.
    pub fn of(peer: Peer, headers: &HeaderMap, proxies: &[Network]) -> Result<Asker, Fault> {
        let trusted = |address: IpAddr| proxies.iter().any(|proxy| proxy.contains(address));
        if !trusted(peer.address) {
            return Ok(Asker { address: peer.address, https: peer.https });
        }
        let listed = [hops(headers, FORWARDING[0], hop), hops(headers, FORWARDING[1], forwarded)];
        let behind = |hops: &Vec<Option<IpAddr>>| {
            let mut last = peer.address;
            for hop in hops.iter().rev() {
                // Whatever stands before something that is no address may have been made up.
                let Some(address) = *hop else { break };
                last = address;
                if !trusted(address) {
                    break;
                }
            }
            last
        };
        let address = match listed.each_ref().map(|hops| hops.as_ref().map(behind)) {
            [Some(one), Some(other)] if one != other => {
                return Err(Fault::bad_request(
                    "X-Forwarded-For and Forwarded disagree; the proxy should set one of them and \
                     remove the other",
                ));
            }
            [one, other] => one.or(other).unwrap_or(peer.address),
        };
        let proto = last(headers, "x-forwarded-proto").or_else(|| {
            let element = last(headers, FORWARDING[1])?;
            parameter(element, "proto")
        });
        let https = proto.map_or(peer.https, |proto| proto.eq_ignore_ascii_case("https"));
        Ok(Asker { address, https })
    }
}

/// The addresses that a header lists, the last one being the nearest; `None` without the header.
fn hops(
    headers: &HeaderMap,
    name: &str,
    read: fn(&str) -> Option<IpAddr>,
) -> Option<Vec<Option<IpAddr>>> {
    let lines: Vec<&str> =
        headers.get_all(name).iter().map(|line| line.to_str().unwrap_or("?")).collect();
    let listed = lines.iter().flat_map(|line| line.split(','));
    let listed: Vec<_> = listed.filter(|hop| !hop.trim().is_empty()).map(read).collect();
    (!listed.is_empty()).then_some(listed)
}

/// The last of several values.
fn last<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let line = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    line.rsplit(',').next().map(str::trim)
}

/// A parameter of `for=192.0.2.1;proto=https`.
fn parameter<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    element.split(';').find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        key.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"'))
    })
}

fn forwarded(element: &str) -> Option<IpAddr> {
    hop(parameter(element, "for")?)
}

/// An address, perhaps with a port.
fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = match text.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.0,
        // One colon parts a port; more of them are an address in IPv6.
        None if text.matches(':').count() == 1 => text.split_once(':')?.0,
        None => text,
    };
    bare.parse::<IpAddr>().ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn ask(peer: &str, proxies: &[&str], lines: &[(&str, &str)]) -> Result<Asker, Fault> {
        let peer = Peer { address: address(peer), ..Peer::HERE };
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            let name: HeaderName = name.parse().expect("a header");
            headers.append(name, HeaderValue::from_str(value).expect("a value"));
        }
        let proxies: Vec<Network> =
            proxies.iter().map(|proxy| proxy.parse().expect("a network")).collect();
        Asker::of(peer, &headers, &proxies)
    }

    #[test]
    fn networks_contain_what_begins_alike() {
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.9.8.7", "11.0.0.1"),
            ("10.0.0.1", "10.0.0.1", "10.0.0.2"),
            ("::1", "::1", "127.0.0.1"),
            ("fd00::/8", "fdff::1", "fe00::1"),
            ("0.0.0.0/0", "203.0.113.9", "::1"),
            ("127.0.0.1", "::ffff:127.0.0.1", "::1"),
        ] {
            let read: Network = network.parse().expect("a network");
            assert!(read.contains(address(inside)), "{network} {inside}");
            assert!(!read.contains(address(outside)), "{network} {outside}");
        }
        for text in ["", "proxy", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0/8"] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_a_named_proxy_is_believed() {
        let spoof = [("x-forwarded-for", "192.0.2.7"), ("x-forwarded-proto", "https")];
        let asked = ask("198.51.100.1", &["127.0.0.1"], &spoof).expect("it is ignored");
        assert_eq!(asked, Asker { address: address("198.51.100.1"), https: false });
        let asked = ask("127.0.0.1", &["127.0.0.1"], &spoof).expect("it is believed");
        assert_eq!(asked, Asker { address: address("192.0.2.7"), https: true });
    }

    #[test]
    fn the_nearest_hop_that_is_no_proxy_counts() {
        let proxies = ["127.0.0.1", "10.0.0.0/8"];
        for (lines, found) in [
            (&[("x-forwarded-for", "1.1.1.1, 192.0.2.7")][..], "192.0.2.7"),
            (&[("x-forwarded-for", "1.1.1.1, 192.0.2.7, 10.1.1.1")], "192.0.2.7"),
            (&[("x-forwarded-for", "1.1.1.1"), ("x-forwarded-for", "192.0.2.7")], "192.0.2.7"),
            (&[("x-forwarded-for", "192.0.2.7:4711")], "192.0.2.7"),
            (&[("x-forwarded-for", "2001:db8::7")], "2001:db8::7"),
            (&[("x-forwarded-for", "192.0.2.7, nonsense")], "127.0.0.1"),
            (&[("x-forwarded-for", "192.0.2.7, nonsense, 10.1.1.1")], "10.1.1.1"),
            (&[("x-forwarded-for", "")], "127.0.0.1"),
            (&[], "127.0.0.1"),
            (&[("forwarded", "for=1.1.1.1, For=\"[2001:db8::7]:80\";proto=http")], "2001:db8::7"),
            (&[("forwarded", "for=unknown")], "127.0.0.1"),
            (&[("x-forwarded-for", "192.0.2.7"), ("forwarded", "for=192.0.2.7")], "192.0.2.7"),
        ] {
            let asked = ask("127.0.0.1", &proxies, lines).expect("an address");
            assert_eq!(asked.address, address(found), "{lines:?}");
        }
        let both = [("x-forwarded-for", "192.0.2.7"), ("forwarded", "for=1.1.1.1")];
        assert!(ask("127.0.0.1", &proxies, &both).is_err(), "a client has made one of them up");
        let proto = [("forwarded", "for=192.0.2.7;proto=https")];
        assert!(ask("127.0.0.1", &proxies, &proto).expect("an address").https);
    }
}
