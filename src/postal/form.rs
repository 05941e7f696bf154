//! The order form: its boxes, and the orders that can be chosen for them instead of typed.

/// One part of the order form: a box for free text with its heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormPart {
    /// Field name, fit for a form: `y976`.
    pub field: String,
    /// Heading: `Year 976`.
    pub title: String,
    /// One or two lines that could stand there.
    pub example: String,
    /// What stands in force now, in canonical words.
    pub words: String,
    /// Whether there is a [`Menu`] for it.
    pub can_choose: bool,
}

/// What can be chosen for one box of the order form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Menu {
    /// The orders, by sort.
    pub sorts: Vec<Offers>,
    /// What may stand before an order that waits on something: words up to and with the colon.
    pub conditions: Vec<String>,
}

/// Orders of one sort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offers {
    /// What they are: `Conquest`.
    pub title: String,
    /// Whether several can be chosen, each as a line of its own.
    pub several: bool,
    /// The orders, in the order in which they are looked for.
    pub offers: Vec<Offer>,
}

/// One order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The line that gives it.
    pub words: String,
    /// The line with a figure in it, where one may be added: [`FIGURE`] stands for it.
    pub with_figure: Option<String>,
    /// What it would come to, in a few words; empty where nothing can be told.
    pub told: String,
}

/// Stands in [`Offer::with_figure`] for the figure.
pub const FIGURE: char = '#';

impl Offer {
    /// An order without a figure.
    pub fn plain(words: impl Into<String>, told: impl Into<String>) -> Self {
        Self { words: words.into(), with_figure: None, told: told.into() }
    }

    /// The line with a figure, if one is given and fits in.
    pub fn line(&self, figure: Option<u32>) -> String {
        match (&self.with_figure, figure.filter(|figure| *figure > 0)) {
            (Some(words), Some(figure)) => words.replace(FIGURE, &figure.to_string()),
            _ => self.words.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_stands_only_where_one_fits() {
        let ruled =
            Offer { with_figure: Some("rule Rome with # gold".into()), ..Offer::plain("rule Rome", "") };
        assert_eq!(ruled.line(Some(12)), "rule Rome with 12 gold");
        assert_eq!((ruled.line(Some(0)), ruled.line(None)), ("rule Rome".into(), "rule Rome".into()));
        assert_eq!(Offer::plain("tax Rome", "3 gold").line(Some(4)), "tax Rome");
    }
}
