#![no_main]

henge_fuzz::target!("backgammon_id");
