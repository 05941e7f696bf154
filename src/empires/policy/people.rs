//! Colonisation, adoption of a religion, gifts to the Pope, the way home from exile (2.5, 21, 25, 28).

use std::cmp::Reverse;

use super::Policy;
use super::outlook::Outlook;
use crate::empires::terms::{Act, AreaId, ColonisationOrder, Order, When};
use crate::empires::world::{Area, EmpireKind};

/// What an empire orders about its people.
pub fn orders(outlook: &Outlook<'_>) -> Vec<Order> {
    let mut orders = Vec::new();
    orders.extend(colonise(outlook));
    orders.extend(adopt(outlook));
    orders.extend(give_to_the_pope(outlook));
    orders.extend(come_home(outlook));
    orders
}

/// An own, quiet area of another language, the least peopled first.
fn colonise(outlook: &Outlook<'_>) -> Option<Order> {
    if outlook.policy == Policy::Caretaker || outlook.empire.treasury < 2 {
        return None;
    }
    let language = &outlook.empire.leader.language;
    let fit = |id: &AreaId, area: &Area| {
        area.language != *language && !area.in_unrest && outlook.connected.contains(id)
    };
    let areas = outlook.own().filter(|(id, area)| fit(id, area));
    let (area, _) = areas.min_by_key(|(id, area)| (area.population, *id))?;
    let begin = ColonisationOrder::Begin(area.clone());
    Some(outlook.order(When::Standing, Act::Colonise(begin)))
}

/// Seldom, the religion that most of the empire has and its ruler has not.
fn adopt(outlook: &Outlook<'_>) -> Option<Order> {
    let leader = &outlook.empire.leader;
    if leader.has_adopted_religion || !outlook.chance("policy adoption", "", 0, 4) {
        return None;
    }
    let of = |religion| outlook.own().filter(|(_, area)| area.religion == religion).count();
    let others = outlook.own().filter(|(_, area)| area.religion != leader.religion);
    let (_, area) = others.max_by_key(|(id, area)| (of(area.religion.clone()), Reverse(*id)))?;
    let first = When::Year(outlook.first_year());
    Some(outlook.order(first, Act::AdoptReligion(area.religion.clone())))
}

/// Seldom, a poor area of another religion for a religious order, by a ruler of the Pope's own church.
fn give_to_the_pope(outlook: &Outlook<'_>) -> Option<Order> {
    let leader = &outlook.empire.leader;
    let pope = outlook.world().empires.values().find(|empire| empire.kind == EmpireKind::Pope)?;
    if pope.leader.religion != leader.religion || !outlook.chance("policy order", "", 0, 4) {
        return None;
    }
    let areas = outlook.own().filter(|(id, area)| area.religion != leader.religion && !outlook.is_court(id));
    let (area, _) = areas.min_by_key(|(id, area)| (area.wealth(), *id))?;
    Some(outlook.order(When::Year(outlook.first_year()), Act::GiveAreaToPope(area.clone())))
}

/// In exile: three connected areas of nobody's, of one language and religion, the ruler's own before others.
fn come_home(outlook: &Outlook<'_>) -> Option<Order> {
    if outlook.empire.court.is_some() {
        return None;
    }
    let leader = &outlook.empire.leader;
    let free = outlook.world().areas.iter().filter(|(_, area)| area.owner.is_none());
    let mut homes: Vec<_> = free.collect();
    homes.sort_by_key(|(id, area)| {
        let strange = (area.religion != leader.religion, area.language != leader.language);
        (strange, Reverse(area.wealth()), *id)
    });
    let home = homes.into_iter().find_map(|(id, area)| three_together(outlook, id, area))?;
    Some(outlook.order(When::Standing, Act::ReturnFromExile(home)))
}

fn three_together(outlook: &Outlook<'_>, id: &AreaId, area: &Area) -> Option<Vec<AreaId>> {
    let akin = |other: &Area| {
        other.owner.is_none() && other.language == area.language && other.religion == area.religion
    };
    let near = outlook.scene.rulebook.atlas.neighbours(id);
    let near: Vec<&AreaId> = near.filter(|near| outlook.area(near).is_some_and(akin)).take(2).collect();
    let [second, third] = near[..] else { return None };
    Some(vec![id.clone(), second.clone(), third.clone()])
}
