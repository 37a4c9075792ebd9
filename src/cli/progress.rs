//! Progress bars.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar on a terminal, nothing otherwise.
pub fn progress(count: usize, what: &str) -> ProgressBar {
    // The bar hides itself if standard error is not a terminal.
    let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr());
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}  {{msg}}  {{eta}} left");
    let style = ProgressStyle::with_template(&template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
