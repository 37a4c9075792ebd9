"use strict";

const at = (id) => document.getElementById(id);
const fields = ["program", "questions", "rules"];
// How long after the last key is asked, in milliseconds.
const PAUSE = 350;

// An element with a text and a class; texts never become markup.
const make = (tag, text, name) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (name) element.className = name;
  return element;
};

const opening = (text, inner, name) => {
  const details = make("details");
  details.append(make("summary", text, name), make("pre", inner));
  return details;
};

// An image of its own: what is in it can neither run nor reach the page.
const drawing = (svg, text) => {
  const image = make("img");
  image.src = "data:image/svg+xml," + encodeURIComponent(svg);
  image.alt = text;
  return image;
};

const showAnswer = ({ question, answer, error, why, picture }) => {
  const item = make("li");
  item.append(make("div", question));
  if (error !== undefined) item.append(make("pre", error, "error"));
  else if (picture && answer.startsWith("<svg")) item.append(drawing(picture, question));
  // An explanation needs none.
  else if (answer.includes("\n")) item.append(make("pre", answer));
  else if (why) item.append(opening(answer, why, "answer"));
  else item.append(make("pre", answer, "answer"));
  if (picture && !answer?.startsWith("<svg")) {
    const details = make("details");
    details.append(make("summary", "e-graph"), drawing(picture, `the e-graph of ${question}`));
    item.append(details);
  }
  return item;
};

// A bound whose proof is derived when it is opened first.
const bound = ({ text, column }, line) => {
  const details = opening(text, "…");
  details.addEventListener("toggle", async () => {
    const found = await post({ want: { line, column } });
    details.lastChild.textContent = found.error ?? (found.proof || "there is no proof");
  }, { once: true });
  return details;
};

const showLine = ({ line, notes }, number) => {
  const row = make("tr");
  const known = make("td");
  for (const note of notes) known.append(note.column ? bound(note, number + 1) : make("div", note.text));
  row.append(make("td", String(number + 1)), make("td", line), known);
  return row;
};

const show = ({ error, answers, lines, ended }) => {
  at("error").hidden = error === undefined;
  at("error").textContent = error ?? "";
  if (answers) at("answers").replaceChildren(...answers.map(showAnswer));
  // What is known is of the program before, while this one can't be read.
  at("lines").classList.toggle("stale", error !== undefined);
  if (!lines) return;
  at("lines").replaceChildren(...lines.map(showLine));
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

let asked = 0;
const ask = async () => {
  const turn = ++asked;
  at("status").textContent = "…";
  texts = Object.fromEntries(fields.map((field) => [field, at(field).value]));
  let error;
  // Answers do not wait for the bounds of a long program.
  const part = async (want) => {
    const found = await post({ want });
    // What was typed meanwhile has been asked since.
    if (turn !== asked) return;
    error ??= found.error;
    show({ ...found, error });
  };
  await Promise.all([part("answers"), part("lines")]);
  if (turn === asked) at("status").textContent = error === undefined ? "answered" : "";
};

let timer;
const askSoon = () => {
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
};

// A link carries the texts behind its #, which browsers send to nobody.
const packed = () => {
  const texts = JSON.stringify(fields.map((field) => at(field).value));
  const bytes = Array.from(new TextEncoder().encode(texts), (byte) => String.fromCharCode(byte));
  return btoa(bytes.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

const unpack = (text) => {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const texts = JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0))));
  fields.forEach((field, n) => { at(field).value = typeof texts[n] === "string" ? texts[n] : ""; });
};

const choose = ({ program, questions }) => {
  at("program").value = program;
  at("questions").value = questions;
  at("rules").value = "";
  ask();
};

const start = async () => {
  for (const field of fields) at(field).addEventListener("input", askSoon);
  const examples = await (await fetch("examples")).json();
  examples.forEach(({ name }, n) => {
    const option = make("option", name);
    option.value = String(n);
    at("examples").append(option);
  });
  at("examples").addEventListener("change", (event) => {
    const chosen = examples[Number(event.target.value)];
    if (event.target.value !== "" && chosen) choose(chosen);
  });
  at("link").addEventListener("click", async () => {
    location.hash = packed();
    try {
      await navigator.clipboard.writeText(location.href);
      at("status").textContent = "the link is copied";
    } catch {
      at("status").textContent = "the link is in the address bar";
    }
  });
  addEventListener("hashchange", () => {
    if (location.hash.slice(1) !== packed()) read();
  });
  const read = () => {
    try {
      unpack(location.hash.slice(1));
      ask();
    } catch {
      show({ error: "the link is broken" });
    }
  };
  if (location.hash.length > 1) read();
  else choose(examples[0]);
};

start();
