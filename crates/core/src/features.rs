use crate::{Eval, Game, Player, Score, Turn};

/// What an evaluation that learns looks at: a position as a list of numbers, most of them zero.
///
/// All numbers are as the player to move sees them, so that one set of coefficients serves both
/// sides. A set may tell the first player from the second where the rules treat them differently.
///
/// The rest of an evaluation, which is not learned, comes along: when a search may stop and in
/// which order it tries moves. See the methods of [`Eval`] with these names.
pub trait Features<G: Game>: Send + Sync {
    /// Which features these are, in one word. Coefficients of one set mean nothing to another.
    fn name(&self) -> &'static str;
    /// How many there are.
    fn n_features(&self) -> usize;
    /// Hands out the features that are not zero, by number and value; what comes twice counts
    /// twice. Asked only while a player is to move.
    fn each(&self, game: &G, pos: &G::Position, found: &mut impl FnMut(u32, f32));
    /// See [`Eval::stable`].
    #[inline]
    fn stable(&self, _game: &G, _pos: &G::Position) -> bool {
        true
    }
    /// See [`Eval::arrange`].
    fn arrange(&self, _game: &G, _pos: &G::Position, _moves: &mut Vec<G::Move>) {}
    /// See [`Eval::arranges`].
    fn arranges(&self) -> bool {
        false
    }
}

/// What a chance to win is as a score: the logarithm of the odds, in hundredths.
pub const SCORE_OF_LOGIT: f32 = 100.0;

impl Score {
    /// The score of a chance to win, given as the logarithm of its odds.
    #[inline]
    pub fn of_logit(logit: f32) -> Score {
        Score::estimate((logit * SCORE_OF_LOGIT) as i64)
    }

    /// The logarithm of the odds that a score means: the inverse of [`of_logit`](Score::of_logit).
    /// What is decided is `±infinity`.
    #[inline]
    pub fn logit(self) -> f32 {
        match self.decided() {
            Some((points, _)) if points > 0 => f32::INFINITY,
            Some(_) => f32::NEG_INFINITY,
            None => self.0 as f32 / SCORE_OF_LOGIT,
        }
    }
}

/// Something that gives the player to move a chance to win, as the logarithm of its odds.
///
/// [`Judged`] makes an evaluation of it.
pub trait Judgement<G: Game>: Send + Sync {
    /// The logarithm of the odds. Asked only while a player is to move.
    fn logit(&self, game: &G, pos: &G::Position) -> f32;
}

/// An evaluation out of a judgement that was learned and the habits of its features.
#[derive(Clone, Debug)]
pub struct Judged<J, F> {
    /// What was learned.
    pub judgement: J,
    /// What it looks at, and how to search.
    pub features: F,
}

impl<G: Game, J: Judgement<G>, F: Features<G>> Eval<G> for Judged<J, F> {
    type State = ();

    #[inline]
    fn eval(&self, game: &G, pos: &G::Position, player: Player) -> Score {
        let score = Score::of_logit(self.judgement.logit(game, pos));
        if game.turn(pos) == Turn::Player(player) { score } else { -score }
    }
    #[inline]
    fn stable(&self, game: &G, pos: &G::Position, _: &mut ()) -> bool {
        self.features.stable(game, pos)
    }
    fn arrange(&self, game: &G, pos: &G::Position, moves: &mut Vec<G::Move>) {
        self.features.arrange(game, pos, moves);
    }
    fn arranges(&self) -> bool {
        self.features.arranges()
    }
}
