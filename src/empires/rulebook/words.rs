//! Closed lists: the words a table may use, and what each is in code.

/// A word of a closed list.
pub trait Word: Copy + PartialEq + 'static {
    /// What the list is a list of, in the singular: `condition`.
    const WHAT: &'static str;
    /// Every word with its meaning.
    const LIST: &'static [(&'static str, Self)];

    /// The meaning of a word.
    fn of(word: &str) -> Option<Self> {
        Self::LIST.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning)
    }

    /// The word for a meaning.
    fn as_word(self) -> &'static str {
        Self::LIST.iter().find(|(_, meaning)| *meaning == self).map_or("", |(word, _)| *word)
    }
}

/// An enum whose variants are the words of a closed list.
macro_rules! closed_list {
    (
        $(#[$doc:meta])*
        $name:ident, $what:literal {
            $( $(#[$variant_doc:meta])* $variant:ident = $word:literal, )+
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $( $(#[$variant_doc])* $variant, )+
        }

        impl $crate::empires::rulebook::words::Word for $name {
            const WHAT: &'static str = $what;
            const LIST: &'static [(&'static str, Self)] = &[$( ($word, Self::$variant) ),+];
        }
    };
}

pub(super) use closed_list;
