// From a photo to the hand: sending, waiting, what was read, what went wrong.

import * as api from "./api.js";
import { readBy } from "./deal.js";
import * as hand from "./hand.js";
import { lay, right } from "./laying.js";
import * as mark from "./mark.js";
import { onFile } from "./picks.js";
import { under } from "./reread.js";
import { say, stageName } from "./texts.js";
import * as tileSet from "./tile-set.js";

const byId = (id) => document.getElementById(id);
// How much of the wait is over when a stage begins: sending takes long in a weak Wi-Fi, the rest about a second.
const SENT = 0.4;
const PARTS = { waiting: SENT, open: 0.45, load: 0.5, detect: 0.6, closer: 0.75, arrange: 0.92, correct: 0.96 };
let go = () => {};
let arrive = () => {};
let reading = null;
let again = () => {};
let lastMore = false;
let unread = null; // a photo that was read in vain: the hand in it can still be marked

/** Call once. `leadTo(step)` shows a step, `onHand()` the hand that was read. */
export function begin(leadTo, onHand) {
  [go, arrive] = [leadTo, onHand];
  byId("read-again").addEventListener("click", () => again());
  byId("read-mark").addEventListener("click", () => go("mark"));
  for (const id of ["take", "choose", "other", "second-photo"]) {
    onFile(byId(id), (file) => read(file, id === "second-photo" || (id === "other" && lastMore)));
  }
  // Not every browser can show what a camera made (HEIC); the server can read it all the same.
  byId("preview").addEventListener("error", () => (byId("preview").parentElement.hidden = true));
}

export const isOpen = () => reading !== null;
export const stop = () => reading?.abort();

/** The photo in which the hand can be marked, or null. */
export function markable() {
  const source = unread ?? hand.state.hand.source;
  return source?.corners ? source : null;
}

/** Leave the photo that was read in vain: the hand at work is looked at again. */
export const forget = () => (unread = null);

/** Read a photo; `more`: it shows melds of the hand that is at work. */
export function read(file, more = false) {
  [lastMore, unread] = [more, null];
  const before = more ? hand.state.hand.source.scan : null;
  again = () => read(file, more);
  const by = readBy(!more);
  const known = { ...by, right: more ? JSON.stringify(right()) : "" };
  const work = (signal) => api.readPhoto(file, stage, signal, { before, set: tileSet.chosen(), known });
  return follow(URL.createObjectURL(file), work, by, { keep: more, undoable: more });
}

/** Read the marked part of the photo. */
export function readMarked() {
  const { source, corners } = mark.marked();
  again = readMarked;
  const by = readBy();
  const work = (signal) => api.readPart(source.scan, corners, stage, signal, { set: tileSet.chosen(), known: by });
  return follow(source.url, work, by, { sameDeal: true });
}

/** Wait for `work`, which reads `by` these rules, and make a hand of it; `how`: as `lay` takes it, `sameDeal` for a part of a photo. */
async function follow(picture, work, by, how) {
  const isPart = Boolean(how.sameDeal);
  const mine = new AbortController();
  reading?.abort();
  reading = mine;
  const preview = byId("preview");
  if (preview.src) URL.revokeObjectURL(preview.src);
  preview.parentElement.hidden = false;
  preview.src = picture;
  trouble(null);
  go("read");
  try {
    const found = await work(mine.signal);
    if (reading !== mine) return;
    const some = found.tiles.some((tile) => !isPart || ["hand", "meld"].includes(tile.role));
    if (!some) {
      if (!isPart) unread = sourceOf(found, by);
      // What the photo suffers from comes first: it is the likelier cause.
      const causes = found.problems.filter((text) => text !== say("no_tiles"));
      throw new api.Trouble([...causes, say(isPart ? "no_tiles_there" : "no_tiles")].join("\n"), false, "no_tiles");
    }
    [reading, unread] = [null, null];
    lay(found, sourceOf(found, by), how);
    history.replaceState(null, "", "#hand");
    arrive();
  } catch (error) {
    if (error.name === "AbortError" || reading !== mine) return;
    trouble(error instanceof api.Trouble ? error : new api.Trouble(say("not_stored")), isPart);
  }
}

function stage(name, part) {
  byId("stage").textContent = name === "upload" && part !== null ? `${stageName(name)} ${Math.round(part * 100)} %` : stageName(name);
  byId("progress").value = name === "upload" ? SENT * (part ?? 0.5) : (PARTS[name] ?? SENT);
}

/** What went wrong, with the ways out that make sense; null while all is well. */
function trouble(fault, isPart = false) {
  byId("read-trouble").hidden = !fault;
  byId("read-trouble").textContent = fault?.message ?? "";
  byId("progress").hidden = byId("stage").hidden = Boolean(fault);
  byId("read-type").hidden = !fault;
  byId("read-again").hidden = !fault?.again;
  byId("read-other").hidden = !fault;
  byId("read-mark").hidden = !(fault && (isPart || fault.code === "no_tiles") && markable());
  byId("read-other").classList.toggle("primary", !fault?.again && byId("read-mark").hidden);
}

const sourceOf = ({ id, photo, width, height, corners, rows, asks_mark: asks }, by) => ({ kind: "photo", scan: id, url: photo, width, height, corners, rows, asks, under: under(by) });
