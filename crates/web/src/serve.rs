//! Listening, and coming to an end.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use henge_store::StoreError;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::{App, Config, router};

/// Why a server does not run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The saved games cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be had.
    #[error("cannot listen on {address}: {error}; another port may be free, as in --port 2027")]
    Listen {
        /// Which address.
        address: SocketAddr,
        /// What the system says.
        error: std::io::Error,
    },
    /// No threads.
    #[error("cannot start threads: {0}")]
    Threads(std::io::Error),
    /// The network failed.
    #[error("the server has failed: {0}")]
    Serve(std::io::Error),
    /// There is no place for saved games.
    #[error("cannot write to {}", .0.display())]
    Place(PathBuf),
}

/// So long may answers in progress take when the server goes down.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// Serves until Ctrl-C, or until the process is asked to end. `ready` is called with the address as
/// soon as somebody can connect.
pub fn serve(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // What blocks is short: reading from disk, and building the tables of a game.
        .max_blocking_threads(8)
        .enable_all()
        .build()
        .map_err(ServeError::Threads)?;
    let served = runtime.block_on(async {
        let app = App::new(config)?;
        let listener = listen(&app).await?;
        ready(listener.local_addr().map_err(ServeError::Serve)?);
        run(app, listener, asked_to_end()).await
    });
    // An engine that is still thinking does not keep the program.
    runtime.shutdown_timeout(Duration::from_millis(200));
    served
}

async fn listen(app: &App) -> Result<TcpListener, ServeError> {
    let address = SocketAddr::new(app.config.host, app.config.port);
    TcpListener::bind(address).await.map_err(|error| ServeError::Listen { address, error })
}

/// Serves on a listener until `end` comes.
async fn run(
    app: Arc<App>,
    listener: TcpListener,
    end: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let sweeper = tokio::spawn(crate::room::sweep(Arc::downgrade(&app)));
    let service = router(&app).into_make_service_with_connect_info::<SocketAddr>();
    let closing = Arc::clone(&app);
    let mut closed = app.closing.subscribe();
    let ending = async move {
        end.await;
        // Streams end when they hear of it; otherwise they would never.
        closing.closing.send_replace(true);
    };
    let serving = axum::serve(listener, service).with_graceful_shutdown(ending);
    let served = tokio::select! {
        served = serving.into_future() => served,
        () = async {
            let _ = closed.wait_for(|closed| *closed).await;
            tokio::time::sleep(LAST_WORDS).await;
        } => Ok(()),
    };
    sweeper.abort();
    app.write_clocks().await;
    served.map_err(ServeError::Serve)
}

async fn asked_to_end() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let terminate = async {
            match signal(SignalKind::terminate()) {
                Ok(mut signal) => _ = signal.recv().await,
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! { () = interrupt => {}, () = terminate => {} }
    }
    #[cfg(not(unix))]
    interrupt.await;
}
