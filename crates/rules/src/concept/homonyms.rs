//! Concepts in different namespaces that have the same name but different meanings.

use super::algebra::Relation;
use super::library::{Concept, Concepts};
use super::predicate::TestAlgebra;
use super::read::Reader;
use super::{ConstraintAlgebra, PredicateAlgebra, SortTable, Text, WordsAlgebra};
use calipers_semantics::concept::{Constraint, Predicate, Sort, Test};
use calipers_support::sexp::{self, Form};
use std::sync::Arc;

/// The maximum number of argument tuples for which two concepts with parameters are compared.
const MAX_INSTANCES: usize = 64;

/// The arguments that are tried for a parameter of a sort.
fn samples(sort: Sort) -> &'static [&'static str] {
    match sort {
        Sort::Type => &["any", "i8", "f32", "tensor"],
        Sort::Attribute => &["any", "true", "string", "unit"],
        Sort::Layout => &["any", "identity", "strided"],
        Sort::Extent => &["any", "static", "dynamic"],
        Sort::Value => &["any", "argument", "result"],
        Sort::Op => &["any", "(regions 0)", "(operands (length 1))"],
        Sort::Integer(..) => &["any", "0", "1", "8"],
        _ => &["any"],
    }
}

impl Concepts {
    /// Pairs of concepts in different namespaces with the same name that are not equivalent, each with a description
    /// of a difference. Concepts with parameters are compared for sample arguments. Undecided pairs are omitted.
    /// Types and attributes described in IRDL differ if their parameters may differ; the dialect prefix is ignored.
    ///
    /// Costs one comparison for each pair of equal names, and at most 64 for a pair with parameters.
    pub fn homonyms(&self) -> Vec<(Arc<Concept>, Arc<Concept>, String)> {
        let all: Vec<_> = self.iter().collect();
        let mut found = vec![];
        for (n, first) in all.iter().enumerate() {
            for second in &all[n + 1..] {
                if first.own_name() == second.own_name()
                    && let Some(shown) = self.difference(first, second)
                {
                    found.push(((*first).clone(), (*second).clone(), shown));
                }
            }
        }
        found
    }

    /// A description of a difference between two concepts.
    fn difference(&self, first: &Concept, second: &Concept) -> Option<String> {
        let sorts = |concept: &Concept| -> Vec<Sort> {
            let parameters = concept.parameters.iter().map(|(_, sort)| *sort);
            [concept.sort].into_iter().chain(parameters).collect()
        };
        let (sorts, others) = (sorts(first), sorts(second));
        let is_like = sorts.iter().zip(&others).all(|(a, b)| a.is_like(*b));
        if sorts.len() != others.len() || !is_like {
            return Some("they are about different things".to_string());
        }
        if let (Some(one), Some(other)) = (first.dialect(), second.dialect()) {
            let one = without_dialect(&first.predicate, one);
            let other = without_dialect(&second.predicate, other);
            let [one, other] = [one, other].map(|it| Constraint::new(first.sort, it));
            return match one.is_equivalent(&other) {
                Relation::Fails(example) => Some(format!(
                    "only one takes the parameters of {}",
                    example.text()
                )),
                _ => None,
            };
        }
        for arguments in combinations(&sorts[1..]) {
            let [one, other] = [first, second].map(|it| self.applied(it, &arguments));
            if let Relation::Fails(example) = one?.is_equivalent(&other?) {
                let given = first.parameters.iter().zip(&arguments);
                let given: Vec<String> = given
                    .map(|((name, _), argument)| format!("{name} {argument}"))
                    .collect();
                return Some(match given.is_empty() {
                    true => format!("only one holds of {}", example.text()),
                    false => format!(
                        "only one holds of {}, for {}",
                        example.text(),
                        given.join(", ")
                    ),
                });
            }
        }
        None
    }

    /// A concept applied to arguments, if they are valid for it.
    fn applied(&self, concept: &Concept, arguments: &[&str]) -> Option<Constraint> {
        let forms: Vec<Form> = sexp::read(&arguments.join(" ")).ok()?;
        let mut reader = Reader::new(self, "");
        let applied = reader.instance(&concept.body, concept, &forms, concept.sort);
        Some(Constraint::new(concept.sort, applied.ok()?))
    }
}

/// Tuples of sample arguments for parameters of these sorts.
fn combinations(sorts: &[Sort]) -> Vec<Vec<&'static str>> {
    let mut found: Vec<Vec<&'static str>> = vec![vec![]];
    for &sort in sorts {
        let longer = found.iter().flat_map(|known| {
            let with = |sample: &&'static str| [&known[..], &[*sample]].concat();
            samples(sort).iter().map(with)
        });
        found = longer.collect();
        found.truncate(MAX_INSTANCES);
    }
    found
}

/// The predicate with the dialect prefix removed from the names of the dialect's types and attributes.
fn without_dialect(predicate: &Predicate, dialect: &str) -> Predicate {
    let again = |part: &Predicate| without_dialect(part, dialect);
    let all = |parts: &[Predicate]| parts.iter().map(again).collect::<Vec<_>>();
    let own = |word: &str| match word.split_at_checked(1) {
        Some((mark @ ("!" | "#"), name)) => {
            let own = name
                .strip_prefix(dialect)
                .and_then(|it| it.strip_prefix('.'));
            format!("{mark}{}", own.unwrap_or(name))
        }
        _ => word.to_string(),
    };
    match predicate {
        Predicate::Constant(_) => predicate.clone(),
        Predicate::And(parts) => Predicate::and(all(parts)),
        Predicate::Or(parts) => Predicate::or(all(parts)),
        Predicate::Not(part) => Predicate::not(again(part)),
        Predicate::Concept(_, body) => again(body),
        Predicate::Test(test) => test.with_inner(|part| match (test, part) {
            (Test::Field(field, _), Predicate::Test(Test::Word(words))) if field == "name" => {
                Predicate::Test(Test::Word(words.map(own)))
            }
            _ => again(part),
        }),
    }
}
