//! Random arguments, and all other values that a program does not compute.

use crate::interpret::Source;
use fastrand::Rng;

/// Random values from a distribution that is chosen for each run: small values, values near the limits of the types,
/// or a constant.
pub struct Inputs {
    random: Rng,
    character: Character,
    last: i128,
}

#[derive(Clone, Copy)]
enum Character {
    Small,
    Positive,
    Signed,
    Repeated,
    Mixed,
    Extreme,
}

const NOTABLE: [i128; 24] = [
    0, 1, -1, 2, 3, 4, 5, 7, 8, 10, 16, -2, -3, -7, -8, 31, 32, 64, 100, 127, 128, -128, 255, 256,
];

const EXTREME: [i128; 10] = [
    i32::MAX as i128,
    i32::MIN as i128,
    1 << 31,
    1 << 40,
    -(1 << 40),
    1 << 62,
    -(1 << 62),
    i64::MAX as i128,
    i64::MIN as i128,
    u32::MAX as i128,
];

impl Inputs {
    /// The inputs of one run.
    pub fn new(seed: u64) -> Inputs {
        let mut random = Rng::with_seed(seed);
        let character = match random.u32(0..20) {
            0..=5 => Character::Small,
            6..=7 => Character::Positive,
            8..=11 => Character::Signed,
            12..=13 => Character::Repeated,
            14..=17 => Character::Mixed,
            _ => Character::Extreme,
        };
        let last = random.i128(-4..9);
        Inputs {
            random,
            character,
            last,
        }
    }
}

impl Source for Inputs {
    fn integer(&mut self, width: Option<u32>) -> i128 {
        let random = &mut self.random;
        let notable = |random: &mut Rng| NOTABLE[random.usize(..NOTABLE.len())];
        let mut value = match self.character {
            Character::Small => random.i128(0..=6),
            Character::Positive => random.i128(1..=12),
            Character::Signed => random.i128(-6..=8),
            Character::Repeated if random.u32(0..3) > 0 => self.last,
            Character::Repeated => random.i128(-2..=3),
            Character::Mixed => match random.u32(0..10) {
                0..=5 => notable(random),
                _ => random.i128(-40..=40),
            },
            Character::Extreme => match random.u32(0..3) {
                0 => EXTREME[random.usize(..EXTREME.len())],
                1 => notable(random),
                _ => random.i128(-3..=3),
            },
        };
        self.last = value;
        if let Some(width) = width {
            let half = 1i128 << (width - 1);
            if random.u32(0..4) == 0 {
                let near = [half - 1, -half, half - 2, 1 - half, -1];
                value = near[random.usize(..near.len())];
            }
            value = (value + half).rem_euclid(2 * half) - half;
        }
        value
    }

    fn size(&mut self) -> i128 {
        let random = &mut self.random;
        match random.u32(0..8) {
            0 => 0,
            1 => 1,
            2 => self.last.clamp(0, 1 << 20),
            3 => random.i128(0..=64),
            _ => random.i128(0..=10),
        }
    }
}
