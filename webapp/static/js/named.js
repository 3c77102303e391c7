// Lines to tick where nobody has the tiles: found by typing, and only those that can be true.

const form = document.querySelector("form[data-together]");
const TOGETHER = JSON.parse(form.dataset.together);
const { dealer } = form.dataset;
const chosen = (name) => [...form.querySelectorAll(`[name="${name}"]:checked`)].map(({ value }) => value);

/** What is known of how a seat won, in the words of `data-when`. */
function facts(seat) {
  const [how] = chosen("how");
  const robbed = chosen("robbed").length > 0;
  const by = how === undefined ? ["drawn", "discard", "other", "of_dealer"] : how === "self_draw" ? ["drawn"] : robbed ? ["other"] : ["discard", "other"];
  return [...by, seat === dealer ? "dealer" : "guest", ...(how === dealer ? ["of_dealer"] : [])];
}

/** The lines that follow from those that are ticked. */
function following(ticked) {
  const found = new Set(ticked);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [given, then] of TOGETHER) if (given.every((row) => found.has(row))) found.add(then);
  }
  return [...found].filter((row) => !ticked.includes(row));
}

function render() {
  const winners = chosen("winner");
  for (const chip of form.querySelectorAll("#ask-how [data-seat]")) {
    const input = chip.querySelector("input");
    // Closed, not gone: the others keep their places.
    input.disabled = winners.includes(chip.dataset.seat);
    if (input.disabled) input.checked = false;
  }
  // Who gets the money is not the one who pays for all.
  const liable = form.elements.pays_all;
  for (const option of liable.options) option.hidden = option.disabled = winners.includes(option.value);
  if (liable.selectedOptions[0]?.disabled) liable.value = "";
  for (const part of form.querySelectorAll("[data-won]")) renderPart(part, part.dataset.won);
}

function renderPart(part, seat) {
  const known = facts(seat);
  const wanted = part.querySelector("[type=search]").value.trim().toLocaleLowerCase();
  const chips = [...part.querySelectorAll("[data-find]")];
  for (const chip of chips) {
    const input = chip.querySelector("input");
    const fits = chip.dataset.when.split(" ").filter(Boolean).every((need) => known.includes(need));
    if (!fits) input.checked = false;
    chip.hidden = !fits || (!input.checked && !chip.dataset.find.includes(wanted));
  }
  const ticked = chosen(`rows-${seat}`);
  const follows = following(ticked);
  for (const chip of chips) {
    const input = chip.querySelector("input");
    input.disabled = !input.checked && chip.dataset.clash.split(" ").some((row) => ticked.includes(row));
    chip.classList.toggle("follows", follows.includes(input.value));
  }
  for (const group of part.querySelectorAll("[data-group]")) group.hidden = !group.querySelector("[data-find]:not([hidden])");
  part.querySelector(".none-found").hidden = chips.some((chip) => !chip.hidden);
}

let asked = null;
let soon = 0;

/** What it comes to so far, counted by the server; nothing while something is missing, or without a connection. */
async function count() {
  asked?.abort();
  asked = new AbortController();
  let totals = {};
  try {
    const answer = await fetch(form.dataset.total, { method: "POST", body: new FormData(form), credentials: "same-origin", signal: asked.signal });
    if (answer.ok) ({ totals } = await answer.json());
  } catch (error) {
    if (error.name === "AbortError") return;
  }
  for (const output of form.querySelectorAll("[data-so-far]")) {
    output.value = totals[output.dataset.soFar] ?? "";
    output.hidden = !output.value;
  }
}

function countSoon() {
  clearTimeout(soon);
  soon = setTimeout(count, 150);
}

form.addEventListener("input", () => {
  render();
  countSoon();
});
form.addEventListener("keydown", (event) => {
  // Enter in the field that finds a line sends nothing away.
  if (event.key === "Enter" && event.target.type === "search") event.preventDefault();
});
render();
countSoon();
