//! The player in its chair.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_core::erased::{BotError, DynBot, DynMatch, Task, Thought};
use henge_core::spec::{Options, SpecError};
use henge_core::{Limits, Match, Player, Turn};
use henge_games::backgammon::{Backgammon, Men, Stakes, Start};

use super::bot::{Gammon, PARAMS, memory, takes};
use super::set::StrategySet;
use super::strategy::Strategy;

fn bot(name: &str) -> Result<Gammon, SpecError> {
    Gammon::new(&Options::resolve(&name.parse()?, PARAMS)?)
}

fn table(stakes: Stakes) -> Match<Backgammon> {
    Match::new(Arc::new(Backgammon::new(Start::Standard, stakes).unwrap()))
}

fn think(bot: &mut Gammon, table: &Match<Backgammon>) -> Result<Thought, BotError> {
    let stop = AtomicBool::new(false);
    let task = Task::new(Limits::NONE).lines(3).stop(&stop);
    bot.think(table, task)
}

fn say(table: &mut Match<Backgammon>, moves: &[&str]) {
    for mv in moves {
        DynMatch::play(table, mv).unwrap();
    }
}

#[test]
fn it_opens_by_the_table_and_gives_reasons() {
    let mut table = table(Stakes::Plain);
    let mut gammon = bot("gammon").unwrap();
    assert!(think(&mut gammon, &table).is_err(), "the dice decide");
    say(&mut table, &["31"]);
    let thought = think(&mut gammon, &table).unwrap();
    assert_eq!(thought.best(), Some("8/5,6/5"));
    assert_eq!(thought.lines.len(), 3);
    assert!(thought.why.iter().any(|why| why.contains("recommended for this opening roll")));
    assert!(thought.why.iter().any(|why| why.contains("makes point 5")), "{:?}", thought.why);
}

#[test]
fn it_plays_whole_games_for_all_stakes() {
    let all =
        [Stakes::Plain, Stakes::Money { jacoby: true, beavers: true }, Stakes::Match { length: 3 }];
    for stakes in all {
        let mut table = table(stakes);
        let mut bots = [bot("gammon").unwrap(), bot("gammon:set=learned,seed=4").unwrap()];
        let mut rolls = 0;
        while let Turn::Chance | Turn::Player(_) = Match::turn(&table) {
            let mv = match Match::turn(&table) {
                Turn::Player(player) => {
                    think(&mut bots[player.index()], &table).unwrap().best().unwrap().to_string()
                }
                _ => {
                    rolls += 1;
                    let all = DynMatch::moves(&table);
                    all[(rolls * 7) % all.len()].text.clone()
                }
            };
            say(&mut table, &[&mv]);
            assert!(rolls < 2000, "the game must end");
        }
    }
}

#[test]
fn it_never_doubles_and_takes_by_its_rule() {
    let mut table = table(Stakes::Money { jacoby: false, beavers: false });
    say(&mut table, &["31", "8/5,6/5"]);
    let mut gammon = bot("gammon").unwrap();
    let thought = think(&mut gammon, &table).unwrap();
    assert_eq!(thought.best(), Some("roll"));
    say(&mut table, &["double"]);
    assert_eq!(Match::turn(&table), Turn::Player(Player::First));
    assert_eq!(think(&mut gammon, &table).unwrap().best(), Some("take"));
    let race = |mine: &[(usize, u8)], theirs: &[(usize, u8)]| Men {
        mine: Men::alike(mine).mine,
        theirs: Men::alike(theirs).theirs,
    };
    // 90 against 80 is an eighth behind, 91 is more.
    assert!(takes(&race(&[(6, 15)], &[(6, 10), (4, 5)])));
    assert!(!takes(&race(&[(7, 1), (6, 14)], &[(6, 10), (4, 5)])));
}

#[test]
fn strategies_are_those_of_the_game_so_far() {
    let mut table = table(Stakes::Plain);
    let set = StrategySet::shipped();
    say(&mut table, &["31", "8/5,6/5", "66", "24/18(2),13/7(2)", "21"]);
    assert_eq!(memory(&table, &set).mine, Strategy::Position);
    // Black has made his bar point and more: he holds a block.
    say(&mut table, &["13/11,6/5", "43"]);
    let theirs = memory(&table, &set);
    assert_eq!(theirs.theirs, Strategy::Position);
}

#[test]
fn the_trace_begins_anew_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.txt");
    std::fs::write(&path, "old").unwrap();
    let mut gammon = bot(&format!("gammon:trace={}", path.display())).unwrap();
    let mut table = table(Stakes::Plain);
    say(&mut table, &["31"]);
    think(&mut gammon, &table).unwrap();
    say(&mut table, &["8/5,6/5", "64"]);
    think(&mut gammon, &table).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(!text.contains("old"));
    assert!(text.contains("roll 3-1") && text.contains("roll 6-4"));
    assert!(text.contains("potential 2008") && text.contains("rear-men"));
}

#[test]
fn files_of_strategies_are_read_and_faults_name_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let name = format!("gammon:strategies={}", path.display());
    assert!(bot(&name).is_err(), "the file is not there");
    std::fs::write(&path, StrategySet::shipped().write()).unwrap();
    bot(&name).unwrap();
    std::fs::write(&path, "delta = 4\n[position.first]\nrear-man = 4\n").unwrap();
    let error = bot(&name).err().unwrap().to_string();
    assert!(
        error.contains("line 3: no tactic \"rear-man\"; did you mean \"rear-men\"?"),
        "{error}"
    );
}
