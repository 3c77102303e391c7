// The two sheets that slide up: one tile, one meld.

import * as hand from "./hand.js";
import { toKong, toTriplet } from "./kongs.js";
import * as photo from "./photo.js";
import { meldName, say, seatName, tileName } from "./texts.js";
import { SEATS, html, icon, key, keypads, meldTypes, still } from "./tiles.js";

const byId = (id) => document.getElementById(id);
const [tileSheet, meldSheet] = [byId("tile-sheet"), byId("meld-sheet")];

for (const sheet of [tileSheet, meldSheet]) {
  for (const button of sheet.querySelectorAll("[data-close]")) button.addEventListener("click", () => sheet.close());
  // A tap beside the sheet lands on the dialog element itself.
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
}

function button(label, symbol, onTap, classes = "") {
  const made = html("button", { type: "button", class: `button ${classes}` }, icon(symbol), html("span", { text: label }));
  made.addEventListener("click", onTap);
  return made;
}

const closing = (sheet, act) => (...details) => {
  sheet.close();
  act(...details);
};

/** Open the sheet of one tile; `afterwards` runs when its face was settled. */
export function openTile(tile, afterwards = () => {}) {
  const { hand: current } = hand.state;
  const counted = ["hand", "meld"].includes(tile.place);
  const isWin = current.win === tile.id;
  const cut = photo.cutOut(tile);
  byId("tile-sheet-face").replaceChildren(...(cut ? [cut, icon("next")] : []), still(tile.kind, "medium"));
  byId("tile-sheet-title").textContent = tileName(tile.kind);
  byId("tile-sheet-hint").textContent = [
    tile.doubt ? say("in_doubt") : isWin ? say("winning_tile") : counted ? "" : say("not_in_hand"),
    tile.sure === null ? "" : say("sure", { percent: Math.round(tile.sure * 100) }),
    tile.seen ? say("looks_like", { tile: tileName(tile.seen) }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
  const settle = closing(tileSheet, (kind) => {
    if (kind === tile.kind && counted) hand.confirmKind(tile.id);
    else hand.setKind(tile.id, kind);
    afterwards();
  });
  const actions = [];
  const isFace = !["flower", "back"].includes(tile.kind);
  if (!counted && isFace) actions.push(button(say("put_in"), "plus", closing(tileSheet, () => hand.putIn(tile.id)), "primary"));
  else if (isWin) actions.push(button(say("unmark_winning"), "star", closing(tileSheet, () => hand.setWin(null))));
  else if (counted) actions.push(button(say("mark_winning"), "star", closing(tileSheet, () => hand.setWin(tile.id)), current.win === null && tile.place === "hand" ? "primary first" : "win"));
  // A tile that was left out in doubt is settled by leaving it out, too.
  const out = closing(tileSheet, () => {
    hand.removeTile(tile.id);
    if (!counted) afterwards();
  });
  if (counted || (tile.leftOut && tile.doubt)) actions.push(button(say("take_out"), "trash", out));
  byId("tile-sheet-actions").replaceChildren(...actions);
  showLikely(tile.likely, settle, tile.kind);
  // What a tile in doubt may be comes first: the right face is one tap away.
  const [likeliest, others] = [byId("tile-sheet-likely-box"), byId("tile-sheet-actions")];
  if (tile.doubt) others.before(likeliest);
  else likeliest.before(others);
  keypads(byId("tile-sheet-keys"), settle, tile.kind);
  open(tileSheet);
}

/** Open the same sheet to add a tile to the hand. */
export const openAdd = () => openChoice(say("add_which"), hand.addTile);

/** Open the same sheet to name any tile. */
export function openChoice(title, onPick) {
  byId("tile-sheet-face").replaceChildren();
  byId("tile-sheet-title").textContent = title;
  byId("tile-sheet-hint").textContent = "";
  byId("tile-sheet-actions").replaceChildren();
  showLikely([], () => {});
  keypads(byId("tile-sheet-keys"), closing(tileSheet, onPick));
  open(tileSheet);
}

function showLikely(likely, settle, current) {
  // One likely face, the one it has, is no choice.
  byId("tile-sheet-likely-box").hidden = !likely.some(([kind]) => kind !== current);
  byId("tile-sheet-likely").replaceChildren(
    ...likely.slice(0, 6).map(([kind, part]) =>
      html(
        "span",
        { class: "likely-one" },
        key(kind, settle, kind === current ? "current" : ""),
        html("span", { class: "likely-part", text: `${Math.round(part * 100)} %` }),
      ),
    ),
  );
}

/** Open the sheet of one meld. */
export function openMeld(id) {
  const fill = () => {
    const meld = hand.state.hand.melds.find((other) => other.id === id);
    if (!meld) return meldSheet.close();
    const tiles = hand.tilesOfMeld(id);
    byId("meld-sheet-tiles").replaceChildren(...tiles.map((tile) => still(tile.kind)));
    byId("meld-sheet-types").replaceChildren(
      ...typesOf(tiles).map((type) => choice("meld-type", meldName(type), meld.type === type, () => retype(tiles.length, type))),
    );
    // A chow can only come from the player before; nobody feeds a concealed kong.
    byId("meld-sheet-from-box").hidden = ["chi", "an_gang", "gang_unknown"].includes(meld.type);
    byId("meld-sheet-from").replaceChildren(
      ...feeders().map((offset) => choice("meld-from", feederName(offset), meld.from === offset, () => describe({ from: offset }))),
      choice("meld-from", say("from_unknown"), meld.from === null, () => describe({ from: null })),
    );
    byId("meld-sheet-done").disabled = meld.type === "gang_unknown";
    return undefined;
  };
  const describe = (details) => {
    hand.describeMeld(id, details);
    fill();
    meldSheet.querySelector("input:checked")?.focus();
  };
  /** A triplet can become a kong, and a kong a triplet, without being taken apart. */
  const retype = (number, type) => {
    if (type === "peng") number === 4 && toTriplet(id);
    else if (number === 3 && type !== "chi") toKong(id, type);
    describe({ type });
  };
  byId("meld-sheet-undo").onclick = closing(meldSheet, () => hand.ungroup(id));
  fill();
  open(meldSheet);
}

/** What a meld may be, a tile more or less included: the fourth of a kong may lie under another or outside the photo. */
function typesOf(tiles) {
  const types = meldTypes(tiles.map((tile) => tile.kind));
  return types.includes("chi") ? types : ["peng", ...KONGS];
}

const KONGS = ["ming_gang", "bu_gang", "an_gang"];
const PLACES = [say("place_1"), say("place_2"), say("place_3")];

/** The others as places after the winner, in the order of seats; of an unknown winner, in the order of play. */
const feeders = () => (hand.state.deal.winner === null ? [1, 2, 3] : SEATS.map(hand.placesAfterWinner).filter(Boolean));

/** Who sits so many places after the winner: a name, or the place while nobody is known to have won. */
export const feederName = (offset) => (hand.state.deal.winner === null ? PLACES[offset - 1] : seatName(hand.seatAfterWinner(offset)));

function choice(name, label, checked, onPick) {
  const input = html("input", { type: "radio", name, checked });
  input.addEventListener("change", onPick);
  return html("label", { class: "chip" }, input, html("span", { text: label }));
}

function open(sheet) {
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
}
