use super::*;

/// Four coasts in a row: `a` and `b` on the west sea, `c` on the middle one, `d` on the east one; `e` inland.
fn small() -> Atlas {
    let area = |id: &str, seafaring| Area {
        id: AreaId::new(id),
        name: id.to_uppercase(),
        region: "Test".to_owned(),
        population: 1,
        base_social_state: 0,
        language: LanguageId::new("LOI"),
        religion: ReligionId::new("RC"),
        seafaring,
        in_europe: true,
    };
    let sea = |id: &str| SeaArea { id: SeaId::new(id), name: id.to_owned() };
    let borders = [
        Border::Land(AreaId::new("a"), AreaId::new("e")),
        Border::Strait(AreaId::new("b"), AreaId::new("c")),
        Border::Coast(AreaId::new("a"), SeaId::new("west")),
        Border::Coast(AreaId::new("b"), SeaId::new("west")),
        Border::Coast(AreaId::new("c"), SeaId::new("middle")),
        Border::Coast(AreaId::new("d"), SeaId::new("east")),
        Border::Sea(SeaId::new("west"), SeaId::new("middle")),
        Border::Sea(SeaId::new("middle"), SeaId::new("east")),
    ];
    let areas = ["a", "b", "c", "d", "e"].map(|id| area(id, id == "d")).to_vec();
    Atlas::new(areas, ["west", "middle", "east"].map(sea).to_vec(), &borders, Outlines::default())
}

#[test]
fn a_voyage_counts_every_sea_area_it_crosses() {
    let atlas = small();
    let far = |a: &str, b: &str| atlas.sea_distance(&AreaId::new(a), &AreaId::new(b));
    assert_eq!(far("a", "b"), Some(1));
    assert_eq!(far("a", "c"), Some(2));
    assert_eq!(far("d", "a"), Some(3));
    assert_eq!(far("a", "e"), None);
    assert_eq!(far("a", "a"), None);
    assert_eq!(atlas.sea_distance_within(&AreaId::new("a"), &AreaId::new("d"), 2), None);
}

#[test]
fn a_border_runs_both_ways_and_a_strait_is_one() {
    let atlas = small();
    let touch = |a: &str, b: &str| atlas.adjacent(&AreaId::new(a), &AreaId::new(b));
    assert!(touch("a", "e") && touch("e", "a"));
    assert!(touch("b", "c") && touch("c", "b"));
    assert!(!touch("a", "b"));
    assert!(atlas.strait_between(&AreaId::new("c"), &AreaId::new("b")));
    assert!(!atlas.strait_between(&AreaId::new("a"), &AreaId::new("e")));
}

#[test]
fn names_are_found_however_they_are_spelt() {
    for (spelt, folded) in [
        ("Île-de-France", "ile de france"),
        ("  AL–HEJAZ ", "al hejaz"),
        ("King's  Lynn", "kings lynn"),
        ("\u{FF32}ome.", "rome"),
        ("--", ""),
    ] {
        assert_eq!(fold(spelt), folded);
    }
    assert_eq!(small().find(" B "), Some(&AreaId::new("b")));
    assert_eq!(small().find("bb"), None);
}
