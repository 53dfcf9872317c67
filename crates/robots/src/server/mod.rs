//! A world as a server: robots run as clients, here or on other machines.
//!
//! Client and server send lines of words over TCP, in UTF-8, each ended by a line feed.
//!
//! | the server says | when |
//! |---|---|
//! | `henge-robots 1` | at once |
//! | `joined X Y SIGHT NAME` | the robot is yours; the next lines are about the world |
//! | `world WIDTH HEIGHT EDGES` | after `joined`; the edges are `closed` or `torus` |
//! | `wall X Y` | after `world`, for every wall |
//! | `round N X Y` | a round begins, and this is where you stand |
//! | `robot X Y NAME` | in a round, for every robot of another team that you see |
//! | `mate X Y NAME` | in a round, for every robot of your team that you see |
//! | `heard NAME: WORDS` | in a round, for everything your team said in the last one |
//! | `go N` | the view of the round is complete; answer now |
//! | `error WORDS` | your last line was wrong, and why |
//! | `score POINTS NAME` | at the end of a contest, for the team and each of its robots |
//! | `end N` | the world has ended after this many rounds |
//!
//! | a client says | meaning |
//! |---|---|
//! | `join NAME` | I steer this robot; it must be of the kind `client` and nobody else's |
//! | `say WORDS` | to my team, once a round and before the move; robots of the world understand `say seen X Y` |
//! | `move N DX DY` | my step in round N, from −1 to 1 in each direction; the first one counts |
//! | `leave` | good-bye; the robot stays where it is until somebody joins for it |
//!
//! Nobody has to trust a client. The world holds the places and allows every step. A round has a
//! deadline: who has not answered by then stays, and an answer for a round that is over is dropped.
//! Who was late three times in a row is not waited for until it is in time again. A client that does
//! not read, sends long lines or floods the server is cut off. Whoever can reach the port can join,
//! so that a port that others can reach is a choice of the person who opens it.

mod connection;
mod hub;
mod view;

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use crate::place::Step;
use crate::robot::{Kind, RobotId};
use crate::world::{Event, Outside, World};
use hub::Hub;
pub use view::Request;

/// How the world waits for its clients.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How long a round waits for answers at the most.
    pub deadline: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options { deadline: Duration::from_millis(100) }
    }
}

/// The door of a world to its clients.
pub struct Server {
    hub: Arc<Hub>,
    address: SocketAddr,
    acceptor: Option<JoinHandle<()>>,
    options: Options,
}

impl Server {
    /// Opens the door for the robots of `world` that are clients. Port 0 takes any free port.
    pub fn open(
        address: impl ToSocketAddrs,
        world: &World,
        options: Options,
    ) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        // The acceptor looks up now and then to see whether it is still needed.
        listener.set_nonblocking(true)?;
        let hub = Arc::new(Hub::new(world));
        let acceptor = {
            let hub = Arc::clone(&hub);
            std::thread::Builder::new()
                .name("robots-door".into())
                .spawn(move || connection::accept(&listener, &hub))?
        };
        Ok(Server { hub, address, acceptor: Some(acceptor), options })
    }

    /// Where clients connect.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How many robots have a client now.
    pub fn n_joined(&self) -> usize {
        self.hub.n_joined()
    }

    /// Waits until every client robot has its client, or for this long; says how many have.
    pub fn gather(&self, longest: Duration) -> usize {
        self.hub.gather(longest)
    }

    /// One round: shows the world to the clients, waits for their answers until the deadline and
    /// lets all robots have their turn. `others` steers those robots that a person steers.
    pub fn step(
        &mut self,
        world: &mut World,
        others: &mut impl Outside,
        report: impl FnMut(&Event),
    ) {
        let answers = self.hub.ask(world, self.options.deadline);
        let mut steps = vec![Step::STAY; world.robots().len()];
        for answer in answers {
            steps[answer.robot.index()] = answer.step;
            if let Some(said) = answer.said {
                world.say(answer.robot, said);
            }
        }
        let mut wish = |world: &World, robot: RobotId| match world.kind(robot) {
            Kind::Client => steps[robot.index()],
            _ => others.wish(world, robot),
        };
        world.step(&mut wish, report);
    }

    /// Tells the clients that the world has ended, and how.
    pub fn close(mut self, world: &World) {
        self.shut(Some(world));
    }

    fn shut(&mut self, world: Option<&World>) {
        self.hub.close(world);
        if let Some(acceptor) = self.acceptor.take() {
            // A door that panicked has nothing more to tell.
            let _ = acceptor.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shut(None);
    }
}
