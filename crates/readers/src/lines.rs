//! Lines of protocols, and what is typed to players with a language of their own.

use std::sync::OnceLock;

use henge::bots::hub::{self, board, level, line::Line};
use henge::bots::{external as program, gnubg as gnubg_bot};
use henge::erased::Thought;
use henge::games::backgammon::{Men, read_position_id};
use henge::{Converse, Heard, Limits, Opening};
use henge_arena::{Order, Plan};
use henge_museum::gammon::{Command, Session, Tutor, read_play};
use henge_museum::gier;
use henge_robots::server::Request;
use henge_robots::{Nobody, Outside, RobotId, Said, Scenario, Step, World, scenario_named};

use crate::tables::GAMES;
use crate::{game_at, refused, text};

/// This many lines of an input are looked at.
const MOST_LINES: usize = 50;

/// The first byte chooses the rule book; the lines are those of an engine or of who asks one.
pub fn hub(bytes: &[u8]) {
    let Some((&game, rest)) = bytes.split_first() else { return };
    let Some(text) = text(rest) else { return };
    let games: Vec<u8> =
        (0..).zip(GAMES).filter(|(_, name)| name.starts_with("draughts")).map(|(i, _)| i).collect();
    let rules = &**game_at(games[usize::from(game) % games.len()]).rules();
    let mut table = rules.start();
    for text in text.lines().take(MOST_LINES) {
        let line = match Line::parse(text) {
            Ok(line) => line,
            Err(error) => {
                refused(error);
                continue;
            }
        };
        let written = line.to_string();
        // Control characters and quotes in values become others, once.
        let again = Line::parse(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(again.to_string(), written);
        match level::read(&line) {
            Ok(_) => {}
            Err(why) => refused(why),
        }
        if let Some(pos) = line.get("pos") {
            match board::read_position(rules, pos) {
                Ok(read) => table = read,
                Err(why) => refused(why),
            }
        }
        hub::thought(&*table, &line);
        match hub::answer(&*table, &line, Thought::default()) {
            Ok(thought) => {
                let mv = thought.best().expect("an answer is a move");
                table.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
            }
            Err(why) => refused(why),
        }
        for mv in line.get("moves").unwrap_or_default().split_whitespace() {
            let Some(mv) = board::read_move(&*table, mv) else { break };
            table.play(&mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
        }
    }
}

/// What clients say in a world in which some robots wait for them.
pub fn robots_protocol(bytes: &[u8]) {
    static SCENARIO: OnceLock<Scenario> = OnceLock::new();
    let Some(text) = text(bytes) else { return };
    let scenario = SCENARIO.get_or_init(|| scenario_named("clients").expect("it is shipped"));
    let mut world = World::new(scenario, 1);
    let mut robot = RobotId(0);
    for line in text.split('\n').take(MOST_LINES) {
        match Request::read(line) {
            Ok(Request::Join(name)) => robot = world.robot_named(&name).unwrap_or(robot),
            Ok(Request::Say(Said::Seen(place))) if !world.land().contains(place) => {}
            Ok(Request::Say(said)) => world.say(robot, said),
            Ok(Request::Move { step, .. }) => {
                world.step(&mut One { robot, step }, |_| {});
            }
            Ok(Request::Leave) => break,
            Err(why) => refused(why),
        }
    }
    henge_robots::display::board(&world);
}

/// One robot has a wish.
struct One {
    robot: RobotId,
    step: Step,
}

impl Outside for One {
    fn wish(&mut self, world: &World, robot: RobotId) -> Step {
        if robot == self.robot { self.step } else { Nobody.wish(world, robot) }
    }
}

/// The first byte chooses the game, the lines are what a program answers.
pub fn external(bytes: &[u8]) {
    let Some((&game, rest)) = bytes.split_first() else { return };
    let Some(text) = text(rest) else { return };
    let mut table = game_at(game).rules().start();
    for line in text.lines().take(MOST_LINES) {
        match program::read_answer(&*table, line) {
            None => {}
            Some(Ok(thought)) => {
                let mv = thought.best().expect("an answer is a move");
                table.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
            }
            Some(Err(why)) => refused(why),
        }
    }
}

/// Two bytes are the dice, the first line is a Position ID, and the others are answers.
pub fn gnubg(bytes: &[u8]) {
    let [a, b, rest @ ..] = bytes else { return };
    let Some(text) = text(rest) else { return };
    let dice = [1 + a % 6, 1 + b % 6];
    let mut lines = text.split('\n');
    let men = match read_position_id(lines.next().unwrap_or_default(), 15) {
        Ok(men) => men,
        Err(why) => {
            refused(why);
            Men::start()
        }
    };
    for line in lines.take(MOST_LINES) {
        gnubg_bot::board::read_play(&men, dice, line);
        match read_play(&men, dice, line) {
            Ok(_) => {}
            Err(why) => refused(why),
        }
    }
}

/// Moves as squares, strengths, and values of squares.
pub fn gier(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let danish = GAMES.iter().position(|name| *name == "draughts:variant=danish");
    let rules = &**game_at(danish.expect("it is one of the games") as u8).rules();
    let mut table = rules.start();
    for line in text.split('\n').take(MOST_LINES) {
        if let Some(strength) = gier::input::read_strength(line) {
            assert!((1..=25).contains(&strength), "{strength}");
        }
        gier::read_values(line);
        // As the dialogue does.
        if let Ok(mv) = gier::input::read_move(rules, &*table, &line.trim().to_lowercase()) {
            table.play(&mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
        }
    }
    let game = game_at(danish.expect("it is one of the games") as u8);
    let talk = game.ability::<dyn Converse>().expect("gier speaks about it");
    let opening = Opening { limits: Limits::nodes(100), ..Opening::default() };
    let mut dialogue = talk.begin(&opening).expect("the usual way");
    for line in ["white", "1"].into_iter().chain(text.split('\n').take(MOST_LINES)) {
        match dialogue.hear(Heard::line(line)) {
            Ok(reply) if reply.ends => break,
            Ok(_) => refused(dialogue.waits_for()),
            Err(why) => refused(why),
        }
        let position = dialogue.position().expect("it is always known");
        assert!(game.rules().read(&position).is_ok(), "{position}");
    }
}

/// Commands of a lesson. Whole series of games take their time, and are left out.
pub fn tutor(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let mut tutor = Tutor::new(Session::default());
    for line in text.split('\n').take(12) {
        match Command::read(line) {
            Ok(Command::Batch(..)) => continue,
            Ok(Command::Go(n)) if n > 3 => continue,
            Ok(_) => {}
            Err(why) => refused(why),
        }
        match tutor.obey(line) {
            Ok(answer) if answer.ends => break,
            Ok(_) => refused(tutor.prompt()),
            Err(why) => refused(why),
        }
    }
}

/// Jobs and plans as JSON; they are not run.
pub fn job(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    if let Ok(order) = Order::read(text) {
        let again = Order::read(&order.write());
        // The numbers of a plan may be too large for it, which its training says.
        if !matches!(order, Order::SelfPlay(_)) {
            assert_eq!(again.expect("what we wrote can be read"), order);
        }
    }
    if let Ok(plan) = serde_json::from_str::<Plan>(text) {
        let written = serde_json::to_string(&plan).expect("it was read from such");
        let again: Plan = serde_json::from_str(&written).expect("what we wrote can be read");
        assert_eq!(again.fingerprint(), plan.fingerprint());
    }
}
