//! Person or machine?

use mail_parser::HeaderValue;

use super::{LetterKind, Postmark, Sender, parts::Head};

/// What kind of letter this is. Whatever is no person's is neither read for orders nor answered.
pub(super) fn kind_of(head: &Head, from: &Sender, postmark: &Postmark<'_>) -> LetterKind {
    if field_is(head, "X-Loop", |value| value.eq_ignore_ascii_case(postmark.own_domain)) {
        return LetterKind::OwnLoop;
    }
    let report = head.kind() == "multipart/report";
    let receipt = head.attribute("report-type") == Some("disposition-notification");
    if report && !receipt || from_mail_system(from) {
        return LetterKind::Bounce;
    }
    if receipt || postmark.sender.is_empty() || is_auto_reply(head) {
        return LetterKind::AutoReply;
    }
    if is_list_mail(head) { LetterKind::ListMail } else { LetterKind::Person }
}

fn from_mail_system(from: &Sender) -> bool {
    let Sender::One(from) = from else { return false };
    let name = from.address.split('@').next().unwrap_or("");
    ["mailer-daemon", "postmaster"].iter().any(|system| name.eq_ignore_ascii_case(system))
}

/// RFC 3834, and what came before it.
fn is_auto_reply(head: &Head) -> bool {
    const SUBJECTS: [&str; 27] = [
        "automatic reply:",
        "automatische antwort:",
        "auto:",
        "autoreply",
        "auto reply",
        "auto-reply",
        "out of office",
        "out of the office",
        "abwesenheitsnotiz",
        "réponse automatique",
        "respuesta automática",
        "risposta automatica",
        "resposta automática",
        "automatisch antwoord",
        "afwezig",
        "abwesend",
        "autosvar",
        "automatisk svar",
        "automatiskt svar",
        "automaattinen vastaus",
        "automatyczna odpowiedź",
        "automatická odpověď",
        "automatikus válasz",
        "автоматический ответ",
        "αυτόματη απάντηση",
        "otomatik yanıt",
        "răspuns automat",
    ];
    let subject = head.message().subject().unwrap_or("").trim().to_lowercase();
    // `no` may be followed by parameters and comments.
    let submitted =
        |value: &str| !value.split([';', ' ', '(']).next().unwrap_or("").eq_ignore_ascii_case("no");
    field_is(head, "Auto-Submitted", submitted)
        || ["X-Autoreply", "X-Autorespond", "X-Autoresponder"].iter().any(|name| field_is(head, name, is_yes))
        || field_is(head, "Precedence", |value| value.to_ascii_lowercase().starts_with("auto"))
        || SUBJECTS.iter().any(|beginning| subject.starts_with(beginning))
}

fn is_yes(value: &str) -> bool {
    !value.eq_ignore_ascii_case("no")
}

fn is_list_mail(head: &Head) -> bool {
    ["List-Id", "List-Unsubscribe", "List-Post", "Mailing-List"]
        .iter()
        .any(|name| field_is(head, name, |_| true))
        || field_is(head, "Precedence", |value| {
            ["bulk", "list", "junk"].iter().any(|kind| value.eq_ignore_ascii_case(kind))
        })
}

/// Whether there is such a field and its value is as asked.
fn field_is(head: &Head, name: &str, is: impl Fn(&str) -> bool) -> bool {
    let fields = head.message().headers().iter().filter(|header| header.name().eq_ignore_ascii_case(name));
    fields
        .map(|header| match header.value() {
            HeaderValue::Text(text) => text.trim(),
            _ => "",
        })
        .any(is)
}
