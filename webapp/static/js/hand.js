// The hand at work. Tiles have identities: the winning tile stays the winning tile whatever the others become.

import { layAside as putAway, stillCounts, takeBack } from "./aside.js";
import { blankDeal, emptyHand, newUuid } from "./blank.js";
import { SEATS, meldTypes } from "./tiles.js";

// At a table the page knows round, dealer and rules; its hand is kept apart from the others.
const { key = "", fixed = {}, expected = null, booked = "" } = JSON.parse(document.body.dataset.table ?? "{}");
const KEY = `fanpai-hand-2${key}`;
const HABITS = `fanpai-habits-1${key && "-table"}`;
const STEPS_BACK = 60;

const freshDeal = () => ({ ...blankDeal(), ...fixed });
const habits = { round: "E", dealer: "E", rules: "", ...read(() => localStorage, HABITS) };

const again = takeBack(KEY);
const kept = again ?? read(() => sessionStorage, KEY);
/** Everything a score needs; change it through `change`. */
export const state = kept ?? { hand: emptyHand(), deal: { ...freshDeal(), ...habits } };
Object.assign(state.deal, fixed);
if (kept && !again && !stillCounts(kept, expected)) leaveDeal();
Object.assign(state, { at: expected, asked: false });
if (kept) keep();
const listeners = [];
let past = [];

/** A private window may refuse even the mention of its storage. */
function read(storage, key) {
  try {
    return JSON.parse(storage().getItem(key));
  } catch {
    return null;
  }
}

/** The deal that this was said of is over: its tiles can still be looked at, nobody has won with them. */
function leaveDeal() {
  Object.assign(state, { others: [], shared: null });
  state.deal = openDeal();
  for (const meld of state.hand.melds) meld.from = null;
  // What the server laid on the page it lays there anew.
  state.hand = booked ? emptyHand() : { ...state.hand, left: true };
}

/** The deal as it is before anybody has said who won: winds, dealer and rules stay, and what winners of one tile share. */
function openDeal() {
  const { deal, others, shared } = state;
  return { ...freshDeal(), round: deal.round, dealer: deal.dealer, rules: deal.rules, ...(others?.length ? shared : {}) };
}

/** Another hand may follow: nothing that was said of the one at work is said of it. */
export function unsay() {
  state.deal = openDeal();
  for (const meld of state.hand.melds) meld.from = null;
  past = [];
}

/** The player asks to book the hand as it is: what was said of it outlives a reload. */
export function ask() {
  state.asked = true;
  keep();
}

export const layAside = () => putAway(KEY, state);

function keep() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(state));
    const { round, dealer, rules } = state.deal;
    localStorage.setItem(HABITS, JSON.stringify({ round, dealer, rules }));
  } catch {
    // The hand then lives as long as the page.
  }
}

export function onChange(listener) {
  listeners.push(listener);
}

/** Run `edit(state)`, remember the step for undo unless `quiet`, then tell everybody. */
export function change(edit, quiet = false) {
  const before = JSON.stringify(state.hand);
  const dealBefore = JSON.stringify(state.deal);
  edit(state);
  const edited = JSON.stringify(state.hand) !== before;
  if (edited && !quiet) past = [...past.slice(1 - STEPS_BACK), before];
  if (edited || JSON.stringify(state.deal) !== dealBefore) {
    state.hand.kept = false;
    state.hand.uuid = newUuid();
  }
  announce();
}

export function announce() {
  keep();
  for (const listener of listeners) listener(state);
}

export const canUndo = () => past.length > 0;

export function undo() {
  if (!past.length) return;
  state.hand = JSON.parse(past.pop());
  announce();
}

/** Put an empty hand on the table, perhaps with a photo's tiles; of what was said, only what `deal` gives and winners of one tile share. */
export function start(hand = {}, deal = {}) {
  past = [];
  state.hand = { ...emptyHand(), ...hand };
  state.deal = { ...openDeal(), ...deal };
  announce();
}

export function newTile(hand, kind, more = {}) {
  const tile = { id: hand.next, kind, place: "hand", meld: null, box: null, sure: null, likely: [], doubt: false, ...more };
  hand.next += 1;
  hand.tiles.push(tile);
  return tile;
}

export const tileOf = (id) => state.hand.tiles.find((tile) => tile.id === id);
export const inHand = () => state.hand.tiles.filter((tile) => tile.place === "hand");
export const concealed = () => inHand().filter((tile) => tile.id !== state.hand.win);
export const tilesOfMeld = (id) => state.hand.tiles.filter((tile) => tile.place === "meld" && tile.meld === id);
export const outside = () => state.hand.tiles.filter((tile) => !["hand", "meld"].includes(tile.place) && tile.box);
export const counted = () => state.hand.tiles.filter((tile) => ["hand", "meld"].includes(tile.place));
/** What the player should look at: tiles of the hand in doubt, and such as were left out of it for being in doubt. */
export const doubts = () => state.hand.tiles.filter((tile) => tile.doubt && (["hand", "meld"].includes(tile.place) || tile.leftOut));

/** How many tiles stand for themselves: a kong counts as three. `wanted` is the whole with the winning tile. */
export function count(wanted) {
  const kongs = state.hand.melds.filter((meld) => tilesOfMeld(meld.id).length === 4).length;
  return { count: counted().length, wanted: wanted + kongs };
}

// What the player says of a tile outlives a new reading of its photo: `set` its kind, `placed` where it belongs.

export function setKind(id, kind) {
  change(({ hand }) => {
    const tile = tileOf(id);
    Object.assign(tile, { kind, doubt: false, set: true });
    if (!["hand", "meld"].includes(tile.place)) Object.assign(tile, { place: "hand", placed: true });
    settleMelds(hand);
  });
}

export function confirmKind(id) {
  change(() => {
    Object.assign(tileOf(id), { doubt: false, set: true });
  });
}

export function addTile(kind) {
  change(({ hand }) => newTile(hand, kind));
}

/** Take a tile out: one seen in the photo stays on the table beside it, a typed one goes. */
export function removeTile(id) {
  change(({ hand }) => {
    const tile = tileOf(id);
    if (hand.win === id) hand.win = null;
    Object.assign(tile, { place: "table", meld: null, doubt: false, placed: true });
    if (!tile.box) hand.tiles = hand.tiles.filter((other) => other.id !== id);
    settleMelds(hand);
  });
}

export function putIn(id) {
  change(() => Object.assign(tileOf(id), { place: "hand", meld: null, placed: true }));
}

export function setWin(id) {
  change(({ hand }) => {
    Object.assign(hand, { win: id, winGuessed: false, winSet: true });
    if (id !== null) Object.assign(tileOf(id), { place: "hand", meld: null, placed: true });
    settleMelds(hand);
  });
}

/** Make one meld of these tiles; gives its id, or null when they are no meld. */
export function group(ids) {
  const types = meldTypes(ids.map((id) => tileOf(id).kind));
  if (!types.length) return null;
  let made = null;
  change(({ hand }) => {
    made = hand.next;
    hand.next += 1;
    // Of a triplet that becomes a kong it is known who fed it.
    const fed = hand.melds.find(({ id, from }) => from !== null && ids.some((one) => tileOf(one).meld === id));
    hand.melds.push({ id: made, type: types.length > 1 ? "gang_unknown" : types[0], from: fed?.from ?? null });
    for (const id of ids) {
      Object.assign(tileOf(id), { place: "meld", meld: made, placed: true });
      if (hand.win === id) hand.win = null;
    }
    settleMelds(hand);
  });
  return made;
}

export function ungroup(id) {
  change(({ hand }) => {
    for (const tile of tilesOfMeld(id)) Object.assign(tile, { place: "hand", meld: null, placed: true });
    settleMelds(hand);
  });
}

/** Take the second likeliest hand: its tiles are no longer in doubt. */
export function takeNext() {
  change(({ hand }) => {
    for (const [id, kind] of hand.nextHand.changes) {
      const tile = tileOf(id);
      Object.assign(tile, kind ? { kind, set: true } : { place: "table", meld: null, placed: true }, { doubt: false });
      if (kind && !["hand", "meld"].includes(tile.place)) Object.assign(tile, { place: "hand", placed: true });
      if (!kind && hand.win === id) hand.win = null;
    }
    hand.nextHand = null;
    settleMelds(hand);
  });
}

export function describeMeld(id, details) {
  change(({ hand }) => Object.assign(hand.melds.find((meld) => meld.id === id), details));
}

/** After any edit: a meld whose tiles are no meld any more goes back into the hand, a type that no longer fits changes. */
export function settleMelds(hand) {
  for (const meld of [...hand.melds]) {
    const tiles = tilesOfMeld(meld.id);
    const types = tiles.length ? meldTypes(tiles.map((tile) => tile.kind)) : [];
    if (!types.length) {
      for (const tile of tiles) Object.assign(tile, { place: "hand", meld: null });
      hand.melds = hand.melds.filter((other) => other.id !== meld.id);
    } else if (!types.includes(meld.type) && !(meld.type === "gang_unknown" && types.length > 1)) {
      meld.type = types.length > 1 ? "gang_unknown" : types[0];
    }
  }
}

/** Typed text as tiles: what stands unchanged at both ends keeps its identity, melds and winning tile included. */
export function retype(kinds, wanted) {
  change(({ hand }) => {
    const old = counted();
    // Flowers are never typed, and stay.
    const beside = hand.tiles.filter((tile) => !old.includes(tile));
    let head = 0;
    while (head < Math.min(old.length, kinds.length) && old[head].kind === kinds[head]) head += 1;
    let tail = 0;
    while (
      tail < Math.min(old.length, kinds.length) - head &&
      old[old.length - 1 - tail].kind === kinds[kinds.length - 1 - tail]
    )
      tail += 1;
    if (old.length && !head && !tail) unsay();
    hand.tiles = old.slice(0, head);
    for (const kind of kinds.slice(head, kinds.length - tail)) newTile(hand, kind);
    hand.tiles.push(...(tail ? old.slice(-tail) : []));
    if (!hand.tiles.some((tile) => tile.id === hand.win)) hand.win = null;
    settleMelds(hand);
    // Until the player marks another, the tile typed last is the one that won.
    const last = hand.tiles.at(-1);
    const full = counted().length >= wanted && last.place === "hand";
    if (hand.win === null || hand.winGuessed) Object.assign(hand, { win: full ? last.id : null, winGuessed: true });
    hand.tiles.push(...beside);
  }, true);
}

/** Whether it was said who won, and how. */
export const isSaid = () => state.deal.winner !== null && state.deal.how !== null;

/** The seat `offset` places after the winner: 1 next, 2 opposite, 3 previous; null while nobody has won. */
export const seatAfterWinner = (offset) => (state.deal.winner === null ? null : SEATS[(SEATS.indexOf(state.deal.winner) + offset) % 4]);

/** The other way round: how many places after the winner a seat is, 0 for his own. */
export const placesAfterWinner = (seat) => (SEATS.indexOf(seat) - SEATS.indexOf(state.deal.winner) + 4) % 4;

/** Name the winner. Who fed his melds stays who it was, unless that is the winner himself. */
export function setWinner(seat) {
  const fed = state.hand.melds.map(({ from }) => (from === null ? null : seatAfterWinner(from)));
  state.deal.winner = seat;
  for (const [place, meld] of state.hand.melds.entries()) if (fed[place] !== null) meld.from = placesAfterWinner(fed[place]) || null;
}

/** The wind the winner's seat has by who deals: East for the dealer, then in order of play; null while nobody has won. */
export function seatWind() {
  const { winner, dealer } = state.deal;
  if (winner === null) return null;
  return state.deal.seatWind ?? SEATS[(SEATS.indexOf(winner) - SEATS.indexOf(dealer) + 4) % 4];
}
