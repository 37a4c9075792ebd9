//! Finding answers: what proves a bound, and how it is found.

pub mod lp;
