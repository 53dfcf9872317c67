#![no_main]

henge_fuzz::target!("bear_off");
