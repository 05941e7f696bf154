//! Orders that can be chosen on a page, and what one more of them would change.

use super::foresee::{foresee, unless_it_stops};
use super::take_form::Typed;
use super::{AccountId, Desk, DeskError};
use crate::postal::chronicle::SideId;
use crate::postal::document::{Block, Item};
use crate::postal::form::Menu;
use crate::postal::reading::Forecast;

/// What would come out otherwise with other orders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preview {
    /// In the words of the forecast.
    pub blocks: Vec<Block>,
}

impl Desk {
    /// What a side could order in one box of the form, beside what is typed there and elsewhere. Nothing is kept.
    ///
    /// Errors: as [`Desk::take_form`].
    pub async fn order_menu(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        typed: Typed<'_>,
        field: &str,
    ) -> Result<Menu, DeskError> {
        let mut db = self.store.reader().await?;
        let read = self.read_typed(&mut db, account, (slug, side), typed).await?;
        drop(db);
        let table = &read.table;
        let made = unless_it_stops(table, side, || {
            table.game.menu(&table.world(), side, Some(&read.reading.sheet), field)
        });
        made.unwrap_or_else(|| Ok(Menu::default())).map_err(DeskError::from)
    }

    /// What would come out otherwise with one form than with another. Nothing is kept.
    ///
    /// Errors: as [`Desk::take_form`].
    pub async fn preview(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        former: &[(String, String)],
        filled: &[(String, String)],
    ) -> Result<Preview, DeskError> {
        let mut db = self.store.reader().await?;
        let before = self.read_typed(&mut db, account, (slug, side), Typed::Form(former)).await?;
        let after = self.read_typed(&mut db, account, (slug, side), Typed::Form(filled)).await?;
        let before = foresee(&before.table, side, Some(&before.reading.sheet))?;
        let after = foresee(&after.table, side, Some(&after.reading.sheet))?;
        Ok(Preview { blocks: news(&before, after) })
    }
}

/// What a forecast tells that the former did not.
fn news(before: &Forecast, after: Forecast) -> Vec<Block> {
    let known: Vec<&Item> = before.blocks.iter().flat_map(items).chain(&before.refusals).collect();
    let rows: Vec<&Vec<String>> = before.blocks.iter().flat_map(rows).collect();
    let refusals = after.refusals.into_iter().filter(|item| !known.contains(&item));
    let refusals: Vec<Item> = refusals.collect();
    let mut told = Vec::new();
    if !refusals.is_empty() {
        let words = "This will be refused as things stand:".to_owned();
        told.push(Block::Paragraph(vec![crate::postal::document::Span::Strong(words)]));
        told.push(Block::List(refusals));
    }
    for block in after.blocks {
        match block {
            Block::List(items) => {
                let items: Vec<Item> = items.into_iter().filter(|item| !known.contains(&item)).collect();
                told.extend((!items.is_empty()).then_some(Block::List(items)));
            }
            Block::Table { caption, head, rows: all } => {
                let all: Vec<Vec<String>> = all.into_iter().filter(|row| !rows.contains(&row)).collect();
                told.extend((!all.is_empty()).then_some(Block::Table { caption, head, rows: all }));
            }
            Block::Paragraph(_) if !before.blocks.contains(&block) => told.push(block),
            _ => {}
        }
    }
    told
}

fn items(block: &Block) -> &[Item] {
    match block {
        Block::List(items) => items,
        _ => &[],
    }
}

fn rows(block: &Block) -> &[Vec<String>] {
    match block {
        Block::Table { rows, .. } => rows,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postal::document::Span;

    fn item(words: &str) -> Item {
        Item { spans: vec![Span::Text(words.to_owned())], details: Vec::new() }
    }

    #[test]
    fn only_what_is_new_is_told() {
        let table = |left: &str| Block::Table {
            caption: "Gold".into(),
            head: vec!["Year".into(), "Left".into()],
            rows: vec![vec!["976".into(), "9".into()], vec!["977".into(), left.into()]],
        };
        let forecast = |items: &[&str], left: &str, refusals: &[&str]| Forecast {
            refusals: refusals.iter().map(|words| item(words)).collect(),
            blocks: vec![table(left), Block::List(items.iter().map(|words| item(words)).collect())],
        };
        let before = forecast(&["tax"], "9", &["old"]);
        assert_eq!(news(&before, before.clone()), []);
        let told = news(&before, forecast(&["tax", "rule"], "7", &["old", "new"]));
        assert_eq!(told[1], Block::List(vec![item("new")]));
        assert!(matches!(&told[2], Block::Table { rows, .. } if rows.len() == 1 && rows[0][1] == "7"));
        assert_eq!(told[3], Block::List(vec![item("rule")]));
    }
}
