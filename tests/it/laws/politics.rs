//! Random orders of the later chapters: cards, calls, votes, year cards given away, colonisation, and whatever else a sheet
//! may say.

use pentade::empires::terms::{
    Act, Advance, AreaId, CardPlay, Cause, Choice, ColonisationOrder, EmpireId, Motion, Order, ReligionId,
    Stature, Vote, When,
};
use pentade::empires::world::World;

use super::chance::Chance;

/// Who writes, and whom and what he may name.
pub struct Politics<'a> {
    pub world: &'a World,
    pub empire: &'a EmpireId,
    pub chance: &'a mut Chance,
}

impl Politics<'_> {
    /// A dozen orders of all kinds.
    pub fn orders(&mut self) -> Vec<Order> {
        (0..12).map(|_| self.order()).collect()
    }

    fn order(&mut self) -> Order {
        let first = self.world.pentade.first_year();
        let when = match self.chance.below(5) {
            0 => When::Opening,
            1 => When::Standing,
            2 => When::EveryYear,
            3 => When::From(first + self.chance.between(0, 4)),
            _ => When::Year(first + self.chance.between(0, 4)),
        };
        let act = self.act();
        Order { when, condition: None, act }
    }

    fn act(&mut self) -> Act {
        match self.chance.below(16) {
            0..=3 => Act::Play(self.card()),
            4 => Act::GiveCopy { advance: self.advance(), to: self.anyone() },
            5..=6 => Act::Call(self.motion()),
            7..=8 => Act::Vote { on: self.motion(), vote: self.vote() },
            9 => Act::Choose(self.choice()),
            10 => {
                Act::GiveYearCards { cards: self.chance.between(1, 2), to: self.cause(), without: Vec::new() }
            }
            11 => Act::Colonise(match self.chance.below(6) {
                0 => ColonisationOrder::Rest,
                1 => ColonisationOrder::Resume,
                2 => ColonisationOrder::GiveUp,
                _ => ColonisationOrder::Begin(self.own()),
            }),
            12 => Act::GiveAreaToPope(self.own()),
            13 => Act::DoPenance,
            14 => Act::DeclarePatriarchate,
            _ => Act::ReturnFromExile(vec![self.area(), self.area(), self.area()]),
        }
    }

    fn card(&mut self) -> CardPlay {
        match self.chance.below(11) {
            0 => CardPlay::Demesne,
            1 => CardPlay::DiplomaticCoup,
            2 => CardPlay::Recognition { area: self.own() },
            3 => CardPlay::Advisor {
                points: self.chance.between(1, 3),
                stature: self.chance.percent(70).then_some(Stature::Administrative),
            },
            4 => CardPlay::MissionaryFervour,
            5 => CardPlay::Advance(self.advance()),
            6 => CardPlay::Dynastic { areas: vec![self.area()] },
            7 => CardPlay::InfluenceVotes { motion: self.motion() },
            8 => CardPlay::InfluenceCall { against: self.anyone() },
            9 => CardPlay::InfluenceAttend { motion: self.motion() },
            _ => CardPlay::Wildcard { wish: "an area of one's own".to_owned(), with: None },
        }
    }

    fn advance(&mut self) -> Advance {
        *self.chance.pick(&[Advance::Weapons, Advance::Tactical, Advance::Siege, Advance::Fortification])
    }

    fn motion(&mut self) -> Motion {
        let (someone, area) = (self.maybe(), self.area());
        match self.chance.below(14) {
            0 => Motion::Any,
            1 => Motion::Claim { of: someone, area: Some(area) },
            2 => Motion::DiplomaticConquest { by: someone, area: None },
            3 => Motion::Excommunication { of: someone },
            4 => Motion::AgainstPope,
            5 => Motion::Absolution { of: someone },
            6 => Motion::EndOfSchism,
            7 => Motion::Union,
            8 => Motion::Crusade { against: someone },
            9 => Motion::CrusadeFor { state: someone },
            10 => Motion::CrusadeGoesOn,
            11 => Motion::Jihad,
            12 => Motion::Regency { of: someone, by: Some(self.empire.clone()) },
            _ => Motion::Wildcard { of: someone },
        }
    }

    fn vote(&mut self) -> Vote {
        *self.chance.pick(&[Vote::Yes, Vote::No, Vote::Abstain])
    }

    fn choice(&mut self) -> Choice {
        match self.chance.below(4) {
            0 => Choice::Obedience { anti_pope: self.chance.percent(50) },
            1 => Choice::AntiPopeSeat(self.own()),
            2 => Choice::Religion(ReligionId::new("RC")),
            _ => Choice::DynasticConsent { of: None, area: None },
        }
    }

    fn cause(&mut self) -> Cause {
        match self.chance.below(4) {
            0 => Cause::Crusade,
            1 => Cause::Jihad,
            2 => Cause::Pope,
            _ => Cause::CrusaderState(self.anyone()),
        }
    }

    fn maybe(&mut self) -> Option<EmpireId> {
        self.chance.percent(80).then(|| self.anyone())
    }

    fn anyone(&mut self) -> EmpireId {
        let all: Vec<&EmpireId> = self.world.empires.keys().collect();
        (*self.chance.pick(&all)).clone()
    }

    fn own(&mut self) -> AreaId {
        let own = self.world.areas.iter().filter(|(_, area)| area.owner.as_ref() == Some(self.empire));
        let own: Vec<&AreaId> = own.map(|(id, _)| id).collect();
        if own.is_empty() { self.area() } else { (*self.chance.pick(&own)).clone() }
    }

    fn area(&mut self) -> AreaId {
        let all: Vec<&AreaId> = self.world.areas.keys().collect();
        (*self.chance.pick(&all)).clone()
    }
}
