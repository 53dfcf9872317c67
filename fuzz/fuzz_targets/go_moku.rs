#![no_main]

henge_fuzz::target!("go_moku");
