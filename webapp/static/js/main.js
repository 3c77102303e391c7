// One page, five steps: start, type, read, hand, score. The step is the address's #part, so Back works.

import * as api from "./api.js";
import * as camera from "./camera.js";
import * as corrections from "./corrections.js";
import * as deal from "./deal.js";
import * as hand from "./hand.js";
import * as handView from "./hand-view.js";
import * as play from "./table-play.js";
import * as scoreView from "./score-view.js";
import { meldName, say, stageName, tileName } from "./texts.js";
import * as tileSet from "./tile-set.js";
import * as typing from "./typing.js";
import { openAdd, openMeld } from "./sheets.js";

const byId = (id) => document.getElementById(id);
const STEPS = ["home", "type", "read", "hand", "score"];
// How much of the wait is over when a stage begins: sending takes long in a weak Wi-Fi, the rest about a second.
const SENT = 0.4;
const PARTS = { waiting: SENT, open: 0.45, load: 0.5, detect: 0.6, closer: 0.75, arrange: 0.92, correct: 0.96 };
const wide = window.matchMedia("(min-width: 900px)");
const wantedTiles = () => deal.ruleSet().tiles;
let outcome = null;
let running = null;
let reading = null;
let lastFile = null;
let lastMore = false;

// Steps ---------------------------------------------------------------------------------------------------------

const step = () => document.body.dataset.step;

function go(wanted) {
  if (location.hash === `#${wanted}`) show();
  else location.hash = wanted;
}

function show() {
  let wanted = location.hash.slice(1) || "home";
  if (!STEPS.includes(wanted)) wanted = "home";
  if (["hand", "score"].includes(wanted) && !hand.state.hand.tiles.length) wanted = hand.state.hand.source ? "type" : "home";
  if (wanted === "read" && !reading) wanted = "home";
  if (wanted !== "read") reading?.abort();
  const changed = step() !== wanted;
  document.body.dataset.step = wanted;
  for (const section of document.querySelectorAll("section[data-step]")) {
    // A wide window shows hand and score side by side; style sheets hide one of them on a narrow one.
    section.hidden = section.dataset.step !== wanted && !(["hand", "score"].includes(wanted) && ["hand", "score"].includes(section.dataset.step));
  }
  byId("back").hidden = wanted === "home";
  if (wanted === "type") typing.open();
  if (changed) {
    handView.picked && handView.stopPicking();
    window.scrollTo(0, 0);
    document.querySelector(`section[data-step="${wanted}"] h1`)?.focus({ preventScroll: true });
  }
  draw();
}

function draw() {
  handView.render();
  deal.render();
  scoreView.render(outcome);
  corrections.render();
  bar();
  byId("resume").hidden = !hand.state.hand.tiles.length;
}

// Scoring -------------------------------------------------------------------------------------------------------

const complete = () => {
  const { count, wanted } = hand.count(wantedTiles());
  return count === wanted && hand.state.hand.win !== null;
};

async function rescore() {
  running?.abort();
  if (!complete()) {
    outcome = null;
    return draw();
  }
  const mine = new AbortController();
  running = mine;
  outcome = { ...outcome, busy: true };
  draw();
  let found;
  try {
    found = await api.score(deal.request(), mine.signal);
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    found = { trouble: error instanceof api.Trouble ? error.message : say("not_stored") };
  }
  if (running === mine) {
    outcome = found;
    draw();
  }
  return undefined;
}

// The bar at the bottom: the next thing to do ---------------------------------------------------------------------

function bar() {
  const { text, first, second } = nextThing();
  byId("bar").hidden = !text;
  if (byId("bar-text").textContent !== text) byId("bar-text").textContent = text;
  for (const [button, wish] of [[byId("bar-first"), first], [byId("bar-second"), second]]) {
    button.hidden = !wish;
    if (!wish) continue;
    button.textContent = wish[0];
    button.onclick = wish[1];
  }
}

function nextThing() {
  if (outcome?.trouble && ["hand", "score"].includes(step())) return { text: outcome.trouble, first: outcome.moved ? [say("load_anew"), () => location.reload()] : [say("again"), rescore] };
  if (!["hand", "type"].includes(step())) return { text: "" };
  if (handView.picked) return picking();
  const { count, wanted } = hand.count(wantedTiles());
  const some = (key, number) => (number === 1 ? say(`${key}_one`) : say(`${key}_many`, { count: number }));
  const four = hand.fourAlike(wantedTiles());
  const kongs = four && { text: say("four_alike", { tile: tileName(hand.tileOf(four[0]).kind) }), first: [say("make_meld", { meld: say("kong") }), () => makeKong(four)] };
  const special = kongs ?? otherLength(count, wanted);
  if (step() === "type") {
    const onward = count ? [say("to_hand"), () => go("hand")] : null;
    if (special?.first) return { ...special, second: onward };
    return { text: special?.text ?? outcomeText() ?? say("count_of", { count, wanted }), first: onward };
  }
  const doubts = hand.doubts().length;
  if (doubts) return { text: some("doubts", doubts), first: [say("check"), handView.checkDoubts] };
  if (special) return special;
  if (count < wanted) return { text: some("missing", wanted - count), first: [say("add_tile"), openAdd] };
  if (count > wanted) return { text: some("surplus", count - wanted) };
  const kong = hand.state.hand.melds.find((meld) => meld.type === "gang_unknown");
  if (kong) return { text: say("which_kong"), first: [say("choose"), () => openMeld(kong.id)] };
  if (hand.state.hand.win === null) return { text: say("which_won") };
  // In a wide window the score stands beside the hand already.
  if (outcome?.score && wide.matches) return { text: "" };
  if (outcome?.score) return { text: scoreView.summary(outcome.score), first: [say("to_score"), () => go("score")] };
  return { text: outcomeText() ?? say("counting"), first: [say("to_score"), () => go("score")] };
}

/** What to say where the hand is whole under other rules than the chosen ones. At a table the rules are settled. */
function otherLength(count, wanted) {
  const whole = wantedTiles();
  const plain = count - (wanted - whole);
  const rules = deal.wrongLength(plain);
  if (!rules) return null;
  const change = () => {
    history.pushState(null, "", "#score");
    show();
    deal.askRules();
  };
  return { text: say("other_length", { rules, wanted: whole, count: plain }), first: play.table ? null : [say("change_rules"), change] };
}

function makeKong(ids) {
  const id = hand.group(ids);
  go("hand");
  openMeld(id);
}

const outcomeText = () => outcome?.error?.message ?? (outcome?.score ? scoreView.summary(outcome.score) : null);

function picking() {
  const types = handView.pickedTypes();
  const enough = handView.picked.size >= 3;
  return {
    text: enough && !types.length ? say("picked_not_meld") : say("pick_meld"),
    first: types.length ? [say("make_meld", { meld: types.length > 1 ? say("kong") : meldName(types[0]) }), handView.makeMeld] : null,
    second: [say("cancel"), handView.stopPicking],
  };
}

// Photos --------------------------------------------------------------------------------------------------------

/** Read a photo; `more`: it shows melds of the hand that is at work. */
async function read(file, more = false) {
  [lastFile, lastMore] = [file, more];
  const before = more ? hand.state.hand.source.scan : null;
  const mine = new AbortController();
  reading?.abort();
  reading = mine;
  const preview = byId("preview");
  if (preview.src) URL.revokeObjectURL(preview.src);
  preview.parentElement.hidden = false;
  preview.src = URL.createObjectURL(file);
  trouble(null);
  go("read");
  try {
    const found = await api.readPhoto(file, stage, mine.signal, { before, set: tileSet.chosen() });
    if (reading !== mine) return;
    if (!found.tiles.length) throw new api.Trouble(say("no_tiles"), false);
    reading = null;
    take(found);
    history.replaceState(null, "", "#hand");
    show();
  } catch (error) {
    if (error.name === "AbortError" || reading !== mine) return;
    trouble(error instanceof api.Trouble ? error : new api.Trouble(say("not_stored")));
  }
}

function stage(name, part) {
  byId("stage").textContent = name === "upload" && part !== null ? `${stageName(name)} ${Math.round(part * 100)} %` : stageName(name);
  byId("progress").value = name === "upload" ? SENT * (part ?? 0.5) : (PARTS[name] ?? SENT);
}

/** What went wrong, with the ways out that make sense; null while all is well. */
function trouble(fault) {
  byId("read-trouble").hidden = !fault;
  byId("read-trouble").textContent = fault?.message ?? "";
  byId("progress").hidden = byId("stage").hidden = Boolean(fault);
  byId("read-type").hidden = !fault;
  byId("read-again").hidden = !fault?.again;
  byId("read-other").hidden = !fault;
  byId("read-other").classList.toggle("primary", !fault?.again);
}

/** The server's reading becomes the hand. */
function take(found) {
  hand.start({ source: { kind: "photo", scan: found.id, url: found.photo, width: found.width, height: found.height }, problems: found.problems });
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

// Wiring --------------------------------------------------------------------------------------------------------

for (const id of ["take", "choose", "other", "second-photo"]) {
  byId(id).addEventListener("change", ({ target }) => {
    const [file] = target.files;
    target.value = ""; // the same photo chosen twice is a wish, too
    if (file) read(file, id === "second-photo" || (id === "other" && lastMore));
  });
}
byId("sample").addEventListener("click", async () => {
  byId("start-error").hidden = true;
  try {
    await read(await api.sample());
  } catch (error) {
    byId("start-error").textContent = error.message;
    byId("start-error").hidden = false;
  }
});
byId("start-typing").addEventListener("click", () => {
  if (hand.state.hand.source?.kind !== "typed" || hand.state.hand.kept) hand.start({ source: { kind: "typed" } });
});
byId("resume").addEventListener("click", () => go("hand"));
byId("read-again").addEventListener("click", () => read(lastFile, lastMore));
byId("read-cancel").addEventListener("click", () => go("home"));
byId("back").addEventListener("click", () => {
  const before = { score: "hand", hand: hand.state.hand.source?.kind === "typed" ? "type" : "home" };
  go(before[step()] ?? "home");
});
byId("keep").addEventListener("click", async () => {
  const { uuid, source } = hand.state.hand;
  try {
    const answer = await api.keepHand({ ...deal.request(), uuid, scan: source?.scan ?? null });
    await corrections.keep();
    if (play.table) return play.goOn(answer);
    hand.state.hand.kept = true;
    hand.announce();
    const list = await api.recentHands();
    if (list !== null) byId("recent").innerHTML = list;
  } catch (error) {
    if (error.code === "offline" && play.keepForLater(deal.request(), source?.scan ?? null)) return undefined;
    // The hand outlives the reload; dealer, round and what it is written against come anew.
    outcome = { ...outcome, trouble: error.message, moved: error.code === "conflict" };
    draw();
  }
  return undefined;
});
byId("next").addEventListener("click", () => {
  hand.start();
  go("home");
});
// The switches send the page away and back: to the same step.
document.querySelector(".settings-panel").addEventListener("submit", ({ target }) => {
  target.elements.back.value = location.pathname + location.hash;
});
byId("wordmark").addEventListener("click", (event) => {
  event.preventDefault();
  go("home");
});
// Not every browser can show what a camera made (HEIC); the server can read it all the same.
byId("preview").addEventListener("error", () => (byId("preview").parentElement.hidden = true));
window.addEventListener("hashchange", show);
wide.addEventListener("change", draw);

tileSet.begin();
corrections.begin();
handView.begin(wantedTiles, draw);
camera.begin(read);
typing.begin(wantedTiles, () => go("hand"));
deal.begin();
play.begin(deal.request);
hand.onChange(rescore);
rescore();
show();
