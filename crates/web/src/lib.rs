//! henge in the browser: a server for people and programs, in one binary with its page.
//!
//! Requests are JSON over HTTP, as `/openapi.json` says; what changes by itself comes as server-sent
//! events. Games live in rooms, which are loaded from the store when somebody looks at them and leave
//! memory when nobody does. Engines run in a pool of threads of their own, so that nobody's move
//! waits for them.

mod app;
mod bounds;
mod catalogue;
mod config;
mod extract;
mod fault;
mod guard;
mod net;
mod page;
mod pool;
mod question;
mod rates;
mod room;
mod routes;
mod serve;
mod sse;
mod talks;
mod worlds;

pub use app::App;
pub use config::{Config, Rate, Rates, Timeouts};
pub use net::{Name, Network, NetworkError, TlsError, TlsFiles, run};
pub use routes::router;
pub use serve::{ServeError, serve};
