// A reading of photos becomes the hand. What the player has said of its tiles before wins over what was read.

import { ruleSet } from "./deal.js";
import * as hand from "./hand.js";

/**
 * Lay a reading on the page: in place of the hand at work, or with `keep` around what the player did to it.
 * `undoable`: whether Undo leads back to what was there before; `sameDeal`: whether who won how stays.
 */
export function lay(found, source, { keep = false, undoable = false, sameDeal = false } = {}) {
  if (!keep) hand.start({ source }, sameDeal ? hand.state.deal : {});
  hand.change(({ hand: current }) => {
    const before = { tiles: current.tiles, melds: current.melds, win: current.win };
    Object.assign(current, { source, problems: found.problems, whole: found.complete, tiles: [], melds: [], win: null });
    const made = found.tiles.map((tile, at) => laid(current, tile, at, before.tiles));
    // Tiles that no photo shows, but the player knows of.
    const known = new Set(made.map(({ id }) => id));
    const unseen = before.tiles.filter((tile) => !tile.box && (tile.read === undefined || tile.placed) && !known.has(tile.id));
    current.tiles.push(...unseen);
    group(current, found, made, before);
    const fresh = made.filter(({ id }) => !before.tiles.some((tile) => tile.id === id));
    const twice = shownNow(current, fresh, unseen);
    current.tiles = current.tiles.filter(({ id }) => !twice.has(id));
    current.win = won(current, found, made, before.win);
    hand.settleMelds(current);
    const next = found.runner_up;
    current.nextHand = next && { odds: next.odds, changes: next.changes.map(([index, kind]) => [made[index].id, kind]) };
  }, !undoable);
}

/** What the player has put right, by the tile's place in the reading. */
export const right = () => Object.fromEntries(hand.state.hand.tiles.filter((tile) => tile.set && tile.box).map((tile) => [tile.at, tile.kind]));

const sameBox = (one, other) => one && other && one.every((value, index) => value === other[index]);

/** A tile as it was read, or the one that was there before, as the player left it. */
function laid(current, tile, at, before) {
  const read = { box: tile.box, sure: tile.confidence, likely: tile.candidates, doubt: tile.doubt, seen: tile.seen, read: tile.tile, leftOut: tile.left_out, at };
  const old = before.find((other) => other.read !== undefined && (tile.box ? sameBox(other.box, tile.box) : !other.box && other.at === at));
  if (!old) return hand.newTile(current, tile.tile, { place: tile.role, ...read });
  const said = old.set ? { kind: old.kind, read: old.read, sure: old.sure, likely: old.likely, seen: null, doubt: false } : {};
  const where = old.placed ? {} : { place: tile.role, meld: null };
  const made = { ...old, kind: tile.tile, ...read, ...said, ...where };
  current.tiles.push(made);
  return made;
}

/** Melds: those the player laid, and those that were read; one that was there already keeps what is known of it. */
function group(current, found, made, before) {
  const placed = new Set(current.tiles.filter((tile) => tile.placed && tile.place === "meld").map((tile) => tile.meld));
  current.melds = before.melds.filter((meld) => placed.has(meld.id));
  for (const [number, { type }] of found.melds.entries()) {
    const tiles = made.filter((tile, index) => found.tiles[index].meld === number && !tile.placed);
    if (!tiles.length) continue;
    const old = before.melds.find((meld) => !placed.has(meld.id) && sameTiles(before.tiles.filter((tile) => tile.meld === meld.id), tiles));
    const meld = old ?? { id: current.next++, type, from: null };
    current.melds.push(meld);
    for (const tile of tiles) Object.assign(tile, { place: "meld", meld: meld.id });
  }
}

/** Tiles added by hand that a further photo shows as well, as ids: as many as the hand has too many. */
function shownNow(current, fresh, unseen) {
  const isCounted = ({ place }) => ["hand", "meld"].includes(place);
  const kongs = current.melds.filter(({ id }) => current.tiles.filter(({ meld }) => meld === id).length === 4).length;
  const surplus = current.tiles.filter(isCounted).length - ruleSet().tiles - kongs;
  const shown = fresh.filter(isCounted).map(({ kind }) => kind);
  const twice = unseen.filter((tile) => {
    const at = isCounted(tile) && tile.meld === null ? shown.indexOf(tile.kind) : -1;
    if (at >= 0) shown.splice(at, 1);
    return at >= 0;
  });
  return new Set(twice.slice(0, Math.max(0, surplus)).map(({ id }) => id));
}

const sameTiles = (some, others) => some.length === others.length && some.every(({ id }) => others.some((other) => other.id === id));

/** The winning tile: the one the player named, else the one that was read, if it still is in the hand. */
function won(current, found, made, before) {
  if (current.winSet) return current.tiles.some(({ id }) => id === before) ? before : null;
  const tile = found.win === null ? null : made[found.win];
  return tile?.place === "hand" ? tile.id : null;
}
