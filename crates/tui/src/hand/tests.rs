use henge::erased::DynMatch;

use super::*;

/// A hand at the board of a match.
struct Table {
    game: henge::Playable,
    table: Box<dyn DynMatch>,
    legal: Vec<MoveView>,
    scene: Scene,
    hand: Hand,
}

impl Table {
    fn new(name: &str, moves: &[&str]) -> Table {
        let game = henge::game(name).expect("a game");
        let start = game.rules().start();
        let hand = Hand::new(game.rules().board(), &start.moves(), &start.scene());
        let mut table = start;
        for mv in moves {
            table.play(mv).expect("a move");
        }
        let (legal, scene) = (table.moves(), table.scene());
        Table { game, table, legal, scene, hand }
    }

    fn press(&mut self, name: &str) -> Option<String> {
        let board = self.game.rules().board();
        let site = board.site(name).expect("a site");
        let mover = match self.table.turn() {
            henge::Turn::Player(player) => Some(player),
            _ => None,
        };
        let view = View { board, scene: &self.scene, legal: &self.legal, mover };
        match self.hand.press(view, site) {
            HandAction::Play(i) => Some(self.legal[i].text.clone()),
            HandAction::Looked => None,
        }
    }

    fn buttons(&self) -> Vec<String> {
        let board = self.game.rules().board();
        let mover = match self.table.turn() {
            henge::Turn::Player(player) => Some(player),
            _ => None,
        };
        let view = View { board, scene: &self.scene, legal: &self.legal, mover };
        self.hand.buttons(view).into_iter().map(|i| self.legal[i].text.clone()).collect()
    }
}

#[test]
fn a_stone_is_one_touch_and_a_step_two() {
    assert_eq!(Table::new("hex:size=5", &[]).press("c3"), Some("c3".into()));
    let mut draughts = Table::new("draughts", &[]);
    assert_eq!(draughts.press("c3"), None);
    assert_eq!(draughts.press("d4"), Some("c3-d4".into()));
    // The end first, and then who goes there.
    let mut draughts = Table::new("draughts", &[]);
    assert_eq!(draughts.press("h4"), None);
    assert_eq!(draughts.press("g3"), Some("g3-h4".into()));
}

#[test]
fn an_empty_place_stands_for_its_column_where_pieces_fall() {
    assert_eq!(Table::new("connect-four", &[]).press("d6"), Some("4".into()));
}

#[test]
fn taking_over_is_a_button() {
    let hex = Table::new("hex:size=5,swap=true", &["b2"]);
    assert_eq!(hex.buttons(), ["swap"]);
    let backgammon = Table::new("backgammon:cube=on", &["31", "8/5 6/5"]);
    assert_eq!(backgammon.buttons(), ["roll", "double"]);
}

#[test]
fn steps_of_backgammon_are_made_in_any_order() {
    for order in [["8", "5", "6", "5"], ["6", "5", "8", "5"]] {
        let mut table = Table::new("backgammon", &["31"]);
        for site in order {
            assert_eq!(table.press(site), None);
        }
        assert_eq!(table.buttons(), ["8/5,6/5"]);
        assert_eq!(table.hand.button, Some(0));
    }
}

#[test]
fn a_pentomino_is_turned_and_slips_into_the_corner() {
    let mut table = Table::new("pentominoes", &[]);
    assert_eq!(table.press("I"), None);
    let tray = table.hand.tray.as_ref().expect("a tray");
    assert_eq!(tray.held(), table.game.rules().board().site("I"));
    let upright = table.press("1").expect("it fits");
    assert!(upright.starts_with('I'), "{upright}");
    let mut table = Table::new("pentominoes", &[]);
    table.press("I");
    let (board, scene, legal) = (table.game.rules().board(), &table.scene, &table.legal);
    let view = View { board, scene, legal, mover: Some(Player::First) };
    let tray = table.hand.tray.as_mut().expect("a tray");
    tray.turn(view);
    let level = table.press("1").expect("it fits");
    assert_ne!(upright, level);
}

#[test]
fn typed_text_is_completed() {
    let table = Table::new("draughts", &[]);
    let legal = &table.legal;
    assert_eq!(narrow::typed(legal, "a3").map(|i| legal[i].text.as_str()), Some("a3-b4"));
    assert_eq!(narrow::typed(legal, "C3-D4").map(|i| legal[i].text.as_str()), Some("c3-d4"));
    assert_eq!(narrow::typed(legal, "c3"), None);
    assert_eq!(narrow::common(legal, &narrow::completions(legal, "c")), "c3-");
}

/// The page's hand runs the same cases, in a browser.
#[test]
fn touches_mean_the_same_as_in_the_browser() {
    let text = include_str!("../../../../testdata/touches.json");
    let cases: Vec<serde_json::Value> = serde_json::from_str(text).expect("a list of cases");
    for case in &cases {
        let mut table = Table::new(case["game"].as_str().expect("a game"), &[]);
        if let Some(setup) = case["setup"].as_str() {
            table.table = table.game.rules().read(setup).expect("a position");
            (table.legal, table.scene) = (table.table.moves(), table.table.scene());
        }
        let touches = case["touches"].as_array().expect("touches").iter();
        let touches = touches.map(|site| site.as_str().expect("a site"));
        let made = touches.fold(None, |made, site| made.or(table.press(site)));
        // Some moves of several steps wait for a button that says they are whole.
        let done = table.hand.stepped.made.is_empty().then(Vec::new);
        let made = made.or_else(|| done.unwrap_or_else(|| table.buttons()).pop());
        assert_eq!(made.as_deref(), case["move"].as_str(), "{}", case["about"]);
    }
}
