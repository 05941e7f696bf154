//! `format=flowed`, RFC 3676: paragraphs that were broken for the journey are made whole again.

/// Joins the lines of a flowed text. `delete_space` is the `delsp=yes` of the label.
pub(super) fn unflow(text: &str, delete_space: bool) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut open: Option<usize> = None;
    for line in text.split('\n') {
        let depth = line.bytes().take_while(|byte| *byte == b'>').count();
        let words = &line[depth..];
        let words = words.strip_prefix(' ').unwrap_or(words);
        let signature = words == "-- ";
        let joins = open == Some(depth) && !signature;
        let flowed = words.ends_with(' ') && !signature;
        let words = if flowed && delete_space { &words[..words.len() - 1] } else { words };
        match lines.last_mut() {
            Some(last) if joins => last.push_str(words),
            _ if depth > 0 => lines.push(format!("{} {words}", ">".repeat(depth))),
            _ => lines.push(words.to_owned()),
        }
        open = flowed.then_some(depth);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_joined_within_their_depth() {
        let text = "conquer Saxony from Thuringia with  \n gold 25 \nand a bridge\n> quoted text \n-- \nAnna";
        let whole = "conquer Saxony from Thuringia with gold 25and a bridge\n> quoted text\n-- \nAnna";
        assert_eq!(unflow(text, true), whole);
        assert_eq!(unflow("conquer \nSaxony\n\nrule", false), "conquer Saxony\n\nrule");
        assert_eq!(unflow(" >from Saxony\n>> a \n> b", false), ">from Saxony\n>> a \n> b");
    }
}
