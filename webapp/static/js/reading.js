// From a photo to the hand: sending, waiting, what was read, what went wrong.

import * as api from "./api.js";
import * as hand from "./hand.js";
import * as mark from "./mark.js";
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
    byId(id).addEventListener("change", ({ target }) => {
      const [file] = target.files;
      target.value = ""; // the same photo chosen twice is a wish, too
      if (file) read(file, id === "second-photo" || (id === "other" && lastMore));
    });
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
  return follow(URL.createObjectURL(file), (signal) => api.readPhoto(file, stage, signal, { before, set: tileSet.chosen() }));
}

/** Read the marked part of the photo. */
export function readMarked() {
  const { source, corners } = mark.marked();
  again = readMarked;
  return follow(source.url, (signal) => api.readPart(source.scan, corners, stage, signal, tileSet.chosen()), true);
}

async function follow(picture, work, isPart = false) {
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
      if (!isPart) unread = sourceOf(found);
      throw new api.Trouble(say(isPart ? "no_tiles_there" : "no_tiles"), false, "no_tiles");
    }
    [reading, unread] = [null, null];
    take(found, isPart);
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

const sourceOf = ({ id, photo, width, height, corners, rows, asks_mark: asks }) => ({ kind: "photo", scan: id, url: photo, width, height, corners, rows, asks });

/** The server's reading becomes the hand; who won how stays where the same photo was read again. */
function take(found, isPart) {
  const deal = { ...hand.state.deal };
  hand.start({ source: sourceOf(found), problems: found.problems });
  if (isPart) Object.assign(hand.state.deal, deal);
  hand.change(({ hand: current }) => {
    const melds = found.melds.map((meld) => ({ id: current.next++, type: meld.type, from: null }));
    current.melds = melds;
    const ids = [];
    for (const [index, tile] of found.tiles.entries()) {
      const made = hand.newTile(current, tile.tile, {
        place: tile.role,
        meld: tile.meld === null ? null : melds[tile.meld].id,
        box: tile.box,
        sure: tile.confidence,
        likely: tile.candidates,
        doubt: tile.doubt,
        seen: tile.seen,
        read: tile.tile,
        leftOut: tile.left_out,
        at: index,
      });
      if (index === found.win) current.win = made.id;
      ids.push(made.id);
    }
    const next = found.runner_up;
    current.nextHand = next && { odds: next.odds, changes: next.changes.map(([index, kind]) => [ids[index], kind]) };
  }, true);
}

