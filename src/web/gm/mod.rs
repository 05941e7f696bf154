//! The GM's desk.

pub mod calendar;
pub mod corrections;
pub mod dead_letters;
pub mod decisions;
pub mod desk;
pub mod diary;
pub mod draft;
pub mod draft_letters;
pub mod filter;
pub mod games;
pub mod gms;
pub mod invitations;
pub mod letters;
pub mod new_game;
pub mod postmaster;
pub mod powers;
pub mod publish;
pub mod rulings;
pub mod seal;
pub mod sheets;
pub mod transfer;
pub mod turn;
pub mod waiting;
pub mod whole;
pub mod wishes;

use axum::Router;
use axum::routing::{get, post};

use super::App;

/// The GM's addresses.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/gm", get(games::show))
        .route("/gm/next", get(games::next))
        .route("/gm/previous", get(games::previous))
        .route("/gm/new", get(new_game::choose).post(new_game::from_file))
        .route("/gm/new/{kind}/{scenario}", get(new_game::show).post(new_game::begin))
        .route("/gm/import", get(transfer::choose).post(transfer::import))
        .route("/gm/postmaster", get(postmaster::show))
        .route("/gm/postmaster/{id}", get(postmaster::one))
        .route("/gm/g/{slug}", get(desk::show))
        .route("/gm/g/{slug}/deadline", post(desk::move_deadline))
        .route("/gm/g/{slug}/calendar", get(calendar::show).post(calendar::set))
        .route("/gm/g/{slug}/calendar/deadline", post(calendar::move_deadline))
        .route("/gm/g/{slug}/calendar/extension", post(calendar::extend))
        .route("/gm/g/{slug}/pause", post(calendar::pause))
        .route("/gm/g/{slug}/resume", post(calendar::resume))
        .route("/gm/g/{slug}/adjudicate", post(draft::adjudicate))
        .route("/gm/g/{slug}/again", post(draft::again))
        .route("/gm/g/{slug}/draft", get(draft::show))
        .route("/gm/g/{slug}/draft/letters", get(draft_letters::show))
        .route("/gm/g/{slug}/draft/letters/{key}", get(draft_letters::one))
        .route("/gm/g/{slug}/draft/letters/{key}/{act}", post(draft_letters::decide))
        .route("/gm/g/{slug}/look-ahead", get(draft::look_ahead))
        .route("/gm/g/{slug}/turns/{first_year}", get(turn::show))
        .route("/gm/g/{slug}/turns/{first_year}/amend", get(corrections::choose).post(corrections::amend))
        .route("/gm/g/{slug}/correction", get(corrections::show))
        .route("/gm/g/{slug}/correction/amendments/{id}/withdraw", post(corrections::withdraw))
        .route("/gm/g/{slug}/corrections/{id}", get(corrections::published))
        .route("/gm/g/{slug}/corrections/{id}/publish", post(corrections::publish))
        .route("/gm/g/{slug}/corrections/{id}/drop", post(corrections::drop_open))
        .route("/gm/g/{slug}/corrections/{id}/take-back", post(corrections::take_back))
        .route("/gm/g/{slug}/publish", get(publish::confirm).post(publish::publish))
        .route("/gm/g/{slug}/sheets/{side}", get(sheets::show))
        .route("/gm/g/{slug}/letters/{id}", get(letters::show))
        .route("/gm/g/{slug}/dead-letters", get(dead_letters::show))
        .route("/gm/g/{slug}/dead-letters/{id}/raw", get(dead_letters::raw))
        .route("/gm/g/{slug}/dead-letters/{id}/{act}", post(dead_letters::decide))
        .route("/gm/g/{slug}/answers", post(decisions::answer))
        .route("/gm/g/{slug}/defaults", post(decisions::take_defaults))
        .route("/gm/g/{slug}/rulings", get(rulings::show).post(rulings::press))
        .route("/gm/g/{slug}/rulings/{id}/withdraw", post(rulings::withdraw))
        .route("/gm/g/{slug}/seal", post(seal::seal))
        .route("/gm/g/{slug}/seal/back", post(seal::take_back))
        .route("/gm/g/{slug}/seal/open", post(seal::open))
        .route("/gm/g/{slug}/powers", get(powers::show))
        .route("/gm/g/{slug}/powers/{side}", post(powers::order))
        .route("/gm/g/{slug}/waiting", post(decisions::set_waiting))
        .route("/gm/g/{slug}/waiting-list", post(waiting::add))
        .route("/gm/g/{slug}/waiting-list/{id}/end", post(waiting::end))
        .route("/gm/g/{slug}/adopt", post(waiting::adopt))
        .route("/gm/g/{slug}/seats", post(decisions::give_seat))
        .route("/gm/g/{slug}/gms", get(gms::show).post(gms::add))
        .route("/gm/g/{slug}/gms/remove", post(gms::remove))
        .route("/gm/g/{slug}/invitations", get(invitations::show).post(invitations::invite))
        .route("/gm/g/{slug}/invitations/{id}/{act}", post(invitations::act))
        .route("/gm/g/{slug}/export", post(transfer::export))
        .route("/gm/g/{slug}/whole", get(whole::show))
        .route("/gm/g/{slug}/archive", post(whole::archive))
        .route("/gm/g/{slug}/unarchive", post(whole::unarchive))
        .route("/gm/g/{slug}/clone", post(whole::clone_game))
        .route("/gm/g/{slug}/delete", post(whole::delete))
        .route("/gm/g/{slug}/audit", get(diary::show))
        .route("/gm/g/{slug}/customs", post(wishes::set_customs))
        .route("/gm/g/{slug}/edition", post(desk::take_edition))
        .route("/gm/g/{slug}/stand-ins/{id}", post(wishes::settle_stand_in))
}
