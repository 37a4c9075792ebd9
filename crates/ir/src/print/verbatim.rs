//! The printer of ops that are kept as text.

use super::{EntryArguments, Printer, Terminators};
use crate::Module;
use crate::program::{OpId, Program, ValueId};
use crate::verbatim::{ArgumentPlace, Piece, Verbatim};

impl Printer<'_> {
    /// Prints the text of an op, without the names of its results.
    pub(super) fn verbatim(&mut self, op: OpId, verbatim: &Verbatim) {
        let module = self.module;
        for piece in &verbatim.pieces {
            match piece {
                Piece::Text(text) => self.write(text),
                Piece::Operand(_) | Piece::Argument(_) => {
                    if let Some(value) = module.value_of_piece(op, piece) {
                        self.value(value);
                    }
                }
                Piece::Region { index, labelled } => {
                    let arguments = match labelled {
                        true => EntryArguments::Shown,
                        false => EntryArguments::Hidden,
                    };
                    if let Some(&region) = module.regions(op).get(*index as usize) {
                        self.region(region, arguments, Terminators::Shown);
                    }
                }
                Piece::Successor(index) => {
                    if let Some(&block) = module.successors(op).get(*index as usize) {
                        self.block_name(block);
                    }
                }
            }
        }
    }
}

impl Module {
    /// The value that a piece of an op's text names.
    pub(super) fn value_of_piece(&self, op: OpId, piece: &Piece) -> Option<ValueId> {
        match piece {
            Piece::Operand(at) => self.operands(op).get(*at as usize).copied(),
            Piece::Argument(place) => self.entry_argument(op, *place),
            _ => None,
        }
    }

    /// An argument of the entry block of a region of an op.
    pub(super) fn entry_argument(&self, op: OpId, place: ArgumentPlace) -> Option<ValueId> {
        let region = self.regions(op).get(place.region as usize)?;
        let entry = self.blocks(*region).first()?;
        let arguments = self.block_arguments(*entry);
        arguments.get(place.index as usize).copied()
    }
}
