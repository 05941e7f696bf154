//! Names, votes, calls, year cards given away, answers (8.3, 20, 22.1, 23, 27).

use super::outlook::Outlook;
use crate::empires::rules::gold::treaties;
use crate::empires::terms::{Act, Cause, Choice, EmpireId, Motion, Order, Vote, When};
use crate::empires::world::{EmpireKind, World};
use crate::postal::dice::{Dice, Key};
use crate::postal::question::Question;

/// The ruler's name where it bears a question mark still, and his heir's.
pub fn names(outlook: &Outlook<'_>) -> Vec<Order> {
    let leader = &outlook.empire.leader;
    let mut orders = Vec::new();
    if leader.name.contains('?') {
        let name =
            format!("{} of {}", GIVEN[outlook.pick("policy name", "ruler", GIVEN.len())], leader.accession);
        orders.push(outlook.order(When::Standing, Act::NameLeader(name)));
    }
    if leader.heir_name.is_none() {
        let heir = GIVEN[outlook.pick("policy name", "heir", GIVEN.len())].to_owned();
        orders.push(outlook.order(When::Standing, Act::NameHeir(heir)));
    }
    orders
}

/// Names that rulers of many lands bore.
const GIVEN: [&str; 6] = ["Adam", "Daniel", "Joseph", "Michael", "Simon", "Thomas"];

/// Standing votes, a call now and then, a card for a good cause, penance.
pub fn orders(outlook: &Outlook<'_>) -> Vec<Order> {
    let mut orders = votes(outlook);
    orders.extend(call(outlook));
    orders.extend(donation(outlook));
    if outlook.empire.leader.excommunicated && outlook.chance("policy penance", "", 0, 50) {
        orders.push(outlook.order(When::Standing, Act::DoPenance));
    }
    if outlook.chance("policy patriarchate", "", 0, 2) {
        orders.push(outlook.order(When::Standing, Act::DeclarePatriarchate));
    }
    orders.extend(choices(outlook));
    orders
}

/// Yes on what one asks oneself and on what friends ask, and by chance on the rest.
fn votes(outlook: &Outlook<'_>) -> Vec<Order> {
    let mut orders = Vec::new();
    let mut say = |on, vote| orders.push(outlook.order(When::Standing, Act::Vote { on, vote }));
    let me = || Some(outlook.id.clone());
    say(Motion::Claim { of: me(), area: None }, Vote::Yes);
    say(Motion::DiplomaticConquest { by: me(), area: None }, Vote::Yes);
    say(Motion::Regency { of: None, by: me() }, Vote::Yes);
    say(Motion::Absolution { of: me() }, Vote::Yes);
    for other in outlook.neighbours() {
        let friend = treaties::forbids_attack(outlook.world(), outlook.id, other, outlook.first_year());
        say(Motion::Excommunication { of: Some(other.clone()) }, if friend { Vote::No } else { Vote::Yes });
        say(Motion::Claim { of: Some(other.clone()), area: None }, if friend { Vote::Yes } else { Vote::No });
    }
    for (nth, motion) in [
        Motion::Crusade { against: None },
        Motion::CrusadeFor { state: None },
        Motion::CrusadeGoesOn,
        Motion::Jihad,
        Motion::EndOfSchism,
        Motion::Any,
    ]
    .into_iter()
    .enumerate()
    {
        let nth = u32::try_from(nth).unwrap_or(0);
        let yes = outlook.chance("policy vote", "", nth, 55);
        say(motion, if yes { Vote::Yes } else { Vote::No });
    }
    orders
}

/// One call a pentade at most, and seldom.
fn call(outlook: &Outlook<'_>) -> Option<Order> {
    if !outlook.chance("policy call", "", 0, 8) {
        return None;
    }
    let near: Vec<&EmpireId> = outlook.neighbours().into_iter().collect();
    let other = near.get(outlook.pick("policy called", "", near.len())).map(|id| (*id).clone());
    let calls = [
        other.clone().map(|of| Motion::Excommunication { of: Some(of) }),
        other.map(|against| Motion::Crusade { against: Some(against) }),
        Some(Motion::EndOfSchism),
        Some(Motion::Jihad),
        Some(Motion::Union),
        Some(Motion::Absolution { of: Some(outlook.id.clone()) }),
    ];
    let called = calls.into_iter().flatten().collect::<Vec<_>>();
    let motion = called.get(outlook.pick("policy motion", "", called.len()))?.clone();
    Some(outlook.order(When::Year(outlook.first_year() + 1), Act::Call(motion)))
}

/// A year card for a crusade, a jihad, the Pope or a Crusader State of one's own religion.
fn donation(outlook: &Outlook<'_>) -> Option<Order> {
    let religion = &outlook.empire.leader.religion;
    let mut causes = Vec::new();
    for (id, empire) in &outlook.world().empires {
        let akin = outlook.scene.rulebook.religions.distance(&empire.leader.religion, religion) == 0;
        match empire.kind {
            EmpireKind::Crusade if akin => causes.extend([Cause::Crusade, Cause::Jihad]),
            EmpireKind::CrusaderState if akin => causes.push(Cause::CrusaderState(id.clone())),
            EmpireKind::Pope if akin => causes.push(Cause::Pope),
            _ => {}
        }
    }
    let likely = if causes.len() > 1 { 25 } else { 4 };
    let to = causes.get(outlook.pick("policy cause", "", causes.len()))?.clone();
    let gives = outlook.chance("policy donation", "", 0, likely);
    gives.then(|| outlook.order(When::Opening, Act::GiveYearCards { cards: 1, to, without: Vec::new() }))
}

/// Standing choices for what may be asked.
fn choices(outlook: &Outlook<'_>) -> Vec<Order> {
    let mut choices = vec![Choice::Obedience { anti_pope: outlook.chance("policy obedience", "", 0, 35) }];
    choices.extend(outlook.empire.court.clone().map(Choice::AntiPopeSeat));
    if outlook.chance("policy consent", "", 0, 10) {
        choices.push(Choice::DynasticConsent { of: None, area: None });
    }
    choices.into_iter().map(|choice| outlook.order(When::Standing, Act::Choose(choice))).collect()
}

/// One of a question's options at random; without options what stands by default, or else that nothing is wished.
pub fn answer(world: &World, question: &Question, id: &str, dice: &Dice) -> String {
    let options = u32::try_from(question.options.len()).unwrap_or(0);
    if options == 0 {
        return question.default.clone().unwrap_or_else(|| "nothing".to_owned());
    }
    let pentade = world.pentade.first_year();
    let key = Key { pentade, year: question.year, purpose: "policy answer", subject: id, nth: 0 };
    let place = dice.roll(key, 1, options).total() - 1;
    let chosen = usize::try_from(place).ok().and_then(|place| question.options.get(place));
    chosen.cloned().unwrap_or_else(|| question.stands_by_default().to_owned())
}
