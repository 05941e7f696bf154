//! The order language: words, grammar, conditions, complaints, and printing orders back.
