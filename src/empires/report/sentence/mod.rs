//! One entry as a sentence, with the rules it follows from and the arithmetic beneath.

use super::endeavour::{card_words, tried};
use super::order_words::order_words;
use super::words::{Names, listed, noun, plain, points, sentence_case, signed, text};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::explain::explain;
use crate::empires::terms::{AreaId, EmpireId, EndeavourSort, ReligionId};
use crate::postal::chronicle::{Reader, Visibility};
use crate::postal::document::{Item, Span};

mod cards;
mod church;
mod crusades;
mod gm;
mod heresies;
mod outsiders;
mod parleys;
mod people;
mod regencies;
mod scores;

/// An entry for a reader: sentence, rules, and beneath it every figure and draw. The GM is told who else sees it.
pub(super) fn item(names: Names<'_>, entry: &Entry, reader: &Reader) -> Item {
    let mut spans = vec![text(sentence_case(&Sentence::of(names, entry).words(&entry.kind)))];
    spans.extend(rules(names, entry));
    if *reader == Reader::Gm {
        spans.extend(mark(names, &entry.visibility));
    }
    let mut details: Vec<Vec<Span>> = explain(entry).into_iter().map(|line| vec![text(line)]).collect();
    if let Happening::EndeavourTried { sort, card, .. } = entry.kind {
        details.push(vec![text(card_words(names, card, sort))]);
    }
    Item { spans, details }
}

/// The rules an entry follows from.
pub(super) fn rules(names: Names<'_>, entry: &Entry) -> Vec<Span> {
    entry.rules.iter().map(|rule| names.rule(rule)).collect()
}

fn mark(names: Names<'_>, visibility: &Visibility) -> Option<Span> {
    match visibility {
        Visibility::Public => None,
        Visibility::Gm => Some(text(" [GM only]")),
        Visibility::Sides(sides) => {
            let ids: Vec<EmpireId> = sides.iter().map(|side| EmpireId::new(side.as_str())).collect();
            Some(text(format!(" [seen by {}]", names.empires(&ids))))
        }
    }
}

/// Whom and what an entry is about, by name.
struct Sentence<'a> {
    names: Names<'a>,
    who: String,
    place: String,
    rating: Option<i32>,
}

impl<'a> Sentence<'a> {
    fn of(names: Names<'a>, entry: &Entry) -> Self {
        let who = entry.who.as_ref().map(|side| EmpireId::new(side.as_str()));
        let place = entry.place.as_ref().map(|place| AreaId::new(place));
        Self {
            names,
            who: who.as_ref().map_or("nobody", |who| names.empire(who)).to_owned(),
            place: place.as_ref().map_or("", |place| names.area(place)).to_owned(),
            rating: entry.numbers.first().map(|figure| figure.total),
        }
    }

    fn words(&self, kind: &Happening) -> String {
        match kind {
            Happening::EndeavourTried { .. }
            | Happening::GoldCut { .. }
            | Happening::Defended { .. }
            | Happening::AreaTaken { .. }
            | Happening::ConquestContested { .. }
            | Happening::PillageGold { .. }
            | Happening::TieGained
            | Happening::ParleyDue { .. }
            | Happening::CardsDealt { .. }
            | Happening::OrderRefused { .. } => self.of_endeavours(kind),
            Happening::RebellionChecked { .. }
            | Happening::WentIntoUnrest { .. }
            | Happening::Rebelled
            | Happening::TieEnded { .. }
            | Happening::ClaimGained => self.of_areas(kind),
            Happening::Taxed { .. }
            | Happening::Plundered { .. }
            | Happening::GoldGiven { .. }
            | Happening::Treaty { .. }
            | Happening::AreaCeded { .. } => self.of_gold(kind),
            Happening::CourtMoved { .. }
            | Happening::StatureChecked { .. }
            | Happening::Succeeded { .. }
            | Happening::RealmDivided { .. }
            | Happening::RealmStayedWhole { .. }
            | Happening::LeaderNamed { .. }
            | Happening::ReligionAdopted { .. } => self.of_rulers(kind),
            Happening::Card(kind) => self.of_cards(kind),
            Happening::Parley(kind) => self.of_parleys(kind),
            Happening::Church(kind) => self.of_church(kind),
            Happening::Crusade(kind) => self.of_crusades(kind),
            Happening::Outsider(kind) => self.of_outsiders(kind),
            Happening::People(kind) => self.of_people(kind),
            Happening::Heresy(kind) => self.of_heresies(kind),
            Happening::Regency(kind) => self.of_regencies(kind),
            Happening::Score(kind) => self.of_scores(kind),
            Happening::Gm(kind) => self.of_gm(kind),
        }
    }

    fn of_endeavours(&self, kind: &Happening) -> String {
        let (who, place, names) = (&self.who, &self.place, self.names);
        match kind {
            Happening::EndeavourTried { sort, base, gold, results, .. } => {
                self.endeavour(*sort, base.as_ref(), *gold, results)
            }
            Happening::Defended { attackers, .. } if attackers.is_empty() => {
                format!("{who} stands ready in {place}, but nobody attacks.")
            }
            Happening::Defended { reduction, attackers } => {
                let against = names.empires(attackers);
                format!("{who} defends {place} against {against}: {reduction} off every attack.")
            }
            Happening::AreaTaken { by_diplomacy: true, .. } => format!("{place} joins {who}."),
            Happening::AreaTaken { from, by_diplomacy: false } => {
                let from =
                    from.as_ref().map_or_else(String::new, |from| format!(" from {}", names.empire(from)));
                format!("{who} takes {place}{from}.")
            }
            Happening::ConquestContested { rivals } => {
                format!("{} are equal before {place}, and nobody takes it.", names.empires(rivals))
            }
            Happening::PillageGold { from, gold } => {
                let loss =
                    from.as_ref().map_or_else(String::new, |from| format!(", {}'s loss", names.empire(from)));
                format!("{who} carries {gold} gold out of {place}{loss}.")
            }
            Happening::TieGained => format!("{who} gains a tie to {place}."),
            Happening::ParleyDue { year } => {
                format!("{who} has won over {place}; a parley of {year} is to decide.")
            }
            _ => self.of_orders(kind),
        }
    }

    fn of_orders(&self, kind: &Happening) -> String {
        let (who, place, names) = (&self.who, &self.place, self.names);
        match kind {
            Happening::GoldCut { sort, wanted, gold } => {
                let sort = noun(*sort);
                format!("of {wanted} gold that {who} meant for the {sort} at {place}, {gold} is left.")
            }
            Happening::CardsDealt { cards } => {
                let cards = listed(cards.iter().map(u32::to_string).collect());
                format!("{who} is dealt the year cards {cards}.")
            }
            Happening::OrderRefused { order, reason } => {
                format!("{who}: \u{201c}{}\u{201d} is not carried out: {reason}.", order_words(names, order))
            }
            _ => String::new(),
        }
    }

    /// `Germany tries to conquer Saxony from Thuringia for 3 gold, rating 4: C, target −1.`
    fn endeavour(&self, sort: EndeavourSort, base: Option<&AreaId>, gold: i32, results: &[String]) -> String {
        let spent = if gold > 0 { format!(" for {gold} gold") } else { String::new() };
        let rating = self.rating.map_or_else(String::new, |rating| format!(", rating {}", plain(rating)));
        let outcome = if results.is_empty() { "nothing".to_owned() } else { results.join(", ") };
        format!("{} {}{spent}{rating}: {outcome}.", self.who, tried(self.names, sort, &self.place, base))
    }

    fn of_areas(&self, kind: &Happening) -> String {
        let (who, place) = (&self.who, &self.place);
        match kind {
            Happening::RebellionChecked { cause, result } => {
                format!("{place} ({who}) is put to the test, {cause}: {result}.")
            }
            Happening::WentIntoUnrest { cause } if cause == "unrest" => format!("{place} goes into unrest."),
            Happening::WentIntoUnrest { cause } => format!("{place} goes into unrest: {cause}."),
            Happening::Rebelled => format!("{place} rebels against {who} and is independent."),
            Happening::TieEnded { waived: true } => format!("{who} waives its tie to {place}."),
            Happening::TieEnded { waived: false } => format!("the tie of {who} to {place} ends."),
            Happening::ClaimGained => format!("{who} gains a claim to {place}."),
            _ => String::new(),
        }
    }

    fn of_gold(&self, kind: &Happening) -> String {
        let (who, place, names) = (&self.who, &self.place, self.names);
        match kind {
            Happening::Taxed { gold } => format!("{who} taxes {place}: {gold} gold."),
            Happening::Plundered { gold } => format!("{who} plunders its own {place}: {gold} gold."),
            Happening::GoldGiven { to, gold, by_treaty } => {
                let why = if *by_treaty { ", as the treaty says" } else { "" };
                format!("{who} pays {gold} gold to {}{why}.", names.empire(to))
            }
            Happening::AreaCeded { to } => format!("{who} cedes {place} to {}.", names.empire(to)),
            Happening::Treaty { what, with, binding } => {
                let mark = if *binding { "binding treaty" } else { "treaty" };
                format!("{mark} of {who} with {}: {what}.", names.empire(with))
            }
            _ => String::new(),
        }
    }

    fn of_rulers(&self, kind: &Happening) -> String {
        let (who, names) = (&self.who, self.names);
        match kind {
            Happening::CourtMoved { court: Some(court) } => {
                format!("the court of {who} moves to {}.", names.area(court))
            }
            Happening::CourtMoved { court: None } => format!("{who} has no area left and goes into exile."),
            Happening::StatureChecked { leader, result, stature, statures } => {
                let change =
                    stature.map_or_else(String::new, |one| format!(" ({one} now {})", statures.get(one)));
                format!("{leader} of {who} is put to the test: {result}{change}.")
            }
            Happening::Succeeded { name, statures } => {
                format!("{name} succeeds in {who} with the statures {statures}.")
            }
            Happening::RealmDivided { part, areas, titled } => {
                let (part, areas) = (names.empire(part), names.areas(areas));
                let titles = if *titled { ", and with the claims and ties to them" } else { "" };
                format!("{who} is divided: {part} arises with {areas}{titles}.")
            }
            Happening::RealmStayedWhole { cause } => format!("{who} stays whole: {cause}."),
            Happening::LeaderNamed { name } => format!("the ruler of {who} is called {name}."),
            Happening::ReligionAdopted { religion } => {
                let religion = ReligionId::new(religion);
                format!("the ruler of {who} adopts {}.", names.rulebook.religions.name(&religion))
            }
            _ => String::new(),
        }
    }
}
