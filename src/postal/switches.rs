//! Switches of the rules: rulings that a game offers in several readings, and the readings that a played game has chosen
//! otherwise than its edition.
//!
//! The server keeps and shows the words; only the game knows what they mean.

use std::collections::BTreeMap;

use super::chronicle::RuleId;
use super::near::near;

/// Readings by switch: `R16.1` is `lowers_social_state`. Of a played game those that are other than its edition's.
pub type Readings = BTreeMap<String, String>;

/// A switch of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// Id of its ruling: `R16.1`.
    pub id: String,
    /// The rule that it belongs to.
    pub rule: RuleId,
    /// What can be read in more than one way.
    pub question: String,
    /// Every reading, in a fixed order.
    pub readings: Vec<SwitchReading>,
    /// The word of the edition's own reading.
    pub of_edition: String,
    /// The word of the reading by which this game is played.
    pub in_force: String,
    /// Why the edition reads it so.
    pub why: String,
}

/// One way to read a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwitchReading {
    /// Its word in files and forms: `lowers_social_state`.
    pub word: String,
    /// What is so then, in words: lower case, no final stop.
    pub meaning: String,
}

impl Switch {
    /// What the reading in force means.
    pub fn meaning(&self) -> &str {
        let now = self.readings.iter().find(|reading| reading.word == self.in_force);
        now.map_or("", |reading| reading.meaning.as_str())
    }

    /// Whether the game reads it otherwise than its edition.
    pub fn is_own(&self) -> bool {
        self.in_force != self.of_edition
    }

    /// The readings that are not in force.
    pub fn others(&self) -> impl Iterator<Item = &SwitchReading> {
        self.readings.iter().filter(|reading| reading.word != self.in_force)
    }
}

/// A reading that cannot be chosen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{switch}: {why}")]
pub struct ReadingFault {
    /// The switch, as it was named.
    pub switch: String,
    /// What is wrong, and what would do.
    pub why: String,
}

/// Everything that is wrong, on one line.
pub fn in_words(faults: &[ReadingFault]) -> String {
    faults.iter().map(|fault| fault.why.as_str()).collect::<Vec<_>>().join("; ")
}

/// What is wrong with readings, for a game with these switches.
pub fn faults(switches: &[Switch], readings: &Readings) -> Vec<ReadingFault> {
    readings.iter().filter_map(|(id, word)| fault(switches, id, word)).collect()
}

/// Refuses readings that a game with these switches does not know.
///
/// Errors: everything that is wrong with them.
pub fn check(switches: &[Switch], readings: &Readings) -> Result<(), Vec<ReadingFault>> {
    let faults = faults(switches, readings);
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn fault(switches: &[Switch], id: &str, word: &str) -> Option<ReadingFault> {
    let Some(switch) = switches.iter().find(|switch| switch.id == *id) else {
        let known = switches.iter().map(|switch| switch.id.as_str());
        let why = format!("there is no switch {id:?}; {}", what_would_do(id, known));
        return Some(ReadingFault { switch: id.to_owned(), why });
    };
    let words = || switch.readings.iter().map(|reading| reading.word.as_str());
    if words().any(|known| known == word) {
        return None;
    }
    let why = format!("{id} has no reading {word:?}; {}", what_would_do(word, words()));
    Some(ReadingFault { switch: id.to_owned(), why })
}

/// The two nearest names, or all of them where none is near.
fn what_would_do<'a>(sought: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let mut nearest = near(sought, known.clone());
    nearest.truncate(2);
    match nearest.is_empty() {
        true => match known.collect::<Vec<_>>() {
            all if all.is_empty() => "this game has none".to_owned(),
            all => format!("there are {}", all.join(", ")),
        },
        false => format!("did you mean {}?", nearest.join(" or ")),
    }
}

/// Those of the readings that are other than the edition's own: what a game keeps.
pub fn own(switches: &[Switch], readings: &Readings) -> Readings {
    let is_own =
        |id: &str, word: &str| !switches.iter().any(|switch| switch.id == id && switch.of_edition == word);
    let chosen = readings.iter().filter(|(id, word)| is_own(id, word));
    chosen.map(|(id, word)| (id.clone(), word.clone())).collect()
}

/// What is said of a game's own readings behind other words: `, read so: R16.1 lowers_social_state`; empty without any.
pub fn behind(readings: &Readings) -> String {
    if readings.is_empty() { String::new() } else { format!(", read so: {}", line(readings)) }
}

/// Readings on one line: `R16.1 lowers_social_state, R33.3 off`; empty without any.
pub fn line(readings: &Readings) -> String {
    readings.iter().map(|(id, word)| format!("{id} {word}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn switches() -> Vec<Switch> {
        let reading = |word: &str| SwitchReading { word: word.to_owned(), meaning: format!("it is {word}") };
        let switch = |id: &str, words: [&str; 2]| Switch {
            id: id.to_owned(),
            rule: RuleId::new("16.1"),
            question: "how is it?".to_owned(),
            readings: words.map(reading).to_vec(),
            of_edition: words[0].to_owned(),
            in_force: words[0].to_owned(),
            why: "so it is".to_owned(),
        };
        vec![switch("R16.1", ["check_only", "lowers_social_state"]), switch("G-43", ["relative", "absolute"])]
    }

    fn readings(pairs: &[(&str, &str)]) -> Readings {
        pairs.iter().map(|(id, word)| ((*id).to_owned(), (*word).to_owned())).collect()
    }

    #[test]
    fn what_is_unknown_is_told_with_what_is_near() {
        let told = |pairs: &[(&str, &str)]| -> Vec<String> {
            faults(&switches(), &readings(pairs)).iter().map(ToString::to_string).collect()
        };
        let known = [("R16.1", "lowers_social_state"), ("G-43", "relative")];
        assert_eq!(told(&known), Vec::<String>::new());
        assert_eq!(check(&switches(), &readings(&known)), Ok(()));
        assert!(check(&switches(), &readings(&[("R16.2", "check_only")])).is_err());
        assert_eq!(
            told(&[("R16.1", "lower_social_state")]),
            ["R16.1: R16.1 has no reading \"lower_social_state\"; did you mean lowers_social_state?"]
        );
        assert_eq!(
            told(&[("R16.2", "check_only"), ("zzzzzz", "absolute")]),
            [
                "R16.2: there is no switch \"R16.2\"; did you mean R16.1?",
                "zzzzzz: there is no switch \"zzzzzz\"; there are R16.1, G-43"
            ]
        );
        assert_eq!(
            faults(&[], &readings(&[("R1", "x")]))[0].why,
            "there is no switch \"R1\"; this game has none"
        );
    }

    #[test]
    fn what_the_edition_reads_anyway_is_not_kept() {
        let chosen = readings(&[("R16.1", "check_only"), ("G-43", "absolute")]);
        assert_eq!(own(&switches(), &chosen), readings(&[("G-43", "absolute")]));
        assert_eq!(line(&chosen), "G-43 absolute, R16.1 check_only");
        assert_eq!(behind(&own(&switches(), &chosen)), ", read so: G-43 absolute");
        assert_eq!(behind(&Readings::new()), "");
    }
}
