//! Sheets and complaints as pages show them.

use crate::desk::views::{SheetSource, SheetView};
use crate::postal::chronicle::RuleId;
use crate::postal::reading::{Complaint, Weight};

/// A complaint with the offending words cut out of their line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComplaintView {
    /// How serious it is, as a class.
    pub class: &'static str,
    /// Line of the text, from 1; 0 for the sheet as a whole.
    pub line: u32,
    /// The line up to the offending words.
    pub before: String,
    /// The offending words.
    pub marked: String,
    /// The rest of the line.
    pub after: String,
    /// The line as it was written.
    pub quoted: String,
    /// What is wrong.
    pub message: String,
    /// What would do.
    pub suggestion: Option<String>,
    /// The rule behind it.
    pub rule: Option<RuleId>,
}

impl From<&Complaint> for ComplaintView {
    fn from(complaint: &Complaint) -> Self {
        let letters: Vec<char> = complaint.quoted.chars().collect();
        let from = usize::try_from(complaint.column).unwrap_or(usize::MAX).min(letters.len());
        let length = usize::try_from(complaint.length).unwrap_or(usize::MAX);
        let to = from.saturating_add(length).min(letters.len());
        Self {
            class: class(complaint.weight),
            line: complaint.line,
            before: letters[..from].iter().collect(),
            marked: letters[from..to].iter().collect(),
            after: letters[to..].iter().collect(),
            quoted: complaint.quoted.clone(),
            message: complaint.message.trim_end_matches('.').to_owned(),
            suggestion: complaint.suggestion.clone(),
            rule: complaint.rule.clone(),
        }
    }
}

fn class(weight: Weight) -> &'static str {
    match weight {
        Weight::SetAside => "set-aside",
        Weight::Note => "note",
    }
}

/// All complaints of a sheet, the gravest first, then by line.
pub fn complaints(sheet: &SheetView) -> Vec<ComplaintView> {
    sorted(&sheet.complaints)
}

/// Complaints as pages show them: the gravest first, then by line.
pub fn sorted(complaints: &[Complaint]) -> Vec<ComplaintView> {
    let mut sorted: Vec<&Complaint> = complaints.iter().collect();
    sorted.sort_by_key(|complaint| (complaint.weight, complaint.line));
    sorted.into_iter().map(ComplaintView::from).collect()
}

/// How a sheet came, in words.
pub fn source(sheet: &SheetView) -> String {
    match (sheet.source, sheet.restores) {
        (SheetSource::Letter, _) => "by letter".to_owned(),
        (SheetSource::Form, _) => "by form".to_owned(),
        (SheetSource::Back, Some(version)) => format!("by bringing back version {version}"),
        (SheetSource::Back, None) => "by bringing back a former version".to_owned(),
        (SheetSource::Early, _) => "early, before the pentade was open,".to_owned(),
        (SheetSource::Correction, _) => "read again after a correction".to_owned(),
    }
}

/// One box of the order form with what the player typed and what was found wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldView {
    /// Field name.
    pub field: String,
    /// Heading.
    pub title: String,
    /// Lines that could stand there.
    pub example: String,
    /// The words in the box.
    pub words: String,
    /// Lines that the box shows.
    pub rows: usize,
    /// What was found wrong here.
    pub complaints: Vec<ComplaintView>,
    /// Whether orders can be chosen for it.
    pub can_choose: bool,
}

impl FieldView {
    /// Whether anything typed here was set aside.
    pub fn is_wrong(&self) -> bool {
        self.complaints.iter().any(|complaint| complaint.class == class(Weight::SetAside))
    }
}

/// Hands each complaint to the box its line was typed in; what belongs to none is given back.
///
/// `text` is the one text that the game made of the boxes and that the complaints count their lines in.
pub fn place(fields: &mut [FieldView], text: &str, complaints: Vec<ComplaintView>) -> Vec<ComplaintView> {
    let owners = owners(fields, text);
    let mut homeless = Vec::new();
    for complaint in complaints {
        let line = usize::try_from(complaint.line).ok().and_then(|line| line.checked_sub(1));
        match line.and_then(|line| owners.get(line).copied().flatten()) {
            Some((field, line)) => {
                let line = u32::try_from(line + 1).unwrap_or(complaint.line);
                fields[field].complaints.push(ComplaintView { line, ..complaint });
            }
            None => homeless.push(complaint),
        }
    }
    homeless
}

/// For each line of the text, the box and the line of that box it came from.
fn owners(fields: &[FieldView], text: &str) -> Vec<Option<(usize, usize)>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut owners = vec![None; lines.len()];
    let mut next = 0;
    for (field, view) in fields.iter().enumerate() {
        for (nth, typed) in view.words.lines().map(str::trim).enumerate() {
            if typed.is_empty() {
                continue;
            }
            if let Some(found) = (next..lines.len()).find(|at| lines[*at].ends_with(typed)) {
                owners[found] = Some((field, nth));
                next = found + 1;
            }
        }
    }
    owners
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, words: &str) -> FieldView {
        FieldView {
            field: name.into(),
            title: name.into(),
            example: String::new(),
            words: words.into(),
            rows: 3,
            complaints: Vec::new(),
            can_choose: false,
        }
    }

    fn complaint(line: u32, quoted: &str) -> Complaint {
        Complaint {
            line,
            column: 0,
            length: 6,
            quoted: quoted.into(),
            message: "no order \"conqer\"".into(),
            suggestion: None,
            rule: None,
            weight: Weight::SetAside,
        }
    }

    #[test]
    fn a_complaint_goes_to_the_box_it_was_typed_in() {
        let mut fields =
            [field("y976", "tax all\n\nconqer Saxony"), field("y977", "conqer Saxony\nrule Rome")];
        let text = "replace all\n976\ntax all\n\nconqer Saxony\n977\nconqer Saxony\nrule Rome\n";
        let found = [complaint(5, "conqer Saxony"), complaint(7, "conqer Saxony"), complaint(0, "")];
        let homeless = place(&mut fields, text, found.iter().map(ComplaintView::from).collect());
        assert_eq!(fields[0].complaints[0].line, 3);
        assert_eq!(fields[1].complaints[0].line, 1);
        assert_eq!(homeless.len(), 1);
    }

    #[test]
    fn the_offending_words_are_cut_out_by_letters_not_bytes() {
        let wide = Complaint { column: 3, length: 90, ..complaint(1, "ÄÖÜ conqer") };
        let view = ComplaintView::from(&wide);
        assert_eq!((view.before.as_str(), view.marked.as_str(), view.after.as_str()), ("ÄÖÜ", " conqer", ""));
        let beyond = Complaint { column: u32::MAX, length: u32::MAX, ..complaint(1, "short") };
        assert_eq!(ComplaintView::from(&beyond).before, "short");
    }
}
