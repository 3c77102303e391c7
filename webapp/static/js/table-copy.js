// Copying the text for a chat. The clipboard needs https; selecting the text works everywhere.

const text = document.getElementById("copy-text");
const button = document.getElementById("copy");

button.addEventListener("click", async () => {
  text.focus();
  text.select();
  try {
    await navigator.clipboard.writeText(text.value);
  } catch {
    if (!document.execCommand("copy")) return;
  }
  button.querySelector("span").textContent = button.dataset.done;
});
