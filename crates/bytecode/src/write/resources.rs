//! Resources, from the section `{-# … #-}` of the text form.

use super::output::Output;
use super::tables::Tables;
use calipers_ir::Module;

/// A value in the section.
enum Value {
    String(Vec<u8>),
    Bool(bool),
    Map(Vec<(String, Value)>),
}

/// The data of a resource.
enum Data {
    /// The key is declared without data.
    Elided,
    Blob {
        alignment: u64,
        bytes: Vec<u8>,
    },
    Bool(bool),
    String(Vec<u8>),
}

/// The resources of one dialect or tool, with their keys.
struct Group {
    owner: String,
    resources: Vec<(String, Data)>,
}

/// The resources of a module.
#[derive(Default)]
pub(super) struct Resources {
    external: Vec<Group>,
    /// The resources of dialects; those of the builtin dialect are first.
    dialects: Vec<Group>,
}

impl Resources {
    /// The resources of a module.
    ///
    /// # Errors
    /// A message if the section is not valid.
    pub(super) fn of(module: &Module) -> Result<Resources, String> {
        let mut resources = Resources::default();
        resources.dialects.push(Group {
            owner: "builtin".to_owned(),
            resources: Vec::new(),
        });
        let Some(text) = module.metadata() else {
            return Ok(resources);
        };
        let body = text
            .strip_prefix("{-#")
            .and_then(|text| text.strip_suffix("#-}"));
        let mut scanner = Scanner {
            rest: body.ok_or("expected resources between '{-#' and '#-}'")?,
        };
        for (kind, value) in scanner.pairs(None, 0)? {
            let groups = groups(value)?;
            match kind.as_str() {
                "dialect_resources" => groups.into_iter().for_each(|it| resources.add(it)),
                "external_resources" => resources.external.extend(groups),
                _ => return Err(format!("expected no resources of the kind '{kind}'")),
            }
        }
        Ok(resources)
    }

    fn add(&mut self, group: Group) {
        match self.dialects.iter_mut().find(|it| it.owner == group.owner) {
            Some(known) => known.resources.extend(group.resources),
            None => self.dialects.push(group),
        }
    }

    /// The handle of a resource of the builtin dialect. `key` may be quoted.
    pub(super) fn handle(&mut self, key: &str) -> Option<u64> {
        let mut scanner = Scanner { rest: key };
        let key = scanner.key().ok()?;
        let resources = &mut self.dialects.first_mut()?.resources;
        let known = resources.iter().position(|(known, _)| *known == key);
        let handle = known.unwrap_or(resources.len());
        if handle == resources.len() {
            resources.push((key, Data::Elided));
        }
        Some(handle as u64)
    }

    /// The sections of offsets and data, with the alignment of the data.
    pub(super) fn sections(self, tables: &mut Tables) -> (Output, Output, u64) {
        let (mut offsets, mut data) = (Output::default(), Output::default());
        let mut greatest = 1;
        offsets.length(self.external.len());
        for group in self.external {
            let owner = tables.string(group.owner.as_bytes());
            offsets.varint(owner);
            group.write(&mut offsets, &mut data, &mut greatest, tables);
        }
        for group in self.dialects {
            if !group.resources.is_empty() {
                let owner = tables.dialect(&group.owner);
                offsets.varint(owner);
                group.write(&mut offsets, &mut data, &mut greatest, tables);
            }
        }
        (offsets, data, greatest)
    }
}

impl Group {
    fn write(
        self,
        offsets: &mut Output,
        data: &mut Output,
        greatest: &mut u64,
        tables: &mut Tables,
    ) {
        offsets.length(self.resources.len());
        for (key, resource) in self.resources {
            let start = data.0.len();
            let kind = match resource {
                Data::Elided => 0,
                Data::Blob { alignment, bytes } => {
                    data.varint(alignment);
                    data.length(bytes.len());
                    data.pad(alignment);
                    data.0.extend(bytes);
                    *greatest = alignment.max(*greatest);
                    0
                }
                Data::Bool(value) => {
                    data.byte(value.into());
                    1
                }
                Data::String(text) => {
                    data.varint(tables.string(&text));
                    2
                }
            };
            let key = tables.string(key.as_bytes());
            offsets.varint(key);
            offsets.length(data.0.len() - start);
            offsets.byte(kind);
        }
    }
}

fn groups(value: Value) -> Result<Vec<Group>, String> {
    let groups = map(value)?.into_iter().map(|(owner, value)| {
        let resources = map(value)?
            .into_iter()
            .map(|(key, value)| Ok((key, data(value)?)));
        let resources: Result<_, String> = resources.collect();
        Ok(Group {
            owner,
            resources: resources?,
        })
    });
    groups.collect()
}

fn map(value: Value) -> Result<Vec<(String, Value)>, String> {
    match value {
        Value::Map(pairs) => Ok(pairs),
        _ => Err("expected '{' in resources".to_owned()),
    }
}

fn data(value: Value) -> Result<Data, String> {
    match value {
        Value::Bool(value) => Ok(Data::Bool(value)),
        Value::String(text) => match text.strip_prefix(b"0x") {
            Some(digits) => blob(digits),
            None => Ok(Data::String(text)),
        },
        Value::Map(_) => Err("expected no '{' in a resource".to_owned()),
    }
}

/// Hex digits: the alignment in 4 bytes, and the data.
fn blob(digits: &[u8]) -> Result<Data, String> {
    const INVALID: &str =
        "expected a resource of hex digits that begins with an alignment of 4 bytes";
    let nibble = |digit: u8| (digit as char).to_digit(16).ok_or(INVALID);
    let bytes = digits.chunks(2).map(|pair| match *pair {
        [high, low] => Ok((nibble(high)? << 4 | nibble(low)?) as u8),
        _ => Err(INVALID),
    });
    let bytes: Result<Vec<u8>, &str> = bytes.collect();
    let bytes = bytes?;
    let (alignment, bytes) = bytes.split_first_chunk::<4>().ok_or(INVALID)?;
    let alignment = u64::from(u32::from_le_bytes(*alignment));
    match alignment.is_power_of_two() {
        true => Ok(Data::Blob {
            alignment,
            bytes: bytes.to_vec(),
        }),
        false => Err(format!(
            "expected an alignment that is a power of two, but found {alignment}"
        )),
    }
}

/// The maximum depth of `{` in the section.
const MAX_DEPTH: u32 = 3;

struct Scanner<'t> {
    rest: &'t str,
}

impl Scanner<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, token: char) -> bool {
        self.skip();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// `key: value, …` up to `close`, or up to the end.
    fn pairs(&mut self, close: Option<char>, depth: u32) -> Result<Vec<(String, Value)>, String> {
        let mut pairs = Vec::new();
        loop {
            self.skip();
            let closed = match close {
                Some(close) => self.eat(close),
                None => self.rest.is_empty(),
            };
            if closed {
                return Ok(pairs);
            }
            if !pairs.is_empty() && !self.eat(',') {
                return Err("expected ',' between resources".to_owned());
            }
            let key = self.key()?;
            if !self.eat(':') {
                return Err(format!("expected ':' after '{key}' in resources"));
            }
            pairs.push((key, self.value(depth)?));
        }
    }

    /// A word or a string.
    fn key(&mut self) -> Result<String, String> {
        self.skip();
        if self.rest.starts_with('"') {
            let text = self.string()?;
            return String::from_utf8(text).map_err(|_| "expected a key of valid UTF-8".to_owned());
        }
        let end = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.'));
        let length = self.rest.find(end).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        match word {
            "" => Err("expected a key in resources".to_owned()),
            word => Ok(word.to_owned()),
        }
    }

    fn value(&mut self, depth: u32) -> Result<Value, String> {
        self.skip();
        if self.rest.starts_with('"') {
            return self.string().map(Value::String);
        }
        if depth < MAX_DEPTH && self.eat('{') {
            return self.pairs(Some('}'), depth + 1).map(Value::Map);
        }
        match self.key()?.as_str() {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            word => Err(format!("expected a resource, but found '{word}'")),
        }
    }

    /// A string literal, unescaped.
    fn string(&mut self) -> Result<Vec<u8>, String> {
        let mut bytes = self.rest.bytes().enumerate().skip(1);
        let mut text = Vec::new();
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b'"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(text);
                }
                b'\\' => {
                    let pair = self.rest.get(at + 1..at + 3);
                    let hex = pair.and_then(|pair| u8::from_str_radix(pair, 16).ok());
                    let (value, length) = match (hex, self.rest.as_bytes().get(at + 1)) {
                        (_, Some(b'n')) => (b'\n', 1),
                        (_, Some(b't')) => (b'\t', 1),
                        (Some(value), _) => (value, 2),
                        (None, Some(&other)) => (other, 1),
                        (None, None) => break,
                    };
                    text.push(value);
                    bytes.by_ref().take(length).for_each(drop);
                }
                _ => text.push(byte),
            }
        }
        Err("expected '\"' at the end of a string in resources".to_owned())
    }
}
