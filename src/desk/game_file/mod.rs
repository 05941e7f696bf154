//! The file that describes a game about to begin: read by `pentade begin`, uploaded to the desk, and what the desk's own
//! form fills in. What is wrong is found in one go, each fault with the field it is in.

mod calendar;
mod customs;
mod typed;

use serde::{Deserialize, Serialize};

use super::calendar::tidied;
use super::called::{typed_name, typed_title};
use super::create_game::{check_players, check_slug};
use super::follow::typed_address;
use super::views::{Calendar, NewGame, NewPlayer};
use super::{Desk, DeskError};
use crate::postal::chronicle::SideId;
use crate::postal::game::{Game, Scenario};
use crate::postal::switches::{self, Readings};

pub use calendar::CalendarFile;
pub use customs::CustomsFile;
pub use typed::{SWITCH, Typed, readings, typed_of};

/// What the file says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GameFile {
    /// Short name.
    pub slug: String,
    /// What is played.
    pub kind: String,
    /// Scenario of it.
    pub scenario: String,
    /// Title.
    pub title: String,
    /// Days from one deadline to the next.
    pub pentade_days: i32,
    /// Whether players are invited, and hold their seats when they accept.
    #[serde(default)]
    pub invite: bool,
    #[serde(default)]
    calendar: CalendarFile,
    #[serde(default)]
    customs: CustomsFile,
    /// How it reads the switches of its rules; those that it leaves out as the edition does.
    #[serde(default)]
    switches: Readings,
    /// Who plays what.
    pub players: Vec<PlayerFile>,
}

/// A player in the file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerFile {
    /// His side.
    pub side: String,
    /// Name.
    pub name: String,
    /// Address.
    pub email: String,
}

/// Something wrong in the description of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {why}")]
pub struct Fault {
    /// The field, as the form names it: `slug`, `zone`, `email.germany`, `switch.R16.1`; `players` for all of them together, `file` for
    /// the whole.
    pub field: String,
    /// What is wrong.
    pub why: String,
}

impl Fault {
    /// A fault of a field.
    pub fn of(field: impl Into<String>, why: impl Into<String>) -> Self {
        Self { field: field.into(), why: why.into() }
    }
}

impl GameFile {
    /// A game of a scenario as it usually is, on the clocks of `zone`; who plays it, and its names, are left out.
    pub(super) fn usual(kind: &str, scenario: &Scenario, zone: &str) -> Self {
        Self {
            slug: String::new(),
            kind: kind.to_owned(),
            scenario: scenario.id.clone(),
            title: scenario.title.clone(),
            pentade_days: 14,
            invite: false,
            calendar: CalendarFile::on(zone),
            customs: CustomsFile::default(),
            switches: Readings::new(),
            players: Vec::new(),
        }
    }

    /// Reads the text of a file.
    ///
    /// Errors: what is wrong with its form, with line and column.
    pub fn read(text: &str) -> Result<Self, Fault> {
        toml::from_str(text).map_err(|error| Fault::of("file", error.to_string().trim().to_owned()))
    }

    /// The game that it describes, to be run by the person with this name and address.
    ///
    /// Errors: a time of day that cannot be read.
    pub fn new_game(&self, gm: (String, String)) -> Result<NewGame, Fault> {
        let player = |player: &PlayerFile| NewPlayer {
            side: SideId::new(&player.side),
            name: player.name.trim().to_owned(),
            email: player.email.trim().to_lowercase(),
        };
        Ok(NewGame {
            slug: self.slug.clone(),
            kind: self.kind.clone(),
            scenario: self.scenario.clone(),
            title: self.title.trim().to_owned(),
            gm,
            players: self.players.iter().map(player).collect(),
            calendar: self.calendar.over(self.pentade_days)?,
            customs: self.customs.read(),
            invites: self.invite,
            readings: self.switches.clone(),
        })
    }
}

impl Desk {
    /// Everything that is wrong with a game about to begin, but that its short name may be taken.
    ///
    /// Errors: the game cannot begin the scenario for another reason than that there is none.
    pub(super) fn faults_of(&self, new: &NewGame) -> Result<Vec<Fault>, DeskError> {
        let mut faults = Vec::new();
        faults.extend(check_slug(&new.slug).err().map(|error| Fault::of("slug", error.to_string())));
        faults.extend(typed_title(&new.title).err().map(|error| Fault::of("title", error.to_string())));
        let Some(game) = self.games.get(&new.kind) else {
            faults.push(Fault::of("kind", format!("there is no game {}", new.kind)));
            return Ok(faults);
        };
        if !game.scenarios().iter().any(|scenario| scenario.id == new.scenario) {
            faults.push(Fault::of("scenario", format!("there is no scenario {}", new.scenario)));
            return Ok(faults);
        }
        let world = game.begin(&new.scenario)?;
        for player in &new.players {
            let (name, email) = (typed_name(&player.name), typed_address(&player.email));
            faults.extend(
                name.err().map(|error| Fault::of(format!("name.{}", player.side), error.to_string())),
            );
            faults.extend(
                email.err().map(|error| Fault::of(format!("email.{}", player.side), error.to_string())),
            );
        }
        faults.extend(check_players(game.as_ref(), new, &game.sides(&world)?));
        faults.extend(calendar_faults(&new.calendar));
        faults.extend(reading_faults(game.as_ref(), &new.readings));
        Ok(faults)
    }
}

/// What is wrong with the readings of a game, each beside its switch.
pub(super) fn reading_faults(game: &dyn Game, readings: &Readings) -> Vec<Fault> {
    let faults = switches::faults(&game.switches(), readings).into_iter();
    faults.map(|fault| Fault::of(format!("{SWITCH}{}", fault.switch), fault.why)).collect()
}

/// The faults of a calendar: each of its fields is tried with all others as usual.
fn calendar_faults(calendar: &Calendar) -> Vec<Fault> {
    let usual = || Calendar::every(7);
    let alone = [
        ("pentade_days", Calendar { days: calendar.days, ..usual() }),
        ("zone", Calendar { zone: calendar.zone.clone(), ..usual() }),
        ("grace_hours", Calendar { grace_hours: calendar.grace_hours, ..usual() }),
        ("reminders", Calendar { reminder_days: calendar.reminder_days.clone(), ..usual() }),
        ("answer_days", Calendar { answer_days: calendar.answer_days, ..usual() }),
        ("days_off", Calendar { blackouts: calendar.blackouts.clone(), ..usual() }),
    ];
    let faults: Vec<Fault> = alone
        .into_iter()
        .filter_map(|(field, one)| tidied(&one).err().map(|error| Fault::of(field, error.to_string())))
        .collect();
    match tidied(calendar) {
        Err(error) if faults.is_empty() => vec![Fault::of("days_off", error.to_string())],
        _ => faults,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GM: (&str, &str) = ("The GM", "gm@gm.example");

    fn read_with_gm(text: &str) -> Result<NewGame, Fault> {
        GameFile::read(text)?.new_game((GM.0.to_owned(), GM.1.to_owned()))
    }

    #[test]
    fn the_example_of_the_readme_is_lawful() {
        let readme = include_str!("../../../README.md");
        let (_, example) = readme.split_once("```toml\n").expect("an example");
        let (example, _) = example.split_once("```").expect("its end");
        let new = read_with_gm(example).expect("lawful");

        assert_eq!((new.kind.as_str(), new.scenario.as_str()), ("empires", "millennium-976"));
        assert_eq!(new.players[0].side, SideId::new("germany"));
        assert_eq!(new.gm.1, GM.1);
        assert_eq!(new.customs, crate::desk::views::Customs::default(), "the example shows what is usual");
    }

    #[test]
    fn customs_are_named_in_words() {
        let head =
            "slug='g1'\nkind='empires'\nscenario='s'\ntitle='t'\npentade_days=7\nplayers=[]\n[customs]\n";
        let words = "unsigned_press = false\nstand_ins = \"free\"\norders_of_departed = \"kept\"\n";
        let customs = read_with_gm(&format!("{head}{words}")).expect("lawful").customs;
        assert!(!customs.anonymous_press && !customs.gm_confirms_stand_ins && !customs.withdraws_departed);
        let refused =
            read_with_gm(&format!("{head}orders_of_departed = \"burnt\"\n")).unwrap_err().to_string();
        assert!(refused.contains("burnt") && refused.contains("withdrawn"), "{refused}");
    }

    #[test]
    fn a_misspelt_word_is_named() {
        let refused = read_with_gm("slug = \"g1\"\nkinds = \"empires\"\n").unwrap_err().to_string();
        assert!(refused.contains("unknown field `kinds`"), "{refused}");
    }

    #[test]
    fn what_a_form_says_is_what_a_file_says() {
        let text = "slug='g1'\nkind='empires'\nscenario='s'\ntitle='t'\npentade_days=9\n\
                    [calendar]\nat='18:30'\nzone='Europe/Vienna'\nreminders=[5, 2]\nremind='all'\n\
                    days_off=['sunday']\nmissing_orders='caretaker'\nabsent_votes='default'\ngm_votes='late'\n\
                    close_when_ready=true\n[customs]\nstand_ins='free'\nunsigned_press=false\n\
                    [switches]\n'R16.1'='lowers_social_state'\n\
                    [[players]]\nside='red'\nname='Anna'\nemail='anna@example.org'\n";
        let file = GameFile::read(text).expect("lawful");
        let typed = typed_of(&file);
        assert!(typed.contains(&("name.red".to_owned(), "Anna".to_owned())), "{typed:?}");
        assert!(typed.contains(&("switch.R16.1".to_owned(), "lowers_social_state".to_owned())), "{typed:?}");
        let again = GameFile::typed(&file.kind, &file.scenario, &Typed::new(typed)).expect("lawful");
        let gm = || (GM.0.to_owned(), GM.1.to_owned());
        assert_eq!(again.new_game(gm()), file.new_game(gm()));
    }

    #[test]
    fn each_fault_of_a_calendar_is_beside_its_field() {
        let calendar = Calendar {
            days: 0,
            zone: "Europe/Nowhere".to_owned(),
            grace_hours: -1,
            reminder_days: vec![99],
            blackouts: vec!["someday".to_owned()],
            answer_days: 61,
            ..Calendar::every(7)
        };
        let fields: Vec<String> = calendar_faults(&calendar).into_iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["pentade_days", "zone", "grace_hours", "reminders", "answer_days", "days_off"]);
        assert_eq!(calendar_faults(&Calendar::every(7)), []);
    }
}
