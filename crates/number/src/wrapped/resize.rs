//! Words of another width, and words of an index, which is 32 or 64 bits wide.

use super::{WrappedRange, extend, mask};

/// By which reading a result is the same however wide an index is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Portable {
    /// By its bits.
    Both,
    /// By the signed reading.
    Signed,
    /// By the unsigned reading.
    Unsigned,
}

impl WrappedRange {
    /// The same number without sign, in a wider word; where it is narrower, its lowest bits.
    pub fn resize_unsigned(self, width: u32) -> WrappedRange {
        if width <= self.width {
            return self.truncate(width);
        }
        WrappedRange::full_of(width).of_unsigned(self.umin, self.umax)
    }

    /// The same number with sign, in a wider word; where it is narrower, its lowest bits.
    pub fn resize_signed(self, width: u32) -> WrappedRange {
        if width <= self.width {
            return self.truncate(width);
        }
        WrappedRange::full_of(width).of_signed(self.smin, self.smax)
    }

    /// Its lowest bits.
    pub fn truncate(self, width: u32) -> WrappedRange {
        if width >= self.width {
            return self;
        }
        let full = WrappedRange::full_of(width);
        let low = mask(width);
        // The lowest bits run through an interval where the others stay the same.
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

    /// Both readings in a wider word, each for itself.
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

    /// What `compute` makes of words of an index, whether that has 64 bits or 32.
    ///
    /// Where the results agree as far as they can, that of 64 bits is given, which says more.
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
