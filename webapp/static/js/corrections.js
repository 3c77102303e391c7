// Tiles that were put right: whether their photos are kept is asked once, and then done when the hand is kept.

import { keepCorrections, wantCorrections } from "./api.js";
import { state } from "./hand.js";

const question = document.getElementById("ask-corrections");
let wanted = document.body.dataset.corrections; // "on", "off", or "ask"

/** What was put right, by the tile's place in the reading; null for no photo, nothing put right, or a tile without a place. */
function right() {
  const { source, tiles } = state.hand;
  const added = tiles.some((tile) => tile.read === undefined);
  const changed = tiles.filter((tile) => tile.read !== tile.kind && tile.box);
  if (source?.kind !== "photo" || added || !changed.length) return null;
  return Object.fromEntries(changed.map((tile) => [tile.at, tile.kind]));
}

export function render() {
  question.hidden = wanted !== "ask" || !right();
}

/** Call once. */
export function begin() {
  for (const button of question.querySelectorAll("button")) {
    button.addEventListener("click", async () => {
      await wantCorrections(button.value).catch(() => {}); // asked again another time
      wanted = button.value === "yes" ? "on" : "off";
      render();
    });
  }
}

/** Keep the photo with its right tiles, if that is wanted. The hand is kept already: a failure here takes nothing away. */
export async function keep() {
  const found = wanted === "on" ? right() : null;
  if (found) await keepCorrections(state.hand.source.scan, found).catch(() => {});
}
