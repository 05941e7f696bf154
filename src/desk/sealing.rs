//! A GM who plays too. Until he has sealed his own orders, and said that he wants to look, the desk shows him nobody else's:
//! no sheets, no letters in or out, no dry run. What he sealed, and with it what he ordered for powers that nobody plays, cannot
//! be changed any more; its hash is published at once, what it was made from with the turn.

use rand::Rng;

use super::archive::role;
use super::bonds::Bonds;
use super::powers::unplayed;
use super::views::{SealView, Sealing, When};
use super::{AccountId, Desk, DeskError, Table, may_run};
use crate::postal::chronicle::SideId;
use crate::postal::seal::Seal;
use crate::store::games::{self, GameRow, Seat};
use crate::store::pentades::{PentadeRow, PentadeState};
use crate::store::seals::{self, SealRow};
use crate::store::{PgConnection, StoreError, audit, sheets};

/// What is said where something is closed to a GM who plays.
const CLOSED: &str =
    "you play in this game, and what others order is closed to you until you have sealed your own orders";

impl Desk {
    /// Seals the orders of the GM's own sides and those that he gave to powers, and tells everybody the hash. They cannot be
    /// changed any more.
    ///
    /// Errors: refused when he plays no side, a side of his has no orders, they are sealed already, or orders are closed.
    pub async fn seal_orders(&self, account: AccountId, slug: &str) -> Result<String, DeskError> {
        self.read_waiting(slug, jiff::Timestamp::now()).await?;
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        must_be_open(&table)?;
        let own = role(&mut tx, &table.row, Some(account)).await?.sides;
        if own.is_empty() {
            return refused("you play no side in this game: there is nothing to seal");
        }
        if own_seal(&mut tx, (&table.row, &table.pentade), account).await?.is_some() {
            return refused("your orders are sealed already");
        }
        let sent = sheets::all_in_force(&mut tx, table.pentade.id).await?;
        let bonds = Bonds::of(&mut tx, &table, account, &sent).await?;
        let mut under_seal = bonds.under_seal(&sent, &unplayed(&mut tx, &table).await?);
        for side in own {
            match sent.iter().find(|row| row.side == side) {
                Some(row) => under_seal.push(row),
                None => return refused(&format!("{side} has no orders yet: send them before you seal")),
            }
        }
        let sealed = under_seal.into_iter().map(|row| (row.side.clone(), row.sheet.data.clone())).collect();
        let seal = Seal::new(sealed, nonce());
        seals::add(&mut tx, table.pentade.id, account, &seal).await?;
        audit::note(&mut tx, Some(account), "seal", Some(table.row.id), &seal.hash).await?;
        let told = vec![
            format!("The GM plays in this game too, and has sealed his own orders for {}.", table.span()),
            format!("Their hash (SHA-256) is {}.", seal.hash),
            "Only now can he open what others have ordered, and from then on he can change neither his own orders nor those he \
             has given to powers that nobody plays, nor give them any. The orders and the rest of what the hash was made from \
             are published with the turn."
                .to_owned(),
        ];
        self.tell_all(&mut tx, &table, "the GM has sealed his orders", |_| told.clone()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(seal.hash)
    }

    /// Takes the seal back, so that the GM's own orders can be changed and sealed anew. Everybody is told.
    ///
    /// Errors: refused when he has opened the orders of others, or orders are closed.
    pub async fn take_seal_back(&self, account: AccountId, slug: &str) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        must_be_open(&table)?;
        let row = sealed(&mut tx, &table, account).await?;
        if seals::was_closed(&mut tx, table.pentade.id).await? {
            return refused(
                "orders were closed before, and a correction has opened them again: yours stay as you sealed them",
            );
        }
        if !seals::take_back(&mut tx, row.id).await? {
            return refused("you have opened the orders of others: your own stay as you sealed them");
        }
        audit::note(&mut tx, Some(account), "seal-taken-back", Some(table.row.id), &row.seal.hash).await?;
        let told = vec![format!(
            "The GM has taken back the seal {} of his own orders for {}. He had not opened those of others, and cannot \
             before he has sealed anew.",
            row.seal.hash,
            table.span()
        )];
        self.tell_all(&mut tx, &table, "the GM has taken his seal back", |_| told.clone()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Opens the orders of others to a GM who has sealed his own; from then on the seal stands for good.
    ///
    /// Errors: refused when he has not sealed, or orders are closed.
    pub async fn open_others(&self, account: AccountId, slug: &str) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        must_be_open(&table)?;
        let row = sealed(&mut tx, &table, account).await?;
        let own = role(&mut tx, &table.row, Some(account)).await?.sides;
        if let Some(side) = own.iter().find(|side| !row.seal.sheets.contains_key(*side)) {
            return refused(&format!("{side} is not under your seal: take it back and seal anew"));
        }
        if !seals::open(&mut tx, row.id).await? {
            return refused("the seal was taken back");
        }
        audit::note(&mut tx, Some(account), "others-opened", Some(table.row.id), &row.seal.hash).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}

fn refused<T>(reason: &str) -> Result<T, DeskError> {
    Err(DeskError::Refused(reason.to_owned()))
}

fn must_be_open(table: &Table<'_>) -> Result<(), DeskError> {
    match table.pentade.state {
        PentadeState::Open => Ok(()),
        state => Err(DeskError::Refused(format!("orders are closed: the pentade is {}", state.as_str()))),
    }
}

fn nonce() -> String {
    let mut nonce = [0_u8; 32];
    rand::rng().fill_bytes(&mut nonce);
    hex::encode(nonce)
}

/// The seal of one account.
pub(super) async fn own_seal(
    db: &mut PgConnection,
    (row, pentade): (&GameRow, &PentadeRow),
    account: AccountId,
) -> Result<Option<SealRow>, DeskError> {
    let all = seals::of_year(db, row.id, pentade.first_year).await?;
    Ok(all.into_iter().find(|seal| seal.account == account))
}

async fn sealed(db: &mut PgConnection, table: &Table<'_>, account: AccountId) -> Result<SealRow, DeskError> {
    let found = own_seal(db, (&table.row, &table.pentade), account).await?;
    found.ok_or_else(|| DeskError::Refused("your orders are not sealed".to_owned()))
}

/// Whether what others have ordered is closed to this account: to a GM who plays, while orders are open, until he has sealed
/// his own and opened theirs. Orders that were closed before were open to him then; what he cannot do any more is change his.
pub(super) async fn are_others_closed(
    db: &mut PgConnection,
    (row, pentade): (&GameRow, &PentadeRow),
    account: AccountId,
) -> Result<bool, DeskError> {
    if row.role_of(account).is_none() || pentade.state != PentadeState::Open {
        return Ok(false);
    }
    let own = role(db, row, Some(account)).await?.sides;
    if own.is_empty() || seals::was_closed(db, pentade.id).await? {
        return Ok(false);
    }
    let seal = own_seal(db, (row, pentade), account).await?.filter(|row| row.opened_at.is_some());
    // A side that came to him after he sealed is not under the seal.
    Ok(seal.is_none_or(|row| own.iter().any(|side| !row.seal.sheets.contains_key(side))))
}

/// Refuses what would show a GM who plays the orders of somebody else.
///
/// Errors: refused when they are closed to him and `of` is no side of his.
pub(super) async fn may_see(
    db: &mut PgConnection,
    (row, pentade): (&GameRow, &PentadeRow),
    account: AccountId,
    of: Option<&SideId>,
) -> Result<(), DeskError> {
    if !are_others_closed(db, (row, pentade), account).await? {
        return Ok(());
    }
    let own = role(db, row, Some(account)).await?.sides;
    match of.is_some_and(|side| own.contains(side)) {
        true => Ok(()),
        false => refused(CLOSED),
    }
}

/// Whether the orders of a side cannot be changed: they are under a seal, or a correction has opened orders again that a GM who
/// plays the side has seen.
pub(super) async fn is_sealed(
    db: &mut PgConnection,
    table: &Table<'_>,
    side: &SideId,
) -> Result<bool, DeskError> {
    let all = seals::of_year(db, table.row.id, table.pentade.first_year).await?;
    if all.iter().any(|row| row.seal.sheets.contains_key(side)) {
        return Ok(true);
    }
    if !seals::was_closed(db, table.pentade.id).await? {
        return Ok(false);
    }
    let seats = games::seats(db, table.row.id).await?;
    let mut persons = seats.iter().filter(|seat| seat.side == *side).flat_map(Seat::persons);
    Ok(persons.any(|person| table.row.role_of(person.account).is_some()))
}

/// Refuses a change of sealed orders.
///
/// Errors: refused with what can be done.
pub(super) async fn must_not_be_sealed(
    db: &mut PgConnection,
    table: &Table<'_>,
    side: &SideId,
) -> Result<(), DeskError> {
    match is_sealed(db, table, side).await? {
        true => refused(
            "these orders are sealed until the deadline. A GM who plays may take the seal back at the desk, change his orders \
             and seal anew, before the orders of others were open to him",
        ),
        false => Ok(()),
    }
}

/// Binds somebody who comes to play in an open pentade, if he is one of its GMs: from now on others' orders are closed to him,
/// and everybody is told that those there are so far were not.
///
/// Errors: refused when he has left a side in the same pentade.
pub(super) async fn bind_gm(
    desk: &Desk,
    db: &mut PgConnection,
    table: &Table<'_>,
    (account, side): (AccountId, &SideId),
) -> Result<(), DeskError> {
    if table.row.role_of(account).is_none() || table.pentade.state != PentadeState::Open {
        return Ok(());
    }
    if seals::has_left(db, table.row.id, account).await? {
        return refused(
            "you have left a side in this pentade, and what others have ordered has been open to you since: you may adopt \
             one again in the next",
        );
    }
    let mine = role(db, &table.row, Some(account)).await?.sides;
    let sent = sheets::all_in_force(db, table.pentade.id).await?;
    let others = sent.iter().filter(|sheet| sheet.side != *side && !mine.contains(&sheet.side)).count();
    if others == 0 || !mine.is_empty() {
        return Ok(());
    }
    let told = vec![
        format!("From now on a GM of this game plays {side} in it."),
        format!(
            "What others had ordered for {} before, {others} of the sheets, was open to him. From now on it is closed to him \
             until he has sealed his own orders, whose hash everybody is told.",
            table.span()
        ),
    ];
    desk.tell_all(db, table, "the GM plays too", |_| told.clone()).await
}

/// After a correction has had sheets read again: seals those under a seal anew, as they now read. Returns the former hashes with
/// those in their places.
pub(super) async fn seal_again(
    db: &mut PgConnection,
    table: &Table<'_>,
) -> Result<Vec<(String, String)>, DeskError> {
    let mut changed = Vec::new();
    for row in seals::of_year(db, table.row.id, table.pentade.first_year).await? {
        let mut now = row.seal.sheets.clone();
        for (side, sheet) in &mut now {
            if let Some(sent) = sheets::in_force(db, table.pentade.id, side).await? {
                *sheet = sent.sheet.data;
            }
        }
        if now == row.seal.sheets {
            continue;
        }
        let seal = Seal::new(now, nonce());
        seals::replace(db, row.id, &seal).await?;
        audit::note(db, None, "seal-read-again", Some(table.row.id), &seal.hash).await?;
        changed.push((row.seal.hash, seal.hash));
    }
    Ok(changed)
}

/// What is said of seals that were made anew.
pub(super) fn told_again(changed: &[(String, String)]) -> Vec<String> {
    let each = |(former, now): &(String, String)| {
        format!(
            "The orders that a GM sealed as {former} were read again in the corrected world, and now say something else. \
             What he wrote is the same; the seal of what it now says is {now}."
        )
    };
    changed.iter().map(each).collect()
}

/// What the desk shows of it; none for a GM who does not play.
pub(super) async fn sealing(
    db: &mut PgConnection,
    table: &Table<'_>,
    account: AccountId,
    zone: &str,
) -> Result<Option<Sealing>, DeskError> {
    if role(db, &table.row, Some(account)).await?.sides.is_empty() {
        return Ok(None);
    }
    let is_closed = are_others_closed(db, (&table.row, &table.pentade), account).await?;
    let seal = own_seal(db, (&table.row, &table.pentade), account).await?;
    Ok(Some(Sealing { is_closed, seal: seal.map(|row| view(row, zone)) }))
}

/// The seals of the pentade now played, as everybody may see them.
pub(super) async fn views(
    db: &mut PgConnection,
    row: &GameRow,
    pentade: &PentadeRow,
    zone: &str,
) -> Result<Vec<SealView>, DeskError> {
    let all = seals::of_year(db, row.id, pentade.first_year).await?;
    Ok(all.into_iter().map(|row| view(row, zone)).collect())
}

fn view(row: SealRow, zone: &str) -> SealView {
    SealView {
        who: row.name,
        hash: row.seal.hash,
        sealed_at: When::new(row.sealed_at, zone),
        is_opened: row.opened_at.is_some(),
    }
}
