// The hand as big tiles, its melds, and what lies beside it.

import * as hand from "./hand.js";
import { notes } from "./notes.js";
import * as photo from "./photo.js";
import { feederName, openAdd, openMeld, openTile } from "./sheets.js";
import { meldName, say, tileName } from "./texts.js";
import { html, icon, key, meldTypes } from "./tiles.js";

const byId = (id) => document.getElementById(id);
/** While a meld is being made: the ids tapped so far; null otherwise. */
export let picked = null;
let wanted = () => 14;
let refresh = () => {};

/** Call once. `wantedTiles()` says how many tiles a hand has, `redraw` draws the page anew. */
export function begin(wantedTiles, redraw) {
  [wanted, refresh] = [wantedTiles, redraw];
  photo.onTap(tap);
  byId("add").addEventListener("click", openAdd);
  byId("undo").addEventListener("click", hand.undo);
  byId("group").addEventListener("click", () => (picked ? stopPicking() : startPicking()));
  document.addEventListener("keydown", ({ key: pressed }) => {
    // Over an open sheet, Escape closes the sheet alone.
    if (pressed === "Escape" && picked && !document.querySelector("dialog[open]")) stopPicking();
  });
}

export function startPicking() {
  picked = new Set();
  refresh();
}

export function stopPicking() {
  picked = null;
  refresh();
}

/** The meld types of what is picked; empty when it is none. */
export const pickedTypes = () => (picked ? meldTypes([...picked].map((id) => hand.tileOf(id).kind)) : []);

export function makeMeld() {
  const id = hand.group([...picked]);
  stopPicking();
  if (id !== null) openMeld(id);
}

/** Whether nothing but the winning tile is left to name. */
function asksForWin() {
  const { count, wanted: whole } = hand.count(wanted());
  return !picked && hand.state.hand.win === null && count === whole && !hand.doubts().length;
}

/** Open the tiles in doubt one after the other. */
export function checkDoubts() {
  const [first] = hand.doubts();
  if (first) openTile(first, () => hand.doubts().length && setTimeout(checkDoubts, 180));
}

/** While a meld is being made: a tile, or all of the meld that it is in, so that a triplet can take its fourth. */
function tap(tile) {
  // What is no face has to be named first.
  if (!picked || ["flower", "back"].includes(tile.kind)) return openTile(tile);
  const ids = tile.place === "meld" ? hand.tilesOfMeld(tile.meld).map(({ id }) => id) : [tile.id];
  const taken = picked.has(tile.id);
  for (const id of ids) taken ? picked.delete(id) : picked.add(id);
  return refresh();
}

export function render() {
  photo.render();
  const { hand: current } = hand.state;
  const { count, wanted: whole } = hand.count(wanted());
  byId("count").textContent = count === whole ? say("count_ok", { count }) : say("count_of", { count, wanted: whole });
  byId("count").classList.toggle("short", count !== whole);
  const focused = document.activeElement?.closest?.("[data-rack]")?.dataset.rack;
  const rack = byId("rack");
  rack.classList.toggle("asking", asksForWin());
  rack.replaceChildren(...hand.concealed().map(button));
  const winner = current.win === null ? null : hand.tileOf(current.win);
  if (winner) rack.append(html("div", { class: "won" }, button(winner), html("span", { class: "won-word", text: say("winning_tile") })));
  byId("melds").replaceChildren(...current.melds.map(meld));
  const beside = hand.outside();
  byId("aside").hidden = !beside.length;
  byId("aside-count").textContent = beside.length;
  byId("aside-tiles").replaceChildren(...beside.map(button));
  byId("undo").disabled = !hand.canUndo();
  byId("group").setAttribute("aria-pressed", String(picked !== null));
  byId("problems").replaceChildren(...current.problems.map((text) => html("li", { text })), ...notes().map(note));
  // Melds may lie too far away for one photo.
  byId("more-box").hidden = current.source?.kind !== "photo" || count >= whole;
  if (focused) document.querySelector(`[data-rack="${focused}"]`)?.focus();
}

function note({ text, act }) {
  const item = html("li", { class: "note", text });
  if (act) {
    const accept = html("button", { type: "button", class: "button note-act", text: act[0] });
    accept.addEventListener("click", act[1]);
    item.append(accept);
  }
  return item;
}

function button(tile) {
  const isWin = tile.id === hand.state.hand.win;
  const words = [tileName(tile.kind), tile.doubt && say("in_doubt"), isWin && say("winning_tile")].filter(Boolean);
  const classes = [tile.doubt && "doubtful", isWin && "winning", picked?.has(tile.id) && "picked"].filter(Boolean).join(" ");
  const made = key(tile.kind, () => tap(hand.tileOf(tile.id)), classes, words.join(", "));
  made.dataset.rack = tile.id;
  if (picked) made.setAttribute("aria-pressed", String(picked.has(tile.id)));
  if (tile.doubt) made.append(html("span", { class: "badge doubt-badge", "aria-hidden": "true", text: "?" }));
  if (isWin) made.append(html("span", { class: "badge win-badge", "aria-hidden": "true" }, icon("star")));
  return made;
}

function meld(one) {
  const from = one.from === null || ["chi", "an_gang"].includes(one.type) ? "" : ` · ${say("from_seat", { seat: feederName(one.from) })}`;
  const label = html("button", { type: "button", class: `meld-name${one.type === "gang_unknown" ? " asks" : ""}`, text: meldName(one.type) + from });
  label.addEventListener("click", () => openMeld(one.id));
  return html("div", { class: "meld", role: "group", "aria-label": meldName(one.type) }, html("div", { class: "rack" }, ...hand.tilesOfMeld(one.id).map(button)), label);
}
