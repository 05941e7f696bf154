//! Letters in, sheets and complaints out: `tests/letters/NN-empire-year-what.txt` beside its `.expect`.
//!
//! `LETTERS=write cargo test --test it letters` writes the expectations anew; they are then to be read by hand.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use pentade::empires::orders::{
    Context, EmpireNames, Names, Read, Replacement, Vocabulary, amend, missing, print, read,
    read_for_regencies,
};
use pentade::empires::rulebook::Rulebook;
use pentade::empires::terms::{EmpireId, OrderSheet, Pentade};
use pentade::postal::reading::Weight;
use pentade::settings::texts::ConfigTexts;

/// The words of this repository, with the names of the Millennium scenario.
pub fn vocabulary() -> Vocabulary {
    let texts = ConfigTexts::read(Path::new("config")).expect("config/ can be read");
    let rulebook = Rulebook::parse(&texts.files).expect("config/ has no fault");
    let scenario = &rulebook.scenarios["millennium-976"];
    let empire = |empire: &pentade::empires::rulebook::ScenarioEmpire| EmpireNames {
        id: empire.id.clone(),
        name: empire.name.clone(),
        adjective: Some(empire.adjective.clone()),
        aliases: Vec::new(),
    };
    let pope = EmpireNames {
        id: EmpireId::new("pope"),
        name: "the Pope".to_owned(),
        adjective: None,
        aliases: Vec::new(),
    };
    // Who has arisen by the years of the later letters.
    let arisen = [("venice", "Venice"), ("crusader-jerusalem", "Crusader State of Jerusalem")];
    let arisen = arisen.map(|(id, name)| EmpireNames {
        id: EmpireId::new(id),
        name: name.to_owned(),
        adjective: None,
        aliases: Vec::new(),
    });
    let names = Names {
        areas: rulebook.atlas.areas().map(|area| (area.id.clone(), area.name.clone())).collect(),
        empires: scenario.empires.iter().map(empire).chain([pope]).chain(arisen).collect(),
        religions: rulebook.religions.iter().map(|one| (one.id.clone(), one.name.clone())).collect(),
    };
    Vocabulary::parse(&texts.files["words.toml"], names).expect("words.toml has no fault")
}

/// Empire and year of a letter, from the name of its file.
fn context(path: &Path) -> Context {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a file name");
    let parts: Vec<&str> = stem.splitn(4, '-').collect();
    let year: i32 = parts[2].parse().expect("the third part of a letter's name is its year");
    Context::of(EmpireId::new(parts[1]), Pentade::of(year))
}

/// The text without the headers of a mail.
fn body(text: &str) -> &str {
    if text.starts_with("From:") { text.split_once("\n\n").map_or("", |(_, body)| body) } else { text }
}

fn shown(vocabulary: &Vocabulary, context: &Context, read: &Read) -> String {
    let mut out = print(vocabulary, &read.sheet);
    if out.is_empty() {
        out.push_str("(no order)\n");
    }
    for complaint in &read.complaints {
        let weight = match complaint.weight {
            Weight::SetAside => "set aside",
            Weight::Note => "note",
        };
        let place: String = complaint
            .quoted
            .chars()
            .skip(usize::try_from(complaint.column).expect("a column"))
            .take(usize::try_from(complaint.length).expect("a length"))
            .collect();
        write!(out, "\n! line {}, {weight}: [{place}] {}", complaint.line, complaint.message).expect("text");
        if let Some(suggestion) = &complaint.suggestion {
            write!(out, " ({suggestion}?)").expect("text");
        }
        if let Some(rule) = &complaint.rule {
            write!(out, " rule {rule}").expect("text");
        }
    }
    for press in &read.press {
        let to = if press.to.is_empty() { "everybody".to_owned() } else { press.to.join(" and ") };
        let signed = match press.signed.as_deref() {
            None => String::new(),
            Some("") => ", anonymous".to_owned(),
            Some(name) => format!(", signed {name}"),
        };
        write!(out, "\n> to {to}{signed}: {}", press.text.replace('\n', " / ")).expect("text");
    }
    match &read.replaced {
        Replacement::All => out.push_str("\nreplaces everything"),
        Replacement::Years(years) => {
            let years: Vec<String> = years.iter().map(i32::to_string).collect();
            write!(out, "\nreplaces {}", years.join(" ")).expect("text");
        }
    }
    if !read.idle.is_empty() {
        out.push_str("\nnothing where nothing is ordered");
    }
    let lacks = missing(&read.sheet, context.pentade).join(", ");
    writeln!(out, "\nmissing {lacks}").expect("text");
    out
}

pub fn letters() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir("tests/letters")
        .expect("tests/letters can be read")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "txt"))
        .collect();
    paths.sort();
    paths
}

#[test]
fn every_letter_reads_as_expected() {
    let vocabulary = vocabulary();
    let write = std::env::var("LETTERS").is_ok_and(|what| what == "write");
    let mut failures = Vec::new();
    for path in letters() {
        let text = std::fs::read_to_string(&path).expect("a letter");
        let context = context(&path);
        let got = shown(&vocabulary, &context, &read(&vocabulary, &context, body(&text)));
        let expectation = path.with_extension("expect");
        if write {
            std::fs::write(&expectation, &got).expect("an expectation can be written");
        }
        let expected = std::fs::read_to_string(&expectation).unwrap_or_else(|error| format!("{error}"));
        if got != expected {
            failures.push(format!("== {}\n-- got\n{got}\n-- expected\n{expected}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{} letters differ\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_printed_sheet_reads_to_the_same_sheet() {
    let vocabulary = vocabulary();
    for path in letters() {
        let text = std::fs::read_to_string(&path).expect("a letter");
        let context = context(&path);
        let sheet = read(&vocabulary, &context, body(&text)).sheet;
        let printed = print(&vocabulary, &sheet);
        let again = read(&vocabulary, &context, &printed);
        let twice = print(&vocabulary, &again.sheet);
        let lost: Vec<&str> = printed.lines().filter(|line| !twice.contains(line)).collect();
        let gained: Vec<&str> = twice.lines().filter(|line| !printed.contains(line)).collect();
        assert_eq!(lost, gained, "{}", path.display());
        assert_eq!(again.sheet, sheet, "{}", path.display());
    }
}

#[test]
fn a_letter_with_windows_line_ends_reads_the_same() {
    let vocabulary = vocabulary();
    for path in letters() {
        let text = std::fs::read_to_string(&path).expect("a letter");
        let context = context(&path);
        let unix = read(&vocabulary, &context, body(&text));
        let windows = read(&vocabulary, &context, &body(&text).replace('\n', "\r\n"));
        assert_eq!(windows, unix, "{}", path.display());
    }
}

#[test]
fn a_newer_letter_replaces_the_years_it_names() {
    let vocabulary = vocabulary();
    let context = Context::of(EmpireId::new("germany"), Pentade::of(976));
    let letter = |text: &str| read(&vocabulary, &context, text);
    let words = |sheet: &OrderSheet| print(&vocabulary, sheet);
    let first =
        letter("976 conquer Saxony from Thuringia\n977 rule Bavaria\nour leader may be called Otto\n");
    let in_force = amend(&OrderSheet::default(), &first);
    assert_eq!(in_force, first.sheet);

    let newer = amend(&in_force, &letter("977 pillage Bohemia from Moravia\n"));
    let expected = "Year 976\n  conquer Saxony from Thuringia\n\nYear 977\n  pillage Bohemia from Moravia\n\n\
                    Standing\n  name the leader Otto\n";
    assert_eq!(words(&newer), expected);

    let renamed = amend(&newer, &letter("name the leader Otto the Red\n"));
    assert_eq!(words(&renamed), expected.replace("Otto", "Otto the Red"));

    assert_eq!(amend(&newer, &letter("Thank you, all is well.\n")), newer, "no order wipes nothing");
    let kept = amend(&newer, &letter("976\n- as before\n977\n- rule Bavaria\n"));
    assert_eq!(words(&kept), expected.replace("pillage Bohemia from Moravia", "rule Bavaria"));

    let without = amend(&newer, &letter("withdraw 977\n"));
    assert_eq!(words(&without), expected.replace("Year 977\n  pillage Bohemia from Moravia\n\n", ""));
    assert_eq!(amend(&newer, &letter("withdraw\n")), OrderSheet::default());
    let all = letter("replace all\n978 rule Saxony\n");
    assert_eq!(amend(&newer, &all), all.sheet);
}

#[test]
fn a_regent_orders_for_his_own_empire_and_for_the_regency_in_one_letter() {
    let vocabulary = vocabulary();
    let context = Context::of(EmpireId::new("germany"), Pentade::of(976));
    let text = "976 rule Bavaria\n\nOrders for France:\n976 rule Anjou\n977 rule Tuorv\n\nOrders for Kiev:\n976 rule \
                Kiev\n\nOrders of Germany:\n977 rule Saxony\n";
    let words = |read: &Read| print(&vocabulary, &read.sheet);
    let regent_of = [EmpireId::new("france")].into();
    let all = read_for_regencies(&vocabulary, &context, &regent_of, text);
    let (own, regency) = (&all[&EmpireId::new("germany")], &all[&EmpireId::new("france")]);
    assert_eq!(all.len(), 2);
    assert_eq!(words(own), "Year 976\n  rule Bavaria\n\nYear 977\n  rule Saxony\n");
    assert_eq!(words(regency), "Year 976\n  rule Anjou\n");
    let place = |read: &Read| read.complaints.iter().map(|one| (one.line, one.column)).collect::<Vec<_>>();
    assert_eq!(place(own), [(7, 0)], "the orders for Kiev");
    assert_eq!(place(regency), [(5, 9)], "the area that is none");
    let plain = read(&vocabulary, &context, text);
    assert_eq!(words(&plain), words(own));
    assert_eq!(place(&plain), [(3, 0), (7, 0)], "who is no regent orders for nobody else");
    let one_line = read_for_regencies(&vocabulary, &context, &regent_of, "France: 976 rule Anjou\n");
    assert_eq!(words(&one_line[&EmpireId::new("france")]), words(regency));
}

#[test]
fn an_endeavour_in_a_year_that_stays_as_it_was_replaces_the_former_one() {
    let vocabulary = vocabulary();
    let context = Context::of(EmpireId::new("germany"), Pentade::of(976));
    let letter = |text: &str| read(&vocabulary, &context, text);
    let first = letter("976\n- tax Saxony\n- rule Bavaria\n");
    let newer = letter("976\n- as before\nif the Pope gives a card back, in 976: rule Saxony\n");
    let expected = "Year 976\n  tax Saxony\n  rule Saxony\n";
    assert_eq!(print(&vocabulary, &amend(&first.sheet, &newer)), expected);
}
