//! What the second game says of a line that it cannot read, what it offers, and what it asks.

use pentade::postal::chronicle::{RuleId, SideId};
use pentade::postal::form::{Menu, Offer, Offers};
use pentade::postal::game::{GameError, Inputs};
use pentade::postal::question::{Ballot, Question, ballot_id};
use pentade::postal::reading::{Complaint, Weight};

use super::{GUESTS, Guess, read};

pub(super) fn complaint(line: u32, words: &str) -> Complaint {
    let indent = words.chars().take_while(|c| c.is_whitespace()).count();
    Complaint {
        line,
        column: u32::try_from(indent).unwrap_or(0),
        length: u32::try_from(words.trim().chars().count()).unwrap_or(0),
        quoted: words.to_owned(),
        message: "no order was understood; the line was set aside".to_owned(),
        suggestion: Some("guess 7".to_owned()),
        rule: Some(RuleId::new("1")),
        weight: Weight::SetAside,
    }
}

pub(super) fn question(side: &SideId) -> Question {
    Question {
        id: "really".to_owned(),
        year: None,
        rule: RuleId::new("1"),
        electorate: vec![side.clone()],
        ballot: Ballot::Secret,
        options: vec!["yes".to_owned(), "no".to_owned()],
        default: None,
        why: "do you really want to know?".to_owned(),
    }
}

/// The votes that somebody calls for, each put to those who have not answered.
pub(super) fn votes(inputs: &Inputs) -> Result<Vec<Question>, GameError> {
    let mut called = (false, false);
    for sheet in inputs.sheets.values() {
        let guess: Guess = read("sheet", sheet)?;
        called = (called.0 || guess.open_vote, called.1 || guess.secret_vote);
    }
    let vote = |id: &str, ballot: Ballot| {
        let silent = |side: &&SideId| !inputs.answers.contains_key(&ballot_id(id, side));
        Question {
            id: id.to_owned(),
            electorate: inputs.sheets.keys().filter(silent).cloned().collect(),
            ballot,
            why: format!("shall the die be thrown {id}?"),
            ..question(&SideId::new(GUESTS))
        }
    };
    let all = called.0.then(|| vote("openly", Ballot::Open));
    let all = all.into_iter().chain(called.1.then(|| vote("secretly", Ballot::Secret)));
    Ok(all.filter(|question| !question.electorate.is_empty()).collect())
}

pub(super) fn menu(field: &str) -> Menu {
    if field != "guess" {
        return Menu::default();
    }
    let guess = Offer { with_figure: Some("guess #".to_owned()), ..Offer::plain("guess 10", "the middle") };
    let guess = Offers { title: "Guess".to_owned(), several: false, offers: vec![guess] };
    let offers = vec![Offer::plain("ask", "asks whether you mean it"), Offer::plain("invite", "")];
    let more = Offers { title: "More".to_owned(), several: true, offers };
    Menu { sorts: vec![guess, more], conditions: Vec::new() }
}

pub(super) fn words_of(guess: &Guess) -> String {
    let mut lines = Vec::new();
    lines.extend(guess.guess.map(|number| format!("guess {number}")));
    lines.extend(guess.trap.then(|| "trap".to_owned()));
    lines.extend(guess.ask.then(|| "ask".to_owned()));
    lines.extend(guess.invite.then(|| "invite".to_owned()));
    lines.extend(guess.open_vote.then(|| "vote openly".to_owned()));
    lines.extend(guess.secret_vote.then(|| "vote secretly".to_owned()));
    lines.extend(guess.follow.then(|| format!("follow {GUESTS}")));
    lines.join("\n")
}
