//! Signed and encrypted letters: RFC 9580 armour in the text, and signed-only S/MIME, RFC 8551.
//!
//! Signatures are opened, not checked: who wrote is proved elsewhere.

use super::Held;

/// What inline PGP armour leaves: the signed words, with empty lines where the armour stood.
///
/// Errors: the words are encrypted.
pub(super) fn without_armour(text: &str) -> Result<String, Held> {
    if !text.contains("-----BEGIN PGP ") {
        return Ok(text.to_owned());
    }
    let mut state = Armour::Outside;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let (next, kept) = match (state, line.trim_end()) {
            (_, "-----BEGIN PGP MESSAGE-----") => return Err(Held::Encrypted),
            (_, "-----BEGIN PGP SIGNED MESSAGE-----") => (Armour::Head, ""),
            (_, "-----BEGIN PGP SIGNATURE-----" | "-----BEGIN PGP PUBLIC KEY BLOCK-----") => {
                (Armour::Block, "")
            }
            (Armour::Block, end) if end.starts_with("-----END PGP ") => (Armour::Outside, ""),
            (Armour::Head, "") => (Armour::Signed, ""),
            (Armour::Head | Armour::Block, _) => (state, ""),
            (Armour::Signed, _) => (state, line.strip_prefix("- ").unwrap_or(line)),
            (Armour::Outside, _) => (state, line),
        };
        state = next;
        lines.push(kept);
    }
    Ok(lines.join("\n"))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Armour {
    Outside,
    Head,
    Signed,
    Block,
}

/// The letter inside a signed-only S/MIME envelope (CMS SignedData, RFC 5652 5.1).
///
/// Errors: encrypted, or not whole.
pub(super) fn signed_content(der: &[u8]) -> Result<Vec<u8>, Held> {
    const SIGNED: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2];
    const ENVELOPED: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 3];
    let unwrap = || -> Option<Result<Vec<u8>, Held>> {
        let mut outer = element(der)?.0.children();
        match outer.next()?.content {
            SIGNED => {}
            ENVELOPED => return Some(Err(Held::Encrypted)),
            _ => return None,
        }
        // ContentInfo: [0] SignedData { version, digestAlgorithms, encapContentInfo { type, [0] content } }.
        let signed = outer.next()?.children().next()?;
        let content = signed.children().nth(2)?.children().nth(1)?.children().next()?;
        Some(Ok(content.octets()))
    };
    unwrap().unwrap_or(Err(Held::Damaged))
}

/// One element of BER, X.690.
#[derive(Debug, Clone, Copy)]
struct Element<'a> {
    tag: u8,
    content: &'a [u8],
}

const OCTET_STRING: u8 = 0x04;
const CONSTRUCTED: u8 = 0x20;
/// Open-ended elements inside each other; signed mail has half a dozen.
const DEEPEST: usize = 16;

impl<'a> Element<'a> {
    fn children(self) -> impl Iterator<Item = Element<'a>> {
        let mut rest = self.content;
        std::iter::from_fn(move || {
            let (element, after) = element(rest)?;
            rest = after;
            Some(element)
        })
    }

    /// The bytes of a string that may come in pieces.
    fn octets(self) -> Vec<u8> {
        if self.tag & CONSTRUCTED == 0 {
            return self.content.to_vec();
        }
        let pieces = self.children().filter(|piece| piece.tag == OCTET_STRING);
        pieces.flat_map(|piece| piece.content.iter().copied()).collect()
    }
}

fn element(bytes: &[u8]) -> Option<(Element<'_>, &[u8])> {
    element_within(bytes, DEEPEST)
}

/// The first element and what follows it.
fn element_within(bytes: &[u8], depth: usize) -> Option<(Element<'_>, &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    let (&first, rest) = rest.split_first()?;
    if tag == 0 && first == 0 {
        return None;
    }
    if first == 0x80 {
        return open_ended(tag, rest, depth.checked_sub(1)?);
    }
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        _ => {
            let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            let length = digits.iter().try_fold(0usize, |sum, digit| {
                sum.checked_mul(256).and_then(|sum| sum.checked_add(usize::from(*digit)))
            })?;
            (length, rest)
        }
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((Element { tag, content }, rest))
}

/// An element whose end is marked by two zeros.
fn open_ended(tag: u8, bytes: &[u8], depth: usize) -> Option<(Element<'_>, &[u8])> {
    let mut rest = bytes;
    loop {
        if let [0, 0, after @ ..] = rest {
            let content = &bytes[..bytes.len() - rest.len()];
            return Some((Element { tag, content }, after));
        }
        rest = element_within(rest, depth)?.1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn armour_leaves_the_signed_words_on_their_lines() {
        let text = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n- rule Bavaria\ntax\n\
            -----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\nafter";
        assert_eq!(without_armour(text), Ok("\n\n\nrule Bavaria\ntax\n\n\n\n\nafter".to_owned()));
        assert_eq!(without_armour("-----BEGIN PGP MESSAGE-----\nabc"), Err(Held::Encrypted));
        assert_eq!(without_armour("- rule\n"), Ok("- rule\n".to_owned()));
    }

    #[test]
    fn signed_content_comes_in_one_piece_or_in_several() {
        let oid = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7];
        let wrap = |tag: u8, content: &[u8]| [&[tag, content.len() as u8][..], content].concat();
        let info = |content: &[u8], last: u8| {
            let inner = wrap(0x30, &[&oid[..], &[1], &wrap(0xa0, content)].concat());
            let signed = wrap(0x30, &[&[2, 1, 1, 0x31, 0][..], &inner].concat());
            wrap(0x30, &[&oid[..], &[last], &wrap(0xa0, &signed)].concat())
        };
        assert_eq!(signed_content(&info(&wrap(4, b"rule"), 2)), Ok(b"rule".to_vec()));
        let pieces = [&[0x24, 0x80][..], &wrap(4, b"ru"), &wrap(4, b"le"), &[0, 0]].concat();
        assert_eq!(signed_content(&info(&pieces, 2)), Ok(b"rule".to_vec()));
        assert_eq!(signed_content(&info(&wrap(4, b"rule"), 3)), Err(Held::Encrypted));
        assert_eq!(signed_content(&[0x30, 0x80].repeat(50_000)), Err(Held::Damaged));
        assert_eq!(signed_content(b""), Err(Held::Damaged));
    }
}
