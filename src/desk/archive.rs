//! What everyone may read: games, published pentades, maps, the rulebook; and the players' own reports.

use crate::store::PgConnection;

use super::absent::Absences;
use super::correct::revision_views;
use super::press::Pieces;
use super::views::{
    GameCard, GamePage, Health, Leaf, PentadeState, ReadingsPage, Role, Rulebook, SeatRow, TurnPage, TurnRow,
    When,
};
use super::{AccountId, Desk, DeskError, Table, find_game, no_side, sealing, span_of, zone_of};
use crate::postal::chronicle::Reader;
use crate::postal::document::Document;
use crate::postal::game::{ChronicleText, Game, RuleRow, Span, Turn, WorldText};
use crate::postal::picture::Picture;
use crate::postal::switches::Switch;
use crate::store::games::{self, GameRow};
use crate::store::pentades::{self, PentadeRow, PublishedRow};
use crate::store::{StoreError, accounts, letters, outbox, seals, stamps, standing, wishes};

impl Desk {
    /// Every game that a reader may see, oldest first.
    pub async fn games(&self, viewer: Option<AccountId>) -> Result<Vec<GameCard>, DeskError> {
        let mut db = self.store.reader().await?;
        let zone = zone_of(&mut db, viewer).await?;
        let card = |row: standing::Standing| {
            let kind =
                self.games.get(&row.kind).map_or_else(|| row.kind.clone(), |game| game.title().to_owned());
            GameCard {
                slug: row.slug,
                title: row.title,
                kind,
                status: row.status,
                span: Span { first_year: row.first_year, last_year: row.last_year },
                state: row.state,
                deadline: When::new(row.deadline, &zone),
                published: u32::try_from(row.published).unwrap_or(u32::MAX),
                gm: row.gm,
                members_only: row.members_only,
            }
        };
        Ok(standing::of_all(&mut db, viewer).await?.into_iter().map(card).collect())
    }

    /// The stamp of what a public page is made from; none where that is not there, or not for everyone.
    pub async fn stamp(&self, leaf: &Leaf) -> Result<Option<String>, DeskError> {
        let mut db = match leaf {
            // Rules stand as long as the process does.
            Leaf::Rules => return Ok(Some(String::new())),
            Leaf::Games | Leaf::Game(_) => self.store.reader().await?,
        };
        Ok(match leaf {
            Leaf::Game(slug) => stamps::of_game(&mut db, slug).await?,
            Leaf::Games | Leaf::Rules => Some(stamps::of_all(&mut db).await?),
        })
    }

    /// The page of one game.
    pub async fn game(&self, viewer: Option<AccountId>, slug: &str) -> Result<GamePage, DeskError> {
        let mut db = self.store.reader().await?;
        let zone = zone_of(&mut db, viewer).await?;
        let table = self.table(&mut db, slug).await?;
        let seats = games::seats(&mut db, table.row.id).await?;
        let world = table.world();
        Ok(GamePage {
            game: card(&mut db, &table, &zone).await?,
            seats: seats
                .into_iter()
                .map(|seat| SeatRow {
                    side: seat.side,
                    name: seat.name,
                    playable: seat.playable,
                    player: seat.player.map(|player| player.name),
                })
                .collect(),
            turns: turns(&mut db, &table.row, &zone).await?,
            standings: table.game.standings(&world)?,
            picture: table.game.picture(&world, &Reader::Public)?,
            edition_is_loaded: table.game.edition().hash == table.row.edition_hash,
            own_readings: table.game.switches().into_iter().filter(Switch::is_own).collect(),
            edition_name: table.row.edition_name.clone(),
            edition_hash: table.row.edition_hash.clone(),
            commitment: table.pentade.commitment.clone(),
            seals: sealing::views(&mut db, &table.row, &table.pentade, &zone).await?,
            role: role(&mut db, &table.row, viewer).await?,
        })
    }

    /// A published pentade as `reader` may see it: the revision in force.
    ///
    /// Errors: not found when it is not published; not allowed when the viewer is not that reader.
    pub async fn turn(
        &self,
        viewer: Option<AccountId>,
        slug: &str,
        first_year: i32,
        reader: &Reader,
    ) -> Result<TurnPage, DeskError> {
        self.revision(viewer, slug, (first_year, None), reader).await
    }

    /// The same of any revision.
    ///
    /// Errors: as for [`Desk::turn`].
    pub async fn revision(
        &self,
        viewer: Option<AccountId>,
        slug: &str,
        (first_year, revision): (i32, Option<i32>),
        reader: &Reader,
    ) -> Result<TurnPage, DeskError> {
        let mut db = self.store.reader().await?;
        let row = find_game(&mut db, slug).await?;
        let role = role(&mut db, &row, viewer).await?;
        check_reader(&role, reader)?;
        let zone = zone_of(&mut db, viewer).await?;
        let (pentade, kept) = published(&mut db, &row, first_year, revision).await?;
        let all = pentades::published(&mut db, row.id).await?;
        let game = self.player_of(&row)?;
        if let Reader::Side(side) = reader
            && !game.sides(&kept.after)?.iter().any(|one| one.id == *side)
        {
            return Err(no_side(side));
        }
        let years = || all.iter().map(|turn| turn.first_year);
        let unreadable = |what: &str| StoreError::Unreadable {
            what: "published pentade",
            reason: format!("that of {first_year} has no {what}"),
        };
        let turn = PublishedRow {
            id: pentade.id,
            first_year,
            last_year: pentade.last_year,
            revision: pentade.revision,
            published_at: pentade.published_at.ok_or_else(|| unreadable("date"))?,
            result_hash: pentade.result_hash.ok_or_else(|| unreadable("hash of its result"))?,
        };
        Ok(TurnPage {
            turn: turn_row(&turn, &zone),
            reader: reader.clone(),
            report: kept.report(game.as_ref(), reader)?,
            standings: game.standings(&kept.after)?,
            picture: game.picture(&kept.after, reader)?,
            picture_before: game.picture(&kept.before, reader)?,
            inputs_hash: pentade.inputs_hash.ok_or_else(|| unreadable("hash of its inputs"))?,
            seed: pentade.seed,
            commitment: pentade.commitment,
            seals: seals::of_year(&mut db, row.id, first_year)
                .await?
                .into_iter()
                .map(|row| row.seal)
                .collect(),
            revisions: revision_views(&mut db, &row, first_year, &zone).await?,
            previous: years().filter(|year| *year < first_year).max(),
            next: years().filter(|year| *year > first_year).min(),
            role,
            slug: row.slug,
            title: row.title,
        })
    }

    /// The map: after a published pentade, or of the current world when no year is given.
    pub async fn picture(
        &self,
        viewer: Option<AccountId>,
        slug: &str,
        first_year: Option<i32>,
        reader: &Reader,
    ) -> Result<Picture, DeskError> {
        self.picture_of(viewer, slug, first_year.map(|year| (year, None)), reader).await
    }

    /// The same, after any revision of a published pentade.
    pub async fn picture_of(
        &self,
        viewer: Option<AccountId>,
        slug: &str,
        turn: Option<(i32, Option<i32>)>,
        reader: &Reader,
    ) -> Result<Picture, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        check_reader(&role(&mut db, &table.row, viewer).await?, reader)?;
        let world = match turn {
            Some((year, revision)) => published(&mut db, &table.row, year, revision).await?.1.after,
            None => table.world(),
        };
        Ok(table.game.picture(&world, reader)?)
    }

    /// The rulebook's contents page; rows for the GM alone only for the GM.
    pub async fn rules(&self, viewer: Option<AccountId>, slug: &str) -> Result<Vec<RuleRow>, DeskError> {
        let mut db = self.store.reader().await?;
        let row = find_game(&mut db, slug).await?;
        let is_gm = viewer.is_some_and(|viewer| row.role_of(viewer).is_some());
        let rows = self.player_of(&row)?.rules();
        Ok(rows.into_iter().filter(|rule| is_gm || !rule.gm_only).collect())
    }

    /// How a game reads the switches of its rules.
    pub async fn readings(&self, slug: &str) -> Result<ReadingsPage, DeskError> {
        let mut db = self.store.reader().await?;
        let row = find_game(&mut db, slug).await?;
        let switches = self.player_of(&row)?.switches();
        Ok(ReadingsPage { slug: row.slug, title: row.title, edition: row.edition_name, switches })
    }

    /// The rulebook of every game; rows for the GM alone only for one who runs such a game.
    pub async fn rulebooks(&self, viewer: Option<AccountId>) -> Result<Vec<Rulebook>, DeskError> {
        let mut db = self.store.reader().await?;
        let played = games::all(&mut db).await?;
        let books = self.games.iter().map(|game| {
            let runs = |row: &GameRow| viewer.is_some_and(|viewer| row.role_of(viewer).is_some());
            let is_gm = played.iter().any(|row| row.kind == game.id() && runs(row));
            Rulebook {
                title: game.title().to_owned(),
                edition: game.edition().name,
                rows: game.rules().into_iter().filter(|rule| is_gm || !rule.gm_only).collect(),
            }
        });
        Ok(books.collect())
    }

    /// What a person is to a game.
    pub async fn role(&self, viewer: Option<AccountId>, slug: &str) -> Result<Role, DeskError> {
        let mut db = self.store.reader().await?;
        let row = find_game(&mut db, slug).await?;
        role(&mut db, &row, viewer).await
    }

    /// How the server is. Errors mean that it is not well.
    pub async fn health(&self) -> Result<Health, DeskError> {
        let mut db = self.store.reader().await?;
        let (post_waiting, post_failed) = outbox::count_waiting_and_failed(&mut db).await?;
        Ok(Health {
            letters_waiting: letters::count_unread(&mut db).await?,
            post_waiting,
            post_failed,
            pentades_held: pentades::count_held(&mut db).await?,
            version: env!("CARGO_PKG_VERSION"),
        })
    }
}

/// A result as it was kept.
pub(super) struct Kept {
    before: WorldText,
    pub after: WorldText,
    chronicle: ChronicleText,
    press: Pieces,
    absences: Absences,
}

impl Kept {
    /// The result of a pentade; none before the draft.
    pub async fn of(db: &mut PgConnection, pentade: &PentadeRow) -> Result<Option<Self>, DeskError> {
        let (Some(after), Some(chronicle)) = (&pentade.world_after, &pentade.chronicle) else {
            return Ok(None);
        };
        Ok(Some(Self {
            before: pentade.world_before.clone(),
            after: after.clone(),
            chronicle: chronicle.clone(),
            press: Pieces::of(db, pentade.game, pentade.id).await?,
            absences: Absences::of(db, (pentade.game, pentade.id), span_of(pentade)).await?,
        }))
    }

    /// The pentade as reports are made from it.
    pub fn turn(&self) -> Turn<'_> {
        Turn { before: &self.before, after: &self.after, chronicle: &self.chronicle }
    }

    /// The report of a reader, with what was done for want of orders, and the press that the reader may see.
    pub fn report(&self, game: &dyn Game, reader: &Reader) -> Result<Document, DeskError> {
        let mut document = game.report(self.turn(), reader)?;
        self.absences.put_before(&mut document, reader);
        self.press.append(&mut document, reader);
        Ok(document)
    }
}

pub(super) fn no_turn(first_year: i32) -> DeskError {
    DeskError::NotFound(format!("published pentade {first_year}"))
}

pub(super) async fn published(
    db: &mut PgConnection,
    row: &GameRow,
    first_year: i32,
    revision: Option<i32>,
) -> Result<(PentadeRow, Kept), DeskError> {
    let pentade = pentades::by_year(db, row.id, first_year, revision).await?;
    let pentade = pentade.filter(|pentade| pentade.state == PentadeState::Published);
    let pentade = pentade.ok_or_else(|| no_turn(first_year))?;
    let kept = Kept::of(db, &pentade).await?.ok_or_else(|| no_turn(first_year))?;
    Ok((pentade, kept))
}

pub(super) fn check_reader(role: &Role, reader: &Reader) -> Result<(), DeskError> {
    let is_allowed = match reader {
        Reader::Public => true,
        Reader::Gm => role.is_gm,
        Reader::Side(side) => role.is_gm || role.sides.contains(side),
    };
    if is_allowed { Ok(()) } else { Err(DeskError::NotAllowed("this page is for somebody else")) }
}

pub(super) async fn role(
    db: &mut PgConnection,
    row: &GameRow,
    viewer: Option<AccountId>,
) -> Result<Role, DeskError> {
    let Some(viewer) = viewer else { return Ok(Role::default()) };
    let held = games::held_by(db, viewer).await?;
    let sides = held.into_iter().filter(|(game, _)| *game == row.id).map(|(_, side)| side).collect();
    Ok(Role { is_gm: row.role_of(viewer).is_some(), sides })
}

pub(super) async fn card(
    db: &mut PgConnection,
    table: &Table<'_>,
    zone: &str,
) -> Result<GameCard, DeskError> {
    let published = pentades::published(db, table.row.id).await?.len();
    let gm = accounts::by_id(db, table.row.gm).await?;
    Ok(GameCard {
        slug: table.row.slug.clone(),
        title: table.row.title.clone(),
        kind: table.game.title().to_owned(),
        status: table.row.status,
        span: span_of(&table.pentade),
        state: table.pentade.state,
        deadline: When::new(table.pentade.deadline, zone),
        published: u32::try_from(published).unwrap_or(u32::MAX),
        gm: gm.map_or_else(String::new, |gm| gm.name),
        members_only: wishes::customs(db, table.row.id).await?.members_only,
    })
}

pub(super) async fn turns(
    db: &mut PgConnection,
    row: &GameRow,
    zone: &str,
) -> Result<Vec<TurnRow>, DeskError> {
    let rows = pentades::published(db, row.id).await?;
    Ok(rows.iter().map(|turn| turn_row(turn, zone)).collect())
}

fn turn_row(turn: &PublishedRow, zone: &str) -> TurnRow {
    TurnRow {
        span: Span { first_year: turn.first_year, last_year: turn.last_year },
        revision: turn.revision,
        published_at: When::new(turn.published_at, zone),
        result_hash: turn.result_hash.clone(),
    }
}
