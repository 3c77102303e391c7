// What the rules made of the photo, in sentences: tiles read otherwise than they look, and the next likely hand.

import { state, takeNext, tileOf } from "./hand.js";
import { say, tileName } from "./texts.js";

const isCounted = (tile) => ["hand", "meld"].includes(tile.place);
/** Whether a tile still is what was read; a note on a tile that was changed since would be stale. */
const isAsRead = (tile) => tile?.read === tile?.kind && isCounted(tile) !== Boolean(tile?.leftOut);

/** Up to here one hand is about as likely as the other. */
const ALIKE = 1.5;

/** What the next hand has of a tile: one that is not counted is there besides, whatever it looks like. */
function difference([tile, kind]) {
  if (!kind) return say("without", { tile: tileName(tile.kind) });
  return isCounted(tile) ? say("instead", { tile: tileName(kind), other: tileName(tile.kind) }) : say("with", { tile: tileName(kind) });
}

/** What still holds: sentences as `text`, with what can be done about it as `act`, `[label, action]`. */
export function notes() {
  const { tiles, nextHand, whole } = state.hand;
  const settled = tiles.filter((tile) => tile.read && isAsRead(tile));
  const changed = settled.filter((tile) => tile.seen).map((tile) => say("instead", { tile: tileName(tile.kind), other: tileName(tile.seen) }));
  const left = settled.filter((tile) => tile.leftOut).map((tile) => tileName(tile.kind));
  const listed = (words) => words.join(say("and_then"));
  // One sentence for all the tiles that it is about.
  const said = [changed.length && say("changed", { changes: listed(changed) }), left.length && say(whole ? "left_out" : "left_out_short", { tiles: listed(left) })];
  return [...said.filter(Boolean).map((text) => ({ text })), ...next(nextHand)];
}

function next(hand) {
  const changes = (hand?.changes ?? []).map(([id, kind]) => [tileOf(id), kind]);
  if (!changes.length || !changes.every(([tile]) => tile && isAsRead(tile))) return [];
  const words = { changes: changes.map(difference).join(say("and_then")), odds: hand.odds };
  return [{ text: hand.odds < ALIKE ? say("next_hand_alike", words) : say("next_hand", words), act: [say("take_next"), takeNext] }];
}
