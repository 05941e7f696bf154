use super::*;

const SHIPPED: &str = include_str!("../../../config/commands.toml");

fn words() -> CommandWords {
    CommandWords::parse(SHIPPED).expect("the shipped words are sound")
}

fn is_order(line: &str) -> bool {
    ["conquer", "rule bavaria", "vote no on"].iter().any(|verb| line.trim().to_lowercase().starts_with(verb))
}

fn part(subject: &str, body: &str) -> Parted {
    words().part(subject, body, &is_order)
}

fn kinds(subject: &str, body: &str) -> Vec<(Kind, String)> {
    part(subject, body).commands.into_iter().map(|one| (one.kind, one.arguments)).collect()
}

#[test]
fn a_command_is_known_in_the_subject_and_at_the_top() {
    use Kind::*;
    for (line, kind, arguments) in [
        ("help", Help, ""),
        ("  HELP! ", Help, ""),
        ("help press", Help, "press"),
        ("- status", Status, ""),
        ("1. map", Map, ""),
        ("Map 976", Map, "976"),
        ("report", Report, ""),
        ("Report 976", Report, "976"),
        ("report of 976-980.", Report, "976-980"),
        ("rules 17.1", Rules, "17.1"),
        ("rule 17.1, 6.3 and 19", Rules, "17.1, 6.3 and 19"),
        ("rules", Rules, ""),
        ("history\u{a0}Lombardy", History, "Lombardy"),
        ("History of the Île-de-France", History, "the Île-de-France"),
        ("vacation 2026-12-20 to 2027-01-05", Vacation, "2026-12-20 to 2027-01-05"),
        (
            "Vacation: 20 December 2026 until 5 January 2027",
            Vacation,
            "20 December 2026 until 5 January 2027",
        ),
        ("resign", Resign, ""),
        ("substitute cleo@example.com until 2027-01-05", Substitute, "cleo@example.com until 2027-01-05"),
        ("confirm A1B2C3D4E5", Confirm, "A1B2C3D4E5"),
        ("vote yes", Vote, "yes"),
    ] {
        let expected = vec![(kind, arguments.to_owned())];
        assert_eq!(kinds("", line), expected, "{line:?} as a line");
        assert_eq!(kinds(line, ""), expected, "{line:?} as a subject");
    }
}

#[test]
fn what_only_begins_like_a_command_is_none() {
    for line in [
        "help France against Poland",
        "mapping the coast",
        "rule Bavaria with 3 gold",
        "rules of the house",
        "report attached below",
        "resign from the treaty",
        "status quo",
        "confirm the treaty",
        "vote no on any excommunication",
        "conquer Saxony from Thuringia",
        "history",
        "976: conquer Saxony from Thuringia",
        "",
    ] {
        let parted = part(line, line);
        assert_eq!(parted.commands, [], "{line:?}");
        assert_eq!(parted.rest, line, "{line:?}");
    }
}

#[test]
fn orders_stand_behind_commands_and_keep_their_lines() {
    let letter = "Dear GM,\n\nhelp\n* map\nreport 976\n\n976 conquer Saxony\nmap\n";
    let parted = part("g7 976-980", letter);
    let kinds: Vec<Kind> = parted.commands.iter().map(|one| one.kind).collect();
    assert_eq!(kinds, [Kind::Help, Kind::Map, Kind::Report]);
    assert_eq!(
        parted.rest, "Dear GM,\n\n\n\n\n\n976 conquer Saxony\nmap",
        "a command below the orders is none"
    );
}

#[test]
fn the_words_of_a_message_go_to_where_it_is_ended() {
    let letter = "press to France, Poland: Let us meet.\n\nAt noon.\nEnd press.\nmap\nconquer Saxony";
    let parted = part("", letter);
    let [press, map] = &parted.commands[..] else { panic!("{parted:?}") };
    assert_eq!(
        (press.arguments.as_str(), press.text.as_str()),
        ("France, Poland", "Let us meet.\n\nAt noon.")
    );
    assert!(press.is_ended && map.kind == Kind::Map);
    assert_eq!(parted.rest, "\n\n\n\n\nconquer Saxony");

    let parted = part("Press to all", "hello\n\nhelp\n");
    assert_eq!(parted.commands[0].text, "hello\n\nhelp", "a command within a message is none");
    assert!(parted.commands.len() == 1 && !parted.commands[0].is_ended && parted.rest.trim().is_empty());

    let parted = part("", "Anonymous press to Poland:\nbeware");
    assert_eq!(
        (parted.commands[0].arguments.as_str(), parted.commands[0].text.as_str()),
        ("anonymous Poland", "beware")
    );
    let parted = part("", "press: to whom it may concern");
    assert_eq!(
        (parted.commands[0].arguments.as_str(), parted.commands[0].text.as_str()),
        ("", "to whom it may concern")
    );
}

#[test]
fn so_many_commands_are_read_and_no_more() {
    let parted = part("", &"map\n".repeat(MOST + 3));
    assert!(parted.commands.len() == MOST && parted.too_many, "{}", parted.commands.len());
    assert_eq!(parted.rest.matches("map").count(), 3);
}

#[test]
fn any_text_is_parted_and_nothing_is_lost() {
    for text in [
        "\u{feff}help",
        "\0",
        "press",
        "press:",
        "press to",
        ":",
        "1.",
        "- ",
        "confirm",
        "ſtatus",
        "İmap help",
    ] {
        let parted = part(text, text);
        let words: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
        let kept = parted.commands.iter().map(|one| one.quoted.as_str()).chain([parted.rest.as_str()]);
        let kept: String = kept.collect();
        assert!(words.iter().all(|c| kept.contains(*c)), "{text:?} {parted:?}");
    }
}

#[test]
fn the_words_can_be_translated() {
    let german = SHIPPED
        .replace("help = [\"help\"", "help = [\"hilfe\"")
        .replace("history = [\"history\", \"history of\"]", "history = [\"geschichte\", \"geschichte von\"]")
        .replace("end_press = [\"end press\"", "end_press = [\"ende\"")
        .replace("\"dear\"", "\"liebe\"")
        .replace("\"march\"", "\"märz\"");
    let words = CommandWords::parse(&german).expect("sound");
    let parted = words.part(
        "",
        "Liebe Spielleitung,\nHilfe\nGeschichte von Österreich\npress Polen: hallo\nEnde\nxyz",
        &|_| false,
    );
    let found: Vec<_> = parted.commands.iter().map(|one| (one.kind, one.arguments.as_str())).collect();
    assert_eq!(found, [(Kind::Help, ""), (Kind::History, "Österreich"), (Kind::Press, "Polen")]);
    assert_eq!((parted.commands[2].text.as_str(), words.name(Kind::Help)), ("hallo", "hilfe"));
    assert_eq!(
        (words.month("MÄRZ"), words.month("Dec."), words.month("de"), words.month("x")),
        (Some(3), Some(12), None, None)
    );
}

#[test]
fn every_fault_of_the_words_is_told() {
    let broken = SHIPPED
        .replace("map = [\"map\", ", "map = [\"help\", ")
        .replace("\"december\"", "\"december\", \"undecember\"");
    let faults = CommandWords::parse(&broken).expect_err("two faults");
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(CommandWords::parse(&SHIPPED.replace("resign = ", "retire = ")).is_err());
    assert!(
        CommandWords::parse(&SHIPPED.replace("none = [\"none\", \"cancel\", \"no more\"]", "none = []"))
            .is_err()
    );
}
