use henge::spec::Param;
use henge::{Family, FeatureSet, Playable, Registry, Trainable};
use serde_json::{Value, json};

use crate::args::GamesArgs;
use crate::fault::{Done, Fault};
use crate::output::Output;

pub fn run(args: GamesArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let kept = args.export.is_some() || args.import.is_some() || args.delete.is_some();
    if args.saved || kept {
        return super::saved::run(&args, games, output);
    }
    match args.game {
        Some(name) => about(&name, args.json, games, output)?,
        None if args.json => {
            let game = |family: &Family| {
                let (slug, title) = (family.slug(), family.title());
                json!({ "game": slug, "title": title, "options": options(family.params()) })
            };
            let own = games.own_games().into_iter();
            let own = own.map(|own| json!({ "game": own.name, "file": own.path }));
            let games: Vec<Value> = games.families().map(game).chain(own).collect();
            output.json(&json!(games))?;
        }
        None => {
            for family in games.families() {
                let (title, params) = (family.title(), family.params());
                let keys: Vec<String> =
                    params.iter().map(|p| format!("{}={}", p.key, p.default)).collect();
                let slug = format!("{:<18}", family.slug());
                output.line(
                    format!("{} {title:<24} {}", output.bold(&slug), keys.join(",")).trim_end(),
                )?;
            }
            let own = games.own_games();
            if !own.is_empty() {
                output.line("\nYour own games:")?;
            }
            for game in own {
                let name = format!("{:<18}", game.name);
                output.line(format!("{} {}", output.bold(&name), game.path.display()))?;
            }
            output.line(
                "\n\"henge games NAME\" describes one of them, \"henge play NAME\" plays it.",
            )?;
        }
    }
    Ok(Done::Finished)
}

fn about(name: &str, as_json: bool, games: &Registry, output: &Output) -> Result<(), Fault> {
    let game = games.game(name)?;
    let about = game.rules().about();
    let params = games.family(&about.slug).map_or(&[][..], Family::params);
    if as_json {
        let bots: Vec<Value> = (game.bots().iter())
            .map(|bot| json!({ "bot": bot.name, "about": bot.about, "options": options(bot.params) }))
            .collect();
        return output.json(&json!({
            "game": game.rules().name(), "title": about.title, "players": about.players,
            "rules": about.rules, "source": about.source, "options": options(params), "bots": bots,
            "features": features(&game).iter().map(|set| {
                json!({ "name": set.name, "features": set.n_features })
            }).collect::<Vec<Value>>(),
        }));
    }
    output.line(output.bold(&about.title))?;
    for text in [&about.rules, &about.source].into_iter().filter(|text| !text.is_empty()) {
        output.line(wrapped(text, ""))?;
    }
    output.print(format!("\n{}", output.board(&**game.rules(), &*game.rules().start())))?;
    print_options("\nOptions:", "  ", params, output)?;
    output.line("\nBots:")?;
    for bot in game.bots() {
        output.line(format!("  {} — {}", output.bold(bot.name), bot.about))?;
        print_options("", "      ", bot.params, output)?;
    }
    let sets = features(&game);
    let told = |set: &FeatureSet| match set.n_features {
        Some(n) => format!("  {} ({n} features)", set.name),
        None => format!("  {} (for tables)", set.name),
    };
    if !sets.is_empty() {
        output.line("\nWhat henge learn can look at:")?;
    }
    sets.iter().try_for_each(|set| output.line(told(set)))
}

fn features(game: &Playable) -> Vec<FeatureSet> {
    game.trainable().map(Trainable::feature_sets).unwrap_or_default()
}

fn print_options(
    title: &str,
    indent: &str,
    params: &[Param],
    output: &Output,
) -> Result<(), Fault> {
    if !title.is_empty() && !params.is_empty() {
        output.line(title)?;
    }
    for param in params {
        let given = format!("{}={}", param.key, param.default);
        output.line(format!("{indent}{given:<16} {} ({})", param.help, param.values.expected()))?;
    }
    Ok(())
}

fn options(params: &[Param]) -> Vec<Value> {
    let option = |param: &Param| {
        let values = param.values.expected();
        json!({ "key": param.key, "default": param.default, "values": values, "help": param.help })
    };
    params.iter().map(option).collect()
}

/// Breaks text at 79 columns.
pub fn wrapped(text: &str, indent: &str) -> String {
    let mut out = String::from(indent);
    let mut column = indent.chars().count();
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > indent.chars().count() && column + 1 + length > 79 {
            out.push('\n');
            out.push_str(indent);
            column = indent.chars().count();
        } else if column > indent.chars().count() {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}
