//! The commands that a letter may hold beside its orders: `help`, `report 976`, `press to France`.
//!
//! They stand in the subject, or each on a line of its own at the top of the letter. The words are those of
//! `config/commands.toml`. Here they are only recognised; what a command does is for the desk.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Commands that one letter may hold.
pub const MOST: usize = 20;

/// What a command asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// How orders and commands are written.
    Help,
    /// Where the writer's side stands.
    Status,
    /// The map.
    Map,
    /// A turn report once more.
    Report,
    /// Rules of the rulebook.
    Rules,
    /// What a place or a side has gone through.
    History,
    /// Answers to what the game asks in the middle of a pentade.
    Vote,
    /// Words for other players.
    Press,
    /// Days on which the writer is away.
    Vacation,
    /// The writer gives his seat up.
    Resign,
    /// Another person may order in the writer's stead.
    Substitute,
    /// The writer is done: nobody need wait for him.
    Ready,
    /// He is not, after all.
    NotReady,
    /// What was asked for before is meant.
    Confirm,
}

impl Kind {
    /// Every kind, in the order in which they are explained.
    pub const ALL: [Self; 14] = [
        Self::Help,
        Self::Status,
        Self::Map,
        Self::Report,
        Self::Rules,
        Self::History,
        Self::Vote,
        Self::Press,
        Self::Vacation,
        Self::Substitute,
        Self::Resign,
        Self::Ready,
        Self::NotReady,
        Self::Confirm,
    ];
}

/// A small word within a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Particle {
    /// Everybody.
    All,
    /// Parts names.
    And,
    /// Without a signature.
    Anonymous,
    /// Ends the words of a message.
    EndPress,
    /// Takes back what was said before.
    None,
    /// Before a first day.
    From,
    /// Before a last day.
    Until,
    /// Who runs the game.
    Gm,
}

const PARTICLES: [Particle; 8] = [
    Particle::All,
    Particle::And,
    Particle::Anonymous,
    Particle::EndPress,
    Particle::None,
    Particle::From,
    Particle::Until,
    Particle::Gm,
];

/// A command as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// What it asks for.
    pub kind: Kind,
    /// What stands behind its word.
    pub arguments: String,
    /// The line as it was written.
    pub quoted: String,
    /// The words of a message, for [`Kind::Press`].
    pub text: String,
    /// Whether the words end where the letter says so, and not merely where it ends.
    pub is_ended: bool,
}

/// A letter, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parted {
    /// Its commands, the subject's first.
    pub commands: Vec<Command>,
    /// The letter without them. Lines keep their number: where a command stood, an empty line stands.
    pub rest: String,
    /// Whether the letter holds more commands than are read.
    pub too_many: bool,
}

/// The words of the commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandWords {
    /// Phrases with what they mean, longest first.
    phrases: Vec<(String, Kind)>,
    names: BTreeMap<Kind, String>,
    particles: BTreeMap<Particle, Vec<String>>,
    greetings: Vec<String>,
    months: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    commands: BTreeMap<Kind, Vec<String>>,
    particles: BTreeMap<Particle, Vec<String>>,
    greetings: Greetings,
    months: Months,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Greetings {
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Months {
    names: Vec<String>,
}

impl CommandWords {
    /// The words of a file like `config/commands.toml`.
    ///
    /// Errors: every fault at once: bad TOML, a command or particle without words, a phrase with two meanings, other than
    /// twelve months.
    pub fn parse(text: &str) -> Result<Self, Vec<String>> {
        let file: File =
            toml::from_str(text).map_err(|error| vec![error.to_string().trim_end().replace('\n', " ")])?;
        let mut faults = Vec::new();
        let mut phrases: Vec<(String, Kind)> = Vec::new();
        let mut names = BTreeMap::new();
        for kind in Kind::ALL {
            let words = file.commands.get(&kind).map_or(&[][..], Vec::as_slice);
            match words.first() {
                Some(first) => drop(names.insert(kind, folded(first))),
                None => faults.push(format!("{kind:?} has no words")),
            }
            for phrase in words.iter().map(|phrase| folded(phrase)) {
                if phrase.is_empty() || phrases.iter().any(|(known, _)| *known == phrase) {
                    faults.push(format!("{kind:?}: {phrase:?} is empty or means something else too"));
                }
                phrases.push((phrase, kind));
            }
        }
        for particle in PARTICLES.iter().filter(|one| file.particles.get(one).is_none_or(Vec::is_empty)) {
            faults.push(format!("{particle:?} has no words"));
        }
        if file.months.names.len() != 12 {
            faults.push("there are twelve months".to_owned());
        }
        phrases.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        let all = |words: Vec<String>| words.iter().map(|word| folded(word)).collect();
        let particles = file.particles.into_iter().map(|(one, words)| (one, all(words))).collect();
        let (greetings, months) = (all(file.greetings.words), all(file.months.names));
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Self { phrases, names, particles, greetings, months })
    }

    /// The word that a command is called by.
    pub fn name(&self, kind: Kind) -> &str {
        self.names.get(&kind).map_or("", String::as_str)
    }

    /// Whether a line begins like a command of this kind.
    pub fn is_of(&self, kind: Kind, line: &str) -> bool {
        self.read(line).is_some_and(|command| command.kind == kind)
    }

    /// The first word of a particle.
    pub fn particle(&self, particle: Particle) -> &str {
        self.particles.get(&particle).and_then(|words| words.first()).map_or("", String::as_str)
    }

    /// Whether `words` are this particle, whatever their case.
    pub fn is(&self, particle: Particle, words: &str) -> bool {
        let words = folded(words);
        self.particles.get(&particle).is_some_and(|known| known.contains(&words))
    }

    /// The number of a month, from 1, by its name or the first three or more letters of it.
    pub fn month(&self, word: &str) -> Option<i8> {
        let word = folded(word.trim_end_matches('.'));
        let found = self.months.iter().position(|month| {
            *month == word || word.chars().count() >= 3 && month.starts_with(word.as_str())
        });
        found.and_then(|at| i8::try_from(at + 1).ok())
    }

    /// Takes a letter apart. `subject` is empty when it names the letter that is answered; `is_order` says whether a
    /// line is an order of the game, which then is no command.
    pub fn part(&self, subject: &str, body: &str, is_order: &dyn Fn(&str) -> bool) -> Parted {
        let mut parted = Parted { commands: Vec::new(), rest: String::new(), too_many: false };
        let mut lines: Vec<&str> = body.lines().collect();
        let mut at = 0;
        if let Some(mut command) = self.read(subject).filter(|_| !is_order(subject)) {
            if command.kind == Kind::Press {
                at = self.take_text(&mut command, &mut lines, 0);
            }
            parted.commands.push(command);
        }
        while let Some(line) = lines.get(at).copied() {
            if line.trim().is_empty() || self.greets(line) {
                at += 1;
                continue;
            }
            let found = self.read(line).filter(|_| !is_order(line));
            let Some(mut command) = found else { break };
            if parted.commands.len() == MOST {
                parted.too_many = true;
                break;
            }
            lines[at] = "";
            at += 1;
            if command.kind == Kind::Press {
                at = self.take_text(&mut command, &mut lines, at);
            }
            parted.commands.push(command);
        }
        parted.rest = lines.join("\n");
        parted
    }

    /// The line as a command, if it is one: a phrase of a command, and behind it what may stand there.
    fn read(&self, line: &str) -> Option<Command> {
        let bare = bare(line);
        let lower = folded(bare);
        let (phrase, kind) = self.phrases.iter().find(|(phrase, _)| {
            lower.strip_prefix(phrase.as_str()).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        })?;
        // Words are counted, as folding may change their length.
        let skipped = phrase.split(' ').count();
        let mut words = bare.split_whitespace();
        let mut last = "";
        for _ in 0..skipped {
            last = words.next()?;
        }
        let first = last.split_once([':', ',']).map_or("", |(_, behind)| behind);
        let behind = std::iter::once(first).filter(|word| !word.is_empty()).chain(words);
        let mut arguments = behind.collect::<Vec<_>>().join(" ");
        if *kind == Kind::Press && last.contains(':') {
            arguments.insert(0, ':');
        }
        if *kind == Kind::Press && self.phrase_hides(phrase) {
            arguments = format!("{} {arguments}", self.particle(Particle::Anonymous));
        }
        let arguments = if *kind == Kind::Press { arguments } else { closed(&arguments) };
        let fits = self.fits(*kind, &arguments);
        let (kind, quoted) = (*kind, line.trim().to_owned());
        fits.then(|| Command { kind, arguments, quoted, text: String::new(), is_ended: false })
    }

    fn phrase_hides(&self, phrase: &str) -> bool {
        phrase.split(' ').any(|word| self.is(Particle::Anonymous, word))
    }

    /// Whether a command may have these arguments. Where it may not, the line is none.
    fn fits(&self, kind: Kind, arguments: &str) -> bool {
        let mut words = arguments.split([' ', ',', ';']).filter(|word| !word.is_empty());
        match kind {
            Kind::Help => {
                arguments.is_empty() || self.phrases.iter().any(|(one, _)| *one == folded(arguments))
            }
            Kind::Status | Kind::Resign | Kind::Ready | Kind::NotReady => arguments.is_empty(),
            Kind::Map | Kind::Report => arguments.is_empty() || years(arguments).is_some(),
            Kind::Rules => words.all(|word| self.is(Particle::And, word) || is_rule(word)),
            Kind::Confirm => is_code(arguments),
            Kind::Vote | Kind::Press | Kind::Vacation | Kind::Substitute => true,
            Kind::History => !arguments.is_empty(),
        }
    }

    /// Whether a line only greets.
    fn greets(&self, line: &str) -> bool {
        const LONGEST: usize = 60;
        let lower = folded(line);
        let ends = line.trim_end().ends_with([',', '!', '.', ':']) || lower.split(' ').count() <= 2;
        let begins = |greeting: &String| {
            lower.strip_prefix(greeting.as_str()).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        ends && lower.chars().count() <= LONGEST && self.greetings.iter().any(begins)
    }

    /// Moves the words of a message out of the lines from `at` on; where the letter goes on.
    fn take_text(&self, command: &mut Command, lines: &mut [&str], at: usize) -> usize {
        let same_line = command
            .arguments
            .split_once(':')
            .map(|(names, words)| (names.to_owned(), words.trim().to_owned()));
        let mut text = Vec::new();
        if let Some((names, words)) = same_line {
            command.arguments = names.trim().to_owned();
            text.push(words);
        }
        let mut next = lines.len();
        for (nth, line) in lines.iter_mut().enumerate().skip(at) {
            let is_end = self.is(Particle::EndPress, bare(line).trim_end_matches(['.', '!']));
            if !is_end {
                text.push((*line).to_owned());
            }
            *line = "";
            if is_end {
                command.is_ended = true;
                next = nth + 1;
                break;
            }
        }
        command.text = text.join("\n").trim().to_owned();
        next
    }
}

/// The year, or the first of two years, that the arguments of a report are.
pub fn years(arguments: &str) -> Option<i32> {
    let mut years = arguments.split(['-', '\u{2013}', '/', ' ']).filter(|part| !part.is_empty());
    let first = year(years.next()?)?;
    (years.next().is_none_or(|last| year(last).is_some()) && years.next().is_none()).then_some(first)
}

fn year(word: &str) -> Option<i32> {
    let lawful = (1..=4).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    if lawful { word.parse().ok() } else { None }
}

/// `17.1`, `17`, `R17.5`.
fn is_rule(word: &str) -> bool {
    let numbers = word.strip_prefix(['R', 'r']).unwrap_or(word);
    let mut parts = numbers.split('.');
    word.len() <= 12
        && parts.all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        && numbers.starts_with(|c: char| c.is_ascii_digit())
}

/// Characters of a code that confirms.
pub const CODE_LENGTH: usize = 10;

fn is_code(word: &str) -> bool {
    word.len() == CODE_LENGTH && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A line without bullets and numbering before it.
fn bare(line: &str) -> &str {
    let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let line = line.trim_start_matches(['-', '*', '\u{2022}', '\u{2013}']).trim_start();
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    match behind.strip_prefix(['.', ')']) {
        Some(rest) if behind.len() < line.len() && rest.starts_with(char::is_whitespace) => rest.trim_start(),
        _ => line,
    }
}

/// Lower case, single spaces, without a mark at the end.
fn folded(words: &str) -> String {
    closed(&words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase())
}

/// Without the marks that end a sentence, and without quotation marks around.
fn closed(words: &str) -> String {
    let quotes = ['"', '\'', '\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}'];
    words.trim().trim_end_matches(['.', '!', '?', ':', ',', ';']).trim_matches(quotes).trim().to_owned()
}

#[cfg(test)]
mod tests;
