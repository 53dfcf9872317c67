//! How many connections there may be, and which one makes room for another.
//!
//! Connections are shared out evenly: when there is no room, the address that holds the most of them
//! gives one up for an address that holds fewer. What waits for a request goes first, the one that
//! has waited longest before all others; then streams, then requests that are being answered. So one
//! address, or a few hundred, can hold as many connections as they like and keep nobody out.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use super::files::open_files;
use crate::extract::Client;
use crate::fault::Fault;

/// Files that are needed for other things: the saved games, logs of runs, the system's own.
const OTHER_FILES: usize = 64;
/// How many connections may be on their way out while others come in.
const LEAVING: usize = 32;
/// More connections are not kept, however many files may be open.
const MOST: usize = 8192;
/// Fewer than this make no server.
const FEWEST: usize = 16;

/// What a connection does. Those that come first here are closed first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Activity {
    /// It waits for a request, or for the rest of its header.
    Waiting,
    /// It carries a stream of events.
    Streaming,
    /// A request is being answered.
    Busy,
}

/// A connection among those of its address, in the order in which they are closed: what it does,
/// since when, and its number.
type Place = (Activity, u64, u64);

#[derive(Default)]
struct Held {
    places: BTreeSet<Place>,
    /// A proxy's connections are those of many.
    is_proxy: bool,
}

#[derive(Default)]
struct Connections {
    /// Where each connection stands, and how it is told to close.
    connections: HashMap<u64, (IpAddr, Place, Arc<Notify>)>,
    addresses: HashMap<IpAddr, Held>,
    streams: HashMap<IpAddr, usize>,
    n_streams: usize,
    /// Counts events, so that what happened earlier has the smaller number.
    ticks: u64,
}

/// All connections.
pub struct Gate {
    most: usize,
    most_each: usize,
    table: Mutex<Connections>,
    /// One for each connection that is open, those on their way out included.
    slots: Arc<Semaphore>,
}

impl Gate {
    /// Room for the given number of connections; 0 for as many as the open files allow.
    pub fn new(most: usize) -> Gate {
        let most = match most {
            0 => open_files().saturating_sub(OTHER_FILES + LEAVING).clamp(FEWEST, MOST),
            most => most,
        };
        Gate {
            most,
            most_each: most.div_ceil(4),
            table: Mutex::default(),
            slots: Arc::new(Semaphore::new(most + LEAVING)),
        }
    }

    fn table(&self) -> MutexGuard<'_, Connections> {
        // Nothing that could panic is done under the lock.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a connection may be opened as far as files are concerned.
    pub async fn slot(&self) -> OwnedSemaphorePermit {
        let slot = Arc::clone(&self.slots).acquire_owned().await;
        slot.expect("the semaphore is never closed")
    }

    /// Waits until all connections are closed.
    pub async fn emptied(&self) {
        let all = u32::try_from(self.most + LEAVING).unwrap_or(u32::MAX);
        let _ = self.slots.acquire_many(all).await;
    }

    /// Lets a connection in, if need be at the cost of another. `None`: there is no room for it.
    pub fn admit(
        self: &Arc<Self>,
        peer: IpAddr,
        is_proxy: bool,
        slot: OwnedSemaphorePermit,
    ) -> Option<Pass> {
        let from = Client::at(peer).0;
        let mut table = self.table();
        let held = table.held(from);
        if !is_proxy && held >= self.most_each && !table.close_waiting_of(from) {
            return None;
        }
        if table.connections.len() >= self.most && !table.make_room_for(from) {
            return None;
        }
        let closes = Arc::new(Notify::new());
        table.ticks += 1;
        let number = table.ticks;
        let place = (Activity::Waiting, number, number);
        table.connections.insert(number, (from, place, Arc::clone(&closes)));
        let held = table.addresses.entry(from).or_default();
        held.places.insert(place);
        held.is_proxy = is_proxy;
        Some(Pass { gate: Arc::clone(self), number, closes, _slot: slot })
    }

    /// Closes the connection that has waited longest, if there is one: files are running short.
    pub fn shed(&self) {
        let mut table = self.table();
        let firsts = table.addresses.values().filter_map(|held| held.places.first());
        let first = firsts.min().copied().filter(|place| place.0 == Activity::Waiting);
        if let Some(place) = first {
            table.close(place);
        }
    }

    /// Counts a stream of events for whoever reads it. Streams never take all connections, so that
    /// those who look on keep nobody from playing.
    pub fn stream(self: &Arc<Self>, client: Client) -> Result<StreamPass, Fault> {
        let share = |most: usize| most * 3 / 4;
        let mut table = self.table();
        let held = table.streams.get(&client.0).copied().unwrap_or(0);
        if held >= share(self.most_each) {
            let many = format!("{held} streams are open from your address; close some pages first");
            return Err(Fault::too_many(many, 10));
        }
        if table.n_streams >= share(self.most) {
            let many = "too many people are watching right now; try again in 10 s";
            return Err(Fault::too_many(many, 10));
        }
        table.n_streams += 1;
        *table.streams.entry(client.0).or_default() += 1;
        Ok(StreamPass { gate: Arc::clone(self), client })
    }

    /// How many connections are open now, and how many may be.
    pub fn load(&self) -> (usize, usize) {
        (self.table().connections.len(), self.most)
    }
}

impl Connections {
    fn held(&self, from: IpAddr) -> usize {
        self.addresses.get(&from).map_or(0, |held| held.places.len())
    }

    /// Takes a connection out; says whether it was there.
    fn remove(&mut self, number: u64) -> Option<Arc<Notify>> {
        let (from, place, closes) = self.connections.remove(&number)?;
        if let Some(held) = self.addresses.get_mut(&from) {
            held.places.remove(&place);
            if held.places.is_empty() {
                self.addresses.remove(&from);
            }
        }
        Some(closes)
    }

    fn close(&mut self, (_, _, number): Place) {
        if let Some(closes) = self.remove(number) {
            closes.notify_one();
        }
    }

    fn first_waiting(&self, from: IpAddr) -> Option<Place> {
        let first = self.addresses.get(&from)?.places.first()?;
        (first.0 == Activity::Waiting).then_some(*first)
    }

    fn close_waiting_of(&mut self, from: IpAddr) -> bool {
        let first = self.first_waiting(from);
        first.map(|place| self.close(place)).is_some()
    }

    /// Closes a connection for one of this address; says whether there was one to be closed.
    fn make_room_for(&mut self, from: IpAddr) -> bool {
        let own = self.held(from);
        let others = || self.addresses.values().filter(|held| !held.is_proxy);
        let most = others().map(|held| held.places.len()).max().unwrap_or(0);
        let greediest = others().filter(|held| held.places.len() == most);
        let first = greediest.filter_map(|held| held.places.first()).min().copied();
        let greedy =
            first.filter(|place| most > own + 1 || most > own && place.0 == Activity::Waiting);
        let proxied = || {
            let proxies = self.addresses.values().filter(|held| held.is_proxy);
            let first = proxies.filter_map(|held| held.places.first()).min().copied();
            first.filter(|place| place.0 == Activity::Waiting)
        };
        let chosen = greedy.or_else(|| self.first_waiting(from)).or_else(proxied);
        chosen.map(|place| self.close(place)).is_some()
    }
}

/// A connection that was let in.
pub struct Pass {
    gate: Arc<Gate>,
    number: u64,
    closes: Arc<Notify>,
    _slot: OwnedSemaphorePermit,
}

impl Pass {
    /// Says what the connection does from now on.
    pub fn becomes(&self, activity: Activity) {
        let mut table = self.gate.table();
        table.ticks += 1;
        let tick = table.ticks;
        let Connections { connections, addresses, .. } = &mut *table;
        // It may be on its way out.
        let Some((from, place, _)) = connections.get_mut(&self.number) else { return };
        if let Some(held) = addresses.get_mut(from) {
            held.places.remove(place);
            *place = (activity, tick, self.number);
            held.places.insert(*place);
        }
    }

    /// Comes when the connection must make room for another.
    pub async fn closed(&self) {
        self.closes.notified().await;
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.gate.table().remove(self.number);
    }
}

/// A stream that is counted until this is dropped.
pub struct StreamPass {
    gate: Arc<Gate>,
    client: Client,
}

impl Drop for StreamPass {
    fn drop(&mut self) {
        let mut table = self.gate.table();
        table.n_streams -= 1;
        if let Some(held) = table.streams.get_mut(&self.client.0) {
            *held -= 1;
            if *held == 0 {
                table.streams.remove(&self.client.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn address(n: u8) -> IpAddr {
        Ipv4Addr::new(10, 0, 0, n).into()
    }

    fn enter(gate: &Arc<Gate>, n: u8) -> Option<Pass> {
        let slot = Arc::clone(&gate.slots).try_acquire_owned().expect("there are slots enough");
        gate.admit(address(n), false, slot)
    }

    /// How many connections of these are still counted.
    fn kept(passes: &[Pass]) -> usize {
        let table = passes[0].gate.table();
        passes.iter().filter(|pass| table.connections.contains_key(&pass.number)).count()
    }

    #[test]
    fn one_address_takes_its_share_and_no_more() {
        let gate = Arc::new(Gate::new(40));
        let greedy: Vec<Pass> = (0..30).filter_map(|_| enter(&gate, 1)).collect();
        assert_eq!((greedy.len(), kept(&greedy)), (30, 10), "the newest ones stay");
        greedy.iter().for_each(|pass| pass.becomes(Activity::Busy));
        assert!(enter(&gate, 1).is_none(), "nothing of it waits, so nothing can go");
        assert!(enter(&gate, 2).is_some());
    }

    #[test]
    fn many_addresses_make_room_for_one_that_has_less() {
        let gate = Arc::new(Gate::new(40));
        let crowd: Vec<Pass> = (0..60).filter_map(|n| enter(&gate, n % 20)).collect();
        crowd.iter().for_each(|pass| pass.becomes(Activity::Streaming));
        assert_eq!(kept(&crowd), 40);
        let player = [enter(&gate, 99).expect("there is room for a stranger")];
        player[0].becomes(Activity::Busy);
        player[0].becomes(Activity::Waiting);
        // The crowd comes again and again, and pushes out its own.
        let more: Vec<Pass> = (0..20).filter_map(|n| enter(&gate, n % 20)).collect();
        assert_eq!(kept(&player), 1);
        assert!(kept(&crowd) + more.len() <= 40);
    }

    #[test]
    fn whoever_has_waited_longest_goes_first() {
        let gate = Arc::new(Gate::new(16));
        let crowd: Vec<Pass> = (0..16).filter_map(|n| enter(&gate, n)).collect();
        // The first one has just asked something.
        crowd[0].becomes(Activity::Busy);
        crowd[0].becomes(Activity::Waiting);
        let _new = enter(&gate, 99).expect("one that waits is closed");
        assert_eq!((kept(&crowd[..1]), kept(&crowd[1..2])), (1, 0));
    }

    #[test]
    fn streams_leave_room_for_players() {
        let gate = Arc::new(Gate::new(40));
        let client = Client(address(1));
        let streams: Vec<_> = (0..20).map_while(|_| gate.stream(client).ok()).collect();
        assert_eq!(streams.len(), 7);
        assert!(gate.stream(Client(address(2))).is_ok());
        drop(streams);
        assert!(gate.stream(client).is_ok());
        assert!(gate.table().streams.is_empty());
    }
}
