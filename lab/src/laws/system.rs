//! Systems of facts with goals, and the changes that laws make.

use std::fmt;

/// A term or a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    Integer(i64),
    /// A variable, by its number.
    Variable(usize),
    Apply(&'static str, Vec<Term>),
}

impl Term {
    pub fn apply(operator: &'static str, arguments: impl IntoIterator<Item = Term>) -> Term {
        Term::Apply(operator, arguments.into_iter().collect())
    }

    /// Its value; none where it divides by a number that is not positive, or exceeds the machine's integers.
    pub fn value(&self, values: &[i64]) -> Option<i128> {
        let (operator, arguments) = match self {
            Term::Integer(value) => return Some((*value).into()),
            Term::Variable(number) => return Some(values[*number].into()),
            Term::Apply(operator, arguments) => (*operator, arguments),
        };
        let all: Option<Vec<i128>> = arguments.iter().map(|it| it.value(values)).collect();
        let all = all?;
        let (first, second) = (*all.first()?, all.get(1).copied().unwrap_or(0));
        let divided = || (second > 0).then_some(());
        Some(match operator {
            "+" => all.iter().sum(),
            "*" => all
                .iter()
                .try_fold(1i128, |product, it| product.checked_mul(*it))?,
            "-" => first - second,
            "floordiv" => divided().map(|()| first.div_euclid(second))?,
            "ceildiv" => divided().map(|()| -(-first).div_euclid(second))?,
            "mod" => divided().map(|()| first.rem_euclid(second))?,
            "min" => *all.iter().min()?,
            "max" => *all.iter().max()?,
            "select" => match first != 0 {
                true => second,
                false => *all.get(2)?,
            },
            "<=" => (first <= second).into(),
            "<" => (first < second).into(),
            ">=" => (first >= second).into(),
            ">" => (first > second).into(),
            "==" => (first == second).into(),
            "!=" => (first != second).into(),
            _ => return None,
        })
    }

    fn map(&self, change: &mut impl FnMut(Term) -> Term) -> Term {
        let mapped = match self {
            Term::Apply(operator, arguments) => {
                Term::apply(operator, arguments.iter().map(|it| it.map(change)))
            }
            leaf => leaf.clone(),
        };
        change(mapped)
    }
}

/// A question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// `prove` or `range`.
    pub command: &'static str,
    pub term: Term,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    pub lower: Option<i64>,
    pub upper: Option<i64>,
}

/// Variables, facts about them, and questions.
#[derive(Clone, Debug)]
pub struct System {
    /// The variables.
    pub variables: Vec<Variable>,
    /// The order in which variables are declared.
    pub declared: Vec<usize>,
    /// The facts.
    pub facts: Vec<Term>,
    /// The questions.
    pub goals: Vec<Goal>,
}

impl System {
    /// Declarations, assumptions and questions.
    pub fn script(&self) -> String {
        let mut lines = vec![];
        for &number in &self.declared {
            let variable = &self.variables[number];
            let end =
                |name, end: Option<i64>| end.map_or(String::new(), |it| format!(" :{name} {it}"));
            let (lower, upper) = (end("min", variable.lower), end("max", variable.upper));
            lines.push(format!("(var {}{lower}{upper})", variable.name));
        }
        lines.extend(
            self.facts
                .iter()
                .map(|it| format!("(assume {})", self.show(it))),
        );
        lines.extend(self.goals.iter().map(|it| self.show_goal(it)));
        lines.join("\n")
    }

    /// A question as a command.
    pub fn show_goal(&self, goal: &Goal) -> String {
        format!("({} {})", goal.command, self.show(&goal.term))
    }

    fn show(&self, term: &Term) -> String {
        match term {
            Term::Integer(value) => value.to_string(),
            Term::Variable(number) => self.variables[*number].name.clone(),
            Term::Apply(operator, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|it| self.show(it)).collect();
                format!("({operator} {})", arguments.join(" "))
            }
        }
    }

    /// With only that goal.
    pub fn only(&self, goal: usize) -> System {
        System {
            goals: vec![self.goals[goal].clone()],
            ..self.clone()
        }
    }

    /// With one more fact.
    pub fn with_fact(&self, fact: Term) -> System {
        let mut changed = self.clone();
        changed.facts.push(fact);
        changed
    }

    /// The names are those of a permutation of the variables, which are declared in another order.
    pub fn renamed(&self, random: &mut fastrand::Rng) -> System {
        let mut changed = self.clone();
        let mut names: Vec<String> = (0..self.variables.len())
            .map(|it| format!("s{it}"))
            .collect();
        random.shuffle(&mut names);
        for (variable, name) in changed.variables.iter_mut().zip(names) {
            variable.name = name;
        }
        random.shuffle(&mut changed.declared);
        changed
    }

    /// The facts in another order; none if there is one at most.
    pub fn reordered(&self, random: &mut fastrand::Rng) -> Option<System> {
        let mut changed = self.clone();
        random.shuffle(&mut changed.facts);
        (self.facts.len() > 1).then_some(changed)
    }

    fn mapped(&self, mut change: impl FnMut(Term) -> Term) -> System {
        let mut changed = self.clone();
        for term in &mut changed.facts {
            *term = term.map(&mut change);
        }
        for goal in &mut changed.goals {
            goal.term = goal.term.map(&mut change);
        }
        changed
    }

    /// Operands of commutative operators in another order, and mirrored comparisons.
    pub fn swapped(&self, random: &mut fastrand::Rng) -> System {
        self.mapped(|term| match term {
            Term::Apply(operator @ ("+" | "*" | "min" | "max" | "==" | "!="), mut arguments) => {
                random.shuffle(&mut arguments);
                Term::Apply(operator, arguments)
            }
            Term::Apply(operator @ ("<=" | "<" | ">=" | ">"), mut arguments) if random.bool() => {
                arguments.reverse();
                let mirrored = match operator {
                    "<=" => ">=",
                    "<" => ">",
                    ">=" => "<=",
                    _ => "<",
                };
                Term::Apply(mirrored, arguments)
            }
            other => other,
        })
    }

    /// `a + 1 <= b` for `a < b`, and so on.
    pub fn rephrased(&self) -> System {
        let next = |term: Term| Term::apply("+", [term, Term::Integer(1)]);
        self.mapped(|term| match term {
            Term::Apply(operator @ ("<=" | "<" | ">=" | ">"), arguments) => {
                let [a, b] = <[Term; 2]>::try_from(arguments).expect("a comparison has two sides");
                match operator {
                    "<" => Term::apply("<=", [next(a), b]),
                    ">" => Term::apply(">=", [a, next(b)]),
                    "<=" => Term::apply("<", [a, next(b)]),
                    _ => Term::apply(">", [next(a), b]),
                }
            }
            other => other,
        })
    }

    /// With upper bounds of some of the variables that have none.
    pub fn bounded(&self, random: &mut fastrand::Rng) -> Option<System> {
        let mut changed = self.clone();
        let upper = random.choice([10, 1000, 80_000, i64::from(i32::MAX)])?;
        let mut has_changed = false;
        for variable in &mut changed.variables {
            if variable.upper.is_none() && random.u8(0..4) > 0 {
                variable.upper = Some(upper);
                has_changed = true;
            }
        }
        has_changed.then_some(changed)
    }

    /// The variables are arguments of a function that computes the sides of the goal.
    pub fn as_program(&self) -> Option<(String, String)> {
        let goal = self.goals.first()?;
        let mut program = Body::default();
        let names: Vec<String> = self
            .variables
            .iter()
            .map(|it| format!("%{}", it.name))
            .collect();
        let term = match &goal.term {
            Term::Apply(operator, sides) if goal.command == "prove" => {
                let sides: Option<Vec<String>> = sides
                    .iter()
                    .map(|side| program.compute(side, &names))
                    .collect();
                format!("({operator} {})", sides?.join(" "))
            }
            term => program.compute(term, &names)?,
        };
        let arguments: Vec<String> = names.iter().map(|it| format!("{it}: index")).collect();
        let text = format!(
            "func.func @f({}) {{\n{}  return\n}}\n",
            arguments.join(", "),
            program.text
        );
        let mut named = self.clone();
        for (variable, name) in named.variables.iter_mut().zip(&names) {
            variable.name.clone_from(name);
        }
        let mut script = "(load p.mlir)\n(func f)\n".to_owned();
        for variable in &named.variables {
            let ends = [(">=", variable.lower), ("<=", variable.upper)];
            for (operator, end) in ends.into_iter().filter_map(|(it, end)| Some((it, end?))) {
                script += &format!("(assume ({operator} {} {end}))\n", variable.name);
            }
        }
        for fact in &named.facts {
            script += &format!("(assume {})\n", named.show(fact));
        }
        Some((text, format!("{script}({} {term})", goal.command)))
    }

    /// Systems with one fact, end or goal fewer.
    pub fn smaller(&self) -> impl Iterator<Item = System> + '_ {
        let facts = (0..self.facts.len()).map(|number| {
            let mut smaller = self.clone();
            smaller.facts.remove(number);
            smaller
        });
        let ends = (0..2 * self.variables.len()).filter_map(|number| {
            let mut smaller = self.clone();
            let variable = &mut smaller.variables[number / 2];
            let end = match number % 2 {
                0 => &mut variable.upper,
                _ => &mut variable.lower,
            };
            end.take().map(|_| smaller)
        });
        facts.chain(ends)
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.script())
    }
}

/// The ops of a function.
#[derive(Default)]
struct Body {
    text: String,
    values: usize,
}

impl Body {
    /// The name of the value of a term; none if an operator has no op.
    fn compute(&mut self, term: &Term, names: &[String]) -> Option<String> {
        let (operator, arguments) = match term {
            Term::Variable(number) => return Some(names[*number].clone()),
            Term::Integer(value) => {
                return Some(self.op(&format!("arith.constant {value} : index")));
            }
            Term::Apply(operator, arguments) => (*operator, arguments),
        };
        let op = match operator {
            "+" => "arith.addi",
            "*" => "arith.muli",
            "-" => "arith.subi",
            "floordiv" => "arith.floordivsi",
            "ceildiv" => "arith.ceildivsi",
            "min" => "arith.minsi",
            "max" => "arith.maxsi",
            _ => return None,
        };
        let arguments: Option<Vec<String>> =
            arguments.iter().map(|it| self.compute(it, names)).collect();
        arguments?
            .into_iter()
            .reduce(|left, right| self.op(&format!("{op} {left}, {right} : index")))
    }

    fn op(&mut self, text: &str) -> String {
        let name = format!("%v{}", self.values);
        self.values += 1;
        self.text += &format!("  {name} = {text}\n");
        name
    }
}
