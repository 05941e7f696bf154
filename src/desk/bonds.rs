//! What binds a GM who plays when he orders for powers that nobody plays. What he orders for them belongs under his seal, as his
//! own orders do: else he could have a power do, after he has read the orders of others, what his own sheet may not any more.

use super::archive::role;
use super::sealing::own_seal;
use super::{AccountId, DeskError, Table};
use crate::postal::chronicle::SideId;
use crate::postal::game::Side;
use crate::store::sheets::SheetRow;
use crate::store::{PgConnection, seals, sheets};

/// What binds one GM in a pentade.
pub(super) struct Bonds {
    plays: bool,
    has_sealed: bool,
    was_closed: bool,
    /// Sides under a seal of anybody.
    sealed: Vec<SideId>,
    /// Sides whose orders in force he has written himself.
    written: Vec<SideId>,
    /// Sides that are ordered to do something.
    ordered: Vec<SideId>,
}

impl Bonds {
    /// What binds this account, with the sheets that are in force.
    pub async fn of(
        db: &mut PgConnection,
        table: &Table<'_>,
        account: AccountId,
        sent: &[SheetRow],
    ) -> Result<Self, DeskError> {
        let seals = seals::of_year(db, table.row.id, table.pentade.first_year).await?;
        Ok(Self {
            plays: !role(db, &table.row, Some(account)).await?.sides.is_empty(),
            has_sealed: own_seal(db, (&table.row, &table.pentade), account).await?.is_some(),
            was_closed: seals::was_closed(db, table.pentade.id).await?,
            sealed: seals.into_iter().flat_map(|row| row.seal.sheets.into_keys()).collect(),
            written: sheets::last_written_by(db, table.pentade.id, account).await?,
            ordered: sent.iter().filter(|row| orders_something(row)).map(|row| row.side.clone()).collect(),
        })
    }

    /// Why he may order nothing for a side that nobody plays: lower case, no final stop. None when he may.
    pub fn against(&self, side: &Side) -> Option<String> {
        let name = &side.name;
        if !self.plays {
            let sealed = self.sealed.contains(&side.id);
            return sealed.then(|| format!("the orders for {name} are under the seal of a GM who plays"));
        }
        if side.playable {
            return Some(format!(
                "you play in this game: take {name} over, so that your seal covers its orders"
            ));
        }
        if self.is_of_another(&side.id) {
            return Some(format!("another GM orders for {name}, and you play in this game"));
        }
        if self.has_sealed || self.sealed.contains(&side.id) {
            return Some(
                "your seal covers what powers are ordered, too: before you open the orders of others you may take it back, \
                 and then order anew; a GM who does not play may order where you have ordered nothing"
                    .to_owned(),
            );
        }
        self.was_closed.then(|| {
            "orders were closed before, and those of others were open to you: powers do as was ordered, or as they please"
                .to_owned()
        })
    }

    /// Whether somebody else has ordered what the side does.
    pub fn is_of_another(&self, side: &SideId) -> bool {
        self.ordered.contains(side) && !self.written.contains(side)
    }

    /// The sheets that belong under his seal beside those of his own sides, out of those in force.
    pub fn under_seal<'r>(&self, sent: &'r [SheetRow], unplayed: &[Side]) -> Vec<&'r SheetRow> {
        let is_power = |id: &SideId| unplayed.iter().any(|side| side.id == *id && !side.playable);
        let his = sent.iter().filter(|row| orders_something(row) && self.written.contains(&row.side));
        his.filter(|row| is_power(&row.side)).collect()
    }
}

fn orders_something(row: &SheetRow) -> bool {
    !row.sheet.words.trim().is_empty()
}
