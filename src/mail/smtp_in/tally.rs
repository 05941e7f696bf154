//! How many letters each address has handed in lately.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const MINUTE: Duration = Duration::from_secs(60);
/// Addresses that are remembered before the quiet ones are forgotten.
const MOST: usize = 10_000;

/// The counts of the minute under way, by address.
#[derive(Debug, Default)]
pub struct Tally(Mutex<BTreeMap<IpAddr, (Instant, u32)>>);

impl Tally {
    /// Counts one more letter of this address; false when it has had its share of the minute.
    pub(super) fn count(&self, address: IpAddr, most: u32) -> bool {
        let now = Instant::now();
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() >= MOST {
            counts.retain(|_, (begun, _)| now.duration_since(*begun) < MINUTE);
        }
        let (begun, count) = counts.entry(address).or_insert((now, 0));
        if now.duration_since(*begun) >= MINUTE {
            (*begun, *count) = (now, 0);
        }
        *count = count.saturating_add(1);
        *count <= most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_share() {
        let tally = Tally::default();
        let (one, other) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let counted: Vec<bool> = (0..4).map(|_| tally.count(one, 3)).collect();
        assert_eq!(counted, [true, true, true, false]);
        assert!(tally.count(other, 3));
    }
}
