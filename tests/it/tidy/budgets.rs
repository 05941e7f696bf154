//! Lines of files and functions. An exception needs a reason, and may only shrink.

use super::Fault;
use super::source::{Source, closing_brace, identifiers, line_at, parts, without_tests};

/// Where the exceptions stand.
const ALLOWED: &str = "tests/it/tidy_allowed.tsv";

/// Most lines of a file and of a function, in one kind of room.
#[derive(Debug, Clone, Copy)]
struct Budget {
    file: usize,
    function: usize,
}

const PURE: Budget = Budget { file: 400, function: 50 };
const SHELL: Budget = Budget { file: 500, function: 70 };

/// Something measured: a file (`what` is then `file`) or a function, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Measured {
    path: String,
    what: String,
    line: usize,
    lines: usize,
    budget: usize,
}

/// A row of the list of exceptions.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Exception {
    line: usize,
    path: String,
    what: String,
    lines: usize,
}

/// What is over its budget without a row, and rows that are wrong.
pub fn check(files: &[Source], allowed: &str) -> Vec<Fault> {
    let (exceptions, mut faults) = read_exceptions(allowed);
    let measured: Vec<Measured> = files.iter().flat_map(measure).collect();
    for over in measured.iter().filter(|measured| measured.lines > measured.budget) {
        let exception = exceptions.iter().find(|row| row.path == over.path && row.what == over.what);
        if exception.is_none_or(|row| over.lines > row.lines) {
            let what = format!("{} has {} lines, {} are allowed", over.what, over.lines, over.budget);
            faults.push(Fault::new(&over.path, over.line, what));
        }
    }
    for row in exceptions {
        let largest = measured
            .iter()
            .filter(|measured| measured.path == row.path && measured.what == row.what)
            .max_by_key(|measured| measured.lines);
        let what = match largest {
            None => format!("{} has no {}", row.path, row.what),
            Some(found) if found.lines <= found.budget => {
                format!("{} {} needs no exception", row.path, row.what)
            }
            Some(found) if found.lines < row.lines => {
                format!("{} {} has only {} lines: lower the exception", row.path, row.what, found.lines)
            }
            Some(_) => continue,
        };
        faults.push(Fault::new(ALLOWED, row.line, what));
    }
    faults
}

fn read_exceptions(text: &str) -> (Vec<Exception>, Vec<Fault>) {
    let mut exceptions = Vec::new();
    let mut faults = Vec::new();
    for (at, row) in text.lines().enumerate().filter(|(_, row)| !row.is_empty() && !row.starts_with('#')) {
        let line = at + 1;
        match row.split('\t').collect::<Vec<_>>()[..] {
            [path, what, lines, reason] if !reason.trim().is_empty() && lines.parse::<usize>().is_ok() => {
                let lines = lines.parse().unwrap_or(0);
                exceptions.push(Exception { line, path: path.to_owned(), what: what.to_owned(), lines });
            }
            _ => faults.push(Fault::new(ALLOWED, line, "a row is: path, name or `file`, lines, reason")),
        }
    }
    (exceptions, faults)
}

/// The parts of a file that have a budget: the program's lines, the tests' lines, each function.
fn measure(file: &Source) -> Vec<Measured> {
    if !file.path.ends_with(".rs") {
        return Vec::new();
    }
    let budget = if file.is_pure() { PURE } else { SHELL };
    let code = parts(&file.text).code;
    let all = file.text.lines().count();
    let tests = if file.is_test() { 0 } else { test_lines(&code) };
    let whole = |what: &str, lines| Measured {
        path: file.path.clone(),
        what: what.to_owned(),
        line: 1,
        lines,
        budget: budget.file,
    };

    let mut measured = vec![whole("file", all - tests), whole("tests", tests)];
    measured.extend(functions(&code).into_iter().map(|(name, line, lines)| Measured {
        path: file.path.clone(),
        what: name,
        line,
        lines,
        budget: budget.function,
    }));
    measured
}

/// Lines that hold nothing but tests.
fn test_lines(code: &str) -> usize {
    let kept = without_tests(code);
    let (Some(first), Some(last)) = (
        code.bytes().zip(kept.bytes()).position(|(before, after)| before != after),
        code.bytes().zip(kept.bytes()).rposition(|(before, after)| before != after),
    ) else {
        return 0;
    };
    line_at(code, last) - line_at(code, first) + 1
}

/// Name, line and lines of each function, from its opening brace to its closing one.
fn functions(code: &str) -> Vec<(String, usize, usize)> {
    let names: Vec<(usize, &str)> = identifiers(code).collect();
    let mut found = Vec::new();
    for pair in names.windows(2) {
        let [(at, "fn"), (name_at, name)] = pair else { continue };
        if !code[at + 2..*name_at].trim().is_empty() {
            continue;
        }
        let Some(open) = body(code, *name_at) else { continue };
        let close = closing_brace(code, open);
        found.push(((*name).to_owned(), line_at(code, *at), line_at(code, close) - line_at(code, open) + 1));
    }
    found
}

/// Where a function's body opens; nothing when it has none.
fn body(code: &str, from: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in code[from..].char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' if depth == 0 => return Some(from + at),
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::in_short;
    use super::*;

    fn function_of(lines: usize) -> String {
        format!("fn long(a: [u8; 2]) {{\n{}}}\n", "    a();\n".repeat(lines - 2))
    }

    fn faults(path: &str, text: &str, allowed: &str) -> Vec<String> {
        in_short(&check(&[Source::new(path, text)], allowed))
    }

    #[test]
    fn a_function_is_counted_by_its_braces() {
        let code =
            "fn a(b: fn(u8) -> u8) -> u8\nwhere\n    u8: Sized,\n{\n    1\n}\ntrait T { fn c(); }\nfn d() {}";
        assert_eq!(functions(code), [("a".into(), 1, 3), ("d".into(), 8, 1)]);
    }

    #[test]
    fn a_pure_function_has_fifty_lines_and_one_of_the_shell_seventy() {
        let pure = "src/empires/rules/gold.rs";
        assert_eq!(faults(pure, &function_of(50), ""), Vec::<String>::new());
        assert_eq!(faults(pure, &function_of(51), ""), ["1: long has 51 lines, 50 are allowed"]);
        assert_eq!(faults("src/web/mod.rs", &function_of(70), ""), Vec::<String>::new());
        assert_eq!(faults("tests/it/web.rs", &function_of(71), ""), ["1: long has 71 lines, 70 are allowed"]);
    }

    #[test]
    fn a_files_tests_are_counted_apart() {
        let code = "const A: u8 = 1;\n".repeat(400);
        let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", "    const B: u8 = 1;\n".repeat(397));
        assert_eq!(faults("src/postal/dice.rs", &format!("{code}{tests}"), ""), Vec::<String>::new());

        let more = format!("{code}\n{tests}");
        assert_eq!(faults("src/postal/dice.rs", &more, ""), ["1: file has 401 lines, 400 are allowed"]);
    }

    #[test]
    fn an_exception_has_a_reason_and_only_shrinks() {
        let path = "src/web/mod.rs";
        let row = |lines: usize| format!("# path\n{path}\tlong\t{lines}\tone table\n");

        assert_eq!(faults(path, &function_of(80), &row(80)), Vec::<String>::new());
        assert_eq!(faults(path, &function_of(81), &row(80)), ["1: long has 81 lines, 70 are allowed"]);
        assert_eq!(
            faults(path, &function_of(79), &row(80)),
            [format!("2: {path} long has only 79 lines: lower the exception")]
        );
        assert_eq!(faults(path, &function_of(70), &row(80)), [format!("2: {path} long needs no exception")]);
        assert_eq!(faults(path, "", &row(80)), [format!("2: {path} has no long")]);
        assert_eq!(
            faults(path, "", "src/web/mod.rs\tlong\t80\t \n"),
            ["1: a row is: path, name or `file`, lines, reason"]
        );
    }
}
