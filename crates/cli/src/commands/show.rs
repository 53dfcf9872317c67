use henge::depict::{Mark, MarkKind};
use henge::{Player, RandomPlay, Registry};
use serde_json::{Value, json};

use crate::args::ShowArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, json_line, marked, state, svg};
use crate::paths::Paths;
use crate::setup;

pub fn run(args: ShowArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    Paths::default().game(&args.table.game).writes("-o", args.output.as_deref()).check()?;
    let (game, table) = setup::table(games, &args.table)?;
    let (rules, path) = (game.rules(), args.output.as_deref());
    let mut scene = marked(&*table);
    if args.names {
        scene.name_free_sites(rules.board());
    }
    if args.choices {
        let choices = game.ability::<dyn RandomPlay>().map(|chance| chance.choices(&*table));
        let Some(choices) = choices.filter(|choices| !choices.is_empty()) else {
            let name = rules.name();
            return Err(Fault::Call(format!("no move of {name} has a centre in this position")));
        };
        scene.marks.extend(choices.into_iter().map(|(site, n)| Mark {
            site,
            kind: MarkKind::Note,
            text: Some(n.to_string()),
        }));
    }
    if args.svg {
        output.print_to(path, &svg(&**rules, &*table, &scene))?;
    } else if args.json {
        let board = rules.board();
        let sites: Vec<Value> = (board.sites.iter())
            .map(|site| {
                // Three places are more than a drawing needs.
                let at = [site.at.x, site.at.y].map(|n| (f64::from(n) * 1000.0).round() / 1000.0);
                json!({ "name": site.name, "at": at, "blocked": site.tint == 2 })
            })
            .collect();
        let piece = |piece: &henge::depict::Piece| {
            let kind = &board.kinds[piece.kind as usize];
            let owner = kind.owner.map(|p| if p == Player::First { "first" } else { "second" });
            let site = &board.sites[piece.site.index()].name;
            json!({ "site": site, "piece": kind.name, "owner": owner, "count": piece.count })
        };
        let pieces: Vec<Value> = table.scene().pieces.iter().map(piece).collect();
        let text = json!({
            "game": rules.name(), "position": table.position(), "state": state(&**rules, &*table),
            "sites": sites, "pieces": pieces,
        });
        output.print_to(path, &json_line(&text))?;
    } else {
        let board = output.draw(&**rules, &scene);
        let (state, position) = (state(&**rules, &*table), table.position());
        let mut text = format!("{board}\n{state}\nPosition: {position}\n");
        for foreign in table.foreign_positions() {
            text += &format!("          {foreign}\n");
        }
        output.print_to(path, &text)?;
    }
    Ok(Done::Finished)
}
