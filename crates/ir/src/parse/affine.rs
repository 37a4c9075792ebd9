//! The parser of affine maps and integer sets.

use super::{Kind, Parsed, Parser, Unresolved};
use crate::affine::{add, ceil_div, floor_div, is_symbolic, modulo, mul, neg, sub};
use crate::number::Int;
use crate::program::{AffineExpr, AffineMap, Constraint, IntegerSet};
use hashbrown::HashMap;

/// The maximum number of operators in an affine expression, which bounds the depth of recursion over it.
const MAX_OPERATORS: u32 = 1000;

/// The scope of names in an affine expression.
#[derive(Default)]
pub(crate) struct AffineNames<'s> {
    names: HashMap<&'s str, AffineExpr>,
    /// For inline operands: SSA names are numbered as dimensions or symbols.
    operands: Option<InlineOperands<'s>>,
    operators: u32,
}

/// The operands in inline affine expressions, in order of occurrence.
#[derive(Default)]
pub(crate) struct InlineOperands<'s> {
    pub(crate) dims: Vec<Unresolved<'s>>,
    pub(crate) symbols: Vec<Unresolved<'s>>,
    /// The number of each operand (name, result number, whether it is a symbol) in its list.
    numbers: HashMap<(&'s str, u32, bool), u32>,
}

/// A map or a set.
pub(crate) enum MapOrSet {
    Map(AffineMap),
    Set(IntegerSet),
}

impl<'s> Parser<'s> {
    /// `affine_map<…>`, after the keyword.
    pub(crate) fn affine_map_body(&mut self) -> Parsed<AffineMap> {
        self.expect(Kind::Less, "'<' in affine map")?;
        let at = self.token.start;
        let MapOrSet::Map(map) = self.map_or_set()? else {
            return self.error_at(at, "expected AffineMap, but got IntegerSet");
        };
        self.expect(Kind::Greater, "'>' in affine map")?;
        Ok(map)
    }

    /// `affine_set<…>`, after the keyword.
    pub(crate) fn affine_set_body(&mut self) -> Parsed<IntegerSet> {
        self.expect(Kind::Less, "'<' in integer set")?;
        let at = self.token.start;
        let MapOrSet::Set(set) = self.map_or_set()? else {
            return self.error_at(at, "expected IntegerSet, but got AffineMap");
        };
        self.expect(Kind::Greater, "'>' in integer set")?;
        Ok(set)
    }

    /// `(d0, …)[s0, …] -> (…)` without enclosing brackets.
    pub(crate) fn bare_affine_map(&mut self) -> Parsed<AffineMap> {
        let at = self.token.start;
        match self.nested(Self::map_or_set)? {
            MapOrSet::Map(map) => Ok(map),
            MapOrSet::Set(_) => self.error_at(at, "expected an affine map"),
        }
    }

    fn map_or_set(&mut self) -> Parsed<MapOrSet> {
        let mut names = AffineNames::default();
        self.expect(
            Kind::LeftParen,
            "'(' at start of dimension identifiers list",
        )?;
        let dims = self.affine_inputs(&mut names, Kind::RightParen, AffineExpr::Dim)?;
        let symbols = if self.eat(Kind::LeftBracket) {
            self.affine_inputs(&mut names, Kind::RightBracket, AffineExpr::Symbol)?
        } else {
            0
        };
        if self.eat(Kind::Arrow) {
            self.expect(Kind::LeftParen, "'(' at start of affine map range")?;
            let results = self.affine_list(&mut names, Kind::RightParen)?;
            return Ok(MapOrSet::Map(AffineMap {
                dims,
                symbols,
                results,
            }));
        }
        if !self.eat(Kind::Colon) {
            return self.error("expected '->' or ':'");
        }
        self.expect(
            Kind::LeftParen,
            "'(' at start of integer set constraint list",
        )?;
        let mut constraints = Vec::new();
        self.list_until(Kind::RightParen, "')'", |parser| {
            constraints.push(parser.constraint(&mut names)?);
            Ok(())
        })?;
        Ok(MapOrSet::Set(IntegerSet {
            dims,
            symbols,
            constraints,
        }))
    }

    fn affine_inputs(
        &mut self,
        names: &mut AffineNames<'s>,
        close: Kind,
        make: fn(u32) -> AffineExpr,
    ) -> Parsed<u32> {
        let mut count = 0;
        self.list_until(close, "the end of the identifier list", |parser| {
            let at = parser.token.start;
            let name = parser.word("a bare identifier")?;
            if names.names.insert(name, make(count)).is_some() {
                return parser.error_at(at, format!("redefinition of identifier '{name}'"));
            }
            count += 1;
            Ok(())
        })?;
        Ok(count)
    }

    fn affine_list(&mut self, names: &mut AffineNames<'s>, close: Kind) -> Parsed<Vec<AffineExpr>> {
        let mut results = Vec::new();
        self.list_until(close, "the end of the affine expression list", |parser| {
            names.operators = 0;
            results.push(parser.affine_expr(names)?);
            Ok(())
        })?;
        Ok(results)
    }

    fn constraint(&mut self, names: &mut AffineNames<'s>) -> Parsed<Constraint> {
        let lhs = self.affine_expr(names)?;
        let at_least = self.eat(Kind::Greater);
        let at_most = !at_least && self.eat(Kind::Less);
        if !at_least && !at_most {
            self.expect(Kind::Equal, "'== ', '>=' or '<=' in affine constraint")?;
        }
        self.expect(Kind::Equal, "'=' in affine constraint")?;
        let rhs = self.affine_expr(names)?;
        Ok(if at_least {
            Constraint::NonNegative(sub(lhs, rhs))
        } else if at_most {
            Constraint::NonNegative(sub(rhs, lhs))
        } else {
            Constraint::Zero(sub(lhs, rhs))
        })
    }

    /// `[expr, …]` or `(expr, …)` over SSA names: returns a map with its operands.
    pub(crate) fn inline_affine_map(
        &mut self,
        open: Kind,
        close: Kind,
    ) -> Parsed<(AffineMap, InlineOperands<'s>)> {
        self.expect(open, "a list of affine expressions")?;
        let mut names = inline_names();
        let results = self.affine_list(&mut names, close)?;
        Ok(finish_inline(names, results))
    }

    /// Several maps over the same SSA names, which `read` parses.
    pub(crate) fn inline_affine_lists(
        &mut self,
        read: impl FnOnce(&mut Self, &mut AffineNames<'s>) -> Parsed<Vec<AffineExpr>>,
    ) -> Parsed<(AffineMap, InlineOperands<'s>)> {
        let mut names = inline_names();
        let results = read(self, &mut names)?;
        Ok(finish_inline(names, results))
    }

    /// An affine expression: a sum of products.
    pub(crate) fn affine_expr(&mut self, names: &mut AffineNames<'s>) -> Parsed<AffineExpr> {
        let mut lhs = self.affine_product(names)?;
        loop {
            let at = self.token.start;
            let subtract = match self.token.kind {
                Kind::Plus => false,
                Kind::Minus => true,
                _ => return Ok(lhs),
            };
            self.advance();
            self.count_operator(names, at)?;
            let rhs = self.affine_product(names)?;
            lhs = if subtract {
                sub(lhs, rhs)
            } else {
                add(lhs, rhs)
            };
        }
    }

    fn count_operator(&self, names: &mut AffineNames<'s>, at: u32) -> Parsed<()> {
        names.operators += 1;
        if names.operators > MAX_OPERATORS {
            let message = format!("expected at most {MAX_OPERATORS} operators in an affine map");
            return self.error_at(at, message);
        }
        Ok(())
    }

    fn affine_product(&mut self, names: &mut AffineNames<'s>) -> Parsed<AffineExpr> {
        let mut lhs = self.affine_factor(names)?;
        loop {
            let at = self.token.start;
            let op = match self.token.kind {
                Kind::Star => "*",
                Kind::Bare if matches!(self.text(), "floordiv" | "ceildiv" | "mod") => self.text(),
                _ => return Ok(lhs),
            };
            self.advance();
            self.count_operator(names, at)?;
            let rhs = self.affine_factor(names)?;
            let symbolic = is_symbolic(&rhs) || (op == "*" && is_symbolic(&lhs));
            if !symbolic {
                let message = format!(
                    "non-affine expression: the right operand of '{op}' has to be either a constant or symbolic"
                );
                return self.error_at(at, message);
            }
            lhs = match op {
                "*" => mul(lhs, rhs),
                "floordiv" => floor_div(lhs, rhs),
                "ceildiv" => ceil_div(lhs, rhs),
                _ => modulo(lhs, rhs),
            };
        }
    }

    fn affine_factor(&mut self, names: &mut AffineNames<'s>) -> Parsed<AffineExpr> {
        match self.token.kind {
            Kind::LeftParen => self.nested(|parser| {
                parser.advance();
                let expr = parser.affine_expr(names)?;
                parser.expect(Kind::RightParen, "')'")?;
                Ok(expr)
            }),
            Kind::Minus => {
                let at = self.token.start;
                self.nested(|parser| {
                    parser.advance();
                    parser.count_operator(names, at)?;
                    Ok(neg(parser.affine_factor(names)?))
                })
            }
            Kind::Integer => {
                let Some(value) = self.text().parse::<i64>().ok() else {
                    return self.error("constant too large for index");
                };
                self.advance();
                Ok(AffineExpr::Constant(Int::from(value)))
            }
            Kind::Percent => self.inline_operand(names, false),
            Kind::Bare => {
                let name = self.text();
                if name == "symbol" && names.operands.is_some() {
                    self.advance();
                    self.expect(Kind::LeftParen, "'(' at start of SSA symbol")?;
                    let expr = self.inline_operand(names, true)?;
                    self.expect(Kind::RightParen, "')' at end of SSA symbol")?;
                    return Ok(expr);
                }
                match names.names.get(name) {
                    Some(expr) => {
                        let expr = expr.clone();
                        self.advance();
                        Ok(expr)
                    }
                    None => self.error(format!("use of undeclared identifier '{name}'")),
                }
            }
            _ => self.error("expected an affine expression"),
        }
    }

    fn inline_operand(&mut self, names: &mut AffineNames<'s>, symbol: bool) -> Parsed<AffineExpr> {
        let Some(operands) = &mut names.operands else {
            return self.error("expected an affine expression without SSA values");
        };
        if self.token.kind != Kind::Percent {
            return self.error("expected SSA operand");
        }
        // Moved out temporarily, since parsing an operand borrows the parser.
        let mut operands = std::mem::take(operands);
        let operand = self.operand()?;
        let (list, make): (_, fn(u32) -> AffineExpr) = if symbol {
            (&mut operands.symbols, AffineExpr::Symbol)
        } else {
            (&mut operands.dims, AffineExpr::Dim)
        };
        let key = (operand.name, operand.number, symbol);
        let at = *operands.numbers.entry(key).or_insert_with(|| {
            list.push(operand);
            list.len() as u32 - 1
        });
        names.operands = Some(operands);
        Ok(make(at))
    }
}

fn inline_names<'s>() -> AffineNames<'s> {
    AffineNames {
        operands: Some(InlineOperands::default()),
        ..AffineNames::default()
    }
}

fn finish_inline<'s>(
    names: AffineNames<'s>,
    results: Vec<AffineExpr>,
) -> (AffineMap, InlineOperands<'s>) {
    let operands = names.operands.unwrap_or_default();
    let map = AffineMap {
        dims: operands.dims.len() as u32,
        symbols: operands.symbols.len() as u32,
        results,
    };
    (map, operands)
}
