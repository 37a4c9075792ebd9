"use strict";

// An editor: a text area with numbers and notes beside its lines, of which only those in sight are drawn. `editor/editor.js`
// has the same interface.
//
// Options: `label`, `language`, `notes` (whether there is a column for them), and what to call on a `change`, when the
// cursor moves to another `line`, and when a `note` is chosen. Notes are objects with a `text`, and a `column` if there is a
// proof.
globalThis.createEditor = (host, options) => {
  const make = (name, tag = "div") => {
    const element = document.createElement(tag);
    element.className = name;
    return element;
  };
  const area = make("area", "textarea");
  Object.assign(area, { spellcheck: false, autocomplete: "off", autocapitalize: "off", wrap: "off" });
  area.setAttribute("aria-label", options.label);
  const [numbers, colours, notes, middle] = ["numbers", "colours", "notes", "middle"].map((name) => make(name));
  numbers.setAttribute("aria-hidden", "true");
  colours.setAttribute("aria-hidden", "true");
  middle.append(colours, area);
  host.classList.add("plain");
  host.append(numbers, middle, ...(options.notes ? [notes] : []));

  let lines = [""];
  // By line, from 1.
  let known = new Map();
  let marks = new Map();
  // The line of the last search, since an area without the focus does not show what is selected.
  let found = 0;
  const height = () => parseFloat(getComputedStyle(area).lineHeight) || 19;
  const current = () => area.value.slice(0, area.selectionStart).split("\n").length;

  const draw = () => {
    const row = height();
    const first = Math.floor(area.scrollTop / row);
    const last = Math.min(lines.length, first + Math.ceil(area.clientHeight / row) + 1);
    const cursor = current();
    const rows = [[], [], []];
    for (let at = first; at < last; at++) {
      const number = make("row");
      number.textContent = String(at + 1);
      number.classList.toggle("current", at + 1 === cursor);
      const mark = marks.get(at + 1);
      number.classList.toggle("wrong", mark !== undefined);
      const text = coloured(lines[at], options.language, make("row"));
      text.classList.toggle("wrong", mark !== undefined);
      text.classList.toggle("found", at + 1 === found);
      const note = make("row");
      for (const one of known.get(at + 1) ?? []) note.append(noteOf(one));
      note.title = (known.get(at + 1) ?? []).map((one) => one.text).join("\n");
      rows[0].push(number);
      rows[1].push(text);
      rows[2].push(note);
    }
    const offset = first * row - area.scrollTop;
    [numbers, colours, notes].forEach((column, n) => {
      column.replaceChildren(...rows[n]);
      column.style.transform = `translate(${column === colours ? -area.scrollLeft : 0}px, ${offset}px)`;
    });
    numbers.style.minWidth = `${String(lines.length).length + 1}ch`;
  };

  const noteOf = (one) => {
    const element = make("note", one.column ? "button" : "span");
    element.textContent = one.text;
    if (one.column) {
      element.type = "button";
      element.addEventListener("click", () => options.note(one));
    }
    return element;
  };

  // Notes stay at their lines when lines are added or removed before them.
  const changed = () => {
    const now = area.value.split("\n");
    const grown = now.length - lines.length;
    if (grown !== 0 && known.size) {
      let same = 0;
      while (same < lines.length && lines[same] === now[same]) same++;
      const moved = (line) => {
        if (line <= same) return line;
        return line > same - Math.min(grown, 0) ? line + grown : 0;
      };
      known = new Map([...known].map(([line, all]) => [moved(line), all]));
      known.delete(0);
    }
    lines = now;
    found = 0;
    draw();
  };

  const reveal = (line) => {
    area.scrollTop = Math.max(0, (line - 1) * height() - area.clientHeight / 3);
    draw();
  };

  let cursor = 1;
  const moved = () => {
    if (current() === cursor) return;
    cursor = current();
    draw();
    options.line?.(cursor);
  };
  area.addEventListener("input", () => {
    changed();
    options.change();
  });
  area.addEventListener("scroll", draw);
  for (const event of ["click", "keyup", "select"]) area.addEventListener(event, moved);
  notes.addEventListener("wheel", (event) => { area.scrollTop += event.deltaY; }, { passive: true });
  new ResizeObserver(draw).observe(area);

  return {
    get text() { return area.value; },
    set text(text) {
      area.value = text;
      area.setSelectionRange(0, 0);
      area.scrollTop = 0;
      known = new Map();
      cursor = 1;
      lines = text.split("\n");
      draw();
    },
    get line() { return current(); },
    setNotes(found) {
      known = found;
      draw();
    },
    // What is wrong, by line.
    setMarks(found) {
      marks = found;
      draw();
    },
    reveal,
    // Goes to the next place of a text after the cursor; whether there is one.
    find(text, forward = true) {
      const [all, wanted] = [area.value.toLowerCase(), text.toLowerCase()];
      if (!wanted) return true;
      let at = forward ? all.indexOf(wanted, area.selectionEnd) : all.lastIndexOf(wanted, area.selectionStart - 1);
      if (at < 0) at = forward ? all.indexOf(wanted) : all.lastIndexOf(wanted);
      if (at < 0) return false;
      area.setSelectionRange(at, at + wanted.length);
      found = current();
      reveal(found);
      moved();
      return true;
    },
  };
};
