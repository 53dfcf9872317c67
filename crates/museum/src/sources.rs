//! The sample games of the sources as records, with what their authors believed and what the solvers say.

/// Sample games in the notation of henge's records, in the order of their years: Bushey's of 1970, then Kuttner's four
/// of 1972.
pub fn sources() -> String {
    let gammon = include_str!("../data/gammon1970.henge").trim_end();
    format!("{gammon}\n\n{}", include_str!("../data/sources.henge"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use henge::Limits;
    use henge::erased::DynMatch;
    use henge::record::{Record, read};
    use henge::search::Task;

    fn records() -> Vec<Record> {
        read(&sources()).unwrap()
    }

    /// The game, and the match after some of its moves.
    fn after(n: usize, plies: usize) -> (henge::Playable, Box<dyn DynMatch>) {
        let record = &records()[n];
        let game = crate::game(record.game().unwrap()).unwrap();
        let mut table = game.rules().start();
        record.main_line().take(plies).for_each(|mv| table.play(mv).unwrap());
        (game, table)
    }

    /// Does the player to move win?
    fn wins(game: &henge::Playable, table: &dyn DynMatch) -> bool {
        let solved = game.solving().unwrap().solve(table, Task::new(Limits::NONE)).unwrap();
        assert!(solved.proved);
        solved.points > 0
    }

    #[test]
    fn all_records_are_games_to_the_end_that_they_tell() {
        let all = records();
        assert_eq!(all.len(), 5);
        for (i, record) in all.iter().enumerate() {
            let game = crate::game(record.game().unwrap()).unwrap();
            let table = record.play(&**game.rules()).unwrap();
            if i > 0 {
                assert_eq!(table.turn(), henge::Turn::Over(record.result.unwrap()), "game {i}");
            }
        }
    }

    #[test]
    fn in_game_1_the_n_would_have_won() {
        let (game, mut table) = after(1, 6);
        let ns: Vec<String> = (table.moves().into_iter().map(|view| view.text))
            .filter(|text| text.starts_with('N'))
            .collect();
        let mut winning = 0;
        for mv in ns {
            table.play(&mv).unwrap();
            winning += usize::from(!wins(&game, &*table));
            table.undo();
        }
        assert_eq!(winning, 10);
        table.play("L6@26").unwrap();
        assert!(wins(&game, &*table));
    }

    #[test]
    fn in_game_3_one_reply_refutes_the_n_and_no_l_does() {
        let (game, mut table) = after(3, 5);
        let (mut refutations, mut ls) = (Vec::new(), 0);
        for view in table.moves() {
            table.play(&view.text).unwrap();
            if !wins(&game, &*table) {
                refutations.push(view.text.clone());
            }
            ls += usize::from(view.text.starts_with('L'));
            table.undo();
        }
        assert_eq!((refutations, ls), (vec!["Y5@29".to_string()], 20));
    }

    #[test]
    fn in_game_4_the_fine_move_wins() {
        let (game, table) = after(4, 5);
        assert!(!wins(&game, &*table));
    }
}
