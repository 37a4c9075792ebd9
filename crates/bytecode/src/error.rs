//! Errors with an offset in a file.

/// An error in a bytecode file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: error: byte {offset}: {message}")]
pub struct BytecodeError {
    /// The name of the file.
    pub file: String,
    /// The offset of the byte at which the error was found.
    pub offset: usize,
    /// The message.
    pub message: String,
}

/// A module that cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A version of the format that does not exist.
    #[error("bytecode has no version {0}; the newest one is {newest}", newest = crate::NEWEST)]
    UnknownVersion(u64),
    /// A property that MLIR does not store as an attribute, which versions before 5 omit.
    #[error(
        "version {version} of bytecode cannot hold the property '{attribute}' of '{op}'; write version 6"
    )]
    Property {
        /// The name of the op.
        op: String,
        /// The name of the property.
        attribute: String,
        /// The version.
        version: u64,
    },
    /// An op that could not be read, and is known as text only.
    #[error("bytecode cannot hold '{0}', which could not be read and is kept as text")]
    Unread(String),
    /// A named structured op of `linalg` that was read without its body, which is not known or not valid.
    #[error(
        "bytecode holds the bodies of named ops: {0}; `mlir-opt --mlir-print-op-generic` prints ops with their bodies"
    )]
    NoBody(String),
    /// An invalid section `{-# … #-}`.
    #[error("the resources of the module are invalid: {0}")]
    Resources(String),
}

/// An error without the name of the file. It is boxed, since it is rare and large.
#[derive(Debug)]
pub(crate) struct Fault(pub(crate) Box<(usize, String)>);

/// The result of reading a part of a file.
pub(crate) type Read<T> = Result<T, Fault>;

impl Fault {
    pub(crate) fn new(offset: usize, message: impl Into<String>) -> Fault {
        Fault(Box::new((offset, message.into())))
    }

    pub(crate) fn in_file(self, file: &str) -> BytecodeError {
        let (offset, message) = *self.0;
        BytecodeError {
            file: file.to_owned(),
            offset,
            message,
        }
    }
}
