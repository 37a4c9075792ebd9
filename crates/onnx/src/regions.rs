//! The graphs within nodes, as regions of ops: branches and loops.

use crate::proto::{Graph, Node};
use crate::tensor::Type;
use crate::text::{Value, Writer, counted, described};
use hashbrown::HashMap;

/// The regions of an op as text, and the types of its results if they give them.
type Regions = (String, Option<Vec<Type>>);

impl Writer {
    /// The regions of a node: its graphs.
    pub(crate) fn regions(&mut self, node: &Node) -> Result<Regions, String> {
        match node.op_type.as_str() {
            "If" => self.branches(node),
            "Loop" => self.body(node),
            _ => Ok((String::new(), None)),
        }
    }

    /// The branches of an `If`: a result has the rank, the sizes and the element type that both agree on.
    fn branches(&mut self, node: &Node) -> Result<Regions, String> {
        let (first, one) = self.region(graph(node, "then_branch")?, &[])?;
        let (second, other) = self.region(graph(node, "else_branch")?, &[])?;
        for (name, types) in [("then_branch", &one), ("else_branch", &other)] {
            if types.len() != node.output.len() {
                return Err(format!(
                    "{} has {}, and its '{name}' has {}",
                    described(node),
                    counted(node.output.len(), "output"),
                    types.len()
                ));
            }
        }
        let results = one.into_iter().zip(other).map(|(one, other)| Type {
            element: one.element.filter(|it| other.element == Some(*it)),
            dims: one.dims.zip(other.dims).and_then(|(one, other)| {
                let sizes = one.iter().zip(&other);
                let sizes = sizes.map(|(a, b)| if a == b { *a } else { None });
                (one.len() == other.len()).then(|| sizes.collect())
            }),
        });
        Ok((format!(" ({first}, {second})"), Some(results.collect())))
    }

    /// The body of a `Loop`. A carried value keeps the rank that it has at first if the body keeps it; what is collected
    /// from all iterations has one dimension more than in one.
    fn body(&mut self, node: &Node) -> Result<Regions, String> {
        let body = graph(node, "body")?;
        let carried = node.input.get(2..).unwrap_or_default();
        let passed = 2 + carried.len();
        let results = 1 + node.output.len().max(carried.len());
        if body.input.len() != passed || body.output.len() < results {
            return Err(format!(
                "the 'body' of {} has {} and {}; wanted are {passed} and {results}",
                described(node),
                counted(body.input.len(), "input"),
                counted(body.output.len(), "output")
            ));
        }
        let initial = carried.iter().map(|name| match self.value(name) {
            Some(Value { ty, .. }) => Type::ranked(ty.element, ty.rank()),
            None => Type::default(),
        });
        let initial: Vec<Type> = initial.collect();
        let (text, types) = self.iteration(body, &initial)?;
        let mut initial = initial.into_iter();
        let results = types.iter().skip(1).map(|last| match initial.next() {
            Some(first) if first.is_like(last) => first,
            Some(_) => Type::default(),
            None => Type::ranked(last.element, last.rank().map(|rank| rank + 1)),
        });
        let results = results.take(node.output.len()).collect();
        Ok((format!(" ({text})"), Some(results)))
    }

    /// The body of a loop as a region, with the types of its outputs. What is assumed of a carried value is what it is at
    /// first, if the body keeps it.
    fn iteration(&mut self, body: &Graph, initial: &[Type]) -> Result<(String, Vec<Type>), String> {
        let nothing = vec![Type::default(); initial.len()];
        // In a loop within others nothing is assumed: each would be read several times for each time that one around it is.
        if self.scopes.len() > 1 {
            return self.region(body, &nothing);
        }
        let used = self.used.clone();
        let mut assumed = initial.to_vec();
        for _ in 0..2 {
            let read = self.region(body, &assumed)?;
            let is_kept = |(own, last): (&Type, &Type)| own.element.is_none() || own.is_like(last);
            let kept: Vec<bool> = assumed
                .iter()
                .zip(read.1.iter().skip(1))
                .map(is_kept)
                .collect();
            if kept.iter().all(|it| *it) {
                return Ok(read);
            }
            let dropped = assumed.iter_mut().zip(kept).filter(|(_, is_kept)| !is_kept);
            dropped.for_each(|(own, _)| *own = Type::default());
            self.used.clone_from(&used);
        }
        self.region(body, &nothing)
    }

    /// A graph as a region, and the types of its outputs. The last of its inputs are carried from one iteration to the next;
    /// an unknown type is the default one.
    fn region(&mut self, graph: &Graph, carried: &[Type]) -> Result<(String, Vec<Type>), String> {
        let outer = std::mem::take(&mut self.out);
        self.scopes.push(HashMap::new());
        self.indent += 1;
        let mut arguments = Vec::new();
        let others = graph.input.len().saturating_sub(carried.len());
        for (at, input) in graph.input.iter().enumerate() {
            let known = at.checked_sub(others).and_then(|at| carried.get(at));
            let mut ty = match known {
                Some(known) if known.element.is_some() => known.clone(),
                _ => Type::of(input),
            };
            // The sizes of a carried value may differ between iterations.
            if let Some(dims) = &mut ty.dims {
                dims.fill(None);
            }
            let text = ty.to_string();
            let name = self.define(&input.name, ty, None);
            arguments.push(format!("{name}: {text}"));
        }
        self.initializers(graph);
        self.nodes(graph)?;
        let types = self.end(graph, "onnx.Yield")?;
        self.indent -= 1;
        self.scopes.pop();
        let body = std::mem::replace(&mut self.out, outer);
        let indent = "  ".repeat(self.indent);
        let label = match arguments.is_empty() {
            true => String::new(),
            false => format!("{indent}^bb0({}):\n", arguments.join(", ")),
        };
        Ok((format!("{{\n{label}{body}{indent}}}"), types))
    }
}

/// The graph that is an attribute of a node.
fn graph<'n>(node: &'n Node<'_>, name: &str) -> Result<&'n Graph<'n>, String> {
    let graph = node.attribute.iter().find(|it| it.name == name);
    let graph = graph.and_then(|it| it.g.as_ref());
    graph.ok_or_else(|| format!("{} has no '{name}'", described(node)))
}
