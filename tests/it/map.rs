//! The map of the shipped atlas, as it is really drawn: names that lie on no other, a page that stays small.

use std::path::Path;

use pentade::games;
use pentade::postal::chronicle::{Reader, SideId};
use pentade::postal::picture::{Picture, ShapeKind};
use pentade::settings::texts::ConfigTexts;
use pentade::web::map::{Links, Look, Place, draw_as, layers, plots};
use resvg::usvg::{Group, Node, Options, Rect, Tree, fontdb};

fn pictures() -> Vec<(String, Picture)> {
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
    let texts = ConfigTexts::read(&config).expect("the shipped texts");
    let games = games::load(&texts.files).expect("the shipped tables are sound");
    let game = games.get("empires").expect("the game");
    let opening = |id: &str| {
        let world = game.begin(id).expect("a scenario");
        (id.to_owned(), game.picture(&world, &Reader::Public).expect("a picture"))
    };
    game.scenarios().iter().map(|scenario| opening(&scenario.id)).collect()
}

/// Every line of names as the drawing program lays it out.
fn inked(group: &Group, found: &mut Vec<(String, Rect)>) {
    for node in group.children() {
        match node {
            Node::Group(group) => inked(group, found),
            Node::Text(text) => {
                let words = text.chunks().iter().map(|chunk| chunk.text()).collect::<String>();
                found.push((words, text.abs_bounding_box()));
            }
            _ => {}
        }
    }
}

#[test]
fn every_name_is_on_the_map_and_none_lies_on_another() {
    for (scenario, picture) in pictures() {
        for side in ["germany", "byzantium"] {
            let look = Look { side: Some(SideId::new(side)), ..Look::default() };
            let plots = plots(&picture, Some(&picture), &look);
            let labelled = picture.shapes.iter().filter(|shape| shape.label.is_some()).count();
            assert_eq!(plots.len(), labelled, "{scenario}: every name has room");
            for (at, (one, plot)) in plots.iter().enumerate() {
                for (other, its) in &plots[..at] {
                    assert!(!plot.meets(its), "{scenario}: {one} lies on {other}");
                }
            }
        }
    }
}

#[test]
fn upright_names_do_not_touch_as_they_are_really_drawn() {
    let mut faces = fontdb::Database::new();
    for face in
        [dejavu::serif::regular(), dejavu::serif::bold(), dejavu::serif::italic(), dejavu::sans::bold()]
    {
        faces.load_font_data(face.to_vec());
    }
    faces.set_serif_family("DejaVu Serif");
    let options =
        Options { font_family: "DejaVu Serif".to_owned(), fontdb: faces.into(), ..Options::default() };
    for (scenario, picture) in pictures() {
        let drawing = draw_as(&picture, None, &Place::File, &Look::default()).expect("drawn");
        let tree = Tree::from_str(&drawing, &options).expect("an SVG");
        let mut found = Vec::new();
        inked(tree.root(), &mut found);
        let upright = |words: &str| {
            picture.shapes.iter().any(|shape| {
                shape
                    .label
                    .as_ref()
                    .is_some_and(|label| label.rotation == 0 && label.lines.iter().any(|line| line == words))
            })
        };
        found.retain(|(words, _)| upright(words));
        assert!(found.len() > 120, "{scenario}: {} lines", found.len());
        for (at, (one, place)) in found.iter().enumerate() {
            for (other, its) in &found[..at] {
                let apart = place.right() <= its.left()
                    || its.right() <= place.left()
                    || place.bottom() <= its.top()
                    || its.bottom() <= place.top();
                // Lines of one name stand close to each other.
                let is_one_name = picture.shapes.iter().any(|shape| {
                    shape
                        .label
                        .as_ref()
                        .is_some_and(|label| label.lines.contains(one) && label.lines.contains(other))
                });
                assert!(apart || is_one_name, "{scenario}: {one} {place:?} lies on {other} {its:?}");
            }
        }
    }
}

#[test]
fn every_layer_tints_and_explains_all_the_land() {
    for (scenario, picture) in pictures() {
        let lands = picture.shapes.iter().filter(|shape| shape.kind == ShapeKind::Land).count();
        let shown = layers(&picture, Some(&picture));
        let ids: Vec<&str> = shown.iter().map(|layer| layer.id.as_str()).collect();
        assert_eq!(ids, ["owner", "state", "religion", "language", "wealth", "change"], "{scenario}");
        for layer in shown {
            assert_eq!(layer.cells.len(), lands, "{scenario}: {}", layer.id);
            for (area, cell) in &layer.cells {
                let spots = cell.spots.iter().map(|(tint, _)| tint);
                for tint in spots.chain([&cell.tint]) {
                    assert!(
                        layer.legend.iter().any(|row| row.tint == *tint),
                        "{scenario}: {} {area}",
                        layer.id
                    );
                }
            }
        }
    }
}

#[test]
fn names_of_any_kind_are_written_as_words() {
    let hostile =
        ["</text><script>alert(1)</script>", "القدس", &"Bohemia ".repeat(25), "\u{202e}Saxony", "a\u{0}b"];
    let (_, mut picture) = pictures().remove(0);
    let lands = picture.shapes.iter_mut().filter(|shape| shape.kind == ShapeKind::Land);
    for (shape, name) in lands.zip(hostile.iter().cycle().take(60)) {
        shape.hover = vec![(*name).to_owned()];
        shape.label.as_mut().expect("a label").lines = vec![(*name).to_owned()];
    }
    for row in &mut picture.legend {
        row.label = hostile[2].to_owned();
    }
    let page = Place::Page { prefix: "", links: Links::default(), all_layers: true };
    for place in [page, Place::File] {
        let drawing = draw_as(&picture, None, &place, &Look::default()).expect("drawn");
        assert!(
            !drawing.contains("<script") && !drawing.contains('\u{0}'),
            "markup or a letter that XML has not"
        );
        Tree::from_str(&drawing, &Options::default()).expect("still an SVG");
    }
    let plots = plots(&picture, None, &Look::default());
    for (at, (one, plot)) in plots.iter().enumerate() {
        assert!(plots[..at].iter().all(|(_, its)| !plot.meets(its)), "{one}");
    }
}
