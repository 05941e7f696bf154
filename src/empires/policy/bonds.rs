//! Treaties and ties (12.3, 16.5).

use super::outlook::Outlook;
use crate::empires::rules::gold::treaties;
use crate::empires::terms::{Act, EmpireId, Order, Point, TreatyOrder, When};

/// Years that a promise of peace is offered for.
const YEARS_OF_PEACE: i32 = 10;

/// Peace with a neighbour of one's own religion: offered now and then, signed more often, seldom denounced.
pub fn orders(outlook: &Outlook<'_>) -> Vec<Order> {
    let mut orders = Vec::new();
    for with in outlook.neighbours() {
        let year = outlook.first_year();
        let at_peace = treaties::forbids_attack(outlook.world(), outlook.id, with, year);
        let offered = outlook
            .world()
            .offers
            .iter()
            .any(|offer| offer.parties.contains(outlook.id) && offer.signed.contains(with));
        let thing = outlook.scene.subject(with);
        if at_peace {
            if outlook.chance("policy denounce", &thing, 0, 3) {
                orders.push(outlook.order(When::Standing, Act::DenounceTreaty { with: with.clone() }));
            }
        } else if offered && outlook.chance("policy sign", &thing, 0, 60) {
            orders.push(outlook.order(When::Standing, Act::SignTreaty { with: with.clone(), binding: None }));
        } else if is_akin(outlook, with) && outlook.chance("policy peace", &thing, 0, 20) {
            orders.push(outlook.order(When::Standing, Act::OfferTreaty(peace(outlook, with))));
        }
    }
    orders
}

fn is_akin(outlook: &Outlook<'_>, other: &EmpireId) -> bool {
    let religion = &outlook.empire.leader.religion;
    outlook.world().empires.get(other).is_some_and(|empire| empire.leader.religion == *religion)
}

fn peace(outlook: &Outlook<'_>, with: &EmpireId) -> TreatyOrder {
    let until = outlook.first_year() + YEARS_OF_PEACE - 1;
    TreatyOrder {
        with: with.clone(),
        binding: outlook.chance("policy binding", &outlook.scene.subject(with), 0, 50),
        until: Some(until),
        points: vec![Point::NoAttack { until: Some(until) }],
    }
}
