//! What a player is told beforehand of his orders, in the words he reads.

use std::sync::LazyLock;

use pentade::empires::seam::Empires;
use pentade::postal::chronicle::SideId;
use pentade::postal::document::{Block, Item, Span};
use pentade::postal::form::Offer;
use pentade::postal::game::{Game, WorldText};
use pentade::postal::reading::{Forecast, Sheet};

use crate::shipped;

fn game() -> &'static Empires {
    static GAME: LazyLock<Empires> =
        LazyLock::new(|| Empires::parse(&shipped::files()).expect("the shipped config is lawful"));
    &GAME
}

fn germany() -> SideId {
    SideId::new("germany")
}

fn words(spans: &[Span]) -> String {
    let words = spans.iter().map(|span| match span {
        Span::Text(text) | Span::Strong(text) => text.clone(),
        Span::Rule(rule) => format!("({rule})"),
    });
    words.collect()
}

fn item_lines(item: &Item) -> Vec<String> {
    let details = item.details.iter().map(|detail| format!("  {}", words(detail)));
    std::iter::once(words(&item.spans)).chain(details).collect()
}

fn lines(blocks: &[Block]) -> Vec<String> {
    let lines = blocks.iter().flat_map(|block| match block {
        Block::Heading { text, .. } => vec![text.clone()],
        Block::Paragraph(spans) => vec![words(spans)],
        Block::List(items) => items.iter().flat_map(item_lines).collect(),
        Block::Table { head, rows, .. } => {
            std::iter::once(head).chain(rows).map(|cells| cells.join(" | ")).collect()
        }
        Block::Verbatim(lines) => lines.clone(),
    });
    lines.collect()
}

fn read(world: &WorldText, letter: &str) -> Sheet {
    let reading = game().read(world, &germany(), letter, None).expect("a side");
    let wrong: Vec<_> = reading.complaints.iter().map(|complaint| complaint.message.as_str()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    reading.sheet
}

fn forecast(letter: &str) -> Forecast {
    let world = game().begin("millennium-976").expect("a scenario");
    game().forecast(&world, &germany(), Some(&read(&world, letter))).expect("a side")
}

fn refusals(forecast: &Forecast) -> Vec<String> {
    forecast.refusals.iter().flat_map(item_lines).collect()
}

/// The lines of a forecast from the one that begins so, up to the next that is no detail of it.
fn told(forecast: &Forecast, head: &str) -> Vec<String> {
    let lines = lines(&forecast.blocks);
    let at = lines.iter().position(|line| line.starts_with(head));
    let at = at.unwrap_or_else(|| panic!("{head}: {lines:#?}"));
    let details = lines[at + 1..].iter().take_while(|line| line.starts_with("  "));
    std::iter::once(&lines[at]).chain(details).cloned().collect()
}

#[test]
fn an_endeavour_is_told_with_its_rating_and_the_chance_of_each_result() {
    let forecast = forecast("976 conquer Switzerland from Swabia with 3 gold");
    assert_eq!(refusals(&forecast), Vec::<String>::new());
    assert_eq!(
        told(&forecast, "976: conquer"),
        [
            "976: conquer Switzerland from Swabia with 3 gold: conquest succeeds on 40 of 56 cards, at rating 7",
            "  Effectiveness rating 7 = leader's combat stature +3 (9.5), social state of the base +1 (9.5), \
             gold spent +3 (9.5)",
            "  Cards: C on 20; C and target \u{2212}1 on 20; base \u{2212}1 on 4; target \u{2212}1 on 2; nothing on 10",
            "  Switzerland needs 1 C result; you have none so far",
        ]
    );
}

#[test]
fn alternatives_are_told_each_and_gold_is_reserved_for_the_one_that_stands() {
    let forecast = forecast(
        "976 tax Lorraine, Swabia\n976 rule Saxony with 3 gold\n\
         977 if Lombardy is attacked: defend Lombardy with 2 gold\n977 else rule Saxony with 9 gold",
    );
    assert_eq!(
        refusals(&forecast),
        ["977: rule Saxony with 9 gold: of 9 gold only 6 will be there for it (6.7)"]
    );
    assert_eq!(
        told(&forecast, "977, if Lombardy is attacked"),
        [
            "977, if Lombardy is attacked: defend Lombardy with 2 gold: takes 5 off the rating of every attacker",
            "  Defence 5 = defender's combat stature +3 (9.5), defender's gold +2 (9.5)",
            "  Cards: area \u{2212}1 on 4; nothing on 52, if attacked",
        ]
    );
    assert!(
        told(&forecast, "977, else: rule Saxony")[0]
            .ends_with("ruling succeeds on 43 of 56 cards, at rating 9")
    );
    let gold: Vec<String> = lines(&forecast.blocks).into_iter().filter(|line| line.contains(" | ")).collect();
    assert_eq!(
        gold,
        [
            "Year | Treasury | Taxes | Endeavours | Left",
            "976 | 5 | +4 | \u{2212}3 | 6",
            "977 | 6 | 0 | \u{2212}6 | 0",
            "978 | 0 | 0 | 0 | 0",
            "979 | 0 | 0 | 0 | 0",
            "980 | 0 | 0 | 0 | 0",
        ]
    );
    assert_eq!(
        told(&forecast, "976: taxes of Swabia"),
        ["976: taxes of Swabia: 2 gold; its check brings unrest on 3 of 36 throws (17.3)"]
    );
}

#[test]
fn what_the_pentade_would_refuse_is_told_with_its_rule() {
    let world = game().begin("millennium-976").expect("a scenario");
    let orders = [
        ("976 conquer Kiev from Bohemia", "Bohemia is not an own area (9.4)"),
        ("976 conquer Kiev from Saxony", "Kiev is out of reach of Saxony (9.4)"),
        ("976 conquer Saxony from Thuringia", "Saxony is an own area already (10.1)"),
        ("976 pillage Saxony from Thuringia", "Saxony is an own area already (10.1)"),
        ("976 rule Bohemia", "Bohemia is not an own area (9.4)"),
        ("976 tax Bohemia", "Bohemia is not an own area (16.1)"),
        ("976 plunder Lorraine", "Lorraine is the court (16.3)"),
        ("976 tax Swabia\n978 tax Swabia", "Swabia was taxed in this pentade already (16.1)"),
        ("976 plunder Swabia\n978 plunder Swabia", "Swabia was plundered in this pentade already (16.3)"),
        ("976 fortify Swabia with 5 gold", "of 5 gold only 3 will be there for it (6.7)"),
        ("976 play diplomatic coup", "the hand does not hold Diplomatic Coup (19.1)"),
        ("976 extra card: rule Saxony", "no year card is left for it (9.3)"),
        ("976 give 9 gold to France", "only 5 gold of 9 was there to be given (16.4)"),
        ("976 do penance", "the ruler is not excommunicated (22.1)"),
        ("give 1 year card to the Pope, without an endeavour in 977\n977 no endeavour", ""),
    ];
    for (letter, expected) in orders {
        let reading = game().read(&world, &germany(), letter, None).expect("a side");
        let forecast = game().forecast(&world, &germany(), Some(&reading.sheet)).expect("a side");
        let refusals = refusals(&forecast);
        match expected {
            "" => assert_eq!(refusals, Vec::<String>::new(), "{letter}"),
            _ => assert!(refusals.len() == 1 && refusals[0].ends_with(expected), "{letter}: {refusals:?}"),
        }
    }
}

#[test]
fn an_order_for_each_year_is_refused_once_with_its_years() {
    let forecast = forecast("every year: tax Swabia");
    assert_eq!(
        refusals(&forecast),
        ["Every year: tax Swabia: Swabia was taxed in this pentade already, in 977, 978, 979 and 980 (16.1)"]
    );
}

#[test]
fn what_hangs_on_an_area_yet_to_be_won_is_no_refusal() {
    let forecast = forecast("976 conquer Switzerland from Swabia\n978 rule Switzerland\n979 tax Switzerland");
    assert_eq!(refusals(&forecast), Vec::<String>::new());
    let lines = lines(&forecast.blocks);
    let at = lines.iter().position(|line| line == "Hanging on what you win before").expect("a heading");
    let only = "only if Switzerland is yours by then; what it would come to cannot be told yet";
    assert_eq!(
        lines[at + 1..],
        [format!("978: rule Switzerland: {only}"), format!("979: tax Switzerland: {only}")]
    );
}

#[test]
fn an_empty_sheet_has_its_gold_and_nothing_else() {
    let world = game().begin("millennium-976").expect("a scenario");
    let forecast = game().forecast(&world, &germany(), None).expect("a side");
    assert_eq!(refusals(&forecast), Vec::<String>::new());
    assert_eq!(lines(&forecast.blocks).last().map(String::as_str), Some("980 | 5 | 0 | 0 | 5"));
    assert!(game().forecast(&world, &SideId::new("atlantis"), None).is_err());
}

/// Every order that is offered, with the field it is offered for.
fn offered(world: &WorldText, side: &SideId, sheet: Option<&Sheet>) -> Vec<(String, Offer)> {
    let fields = game().form(world, side, sheet).expect("a side").into_iter();
    let fields = fields.filter(|part| part.can_choose);
    let offers = fields.flat_map(|part| {
        let menu = game().menu(world, side, sheet, &part.field).expect("a side");
        assert!(!menu.sorts.is_empty(), "{}: something can be chosen", part.field);
        let offers: Vec<Offer> = menu.sorts.into_iter().flat_map(|sort| sort.offers).collect();
        offers.into_iter().map(move |offer| (part.field.clone(), offer))
    });
    offers.collect()
}

#[test]
fn whatever_is_offered_is_read_and_not_refused() {
    let world = game().begin("millennium-976").expect("a scenario");
    for side in ["germany", "byzantium"].map(SideId::new) {
        let offers = offered(&world, &side, None);
        assert!(offers.len() > 100, "{side}: {} offers", offers.len());
        for (field, offer) in &offers {
            let lines = [offer.line(None), offer.line(Some(1))];
            for line in lines {
                let filled = [(field.clone(), line.clone())];
                let text = game().form_text(&world, &filled).expect("a form");
                let reading = game().read(&world, &side, &text, None).expect("a side");
                assert!(reading.complaints.is_empty(), "{field}: {line}: {:?}", reading.complaints);
                assert_eq!(reading.orders_read, 1, "{field}: {line}");
                assert!(reading.sheet.words.contains(&line), "{line}: {}", reading.sheet.words);
            }
        }
        // A forecast of each takes long: every ninth is enough to show that what is offered may be done.
        for (field, offer) in offers.iter().filter(|(field, _)| field == "y976").step_by(9) {
            let text = game().form_text(&world, &[(field.clone(), offer.words.clone())]).expect("a form");
            let sheet = game().read(&world, &side, &text, None).expect("a side").sheet;
            let told = game().forecast(&world, &side, Some(&sheet)).expect("a side");
            assert_eq!(refusals(&told), Vec::<String>::new(), "{}", offer.words);
        }
    }
}

#[test]
fn what_is_offered_tells_what_the_forecast_tells() {
    let world = game().begin("millennium-976").expect("a scenario");
    let offers = offered(&world, &germany(), None);
    let found = |words: &str| {
        let of_year = offers.iter().find(|(field, offer)| field == "y976" && offer.words == words);
        of_year.unwrap_or_else(|| panic!("{words} is offered")).1.told.clone()
    };
    let forecast = forecast("976: rule Lombardy");
    let told = told(&forecast, "976: rule Lombardy").join(" ");
    let cards = found("rule Lombardy").split(',').next().expect("a part").to_owned();
    assert!(told.contains(&cards), "{cards} in {told}");
    assert!(found("tax Lorraine").contains("gold"), "{}", found("tax Lorraine"));
    let taxed = found("tax everything");
    assert!(taxed.contains("gold in all"), "{taxed}");
    assert!(!offers.iter().any(|(_, offer)| offer.words.starts_with("conquer Saxony ")), "Saxony is own");
}
