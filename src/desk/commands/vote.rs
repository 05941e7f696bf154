//! Votes by letter, while the pentade waits for them.

use super::answers::list;
use super::{Actor, Answer, Asked};
use crate::desk::decide::{asked as all_asked, open_ballots};
use crate::desk::{Desk, DeskError, Table};
use crate::postal::commands::{Command, Kind};
use crate::postal::document::{Block, Item, Span};
use crate::postal::question::{Question, ballot_id};
use crate::store::PgConnection;
use crate::store::games::Seat;

impl Desk {
    pub(super) async fn vote_by_letter(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
        (command, asked): (&Command, &Asked<'_>),
        answer: &mut Answer,
    ) -> Result<(), DeskError> {
        let all = all_asked(&table.pentade)?;
        let own: Vec<&Question> = all.iter().filter(|one| one.electorate.contains(&seat.side)).collect();
        if own.is_empty() {
            answer.paragraph("You are asked nothing now. Votes for what may come stand among your orders.");
            return Ok(());
        }
        // A bare `vote` is followed by a line for each answer.
        let lines: Vec<&str> = match command.arguments.is_empty() {
            true => asked.parted.rest.lines().map(str::trim).filter(|line| !line.is_empty()).collect(),
            false => vec![command.arguments.as_str()],
        };
        let mut said = Vec::new();
        for line in lines {
            match meant(&own, line) {
                Ok((question, option)) => {
                    let given = [(ballot_id(&question.id, &seat.side), option.clone())];
                    self.keep(db, table, Some(&seat.side), actor.account, &given).await?;
                    said.push(format!("{}: kept as \u{201c}{option}\u{201d}.", question.why));
                }
                Err(reason) => said.push(format!("\u{201c}{line}\u{201d} was not kept: {reason}.")),
            }
        }
        let item = |words: String| Item { spans: vec![Span::Text(words)], details: Vec::new() };
        if said.is_empty() {
            answer.paragraph("Your letter holds no answer.");
        } else {
            answer.document.blocks.push(Block::List(said.into_iter().map(item).collect()));
        }
        answer.paragraph("What you are asked:");
        let vote = self.settings.command_words.name(Kind::Vote);
        let listed = (1..).zip(&own).map(|(nth, one)| {
            let options =
                if one.options.is_empty() { "in your own words".to_owned() } else { one.options.join(", ") };
            item(format!("{vote} {nth}: {} ({options})", one.why))
        });
        answer.document.blocks.push(Block::List(listed.collect()));
        let ballots = open_ballots(db, &table.pentade, Some(&seat.side)).await?;
        let shown =
            ballots.iter().map(|ballot| format!("{} So far: {}.", ballot.question.why, ballot.words()));
        list(answer, "Everyone who is asked these sees what the others answer:", &shown.collect::<Vec<_>>());
        answer.paragraph(if ballots.is_empty() {
            "Nobody sees what you answer before the pentade is public. Until then a newer answer replaces it."
        } else {
            "Nobody sees what you answer to anything else before the pentade is public. Until then a newer answer replaces \
             an older one."
        });
        Ok(())
    }
}

/// The question and the option that a line means: `2: yes`, or `yes` where only one thing is asked.
fn meant<'q>(own: &[&'q Question], line: &str) -> Result<(&'q Question, String), String> {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = line.split_at(digits);
    let rest = rest.trim_start_matches([':', '.', ')', ' ', '-']).trim();
    let question = match (number.parse::<usize>(), own) {
        (Ok(nth), _) => own.get(nth.wrapping_sub(1)).ok_or_else(|| format!("there is no question {nth}"))?,
        (Err(_), [only]) => only,
        (Err(_), _) => return Err("say which question it answers by its number".to_owned()),
    };
    let bare = rest.trim_end_matches(['.', '!']).trim_matches(['"', '\u{201c}', '\u{201d}']).trim();
    if question.options.is_empty() && !rest.is_empty() {
        return Ok((question, rest.to_owned()));
    }
    let fits = |option: &&String| option.to_lowercase() == bare.to_lowercase();
    let option = question.options.iter().find(fits);
    let option = option.ok_or_else(|| format!("the answers are {}", question.options.join(", ")))?;
    Ok((question, option.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postal::chronicle::RuleId;
    use crate::postal::question::Ballot;

    fn question(id: &str, options: &[&str]) -> Question {
        Question {
            id: id.to_owned(),
            year: None,
            rule: RuleId::new("1"),
            electorate: Vec::new(),
            ballot: Ballot::Secret,
            options: options.iter().map(|one| (*one).to_owned()).collect(),
            default: None,
            why: String::new(),
        }
    }

    #[test]
    fn an_answer_is_found_by_number_or_as_the_only_one() {
        let (one, two, free) =
            (question("a", &["yes", "no"]), question("b", &["Otto", "no"]), question("c", &[]));
        let said =
            |own: &[&Question], line: &str| meant(own, line).map(|(q, option)| format!("{} {option}", q.id));
        assert_eq!(said(&[&one], "YES."), Ok("a yes".to_owned()));
        assert_eq!(said(&[&one, &two], "2: otto"), Ok("b Otto".to_owned()));
        assert_eq!(said(&[&one, &two], "1 no"), Ok("a no".to_owned()));
        assert_eq!(said(&[&one, &free], "2. anything at all"), Ok("c anything at all".to_owned()));
        for line in ["yes", "3 yes", "0 yes", "2 maybe", "", "99999999999999999999999 yes"] {
            assert!(said(&[&one, &two], line).is_err(), "{line}");
        }
    }
}
