#![no_main]

henge_fuzz::target!("othello_weights");
