//! What the world and the threads of its clients share: a seat for every client robot.

use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::view::{self, Request};
use crate::place::{Land, Step};
use crate::robot::{Kind, RobotId, Said};
use crate::world::World;

/// After this many late answers in a row a client is no longer waited for.
const PATIENCE: u32 = 3;
/// A client that sends this many lines in a round is cut off.
const MOST_LINES: u32 = 16;

/// What a client wants of a round.
pub struct Answer {
    pub robot: RobotId,
    pub step: Step,
    pub said: Option<Said>,
}

/// A connection that has joined.
pub struct Guest {
    /// Only the hub holds it: without it the writer comes to its end.
    pub out: SyncSender<String>,
    pub writer: JoinHandle<()>,
    /// To cut off a client that does not read.
    pub stream: TcpStream,
}

struct Seat {
    robot: RobotId,
    name: String,
    /// What a client is told when it joins.
    welcome: String,
    /// Who sits here, and the number of the connection: an old thread must not touch a new guest.
    guest: Option<(u64, Guest)>,
    step: Option<Step>,
    said: Option<Said>,
    awaited: bool,
    late: u32,
    lines: u32,
}

struct State {
    seats: Vec<Seat>,
    /// The round that is asked for, while answers are taken.
    open_round: Option<u64>,
    n_awaited: usize,
    n_guests: u64,
}

/// The meeting place of the world and its clients.
pub struct Hub {
    state: Mutex<State>,
    /// Somebody joined, or the last answer has come.
    changed: Condvar,
    closed: AtomicBool,
    ground: String,
    land: Land,
}

/// How long the last lines may take to reach a client.
const TIME_TO_PART: Duration = Duration::from_secs(1);

/// What becomes of a connection after a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Next {
    GoOn,
    Close,
}

/// A seat that a connection has taken.
#[derive(Clone, Copy)]
pub struct Ticket {
    seat: usize,
    guest: u64,
}

impl Hub {
    pub fn new(world: &World) -> Hub {
        let seat = |robot: RobotId| {
            let (place, name) = (world.place(robot), world.name(robot).to_string());
            Seat {
                robot,
                welcome: format!("joined {} {} {} {name}\n", place.x, place.y, world.sight(robot)),
                name,
                guest: None,
                step: None,
                said: None,
                awaited: false,
                late: 0,
                lines: 0,
            }
        };
        let clients = world.robots().filter(|&robot| world.kind(robot) == Kind::Client);
        let seats: Vec<Seat> = clients.map(seat).collect();
        Hub {
            state: Mutex::new(State { seats, open_round: None, n_awaited: 0, n_guests: 0 }),
            changed: Condvar::new(),
            closed: AtomicBool::new(false),
            ground: view::ground(world),
            land: world.land(),
        }
    }

    /// No thread leaves the state half changed, so that it can be used even if one has panicked.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    pub fn n_seats(&self) -> usize {
        self.state().seats.len()
    }

    pub fn n_joined(&self) -> usize {
        self.state().seats.iter().filter(|seat| seat.guest.is_some()).count()
    }

    pub fn gather(&self, longest: Duration) -> usize {
        let some_missing = |state: &mut State| state.seats.iter().any(|seat| seat.guest.is_none());
        let wait = self.changed.wait_timeout_while(self.state(), longest, some_missing);
        let (state, _) = wait.unwrap_or_else(PoisonError::into_inner);
        state.seats.iter().filter(|seat| seat.guest.is_some()).count()
    }

    /// Gives a seat to a connection. `guest` is made only if the seat is free.
    pub fn join(
        &self,
        name: &str,
        guest: impl FnOnce() -> std::io::Result<Guest>,
    ) -> Result<Ticket, String> {
        let mut state = self.state();
        if self.is_closed() {
            return Err("the world has ended".into());
        }
        let Some(index) = state.seats.iter().position(|seat| seat.name == name) else {
            return Err(format!("no robot called {name} waits for a client"));
        };
        if state.seats[index].guest.is_some() {
            return Err(format!("{name} has a client already"));
        }
        let guest = guest().map_err(|error| error.to_string())?;
        state.n_guests += 1;
        let number = state.n_guests;
        let seat = &mut state.seats[index];
        // The queue of a new guest is empty; if it is gone already, its reader will notice.
        let _ = guest.out.try_send(format!("{}{}", seat.welcome, self.ground));
        seat.guest = Some((number, guest));
        (seat.late, seat.lines) = (0, 0);
        self.changed.notify_all();
        Ok(Ticket { seat: index, guest: number })
    }

    /// A line of a client that has joined.
    pub fn take(&self, ticket: Ticket, request: Result<Request, String>) -> Next {
        let mut state = self.state();
        let seat = &mut state.seats[ticket.seat];
        seat.lines += 1;
        if !seat.has(ticket) || seat.lines > MOST_LINES || request == Ok(Request::Leave) {
            return Next::Close;
        }
        let taken = request.and_then(|request| self.answer(&mut state, ticket.seat, request));
        if let (Err(fault), Some((_, guest))) = (taken, &state.seats[ticket.seat].guest) {
            // A client that does not read does not learn of its faults.
            let _ = guest.out.try_send(format!("error {fault}\n"));
        }
        Next::GoOn
    }

    fn answer(&self, state: &mut State, index: usize, request: Request) -> Result<(), String> {
        let open_round = state.open_round;
        let seat = &mut state.seats[index];
        match request {
            Request::Join(_) | Request::Leave => Err(format!("you are {} already", seat.name)),
            Request::Say(Said::Seen(place)) if !self.land.contains(place) => {
                Err("there is no such place".into())
            }
            Request::Say(_) if seat.said.is_some() => Err("once a round is enough".into()),
            Request::Say(said) => {
                seat.said = Some(said);
                Ok(())
            }
            Request::Move { round, .. } if open_round != Some(round) => {
                Err(format!("round {round} is not asked for now"))
            }
            Request::Move { round, .. } if seat.step.is_some() => {
                Err(format!("round {round} has your answer already"))
            }
            Request::Move { step, .. } => {
                seat.step = Some(step);
                seat.late = 0;
                self.release(state, index);
                Ok(())
            }
        }
    }

    /// A client is gone: its robot stays, and the seat is free again.
    pub fn leave(&self, ticket: Ticket) {
        let mut state = self.state();
        let seat = &mut state.seats[ticket.seat];
        if seat.has(ticket) {
            seat.guest = None;
            self.release(&mut state, ticket.seat);
        }
    }

    /// Nobody waits for this seat any longer.
    fn release(&self, state: &mut State, seat: usize) {
        if std::mem::take(&mut state.seats[seat].awaited) {
            state.n_awaited -= 1;
            if state.n_awaited == 0 {
                self.changed.notify_all();
            }
        }
    }

    /// Shows the round to all clients and waits for their answers.
    pub fn ask(&self, world: &World, deadline: Duration) -> Vec<Answer> {
        let until = Instant::now() + deadline;
        let round = world.rounds() + 1;
        let mut state = self.state();
        let mut n_awaited = 0;
        for seat in &mut state.seats {
            (seat.step, seat.lines, seat.awaited) = (None, 0, false);
            if let Some((_, guest)) = &seat.guest {
                let sent = guest.out.try_send(view::view(world, seat.robot, round));
                // Who does not read what it was sent misses the round.
                let reads = !matches!(sent, Err(TrySendError::Full(_)));
                seat.awaited = reads && seat.late < PATIENCE && !world.is_caught(seat.robot);
                n_awaited += usize::from(seat.awaited);
            }
        }
        (state.n_awaited, state.open_round) = (n_awaited, Some(round));
        while state.n_awaited > 0 {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let wait = self.changed.wait_timeout(state, left);
            (state, _) = wait.unwrap_or_else(PoisonError::into_inner);
        }
        state.open_round = None;
        let mut answers = Vec::new();
        for seat in &mut state.seats {
            seat.late += u32::from(std::mem::take(&mut seat.awaited));
            let (step, said) = (seat.step.take(), seat.said.take());
            if step.is_some() || said.is_some() {
                answers.push(Answer { robot: seat.robot, step: step.unwrap_or_default(), said });
            }
        }
        state.n_awaited = 0;
        answers
    }

    /// Sends everybody home; what is on its way still arrives, if the client reads it soon.
    pub fn close(&self, world: Option<&World>) {
        self.closed.store(true, Ordering::SeqCst);
        let mut parting = Vec::new();
        for seat in &mut self.state().seats {
            if let Some((_, guest)) = seat.guest.take() {
                if let Some(world) = world {
                    // A full queue belongs to a client that does not read.
                    let _ = guest.out.try_send(view::ending(world));
                }
                parting.push((guest.writer, guest.stream));
            }
        }
        let until = Instant::now() + TIME_TO_PART;
        while parting.iter().any(|(writer, _)| !writer.is_finished()) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
        for (writer, stream) in parting {
            // Both fail only if the connection has ended, which is what is wanted.
            let _ = stream.shutdown(Shutdown::Both);
            let _ = writer.join();
        }
    }
}

impl Seat {
    fn has(&self, ticket: Ticket) -> bool {
        self.guest.as_ref().is_some_and(|(number, _)| *number == ticket.guest)
    }
}
