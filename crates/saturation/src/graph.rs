//! The e-graph with its analysis: a range and a linear form for each e-class.

use super::deciding::deciding;
use super::facts::Facts;
use super::language::{Children, Form, Head, Node};
use super::limits::Limits;
use calipers_number::{Int, Range};
use calipers_program::term::{Expr, Leaf, Operator};
use calipers_support::order::Order;
use egg::{Analysis, DidMerge, EGraph, Id, Language};
use hashbrown::{HashMap, HashSet};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

pub(crate) type Graph<'f> = EGraph<Node, Domain<'f>>;

/// Maximum number of substitutions that bring a form to its normal form: unions may make e-classes circular.
const MAX_SUBSTITUTIONS: usize = 32;
/// How many levels of e-nodes below its root a rule matches.
const PATTERN_DEPTH: usize = 3;
/// Maximum number of summands of a product of sums that is multiplied out.
const MAX_EXPANDED: usize = 8;

/// Maximum number of factors of a summand of a product that is multiplied out.
const MAX_DEGREE: usize = 12;

/// The analysis of e-classes, with the facts that it rests on.
pub(crate) struct Domain<'f> {
    pub(crate) facts: &'f mut dyn Facts,
    /// The conditions that were asked, with the answers.
    pub(crate) asked: HashMap<Expr, Option<bool>>,
    /// How many conditions may still be asked.
    pub(crate) questions: usize,
    /// How many parts of rules may still be compared with e-classes.
    pub(crate) comparisons: usize,
    /// Maximum number of e-nodes.
    pub(crate) nodes: usize,
    /// Whether rules may only introduce divisions by constants.
    pub(crate) constant_divisors: bool,
    /// Whether two different numbers are equal: the point is unreachable, and all terms are equal there.
    pub(crate) is_contradictory: bool,
    /// How often ranges may still become narrower by a merge.
    narrowings: usize,
    /// Forms that are at least 0, besides what ranges say.
    pub(crate) assumed: Vec<Form>,
    /// The e-class of the term.
    pub(crate) root: Option<Id>,
    /// The e-classes that changed since the last iteration began.
    pub(crate) touched: Vec<Id>,
    /// The e-classes at which a rule may match anew: those that changed before this iteration, and those above them.
    pub(crate) dirty: HashSet<Id>,
    /// The shortest sums of e-classes since the last union.
    pub(crate) sums: HashMap<Id, Rc<[Form]>>,
    /// The normal forms of e-classes since the last union.
    normals: RefCell<HashMap<Id, Normal>>,
    /// Those of sums of e-classes that are sums of each other.
    circular: RefCell<BTreeMap<Form, Option<Rc<Form>>>>,
}

/// The normal form of an e-class.
#[derive(Clone, Default)]
struct Normal {
    /// The form; none if its numbers exceed the cap.
    form: Option<Rc<Form>>,
    /// Whether e-classes are sums of each other, so that the substitution does not end. In a sum of several such
    /// e-classes some may cancel.
    is_circular: bool,
}

/// Maximum number of merges that make a range narrower.
const MAX_NARROWINGS: usize = 4_000;

impl<'f> Domain<'f> {
    /// A domain for an empty e-graph.
    pub(crate) fn new(limits: Limits, facts: &'f mut dyn Facts) -> Domain<'f> {
        Domain {
            facts,
            asked: HashMap::new(),
            questions: limits.questions,
            comparisons: limits.comparisons,
            nodes: limits.nodes,
            constant_divisors: limits.constant_divisors,
            is_contradictory: false,
            narrowings: MAX_NARROWINGS,
            assumed: vec![],
            root: None,
            touched: vec![],
            dirty: HashSet::new(),
            sums: HashMap::new(),
            normals: RefCell::default(),
            circular: RefCell::default(),
        }
    }

    /// Forgets what depends on the members of e-classes.
    pub(crate) fn forget_forms(&mut self) {
        self.sums.clear();
        self.normals.get_mut().clear();
        self.circular.get_mut().clear();
    }
}

/// The data of an e-class.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) range: Range,
    /// The sum that the e-class equals, if it has one.
    pub(crate) form: Option<Form>,
    /// A term in the e-class, and its number of nodes: a name for the e-class in questions about it.
    term: (usize, Expr),
}

impl Analysis<Node> for Domain<'_> {
    type Data = Known;

    fn make(graph: &mut Graph<'_>, node: &Node, _: Id) -> Known {
        let ranges = |children: &[Id]| -> Vec<Range> {
            let range = |&child: &Id| graph[child].data.range.clone();
            children.iter().map(range).collect()
        };
        let range = match node {
            Node::Integer(value) => Range::constant(value.clone()),
            Node::Leaf(leaf) => graph.analysis.facts.range(*leaf),
            Node::Sum(weights, children) => {
                let ranges = ranges(children);
                let terms = weights.coefficients.iter().zip(&ranges);
                Range::combination(&weights.constant, terms)
            }
            Node::Apply(operator, children) => operator.range_over(children, &ranges(children)),
        };
        Known {
            range,
            form: node.form(),
            term: term_of(graph, node),
        }
    }

    fn merge(&mut self, known: &mut Known, other: Known) -> DidMerge {
        self.forget_forms();
        let mut range = known.range.intersect(&other.range);
        self.is_contradictory |= range.is_empty();
        let mut did_merge = DidMerge(range != known.range, range != other.range);
        // Under contradictory conditions x = x + 1, whose range becomes narrower without an end.
        let is_narrower = did_merge.0 || did_merge.1;
        if is_narrower && (self.is_contradictory || self.narrowings == 0) {
            (range, did_merge) = (known.range.clone(), DidMerge(false, false));
        }
        self.narrowings -= usize::from(did_merge.0 || did_merge.1);
        known.range = range;
        let length = |form: &Form| (form.terms().len(), form.clone());
        known.form = match (known.form.take(), other.form) {
            (Some(a), Some(b)) => Some(std::cmp::min_by_key(a, b, length)),
            (a, b) => a.or(b),
        };
        if other.term.0 < known.term.0 {
            known.term = other.term;
        }
        did_merge
    }

    fn modify(graph: &mut Graph<'_>, id: Id) {
        graph.analysis.touched.push(id);
        let known = &graph[id].data;
        if let Some(value) = known.range.as_constant().cloned()
            && known.form.as_ref().and_then(Form::as_constant) != Some(&value)
        {
            let constant = graph.add(Node::Integer(value));
            graph.union(id, constant);
        }
        // All other terms of a number are longer, and its uses are in normal form.
        let is_integer = |node: &Node| matches!(node, Node::Integer(_));
        let nodes = &mut graph[id].nodes;
        if nodes.len() > 1 && nodes.iter().any(is_integer) {
            nodes.retain(is_integer);
        }
    }
}

/// A term of an e-node over terms of its children.
fn term_of(graph: &Graph<'_>, node: &Node) -> (usize, Expr) {
    let child = |id: &Id| graph[*id].data.term.clone();
    match node {
        Node::Integer(value) => (1, Expr::Integer(value.clone())),
        Node::Leaf(leaf) => (1, Expr::Leaf(*leaf)),
        Node::Sum(weights, children) => {
            let children = children.iter().zip(&weights.coefficients);
            let parts = children.map(|(id, k)| (child(id), k));
            let mut terms = vec![];
            let mut size = 2;
            for ((own, term), k) in parts {
                size += own + 2;
                terms.push(scaled(k, term));
            }
            if !weights.constant.is_zero() || terms.is_empty() {
                terms.push(Expr::Integer(weights.constant.clone()));
            }
            (size, Expr::apply(Operator::Add, terms))
        }
        Node::Apply(operator, children) => {
            let (sizes, terms): (Vec<usize>, Vec<Expr>) = children.iter().map(child).unzip();
            let size = sizes
                .iter()
                .fold(1, |sum: usize, it| sum.saturating_add(*it));
            (size, Expr::apply(*operator, terms))
        }
    }
}

fn is_integer(term: &Expr) -> bool {
    matches!(term, Expr::Integer(_))
}

/// `k·term`
pub(crate) fn scaled(k: &Int, term: Expr) -> Expr {
    match term {
        term if k.is_one() => term,
        // k·(a·b) is k·a·b.
        Expr::Apply(Operator::Mul, factors) if !factors.iter().any(is_integer) => {
            let factors = std::iter::once(Expr::Integer(k.clone())).chain(factors.iter().cloned());
            Expr::apply(Operator::Mul, factors.collect::<Vec<_>>())
        }
        term => Expr::scaled(k.clone(), term),
    }
}

/// The e-class of a form.
pub(crate) fn class_of(graph: &mut Graph<'_>, form: &Form) -> Option<Id> {
    let class = add(graph, form);
    let normal = normal(graph, form)?;
    if normal != *form {
        let other = add(graph, &normal);
        graph.union(class, other);
    }
    Some(graph.find(class))
}

/// The e-class of a form as it is.
fn add(graph: &mut Graph<'_>, form: &Form) -> Id {
    match (form.as_constant(), form.as_atom()) {
        (Some(value), _) => graph.add(Node::Integer(value.clone())),
        (_, Some(class)) => graph.find(class),
        _ => graph.add(Node::sum(form)),
    }
}

/// The e-class of a form, if there is one.
pub(crate) fn lookup(graph: &Graph<'_>, form: &Form) -> Option<Id> {
    match (form.as_constant(), form.as_atom()) {
        (Some(value), _) => graph.lookup(Node::Integer(value.clone())),
        (_, Some(class)) => Some(graph.find(class)),
        _ => graph.lookup(Node::sum(form)),
    }
}

/// The form over e-classes that equal no sum. None if a number exceeds the cap.
pub(crate) fn normal(graph: &Graph<'_>, form: &Form) -> Option<Form> {
    let is_normal = |atom: Id| graph.find(atom) == atom && graph[atom].data.form.is_none();
    if form.atoms().all(is_normal) {
        return Some(form.clone());
    }
    if let Some(class) = form.as_atom() {
        return normal_of_class(graph, class).map(|form| (*form).clone());
    }
    let mut sum = Form::from_constant(form.constant().clone())?;
    for (atom, k) in form.terms() {
        let normal = known_normal(graph, *atom);
        if normal.is_circular {
            return circular(graph, current(graph, form)?).map(|form| (*form).clone());
        }
        sum = sum.add_scaled(k, &*normal.form?)?;
    }
    Some(sum)
}

/// The normal form of a sum of e-classes that are sums of each other.
fn circular(graph: &Graph<'_>, form: Form) -> Option<Rc<Form>> {
    if let Some(known) = graph.analysis.circular.borrow().get(&form) {
        return known.clone();
    }
    let normal = substituted(graph, form.clone()).form;
    let mut known = graph.analysis.circular.borrow_mut();
    known.insert(form, normal.clone());
    normal
}

/// The normal form of an e-class.
pub(crate) fn normal_of_class(graph: &Graph<'_>, class: Id) -> Option<Rc<Form>> {
    known_normal(graph, class).form
}

fn known_normal(graph: &Graph<'_>, class: Id) -> Normal {
    let class = graph.find(class);
    if let Some(known) = graph.analysis.normals.borrow().get(&class) {
        return known.clone();
    }
    let normal = substituted(graph, Form::atom(class));
    let mut normals = graph.analysis.normals.borrow_mut();
    normals.insert(class, normal.clone());
    normal
}

/// A form in which the forms of its e-classes are substituted.
fn substituted(graph: &Graph<'_>, mut form: Form) -> Normal {
    for _ in 0..MAX_SUBSTITUTIONS {
        let next = form.atoms().find_map(|atom| {
            let own = graph[atom].data.form.as_ref()?;
            let own = current(graph, own)?;
            own.coefficient(&atom).is_zero().then_some((atom, own))
        });
        let Some((atom, own)) = next else {
            return Normal {
                form: Some(Rc::new(form)),
                is_circular: false,
            };
        };
        match form.substitute(atom, &own) {
            Some(substituted) => form = substituted,
            None => return Normal::default(),
        }
    }
    Normal {
        form: Some(Rc::new(form)),
        is_circular: true,
    }
}

/// Begins an iteration: determines the e-classes at which a rule may match anew.
pub(crate) fn begin_iteration(graph: &mut Graph<'_>) {
    let touched = std::mem::take(&mut graph.analysis.touched);
    let mut level: Vec<Id> = touched.into_iter().map(|id| graph.find(id)).collect();
    let mut dirty = HashSet::new();
    for _ in 0..=PATTERN_DEPTH {
        level.retain(|id| dirty.insert(*id));
        let above = level.iter().flat_map(|id| graph[*id].parents());
        level = above.map(|id| graph.find(id)).collect();
    }
    graph.analysis.dirty = dirty;
}

/// The form with the e-classes that its e-classes are now. None if a number exceeds the cap.
pub(crate) fn current(graph: &Graph<'_>, form: &Form) -> Option<Form> {
    if form.atoms().all(|id| graph.find(id) == id) {
        return Some(form.clone());
    }
    let terms = form
        .terms()
        .iter()
        .map(|(id, k)| (graph.find(*id), k.clone()));
    Form::from_terms(form.constant().clone(), terms)
}

/// The form of a term, whose parts are added. None if a number exceeds the cap.
pub(crate) fn form_of(graph: &mut Graph<'_>, term: &Expr) -> Option<Form> {
    match term {
        Expr::Integer(value) => Form::from_constant(value.clone()),
        Expr::Leaf(leaf) => Some(leaf_form(graph, *leaf)),
        Expr::Apply(operator, arguments) => {
            let mut forms = vec![];
            for argument in arguments.iter() {
                forms.push(form_of(graph, argument)?);
            }
            apply(graph, *operator, &forms)
        }
    }
}

fn leaf_form(graph: &mut Graph<'_>, leaf: Leaf) -> Form {
    Form::atom(graph.add(Node::Leaf(leaf)))
}

/// The form of an operator on forms. A factor that is a sum is kept as one atom, since a product may be shorter than
/// what it is multiplied out to.
pub(crate) fn apply(graph: &mut Graph<'_>, operator: Operator, forms: &[Form]) -> Option<Form> {
    let (first, rest) = forms.split_first()?;
    match operator {
        Operator::Add => rest.iter().try_fold(first.clone(), |sum, it| sum.add(it)),
        Operator::Mul => {
            let mut all = first.clone();
            for form in rest {
                all = product(graph, &all, form)?;
            }
            Some(all)
        }
        _ => {
            let mut children = Children::new();
            for form in forms {
                children.push(class_of(graph, form)?);
            }
            if operator == Operator::Eq {
                children.order();
            }
            if matches!(operator, Operator::Min | Operator::Max) {
                children = deciding(graph, operator, children);
                if let [only] = children[..] {
                    return Some(Form::atom(only));
                }
            }
            Some(Form::atom(graph.add(Node::Apply(operator, children))))
        }
    }
}

/// The product of two forms.
fn product(graph: &mut Graph<'_>, a: &Form, b: &Form) -> Option<Form> {
    let (k, form) = match (a.as_constant(), b.as_constant()) {
        (Some(k), _) => (k.clone(), b),
        (_, Some(k)) => (k.clone(), a),
        _ => {
            let (a, b) = (class_of(graph, a)?, class_of(graph, b)?);
            let mut factors = factors_of(graph, a);
            factors.extend(factors_of(graph, b));
            return Some(Form::atom(multiply(graph, factors)));
        }
    };
    let summands = form.terms().len() + usize::from(!form.constant().is_zero());
    match summands < 2 || k.is_one() {
        true => form.scale(&k),
        false => Form::atom(class_of(graph, form)?).scale(&k),
    }
}

/// The factors of an e-class: those of a product in it, or itself. A product with itself as a factor (`c = c·c`, of a
/// condition) has no end.
pub(crate) fn factors_of(graph: &Graph<'_>, class: Id) -> Children {
    let nodes = graph[class].nodes.iter();
    let is_own = |factor: &Id| graph.find(*factor) == graph.find(class);
    let product = nodes.filter_map(|node| match node {
        Node::Apply(Operator::Mul, factors) if !factors.iter().any(is_own) => Some(factors.clone()),
        _ => None,
    });
    product
        .min()
        .unwrap_or_else(|| Children::from_slice(&[class]))
}

/// The e-class of a product of e-classes, which is multiplied out as well.
fn multiply(graph: &mut Graph<'_>, mut factors: Children) -> Id {
    factors.order();
    let raw = graph.add(Node::Apply(Operator::Mul, factors.clone()));
    if let Some(expanded) = expanded(graph, &factors)
        && let Some(class) = class_of(graph, &expanded)
    {
        graph.union(raw, class);
    }
    raw
}

/// A product multiplied out; none if no factor is a sum, or if it is long.
pub(crate) fn expanded(graph: &mut Graph<'_>, factors: &[Id]) -> Option<Form> {
    let is_sum = |&factor: &Id| graph[factor].data.form.is_some();
    if !factors.iter().any(is_sum) {
        return None;
    }
    let mut total = vec![(Int::ONE, Children::new())];
    for &factor in factors {
        let form = normal(graph, &Form::atom(factor))?;
        let mut longer = vec![];
        for (k, monomial) in &total {
            if !form.constant().is_zero() {
                longer.push((k * form.constant(), monomial.clone()));
            }
            for (atom, own) in form.terms() {
                let mut monomial = monomial.clone();
                monomial.extend(factors_of(graph, *atom));
                longer.push((k * own, monomial));
            }
        }
        total = longer;
        let is_long = |(_, monomial): &(Int, Children)| monomial.len() > MAX_DEGREE;
        if total.len() > MAX_EXPANDED || total.iter().any(is_long) {
            return None;
        }
    }
    let mut sum = Form::zero();
    for (k, mut monomial) in total {
        let form = match monomial.len() {
            0 => Form::from_constant(1)?,
            1 => Form::atom(monomial[0]),
            _ => {
                monomial.order();
                Form::atom(graph.add(Node::Apply(Operator::Mul, monomial)))
            }
        };
        sum = sum.add_scaled(&k, &form)?;
    }
    Some(sum)
}

/// A term that equals a form.
pub(crate) fn term_of_form(graph: &Graph<'_>, form: &Form) -> Expr {
    let term = |atom: Id| graph[atom].data.term.1.clone();
    let parts = form.terms().iter().map(|(atom, k)| scaled(k, term(*atom)));
    let mut parts: Vec<Expr> = parts.collect();
    if !form.constant().is_zero() || parts.is_empty() {
        parts.push(Expr::Integer(form.constant().clone()));
    }
    match parts.len() {
        1 => parts.remove(0),
        _ => Expr::apply(Operator::Add, parts),
    }
}

/// The e-classes with an e-node of that kind at which a rule may match anew, in ascending order.
pub(crate) fn classes_with(graph: &Graph<'_>, head: Head) -> Vec<Id> {
    let classes = graph.classes_for_op(&head).into_iter().flatten();
    let dirty = &graph.analysis.dirty;
    let mut classes: Vec<Id> = classes.filter(|id| dirty.contains(id)).collect();
    classes.order();
    classes
}

/// The e-nodes of that kind in an e-class.
pub(crate) fn nodes_of(graph: &Graph<'_>, class: Id, head: Head) -> Vec<Node> {
    let nodes = graph[class].nodes.iter();
    let same = nodes.filter(|node| node.discriminant() == head);
    same.cloned().collect()
}
