//! Words of a case for what is expected of event cards (19).

use pentade::empires::terms::{EmpireId, EventKind};
use pentade::empires::world::{Card, CardPlace, InPlay, World};

use super::{Judged, so};
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here.
///
/// `Germany: holds Wildcard`, `holds no Wildcard`, `Siege Advance in play`, `… not in play`, `… in play until 979`, `copy of
/// Siege Advance`, `no copy of …`; `event deck: 3 left`, `event deck: Siege Advance spent`, `… in the deck`, `… removed`.
pub fn judge(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    if subject == "event deck" {
        return of_deck(names, world, fact);
    }
    let empire = names.empire(subject)?;
    let found = || format!("{:?}", with(world, empire));
    if let Some(name) = fact.strip_prefix("holds no ") {
        let kind = names.card(name)?;
        return so(!world.cards.hand(empire).any(|(_, held)| held == kind), found);
    }
    if let Some(name) = fact.strip_prefix("holds ") {
        let kind = names.card(name)?;
        return so(world.cards.hand(empire).any(|(_, held)| held == kind), found);
    }
    if let Some(name) = fact.strip_prefix("no copy of ") {
        let kind = names.card(name)?;
        return so(!plays(world).any(|(of, play)| of == kind && play.copies.contains(empire)), found);
    }
    if let Some(name) = fact.strip_prefix("copy of ") {
        let kind = names.card(name)?;
        return so(plays(world).any(|(of, play)| of == kind && play.copies.contains(empire)), found);
    }
    in_play(names, world, empire, fact)
}

fn in_play(names: &Names, world: &World, empire: &EmpireId, fact: &str) -> Judged {
    let found = || format!("{:?}", with(world, empire));
    if let Some(name) = fact.strip_suffix(" not in play") {
        let kind = names.card(name)?;
        return so(!plays(world).any(|(of, play)| of == kind && play.empire == *empire), found);
    }
    let (name, rest) = fact.split_once(" in play")?;
    let kind = names.card(name)?;
    let mut own = plays(world).filter(|(of, play)| *of == kind && play.empire == *empire);
    match rest.strip_prefix(" until ") {
        Some(year) => {
            let year = year.parse::<i32>().ok()?;
            so(own.any(|(_, play)| play.until == Some(year)), found)
        }
        None if rest.is_empty() => so(own.next().is_some(), found),
        None => None,
    }
}

fn of_deck(names: &Names, world: &World, fact: &str) -> Judged {
    let at = |kind: Option<EventKind>, place: &CardPlace| {
        let cards = world.cards.cards.values();
        cards.filter(|card| kind.is_none_or(|kind| card.kind == kind) && card.place == *place).count()
    };
    if let Some(number) = fact.strip_suffix(" left") {
        let found = at(None, &CardPlace::Deck);
        return so(found == number.parse::<usize>().ok()?, || format!("{found} left"));
    }
    let (number, name, place) = if let Some(words) = fact.strip_suffix(" spent") {
        counted(words, CardPlace::Discard)?
    } else if let Some(words) = fact.strip_suffix(" in the deck") {
        counted(words, CardPlace::Deck)?
    } else {
        counted(fact.strip_suffix(" removed")?, CardPlace::Removed)?
    };
    let found = at(Some(names.card(name)?), &place);
    so(found == number, || format!("{found}"))
}

/// `2 Famine`.
fn counted(words: &str, place: CardPlace) -> Option<(usize, &str, CardPlace)> {
    let (number, name) = words.split_once(' ')?;
    Some((number.parse().ok()?, name, place))
}

fn plays(world: &World) -> impl Iterator<Item = (EventKind, &InPlay)> {
    world.cards.cards.values().filter_map(|card| match &card.place {
        CardPlace::InPlay(play) => Some((card.kind, &**play)),
        _ => None,
    })
}

/// Everything that an empire holds or has in play.
fn with<'w>(world: &'w World, empire: &EmpireId) -> Vec<&'w Card> {
    let own = |card: &&Card| match &card.place {
        CardPlace::Hand(holder) => holder == empire,
        CardPlace::InPlay(play) => play.empire == *empire || play.copies.contains(empire),
        _ => false,
    };
    world.cards.cards.values().filter(own).collect()
}
