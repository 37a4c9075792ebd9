pub fn is_known(name: &str) -> bool { ["cse","test-affine-reify-value-bounds"].contains(&name) }
