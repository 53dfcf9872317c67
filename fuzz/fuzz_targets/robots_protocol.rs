#![no_main]

henge_fuzz::target!("robots_protocol");
