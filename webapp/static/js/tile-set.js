// Which taught tile set a photo is read with: a table names its own, this device remembers another.

const KEY = "fanpai-tile-set";
const choice = document.getElementById("tile-set");

/** Its id, "" for none. */
export const chosen = () => choice?.value ?? "";

/** Call once. */
export function begin() {
  if (choice?.tagName !== "SELECT") return;
  const options = [...choice.options];
  const served = Math.max(0, options.findIndex((one) => one.defaultSelected));
  const kept = stored();
  // One chosen before this script was there is a choice, too.
  if (choice.selectedIndex !== served) keep();
  else if (options.some(({ value }) => value === kept)) choice.value = kept;
  choice.addEventListener("change", keep);
}

function keep() {
  try {
    localStorage.setItem(KEY, choice.value);
  } catch {
    // The choice then lives as long as the page.
  }
}

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
