//! Incremental analysis of a program that changes between queries.

use super::Analysis;
use super::watched::{Reads, Watched};
use crate::program::{Column, Definition, OpId, Program, ValueId};
use crate::rules::Rules;
use crate::solve::{Config, Engine, Snapshot};
use hashbrown::HashMap;

/// The analyses of a program that changes between queries. It keeps one analysis per op directly inside the outermost
/// op, such as each function, since their results are independent of each other, together with the parts of the program
/// that the analysis has read. A change that affects none of these parts costs nothing: an optimizer that walks a
/// function from top to bottom, queries the values above and changes the ops below, derives everything once. A change
/// that affects them discards the analysis, and the next query derives it again.
///
/// The caller must report every change:
///
/// - [`Changing::changed`]: an op whose operands, attributes, types, successors or region blocks change; before or
///   after the change. If uses of a value are replaced, the users of that value.
/// - [`Changing::inserted`]: an inserted op, after the insertion.
/// - [`Changing::erased`]: an erased op, before the removal. A moved op is erased and then inserted.
///
/// ```
/// use calipers::analysis::Changing;
/// use calipers::ir::{Module, ParseOptions};
/// use calipers::program::Program;
/// use calipers::rules::Rules;
/// use calipers::solve::Config;
///
/// let text = "func.func @f() -> index {\n  %a = arith.constant 3 : index\n  %b = arith.constant 4 : index\n  \
///             %s = arith.addi %a, %a : index\n  return %s : index\n}\n";
/// let mut module = Module::parse(text, "f.mlir", ParseOptions::default())?;
/// let rules = Rules::embedded();
/// let mut analyses = Changing::new(&rules, Config::default());
/// let sum = module.ops_named("arith.addi")[0];
/// let value = module.results(sum)[0];
/// assert_eq!(analyses.ask(&module, sum, |analysis| analysis.range(value)).to_string(), "[6, 6]");
///
/// let four = module.results(module.ops_named("arith.constant")[1])[0];
/// analyses.changed(&module, sum);
/// module.set_operand(sum, 1, four);
/// assert_eq!(analyses.ask(&module, sum, |analysis| analysis.range(value)).to_string(), "[7, 7]");
/// # Ok::<(), calipers::ir::ParseError>(())
/// ```
pub struct Changing<'r> {
    rules: &'r Rules,
    config: Config,
    known: HashMap<OpId, (Snapshot<'r>, Reads)>,
}

impl<'r> Changing<'r> {
    /// Creates an instance without any analysis.
    pub fn new(rules: &'r Rules, config: Config) -> Changing<'r> {
        Changing {
            rules,
            config,
            known: HashMap::new(),
        }
    }

    /// Asks a question about values and points in the function that contains `op`, or is it. `program` must be the
    /// program of the earlier questions, with the reported changes.
    ///
    /// Assumptions of a question ([`Analysis::assume`]) hold for it alone. The derived state is kept if the question
    /// assumed nothing and asked about no other function.
    pub fn ask<T>(
        &mut self,
        program: &dyn Program,
        op: OpId,
        question: impl FnOnce(&mut Analysis<'_>) -> T,
    ) -> T {
        let function = function_of(program, op);
        let (memory, reads) = self.known.remove(&function).unzip();
        let watched = Watched::new(program, reads.unwrap_or_default());
        let engine = match memory {
            Some(memory) => Engine::resume(&watched, self.rules, memory),
            None => Engine::new(&watched, self.rules, self.config.clone()),
        };
        let met = engine.met();
        let mut analysis = Analysis::of_engine(engine);
        let answer = question(&mut analysis);
        let engine = analysis.engine;
        let is_own = |column: Column| {
            let value = column.value();
            value.is_none_or(|value| function_of(program, owner(program, value)) == function)
        };
        if engine.assumption_count() == 0 && engine.met_since(met).all(is_own) {
            let memory = engine.suspend(self.rules);
            self.known.insert(function, (memory, watched.into_reads()));
        }
        answer
    }

    /// Reports that an op is about to change in place, or has changed. Costs one lookup per function with a kept
    /// analysis.
    pub fn changed(&mut self, program: &dyn Program, op: OpId) {
        self.known
            .retain(|_, (_, reads)| !reads.rest_on(program, op));
    }

    /// Reports that an op was inserted, with its regions.
    pub fn inserted(&mut self, program: &dyn Program, op: OpId) {
        self.known.retain(|_, (_, reads)| {
            let is_noticed = reads.rest_on(program, op) || reads.rest_on_order(program, op);
            !is_noticed
        });
    }

    /// Reports that an op is about to be erased or moved, with its regions.
    pub fn erased(&mut self, program: &dyn Program, op: OpId) {
        let mut inside = vec![op];
        while let Some(op) = inside.pop() {
            self.changed(program, op);
            for &region in program.regions(op) {
                let blocks = program.blocks(region).iter();
                inside.extend(blocks.flat_map(|&block| program.block_ops(block)));
            }
        }
        self.known
            .retain(|_, (_, reads)| !reads.rest_on_order(program, op));
        self.known.remove(&op);
    }

    /// The number of functions with a kept analysis.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Discards all analyses.
    pub fn forget(&mut self) {
        self.known.clear();
    }
}

/// The op directly inside the outermost one that contains an op, or is it.
fn function_of(program: &dyn Program, op: OpId) -> OpId {
    let (mut function, mut at) = (op, op);
    while let Some(block) = program.block_of(at) {
        function = at;
        at = program.region_parent(program.block_region(block));
    }
    function
}

fn owner(program: &dyn Program, value: ValueId) -> OpId {
    match program.definition(value) {
        Definition::Result { op, .. } => op,
        Definition::Argument { block, .. } => program.region_parent(program.block_region(block)),
    }
}
