// When rule set or wild tile are named otherwise, the hand is read again from what its photo showed.

import { readAgain } from "./api.js";
import { readBy } from "./deal.js";
import * as hand from "./hand.js";
import { lay, right } from "./laying.js";

let asking = null;

/** What a reading is read by, as its source remembers it under this name. */
export const under = (by) => JSON.stringify(by);

/** Call once. */
export function begin() {
  hand.onChange(check);
  check();
}

async function check() {
  const { source } = hand.state.hand;
  const by = readBy();
  const wanted = source?.kind === "photo" && source.under !== under(by) ? `${source.scan} ${under(by)}` : null;
  if (asking?.wanted === wanted) return;
  asking?.stop.abort();
  asking = wanted && { wanted, stop: new AbortController() };
  if (!wanted) return;
  const mine = asking;
  // Without an answer (the photo is forgotten, no connection) the hand stays as it was read.
  const found = await readAgain(source.scan, { ...by, right: right() }, mine.stop.signal).catch(() => null);
  if (asking !== mine) return;
  asking = null;
  if (found) lay(found, { ...source, under: under(by) }, { keep: true });
  else hand.change(({ hand: current }) => Object.assign(current.source, { under: under(by) }), true);
}
