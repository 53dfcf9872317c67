//! Laws can fail: a game with one fault at a time is caught, and by the law that names the fault.

use std::panic::{AssertUnwindSafe, catch_unwind};

use henge_core::{
    Board, Depict, Game, Notation, NotationError, Outcome, Scene, SiteId, Symmetric, Turn,
};
use henge_testkit::games::{Boxes, DiceRace, Ring};
use henge_testkit::{laws, symmetry_laws};

/// What is wrong with a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    DuplicateMove,
    MissingMoves,
    MovesTurnAround,
    Dice,
    WorthlessWin,
    UnlikelyRoll,
    ImpossibleRoll,
    UndoNothing,
    UndoForgetsKey,
    KeyOfPath,
    KeyOfNothing,
    KeyOfCount,
    TwoLines,
    PositionReadWrong,
    ReadsAnyMove,
    ReadsAnyPosition,
    MovesWrittenAlike,
    MovesWrittenWithBlank,
    MovesReadWrong,
    NamelessSite,
    SameName,
    SamePlace,
    EdgeToNowhere,
    SameCharacter,
    SameGlyph,
    PieceOffBoard,
    PieceOfNoKind,
    PieceTwice,
    SamePath,
    PathOffBoard,
    NoIdentity,
    ImageOfMove,
    ImageOfPosition,
    CanonicalKey,
}

/// A sound game with a fault added.
struct Broken<G> {
    game: G,
    fault: Fault,
}

/// A position that counts its moves in secret; only some faults use the count.
#[derive(Clone, Debug)]
struct Counted<P> {
    pos: P,
    plies: u64,
}

impl<P: PartialEq> PartialEq for Counted<P> {
    fn eq(&self, other: &Self) -> bool {
        self.pos == other.pos
    }
}

impl<P: Eq> Eq for Counted<P> {}

impl<G> Broken<G> {
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

impl<G: Game> Game for Broken<G> {
    type Position = Counted<G::Position>;
    type Move = G::Move;
    type Moves = std::vec::IntoIter<G::Move>;
    type Undo = G::Undo;
    // The fault that adds dice to a game without them leaves this as it was.
    const CHANCE: bool = G::CHANCE;

    fn start(&self) -> Self::Position {
        Counted { pos: self.game.start(), plies: 0 }
    }
    fn turn(&self, pos: &Self::Position) -> Turn {
        match self.game.turn(&pos.pos) {
            Turn::Player(_) if self.has(Fault::Dice) => Turn::Chance,
            Turn::Over(Outcome::Win { winner, .. }) if self.has(Fault::WorthlessWin) => {
                Turn::Over(Outcome::Win { winner, points: 0 })
            }
            turn => turn,
        }
    }
    fn moves(&self, pos: &Self::Position) -> Self::Moves {
        let mut moves: Vec<G::Move> = self.game.moves(&pos.pos).collect();
        match self.fault {
            Fault::DuplicateMove => moves.extend(moves.last().copied()),
            Fault::MissingMoves if pos.plies == 3 => moves.clear(),
            Fault::MovesTurnAround if pos.plies % 2 == 0 => moves.reverse(),
            _ => {}
        }
        moves.into_iter()
    }
    fn play(&self, pos: &mut Self::Position, mv: G::Move) -> G::Undo {
        pos.plies += 1;
        self.game.play(&mut pos.pos, mv)
    }
    fn undo(&self, pos: &mut Self::Position, mv: G::Move, undo: G::Undo) {
        if self.has(Fault::UndoNothing) {
            return;
        }
        if !self.has(Fault::UndoForgetsKey) {
            pos.plies -= 1;
        }
        self.game.undo(&mut pos.pos, mv, undo);
    }
    fn key(&self, pos: &Self::Position) -> u64 {
        match self.fault {
            Fault::UndoForgetsKey | Fault::KeyOfPath => self.game.key(&pos.pos) ^ pos.plies,
            Fault::KeyOfNothing => 0,
            Fault::KeyOfCount => self.game.moves(&pos.pos).count() as u64,
            _ => self.game.key(&pos.pos),
        }
    }
    fn canonical_key(&self, pos: &Self::Position) -> u64 {
        match self.fault {
            Fault::CanonicalKey => self.game.key(&pos.pos),
            _ => self.game.canonical_key(&pos.pos),
        }
    }
    fn probability(&self, pos: &Self::Position, roll: G::Move) -> f32 {
        let first = self.game.moves(&pos.pos).next() == Some(roll);
        match self.fault {
            Fault::UnlikelyRoll if first => self.game.probability(&pos.pos, roll) / 2.0,
            Fault::ImpossibleRoll if first => 0.0,
            _ => self.game.probability(&pos.pos, roll),
        }
    }
}

impl<G: Notation> Notation for Broken<G> {
    fn write_move(&self, pos: &Self::Position, mv: G::Move) -> String {
        let text = self.game.write_move(&pos.pos, mv);
        match self.fault {
            Fault::MovesWrittenAlike => "move".into(),
            Fault::MovesWrittenWithBlank => format!("to {text}"),
            _ => text,
        }
    }
    fn write_position(&self, pos: &Self::Position) -> String {
        let text = self.game.write_position(&pos.pos);
        if self.has(Fault::TwoLines) { text.replace(' ', "\n") } else { text }
    }
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        let start = self.game.start();
        let pos = match self.fault {
            Fault::PositionReadWrong => self.game.read_position(text).map(|_| start)?,
            Fault::ReadsAnyPosition => self.game.read_position(text).unwrap_or(start),
            _ => self.game.read_position(text)?,
        };
        Ok(Counted { pos, plies: 0 })
    }
    fn read_move(&self, pos: &Self::Position, text: &str) -> Result<G::Move, NotationError> {
        let any = || self.game.moves(&pos.pos).next().ok_or(NotationError::new(text, "a move"));
        match self.fault {
            Fault::ReadsAnyMove => self.game.read_move(&pos.pos, text).or_else(|_| any()),
            Fault::MovesReadWrong => self.game.read_move(&pos.pos, text).and_then(|_| any()),
            _ => self.game.read_move(&pos.pos, text),
        }
    }
}

impl<G: Depict> Depict for Broken<G> {
    fn board(&self) -> Board {
        let mut board = self.game.board();
        match self.fault {
            Fault::NamelessSite => board.sites[1].name.clear(),
            Fault::SameName => board.sites[1].name = board.sites[0].name.clone(),
            Fault::SamePlace => board.sites[1].at = board.sites[0].at,
            Fault::EdgeToNowhere => board.edges.push((SiteId(0), SiteId(999))),
            Fault::SameCharacter => board.kinds[1].ascii = board.kinds[0].ascii,
            Fault::SameGlyph => board.kinds[1].glyph = board.kinds[0].glyph,
            _ => {}
        }
        board
    }
    fn scene(&self, pos: &Self::Position) -> Scene {
        let mut scene = self.game.scene(&pos.pos);
        if self.has(Fault::PieceTwice) {
            scene.pieces.extend(scene.pieces.clone());
        }
        for piece in &mut scene.pieces {
            match self.fault {
                Fault::PieceOffBoard => piece.site = SiteId(999),
                Fault::PieceOfNoKind => piece.kind = 99,
                _ => {}
            }
        }
        scene
    }
    fn path(&self, pos: &Self::Position, mv: G::Move) -> Vec<SiteId> {
        match self.fault {
            Fault::SamePath => vec![SiteId(0)],
            Fault::PathOffBoard => vec![SiteId(999)],
            _ => self.game.path(&pos.pos, mv),
        }
    }
}

impl<G: Symmetric> Symmetric for Broken<G> {
    fn n_symmetries(&self) -> usize {
        self.game.n_symmetries()
    }
    fn image(&self, symmetry: usize, pos: &Self::Position) -> Self::Position {
        let symmetry = match self.fault {
            Fault::NoIdentity => self.n_symmetries() - 1,
            Fault::ImageOfPosition => 0,
            _ => symmetry,
        };
        Counted { pos: self.game.image(symmetry, &pos.pos), plies: pos.plies }
    }
    fn image_move(&self, symmetry: usize, pos: &Self::Position, mv: G::Move) -> G::Move {
        let (symmetry, mv) = match self.fault {
            Fault::NoIdentity => (self.n_symmetries() - 1, mv),
            Fault::ImageOfMove if symmetry > 0 => {
                (symmetry, self.game.moves(&pos.pos).next().unwrap_or(mv))
            }
            _ => (symmetry, mv),
        };
        self.game.image_move(symmetry, &pos.pos, mv)
    }
}

/// What the laws say about the game; empty if they find nothing.
fn complaint<T>(check: impl FnOnce() -> T) -> String {
    match catch_unwind(AssertUnwindSafe(check)) {
        Ok(_) => String::new(),
        Err(panic) => panic.downcast_ref::<String>().expect("a law speaks in words").clone(),
    }
}

fn assert_caught<T>(fault: Fault, law: &str, check: impl FnOnce() -> T) {
    let complaint = complaint(check);
    assert!(complaint.contains(law), "{fault:?} should break \"{law}\", but: {complaint}");
}

#[test]
fn each_fault_is_caught_by_the_law_that_names_it() {
    let faults = [
        (Fault::DuplicateMove, "moves are distinct"),
        (Fault::MissingMoves, "there are moves until the game is over"),
        (Fault::MovesTurnAround, "equal positions have the same moves in the same order"),
        (Fault::Dice, "only a game with CHANCE waits for dice"),
        (Fault::WorthlessWin, "a win counts at least one point"),
        (Fault::UndoNothing, "undo restores the position"),
        (Fault::UndoForgetsKey, "undo restores the key"),
        (Fault::KeyOfPath, "the key depends on the position alone"),
        (Fault::KeyOfNothing, "positions come back only in a game with CYCLES"),
        (Fault::KeyOfCount, "positions with equal keys wait for the same player"),
        (Fault::TwoLines, "a position is written in one line"),
        (Fault::PositionReadWrong, "a position is read back as written"),
        (Fault::ReadsAnyMove, "a text that is no move is refused"),
        (Fault::ReadsAnyPosition, "a text that is no position is refused"),
        (Fault::MovesWrittenAlike, "no two moves are written alike"),
        (Fault::MovesWrittenWithBlank, "records can hold every move"),
        (Fault::MovesReadWrong, "a move is read back as written"),
        (Fault::NamelessSite, "every site has a name"),
        (Fault::SameName, "site names are distinct"),
        (Fault::SamePlace, "no two sites lie on the same point"),
        (Fault::EdgeToNowhere, "edges join two sites of the board"),
        (Fault::SameCharacter, "kinds differ in their ASCII character"),
        (Fault::SameGlyph, "kinds differ in their glyph"),
        (Fault::PieceOffBoard, "pieces stand on sites of the board"),
        (Fault::PieceOfNoKind, "pieces are of a kind of the board"),
        (Fault::PieceTwice, "pieces of one kind on one site are counted"),
        (Fault::SamePath, "no two moves have the same path"),
        (Fault::PathOffBoard, "paths touch sites of the board"),
    ];
    for (fault, law) in faults {
        let game = Broken { game: Boxes::default(), fault };
        assert_caught(fault, law, || laws(&game));
    }
}

#[test]
fn wrong_chances_are_caught() {
    for (fault, law) in [
        (Fault::UnlikelyRoll, "the chances of all rolls sum to 1"),
        (Fault::ImpossibleRoll, "every roll has a chance above 0"),
    ] {
        let game = Broken { game: DiceRace::default(), fault };
        assert_caught(fault, law, || laws(&game));
    }
}

#[test]
fn wrong_images_are_caught() {
    for (fault, law) in [
        (Fault::NoIdentity, "symmetry 0 leaves every move as it is"),
        (Fault::ImageOfPosition, "images commute with play"),
        (Fault::ImageOfMove, "legal moves map one to one"),
        (Fault::CanonicalKey, "all images have the same canonical key"),
    ] {
        let game = Broken { game: Boxes::default(), fault };
        assert_caught(fault, law, || symmetry_laws(&game));
    }
}

#[test]
fn a_cycle_is_no_fault_only_where_it_is_announced() {
    // The wrapper does not pass CYCLES on.
    let game = Broken { game: Ring::default(), fault: Fault::None };
    let law = "positions come back only in a game with CYCLES";
    assert_caught(Fault::None, law, || laws(&game));
}

#[test]
fn the_wrapper_alone_breaks_no_law() {
    let fault = Fault::None;
    laws(&Broken { game: Boxes::default(), fault });
    laws(&Broken { game: DiceRace::default(), fault });
    symmetry_laws(&Broken { game: Boxes::default(), fault });
}

#[test]
fn a_complaint_names_law_moves_seed_and_game() {
    let game = Broken { game: Boxes::default(), fault: Fault::MissingMoves };
    let complaint = complaint(|| laws(&game));
    let lines: Vec<&str> = complaint.lines().collect();
    assert_eq!(lines[0], "law broken: there are moves until the game is over");
    assert!(lines[1].contains("found: Player("), "{complaint}");
    assert!(lines[2].contains("Broken<") && lines[2].contains("seed 1, game 0, after "));
    let moves = lines[2].split_once("after ").unwrap().1;
    assert_eq!(moves.split(' ').count(), 3, "{complaint}");
    assert!(lines[3].contains("at: Counted { pos: Position"), "{complaint}");
}

#[test]
#[should_panic(expected = "law broken: moves are distinct")]
fn laws_panic_in_a_test_like_any_assertion() {
    laws(&Broken { game: Boxes::default(), fault: Fault::DuplicateMove });
}
