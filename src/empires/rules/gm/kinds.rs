//! The kinds of fact that a ruling may lay down (19.20, 26.5), each with its wording and the fields in it.
//!
//! Every fact is told apart here before it is read: what stands in no row means nothing, so that a form made of these rows
//! says all that a ruling may say.

use super::Fact;
use crate::postal::rulings::LaidEffect;

/// What a fact is about: the words before the colon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// An area on the map.
    Area,
    /// An empire.
    Empire,
    /// `the event deck`.
    Deck,
    /// `the game`.
    Game,
    /// `new area NAME`.
    NewArea,
}

/// What may stand in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hole {
    /// An area by name.
    Area,
    /// A sea area by name.
    Sea,
    /// An empire by name.
    Empire,
    /// A religion by name.
    Religion,
    /// A language by name.
    Language,
    /// A kind of event card by name.
    EventCard,
    /// A natural stature (8.1).
    Grade,
    /// Added, taken off or set.
    How,
    /// What a figure changes by or is set to, up to so many points either way.
    Points(i32),
    /// A whole number between these.
    Number(i32, i32),
    /// A year card by its number.
    YearCard,
    /// A year of the game.
    Year,
    /// A name of one's own.
    Name,
    /// The word itself, or nothing.
    Word(&'static str),
    /// Where an area lies.
    Continent,
}

/// One field of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Its id: the name in braces.
    pub id: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What may stand there.
    pub hole: Hole,
    /// Whether it must be filled.
    pub needed: bool,
    /// How many times it may be filled.
    pub most: usize,
}

/// A kind of fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Its id.
    pub id: &'static str,
    /// What it is about.
    pub about: About,
    /// What it is called.
    pub title: &'static str,
    /// Its words, fields in braces; of a new area those of each of its facts.
    pub wordings: &'static [&'static str],
    /// Its fields, without the subject's.
    pub places: &'static [Place],
}

/// The field that names the subject of a fact.
pub const SUBJECT: &str = "of";

const fn place(id: &'static str, title: &'static str, hole: Hole) -> Place {
    Place { id, title, hole, needed: true, most: 1 }
}

const fn kind(
    id: &'static str,
    about: About,
    title: &'static str,
    wordings: &'static [&'static str],
    places: &'static [Place],
) -> Kind {
    Kind { id, about, title, wordings, places }
}

const HOW: Place = place("how", "How", Hole::How);
/// What a form takes at most of a figure of an area, and of gold or points; what may be so the reader knows.
const FIGURES_TO: i32 = 9;
const AMOUNTS_TO: i32 = 9999;
const FIGURE: &[Place] = &[HOW, place("points", "Points", Hole::Points(FIGURES_TO))];
const AMOUNT: &[Place] = &[HOW, place("points", "Points", Hole::Points(AMOUNTS_TO))];
const EMPIRE: &[Place] = &[place("empire", "Empire", Hole::Empire)];
const RELIGION: &[Place] = &[place("religion", "Religion", Hole::Religion)];
const LANGUAGE: &[Place] = &[place("language", "Language", Hole::Language)];
const CARD: &[Place] = &[place("card", "Event card", Hole::EventCard)];
const NAME: &[Place] = &[place("name", "Name", Hole::Name)];
const GROUP: &[Place] = &[
    place("religion", "Religion", Hole::Religion),
    place("level", "Strength, 0 for none", Hole::Number(0, FIGURES_TO)),
];
const STATURES: &[Place] = &[
    place("combat", "Combat", Hole::Grade),
    place("administrative", "Administrative", Hole::Grade),
    place("diplomatic", "Diplomatic", Hole::Grade),
];
const NEW_AREA: &[Place] = &[
    Place { needed: false, most: 4, ..place("beside", "Beside", Hole::Area) },
    Place { needed: false, most: 2, ..place("across", "Across a strait from", Hole::Area) },
    Place { needed: false, most: 2, ..place("sea", "On the sea area", Hole::Sea) },
    place("language", "Language", Hole::Language),
    place("religion", "Religion", Hole::Religion),
    place("population", "Population", Hole::Number(-FIGURES_TO, FIGURES_TO)),
    place("base", "Base social state", Hole::Number(-FIGURES_TO, FIGURES_TO)),
    Place { needed: false, ..place("seafaring", "Seafaring", Hole::Word("seafaring")) },
    Place {
        needed: false,
        ..place("continent", "Where it lies, if not as its neighbours do", Hole::Continent)
    },
];

/// Every kind, those about one subject together.
pub const KINDS: &[Kind] = &[
    kind("social-state", About::Area, "Social state", &["social state {how}{points}"], FIGURE),
    kind("owner", About::Area, "Owner", &["owned by {empire}"], EMPIRE),
    kind("independent", About::Area, "Independence", &["independent"], &[]),
    kind("claim", About::Area, "Claim gained", &["claim of {empire}"], EMPIRE),
    kind("no-claim", About::Area, "Claim ended", &["no claim of {empire}"], EMPIRE),
    kind("tie", About::Area, "Tie gained", &["tie of {empire}"], EMPIRE),
    kind("no-tie", About::Area, "Tie ended", &["no tie of {empire}"], EMPIRE),
    kind("fortification", About::Area, "Fortification", &["fortification {how}{points}"], FIGURE),
    kind("unrest", About::Area, "Unrest", &["in unrest"], &[]),
    kind("no-unrest", About::Area, "No unrest", &["not in unrest"], &[]),
    kind("religion", About::Area, "Religion", &["religion {religion}"], RELIGION),
    kind("urg", About::Area, "Underlying religious group", &["{religion} URG {level}"], GROUP),
    kind("language", About::Area, "Language", &["language {language}"], LANGUAGE),
    kind("base", About::Area, "Base social state", &["base social state {how}{points}"], FIGURE),
    kind("population", About::Area, "Population", &["population {how}{points}"], FIGURE),
    kind("no-results", About::Area, "All C results taken off", &["no C results"], &[]),
    kind("order", About::Area, "Religious order", &["religious order of {religion}"], RELIGION),
    kind("gold", About::Empire, "Gold", &["gold {how}{points}"], AMOUNT),
    kind("victory-points", About::Empire, "Victory points", &["victory points {how}{points}"], AMOUNT),
    kind("holds", About::Empire, "Event card given", &["holds {card}"], CARD),
    kind("loses", About::Empire, "Event card taken", &["loses {card}"], CARD),
    kind(
        "year-card",
        About::Empire,
        "Extra year card",
        &["extra year card {number}"],
        &[place("number", "Number", Hole::YearCard)],
    ),
    kind(
        "statures",
        About::Empire,
        "Statures",
        &["statures {combat}-{administrative}-{diplomatic}"],
        STATURES,
    ),
    kind(
        "leader-language",
        About::Empire,
        "Leader\u{2019}s language",
        &["leader's language {language}"],
        LANGUAGE,
    ),
    kind(
        "leader-religion",
        About::Empire,
        "Leader\u{2019}s religion",
        &["leader's religion {religion}"],
        RELIGION,
    ),
    kind("leader", About::Empire, "Leader\u{2019}s name", &["leader {name}"], NAME),
    kind("heir", About::Empire, "Heir\u{2019}s name", &["heir {name}"], NAME),
    kind("excommunicated", About::Empire, "Excommunication", &["excommunicated"], &[]),
    kind("not-excommunicated", About::Empire, "Excommunication lifted", &["not excommunicated"], &[]),
    kind("court", About::Empire, "Court", &["court in {area}"], &[place("area", "Area", Hole::Area)]),
    kind("no-treaty", About::Empire, "Treaties ended", &["no treaty with {empire}"], EMPIRE),
    kind("removed", About::Deck, "Event card removed from the game", &["{card} removed"], CARD),
    kind(
        "ends",
        About::Game,
        "Last year of the game",
        &["ends {year}"],
        &[place("year", "Year", Hole::Year)],
    ),
    kind(
        "new-area",
        About::NewArea,
        "New area",
        &[
            "beside {beside}",
            "across a strait from {across}",
            "on {sea}",
            "language {language}",
            "religion {religion}",
            "population {population}",
            "base social state {base}",
            "{seafaring}",
            "{continent}",
        ],
        NEW_AREA,
    ),
];

/// The kind of that id.
pub fn by_id(id: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.id == id)
}

/// The kind of a fact about such a subject, with the fields as they are written; none for words that mean nothing.
pub(super) fn told_apart(about: About, fact: &str) -> Option<LaidEffect> {
    let fact = fact.split_whitespace().collect::<Vec<_>>().join(" ").replace('\u{2212}', "-");
    let mut of_subject = KINDS.iter().filter(|kind| kind.about == about);
    of_subject.find_map(|kind| {
        let wording = kind.wordings.first()?;
        Some(LaidEffect { kind: kind.id.to_owned(), filled: matched(kind, wording, &fact)? })
    })
}

/// The fields of the facts of a new area; none when one of them means nothing.
pub(super) fn of_new_area(facts: &str) -> Option<Vec<(String, String)>> {
    let kind = KINDS.iter().find(|kind| kind.about == About::NewArea)?;
    let facts = facts.split(',').map(str::trim).filter(|fact| !fact.is_empty());
    let each = facts.map(|fact| kind.wordings.iter().find_map(|wording| matched(kind, wording, fact)));
    Some(each.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
}

/// The fields of a wording as a fact fills them; none when the fact is worded otherwise.
fn matched(kind: &Kind, wording: &str, fact: &str) -> Option<Vec<(String, String)>> {
    let mut filled = Vec::new();
    let mut rest = fact;
    let mut pieces = pieces(wording).into_iter().peekable();
    while let Some(piece) = pieces.next() {
        let Piece::Field(id) = piece else {
            let Piece::Plain(words) = piece else { return None };
            rest = strip(rest, words)?;
            continue;
        };
        let hole = kind.places.iter().find(|place| place.id == id)?.hole;
        let end = match (hole, pieces.peek()) {
            (Hole::How, _) => {
                rest.find(|c: char| c.is_ascii_digit() || (c == '-' && rest.starts_with('=')))?
            }
            (_, Some(Piece::Plain(next))) => rest.rfind_or_first(next, wording)?,
            (_, _) => rest.len(),
        };
        let value = rest.get(..end)?.trim();
        rest = rest.get(end..)?;
        let is_lawful = match hole {
            Hole::How => ["+", "-", "="].contains(&value),
            Hole::Word(word) => value == word,
            Hole::Continent => CONTINENTS.contains(&value),
            _ => !value.is_empty(),
        };
        if !is_lawful {
            return None;
        }
        filled.push((id.to_owned(), value.to_owned()));
    }
    rest.is_empty().then_some(filled)
}

/// Where an area may lie.
pub(super) const CONTINENTS: [&str; 2] = ["in Europe", "outside Europe"];

/// Where a field ends.
trait FieldEnd {
    fn rfind_or_first(&self, next: &str, wording: &str) -> Option<usize>;
}

impl FieldEnd for &str {
    /// Statures are parted by the first hyphen; a religion's name may hold any word, so that the last ` URG ` ends it.
    fn rfind_or_first(&self, next: &str, wording: &str) -> Option<usize> {
        if wording.contains("}-{") { self.find(next) } else { self.rfind(next) }
    }
}

/// A wording's part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece<'a> {
    Plain(&'a str),
    Field(&'a str),
}

fn pieces(wording: &str) -> Vec<Piece<'_>> {
    let mut all = Vec::new();
    for (nth, part) in wording.split(['{', '}']).enumerate().filter(|(_, part)| !part.is_empty()) {
        all.push(if nth % 2 == 0 { Piece::Plain(part) } else { Piece::Field(part) });
    }
    all
}

/// What follows the words, however they are written large or small.
fn strip<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    let head = text.get(..words.len())?;
    head.eq_ignore_ascii_case(words).then(|| &text[words.len()..])
}

/// The words of a fact. A field that is not filled leaves its wording out.
pub(super) fn worded(kind: &Kind, effect: &LaidEffect) -> Fact {
    let mut facts = Vec::new();
    for wording in kind.wordings {
        let fields: Vec<&str> = pieces(wording)
            .into_iter()
            .filter_map(|piece| match piece {
                Piece::Field(id) => Some(id),
                Piece::Plain(_) => None,
            })
            .collect();
        let times = fields.iter().map(|id| effect.values(id).count()).min().unwrap_or(1);
        for nth in 0..times {
            let piece = |piece: Piece<'_>| match piece {
                Piece::Plain(words) => words.to_owned(),
                Piece::Field("how") if effect.values("how").nth(nth) == Some("=") => "= ".to_owned(),
                Piece::Field(id) => effect.values(id).nth(nth).unwrap_or_default().to_owned(),
            };
            facts.push(pieces(wording).into_iter().map(piece).collect::<String>());
        }
    }
    let subject = effect.values(SUBJECT).next().unwrap_or_default();
    let subject = match kind.about {
        About::Area | About::Empire => subject.to_owned(),
        About::Deck => "the event deck".to_owned(),
        About::Game => "the game".to_owned(),
        About::NewArea => format!("new area {subject}"),
    };
    Fact { subject, fact: facts.join(", ") }
}
