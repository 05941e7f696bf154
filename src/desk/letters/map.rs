//! The map in a letter: shown in its HTML part, and as a drawing that goes with it.

use rand::Rng;

use crate::desk::DeskError;
use crate::mail::outgoing::{Attachment, STAND_IN};
use crate::mail::render::map::{PictureError, Place, draw, png};
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::game::{Game, WorldText};
use crate::postal::picture::Picture;
use crate::store::{PgConnection, drawings};

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
    /// The drawing whose files they stand for until the letter is sent; none where they are the files themselves.
    pub drawing: Option<i64>,
}

/// Draws a picture: PNG and SVG.
///
/// Errors: a picture without extent.
pub(in crate::desk) async fn draw_files(picture: Picture) -> Result<(Vec<u8>, Vec<u8>), DeskError> {
    let both = move || {
        let svg = draw(&picture, Place::File)?;
        Ok::<_, PictureError>((png(&picture, MAIL_WIDTH)?, svg.into_bytes()))
    };
    let drawn = tokio::task::spawn_blocking(both).await.map_err(|e| DeskError::Letter(e.to_string()))?;
    drawn.map_err(|error| DeskError::Letter(error.to_string()))
}

impl MapFiles {
    /// Draws a picture; the files are called `name`.
    ///
    /// Errors: a picture without extent.
    pub async fn draw(picture: Picture, name: &str) -> Result<Self, DeskError> {
        let title = picture.title.clone();
        let (png, svg) = draw_files(picture).await?;
        Ok(Self::of(title, name, (png, svg), None))
    }

    /// Files that are put in when the letter is sent.
    fn promised(title: String, name: &str, drawing: i64) -> Self {
        Self::of(title, name, (stand_in(), stand_in()), Some(drawing))
    }

    fn of(title: String, name: &str, (png, svg): (Vec<u8>, Vec<u8>), drawing: Option<i64>) -> Self {
        let file = |ending: &str, kind: &str, bytes: Vec<u8>| Attachment {
            name: format!("{name}.{ending}"),
            content_type: kind.to_owned(),
            bytes,
        };
        let (png, svg) = (file("png", "image/png", png), file("svg", "image/svg+xml", svg));
        Self { title, png, svg, drawing }
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

/// The maps of one publication: one drawing for all readers who see the same.
#[derive(Debug)]
pub struct Maps {
    pentade: i64,
    is_after: bool,
    name: String,
    promised: Vec<Promised>,
}

/// A map, one of the readers who see it, and its files.
#[derive(Debug)]
struct Promised {
    reader: Reader,
    picture: Picture,
    files: Option<MapFiles>,
}

impl Maps {
    /// Of the world that a pentade begins with; their files will be called `name`.
    pub fn before(pentade: i64, name: String) -> Self {
        Self { pentade, is_after: false, name, promised: Vec::new() }
    }

    /// Of the world that it ends with.
    pub fn after(pentade: i64, name: String) -> Self {
        Self { pentade, is_after: true, name, promised: Vec::new() }
    }

    /// The map of a side, or that of everyone; none for a game that is not played on one. It is drawn when the first letter
    /// with it is sent.
    ///
    /// Errors: the world cannot be read; the database.
    pub async fn of(
        &mut self,
        db: &mut PgConnection,
        (game, world): (&dyn Game, &WorldText),
        side: Option<&SideId>,
    ) -> Result<Option<&MapFiles>, DeskError> {
        let side = side.filter(|_| !game.has_one_map());
        let reader = side.map_or(Reader::Public, |side| Reader::Side(side.clone()));
        if let Some(at) = self.promised.iter().position(|one| one.reader == reader) {
            return Ok(self.promised[at].files.as_ref());
        }
        let picture = game.picture(world, &reader)?;
        let alike = self.promised.iter().find(|one| one.picture == picture);
        let files = match alike {
            Some(one) => one.files.clone(),
            None => self.promise(db, &picture, side).await?,
        };
        self.promised.push(Promised { reader, picture, files });
        Ok(self.promised.last().and_then(|one| one.files.as_ref()))
    }

    /// The map of a side for one who holds it: none where he wants plain text alone.
    pub async fn to(
        &mut self,
        db: &mut PgConnection,
        world: (&dyn Game, &WorldText),
        (side, wants_plain): (&SideId, bool),
    ) -> Result<Option<&MapFiles>, DeskError> {
        if wants_plain { Ok(None) } else { self.of(db, world, Some(side)).await }
    }

    async fn promise(
        &self,
        db: &mut PgConnection,
        picture: &Picture,
        side: Option<&SideId>,
    ) -> Result<Option<MapFiles>, DeskError> {
        if !picture.has_land() {
            return Ok(None);
        }
        let drawing = drawings::promise(db, self.pentade, self.is_after, side).await?;
        Ok(Some(MapFiles::promised(picture.title.clone(), &self.name, drawing)))
    }
}

/// Bytes that nobody can foresee and that are no text, so that a letter holds them as one line of base64.
fn stand_in() -> Vec<u8> {
    let mut bytes = vec![0xff; STAND_IN];
    rand::rng().fill_bytes(&mut bytes[3..]);
    bytes
}
