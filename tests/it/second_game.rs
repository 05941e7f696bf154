//! A whole second game on the seam, small enough to know by heart: each pentade the server throws a die of
//! twenty, and whoever guessed nearest gets a point. It proves that the hall knows nothing of Empires.
//!
//! Words: `guess 7`, `withdraw`; for tests `trap` makes the adjudication panic, `ask` makes it ask a question and
//! `invite` brings the Greens in, and `follow green` can be ordered only while they are there; `linger` takes three seconds. `next guess 7` is for the
//! next pentade.

mod answers;
mod rulings;
pub mod switches;

use std::collections::BTreeMap;
use std::sync::Arc;

use pentade::postal::chronicle::{Reader, RuleId, SideId, TurnEntry, Visibility};
use pentade::postal::dice::{Dice, Key, Seed};
use pentade::postal::document::{Block, Document, Item, Span as Text};
use pentade::postal::form::Menu;
use pentade::postal::game::{
    ChronicleText, Edition, FormPart, Game, GameError, Inputs, Outcome, RuleRow, Scenario, Side, Span, Turn,
    WorldText,
};
use pentade::postal::picture::{LegendRow, Picture};
use pentade::postal::question::ballot_id;
use pentade::postal::reading::{Forecast, Reading, Sheet};
use pentade::postal::rulings::{LaidEffect, RulingFault, RulingGround, RulingKind};
use pentade::postal::standing::{Figure, Standing};
use pentade::postal::switches::{ReadingFault, Readings, Switch};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use answers::{complaint, question, votes, words_of};

/// The game.
#[derive(Debug, Clone, Default)]
pub struct Guessing {
    /// Whether whoever guesses worst gets the point: the other reading of its switch.
    farthest: bool,
}

/// The side that an invitation brings in.
const GUESTS: &str = "green";

/// Begins a line that is for the next pentade.
const NEXT: &str = "next ";

/// Pentades until it is over.
const PENTADES: i32 = 2;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct World {
    first_year: i32,
    played: i32,
    points: BTreeMap<String, u32>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Guess {
    guess: Option<u32>,
    trap: bool,
    ask: bool,
    invite: bool,
    #[serde(default)]
    follow: bool,
    /// Asks for a vote of all, which each sees of the others.
    #[serde(default)]
    open_vote: bool,
    /// Keeps the adjudication at it for three seconds.
    #[serde(default)]
    linger: bool,
    /// Asks for one that nobody sees.
    #[serde(default)]
    secret_vote: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Told {
    words: String,
    visibility: Visibility,
}

fn text_of<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain values are written")
}

fn read<T: DeserializeOwned>(what: &'static str, text: &str) -> Result<T, GameError> {
    serde_json::from_str(text).map_err(|error| GameError::Unreadable { what, reason: error.to_string() })
}

impl Game for Guessing {
    fn id(&self) -> &'static str {
        "guessing"
    }

    fn title(&self) -> &str {
        "Guessing by Post"
    }

    fn edition(&self) -> Edition {
        Edition { name: "first".to_owned(), hash: "0".repeat(64) }
    }

    fn switches(&self) -> Vec<Switch> {
        self.all_switches()
    }

    fn with_readings(&self, readings: &Readings) -> Result<Arc<dyn Game>, Vec<ReadingFault>> {
        self.by(readings)
    }

    fn scenarios(&self) -> Vec<Scenario> {
        vec![Scenario { id: "two".to_owned(), title: "Two guessers".to_owned(), players: (1, 2) }]
    }

    fn begin(&self, scenario: &str) -> Result<WorldText, GameError> {
        if scenario != "two" {
            return Err(GameError::NoScenario(scenario.to_owned()));
        }
        let points = ["red", "blue"].map(|side| (side.to_owned(), 0)).into();
        Ok(WorldText::new(text_of(&World { first_year: 100, played: 0, points })))
    }

    fn sides(&self, world: &WorldText) -> Result<Vec<Side>, GameError> {
        let side = |id: &str, name: &str, playable| Side {
            id: SideId::new(id),
            name: name.to_owned(),
            aliases: vec![id.to_owned()],
            playable,
        };
        let mut sides = vec![
            side("red", "The Reds", true),
            side("blue", "The Blues", true),
            side("bank", "The Bank", false),
        ];
        if read::<World>("world", world.as_str())?.points.contains_key(GUESTS) {
            sides.insert(0, side(GUESTS, "The Greens", true));
        }
        Ok(sides)
    }

    fn span(&self, world: &WorldText) -> Result<Span, GameError> {
        let world: World = read("world", world.as_str())?;
        Ok(Span { first_year: world.first_year, last_year: world.first_year + 4 })
    }

    fn is_over(&self, world: &WorldText) -> Result<bool, GameError> {
        Ok(read::<World>("world", world.as_str())?.played >= PENTADES)
    }

    fn read(
        &self,
        world: &WorldText,
        _side: &SideId,
        text: &str,
        former: Option<&Sheet>,
    ) -> Result<Reading, GameError> {
        let mut guess: Guess = match former {
            Some(sheet) => read("sheet", &sheet.data)?,
            None => Guess::default(),
        };
        let has_guests = read::<World>("world", world.as_str())?.points.contains_key(GUESTS);
        guess.follow &= has_guests;
        let (mut orders_read, mut complaints) = (0, Vec::new());
        for (line, words) in (1_u32..).zip(text.lines()).filter(|(_, words)| !words.trim().is_empty()) {
            let order = words.trim().to_lowercase();
            if order.starts_with(NEXT) {
                continue;
            }
            let number = order.strip_prefix("guess ").and_then(|number| number.trim().parse().ok());
            match (order.as_str(), number) {
                (_, Some(number @ 1..=20)) => guess.guess = Some(number),
                ("withdraw", _) => guess = Guess::default(),
                ("trap", _) => guess.trap = true,
                ("ask", _) => guess.ask = true,
                ("vote openly", _) => guess.open_vote = true,
                ("vote secretly", _) => guess.secret_vote = true,
                ("linger", _) => guess.linger = true,
                ("invite", _) => guess.invite = true,
                ("follow green", _) if has_guests => guess.follow = true,
                _ => {
                    complaints.push(complaint(line, words));
                    continue;
                }
            }
            orders_read += 1;
        }
        let sheet = Sheet { data: text_of(&guess), words: words_of(&guess) };
        Ok(Reading { sheet, orders_read, complaints, press: Vec::new() })
    }

    fn missing(
        &self,
        _world: &WorldText,
        _side: &SideId,
        sheet: Option<&Sheet>,
    ) -> Result<Vec<String>, GameError> {
        let guess: Guess = match sheet {
            Some(sheet) => read("sheet", &sheet.data)?,
            None => Guess::default(),
        };
        Ok(if guess.guess.is_none() { vec!["a guess from 1 to 20".to_owned()] } else { Vec::new() })
    }

    fn read_early(
        &self,
        world: &WorldText,
        side: &SideId,
        text: &str,
        former: Option<&Sheet>,
        whole: bool,
    ) -> Result<Option<Reading>, GameError> {
        if whole {
            return self.read(world, side, text, former).map(Some);
        }
        let next: String =
            text.lines().filter_map(|line| line.strip_prefix(NEXT)).map(|line| format!("{line}\n")).collect();
        let reading = self.read(world, side, &next, former)?;
        Ok(Some(reading).filter(|reading| reading.orders_read > 0))
    }

    fn forecast(
        &self,
        world: &WorldText,
        _side: &SideId,
        sheet: Option<&Sheet>,
    ) -> Result<Forecast, GameError> {
        let _: World = read("world", world.as_str())?;
        let guess: Guess = sheet.map_or_else(|| Ok(Guess::default()), |sheet| read("sheet", &sheet.data))?;
        assert!(!guess.ask || !guess.trap, "a forecast of a trap that asks");
        let item = |words: &str| Item {
            spans: vec![Text::Text(words.to_owned()), Text::Rule(RuleId::new("1"))],
            details: Vec::new(),
        };
        let refusals = guess.guess.filter(|guess| *guess == 13).map(|_| item("13 is never thrown "));
        let chance = format!("The chance of {} is 1 in 20.", guess.guess.unwrap_or_default());
        let blocks = guess.guess.map(|_| Block::Paragraph(vec![Text::Text(chance)]));
        Ok(Forecast { refusals: refusals.into_iter().collect(), blocks: blocks.into_iter().collect() })
    }

    fn form(
        &self,
        _world: &WorldText,
        _side: &SideId,
        sheet: Option<&Sheet>,
    ) -> Result<Vec<FormPart>, GameError> {
        Ok(vec![FormPart {
            field: "guess".to_owned(),
            title: "Your guess".to_owned(),
            example: "guess 7".to_owned(),
            words: sheet.map(|sheet| sheet.words.clone()).unwrap_or_default(),
            can_choose: true,
        }])
    }

    fn menu(
        &self,
        _world: &WorldText,
        _side: &SideId,
        _sheet: Option<&Sheet>,
        field: &str,
    ) -> Result<Menu, GameError> {
        Ok(answers::menu(field))
    }

    /// Whoever holds the Reds guesses for the Greens too.
    fn wards(&self, world: &WorldText, side: &SideId) -> Result<Vec<SideId>, GameError> {
        let has_guests = read::<World>("world", world.as_str())?.points.contains_key(GUESTS);
        Ok(if has_guests && side.as_str() == "red" { vec![SideId::new(GUESTS)] } else { Vec::new() })
    }

    fn form_text(&self, _world: &WorldText, filled: &[(String, String)]) -> Result<String, GameError> {
        let words = filled.iter().filter(|(field, _)| field == "guess").map(|(_, words)| words.as_str());
        Ok(format!("withdraw\n{}", words.collect::<String>()))
    }

    fn standing(
        &self,
        world: &WorldText,
        side: &SideId,
        (former, _): (&Sheet, Span),
    ) -> Result<Option<Sheet>, GameError> {
        let reading = self.read(world, side, &former.words, None)?;
        Ok(Some(reading.sheet).filter(|sheet| !sheet.words.is_empty()))
    }

    fn caretaker(&self, world: &WorldText, side: &SideId, _: &Seed) -> Result<Option<Sheet>, GameError> {
        Ok(Some(self.read(world, side, "guess 10", None)?.sheet))
    }

    /// The Bank never acts; it is told what it might.
    fn acted(&self, turn: Turn<'_>, side: &SideId) -> Result<Option<Sheet>, GameError> {
        Ok((side.as_str() == "bank")
            .then(|| self.read(turn.before, side, "guess 5", None))
            .transpose()?
            .map(|read| read.sheet))
    }

    fn ruling_kinds(&self, ground: RulingGround<'_>) -> Result<Vec<RulingKind>, GameError> {
        rulings::kinds(ground)
    }

    fn ruling_words(
        &self,
        ground: RulingGround<'_>,
        effects: &[LaidEffect],
    ) -> Result<Result<String, Vec<RulingFault>>, GameError> {
        rulings::words(ground, effects)
    }

    fn ruling_effects(
        &self,
        _ground: RulingGround<'_>,
        words: &str,
    ) -> Result<Option<Vec<LaidEffect>>, GameError> {
        Ok(rulings::effects(words))
    }

    fn check_ruling(
        &self,
        ground: RulingGround<'_>,
        words: &str,
    ) -> Result<Result<Option<String>, RulingFault>, GameError> {
        Ok(rulings::check(ground, words))
    }

    fn adjudicate(&self, world: &WorldText, inputs: &Inputs, seed: &Seed) -> Result<Outcome, GameError> {
        let mut world: World = read("world", world.as_str())?;
        let mut guesses = BTreeMap::new();
        for (side, sheet) in &inputs.sheets {
            let guess: Guess = read("sheet", sheet)?;
            assert!(!guess.trap, "{side} has stepped into the trap");
            if guess.ask && !inputs.answers.contains_key(&ballot_id("really", side)) {
                return Ok(Outcome::Undecided { questions: vec![question(side)] });
            }
            if guess.linger {
                std::thread::sleep(std::time::Duration::from_secs(3));
            }
            if guess.invite {
                world.points.insert(GUESTS.to_owned(), 0);
            }
            guesses.insert(side.clone(), guess.guess);
        }
        let questions = votes(inputs)?;
        if !questions.is_empty() {
            return Ok(Outcome::Undecided { questions });
        }
        let key = Key { pentade: world.first_year, year: None, purpose: "number", subject: "all", nth: 0 };
        let thrown = Dice::new(seed.clone()).roll(key, 1, 20).values[0];
        let distance = |guess: &Option<u32>| guess.map(|guess| guess.abs_diff(thrown));
        let far = self.is_farthest(&inputs.readings).map_err(GameError::NoReading)?;
        let distances = guesses.values().filter_map(distance);
        let best = if far { distances.max() } else { distances.min() };
        let mut told =
            vec![Told { words: format!("The die shows {thrown}."), visibility: Visibility::Public }];
        for (side, guess) in &guesses {
            if let Some(number) = guess {
                let words = format!("The secret guess of {side} was {number}.");
                told.push(Told { words, visibility: Visibility::only(side.clone()) });
            }
            if best.is_some() && distance(guess) == best {
                *world.points.entry(side.to_string()).or_default() += 1;
                told.push(Told { words: format!("{side} gets a point."), visibility: Visibility::Public });
            }
        }
        for ruling in &inputs.rulings {
            let visibility = if ruling.public { Visibility::Public } else { Visibility::Gm };
            told.push(Told { words: format!("The GM: {}.", ruling.words), visibility });
        }
        world.first_year += 5;
        world.played += 1;
        let (world, chronicle) = (WorldText::new(text_of(&world)), ChronicleText::new(text_of(&told)));
        Ok(Outcome::Complete { world, chronicle })
    }

    fn may_correct(&self, first_year: i32, now: i32) -> Result<(), String> {
        let age = now - first_year;
        if age <= 5 {
            Ok(())
        } else {
            Err(format!("{first_year} lies {age} years before {now}: only 5 count"))
        }
    }

    fn compare(&self, former: Turn<'_>, amended: Turn<'_>, reader: &Reader) -> Result<Document, GameError> {
        let told = |turn: Turn<'_>| -> Result<Vec<String>, GameError> {
            let told: Vec<Told> = read("chronicle", turn.chronicle.as_str())?;
            Ok(told.into_iter().filter(|one| one.visibility.allows(reader)).map(|one| one.words).collect())
        };
        let (was, is) = (told(former)?, told(amended)?);
        let mut document = Document::new("What differs");
        for words in was.iter().filter(|words| !is.contains(words)) {
            document.paragraph(format!("No longer: {words}"));
        }
        for words in is.iter().filter(|words| !was.contains(words)) {
            document.paragraph(format!("Now: {words}"));
        }
        Ok(document)
    }

    fn report(&self, turn: Turn<'_>, reader: &Reader) -> Result<Document, GameError> {
        let told: Vec<Told> = read("chronicle", turn.chronicle.as_str())?;
        let mut document = Document::new("What was guessed");
        told.into_iter()
            .filter(|told| told.visibility.allows(reader))
            .for_each(|told| document.paragraph(told.words));
        Ok(document)
    }

    fn entries(&self, turn: Turn<'_>, reader: &Reader) -> Result<Vec<TurnEntry>, GameError> {
        let told: Vec<Told> = read("chronicle", turn.chronicle.as_str())?;
        let entry = |(nth, told): (usize, Told)| TurnEntry {
            nth,
            year: None,
            part: "All of it".to_owned(),
            sides: ["red", "blue"]
                .map(SideId::new)
                .into_iter()
                .filter(|side| told.words.contains(side.as_str()))
                .collect(),
            places: vec![("table".to_owned(), "The table".to_owned())],
            rules: vec![RuleId::new("1")],
            is_headline: told.words.contains("gets a point"),
            subject: None,
            item: Item { spans: vec![Text::Text(told.words)], details: Vec::new() },
        };
        let seen = told.into_iter().enumerate().filter(|(_, told)| told.visibility.allows(reader));
        Ok(seen.map(entry).collect())
    }

    fn kept_entries(
        &self,
        chronicle: &ChronicleText,
        reader: &Reader,
    ) -> Result<Vec<(String, bool)>, GameError> {
        let told: Vec<Told> = read("chronicle", chronicle.as_str())?;
        Ok(told.into_iter().map(|one| (text_of(&one), one.visibility.allows(reader))).collect())
    }

    fn highlights(&self, turn: Turn<'_>) -> Result<Vec<Item>, GameError> {
        let (before, after): (World, World) =
            (read("world", turn.before.as_str())?, read("world", turn.after.as_str())?);
        let grown = after.points.iter().filter(|(side, points)| before.points.get(*side) != Some(points));
        let item = |(side, _): (&String, &u32)| Item {
            spans: vec![Text::Text(format!("{side} has gained."))],
            details: Vec::new(),
        };
        Ok(grown.map(item).collect())
    }

    fn situation(&self, world: &WorldText, side: &SideId) -> Result<Document, GameError> {
        let world: World = read("world", world.as_str())?;
        let mut document = Document::new("Your points");
        document.paragraph(format!("You have {} points.", world.points.get(side.as_str()).unwrap_or(&0)));
        Ok(document)
    }

    fn standings(&self, world: &WorldText) -> Result<Vec<Block>, GameError> {
        let world: World = read("world", world.as_str())?;
        let rows = world.points.iter().map(|(side, points)| vec![side.clone(), points.to_string()]);
        let head = ["side", "points"].map(str::to_owned).to_vec();
        Ok(vec![Block::Table { caption: "Standings".to_owned(), head, rows: rows.collect() }])
    }

    fn careers(&self, world: &WorldText) -> Result<Vec<Standing>, GameError> {
        let world: World = read("world", world.as_str())?;
        let standing = |(side, points): (&String, &u32)| Standing {
            side: SideId::new(side),
            name: side.clone(),
            ruler: String::new(),
            since: None,
            figures: vec![Figure {
                name: "Points".to_owned(),
                hundredths: i32::try_from(*points).expect("few") * 100,
                words: points.to_string(),
            }],
        };
        Ok(world.points.iter().map(standing).collect())
    }

    fn picture(&self, _world: &WorldText, _reader: &Reader) -> Result<Picture, GameError> {
        let legend = vec![LegendRow { label: "nobody".to_owned(), ..LegendRow::default() }];
        Ok(Picture { title: "Nothing".to_owned(), view_box: [0, 0, 10, 10], legend, ..Picture::default() })
    }

    fn rules(&self) -> Vec<RuleRow> {
        let row = |id: &str, gm_only| RuleRow {
            id: RuleId::new(id),
            title: "guess a number".to_owned(),
            status: "done".to_owned(),
            gm_only,
            source: String::new(),
            file: String::new(),
            rulings: Vec::new(),
            cases: Vec::new(),
        };
        vec![row("1", false), row("2", true)]
    }
}
