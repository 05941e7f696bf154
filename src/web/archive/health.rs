//! How the server is, for whoever watches it.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::web::App;
use crate::web::error::WebError;

/// `GET /health`: numbers only, and an error answer when the database does not answer.
pub async fn show(State(app): State<App>) -> Result<Response, WebError> {
    let health = app.desk.health().await?;
    let numbers = json!({
        "version": health.version,
        "letters_waiting": health.letters_waiting,
        "post_waiting": health.post_waiting,
        "post_failed": health.post_failed,
        "pentades_held": health.pentades_held,
    });
    Ok(Json(numbers).into_response())
}
