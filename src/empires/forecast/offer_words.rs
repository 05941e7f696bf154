//! What an empire could order, as lines of a sheet with a few words beside each.

use super::offers::{Levy, YearOffers};
use super::words::{noun, plain, risk, sentence, signed};
use crate::empires::orders::{Vocabulary, condition_words, endeavour_words, order_words};
use crate::empires::terms::{
    Act, AreaId, Condition, EmpireId, EndeavourSort, Motion, Order, PastEvent, PlunderOrder, TaxOrder, Vote,
    When,
};
use crate::postal::form::{FIGURE, Menu, Offer, Offers};

/// What can be chosen for a year.
pub fn year_menu(vocabulary: &Vocabulary, offers: &YearOffers) -> Menu {
    let words = Words { vocabulary };
    let mut sorts = vec![words.levies("Taxes", &offers.taxes, tax)];
    let mut of_sort: Vec<(EndeavourSort, Vec<Offer>)> = Vec::new();
    for (endeavour, outlook) in &offers.endeavours {
        let sort = endeavour.kind.sort();
        let line = endeavour_words(vocabulary, Some(endeavour));
        let mut told = match outlook.succeeds {
            None => format!("takes {} off every attacker", outlook.rating.total),
            Some(succeeds) => {
                format!("{succeeds} of {} cards, rating {}", offers.deck, plain(outlook.rating.total))
            }
        };
        if outlook.price > 0 {
            told += &format!(", costs {} gold", outlook.price);
        }
        if let Some((need, scored)) = outlook.needs.filter(|(need, scored)| need - scored > 1) {
            told += &format!(", {} more C results needed", need - scored);
        }
        let offer =
            Offer { with_figure: Some(format!("{line} with {FIGURE} gold")), ..Offer::plain(line, told) };
        match of_sort.iter_mut().find(|(one, _)| *one == sort) {
            Some((_, found)) => found.push(offer),
            None => of_sort.push((sort, vec![offer])),
        }
    }
    sorts.extend(of_sort.into_iter().map(|(sort, offers)| one_of(sentence(noun(sort)), offers)));
    let nothing = vec![Offer::plain("no endeavour", "on purpose")];
    sorts.push(one_of("Nothing".to_owned(), nothing));
    let plays = offers.cards.iter().map(|play| Offer::plain(words.line(Act::Play(play.clone())), ""));
    sorts.push(Offers { title: "Cards".to_owned(), several: true, offers: plays.collect() });
    sorts.push(words.levies("Plunder", &offers.plunder, plunder));
    sorts.push(one_of("A gift".to_owned(), offers.others.iter().map(|to| words.gift(to)).collect()));
    sorts.retain(|sort| !sort.offers.is_empty());
    Menu { sorts, conditions: words.conditions(offers) }
}

/// What can be chosen for every year.
pub fn every_year_menu(vocabulary: &Vocabulary, own: &[AreaId]) -> Menu {
    let words = Words { vocabulary };
    let spared = own.iter().map(|area| Offer::plain(words.line(Act::DoNotTax(vec![area.clone()])), ""));
    let spared = Offers { title: "Never tax".to_owned(), several: true, offers: spared.collect() };
    let all = vec![Offer::plain(words.line(tax(Vec::new())), "all that can be taxed")];
    Menu {
        sorts: vec![Offers { title: "Taxes".to_owned(), several: true, offers: all }, spared],
        conditions: Vec::new(),
    }
}

/// Votes that stand (20.4).
pub fn standing_menu(vocabulary: &Vocabulary) -> Menu {
    let words = Words { vocabulary };
    let motions = [
        Motion::Any,
        Motion::Claim { of: None, area: None },
        Motion::DiplomaticConquest { by: None, area: None },
        Motion::Excommunication { of: None },
        Motion::Absolution { of: None },
        Motion::Crusade { against: None },
        Motion::Regency { of: None, by: None },
        Motion::Union,
        Motion::EndOfSchism,
        Motion::Jihad,
    ];
    let of_vote = |(title, vote): (&str, Vote)| {
        let offers =
            motions.iter().map(|on| Offer::plain(words.line(Act::Vote { on: on.clone(), vote }), ""));
        Offers { title: title.to_owned(), several: true, offers: offers.collect() }
    };
    let votes = [("Vote yes", Vote::Yes), ("Vote no", Vote::No), ("Abstain", Vote::Abstain)];
    Menu { sorts: votes.into_iter().map(of_vote).collect(), conditions: Vec::new() }
}

struct Words<'a> {
    vocabulary: &'a Vocabulary,
}

impl Words<'_> {
    /// The line of an order that has just one.
    fn line(&self, act: Act) -> String {
        let order = Order { when: When::Standing, condition: None, act };
        order_words(self.vocabulary, &order).join(" ")
    }

    /// Areas to tax or plunder, each with its yield and what its check may bring.
    fn levies(&self, title: &str, levies: &[Levy], act: fn(Vec<AreaId>) -> Act) -> Offers {
        let mut offers = Vec::new();
        if levies.len() > 1 {
            let sum: i32 = levies.iter().map(|(_, gold, _)| gold).sum();
            offers.push(Offer::plain(self.line(act(Vec::new())), format!("{} gold in all", signed(sum))));
        }
        offers.extend(levies.iter().map(|(area, gold, check)| {
            let mut told = format!("{} gold", signed(*gold));
            if let Some(check) = check.as_ref().filter(|check| check.unrest + check.rebellion > 0) {
                told += &format!("; {} of {} throws", risk(check), check.throws);
            }
            Offer::plain(self.line(act(vec![area.clone()])), told)
        }));
        Offers { title: title.to_owned(), several: true, offers }
    }

    fn gift(&self, to: &EmpireId) -> Offer {
        let of = |gold: &str| format!("give {gold} gold to {}", self.vocabulary.empire_name(to));
        Offer { with_figure: Some(of(&FIGURE.to_string())), ..Offer::plain(of("1"), "") }
    }

    /// What a year's order may wait on, up to and with the colon.
    fn conditions(&self, offers: &YearOffers) -> Vec<String> {
        let won = offers.hoped.iter().map(|area| Condition::Past {
            event: PastEvent::Taken { area: area.clone(), by: None },
            years: Vec::new(),
        });
        let attacked = offers.own.iter().map(|area| Condition::Attacked(area.clone()));
        let conditions = won.chain(attacked);
        let conditions = conditions.map(|one| format!("if {}:", condition_words(self.vocabulary, &one)));
        std::iter::once("else:".to_owned()).chain(conditions).collect()
    }
}

fn one_of(title: String, offers: Vec<Offer>) -> Offers {
    Offers { title, several: false, offers }
}

fn tax(areas: Vec<AreaId>) -> Act {
    Act::Tax(TaxOrder { areas, but_not: Vec::new(), unless_in_unrest: false, until_treasury: None })
}

fn plunder(areas: Vec<AreaId>) -> Act {
    Act::Plunder(PlunderOrder { areas, but_not: Vec::new(), unless_in_unrest: false, until_treasury: None })
}
