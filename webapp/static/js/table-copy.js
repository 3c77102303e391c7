// Copying the text for a chat. The clipboard needs https; selecting the text works everywhere.

const byId = (id) => document.getElementById(id);

// Listened to from above: a page that follows its table is drawn anew.
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("#copy");
  if (!button) return;
  const text = byId("copy-text");
  text.focus();
  text.select();
  try {
    await navigator.clipboard.writeText(text.value);
  } catch {
    if (!document.execCommand("copy")) return;
  }
  button.querySelector("span").textContent = button.dataset.done;
});

const ready = () => byId("copy") && (byId("copy").disabled = false);
document.addEventListener("fanpai-fresh", ready);
ready();
