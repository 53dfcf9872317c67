//! Server-sent events from whoever sends them through a channel.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use tokio::sync::mpsc::Receiver;

use crate::fault::Fault;

/// How often a silent stream shows that it is alive.
const ALIVE: Duration = Duration::from_secs(15);

/// Raises a flag when it goes away: somebody has closed the connection, or everything is said.
pub struct StopOnDrop(pub Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// The events of a channel. What it holds is dropped when the reader leaves.
struct Events<T> {
    receiver: Receiver<Event>,
    _held: T,
}

impl<T: Unpin> Stream for Events<T> {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// An answer that goes on until the channel is closed.
pub fn answer<T: Unpin + Send + 'static>(receiver: Receiver<Event>, held: T) -> Response {
    let events = Events { receiver, _held: held };
    Sse::new(events).keep_alive(KeepAlive::new().interval(ALIVE)).into_response()
}

/// An event with data.
pub fn event(name: &str, data: &impl Serialize) -> Event {
    let data = serde_json::to_string(data).unwrap_or_else(|_| "null".into());
    Event::default().event(name).data(data)
}

/// The event that ends a stream that failed.
pub fn fault(fault: &Fault) -> Event {
    event("fault", &fault.body())
}
