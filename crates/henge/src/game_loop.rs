use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use henge_core::erased::{BotError, DynBot, DynMatch, Task, Thought};
use henge_core::{Clock, Ending, Limits, Outcome, Player, ScoreKind};
use henge_search::Task as Question;
use henge_table::{Adjudication, Clocks, Dice, Event, Refusal, Seat, Sitting, Who};

use crate::DynSolver;

/// What two bots play under.
pub struct Terms<'a> {
    /// What each may spend on a move.
    pub limits: Limits,
    /// What each has for the whole game; who needs more has lost. Nodes and time for a move still
    /// count.
    pub clock: Option<Clock>,
    /// When bots end the game themselves.
    pub adjudication: Adjudication,
    /// Looks at every position in which there is a choice, and ends the game as soon as its outcome is
    /// certain.
    pub referee: Option<Referee>,
    /// Raised from outside; bots hurry then.
    pub stop: &'a AtomicBool,
    /// The dice of the game, if it has any.
    pub dice: Dice,
    /// Who hears every thought.
    pub heard: Option<&'a mut Listener<'a>>,
}

/// Hears before which ply a bot has thought, what, and for how long.
pub type Listener<'a> = dyn FnMut(usize, &Thought, Duration) + 'a;

impl<'a> Terms<'a> {
    /// Without limits but those of the bots themselves.
    pub fn new(stop: &'a AtomicBool, dice: Dice) -> Terms<'a> {
        let (limits, adjudication) = (Limits::NONE, Adjudication::default());
        Terms { limits, clock: None, adjudication, referee: None, stop, dice, heard: None }
    }
}

/// Proves how a game will end.
pub struct Referee {
    /// The solver of this game alone, so that what it finds does not depend on the games before.
    pub solver: Box<dyn DynSolver>,
    /// How many positions it may visit for each answer.
    pub nodes: u64,
}

/// A game of bots that is over.
pub struct Ended {
    /// How.
    pub ending: Ending,
    /// How long the bots have thought.
    pub thinking: Duration,
    /// The game.
    pub table: Box<dyn DynMatch>,
}

/// Lets two bots play the match to its end, or until the terms end it.
pub fn play_game(
    table: Box<dyn DynMatch>,
    bots: [&mut dyn DynBot; 2],
    mut terms: Terms<'_>,
) -> Result<Ended, BotError> {
    let seat = || Seat { name: String::new(), who: Who::Bot(terms.limits) };
    let clocks = terms.clock.map(|clock| Clocks::new(clock.left, clock.increment));
    let mut sitting = Sitting::new(table, [seat(), seat()], terms.dice)
        .with_clocks(clocks)
        .with_adjudication(terms.adjudication)
        .with_limit();
    let refused = |refusal: Refusal| BotError::Outside(refusal.to_string());
    // Time passes only while a bot thinks.
    let mut thinking = Duration::ZERO;
    let mut effects = sitting.handle(Event::Begin, thinking).map_err(refused)?;
    loop {
        if let Some(ending) = sitting.ending() {
            return Ok(Ended { ending, thinking, table: sitting.into_table() });
        }
        let Some(ask) = effects.ask else {
            let why = sitting.stuck().unwrap_or("no roll is possible");
            return Err(BotError::Outside(why.into()));
        };
        if let Some(referee) = &mut terms.referee
            && let Some(outcome) = referee.certain(sitting.table(), ask.player, terms.stop)?
        {
            effects = sitting.handle(Event::Adjudicate(outcome), thinking).map_err(refused)?;
            continue;
        }
        let bot = &mut *bots[ask.player.index()];
        let began = Instant::now();
        let task = Task::new(ask.limits).stop(terms.stop);
        let thought = guarded(bot, sitting.table(), task)?;
        let time = began.elapsed();
        thinking += time;
        if let Some(heard) = &mut terms.heard {
            heard(sitting.table().history().len(), &thought, time);
        }
        let heard = Event::Thought { ask: ask.id, found: Ok(&thought) };
        effects = sitting.handle(heard, thinking).map_err(refused)?;
    }
}

/// Lets a bot think whose panic is an error like any other.
pub(crate) fn guarded(
    bot: &mut dyn DynBot,
    table: &dyn DynMatch,
    task: Task<'_>,
) -> Result<Thought, BotError> {
    catch_unwind(AssertUnwindSafe(|| bot.think(table, task))).unwrap_or_else(|_| {
        Err(BotError::Outside(format!("{} has failed; this is a fault of henge", bot.name())))
    })
}

impl Referee {
    /// How the game will end if nobody errs, where that is proved.
    fn certain(
        &mut self,
        table: &dyn DynMatch,
        player: Player,
        stop: &AtomicBool,
    ) -> Result<Option<Outcome>, BotError> {
        // A forced move decides nothing.
        if table.moves().len() == 1 {
            return Ok(None);
        }
        let task = Question::new(Limits::nodes(self.nodes)).stop(stop);
        let found = self.solver.solve(table, task)?;
        let points = found.points;
        // A bound is certain from one side only.
        let is_certain = match found.kind {
            ScoreKind::AtLeast => points > 0,
            ScoreKind::AtMost => points < 0,
            _ => found.proved,
        };
        if !is_certain {
            return Ok(None);
        }
        let winner = if points > 0 { player } else { !player };
        Ok(Some(match points.unsigned_abs().min(u32::from(u8::MAX)) as u8 {
            0 => Outcome::Draw,
            points => Outcome::Win { winner, points },
        }))
    }
}
