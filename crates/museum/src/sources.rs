//! The sample games of the sources as records, with what their authors believed and what the solvers say.

/// Bushey's game of 1970.
pub(crate) const GAMMON: &str = include_str!("../data/gammon1970.henge");
/// Kuttner's four games of 1972.
pub(crate) const PENTOMINOES: &str = include_str!("../data/pentominoes1972.henge");
/// What the chapter of 2000 shows of Connect Four and Stonehenge.
pub(crate) const CAML: &str = include_str!("../data/caml2000.henge");

/// Sample games in the notation of henge's records, in the order of their years.
pub fn sources() -> String {
    [GAMMON, PENTOMINOES, CAML].map(str::trim_end).join("\n\n") + "\n"
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
        assert_eq!(all.len(), 7);
        for (i, record) in all.iter().enumerate() {
            let game = crate::game(record.game().unwrap()).unwrap();
            let table = record.play(&**game.rules()).unwrap();
            match record.result {
                Some(result) => assert_eq!(table.turn(), henge::Turn::Over(result), "game {i}"),
                // Bushey's ends before a move that the rules forbid; the chapter shows six moves of Stonehenge.
                None => assert!(i == 0 || i == 6),
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

    #[test]
    fn the_chapter_prints_the_end_of_its_game() {
        let record = &records()[5];
        let game = crate::game("connect-four").unwrap();
        let table = record.play(&**game.rules()).unwrap();
        // X and 0 of the print, from above.
        let printed = ".ooo.o./.xxx.x./xoox.o./xxxo.x./xooxxo./xoooxxo o";
        assert_eq!(table.position(), printed);
        // Where the comment says that everything loses, it does.
        let (game, mut table) = after(5, 29);
        for view in table.moves() {
            table.play(&view.text).unwrap();
            assert!(wins(&game, &*table), "{}", view.text);
            table.undo();
        }
        let (game, table) = after(5, 28);
        assert!(wins(&game, &*table));
    }

    #[test]
    fn every_exhibit_has_its_page_its_seats_and_its_games() {
        let games = crate::games();
        assert_eq!(games.exhibits().len(), 5);
        let talks: Vec<&str> = (games.conversations().iter())
            .filter_map(|game| game.ability::<dyn henge::Converse>().map(|talk| talk.about().name))
            .collect();
        let mut n = 0;
        for exhibit in games.exhibits() {
            assert!(exhibit.page.starts_with("# "), "{}", exhibit.name);
            for (game, bot) in &exhibit.seats {
                games.game(game).unwrap().bot(bot).unwrap();
            }
            assert!(exhibit.talk.is_none_or(|talk| talks.contains(&talk)), "{}", exhibit.name);
            n += read(exhibit.records).unwrap().len();
        }
        assert_eq!(n, records().len());
    }
}
