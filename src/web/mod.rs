//! Pages: axum routes and askama views.
