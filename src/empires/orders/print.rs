//! A sheet in its one canonical form, which reads to the same sheet.

use super::vocabulary::Vocabulary;
use crate::empires::terms::wording::{Naming, act_words, card_words, motion_words};
use crate::empires::terms::{
    Act, AreaId, Condition, EmpireId, Endeavour, EndeavourKind, EndeavourOrder, GoldAmount, Order,
    OrderSheet, PastEvent, Place, PlunderOrder, Point, ReligionId, TaxOrder, TreatyOrder, When,
};

/// The sheet as text: a block for each year, then what stands.
pub fn print(vocabulary: &Vocabulary, sheet: &OrderSheet) -> String {
    let printer = Printer { vocabulary };
    let mut text = String::new();
    let mut block = None;
    for order in &sheet.orders {
        if block != Some(order.when) {
            if block.is_some() {
                text.push('\n');
            }
            text.push_str(&heading(order.when));
            text.push('\n');
            block = Some(order.when);
        }
        for line in printer.order(order) {
            text.push_str("  ");
            text.push_str(&line);
            text.push('\n');
        }
    }
    text
}

/// One endeavour as a sheet prints it, without what it waits on; none is `no endeavour`.
pub fn endeavour_words(vocabulary: &Vocabulary, endeavour: Option<&Endeavour>) -> String {
    Printer { vocabulary }.endeavour(endeavour)
}

/// A condition as a sheet prints it behind its `if`.
pub fn condition_words(vocabulary: &Vocabulary, condition: &Condition) -> String {
    Printer { vocabulary }.condition(condition)
}

/// One order as a sheet prints it, without its heading.
pub fn order_words(vocabulary: &Vocabulary, order: &Order) -> Vec<String> {
    Printer { vocabulary }.order(order)
}

/// The heading of a block.
pub(super) fn heading(when: When) -> String {
    match when {
        When::Opening => "Opening".to_owned(),
        When::Year(year) => format!("Year {year}"),
        When::EveryYear => "Every year".to_owned(),
        When::From(year) => format!("From {year} on"),
        When::Standing => "Standing".to_owned(),
    }
}

struct Printer<'a> {
    vocabulary: &'a Vocabulary,
}

impl Naming for Printer<'_> {
    fn area(&self, id: &AreaId) -> String {
        self.vocabulary.area_name(id).to_owned()
    }

    fn empire(&self, id: &EmpireId) -> String {
        self.vocabulary.empire_name(id).to_owned()
    }

    /// A religion's name without its parentheses, which part words.
    fn religion(&self, id: &ReligionId) -> String {
        self.vocabulary.religion_name(id).replace(['(', ')'], "")
    }
}

impl Printer<'_> {
    fn areas(&self, areas: &[AreaId]) -> String {
        areas.iter().map(|area| self.area(area)).collect::<Vec<_>>().join(", ")
    }

    /// The lines of one order, the first without indent.
    fn order(&self, order: &Order) -> Vec<String> {
        let words = match &order.act {
            Act::Endeavour(endeavours) => return self.endeavours(endeavours),
            Act::OfferTreaty(treaty) => return self.treaty(treaty),
            Act::Tax(tax) => self.tax(tax),
            Act::DoNotTax(areas) => format!("do not tax {}", self.areas(areas)),
            Act::Plunder(plunder) => self.plunder(plunder),
            Act::Gift { to, gold } => format!("give {gold} gold to {}", self.empire(to)),
            Act::SignTreaty { with, binding } => {
                let mark = match binding {
                    Some(true) => " as binding",
                    Some(false) => " as not binding",
                    None => "",
                };
                format!("sign the treaty of {}{mark}", self.empire(with))
            }
            Act::DenounceTreaty { with } => format!("denounce the treaty with {}", self.empire(with)),
            Act::WaiveTie { area, to_owner } => self.waive(area.as_ref(), to_owner.as_ref()),
            Act::NameLeader(name) => format!("name the leader {name}"),
            Act::NameHeir(name) => format!("name his heir {name}"),
            Act::AdoptReligion(religion) => format!("adopt {}", self.religion(religion)),
            Act::NoEndeavour => "no endeavour".to_owned(),
            political => self.political(political, order.when),
        };
        match &order.condition {
            None => vec![words],
            Some(condition) => vec![format!("if {}: {words}", self.condition(condition))],
        }
    }

    /// A vote for one year names it, for without a year it stands.
    fn political(&self, act: &Act, when: When) -> String {
        let words = act_words(act, self).expect("an order that has no words of its own has those of all");
        match (act, when) {
            (Act::Vote { .. }, When::Year(year)) => format!("{words} in {year}"),
            _ => words,
        }
    }

    fn tax(&self, tax: &TaxOrder) -> String {
        let TaxOrder { areas, but_not, unless_in_unrest, until_treasury } = tax;
        format!("tax {}", self.list(areas, but_not, *unless_in_unrest, *until_treasury))
    }

    fn plunder(&self, plunder: &PlunderOrder) -> String {
        let PlunderOrder { areas, but_not, unless_in_unrest, until_treasury } = plunder;
        format!("plunder {}", self.list(areas, but_not, *unless_in_unrest, *until_treasury))
    }

    fn list(
        &self,
        areas: &[AreaId],
        but_not: &[AreaId],
        unless_in_unrest: bool,
        until: Option<i32>,
    ) -> String {
        let mut words = if areas.is_empty() { "everything".to_owned() } else { self.areas(areas) };
        if !but_not.is_empty() {
            words += &format!(", but not {}", self.areas(but_not));
        }
        if let Some(gold) = until {
            words += &format!(", until the treasury holds {gold} gold");
        }
        if unless_in_unrest {
            words += ", if not in unrest";
        }
        words
    }

    fn waive(&self, area: Option<&AreaId>, to_owner: Option<&EmpireId>) -> String {
        let tie = area.map_or_else(|| "anything".to_owned(), |area| self.area(area));
        let favour = to_owner.map(|owner| format!(" for {}", self.empire(owner))).unwrap_or_default();
        format!("waive our tie to {tie}{favour}")
    }

    fn endeavours(&self, order: &EndeavourOrder) -> Vec<String> {
        let extra = if order.extra_card { "extra card: " } else { "" };
        let mut lines = Vec::new();
        for (number, branch) in order.branches.iter().enumerate() {
            let word = if number == 0 { "if" } else { "else if" };
            let clause = self.endeavour(branch.endeavour.as_ref());
            lines.push(format!("{word} {}: {extra}{clause}", self.condition(&branch.condition)));
        }
        if let Some(otherwise) = &order.otherwise {
            let word = if order.branches.is_empty() { "" } else { "else: " };
            lines.push(format!("{word}{extra}{}", self.endeavour(Some(otherwise))));
        }
        lines
    }

    fn endeavour(&self, endeavour: Option<&Endeavour>) -> String {
        let Some(endeavour) = endeavour else { return "no endeavour".to_owned() };
        let mut words = match &endeavour.kind {
            EndeavourKind::Conquest { target, base } => {
                format!("conquer {} from {}", self.area(target), self.area(base))
            }
            EndeavourKind::Pillage { target, base } => {
                format!("pillage {} from {}", self.area(target), self.area(base))
            }
            EndeavourKind::Diplomacy { target, base } => {
                let base = base.as_ref().map(|base| format!(" from {}", self.area(base))).unwrap_or_default();
                format!("diplomacy in {}{base}", self.area(target))
            }
            EndeavourKind::Defence { area } => format!("defend {}", self.area(area)),
            EndeavourKind::Fortification { area } => format!("fortify {}", self.area(area)),
            EndeavourKind::Conversion { area } => format!("convert {}", self.area(area)),
            EndeavourKind::Ruling { area, removing } => {
                let removing = match removing {
                    None => String::new(),
                    Some(Place::Largest) => " taking off one conquest result".to_owned(),
                    Some(Place::Border(border)) => {
                        format!(" taking off one conquest result on the border with {}", self.area(border))
                    }
                };
                format!("rule {}{removing}", self.area(area))
            }
        };
        match endeavour.gold {
            GoldAmount::Exactly(0) => {}
            GoldAmount::Exactly(gold) => words += &format!(" with {gold} gold"),
            GoldAmount::Everything => words += " with everything in the treasury",
        }
        if endeavour.by_sea {
            words += " by sea";
        }
        words
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Attacked(area) => format!("{} is attacked", self.area(area)),
            Condition::Past { event, years } => {
                let years: Vec<String> = years.iter().map(i32::to_string).collect();
                let when =
                    if years.is_empty() { String::new() } else { format!(" in {}", years.join(" or ")) };
                format!("{}{when}", self.event(event))
            }
            Condition::Holds { area, who: None } => format!("we hold {}", self.area(area)),
            Condition::Holds { area, who: Some(who) } => {
                format!("{} holds {}", self.empire(who), self.area(area))
            }
            Condition::Independent(area) => format!("{} is independent", self.area(area)),
            Condition::InUnrest(area) => format!("{} is in unrest", self.area(area)),
            Condition::TreasuryAtLeast(gold) => format!("the treasury holds at least {gold} gold"),
            Condition::Religion { who, religion: None } => {
                format!("the court of {} is Christian", self.empire(who))
            }
            Condition::Religion { who, religion: Some(religion) } => {
                format!("the court of {} is {}", self.empire(who), self.religion(religion))
            }
            Condition::AreaReligion { area, religion: None } => {
                format!("the faith of {} is Christian", self.area(area))
            }
            Condition::AreaReligion { area, religion: Some(religion) } => {
                format!("the faith of {} is {}", self.area(area), self.religion(religion))
            }
            Condition::HoldsCard(card) => format!("we hold {}", card_words(*card)),
            Condition::All(parts) => self.joined(parts, " and "),
            Condition::Any(parts) => self.joined(parts, " or "),
            Condition::Not(inner) => self.negation(inner),
        }
    }

    fn negation(&self, inner: &Condition) -> String {
        match inner {
            Condition::Holds { area, who: None } => format!("we do not hold {}", self.area(area)),
            Condition::InUnrest(area) => format!("{} is not in unrest", self.area(area)),
            Condition::HoldsCard(card) => format!("we do not hold {}", card_words(*card)),
            Condition::Past { event: PastEvent::OurEndeavourSucceeded, years } => self
                .condition(&Condition::Past { event: PastEvent::OurEndeavourSucceeded, years: years.clone() })
                .replacen("succeeded", "failed", 1),
            _ => format!("not ({})", self.condition(inner)),
        }
    }

    /// Parts with what is itself made of parts in parentheses.
    fn joined(&self, parts: &[Condition], word: &str) -> String {
        let part = |part: &Condition| match part {
            Condition::All(_) | Condition::Any(_) => format!("({})", self.condition(part)),
            _ => self.condition(part),
        };
        parts.iter().map(part).collect::<Vec<_>>().join(word)
    }

    fn event(&self, event: &PastEvent) -> String {
        match event {
            PastEvent::Rebelled(area) => format!("{} rebelled", self.area(area)),
            PastEvent::WentIntoUnrest(area) => format!("{} went into unrest", self.area(area)),
            PastEvent::Taken { area, by: None } => format!("we took {}", self.area(area)),
            PastEvent::Taken { area, by: Some(by) } => {
                format!("{} took {}", self.empire(by), self.area(area))
            }
            PastEvent::WasAttacked { area, by: None } => format!("{} was attacked", self.area(area)),
            PastEvent::WasAttacked { area, by: Some(by) } => {
                format!("{} was attacked by {}", self.area(area), self.empire(by))
            }
            PastEvent::OurEndeavourSucceeded => "our endeavour succeeded".to_owned(),
            PastEvent::PaidUs { by, gold } => format!("{} paid us at least {gold} gold", self.empire(by)),
            PastEvent::LeaderDied(None) => "our leader died".to_owned(),
            PastEvent::LeaderDied(Some(who)) => format!("the leader of {} died", self.empire(who)),
            PastEvent::TieGained(area) => format!("we gained a tie to {}", self.area(area)),
            PastEvent::ParleyDecided { motion, passed } => {
                format!("{} {}", motion_words(motion, self), if *passed { "passed" } else { "failed" })
            }
            PastEvent::ParleyHeld(motion) => format!("{} was called", motion_words(motion, self)),
        }
    }

    fn treaty(&self, treaty: &TreatyOrder) -> Vec<String> {
        let mut head = format!("treaty with {}", self.empire(&treaty.with));
        head += if treaty.binding { ", binding" } else { ", not binding" };
        if let Some(year) = treaty.until {
            head += &format!(", until {year}");
        }
        let points = treaty.points.iter().map(|point| format!("  - {}", self.point(point)));
        std::iter::once(format!("{head}:")).chain(points).collect()
    }

    fn point(&self, point: &Point) -> String {
        match point {
            Point::NoAttack { until: None } => "no attack".to_owned(),
            Point::NoAttack { until: Some(year) } => format!("no attack until {year}"),
            Point::Gold { from, to, gold, year } => {
                format!("{} pays {} {gold} gold in {year}", self.empire(from), self.empire(to))
            }
            Point::Passage { from, to, areas } => {
                let areas = if areas.is_empty() { "all areas".to_owned() } else { self.areas(areas) };
                format!("{} grants {} passage through {areas}", self.empire(from), self.empire(to))
            }
            Point::Area { from, to, area, year, condition } => {
                let condition =
                    condition.as_ref().map(|condition| format!(", if {}", self.condition(condition)));
                let condition = condition.unwrap_or_default();
                let (from, to) = (self.empire(from), self.empire(to));
                format!("{from} gives {} to {to} in {year}{condition}", self.area(area))
            }
            Point::WaiveTie { by, area } => {
                format!("{} waives its tie to {}", self.empire(by), self.area(area))
            }
        }
    }
}
