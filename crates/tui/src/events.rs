//! What happens: keys, the mouse, a new size, the tick of a clock, and what engines say. All of it
//! comes through one channel, so that the screen never waits for anything else.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossterm::event::{self, KeyEvent, KeyEventKind, MouseEvent};

/// How often clocks are looked at when nothing else happens.
const TICK: Duration = Duration::from_millis(100);
/// How long the reader of keys may take to notice that it is no longer needed.
const PATIENCE: Duration = Duration::from_millis(500);

/// Something has happened. `M` is what other threads of the app have to say.
#[derive(Debug)]
pub enum Event<M> {
    /// A key was pressed.
    Key(KeyEvent),
    /// Text was pasted.
    Paste(String),
    /// The mouse.
    Mouse(MouseEvent),
    /// The screen has another size.
    Resize,
    /// Time has passed.
    Tick,
    /// The terminal is gone.
    Closed,
    /// Another thread says so.
    Message(M),
}

/// Where events come from.
pub struct Events<M> {
    receiver: Receiver<Event<M>>,
    sender: Sender<Event<M>>,
    stop: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
}

impl<M: Send + 'static> Events<M> {
    /// Begins to read the terminal, in a thread of its own.
    pub fn start() -> io::Result<Events<M>> {
        let (sender, receiver) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (to, until) = (sender.clone(), Arc::clone(&stop));
        let reader = thread::Builder::new().name("keys".into()).spawn(move || read(&to, &until))?;
        Ok(Events { receiver, sender, stop, reader: Some(reader) })
    }

    /// A way for other threads to say something.
    pub fn sender(&self) -> Sender<Event<M>> {
        self.sender.clone()
    }

    /// The next event; a tick when nothing happens for a while.
    pub fn next(&self) -> Event<M> {
        match self.receiver.recv_timeout(TICK) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Tick,
            Err(RecvTimeoutError::Disconnected) => Event::Closed,
        }
    }

    /// What has happened already, without waiting.
    pub fn waiting(&self) -> Option<Event<M>> {
        self.receiver.try_recv().ok()
    }
}

impl<M> Drop for Events<M> {
    fn drop(&mut self) {
        self.stop.store(true, SeqCst);
        let Some(reader) = self.reader.take() else { return };
        // Whoever reads the terminal next must find all keys there. A terminal that was closed gives
        // no keys and no end either: its reader never comes back, and must not keep the program.
        let until = Instant::now() + PATIENCE;
        while !reader.is_finished() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

fn read<M>(to: &Sender<Event<M>>, stop: &AtomicBool) {
    while !stop.load(SeqCst) {
        let event = match event::poll(TICK) {
            Ok(false) => continue,
            Ok(true) => event::read(),
            Err(error) => Err(error),
        };
        let event = match event {
            Ok(event::Event::Key(key)) if key.kind != KeyEventKind::Release => Event::Key(key),
            Ok(event::Event::Mouse(mouse)) => Event::Mouse(mouse),
            Ok(event::Event::Paste(text)) => Event::Paste(text),
            Ok(event::Event::Resize(..)) => Event::Resize,
            Ok(_) => continue,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => {
                let _ = to.send(Event::Closed);
                return;
            }
        };
        if to.send(event).is_err() {
            return;
        }
    }
}
