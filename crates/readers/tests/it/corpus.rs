//! Every input that is kept, and mutations of them, are read as they should be: without a panic, and
//! without more memory than a small file is worth.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use henge_readers::{READERS, Reader, mutated};
use henge_testkit::alloc::CountingAllocator;

/// Nothing that is read from a small file takes more at once. The largest is the tree of a bot, which
/// takes 256 MiB unless its name says otherwise.
const MOST_BYTES: usize = 256 << 20;
/// Mutations for each reader.
const N_MUTATIONS: u64 = 400;

fn folder() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("this package is a folder of the repository").join("fuzz")
}

/// The inputs of a reader with their names, those that belong to the repository.
fn inputs(reader: &Reader) -> Vec<(String, Vec<u8>)> {
    let folder = folder().join("corpus").join(reader.name);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut inputs: Vec<(String, Vec<u8>)> = entries
        .map(|entry| entry.expect("a folder can be read").path())
        .map(|path| (name(&path), std::fs::read(&path).expect("a file can be read")))
        .filter(|(name, _)| !is_sum(name))
        .collect();
    inputs.sort();
    inputs
}

fn name(path: &Path) -> String {
    path.file_name().expect("a file").to_string_lossy().into_owned()
}

/// Fuzzers call what they find by its sum.
fn is_sum(name: &str) -> bool {
    name.len() == 40 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn read(reader: &Reader, bytes: &[u8], of: &str) {
    let reading = std::panic::catch_unwind(|| CountingAllocator::largest(|| (reader.read)(bytes)));
    let Ok(((), largest)) = reading else {
        let path = std::env::temp_dir().join(format!("henge-{}", reader.name));
        let _ = std::fs::write(&path, bytes);
        panic!("{}: {of} makes it panic; the input is in {}", reader.name, path.display());
    };
    assert!(largest <= MOST_BYTES, "{}: {of} takes {largest} bytes at once", reader.name);
}

/// Half of the readers, so that two of these tests run side by side.
fn every_second(from: usize) {
    for reader in READERS.iter().skip(from).step_by(2) {
        let inputs = inputs(reader);
        for (name, bytes) in &inputs {
            read(reader, bytes, name);
        }
        for n in 0..N_MUTATIONS {
            let (name, bytes) = &inputs[n as usize % inputs.len()];
            let (_, other) = &inputs[(n * n) as usize % inputs.len()];
            read(reader, &mutated(bytes, other, n), &format!("mutation {n} of {name}"));
        }
    }
}

#[test]
fn what_is_kept_and_mutations_of_it_are_read_by_one_half() {
    every_second(0);
}

#[test]
fn what_is_kept_and_mutations_of_it_are_read_by_the_other_half() {
    every_second(1);
}

#[test]
fn every_reader_is_a_fuzz_target_and_has_a_few_small_inputs() {
    let manifest = std::fs::read_to_string(folder().join("Cargo.toml")).expect("it is there");
    let programs = manifest.lines().filter_map(|line| line.strip_prefix("name = \""));
    let programs: BTreeSet<&str> = programs.filter_map(|rest| rest.strip_suffix('"')).collect();
    let readers = READERS.iter().map(|reader| reader.name);
    assert_eq!(programs, readers.chain(["any", "henge-fuzz"]).collect());
    let mut all = 0;
    for reader in READERS {
        let target = folder().join(format!("fuzz_targets/{}.rs", reader.name));
        let text = std::fs::read_to_string(target).expect("the manifest names it");
        assert_eq!(text, format!("#![no_main]\n\nhenge_fuzz::target!(\"{}\");\n", reader.name));
        let inputs = inputs(reader);
        assert!((1..=40).contains(&inputs.len()), "{} has {}", reader.name, inputs.len());
        all += inputs.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
    }
    assert!(all < 1_500_000, "the inputs have {all} bytes");
}
