// A new table: only the chosen rule set shows its options.

const rules = document.getElementById("rules");

function show() {
  for (const box of document.querySelectorAll("[data-rules]")) {
    box.hidden = box.dataset.rules !== rules.value;
    for (const input of box.querySelectorAll("input, select")) input.disabled = box.hidden;
  }
}

rules.addEventListener("change", show);
show();
