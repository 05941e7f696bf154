//! Ids: the names of things in `config/`.
//!
//! Rules look things up by id all the time, so an id is compared as numbers where it stands and not byte by byte
//! elsewhere. The order is that of the text all the same.

use std::cmp::Ordering;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

/// Longest text that is kept in place, in bytes.
const SHORT: usize = 23;

/// The text of an id.
///
/// What is kept in place is filled up with zero bytes; text that holds one itself is kept elsewhere, so that the order
/// of the filled texts is the order of the texts.
#[derive(Clone)]
enum Text {
    Short([u8; SHORT]),
    Long(Arc<str>),
}

impl Text {
    fn new(text: &str) -> Self {
        let mut short = [0; SHORT];
        match short.get_mut(..text.len()) {
            Some(place) if !text.as_bytes().contains(&0) => {
                place.copy_from_slice(text.as_bytes());
                Self::Short(short)
            }
            _ => Self::Long(Arc::from(text)),
        }
    }

    fn as_str(&self) -> &str {
        match self {
            Self::Short(short) => {
                let length = short.iter().position(|byte| *byte == 0).unwrap_or(SHORT);
                std::str::from_utf8(&short[..length]).expect("it was made of text")
            }
            Self::Long(text) => text,
        }
    }

    #[inline]
    fn is(&self, text: &str) -> bool {
        match self {
            Self::Short(short) => {
                let bytes = text.as_bytes();
                let begins = short.get(..bytes.len()).is_some_and(|begin| begin == bytes);
                begins && short.get(bytes.len()).is_none_or(|next| *next == 0) && bytes.last() != Some(&0)
            }
            Self::Long(own) => **own == *text,
        }
    }
}

/// Eight bytes of a text in place as a number, in the order of texts.
#[inline]
fn number(short: &[u8; SHORT], at: usize) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&short[at..at + 8]);
    u64::from_be_bytes(eight)
}

impl PartialEq for Text {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Short(one), Self::Short(other)) => one == other,
            (Self::Long(one), Self::Long(other)) => one == other,
            _ => false,
        }
    }
}

impl Eq for Text {}

impl PartialOrd for Text {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Short(one), Self::Short(other)) => {
                let numbers = |text| [number(text, 0), number(text, 8), number(text, SHORT - 8)];
                numbers(one).cmp(&numbers(other))
            }
            _ => self.as_str().cmp(other.as_str()),
        }
    }
}

impl std::hash::Hash for Text {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        match self {
            Self::Short(short) => [0, 8, SHORT - 8].iter().for_each(|at| state.write_u64(number(short, *at))),
            Self::Long(text) => text.hash(state),
        }
    }
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_str().fmt(f)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl Visitor<'_> for Reader {
            type Value = Text;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an id")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Text, E> {
                Ok(Text::new(text))
            }
        }

        deserializer.deserialize_str(Reader)
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        pub struct $name(Text);

        impl $name {
            /// The thing with this id.
            pub fn new(id: &str) -> Self {
                Self(Text::new(id))
            }

            /// Whether this is the id of that text.
            #[inline]
            pub fn is(&self, id: &str) -> bool {
                self.0.is(id)
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

id!(
    /// A land area (2.1): `lombardy`.
    AreaId
);
id!(
    /// A sea area (2.1): `adriatic-sea`.
    SeaId
);
id!(
    /// Whoever can own areas (7.1): a player's empire, a magnate, a Crusader State, a religious order, the Pope.
    EmpireId
);
id!(
    /// A religion or sect (2.7): `RC`, `PAG_IE`, `CAT`.
    ReligionId
);
id!(
    /// A language: `OHG`.
    LanguageId
);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::AreaId;

    #[test]
    fn an_id_is_the_text_that_it_was_made_of_however_long() {
        for text in
            ["", "a", "a\0", "\0", "twenty-three-bytes-long", "twenty-four-bytes-longer", "Großmähren"]
        {
            let id = AreaId::new(text);
            assert_eq!((id.as_str(), id.to_string()), (text, text.to_owned()));
            let written = serde_json::to_string(&id).expect("text");
            assert_eq!(written, serde_json::to_string(text).expect("text"));
            assert_eq!(serde_json::from_str::<AreaId>(&written).expect("an id"), id);
        }
    }

    proptest! {
        #[test]
        fn ids_are_in_the_order_of_their_texts(one in "[\\x00a-c]{0,26}", other in "[\\x00a-c]{0,26}") {
            let (id, other_id) = (AreaId::new(&one), AreaId::new(&other));
            prop_assert_eq!(id.cmp(&other_id), one.cmp(&other));
            prop_assert_eq!(id == other_id, one == other);
            prop_assert_eq!(id.is(&other), one == other);
        }
    }
}
