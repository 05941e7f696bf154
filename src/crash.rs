//! Points at which a test can kill the program, as the power does.
//!
//! In a debug build `PENTADE_CRASH_LOG` names a file to which every point that is passed is added, a line each,
//! `PENTADE_CRASH_AT=<point>:<n>` kills the process at the n-th pass of a point, and `PENTADE_PANIC_AT=<point>:<n>` makes it
//! panic there, as a fault of ours does. In a release build there is none of it.

/// A point between two steps that a crash may part.
#[cfg(not(debug_assertions))]
#[inline]
pub fn point(_name: &'static str) {}

/// A point between two steps that a crash may part.
#[cfg(debug_assertions)]
pub fn point(name: &'static str) {
    armed::pass(name);
}

#[cfg(debug_assertions)]
mod armed {
    use std::io::Write;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    static LOG: LazyLock<Option<std::path::PathBuf>> =
        LazyLock::new(|| std::env::var_os("PENTADE_CRASH_LOG").map(Into::into));

    /// A point and the passes that are left.
    type Armed = Option<(String, AtomicU32)>;

    static KILL: LazyLock<Armed> = LazyLock::new(|| armed("PENTADE_CRASH_AT"));
    static PANIC: LazyLock<Armed> = LazyLock::new(|| armed("PENTADE_PANIC_AT"));

    fn armed(variable: &str) -> Armed {
        let at = std::env::var(variable).ok()?;
        let (name, nth) = at.split_once(':')?;
        Some((name.to_owned(), AtomicU32::new(nth.parse().ok()?)))
    }

    fn is_now(at: &Armed, name: &str) -> bool {
        at.as_ref().is_some_and(|(wanted, left)| wanted == name && left.fetch_sub(1, Ordering::SeqCst) == 1)
    }

    pub fn pass(name: &'static str) {
        if let Some(log) = &*LOG {
            let file = std::fs::OpenOptions::new().create(true).append(true).open(log);
            if let Ok(mut file) = file {
                // One write of one line: lines of several threads do not mix.
                let _ = file.write_all(format!("{name}\n").as_bytes());
            }
        }
        assert!(!is_now(&PANIC, name), "a fault was wanted at {name}");
        if is_now(&KILL, name) {
            let _ = nix::sys::signal::kill(nix::unistd::Pid::this(), nix::sys::signal::Signal::SIGKILL);
            // The signal takes a moment to arrive: nothing more is done until then.
            loop {
                std::thread::park();
            }
        }
    }
}
