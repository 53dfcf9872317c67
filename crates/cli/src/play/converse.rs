//! Conversations with programs at the keyboard: whatever game they are about, the loop is this one.

use std::sync::atomic::Ordering;

use henge::render::Colour;
use henge::spec::SpecError;
use henge::{Conversation, Converse, Limits, Opening, Registry, Talk};
use henge_tui::hear_with_files;

use crate::args::TalkArgs;
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::setup;

use super::input::{Got, Input};

/// Begins the conversation of that name, or lists all.
pub fn run(args: &TalkArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let all = games.conversations();
    let talks: Vec<&dyn Converse> = all.iter().filter_map(|game| game.ability()).collect();
    let Some(name) = &args.name else {
        for Talk { name, title, about, ways, .. } in talks.iter().map(|talk| talk.about()) {
            output.line(output.bold(&format!("{name}: {title}")))?;
            output.line(about)?;
            for way in *ways {
                output.line(format!("  --way {:<8} {}", way.name, way.title))?;
            }
        }
        return Ok(Done::Finished);
    };
    let Some(talk) = talks.iter().find(|talk| talk.about().name == name) else {
        let names = talks.iter().map(|talk| talk.about().name);
        return Err(Fault::Call(SpecError::unknown("conversation", name, names).to_string()));
    };
    let opening = Opening {
        way: args.way.clone().unwrap_or_default(),
        seed: args.seed.unwrap_or_else(setup::any_seed),
        limits: Limits { time: args.time, ..Limits::NONE },
        most_moves: None,
    };
    let mut conversation = talk.begin(&opening).map_err(Fault::Call)?;
    converse(&mut *conversation, talk.about(), output)
}

/// Lines until somebody has had enough.
pub fn converse(
    conversation: &mut dyn Conversation,
    talk: &Talk,
    output: &Output,
) -> Result<Done, Fault> {
    let words = talk.commands.iter().flat_map(|(names, _)| names.split([',', ' ']));
    let words: Vec<String> = words.map(String::from).collect();
    let (mut input, stop) = (Input::new(), setup::stop_flag());
    for (i, line) in conversation.greeting().iter().enumerate() {
        output.line(if i == 0 { output.bold(line) } else { line.clone() })?;
    }
    loop {
        let status = conversation.status();
        if !status.is_empty() {
            output.line(status)?;
        }
        let line = match input.ask(&conversation.prompt(), words.clone(), output)? {
            Got::Line(line) => line,
            Got::Interrupt | Got::End => return Ok(Done::Finished),
        };
        let reply = hear_with_files(conversation, &line, stop);
        // Ctrl-C hurries a thought, and is forgotten afterwards.
        stop.store(false, Ordering::SeqCst);
        match reply {
            Ok(reply) => {
                for line in &reply.lines {
                    output.line(if reply.refused { red(line, output) } else { line.clone() })?;
                }
                if reply.ends {
                    return Ok(Done::Finished);
                }
            }
            Err(why) => output.line(why)?,
        }
    }
}

fn red(text: &str, output: &Output) -> String {
    match output.style.colour {
        Colour::Ansi => output.styled(&format!("\x1b[31m{text}\x1b[0m")),
        Colour::Plain => text.into(),
    }
}
