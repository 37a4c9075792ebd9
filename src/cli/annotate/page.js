// A click on a value marks all of that name.
document.addEventListener("click", (event) => {
  const value = event.target.dataset && event.target.dataset.value;
  if (!value) return;
  const marked = event.target.classList.contains("marked");
  for (const button of document.querySelectorAll("button[data-value]")) {
    const same = button.dataset.value === value && !marked;
    button.classList.toggle("marked", same);
    button.setAttribute("aria-pressed", String(same));
  }
});
