"use strict";

const at = (id) => document.getElementById(id);
// How long after the last key is asked, in milliseconds; a long program waits longer.
const pause = () => 350 + editors.program.text.length / 2000;

// An element with a text and a class; texts never become markup.
const make = (tag, text, name) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (name) element.className = name;
  return element;
};

const button = (text, action) => {
  const element = make("button", text);
  element.type = "button";
  element.addEventListener("click", action);
  return element;
};

// An image of its own: what is in it can neither run nor reach the page.
const drawing = (svg, text) => {
  const image = make("img");
  image.src = "data:image/svg+xml," + encodeURIComponent(svg);
  image.alt = text;
  return image;
};

// The wide pane at the bottom: a proof, an explanation or a picture.
let opened = 0;
const openPane = async (title, content) => {
  const turn = ++opened;
  at("pane").hidden = false;
  at("pane-title").textContent = title;
  at("pane-body").replaceChildren("…");
  const found = await content;
  if (turn !== opened) return;
  at("pane-body").replaceChildren(found);
  at("pane-copy").hidden = typeof found !== "string";
  at("pane-body").scrollTop = 0;
  at("pane-body").focus({ preventScroll: true });
};
const closePane = () => {
  opened++;
  at("pane").hidden = true;
};

const showAnswer = ({ question, answer, kind, error, why, picture }) => {
  const item = make("li");
  item.append(coloured(question, "lisp", make("div")));
  if (error !== undefined) item.append(make("pre", error, "error"));
  else if (picture && answer.startsWith("<svg")) item.append(drawing(picture, question));
  // An explanation needs none.
  else if (answer.includes("\n")) item.append(make("pre", answer, kind === "known" ? "" : kind));
  else {
    item.append(make("span", answer, `answer ${kind}`));
    if (why) item.append(button("why", () => openPane(`${question}: ${answer}`, why)));
  }
  if (picture && !answer?.startsWith("<svg")) {
    const title = `the e-graph of ${question}`;
    item.append(button("e-graph", () => openPane(title, drawing(picture, title))));
  }
  return item;
};

// The proof of a bound, which is derived when it is wanted.
const showProof = ({ text, column, line }) => openPane(text, (async () => {
  const found = await post({ want: { line, column } });
  return found.error ?? (found.proof || "there is no proof");
})());

const showFinding = ({ severity, line, message }) => {
  const item = make("li", undefined, severity === "error" ? "error" : "");
  item.append(make("span", `${severity}: ${message}`));
  if (line) item.append(button(`line ${line}`, () => editors.rules.reveal(line)));
  return item;
};

// A warning is about a program that was read but for some ops, which are kept as text.
const show = ({ error, in: where, line, warning, answers, notes, ended, findings }) => {
  const told = error ?? warning;
  at("error").hidden = !told;
  at("error").textContent = told ?? "";
  const place = line ?? Number(/^program\.mlir:(\d+):/.exec(told ?? "")?.[1]);
  const isOfProgram = where === "program" || error === undefined;
  editors.program.setMarks(new Map(isOfProgram && place ? [[place, told]] : []));
  if (answers) at("answers").replaceChildren(...answers.map(showAnswer));
  if (findings) {
    const all = findings.map(showFinding);
    at("findings").replaceChildren(...(all.length ? all : [make("li", "none")]));
    editors.rules.setMarks(new Map(findings.map(({ line, message }) => [line, message])));
  }
  // What is known is of the program before, while this one can't be read.
  at("program").classList.toggle("stale", error !== undefined);
  if (where === "rules" && place) editors.rules.setMarks(new Map([[place, error]]));
  if (!notes) return;
  const byLine = new Map();
  for (const note of notes) byLine.set(note.line, [...(byLine.get(note.line) ?? []), note]);
  editors.program.setNotes(byLine);
  at("ended").hidden = !ended;
  at("ended").textContent = ended ? `The time was up at line ${ended}: bounds of a function after it are missing.` : "";
};

// The texts of the last request, to which a request for a proof belongs.
let texts = {};
const post = async (more) => {
  try {
    const response = await fetch("ask", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...texts, ...more }),
    });
    return response.ok ? await response.json() : { error: await response.text() };
  } catch {
    return { error: "the server does not answer" };
  }
};

const onRules = () => !at("meant").hidden;

let asked = 0;
const ask = async () => {
  const turn = ++asked;
  at("status").textContent = "…";
  texts = Object.fromEntries(fields.map((field) => [field, editors[field].text]));
  let first = {};
  let warning;
  // Answers do not wait for the bounds of a long program.
  const part = async (want) => {
    const found = await post({ want });
    // What was typed meanwhile has been asked since.
    if (turn !== asked) return;
    if (first.error === undefined && found.error !== undefined) first = found;
    warning ??= found.warning;
    show({ ...found, error: first.error, in: first.in, line: first.line, warning });
  };
  await Promise.all([part("answers"), part("notes"), ...(onRules() ? [part("findings"), askWhy()] : [])]);
  if (turn === asked) at("status").textContent = first.error === undefined ? "answered" : "";
};

// Which rules apply to the ops of the line of the cursor.
let wondered = 0;
const askWhy = async () => {
  const turn = ++wondered;
  const line = editors.program.line;
  const found = await post({ want: { why: line } });
  if (turn !== wondered) return;
  at("of-line").textContent = `Rules of line ${line}`;
  at("why").textContent = found.why ?? found.error;
  at("skeleton").hidden = !found.skeleton;
  at("skeleton").onclick = () => {
    const own = editors.rules.text;
    editors.rules.text = `${own}${own && !own.endsWith("\n") ? "\n" : ""}${found.skeleton}`;
    ask();
  };
};

let timer;
const soon = (action) => {
  clearTimeout(timer);
  timer = setTimeout(action, pause());
};

const fields = ["program", "questions", "rules"];
const labels = { program: "Program, in MLIR's form", questions: "Questions", rules: "Rules" };
const editors = {};
for (const field of fields) {
  editors[field] = createEditor(at(field), {
    label: labels[field],
    language: field === "program" ? "mlir" : "lisp",
    notes: field === "program",
    change: () => soon(ask),
    note: showProof,
    line: () => { if (field === "program" && onRules()) soon(askWhy); },
  });
}

const choose = (tab) => {
  for (const [name, panel] of [["tab-questions", "asked"], ["tab-rules", "meant"]]) {
    at(panel).hidden = name !== tab;
    at(name).setAttribute("aria-selected", String(name === tab));
    at(name).tabIndex = name === tab ? 0 : -1;
  }
};

// A link carries the texts behind its #, which browsers send to nobody.
const squeezed = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
const packed = async () => {
  const all = new TextEncoder().encode(JSON.stringify(fields.map((field) => editors[field].text)));
  const bytes = await squeezed(all, new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return "z" + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

const unpack = async (text) => {
  const is_squeezed = text.startsWith("z");
  const base = text.slice(is_squeezed ? 1 : 0).replaceAll("-", "+").replaceAll("_", "/");
  let bytes = Uint8Array.from(atob(base), (c) => c.charCodeAt(0));
  if (is_squeezed) bytes = await squeezed(bytes, new DecompressionStream("deflate-raw"));
  const all = JSON.parse(new TextDecoder().decode(bytes));
  fields.forEach((field, n) => { editors[field].text = typeof all[n] === "string" ? all[n] : ""; });
  if (editors.rules.text) choose("tab-rules");
};

const load = ({ program, questions, rules }) => {
  closePane();
  editors.program.text = program;
  editors.questions.text = questions;
  editors.rules.text = rules ?? "";
  choose(rules ? "tab-rules" : "tab-questions");
  ask();
};

const start = async () => {
  const examples = await (await fetch("examples")).json();
  examples.forEach(({ name }, n) => {
    const option = make("option", name);
    option.value = String(n);
    at("examples").append(option);
  });
  at("examples").addEventListener("change", (event) => {
    const chosen = examples[Number(event.target.value)];
    if (event.target.value !== "" && chosen) load(chosen);
  });
  for (const tab of ["tab-questions", "tab-rules"]) {
    at(tab).addEventListener("click", () => {
      choose(tab);
      ask();
    });
    at(tab).addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const other = at(tab === "tab-rules" ? "tab-questions" : "tab-rules");
      other.click();
      other.focus();
    });
  }
  const find = (forward) => {
    const is_there = editors.program.find(at("find").value, forward);
    at("status").textContent = is_there ? "" : "not found";
  };
  at("find").addEventListener("input", () => find(true));
  at("find").addEventListener("keydown", (event) => {
    if (event.key === "Enter") find(!event.shiftKey);
  });
  at("pane-close").addEventListener("click", closePane);
  at("pane-copy").addEventListener("click", () => navigator.clipboard?.writeText(at("pane-body").textContent));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") closePane();
  });
  let last = "";
  at("link").addEventListener("click", async () => {
    last = await packed();
    location.hash = last;
    try {
      await navigator.clipboard.writeText(location.href);
      at("status").textContent = "the link is copied";
    } catch {
      at("status").textContent = "the link is in the address bar";
    }
  });
  const read = async () => {
    try {
      await unpack(location.hash.slice(1));
    } catch {
      show({ error: "the link is broken" });
      return;
    }
    ask();
  };
  addEventListener("hashchange", () => {
    if (location.hash.slice(1) !== last) read();
  });
  if (location.hash.length > 1) read();
  else load(examples[0]);
};

start();
