//! Choosing an order for a box of the form instead of typing it: what the game offers, what the chosen would come to, and
//! putting it into the box.

use std::collections::BTreeSet;

use crate::desk::Desk;
use crate::desk::offers::Preview;
use crate::desk::take_form::Typed;
use crate::desk::views::AccountId;
use crate::postal::chronicle::SideId;
use crate::postal::form::{Menu, Offer};
use crate::web::document::Blocks;
use crate::web::error::WebError;

/// Pressed with the field that an order is chosen for.
const PICK: &str = "form-pick";
/// Pressed with the field that what is chosen goes into.
const ADD: &str = "form-add";

/// Begins the names of what is chosen; no game has such a box.
const CHOICE: &str = "pick-";

/// What was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pressed<'a> {
    /// To choose for this field, or to see what the chosen would come to.
    Pick(&'a str),
    /// To put what is chosen into this field's box.
    Add(&'a str),
}

/// The button that was pressed, if it was one of these.
pub fn pressed(filled: &[(String, String)]) -> Option<Pressed<'_>> {
    filled.iter().find_map(|(name, value)| match name.as_str() {
        PICK => Some(Pressed::Pick(value)),
        ADD => Some(Pressed::Add(value)),
        _ => None,
    })
}

/// What is chosen for one field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chosen {
    /// The one order, as its line without a figure.
    order: String,
    /// The figure of that order, as it was typed.
    figure: String,
    /// What it waits on, up to the colon.
    condition: String,
    /// Orders of which several may be chosen.
    others: BTreeSet<String>,
}

impl Chosen {
    fn of(filled: &[(String, String)], field: &str) -> Self {
        let values = |what: &str| {
            let name = format!("{CHOICE}{field}-{what}");
            filled.iter().filter(move |(one, _)| *one == name).map(|(_, value)| value.clone())
        };
        let first = |what: &str| values(what).next().unwrap_or_default();
        Self {
            order: first("order"),
            figure: first("figure").trim().to_owned(),
            condition: first("condition"),
            others: values("others").collect(),
        }
    }

    /// The figure; none where nothing is typed.
    ///
    /// Errors: what is typed is no whole number from 0, in words.
    fn figure(&self) -> Result<Option<u32>, String> {
        if self.figure.is_empty() {
            return Ok(None);
        }
        let figure = self.figure.parse();
        figure.map(Some).map_err(|_| format!("\u{201c}{}\u{201d} is no whole number from 0", self.figure))
    }

    /// The lines that it gives, in the order of the menu. What the menu does not have gives none.
    ///
    /// Errors: the figure is none.
    fn lines(&self, menu: &Menu) -> Result<Vec<String>, String> {
        let figure = self.figure()?;
        let condition = menu.conditions.iter().find(|condition| **condition == self.condition);
        let mut lines = Vec::new();
        for sort in &menu.sorts {
            for offer in &sort.offers {
                if sort.several && self.others.contains(&offer.words) {
                    lines.push(offer.words.clone());
                } else if !sort.several && offer.words == self.order {
                    let line = offer.line(figure);
                    lines.push(condition.map_or(line.clone(), |condition| format!("{condition} {line}")));
                }
            }
        }
        Ok(lines)
    }
}

/// The open menu of one field.
#[derive(Debug, Clone)]
pub struct Picker {
    /// Whose it is.
    pub field: String,
    /// What can be chosen.
    pub menu: Menu,
    /// What is chosen.
    pub chosen: Chosen,
    /// What that would come to; none while nothing is chosen.
    pub preview: Option<Preview>,
    /// What is wrong with the figure.
    pub wrong_figure: Option<String>,
    /// Whether something was put into the box just now: lists to tick are folded then.
    pub was_added: bool,
}

impl Picker {
    /// Whether this order is chosen.
    pub fn has(&self, offer: &Offer) -> bool {
        self.chosen.order == offer.words || self.chosen.others.contains(&offer.words)
    }

    /// Whether this condition is chosen.
    pub fn waits_on(&self, condition: &str) -> bool {
        self.chosen.condition == condition
    }

    /// The figure, as its box shows it.
    pub fn figure(&self) -> &str {
        &self.chosen.figure
    }

    /// Whether there are orders of which one can be chosen.
    pub fn has_single(&self) -> bool {
        self.menu.sorts.iter().any(|sort| !sort.several)
    }

    /// What the chosen would come to, to be put into a page.
    pub fn told(&self) -> Option<Blocks<'_>> {
        self.preview.as_ref().map(|preview| Blocks::under(&preview.blocks))
    }
}

/// The menu of a field, with what is chosen from it so far; the form as it was filled stays as it is.
pub async fn open(
    desk: &Desk,
    (account, slug, side): (AccountId, &str, &SideId),
    filled: &[(String, String)],
    field: &str,
) -> Result<Picker, WebError> {
    let menu = desk.order_menu(account, slug, side, Typed::Form(filled), field).await?;
    let chosen = Chosen::of(filled, field);
    let (lines, wrong_figure) = match chosen.lines(&menu) {
        Ok(lines) => (lines, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    let preview = match lines.is_empty() {
        true => None,
        false => {
            let with = with_lines(filled, field, &lines);
            Some(desk.preview(account, slug, side, filled, &with).await?)
        }
    };
    Ok(Picker { field: field.to_owned(), menu, chosen, preview, wrong_figure, was_added: false })
}

/// The form with what is chosen in the field's box, and nothing chosen any more; as it was filled where the figure
/// cannot be read.
pub async fn add(
    desk: &Desk,
    (account, slug, side): (AccountId, &str, &SideId),
    filled: &[(String, String)],
    field: &str,
) -> Result<Vec<(String, String)>, WebError> {
    let menu = desk.order_menu(account, slug, side, Typed::Form(filled), field).await?;
    Ok(match Chosen::of(filled, field).lines(&menu) {
        Ok(lines) => emptied(&with_lines(filled, field, &lines)),
        Err(_) => filled.to_vec(),
    })
}

/// The form without what is chosen.
fn emptied(filled: &[(String, String)]) -> Vec<(String, String)> {
    filled.iter().filter(|(name, _)| !name.starts_with(CHOICE)).cloned().collect()
}

/// The filled form with lines below those of a field.
fn with_lines(filled: &[(String, String)], field: &str, lines: &[String]) -> Vec<(String, String)> {
    let mut with = filled.to_vec();
    if !with.iter().any(|(name, _)| name == field) {
        with.push((field.to_owned(), String::new()));
    }
    for (_, words) in with.iter_mut().filter(|(name, _)| name == field).take(1) {
        for line in lines {
            if !words.lines().any(|one| one.trim() == line) {
                let former = words.trim_end();
                *words = if former.is_empty() { line.clone() } else { format!("{former}\n{line}") };
            }
        }
    }
    with
}
