// A click on a value marks its slice: all that it is computed from, and the lines that define it.
const values = JSON.parse(document.getElementById("values").textContent);
const told = document.getElementById("told");
const untold = told.textContent;
const buttons = document.querySelectorAll("button[data-value]");

function sliceOf(value) {
  const slice = new Set([value]);
  const work = [value];
  while (work.length) {
    for (const need of (values[work.pop()] || { needs: [] }).needs) {
      if (!slice.has(String(need))) {
        slice.add(String(need));
        work.push(String(need));
      }
    }
  }
  return slice;
}

function mark(value) {
  const slice = value === null ? new Set() : sliceOf(value);
  for (const button of buttons) {
    const own = button.dataset.value;
    button.classList.toggle("marked", own === value);
    button.classList.toggle("slice", slice.has(own) && own !== value);
    button.setAttribute("aria-pressed", String(own === value));
  }
  const lines = new Set([...slice].map((own) => values[own] && values[own].line));
  for (const row of document.querySelectorAll("tbody tr")) {
    row.classList.toggle("slice", lines.has(Number(row.id.slice(1))));
  }
  const name = value && [...buttons].find((button) => button.dataset.value === value).textContent;
  const sorted = [...lines].filter((line) => line).sort((a, b) => a - b);
  told.textContent = value === null ? untold
    : `${name} is computed from ${slice.size - 1} other values, in the lines ${sorted.join(", ")}.`;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-value]");
  if (button) mark(button.classList.contains("marked") ? null : button.dataset.value);
});
// A proof opens in a pane as wide as the page.
const pane = document.getElementById("pane");
const close = () => { pane.hidden = true; };
document.addEventListener("click", (event) => {
  const summary = event.target.closest("summary");
  if (!summary) return;
  event.preventDefault();
  pane.hidden = false;
  pane.querySelector("h2").textContent = summary.textContent;
  pane.querySelector("pre").textContent = summary.parentElement.querySelector("pre").textContent;
  pane.scrollTop = 0;
});
pane.querySelector("button").addEventListener("click", close);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  mark(null);
  close();
});
