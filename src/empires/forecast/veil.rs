//! The world as one empire knows it.

use crate::empires::terms::{EmpireId, Point};
use crate::empires::world::{CardPlace, Fact, FactEvent, Treaty, World};

/// The world without what is hidden from an empire: the hands and treasuries of others (19.1), their heirs' names, papers
/// and payments among others (16.4, 16.5), the year cards given away, the coming of age of wards (30.1).
///
/// Others are thought to have the gold that they owe to the empire by treaty, and no more.
pub(super) fn as_known_to(world: &World, own: &EmpireId) -> World {
    let mut known = world.clone();
    let is_party = |treaty: &Treaty| treaty.parties.contains(own);
    known.treaties.retain(is_party);
    known.offers.retain(is_party);
    for card in known.cards.cards.values_mut() {
        if matches!(&card.place, CardPlace::Hand(of) if of != own) {
            card.place = CardPlace::Deck; // rule:19.1
        }
    }
    known.cards.orders_done.retain(|of, _| of == own);
    let is_known = |fact: &Fact| match &fact.event {
        FactEvent::Paid { from, to, .. } => from == own || to == own,
        _ => true,
    };
    known.facts.retain(is_known);
    known.past.retain(is_known);
    for given in &mut known.crusades.given {
        given.card = 0;
    }
    for regency in known.regencies.by_empire.values_mut() {
        regency.majority = i32::MAX; // rule:30.1
        regency.ward.heir_name = None;
    }
    let owed: Vec<(EmpireId, i32)> =
        known.empires.keys().map(|id| (id.clone(), owed(&known.treaties, id, own))).collect();
    for (id, gold) in owed {
        if let Some(empire) = known.empires.get_mut(&id).filter(|_| id != *own) {
            empire.treasury = gold;
            empire.leader.heir_name = None;
        }
    }
    known
}

/// The gold that an empire owes to another by treaties of this and later pentades (16.5).
fn owed(treaties: &[Treaty], debtor: &EmpireId, creditor: &EmpireId) -> i32 {
    let points = treaties.iter().flat_map(|treaty| &treaty.points);
    points.fold(0, |sum: i32, point| match point {
        Point::Gold { from, to, gold, .. } if from == debtor && to == creditor => sum.saturating_add(*gold),
        _ => sum,
    })
}
