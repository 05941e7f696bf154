//! The map as SVG: a [`Picture`] of any game in parchment and ink.
//!
//! Everything is said in presentation attributes, so that the same drawing serves in a page, as a file of its own
//! and under a policy that allows no style of its own. Outlines stand in it once; a layer is a list of them by fill.

mod borders;
mod drawing;
mod inroads;
mod legend;
mod letters;
mod look;
mod names;
mod ornaments;
mod palette;
mod png;
mod view;

use askama::Template;

pub use borders::{Between, Borders};
pub use drawing::plots;
pub use legend::keys;
pub use look::{CHANGE, Look, NotThere, OWNER, layers};
pub use names::Plot;
pub use palette::{Paint, paint, paint_on};
pub use png::{PNG_WIDTH, PictureError, png, png_as};
pub use view::{AreaView, LegendView, MapView, Sheet};

use crate::postal::picture::Picture;

/// Where a drawing will stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In a page, which has its own legend; the prefix keeps ids apart when a page holds two maps.
    Page {
        /// Put before every id of the drawing: `before-`.
        prefix: &'static str,
        /// Where areas lead.
        links: Links,
        /// Whether all layers are in it, the others unseen; else the shown one alone.
        all_layers: bool,
    },
    /// A file of its own, with the legend below.
    File,
}

/// Where areas lead: an address about the area's id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Links {
    /// What stands before the id; areas lead nowhere when it is empty.
    pub before: String,
    /// What stands behind it.
    pub after: String,
}

impl Links {
    /// The address of one area; empty for nowhere.
    pub fn to(&self, id: &str) -> String {
        if self.before.is_empty() { String::new() } else { format!("{}{id}{}", self.before, self.after) }
    }
}

/// Draws a picture, tinted by owner.
///
/// Errors: only what the template engine may report, which for a string is nothing.
pub fn draw(picture: &Picture, place: Place) -> Result<String, askama::Error> {
    draw_as(picture, None, &place, &Look::default())
}

/// Draws a picture as a reader chose to see it; `before` is the map that changes are told from.
///
/// Errors: as for [`draw`]. What the map does not have is left out: [`Look::check`] says so beforehand.
pub fn draw_as(
    picture: &Picture,
    before: Option<&Picture>,
    place: &Place,
    look: &Look,
) -> Result<String, askama::Error> {
    drawing::Drawing::new(picture, before, place, look).render()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postal::chronicle::SideId;
    use crate::postal::picture::{
        Bond, BondSign, Cell, Inroad, Label, Layer, LegendRow, Mark, Scale, Shape, ShapeKind, Tint,
    };

    fn land(id: &str, name: &str, tint: u8, marks: Vec<Mark>) -> Shape {
        Shape {
            id: id.to_owned(),
            kind: ShapeKind::Land,
            path: "M0 0l100 0 0 100-100 0z".to_owned(),
            tint: Tint(tint),
            label: Some(Label {
                x: 50,
                y: 50,
                size: 10,
                rotation: 0,
                spacing_hundredths: 0,
                lines: vec![name.to_owned()],
            }),
            marks,
            hover: vec![name.to_owned(), "in unrest".to_owned()],
            ..Shape::default()
        }
    }

    fn picture(shapes: Vec<Shape>) -> Picture {
        let label = "Franks & \"Co\"".to_owned();
        let legend = vec![LegendRow { tint: Tint(1), label, side: Some(SideId::new("franks")) }];
        let bonds = vec![(BondSign::Scroll, "claim".to_owned())];
        let (title, view_box) = ("The <map>".to_owned(), [0, 0, 100, 100]);
        Picture { title, view_box, shapes, legend, bonds, ..Picture::default() }
    }

    fn page(prefix: &'static str) -> Place {
        let links = Links { before: "/areas/".to_owned(), after: "?a&b".to_owned() };
        Place::Page { prefix, links, all_layers: true }
    }

    #[test]
    fn markup_in_a_name_is_text() {
        let hostile = "</text><script>alert(1)</script>\" onmouseover=\"x ]]> '";
        for place in [Place::File, page("a-")] {
            let drawing = draw(&picture(vec![land("saxony", hostile, 1, Vec::new())]), place).expect("drawn");
            assert!(!drawing.contains("<script") && !drawing.contains("\" onmouseover"), "{drawing}");
            assert!(drawing.contains("&#60;script&#62;"), "the name is there as text: {drawing}");
        }
    }

    #[test]
    fn every_mark_is_seen_at_a_glance_and_every_line_on_a_hover() {
        let marks = vec![Mark::Court, Mark::Unrest, Mark::Walls(3), Mark::Figure("-2".to_owned())];
        let drawing = draw(&picture(vec![land("saxony", "Saxony", 1, marks)]), Place::File).expect("drawn");
        for sign in ["href=\"#court\"", "href=\"#unrest\"", "href=\"#walls\"", ">3</text>", ">-2</text>"] {
            assert!(drawing.contains(sign), "{sign} in {drawing}");
        }
        assert!(drawing.contains("<title>Saxony\nin unrest</title>"), "{drawing}");
        assert!(drawing.contains(paint(Tint(1)).fill) && drawing.contains("Franks &#38; &#34;Co&#34;"));
    }

    #[test]
    fn two_maps_of_a_page_share_no_id() {
        let shown = picture(vec![land("saxony", "Saxony", 13, Vec::new())]);
        let ids = |prefix| {
            let drawing = draw(&shown, page(prefix)).expect("drawn");
            let ids = drawing.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
            ids.map(str::to_owned).collect::<std::collections::BTreeSet<_>>()
        };
        let (one, other) = (ids("a-"), ids("b-"));
        assert!(one.len() > 5 && one.is_disjoint(&other), "{one:?} {other:?}");
    }

    /// Two lands side by side: the Franks hold one, have a claim in the other, and have entered it.
    fn neighbours() -> Picture {
        let mut one = land("saxony", "Saxony", 1, vec![Mark::Aim]);
        one.hover.truncate(1);
        let mut other = land("denmark", "Denmark", 0, Vec::new());
        other.path = "M100 0l100 0 0 100-100 0z".to_owned();
        other.label.as_mut().expect("a label").x = 150;
        other.bonds = vec![Bond { side: SideId::new("franks"), sign: BondSign::Scroll }];
        other.inroads = vec![Inroad { from: "saxony".to_owned(), tint: Tint(1), count: 2 }];
        let cell =
            |tint| Cell { tint: Tint(tint), figure: None, spots: vec![(Tint(1), "ODIN 3".to_owned())] };
        let layer = Layer {
            id: "gods".to_owned(),
            title: "Gods".to_owned(),
            scale: Scale::Steps(2),
            legend: Vec::new(),
            cells: [("denmark".to_owned(), cell(2))].into(),
        };
        Picture { view_box: [0, 0, 200, 100], layers: vec![layer], ..picture(vec![one, other]) }
    }

    #[test]
    fn a_layer_is_shown_and_the_others_wait_in_a_page() {
        let (shown, look) = (neighbours(), Look { layer: Some("gods".to_owned()), ..Look::default() });
        let drawing = draw_as(&shown, None, &page(""), &look).expect("drawn");
        assert_eq!(drawing.matches("data-layer=\"gods\">").count(), 2, "tints and figures: {drawing}");
        assert_eq!(drawing.matches("data-layer=\"owner\" display=\"none\">").count(), 2);
        assert_eq!(drawing.matches("<path id=\"denmark\"").count(), 1, "outlines stand once");
        assert!(drawing.contains("ODIN 3</text>") && drawing.contains(">2</text>"), "{drawing}");
        assert!(drawing.contains("<a href=\"/areas/denmark?a&#38;b\""), "{drawing}");
        let file = draw_as(&shown, None, &Place::File, &look).expect("drawn");
        assert!(!file.contains("data-layer=\"owner\"") && !file.contains("<a "), "{file}");
        assert!(file.contains("aim of a crusade"), "a file explains its signs");
    }

    #[test]
    fn bonds_are_drawn_for_the_chosen_side_and_an_area_is_pointed_out() {
        let shown = neighbours();
        let scroll = "href=\"#scroll\"";
        let look = |side: &str| Look {
            side: Some(SideId::new(side)),
            area: Some("denmark".to_owned()),
            ..Look::default()
        };
        let drawing = draw_as(&shown, None, &page(""), &look("franks")).expect("drawn");
        assert_eq!(drawing.matches(scroll).count(), 1, "{drawing}");
        assert!(drawing.contains("class=\"chosen\" href=\"#denmark\""));
        let others = draw_as(&shown, None, &page(""), &look("danes")).expect("drawn");
        assert_eq!(others.matches(scroll).count(), 0);
        assert_eq!(
            keys(&shown, &look("franks")).last().map(|key| key.1.as_str()),
            Some("claim of Franks & \"Co\"")
        );
    }

    #[test]
    fn an_inroad_stands_on_the_border_it_came_over() {
        let drawing = draw(&neighbours(), Place::File).expect("drawn");
        assert!(
            drawing.contains("<g transform=\"translate(100 50)\"><path transform=\"rotate(0)\""),
            "{drawing}"
        );
    }
}
