//! The map in a letter: shown in its HTML part, and as a drawing that goes with it.

use crate::desk::DeskError;
use crate::mail::outgoing::Attachment;
use crate::mail::render::map::{PictureError, Place, draw, png};
use crate::postal::picture::{Picture, ShapeKind};
use crate::store::games::GameId;
use crate::store::{PgConnection, audit};

/// Columns of dots of the text that a map stands in.
const SHOWN_WIDTH: u32 = 640;

/// Width of the pictures that go out by mail, in pixels: sharp on screens with two dots for each.
const MAIL_WIDTH: u32 = 2 * SHOWN_WIDTH;

/// A map as the files of a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapFiles {
    /// Its heading.
    pub title: String,
    /// For every mail program.
    pub png: Attachment,
    /// Can be enlarged without end.
    pub svg: Attachment,
}

impl MapFiles {
    /// Draws a picture; the files are called `name`.
    ///
    /// Errors: a picture without extent.
    pub async fn draw(picture: Picture, name: &str) -> Result<Self, DeskError> {
        let title = picture.title.clone();
        let both = move || {
            let svg = draw(&picture, Place::File)?;
            Ok::<_, PictureError>((png(&picture, MAIL_WIDTH)?, svg))
        };
        let drawn = tokio::task::spawn_blocking(both).await.map_err(|e| DeskError::Letter(e.to_string()))?;
        let (png, svg) = drawn.map_err(|error| DeskError::Letter(error.to_string()))?;
        let file = |ending: &str, kind: &str, bytes: Vec<u8>| Attachment {
            name: format!("{name}.{ending}"),
            content_type: kind.to_owned(),
            bytes,
        };
        let (png, svg) = (file("png", "image/png", png), file("svg", "image/svg+xml", svg.into_bytes()));
        Ok(Self { title, png, svg })
    }

    /// How the HTML part shows it; `page` tells the same in words.
    pub(super) fn shown(&self, page: &str) -> MapInMail {
        MapInMail {
            cid: self.png.name.clone(),
            alt: format!("{}. Every area in words: {page}", self.title),
            width: SHOWN_WIDTH,
        }
    }
}

/// How the HTML part of a letter shows a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MapInMail {
    /// Its Content-ID, without angle brackets.
    pub cid: String,
    /// Its words for those who see no pictures.
    pub alt: String,
    /// Columns of dots it is shown with.
    pub width: u32,
}

/// The maps of one publication: drawn once for all readers who see the same.
#[derive(Debug)]
pub struct Maps {
    game: GameId,
    name: String,
    drawn: Vec<(Picture, Option<MapFiles>)>,
}

impl Maps {
    /// None drawn yet; their files will be called `name`.
    pub fn named(game: GameId, name: String) -> Self {
        Self { game, name, drawn: Vec::new() }
    }

    /// A reader's map; none for a game that is not played on one. One that cannot be drawn keeps no letter back: it is
    /// noted in the diary.
    ///
    /// Errors: the database.
    pub async fn of(
        &mut self,
        db: &mut PgConnection,
        picture: Picture,
    ) -> Result<Option<&MapFiles>, DeskError> {
        let at = match self.drawn.iter().position(|(drawn, _)| *drawn == picture) {
            Some(at) => at,
            None => {
                let files = self.draw(db, picture.clone()).await?;
                self.drawn.push((picture, files));
                self.drawn.len() - 1
            }
        };
        Ok(self.drawn[at].1.as_ref())
    }

    async fn draw(&self, db: &mut PgConnection, picture: Picture) -> Result<Option<MapFiles>, DeskError> {
        if !picture.shapes.iter().any(|shape| shape.kind == ShapeKind::Land) {
            return Ok(None);
        }
        match MapFiles::draw(picture, &self.name).await {
            Ok(files) => Ok(Some(files)),
            Err(error) => {
                audit::note(db, None, "map-not-drawn", Some(self.game), &error.to_string()).await?;
                Ok(None)
            }
        }
    }
}
