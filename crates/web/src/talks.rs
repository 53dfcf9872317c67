//! Conversations in progress. A conversation is what was said in it, so that it could always be
//! followed from its beginning; some are kept ready all the same, so that a program that thinks need
//! not think again.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use henge::{Conversation, Converse, Heard, Limits, Opening, Reply};
use henge_api as api;

/// How many conversations are kept ready.
const MOST_KEPT: usize = 64;
/// Longer ones are not kept: what a program remembers may be much longer than what was said.
const MOST_KEPT_LINES: usize = 200;
const MOST_KEPT_BYTES: usize = 64 * 1024;
/// Programs make no more moves at one line.
const MOST_MOVES: u32 = 200;
/// Programs look at no more positions for a move. A limit of time would make another conversation of
/// the same lines.
const MOST_NODES: u64 = 400_000;

/// Some conversations, those that were used last at the end.
#[derive(Default)]
pub struct Talks {
    kept: Mutex<Vec<Kept>>,
}

/// A conversation as it stands after some lines.
struct Kept {
    /// How it began, and what was said.
    asked: api::ConversationRequest,
    conversation: Box<dyn Conversation>,
    /// The answer to the last line, if it is known.
    answer: Option<api::Conversation>,
}

impl Kept {
    fn is_small(&self) -> bool {
        let lines = &self.asked.lines;
        lines.len() <= MOST_KEPT_LINES
            && lines.iter().map(String::len).sum::<usize>() <= MOST_KEPT_BYTES
    }
}

impl Talks {
    fn kept(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, talk: Kept) {
        if !talk.is_small() {
            return;
        }
        let mut kept = self.kept();
        kept.retain(|known| known.asked != talk.asked);
        kept.push(talk);
        if kept.len() > MOST_KEPT {
            kept.remove(0);
        }
    }

    fn take(&self, asked: &api::ConversationRequest) -> Option<Kept> {
        let mut kept = self.kept();
        let place = kept.iter().position(|known| known.asked == *asked)?;
        Some(kept.remove(place))
    }

    /// Follows a conversation and answers its last line.
    pub fn follow(
        &self,
        converse: &dyn Converse,
        asked: &api::ConversationRequest,
        stop: &AtomicBool,
    ) -> Result<api::Conversation, String> {
        let known = self
            .kept()
            .iter()
            .find(|known| known.asked == *asked)
            .and_then(|known| known.answer.clone());
        if let Some(answer) = known {
            return Ok(answer);
        }
        let Some((last, earlier)) = asked.lines.split_last() else {
            let talk = begin(converse, asked)?;
            let lines = talk.conversation.greeting();
            let answer = api::Conversation::of(&*talk.conversation, Reply::words(lines));
            self.keep(Kept { answer: Some(answer.clone()), ..talk });
            return Ok(answer);
        };
        let before = api::ConversationRequest { lines: earlier.to_vec(), ..asked.clone() };
        let mut talk = match self.take(&before) {
            Some(talk) => talk,
            None => {
                let mut talk = begin(converse, asked)?;
                for (line, n) in earlier.iter().zip(1..) {
                    let said = hear(&mut *talk.conversation, line, stop);
                    said.map_err(|why| format!("line {n}: {why}"))?;
                }
                Kept { asked: before, ..talk }
            }
        };
        let reply = match hear(&mut *talk.conversation, last, stop) {
            Ok(reply) => reply,
            Err(why) => {
                // It goes on as if nothing had been said, unless somebody was in a hurry.
                if !stop.load(Relaxed) {
                    self.keep(talk);
                }
                return Err(why);
            }
        };
        let answer = api::Conversation::of(&*talk.conversation, reply);
        if answer.changes {
            talk.asked.lines.push(last.clone());
            talk.answer = Some(answer.clone());
        }
        self.keep(talk);
        Ok(answer)
    }
}

fn begin(converse: &dyn Converse, asked: &api::ConversationRequest) -> Result<Kept, String> {
    let opening = Opening {
        way: asked.way.clone(),
        seed: asked.seed,
        limits: Limits::nodes(MOST_NODES),
        most_moves: Some(MOST_MOVES),
    };
    let conversation = converse.begin(&opening)?;
    Ok(Kept { asked: asked.clone(), conversation, answer: None })
}

/// Says a line; the text of a file may follow on lines of its own.
fn hear(
    conversation: &mut dyn Conversation,
    text: &str,
    stop: &AtomicBool,
) -> Result<Reply, String> {
    let (line, file) = text.split_once('\n').unwrap_or((text, ""));
    let file = Some(file).filter(|file| !file.is_empty());
    let mut reply = conversation.hear(Heard { line, file, stop })?;
    if stop.load(Relaxed) {
        return Err("this takes too long here; begin another conversation".into());
    }
    if let Some(name) = reply.read {
        return Err(format!("the text of {name} belongs on the lines below"));
    }
    if reply.ends {
        // Whoever goes on all the same goes on where he was.
        reply.changes = false;
    }
    Ok(reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(name: &str, lines: &[&str]) -> api::ConversationRequest {
        let lines = lines.iter().map(|line| line.to_string()).collect();
        api::ConversationRequest { name: name.into(), way: String::new(), seed: 3, lines }
    }

    /// What is kept and what is followed from the beginning are the same.
    #[test]
    fn kept_conversations_answer_as_new_ones_do() {
        let stop = AtomicBool::new(false);
        for (game, lines) in [
            ("backgammon", &["go", "explain", "nonsense", "grade 3", "go 300", "undo", "li 2"][..]),
            ("draughts", &["w", "2", "c3,c4", "ka", "c3,d4", "quit", "g3,f4"]),
        ] {
            let game = henge_museum::game(game).expect("a game");
            let converse = game.ability::<dyn Converse>().expect("somebody talks about it");
            let talks = Talks::default();
            let mut said: Vec<&str> = Vec::new();
            talks.follow(converse, &asked("", &said), &stop).expect("a greeting");
            for line in lines {
                said.push(line);
                let kept = talks.follow(converse, &asked("", &said), &stop);
                let fresh = Talks::default().follow(converse, &asked("", &said), &stop);
                assert_eq!(kept, fresh, "{said:?}");
                let again = talks.follow(converse, &asked("", &said), &stop);
                assert_eq!(kept, again, "{said:?}");
                assert_eq!(talks.kept().len(), 1, "{said:?}");
                if !kept.is_ok_and(|answer| answer.changes) {
                    said.pop();
                }
            }
            assert!(said.len() > 2, "{said:?}");
        }
    }

    #[test]
    fn not_all_conversations_are_kept() {
        let game = henge_museum::game("draughts").expect("a game");
        let converse = game.ability::<dyn Converse>().expect("somebody talks about it");
        let (talks, stop) = (Talks::default(), AtomicBool::new(false));
        for seed in 0..100 {
            let asked = api::ConversationRequest { seed, ..asked("gier", &["w"]) };
            talks.follow(converse, &asked, &stop).expect("an answer");
        }
        assert_eq!(talks.kept().len(), MOST_KEPT);
        let long = "x".repeat(MOST_KEPT_BYTES + 1);
        talks.follow(converse, &asked("gier", &["w", &long]), &stop).expect("an answer");
        assert_eq!(talks.kept().len(), MOST_KEPT, "a line that changes nothing is not kept");
    }
}
