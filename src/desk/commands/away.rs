//! Days on which a player is away, and who orders in his stead.

use jiff::Timestamp;
use jiff::civil::Date;

use super::dates::{after, day, days};
use super::{Actor, Answer};
use crate::desk::{AccountId, Desk, DeskError, Table, may_run, own_seat, time_zone};
use crate::postal::chronicle::SideId;
use crate::postal::commands::{Kind, Particle};
use crate::store::games::{self, Seat};
use crate::store::wishes::{self, StandIn};
use crate::store::{PgConnection, StoreError, accounts, audit};

/// Days that a stand-in has when no last day is named, and longest time that may be named.
const STAND_IN_DAYS: i32 = 30;
const LONGEST_DAYS: i32 = 366;
/// Why somebody is no stand-in: orders of others are open to him.
const GM_STANDS_IN: &str = "who helps to run the game cannot stand in for a player";

/// Days from one to another, as pages show them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayRow {
    /// Who.
    pub who: String,
    /// First day, `2026-12-20`.
    pub first: String,
    /// Last day.
    pub last: String,
}

/// The page on which a player says that he is away, who stands in for him, or that he leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwayPage {
    /// Title of the game.
    pub title: String,
    /// Name of the side.
    pub side_name: String,
    /// Whether the reader only stands in himself.
    pub stands_in: bool,
    /// His vacation.
    pub vacation: Option<DayRow>,
    /// Who stands in, or is to do so, and whether it is settled.
    pub stand_in: Option<(DayRow, bool)>,
    /// Whether a stand-in needs the GM's word.
    pub gm_confirms: bool,
    /// What becomes of the orders of a player who leaves.
    pub fate: String,
}

impl Desk {
    pub(super) async fn vacation_by_letter(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
        arguments: &str,
        answer: &mut Answer,
    ) -> Result<(), DeskError> {
        let words = &self.settings.command_words;
        if words.is(Particle::None, arguments) {
            answer.paragraph(self.end_vacation(db, table, actor).await?);
            return Ok(());
        }
        let named = days(words, arguments, today(&actor.zone)).ok_or_else(|| {
            let (name, until) = (words.name(Kind::Vacation), words.particle(Particle::Until));
            DeskError::Refused(format!(
                "these are no days that can be read; write for instance \"{name} 20 December 2026 {until} 5 January 2027\""
            ))
        })?;
        answer.paragraph(self.keep_vacation(db, table, (seat, actor), named).await?);
        Ok(())
    }

    async fn keep_vacation(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
        (first, last): (Date, Date),
    ) -> Result<String, DeskError> {
        let today = today(&actor.zone);
        if first > last || last < today || last > after(today, LONGEST_DAYS) {
            return Err(DeskError::Refused(format!(
                "{first} to {last} is no time to be away: it must end within a year from today, and after it begins"
            )));
        }
        wishes::set_vacation(db, table.row.id, actor.account, (first, last)).await?;
        let detail = format!("{first} to {last}");
        audit::note(db, Some(actor.account), "vacation", Some(table.row.id), &detail).await?;
        let told = format!("{} ({}) is away from {first} to {last}", actor.name, seat.name);
        let id = format!("vacation.{}.{}", seat.side, Timestamp::now().as_millisecond());
        self.tell_gm(db, (&table.row, table.span()), &id, ("a player is away", &told)).await?;
        Ok(format!(
            "You are away from {first} to {last}. The GM has been told; the deadline stays as it is unless he moves it."
        ))
    }

    async fn end_vacation(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        actor: &Actor,
    ) -> Result<String, DeskError> {
        if wishes::withdraw_vacations(db, table.row.id, actor.account).await? == 0 {
            return Ok("You had not said that you are away.".to_owned());
        }
        audit::note(db, Some(actor.account), "vacation", Some(table.row.id), "taken back").await?;
        let told = format!("{} is not away after all", actor.name);
        let id = format!("vacation.{}.{}", actor.account.0, Timestamp::now().as_millisecond());
        self.tell_gm(db, (&table.row, table.span()), &id, ("a player is back", &told)).await?;
        Ok("You are not away any more. The GM has been told.".to_owned())
    }

    pub(super) async fn substitute_by_letter(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
        arguments: &str,
        answer: &mut Answer,
    ) -> Result<(), DeskError> {
        let words = &self.settings.command_words;
        if words.is(Particle::None, arguments) {
            answer.paragraph(self.end_substitute(db, table, (seat, actor)).await?);
            return Ok(());
        }
        let (email, rest) = arguments.split_once(' ').unwrap_or((arguments, ""));
        let email = email.trim_matches(['<', '>', ',', ';', ':']);
        let today = today(&actor.zone);
        let last =
            if rest.trim().is_empty() { Some(after(today, STAND_IN_DAYS)) } else { day(words, rest, today) };
        let Some(last) = last.filter(|_| is_address(email)) else {
            let (name, until) = (words.name(Kind::Substitute), words.particle(Particle::Until));
            return Err(DeskError::Refused(format!(
                "write for instance \"{name} friend@example.org {until} 5 January 2027\", with the mail address of who is to \
                 order for you"
            )));
        };
        answer.paragraph(self.keep_substitute(db, table, (seat, actor), (email, last)).await?);
        Ok(())
    }

    async fn keep_substitute(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
        (email, last): (&str, Date),
    ) -> Result<String, DeskError> {
        let refuse = |reason: &str| Err(DeskError::Refused(reason.to_owned()));
        let today = today(&actor.zone);
        if actor.stands_in {
            return refuse("only the player himself can name who stands in for him");
        }
        if !is_address(email) || email.eq_ignore_ascii_case(&actor.email) {
            return refuse("a stand-in needs a mail address of his own");
        }
        if last < today || last > after(today, LONGEST_DAYS) {
            return refuse("the last day must lie within a year from today");
        }
        let free = !wishes::customs(db, table.row.id).await?.gm_confirms_stand_ins;
        let known = if free { accounts::by_email(db, email).await? } else { None };
        let account = known.as_ref().map(|account| account.id);
        if account.is_some_and(|account| table.row.role_of(account).is_some()) {
            return refuse(GM_STANDS_IN);
        }
        let email = email.to_lowercase();
        wishes::ask_stand_in(db, table.row.id, actor.account, (&seat.side, &email, last), account).await?;
        let detail = format!("{} until {last}", seat.side);
        audit::note(db, Some(actor.account), "stand-in", Some(table.row.id), &detail).await?;
        let stamp = Timestamp::now().as_millisecond();
        let id = format!("stand-in.{}.{stamp}", seat.side);
        if let Some(account) = known {
            self.tell_stand_in(db, table, seat, (&account.name, &email, last)).await?;
            let told = format!("{email} stands in for {} ({}) until {last}", actor.name, seat.name);
            self.tell_gm(db, (&table.row, table.span()), &id, ("a stand-in", &told)).await?;
            return Ok(format!(
                "{email} may order for {} until {last}. He and the GM have been told.",
                seat.name
            ));
        }
        let told = format!(
            "{} ({}) wishes that {email} stands in for him until {last}. Until you confirm it on your desk, letters from there \
             are not taken",
            actor.name, seat.name
        );
        self.tell_gm(db, (&table.row, table.span()), &id, ("a stand-in is to be confirmed", &told)).await?;
        Ok(format!(
            "{email} may order for {} until {last} once the GM has confirmed it; you will both be told.",
            seat.name
        ))
    }

    async fn end_substitute(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
    ) -> Result<String, DeskError> {
        if wishes::end_stand_ins(db, table.row.id, &seat.side).await? == 0 {
            return Ok("Nobody stands in for you.".to_owned());
        }
        audit::note(db, Some(actor.account), "stand-in", Some(table.row.id), "ended").await?;
        let stamp = Timestamp::now().as_millisecond();
        let told = [format!("Nobody stands in for {} any more.", seat.name)];
        for person in seat.persons().filter(|one| one.account != actor.account) {
            let id = format!("stand-in.{}.{}.{stamp}", seat.side, person.account.0);
            let to = (person.name.as_str(), person.email.as_str());
            self.write_note(db, table, (&id, Some(&seat.side)), to, ("the stand-in has ended", &told))
                .await?;
        }
        Ok(told.concat())
    }

    async fn tell_stand_in(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        seat: &Seat,
        (name, email, last): (&str, &str, Date),
    ) -> Result<(), DeskError> {
        let stamp = Timestamp::now().as_millisecond();
        let told = [
            format!("Until {last} you may order for {} in {}.", seat.name, table.row.title),
            format!("Write to {}, from this address.", self.settings.orders_address(&table.row.slug)),
            format!(
                "Its page, after you have signed in with this address: {}",
                self.settings.link(&crate::desk::paths::my(&table.row.slug, &seat.side))
            ),
        ];
        let id = format!("stand-in.{}.new.{stamp}", seat.side);
        self.write_note(db, table, (&id, Some(&seat.side)), (name, email), ("you stand in", &told)).await
    }

    /// The GM's word on a stand-in.
    ///
    /// Errors: not allowed to anyone but the GM; not found when it was settled or ended before.
    pub async fn settle_stand_in(
        &self,
        account: AccountId,
        slug: &str,
        id: i64,
        agrees: bool,
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        let missing = || DeskError::NotFound(format!("stand-in {id}"));
        let all = wishes::stand_ins(&mut tx, table.row.id).await?;
        let found = all.into_iter().find(|one| one.id == id).ok_or_else(missing)?;
        let seats = games::seats(&mut tx, table.row.id).await?;
        let seat = seats.iter().find(|seat| seat.side == found.side).ok_or_else(missing)?;
        let StandIn { email, last_day, .. } = &found;
        let words = if agrees {
            let name = email.split('@').next().unwrap_or(email);
            let person = accounts::find_or_create(&mut tx, name, email).await?;
            if table.row.role_of(person.id).is_some() {
                return Err(DeskError::Refused(GM_STANDS_IN.to_owned()));
            }
            if !wishes::confirm_stand_in(&mut tx, table.row.id, id, person.id).await? {
                return Err(missing());
            }
            self.tell_stand_in(&mut tx, &table, seat, (&person.name, email, *last_day)).await?;
            format!("{email} may order for {} until {last_day}.", seat.name)
        } else {
            wishes::end_stand_in(&mut tx, table.row.id, id).await?;
            format!("{email} does not stand in for {}.", seat.name)
        };
        if let Some(player) = &seat.player {
            let stamp = Timestamp::now().as_millisecond();
            let key = format!("stand-in.{}.settled.{stamp}", seat.side);
            let to = (player.name.as_str(), player.email.as_str());
            let told = [words.clone()];
            self.write_note(&mut tx, &table, (&key, Some(&seat.side)), to, ("your stand-in", &told)).await?;
        }
        audit::note(&mut tx, Some(account), "stand-in", Some(table.row.id), &words).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// What a page says that a player is away, or nobody when `named` is none; the words for him.
    ///
    /// Errors: not allowed for another's side; refused for days that cannot be read or are no time to be away.
    pub async fn set_vacation(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        named: Option<(&str, &str)>,
    ) -> Result<String, DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        let (seat, actor) = self.acting(&mut tx, &table, side, account).await?;
        let words = match named {
            None => self.end_vacation(&mut tx, &table, &actor).await?,
            Some((first, last)) => {
                let (first, last) = (typed_day(first)?, typed_day(last)?);
                self.keep_vacation(&mut tx, &table, (&seat, &actor), (first, last)).await?
            }
        };
        tx.commit().await.map_err(StoreError::from)?;
        Ok(words)
    }

    /// Who is to stand in, from a page; nobody when `named` is none; the words for the player.
    ///
    /// Errors: as [`Desk::set_vacation`].
    pub async fn set_stand_in(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        named: Option<(&str, &str)>,
    ) -> Result<String, DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        let (seat, actor) = self.acting(&mut tx, &table, side, account).await?;
        let words = match named {
            None => self.end_substitute(&mut tx, &table, (&seat, &actor)).await?,
            Some((email, last)) => {
                let named = (email.trim(), typed_day(last)?);
                self.keep_substitute(&mut tx, &table, (&seat, &actor), named).await?
            }
        };
        tx.commit().await.map_err(StoreError::from)?;
        Ok(words)
    }

    async fn acting(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        side: &SideId,
        account: AccountId,
    ) -> Result<(Seat, Actor), DeskError> {
        let seat = own_seat(db, &table.row, side, account).await?;
        let actor = Actor::of(&seat, |one| one.account == account)
            .ok_or(DeskError::NotAllowed("this side is held by somebody else"))?;
        Ok((seat, actor))
    }

    /// The page on which a player says that he is away.
    ///
    /// Errors: not allowed for another's side.
    pub async fn away_page(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
    ) -> Result<AwayPage, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let (seat, actor) = self.acting(&mut db, &table, side, account).await?;
        let away = wishes::vacations(&mut db, table.row.id, today(&actor.zone)).await?;
        let own = away.into_iter().find(|one| one.account == account);
        let all = wishes::stand_ins(&mut db, table.row.id).await?;
        let stand_in = all.into_iter().find(|one| one.side == *side);
        let row = |who: String, first: String, last: Date| DayRow { who, first, last: last.to_string() };
        Ok(AwayPage {
            title: table.row.title.clone(),
            side_name: seat.name,
            stands_in: actor.stands_in,
            vacation: own.map(|one| row(one.name, one.first_day.to_string(), one.last_day)),
            stand_in: stand_in.map(|one| (row(one.email, String::new(), one.last_day), one.is_confirmed)),
            gm_confirms: wishes::customs(&mut db, table.row.id).await?.gm_confirms_stand_ins,
            fate: self.fate_foretold(&mut db, &table, side).await?,
        })
    }
}

/// The day that it is in a zone.
pub(in crate::desk) fn today(zone: &str) -> Date {
    Timestamp::now().to_zoned(time_zone(zone)).date()
}

fn typed_day(text: &str) -> Result<Date, DeskError> {
    text.trim().parse().map_err(|_| DeskError::Refused(format!("{text:?} is no day such as 2026-12-20")))
}

fn is_address(text: &str) -> bool {
    let parts = text.rsplit_once('@');
    text.len() <= 254
        && !text
            .chars()
            .any(|c| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | ',' | ';'))
        && parts.is_some_and(|(local, domain)| {
            !local.is_empty() && domain.contains('.') && !domain.starts_with('.')
        })
}
