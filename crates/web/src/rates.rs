//! Token buckets: how often one client may ask for what.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::config::{Rate, Rates};
use crate::extract::Client;
use crate::fault::Fault;

/// What is counted apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Files of the page: some dozens at once, and cheap.
    Page,
    General,
    Create,
    Engine,
    Wrong,
}

/// A bucket that fills with time.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    pub fn full(rate: Rate) -> Bucket {
        Bucket { left: rate.burst, at: Instant::now() }
    }

    fn fill(&mut self, rate: Rate, now: Instant) {
        let seconds = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + seconds * rate.per_second).min(rate.burst);
        self.at = now;
    }

    /// Takes one out; or says in how many seconds there will be one.
    pub fn take(&mut self, rate: Rate) -> Result<(), u64> {
        self.fill(rate, Instant::now());
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Ok(());
        }
        Err(((1.0 - self.left) / rate.per_second).ceil().clamp(1.0, 3600.0) as u64)
    }
}

/// More clients than this are not told apart for long: whoever has a full bucket is forgotten.
const MOST_BUCKETS: usize = 20_000;

/// The buckets of all clients.
pub struct Limiter {
    rates: Rates,
    buckets: Mutex<HashMap<(Client, Class), Bucket>>,
}

impl Limiter {
    pub fn new(rates: Rates) -> Limiter {
        Limiter { rates, buckets: Mutex::new(HashMap::new()) }
    }

    fn rate(&self, class: Class) -> Rate {
        match class {
            Class::Page => self.rates.page,
            Class::General => self.rates.general,
            Class::Create => self.rates.create,
            Class::Engine => self.rates.engine,
            Class::Wrong => self.rates.wrong,
        }
    }

    /// Counts a request.
    pub fn take(&self, client: Client, class: Class) -> Result<(), Fault> {
        let rate = self.rate(class);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_BUCKETS {
            let now = Instant::now();
            buckets.retain(|(_, class), bucket| {
                let rate = self.rate(*class);
                bucket.fill(rate, now);
                bucket.left < rate.burst
            });
            // An attack from everywhere: better to forget all than to grow.
            if buckets.len() >= MOST_BUCKETS {
                buckets.clear();
            }
        }
        let bucket = buckets.entry((client, class)).or_insert_with(|| Bucket::full(rate));
        bucket.take(rate).map_err(|seconds| {
            let what = match class {
                Class::Page | Class::General => "too many requests",
                Class::Create => "too many new games or worlds",
                Class::Engine => "too many questions to engines",
                Class::Wrong => "too many wrong tokens or names of games",
            };
            Fault::too_many(format!("{what}; try again in {seconds} s"), seconds)
        })
    }

    /// May this client still be wrong? Nothing is counted.
    pub fn may_err(&self, client: Client) -> Result<(), Fault> {
        let rate = self.rates.wrong;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(bucket) = buckets.get_mut(&(client, Class::Wrong)) else { return Ok(()) };
        bucket.fill(rate, Instant::now());
        if bucket.left >= 1.0 {
            return Ok(());
        }
        Err(Fault::too_many("too many wrong tokens or names of games; try again in 1 s", 1))
    }
}

/// Counts a request before anything is done about it. What is played in a game is counted there.
pub async fn limit(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let client = Client::of(request.extensions());
    let (path, post) = (request.uri().path(), request.method() == Method::POST);
    let last = path.rsplit('/').next().unwrap_or_default();
    let class = match last {
        "moves" | "actions" if post => None,
        "matches" | "robots" | "own" if post => Some(Class::Create),
        "analyse" | "review" | "hint" | "replay" | "animate" if post => Some(Class::Engine),
        _ if !path.starts_with("/api/") && !post => Some(Class::Page),
        _ => Some(Class::General),
    };
    let allowed = match class {
        Some(class) => app.limiter.take(client, class),
        None => app.limiter.may_err(client),
    };
    match allowed {
        Ok(()) => next.run(request).await,
        Err(fault) => fault.into_response(),
    }
}
