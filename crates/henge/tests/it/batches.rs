//! Batches play what single games play.

use henge::batch::{BatchError, Sight};
use henge::{Player, Registry, Turn};

/// The arrays of a batch.
struct Arrays {
    masks: Vec<bool>,
    players: Vec<i8>,
    rewards: Vec<f32>,
    ended: Vec<bool>,
}

impl Arrays {
    fn new(n: usize, n_actions: usize) -> Arrays {
        Arrays {
            masks: vec![false; n * n_actions],
            players: vec![0; n],
            rewards: vec![0.0; 2 * n],
            ended: vec![false; n],
        }
    }

    fn sight(&mut self) -> Sight<'_> {
        let Arrays { masks, players, rewards, ended } = self;
        Sight { masks, players, rewards, ended }
    }
}

#[test]
fn every_game_of_the_registry_steps_as_its_matches_do() {
    for family in Registry::standard().families() {
        let game = henge::game(family.slug()).unwrap();
        let (rules, n) = (game.rules(), 3);
        let (mut batch, n_actions) = (rules.batch(n, 7), rules.n_actions());
        let mut arrays = Arrays::new(n, n_actions);
        batch.look(&mut arrays.sight()).unwrap();
        for step in 0..60 {
            let mut tables: Vec<_> = (0..n).map(|i| batch.table(i).unwrap()).collect();
            for (i, table) in tables.iter().enumerate() {
                let mask = &arrays.masks[i * n_actions..][..n_actions];
                let mut actions = table.actions();
                actions.sort_unstable();
                let marked = (0..).zip(mask).filter(|(_, is_legal)| **is_legal);
                assert_eq!(marked.map(|(n, _)| n).collect::<Vec<u32>>(), actions);
                let player = Player::BOTH[arrays.players[i] as usize];
                assert_eq!(table.turn(), Turn::Player(player), "{}", family.slug());
            }
            let mut actions = vec![0; n];
            let first = tables.iter().map(|table| i64::from(table.actions()[0]));
            let first: Vec<i64> = first.collect();
            match step % 2 {
                0 => batch.step_at_random(&mut actions, &mut arrays.sight()).unwrap(),
                _ => {
                    actions.clone_from(&first);
                    batch.step(&actions, &mut arrays.sight()).unwrap();
                }
            }
            for (i, table) in tables.iter_mut().enumerate() {
                let action = u32::try_from(actions[i]).unwrap();
                let mut numbers = Vec::new();
                table.write_actions(&mut numbers);
                assert_eq!(numbers, table.actions());
                let place = numbers.iter().position(|&known| known == action).unwrap();
                // From the list of moves that was just made, and without it.
                assert!(table.play_place(place));
                let after = table.position();
                table.undo();
                assert!(table.play_place(place));
                assert_eq!(table.position(), after, "{}", family.slug());
                // A repetition ends a game of the batch, and the match has forgotten what came before.
                if let Turn::Over(outcome) = table.turn() {
                    let points = outcome.points_for(Player::First) as f32;
                    assert!(arrays.ended[i]);
                    assert_eq!(arrays.rewards[2 * i..2 * i + 2], [points, -points]);
                } else if !arrays.ended[i] && !rules.has_chance() {
                    let now = batch.table(i).unwrap();
                    assert_eq!(now.position(), table.position(), "{}", family.slug());
                }
            }
        }
        assert_eq!(batch.counts().0, 60 * n as u64);
    }
}

#[test]
fn a_step_with_an_illegal_move_is_not_made() {
    let rules = henge::game("hex:size=3").unwrap().rules().clone();
    let mut batch = rules.batch(2, 1);
    let mut arrays = Arrays::new(2, rules.n_actions());
    batch.step(&[4, 4], &mut arrays.sight()).unwrap();
    let error = batch.step(&[0, 4], &mut arrays.sight()).unwrap_err();
    assert_eq!(error, BatchError::Illegal { game: 1, action: 4 });
    assert_eq!(batch.counts().0, 2);
    let error = batch.step(&[0], &mut arrays.sight()).unwrap_err();
    assert_eq!(error.to_string(), "actions must hold 2 numbers, not 1");
    arrays.ended.pop();
    assert!(batch.look(&mut arrays.sight()).is_err());
    assert!(batch.put(0, &*henge::game("stonehenge").unwrap().rules().start()).is_err());
}

#[test]
fn games_repeat_with_their_seed() {
    let play = |seed| {
        let rules = henge::game("backgammon").unwrap().rules().clone();
        let mut batch = rules.batch(10, seed);
        let (mut arrays, mut actions) = (Arrays::new(10, rules.n_actions()), vec![0; 10]);
        for _ in 0..100 {
            batch.step_at_random(&mut actions, &mut arrays.sight()).unwrap();
        }
        (0..10).map(|i| batch.table(i).unwrap().position()).collect::<Vec<_>>()
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}
