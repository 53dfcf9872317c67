//! Records and matches.

use super::{Line, Node, Record, RecordError, write_result};
use crate::erased::{DynGame, DynMatch};
use crate::{EndedBy, Ending, PlayError, Turn};

impl Record {
    /// What was played at a table, with the tags that follow from it: `Game`, and `Position` if it
    /// did not begin at the start. Who played, and when, is for the caller to add.
    pub fn from_match(game: &dyn DynGame, table: &dyn DynMatch) -> Record {
        let mut record = Record::default();
        record.set_tag("Game", game.name());
        if let Some(position) = table.setup() {
            record.set_tag("Position", position);
        }
        record.line.nodes = table.history().into_iter().map(Node::new).collect();
        if let Turn::Over(outcome) = table.turn() {
            record.result = Some(outcome);
        }
        record
    }

    /// How the game ended, as the record says it: its result, and the reason in the tag
    /// `Termination`. Without that tag the board is taken to show it; see [`Ending::of`].
    pub fn ending(&self) -> Option<Ending> {
        let by = self.tag("Termination").map(|word| word.parse().unwrap_or(EndedBy::Unknown));
        Some(Ending::new(self.result?, by.unwrap_or(EndedBy::Rules)))
    }

    /// Writes down how the game ended, if it has.
    pub fn set_ending(&mut self, ending: Option<Ending>) {
        self.result = ending.map(|ending| ending.outcome);
        self.tags.retain(|tag| tag.name != "Termination");
        if let Some(word) = ending.and_then(|ending| ending.by.tag()) {
            self.set_tag("Termination", word);
        }
    }

    /// Plays the game again, which the caller has looked up by [`Record::game`].
    ///
    /// Wrong are a position or a move that the rules do not know, and a result that contradicts the
    /// end of a game played to its end. A game broken off may have any result.
    pub fn play(&self, game: &dyn DynGame) -> Result<Box<dyn DynMatch>, RecordError> {
        let mut table = self.table(game)?;
        for (ply, node) in (1..).zip(&self.line.nodes) {
            step(&mut *table, node, ply)?;
        }
        if let (Turn::Over(outcome), Some(claimed)) = (table.turn(), self.result)
            && outcome != claimed
        {
            let [says, ended] = [claimed, outcome].map(|result| write_result(Some(result)));
            let message = format!("the record says {says}, but the game ended {ended}");
            return Err(self.end.fault(message));
        }
        Ok(table)
    }

    /// Plays all moves of the record, those of the variations too, and finds the first that is not
    /// legal where it stands.
    pub fn check_variations(&self, game: &dyn DynGame) -> Result<(), RecordError> {
        walk(&mut *self.table(game)?, &self.line, 1)
    }

    /// Is there a move with a variation?
    pub fn has_variations(&self) -> bool {
        self.line.nodes.iter().any(|node| !node.variations.is_empty())
    }

    /// Ends the record where the rules end the game. People may go on, as when nobody claims a draw:
    /// what they played then, and the result, are kept in the last comment.
    pub fn end_with_the_game(&mut self, game: &dyn DynGame) -> Result<(), RecordError> {
        let mut table = self.table(game)?;
        for ply in 0..self.line.nodes.len() {
            let Turn::Over(outcome) = table.turn() else {
                step(&mut *table, &self.line.nodes[ply], ply + 1)?;
                continue;
            };
            let after: Vec<String> = self.line.nodes.drain(ply..).map(|node| node.mv).collect();
            let claimed = self.result.replace(outcome);
            let Some(last) = self.line.nodes.last_mut() else { break };
            let went_on = format!("it went on: {} {}", after.join(" "), write_result(claimed));
            last.comment = Some(match last.comment.take() {
                Some(comment) => format!("{comment}; {went_on}"),
                None => went_on,
            });
            break;
        }
        Ok(())
    }

    fn table(&self, game: &dyn DynGame) -> Result<Box<dyn DynMatch>, RecordError> {
        let Some(tag) = self.find("Position") else { return Ok(game.start()) };
        game.read(&tag.value).map_err(|error| tag.place.fault(error.to_string()))
    }
}

fn step(table: &mut dyn DynMatch, node: &Node, ply: usize) -> Result<(), RecordError> {
    table.play(&node.mv).map_err(|error| match error {
        PlayError::Over => node.place.fault(format!("move {ply}: the game is over before it")),
        PlayError::Move(error) => node.place.fault(format!("move {ply}: {error}")),
    })
}

/// Moves are taken back instead of copying the match for every variation: copies hold the whole
/// history, and the time would grow with the square of the length.
fn walk(table: &mut dyn DynMatch, line: &Line, first_ply: usize) -> Result<(), RecordError> {
    for (ply, node) in (first_ply..).zip(&line.nodes) {
        // The move is tried before its variations, so that the first fault of the text is found.
        step(table, node, ply)?;
        if node.variations.is_empty() {
            continue;
        }
        table.undo();
        for variation in &node.variations {
            walk(table, variation, ply)?;
            variation.nodes.iter().for_each(|_| _ = table.undo());
        }
        step(table, node, ply)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::depict::{Board, Depict, Scene, SiteId};
    use crate::erased::rules;
    use crate::record::{read, write};
    use crate::{About, Game, Notation, NotationError, Outcome, Player};

    /// One heap; take one to three. Who takes the last wins as many points as that move took. The
    /// moves are written with a blank, so that records must quote them.
    struct Nim;

    #[derive(Clone, PartialEq, Eq, Debug)]
    struct Heap {
        left: u8,
        last: u8,
        player: Player,
    }

    impl Game for Nim {
        type Position = Heap;
        type Move = u8;
        type Moves = std::ops::RangeInclusive<u8>;
        type Undo = u8;

        fn start(&self) -> Heap {
            Heap { left: 7, last: 0, player: Player::First }
        }
        fn turn(&self, pos: &Heap) -> Turn {
            match pos.left {
                0 => Turn::Over(Outcome::Win { winner: !pos.player, points: pos.last.max(1) }),
                _ => Turn::Player(pos.player),
            }
        }
        fn moves(&self, pos: &Heap) -> Self::Moves {
            1..=pos.left.min(3)
        }
        fn play(&self, pos: &mut Heap, mv: u8) -> u8 {
            pos.left -= mv;
            pos.player = !pos.player;
            std::mem::replace(&mut pos.last, mv)
        }
        fn undo(&self, pos: &mut Heap, mv: u8, last: u8) {
            *pos = Heap { left: pos.left + mv, last, player: !pos.player };
        }
        fn key(&self, pos: &Heap) -> u64 {
            u64::from(pos.left) * 2 + pos.player.index() as u64
        }
    }

    impl Notation for Nim {
        fn write_move(&self, _: &Heap, mv: u8) -> String {
            format!("take {mv}")
        }
        fn write_position(&self, pos: &Heap) -> String {
            format!("{} left", pos.left)
        }
        fn read_position(&self, text: &str) -> Result<Heap, NotationError> {
            let left = text.strip_suffix(" left").and_then(|n| n.parse().ok());
            let left = left.ok_or_else(|| NotationError::new(text, "a heap such as \"7 left\""))?;
            Ok(Heap { left, ..self.start() })
        }
    }

    impl Depict for Nim {
        fn board(&self) -> Board {
            Board::default()
        }
        fn scene(&self, _: &Heap) -> Scene {
            Scene::default()
        }
        fn path(&self, _: &Heap, _: u8) -> Vec<SiteId> {
            Vec::new()
        }
    }

    fn nim() -> Arc<dyn DynGame> {
        rules("nim:heap=7", About::new("nim", "Nim"), Arc::new(Nim))
    }

    fn record(text: &str) -> Record {
        read(text).unwrap().remove(0)
    }

    fn fault(text: &str) -> String {
        let record = record(text);
        let error = record.play(&*nim()).err().map(|error| error.to_string());
        error.unwrap_or_else(|| record.check_variations(&*nim()).unwrap_err().to_string())
    }

    #[test]
    fn match_becomes_record_and_match_again() {
        let mut table = nim().start();
        for mv in ["take 3", "take 2", "take 2"] {
            table.play(mv).unwrap();
        }
        let record = Record::from_match(&*nim(), &*table);
        let text = "[Game \"nim:heap=7\"]\n[Result \"2-0\"]\n\n\
                    1. \"take 3\" 2. \"take 2\" 3. \"take 2\"\n2-0\n";
        assert_eq!(write(std::slice::from_ref(&record)), text);
        let again = record.play(&*nim()).unwrap();
        assert_eq!((again.history(), again.turn()), (table.history(), table.turn()));
        assert_eq!(read(text), Ok(vec![record]));
    }

    #[test]
    fn match_from_a_position_keeps_it() {
        let mut table = nim().read("5 left").unwrap();
        table.play("take 1").unwrap();
        table.play("take 1").unwrap();
        // What has been taken back was not played.
        table.undo();
        let record = Record::from_match(&*nim(), &*table);
        assert_eq!((record.position(), record.result), (Some("5 left"), None));
        assert_eq!(record.main_line().collect::<Vec<_>>(), ["take 1"]);
        let again = record.play(&*nim()).unwrap();
        assert_eq!((again.position(), again.setup()), ("4 left".into(), Some("5 left".into())));
    }

    #[test]
    fn first_illegal_move_is_found() {
        assert_eq!(
            fault("1. \"take 3\"\n2. \"take 4\" 3. nonsense *"),
            "line 2, column 4: move 2: \"take 4\" is not a legal move"
        );
        assert_eq!(
            fault("[Position \"1 left\"] \"take 1\" \"take 1\" *"),
            "line 1, column 30: move 2: the game is over before it"
        );
        assert_eq!(
            fault("[Position \"1 right\"] *"),
            "line 1, column 11: \"1 right\" is not a heap such as \"7 left\""
        );
    }

    #[test]
    fn fault_without_a_text_has_no_place() {
        let mut record = Record::default();
        record.line.nodes.push(Node::new("pass"));
        let error = record.play(&*nim()).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("move 1: \"pass\" is not a legal move"));
    }

    #[test]
    fn result_must_fit_the_end_if_there_is_one() {
        let ended = "[Position \"2 left\"] \"take 2\" ";
        assert!(record(&format!("{ended} 2-0")).play(&*nim()).is_ok());
        assert!(record(&format!("{ended} *")).play(&*nim()).is_ok());
        assert_eq!(
            fault(&format!("{ended}\n 1-0")),
            "line 2, column 2: the record says 1-0, but the game ended 2-0"
        );
        // Resigned, agreed, lost on time.
        for result in ["1-0", "0-3", "1/2-1/2", "*"] {
            assert!(record(&format!("\"take 2\" {result}")).play(&*nim()).is_ok());
        }
    }

    #[test]
    fn variations_are_checked_where_they_branch_off() {
        // Seven; after the first move five, after the variation six; and so on.
        let good = "\"take 2\" (\"take 1\" \"take 3\" (\"take 2\" \"take 3\" \"take 1\") \"take 3\") \
                    (\"take 3\" \"take 3\" \"take 1\") \"take 3\" \"take 2\" (\"take 1\" \"take 1\") 2-0";
        assert!(record(good).play(&*nim()).is_ok());
        assert_eq!(record(good).check_variations(&*nim()), Ok(()));
        assert_eq!(
            fault("\"take 3\" \"take 2\" (\"take 3\"\n(\"take 4\") \"take 1\") \"take 2\" 2-0"),
            "line 2, column 2: move 2: \"take 4\" is not a legal move"
        );
        assert_eq!(
            fault("\"take 3\" (\"take 3\" \"take 3\" \"take 1\" \"take 1\") *"),
            "line 1, column 38: move 4: the game is over before it"
        );
        // Of two faults the first one of the text, even if the other lies on the main line.
        let two = record("\"take 1\" (\"take 9\") \"take 8\" *");
        assert!(two.check_variations(&*nim()).unwrap_err().message.contains("take 9"));
        let two = record("\"take 8\" (\"take 9\") *");
        assert!(two.check_variations(&*nim()).unwrap_err().message.contains("take 8"));
    }
}
