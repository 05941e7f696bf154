//! What a power without a player did of its own (6.8), as orders for the same pentade.

use super::texts::{TurnRead, text_of};
use super::wards::Letter;
use super::{Empires, empire_of};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::terms::{
    Act, AreaId, EmpireId, Endeavour, EndeavourKind, EndeavourOrder, EndeavourSort, GoldAmount, Order,
    OrderSheet, When,
};
use crate::postal::chronicle::SideId;
use crate::postal::game::{GameError, Turn};
use crate::postal::reading::Sheet;

/// The endeavours that a power tried, in the order in which it tried them. None when there are none, or one of them began
/// where no order can: beyond the map (24).
///
/// Errors: the turn cannot be read; there is no such empire.
pub(super) fn of(game: &Empires, turn: Turn<'_>, side: &SideId) -> Result<Option<Sheet>, GameError> {
    let read = TurnRead::of(turn)?;
    let told = read.told(&game.rulebook);
    let empire = empire_of(told.before, side)?;
    let rulebook = &*game.rulebook.of_world(told.before);
    let mut orders: Vec<Order> = Vec::new();
    for entry in told.chronicle {
        let Some((year, kind)) = tried(entry, &empire) else { continue };
        let Some(kind) = kind else { return Ok(None) };
        if !places(&kind).into_iter().all(|area| rulebook.atlas.area(area).is_some()) {
            return Ok(None);
        }
        let extra_card = orders.iter().any(|order| order.when == When::Year(year));
        let endeavour = Endeavour { kind, gold: GoldAmount::Exactly(0), by_sea: false };
        let order = EndeavourOrder { branches: Vec::new(), otherwise: Some(endeavour), extra_card };
        orders.push(Order { when: When::Year(year), condition: None, act: Act::Endeavour(order) });
    }
    if orders.is_empty() {
        return Ok(None);
    }
    let letter = Letter { own: OrderSheet { orders }, ..Letter::default() };
    let words = letter.words(&*game.vocabulary(told.before)?);
    Ok(Some(Sheet { data: text_of("sheet", &letter)?, words }))
}

/// The year of an endeavour of this empire, and what was tried; none of it when the entry does not say where.
fn tried(entry: &Entry, empire: &EmpireId) -> Option<(i32, Option<EndeavourKind>)> {
    let Happening::EndeavourTried { sort, base, .. } = &entry.kind else { return None };
    if entry.who.as_ref().map(SideId::as_str) != Some(empire.as_str()) {
        return None;
    }
    let target = entry.place.as_ref().map(|place| AreaId::new(place.as_str()));
    Some((entry.year?, target.and_then(|target| kind(*sort, target, base.clone()))))
}

fn kind(sort: EndeavourSort, target: AreaId, base: Option<AreaId>) -> Option<EndeavourKind> {
    Some(match sort {
        EndeavourSort::Conquest => EndeavourKind::Conquest { target, base: base? },
        EndeavourSort::Pillage => EndeavourKind::Pillage { target, base: base? },
        EndeavourSort::Diplomacy => EndeavourKind::Diplomacy { target, base },
        EndeavourSort::Defence => EndeavourKind::Defence { area: target },
        EndeavourSort::Fortification => EndeavourKind::Fortification { area: target },
        EndeavourSort::Ruling => EndeavourKind::Ruling { area: target, removing: None },
        EndeavourSort::Conversion => EndeavourKind::Conversion { area: target },
    })
}

fn places(kind: &EndeavourKind) -> Vec<&AreaId> {
    match kind {
        EndeavourKind::Conquest { target, base } | EndeavourKind::Pillage { target, base } => {
            vec![target, base]
        }
        EndeavourKind::Diplomacy { target, base } => [target].into_iter().chain(base).collect(),
        EndeavourKind::Defence { area }
        | EndeavourKind::Fortification { area }
        | EndeavourKind::Ruling { area, .. }
        | EndeavourKind::Conversion { area } => vec![area],
    }
}
