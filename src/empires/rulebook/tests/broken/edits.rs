//! The edits: what is replaced in which file, and the fault that must follow.

use super::At::{Edit, File, Line};
use super::Broken;

pub(super) const EFF: &str = "rules/tables/effectiveness.csv";
const VALUE: &str = "rules/tables/rebellion_value.csv";
const RESULTS: &str = "rules/tables/rebellion_results.csv";
const YEARS: &str = "cards/year_cards.csv";
const EVENTS: &str = "cards/event_cards.csv";
const LEADERS: &str = "rules/tables/new_leaders.csv";
const CHECK: &str = "rules/tables/leader_check.csv";
const FIGURES: &str = "rules/tables/figures.csv";
const RELIGIONS: &str = "rules/tables/religions.csv";
const RELATED: &str = "rules/tables/related_religions.csv";
const CIVILISED: &str = "rules/tables/civilised_muslims.csv";
const LANGUAGES: &str = "rules/tables/languages.csv";
const AREAS: &str = "map/areas.csv";
const SEAS: &str = "map/sea_areas.csv";
const BORDERS: &str = "map/borders.csv";
const OUTLINES: &str = "map/outlines.json";
const RAIDERS: &str = "rules/tables/raiders.csv";
const MAGNATES: &str = "rules/tables/magnates.csv";
const CARD_HERESIES: &str = "rules/tables/card_heresies.csv";
const DATED: &str = "rules/tables/dated_heresies.csv";
const HOLY: &str = "rules/tables/holy_cities.csv";
const PAPAL: &str = "rules/tables/papal_seats.csv";
const PATRIARCHATES: &str = "rules/tables/patriarchates.csv";
const PRICES: &str = "rules/tables/colonisation_sea_prices.csv";
const REGISTER: &str = "rules/register.tsv";
const RULINGS: &str = "rules/rulings.toml";
const EDITIONS: &str = "rules/editions.toml";
pub(super) const S976: &str = "scenarios/millennium-976.toml";
const S771: &str = "scenarios/charlemagne-771.toml";
const GRAND: &str = "scenarios/postal-grand-771.toml";

pub(super) const TABLES: &[Broken] = &[
    (EFF, "+stature_combat,", "+stature_combatt,", Edit, "unknown quantity \"stature_combatt\""),
    (EFF, "+stature_combat,", "+stature_combatt,", File, "quantity \"stature_combat\" is used by no row"),
    (EFF, ",target_is_its_owners_court,", ",target_is_court,", Edit, "unknown condition"),
    (
        EFF,
        ",target_is_its_owners_court,",
        ",always,",
        File,
        "condition \"target_is_its_owners_court\" is used by no",
    ),
    (EFF, "conquest;diplomacy,own_claim", "conquest;parley,own_claim", Edit, "unknown endeavour \"parley\""),
    (EFF, "gold,after_sea", "gold,later", Edit, "unknown stage \"later\""),
    (EFF, "always,-ss_target", "always,ss_target", Edit, "must begin with + or -"),
    (EFF, "+3*advance_originals", "+300*advance_originals", Edit, "no factor from 0 to 99"),
    (EFF, "own_advance_copy,", "own_advance,", Edit, "id \"own_advance\" stands in line"),
    (EFF, "own claim to the target", "", Edit, "label is blank"),
    (EFF, "gold spent,9.5,P", "gold spent,9.5,", Edit, "source must begin with S, P or R"),
    (EFF, "gold spent,9.5,P", "gold spent,9.5,Printed", Edit, "source must begin with S, P or R"),
    (EFF, "gold spent,9.5,P", "gold spent,9.55,P", Edit, "rule 9.55 is not in the register"),
    (EFF, "gold spent,9.5,P", "gold spent,,P", Edit, "rule is blank"),
    (EFF, "gold spent,9.5,P", "gold spent,9.5", Edit, "7 cells under 8 headings"),
    (
        EFF,
        "id,applies_to,condition",
        "id,applies,condition",
        File,
        "the headings must be id,applies_to,condition",
    ),
    (VALUE, "every_area,in_unrest", "some_area,in_unrest", Edit, "unknown scope \"some_area\""),
    (VALUE, "each_urg,always", "every_area,always", Edit, "the level of a group needs the scope each_urg"),
    (VALUE, "always,-ss,", "always,+1,", File, "quantity \"ss\" is used by no row"),
    (RESULTS, "9,unrest", "11,unrest", Line("11,rebellion"), "sums and results must rise"),
    (RESULTS, "9,unrest", "9,nothing", Edit, "sums and results must rise"),
    (YEARS, "1,no,>=8,>=5", "1,no,8,>=5", Edit, "conquest_c \"8\" is neither blank nor any nor >=n"),
    (
        YEARS,
        "4,yes,>=8,,<2",
        "4,yes,>=8,,>=2",
        Edit,
        "conquest_base_loss \">=2\" is neither blank nor any nor <n",
    ),
    (YEARS, "4,yes,>=8", "4,maybe,>=8", Edit, "leader_check \"maybe\" is neither yes nor no"),
    (YEARS, "4,yes,>=8", "5,yes,>=8", Edit, "card 5 stands where card 4 should"),
    (YEARS, "1,no,>=8,>=5,,,,<1,>=3,,>=1,>=7,,,R:G-14\n", "", File, "55 cards, 56 wanted"),
    (
        EVENTS,
        "famine,Year of Famine,20",
        "famine,Year of Famine,19",
        File,
        "117 and 2 quiet cards, 118 and 2 wanted",
    ),
    (EVENTS, "uprising,Uprising", "rising,Uprising", Edit, "unknown event card \"rising\""),
    (EVENTS, "uprising,Uprising", "rising,Uprising", File, "event card \"uprising\" is used by no row"),
    (EVENTS, "8,hold,yes,years:50", "8,keep,yes,years:50", Edit, "unknown mode \"keep\""),
    (EVENTS, "8,hold,yes,years:50", "8,hold,yes,decades:5", Edit, "unknown expiry \"decades:5\""),
    (LEADERS, "4,6,2", "5,6,2", File, "no row holds the roll 4"),
    (LEADERS, "4,6,2", "4,7,2", File, "2 rows hold the roll 7"),
    (LEADERS, "4,6,2", "4,6,1", Edit, "statures must rise"),
    (LEADERS, "12,12,9", "12,13,9", Edit, "dice_to 13 is not from 2 to 12"),
    (CHECK, "1,1,dies", "1,1,expires", Edit, "unknown result \"expires\""),
    (CHECK, "3,5,nothing", "3,4,nothing", File, "no row holds the roll 5"),
    (FIGURES, "hand,5", "hands,5", Edit, "unknown figure \"hands\""),
    (FIGURES, "hand,5", "hands,5", File, "figure \"hand\" is missing"),
    (FIGURES, "hand,5", "hand,five", Edit, "value \"five\" is not a whole number"),
    (FIGURES, "hand,5", "hand,50", Edit, "value 50 is not from 1 to 9"),
    (PRICES, "2,3,25.2", "1,3,25.2", Edit, "sea_areas must rise"),
];

pub(super) const PEOPLES: &[Broken] = &[
    (RELIGIONS, "Judaism,jewish", "Judaism,hebrew", Edit, "unknown group \"hebrew\""),
    (RELIGIONS, "MUS;iMUS;MSS;MSK,", "MUS;iMUS;MSS;MSX,", Edit, "unknown religion \"MSX\""),
    (RELIGIONS, "christian,4,20", "christian,40,20", Edit, "proselytic_ability 40 is not from 0 to 9"),
    (RELATED, "RC,CSU,", "RC,CSX,", Edit, "unknown religion \"CSX\""),
    (RELATED, "RC,CSU,", "RC,RC,", Edit, "RC is related to itself"),
    (RELATED, "RC,CSU,", "EO,RC,", Edit, "EO and RC are related already"),
    (CIVILISED, "religion:iMUS", "religion:xMUS", Edit, "unknown religion \"xMUS\""),
    (CIVILISED, "religion:iMUS", "iMUS", Edit, "is neither empire:ID nor religion:CODE"),
    (LANGUAGES, "Celtic,PAG_IE", "Celtic,RC", Edit, "\"RC\" is no pagan religion"),
    (RAIDERS, "irish-sea;", "welsh-sea;", Edit, "unknown sea area \"welsh-sea\""),
    (RAIDERS, ",christian:denmark", ",heathen:denmark", Edit, "unknown end \"heathen\""),
    (RAIDERS, ",christian:denmark", ",christian:danmark", Edit, "unknown area \"danmark\""),
    (RAIDERS, "Vikings,786,1065", "Vikings,786,785", Edit, "last_year 785 is before first_year 786"),
    (RAIDERS, ",land_steps:3:", ",sea_steps:2:", Edit, "unknown area \"sea_steps:2:hungary\""),
    (RAIDERS, "1001,,,,6,6,", "1001,,,,6,7,", Edit, "active_die_other \"7\" is no face or range of faces"),
    (RAIDERS, "MSK,EAR,5,", "MSK,EAR,strong,", Edit, "combat \"strong\" is no strength"),
    (MAGNATES, "Lithuania,3,1,", "Lithuania,4,1,", File, "no row holds the roll 3"),
    (MAGNATES, "Lithuania,3,1,", "Lithuania,33,1,", Edit, "dice \"33\" are not sums of two dice"),
    (MAGNATES, "Lithuania,3,1,", "Lithuania,3,2,", Edit, "unknown share \"2\""),
    (CARD_HERESIES, "RC,,CAT", "RC,,MSK", Edit, "MSK is not heretical to RC"),
    (DATED, "religion:EO,urg:2", "creed:EO,urg:2", Edit, "unknown scope \"creed:EO\""),
    (DATED, "religion:EO,urg:2", "religion:EO,urg:9", Edit, "unknown result \"urg:9\""),
    (DATED, "any_of:language:OHG", "any_of:language:OHX", Edit, "unknown language \"OHX\""),
    (DATED, "language:LOC,urg", ",urg", Edit, "scope is blank"),
    (HOLY, "Rome,rome,crusade", "Rome,roma,crusade", Edit, "unknown area \"roma\""),
    (HOLY, "Rome,rome,crusade", "Rome,rome,war", Edit, "unknown cause \"war\""),
    (PAPAL, "2,Venice", "3,Venice", Edit, "order 3 is not from 2 to 2"),
    (PAPAL, "venice,area_religion:RC", "venice,always", Edit, "while \"always\" is not area_religion:CODE"),
    (PATRIARCHATES, "syria,eo_rulers", "syria,all_rulers", Edit, "unknown patron \"all_rulers\""),
];

pub(super) const MAP: &[Broken] = &[
    (
        AREAS,
        "provence,Provence,France,2",
        "provence,Provence,France,6",
        Edit,
        "population 6 is not from -3 to 5",
    ),
    (AREAS, "\nprovence,", "\nProvence,", Edit, "has more than small letters, digits and hyphens"),
    (
        AREAS,
        "\nprovence,Provence",
        "\nprovence,Rome",
        Line("rome,Rome"),
        "name \"Rome\" reads like the one in line",
    ),
    (AREAS, "0,LOC,RC,no,yes,P:population; R,", "0,LOX,RC,no,yes,P,", Edit, "unknown language \"LOX\""),
    (AREAS, "0,LOC,RC,no,yes,P:population; R,", "0,LOC,RX,no,yes,P,", Edit, "unknown religion \"RX\""),
    (AREAS, "0,LOC,RC,no,yes,P:population; R,", "0,LOC,PAG_NI,no,yes,P,", Edit, "are PAG_IE, not PAG_NI"),
    (
        AREAS,
        "0,LOC,RC,no,yes,P:population; R,",
        "0,LOC,RC,no,yes,,",
        Edit,
        "source must begin with S, P or R",
    ),
    (BORDERS, "adrianople,bulgaria,land", "adrianople,bulgary,land", Edit, "unknown land area \"bulgary\""),
    (BORDERS, "adrianople,bulgaria,land", "adrianople,adrianople,land", Edit, "adrianople borders itself"),
    (
        BORDERS,
        "adrianople,bulgaria,land",
        "constantinople,adrianople,land",
        Line("adrianople,constantinople,"),
        "already",
    ),
    (BORDERS, "adrianople,bulgaria,land", "adrianople,bulgaria,ford", Edit, "unknown border \"ford\""),
    (BORDERS, "adrianople,bulgaria,land", "adrianople,bulgaria,sea", Edit, "unknown sea area \"adrianople\""),
    (BORDERS, "friesland,north-sea,coast,R,\n", "", File, "friesland is seafaring but has no coast"),
    (SEAS, "red-sea,Red Sea", "rome,Red Sea", File, "\"rome\" is a land area too"),
    (OUTLINES, "{\"id\":\"rome\"", "{\"id\":\"roma\"", File, "unknown area \"roma\""),
    (OUTLINES, "{\"id\":\"rome\"", "{\"id\":\"roma\"", File, "rome is not drawn"),
    (OUTLINES, "{\"id\":\"rome\"", "{\"id\":\"naples\"", File, "naples is drawn twice"),
    (OUTLINES, "{\"id\":\"rome\"", "{\"ip\":\"rome\"", Edit, "cannot be read: unknown field `ip`"),
];

pub(super) const BOOKS: &[Broken] = &[
    (REGISTER, "1.1\tdone", "1.1\tready", Edit, "unknown status \"ready\""),
    (REGISTER, "1.1\tdone\tterms", "1.1\tdone\t", Edit, "file is blank, but the rule is carried out"),
    (REGISTER, "1.1\tdone", "one\tdone", Edit, "\"one\" is no rule"),
    (
        REGISTER,
        "30.1\tdone\trules/regencies\tgm",
        "30.1\tdone\trules/regencies\thidden",
        Edit,
        "unknown visibility \"hidden\"",
    ),
    (REGISTER, "1.1\tdone", "1.4\tdone", File, "1.4 stands before 1.2"),
    (REGISTER, "1.3\tdone", "1.2\tdone", Edit, "id \"1.2\" stands in line"),
    (RULINGS, "[\"R8.6\"]", "[\"R8.66\"]", File, "ruling R8.6 is missing"),
    (RULINGS, "[\"R8.6\"]", "[\"R8.66\"]", Edit, "R8.66: no code knows this switch"),
    (
        RULINGS,
        "other = [\"off\", \"all\"]",
        "other = [\"off\"]",
        Line("[\"R33.3\"]"),
        "readings must be off, independent",
    ),
    (
        RULINGS,
        "other = [\"one_die\"]",
        "other = [\"two_dice_by_table\"]",
        Line("[\"G-7\"]"),
        "is among the others",
    ),
    (RULINGS, "rule = \"8.3\"", "rule = \"8.33\"", Line("[\"G-7\"]"), "rule 8.33 is not in the register"),
    (RULINGS, "why = \"both happen at once\"", "why = \" \"", Line("[\"C-7\"]"), "C-7: why is blank"),
    (
        RULINGS,
        "why = \"both happen at once\"",
        "because = \"x\"",
        Edit,
        "cannot be read: unknown field `because`",
    ),
    (EDITIONS, "\"check_only\"", "\"check\"", Edit, "unknown reading \"check\" of R16.1"),
    (EDITIONS, "\"R16.1\" = \"check_only\"\n", "", Line("[[editions]]"), "it has no reading of R16.1"),
    (EDITIONS, "current = \"first\"", "current = \"second\"", Edit, "there is no edition \"second\""),
    (EDITIONS, "\"R8.6\"", "\"R9.9\"", Edit, "no code knows the switch R9.9"),
    (EDITIONS, "current = \"first\"", "current = ", Edit, "cannot be read: "),
];

pub(super) const SCENARIOS: &[Broken] = &[
    (
        S976,
        "id = \"millennium-976\"",
        "id = \"millennium\"",
        Edit,
        "id \"millennium\" is not the name of the file",
    ),
    (S976, "first_year = 976", "first_year = 977", Edit, "no pentade begins in 977"),
    (S976, "last_year = 1075", "last_year = 1076", Edit, "no pentade of this game ends in 1076"),
    (S976, "players = [2, 7]", "players = [2, 8]", Edit, "2 to 8 players for 7 empires"),
    (S976, "\"raiders\", ", "\"pirates\", ", Edit, "unknown part \"pirates\""),
    (S976, "source = \"P:years", "source = \"years", Line("id = \"millennium-976\""), "source must begin"),
    (
        S976,
        "court = \"lorraine\"",
        "court = \"champagne\"",
        Line("[[empires]]"),
        "germany does not own its court champagne",
    ),
    (S976, "\"lorraine\", \"brabant\"", "\"loraine\", \"brabant\"", Edit, "unknown area \"loraine\""),
    (S976, "\"lorraine\", \"brabant\"", "\"lorraine\", \"lorraine\"", Edit, "lorraine is there twice"),
    (
        S976,
        "\"tuscany\", \"rome\",",
        "\"tuscany\", \"champagne\",",
        Line("[[empires]]\nid = \"france\""),
        "champagne belongs to germany already",
    ),
    (
        S976,
        "id = \"france\"",
        "id = \"germany\"",
        Line("[[empires]]\nid = \"france\""),
        "empire germany is there twice",
    ),
    (
        S976,
        "controller = \"player\"",
        "controller = \"nobody\"",
        Line("[[empires]]"),
        "unknown controller \"nobody\"",
    ),
    (
        S976,
        "statures = [3, 3, 3]",
        "statures = [3, 4, 3]",
        Line("[[empires]]"),
        "germany: stature 4 is no natural grade",
    ),
    (S976, "treasury = 5", "treasury = -5", Line("[[empires]]"), "germany: treasury -5 is not from 0"),
    (
        S976,
        "accession = 973",
        "accession = 977",
        Line("[[empires]]"),
        "germany: accession 977 is after the opening",
    ),
    (
        S976,
        "\"tuscany\", \"rome\",",
        "\"tuscany\", \"cyprus\", \"moscow\",",
        Line("[[empires]]"),
        "moscow has no communications",
    ),
    (
        S976,
        "adjective = \"German\"",
        "adjectiv = \"German\"",
        Edit,
        "cannot be read: unknown field `adjectiv`",
    ),
    (S976, "lombardy = { ss = 3", "lombardia = { ss = 3", Edit, "unknown area \"lombardia\""),
    (
        S976,
        "lombardy = { ss = 3",
        "lombardy = { ss = 5",
        Edit,
        "lombardy: social state 5 is not from -3 to 4",
    ),
    (
        S976,
        "venice = { fortification = 3",
        "venice = { fortification = 4",
        Edit,
        "fortification 4 is not from 0 to 3",
    ),
    (
        S976,
        "champagne = { urgs = { JUD = 1 }",
        "champagne = { urgs = { JUD = 5 }",
        Edit,
        "level 5 is not from 1 to 4",
    ),
    (
        S976,
        "champagne = { urgs = { JUD = 1 }",
        "champagne = { urgs = { RC = 1 }",
        Edit,
        "a group of its own religion RC",
    ),
    (
        S976,
        "champagne = { urgs = { JUD = 1 }",
        "champagne = { urgs = { JEW = 1 }",
        Edit,
        "unknown religion \"JEW\"",
    ),
    (
        S976,
        "hungary = { religion = \"PAG_NI\"",
        "hungary = { religion = \"PAG_IE\"",
        Edit,
        "are PAG_NI, not PAG_IE",
    ),
    (
        S976,
        "source = \"R:baptised in 988\"",
        "source = \"baptised in 988\"",
        Edit,
        "source must begin with S, P or R",
    ),
    (
        S771,
        "kind = \"no_leader_checks\"",
        "kind = \"immortal\"",
        Line("[[special]]"),
        "unknown special rule \"immortal\"",
    ),
    (
        S771,
        "areas = [\"rome\"]",
        "areas = [\"apulia\"]",
        Line("[pope]"),
        "apulia belongs to byzantium already",
    ),
    (
        GRAND,
        "court = \"lombardy\"\nlang",
        "court = \"lombardia\"\nlang",
        Line("id = \"postal-grand-771\""),
        "unknown area",
    ),
    (
        GRAND,
        "languages = [\"ITA\"]",
        "languages = [\"ITL\"]",
        Line("id = \"postal-grand-771\""),
        "unknown language \"ITL\"",
    ),
    (
        GRAND,
        "languages = [\"ITA\"]",
        "languages = [\"ITA\", \"OSX\"]",
        Line("id = \"postal-grand-771\""),
        "language \"OSX\" belongs to two parts",
    ),
    (
        GRAND,
        "id = \"italy\"",
        "id = \"byzantium\"",
        Line("id = \"postal-grand-771\""),
        "empire byzantium is there twice",
    ),
];
