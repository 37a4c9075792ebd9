//! Single changes of proofs.
