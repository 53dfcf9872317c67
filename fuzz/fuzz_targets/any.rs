#![no_main]

use std::sync::LazyLock;

use henge_fuzz::henge_readers::{self, READERS, Reader};

static READER: LazyLock<Reader> = LazyLock::new(|| {
    let name = std::env::var("HENGE_FUZZ").unwrap_or_default();
    henge_readers::named(&name).unwrap_or_else(|| {
        let known: Vec<&str> = READERS.iter().map(|reader| reader.name).collect();
        eprintln!("HENGE_FUZZ={name} is no target; there are {}", known.join(" "));
        std::process::exit(2)
    })
});

// Tables that take their time are made before the clock runs.
henge_fuzz::libfuzzer_sys::fuzz_target!(init: (READER.read)(b""), |bytes: &[u8]| {
    (READER.read)(bytes)
});
