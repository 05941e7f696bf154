//! The colours of the map: eight that stay apart for every common kind of colour-blindness, each plain and under five
//! patterns; and a ramp for figures.

use crate::postal::picture::{Scale, Tint};

/// How land is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Paint {
    /// Fill of the area, as `#rrggbb`.
    pub fill: &'static str,
    /// Its darker sister, for borders and the legend.
    pub edge: &'static str,
    /// Pattern laid over the fill: 0 none, 1 to [`PATTERNS`] a pattern.
    pub hatch: u8,
}

impl Tint {
    /// Land that something befell, when the map shows what has changed.
    pub const TOUCHED: Self = Self(254);
    /// Land that nobody owns any more, when the map shows what has changed.
    pub const FREED: Self = Self(255);
}

const NOBODY: (&str, &str) = ("#f7f0de", "#8b765b");
const TOUCHED: (&str, &str) = ("#f3e2a6", "#806420");
const FREED: (&str, &str) = ("#ffffff", "#4a4038");

const TINTS: [(&str, &str); 8] = [
    ("#a2aeec", "#43509e"),
    ("#f7d68e", "#906d02"),
    ("#e9aebc", "#8c4961"),
    ("#bdc271", "#5c6200"),
    ("#67a4bc", "#004b65"),
    ("#c6993e", "#634401"),
    ("#a4cef7", "#326a9f"),
    ("#9ca088", "#424832"),
];

/// From the lowest figure to the highest: rust, parchment, sea green.
const RAMP: [&str; 17] = [
    "#d3733f", "#db8653", "#e39966", "#e9ac7a", "#eebe8e", "#f1cfa1", "#f3dcb6", "#f5e6ca", "#f7f0de",
    "#e6eada", "#d5e3d6", "#c2dbd0", "#acd1c6", "#96c6bd", "#81bbb5", "#6cafac", "#55a3a4",
];

/// Patterns that may lie over a colour.
pub const PATTERNS: u8 = 5;

/// The paint of a side or a kind. Tints beyond the forty-eighth begin again.
pub fn paint(tint: Tint) -> Paint {
    let plain = |(fill, edge): (&'static str, &'static str)| Paint { fill, edge, hatch: 0 };
    match tint {
        Tint(0) => plain(NOBODY),
        Tint::TOUCHED => plain(TOUCHED),
        Tint::FREED => Paint { hatch: 4, ..plain(FREED) },
        Tint(nth) => {
            let (nth, colours) = (usize::from(nth - 1), TINTS.len());
            let rounds = usize::from(PATTERNS) + 1;
            let hatch = u8::try_from(nth / colours % rounds).unwrap_or(0);
            Paint { hatch, ..plain(TINTS[nth % colours]) }
        }
    }
}

/// The paint of a tint as its layer reads it.
pub fn paint_on(scale: Scale, tint: Tint) -> Paint {
    match scale {
        Scale::Steps(highest) if tint.0 > 0 => {
            let (step, highest) = (usize::from(tint.0 - 1), usize::from(highest.max(2) - 1));
            let fill = RAMP[(step.min(highest) * (RAMP.len() - 1) + highest / 2) / highest];
            Paint { fill, edge: NOBODY.1, hatch: 0 }
        }
        _ => paint(tint),
    }
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
        let ramp = RAMP.map(|fill| (fill, NOBODY.1));
        for (fill, _) in TINTS.iter().chain(&ramp).chain([&NOBODY, &TOUCHED, &FREED]) {
            assert!(contrast(luminance(fill), ink) >= 4.5, "ink on {fill}");
        }
        for (fill, edge) in TINTS.iter().chain([&NOBODY, &TOUCHED, &FREED]) {
            assert!(contrast(luminance(fill), luminance(edge)) >= 2.5, "{edge} on {fill}");
        }
    }

    #[test]
    fn figures_of_every_scale_keep_their_order_on_the_ramp() {
        for highest in 2..=40 {
            let paints = (1..=highest).map(|step| paint_on(Scale::Steps(highest), Tint(step)).fill);
            let places: Vec<_> = paints.map(|fill| RAMP.iter().position(|one| *one == fill)).collect();
            assert!(places.is_sorted(), "{highest}: {places:?}");
            assert_eq!((places[0], places[places.len() - 1]), (Some(0), Some(RAMP.len() - 1)));
        }
    }

    /// Machado, Oliveira and Fernandes 2009, severity 1: protanopia, deuteranopia, tritanopia.
    const BLINDNESS: [[[f64; 3]; 3]; 3] = [
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    #[test]
    fn the_colours_stay_apart_for_every_kind_of_colour_blindness() {
        let fills: Vec<&str> = TINTS.iter().map(|(fill, _)| *fill).chain([NOBODY.0, "#c9dbdc"]).collect();
        for (at, one) in fills.iter().enumerate() {
            for other in &fills[..at] {
                for eyes in 0..=BLINDNESS.len() {
                    let (one_seen, other_seen) = (seen(one, eyes), seen(other, eyes));
                    let squares = one_seen.iter().zip(other_seen).map(|(a, b)| (a - b).powi(2));
                    let apart = squares.sum::<f64>().sqrt();
                    assert!(apart > 0.06, "{one} and {other} for eyes {eyes}: {apart}");
                }
            }
        }
    }

    /// A colour in OKLab as one kind of eyes sees it: 0 sees all.
    fn seen(colour: &str, eyes: usize) -> [f64; 3] {
        let [r, g, b] = [1, 3, 5].map(|from| linear(colour, from));
        let [r, g, b] = match eyes.checked_sub(1) {
            None => [r, g, b],
            Some(kind) => BLINDNESS[kind].map(|row| (row[0] * r + row[1] * g + row[2] * b).clamp(0.0, 1.0)),
        };
        let l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b).cbrt();
        let m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b).cbrt();
        let s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b).cbrt();
        [
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        ]
    }

    fn contrast(one: f64, other: f64) -> f64 {
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn linear(colour: &str, from: usize) -> f64 {
        let value = f64::from(u8::from_str_radix(&colour[from..from + 2], 16).expect("two digits")) / 255.0;
        if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    }

    fn luminance(colour: &str) -> f64 {
        0.2126 * linear(colour, 1) + 0.7152 * linear(colour, 3) + 0.0722 * linear(colour, 5)
    }
}
