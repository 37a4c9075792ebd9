//! The functions of the rule language.

use super::names::{alike, subscripts};
use super::{
    Evaluator, MAX_EXPONENT, MAX_LIST, Result, Terms, affine, around, fold, item, or_stop,
};
use crate::constants::Stop;
use crate::formula::{Formula, Function};
use crate::item::Item;
use crate::merge::exits;
use crate::rank_reduction::kept_dims;
use calipers_number::Int;
use calipers_program::term::{Expr, Operator};
use calipers_program::{
    AffineExpr, AffineMap, Column, Constraint, Definition, Extent, OpId, Program, Shape, TypeView,
    ValueId,
};

impl<'p, P: Program + ?Sized> Evaluator<'p, '_, P> {
    pub(super) fn call(&mut self, function: Function, arguments: &[Formula]) -> Result<Item<'p>> {
        let argument = |n: usize| or_stop(arguments.get(n));
        match function {
            Function::Value => {
                let value = self.value(argument(0)?)?;
                let [signed, _] = or_stop(self.readings(value))?;
                Ok(Item::Term(signed))
            }
            Function::Unsigned => {
                let value = self.value(argument(0)?)?;
                self.width(value)?;
                let [_, unsigned] = or_stop(self.readings(value))?;
                Ok(Item::Term(unsigned))
            }
            Function::Dim => self.shaped(arguments, Column::Dim),
            Function::Stride => self.shaped(arguments, Column::Stride),
            Function::Element => self.shaped(arguments, Column::Element),
            Function::Elements => self.elements(argument(0)?),
            Function::Indices => self.indices(argument(0)?, argument(1)?),
            Function::Place => self.place(argument(0)?, argument(1)?),
            Function::Position => self.position(argument(0)?, argument(1)?, argument(2)?),
            Function::Offset => {
                let value = self.value(argument(0)?)?;
                or_stop(self.shape(value)?.rank())?;
                Ok(Item::Term(Expr::Leaf(Column::Offset(value))))
            }
            Function::Rank => {
                let value = self.value(argument(0)?)?;
                let shape = self.program.value_type(value).shape();
                match shape.and_then(|shape| shape.rank()) {
                    Some(rank) => count(rank),
                    None => Ok(Item::Term(Expr::Leaf(Column::Rank(value)))),
                }
            }
            Function::Trip => Ok(Item::Term(Expr::Leaf(Column::Trip(
                self.value(argument(0)?)?,
            )))),
            Function::Constant => Ok(Item::Integer(self.integer(argument(0)?)?)),
            Function::DynamicIndex => {
                let value = self.value(argument(0)?)?;
                let dim = self.index(argument(1)?)?;
                let dims = or_stop(or_stop(self.shape(value)?.dims)?.get(..=dim))?;
                let is_dynamic = |extent: &&Extent| **extent == Extent::Dynamic;
                match dims.last() {
                    Some(Extent::Dynamic) => count(dims.iter().filter(is_dynamic).count() - 1),
                    _ => Err(Stop::Inapplicable),
                }
            }
            Function::At => self.entry_of(argument(0)?, argument(1)?),
            Function::Length => count(self.list(argument(0)?)?.len()),
            Function::Range => {
                let (start, end) = match arguments {
                    [end] => (0, self.index(end)?),
                    _ => (self.index(argument(0)?)?, self.index(argument(1)?)?),
                };
                let is_short = end.saturating_sub(start) <= MAX_LIST;
                or_stop(is_short.then(|| numbers(start..end)))
            }
            Function::List => {
                let items = arguments.iter().map(|argument| self.evaluate(argument));
                Ok(Item::List(items.collect::<Result<_>>()?))
            }
            Function::Drop => {
                let list = self.list(argument(0)?)?.into_owned();
                let count = self.index(argument(1)?)?;
                Ok(Item::List(list.into_iter().skip(count).collect()))
            }
            Function::GroupOf => {
                let groups = self.list(argument(0)?)?.into_owned();
                let member = Item::Integer(self.integer(argument(1)?)?);
                let holds =
                    |group: &Item| matches!(group, Item::List(list) if list.contains(&member));
                count(or_stop(groups.iter().position(holds))?)
            }
            Function::After => {
                let list = self.list(argument(0)?)?.into_owned();
                let member = Item::Integer(self.integer(argument(1)?)?);
                let place = or_stop(list.iter().position(|item| *item == member))?;
                Ok(Item::List(list.into_iter().skip(place + 1).collect()))
            }
            Function::Append => {
                let mut list = self.list(argument(0)?)?.into_owned();
                list.extend(self.list(argument(1)?)?.into_owned());
                Ok(Item::List(list))
            }
            Function::Find => {
                let list = self.list(argument(0)?)?.into_owned();
                let place = match argument(1)? {
                    Formula::Word(word) => list
                        .iter()
                        .position(|item| matches!(item, Item::Text(text) if text == word)),
                    wanted => {
                        let wanted = match self.evaluate(wanted)? {
                            Item::Text(text) => Item::Text(text),
                            other => Item::Integer(self.integer_of(other)?),
                        };
                        list.iter().position(|item| *item == wanted)
                    }
                };
                count(or_stop(place)?)
            }
            Function::Align => {
                let list = self.list(argument(0)?)?.into_owned();
                let length = self.index(argument(1)?)?;
                let missing = length.saturating_sub(list.len());
                or_stop((missing <= MAX_LIST).then_some(()))?;
                let fill = self.evaluate(argument(2)?)?;
                Ok(Item::List([vec![fill; missing], list].concat()))
            }
            Function::Without => {
                let excluded = self.list(argument(1)?)?.into_owned();
                let mut list = self.list(argument(0)?)?.into_owned();
                list.retain(|item| !excluded.contains(item));
                Ok(Item::List(list))
            }
            Function::Exp2 => {
                let exponent = self.index(argument(0)?)?;
                let is_usual = exponent <= MAX_EXPONENT;
                or_stop(is_usual.then(|| Item::Integer(Int::ONE << exponent)))
            }
            Function::Bits => {
                let number = self.integer(argument(0)?)?;
                count(or_stop((number >= Int::ZERO).then(|| number.bit_len()))?)
            }
            Function::BitAnd | Function::BitOr | Function::BitXor => {
                let digits = |number: Int| i128::try_from(number).map_err(|_| Stop::Inapplicable);
                let a = digits(self.integer(argument(0)?)?)?;
                let b = digits(self.integer(argument(1)?)?)?;
                Ok(Item::Integer(Int::from(match function {
                    Function::BitAnd => a & b,
                    Function::BitOr => a | b,
                    _ => a ^ b,
                })))
            }
            Function::CommonDivisor => {
                let mut divisor = Int::ZERO;
                for item in self.list(argument(0)?)?.into_owned() {
                    divisor = divisor.gcd(&self.integer_of(item)?);
                }
                Ok(Item::Integer(divisor))
            }
            Function::Result => {
                let index = match arguments {
                    [] => 0,
                    _ => self.index(argument(0)?)?,
                };
                value_at(self.program.results(or_stop(self.op)?), index)
            }
            Function::Results => {
                let results = self.program.results(or_stop(self.op)?).iter();
                Ok(Item::List(results.map(|&it| Item::Value(it)).collect()))
            }
            Function::Regions => count(self.program.regions(or_stop(self.op)?).len()),
            Function::Argument => {
                let block = self.entry(argument(0)?)?;
                let index = self.index(argument(1)?)?;
                value_at(self.program.block_arguments(block), index)
            }
            Function::Yield => {
                let region = self.region(argument(0)?)?;
                let index = self.index(argument(1)?)?;
                let mut exits = exits(self.program, region);
                let exit = or_stop(exits.next().filter(|_| exits.next().is_none()))?;
                value_at(self.program.operands(exit), index)
            }
            Function::Run => self.run(arguments),
            Function::Fold => self.fold_region(arguments),
            Function::ApplyMap => {
                let map = self.map(argument(0)?)?;
                let result = self.index(argument(1)?)?;
                let operands = self.terms(argument(2)?)?;
                or_stop((operands.len() == map.inputs()).then_some(()))?;
                let expr = or_stop(map.results.get(result))?;
                let value = affine(expr, map.dims as usize, &operands, &mut self.given);
                Ok(item(or_stop(value)?))
            }
            Function::MapResults => count(self.map(argument(0)?)?.results.len()),
            Function::MapInputs => count(self.map(argument(0)?)?.inputs()),
            Function::Positions => {
                let map = self.map(argument(0)?)?;
                let dim =
                    u32::try_from(self.index(argument(1)?)?).map_err(|_| Stop::Inapplicable)?;
                let is_dim = |expr: &AffineExpr| *expr == AffineExpr::Dim(dim);
                let all = 0..map.results.len();
                Ok(numbers(all.filter(|&n| is_dim(&map.results[n]))))
            }
            Function::Satisfies => {
                let Item::Set(set) = self.evaluate(argument(0)?)? else {
                    return Err(Stop::Inapplicable);
                };
                let operands = self.terms(argument(1)?)?;
                let inputs = set.dims as usize + set.symbols as usize;
                or_stop((operands.len() == inputs).then_some(()))?;
                let given = &mut self.given;
                let mut side =
                    |expr: &AffineExpr| affine(expr, set.dims as usize, &operands, given);
                let constraint = |constraint: &Constraint| {
                    let zero = Expr::integer(0);
                    Some(match constraint {
                        Constraint::Zero(expr) => Expr::equal(side(expr)?, zero),
                        Constraint::NonNegative(expr) => Expr::at_most(zero, side(expr)?),
                    })
                };
                let all = std::iter::once(Some(Expr::integer(1)));
                let all = all.chain(set.constraints.iter().map(constraint));
                let all: Option<Terms> = all.collect();
                Ok(item(fold(Operator::Min, or_stop(all)?)))
            }
            Function::Unreduced => {
                let value = self.value(argument(0)?)?;
                let dim = self.index(argument(2)?)?;
                let shape = self.shape(value)?;
                let sizes = self.list(argument(1)?)?;
                let kept = or_stop(kept_dims(or_stop(shape.dims)?, &sizes))?;
                count(or_stop(kept.get(dim).filter(|kept| kept.is_certain))?.dim)
            }
            Function::Parent => {
                let name = word(argument(0)?)?;
                let block = or_stop(self.program.block_of(or_stop(self.op)?))?;
                let parent = self.program.region_parent(self.program.block_region(block));
                let schema = &or_stop(self.rules.op(self.program.op_name(parent)))?.schema;
                let field = or_stop(schema.position(name))?;
                or_stop(schema.field(self.program, parent, field))
            }
            Function::Around => {
                let (name, field) = (word(argument(0)?)?, word(argument(1)?)?);
                let op = or_stop(self.op)?;
                or_stop(around(self.rules, self.program, op, name, field))
            }
            Function::Earlier => self.earlier(arguments),
            Function::Of => {
                let (name, field) = (word(argument(1)?)?, word(argument(2)?)?);
                let made_by = match self.evaluate(argument(0)?)? {
                    Item::Value(value) => match self.program.definition(value) {
                        Definition::Result { op, .. } => Some(op),
                        Definition::Argument { .. } => None,
                    },
                    Item::Text(symbol) => self.program.symbol(or_stop(self.op)?, symbol),
                    _ => None,
                };
                let found = made_by.and_then(|op| {
                    let name_of_op = self.program.op_name(op);
                    let (schema, position) = self.rules.member_field(name_of_op, name, field)?;
                    schema.field(self.program, op, position)
                });
                Ok(found.unwrap_or(Item::Missing))
            }
            Function::Forwarded => {
                let (name, field) = (word(argument(2)?)?, word(argument(3)?)?);
                let function = match self.evaluate(argument(0)?)? {
                    Item::Text(symbol) => self.program.symbol(or_stop(self.op)?, symbol),
                    _ => None,
                };
                let given = self.list(argument(1)?)?.into_owned();
                let found = function.and_then(|function| {
                    let position = self.forwards(function, name, field)?;
                    given.into_iter().nth(position)
                });
                Ok(found.unwrap_or(Item::Missing))
            }
            Function::Case => {
                let Item::Text(text) = self.evaluate(argument(0)?)? else {
                    return Err(Stop::Inapplicable);
                };
                let is_it = |word: &Formula| matches!(word, Formula::Word(word) if word == text);
                count(or_stop(arguments.iter().skip(1).position(is_it))?)
            }
            Function::Either => {
                for alternative in arguments {
                    // An alternative whose guard holds is the right one, even if its value is unknown here.
                    let chosen = matches!(alternative, Formula::Call(Function::When, parts)
                        if self.holds(or_stop(parts.first())?) == Ok(true));
                    match self.evaluate(alternative) {
                        Err(Stop::Inapplicable) | Ok(Item::Missing | Item::Opaque) if !chosen => {}
                        Ok(Item::Missing | Item::Opaque) => break,
                        result => return result,
                    }
                }
                Err(Stop::Inapplicable)
            }
            Function::When => match self.holds(argument(0)?)? {
                true => self.evaluate(argument(1)?),
                false => Err(Stop::Inapplicable),
            },
            Function::Parameter => {
                let name = word(argument(1)?)?;
                let Item::Parameters(parameters) = self.evaluate(argument(0)?)? else {
                    return Err(Stop::Inapplicable);
                };
                let named = |(key, _): &&(Option<&str>, Item<'p>)| *key == Some(name);
                let found = parameters.iter().find(named);
                Ok(found.map_or(Item::Missing, |(_, value)| value.clone()))
            }
            Function::Alike => {
                let items = self.list(argument(0)?)?;
                Ok(Item::List(alike(&items, word(argument(1)?)?)))
            }
            Function::Subscripts => match self.evaluate(argument(0)?)? {
                Item::Text(text) => or_stop(subscripts(text)).map(Item::List),
                _ => Err(Stop::Inapplicable),
            },
            Function::Extent => {
                let subject = argument(0)?;
                let dim = self.index(argument(1)?)?;
                if self.is_attribute(subject) {
                    return or_stop(self.attribute_extent(subject, dim)).map(Item::Integer);
                }
                let value = self.value(subject)?;
                match self.shape(value)?.extent(dim) {
                    Some(Extent::Static(size)) => Ok(Item::Integer(Int::from(size))),
                    _ => Err(Stop::Inapplicable),
                }
            }
            Function::Width => {
                let value = self.value(argument(0)?)?;
                Ok(Item::Integer(Int::from(self.width(value)?)))
            }
            Function::Signed | Function::AsUnsigned => {
                let value = self.value(argument(0)?)?;
                let width = self.width(value)?;
                let half = match function {
                    Function::Signed => Int::ONE << (width.max(1) as usize - 1),
                    _ => Int::ZERO,
                };
                let shifted = self.integer(argument(1)?)? + &half;
                let modulus = Int::ONE << width as usize;
                or_stop(Operator::Mod.apply(&[shifted, modulus])).map(|it| Item::Integer(it - half))
            }
            Function::IsIndex
            | Function::IsInteger
            | Function::IsCondition
            | Function::IsShaped
            | Function::IsStatic
            | Function::IsConstant
            | Function::IsPresent
            | Function::IsSame => {
                let holds = or_stop(self.decide(function, arguments)?)?;
                Ok(Item::Integer(Int::from(holds)))
            }
        }
    }

    fn map(&mut self, formula: &Formula) -> Result<&'p AffineMap> {
        match self.evaluate(formula)? {
            Item::Map(map) => Ok(map),
            _ => Err(Stop::Inapplicable),
        }
    }

    pub(super) fn shape(&self, value: ValueId) -> Result<Shape<'p>> {
        or_stop(self.program.value_type(value).shape())
    }

    /// The number of bits of an integer.
    fn width(&self, value: ValueId) -> Result<u32> {
        match self.scalar_type(value) {
            TypeView::Integer { width } => Ok(width),
            _ => Err(Stop::Inapplicable),
        }
    }

    /// The index of the argument of a function that is a field of its only op, if that op has the given name, its
    /// operands are all arguments, and the function returns its results.
    fn forwards(&self, function: OpId, name: &str, field: &str) -> Option<usize> {
        let program = self.program;
        let &[region]: &[_; 1] = program.regions(function).try_into().ok()?;
        let &[block]: &[_; 1] = program.blocks(region).try_into().ok()?;
        let &[only, end]: &[_; 2] = program.block_ops(block).try_into().ok()?;
        let is_it = self.rules.is_member("function", program.op_name(function))
            && program.op_name(only) == name
            && program.regions(only).is_empty()
            && program.successors(end).is_empty()
            && program.operands(end) == program.results(only);
        let arguments = program.block_arguments(block);
        let operands = program.operands(only);
        if !is_it || !operands.iter().all(|operand| arguments.contains(operand)) {
            return None;
        }
        let schema = &self.rules.op(name)?.schema;
        match schema.field(program, only, schema.position(field)?)? {
            Item::Value(value) => arguments.iter().position(|&argument| argument == value),
            _ => None,
        }
    }

    pub(super) fn shaped(
        &mut self,
        arguments: &[Formula],
        column: fn(ValueId, u32) -> Column,
    ) -> Result<Item<'p>> {
        let value = self.value(or_stop(arguments.first())?)?;
        let index = self.index(or_stop(arguments.get(1))?)?;
        let number = u32::try_from(index).map_err(|_| Stop::Inapplicable)?;
        let column = column(value, number);
        let shape = self.program.value_type(value).shape();
        let exists = match column {
            // For the shape type of a dialect, the dialect's rules decide which dimensions exist.
            Column::Dim(..) if shape.is_none() => self.program.type_name(value).is_some(),
            Column::Element(..) => Column::has_element(self.program, value, number),
            _ => shape.and_then(|shape| shape.rank()) > Some(index),
        };
        if !exists {
            return Err(Stop::Inapplicable);
        }
        Ok(Item::Term(Expr::Leaf(column)))
    }
}

fn word(formula: &Formula) -> Result<&str> {
    match formula {
        Formula::Word(word) => Ok(word),
        _ => Err(Stop::Inapplicable),
    }
}

fn count<'p>(count: usize) -> Result<Item<'p>> {
    Ok(Item::Integer(Int::from(count)))
}

fn numbers<'p>(all: impl Iterator<Item = usize>) -> Item<'p> {
    Item::List(all.map(|n| Item::Integer(Int::from(n))).collect())
}

fn value_at<'p>(values: &[ValueId], index: usize) -> Result<Item<'p>> {
    or_stop(values.get(index)).map(|&value| Item::Value(value))
}
