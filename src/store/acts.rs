//! What the audit writes down: every act with the words in which people read it.

/// The acts, each as the audit keeps it, with its words.
const ACTS: [(&str, &str); 83] = [
    ("accept-invitation", "accepted an invitation"),
    ("add-gm", "let somebody onto the desk"),
    ("address-added", "added an address"),
    ("address-confirmed", "confirmed an address"),
    ("address-removed", "removed an address"),
    ("adopt", "took over a side"),
    ("amend", "amended a published pentade"),
    ("answer", "answered a question"),
    ("answer-by-default", "let a default stand for an answer"),
    ("archive", "put the game away"),
    ("bundle", "took the bundle of a pentade"),
    ("calendar", "set the calendar"),
    ("close", "closed orders"),
    ("create-game", "began the game"),
    ("customs", "set the customs"),
    ("dead-letter-done", "settled a dead letter"),
    ("decline-invitation", "declined an invitation"),
    ("delete-game", "deleted a game"),
    ("draft", "made a draft"),
    ("drop-correction", "dropped a correction"),
    ("early-orders", "sent orders for a later pentade"),
    ("edition", "took another edition of the rules"),
    ("erase-person", "had personal data erased"),
    ("export", "exported the game"),
    ("extension", "gave or took back more time"),
    ("followed", "somebody follows the game by mail"),
    ("followed-no-more", "somebody follows the game no more"),
    ("give-seat", "gave a side to a player"),
    ("hold", "held the pentade"),
    ("hold-letter", "held a report back"),
    ("import", "imported the game"),
    ("invite", "offered a side"),
    ("invite-again", "offered a side once more"),
    ("leave", "left a side taken over"),
    ("let-letter-go", "let a held report go"),
    ("letter-bounced", "a letter came back"),
    ("letter-confirmed", "a letter was confirmed by its writer"),
    ("letter-given-up", "a letter was given up"),
    ("letter-held-back", "held a dead letter back"),
    ("letter-let-go", "let a held letter go"),
    ("letter-not-written", "a letter could not be written"),
    ("letter-repeated", "had a letter sent once more"),
    ("letter-reported-on", "a mail server reported on a letter"),
    ("letter-sent-again", "sent a dead letter again"),
    ("map-not-drawn", "a map could not be drawn"),
    ("move-deadline", "moved the deadline"),
    ("new-reply-address", "took a new reply address"),
    ("not-ready", "is not ready after all"),
    ("orders", "sent orders"),
    ("others-opened", "opened the orders of others"),
    ("passkey-added", "added a passkey"),
    ("passkey-removed", "removed a passkey"),
    ("pause", "stopped the clock"),
    ("personal-data", "loaded personal data"),
    ("power-ordered", "ordered for a side that nobody plays"),
    ("power-plays-itself", "let a side that nobody plays play of its own"),
    ("press", "sent a message"),
    ("publish", "published the pentade"),
    ("publish-correction", "published a correction"),
    ("ready", "is ready"),
    ("remind", "wrote reminders"),
    ("remove-gm", "took somebody off the desk"),
    ("resign", "gave a side up"),
    ("resume", "let the clock run again"),
    ("ruling", "laid down a ruling"),
    ("seal", "sealed his own orders"),
    ("seal-read-again", "a correction had sealed orders read again"),
    ("seal-taken-back", "took the seal of his own orders back"),
    ("set-letters", "chose how letters are written"),
    ("set-name", "changed the name"),
    ("set-password", "set a password"),
    ("set-zone", "set the time zone"),
    ("sign-in", "signed in"),
    ("stand-in", "changed who stands in"),
    ("unarchive", "brought the game back"),
    ("vacation", "told of time away"),
    ("waiting", "put somebody on the waiting list"),
    ("waiting-players", "set how many players wait"),
    ("waits", "waits for a seat"),
    ("waits-no-more", "took somebody off the waiting list"),
    ("withdraw-amendment", "withdrew an amendment"),
    ("withdraw-invitation", "took an invitation back"),
    ("withdraw-ruling", "withdrew a ruling"),
];

/// The words for an act; none when there is no such act.
pub fn words(act: &str) -> Option<&'static str> {
    ACTS.iter().find(|(name, _)| *name == act).map(|(_, words)| *words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_act_stands_once_with_words_of_its_own() {
        for (at, (act, words)) in ACTS.iter().enumerate() {
            assert!(ACTS[..at].iter().all(|(other, said)| other < act && said != words), "{act}");
        }
    }
}
