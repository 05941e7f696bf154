//! An order in a few words, for reports of what was not carried out.

use super::words::{Names, noun};
use crate::empires::terms::wording;
use crate::empires::terms::{Act, Endeavour, EndeavourKind, EndeavourOrder, Order, When};

/// `976: conquest of Saxony from Thuringia`.
pub(super) fn order_words(names: Names<'_>, order: &Order) -> String {
    let when = match order.when {
        When::Opening => "at the opening: ".to_owned(),
        When::Year(year) => format!("{year}: "),
        When::EveryYear => "every year: ".to_owned(),
        When::From(year) => format!("from {year} on: "),
        When::Standing => String::new(),
    };
    format!("{when}{}", act_words(names, &order.act))
}

fn act_words(names: Names<'_>, act: &Act) -> String {
    match act {
        Act::Endeavour(endeavour) => endeavour_words(names, endeavour),
        Act::Tax(tax) if tax.areas.is_empty() => "tax all that can be taxed".to_owned(),
        Act::Tax(tax) => format!("tax {}", names.areas(&tax.areas)),
        Act::DoNotTax(areas) => format!("do not tax {}", names.areas(areas)),
        Act::Plunder(plunder) if plunder.areas.is_empty() => "plunder all that can be plundered".to_owned(),
        Act::Plunder(plunder) => format!("plunder {}", names.areas(&plunder.areas)),
        Act::Gift { to, gold } => format!("give {gold} gold to {}", names.empire(to)),
        Act::OfferTreaty(treaty) => format!("treaty with {}", names.empire(&treaty.with)),
        Act::SignTreaty { with, .. } => format!("sign the treaty with {}", names.empire(with)),
        Act::DenounceTreaty { with } => format!("denounce treaties with {}", names.empire(with)),
        Act::WaiveTie { area: Some(area), .. } => format!("waive the tie to {}", names.area(area)),
        Act::WaiveTie { area: None, to_owner: Some(owner) } => {
            format!("waive the ties to areas of {}", names.empire(owner))
        }
        Act::WaiveTie { area: None, to_owner: None } => "waive ties".to_owned(),
        Act::NameLeader(name) => format!("name the ruler {name}"),
        Act::NameHeir(name) => format!("name the heir {name}"),
        Act::AdoptReligion(religion) => format!("adopt {}", names.rulebook.religions.name(religion)),
        Act::NoEndeavour => "no endeavour".to_owned(),
        political => wording::act_words(political, &names)
            .expect("an order that has no words of its own has those of all"),
    }
}

/// The branches in the order they are tried.
fn endeavour_words(names: Names<'_>, order: &EndeavourOrder) -> String {
    let branches = order.branches.iter().map(|branch| branch.endeavour.as_ref());
    let last = order.otherwise.as_ref().map(Some);
    let words = branches.chain(last).map(|choice| match choice {
        Some(endeavour) => one_endeavour(names, endeavour),
        None => "no endeavour".to_owned(),
    });
    words.collect::<Vec<_>>().join(", else ")
}

fn one_endeavour(names: Names<'_>, endeavour: &Endeavour) -> String {
    let (kind, noun) = (&endeavour.kind, noun(endeavour.kind.sort()));
    let target = names.area(kind.target());
    let of = if matches!(kind, EndeavourKind::Diplomacy { .. }) { "in" } else { "of" };
    let base = match kind {
        EndeavourKind::Conquest { base, .. } | EndeavourKind::Pillage { base, .. } => Some(base),
        EndeavourKind::Diplomacy { base, .. } => base.as_ref(),
        _ => None,
    };
    let from = base.map_or_else(String::new, |base| format!(" from {}", names.area(base)));
    format!("{noun} {of} {target}{from}")
}
