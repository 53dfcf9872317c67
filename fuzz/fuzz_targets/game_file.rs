#![no_main]

henge_fuzz::target!("game_file");
