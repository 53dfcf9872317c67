use std::sync::Arc;

use henge_store::{Change, Store, StoreError};
use tokio::sync::{Semaphore, oneshot, watch};

use crate::catalogue::Catalogue;
use crate::config::Config;
use crate::fault::Fault;
use crate::net::{Gate, Tls};
use crate::pool::Pool;
use crate::rates::Limiter;
use crate::room::{Chairs, Hall};
use crate::serve::ServeError;
use crate::talks::Talks;
use crate::worlds::Worlds;

/// Everything a server has.
pub struct App {
    pub(crate) config: Config,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) store: Arc<Store>,
    pub(crate) pool: Pool,
    pub(crate) chairs: Arc<Chairs>,
    pub(crate) limiter: Limiter,
    pub(crate) hall: Hall,
    pub(crate) worlds: Worlds,
    pub(crate) talks: Talks,
    pub(crate) gate: Arc<Gate>,
    pub(crate) tls: Option<Tls>,
    /// Games of people's own are built one at a time.
    pub(crate) compiling: Semaphore,
    /// True as soon as the server goes down.
    pub(crate) closing: watch::Sender<bool>,
}

impl App {
    /// Opens the store and starts the engines.
    pub fn new(config: Config) -> Result<Arc<App>, ServeError> {
        let tls = config.tls.as_ref().map(Tls::read).transpose()?;
        let store = Arc::new(Store::open(&config.database)?);
        let pool = Pool::start(config.engines).map_err(ServeError::Threads)?;
        let own = config.takes_own_games().then(|| Arc::clone(&store));
        Ok(Arc::new(App {
            catalogue: Arc::new(Catalogue::new(config.games.clone(), own)),
            store,
            // Enough for a few games at a time, whatever the number of games.
            chairs: Arc::new(Chairs::new((2 * pool.n_threads()).max(4))),
            pool,
            limiter: Limiter::new(config.rates),
            hall: Hall::default(),
            worlds: Worlds::default(),
            talks: Talks::default(),
            gate: Arc::new(Gate::new(config.connections)),
            tls,
            compiling: Semaphore::new(1),
            closing: watch::Sender::new(false),
            config,
        }))
    }

    /// Is it for this machine alone?
    pub fn is_private(&self) -> bool {
        self.config.is_private()
    }

    /// Writes a change and waits until it is on disk, without blocking anybody.
    pub(crate) async fn write(&self, change: Change) -> Result<(), Fault> {
        let (sender, receiver) = oneshot::channel();
        self.store.write(change, move |result| {
            let _ = sender.send(result);
        })?;
        Ok(receiver.await.map_err(|_| StoreError::Closed)??)
    }

    /// Asks the store something, without blocking anybody.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Fault> {
        let store = Arc::clone(&self.store);
        let answer = tokio::task::spawn_blocking(move || question(&store)).await;
        Ok(answer.map_err(|_| StoreError::Closed)??)
    }
}
