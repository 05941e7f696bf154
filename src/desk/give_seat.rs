//! Gives a side to a player: one that arose in play, or one whose player has left.

use jiff::Timestamp;

use super::called::typed_name;
use super::departed::Whose;
use super::edition::own_readings;
use super::follow::typed_address;
use super::letters::{self, Maps, Opened, OrderForm, Post};
use super::strangers::check_newcomer;
use super::views::When;
use super::{Account, AccountId, Desk, DeskError, Table, may_run, no_side, sealing};
use crate::postal::chronicle::SideId;
use crate::store::gms::GmRole;
use crate::store::{PgConnection, StoreError, absence, accounts, audit, decisions, games};

impl Desk {
    /// Gives `side` to the person with this name and address, writes to him, and lets one player fewer wait. What another
    /// player had ordered for it is withdrawn, unless the game's custom is to keep it.
    ///
    /// Errors: refused without a name or an address that mail can be sent to, or with a name that looks like another's in the game; not found when
    /// players cannot hold the side.
    pub async fn give_seat(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        (name, email): (&str, &str),
    ) -> Result<(), DeskError> {
        let (name, email) = (typed_name(name)?, typed_address(email)?);
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        let seats = games::seats(&mut tx, table.row.id).await?;
        check_newcomer(&mut tx, &table, &seats, (&name, &email)).await?;
        let player = accounts::find_or_create(&mut tx, &name, &email).await?;
        if table.row.role_of(player.id).is_some_and(|role| role != GmRole::Owner) {
            return Err(DeskError::Refused(format!(
                "{} helps to run this game and sees what others order: end that first",
                player.name
            )));
        }
        self.seat_player(&mut tx, &table, side, &player).await?;
        let about = (Some(table.row.id), Some(player.id));
        audit::note_about(&mut tx, Some(account), "give-seat", about, side.as_str()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// The same within a transaction: fills the seat, and writes to the player and to whom it is taken from.
    pub(super) async fn seat_player(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        side: &SideId,
        player: &Account,
    ) -> Result<(), DeskError> {
        let former = games::seats(db, table.row.id).await?.into_iter().find(|seat| seat.side == *side);
        let left =
            former.as_ref().and_then(|seat| seat.player.clone()).filter(|left| left.account != player.id);
        let fate = match left {
            Some(_) => Some(self.treat_departed(db, table, side).await?),
            None => None,
        };
        sealing::bind_gm(self, db, table, (player.id, side)).await?;
        if !games::give_seat(db, table.row.id, side, player.id).await? {
            return Err(no_side(side));
        }
        if !absence::end_waiting_of(db, table.row.id, &player.email).await? {
            let waiting = decisions::waiting_players(db, table.row.id).await?;
            decisions::set_waiting_players(db, table.row.id, (waiting - 1).max(0)).await?;
        }
        let seats = games::seats(db, table.row.id).await?;
        let seat = seats.into_iter().find(|seat| seat.side == *side).ok_or_else(|| no_side(side))?;
        let (world, span) = (table.world(), table.span());
        let mut maps = Maps::before(table.pentade.id, format!("{}-map-{}", table.row.slug, span.first_year));
        if let (Some(left), Some(fate)) = (&left, &fate) {
            let who = (left.name.as_str(), left.email.as_str());
            let gone = format!(
                "You do not play {} in {} any more: the GM has given it to another.",
                seat.name, table.row.title
            );
            let told = [vec![gone], fate.words(Whose::Yours)].concat();
            let id = format!("left.{side}.{}", Timestamp::now().as_millisecond());
            self.write_note(db, table, (&id, None), who, ("you have left", &told)).await?;
        }
        let told = Opened {
            slug: &table.row.slug,
            title: &table.row.title,
            side,
            side_name: &seat.name,
            player: &player.name,
            span,
            deadline: &When::new(table.pentade.deadline, &player.zone),
            commitment: &table.pentade.commitment,
            map: maps.to(db, (table.game.as_ref(), &world), (side, player.plain_letters)).await?,
            readings: &own_readings(table.game.as_ref()),
            inherited: &fate.map(|fate| fate.words(Whose::His)).unwrap_or_default(),
            form: &OrderForm { span, lines: table.game.form_lines(&world, side)? },
        };
        let situation = table.game.situation(&world, side)?;
        let words = letters::opening(&self.settings, &told, &situation)?;
        let stamp = Timestamp::now().as_millisecond();
        let (about, key) = ((&table.row, Some(side)), format!("seat.{side}.{stamp}"));
        let post = Post::of_game(&self.settings, "notice", about, &key, (&player.name, &player.email));
        letters::write(&self.settings, db, post, words).await?;
        Ok(())
    }
}
