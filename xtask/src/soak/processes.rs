//! Which processes belong to a call, and the end of those that should have ended.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// The processes that were called in this folder, or by what was called there.
fn at_work(folder: &Path) -> Vec<Pid> {
    let marker = folder.as_os_str().as_encoded_bytes();
    let belongs = |pid: &i32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.windows(marker.len()).any(|part| part == marker) && lives(*pid)
    };
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter(belongs).filter_map(Pid::from_raw).collect()
}

/// Is it more than a line in the system's book?
fn lives(pid: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

/// Waits until no process of the folder is left; those that stay are named and killed.
pub fn sweep(folder: &Path, patience: Duration) -> Vec<String> {
    let began = Instant::now();
    loop {
        let left = at_work(folder);
        if left.is_empty() {
            return Vec::new();
        }
        if began.elapsed() > patience {
            let name = |pid: &Pid| {
                let pid = pid.as_raw_nonzero();
                let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
                String::from_utf8_lossy(&line).replace('\0', " ").trim().to_string()
            };
            let names = left.iter().map(name).collect();
            for pid in left {
                let _ = kill_process_group(pid, Signal::KILL);
                let _ = kill_process(pid, Signal::KILL);
            }
            return names;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soak::program::Henge;

    #[test]
    fn what_is_left_behind_is_named_and_ended() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let shell = Henge::new("sh".into()).call(folder, "-c");
        shell.arg("sleep 997 > /dev/null 2>&1 & exit 0").succeed().unwrap();
        assert_eq!(sweep(folder, Duration::ZERO), ["sleep 997"]);
        assert!(sweep(folder, Duration::from_secs(10)).is_empty());
    }
}
