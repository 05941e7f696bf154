//! MIME to letter: `pentade::mail::letter::read`.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod mail_laws;

fuzz_target!(|bytes: &[u8]| mail_laws::hold(bytes));
