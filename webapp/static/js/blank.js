// A hand and a deal before anything is known of them.

export const emptyHand = () => ({ source: null, tiles: [], melds: [], win: null, next: 1, problems: [], uuid: newUuid(), kept: false });
export const blankDeal = () => ({
  // Nobody has won until a player says so: a guess would be booked by one tap.
  winner: null,
  how: null,
  flags: [],
  gangFrom: null,
  seatWind: null,
  wild: null,
  horses: [],
  ready: null,
  streak: 0,
  wilds: {},
  calls: [],
  liable: null,
  keyPair: "",
});
/** A name for a hand or an entry. `crypto.randomUUID` exists on https only; the random numbers behind it exist everywhere. */
export function newUuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
