//! Ops, regions and blocks.

use super::output::Output;
use super::resources::Resources;
use super::tables::Tables;
use crate::error::WriteError;
use crate::format::{mask, section, since};
use calipers_ir::{Attr, Module};
use calipers_program::{BlockId, OpId, Program, RegionId, ValueId};
use hashbrown::HashMap;

/// The state of the writer of ops.
pub(super) struct OpWriter<'m> {
    module: &'m Module,
    version: u64,
    pub(super) tables: Tables<'m>,
    /// The numbers of values in their scopes.
    values: HashMap<ValueId, u64>,
    /// The number of values in the innermost scope.
    count: u64,
}

impl<'m> OpWriter<'m> {
    pub(super) fn new(module: &'m Module, version: u64) -> Result<OpWriter<'m>, WriteError> {
        let resources = Resources::of(module).map_err(WriteError::Resources)?;
        Ok(OpWriter {
            module,
            version,
            tables: Tables::new(module, resources),
            values: HashMap::new(),
            count: 0,
        })
    }

    pub(super) fn op(&mut self, output: &mut Output, op: OpId) -> Result<(), WriteError> {
        let module = self.module;
        output.varint(self.tables.op_name(op));
        let (properties, dictionary) = self.tables.op_attributes(op, self.version)?;
        let results: Vec<_> = module.result_types(op);
        let operands = module.operands(op);
        let successors = module.successors(op);
        let regions = module.regions(op);
        let parts = [
            (mask::ATTRIBUTES, dictionary.is_some()),
            (mask::PROPERTIES, properties.is_some()),
            (mask::RESULTS, !results.is_empty()),
            (mask::OPERANDS, !operands.is_empty()),
            (mask::SUCCESSORS, !successors.is_empty()),
            (mask::REGIONS, !regions.is_empty()),
        ];
        let present = parts.iter().filter(|(_, present)| *present);
        output.byte(present.fold(0, |mask, (bit, _)| mask | bit));
        let location = self.location(module.stated_location(op));
        output.varint(location);
        for number in [dictionary, properties].into_iter().flatten() {
            output.varint(number);
        }
        if !results.is_empty() {
            output.list(&self.tables.types(&results));
        }
        if !operands.is_empty() {
            let numbers: Vec<u64> = operands.iter().map(|it| self.values[it]).collect();
            output.list(&numbers);
        }
        if !successors.is_empty() {
            output.list(&self.block_numbers(op));
        }
        if !regions.is_empty() {
            self.regions(output, op)?;
        }
        Ok(())
    }

    fn location(&mut self, location: Option<Attr>) -> u64 {
        match location {
            Some(location) => self.tables.attribute(location),
            None => self.tables.unknown_location(),
        }
    }

    /// The places of the successors in their region.
    fn block_numbers(&self, op: OpId) -> Vec<u64> {
        let module = self.module;
        let successors = module.successors(op).iter();
        let number = |block: &BlockId| {
            let blocks = module.blocks(module.block_region(*block));
            blocks.iter().position(|it| it == block).unwrap_or_default() as u64
        };
        successors.map(number).collect()
    }

    fn regions(&mut self, output: &mut Output, op: OpId) -> Result<(), WriteError> {
        let module = self.module;
        let regions = module.regions(op);
        let isolated = module.is_isolated(op);
        output.flagged(regions.len() as u64, isolated);
        let outer = self.count;
        if isolated {
            self.count = 0;
        }
        if isolated && self.version >= since::LAZY_REGIONS {
            let mut contents = Output::default();
            for &region in regions {
                self.region(&mut contents, region)?;
            }
            output.section(section::IR, &contents);
        } else {
            for &region in regions {
                self.region(output, region)?;
            }
        }
        self.count = outer;
        Ok(())
    }

    fn region(&mut self, output: &mut Output, region: RegionId) -> Result<(), WriteError> {
        let module = self.module;
        let blocks = module.blocks(region);
        output.length(blocks.len());
        if blocks.is_empty() {
            return Ok(());
        }
        let base = self.count;
        for &block in blocks {
            let results = module
                .block_ops(block)
                .iter()
                .flat_map(|op| module.results(*op));
            for &value in module.block_arguments(block).iter().chain(results) {
                self.values.insert(value, self.count);
                self.count += 1;
            }
        }
        output.varint(self.count - base);
        for &block in blocks {
            self.block(output, block)?;
        }
        self.count = base;
        Ok(())
    }

    fn block(&mut self, output: &mut Output, block: BlockId) -> Result<(), WriteError> {
        let module = self.module;
        let (ops, arguments) = (module.block_ops(block), module.block_arguments(block));
        output.flagged(ops.len() as u64, !arguments.is_empty());
        if !arguments.is_empty() {
            output.length(arguments.len());
            for &argument in arguments {
                self.argument(output, argument);
            }
            if self.version >= since::USE_LISTS {
                output.byte(0);
            }
        }
        ops.iter().try_for_each(|&op| self.op(output, op))
    }

    fn argument(&mut self, output: &mut Output, argument: ValueId) {
        let ty = self.tables.ty(self.module.type_of(argument));
        let location = self.module.stated_argument_location(argument);
        if self.version < since::ELIDED_LOCATIONS {
            output.varint(ty);
            let location = self.location(location);
            output.varint(location);
        } else {
            output.flagged(ty, location.is_some());
            if let Some(location) = location {
                output.varint(self.tables.attribute(location));
            }
        }
    }
}
