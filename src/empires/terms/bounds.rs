//! The figures between which a world must stay. The rulebook supplies them.

/// Least and greatest figures (2.2, 2.3, 14.1, 32.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Lowest population.
    pub lowest_population: i32,
    /// Highest population.
    pub highest_population: i32,
    /// Lowest social state.
    pub lowest_social_state: i32,
    /// How far the maximum social state stands above the base.
    pub social_state_above_base: i32,
    /// Highest social state of any area.
    pub highest_social_state: i32,
    /// Highest fortification level.
    pub highest_fortification: i32,
    /// Greatest strength of an underlying religious group.
    pub highest_group: i32,
    /// Years whose events are at hand for every rule.
    pub years_at_hand: i32,
    /// Years for which events are remembered (6.5).
    pub remembered_years: i32,
}

impl Bounds {
    /// The maximum social state of an area with this base: so much above it, and never above the highest of all.
    pub fn maximum_social_state(&self, base: i32) -> i32 {
        (base + self.social_state_above_base).min(self.highest_social_state) // rule:2.3
    }
}
