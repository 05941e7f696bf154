//! The colours of the map: twelve tints that stay apart for the common kinds of colour-blindness, then the same
//! twelve again under a hatching.

use crate::postal::picture::Tint;

/// How a side's land is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paint {
    /// Fill of the area, as `#rrggbb`.
    pub fill: &'static str,
    /// Its darker sister, for borders and the legend.
    pub edge: &'static str,
    /// Hatching laid over the fill: 0 none, 1 to 3 a pattern.
    pub hatch: u8,
}

const NOBODY: (&str, &str) = ("#f7f0de", "#8b765b");

const TINTS: [(&str, &str); 12] = [
    ("#93b5dd", "#2d5688"),
    ("#e89f74", "#94451a"),
    ("#86c7ab", "#1f6b50"),
    ("#e7cf74", "#7a6110"),
    ("#cba0cb", "#6e3a70"),
    ("#dc8f9c", "#8c2c40"),
    ("#a9c162", "#506413"),
    ("#97d3e3", "#1d6579"),
    ("#bfa27a", "#6a4c22"),
    ("#aba7df", "#454088"),
    ("#d5dcae", "#66702f"),
    ("#f3c3b4", "#9a5340"),
];

const HATCHES: u8 = 4;

/// The paint of a tint. Tints beyond the forty-eighth begin again.
pub fn paint(tint: Tint) -> Paint {
    let Some(nth) = tint.0.checked_sub(1) else {
        return Paint { fill: NOBODY.0, edge: NOBODY.1, hatch: 0 };
    };
    let (fill, edge) = TINTS[usize::from(nth) % TINTS.len()];
    let round = usize::from(nth) / TINTS.len() % usize::from(HATCHES);
    Paint { fill, edge, hatch: u8::try_from(round).unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_eight_sides_are_told_apart() {
        let mut seen = Vec::new();
        for nth in 0..=48 {
            let paint = paint(Tint(nth));
            assert!(!seen.contains(&paint), "tint {nth} is a second {paint:?}");
            seen.push(paint);
        }
        assert_eq!(paint(Tint(49)), paint(Tint(1)));
    }

    #[test]
    fn ink_is_readable_on_every_tint() {
        let ink = luminance("#2b2118");
        for (fill, edge) in TINTS.iter().chain([&NOBODY]) {
            assert!(contrast(luminance(fill), ink) >= 4.5, "ink on {fill}");
            assert!(contrast(luminance(fill), luminance(edge)) >= 2.5, "{edge} on {fill}");
        }
    }

    fn contrast(one: f64, other: f64) -> f64 {
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn luminance(colour: &str) -> f64 {
        let part = |from: usize| {
            let value =
                f64::from(u8::from_str_radix(&colour[from..from + 2], 16).expect("two digits")) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }
}
