use crate::empires::chronicle::{Happening, RegencyHappening};
use crate::empires::terms::{AreaId, EmpireId, Statures};

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let (champagne, france) = (|| AreaId::new("champagne"), || EmpireId::new("france"));
    let statures = Statures { combat: 3, administrative: 5, diplomatic: 1 };
    let heir = || "Lothair".to_owned();
    let kinds = vec![
        RegencyHappening::DiedHeirless { leader: heir() },
        RegencyHappening::Stirred { stirs: true },
        RegencyHappening::Stirred { stirs: false },
        RegencyHappening::Rises,
        RegencyHappening::NobodyRises,
        RegencyHappening::CivilWarSpreads { percent: 25, joins: true },
        RegencyHappening::CivilWarSpreads { percent: 25, joins: false },
        RegencyHappening::RealmArose { realm: EmpireId::new("burgundy"), areas: vec![champagne()] },
        RegencyHappening::MagnateInTheMarches { appears: true },
        RegencyHappening::MagnateInTheMarches { appears: false },
        RegencyHappening::AgeThrown { reign: 3, percent: 30, majority: Some(987) },
        RegencyHappening::AgeThrown { reign: 3, percent: 30, majority: None },
        RegencyHappening::RegentChosen { name: "Hugh".to_owned(), statures },
        RegencyHappening::Began { heir: heir(), regent: "Hugh".to_owned() },
        RegencyHappening::CameOfAge { name: heir(), statures },
        RegencyHappening::Given { regent: france(), deadlocked: true },
        RegencyHappening::Given { regent: france(), deadlocked: false },
        RegencyHappening::NotYielded { heir: heir() },
        RegencyHappening::RegentAttacked { area: champagne() },
        RegencyHappening::Usurped { heir: heir() },
    ];
    kinds.into_iter().map(Happening::Regency).collect()
}
