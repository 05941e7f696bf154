//! Names and figures in rulings, and what a ruling comes to.

use std::collections::BTreeMap;

use crate::empires::atlas::fold;
use crate::empires::rulebook::{Rulebook, Word};
use crate::empires::terms::{EmpireId, EventKind, LanguageId, ReligionId};
use crate::empires::world::{CardChange, CardPlace, Effect, Leader, ScoreChange, World};

/// What a ruling said so far. The facts about one leader make one man.
#[derive(Debug, Default)]
pub(super) struct Ruled {
    pub effects: Vec<Effect>,
    leaders: BTreeMap<EmpireId, Leader>,
    /// Cards that the ruling moves already.
    pub cards: Vec<u32>,
    objections: Vec<String>,
}

/// The state that a ruling is read on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ground<'a> {
    pub rulebook: &'a Rulebook,
    pub world: &'a World,
    pub year: i32,
}

impl Ruled {
    /// The leader of an empire as the ruling makes him.
    pub(super) fn leader(&mut self, ground: &Ground<'_>, empire: &EmpireId) -> Option<&mut Leader> {
        let found = ground.world.empires.get(empire)?;
        Some(self.leaders.entry(empire.clone()).or_insert_with(|| found.leader.clone()))
    }

    /// Something that cannot be on this state, though it can be read.
    pub(super) fn object(&mut self, reason: String) {
        self.objections.push(reason);
    }

    /// What the ruling brings about, or what stands against it.
    pub(super) fn into_effects(self) -> Result<Vec<Effect>, String> {
        if let Some(reason) = self.objections.into_iter().next() {
            return Err(reason);
        }
        let mut effects = self.effects;
        effects.extend(
            self.leaders
                .into_iter()
                .map(|(empire, leader)| Effect::LeaderChanged { empire, leader: Box::new(leader) }),
        );
        Ok(effects)
    }

    pub(super) fn change(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// A card goes somewhere.
    pub(super) fn moved(&mut self, card: u32, to: CardPlace) {
        self.cards.push(card);
        self.effects.push(Effect::Card(CardChange::Moved { card, to }));
    }
}

/// Words folded, without an article in front.
pub(super) fn bare(words: &str) -> String {
    let folded = fold(words);
    folded.strip_prefix("the ").unwrap_or(&folded).to_owned()
}

/// An empire by id, name or adjective.
pub(super) fn empire(ground: &Ground<'_>, name: &str) -> Option<EmpireId> {
    let wanted = bare(name);
    let mut empires = ground.world.empires.iter();
    let found = empires.find(|(id, empire)| {
        [fold(id.as_str()), fold(&empire.name), fold(&empire.adjective)].contains(&wanted)
    });
    found.map(|(id, _)| id.clone())
}

/// An empire that a fact names.
///
/// Errors: there is none of that name.
pub(super) fn named_empire(ground: &Ground<'_>, name: &str) -> Result<EmpireId, String> {
    empire(ground, name).ok_or_else(|| format!("there is no empire \u{201c}{name}\u{201d}"))
}

/// A religion by name or code.
///
/// Errors: there is none of that name.
pub(super) fn religion(ground: &Ground<'_>, name: &str) -> Result<ReligionId, String> {
    let wanted = fold(name);
    let mut all = ground.rulebook.religions.iter();
    let found = all.find(|one| [fold(&one.name), fold(one.id.as_str())].contains(&wanted));
    found.map(|one| one.id.clone()).ok_or_else(|| format!("there is no religion \u{201c}{name}\u{201d}"))
}

/// A language by name or code.
///
/// Errors: there is none of that name.
pub(super) fn language(ground: &Ground<'_>, name: &str) -> Result<LanguageId, String> {
    let wanted = fold(name);
    let mut all = ground.rulebook.languages.iter();
    let found = all.find(|(id, one)| [fold(&one.name), fold(id.as_str())].contains(&wanted));
    found.map(|(id, _)| id.clone()).ok_or_else(|| format!("there is no language \u{201c}{name}\u{201d}"))
}

/// A kind of event card by name or id.
///
/// Errors: there is none of that name.
pub(super) fn card(ground: &Ground<'_>, name: &str) -> Result<EventKind, String> {
    let wanted = fold(name);
    let mut all = ground.rulebook.event_cards.iter();
    let found = all.find(|one| [fold(&one.name), fold(one.kind.as_word())].contains(&wanted));
    found.map(|one| one.kind).ok_or_else(|| format!("there is no event card \u{201c}{name}\u{201d}"))
}

/// The change that `social state +1` or `social state = 2` makes of a figure: the words before it, and the difference.
pub(super) fn figure(fact: &str, now: impl Fn(&str) -> Option<i32>) -> Option<(String, i32)> {
    let fact = fact.replace('\u{2212}', "-");
    let (what, number) = fact.rsplit_once(' ')?;
    match what.strip_suffix(" =") {
        Some(what) => {
            let (what, wanted) = (fold(what), number.parse::<i32>().ok()?);
            let by = wanted.checked_sub(now(&what)?)?;
            Some((what, by))
        }
        None => {
            let what = fold(what);
            now(&what)?;
            let by = number.strip_prefix('+').or_else(|| number.starts_with('-').then_some(number))?;
            Some((what, by.parse().ok()?))
        }
    }
}

/// `Wildcard removed`: out of the game; none for words that mean nothing.
pub(super) fn of_deck(ground: &Ground<'_>, fact: &str, ruled: &mut Ruled) -> Option<Result<(), String>> {
    let name = fact.strip_suffix(" removed")?;
    Some(card(ground, name).map(|kind| {
        let place = |place: &CardPlace| matches!(place, CardPlace::Deck | CardPlace::Discard);
        match find(ground, kind, ruled, place) {
            Some(card) => ruled.moved(card, CardPlace::Removed),
            None => ruled.object(format!("no {name} is in the deck or spent")),
        }
    }))
}

/// `ends 1200`: the game's last year (26.1, 26.5); none for words that mean nothing.
pub(super) fn of_game(ground: &Ground<'_>, fact: &str, ruled: &mut Ruled) -> Option<Result<(), String>> {
    let year: i32 = fact.strip_prefix("ends ")?.trim_start_matches("in ").parse().ok()?;
    if year < ground.world.pentade.last_year() {
        return Some(Err(format!("{year} is over before the pentade is")));
    }
    ruled.change(Effect::Score(ScoreChange::GameEnds(year))); // rule:26.5
    Some(Ok(()))
}

/// The first card of a kind in such a place that the ruling does not move already.
pub(super) fn find(
    ground: &Ground<'_>,
    kind: EventKind,
    ruled: &Ruled,
    place: impl Fn(&CardPlace) -> bool,
) -> Option<u32> {
    let mut cards = ground.world.cards.cards.iter();
    let found =
        cards.find(|(number, card)| card.kind == kind && place(&card.place) && !ruled.cards.contains(number));
    found.map(|(number, _)| *number)
}
