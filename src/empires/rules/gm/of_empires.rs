//! Facts about empires in rulings.

use super::words::{self, Ground, Ruled, figure};
use crate::empires::terms::{EmpireId, Statures};
use crate::empires::world::{
    Award, AwardCause, CardPlace, CrusadeChange, Effect, Empire, GivenCard, QUARTERS, ScoreChange,
};

/// Takes down one fact about an empire; none for words that mean nothing of an empire.
pub(super) fn say(
    ground: &Ground<'_>,
    id: &EmpireId,
    fact: &str,
    ruled: &mut Ruled,
) -> Option<Result<(), String>> {
    let empire = ground.world.empires.get(id)?;
    gold(ground, id, empire, fact, ruled)
        .or_else(|| ruler(ground, id, fact, ruled))
        .or_else(|| belongings(ground, id, fact, ruled))
        .or_else(|| Some(extra_card(ground, id, fact.strip_prefix("extra year card ")?, ruled)))
}

/// `gold +3`, `victory points +2`.
fn gold(
    ground: &Ground<'_>,
    id: &EmpireId,
    empire: &Empire,
    fact: &str,
    ruled: &mut Ruled,
) -> Option<Result<(), String>> {
    let points = ground.world.quarters_awarded(id) / QUARTERS;
    let (what, by) = figure(fact, |what| match what {
        "gold" => Some(empire.treasury),
        "victory points" => Some(points),
        _ => None,
    })?;
    let empire_id = id.clone();
    if what == "gold" {
        let then = empire.treasury.saturating_add(by);
        if then < 0 {
            ruled.object(format!("the treasury of {} would be {then}", empire.name));
        }
        ruled.change(Effect::GoldChanged { empire: empire_id, by });
        return Some(Ok(()));
    }
    ruled.change(Effect::Score(ScoreChange::Awarded(Award {
        year: ground.year,
        empire: empire_id,
        cause: AwardCause::Ruling(fact.to_owned()),
        area: None,
        quarters: by.saturating_mul(QUARTERS),
    }))); // rule:26.5
    Some(Ok(()))
}

/// Everything about the ruler.
fn ruler(ground: &Ground<'_>, id: &EmpireId, fact: &str, ruled: &mut Ruled) -> Option<Result<(), String>> {
    let grades: Vec<i32> = ground.rulebook.new_leaders.grades().collect();
    let leader = ruled_leader(ground, id, fact)?;
    let said = leader.and_then(|change| {
        if let RulerChange::Statures(three) = &change
            && ![three.combat, three.administrative, three.diplomatic].iter().all(|one| grades.contains(one))
        {
            return Err(format!("{three} are not natural statures"));
        }
        let Some(leader) = ruled.leader(ground, id) else { return Err(format!("there is no {id}")) };
        match change {
            RulerChange::Statures(statures) => leader.statures = statures,
            RulerChange::Name(name) => leader.name = name,
            RulerChange::Heir(name) => leader.heir_name = Some(name),
            RulerChange::Language(language) => leader.language = language,
            RulerChange::Religion(religion) => leader.religion = religion,
            RulerChange::Excommunicated(so) => leader.excommunicated = so,
        }
        Ok(())
    });
    Some(said)
}

/// One thing that a ruling changes about a ruler.
enum RulerChange {
    Statures(Statures),
    Name(String),
    Heir(String),
    Language(crate::empires::terms::LanguageId),
    Religion(crate::empires::terms::ReligionId),
    Excommunicated(bool),
}

fn ruled_leader(ground: &Ground<'_>, _id: &EmpireId, fact: &str) -> Option<Result<RulerChange, String>> {
    if let Some(three) = fact.strip_prefix("statures ") {
        let three = statures(three).ok_or_else(|| format!("{three} are no statures"));
        return Some(three.map(RulerChange::Statures));
    }
    if let Some(name) = fact.strip_prefix("leader's language ") {
        return Some(words::language(ground, name).map(RulerChange::Language));
    }
    if let Some(name) = fact.strip_prefix("leader's religion ") {
        return Some(words::religion(ground, name).map(RulerChange::Religion));
    }
    if let Some(name) = fact.strip_prefix("leader ") {
        return Some(Ok(RulerChange::Name(name.to_owned())));
    }
    if let Some(name) = fact.strip_prefix("heir ") {
        return Some(Ok(RulerChange::Heir(name.to_owned())));
    }
    match fact {
        "excommunicated" => Some(Ok(RulerChange::Excommunicated(true))),
        "not excommunicated" => Some(Ok(RulerChange::Excommunicated(false))),
        _ => None,
    }
}

/// `5-3-2`.
fn statures(text: &str) -> Option<Statures> {
    let mut three = text.split('-').map(|one| one.trim().parse::<i32>().ok());
    let statures =
        Statures { combat: three.next()??, administrative: three.next()??, diplomatic: three.next()?? };
    three.next().is_none().then_some(statures)
}

/// `extra year card 12`: a year card by its number, for any year of this pentade (9.3, 19.20).
fn extra_card(ground: &Ground<'_>, id: &EmpireId, number: &str, ruled: &mut Ruled) -> Result<(), String> {
    let card =
        number.trim().parse::<u32>().ok().filter(|card| ground.rulebook.year_cards.card(*card).is_some());
    let Some(card) = card else { return Err(format!("there is no year card {number}")) };
    let given = GivenCard { to: id.clone(), giver: None, year: ground.year, card, used: None };
    ruled.change(Effect::Crusade(CrusadeChange::CardGiven(given))); // rule:9.3
    Ok(())
}

/// Court, cards, treaties.
fn belongings(
    ground: &Ground<'_>,
    id: &EmpireId,
    fact: &str,
    ruled: &mut Ruled,
) -> Option<Result<(), String>> {
    if let Some(name) = fact.strip_prefix("court in ") {
        let found = ground.rulebook.atlas.find(name).cloned();
        let found = found.ok_or_else(|| format!("there is no area \u{201c}{name}\u{201d}"));
        return Some(found.map(|court| {
            ruled.change(Effect::CourtMoved { empire: id.clone(), court: Some(court) });
        }));
    }
    if let Some(name) = fact.strip_prefix("holds ") {
        return Some(words::card(ground, name).map(|kind| {
            let free = |place: &CardPlace| matches!(place, CardPlace::Deck | CardPlace::Discard);
            let card = words::find(ground, kind, ruled, free);
            match card {
                Some(card) => ruled.moved(card, CardPlace::Hand(id.clone())),
                None => ruled.object(format!("no {name} is in the deck or spent")),
            }
        }));
    }
    if let Some(name) = fact.strip_prefix("loses ") {
        return Some(words::card(ground, name).map(|kind| {
            let own = |place: &CardPlace| match place {
                CardPlace::Hand(holder) => holder == id,
                CardPlace::InPlay(play) => play.empire == *id,
                _ => false,
            };
            let card = words::find(ground, kind, ruled, own);
            match card {
                Some(card) => ruled.moved(card, CardPlace::Discard),
                None => ruled.object(format!("{id} has no {name}")),
            }
        }));
    }
    let name = fact.strip_prefix("no treaty with ")?;
    Some(words::named_empire(ground, name).map(|other| {
        let papers = ground.world.treaties.iter().chain(&ground.world.offers);
        let common: Vec<_> =
            papers.filter(|paper| paper.parties.contains(id) && paper.parties.contains(&other)).collect();
        if common.is_empty() {
            ruled.object(format!("there is no treaty with {name}"));
        }
        for paper in common {
            ruled.change(Effect::TreatyEnded(Box::new(paper.clone())));
        }
    }))
}
