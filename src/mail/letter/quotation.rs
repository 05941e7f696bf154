//! Own words and quoted ones: quotations, the lines that announce them, and signatures become empty lines.
//!
//! Nothing moves: line 12 of what is left is line 12 of what was written.

use super::form;

/// A text after the cut.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct OwnWords {
    /// As many lines as before; what is not the writer's own is empty.
    pub(super) text: String,
    /// Lines taken as quotation, with the lines that announce it, without empty ones.
    pub(super) quoted_lines: u32,
    /// Lines taken as signature, without empty ones.
    pub(super) signature_lines: u32,
    /// The order form was edited where it stood.
    pub(super) form_edited: bool,
    /// Own words stand below a quotation.
    pub(super) interleaved: bool,
    /// The line, from 1, from which all the rest was taken as quotation without being marked as such.
    pub(super) unmarked_from: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Own,
    Quoted,
    Signature,
    /// A line of our order form, edited by the writer.
    Form,
}

/// Cuts a text.
pub(super) fn own_words(text: &str) -> OwnWords {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut own = OwnWords::default();
    let mut marks: Vec<Mark> = Vec::with_capacity(lines.len());
    let mut signed = false;
    while marks.len() < lines.len() {
        let at = marks.len();
        let (mark, count) = match announcement(&lines, at) {
            Some(Announced::Marked(count)) => (Mark::Quoted, count),
            Some(Announced::Rest) => {
                let unmarked =
                    lines[at..].iter().skip(1).any(|line| !line.trim().is_empty() && !is_quoted(line));
                own.unmarked_from = unmarked.then_some(at + 1);
                (Mark::Quoted, lines.len() - at)
            }
            None if is_quoted(lines[at]) => (Mark::Quoted, 1),
            // Behind a signature the old letter may follow: it is counted as what it is.
            None if signed || begins_signature(&lines, at) => (Mark::Signature, 1),
            None => (Mark::Own, 1),
        };
        signed |= mark == Mark::Signature;
        marks.extend(std::iter::repeat_n(mark, count));
    }
    for found in form::find(&lines) {
        own.form_edited |= found.is_edited;
        let inside = if found.is_edited { Mark::Form } else { Mark::Quoted };
        marks[found.begin + 1..found.end].fill(inside);
        marks[found.begin] = Mark::Quoted;
        marks[found.end] = Mark::Quoted;
    }
    let mut kept = Vec::with_capacity(lines.len());
    for (line, mark) in lines.iter().zip(&marks) {
        let filled = u32::from(!line.trim().is_empty());
        match mark {
            Mark::Signature => own.signature_lines += filled,
            Mark::Quoted => own.quoted_lines += filled,
            Mark::Own => own.interleaved |= filled > 0 && own.quoted_lines > 0,
            Mark::Form => {}
        }
        kept.push(match mark {
            Mark::Own => line.trim_end(),
            Mark::Form => form::unquoted(line),
            Mark::Quoted | Mark::Signature => "",
        });
    }
    own.text = kept.join("\n");
    own
}

fn is_quoted(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

/// What a line announces.
enum Announced {
    /// So many lines that announce a quotation which is marked line by line, or the end.
    Marked(usize),
    /// A quotation up to the end.
    Rest,
}

fn announcement(lines: &[&str], at: usize) -> Option<Announced> {
    let line = lines[at].trim();
    if line.is_empty() || is_quoted(line) {
        return None;
    }
    let ruled = line.len() > 9 && line.bytes().all(|byte| byte == b'_');
    if is_forwarding_line(line) || is_header_block(lines, at + usize::from(ruled)) {
        return Some(Announced::Rest);
    }
    let (count, strong) = attribution(lines, at)?;
    match lines[at + count..].iter().find(|line| !line.trim().is_empty()) {
        None => Some(Announced::Marked(count)),
        Some(next) if is_quoted(next) => Some(Announced::Marked(count)),
        Some(_) if strong => Some(Announced::Rest),
        Some(_) => None,
    }
}

/// Words that begin an attribution, in the languages of common mail programs.
const OPENERS: [&str; 22] = [
    "on ",
    "am ",
    "le ",
    "op ",
    "el ",
    "il ",
    "den ",
    "em ",
    "dnia ",
    "dne ",
    "w dniu ",
    "a ",
    "no dia ",
    "pe ",
    "p\u{e5} ",
    "il giorno ",
    "em ",
    "o dia ",
    "\u{3c3}\u{3c4}\u{3b9}\u{3c2} ",
    "ke ",
    "ma ",
    "va, ",
];

/// Words that end one.
const VERBS: [&str; 24] = [
    "wrote",
    "writes",
    "schrieb",
    "a \u{e9}crit",
    "schreef",
    "escribi\u{f3}",
    "ha scritto",
    "skrev",
    "escreveu",
    "napisa\u{142}",
    "pisze",
    "napsal",
    "kirjoitti",
    "\u{ed}rta",
    "a scris",
    "va escriure",
    "yazd\u{131}",
    "nap\u{ed}sal",
    "\u{43d}\u{430}\u{43f}\u{438}\u{441}\u{430}\u{43b}",
    "\u{43f}\u{438}\u{448}\u{435}\u{442}",
    "\u{43f}\u{438}\u{441}\u{430}\u{43b}",
    "\u{3ad}\u{3b3}\u{3c1}\u{3b1}\u{3c8}\u{3b5}",
    "het volgende geschreven",
    "geschreven",
];

/// Lines an attribution takes from here, and whether it is one even when no marked line follows.
fn attribution(lines: &[&str], at: usize) -> Option<(usize, bool)> {
    const MOST_LINES: usize = 3;
    const LONGEST: usize = 300;
    let first = lines[at].trim().to_lowercase();
    let opened = OPENERS.iter().any(|opener| first.starts_with(opener));
    let most = if opened { MOST_LINES } else { 1 };
    let mut whole = String::new();
    for (nth, line) in lines[at..].iter().take(most).enumerate() {
        let line = line.trim().to_lowercase();
        if line.is_empty() || is_quoted(&line) {
            return None;
        }
        whole.push(' ');
        whole.push_str(&line);
        if whole.len() > LONGEST {
            return None;
        }
        if whole.ends_with([':', '\u{ff1a}']) {
            let verb = VERBS.iter().any(|verb| contains_word(&whole, verb));
            let dated = whole.contains(|c: char| c.is_ascii_digit());
            let addressed = whole.contains('@');
            return (verb || addressed).then_some((nth + 1, opened && verb && dated));
        }
    }
    None
}

/// Whether the verb stands there as a word, or with an ending.
fn contains_word(text: &str, verb: &str) -> bool {
    text.match_indices(verb).any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
}

/// `-----Original Message-----` and its like.
fn is_forwarding_line(line: &str) -> bool {
    const WORDS: [&str; 21] = [
        "original message",
        "ursprüngliche nachricht",
        "originalnachricht",
        "message d'origine",
        "message original",
        "message transféré",
        "mensaje original",
        "mensaje reenviado",
        "messaggio originale",
        "messaggio inoltrato",
        "oorspronkelijk bericht",
        "doorgestuurd bericht",
        "forwarded message",
        "weitergeleitete nachricht",
        "wiadomość oryginalna",
        "oryginalna wiadomość",
        "wiadomość przekazana dalej",
        "mensagem original",
        "mensagem encaminhada",
        "ursprungligt meddelande",
        "oprindelig meddelelse",
    ];
    const BEGINNINGS: [&str; 8] = [
        "begin forwarded message:",
        "anfang der weitergeleiteten nachricht:",
        "début du message transféré",
        "inicio del mensaje reenviado",
        "inizio messaggio inoltrato",
        "begin doorgestuurd bericht",
        "początek przekazanej wiadomości",
        "início da mensagem reencaminhada",
    ];
    let lower = line.to_lowercase();
    let inner = lower.trim_matches(['-', ' ']);
    if BEGINNINGS.iter().any(|beginning| lower.starts_with(beginning)) {
        return true;
    }
    lower.starts_with("---") && lower.ends_with("---") && WORDS.contains(&inner)
}

/// The header block Outlook puts above an answered letter: From, then at least Sent and Subject or To.
fn is_header_block(lines: &[&str], at: usize) -> bool {
    const LONGEST_BLOCK: usize = 8;
    const FROM: [&str; 12] =
        ["from", "von", "de", "van", "da", "från", "fra", "od", "lähettäjä", "от", "feladó", "kimden"];
    const SENT: [&str; 20] = [
        "sent",
        "date",
        "gesendet",
        "datum",
        "envoyé",
        "enviado",
        "inviato",
        "verzonden",
        "skickat",
        "sendt",
        "dato",
        "wysłano",
        "data",
        "odesláno",
        "lähetetty",
        "отправлено",
        "дата",
        "elküldve",
        "fecha",
        "enviada em",
    ];
    const OTHER: [&str; 28] = [
        "to",
        "subject",
        "an",
        "betreff",
        "à",
        "objet",
        "para",
        "asunto",
        "aan",
        "onderwerp",
        "a",
        "oggetto",
        "till",
        "ämne",
        "til",
        "emne",
        "do",
        "temat",
        "komu",
        "předmět",
        "vastaanottaja",
        "aihe",
        "кому",
        "тема",
        "címzett",
        "tárgy",
        "assunto",
        "sujet",
    ];
    if !lines.get(at).and_then(|line| field(line)).is_some_and(|name| FROM.contains(&name.as_str())) {
        return false;
    }
    let block = || lines.iter().skip(at + 1).take(LONGEST_BLOCK).map_while(|line| field(line));
    block().any(|name| SENT.contains(&name.as_str())) && block().any(|name| OTHER.contains(&name.as_str()))
}

/// The name before a colon, in lower case, without the marks of bold type.
fn field(line: &str) -> Option<String> {
    let (name, _) = line.trim().split_once(':')?;
    let name = name.trim_matches(['*', ' ']).to_lowercase();
    (name.chars().count() <= 14).then_some(name)
}

/// Whether a signature begins here: it goes on to the end.
fn begins_signature(lines: &[&str], at: usize) -> bool {
    match lines[at] {
        "-- " => true,
        line if line.trim() == "--" => is_short_end(&lines[at + 1..]),
        line => is_device_phrase(line.trim()),
    }
}

/// Without its space, `--` may as well part two years of orders: it begins a signature only when little follows
/// and none of it opens with a number.
fn is_short_end(rest: &[&str]) -> bool {
    const LONGEST_SIGNATURE: usize = 5;
    let own = rest.iter().map(|line| line.trim()).filter(|line| !line.is_empty() && !is_quoted(line));
    own.clone().take(LONGEST_SIGNATURE + 1).count() <= LONGEST_SIGNATURE
        && !own.take(LONGEST_SIGNATURE).any(|line| line.starts_with(|c: char| c.is_numeric()))
}

/// What telephones and programs write below a letter.
fn is_device_phrase(line: &str) -> bool {
    const LONGEST: usize = 80;
    const BEGINNINGS: [&str; 38] = [
        "sent from my ",
        "sent from mail for ",
        "sent from outlook",
        "sent from yahoo",
        "sent from a mobile",
        "sent with proton",
        "get outlook for ",
        "gesendet von meinem ",
        "gesendet von mail für ",
        "gesendet mit der ",
        "holen sie sich outlook für ",
        "envoyé de mon ",
        "envoyé depuis ",
        "envoyé à partir de ",
        "enviado desde mi ",
        "obtener outlook para ",
        "enviado do meu ",
        "enviado a partir do ",
        "inviato da ",
        "inviato dal mio ",
        "verzonden vanaf mijn ",
        "verstuurd vanaf mijn ",
        "skickat från min ",
        "sendt fra min ",
        "wysłane z ",
        "wysłano z ",
        "odesláno z ",
        "отправлено с ",
        "lähetetty ",
        "skickat från ",
        "sendt fra ",
        "outlook für ",
        "télécharger outlook pour ",
        "téléchargez outlook pour ",
        "scarica outlook per ",
        "download outlook voor ",
        "pobierz program outlook ",
        "hämta outlook för ",
    ];
    if line.len() > LONGEST {
        return false;
    }
    let lower = line.to_lowercase();
    let german =
        ["von meinem ", "diese nachricht wurde von meinem "].iter().any(|head| lower.starts_with(head));
    BEGINNINGS.iter().any(|beginning| lower.starts_with(beginning))
        || german && lower.trim_end_matches('.').ends_with(" gesendet")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str) -> Vec<(usize, String)> {
        let own = own_words(text);
        assert_eq!(own.text.split('\n').count(), text.split('\n').count());
        let lines = own.text.split('\n').enumerate().filter(|(_, line)| !line.is_empty());
        lines.map(|(nth, line)| (nth + 1, line.to_owned())).collect()
    }

    #[test]
    fn quoted_lines_never_count() {
        let text = "rule Bavaria\n\nOn Mon, 23 Nov 2026 at 10:12, GM <gm@gm.example>\nwrote:\n\n> conquer\n>> pillage";
        assert_eq!(kept(text), [(1, "rule Bavaria".to_owned())]);
        assert_eq!(own_words(text).quoted_lines, 4);
        let own = own_words("> conquer Saxony\nyes, this one again");
        assert_eq!((own.text.as_str(), own.interleaved), ("\nyes, this one again", true));
    }

    #[test]
    fn own_words_above_and_below_a_quotation_count() {
        let text = "Am 30.11. schrieb GM <gm@gm.example>:\n> 976\nrule Bavaria\n> 977\ntax Saxony";
        assert_eq!(kept(text), [(3, "rule Bavaria".to_owned()), (5, "tax Saxony".to_owned())]);
    }

    #[test]
    fn an_unmarked_quotation_goes_to_the_end() {
        for text in [
            "rule\nOn 23 Nov 2026 GM <gm@gm.example> wrote:\nconquer",
            "rule\nLe lun. 23 nov. 2026 à 10:12, GM a écrit :\n\nconquer",
            "rule\n-----Original Message-----\nFrom: GM\n\nconquer",
            "rule\nFrom: GM\nSent: Monday\nTo: Anna\nSubject: g7\n\nconquer",
            "rule\n*Von:* GM\n*Gesendet:* Montag\n*Betreff:* g7\n\nconquer",
            "rule\n---------- Forwarded message ---------\nconquer",
        ] {
            assert_eq!(kept(text), [(1, "rule".to_owned())], "{text}");
            assert_eq!(own_words(text).unmarked_from, Some(2), "{text}");
        }
    }

    #[test]
    fn orders_and_press_are_no_attributions() {
        for text in [
            "976:\nconquer Saxony",
            "On 977:\nrule Bavaria",
            "press, to Poland:\n  Otto wrote: the Rhine is mine.\nrule",
            "From: Denmark\nTo: Poland\nwe only want to talk",
            "976\n-----\n977 rule Bavaria",
            "976\n--\n977 rule Bavaria",
            "977 rule Bavaria\n--\na\nb\nc\nd\ne\nf",
            "the king wrote:\nrule",
        ] {
            assert_eq!(own_words(text).text, text);
        }
    }

    #[test]
    fn signatures_end_the_text() {
        for (text, lines) in [
            ("rule\n\nSent from my iPhone", 1),
            ("rule\nVon meinem iPhone gesendet", 1),
            ("rule\n-- \nconquer hearts not lands\n977", 3),
            ("rule\n--\nAnna", 2),
            ("rule\n--\nsent from the train", 2),
        ] {
            assert_eq!(kept(text), [(1, "rule".to_owned())], "{text}");
            assert_eq!(own_words(text).signature_lines, lines, "{text}");
        }
        let own = own_words(
            "rule\n\nGesendet von meinem Telefon\n\nAm 30.11. schrieb GM <gm@gm.example>:\n> 976\n> x",
        );
        assert_eq!((own.quoted_lines, own.signature_lines), (3, 1));
    }
}
