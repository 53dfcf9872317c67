//! What `henge play` alone does: it asks what to play, line by line.

use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::setup;
use henge::bots::henge::Level;
use henge::spec::Spec;
use henge::{Family, Registry};

use super::input::{Got, Input};
use super::saved;
use super::saved::Keeper;
use super::seat::Sitter;
use super::session::{Habits, Session};

pub fn menu(games: &Registry, output: &Output) -> Result<Done, Fault> {
    let families: Vec<&Family> = games.families().collect();
    output.line(output.bold("henge — board games for two"))?;
    output.line("")?;
    for (i, family) in families.iter().enumerate() {
        output.line(format!("{:>4}  {:<24} {}", i + 1, family.title(), family.slug()))?;
    }
    for own in games.own_games() {
        output.line(format!("      {:<24} {}", own.name, own.path.display()))?;
    }
    output.line("")?;
    let unfinished = saved::is_any_unfinished();
    if unfinished {
        output.line("There is an unfinished game; type \"resume\" to resume it.")?;
    }
    output.line("Type \"browser\" to play in the browser.")?;
    let mut input = Input::new();
    let mut words: Vec<String> = families.iter().map(|family| family.slug().to_string()).collect();
    words.extend(["resume".into(), "browser".into()]);
    let game = loop {
        let prompt = "Which game (number or name, options as in hex:size=7)? [1] ";
        let line = match input.ask(prompt, words.clone(), output)? {
            Got::Line(line) => line.trim().to_string(),
            Got::Interrupt | Got::End => return Ok(Done::Finished),
        };
        if line == "resume" && unfinished {
            let args = ["henge", "play", "--resume"];
            return replay_call(&args, games, output);
        }
        if line == "browser" {
            return browser(games, output);
        }
        if matches!(line.as_str(), "q" | "quit" | "exit") {
            return Ok(Done::Finished);
        }
        let name = match line.parse::<usize>() {
            _ if line.is_empty() => families[0].slug().into(),
            Ok(n) if (1..=families.len()).contains(&n) => families[n - 1].slug().into(),
            _ => line,
        };
        match games.game(name.trim()) {
            Ok(game) => break game,
            Err(error) => output.line(error)?,
        }
    };
    let bots: Vec<String> = game.bots().iter().map(|bot| bot.name.to_string()).collect();
    output.line(format!("Levels: {}. Or human, {}.", Level::NAMES.join(", "), bots.join(", ")))?;
    let seed = setup::any_seed();
    let opponent = loop {
        let prompt = format!("Which opponent? [{}] ", game.default_bot());
        let levels = Level::NAMES.map(String::from);
        let words = bots.iter().cloned().chain(["human".to_string()]).chain(levels).collect();
        let line = match input.ask(&prompt, words, output)? {
            Got::Line(line) => line.trim().to_string(),
            Got::Interrupt | Got::End => return Ok(Done::Finished),
        };
        let name = match Level::named(&line) {
            Some(_) => Spec::new("henge").with("level", &line).to_string(),
            None if line.is_empty() => game.default_bot().to_string(),
            None => line,
        };
        match Sitter::new(&game, &name, seed.wrapping_add(1)) {
            Ok(sitter) => break sitter,
            Err(error) => output.line(error)?,
        }
    };
    let (table, person) = (game.rules().start(), Sitter::new(&game, "human", seed)?);
    let keeper = (Keeper::fresh(), None);
    Session::new(game, table, [person, opponent], Habits::default(), keeper, (games, output)).run()
}

/// Opens henge in the browser.
pub fn browser(games: &Registry, output: &Output) -> Result<Done, Fault> {
    replay_call(&["henge", "serve", "--open"], games, output)
}

/// Does what the same words on the command line would do.
fn replay_call(words: &[&str], games: &Registry, output: &Output) -> Result<Done, Fault> {
    use clap::Parser;
    match crate::args::Cli::parse_from(words).command {
        Some(crate::args::Command::Play(args)) => super::run(args, games, output),
        Some(crate::args::Command::Serve(args)) => {
            crate::commands::serve::run(&args, games, output)
        }
        _ => Ok(Done::Finished),
    }
}
