use std::net::{IpAddr, UdpSocket};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use henge_api as api;

use crate::App;

/// Where this server can be reached from, for those who want to invite somebody.
#[utoipa::path(get, path = "/reach", tag = "server", responses((status = 200, body = api::Reach)))]
pub async fn reach(State(app): State<Arc<App>>) -> Json<api::Reach> {
    let host = app.config.host;
    let mut hosts: Vec<String> = app.config.allowed_hosts.iter().map(ToString::to_string).collect();
    let listens: Vec<IpAddr> = match host {
        _ if host.is_loopback() => Vec::new(),
        _ if !host.is_unspecified() => vec![host],
        IpAddr::V4(_) => own(false).into_iter().collect(),
        IpAddr::V6(_) => [own(false), own(true)].into_iter().flatten().collect(),
    };
    hosts.extend(listens.into_iter().map(|address| match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }));
    hosts.dedup();
    Json(api::Reach { private: app.is_private(), hosts })
}

/// The address from which this machine would ask others. Nothing is sent for that: the addresses asked for are
/// set aside for documents (RFC 5737, RFC 3849).
fn own(v6: bool) -> Option<IpAddr> {
    let (here, there) = match v6 {
        true => ("[::]:0", "[2001:db8::1]:9"),
        false => ("0.0.0.0:0", "192.0.2.1:9"),
    };
    let socket = UdpSocket::bind(here).ok()?;
    socket.connect(there).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_unspecified() && !address.is_loopback()).then_some(address)
}
