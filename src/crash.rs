//! Points at which a test can kill the program, as the power does.
//!
//! In a debug build `PENTADE_CRASH_LOG` names a file to which every point that is passed is added, a line each, and
//! `PENTADE_CRASH_AT=<point>:<n>` kills the process at the n-th pass of a point. In a release build there is neither.

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

    /// The point and the passes that are left.
    static AT: LazyLock<Option<(String, AtomicU32)>> = LazyLock::new(|| {
        let at = std::env::var("PENTADE_CRASH_AT").ok()?;
        let (name, nth) = at.split_once(':')?;
        Some((name.to_owned(), AtomicU32::new(nth.parse().ok()?)))
    });

    pub fn pass(name: &'static str) {
        if let Some(log) = &*LOG {
            let file = std::fs::OpenOptions::new().create(true).append(true).open(log);
            if let Ok(mut file) = file {
                // One write of one line: lines of several threads do not mix.
                let _ = file.write_all(format!("{name}\n").as_bytes());
            }
        }
        if let Some((wanted, left)) = &*AT
            && wanted == name
            && left.fetch_sub(1, Ordering::SeqCst) == 1
        {
            let _ = nix::sys::signal::kill(nix::unistd::Pid::this(), nix::sys::signal::Signal::SIGKILL);
            // The signal takes a moment to arrive: nothing more is done until then.
            loop {
                std::thread::park();
            }
        }
    }
}
