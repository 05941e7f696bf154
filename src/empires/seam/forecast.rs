//! The forecast of a letter: of its writer's own orders, and of those that he gives as a regent (30.4).

use std::collections::BTreeMap;

use super::wards::{self, Letter};
use crate::empires::forecast;
use crate::empires::orders::Vocabulary;
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::{EmpireId, RuleId};
use crate::empires::world::World;
use crate::postal::document::{Block, Item, Span};
use crate::postal::reading::Forecast;

/// What can be told beforehand of a letter.
pub(super) fn of(
    rulebook: &Rulebook,
    vocabulary: &Vocabulary,
    world: &World,
    writer: &EmpireId,
    letter: Letter,
) -> Forecast {
    let rulebook = &*rulebook.of_world(world);
    let mut whole = Forecast::default();
    let sheets = wards::in_force(world, BTreeMap::from([(writer.clone(), letter)])); // rule:30.4
    if !sheets.contains_key(writer) {
        let words = "your own orders do not count while another has the regency ".to_owned();
        let spans = vec![Span::Text(words), Span::Rule(RuleId::new("30.4"))];
        whole.refusals.push(Item { spans, details: Vec::new() });
    }
    for (empire, sheet) in &sheets {
        let part = forecast::forecast(rulebook, world, empire, sheet);
        let mut part = forecast::document(&rulebook.atlas, vocabulary, &part);
        if empire != writer {
            let name = vocabulary.empire_name(empire).to_owned();
            whole.blocks.push(Block::Heading { level: 3, text: name.clone() });
            for refusal in &mut part.refusals {
                refusal.spans.insert(0, Span::Text(format!("{name}, ")));
            }
        }
        whole.refusals.append(&mut part.refusals);
        whole.blocks.append(&mut part.blocks);
    }
    whole
}
