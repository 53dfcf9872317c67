use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use henge::Registry;
use henge::table::Threshold;

use crate::net::{Name, Network, TlsFiles};

/// How a server is to run.
#[derive(Clone, Debug)]
pub struct Config {
    /// The games that are played there.
    pub games: Registry,
    /// The address to listen on. Anything but loopback is open to others.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The file of saved games.
    pub database: PathBuf,
    /// How often somebody may ask.
    pub rates: Rates,
    /// How many engines think at once in each of the two lanes; 0 for one a core.
    pub engines: usize,
    /// When bots resign, if they do.
    pub resign: Option<Threshold>,
    /// Bots think on people's time as well, while nobody else needs an engine.
    pub ponder: bool,
    /// Takes games of people's own also where others can reach the server. One for this machine alone always
    /// takes them.
    pub own_games: bool,
    /// Names by which it may be asked for, besides localhost and the addresses it listens on.
    pub allowed_hosts: Vec<Name>,
    /// Proxies that are believed when they say for whom they ask.
    pub proxies: Vec<Network>,
    /// A certificate and its key, for https.
    pub tls: Option<TlsFiles>,
    /// The most connections at once; 0 for as many as the limit of open files allows.
    pub connections: usize,
    /// How long a client is waited for.
    pub timeouts: Timeouts,
}

impl Config {
    /// A server for this machine alone, with the games that come with henge.
    pub fn new(database: PathBuf) -> Config {
        Config {
            games: Registry::standard(),
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 2026,
            database,
            rates: Rates::default(),
            engines: 0,
            resign: None,
            ponder: false,
            own_games: false,
            allowed_hosts: Vec::new(),
            proxies: Vec::new(),
            tls: None,
            connections: 0,
            timeouts: Timeouts::default(),
        }
    }

    /// Is the server for this machine alone?
    pub fn is_private(&self) -> bool {
        self.host.is_loopback() && self.proxies.is_empty() && self.allowed_hosts.is_empty()
    }

    /// Does it take games of people's own?
    pub fn takes_own_games(&self) -> bool {
        self.own_games || self.is_private()
    }
}

/// How long a client is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For the header of a request, be it the first one or the next, and for agreeing on keys.
    pub header: Duration,
    /// For the whole body of a request.
    pub body: Duration,
    /// For reading some more of an answer.
    pub write: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let seconds = Duration::from_secs;
        Timeouts { header: seconds(30), body: seconds(30), write: seconds(15) }
    }
}

/// How many a second in the long run, and how many at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// In the long run.
    pub per_second: f64,
    /// At once.
    pub burst: f64,
}

/// How often one client may ask for what. Moves of whoever holds a seat are counted for each game
/// apart, so that a flood of anything else does not stop games in progress.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// Files of the page.
    pub page: Rate,
    /// Looking, and everything that has no rate of its own.
    pub general: Rate,
    /// New games.
    pub create: Rate,
    /// Questions to engines.
    pub engine: Rate,
    /// Wrong tokens and names of games that are not there.
    pub wrong: Rate,
    /// Moves and actions in one game.
    pub moves: Rate,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            page: Rate { per_second: 200.0, burst: 2000.0 },
            general: Rate { per_second: 60.0, burst: 300.0 },
            create: Rate { per_second: 3.0, burst: 60.0 },
            engine: Rate { per_second: 4.0, burst: 30.0 },
            wrong: Rate { per_second: 5.0, burst: 50.0 },
            moves: Rate { per_second: 20.0, burst: 60.0 },
        }
    }
}
