//! The table of commands: their names, help texts and argument parsing.

use super::error::{ScriptError, shortened};
use super::{foreign, operators};
use crate::sexp::Form;

/// A command of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Command {
    /// Its name.
    pub(super) name: &'static str,
    /// Its syntax.
    pub(super) usage: &'static str,
    /// A one-line description.
    pub(super) summary: &'static str,
    /// Further help.
    details: &'static str,
    /// Whether it prints an answer.
    pub(super) kind: Kind,
}

/// Whether a command prints an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// It changes the state of the session, and prints nothing.
    Statement,
    /// It prints an answer.
    Question,
}

macro_rules! command {
    ($kind:ident $name:literal $usage:literal $summary:literal $details:literal) => {
        Command {
            name: $name,
            usage: $usage,
            summary: $summary,
            details: $details,
            kind: Kind::$kind,
        }
    };
}

/// All commands, in the order of the help.
pub(super) const COMMANDS: [Command; 55] = [
    command!(Statement "var" "(var NAME [:min INTEGER] [:max INTEGER])"
        "declares an integer variable"
        "Both bounds belong to its range; each may be left out. In an inner scope it hides a variable\n\
         of the same name."),
    command!(Statement "assume" "(assume CONDITION)"
        "takes a condition to hold, until the scope is popped"
        "`undo` takes it back before."),
    command!(Statement "push" "(push)" "opens a scope of variables and assumptions" ""),
    command!(Statement "pop" "(pop)" "forgets what was declared and assumed since the last push" ""),
    command!(Question "undo" "(undo)" "takes back the last variable, assumption or push"
        "Says what it was; once more, it takes back what was before. What a scope had is gone with its\n\
         pop."),
    command!(Question "prove" "(prove CONDITION)"
        "says whether a condition holds"
        "Answers: proved, refuted, unknown, unreachable. refuted: it is false wherever the\n\
         assumptions hold. unreachable: the assumptions contradict each other. A value that is an\n\
         `i1`, or what a dialect keeps a condition in, as a `!shape.witness`, is a condition too."),
    command!(Question "check" "(check CONDITION)"
        "proves a condition, as a test does"
        "If that fails, the exit code of `calipers run`, and of `calipers repl -c`, is 1."),
    command!(Question "lb" "(lb E [:in (VARIABLE ...)])" "a lower bound"
        "A number, or an expression in terms of the variables that `:in` allows; none if there is no\n\
         such bound."),
    command!(Question "ub" "(ub E [:in (VARIABLE ...)])" "an upper bound: the greatest value"
        "A number, or an expression in terms of the variables that `:in` allows; none if there is no\n\
         such bound."),
    command!(Question "lbs" "(lbs E [:in (VARIABLE ...)])" "all lower bounds that no other makes superfluous"
        "One of them, (max A B ...), or, where one holds in every case but none by itself,\n\
         (min A B ...)."),
    command!(Question "ubs" "(ubs E [:in (VARIABLE ...)])" "all upper bounds that no other makes superfluous"
        "One of them, (min A B ...), or, where one holds in every case but none by itself,\n\
         (max A B ...)."),
    command!(Question "eq" "(eq E [:in (VARIABLE ...)])" "what an expression is equal to"
        "A number, or an expression in terms of the variables that `:in` allows; none if no such\n\
         equality is found."),
    command!(Question "range" "(range E)" "the values that an expression can have"
        "[0, 14] 4k+2 are the integers from 0 to 14 that leave 2 when divided by 4."),
    command!(Question "divisor" "(divisor E)" "the greatest number that is found to divide an expression"
        "1 if nothing is known, 0 if the expression is always 0."),
    command!(Question "trips" "(trips %iv)" "how many iterations a loop runs"
        "The loop is named by its induction variable. A number, or an expression over what is known\n\
         before the loop; none if its rules do not say, as for a counter of fixed width that may\n\
         wrap."),
    command!(Question "simplify" "(simplify E [:fewest QUANTITY])"
        "an equal expression that is no longer"
        "Equal for all values of the variables for which E is defined. An expression counts as shorter\n\
         with fewer divisions, then with fewer operations. With :fewest, that quantity decides first:\n\
         divisions, operations, leaves (occurrences of variables), bits (of the integers) or non-affine\n\
         (operations that affine maps do not have)."),
    command!(Question "overlap" "(overlap SLICE SLICE)"
        "whether two slices have an element in common"
        "Answers: overlapping, disjoint, unknown, unreachable.\n\
         A slice is a value of the program that is cut out of another, as by tensor.extract_slice or\n\
         memref.subview, or (slice (OFFSET ...) (SIZE ...) (STRIDE ...)); without strides they are 1.\n\
         Values are compared as slices of the nearest value that both come from, and are unknown to\n\
         each other where there is none. The slice of an op that writes to one, as\n\
         tensor.insert_slice, is the slice that it writes. An empty slice overlaps nothing. How a memref lies in memory is not\n\
         looked at: its indices are different elements, but where a slice is cut out with stride 0."),
    command!(Question "equivalent" "(equivalent SLICE SLICE)"
        "whether two slices have the same sizes and elements"
        "Answers: proved, refuted, unknown, unreachable.\n\
         `(help overlap)` defines slices. They are equivalent if they have, at each index, the\n\
         same element: where a slice is empty it does not matter where."),
    command!(Question "contains" "(contains SLICE SLICE)"
        "whether the second slice is part of the first"
        "Answers: proved, refuted, unknown, unreachable.\n\
         `(help overlap)` defines slices. An empty slice is part of every slice."),
    command!(Question "slices" "(slices SLICE SLICE)" "how two slices lie to each other: all three questions at once"
        "The answers of `overlap`, `equivalent` and `contains`."),
    command!(Question "shape" "(shape %t [:in (VARIABLE ...)])"
        "the sizes of a value"
        "Each as `eq` gives it, or else as a term with `min`, `max`, `select` and divisions.\n\
         Without `:in` in terms of arguments: their values, sizes and elements."),
    command!(Question "elements" "(elements %t [:in (VARIABLE ...)])"
        "the elements of a small tensor of integers"
        "Each as `eq` gives it, or else as a term with `min`, `max`, `select` and divisions.\n\
         Without `:in` in terms of arguments: their values, sizes and elements. `...` ends the list\n\
         if the number of elements is unknown."),
    command!(Question "same-shape" "(same-shape [%t %u])"
        "whether two values have the same rank and sizes"
        "Answers: proved, refuted, unknown, unreachable.\n\
         Without values: which values of the function with sizes that are open share a shape,\n\
         (%t %u :proved %v) ...: those after `:proved` by what has executed where both are there, or\n\
         before the point that is asked about, the others by definition. What shares its shape with no\n\
         other value is left out."),
    command!(Question "same-size" "(same-size)"
        "which dimensions of the function's values share a size"
        "For values what `same-shape` is for shapes."),
    command!(Question "broadcastable" "(broadcastable %t %u ...)"
        "whether values broadcast to one shape"
        "Answers: proved, refuted, unknown, unreachable.\n\
         Aligned at the last dimension, of each two sizes they are the same or one of them is 1."),
    command!(Question "no-op" "(no-op %t)"
        "whether a broadcast or a reshape does nothing"
        "Answers: proved, refuted, unknown, unreachable.\n\
         proved: its result has the shape of its operand, and so is that operand."),
    command!(Question "unit" "(unit (dim %t 0))"
        "whether a dimension has size 1"
        "Answers: proved, refuted, unknown, unreachable."),
    command!(Question "contiguous" "(contiguous %m)"
        "whether a memref is row-major without gaps"
        "Answers: proved, refuted, unknown, unreachable.\n\
         Of an access, named by the value that it reads or by its line: the distance between the\n\
         elements of consecutive iterations of the innermost loop, numbers that divide the position of\n\
         the first one and the number of iterations, and the width of vectors that fit."),
    command!(Question "extent" "(extent %m [:in (VARIABLE ...)])"
        "the largest position that a memref reaches"
        "The range of offset + sum of (size - 1) * stride.\n\
         With `:in` an upper bound of it in terms of the variables. Of a memref without elements it\n\
         says nothing. Strides below 0 do not count."),
    command!(Question "conflict" "(conflict A [B] [:within %i] [:arguments distinct])"
        "whether two instances of accesses touch the same element"
        "Answers: disjoint, conflict with two instances, unknown with what is missing.\n\
         An access is named by the value that it reads or by its line; a memref denotes all accesses\n\
         of it. `:within %i` asks about different iterations of the loop of %i, in one iteration of\n\
         those around it; without it, about any two instances in the loops around the accesses, or in\n\
         different threads of the kernel. Arguments of a function may share memory, unless they are\n\
         stated to be distinct. Different indices of a memref are different elements."),
    command!(Question "injective" "(injective A [:within %i])"
        "whether different iterations touch different elements"
        "Answers: proved, refuted with two instances, unknown with what is missing.\n\
         `(help conflict)` says how to name an access."),
    command!(Question "in-bounds" "(in-bounds [A] [:size E])"
        "whether accesses stay within their buffers"
        "Answers: proved, refuted with an instance, unknown with what is missing. Without an access:\n\
         those of all accesses of the function that are not proved. An access through pointers needs\n\
         `:size`, the number of elements behind the pointer; lanes that a mask excludes do not count."),
    command!(Question "count" "(count PLACE)"
        "how often an op is executed"
        "In one execution of its function: the number of points of the loops and conditions around a value\n\
         or a line. `exactly` or `at most` an expression over arguments and values before the loops."),
    command!(Question "footprint" "(footprint %m)"
        "how many distinct elements of a buffer are touched"
        "By loads and stores through the value, its casts and other views, in one execution of the block that\n\
         defines it; an op that is not known may touch all elements. `exactly` or `at most` an expression\n\
         over arguments and values before the loops, in elements and in bytes."),
    command!(Question "peak" "(peak)"
        "the most memory that a function's buffers hold at once"
        "In bytes, over the arguments of the function. A buffer lives to its memref.dealloc in the same\n\
         block; one on the stack to the end of the loop or scope around it. Buffers of functions that it\n\
         calls do not count. Without a number it names the size that has no bound."),
    command!(Statement "load" "(load \"FILE.mlir\")" "reads a program"
        "A relative path counts from the folder of the script, at the prompt from the working directory.\n\
         Its values are %x, (dim %t 1), (stride %m 0), (offset %m), (rank %t), (elem %s 0),\n\
         (uint %b). Of several values that are named %x, `%x@12` is that of line 12, `%x@12.2` the second\n\
         there, `%x@body` that in the body of a loop (`latch`: its other region), `%x@region1` that in\n\
         region 1 of an op, from 0. Another program's values are forgotten, and what was assumed of them."),
    command!(Statement "reload" "(reload)" "reads the last program again" ""),
    command!(Statement "func" "(func NAME)" "chooses the function whose values are named"
        "It forgets the point that was chosen with `at`."),
    command!(Question "funcs" "(funcs)" "lists the functions of the program" ""),
    command!(Statement "at" "(at PLACE)" "chooses the program point at which questions are asked"
        "A line of the source: before the first op of the line. A value: where it begins to exist.\n\
         `end`: after the last op of the function. `default`, as it is at first: right after the latest\n\
         value in a question. `:at PLACE` in a question, as in (prove (< %i %n) :at 12), chooses it for\n\
         that one alone."),
    command!(Question "show" "(show [%x])" "shows what defines a value, in its source"
        "Without a value it prints the chosen program, function and point."),
    command!(Question "why" "(why)" "explains the last answer" ""),
    command!(Question "proof" "(proof [--full])" "prints the proof of the last answer"
        "A long proof is folded: terms that repeat are named once, and inner lines are counted. `--full`\n\
         prints them all. A proof of a verdict, bound or range that the checker has accepted. Of a range one for each end, and one for its congruence."),
    command!(Question "smt" "(smt)" "prints the last question in SMT-LIB"
        "With all facts that it may use, for other solvers: a script that is unsatisfiable if the answer holds. Of a range one for each end."),
    command!(Question "facts" "(facts [:at PLACE])" "lists what is declared, assumed and known at a point"
        "What ops have shown by executing before that point, or the one that was chosen with `at`; with\n\
         `(facts %x)`, before the value exists."),
    command!(Question "rules" "(rules %x)" "lists the rules of the op that defines a value"
        "And which of them fired, for the questions so far."),
    command!(Question "dot" "(dot [E])" "draws the e-graph of an expression, for Graphviz"
        "Without an expression, that of the last question. What the answer rests on is bold.\n\
         At the prompt, `save \"FILE\" dot %x` writes it to a file."),
    command!(Question "svg" "(svg [E])" "draws the e-graph of an expression, as SVG"
        "Without an expression, that of the last question. What the answer rests on is bold.\n\
         At the prompt, `save \"FILE\" svg %x` writes it to a file."),
    command!(Question "nest" "(nest %x)" "draws the intervals of the loops around a value, as SVG"
        "At the prompt, `save \"FILE\" nest %x` writes it to a file."),
    command!(Question "stats" "(stats)" "prints the cost of the questions so far" ""),
    command!(Statement "set" "(set [NAME VALUE])" "tunes the analysis"
        "overflow: wrap or ignore. solver: auto, tableau, float or off. invariants: true or false. syntax:\n\
         how terms are printed: infix (x + 1), sexp (+ x 1), or auto, as in the question. And the\n\
         budgets max-atoms, max-rows, max-pivots, max-cases and max-engines, numbers. Without arguments it\n\
         describes how they are set."),
    command!(Question "help" "(help [NAME])" "explains a command or an operator"
        "Without a name it lists them all. Pages on topics: variables, numbers, shapes, accesses,\n\
         programs, explanations, pictures, prompt, expressions."),
    command!(Question "save" "(save \"FILE\" COMMAND)" "writes an answer to a file (at the prompt)" ""),
    command!(Question "quit" "quit" "leaves (at the prompt)" ""),
    command!(Question "exit" "exit" "leaves (at the prompt)" ""),
];

/// The descriptions of the operators.
const EXPRESSIONS: &str = "\
Expressions, as calls (+ %x 1) or in infix notation: %x + 1, min(%x, 4):
  + - * (any number of arguments), floordiv ceildiv mod (rounding down, up,
  down), truncdiv truncmod (rounding to zero), min max, (select CONDITION A B).
  Of the values of a program: %x, (dim %t 0), (elem %t 0), (rank %t),
  (stride %m 0), (offset %m), (uint %x).
  Conditions: < <= > >= == !=, and or not, true false.
  Terms are total: (floordiv x 0) is 0 and (mod x 0) is x, whichever way is
  rounded. The rules of an op define what it does with a divisor of 0.
`(help range)` describes the syntax of a command, with an example, `(help mod)`
what an operator is. A question about a program may end in `:at PLACE`, the
point at which it is asked; `(help at)` lists places.";

type Result<T> = std::result::Result<T, ScriptError>;

impl Command {
    /// The command of that name.
    pub(super) fn named(name: &str) -> Option<&'static Command> {
        COMMANDS.iter().find(|command| command.name == name)
    }

    /// Whether its argument is one term, whose words may stand without parentheses around them.
    pub(super) fn takes_term(&self) -> bool {
        matches!(
            self.name,
            "prove"
                | "check"
                | "assume"
                | "lb"
                | "ub"
                | "lbs"
                | "ubs"
                | "eq"
                | "range"
                | "divisor"
                | "simplify"
                | "unit"
                | "dot"
                | "svg"
        )
    }

    /// The keywords that it takes.
    pub(super) fn keywords(&self) -> &'static [&'static str] {
        match self.name {
            "var" => &[":min", ":max"],
            "lb" | "ub" | "lbs" | "ubs" | "eq" | "extent" | "shape" | "elements" => &[":in", ":at"],
            "prove" | "check" | "range" | "divisor" | "overlap" | "equivalent" | "contains"
            | "slices" | "same-shape" | "same-size" | "broadcastable" | "no-op" | "unit"
            | "contiguous" | "facts" => &[":at"],
            "conflict" | "injective" => &[":within", ":arguments"],
            "in-bounds" => &[":size"],
            "simplify" => &[":fewest"],
            _ => &[],
        }
    }

    /// Whether terms occur in its arguments.
    pub(super) fn reads_terms(&self) -> bool {
        let has_lists = matches!(
            self.name,
            "overlap" | "equivalent" | "contains" | "slices" | "shape" | "elements" | "extent"
        );
        has_lists || self.takes_term()
    }

    /// The error for an unknown command.
    pub(super) fn unknown(form: &Form, name: &str) -> ScriptError {
        let error = ScriptError::new(form.span, format!("unknown command `{}`", shortened(name)));
        Command::suggested(error, name, std::iter::empty())
    }

    /// The error for a name without help.
    pub(super) fn no_help(form: &Form, name: &str) -> ScriptError {
        let message = format!("there is no command or operator `{}`", shortened(name));
        let error = ScriptError::new(form.span, message);
        match foreign::operator(name) {
            Some(help) => error.with_help(help),
            None => Command::suggested(error, name, operators::names().chain(pages())),
        }
    }

    /// The error that suggests the command for a word, or the most similar of commands and other words.
    fn suggested(
        error: ScriptError,
        name: &str,
        others: impl Iterator<Item = &'static str>,
    ) -> ScriptError {
        let known = COMMANDS.iter().map(|command| command.name);
        match foreign::command(name) {
            Some(command) => error.with_help(format!("did you mean `{command}`?")),
            None => error.suggesting_or(name, known.chain(others), LISTED),
        }
    }

    /// An example command.
    pub(super) fn example(&self) -> &'static str {
        match self.name {
            "var" => "(var x :min 0 :max 9)",
            "assume" => "(assume (and (< x n) (== (mod n 4) 0)))",
            "prove" => "(prove (== (floordiv (* 4 x) 4) x))",
            "check" => "(check (<= (min x 8) 8))",
            "lb" => "(lb (max x n) :in (n))",
            "ub" => "(ub (min x n) :in (n))",
            "lbs" => "(lbs (max n 3) :in (n))",
            "ubs" => "(ubs (min n 3) :in (n))",
            "eq" => "(eq (- (+ x n) x) :in (n))",
            "range" => "(range (+ (* 4 (mod x 4)) 2))",
            "divisor" => "(divisor (- x (mod x 4)))",
            "simplify" => "(simplify (+ (* 4 (floordiv x 4)) (mod x 4)))",
            "overlap" => "(overlap (slice (x) (4) (2)) (slice ((+ x 1)) (4) (2)))",
            "equivalent" => "(equivalent (slice (x) (4)) (slice ((+ x 0)) (4)))",
            "contains" => "(contains (slice (0) (8)) (slice (2) (4)))",
            "slices" => "(slices (slice (x) (4)) (slice ((+ x 4)) (4)))",
            "push" => "(push) (assume (< x 4)) (ub x) (pop)",
            "undo" => "(assume (< x 4)) (undo)",
            "pop" => "(push) (assume (< x 4)) (ub x) (pop)",
            "trips" => "(trips %j)",
            "shape" => "(shape %product)",
            "elements" => "(elements %sizes)",
            "same-shape" => "(same-shape %bt %ct)",
            "same-size" => "(same-size)",
            "broadcastable" => "(broadcastable %bt %ct)",
            "no-op" => "(no-op %flat)",
            "unit" => "(unit (dim %bt 1))",
            "contiguous" => "(contiguous %m)",
            "conflict" => "(conflict %loaded %loaded :within %i)",
            "injective" => "(injective %loaded)",
            "in-bounds" => "(in-bounds)",
            "extent" => "(extent %m)",
            "count" => "(count %width)",
            "footprint" => "(footprint %m)",
            "peak" => "(peak)",
            "reload" => "(reload)",
            "funcs" => "(funcs)",
            "show" => "(show %width)",
            "rules" => "(rules %width)",
            "why" => "(prove (<= %width 9)) (why)",
            "proof" => "(prove (<= %width 9)) (proof)",
            "smt" => "(prove (<= %width 9)) (smt)",
            "facts" => "(facts :at %width)",
            "nest" => "(nest %width)",
            "stats" => "(stats)",
            "help" => "(help range)",
            "save" => "(save \"width.svg\" (svg %width))",
            "load" => "(load \"examples/tiled_matmul.mlir\")",
            "func" => "(func matmul)",
            "at" => "(at %width)",
            "dot" => "(dot %width)",
            "svg" => "(svg %width)",
            "set" => "(set max-cases 64)",
            _ => self.usage,
        }
    }

    /// Its usage text.
    pub(super) fn help(&self) -> String {
        let Command {
            usage,
            summary,
            details,
            ..
        } = self;
        let mut help = format!("{usage}  {summary}");
        if !details.is_empty() {
            help += &format!("\n{details}");
        }
        if self.example() != self.usage {
            help += &format!("\nfor example: {}", self.example());
        }
        help
    }

    /// An error in its arguments.
    pub(super) fn misused(&self, form: &Form) -> ScriptError {
        let error = ScriptError::new(form.span, format!("expected `{}`", self.usage));
        match self.example() == self.usage {
            true => error,
            false => error.with_help(format!("for example: {}", self.example())),
        }
    }
}

/// A pointer to the list of commands.
const LISTED: &str = "`(help)` lists the commands";

/// The topics, each with its first command and the name of its page.
const TOPICS: [(&str, &str, &str); 8] = [
    ("var", "Variables and assumptions:", "variables"),
    ("prove", "Questions about numbers:", "numbers"),
    ("overlap", "Questions about slices and shapes:", "shapes"),
    (
        "conflict",
        "Questions about accesses and memory:",
        "accesses",
    ),
    ("load", "The program that is asked about:", "programs"),
    ("why", "Explanations:", "explanations"),
    ("dot", "Pictures:", "pictures"),
    ("stats", "The session:", "prompt"),
];

/// The page that describes the operators.
const OPERATORS_PAGE: &str = "expressions";

/// The names of the pages of the help.
pub(super) fn pages() -> impl Iterator<Item = &'static str> {
    let pages = TOPICS.iter().map(|(_, _, page)| *page);
    pages.chain([OPERATORS_PAGE])
}

/// The commands of a topic.
fn commands_of(first: &str) -> impl Iterator<Item = &'static Command> {
    let is_first = |command: &Command| TOPICS.iter().any(|(first, _, _)| *first == command.name);
    let from = COMMANDS.iter().position(|command| command.name == first);
    let from = &COMMANDS[from.unwrap_or(COMMANDS.len())..];
    let end = from.iter().skip(1).position(is_first);
    from[..end.map_or(from.len(), |end| end + 1)].iter()
}

/// A page of the help: the commands of a topic, each with an example; or the operators.
pub(super) fn page(name: &str) -> Option<String> {
    if name == OPERATORS_PAGE {
        let operators = operators::OPERATORS.iter().map(operators::Named::help);
        let lines: Vec<String> = std::iter::once(EXPRESSIONS.to_owned())
            .chain(operators)
            .collect();
        return Some(lines.join("\n"));
    }
    let (first, topic, _) = TOPICS.iter().find(|(_, _, page)| *page == name)?;
    let mut lines = vec![(*topic).to_owned()];
    for command in commands_of(first) {
        lines.push(format!("  {}  {}", command.usage, command.summary));
        if command.example() != command.usage {
            lines.push(format!("      for example: {}", command.example()));
        }
    }
    Some(lines.join("\n"))
}

/// The topics with the names of their commands, on less than a screen.
pub(super) fn topics() -> String {
    let mut lines = vec![
        "A term such as %x + 1 is a question for its range, a condition for its truth.".to_owned(),
    ];
    for (first, topic, page) in TOPICS {
        lines.push(format!("{topic} `help {page}`"));
        let names: Vec<&str> = commands_of(first).map(|command| command.name).collect();
        lines.push(format!("  {}", names.join(" ")));
    }
    lines.push(format!("Terms and conditions: `help {OPERATORS_PAGE}`"));
    lines.push(
        "`help range` explains a command, `help mod` an operator, `(help)` lists all commands."
            .to_owned(),
    );
    lines.join("\n")
}

/// The list of all commands, by topic.
pub(super) fn overview() -> String {
    let width = COMMANDS.iter().map(|command| command.name.len()).max();
    let width = width.unwrap_or(0);
    let mut lines: Vec<String> = vec![];
    for Command { name, summary, .. } in &COMMANDS {
        let topic = TOPICS.iter().find(|(first, _, _)| first == name);
        lines.extend(topic.map(|(_, topic, _)| (*topic).to_owned()));
        lines.push(format!("  {name:width$}  {summary}"));
    }
    lines.push(EXPRESSIONS.to_owned());
    lines.join("\n")
}

/// The arguments of a command: positional ones, and keyword arguments.
pub(super) struct Arguments<'f> {
    pub(super) plain: Vec<&'f Form>,
    named: Vec<(&'f str, &'f Form)>,
}

impl<'f> Arguments<'f> {
    /// Parses arguments. Only the given keywords are allowed, each once.
    pub(super) fn of(forms: &'f [Form], keywords: &[&'static str]) -> Result<Arguments<'f>> {
        let mut found = Arguments {
            plain: vec![],
            named: vec![],
        };
        let mut forms = forms.iter();
        while let Some(form) = forms.next() {
            let Some(keyword) = form.as_atom().filter(|word| word.starts_with(':')) else {
                found.plain.push(form);
                continue;
            };
            if !keywords.contains(&keyword) {
                let message = format!("unexpected keyword `{}`", shortened(keyword));
                let error = ScriptError::new(form.span, message);
                return Err(error.suggesting(keyword, keywords.iter().copied()));
            }
            if found.named(keyword).is_some() {
                let message = format!("`{keyword}` is given twice");
                return Err(ScriptError::new(form.span, message));
            }
            let Some(value) = forms.next() else {
                let message = format!("expected something after `{keyword}`");
                return Err(ScriptError::new(form.span, message));
            };
            found.named.push((keyword, value));
        }
        Ok(found)
    }

    /// The value of a keyword.
    pub(super) fn named(&self, keyword: &str) -> Option<&'f Form> {
        let mut named = self.named.iter();
        Some(named.find(|(known, _)| *known == keyword)?.1)
    }
}
