//! Listening, and coming to an end.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use henge_store::StoreError;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::net::{TlsError, run};
use crate::{App, Config};

/// Why a server does not run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The saved games cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There can be no encryption.
    #[error(transparent)]
    Tls(#[from] TlsError),
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
        run(app, listener, asked_to_end()).await;
        Ok(())
    });
    // An engine that is still thinking does not keep the program.
    runtime.shutdown_timeout(Duration::from_millis(200));
    served
}

async fn listen(app: &App) -> Result<TcpListener, ServeError> {
    let address = SocketAddr::new(app.config.host, app.config.port);
    TcpListener::bind(address).await.map_err(|error| ServeError::Listen { address, error })
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
