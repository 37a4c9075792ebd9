//! Width changes, and results on an index of 32 or 64 bits.

use super::{WrappedRange, extend, mask};

/// The reading by which results for both index widths must agree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Portable {
    /// The bits, hence both readings.
    Both,
    /// The signed reading.
    Signed,
    /// The unsigned reading.
    Unsigned,
}

impl WrappedRange {
    /// Zero extension, or truncation to a narrower word.
    #[inline]
    pub fn resize_unsigned(self, width: u32) -> WrappedRange {
        if width <= self.width {
            return self.truncate(width);
        }
        WrappedRange::full_of(width).of_unsigned(self.umin, self.umax)
    }

    /// Sign extension, or truncation to a narrower word.
    #[inline]
    pub fn resize_signed(self, width: u32) -> WrappedRange {
        if width <= self.width {
            return self.truncate(width);
        }
        WrappedRange::full_of(width).of_signed(self.smin, self.smax)
    }

    /// Truncation.
    pub fn truncate(self, width: u32) -> WrappedRange {
        if width >= self.width {
            return self;
        }
        let full = WrappedRange::full_of(width);
        let low = mask(width);
        // The lowest bits form an interval if the upper bits are constant.
        let unsigned = (self.umin >> width == self.umax >> width)
            .then_some((self.umin & low, self.umax & low));
        let half = full.smin;
        let shifted = |n: i128| n.checked_sub(half).map(|n| n >> width);
        let signed = match (shifted(self.smin), shifted(self.smax)) {
            (Some(a), Some(b)) if a == b => Some((
                extend(self.smin as u128 & low, width),
                extend(self.smax as u128 & low, width),
            )),
            _ => None,
        };
        let full_range = full;
        let unsigned = unsigned.map_or(full_range, |(a, b)| full.of_unsigned(a, b));
        let signed = signed.map_or(full_range, |(a, b)| full.of_signed(a, b));
        unsigned.and_also(signed)
    }

    /// Extends both readings to a wider word independently.
    fn extend_both(self, width: u32) -> WrappedRange {
        let WrappedRange {
            umin,
            umax,
            smin,
            smax,
            ..
        } = self;
        WrappedRange {
            width,
            umin,
            umax,
            smin,
            smax,
        }
    }

    /// The result of `compute` on words of an index, whether that has 64 or 32 bits.
    ///
    /// If the results agree in the required reading, returns that of 64 bits, which is more precise.
    pub fn of_index(
        mode: Portable,
        arguments: &[WrappedRange],
        compute: impl Fn(&[WrappedRange]) -> WrappedRange,
    ) -> WrappedRange {
        const NARROW: u32 = 32;
        let wide = compute(arguments);
        let truncated: Vec<WrappedRange> =
            arguments.iter().map(|word| word.truncate(NARROW)).collect();
        let narrow = compute(&truncated);
        if narrow.width != NARROW || wide.width <= NARROW {
            return wide;
        }
        let wide_cut = wide.truncate(NARROW);
        let agree = match mode {
            Portable::Both => narrow == wide_cut,
            Portable::Signed => narrow.signed() == wide_cut.signed(),
            Portable::Unsigned => narrow.unsigned() == wide_cut.unsigned(),
        };
        match agree {
            true => wide,
            false => wide.join(narrow.extend_both(wide.width)),
        }
    }
}
