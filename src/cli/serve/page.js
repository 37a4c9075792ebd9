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

const showLine = ({ line, notes }, number) => {
  const row = make("tr");
  const known = make("td");
  for (const { text, proof } of notes) known.append(proof ? opening(text, proof) : make("div", text));
  row.append(make("td", String(number + 1)), make("td", line), known);
  return row;
};

const show = ({ error, answers, lines }) => {
  at("error").hidden = error === undefined;
  at("error").textContent = error ?? "";
  if (answers) at("answers").replaceChildren(...answers.map(showAnswer));
  // What is known is of the program before, while this one can't be read.
  at("lines").classList.toggle("stale", error !== undefined);
  if (lines) at("lines").replaceChildren(...lines.map(showLine));
};

let asked = 0;
const ask = async () => {
  const turn = ++asked;
  at("status").textContent = "…";
  const request = Object.fromEntries(fields.map((field) => [field, at(field).value]));
  let found;
  try {
    const response = await fetch("ask", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    found = response.ok ? await response.json() : { error: await response.text() };
  } catch {
    found = { error: "the server does not answer" };
  }
  // What was typed meanwhile has been asked since.
  if (turn !== asked) return;
  show(found);
  at("status").textContent = found.error === undefined ? "answered" : "";
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
