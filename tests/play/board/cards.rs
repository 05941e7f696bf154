//! Words of a case for what is given of event cards (19).

use pentade::empires::terms::{EmpireId, EventKind};
use pentade::empires::world::{Card, CardPlace, InPlay, World};

use crate::names::Names;

/// Puts one fact on the board; none for words that mean nothing here.
///
/// `Germany: holds Wildcard`, `Germany: Siege Advance in play`, `… in play until 979`, `France: copy of Siege Advance of
/// Germany`, `event deck: 3 left`.
pub fn say(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    if subject == "event deck" {
        return leave(world, fact.strip_suffix(" left")?.parse().ok()?);
    }
    let empire = names.empire(subject)?;
    if let Some(name) = fact.strip_prefix("holds ") {
        from_deck(world, names.card(name)?)?.place = CardPlace::Hand(empire.clone());
    } else if let Some(rest) = fact.strip_prefix("copy of ") {
        let (name, owner) = rest.rsplit_once(" of ")?;
        in_play(world, names.card(name)?, names.empire(owner)?)?.copies.insert(empire.clone());
    } else {
        let (name, rest) = fact.split_once(" in play")?;
        let until = match rest.strip_prefix(" until ") {
            Some(year) => Some(year.parse().ok()?),
            None => None,
        };
        let since = world.pentade.first_year() - 5;
        let play = InPlay { empire: empire.clone(), since, until, play: None, copies: [].into() };
        from_deck(world, names.card(name)?)?.place = CardPlace::InPlay(Box::new(play));
    }
    Some(())
}

fn from_deck(world: &mut World, kind: EventKind) -> Option<&mut Card> {
    world.cards.cards.values_mut().find(|card| card.kind == kind && card.place == CardPlace::Deck)
}

fn in_play<'w>(world: &'w mut World, kind: EventKind, owner: &EmpireId) -> Option<&'w mut InPlay> {
    world.cards.cards.values_mut().find_map(|card| match &mut card.place {
        CardPlace::InPlay(play) if card.kind == kind && play.empire == *owner => Some(&mut **play),
        _ => None,
    })
}

/// All cards of the deck but so many of the last are spent.
fn leave(world: &mut World, left: usize) -> Option<()> {
    let cards = world.cards.cards.values_mut().rev().filter(|card| card.place == CardPlace::Deck);
    cards.skip(left).for_each(|card| card.place = CardPlace::Discard);
    Some(())
}
