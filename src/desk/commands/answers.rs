//! Commands that only ask: help, status, map, report, rules, history.

use jiff::Timestamp;

use super::{Actor, Answer};
use crate::desk::archive::published;
use crate::desk::decide::{asked, open_ballots};
use crate::desk::letters::MapFiles;
use crate::desk::views::When;
use crate::desk::{Desk, DeskError, Table, paths};
use crate::postal::chronicle::{Reader, RuleId};
use crate::postal::commands::{Kind, Particle, years};
use crate::postal::document::{Block, Item, Lookup, Span};
use crate::postal::game::RuleRow;
use crate::postal::picture::Picture;
use crate::store::games::{GameStatus, Seat};
use crate::store::{PgConnection, pentades, sheets, wishes};

/// Cases of a rule that a letter lists.
const MOST_CASES: usize = 20;

impl Desk {
    pub(super) async fn help(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        seat: &Seat,
        answer: &mut Answer,
    ) -> Result<(), DeskError> {
        let world = table.world();
        let address = self.settings.orders_address(&table.row.slug);
        answer.paragraph(format!(
            "Write your orders for {} in plain words to {address}, one on a line, below the year that they are for. \
             A newer letter changes what it names; the rest stands. Every letter is answered, with the whole sheet \
             that is then in force.",
            seat.name
        ));
        let parts = table.game.form(&world, &seat.side, None)?;
        let mut lines: Vec<String> = Vec::new();
        for part in parts.iter().filter(|part| !part.example.trim().is_empty()) {
            lines.push(part.title.clone());
            lines.extend(part.example.lines().map(|line| format!("  {line}")));
        }
        if !lines.is_empty() {
            answer.paragraph("So it could look:");
            answer.document.blocks.push(Block::Verbatim(lines));
        }
        answer.paragraph(
            "Commands stand in the subject, or each on a line of its own at the top of a letter, before any orders:",
        );
        let turns = pentades::published(db, table.row.id).await?;
        let year = turns.first().map_or_else(|| table.span().first_year, |turn| turn.first_year);
        let rows = self.command_rows(table, seat, year);
        answer.document.blocks.push(Block::List(rows));
        let my = self.settings.link(&paths::my(&table.row.slug, &seat.side));
        answer.paragraph(format!("All of this is on your page too: {my}"));
        Ok(())
    }

    /// Each command with an example that fits the game.
    fn command_rows(&self, table: &Table<'_>, seat: &Seat, year: i32) -> Vec<Item> {
        let words = &self.settings.command_words;
        let rule = table.game.rules().iter().find(|row| !row.gm_only).map(|row| row.id.to_string());
        let explained = |kind: Kind| {
            let name = words.name(kind);
            Some(match kind {
                Kind::Help => (name.to_owned(), "this letter".to_owned()),
                Kind::Status => (
                    name.to_owned(),
                    "your position, the sheet in force, what is open, the deadline".to_owned(),
                ),
                Kind::Map => {
                    (name.to_owned(), format!("the map as picture and drawing; {name} {year} as it was then"))
                }
                Kind::Report => {
                    (format!("{name} {year}"), "your report of a published pentade again".to_owned())
                }
                Kind::Rules => (
                    format!("{name} {}", rule.clone()?),
                    "a rule, how it is read, and the cases that show it".to_owned(),
                ),
                Kind::History => {
                    (format!("{name} {}", seat.name), "what a place or a side has gone through".to_owned())
                }
                Kind::Vote => (
                    format!("{name} 1 yes"),
                    "your answer to the first question, while the pentade waits for it".to_owned(),
                ),
                Kind::Press => (
                    format!("{name} {}: ...", words.particle(Particle::All)),
                    format!(
                        "a message to all, or to the empires you name; also {} {name}; its words end with the letter, \
                         or at a line with {}",
                        words.particle(Particle::Anonymous),
                        words.particle(Particle::EndPress)
                    ),
                ),
                Kind::Vacation => (
                    format!("{name} 20 December {} 5 January", words.particle(Particle::Until)),
                    format!(
                        "days on which you are away; {name} {} takes it back",
                        words.particle(Particle::None)
                    ),
                ),
                Kind::Substitute => (
                    format!("{name} friend@example.org {} 5 January", words.particle(Particle::Until)),
                    format!(
                        "another may order for you until then; {name} {} ends it",
                        words.particle(Particle::None)
                    ),
                ),
                Kind::Resign => {
                    (name.to_owned(), "gives your seat up, once you have confirmed it".to_owned())
                }
                Kind::Ready => (name.to_owned(), "nobody need wait for more orders of yours".to_owned()),
                Kind::NotReady => (name.to_owned(), "takes that back".to_owned()),
                Kind::Confirm => (format!("{name} CODE"), "what you were asked to confirm".to_owned()),
            })
        };
        let rows = Kind::ALL.into_iter().filter_map(explained);
        rows.map(|(example, what)| Item {
            spans: vec![Span::Strong(example), Span::Text(format!(": {what}"))],
            details: Vec::new(),
        })
        .collect()
    }

    pub(super) async fn tell_status(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
        answer: &mut Answer,
    ) -> Result<(), DeskError> {
        let due = When::new(table.pentade.deadline, &actor.zone);
        let is_open = self.takes_orders(db, table, &seat.side, Timestamp::now()).await?;
        answer.paragraph(match (table.row.status, is_open) {
            (GameStatus::Over, _) => "The game is over.".to_owned(),
            (GameStatus::Archived, _) => "The GM has put the game away.".to_owned(),
            (GameStatus::Paused, true) => {
                format!("The clock stands: orders for {} are taken, and no deadline passes.", table.span())
            }
            (_, true) => format!("Orders for {} are due on {due}.", table.span()),
            (_, false) => format!("Orders for {} were due on {due}, and are closed.", table.span()),
        });
        let sheet = sheets::in_force(db, table.pentade.id, &seat.side).await?;
        match &sheet {
            Some(sheet) => {
                answer.paragraph(format!("Version {} of your orders is in force:", sheet.version));
                let lines: Vec<String> = sheet.sheet.words.lines().map(str::to_owned).collect();
                let lines = if lines.is_empty() { vec!["(no orders)".to_owned()] } else { lines };
                answer.document.blocks.push(Block::Verbatim(lines));
            }
            None => answer.paragraph("No orders have come from you yet."),
        }
        if is_open {
            let missing =
                table.game.missing(&table.world(), &seat.side, sheet.as_ref().map(|row| &row.sheet))?;
            list(answer, "What you could still order:", &missing);
        }
        self.list_questions(table, seat, answer)?;
        let ballots = open_ballots(db, &table.pentade, Some(&seat.side)).await?;
        let shown =
            ballots.iter().map(|ballot| format!("{} So far: {}.", ballot.question.why, ballot.words()));
        list(answer, "Votes in the open:", &shown.collect::<Vec<_>>());
        let today = Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
        for away in wishes::vacations(db, table.row.id, today).await? {
            if seat.player.as_ref().is_some_and(|player| player.account == away.account) {
                answer.paragraph(format!("You are away from {} to {}.", away.first_day, away.last_day));
            }
        }
        for one in wishes::stand_ins(db, table.row.id).await?.iter().filter(|one| one.side == seat.side) {
            let state = if one.is_confirmed {
                "stands in for you"
            } else {
                "is to stand in for you, if the GM agrees,"
            };
            answer.paragraph(format!("{} {state} until {}.", one.email, one.last_day));
        }
        answer.append(table.game.situation(&table.world(), &seat.side)?);
        Ok(())
    }

    /// What the side is asked, with the numbers that votes name.
    fn list_questions(&self, table: &Table<'_>, seat: &Seat, answer: &mut Answer) -> Result<(), DeskError> {
        let questions = asked(&table.pentade)?;
        let own: Vec<_> = questions.iter().filter(|one| one.electorate.contains(&seat.side)).collect();
        let lines: Vec<String> = (1..)
            .zip(own)
            .map(|(nth, one)| format!("{nth}. {} Answers: {}.", one.why, one.options.join(", ")))
            .collect();
        list(answer, "You are asked:", &lines);
        Ok(())
    }

    pub(super) async fn map(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        seat: &Seat,
        arguments: &str,
        answer: &mut Answer,
    ) -> Result<(), DeskError> {
        let (world, name) = match years(arguments) {
            Some(year) => {
                let (turn, kept) = published(db, &table.row, year, None).await?;
                (kept.after, format!("map-{}", turn.last_year))
            }
            None => (table.world(), format!("map-before-{}", table.span().first_year)),
        };
        let picture = table.game.picture(&world, &Reader::Side(seat.side.clone()))?;
        attach_map(answer, picture, &name).await
    }

    pub(super) async fn report_again(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        seat: &Seat,
        arguments: &str,
        answer: &mut Answer,
    ) -> Result<(), DeskError> {
        let turns = pentades::published(db, table.row.id).await?;
        let wanted = years(arguments);
        let found = turns
            .iter()
            .find(|turn| wanted.is_none_or(|year| (turn.first_year..=turn.last_year).contains(&year)));
        let Some(found) = found else {
            let known: Vec<String> =
                turns.iter().map(|turn| format!("{}\u{2013}{}", turn.first_year, turn.last_year)).collect();
            answer.paragraph(match known.is_empty() {
                true => "No pentade is published yet.".to_owned(),
                false => format!("There is no such report. Published are {}.", known.join(", ")),
            });
            return Ok(());
        };
        let (_, kept) = published(db, &table.row, found.first_year, None).await?;
        let reader = Reader::Side(seat.side.clone());
        answer.append(kept.report(table.game.as_ref(), &reader)?);
        let picture = table.game.picture(&kept.after, &reader)?;
        if picture.has_land() {
            attach_map(answer, picture, &format!("map-{}", found.last_year)).await?;
        }
        let page = self.settings.link(&paths::turn(&table.row.slug, found.first_year));
        answer.paragraph(format!("The archive's page: {page}"));
        Ok(())
    }

    pub(super) fn tell_rules(
        &self,
        table: &Table<'_>,
        arguments: &str,
        answer: &mut Answer,
    ) -> Result<(), DeskError> {
        let words = &self.settings.command_words;
        let rows: Vec<RuleRow> = table.game.rules().into_iter().filter(|row| !row.gm_only).collect();
        let asked = arguments.split([' ', ',', ';']).filter(|id| !id.is_empty());
        let asked: Vec<&str> = asked.filter(|id| !words.is(Particle::And, id)).collect();
        if asked.is_empty() {
            let contents = self.settings.link(paths::RULES.trim_end_matches('/'));
            answer.paragraph(format!("The rules and how far each is in force: {contents}"));
        }
        for id in asked.into_iter().take(MOST_CASES) {
            let is_it = |row: &&RuleRow| {
                row.id.as_str().eq_ignore_ascii_case(id)
                    || row.rulings.iter().any(|ruling| ruling.id.eq_ignore_ascii_case(id))
            };
            match rows.iter().find(is_it) {
                Some(row) => self.tell_rule(row, answer),
                None => {
                    let beside = rows.iter().filter(|row| row.id.chapter() == RuleId::new(id).chapter());
                    let beside: Vec<String> = beside.map(|row| format!("{} {}", row.id, row.title)).collect();
                    answer.paragraph(format!("There is no rule {id} in {}.", table.game.title()));
                    list(answer, "In its chapter stand:", &beside);
                }
            }
        }
        Ok(())
    }

    fn tell_rule(&self, row: &RuleRow, answer: &mut Answer) {
        answer.document.heading(3, format!("{} {}", row.id, row.title));
        let source =
            if row.source.is_empty() { String::new() } else { format!(" It comes from {}.", row.source) };
        answer.paragraph(format!("State: {}.{source}", row.status));
        for ruling in &row.rulings {
            answer.paragraph(format!(
                "Ruling {}: {} Read as: {}. Why: {}",
                ruling.id, ruling.question, ruling.reading, ruling.why
            ));
        }
        let cases: Vec<String> =
            row.cases.iter().take(MOST_CASES).map(|case| format!("{}: {}", case.id, case.title)).collect();
        list(answer, "Cases that show it:", &cases);
        if row.cases.len() > MOST_CASES {
            answer.paragraph(format!("And {} more.", row.cases.len() - MOST_CASES));
        }
        answer.paragraph(self.settings.link(&format!("{}{}", paths::RULES, row.id)));
    }

    pub(super) async fn tell_history(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        seat: &Seat,
        name: &str,
        answer: &mut Answer,
    ) -> Result<(), DeskError> {
        match self.look_up(db, table, name, &Reader::Side(seat.side.clone())).await? {
            Lookup::Told(document) => answer.append(document),
            Lookup::Unknown(near) if near.is_empty() => {
                answer.paragraph(format!("Nothing is called {name} here."))
            }
            Lookup::Unknown(near) => {
                answer
                    .paragraph(format!("Nothing is called {name} here. Did you mean {}?", near.join(" or ")));
            }
            Lookup::NotKept => answer.paragraph(format!("{} keeps no such history.", table.game.title())),
        }
        Ok(())
    }
}

pub(super) fn list(answer: &mut Answer, heading: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    answer.paragraph(heading);
    let item = |line: &String| Item { spans: vec![Span::Text(line.clone())], details: Vec::new() };
    answer.document.blocks.push(Block::List(lines.iter().map(item).collect()));
}

/// Adds the files of a map, unless the letter has them already. The same map is called by the same name whatever year of
/// its pentade was asked for.
async fn attach_map(answer: &mut Answer, picture: Picture, name: &str) -> Result<(), DeskError> {
    if answer.attachments.iter().any(|file| file.name == format!("{name}.svg")) {
        answer.paragraph(format!("The map {name}.svg is here already."));
        return Ok(());
    }
    let files = MapFiles::draw(picture, name).await?;
    answer.paragraph(format!("{}: see {name}.png; {name}.svg can be enlarged without end.", files.title));
    answer.attachments.extend([files.png, files.svg]);
    Ok(())
}
