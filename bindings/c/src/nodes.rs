//! Terms as data: their nodes, for programs that translate answers into expressions of their own.

use crate::{CColumn, Expression};
use calipers::program::Column;
use calipers::term::Expr;
use std::ffi::{CString, c_char};

/// A node of a term: `calipers_node`.
#[repr(C)]
pub struct CNode {
    kind: u32,
    operator: u32,
    column: CColumn,
    integer: *const c_char,
    operands: *const u32,
    operand_count: usize,
}

/// The nodes of a term, with what they point to.
pub(crate) struct Nodes {
    nodes: Vec<CNode>,
    /// The vectors and strings do not change once nodes point to them.
    _operands: Vec<Vec<u32>>,
    _integers: Vec<CString>,
}

impl Nodes {
    pub(crate) fn of(term: &Expr<Column>) -> Nodes {
        let mut terms = vec![term];
        let mut operands = vec![];
        let mut at = 0;
        // Breadth first: the operands of a node are consecutive.
        while let Some(&term) = terms.get(at) {
            let children = match term {
                Expr::Apply(_, children) => &children[..],
                _ => &[],
            };
            let first = terms.len();
            terms.extend(children);
            operands.push((first..terms.len()).map(|it| it as u32).collect());
            at += 1;
        }
        let mut integers = vec![];
        let node = |(term, operands): (&&Expr<Column>, &Vec<u32>)| {
            let mut node = CNode {
                kind: 0,
                operator: 0,
                column: CColumn::of(Column::Symbol(0)),
                integer: std::ptr::null(),
                operands: operands.as_ptr(),
                operand_count: operands.len(),
            };
            match term {
                Expr::Integer(value) => {
                    // Digits contain no 0 byte.
                    let text = CString::new(value.to_string()).unwrap_or_default();
                    node.integer = text.as_ptr();
                    integers.push(text);
                }
                Expr::Leaf(column) => (node.kind, node.column) = (1, CColumn::of(*column)),
                Expr::Apply(operator, _) => (node.kind, node.operator) = (2, *operator as u32),
            }
            node
        };
        let nodes = terms.iter().zip(&operands).map(node).collect();
        Nodes {
            nodes,
            _operands: operands,
            _integers: integers,
        }
    }
}

/// The nodes of a term, and their number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_expression_nodes(
    expression: *const Expression,
    count: *mut usize,
) -> *const CNode {
    // SAFETY: as the header says.
    let nodes = unsafe { expression.as_ref() }.map(|it| &it.nodes().nodes[..]);
    if !count.is_null() {
        // SAFETY: as the header says.
        unsafe { count.write(nodes.map_or(0, <[_]>::len)) };
    }
    nodes.map_or(std::ptr::null(), <[_]>::as_ptr)
}
