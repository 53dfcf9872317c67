use henge_core::{Player, Score};
use henge_games::connect_four::{ConnectFour, Position};

/// How a solved game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who wins, if anybody does.
    pub winner: Option<Player>,
    /// After how many more discs.
    pub plies: u32,
}

impl Ending {
    /// What the exact score of a position means: the winner wins as soon as possible, the loser loses
    /// as late as possible.
    pub fn of(game: &ConnectFour, pos: &Position, score: i8) -> Ending {
        let cells = game.lines().cells();
        let mover = pos.to_move();
        let winner = match score {
            0 => return Ending { winner: None, plies: cells - pos.plies() },
            1.. => mover,
            _ => !mover,
        };
        // The first player places discs 1, 3, 5 and so on.
        let latest = cells + 2 - 2 * u32::from(score.unsigned_abs());
        let parity = u32::from(winner == Player::First);
        let last = if latest % 2 == parity { latest } else { latest.saturating_sub(1) };
        Ending { winner: Some(winner), plies: last.saturating_sub(pos.plies()) }
    }

    /// The same as an engine's score to `player`.
    pub fn score(&self, player: Player) -> Score {
        match self.winner {
            None => Score::DRAW,
            Some(winner) if winner == player => Score::win_in(self.plies),
            Some(_) => -Score::win_in(self.plies),
        }
    }
}
