//! Questions about a program that is changed between them.

use super::Analysis;
use crate::program::{Column, Definition, OpId, Program, Reads, ValueId, Watched};
use crate::rules::Rules;
use crate::solve::{Config, Engine, Snapshot};
use hashbrown::HashMap;

/// The analyses of a program that is changed between questions. One is kept for each op right inside the
/// outermost one, as functions are, since nothing that is found out in one rests on what is found out in
/// another; beside it is kept what was read of the program. A change that none of that notices costs nothing:
/// an optimizer that goes through a function from above, asking of what comes in and changing what comes next,
/// has each thing found out once. What notices the change is forgotten, and found out anew when it is asked for.
///
/// Of each change it is to be told:
///
/// - [`Changing::changed`], of an op whose operands, attributes, types or successors are other ones, or the
///   blocks in whose regions are; before or after it. Where uses of a value are replaced those are its users.
/// - [`Changing::inserted`], after it.
/// - [`Changing::erased`], before it; of an op that is moved, that and then the other.
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
    /// Nothing is known yet.
    pub fn new(rules: &'r Rules, config: Config) -> Changing<'r> {
        Changing {
            rules,
            config,
            known: HashMap::new(),
        }
    }

    /// Asks about values and points in the function that `op` is in, or is. The program is the one that
    /// was asked about before, as it is now.
    ///
    /// What a question takes for granted ([`Analysis::assume`]) counts for it alone; what it finds out is
    /// kept if it assumed nothing and asked about no other function.
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

    /// Notes that an op is about to change in its place, or has changed. Costs a look for each function that
    /// something is known of.
    pub fn changed(&mut self, program: &dyn Program, op: OpId) {
        self.known
            .retain(|_, (_, reads)| !reads.rest_on(program, op));
    }

    /// Notes that an op was inserted where it stands now, with all that is in it.
    pub fn inserted(&mut self, program: &dyn Program, op: OpId) {
        self.known.retain(|_, (_, reads)| {
            let is_noticed = reads.rest_on(program, op) || reads.rest_on_order(program, op);
            !is_noticed
        });
    }

    /// Notes that an op is about to be erased, with all that is in it, or to be moved.
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

    /// Of how many functions something is known.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Forgets all that was found out.
    pub fn forget(&mut self) {
        self.known.clear();
    }
}

/// The op right inside the outermost one that an op is in, or is.
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
