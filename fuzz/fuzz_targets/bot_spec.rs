#![no_main]

henge_fuzz::target!("bot_spec");
