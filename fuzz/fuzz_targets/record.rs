//! Any bytes are read as game records or refused at a place that exists, and what was read is
//! written and read again without loss.

#![no_main]

use henge::core::record::{read, read_bytes, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| match read_bytes(bytes) {
    Ok(records) => {
        let text = write(&records);
        let again = read(&text).unwrap_or_else(|fault| panic!("{fault} in what we wrote:\n{text}"));
        assert_eq!(again, records, "written as:\n{text}");
        assert_eq!(write(&again), text, "the second writing differs from the first");
    }
    Err(fault) => {
        let n_lines = bytes.split(|&b| b == b'\n').count();
        assert!((1..=n_lines).contains(&fault.line), "{fault}, in a text of {n_lines} lines");
        assert!(fault.column > 0, "{fault}");
    }
});
