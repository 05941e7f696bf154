//! What the GM chooses an amendment from, and what readers see of a published correction.

use super::amend::{correctable, under_way};
use super::replay::played;
use super::{correction_row, told};
use crate::desk::archive::{card, check_reader, role};
use crate::desk::player::sheet_view;
use crate::desk::views::{AmendPage, AmendSide, AskedView, CorrectionView, RevisionView, When};
use crate::desk::{AccountId, Desk, DeskError, Table, find_game, may_look, zone_of};
use crate::postal::chronicle::Reader;
use crate::postal::game::Game;
use crate::postal::history::{self, Change, Played};
use crate::postal::reading::Sheet;
use crate::store::games::Seat;
use crate::store::{PgConnection, corrections, games, revisions, sheets};

impl Desk {
    /// What people decided in a published pentade, for the GM who says that something of it was wrong. `entry` is the
    /// place of the chronicle's entry that shows it.
    ///
    /// Errors: refused with the dates when the pentade lies too far back.
    pub async fn amend_page(
        &self,
        account: AccountId,
        slug: &str,
        first_year: i32,
        entry: Option<usize>,
    ) -> Result<AmendPage, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        may_look(&table.row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let kept = correctable(&mut db, &table, first_year).await?;
        let game = table.game.as_ref();
        let entries = match entry {
            Some(_) => game.entries(kept.turn(), &Reader::Gm)?,
            None => Vec::new(),
        };
        let entry = entries.into_iter().find(|one| Some(one.nth) == entry);
        let seats = games::seats(&mut db, table.row.id).await?;
        let amended = with_amendments(&mut db, &table, &kept).await?;
        let first = revisions::first_of(&mut db, table.row.id, first_year).await?;
        let mut sides = Vec::new();
        for side in game.sides(&kept.before)?.into_iter().filter(|side| side.playable) {
            let sent = match first {
                Some(first) => sheets::versions(&mut db, first, &side.id).await?,
                None => Vec::new(),
            };
            let data = amended.inputs.sheets.get(&side.id);
            sides.push(AmendSide {
                words: data
                    .map_or_else(|| Ok(String::new()), |data| words_of(game, &kept, &side.id, data))?,
                sent: sent.iter().map(|sheet| sheet_view(sheet, &zone)).collect(),
                side: side.id,
                name: side.name,
            });
        }
        let (asked, other_answers) = asked(game, &amended, &seats)?;
        Ok(AmendPage {
            game: card(&mut db, &table, &zone).await?,
            span: kept.span,
            entry,
            sides,
            asked,
            other_answers,
            rulings: amended.inputs.rulings.clone(),
            revisions: revision_views(&mut db, &table.row, first_year, &zone).await?,
            is_under_way: corrections::open(&mut db, table.row.id).await?.is_some(),
        })
    }

    /// A published correction as a reader may see it: what everybody was told, and what differs for this reader.
    ///
    /// Errors: not found when it is not published; not allowed when the viewer is not that reader.
    pub async fn correction(
        &self,
        viewer: Option<AccountId>,
        slug: &str,
        id: i64,
        reader: &Reader,
    ) -> Result<CorrectionView, DeskError> {
        let mut db = self.store.reader().await?;
        let row = find_game(&mut db, slug).await?;
        let role = role(&mut db, &row, viewer).await?;
        check_reader(&role, reader)?;
        let zone = zone_of(&mut db, viewer).await?;
        let found = corrections::by_id(&mut db, row.id, id).await?;
        let found = found.and_then(|found| correction_row(found, &zone));
        let correction = found.ok_or_else(|| DeskError::NotFound(format!("published correction {id}")))?;
        let mut pairs: Vec<(Played, Played)> = Vec::new();
        for (first_year, revision) in revisions::made_by(&mut db, id).await? {
            let was = revisions::kept(&mut db, row.id, first_year, revision - 1).await?;
            let is = revisions::kept(&mut db, row.id, first_year, revision).await?;
            if let (Some(was), Some(is)) = (was, is) {
                pairs.push((played(was)?, played(is)?));
            }
        }
        let amendments = match reader {
            Reader::Gm => corrections::amendments(&mut db, id).await?,
            Reader::Public | Reader::Side(_) => Vec::new(),
        };
        let game = self.player_of(&row)?;
        Ok(CorrectionView {
            slug: row.slug.clone(),
            title: row.title.clone(),
            correction,
            reader: reader.clone(),
            pentades: told::for_reader(game.as_ref(), &pairs, reader)?,
            amendments: amendments.into_iter().map(|row| (row.first_year, row.told, row.reason)).collect(),
            role,
        })
    }
}

/// The words of a kept sheet: what reading nothing into it leaves.
fn words_of(
    game: &dyn Game,
    kept: &Played,
    side: &crate::postal::chronicle::SideId,
    data: &str,
) -> Result<String, DeskError> {
    let former = Sheet { data: data.to_owned(), words: String::new() };
    Ok(game.read(&kept.before, side, "", Some(&former))?.sheet.words)
}

/// The pentade with what is amended so far, not played: what the GM's forms begin with.
async fn with_amendments(
    db: &mut PgConnection,
    table: &Table<'_>,
    kept: &Played,
) -> Result<Played, DeskError> {
    let (_, amendments) = under_way(db, table).await?;
    let own = amendments.iter().filter(|one| one.first_year == kept.span.first_year);
    let changes: Vec<&Change> = own.map(|one| &one.change).collect();
    Ok(Played { inputs: history::changed_inputs(kept, &changes), ..kept.clone() })
}

type Asked = (Vec<AskedView>, Vec<(String, String)>);

/// What the pentade asked with what was answered, and answers to nothing that it asked.
fn asked(game: &dyn Game, kept: &Played, seats: &[Seat]) -> Result<Asked, DeskError> {
    let questions = history::asked(game, kept).map_err(|error| DeskError::Refused(error.to_string()))?;
    let name = |side: &crate::postal::chronicle::SideId| {
        let seat = seats.iter().find(|seat| seat.side == *side);
        seat.map_or_else(|| side.to_string(), |seat| seat.name.clone())
    };
    let mut asked = Vec::new();
    for question in questions {
        let names: Vec<String> = match question.electorate.as_slice() {
            [] => vec!["The GM".to_owned()],
            sides => sides.iter().map(name).collect(),
        };
        for (key, elector) in question.keys().into_iter().zip(names) {
            let answer = kept.inputs.answers.get(&key).cloned();
            asked.push(AskedView { question: question.clone(), key, elector, answer });
        }
    }
    let known = |key: &String| asked.iter().any(|one| one.key == *key);
    let others = kept.inputs.answers.iter().filter(|(key, _)| !known(key));
    let others = others.map(|(key, answer)| (key.clone(), answer.clone())).collect();
    Ok((asked, others))
}

/// Every published revision of a pentade, newest first.
pub(in crate::desk) async fn revision_views(
    db: &mut PgConnection,
    row: &games::GameRow,
    first_year: i32,
    zone: &str,
) -> Result<Vec<RevisionView>, DeskError> {
    let rows = revisions::of_year(db, row.id, first_year).await?;
    let view = |row: revisions::RevisionRow| RevisionView {
        revision: row.revision,
        published_at: When::new(row.published_at, zone),
        result_hash: row.result_hash,
        correction: row.correction,
    };
    Ok(rows.into_iter().map(view).collect())
}
