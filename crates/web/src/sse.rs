//! Server-sent events: of whoever sends them through a channel, or of something that changes and is
//! watched. An event is written once and shared by all streams that carry it.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::mpsc::Receiver;
use tokio::sync::watch;

use crate::App;
use crate::extract::Client;
use crate::fault::Fault;
use crate::net::StreamPass;

/// How often a silent stream shows that it is alive.
const ALIVE: Duration = Duration::from_secs(15);
/// A remark, which readers leave out.
const REMARK: &[u8] = b":\n\n";

/// Raises a flag when it goes away: somebody has closed the connection, or everything is said.
pub struct StopOnDrop(pub Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// An event as it is sent.
#[derive(Clone, Debug)]
pub struct Event(Bytes);

impl Event {
    fn write(head: &str, data: &impl Serialize) -> Event {
        // JSON has no line breaks of its own.
        let data = serde_json::to_string(data).unwrap_or_else(|_| "null".into());
        Event(format!("{head}data: {data}\n\n").into())
    }

    /// The state of something, with the number of its version.
    pub fn state(version: u64, state: &impl Serialize) -> Event {
        Event::write(&format!("event: state\nid: {version}\n"), state)
    }
}

/// An event with data.
pub fn event(name: &str, data: &impl Serialize) -> Event {
    Event::write(&format!("event: {name}\n"), data)
}

/// The event that ends a stream that failed.
pub fn fault(fault: &Fault) -> Event {
    event("fault", &fault.body())
}

/// Where the events of a stream come from.
trait Source: Send + 'static {
    /// The next one; `None` at the end. Nothing is lost if it is not waited for.
    fn next(&mut self) -> impl Future<Output = Option<Event>> + Send;
}

/// A channel, and what is dropped when the reader leaves.
struct Channel<H>(Receiver<Event>, H);

impl<H: Send + 'static> Source for Channel<H> {
    async fn next(&mut self) -> Option<Event> {
        self.0.recv().await
    }
}

/// An answer that goes on until the channel is closed.
pub fn answer<H: Send + 'static>(receiver: Receiver<Event>, held: H) -> Response {
    respond(Channel(receiver, held))
}

/// Something that changes, and how a change is told.
struct Watched<T, F> {
    first: Option<Event>,
    changes: watch::Receiver<T>,
    event: F,
    closing: watch::Receiver<bool>,
    _pass: StreamPass,
}

impl<T, F> Source for Watched<T, F>
where
    T: Send + Sync + 'static,
    F: Fn(&T) -> Option<Event> + Send + 'static,
{
    async fn next(&mut self) -> Option<Event> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        loop {
            tokio::select! {
                changed = self.changes.changed() => changed.ok()?,
                _ = self.closing.wait_for(|closed| *closed) => return None,
            }
            if let Some(event) = (self.event)(&self.changes.borrow_and_update()) {
                return Some(event);
            }
        }
    }
}

/// The first event and one after every change, until the server goes down. A reader that is slow
/// misses some.
pub fn follow<T: Send + Sync + 'static>(
    app: &App,
    client: Client,
    first: Event,
    changes: watch::Receiver<T>,
    event: impl Fn(&T) -> Option<Event> + Send + 'static,
) -> Result<Response, Fault> {
    let (first, closing) = (Some(first), app.closing.subscribe());
    let _pass = app.gate.stream(client)?;
    Ok(respond(Watched { first, changes, event, closing, _pass }))
}

fn respond(source: impl Source) -> Response {
    let events = unfold(source, |mut source| async move {
        let bytes = match tokio::time::timeout(ALIVE, source.next()).await {
            Ok(event) => event?.0,
            Err(_) => Bytes::from_static(REMARK),
        };
        Some((Ok::<_, Infallible>(bytes), source))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-cache"),
        // A proxy should pass on every event as it comes.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, Body::from_stream(events)).into_response()
}
