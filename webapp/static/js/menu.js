// The menu of language and colours closes on Escape and on a tap elsewhere.

const menu = document.querySelector("details.settings");

document.addEventListener("pointerdown", ({ target }) => {
  if (!menu.contains(target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
menu.addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
});
