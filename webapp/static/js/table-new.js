// A new table: only the chosen rule set shows its options, and the names stand where the first dealer is asked for.

const rules = document.getElementById("rules");

function show() {
  for (const box of document.querySelectorAll("[data-rules]")) {
    box.hidden = box.dataset.rules !== rules.value;
    for (const input of box.querySelectorAll("input, select")) input.disabled = box.hidden;
  }
}

for (const shown of document.querySelectorAll("[data-name]")) {
  const field = document.getElementById(`player-${shown.dataset.name}`);
  const write = () => (shown.textContent = field.value.trim());
  field.addEventListener("input", write);
  write();
}
rules.addEventListener("change", show);
show();
