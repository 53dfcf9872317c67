//! Connections: letting them in, giving them up, and who is behind them.
//!
//! | file | subject |
//! |---|---|
//! | `serve` | accepting, speaking HTTP with time limits, coming to an end |
//! | `gate` | how many connections there may be, and which one makes room for another |
//! | `files` | how many files the process may open |
//! | `host` | the names a server answers to |
//! | `proxy` | whose address a request comes from |
//! | `tls` | encryption, with a certificate and a key from files |

mod files;
mod gate;
mod host;
mod proxy;
mod serve;
mod tls;

pub use gate::{Gate, StreamPass};
pub use host::{Authority, Name};
pub use proxy::{Asker, FORWARDING, Network, NetworkError, Peer};
pub use serve::run;
pub use tls::{Tls, TlsError, TlsFiles};
