import copy
import doctest
import os
import pickle
import signal
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import pytest

import calipers
from calipers import Verdict

ROOT = Path(__file__).resolve().parents[3]
TILED = (ROOT / "examples/tiled_matmul.mlir").read_text()


@pytest.fixture
def tiled():
    module = calipers.parse(TILED, "tiled_matmul.mlir")
    return module, calipers.Analysis(module)


def test_the_documentation_runs():
    assert doctest.testmod(calipers).attempted > 0
    assert doctest.testmod(calipers).failed == 0


def test_ranges(tiled):
    module, analysis = tiled
    range = analysis.range(module["%width"])
    assert (range.lower, range.upper, range.modulus, range.residue) == (2, 9, 7, 2)
    assert str(range) == "[2, 9] 7k+2"
    assert 9 in range and 3 not in range and 10**30 not in range
    product = module["%product"]
    assert product.shape == [4, None]
    assert analysis.range(product.dim(1)) == range
    assert analysis.range(product.dim(0)).constant == 4


def test_verdicts(tiled):
    module, analysis = tiled
    width, j = module["%width"], module["%j"]
    assert analysis.prove(j + width <= 128) == Verdict.PROVED
    assert analysis.prove(width == 9) == Verdict.UNKNOWN
    assert analysis.prove((width <= 4) | (width > 4)) == Verdict.PROVED
    assert analysis.prove(~(width > 9) & (width >= 2)) == Verdict.PROVED
    assert analysis.prove(width > 9) == Verdict.REFUTED
    assert not analysis.prove(width > 9)
    # The constants of the class themselves.
    assert analysis.prove(width > 9) is Verdict.REFUTED
    assert analysis.explain(width <= 9)[0] is Verdict.PROVED


def test_proofs(tiled):
    module, analysis = tiled
    verdict, proof = analysis.explain(module["%width"] <= 9)
    assert verdict == Verdict.PROVED
    assert proof and "affine-min" in proof
    assert analysis.explain(module["%width"] <= 8) == (Verdict.UNKNOWN, None)
    assert analysis.relies_on(module["%width"] <= 9) == []
    assert analysis.relies_on(module["%width"] <= 8) is None


def test_values_are_keys(tiled):
    module, _ = tiled
    names = {module["%width"]: "width", module["%j"]: "j"}
    assert names[module["%width"]] == "width"
    assert module["%k"] not in names
    assert len({module["%width"], module["%width"], module["%j"]}) == 2
    with pytest.raises(ValueError):
        bool(module["%width"] == module["%j"])


def test_loops_shapes_and_terms(tiled):
    module, analysis = tiled
    j, width = module["%j"], module["%width"]
    assert analysis.range(analysis.trips(j)).constant == 15
    assert analysis.trips(width) is None
    loop = calipers.parse("""func.func @f(%n: index) {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      scf.for %i = %c0 to %n step %c4 {
      }
      return
    }""")
    trips = calipers.Analysis(loop).trips(loop["%i"])
    assert str(trips) == "(max (ceildiv %n 4) 0)"
    rows, columns = analysis.shape(module["%bt"])
    assert rows.constant == 4 and analysis.prove(columns == width) == Verdict.PROVED
    assert str(analysis.simplify(4 * (j // 4) + j % 4)) == "%j"
    assert str(analysis.simplify(j + width - j)) == "%width"
    assert str(analysis.simplify(width - width)) == "0"
    twice = calipers.parse("func.func @f(%n: index, %d: index) {\n  return\n}")
    n, d = twice["%n"] + 0, twice["%d"] + 0
    simplify = calipers.Analysis(twice).simplify
    assert str(simplify(n + n)) == "(* 2 %n)"
    # Where the divisor is 0, the product would be defined.
    assert "floordiv" in str(simplify((n * d) // d))
    bounds, each = analysis.uppers(width, terms=[j])
    assert each and 9 in [bound.constant for bound in bounds]
    assert analysis.lowers(width)[0][0].constant == 2
    assert analysis.counterexample(width <= 9) is None


def test_programs_are_shown(tiled):
    _, analysis = tiled
    assert "%width in [2, 9] 7k+2" in analysis.annotate()
    page = analysis._repr_html_()
    assert page.startswith("<table>") and page.count("<tr>") == len(TILED.splitlines()) + 1
    assert "&lt;" in page and "%width in [2, 9] 7k+2" in page
    program = calipers.Module(TILED)._repr_html_()
    assert program.count("<tr>") == len(TILED.splitlines()) + 1 and "affine.min" in program


def test_annotations_have_the_names_of_sizes():
    module = calipers.Module("""
        func.func @f(%t: tensor<?xf32> {onnx.dim_params = "0:batch"}) {
          %c0 = arith.constant 0 : index
          %n = tensor.dim %t, %c0 : tensor<?xf32>
          return
        }""")
    assert "%n = batch" in calipers.Analysis(module).annotate()


def test_a_name_is_no_value(tiled):
    module, analysis = tiled
    with pytest.raises(TypeError, match=r'not str: the value of that name is `module\["%width"\]`'):
        analysis.range("width")
    with pytest.raises(TypeError, match=r'not str: terms consist of values, as in `module\["%x"\] \+ 1 <= 9`'):
        analysis.prove("%width <= 9")


def test_a_module_has_values(tiled):
    module, _ = tiled
    assert "%width" in module and "%wide" not in module and 3 not in module
    assert [value.name for value in module] == [value.name for value in module.values()]
    assert repr(module).startswith("<Module ") and repr(module).endswith(" ops>")


def test_elements_are_terms():
    module = calipers.Module("""
        func.func @f(%t: tensor<?x4xf32>) -> tensor<i32> {
          %n = stablehlo.get_dimension_size %t, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
          return %n : tensor<i32>
        }""")
    analysis = calipers.Analysis(module)
    assert str(analysis.range(module["%n"].element(0))) == "[4, 4]"
    with pytest.raises(ValueError, match=r"%n is no integer: ask about its parts, as %n.element\(0\)"):
        analysis.range(module["%n"])
    with pytest.raises(ValueError, match="%n has no element 1"):
        module["%n"].element(1)
    with pytest.raises(ValueError, match="%t has no element 0 that is an integer"):
        module["%t"].element(0)


def test_reasons_are_shown(tiled):
    module, analysis = tiled
    width = module["%width"]
    proof = analysis.why(width <= 9)
    assert proof.startswith("(<= %width 9) is proved\n") and "affine-min" in proof
    assert "is unknown" in analysis.why(width == 9) and "the known facts allow" in analysis.why(width == 9)
    both = analysis.why(width)
    assert "%width >= 2" in both and "%width <= 9" in both
    facts = analysis.facts(at=width.op)
    assert any("scf.for" in reason for _, reason in facts)
    assert all(analysis.prove(condition, at=width.op) == Verdict.PROVED for condition, _ in facts)
    assert "(<= (+ %j 1) %c128)" in [str(condition) for condition, _ in facts]


def test_what_is_missing_is_named():
    module = calipers.parse('func.func @f() {\n  %x = "my.op"() : () -> index\n  return\n}')
    analysis = calipers.Analysis(module)
    assert "ops without rules: `my.op` (line 2)" in analysis.why(module["%x"] >= 0)


def test_pictures(tiled):
    module, analysis = tiled
    picture = analysis.picture(module["%width"])
    assert picture._repr_svg_() == picture.svg and picture.svg.startswith("<svg")
    assert "%width" in picture.svg and picture.dot.startswith("digraph")
    nest = analysis.nest(module["%width"])
    assert nest.svg.startswith("<svg") and nest.dot is None
    with pytest.raises(ValueError, match="no integer"):
        analysis.nest(module["%product"])


def test_both_readings_of_an_integer():
    module = calipers.parse(
        """func.func @f(%x: i8) {
          %c3 = arith.constant 3 : i8
          %c-1 = arith.constant -1 : i8
          %low = arith.andi %x, %c3 : i8
          return
        }"""
    )
    analysis = calipers.Analysis(module)
    low = analysis.integer_range(module["%low"])
    assert low.width == 8 and (low.unsigned.lower, low.unsigned.upper) == (0, 3)
    assert low.known_bits == (0b1111_1100, 0)
    minus_one = analysis.integer_range(module["%c-1"])
    assert minus_one.signed.constant == -1 and minus_one.unsigned.constant == 255
    assert repr(minus_one) == "<IntegerRange signed [-1, -1], unsigned [255, 255]>"
    tiled = calipers.parse(TILED)
    with pytest.raises(ValueError, match="no integer"):
        calipers.Analysis(tiled).integer_range(tiled["%product"])


def test_calls_are_followed():
    module = calipers.parse(
        """func.func private @twice(%n: index) -> index {
          %sum = arith.addi %n, %n : index
          return %sum : index
        }
        func.func @f(%m: index) {
          %called = call @twice(%m) : (index) -> index
          return
        }"""
    )
    claim = module["%called"] == 2 * module["%m"]
    assert calipers.Analysis(module).prove(claim) == Verdict.PROVED
    assert [value.name for value in module.arguments("f")] == ["%m"]
    assert [value.name for value in module.returned("twice")] == ["%sum"]
    assert module.returned("f") == []


def test_what_a_proof_relies_on():
    module = calipers.parse(
        """func.func @f(%t: tensor<?xf32>) {
          %ten = tensor.cast %t : tensor<?xf32> to tensor<10xf32>
          return
        }"""
    )
    end = module.ops("func.return")[0]
    claim = module["%t"].dim(0) == 10
    assert calipers.Analysis(module).relies_on(claim, at=end) == [("tensor.cast", 2)]


def test_terms_without_a_program():
    analysis = calipers.Analysis()
    x, y = calipers.variable("x"), calipers.variable("y")
    analysis.push()
    analysis.assume(x < y)
    assert analysis.prove(x + 1 <= y)
    assert analysis.prove(calipers.minimum(x, y) == x)
    assert analysis.prove(calipers.select(x < y, 3, 4) == 3)
    assert analysis.prove((4 * x) // 4 == x)
    assert analysis.prove(2 * x % 2 == 0)
    assert analysis.range(abs(x)).lower == 0 and analysis.prove(abs(x) >= -x)
    analysis.pop()
    assert analysis.prove(x + 1 <= y) == Verdict.UNKNOWN
    big = 2**100
    assert analysis.range(calipers.Expression.of(big)).constant == big
    with pytest.raises(ValueError, match="no scope"):
        analysis.pop()


def test_counterexamples(tiled):
    module, analysis = tiled
    width = module["%width"]
    assert analysis.counterexample(width <= 9) is None
    example = analysis.counterexample(width == 9)
    assert example is not None and all(isinstance(value, int) for _, value in example)
    x, y = calipers.variable("x"), calipers.variable("y")
    analysis.push()
    analysis.assume((x == 2 * y) & (x > 2**70))
    values = {str(term): value for term, value in analysis.counterexample(x < 2**71)}
    analysis.pop()
    assert values[str(x)] == 2 * values[str(y)] >= 2**71
    # A proof has the names of variables.
    analysis.push()
    analysis.assume(x >= 3)
    assert "x" in analysis.explain(x * x >= 9)[1] and "?" not in analysis.explain(x * x >= 9)[1]
    analysis.pop()
    # Nothing satisfies assumptions that contradict each other.
    analysis.push()
    with pytest.warns(UserWarning, match="contradict"):
        analysis.assume(x >= 0)
        analysis.assume(x <= -1)
    assert analysis.counterexample(x * x == 9) is None
    analysis.pop()


def test_bounds(tiled):
    module, analysis = tiled
    assert analysis.upper(module["%width"]).constant == 9
    assert analysis.lower(module["%width"]).constant == 2
    assert analysis.equal(module["%width"]) is None
    text = "func.func @f(%n: index) {\n  %c1 = arith.constant 1 : index\n  %m = arith.addi %n, %c1 : index\n  return\n}"
    module = calipers.parse(text)
    analysis = calipers.Analysis(module)
    equal = analysis.equal(module["%m"], terms=[module["%n"]])
    assert str(equal) == "(+ %n 1)"
    assert analysis.prove(equal == module["%m"])


def test_slices():
    module = calipers.parse(
        """func.func @f(%t: tensor<?xf32>, %i: index) {
  %c4 = arith.constant 4 : index
  %j = arith.addi %i, %c4 : index
  %a = tensor.extract_slice %t[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %b = tensor.extract_slice %t[%j] [4] [1] : tensor<?xf32> to tensor<4xf32>
  return
}"""
    )
    analysis = calipers.Analysis(module)
    a, b, t = module["%a"], module["%b"], module["%t"]
    assert analysis.overlap(a, b) == Verdict.REFUTED
    assert analysis.equivalent(a, a) is Verdict.PROVED
    assert analysis.contains(t, a) != Verdict.REFUTED
    with pytest.raises(ValueError, match="no slices of one value"):
        analysis.overlap(a, module["%i"])


def test_rules_of_ones_own():
    rules = calipers.Rules()
    rules.load("(op my.double (x operand))\n(define double (value (my.double ?x)) (* 2 ?x))", "my.rules")
    module = calipers.parse(
        'func.func @f(%x: index) {\n  %d = "my.double"(%x) : (index) -> index\n  return\n}'
    )
    claim = module["%d"] == 2 * module["%x"]
    assert calipers.Analysis(module).prove(claim) == Verdict.UNKNOWN
    analysis = calipers.Analysis(module, rules)
    assert analysis.prove(claim) == Verdict.PROVED
    assert "my.double" in rules.ops()
    with pytest.raises(ValueError, match="already"):
        rules.load("")


def test_terms_stay_small_enough():
    analysis = calipers.Analysis(calipers.parse(""))
    x = calipers.variable("x")
    total = calipers.Expression.of(0)
    for _ in range(1000):
        total = total + x
    assert analysis.prove(total == 1000 * x)
    with pytest.raises(ValueError, match="nest 500 deep"):
        for _ in range(1000):
            x = x // 2 + 1
    y = calipers.variable("y")
    with pytest.raises(ValueError, match="nodes at most"):
        for _ in range(100):
            y = y * 2 + y


def test_errors_are_told():
    with pytest.raises(ValueError, match="wrap or ignore"):
        calipers.Analysis(calipers.parse(""), overflow="never")
    with pytest.raises(ValueError, match=r"f\.mlir:1:14: error"):
        calipers.parse("func.func @f {", "f.mlir")
    module = calipers.parse(TILED)
    with pytest.raises(ValueError, match="no value `%nothing`"):
        module["%nothing"]
    with pytest.raises(ValueError, match="no integer"):
        module["%product"] + 1
    with pytest.raises(ValueError, match="the rank is 2"):
        module["%product"].dim(2)
    with pytest.raises(ValueError, match="neither true nor false"):
        bool(module["%width"] <= 9)
    analysis = calipers.Analysis(module)
    with pytest.raises(TypeError, match="not a bool"):
        analysis.prove(True)
    with pytest.raises(ValueError, match="expected a condition, but `3` is an integer"):
        analysis.prove(3)
    with pytest.raises(ValueError, match="compare it"):
        analysis.assume(module["%width"])
    with pytest.raises(ValueError, match="did you mean `%width`"):
        module["width"]
    with pytest.raises(TypeError, match="//"):
        module["%width"] / 2
    with pytest.raises(ValueError, match="another program"):
        analysis.range(calipers.parse(TILED)["%width"])
    with pytest.raises(ValueError, match=r"x\.rules:1:"):
        calipers.Rules().load("(define", "x.rules")
    with pytest.raises(ValueError):
        calipers.parse("func.func @f() attributes {a = " + "[" * 100_000, "deep.mlir")


def test_numpy(tiled):
    numpy = pytest.importorskip("numpy")
    module, analysis = tiled
    rows = calipers.table(analysis)
    width = rows[rows["name"] == "%width"][0]
    assert (width["lower"], width["upper"], width["modulus"], width["residue"]) == (2, 9, 7, 2)
    numbers = numpy.arange(12).reshape(3, 4)
    inside = calipers.members(analysis.range(module["%width"]), numbers)
    assert inside.shape == (3, 4) and numbers[inside].tolist() == [2, 9]
    assert analysis.prove(module["%width"] + numpy.int64(1) <= numpy.int32(10))


def test_types_are_right():
    pytest.importorskip("mypy")
    sample = Path(__file__).with_name("typed.py")
    for checked in (["-p", "calipers"], [str(sample)]):
        told = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "/dev/null", *checked],
            capture_output=True,
            text=True,
        )
        assert told.returncode == 0, told.stdout + told.stderr


def test_instances_and_counts():
    module = calipers.parse(
        """func.func @f(%m: memref<?xf32>, %n: index, %v: f32) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          scf.for %i = %c0 to %n step %c1 {
            memref.store %v, %m[%i] : memref<?xf32>
            %x = memref.load %m[%c0] : memref<?xf32>
          }
          %b = memref.alloc(%n) : memref<?xf32>
          return
        }"""
    )
    analysis = calipers.Analysis(module)
    store, load = module.ops("memref.store")[0], module.ops("memref.load")[0]
    assert analysis.conflict(store, store) == (calipers.Verdict.PROVED, "disjoint")
    verdict, text = analysis.conflict(store, load, within=module.ops("scf.for")[0])
    assert verdict == calipers.Verdict.REFUTED and text.startswith("conflict: line 5 at")
    assert analysis.in_bounds(store)[0] == calipers.Verdict.REFUTED
    analysis.push()
    analysis.assume(module["%n"] <= module["%m"].dim(0))
    assert analysis.in_bounds(store) == (calipers.Verdict.PROVED, "proved")
    analysis.pop()
    assert str(analysis.executions(store)[0]) == "(max 0 %n)"
    assert analysis.footprint(module["%m"])[1]
    assert analysis.peak(module.ops("func.func")[0])[1]


def test_ops_without_a_known_assembly():
    source = "func.func @f(%n: index) {\n  %m = my.twice %n : index\n  %s = arith.addi %m, %n : index\n  return\n}"
    with pytest.raises(ValueError, match="the option 'lenient' keeps such an op as text"):
        calipers.parse(source)
    kept = calipers.parse(source, "f.mlir", lenient=True)
    assert [it.split(" is kept")[0] for it in kept.unread] == ["f.mlir:2:8: warning: 'my.twice'"]
    assert str(calipers.Analysis(kept).range(kept["%s"])) == "[-inf, +inf]"
    rules = calipers.Rules()
    rules.load("""
        (op my.twice (operand operand))
        (define my-twice (value (my.twice ?x)) (* 2 ?x))
        (syntax my.twice "$operand attr-dict `:` type($result)")
    """)
    known = calipers.parse(source, rules=rules)
    assert known.unread == []
    assert str(calipers.Analysis(known, rules).range(known["%m"])) == "[-inf, +inf] 2k"


def test_contradictory_assumptions_warn(tiled):
    module, analysis = tiled
    analysis.push()
    with pytest.warns(UserWarning, match="contradict the program or each other"):
        analysis.assume(module["%width"] == 3)
    assert analysis.prove(module["%j"] >= 0) == calipers.Verdict.UNREACHABLE
    analysis.pop()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        analysis.assume(module["%width"] == 9)


def test_dimensions_that_do_not_exist(tiled):
    module, _ = tiled
    for dim in (-1, 2, 2**40):
        with pytest.raises(ValueError, match=f"there is no dimension {dim}: the rank is 2"):
            module["%bt"].dim(dim)


def test_an_analysis_stays_on_its_thread(tiled):
    module, analysis = tiled
    failures = []

    def ask():
        try:
            analysis.range(module["%width"])
        except Exception as error:
            failures.append(error)
        own = calipers.Analysis(module)
        failures.append(own.range(module["%width"]).upper)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert isinstance(failures[0], RuntimeError) and "make one for this thread" in str(failures[0])
    assert failures[1:] == [9]
    # It is still of use here, and may end anywhere.
    assert analysis.range(module["%width"]).upper == 9
    last = [calipers.Analysis(module)]
    thread = threading.Thread(target=last.clear)
    thread.start()
    thread.join()
    assert last == []


def test_shapes_need_a_rank():
    module = calipers.parse("func.func @f(%u: tensor<*xf32>, %s: tensor<f32>, %i: index) { return }")
    analysis = calipers.Analysis(module)
    assert analysis.shape(module["%s"]) == []
    for name in ("%u", "%i"):
        with pytest.raises(ValueError, match=f"{name} is no tensor, memref or vector with a rank"):
            analysis.shape(module[name])


def test_other_threads_run_during_a_question():
    # A program whose questions take a while.
    steps = (f"  %{n} = arith.muli %{n - 1}, %{max(n - 3, 0)} : i32\n" for n in range(1, 60))
    text = f"func.func @f(%0: i32) -> i32 {{\n{''.join(steps)}  return %59 : i32\n}}"
    analysis = calipers.Analysis(calipers.parse(text))
    ready, ran = threading.Lock(), []

    def run():
        with ready:
            ran.append(True)

    interval = sys.getswitchinterval()
    ready.acquire()
    thread = threading.Thread(target=run)
    thread.start()
    # Nothing else makes this thread let go of the interpreter.
    sys.setswitchinterval(1000)
    try:
        ready.release()
        analysis.annotate()
        assert ran == [True]
    finally:
        sys.setswitchinterval(interval)
        thread.join()


def test_programs_as_texts(tiled):
    module, analysis = tiled
    assert str(module) == TILED
    for one, instead in ((module, "parse it again"), (analysis, "the text of its program")):
        with pytest.raises(TypeError, match=f"can't be pickled or copied: .*{instead}"):
            pickle.dumps(one)
        with pytest.raises(TypeError):
            copy.deepcopy(one)
    again = calipers.parse(pickle.loads(pickle.dumps(str(module))))
    assert calipers.Analysis(again).range(again["%width"]).upper == 9


def test_an_equality_is_found_by_all_means() -> None:
    analysis = calipers.Analysis()
    x, y = calipers.variable("x"), calipers.variable("y")
    product = analysis.equal(x * y, [x, y])
    assert product is not None and str(product) in ("(* x y)", "(* y x)")
    analysis.assume((x <= 2 * y) & (2 * y <= x))
    assert str(analysis.equal(x, [y])) == "(* y 2)"
    assert analysis.equal(x, []) is None


def test_ranges_and_verdicts_are_values() -> None:
    ranges = [
        calipers.Range(),
        calipers.Range(0, 10),
        calipers.Range(lower=4, modulus=4),
        calipers.Range(upper=-(2**70), modulus=3, residue=1),
        calipers.Range(7, 7),
        calipers.Range(1, 0),
    ]
    for own in ranges:
        assert pickle.loads(pickle.dumps(own)) == own
        assert copy.deepcopy(own) == own
    assert len(set(ranges + ranges)) == len(ranges)
    assert 8 in ranges[2] and 9 not in ranges[2] and ranges[5].is_empty
    with pytest.raises(TypeError, match="expected an integer"):
        calipers.Range("0", 10)  # type: ignore[arg-type]
    both = calipers.IntegerRange(8, ranges[2], ranges[5])
    assert pickle.loads(pickle.dumps(both)) == both and len({both, copy.copy(both)}) == 1
    for verdict in (Verdict.PROVED, Verdict.UNKNOWN):
        assert pickle.loads(pickle.dumps(verdict)) is verdict
    term = calipers.variable("n") + 1
    assert copy.deepcopy([term])[0] is term
    with pytest.raises(TypeError, match="pickle its text"):
        pickle.dumps(term)


def test_shapes_without_a_point_use_what_is_known_at_the_value() -> None:
    module = calipers.load(str(ROOT / "tests" / "jax" / "halves.mlir"))
    analysis = calipers.Analysis(module)
    end = module.ops("func.return")[0]
    for value in module.returned("main"):
        assert [str(it) for it in analysis.shape(value)] == [str(it) for it in analysis.shape(value, at=end)]
        assert "4294967296" not in str(analysis.shape(value))


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to the own process ends it there")
def test_ctrl_c_ends_a_question_and_keeps_the_assumptions():
    # To annotate all of this takes minutes.
    names = ["muli", "addi", "xori"] * 1000
    steps = (f"  %{n} = arith.{name} %{n - 1}, %{max(n - 3, 0)} : i32\n" for n, name in enumerate(names, 1))
    text = f"func.func @f(%0: i32) -> i32 {{\n{''.join(steps)}  return %3000 : i32\n}}"
    analysis = calipers.Analysis(calipers.parse(text))
    x = calipers.variable("x")
    analysis.assume(x >= 3)
    analysis.push()
    analysis.assume(x <= 5)
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        analysis.annotate()
    timer.join()
    assert str(analysis.range(x)) == "[3, 5]"
    analysis.pop()
    assert (analysis.range(x).lower, analysis.range(x).upper) == (3, None)
    assert str(analysis.simplify(x + x)) == "(* 2 x)"


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to the own process ends it there")
def test_what_the_handler_of_a_signal_raises_ends_a_question():
    class Ended(Exception):
        pass

    def end(*_):
        # A handler may ask other analyses.
        x = calipers.variable("x")
        assert calipers.Analysis().prove(x < x + 1)
        raise Ended

    steps = (f"  %{n} = arith.muli %{n - 1}, %{max(n - 3, 0)} : i32\n" for n in range(1, 3000))
    text = f"func.func @f(%0: i32) -> i32 {{\n{''.join(steps)}  return %2999 : i32\n}}"
    analysis = calipers.Analysis(calipers.parse(text))
    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(Ended):
            analysis.annotate()
    finally:
        signal.signal(signal.SIGALRM, before)
    assert analysis.prove(calipers.variable("x") <= calipers.variable("x") + 1) is Verdict.PROVED


def test_names_paths_and_places_that_make_no_sense():
    for name in ("", "a b", "12", "-3", "f(x)", '"x"'):
        with pytest.raises(ValueError, match="no name of a variable"):
            calipers.variable(name)
    for name in ("x_{1}", "x[0]", "batch.size", "Δ"):
        assert str(calipers.variable(name)) == name
    with pytest.raises(TypeError, match="PathLike"):
        calipers.load(3)  # type: ignore[arg-type]
    module = calipers.parse("""
        func.func @f(%t: tensor<?xf32>, %n: index) { return }
        func.func @g(%k: index) {
          %z = arith.addi %k, %k : index
          return
        }""")
    analysis = calipers.Analysis(module)
    elsewhere = module.ops("arith.addi")[0]
    for question in (analysis.range, analysis.lower, analysis.why, analysis.integer_range, analysis.simplify):
        with pytest.raises(ValueError, match="%n does not exist at this arith.addi"):
            question(module["%n"], at=elsewhere)
    with pytest.raises(ValueError, match="%t does not exist"):
        analysis.shape(module["%t"], at=elsewhere)
    assert analysis.prove(module["%z"] == 2 * module["%k"], at=module.ops("func.return")[1])
