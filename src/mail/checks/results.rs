//! `Authentication-Results`, RFC 8601: the word of the mail server that took the letter for us.
//!
//! Only the topmost field counts, and only under our own server's name: every field below it may have been written
//! by the sender himself.

use super::{Finding, is_aligned};

/// Longest head that is searched.
const LONGEST_HEAD: usize = 128 * 1024;

/// What our server says of a letter from `domain`; none when the topmost field is not its, or says neither.
pub(super) fn read(raw: &[u8], authserv_id: &str, domain: &str) -> Option<Finding> {
    let head = &raw[..raw.len().min(LONGEST_HEAD)];
    let field = topmost(head, "authentication-results")?;
    let field = without_comments(&field);
    let mut parts = field.split(';').map(str::trim);
    let id = parts.next()?.split_ascii_whitespace().next()?;
    if !id.trim_matches('"').eq_ignore_ascii_case(authserv_id) {
        return None;
    }
    let results: Vec<Line> = parts.filter_map(Line::read).collect();
    let of = |method: &'static str| results.iter().filter(move |line| line.method == method);
    if let Some(dmarc) = of("dmarc").next() {
        let named = dmarc.value("header.from");
        return match dmarc.result.as_str() {
            "pass" if named.is_none_or(|named| named == domain) => {
                Some(Finding::Proved(format!("DMARC, says {authserv_id}")))
            }
            "fail" => Some(Finding::Forged(format!("{authserv_id} says that {domain} did not send it"))),
            _ => by_signature(&results, authserv_id, domain),
        };
    }
    by_signature(&results, authserv_id, domain)
}

fn by_signature(results: &[Line], authserv_id: &str, domain: &str) -> Option<Finding> {
    let passed = |method: &str, keys: [&str; 2]| {
        results.iter().filter(|line| line.method == method && line.result == "pass").any(|line| {
            let named = keys.iter().find_map(|key| line.value(key));
            named.is_some_and(|named| is_aligned(named.rsplit('@').next().unwrap_or(named), domain))
        })
    };
    if passed("dkim", ["header.d", "header.i"]) {
        return Some(Finding::Proved(format!("DKIM, says {authserv_id}")));
    }
    passed("spf", ["smtp.mailfrom", "smtp.from"]).then(|| Finding::Proved(format!("SPF, says {authserv_id}")))
}

/// `dkim=pass header.d=example.org`.
struct Line {
    method: String,
    result: String,
    properties: Vec<(String, String)>,
}

impl Line {
    fn read(text: &str) -> Option<Self> {
        // White space may stand around every `=`.
        let text = text.split('=').map(str::trim).collect::<Vec<_>>().join("=");
        let mut words = text.split_ascii_whitespace().filter_map(|word| word.split_once('='));
        let (method, result) = words.next()?;
        // `dkim/1=pass`: a method may bear its version.
        let method = method.split('/').next()?.to_lowercase();
        let properties =
            words.map(|(key, value)| (key.to_lowercase(), value.trim_matches('"').to_lowercase())).collect();
        Some(Self { method, result: result.to_lowercase(), properties })
    }

    fn value(&self, key: &str) -> Option<&str> {
        self.properties.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }
}

/// The value of the first field of that name, on one line.
fn topmost(head: &[u8], name: &str) -> Option<String> {
    let head = String::from_utf8_lossy(head);
    let mut found: Option<String> = None;
    for line in head.split('\n') {
        let line = line.trim_end_matches('\r');
        if line.is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) {
            if let Some(value) = &mut found {
                value.push(' ');
                value.push_str(line.trim());
            }
            continue;
        }
        if found.is_some() {
            break;
        }
        if let Some((field, value)) = line.split_once(':')
            && field.trim_end().eq_ignore_ascii_case(name)
        {
            found = Some(value.trim().to_owned());
        }
    }
    found
}

/// Without comments, which may stand inside each other, RFC 5322 3.2.2.
fn without_comments(field: &str) -> String {
    let (mut depth, mut quoted, mut plain) = (0_usize, false, String::with_capacity(field.len()));
    let mut characters = field.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => {
                let next = characters.next();
                if depth == 0 {
                    plain.extend(next);
                }
            }
            '"' if depth == 0 => {
                quoted = !quoted;
                plain.push(c);
            }
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth > 0 => depth -= 1,
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(fields: &str) -> Option<Finding> {
        read(format!("{fields}\r\nFrom: a@example.org\r\n\r\nx").as_bytes(), "mx.gm.example", "example.org")
    }

    fn is_proved(fields: &str) -> bool {
        matches!(finding(fields), Some(Finding::Proved(_)))
    }

    #[test]
    fn our_servers_word_counts() {
        for good in [
            "Authentication-Results: mx.gm.example; dmarc=pass header.from=example.org",
            "Authentication-Results: MX.GM.example 1;\r\n\tdkim=pass (2048 bit; by x) header.d=example.org\r\n\theader.s=s1",
            "Authentication-Results: mx.gm.example; dkim = pass header.i=@mail.example.org",
            "Authentication-Results: mx.gm.example; spf=pass smtp.mailfrom=anna@example.org",
            "Authentication-Results: mx.gm.example; dmarc=none; dkim=pass header.d=example.org",
            "Received: x\r\nAuthentication-Results: mx.gm.example; dkim=fail; dkim=pass header.d=example.org\r\n\
             Authentication-Results: evil; dmarc=fail",
        ] {
            assert!(is_proved(good), "{good}");
        }
    }

    #[test]
    fn another_servers_word_or_one_below_does_not_count() {
        for bad in [
            "Authentication-Results: evil.example; dmarc=pass header.from=example.org",
            "Authentication-Results: evil.example; dmarc=pass\r\n\
             Authentication-Results: mx.gm.example; dmarc=pass header.from=example.org",
            "Authentication-Results: mx.gm.example.evil.example; dmarc=pass header.from=example.org",
            "Authentication-Results: mx.gm.example; dkim=pass header.d=example.net",
            "Authentication-Results: mx.gm.example; dmarc=pass header.from=example.net",
            "Authentication-Results: mx.gm.example; spf=pass smtp.mailfrom=anna@example.net",
            "Authentication-Results: mx.gm.example; dkim=fail (dkim=pass header.d=example.org)",
            "Authentication-Results: mx.gm.example; none",
            "Authentication-Results: ;;;===",
            "X: y",
        ] {
            assert!(!is_proved(bad), "{bad}");
        }
        let forged = "Authentication-Results: mx.gm.example; dmarc=fail header.from=example.org\r\n\
                      Authentication-Results: mx.gm.example; dmarc=pass header.from=example.org";
        assert!(matches!(finding(forged), Some(Finding::Forged(_))));
    }
}
