//! The listener: accepts, counts, and stops in good order.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

use super::{
    Protocol, Server,
    replies::reply,
    session::{Peer, converse, stopped},
    tally::Tally,
};

/// Serves until `stop` says true.
///
/// Then accepts nobody more, lets letters that are under way end within [`super::Limits::grace`], tells idle
/// peers to come back later, and returns. A sender whose dropped `stop` can no longer say anything means:
/// serve on.
pub async fn listen(listener: TcpListener, server: Arc<Server>, mut stop: watch::Receiver<bool>) {
    let (seats, tally) = (Seats::default(), Arc::new(Tally::default()));
    let mut sessions = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            biased;
            () = stopped(&mut stop) => break,
            Some(_) = sessions.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                let (server, stop) = (server.clone(), stop.clone());
                match seats.take(peer.ip(), &server) {
                    Some(seat) => {
                        let peer = Peer { address: Some(peer.ip()), tally: tally.clone() };
                        sessions.spawn(attend(server, stream, peer, stop, seat))
                    }
                    None => sessions.spawn(turn_away(stream)),
                };
            }
            Err(error) => {
                // Out of file descriptors, mostly: waiting lets conversations end.
                tracing::warn!(%error, "cannot accept a mail connection");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    let all_done = async { while sessions.join_next().await.is_some() {} };
    if timeout(server.limits.grace, all_done).await.is_err() {
        tracing::warn!(left = sessions.len(), "mail conversations cut off at stop");
        sessions.shutdown().await;
    }
}

async fn attend(
    server: Arc<Server>,
    stream: TcpStream,
    peer: Peer,
    stop: watch::Receiver<bool>,
    _seat: Seat,
) {
    let (longest, address) = (server.limits.session, peer.address);
    match timeout(longest, converse(server, stream, peer, stop)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(?address, %error, "mail conversation broke off"),
        Err(_) => tracing::info!(?address, "mail conversation took too long"),
    }
}

async fn turn_away(mut stream: TcpStream) {
    let mut line = Vec::new();
    reply(&mut line, "421 4.7.0", "too many connections, come back later");
    let said = timeout(Duration::from_secs(5), stream.write_all(&line)).await;
    if !matches!(said, Ok(Ok(()))) {
        tracing::debug!("a peer left before it was turned away");
    }
}

/// Who is in conversation, by address.
#[derive(Default, Clone)]
struct Seats(Arc<Mutex<BTreeMap<IpAddr, usize>>>);

/// One conversation's place; given back when dropped.
struct Seat {
    seats: Seats,
    address: IpAddr,
}

impl Seats {
    fn take(&self, address: IpAddr, server: &Server) -> Option<Seat> {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = taken.values().sum();
        let here = taken.entry(address).or_default();
        let one_peer = server.protocol == Protocol::Lmtp;
        if all >= server.limits.connections || (!one_peer && *here >= server.limits.connections_per_address) {
            return None;
        }
        *here += 1;
        Some(Seat { seats: self.clone(), address })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.seats.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(here) = taken.get_mut(&self.address) {
            *here -= 1;
            if *here == 0 {
                taken.remove(&self.address);
            }
        }
    }
}
