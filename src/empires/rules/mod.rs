//! One file per rulebook chapter; reads a scene, returns effects with explanations.
