//! Accepting connections, speaking HTTP with them, and coming to an end.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{Request, Response, header};
use axum::response::IntoResponse;
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use super::gate::{Activity, Pass};
use super::proxy::Peer;
use super::tls::Tls;
use crate::fault::Fault;
use crate::{App, router};

/// Answers in progress may take this long when the server goes down.
const LAST_WORDS: Duration = Duration::from_secs(3);
/// What is kept for a reader that is slow, in the program and in the system. More is waited for.
const WRITE_BUFFER: usize = 64 * 1024;
/// A pause after the system has refused a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves on a listener until `end` comes.
pub async fn run(app: Arc<App>, listener: TcpListener, end: impl Future<Output = ()> + Send) {
    let sweeper = tokio::spawn(crate::room::sweep(Arc::downgrade(&app)));
    let accepting = accept(&app, listener);
    tokio::select! { () = accepting => {}, () = end => {} }
    // Streams end when they hear of it; otherwise they would never.
    app.closing.send_replace(true);
    let _ = tokio::time::timeout(LAST_WORDS, app.gate.emptied()).await;
    sweeper.abort();
    app.write_clocks().await;
}

/// Lets connections in for ever. Nothing that goes wrong with one of them stops the server.
async fn accept(app: &Arc<App>, listener: TcpListener) {
    let router = router(app);
    loop {
        let slot = app.gate.slot().await;
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) if is_of_one_connection(&error) => continue,
            Err(_) => {
                // Most likely there are no files left; one that waits gives up its own.
                app.gate.shed();
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let is_proxy = app.config.proxies.iter().any(|proxy| proxy.contains(peer.ip()));
        match app.gate.admit(peer.ip(), is_proxy, slot) {
            Some(pass) => {
                let (app, router) = (Arc::clone(app), router.clone());
                tokio::spawn(async move { converse(&app, router, stream, peer, pass).await });
            }
            None => refuse(&stream, app.tls.is_some()),
        }
    }
}

fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Says why there is no answer, if that can be said at once.
fn refuse(stream: &TcpStream, encrypted: bool) {
    let fault = Fault::too_many("too many connections are open; close some and try again", 5);
    if let (false, Ok(body)) = (encrypted, serde_json::to_string(&fault.body())) {
        let answer = format!(
            "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nRetry-After: 5\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let _ = stream.try_write(answer.as_bytes());
    }
}

/// Speaks with one connection until it ends, or must make room.
async fn converse(app: &App, router: Router, stream: TcpStream, peer: SocketAddr, pass: Pass) {
    let _ = stream.set_nodelay(true);
    #[cfg(unix)]
    let _ = rustix::net::sockopt::set_socket_send_buffer_size(&stream, WRITE_BUFFER);
    let local = stream.local_addr().ok().map(|local| local.ip().to_canonical());
    let https = app.tls.is_some();
    let peer = Peer { address: peer.ip().to_canonical(), local, https };
    match &app.tls {
        None => speak(app, router, stream, peer, pass).await,
        Some(Tls(acceptor)) => {
            let shaking = tokio::time::timeout(app.config.timeouts.header, acceptor.accept(stream));
            tokio::select! {
                shaken = shaking => if let Ok(Ok(stream)) = shaken {
                    speak(app, router, stream, peer, pass).await;
                },
                () = pass.closed() => {}
            }
        }
    }
}

async fn speak(
    app: &App,
    router: Router,
    stream: impl AsyncRead + AsyncWrite + Unpin,
    peer: Peer,
    pass: Pass,
) {
    let timeouts = app.config.timeouts;
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(timeouts.write));
    let pass = Arc::new(pass);
    let service = service_fn(|request| answer(router.clone(), request, peer, Arc::clone(&pass)));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // This runs between requests, too.
        .header_read_timeout(timeouts.header)
        .max_buf_size(WRITE_BUFFER)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    let mut connection = pin!(connection);
    let mut closing = app.closing.subscribe();
    let mut ending = false;
    loop {
        tokio::select! {
            _ = connection.as_mut() => return,
            () = pass.closed() => return,
            _ = closing.wait_for(|closed| *closed), if !ending => {
                ending = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

async fn answer(
    router: Router,
    request: Request<Incoming>,
    peer: Peer,
    pass: Arc<Pass>,
) -> Result<Response<Counted>, Infallible> {
    pass.becomes(Activity::Busy);
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(peer);
    // In a task of its own: what has begun, such as writing a move, is finished even if the
    // connection is lost in the middle of it.
    let response = match tokio::spawn(router.oneshot(request)).await {
        Ok(Ok(response)) => response,
        Ok(Err(never)) => match never {},
        Err(_) => Fault::failed("the server has failed; this is a fault of henge").into_response(),
    };
    let kind = response.headers().get(header::CONTENT_TYPE);
    if kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
        pass.becomes(Activity::Streaming);
    }
    Ok(response.map(|body| Counted { body, pass }))
}

/// The body of an answer. When it is written, the connection waits for the next request.
struct Counted {
    body: Body,
    pass: Arc<Pass>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.pass.becomes(Activity::Waiting);
    }
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
