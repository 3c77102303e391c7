// Kongs: four alike that should be one, a triplet that becomes one, one that becomes a triplet.

import * as hand from "./hand.js";

/** Four alike whose kong would make the count right, as ids: all in the hand, or a triplet and its fourth. Null without. */
export function fourAlike(wanted) {
  const { count: have, wanted: whole } = hand.count(wanted);
  const free = (tile) => tile.place === "hand" || hand.tilesOfMeld(tile.meld).every(({ kind }) => kind === tile.kind);
  const fourOf = (kind) => {
    const alike = hand.counted().filter((tile) => tile.kind === kind && free(tile));
    return alike.length === 4 && alike.some((tile) => tile.place === "hand") ? [alike.map((tile) => tile.id)] : [];
  };
  const found = [...new Set(hand.inHand().map((tile) => tile.kind))].flatMap(fourOf);
  return have > whole && found.length >= have - whole ? found[0] : null;
}

/** Make a triplet a kong of this type. Its fourth tile is one of the hand, or one that no photo shows. */
export function toKong(id, type) {
  hand.change(({ hand: current }) => {
    const tiles = hand.tilesOfMeld(id);
    const [{ kind }] = tiles;
    const fourth = hand.concealed().find((tile) => tile.kind === kind) ?? hand.newTile(current, kind);
    for (const tile of [...tiles, fourth]) Object.assign(tile, { place: "meld", meld: id, placed: true });
    current.melds.find((meld) => meld.id === id).type = type;
  });
}

/** The other way round: the fourth goes back into the hand; one that no photo shows is gone. */
export function toTriplet(id) {
  hand.change(({ hand: current }) => {
    const tiles = hand.tilesOfMeld(id);
    const fourth = tiles.find(({ box }) => !box) ?? tiles.at(-1);
    for (const tile of tiles) tile.placed = true;
    if (fourth.box) Object.assign(fourth, { place: "hand", meld: null });
    else current.tiles = current.tiles.filter((tile) => tile !== fourth);
    current.melds.find((meld) => meld.id === id).type = "peng";
  });
}
