// One page, five steps: start, type, read, hand, score. The step is the address's #part, so Back works.

import * as api from "./api.js";
import { newUuid } from "./blank.js";
import * as camera from "./camera.js";
import * as corrections from "./corrections.js";
import * as deal from "./deal.js";
import * as hand from "./hand.js";
import * as handView from "./hand-view.js";
import { fourAlike } from "./kongs.js";
import * as mark from "./mark.js";
import * as reading from "./reading.js";
import * as reread from "./reread.js";
import * as play from "./table-play.js";
import * as scoreView from "./score-view.js";
import { meldName, say, tileName } from "./texts.js";
import * as tileSet from "./tile-set.js";
import * as typing from "./typing.js";
import { openAdd, openMeld } from "./sheets.js";

const byId = (id) => document.getElementById(id);
const STEPS = ["home", "type", "read", "mark", "hand", "score"];
const wide = window.matchMedia("(min-width: 900px)");
const wantedTiles = () => deal.ruleSet().tiles;
let outcome = null;
let running = null;

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
  if (wanted === "mark" && !reading.markable()) wanted = "home";
  if (wanted === "read" && !reading.isOpen()) wanted = "home";
  if (wanted !== "read") reading.stop();
  const changed = step() !== wanted;
  document.body.dataset.step = wanted;
  for (const section of document.querySelectorAll("section[data-step]")) {
    // A wide window shows hand and score side by side; style sheets hide one of them on a narrow one.
    section.hidden = section.dataset.step !== wanted && !(["hand", "score"].includes(wanted) && ["hand", "score"].includes(section.dataset.step));
  }
  byId("back").hidden = wanted === "home";
  if (["home", "hand"].includes(wanted)) reading.forget();
  if (wanted === "type") typing.open();
  if (wanted === "mark") mark.open(reading.markable());
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
  scoreView.render(outcome, complete() ? deal.missing() : null);
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
  // What was counted before is no answer any more once it is open who won.
  if (hand.isSaid()) outcome = { ...outcome, busy: true };
  else outcome = outcome?.error ? { error: outcome.error, busy: true } : null;
  draw();
  let found;
  try {
    found = await api.score(hand.isSaid() ? deal.request() : deal.trial(), mine.signal);
    if (!hand.isSaid() && found.error?.code !== "not_a_win") found = null;
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
  if (step() === "mark") return { text: say("mark_ready"), first: [say("read_part"), reading.readMarked] };
  if (!["hand", "type"].includes(step())) return { text: "" };
  if (handView.picked) return picking();
  const { count, wanted } = hand.count(wantedTiles());
  const some = (key, number) => (number === 1 ? say(`${key}_one`) : say(`${key}_many`, { count: number }));
  const four = fourAlike(wantedTiles());
  const kongs = four && { text: say("four_alike", { tile: tileName(hand.tileOf(four[0]).kind) }), first: [say("make_meld", { meld: say("kong") }), () => makeKong(four)] };
  const special = kongs ?? otherLength(count, wanted);
  if (step() === "type") {
    const onward = count ? [say("to_hand"), () => go("hand")] : null;
    if (special?.first) return { ...special, second: onward };
    return { text: special?.text ?? outcomeText() ?? say("count_of", { count, wanted }), first: onward };
  }
  const doubts = hand.doubts().length;
  if (hand.state.hand.source?.asks && count !== wanted) return { text: say("which_hand"), first: toMark() };
  if (doubts) return { text: some("doubts", doubts), first: [say("check"), handView.checkDoubts] };
  if (special) return special;
  if (count < wanted) return { text: some("missing", wanted - count), first: [say("add_tile"), openAdd] };
  if (count > wanted) return { text: some("surplus", count - wanted), first: toMark() };
  const kong = hand.state.hand.melds.find((meld) => meld.type === "gang_unknown");
  if (kong) return { text: say("which_kong"), first: [say("choose"), () => openMeld(kong.id)] };
  if (hand.state.hand.win === null) return { text: say("which_won") };
  if (deal.missing() && !outcome?.error) return { text: deal.missing(), first: wide.matches ? null : [say("to_say"), () => go("score")] };
  // In a wide window the score stands beside the hand already.
  if (outcome?.score && wide.matches) return { text: "" };
  if (outcome?.score) return { text: scoreView.summary(outcome.score), first: [say("to_score"), () => go("score")] };
  const onward = outcome?.error ? whyNot(outcome.error) : say("to_score");
  return { text: outcomeText() ?? say("counting"), first: [onward, () => go("score")] };
}

/** What stands on the next page of a hand that is refused. */
const whyNot = ({ fixes }) => say(fixes?.length ? "to_fixes" : "to_why");

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

/** The way to mark the hand in the photo, where there is one. */
const toMark = () => (reading.markable() ? [say("mark_hand"), () => go("mark")] : null);

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

// Wiring --------------------------------------------------------------------------------------------------------

byId("sample")?.addEventListener("click", async () => {
  byId("start-error").hidden = true;
  try {
    await reading.read(await api.sample());
  } catch (error) {
    byId("start-error").textContent = error.message;
    byId("start-error").hidden = false;
  }
});
if (byId("sample")) byId("sample").disabled = false;
byId("start-typing").addEventListener("click", () => {
  const { source, kept, left } = hand.state.hand;
  if (source?.kind !== "typed" || kept || left) hand.start({ source: { kind: "typed" } });
  else hand.change(hand.unsay, true);
});
byId("resume").addEventListener("click", () => go("hand"));
byId("read-cancel").addEventListener("click", () => go("home"));
byId("back").addEventListener("click", () => {
  const before = { score: "hand", mark: hand.state.hand.tiles.length ? "hand" : "home", hand: hand.state.hand.source?.kind === "typed" ? "type" : "home" };
  go(before[step()] ?? "home");
});
// Whether the player was told that this kept hand stands at a table already.
let bookedAlready = false;
byId("keep").addEventListener("click", async () => {
  const { uuid, source } = hand.state.hand;
  hand.ask();
  try {
    const answer = await api.keepHand({ ...deal.request(), uuid, scan: source?.scan ?? null, again: bookedAlready });
    await corrections.keep();
    if (play.table) return play.goOn(answer);
    hand.state.hand.kept = true;
    hand.announce();
    const list = await api.recentHands();
    if (list !== null) byId("recent").innerHTML = list;
  } catch (error) {
    if (error.code === "offline" && play.keepForLater(deal.request(), source?.scan ?? null, outcome?.score?.title)) return undefined;
    // Booked once and taken back: booked again it is another entry.
    bookedAlready ||= error.code === "kept_twice";
    if (error.code === "taken_back") {
      hand.state.hand.uuid = newUuid();
      hand.ask();
    }
    // The hand outlives the reload; dealer, round and what it is written against come anew.
    outcome = { ...outcome, trouble: error.message, moved: ["conflict", "taken_back"].includes(error.code) };
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
  target.elements.back.value = location.pathname + location.search + location.hash;
});
byId("wordmark").addEventListener("click", (event) => {
  event.preventDefault();
  go("home");
});
window.addEventListener("hashchange", show);
wide.addEventListener("change", draw);

tileSet.begin();
corrections.begin();
reading.begin(go, show);
byId("photo-mark").addEventListener("click", () => go("mark"));
handView.begin(wantedTiles, draw);
camera.begin(reading.read);
typing.begin(wantedTiles, () => go("hand"));
deal.begin();
play.begin(deal.request);
hand.onChange(rescore);
reread.begin();
rescore();
show();
