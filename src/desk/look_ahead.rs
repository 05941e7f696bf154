//! A dry run: the pentade as it would come out with the orders so far. Only the GM sees it, and nothing changes.

use super::absent::fill;
use super::adjudicate::{Played, frozen_inputs, play};
use super::archive::Kept;
use super::decide::with_decisions;
use super::edition::check_edition;
use super::gm::draft_page;
use super::kept::{read, text_of};
use super::views::{DraftPage, PentadeState};
use super::{AccountId, Desk, DeskError, Table, may_look, sealing, zone_of};
use crate::postal::game::Inputs;
use crate::postal::question::Question;
use crate::store::pentades::PentadeRow;
use crate::store::sheets::{self, SheetRow};
use crate::store::{PgConnection, StoreError};

/// Rounds of questions that a dry run answers by what stands by default.
const MOST_ROUNDS: u32 = 200;

impl Desk {
    /// The open pentade played with the orders so far. What the game asks is answered by what stands by default, and told.
    ///
    /// Errors: refused when orders are closed, when the GM may not look ahead, or when the game cannot be played so.
    pub async fn look_ahead(&self, account: AccountId, slug: &str) -> Result<DraftPage, DeskError> {
        let mut db = self.store.reader().await?;
        let mut table = self.table(&mut db, slug).await?;
        may_look(&table.row, account)?;
        check_edition(&table)?;
        sealing::may_see(&mut db, (&table.row, &table.pentade), account, None).await?;
        if table.pentade.state != PentadeState::Open {
            let state = table.pentade.state.as_str();
            return Err(DeskError::Refused(format!("orders are closed: the pentade is {state}")));
        }
        let sent = sheets::all_in_force(&mut db, table.pentade.id).await?;
        let (kept, asked) = self.dry_run(&mut db, &mut table, sent).await?;
        let zone = zone_of(&mut db, Some(account)).await?;
        Ok(DraftPage { asked, is_look_ahead: true, ..draft_page(&mut db, &table, &kept, &zone).await? })
    }

    /// The open pentade played with what was `sent`, and what is done for those who have sent nothing. Returns what was asked
    /// too, which what stands by default answered. The table is afterwards as it was.
    ///
    /// Errors: refused when it cannot be played so.
    pub(super) async fn dry_run(
        &self,
        db: &mut PgConnection,
        table: &mut Table<'_>,
        sent: Vec<SheetRow>,
    ) -> Result<(Kept, Vec<Question>), DeskError> {
        let filled = fill(db, table, &sent).await?;
        let open = table.pentade.clone();
        table.pentade.inputs = Some(frozen_inputs(table, sent, &filled)?);
        table.pentade.inputs = with_decisions(db, table).await?;
        let asked = self.play_on(&mut table.pentade, table.game.clone()).await;
        let kept = Kept::of(db, &table.pentade).await?;
        table.pentade = open;
        let asked = asked?;
        Ok((kept.ok_or_else(|| DeskError::Refused("nothing came of it".to_owned()))?, asked))
    }

    /// Plays until nothing is asked any more, and lays the result into the row. Returns what was asked.
    async fn play_on(
        &self,
        pentade: &mut PentadeRow,
        game: std::sync::Arc<dyn crate::postal::game::Game>,
    ) -> Result<Vec<Question>, DeskError> {
        let mut asked: Vec<Question> = Vec::new();
        for _ in 0..MOST_ROUNDS {
            match play(game.clone(), pentade).await {
                Played::Drafted { world, chronicle, hash } => {
                    pentade.world_after = Some(world);
                    pentade.chronicle = Some(chronicle);
                    pentade.result_hash = Some(hash);
                    return Ok(asked);
                }
                Played::Held { reason, questions } if questions.is_empty() => {
                    return Err(DeskError::Refused(reason));
                }
                Played::Held { questions, .. } => {
                    pentade.inputs = Some(by_default(pentade.inputs.as_deref(), &questions)?);
                    asked.extend(questions);
                }
            }
        }
        Err(DeskError::Refused(format!("it asks more than {MOST_ROUNDS} times")))
    }
}

/// The inputs with what stands by default as the answer to everything asked and not answered yet.
fn by_default(inputs: Option<&str>, questions: &[Question]) -> Result<String, StoreError> {
    let mut inputs: Inputs = read("set of inputs", inputs.unwrap_or("{}"))?;
    for question in questions {
        for key in question.keys() {
            inputs.answers.entry(key).or_insert_with(|| question.stands_by_default().to_owned());
        }
    }
    text_of("set of inputs", &inputs)
}
