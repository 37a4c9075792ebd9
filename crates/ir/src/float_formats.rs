//! The formats of MLIR's float types.

/// How a format of at most 19 bits encodes numbers that are not finite.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Special {
    /// The highest exponent, as in IEEE 754.
    Ieee,
    /// NaN has all exponent and mantissa bits.
    Ones,
    /// NaN is the negative zero.
    NegativeZero,
    /// There are none.
    None,
}

/// A narrow format with a sign: exponent bits, mantissa bits, bias, special values.
pub(super) type Narrow = (u32, u32, i32, Special);

/// The number of bits of a float type.
pub fn float_width(ty: &str) -> Option<u32> {
    Some(match ty {
        "f16" | "bf16" => 16,
        "f32" => 32,
        "f64" => 64,
        "f80" => 80,
        "f128" => 128,
        "f8E8M0FNU" => 8,
        _ => {
            let (exponent, mantissa, _, _) = narrow(ty)?;
            1 + exponent + mantissa
        }
    })
}

/// The format of a narrow float type.
pub(super) fn narrow(ty: &str) -> Option<Narrow> {
    Some(match ty {
        "tf32" => (8, 10, 127, Special::Ieee),
        "f8E5M2" => (5, 2, 15, Special::Ieee),
        "f8E4M3" => (4, 3, 7, Special::Ieee),
        "f8E3M4" => (3, 4, 3, Special::Ieee),
        "f8E4M3FN" => (4, 3, 7, Special::Ones),
        "f8E5M2FNUZ" => (5, 2, 16, Special::NegativeZero),
        "f8E4M3FNUZ" => (4, 3, 8, Special::NegativeZero),
        "f8E4M3B11FNUZ" => (4, 3, 11, Special::NegativeZero),
        "f6E2M3FN" => (2, 3, 1, Special::None),
        "f6E3M2FN" => (3, 2, 3, Special::None),
        "f4E2M1FN" => (2, 1, 1, Special::None),
        _ => return None,
    })
}
