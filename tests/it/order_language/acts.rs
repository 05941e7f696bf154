//! Any order of cards, calls, votes, year cards given away, colonisation, penance and exile.

use pentade::empires::terms::{
    Act, Advance, AreaId, CardPlay, Cause, Choice, ColonisationOrder, Condition, EmpireId, HoldCard, Motion,
    ReligionId, Stature, Vote,
};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::{AREAS, FIRST, RELIGIONS, area, empire};

/// Empires that are not the Pope: an excommunication of the Pope is a motion of its own.
fn prince() -> impl Strategy<Value = EmpireId> + Clone {
    empire().prop_filter("no Pope", |empire| empire.as_str() != "pope")
}

fn up_to_three() -> impl Strategy<Value = Vec<AreaId>> {
    subsequence(AREAS.to_vec(), 1..=3)
        .prop_shuffle()
        .prop_map(|ids| ids.into_iter().map(AreaId::new).collect())
}

/// Any motion.
pub fn motion() -> impl Strategy<Value = Motion> {
    prop_oneof![
        Just(Motion::Any),
        (of(empire()), of(area())).prop_map(|(of, area)| Motion::Claim { of, area }),
        (of(empire()), of(area())).prop_map(|(by, area)| Motion::DiplomaticConquest { by, area }),
        of(prince()).prop_map(|of| Motion::Excommunication { of }),
        Just(Motion::AgainstPope),
        of(prince()).prop_map(|of| Motion::Absolution { of }),
        Just(Motion::EndOfSchism),
        Just(Motion::Union),
        of(empire()).prop_map(|against| Motion::Crusade { against }),
        of(empire()).prop_map(|state| Motion::CrusadeFor { state }),
        Just(Motion::CrusadeGoesOn),
        Just(Motion::Jihad),
        (of(empire()), of(empire())).prop_map(|(of, by)| Motion::Regency { of, by }),
        of(empire()).prop_map(|of| Motion::Wildcard { of }),
    ]
}

fn advance() -> impl Strategy<Value = Advance> {
    select(&[Advance::Weapons, Advance::Tactical, Advance::Siege, Advance::Fortification][..])
}

fn play() -> impl Strategy<Value = CardPlay> {
    let stature = of(select(&[Stature::Administrative, Stature::Diplomatic][..]));
    let wish = "[A-Za-z(\"'#>][A-Za-z0-9,.;:()/!?\"' -]{0,60}[a-z.!)]"
        .prop_map(|wish| wish.split_whitespace().collect::<Vec<_>>().join(" "))
        .prop_filter("begins with a word", |wish| !wish.starts_with(['"', '\'']));
    prop_oneof![
        Just(CardPlay::Demesne),
        Just(CardPlay::DiplomaticCoup),
        area().prop_map(|area| CardPlay::Recognition { area }),
        (1..=3, stature).prop_map(|(points, stature)| CardPlay::Advisor { points, stature }),
        Just(CardPlay::MissionaryFervour),
        advance().prop_map(CardPlay::Advance),
        up_to_three().prop_map(|areas| CardPlay::Dynastic { areas }),
        motion().prop_map(|motion| CardPlay::InfluenceVotes { motion }),
        prince().prop_map(|against| CardPlay::InfluenceCall { against }),
        motion().prop_map(|motion| CardPlay::InfluenceAttend { motion }),
        (wish, of(empire())).prop_map(|(wish, with)| CardPlay::Wildcard { wish, with }),
    ]
}

/// A card in the hand.
pub fn hand() -> impl Strategy<Value = Condition> {
    let named = [
        HoldCard::Demesne,
        HoldCard::DiplomaticCoup,
        HoldCard::Recognition,
        HoldCard::Advisor,
        HoldCard::MissionaryFervour,
        HoldCard::DynasticInfluence,
        HoldCard::Influence,
        HoldCard::Wildcard,
    ];
    let card = prop_oneof![3 => select(named.to_vec()), 1 => advance().prop_map(HoldCard::Advance)];
    (card, any::<bool>()).prop_map(|(card, held)| {
        let holds = Condition::HoldsCard(card);
        if held { holds } else { Condition::Not(Box::new(holds)) }
    })
}

fn vote() -> impl Strategy<Value = Act> {
    let vote = select(&[Vote::Yes, Vote::No, Vote::Abstain][..]);
    (motion(), vote).prop_map(|(on, vote)| Act::Vote { on, vote })
}

fn choice() -> impl Strategy<Value = Choice> {
    prop_oneof![
        any::<bool>().prop_map(|anti_pope| Choice::Obedience { anti_pope }),
        area().prop_map(Choice::AntiPopeSeat),
        select(&RELIGIONS).prop_map(|religion| Choice::Religion(ReligionId::new(religion))),
        (of(empire()), of(area())).prop_map(|(of, area)| Choice::DynasticConsent { of, area }),
    ]
}

fn year_cards() -> impl Strategy<Value = Act> {
    let cause = prop_oneof![
        Just(Cause::Crusade),
        Just(Cause::Jihad),
        Just(Cause::Pope),
        prince().prop_map(Cause::CrusaderState),
    ];
    let years: Vec<i32> = (FIRST..FIRST + 5).collect();
    (1..=5, cause, subsequence(years, 0..3)).prop_map(|(cards, to, without)| Act::GiveYearCards {
        cards,
        to,
        without,
    })
}

fn colonisation() -> impl Strategy<Value = Act> {
    prop_oneof![
        area().prop_map(ColonisationOrder::Begin),
        select(&[ColonisationOrder::Rest, ColonisationOrder::Resume, ColonisationOrder::GiveUp][..]),
    ]
    .prop_map(Act::Colonise)
}

/// What stands under a year.
pub fn dated() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => play().prop_map(Act::Play),
        1 => (advance(), empire()).prop_map(|(advance, to)| Act::GiveCopy { advance, to }),
        2 => motion().prop_filter("a regency is called for by who would have it", |motion| {
            !matches!(motion, Motion::Regency { by: None, .. })
        }).prop_map(Act::Call),
        2 => vote(),
        1 => choice().prop_map(Act::Choose),
        1 => year_cards(),
        1 => colonisation(),
        1 => area().prop_map(Act::GiveAreaToPope),
        1 => prop_oneof![Just(Act::DoPenance), Just(Act::DeclarePatriarchate)],
        1 => up_to_three().prop_map(Act::ReturnFromExile),
    ]
}

/// What stands in no particular year.
pub fn standing() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => vote(),
        1 => choice().prop_map(Act::Choose),
        1 => colonisation(),
        1 => motion().prop_map(|motion| Act::Play(CardPlay::InfluenceVotes { motion })),
        1 => Just(Act::DeclarePatriarchate),
    ]
}
