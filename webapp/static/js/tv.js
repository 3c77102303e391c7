// The time that this deal has taken, and a screen that does not fall asleep.

const begun = () => performance.now() - 1000 * Number(document.getElementById("timer").dataset.since);
let start = begun();

function tick() {
  const seconds = Math.max(0, Math.floor((performance.now() - start) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = hours ? [hours, String(minutes).padStart(2, "0")] : [minutes];
  document.getElementById("time").textContent = [...parts, String(seconds % 60).padStart(2, "0")].join(":");
}

/** Only offered over https. */
async function stayAwake() {
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => null);
}

document.addEventListener("fanpai-fresh", () => {
  start = begun();
  tick();
});
document.addEventListener("visibilitychange", stayAwake);
setInterval(tick, 1000);
tick();
stayAwake();
