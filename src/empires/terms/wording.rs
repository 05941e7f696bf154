//! The canonical words of orders beyond the endeavour: the order language prints and reads them, reports quote them.

use super::{
    Act, Advance, AreaId, CardPlay, Cause, Choice, ColonisationOrder, EmpireId, HoldCard, Motion, ReligionId,
};

/// What areas, empires and religions are called by whoever prints.
pub trait Naming {
    /// An area's name.
    fn area(&self, id: &AreaId) -> String;
    /// An empire's name.
    fn empire(&self, id: &EmpireId) -> String;
    /// A religion's name.
    fn religion(&self, id: &ReligionId) -> String;
}

/// The canonical words of an order of cards, calls, votes, gifts of cards, colonisation or penance; none for any other.
pub fn act_words(act: &Act, names: &impl Naming) -> Option<String> {
    let words = match act {
        Act::Play(play) => format!("play {}", play_words(play, names)),
        Act::GiveCopy { advance, to } => {
            format!("give a copy of {} to {}", advance_words(*advance), names.empire(to))
        }
        Act::Call(motion) => format!("call {}", motion_words(motion, names)),
        Act::Vote { on, vote } => format!("vote {} on {}", vote.word(), motion_words(on, names)),
        Act::Choose(choice) => format!("choose {}", choice_words(choice, names)),
        Act::GiveYearCards { cards, to, without } => given_words(*cards, to, without, names),
        Act::Colonise(ColonisationOrder::Begin(area)) => format!("colonise {}", names.area(area)),
        Act::Colonise(ColonisationOrder::Rest) => "rest colonisation".to_owned(),
        Act::Colonise(ColonisationOrder::Resume) => "resume colonisation".to_owned(),
        Act::Colonise(ColonisationOrder::GiveUp) => "give up colonisation".to_owned(),
        Act::GiveAreaToPope(area) => format!("give {} to the Pope", names.area(area)),
        Act::DoPenance => "do penance".to_owned(),
        Act::DeclarePatriarchate => "declare the court a patriarchate".to_owned(),
        Act::ReturnFromExile(areas) => format!("return in {}", area_words(areas, names)),
        _ => return None,
    };
    Some(words)
}

fn area_words(areas: &[AreaId], names: &impl Naming) -> String {
    areas.iter().map(|area| names.area(area)).collect::<Vec<_>>().join(", ")
}

fn given_words(cards: i32, to: &Cause, without: &[i32], names: &impl Naming) -> String {
    let noun = if cards == 1 { "year card" } else { "year cards" };
    let mut words = format!("give {cards} {noun} to {}", cause_words(to, names));
    if !without.is_empty() {
        let years: Vec<String> = without.iter().map(i32::to_string).collect();
        words += &format!(", without an endeavour in {}", years.join(", "));
    }
    words
}

fn cause_words(cause: &Cause, names: &impl Naming) -> String {
    match cause {
        Cause::Crusade => "the crusade".to_owned(),
        Cause::Jihad => "the jihad".to_owned(),
        Cause::Pope => "the Pope".to_owned(),
        Cause::CrusaderState(state) => names.empire(state),
    }
}

/// `diplomatic coup`: how a hold card is played.
pub fn play_words(play: &CardPlay, names: &impl Naming) -> String {
    match play {
        CardPlay::Demesne => "demesne".to_owned(),
        CardPlay::DiplomaticCoup => "diplomatic coup".to_owned(),
        CardPlay::Recognition { area } => format!("recognition of claim to {}", names.area(area)),
        CardPlay::Advisor { points, stature: None } => format!("advisor {points}"),
        CardPlay::Advisor { points, stature: Some(stature) } => format!("advisor {points} as {stature}"),
        CardPlay::MissionaryFervour => "missionary fervour".to_owned(),
        CardPlay::Advance(advance) => advance_words(*advance).to_owned(),
        CardPlay::Dynastic { areas } => format!("dynastic influence on {}", area_words(areas, names)),
        CardPlay::InfluenceVotes { motion } => format!("influence in {}", motion_words(motion, names)),
        CardPlay::InfluenceCall { against } => {
            format!("influence to call for the excommunication of {}", names.empire(against))
        }
        CardPlay::InfluenceAttend { motion } => {
            format!("influence to attend {}", motion_words(motion, names))
        }
        CardPlay::Wildcard { wish, with: None } => format!("wildcard: {wish}"),
        CardPlay::Wildcard { wish, with: Some(with) } => {
            format!("wildcard with {}: {wish}", names.empire(with))
        }
    }
}

/// `siege advance`.
pub fn advance_words(advance: Advance) -> &'static str {
    match advance {
        Advance::Weapons => "weapons advance",
        Advance::Tactical => "tactical systems",
        Advance::Siege => "siege advance",
        Advance::Fortification => "fortification advance",
    }
}

/// `dynastic influence`: a hold card by its name.
pub fn card_words(card: HoldCard) -> &'static str {
    match card {
        HoldCard::Demesne => "demesne",
        HoldCard::DiplomaticCoup => "diplomatic coup",
        HoldCard::Recognition => "recognition of claim",
        HoldCard::Advisor => "advisor",
        HoldCard::MissionaryFervour => "missionary fervour",
        HoldCard::Advance(advance) => advance_words(advance),
        HoldCard::DynasticInfluence => "dynastic influence",
        HoldCard::Influence => "influence",
        HoldCard::Wildcard => "wildcard",
    }
}

/// `excommunication of France`.
pub fn motion_words(motion: &Motion, names: &impl Naming) -> String {
    let empire = |word: &str, empire: &Option<EmpireId>| {
        empire.as_ref().map_or_else(String::new, |empire| format!(" {word} {}", names.empire(empire)))
    };
    let area = |word: &str, area: &Option<AreaId>| {
        area.as_ref().map_or_else(String::new, |area| format!(" {word} {}", names.area(area)))
    };
    match motion {
        Motion::Any => "any motion".to_owned(),
        Motion::Claim { of, area: to } => format!("claim{}{}", empire("of", of), area("to", to)),
        Motion::DiplomaticConquest { by, area: of } => {
            format!("diplomatic conquest{}{}", area("of", of), empire("by", by))
        }
        Motion::Excommunication { of } => format!("excommunication{}", empire("of", of)),
        Motion::AgainstPope => "excommunication of the Pope".to_owned(),
        Motion::Absolution { of } => format!("absolution{}", empire("of", of)),
        Motion::EndOfSchism => "end of the schism".to_owned(),
        Motion::Union => "union of the churches".to_owned(),
        Motion::Crusade { against } => format!("crusade{}", empire("against", against)),
        Motion::CrusadeFor { state } => format!("crusade in defence{}", empire("of", state)),
        Motion::CrusadeGoesOn => "going on with the crusade".to_owned(),
        Motion::Jihad => "jihad".to_owned(),
        Motion::Regency { of, by } => format!("regency{}{}", empire("over", of), empire("by", by)),
        Motion::Wildcard { of } => format!("wildcard{}", empire("of", of)),
    }
}

fn choice_words(choice: &Choice, names: &impl Naming) -> String {
    match choice {
        Choice::Obedience { anti_pope: false } => "obedience to the Pope".to_owned(),
        Choice::Obedience { anti_pope: true } => "obedience to the anti-Pope".to_owned(),
        Choice::AntiPopeSeat(area) => format!("seat of the anti-Pope in {}", names.area(area)),
        Choice::Religion(religion) => format!("religion of the khan {}", names.religion(religion)),
        Choice::DynasticConsent { of, area } => {
            let of = of.as_ref().map_or_else(String::new, |of| format!(" of {}", names.empire(of)));
            let on = area.as_ref().map_or_else(String::new, |area| format!(" on {}", names.area(area)));
            format!("consent to dynastic influence{of}{on}")
        }
    }
}
