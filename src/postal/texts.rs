//! Worlds and chronicles as text, and what was read in them.

use std::any::Any;
use std::sync::{Arc, OnceLock};

/// A text that only its game can read. A copy shares the text, and what the game has read in it: however many reports are
/// made of one world, it is read once.
#[derive(Clone)]
struct ReadOnce {
    text: Arc<str>,
    read: Arc<OnceLock<Arc<dyn Any + Send + Sync>>>,
}

impl ReadOnce {
    fn new(text: Arc<str>) -> Self {
        Self { text, read: Arc::default() }
    }

    fn read_with<T, E>(&self, read: impl FnOnce(&str) -> Result<T, E>) -> Result<Arc<T>, E>
    where
        T: Send + Sync + 'static,
    {
        if let Some(known) = self.read.get()
            && let Ok(known) = known.clone().downcast::<T>()
        {
            return Ok(known);
        }
        let fresh = Arc::new(read(&self.text)?);
        // Where another thread was faster, both have read the same.
        let _ = self.read.set(fresh.clone());
        Ok(fresh)
    }
}

macro_rules! text {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name(ReadOnce);

        impl $name {
            /// A text as it was kept.
            pub fn new(text: impl Into<Arc<str>>) -> Self {
                Self(ReadOnce::new(text.into()))
            }

            /// A text together with what reading it would give.
            pub fn with_read<T: Send + Sync + 'static>(text: impl Into<Arc<str>>, read: Arc<T>) -> Self {
                let kept = ReadOnce::new(text.into());
                // It is new: nobody has read it.
                let _ = kept.read.set(read);
                Self(kept)
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0.text
            }

            /// What `read` makes of the text: the same as ever where it was read before.
            ///
            /// Errors: those of `read`.
            pub fn read_with<T, E>(&self, read: impl FnOnce(&str) -> Result<T, E>) -> Result<Arc<T>, E>
            where
                T: Send + Sync + 'static,
            {
                self.0.read_with(read)
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.0.text == other.0.text
            }
        }

        impl Eq for $name {}

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.as_str()).finish()
            }
        }
    };
}

text! {
    /// A world as text.
    WorldText
}

text! {
    /// A chronicle as text.
    ChronicleText
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_and_its_copies_are_read_once() {
        let text = WorldText::new("7");
        let times = std::cell::Cell::new(0);
        let read = |text: &str| {
            times.set(times.get() + 1);
            text.parse::<i32>()
        };
        assert_eq!((text.clone().read_with(read), text.read_with(read)), (Ok(Arc::new(7)), Ok(Arc::new(7))));
        assert_eq!(times.get(), 1);
    }

    #[test]
    fn what_was_read_as_something_else_is_read_anew() {
        let text = ChronicleText::new("7");
        assert_eq!(text.read_with(str::parse::<i32>), Ok(Arc::new(7_i32)));
        assert_eq!(text.read_with(str::parse::<u8>), Ok(Arc::new(7_u8)));
    }

    #[test]
    fn a_text_that_cannot_be_read_is_an_error_each_time() {
        let text = WorldText::new("seven");
        assert!(text.read_with(str::parse::<i32>).is_err());
        assert!(text.read_with(str::parse::<i32>).is_err());
    }

    #[test]
    fn what_comes_with_a_text_is_not_read() {
        let text = WorldText::with_read("7", Arc::new(8_i32));
        assert_eq!(text.read_with(str::parse::<i32>), Ok(Arc::new(8)));
    }

    #[test]
    fn texts_are_alike_by_their_words() {
        let read = WorldText::new("7");
        let _ = read.read_with(str::parse::<i32>);
        assert_eq!(read, WorldText::new("7"));
        assert_ne!(read, WorldText::new("8"));
    }
}
