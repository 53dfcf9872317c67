//! Whole games by keys at 80 by 24, of every family that there is.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use henge::erased::{DynMatch, MoveView};
use henge::{Playable, SiteId, Turn};
use henge_store::Store;

use super::term::Term;

const AT: (u16, u16) = (80, 24);

/// How moves are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    /// Typed in full.
    Typing,
    /// With arrows and Enter, site by site.
    Cursor,
    /// Typed in part, and Tab for the rest.
    Tab,
}

/// Options for a short game. A family that is not here is played as it comes.
fn short(slug: &str) -> (&'static [(&'static str, &'static str)], By) {
    match slug {
        "connect-four" => (&[("size", "5x4")], By::Cursor),
        "pentominoes" => (&[("size", "5x4")], By::Tab),
        "hex" => (&[("size", "3")], By::Typing),
        "go-moku" => (&[("size", "5")], By::Cursor),
        "backgammon" => (&[("start", "hypergammon")], By::Typing),
        "draughts" => (&[], By::Cursor),
        "stonehenge" => (&[], By::Typing),
        "abalone" => (&[("idle", "20")], By::Typing),
        "breakthrough" => (&[("size", "5")], By::Cursor),
        "kalah" => (&[("seeds", "2")], By::Typing),
        "nine-mens-morris" => (&[("idle", "20")], By::Typing),
        "five-in-a-row" => (&[], By::Tab),
        "tic-tac-toe" | "torus-tic-tac-toe" | "square-off" | "rows-and-columns" => {
            (&[], By::Cursor)
        }
        _ => (&[], By::Typing),
    }
}

/// Is this move made by touching one site, or two, and is no other one?
fn is_plain(legal: &[MoveView], mv: &MoveView) -> bool {
    let same = legal.iter().filter(|other| other.path.starts_with(&mv.path)).count();
    (1..=2).contains(&mv.path.len()) && same == 1
}

struct Table {
    term: Term,
    store: Store,
    game: Playable,
}

impl Table {
    /// Begins a game from the home page, both sides played by us or the second one by a bot.
    fn begin(home: &Path, slug: &str, options: &[(&str, &str)], second: &str) -> Table {
        let mut term = Term::new_game(home, AT, slug, options);
        term.send("\x1b[B");
        term.send(second);
        term.wait_for(second);
        term.send("\r");
        term.wait_for("Moves Lines Hint Graph");
        let options: Vec<String> =
            options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let name = [slug.to_string(), options.join(",")].join(":");
        let game = henge::game(name.trim_end_matches(':')).unwrap();
        // The file is there as soon as the home page is.
        let store = Store::open(&home.join("henge.db")).unwrap();
        Table { term, store, game }
    }

    /// The match as it is on disk.
    fn saved(&self) -> Option<Box<dyn DynMatch>> {
        let summary = self.store.list(false, 1).unwrap().games.into_iter().next()?;
        let saved = self.store.game(&summary.id).unwrap()?;
        Some(saved.record().play(&**self.game.rules()).unwrap())
    }

    /// Waits until so many plies are on disk, and the last of them is on the screen.
    fn wait_for_ply(&self, ply: usize) -> Box<dyn DynMatch> {
        let began = Instant::now();
        let table = loop {
            match self.saved().filter(|table| table.history().len() > ply) {
                Some(table) => break table,
                None => std::thread::sleep(Duration::from_millis(3)),
            }
            assert!(began.elapsed() < Duration::from_secs(120), "{}", self.term.screen());
        };
        let history = table.history();
        let last: String = history.last().unwrap().chars().take(8).collect();
        // Dice have no number, and where two moves share one only the first of them shows it.
        let movers: Vec<_> = (0..history.len()).map(|ply| table.mover(ply)).collect();
        let labels = self.game.rules().about().numbering.labels(&movers);
        match labels.last().map_or("", |label| label.trim_end()) {
            "" => self.term.wait_for(&format!(" {last}")),
            label => self.term.wait_for(&format!("{label}{last}")),
        };
        table
    }

    /// Makes a move in one of the ways.
    fn make(&mut self, legal: &[MoveView], mv: &MoveView, by: By) {
        match by {
            By::Cursor if is_plain(legal, mv) => {
                for &site in &mv.path {
                    self.go_to(site);
                    self.term.send("\r");
                }
            }
            By::Tab => {
                // One letter less than needed tells it apart with Tab, unless that is ambiguous.
                let cut: String = mv.text.chars().take(mv.text.chars().count() - 1).collect();
                let alone = legal.iter().filter(|other| other.text.starts_with(&cut)).count() == 1;
                match alone && !cut.is_empty() {
                    true => self.term.send(&format!("{cut}\t\r")),
                    false => self.term.send(&format!("{}\r", mv.text)),
                }
            }
            _ => self.term.send(&format!("{}\r", mv.text)),
        }
    }

    /// Moves the cursor to a site of a board of squares: into the corner, and from there.
    fn go_to(&mut self, site: SiteId) {
        let board = self.game.rules().board();
        let at = board.sites[site.index()].at;
        let left = board.sites.iter().map(|site| site.at.x).fold(f32::MAX, f32::min);
        let top = board.sites.iter().map(|site| site.at.y).fold(f32::MAX, f32::min);
        self.term.send(&"\x1b[D".repeat(20));
        self.term.send(&"\x1b[A".repeat(20));
        self.term.send(&"\x1b[C".repeat((at.x - left).round() as usize));
        self.term.send(&"\x1b[B".repeat((at.y - top).round() as usize));
    }

    /// Plays to the end, and returns how many plies it took.
    fn play_out(&mut self, by: By, seed: u64, mine: impl Fn(henge::Player) -> bool) -> usize {
        let mut random = seed;
        let mut table = match self.saved() {
            Some(table) => table,
            None => self.first_position(),
        };
        for _ in 0..2000 {
            let ply = table.history().len();
            match table.turn() {
                Turn::Over(outcome) => {
                    let players = &self.game.rules().about().players;
                    let end = match outcome {
                        henge::Outcome::Draw => "he game is a draw".to_string(),
                        henge::Outcome::Win { winner, .. } => {
                            format!("{} wins", players[winner.index()])
                        }
                    };
                    self.term.wait_for(&end);
                    return ply;
                }
                Turn::Player(player) if mine(player) => {
                    let legal = table.moves();
                    random = henge::mix64(random.wrapping_add(1));
                    let mv = &legal[random as usize % legal.len()];
                    self.make(&legal, mv, by);
                    table = self.wait_for_ply(ply);
                    // A typed move in another spelling is the same move.
                    assert_eq!(table.history()[ply], mv.text);
                }
                _ => table = self.wait_for_ply(ply),
            }
        }
        panic!("the game does not end:\n{}", self.term.screen());
    }

    /// Before the first move nothing is on disk; the dice, if there are any, are on the screen.
    fn first_position(&self) -> Box<dyn DynMatch> {
        let mut table = self.game.rules().start();
        if table.turn() == Turn::Chance {
            table.play(&self.term.first_roll()).unwrap();
        }
        table
    }
}

#[test]
fn whole_games_of_every_family_by_keys() {
    let games = henge::Registry::standard();
    let families: Vec<&str> = games.families().map(henge::Family::slug).collect();
    let next = AtomicUsize::new(0);
    let play = || {
        while let Some(&slug) = families.get(next.fetch_add(1, Ordering::SeqCst)) {
            let home = tempfile::tempdir().unwrap();
            let (options, by) = short(slug);
            let began = Instant::now();
            let mut table = Table::begin(home.path(), slug, options, "human");
            let plies = table.play_out(by, 7, |_| true);
            // The menu leads home, where the game is kept with its result.
            table.term.send("\x1b[21~");
            table.term.wait_for("Home: all games");
            table.term.send("h");
            table.term.wait_for("Saved games");
            table.term.wait_for(&format!("{slug:.13}"));
            table.term.send("q");
            assert!(table.term.ended().success());
            table.term.is_restored(home.path());
            println!("{slug}: {plies} plies in {:.1?}, {by:?}", began.elapsed());
        }
    };
    std::thread::scope(|scope| {
        (0..4).for_each(|_| _ = scope.spawn(play));
    });
}

#[test]
fn a_bot_answers_and_its_moves_are_kept() {
    for (slug, options) in [("tic-tac-toe", &[][..]), ("hex", &[("size", "4")][..])] {
        let home = tempfile::tempdir().unwrap();
        let mut table = Table::begin(home.path(), slug, options, "random");
        table.play_out(By::Typing, 3, |player| player == henge::Player::First);
    }
}

#[test]
fn every_board_is_drawn_at_its_usual_size() {
    for (place, family) in henge::Registry::standard().families().enumerate() {
        let (slug, title) = (family.slug(), family.title());
        let home = tempfile::tempdir().unwrap();
        let mut term = Term::open(home.path(), AT, &[], &[]);
        term.wait_for("Saved games");
        term.send(&"\x1b[B".repeat(place));
        term.send("\r");
        term.wait_for(&format!("New game: {title}"));
        term.send("\r");
        term.wait_for("Moves Lines Hint Graph");
        // The last line is drawn last.
        let screen = term.wait("the keys", |screen| screen.contains("? help"));
        let drawn = screen.lines().skip(1).take(20).filter(|line| {
            let board: String = line.chars().take(54).collect();
            !board.trim().is_empty()
        });
        assert!(drawn.count() >= 1, "{slug}:\n{screen}");
    }
}
