use henge_core::{Game, Outcome, Player, Turn, mix64};

/// A game made up from a number: layers of positions, in which every move leads to the next layer.
/// Different ways meet in the same position, turns do not alternate, wins count one to three
/// points, and the game may end in any layer.
#[derive(Clone, Copy, Debug)]
pub struct Layers {
    pub seed: u64,
    /// The game ends here at the latest.
    pub height: u8,
    /// Positions in a layer: few of them meet often.
    pub width: u8,
    /// Most moves in a position.
    pub n_moves: u8,
    /// Most points of a win.
    pub points: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    layer: u8,
    place: u8,
}

impl Layers {
    fn word(&self, pos: &Position, what: u64) -> u64 {
        mix64(mix64(self.seed ^ what << 32) ^ (pos.layer as u64) << 8 ^ pos.place as u64)
    }
}

impl Game for Layers {
    type Position = Position;
    type Move = u8;
    type Moves = std::ops::Range<u8>;
    type Undo = u8;
    const MOST_POINTS: u8 = 3;

    fn start(&self) -> Position {
        Position { layer: 0, place: 0 }
    }

    fn turn(&self, pos: &Position) -> Turn {
        let word = self.word(pos, 1);
        let player = Player::BOTH[word as usize % 2];
        if pos.layer == self.height || pos.layer > 0 && (word >> 8).is_multiple_of(5) {
            let points = 1 + (word >> 24) as u8 % self.points;
            return Turn::Over(match (word >> 16) % 3 {
                0 => Outcome::Draw,
                _ => Outcome::Win { winner: player, points },
            });
        }
        Turn::Player(player)
    }

    fn moves(&self, pos: &Position) -> Self::Moves {
        match self.turn(pos) {
            Turn::Over(_) => 0..0,
            _ => 0..1 + (self.word(pos, 2) % self.n_moves as u64) as u8,
        }
    }

    fn play(&self, pos: &mut Position, mv: u8) -> u8 {
        let before = pos.place;
        let place = (self.word(pos, 3 + mv as u64) % self.width as u64) as u8;
        *pos = Position { layer: pos.layer + 1, place };
        before
    }

    fn undo(&self, pos: &mut Position, _: u8, place: u8) {
        *pos = Position { layer: pos.layer - 1, place };
    }

    fn key(&self, pos: &Position) -> u64 {
        mix64((pos.layer as u64) << 8 | pos.place as u64)
    }
}
