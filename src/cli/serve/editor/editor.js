// The editor of the page with CodeMirror. It has the interface of `page/plain.js`, in whose place `dist/build` puts it.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { SearchQuery, findNext, findPrevious, highlightSelectionMatches, search, searchKeymap, setSearchQuery } from "@codemirror/search";
import { EditorState, RangeSet, StateEffect, StateField, Transaction } from "@codemirror/state";
import {
  Decoration, EditorView, GutterMarker, ViewPlugin, WidgetType, drawSelection, gutter, highlightActiveLine,
  highlightActiveLineGutter, keymap, lineNumbers,
} from "@codemirror/view";

const KINDS = ["comment", "string", "value", "symbol", "type", "attribute", "op", "number", "keyword"];
const kind = Object.fromEntries(KINDS.map((name) => [name, Decoration.mark({ class: `t-${name}` })]));

// Colours of the lines in sight; `tokens` is in `page/highlight.js`.
const colours = (language) => ViewPlugin.fromClass(class {
  constructor(view) { this.decorations = this.colour(view); }

  update(update) {
    if (update.docChanged || update.viewportChanged) this.decorations = this.colour(update.view);
  }

  colour(view) {
    const found = [];
    for (const { from, to } of view.visibleRanges) {
      for (let at = from; at <= to;) {
        const line = view.state.doc.lineAt(at);
        for (const [start, end, name] of tokens(line.text, language)) found.push(kind[name].range(line.from + start, line.from + end));
        at = line.to + 1;
      }
    }
    return Decoration.set(found);
  }
}, { decorations: (plugin) => plugin.decorations });

// The notes of a line; `chosen` is told which one was clicked.
const elementOf = (notes, chosen) => {
  const element = document.createElement("div");
  element.className = "notes-of-line";
  element.title = notes.map((note) => note.text).join("\n");
  for (const note of notes) {
    const part = document.createElement(note.column ? "button" : "span");
    part.className = "note";
    part.textContent = note.text;
    if (note.column) {
      part.type = "button";
      part.addEventListener("click", () => chosen(note));
    }
    element.append(part);
  }
  return element;
};

const same = (one, other) => one.length === other.length &&
  one.every((note, n) => note.text === other[n].text && note.column === other[n].column);

class Beside extends GutterMarker {
  constructor(notes, chosen) { super(); Object.assign(this, { notes, chosen }); }
  eq(other) { return same(this.notes, other.notes); }
  toDOM() { return elementOf(this.notes, this.chosen); }
}

class Below extends WidgetType {
  constructor(marker) { super(); this.marker = marker; }
  eq(other) { return same(this.marker.notes, other.marker.notes); }
  toDOM() { return this.marker.toDOM(); }
  ignoreEvent() { return true; }
}

const setNotes = StateEffect.define();
const setMarks = StateEffect.define();

// Ranges that an effect replaces, and that stay at their lines while the text changes.
const ranges = (effect, empty) => StateField.define({
  create: () => empty,
  update(value, transaction) {
    value = value.map(transaction.changes);
    for (const one of transaction.effects) if (one.is(effect)) value = one.value;
    return value;
  },
});
const notesField = ranges(setNotes, RangeSet.empty);
const marksField = ranges(setMarks, Decoration.none);

const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--field)", color: "var(--text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { font: "var(--mono)", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--field)", color: "var(--quiet)", border: "none" },
  ".cm-gutters-after": { backgroundColor: "var(--beside)", borderLeft: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--current)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--selected)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selected)" },
  ".cm-searchMatch": { backgroundColor: "var(--found)" },
  ".cm-searchMatch-selected": { outline: "2px solid var(--accent)" },
  ".cm-panels": { backgroundColor: "var(--beside)", color: "var(--text)" },
  ".cm-notes": { width: "40cqw" },
  ".cm-notes .cm-gutterElement": { padding: "0 .5em", overflow: "hidden" },
  ".notes-of-line": { display: "flex", gap: "1.2em", overflow: "hidden", whiteSpace: "nowrap" },
  ".cm-content .notes-of-line": { flexWrap: "wrap", gap: "0 1.2em", padding: "0 0 .2em 2em", whiteSpace: "normal" },
  ".note": {
    all: "unset", font: "var(--mono)", color: "var(--good)", cursor: "default", overflow: "hidden", textOverflow: "ellipsis",
  },
  "span.note": { flexShrink: 9 },
  "button.note": { cursor: "pointer" },
  "button.note:hover": { textDecoration: "underline" },
  "button.note:focus-visible": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".wrong": { backgroundColor: "var(--wrong)" },
  ...Object.fromEntries(KINDS.map((name) => [`.t-${name}`, { color: `var(--${name})` }])),
});

globalThis.createEditor = (host, options) => {
  // Style sheets of a shadow tree need no inline styles, which the policy of the page forbids.
  const root = host.attachShadow({ mode: "open" });
  const narrow = matchMedia("(max-width: 60rem)");
  const noteColumn = () => narrow.matches
    ? EditorView.decorations.compute([notesField], (state) => {
      const found = [];
      state.field(notesField).between(0, state.doc.length, (at, _, marker) => {
        found.push(Decoration.widget({ widget: new Below(marker), block: true, side: 1 }).range(state.doc.lineAt(at).to));
      });
      return Decoration.set(found, true);
    })
    : gutter({ class: "cm-notes", side: "after", markers: (view) => view.state.field(notesField) });
  const extensions = () => [
    lineNumbers(),
    history(),
    drawSelection(),
    bracketMatching(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    colours(options.language),
    notesField,
    marksField,
    EditorView.decorations.from(marksField),
    EditorView.contentAttributes.of({ "aria-label": options.label }),
    theme,
    options.notes ? noteColumn() : [],
    EditorView.updateListener.of((update) => {
      if (update.docChanged && update.transactions.some((it) => !it.annotation(Transaction.remote))) options.change();
      const line = lineOf(update.state);
      if (update.selectionSet && line !== lineOf(update.startState)) options.line?.(line);
    }),
  ];
  const lineOf = (state) => state.doc.lineAt(state.selection.main.head).number;
  const stateOf = (doc) => EditorState.create({ doc, extensions: extensions() });
  const view = new EditorView({ state: stateOf(""), parent: root, root });
  const lines = () => view.state.doc.lines;
  let known = new Map();
  const showNotes = () => {
    const found = [...known].filter(([line]) => line <= lines())
      .map(([line, notes]) => new Beside(notes, options.note).range(view.state.doc.line(line).from));
    view.dispatch({ effects: setNotes.of(RangeSet.of(found, true)) });
  };
  narrow.addEventListener("change", () => {
    if (!options.notes) return;
    view.setState(stateOf(view.state.doc));
    showNotes();
  });

  return {
    get text() { return view.state.doc.toString(); },
    set text(text) {
      known = new Map();
      view.setState(stateOf(text));
      view.scrollDOM.scrollTop = 0;
    },
    get line() { return lineOf(view.state); },
    setNotes(found) {
      known = found;
      showNotes();
    },
    setMarks(found) {
      const wrong = [...found].filter(([line]) => line >= 1 && line <= lines()).sort(([one], [other]) => one - other);
      const mark = ([line, message]) => Decoration.line({ class: "wrong", attributes: { title: message } }).range(view.state.doc.line(line).from);
      view.dispatch({ effects: setMarks.of(Decoration.set(wrong.map(mark))) });
    },
    reveal(line) {
      const at = view.state.doc.line(Math.max(1, Math.min(line, lines()))).from;
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    },
    find(text, forward = true) {
      const query = new SearchQuery({ search: text, literal: true });
      view.dispatch({ effects: setSearchQuery.of(query) });
      if (!text) return true;
      return (forward ? findNext : findPrevious)(view);
    },
  };
};
