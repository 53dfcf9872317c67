use henge::Registry;
use henge_arena::stats::{Interval, Trinomial};
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
        output.print(for_people(&report))?;
    }
    Ok(if report.ending == Ending::Interrupted { Done::Interrupted } else { Done::Finished })
}

/// The difference in Elo with its interval, if anything was played.
pub fn elo(report: &Report) -> Option<Interval> {
    let pairs = report.table.pairs_of(0, 1);
    // A single game has no pair.
    let counts = match pairs.pairs() {
        0 => report.table.games_of(0, 1).counts(),
        _ => pairs.counts(),
    };
    counts.elo()
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
        // What is infinite becomes null.
        "elo": elo.map(|elo| elo.mid),
        "elo_error": elo.and_then(|elo| elo.finite_error()),
        "elo_low": elo.map(|elo| elo.low),
        "elo_high": elo.map(|elo| elo.high),
        "different_games": report.table.different_games(),
        "superiority": report.table.pairs_of(0, 1).counts().superiority(),
        "seed": report.plan.seed,
    });
    if let Some(test) = &report.sprt {
        all["sprt"] = json!(test);
    }
    all
}

/// How a match went, in words.
pub fn for_people(report: &Report) -> String {
    let (first, second) = (&report.plan.players[0], &report.plan.players[1]);
    let games = report.table.games_of(0, 1);
    let Trinomial { wins, draws, losses } = games;
    let share = 100.0 * games.score() / games.games() as f64;
    let mut lines = vec![
        format!("{first} against {second}, {} games of {}", games.games(), report.plan.game),
        format!("{wins} won, {draws} drawn, {losses} lost: {share:.1} % of the points"),
    ];
    // Where every game counts one point, the share of the points says the same.
    let points = report.table.points_per_game(0, 1).filter(|_| report.table.counts_points());
    lines.extend(
        points.map(|points| {
            format!("{:+.3} ± {:.3} points a game (95 %)", points.mid, points.error())
        }),
    );
    lines.extend(elo(report).map(|elo| format!("Elo difference {} (95 %)", elo.elo_in_words())));
    lines.extend(report.repetitions());
    let test = report.plan.sprt.as_ref().zip(report.sprt.as_ref());
    lines.extend(test.map(|(hypotheses, test)| hypotheses.tell(test)));
    lines.join("\n") + "\n"
}
