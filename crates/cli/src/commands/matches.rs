use henge::Registry;
use henge_arena::stats::Trinomial;
use henge_arena::{Ending, Format, Report};
use serde_json::json;

use super::contest;
use crate::args::MatchArgs;
use crate::fault::{Done, Fault};
use crate::output::Output;

pub fn run(args: &MatchArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    // With all its options, as it was always written here.
    let game = games.game(&args.game)?.rules().name().to_string();
    let players = (game.as_str(), vec![args.first.clone(), args.second.clone()]);
    let plan = contest::plan(games, &args.bouts, players, (Format::RoundRobin, args.games))?;
    let report = contest::run(&plan, &args.bouts, games, output)?;
    if args.bouts.json {
        output.json(&for_machines(args, &report))?;
    } else if report.table.games() > 0 {
        output.print(for_people(args, &report))?;
    }
    Ok(if report.ending == Ending::Interrupted { Done::Interrupted } else { Done::Finished })
}

/// The difference in Elo and its error, where the games tell them.
fn elo(report: &Report) -> Option<(f64, f64)> {
    let pairs = report.table.pairs_of(0, 1);
    // A single game has no pair.
    let counts = match pairs.pairs() {
        0 => report.table.games_of(0, 1).counts(),
        _ => pairs.counts(),
    };
    counts.elo_and_error()
}

fn for_machines(args: &MatchArgs, report: &Report) -> serde_json::Value {
    let Trinomial { wins, draws, losses } = report.table.games_of(0, 1);
    let points = report.table.points_of(0);
    let [moving_first, moving_second] = report.table.seats_of(0);
    let (elo, per_game) = (elo(report), report.table.points_per_game(0, 1));
    let mut all = json!({
        "moving_first": moving_first,
        "moving_second": moving_second,
        "game": report.plan.game,
        "first": { "bot": args.first, "wins": wins, "draws": draws, "losses": losses, "points": points },
        "second": { "bot": args.second, "wins": losses, "draws": draws, "losses": wins, "points": -points },
        "games": report.table.games(),
        "pairs": report.table.pairs_of(0, 1),
        "points_per_game": per_game.map(|points| points.mid),
        "points_error": per_game.map(|points| points.error()),
        "elo": elo.map(|(elo, _)| elo),
        "elo_error": elo.map(|(_, error)| error),
        "superiority": report.table.pairs_of(0, 1).counts().superiority(),
        "seed": args.bouts.seed,
    });
    if let Some(test) = &report.sprt {
        all["sprt"] = json!(test);
    }
    all
}

fn for_people(args: &MatchArgs, report: &Report) -> String {
    let games = report.table.games_of(0, 1);
    let Trinomial { wins, draws, losses } = games;
    let share = 100.0 * games.score() / games.games() as f64;
    let mut lines = vec![
        format!(
            "{} against {}, {} games of {}",
            args.first,
            args.second,
            games.games(),
            report.plan.game
        ),
        format!("{wins} won, {draws} drawn, {losses} lost: {share:.1} % of the points"),
    ];
    // Where every game counts one point, the share of the points says the same.
    let points = report.table.points_per_game(0, 1).filter(|_| report.table.counts_points());
    lines.extend(
        points.map(|points| {
            format!("{:+.3} ± {:.3} points a game (95 %)", points.mid, points.error())
        }),
    );
    lines.push(match elo(report) {
        // Rounded first, and without a sign of nothing.
        Some((elo, error)) => {
            format!("Elo difference {:+.0} ± {error:.0} (95 %)", elo.round() + 0.0)
        }
        None => "Elo difference unknown: every game went the same way".into(),
    });
    let test = report.plan.sprt.as_ref().zip(report.sprt.as_ref());
    lines.extend(test.map(|(hypotheses, test)| hypotheses.tell(test)));
    lines.join("\n") + "\n"
}
