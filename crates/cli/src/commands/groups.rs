use henge::Registry;
use henge::games::positional::{classify, write_game};
use serde_json::json;

use crate::args::GroupsArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, json_line};
use crate::paths::Paths;
use crate::setup;

pub fn run(args: GroupsArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    Paths::default().game(&args.game).writes("-o", args.output.as_deref()).check()?;
    let definition = setup::definition(games, &args.game)?;
    let fault = |error| Fault::Data(format!("{}: {error}", args.game));
    let path = args.output.as_deref();
    if args.toml {
        output.data_to(path, &write_game(&definition).map_err(fault)?)?;
        return Ok(Done::Finished);
    }
    let classes = classify(&definition).map_err(fault)?;
    let groups = [0, 1].map(|player| -> Vec<Vec<&str>> {
        classes.to_play(player).map(|group| definition.names(&group.sites).collect()).collect()
    });
    if args.json {
        let [first, second] = &groups;
        let text = json!({ "game": games.game(&args.game)?.rules().name(), "first": first, "second": second });
        output.print_to(path, &json_line(&text))?;
        return Ok(Done::Finished);
    }
    let mut text = String::new();
    for (player, groups) in definition.players.iter().zip(&groups) {
        text += &format!("{player}: {} useful win groups\n", groups.len());
        for group in groups {
            text += &format!("  {}\n", group.join(" "));
        }
    }
    output.print_to(path, &text)?;
    Ok(Done::Finished)
}
