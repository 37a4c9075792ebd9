//! Generates programs by family and size, with questions as MLIR's test ops.

use std::fmt::Write;

/// A family: its name, the quantity that grows, and a function from the size to the program.
pub type Family = (&'static str, &'static str, fn(usize) -> String);

/// All families.
pub const FAMILIES: [Family; 12] = [
    (
        "chain",
        "additions in a row, the last one asked about",
        chain,
    ),
    (
        "chainq",
        "additions in a row, each asked about",
        chain_of_questions,
    ),
    ("min", "minima in a row, each tenth asked about", minima),
    ("pads", "tensor.pad in a row, each tenth asked about", pads),
    (
        "inserts",
        "tensor.insert in a row, each tenth asked about",
        inserts,
    ),
    (
        "loops",
        "loops in each other, the innermost asked about",
        loops,
    ),
    ("ifs", "scf.if in a row, each tenth asked about", branches),
    (
        "muldiv",
        "products, quotients and rests in a row",
        divisions,
    ),
    (
        "tiles",
        "tiled loops after each other, each asked about",
        tiles,
    ),
    (
        "unknown",
        "additions to what nothing is known of, each asked about",
        unknown,
    ),
    ("funcs", "functions, each with its questions", functions),
    (
        "words",
        "arithmetic of 32 bits that wraps, each tenth value asked about",
        words,
    ),
];

/// The program of a family's name and a size; none if there is no such family.
pub fn program(family: &str, size: usize) -> Option<String> {
    let (_, _, make) = FAMILIES.iter().find(|(name, ..)| *name == family)?;
    Some(make(size))
}

fn bound(kind: &str, value: &str) -> String {
    format!("\"test.reify_bound\"({value}) <{{type = \"{kind}\", constant}}> : (index) -> index\n")
}

fn bound_of_size(kind: &str, value: &str, ty: &str, dim: usize) -> String {
    format!(
        "\"test.reify_bound\"({value}) <{{type = \"{kind}\", dim = {dim} : i64, constant}}> : ({ty}) -> index\n"
    )
}

fn compare(a: &str, comparison: &str, b: &str) -> String {
    format!("\"test.compare\"({a}, {b}) <{{cmp = \"{comparison}\"}}> : (index, index) -> ()\n")
}

fn function(arguments: &str, body: &str) -> String {
    format!("func.func @f({arguments}) {{\n{body}return\n}}\n")
}

fn additions(size: usize, each: bool) -> String {
    let mut body = "%c1 = arith.constant 1 : index\n%v0 = arith.constant 5 : index\n".to_owned();
    for n in 1..=size {
        let _ = writeln!(body, "%v{n} = arith.addi %v{}, %c1 : index", n - 1);
        if each || n == size {
            body += &bound("EQ", &format!("%v{n}"));
        }
    }
    function("", &body)
}

fn chain(size: usize) -> String {
    additions(size, false)
}

fn chain_of_questions(size: usize) -> String {
    additions(size, true)
}

fn unknown(size: usize) -> String {
    let mut body = "%c1 = arith.constant 1 : index\n%v0 = arith.addi %a, %c1 : index\n".to_owned();
    for n in 1..=size {
        let _ = writeln!(body, "%v{n} = arith.addi %v{}, %c1 : index", n - 1);
        body += &bound("UB", &format!("%v{n}"));
    }
    function("%a: index", &body)
}

/// Operands and operators are chosen by a generator of pseudo-random numbers (D. Lehmer, 1951).
fn words(size: usize) -> String {
    const OPS: [&str; 8] = [
        "addi", "subi", "muli", "andi", "shli", "divui", "remui", "xori",
    ];
    let mut seed = 1_u64;
    let mut below = |limit: usize| {
        seed = seed * 48_271 % 0x7fff_ffff;
        seed as usize % limit
    };
    let mut names: Vec<String> = ["%a", "%b", "%c", "%d"].map(str::to_owned).into();
    let mut body = String::new();
    for (n, constant) in [3, 7, 8, 255].into_iter().enumerate() {
        let _ = writeln!(body, "%k{n} = arith.constant {constant} : i32");
    }
    for n in 1..=size {
        let op = OPS[below(OPS.len())];
        let recent = &names[names.len().saturating_sub(8)..];
        let left = recent[below(recent.len())].clone();
        let takes_constant = matches!(op, "andi" | "shli" | "divui" | "remui") || below(3) == 0;
        let right = match takes_constant {
            true => format!("%k{}", below(if op == "shli" { 3 } else { 4 })),
            false => recent[below(recent.len())].clone(),
        };
        let _ = writeln!(body, "%v{n} = arith.{op} {left}, {right} : i32");
        names.push(format!("%v{n}"));
        if n % 10 == 0 || n == size {
            let _ = writeln!(body, "%i{n} = arith.index_cast %v{n} : i32 to index");
            body += &bound("LB", &format!("%i{n}"));
            body += &bound("UB", &format!("%i{n}"));
        }
    }
    function("%a: i32, %b: i32, %c: i32, %d: i32", &body)
}

fn minima(size: usize) -> String {
    let mut body = String::new();
    for n in 1..=size {
        let last = if n == 1 {
            "%a".to_owned()
        } else {
            format!("%v{}", n - 1)
        };
        let _ = writeln!(
            body,
            "%v{n} = affine.min affine_map<(d0)[s0] -> (d0 + 1, s0 + {}, 4096)>({last})[%b]",
            n % 3
        );
        if n % 10 == 0 || n == size {
            body += &bound("UB", &format!("%v{n}"));
            body += &compare(&format!("%v{n}"), "LE", "%b");
        }
    }
    function("%a: index, %b: index", &body)
}

fn pads(size: usize) -> String {
    let ty = "tensor<?x?xf32>";
    let mut body = "%z = arith.constant 0.0 : f32\n".to_owned();
    for n in 1..=size {
        let last = if n == 1 {
            "%t".to_owned()
        } else {
            format!("%v{}", n - 1)
        };
        let high = if n % 4 == 0 {
            "%p".to_owned()
        } else {
            (n % 5).to_string()
        };
        let _ = writeln!(
            body,
            "%v{n} = tensor.pad {last} low[{}, 0] high[{high}, 2] {{\n^bb0(%i: index, %j: index):\n\
             tensor.yield %z : f32\n}} : {ty} to {ty}",
            n % 3
        );
        if n % 10 == 0 || n == size {
            body += &bound_of_size("LB", &format!("%v{n}"), ty, 0);
            body += &bound_of_size("LB", &format!("%v{n}"), ty, 1);
        }
    }
    function(&format!("%t: {ty}, %p: index"), &body)
}

fn inserts(size: usize) -> String {
    let ty = "tensor<?x8xf32>";
    let mut body = format!("%c0 = arith.constant 0 : index\n%v0 = tensor.empty(%n) : {ty}\n");
    for n in 1..=size {
        let _ = writeln!(
            body,
            "%v{n} = tensor.insert %f into %v{}[%c0, %c0] : {ty}",
            n - 1
        );
        if n % 10 == 0 || n == size {
            let _ = writeln!(body, "%d{n} = tensor.dim %v{n}, %c0 : {ty}");
            body += &compare(&format!("%d{n}"), "EQ", "%n");
            body += &bound_of_size("EQ", &format!("%v{n}"), ty, 1);
        }
    }
    function("%n: index, %f: f32", &body)
}

fn loops(size: usize) -> String {
    let ty = "tensor<?xf32>";
    let mut body = format!(
        "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c128 = arith.constant 128 : index\n\
         %d = tensor.dim %t0, %c0 : {ty}\n"
    );
    for n in 1..=size {
        let upper = match n % 3 {
            0 if n > 1 => format!("%i{}", n - 1),
            1 => "%n".to_owned(),
            _ => "%c128".to_owned(),
        };
        let _ = writeln!(
            body,
            "%r{n} = scf.for %i{n} = %c0 to {upper} step %c1 iter_args(%t{n} = %t{}) -> ({ty}) {{",
            n - 1
        );
    }
    let _ = writeln!(body, "%e = tensor.dim %t{size}, %c0 : {ty}");
    body += &compare("%e", "EQ", "%d");
    body += &bound("UB", &format!("%i{size}"));
    body += &bound("LB", &format!("%i{size}"));
    let _ = writeln!(body, "%x = tensor.insert %f into %t{size}[%i{size}] : {ty}");
    let mut passed = "%x".to_owned();
    for n in (1..=size).rev() {
        let _ = writeln!(body, "scf.yield {passed} : {ty}\n}}");
        passed = format!("%r{n}");
    }
    function(&format!("%t0: {ty}, %n: index, %f: f32"), &body)
}

fn branches(size: usize) -> String {
    let mut body = "%v0 = arith.constant 0 : index\n".to_owned();
    for n in 1..=size {
        let _ = writeln!(
            body,
            "%a{n} = arith.constant {n} : index\n%b{n} = arith.constant {} : index\n\
             %v{n} = scf.if %c -> index {{\nscf.yield %a{n} : index\n}} else {{\nscf.yield %b{n} : index\n}}",
            n + 10
        );
        if n % 10 == 0 || n == size {
            body += &bound("UB", &format!("%v{n}"));
            body += &bound("LB", &format!("%v{n}"));
        }
    }
    function("%c: i1", &body)
}

fn divisions(size: usize) -> String {
    let mut body = "%c1000 = arith.constant 1000 : index\n%v0 = affine.apply affine_map<(d0) -> (d0 mod 1000)>(%a)\n"
        .to_owned();
    for n in 1..=size {
        let map = match n % 4 {
            0 => "d0 * 3",
            1 => "d0 ceildiv 2",
            2 => "d0 floordiv 3",
            _ => "(d0 + 7) mod 64",
        };
        let _ = writeln!(
            body,
            "%v{n} = affine.apply affine_map<(d0) -> ({map})>(%v{})",
            n - 1
        );
        body += &bound("UB", &format!("%v{n}"));
    }
    function("%a: index", &body)
}

fn tiles(size: usize) -> String {
    let mut body = "%c0 = arith.constant 0 : index\n".to_owned();
    for n in 1..=size {
        let step = 3 + n % 13;
        let _ = writeln!(
            body,
            "%s{n} = arith.constant {step} : index\nscf.for %i{n} = %c0 to %n step %s{n} {{\n\
             %w{n} = affine.min affine_map<(d0)[s0] -> ({step}, s0 - d0)>(%i{n})[%n]\n\
             %e{n} = tensor.empty(%w{n}) : tensor<?xf32>"
        );
        let width = format!("%w{n}");
        body += &bound("UB", &width);
        body += &bound("LB", &width);
        body += &bound_of_size("UB", &format!("%e{n}"), "tensor<?xf32>", 0);
        body += &compare(&width, "LE", "%n");
        body += "}\n";
    }
    function("%n: index", &body)
}

fn functions(size: usize) -> String {
    let one = tiles(1);
    let mut text = String::new();
    for n in 0..size {
        text += &one.replace("@f(", &format!("@f{n}("));
    }
    text
}
