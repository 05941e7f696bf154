//! Crusades, jihads, Crusader States, religious orders (23, 28), and the year cards that were given away (9.3).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::invariants::{known_area, known_empire};
use super::{Breach, EmpireKind, World};
use crate::empires::terms::{AreaId, EmpireId, LanguageId};

/// Crusades, jihads, Crusader States, religious orders (23, 28).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Crusades {
    /// Year cards given away in this pentade, in order (9.3).
    pub given: Vec<GivenCard>,
    /// Crusades and jihads that are on.
    pub campaigns: BTreeSet<Campaign>,
    /// Holy cities that are lost, each with the call that it brought (23.4, 23.8).
    pub lost: BTreeSet<LostCity>,
    /// The last Sunni owner of each holy city of the jihad (23.8).
    pub last_sunni: BTreeMap<AreaId, EmpireId>,
    /// Attacks that are ground for a crusade (23.5, 23.6).
    pub grievances: BTreeSet<Grievance>,
    /// Crusades that freed Jerusalem and Syria (18.7).
    pub successes: i32,
    /// Crusader States and religious orders (23.7, 28.1).
    pub foundations: BTreeMap<EmpireId, Foundation>,
}

/// A year card that one power plays and another dealt (9.3): an extra card, for any year of its pentade.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GivenCard {
    /// Who may play it.
    pub to: EmpireId,
    /// Whose it was; none for a card that a wildcard brought (19.20).
    pub giver: Option<EmpireId>,
    /// The year of the giver's that it leaves without an endeavour; for a wildcard's card the year that brought it.
    pub year: i32,
    /// Its number.
    pub card: u32,
    /// The year in which it was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<i32>,
}

/// A crusade or jihad that is on (23.3, 23.8).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Campaign {
    /// The army that fights it: an empire of kind [`EmpireKind::Crusade`].
    pub army: EmpireId,
    /// What it is for.
    pub cause: CampaignCause,
    /// First year in which it is fought.
    pub since: i32,
    /// Last year in which it is fought; none until a parley ends it or the offender is gone (23.5).
    pub until: Option<i32>,
    /// Who called it; none for one that came of itself.
    pub caller: Option<EmpireId>,
}

/// What a crusade or jihad is for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CampaignCause {
    /// To free a holy city (23.4, 23.8).
    HolyCity(AreaId),
    /// Against an empire that attacked a Catholic one (23.5) or took an area of a Crusader State (23.6).
    Offender(EmpireId),
}

/// A holy city that is lost (23.4, 23.8).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LostCity {
    /// The army that is called for it.
    pub army: EmpireId,
    /// Its area.
    pub city: AreaId,
    /// First year of the pentade for which it is called.
    pub called_for: i32,
    /// Whether that was fought: one loss brings one call.
    pub fought: bool,
}

/// An attack that is ground for a crusade (23.5, 23.6).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Grievance {
    /// Who was attacked.
    pub wronged: EmpireId,
    /// By whom.
    pub by: EmpireId,
    /// When.
    pub year: i32,
    /// Whether the area was lost.
    pub lost: bool,
}

/// How a Crusader State or religious order arose (23.7, 28.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Foundation {
    /// When.
    pub year: i32,
    /// The language to which a Crusader State colonises; none for an order.
    pub language: Option<LanguageId>,
    /// The area that a Crusader State colonises now.
    pub colony: Option<Colony>,
}

/// A colonisation of a Crusader State (23.7).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Colony {
    /// Where.
    pub area: AreaId,
    /// How far it is, from 0.
    pub level: i32,
}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrusadeChange {
    /// A year card was given away (9.3).
    CardGiven(GivenCard),
    /// A card given away was played (9.3).
    CardUsed {
        /// The card as it was.
        card: GivenCard,
        /// When.
        year: i32,
    },
    /// A crusade or jihad began.
    CampaignBegan(Campaign),
    /// A crusade or jihad is over.
    CampaignEnded(Campaign),
    /// A holy city is lost.
    CityLost(LostCity),
    /// What was lost is free again, or its call is fought: what stood of it goes. Goes before [`CrusadeChange::CityLost`].
    CityFreed(LostCity),
    /// A Sunni empire owns a holy city of the jihad (23.8).
    SunniOwner {
        /// The city's area.
        city: AreaId,
        /// The owner.
        owner: EmpireId,
    },
    /// An attack that is ground for a crusade (23.5, 23.6).
    Wronged(Grievance),
    /// Attacks before this year are ground for nothing any more (23.5).
    WrongsForgotten {
        /// The first year that still counts.
        before: i32,
    },
    /// A crusade freed Jerusalem and Syria (18.7).
    Succeeded,
    /// A Crusader State or religious order arose, or stands so now (23.4, 23.7, 28.1).
    Founded {
        /// Its id.
        power: EmpireId,
        /// How.
        foundation: Foundation,
    },
    /// A religious order became an empire of players, with this seat (28.1).
    BecamePlayer {
        /// Which.
        power: EmpireId,
        /// Its seat for year cards.
        seat: u32,
    },
}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(world: &mut World, changes: &[&CrusadeChange]) {
    for change in changes {
        if let CrusadeChange::CityFreed(lost) = change {
            world.crusades.lost.remove(lost);
        }
    }
    for change in changes {
        if let CrusadeChange::BecamePlayer { power, seat } = change
            && let Some(empire) = world.empires.get_mut(power)
        {
            empire.kind = EmpireKind::Player;
            empire.seat = Some(*seat);
            world.crusades.foundations.remove(power);
        } else {
            change_part(&mut world.crusades, change);
        }
    }
    world.crusades.given.sort_unstable();
}

fn change_part(crusades: &mut Crusades, change: &CrusadeChange) {
    match change {
        CrusadeChange::CardGiven(card) => crusades.given.push(card.clone()),
        CrusadeChange::CardUsed { card, year } => use_card(crusades, card, *year),
        CrusadeChange::CampaignBegan(campaign) => {
            crusades.campaigns.insert(campaign.clone());
        }
        CrusadeChange::CampaignEnded(campaign) => {
            crusades.campaigns.remove(campaign);
        }
        CrusadeChange::CityLost(lost) => {
            crusades.lost.insert(lost.clone());
        }
        CrusadeChange::SunniOwner { city, owner } => {
            crusades.last_sunni.insert(city.clone(), owner.clone());
        }
        CrusadeChange::Wronged(grievance) => {
            crusades.grievances.insert(grievance.clone());
        }
        CrusadeChange::WrongsForgotten { before } => {
            crusades.grievances.retain(|one| one.year >= *before);
        }
        CrusadeChange::Succeeded => crusades.successes += 1,
        CrusadeChange::Founded { power, foundation } => {
            crusades.foundations.insert(power.clone(), foundation.clone());
        }
        CrusadeChange::CityFreed(_) | CrusadeChange::BecamePlayer { .. } => {}
    }
}

fn use_card(crusades: &mut Crusades, card: &GivenCard, year: i32) {
    if let Some(given) = crusades.given.iter_mut().find(|given| *given == card) {
        given.used = Some(year);
    }
}

/// Whether every empire and area that is named here is in the world.
pub(super) fn known(world: &World, found: &mut BTreeSet<Breach>) {
    for id in world.crusades.empires() {
        known_empire(world, id, "crusades", found);
    }
    for id in world.crusades.areas() {
        known_area(world, id, "crusades", found);
    }
}

/// Cards given away serve their own pentade only (9.3).
pub(super) fn end_pentade(world: &mut World) {
    world.crusades.given.clear();
}

impl Crusades {
    /// Every empire that is named here, armies excepted: they arise with their first campaign.
    fn empires(&self) -> impl Iterator<Item = &EmpireId> {
        let of_campaigns = self.campaigns.iter().flat_map(|campaign| {
            let offender = match &campaign.cause {
                CampaignCause::Offender(offender) => Some(offender),
                CampaignCause::HolyCity(_) => None,
            };
            campaign.caller.iter().chain(offender)
        });
        let of_grievances = self.grievances.iter().flat_map(|one| [&one.wronged, &one.by]);
        let givers = self.given.iter().filter_map(|card| card.giver.as_ref());
        of_campaigns
            .chain(of_grievances)
            .chain(givers)
            .chain(self.last_sunni.values())
            .chain(self.foundations.keys())
    }

    /// Every area that is named here.
    fn areas(&self) -> impl Iterator<Item = &AreaId> {
        let of_campaigns = self.campaigns.iter().filter_map(|campaign| match &campaign.cause {
            CampaignCause::HolyCity(city) => Some(city),
            CampaignCause::Offender(_) => None,
        });
        of_campaigns.chain(self.lost.iter().map(|lost| &lost.city)).chain(self.last_sunni.keys())
    }
}
