//! A file of a few kilobytes does not decide how much memory it takes to read it.

use std::sync::atomic::AtomicBool;

use henge::PartsTask;
use henge::search::parts::Goal;
use henge_readers::mend;
use henge_testkit::alloc::CountingAllocator;

#[test]
fn a_checkpoint_of_solving_cannot_say_that_its_parts_lie_deeper() {
    let game = henge::game("hex:size=5").expect("a good name");
    let (rules, solver) = (game.rules(), game.solving().expect("hex can be solved"));
    let books = game.books().expect("hex has books");
    let (table, stop) = (rules.start(), AtomicBool::new(true));
    let task = PartsTask { stop: &stop, ..PartsTask::new(rules.name(), Goal::Value) };
    let begun = solver.solve_in_parts(&*table, task);
    let bytes = begun.expect("it was only begun").bytes;
    let read = |bytes: &[u8]| books.of_parts(&*table, rules.name(), bytes);
    let (book, usual) = CountingAllocator::count(|| read(&bytes));
    book.expect("what was written is read");

    let depth = b"henge parts\n".len();
    let mut deeper = bytes;
    deeper[depth] = 5;
    let (refused, found) = CountingAllocator::count(|| read(&mend::blake3_sum(&deeper)));
    let refused = refused.expect_err("it says what is not true").to_string();
    assert!(refused.contains("another version"), "{refused}");
    assert!(found <= 2 * usual, "{found} allocations instead of {usual}");
}
