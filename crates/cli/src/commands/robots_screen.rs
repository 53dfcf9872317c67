//! The world of robots on the whole screen of the terminal.

use std::io::IsTerminal;

use henge_robots::{Event, Kind, Recording, RobotId, Scenario, Step, World};
use henge_tui::robots::{Left, Live, Replay, Round};

use crate::args::RobotsArgs;
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::theme;

use super::robots::{end, keep, open};

/// Runs a scenario there, alone or as a server for clients, and keeps what the arguments ask for.
pub fn run(scenario: Scenario, args: &RobotsArgs, output: &Output) -> Result<Done, Fault> {
    needs_terminal()?;
    let mut server = match &args.serve {
        Some(address) => Some(open(address, &World::new(&scenario, args.seed), args, output)?),
        None => None,
    };
    let round: Round<'_> = Box::new(|world, wishes, report: &mut dyn FnMut(&Event)| {
        let mut keys = |world: &World, robot: RobotId| match world.kind(robot) {
            Kind::Interactive => wishes[robot.index()].unwrap_or(Step::STAY),
            _ => Step::STAY,
        };
        match &mut server {
            Some(server) => server.step(world, &mut keys, report),
            None => world.step(&mut keys, report),
        }
    });
    let live = Live::new(scenario, args.seed, args.steps, round);
    let (recording, left) = henge_tui::robots::run(theme(output), live)?;
    let world = recording.replay(|_| {}, |_| {});
    if let Some(server) = server {
        server.close(&world);
    }
    end(&world, output)?;
    keep(&recording, args, output)?;
    Ok(done(left))
}

/// Shows a recording there.
pub fn replay(recording: Recording, output: &Output) -> Result<Done, Fault> {
    needs_terminal()?;
    Ok(done(henge_tui::robots::replay(theme(output), Replay::new(recording))?))
}

fn needs_terminal() -> Result<(), Fault> {
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        return Ok(());
    }
    Err(Fault::Call("--full needs a terminal; leave it out to see the run in words".into()))
}

fn done(left: Left) -> Done {
    match left {
        Left::Quit => Done::Finished,
        Left::Interrupted => Done::Interrupted,
    }
}
