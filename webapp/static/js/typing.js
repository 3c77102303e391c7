// Typing tiles, or tapping them on the keypads.

import * as hand from "./hand.js";
import { say, tileName } from "./texts.js";
import { format, keypads, parse, still } from "./tiles.js";

const input = document.getElementById("typed");
const hint = document.getElementById("typed-state");
const rack = document.getElementById("typed-tiles");
let wanted = () => 14;
let anew = false; // the whole text is about to be replaced

/** Call once. `onDone()` runs on Enter. */
export function begin(wantedTiles, onDone) {
  wanted = wantedTiles;
  keypads(document.getElementById("typed-keys"), (kind) => write(`${input.value}${needsBlank(kind) ? " " : ""}${kind}`));
  input.addEventListener("beforeinput", () => {
    anew = input.selectionStart === 0 && input.selectionEnd === input.value.length;
  });
  input.addEventListener("input", take);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !parse(input.value).fault) onDone();
  });
  document.getElementById("typed-back").addEventListener("click", () => write(format(parse(input.value).tiles.slice(0, -1))));
}

/** Show the hand's tiles as text when the step opens. */
export function open() {
  anew = false;
  if (hand.state.hand.source?.kind !== "typed") hand.start({ source: { kind: "typed" } });
  input.value = format(hand.counted().map((tile) => tile.kind));
  render(null);
}

/** A kind of which there are more than a set holds. */
function fifthCopy() {
  const copies = new Map();
  for (const { kind } of hand.counted()) copies.set(kind, (copies.get(kind) ?? 0) + 1);
  return [...copies.keys()].find((kind) => copies.get(kind) > 4);
}

const countWord = (count, whole) => (count === whole ? say("count_ok", { count }) : say("count_of", { count, wanted: whole }));

function needsBlank(kind) {
  const text = input.value.trimEnd();
  return text && kind.length === 2 && !text.endsWith(kind[1]);
}

function write(text) {
  // 1m 2m reads better as 12m while nothing is half typed.
  const { tiles, fault } = parse(text);
  input.value = fault ? text : format(tiles);
  take();
}

function take() {
  const { tiles, fault } = parse(input.value);
  if (anew) hand.retype([], wanted());
  anew = false;
  hand.retype(tiles, wanted());
  render(fault);
}

function render(fault) {
  const { count, wanted: whole } = hand.count(wanted());
  // A number at the end is most likely about to get its letter: no reproach while it is being typed.
  const stillTyping = fault?.key === "lacks_suit" && document.activeElement === input;
  input.setAttribute("aria-invalid", String(Boolean(fault) && !stillTyping));
  const fifth = fifthCopy();
  hint.classList.toggle("wrong", (Boolean(fault) && !stillTyping) || fifth !== undefined);
  if (fault && !stillTyping) hint.textContent = say(fault.key, { text: fault.text });
  else if (fifth !== undefined) hint.textContent = say("fifth_copy", { tile: tileName(fifth) });
  else hint.textContent = count ? countWord(count, whole) : say("typed_empty");
  rack.replaceChildren(...hand.counted().map((tile) => still(tile.kind, tile.id === hand.state.hand.win ? "winning" : "")));
}
