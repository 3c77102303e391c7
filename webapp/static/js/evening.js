// Stepping through an evening with the arrow keys.

document.addEventListener("keydown", ({ key, target }) => {
  if (target.closest("input, select, textarea")) return;
  const step = { ArrowLeft: "step-back", ArrowRight: "step-on" }[key];
  if (step) document.getElementById(step)?.click();
});
