//! Questions about slices and layouts, compared with an enumeration of the elements.

use calipers::analysis::{Analysis, HyperrectangularSlice, SliceRelation, Variable, Verdict};
use calipers::ir::{Module, ParseOptions};
use calipers::number::Range;
use calipers::program::{Column, NoProgram, Program, ValueId};
use calipers::rules::Rules;
use calipers::term::Expr;

/// Xorshift (G. Marsaglia, "Xorshift RNGs", 2003), for reproducible cases.
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

/// Whether the relation holds between two slices, by enumeration.
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
            let (first, second) = (slice(&a), slice(&b));
            match analysis.relate_slices(&first, relation, &second, None) {
                Verdict::Proved => assert!(expected, "{a:?} {relation:?} {b:?}"),
                Verdict::Refuted => assert!(!expected, "{a:?} {relation:?} {b:?}"),
                verdict => unknown.push(format!("{a:?} {relation:?} {b:?}: {verdict:?}")),
            }
            if case % 30 < 2 {
                is_proved(&mut analysis, &first, relation, &second);
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

/// Whether the verdict has a proof that the checker accepts for these slices and rejects for others.
fn is_proved(
    analysis: &mut Analysis<'_>,
    a: &HyperrectangularSlice,
    relation: SliceRelation,
    b: &HyperrectangularSlice,
) {
    let (verdict, proof) = analysis.explain_slices(a, relation, b, None, [8, 9]);
    let proof = proof.unwrap_or_else(|no| panic!("{a:?} {relation:?} {b:?} {verdict:?}: {no}"));
    assert_eq!(analysis.check_slice_proof(a, b, &proof), Ok(()));
    let other = |slice: &HyperrectangularSlice| {
        let (offsets, sizes) = (slice.offsets(), slice.sizes());
        let dims = offsets.zip(sizes).zip(slice.strides());
        let one = Expr::integer(1);
        let more = |it: Variable| Variable::term(Expr::sum(it.as_term().clone(), one.clone()));
        HyperrectangularSlice::new(dims.map(|((o, n), s)| (more(o), more(n), s)))
    };
    assert!(
        analysis
            .check_slice_proof(&other(a), &other(b), &proof)
            .is_err()
    );
    let mut without = proof;
    without.proofs.pop();
    assert!(analysis.check_slice_proof(a, b, &without).is_err());
}

#[test]
fn indices_in_proofs_stand_for_all() {
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&NoProgram, &rules);
    let of = |offset| HyperrectangularSlice::new([(Variable::term(offset), 3.into(), 2.into())]);
    let x = Expr::Leaf(Column::Symbol(0));
    let (a, b) = (of(x.clone()), of(Expr::sum(x, Expr::integer(1))));
    let (verdict, proof) = analysis.explain_slices(&a, SliceRelation::Overlaps, &b, None, [8, 9]);
    assert_eq!(verdict, Verdict::Refuted);
    let proof = proof.expect("what is refuted has a proof");
    assert_eq!(analysis.check_slice_proof(&a, &b, &proof), Ok(()));
    // The checker rejects the proof after an assumption about an index.
    let index = Expr::Leaf(Column::Symbol(8));
    analysis.assume(&Expr::equal(index, Expr::integer(0)));
    assert!(analysis.check_slice_proof(&a, &b, &proof).is_err());
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
    let (mut known, mut proved) = (0, 0);
    for case in 0..400 {
        let mut form = |low, high| {
            [
                random.between(low, high),
                random.between(-2, 2),
                random.between(-2, 2),
            ]
        };
        // Half of the sizes and strides are constants, for which the engine infers more.
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
            if case % 40 == 0 && !matches!(verdict, Verdict::Unknown(_)) {
                let (_, proof) = analysis.explain_slices(&of(a), relation, &of(b), None, [8, 9]);
                if let Ok(proof) = &proof {
                    assert_eq!(analysis.check_slice_proof(&of(a), &of(b), proof), Ok(()));
                }
                proved += usize::from(proof.is_ok());
            }
        }
    }
    assert!(known > 500, "only {known} of 1200 are known");
    assert!(proved > 10, "only {proved} have a proof");
}

/// The results of a function's ops of that name, in program order.
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
        // Two chains of three subviews each; half of the chains drop a leading dimension.
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
        let [left, right] = [&sets[0], &sets[1]];
        let overlap = left.iter().any(|element| right.contains(element));
        let contained = right.iter().all(|element| left.contains(element));
        for (relation, expected) in [
            (SliceRelation::Overlaps, overlap),
            (SliceRelation::Contains, contained),
        ] {
            let verdict = analysis.relate_slices(&slices.first, relation, &slices.second, None);
            let wanted = [Verdict::Refuted, Verdict::Proved][usize::from(expected)].clone();
            assert_eq!(verdict, wanted, "{relation:?} {source}");
        }
    }
}

#[test]
fn what_an_op_reads_and_writes_is_a_slice() {
    let module = parse(
        r#"func.func @f(%t: tensor<?xf32>, %n: index) {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<?xf32> {
    %at = affine.apply affine_map<(d0) -> (d0 * 3)>(%i)
    %in = tensor.extract_slice %o[%at] [2] [1] : tensor<?xf32> to tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %in into %o[%at] [2] [1] : tensor<2xf32> into tensor<?xf32>
    }
  }
  return
}
"#,
    );
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&module, &rules);
    let of = |name| {
        let slice = analysis.slice_of_op(module.ops_named(name)[0]);
        slice.expect("it is a slice")
    };
    let (read, written) = (
        of("tensor.extract_slice"),
        of("tensor.parallel_insert_slice"),
    );
    assert_eq!(read.0, written.0);
    let verdict = analysis.are_equivalent_slices(&read.1, &written.1, None);
    assert_eq!(verdict, Verdict::Proved);
    let forall = module.ops_named("scf.forall")[0];
    assert_eq!(analysis.slice_of_op(forall), None);
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

#[test]
fn too_many_dimensions_are_left_alone() {
    let rules = Rules::embedded();
    let (ones, strides) = (["1"; 500].join("x"), ["?"; 500].join(", "));
    let ty = format!("memref<{ones}xf32, strided<[{strides}]>>");
    let source = format!(
        "func.func @f(%m: memref<{ones}xf32>) {{\n  %c = memref.cast %m : memref<{ones}xf32> to {ty}\n  return\n}}\n"
    );
    let module = parse(&source);
    let cast = results(&module, "memref.cast")[0];
    let mut analysis = Analysis::new(&module, &rules);
    let is_unknown = |verdict| matches!(verdict, Verdict::Unknown(_));
    assert!(is_unknown(analysis.is_contiguous(cast, None)));
    assert_eq!(analysis.extent(cast), None);
    let slices = analysis.common_slices(cast, ValueId(0));
    let slices = slices.expect("a cast has the elements of its source");
    let verdict = analysis.are_overlapping_slices(&slices.first, &slices.second, None);
    assert!(is_unknown(verdict));
}
