//! Questions about slices and layouts, against the elements counted one by one.

use calipers::analysis::{Analysis, HyperrectangularSlice, SliceRelation, Variable, Verdict};
use calipers::ir::{Module, ParseOptions};
use calipers::number::Range;
use calipers::program::{Column, NoProgram, Program, ValueId};
use calipers::rules::Rules;
use calipers::term::Expr;

/// Xorshift (G. Marsaglia, "Xorshift RNGs", 2003): the same cases every time.
struct Random(u64);

impl Random {
    fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        low + ((self.0 >> 16) % (high - low + 1) as u64) as i64
    }
}

/// Offset, size and stride in each dimension.
type Numbers = Vec<[i64; 3]>;

/// The elements of a slice, in order.
fn elements(slice: &Numbers) -> Vec<Vec<i64>> {
    let mut found = vec![vec![]];
    for &[offset, size, stride] in slice {
        let along = |element: Vec<i64>| {
            (0..size.max(0)).map(move |k| {
                let mut element = element.clone();
                element.push(offset + k * stride);
                element
            })
        };
        found = found.into_iter().flat_map(along).collect();
    }
    found
}

/// Whether two slices are so related.
fn truth(a: &Numbers, relation: SliceRelation, b: &Numbers) -> bool {
    let (left, right) = (elements(a), elements(b));
    match relation {
        SliceRelation::Overlaps => left.iter().any(|element| right.contains(element)),
        SliceRelation::Contains => right.iter().all(|element| left.contains(element)),
        SliceRelation::IsEquivalentTo => {
            let has_sizes = |(a, b): (&[i64; 3], &[i64; 3])| a[1].max(0) == b[1].max(0);
            a.iter().zip(b).all(has_sizes) && left == right
        }
    }
}

const RELATIONS: [SliceRelation; 3] = [
    SliceRelation::Overlaps,
    SliceRelation::IsEquivalentTo,
    SliceRelation::Contains,
];

fn slice(numbers: &Numbers) -> HyperrectangularSlice {
    let variable = |number: i64| Variable::constant(number);
    HyperrectangularSlice::new(
        numbers
            .iter()
            .map(|&[offset, size, stride]| (variable(offset), variable(size), variable(stride))),
    )
}

#[test]
fn of_numbers_everything_is_known() {
    let rules = Rules::embedded();
    let mut random = Random(7);
    let mut unknown = vec![];
    for case in 0..1500 {
        let mut analysis = Analysis::new(&NoProgram, &rules);
        let mut numbers = || {
            [
                random.between(-3, 7),
                random.between(-1, 5),
                random.between(-3, 4),
            ]
        };
        let rank = 1 + case % 2;
        let a: Numbers = (0..rank).map(|_| numbers()).collect();
        let b: Numbers = (0..rank).map(|_| numbers()).collect();
        for relation in RELATIONS {
            let expected = truth(&a, relation, &b);
            match analysis.relate_slices(&slice(&a), relation, &slice(&b), None) {
                Verdict::Proved => assert!(expected, "{a:?} {relation:?} {b:?}"),
                Verdict::Refuted => assert!(!expected, "{a:?} {relation:?} {b:?}"),
                verdict => unknown.push(format!("{a:?} {relation:?} {b:?}: {verdict:?}")),
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

/// `constant + Σ factor·x`, over two variables.
fn linear([constant, x, y]: [i64; 3]) -> Variable {
    let symbol = |number| Expr::Leaf(Column::Symbol(number));
    let products = Expr::sum(Expr::scaled(x, symbol(0)), Expr::scaled(y, symbol(1)));
    Variable::term(Expr::sum(Expr::integer(constant), products))
}

#[test]
fn of_variables_nothing_wrong_is_said() {
    let rules = Rules::embedded();
    let mut random = Random(11);
    let mut known = 0;
    for case in 0..400 {
        let mut form = |low, high| {
            [
                random.between(low, high),
                random.between(-2, 2),
                random.between(-2, 2),
            ]
        };
        // Half of the sizes and strides are numbers: then more is known.
        let plain = |mut form: [i64; 3]| {
            if case % 2 == 0 {
                form[1] = 0;
                form[2] = 0;
            }
            form
        };
        let mut dim = || [form(-3, 6), plain(form(0, 3)), plain(form(-1, 3))];
        let (a, b) = (dim(), dim());
        let spread = random.between(0, 3);
        let mut analysis = Analysis::new(&NoProgram, &rules);
        for symbol in 0..2 {
            analysis.declare(symbol, Range::between(-1, spread - 1));
        }
        let of = |[offset, size, stride]: [[i64; 3]; 3]| {
            HyperrectangularSlice::new([(linear(offset), linear(size), linear(stride))])
        };
        for relation in RELATIONS {
            let verdict = analysis.relate_slices(&of(a), relation, &of(b), None);
            for x in -1..spread {
                for y in -1..spread {
                    let at = |dim: [[i64; 3]; 3]| {
                        vec![dim.map(|[constant, p, q]| constant + p * x + q * y)]
                    };
                    let expected = truth(&at(a), relation, &at(b));
                    let wrong = match verdict {
                        Verdict::Proved => !expected,
                        Verdict::Refuted => expected,
                        Verdict::Unreachable => true,
                        Verdict::Unknown(_) => false,
                    };
                    assert!(!wrong, "{a:?} {relation:?} {b:?} at {x} {y}: {verdict:?}");
                }
            }
            known += usize::from(!matches!(verdict, Verdict::Unknown(_)));
        }
    }
    assert!(known > 500, "only {known} of 1200 are known");
}

/// The values that a function's ops of that name give, in program order.
fn results(module: &Module, op: &str) -> Vec<ValueId> {
    let ops = module.ops_named(op).into_iter();
    ops.map(|op| module.results(op)[0]).collect()
}

fn parse(source: &str) -> Module {
    Module::parse(source, "test.mlir", ParseOptions::default()).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn chains_of_slices_are_composed() {
    let rules = Rules::embedded();
    let mut random = Random(3);
    for _ in 0..60 {
        // Two chains of three subviews each; a leading dimension is dropped half of the time.
        let mut body = String::new();
        let mut sets = vec![];
        for chain in 0..2 {
            let (mut source, mut of) = ("%m".to_owned(), "memref<40x40xf32>".to_owned());
            let mut elements: Vec<Vec<[i64; 2]>> =
                (0..40).map(|i| (0..40).map(|j| [i, j]).collect()).collect();
            let mut strides = [40, 1];
            let mut start = 0;
            for link in 0..3 {
                let (rows, columns) = (elements.len() as i64, elements[0].len() as i64);
                let mut pick = |length: i64| {
                    let offset = random.between(0, (length - 1).min(4));
                    let stride = random.between(1, 2);
                    let most = (length - 1 - offset) / stride + 1;
                    [offset, random.between(2.min(most), most), stride]
                };
                let ([o, n, s], [p, k, t]) = (pick(rows), pick(columns));
                let row = |i: i64| {
                    let row = &elements[(o + i * s) as usize];
                    (0..k).map(|j| row[(p + j * t) as usize]).collect()
                };
                elements = (0..n).map(row).collect();
                start += o * strides[0] + p * strides[1];
                strides = [strides[0] * s, strides[1] * t];
                let [a, b] = strides;
                let ty = format!("memref<{n}x{k}xf32, strided<[{a}, {b}], offset: {start}>>");
                let name = format!("%v{chain}{link}");
                body += &format!(
                    "  {name} = memref.subview {source}[{o}, {p}] [{n}, {k}] [{s}, {t}] : {of} to {ty}\n"
                );
                (source, of) = (name, ty);
            }
            sets.push(elements.concat());
        }
        let source = format!("func.func @f(%m: memref<40x40xf32>) {{\n{body}  return\n}}\n");
        let module = parse(&source);
        let views = results(&module, "memref.subview");
        let mut analysis = Analysis::new(&module, &rules);
        let slices = analysis.common_slices(views[2], views[5]);
        let slices = slices.expect("both are slices of the argument");
        let verdict = analysis.are_overlapping_slices(&slices.first, &slices.second, None);
        let expected = sets[0].iter().any(|element| sets[1].contains(element));
        let wanted = if expected {
            Verdict::Proved
        } else {
            Verdict::Refuted
        };
        assert_eq!(verdict, wanted, "{source}");
        let verdict = analysis.contains_slice(&slices.first, &slices.second, None);
        let expected = sets[1].iter().all(|element| sets[0].contains(element));
        let wanted = if expected {
            Verdict::Proved
        } else {
            Verdict::Refuted
        };
        assert_eq!(verdict, wanted, "{source}");
    }
}

#[test]
fn layouts_are_contiguous_where_the_elements_are() {
    let rules = Rules::embedded();
    let mut random = Random(5);
    for _ in 0..300 {
        let dims: Vec<i64> = (0..3).map(|_| random.between(0, 3)).collect();
        let mut strides = [1; 3];
        for dim in (0..2).rev() {
            strides[dim] = strides[dim + 1] * dims[dim + 1];
        }
        let changed = random.between(0, 2) as usize;
        strides[changed] += random.between(-1, 1);
        let [a, b, c] = [0, 1, 2].map(|dim| strides[dim]);
        let ty = format!(
            "memref<{}x{}x{}xf32, strided<[{a}, {b}, {c}], offset: 5>>",
            dims[0], dims[1], dims[2]
        );
        let module = parse(&format!("func.func @f(%m: {ty}) {{\n  return\n}}\n"));
        let memref = ValueId(0);
        let mut positions = vec![];
        for i in 0..dims[0] {
            for j in 0..dims[1] {
                positions.extend((0..dims[2]).map(|k| 5 + i * a + j * b + k * c));
            }
        }
        let expected = positions
            .iter()
            .zip(5..)
            .all(|(&position, n)| position == n);
        let mut analysis = Analysis::new(&module, &rules);
        let wanted = if expected {
            Verdict::Proved
        } else {
            Verdict::Refuted
        };
        assert_eq!(analysis.is_contiguous(memref, None), wanted, "{ty}");
        if let Some(&largest) = positions.iter().max() {
            let extent = analysis.extent(memref).expect("it is strided");
            assert_eq!(analysis.range(extent), Range::constant(largest), "{ty}");
        }
    }
}
