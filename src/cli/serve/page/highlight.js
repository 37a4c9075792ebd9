"use strict";

// The kinds of tokens in a line of a program, and of questions and rules. A line is coloured alone: no token spans lines.
const TOKENS = {
  mlir: [
    ["comment", String.raw`\/\/.*`],
    ["string", String.raw`"(?:[^"\\]|\\.)*"?`],
    ["value", String.raw`%[\w$.-]+(?:#\d+)?`],
    ["symbol", String.raw`[@^][\w$.-]+`],
    ["op", String.raw`\b[a-z_]\w*(?:\.[a-z_]\w*)+`],
    ["type", String.raw`![\w.]+|\b(?:index|none|tensor|memref|vector|tuple|complex|b?f\d+\w*|[su]?i\d+)\b`],
    ["attribute", String.raw`#[\w$.-]+|\b(?:affine_map|affine_set|dense|array|strided)\b`],
    ["number", String.raw`-?\b(?:0x[\da-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)`],
    ["keyword", String.raw`\b(?:true|false|module|to|step|iter_args|ins|outs|attributes|private|public|return|loc|unit)\b`],
    ["", String.raw`[A-Za-z_]\w*`],
  ],
  lisp: [
    ["comment", String.raw`;.*`],
    ["string", String.raw`"(?:[^"\\]|\\.)*"?`],
    ["value", String.raw`[%?][\w$.#@-]+`],
    ["attribute", String.raw`:[\w-]+`],
    ["op", String.raw`(?<=\()[^\s()"]+`],
    ["number", String.raw`-?\b\d+\b`],
    ["", String.raw`[^\s()";]+`],
  ],
};

const PATTERNS = Object.fromEntries(Object.entries(TOKENS).map(([language, kinds]) =>
  [language, new RegExp(kinds.map(([, pattern]) => `(${pattern})`).join("|"), "g")]));

// Lines beyond it are data, and keep one colour.
const MAX_COLOURED = 2000;

// The coloured parts of a line: start, end and kind of each.
const tokens = (line, language) => {
  const found = [];
  for (const match of line.slice(0, MAX_COLOURED).matchAll(PATTERNS[language])) {
    const kind = TOKENS[language][match.slice(1).findIndex((group) => group !== undefined)][0];
    if (kind) found.push([match.index, match.index + match[0].length, kind]);
  }
  return found;
};

// A line as coloured text, in an element.
const coloured = (line, language, element) => {
  let at = 0;
  for (const [start, end, kind] of tokens(line, language)) {
    const part = document.createElement("span");
    part.className = `t-${kind}`;
    part.textContent = line.slice(start, end);
    element.append(line.slice(at, start), part);
    at = end;
  }
  element.append(line.slice(at));
  return element;
};
