use crate::empires::chronicle::{Happening, PeopleHappening};
use crate::empires::terms::ReligionId;

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let code = ReligionId::new;
    let kinds = [
        PeopleHappening::GroupChanged { religion: code("CAT"), from: 0, to: 2 },
        PeopleHappening::GroupChanged { religion: code("CAT"), from: 2, to: 3 },
        PeopleHappening::GroupChanged { religion: code("CAT"), from: 2, to: 1 },
        PeopleHappening::GroupChanged { religion: code("CAT"), from: 1, to: 0 },
        PeopleHappening::GroupDominant { religion: code("CAT"), former: code("RC") },
    ];
    kinds.into_iter().map(Happening::People).collect()
}
