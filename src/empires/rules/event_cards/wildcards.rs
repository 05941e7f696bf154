//! Rule 19.20: wildcards. The player states a wish, the GM answers with a ruling in its exact words or refuses.

use super::super::fixed::Refusal;
use super::super::gm;
use super::super::muster::refused;
use super::super::parleys;
use super::super::scene::{Effects, Scene, Unanswered};
use super::holds::{done, is_last_chance, may_be_played_now};
use super::moved;
use crate::empires::chronicle::{CardHappening, Entry, GmHappening, Happening};
use crate::empires::terms::{Act, CardPlay, EmpireId, EventKind, Order};
use crate::empires::world::{CardPlace, Effect};
use crate::postal::chronicle::{RuleId, SideId, Visibility};
use crate::postal::question::{Ballot, Question};

/// What the GM answers to a wish that does not come true.
const REFUSED: &str = "refused";

/// What the GM answers to a wish that a parley is to decide (20.1); what follows from its vote he rules afterwards.
const PARLEY: &str = "parley";

/// One order that plays a wildcard this year.
struct Wish<'s> {
    empire: &'s EmpireId,
    index: u32,
    order: &'s Order,
    wish: &'s str,
    with: Option<&'s EmpireId>,
}

/// One or two wildcards played together (19.20).
struct Joint<'s> {
    wishes: Vec<&'s Wish<'s>>,
    cards: Vec<u32>,
    /// Tells apart several plays of the same players in one year.
    nth: usize,
}

/// Rule 19.20: the wildcards of the year. A wish becomes a question to the GM; what he answers is so. A wish that he refuses
/// leaves the card in the hand.
///
/// Cases: 19.H.1 to 19.H.24.
pub(super) fn play(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let wishes = wishes(scene);
    for joint in joined(scene, &wishes, &mut effects) {
        let decided = decide(scene, &joint, &effects.effects);
        effects.extend(decided);
    }
    effects
}

fn wishes<'s>(scene: &Scene<'s>) -> Vec<Wish<'s>> {
    let mut wishes = Vec::new();
    for (empire, sheet) in scene.sheets {
        for (index, order) in (0..).zip(&sheet.orders) {
            if let Act::Play(CardPlay::Wildcard { wish, with }) = &order.act
                && may_be_played_now(scene, empire, index, order)
            {
                wishes.push(Wish { empire, index, order, wish, with: with.as_ref() });
            }
        }
    }
    wishes
}

/// The wishes with the cards that they take; those without a card or a partner are refused.
fn joined<'s>(scene: &Scene<'_>, wishes: &'s [Wish<'s>], effects: &mut Effects) -> Vec<Joint<'s>> {
    let mut plays: Vec<Joint<'s>> = Vec::new();
    for (place, wish) in wishes.iter().enumerate() {
        let is_taken = plays.iter().any(|play| play.wishes.iter().any(|other| std::ptr::eq(*other, wish)));
        if is_taken {
            continue;
        }
        let together = match wish.with {
            None => vec![wish],
            Some(with) if with == wish.empire => vec![wish, wish],
            Some(with) => {
                let partner = wishes[place + 1..]
                    .iter()
                    .find(|other| other.empire == with && other.with == Some(wish.empire));
                match partner {
                    Some(partner) => vec![wish, partner],
                    None => {
                        let reason = "the other empire plays no wildcard with this one";
                        refuse(scene, wish, reason, effects); // rule:19.20
                        continue;
                    }
                }
            }
        };
        let used: Vec<u32> = plays.iter().flat_map(|play| play.cards.iter().copied()).collect();
        match cards_for(scene, &together, &used) {
            Some(cards) => {
                let same = |play: &&Joint<'_>| play.wishes[0].empire == wish.empire;
                let nth = plays.iter().filter(same).count();
                plays.push(Joint { wishes: together, cards, nth });
            }
            None => refuse(scene, wish, "a hand does not hold the wildcard for it", effects),
        }
    }
    plays
}

fn refuse(scene: &Scene<'_>, wish: &Wish<'_>, reason: &str, effects: &mut Effects) {
    if is_last_chance(scene, wish.empire, wish.index, wish.order.when) {
        effects.tell(refused(wish.empire, wish.order, Refusal::new("19.20", reason)));
    }
}

/// A card for each of the wishes from the hands of those who wish; none when one is lacking.
fn cards_for(scene: &Scene<'_>, together: &[&Wish<'_>], used: &[u32]) -> Option<Vec<u32>> {
    let mut cards: Vec<u32> = Vec::new();
    for wish in together {
        let mut hand = scene.world.cards.hand(wish.empire).filter(|(_, kind)| *kind == EventKind::Wildcard);
        let free = hand.find(|(card, _)| !used.contains(card) && !cards.contains(card));
        cards.push(free?.0);
    }
    Some(cards)
}

/// What a ruling on a wish brings about, beside the `earlier` effects of the year's wishes. A new area takes two cards.
///
/// Errors: what is wrong with the ruling: lower case, no final stop.
fn ruled(
    scene: &Scene<'_>,
    joint: &Joint<'_>,
    words: &str,
    earlier: &[Effect],
) -> Result<Vec<Effect>, String> {
    let effects = gm::effects_of(scene, words, earlier)?;
    if joint.cards.len() < 2 && effects.iter().any(|effect| effect.added_area().is_some()) {
        return Err("a new area takes two wildcards".to_owned()); // rule:19.20
    }
    Ok(effects)
}

/// The GM decides on a wish.
fn decide(scene: &Scene<'_>, joint: &Joint<'_>, earlier: &[Effect]) -> Effects {
    let mut effects = Effects::default();
    let question = question(scene, joint);
    let answer = effects.ask(scene, question.clone());
    if !effects.questions.is_empty() {
        return effects;
    }
    let granted = match ruled(scene, joint, answer.trim(), earlier) {
        _ if answer.trim() == REFUSED => None,
        _ if answer.trim() == PARLEY => Some(parleys::wildcard_due(scene, joint.wishes[0].empire).effects),
        Ok(granted) => Some(granted),
        Err(reason) if scene.unanswered == Unanswered::Asked => {
            let why = format!(
                "{} (the last answer, \u{201c}{answer}\u{201d}, meant nothing: {reason})",
                question.why
            );
            effects.questions.push(Question { why, ..question });
            return effects;
        }
        Err(reason) => {
            let happening = GmHappening::RulingRefused { words: answer.clone(), reason };
            let entry = Entry::new(&["19.20"], Happening::Gm(happening)).of(joint.wishes[0].empire);
            effects.tell(Entry { visibility: Visibility::Gm, ..entry });
            None
        }
    };
    for wish in &joint.wishes {
        effects.change(done(wish.empire, wish.index));
    }
    effects.extend(told(joint, granted.is_some(), &answer));
    if let Some(granted) = granted {
        effects.effects.extend(granted); // rule:19.20
        for card in &joint.cards {
            effects.change(moved(*card, CardPlace::Discard)); // rule:19.20
        }
    }
    effects
}

/// What becomes of a wish: everybody learns of one that came true, its players of one that did not.
fn told(joint: &Joint<'_>, granted: bool, answer: &str) -> Effects {
    let mut effects = Effects::default();
    let first = joint.wishes[0];
    let wish = first.wish.to_owned();
    let with = joint.wishes.get(1).map(|other| other.empire.clone()).filter(|other| other != first.empire);
    let mut sides = vec![SideId::new(first.empire.as_str())];
    sides.extend(with.iter().map(|with| SideId::new(with.as_str())));
    let happening = if granted {
        CardHappening::WishGranted { wish, with, ruling: answer.to_owned() }
    } else {
        CardHappening::WishRefused { wish, with }
    };
    let entry = Entry::new(&["19.20"], Happening::Card(happening)).of(first.empire);
    let visibility =
        if granted { Visibility::Public } else { Visibility::Sides(sides.into_iter().collect()) };
    effects.tell(Entry { visibility, ..entry });
    effects
}

fn question(scene: &Scene<'_>, joint: &Joint<'_>) -> Question {
    let year = scene.year_or_first();
    let mut players: Vec<&str> = joint.wishes.iter().map(|wish| wish.empire.as_str()).collect();
    players.sort_unstable();
    let mut id = format!("wildcard/{year}/{}", players.join("+"));
    if joint.nth > 0 {
        id.push_str(&format!("/{}", joint.nth + 1));
    }
    let wishes: Vec<&str> = joint.wishes.iter().map(|wish| wish.wish).collect();
    Question {
        id,
        year: scene.year,
        rule: RuleId::new("19.20"),
        electorate: Vec::new(),
        ballot: Ballot::Secret,
        options: Vec::new(),
        default: Some(REFUSED.to_owned()),
        why: format!(
            "a wildcard is played: \u{201c}{}\u{201d}. What is so from now on, in the words of a ruling, or \u{201c}{PARLEY}\u{201d} or \u{201c}{REFUSED}\u{201d}?",
            wishes.join("\u{201d} and \u{201c}")
        ),
    }
}
