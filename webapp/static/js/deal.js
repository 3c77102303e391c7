// Who won, how, and what was special: the questions beside the hand.

import * as hand from "./hand.js";
import { openChoice } from "./sheets.js";
import { others, table } from "./table-play.js";
import { say, seatName, tileName, windName } from "./texts.js";
import { SEATS, html, icon, key, shut } from "./tiles.js";

const form = document.getElementById("questions");
const rules = document.getElementById("rules");
const byId = (id) => document.getElementById(id);
const isOpen = () => hand.state.hand.melds.some(({ type }) => type !== "an_gang");
const KONGS = ["ming_gang", "bu_gang", "an_gang", "gang_unknown"];

/** The chosen rule set: its name, the events it knows and what they are called, what it asks for, how many tiles a hand has, how a `first` round is won, whether a discard can be. */
export function ruleSet() {
  const option = rules.selectedOptions[0];
  const { flags, asks, tiles, horses, first, called, discards } = option.dataset;
  return { name: option.value, flags: flags.split(" "), asks: asks.split(" "), tiles: Number(tiles), horses: Number(horses), first: JSON.parse(first), called: JSON.parse(called), discards: Boolean(discards) };
}

/** The rule set's name for the player if other rule sets are played with this many tiles, and this one is not; else null. */
export function wrongLength(count) {
  const others = [...rules.options].some(({ dataset }) => Number(dataset.tiles) === count);
  return others && ruleSet().tiles !== count ? rules.selectedOptions[0].text : null;
}

/** Lead to the choice of rules. */
export function askRules() {
  byId("more").open = true;
  rules.focus();
}

export function begin() {
  const { deal } = hand.state;
  if ([...rules.options].some((option) => option.value === deal.rules)) rules.value = deal.rules;
  else deal.rules = rules.value;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", ({ target }) => hand.change((state) => answer(state.deal, target)));
}

function answer(deal, { name, id, value, checked }) {
  if (id === "rules") deal.rules = value;
  else if (name === "flag") {
    deal.flags = checked ? [...deal.flags.filter((flag) => flag !== value && !excludes(flag, value)), value] : deal.flags.filter((flag) => flag !== value);
  } else if (name === "call") deal.calls = checked ? [...deal.calls, value] : deal.calls.filter((call) => call !== value);
  else if (name === "gang_from") deal.gangFrom = value;
  else if (name === "liable") deal.liable = value || null;
  else if (name === "key") deal.keyPair = value;
  else if (name === "seat_wind") deal.seatWind = value;
  else if (name === "ready") deal.ready = value || null;
  else if (name === "streak") deal.streak = Number(value);
  else if (name.startsWith("wilds-")) deal.wilds[name.slice("wilds-".length)] = Number(value);
  else {
    if (name === "winner") hand.setWinner(value);
    else deal[name] = value;
    if (name !== "round") deal.seatWind = null;
  }
  if (deal.how === deal.winner) deal.how = null;
  deal.flags = deal.flags.filter((flag) => ruleSet().flags.includes(flag) && fits(flag, deal));
  if (!asksForFeeder(deal) || deal.gangFrom === deal.winner) deal.gangFrom = null;
}

const EVENTS_OF_FIRST_ROUND = ["tian_hu", "di_hu", "ren_hu"];
const ofFirstRound = (flag) => EVENTS_OF_FIRST_ROUND.includes(flag);
/** Events that cannot both have happened: a first-round win stands alone, a robbed tile was not discarded. */
const excludes = (one, other) => one !== other && (ofFirstRound(one) || ofFirstRound(other) || [one, other].every((flag) => ["rob_kong", "last_discard"].includes(flag)));

/** Whether an event can have happened in this deal: only what can is offered. */
function fits(flag, deal) {
  if (!hand.isSaid()) return false;
  const { melds } = hand.state.hand;
  const drawn = deal.how === "self_draw";
  const kongs = melds.filter((meld) => KONGS.includes(meld.type)).length;
  switch (flag) {
    case "gang_draw":
      return drawn && kongs > 0;
    case "double_gang_draw":
      return drawn && kongs > 1;
    case "last_tile":
      return drawn;
    case "last_discard":
      return !drawn;
    case "rob_kong":
      return !drawn && isOnlyCopy() && ruleSet().discards;
    case "tian_hu":
      return drawn && deal.winner === deal.dealer && !melds.length;
    default:
      return fitsFirstRound(ruleSet().first[flag], deal);
  }
}

/** Whether another player's tile can have been won on: a discard, or one of a robbed kong. */
const fromOthers = () => ruleSet().discards || (ruleSet().flags.includes("rob_kong") && isOnlyCopy());

/** Whether another player can have had the other three of the winning tile. */
function isOnlyCopy() {
  const won = hand.tileOf(hand.state.hand.win)?.kind;
  if (!won) return true;
  return hand.counted().filter((tile) => tile.kind === won).length === 1;
}

/** Whether the rules know this win in the first round of somebody who does not deal: by draw or discard, whose, with which melds. */
function fitsFirstRound(how, deal) {
  if (!how || deal.winner === deal.dealer) return false;
  const by = deal.how === "self_draw" ? "self_draw" : "discard";
  return by === how.by && (how.melds || !hand.state.hand.melds.length) && (!how.dealer || by === "self_draw" || deal.how === deal.dealer);
}

const asksForFeeder = (deal) => ruleSet().asks.includes("feeder") && deal.flags.includes("gang_draw") && hand.state.hand.melds.some((meld) => meld.type === "ming_gang");
const asksForCalls = (deal) => ruleSet().asks.includes("calls") && deal.flags.some((flag) => ["di_hu", "ren_hu"].includes(flag));

/** Who fed the last of four melds, where he may pay for all: whether he was liable before is then asked. */
function lastFeeder(deal) {
  const { melds } = hand.state.hand;
  const asked = ruleSet().asks.includes("liable") && deal.how === "self_draw" && melds.length === 4;
  return asked ? feeder(melds.at(-1)) : null;
}

const NEXT = ["ES", "SW", "WN", "NE"];

export function render() {
  const { deal } = hand.state;
  const check = (name, value) => {
    for (const input of form.querySelectorAll(`input[name="${name}"]`)) input.checked = input.value === value;
  };
  check("winner", deal.winner);
  check("how", deal.how);
  check("round", deal.round);
  check("dealer", deal.dealer);
  check("seat_wind", hand.seatWind());
  check("gang_from", deal.gangFrom);
  for (const name of ["how", "gang_from"]) {
    for (const chip of byId(`ask-${name}`).querySelectorAll("[data-seat]")) {
      shut(chip, chip.dataset.seat === deal.winner);
      chip.hidden = name === "how" && !fromOthers();
    }
  }
  // One tile, several winners: whoever has won on it already, or lost it, is not the next.
  const settled = others().length ? [...others().map(({ winner }) => winner), deal.how] : [];
  for (const chip of byId("ask-winner").querySelectorAll("[data-seat]")) shut(chip, settled.includes(chip.dataset.seat));
  for (const name of ["winner", "how"]) byId(`ask-${name}`).classList.toggle("asks", deal[name] === null && hand.state.hand.win !== null);
  const offered = [...byId("ask-flags").querySelectorAll("[data-flag]")].filter((chip) => {
    chip.hidden = !(ruleSet().flags.includes(chip.dataset.flag) && fits(chip.dataset.flag, deal));
    const called = ruleSet().called[chip.dataset.flag];
    if (called) chip.querySelector("span").textContent = called;
    chip.querySelector("input").checked = deal.flags.includes(chip.dataset.flag);
    return !chip.hidden;
  });
  byId("ask-flags").hidden = !offered.length;
  byId("ask-gang_from").hidden = !asksForFeeder(deal);
  byId("ask-calls").hidden = !asksForCalls(deal);
  for (const input of form.querySelectorAll("input[name=call]")) input.checked = deal.calls.includes(input.value);
  renderLiable(deal, check);
  renderExtras(deal, check);
  byId("more-now").textContent = `${say("round_now", { wind: windName(deal.round) })} · ${say("dealer_now", { seat: seatName(deal.dealer) })} · ${rules.selectedOptions[0].text}`;
}

function renderLiable(deal, check) {
  const from = lastFeeder(deal);
  byId("ask-liable").hidden = from === null;
  for (const chip of byId("ask-liable").querySelectorAll("[data-seat]")) shut(chip, [deal.winner, from].includes(chip.dataset.seat));
  check("liable", deal.liable ?? "");
  byId("ask-key").hidden = !ruleSet().asks.includes("key");
  for (const chip of byId("ask-key").querySelectorAll("[data-pair]")) chip.hidden = ruleSet().asks.includes("key_next") && !NEXT.includes(chip.dataset.pair);
  check("key", deal.keyPair);
}

/** What is still to be said before anything is counted, as a sentence; null when all is said. */
export function missing() {
  const { winner, how } = hand.state.deal;
  if (hand.isSaid()) return null;
  if (winner === null && how === null) return say("ask_both");
  return winner === null ? say("ask_winner") : say("ask_how");
}

/** What only some rule sets ask for. */
function renderExtras(deal, check) {
  const { asks, horses } = ruleSet();
  for (const name of ["wild", "horses", "ready", "streak", "wild_counts", "kongs"]) byId(`ask-${name}`).hidden = !asks.includes(name);
  // Who has called cannot have declared.
  if (isOpen()) byId("ask-ready").hidden = true;
  check("ready", deal.ready ?? "");
  check("streak", String(deal.streak));
  for (const seat of SEATS) check(`wilds-${seat}`, String(wildsOf(deal, seat)));
  for (const seat of SEATS) byId("ask-wild_counts").querySelector(`[data-seat=${seat}]`).hidden = seat === deal.winner || others().some(({ winner }) => winner === seat);
  const pickWild = () => openChoice(say("which_wild"), (kind) => hand.change((state) => (state.deal.wild = kind)));
  byId("wild").replaceChildren(deal.wild ? key(deal.wild, pickWild) : slot(say("which_wild"), pickWild));
  const pickHorse = () => openChoice(say("which_horse"), (kind) => hand.change((state) => state.deal.horses.push(kind)));
  byId("ask-horses").classList.toggle("asks", !deal.horses.length);
  byId("no-horses").hidden = deal.horses.length > 0;
  const drop = (place) => hand.change((state) => state.deal.horses.splice(place, 1));
  byId("horses").replaceChildren(
    ...deal.horses.map((kind, place) => key(kind, () => drop(place), "", say("drop", { tile: tileName(kind) }))),
    ...(deal.horses.length < horses ? [slot(say("which_horse"), pickHorse)] : []),
  );
}

function slot(label, onTap) {
  const button = html("button", { type: "button", class: "tile slot", "aria-label": label }, icon("plus"));
  button.addEventListener("click", onTap);
  return button;
}

/** Wild tiles that a seat holds at the end: the winner's are seen in his hand. */
function wildsOf(deal, seat) {
  if (seat !== deal.winner) return deal.wilds[seat] ?? 0;
  return hand.inHand().filter((tile) => tile.kind === deal.wild).length;
}

function extras(deal, melds) {
  const { asks } = ruleSet();
  const found = {};
  const from = lastFeeder(deal);
  if (asksForCalls(deal)) found.calls_before_win = deal.calls;
  if (from && deal.liable && ![deal.winner, from].includes(deal.liable)) found.already_liable = { [from]: deal.liable };
  if (asks.includes("key") && deal.keyPair) found.key_pair = [...deal.keyPair];
  if (asks.includes("wild")) found.wild = deal.wild;
  if (asks.includes("horses")) found.horses = deal.horses;
  if (asks.includes("ready")) found.ready = isOpen() ? null : deal.ready;
  if (asks.includes("streak")) found.dealer_streak = deal.streak;
  if (asks.includes("wild_counts")) found.caishen_counts = Object.fromEntries(SEATS.map((seat) => [seat, wildsOf(deal, seat)]));
  if (asks.includes("kongs")) {
    const mine = melds.filter(({ type }) => ["ming_gang", "bu_gang", "an_gang"].includes(type));
    const others = (deal.kongs ?? []).filter(({ seat }) => seat !== deal.winner);
    found.gangs = [...mine.map(({ type, from }) => ({ seat: deal.winner, type, from: type === "ming_gang" ? from : null })), ...others];
  }
  return found;
}

/** By what a photo is read: the table's rules or the chosen ones, and the wild tile; of a deal `anew` none is named yet. */
export function readBy(anew = false) {
  const { deal, others, shared } = hand.state;
  const wild = anew ? (others?.length ? shared.wild : null) : deal.wild;
  return { ...(table ? { table: table.id, line: table.line } : { rules: ruleSet().name }), wild: ruleSet().asks.includes("wild") ? wild : null };
}

/** What the server needs to score the hand. */
export function request() {
  const { hand: current, deal } = hand.state;
  const flags = deal.flags.filter((flag) => flag !== "rob_kong" && fits(flag, deal));
  const robbed = deal.how !== "self_draw" && ((deal.flags.includes("rob_kong") && isOnlyCopy()) || !ruleSet().discards);
  const melds = current.melds.map((meld) => ({
    type: meld.type,
    tiles: hand.tilesOfMeld(meld.id).map((tile) => tile.kind),
    from: feeder(meld),
  }));
  return {
    rules: ruleSet().name,
    hand: {
      concealed: hand.concealed().map((tile) => tile.kind),
      melds,
      win: current.win === null ? null : hand.tileOf(current.win).kind,
      flowers: current.tiles.filter((tile) => tile.place === "flower").length,
    },
    context: {
      winner: deal.winner,
      dealer: deal.dealer,
      seat_wind: hand.seatWind(),
      round_wind: deal.round,
      win_by: deal.how === "self_draw" ? "self_draw" : robbed ? "rob_kong" : "discard",
      from: deal.how === "self_draw" ? null : deal.how,
      flags,
      gang_from: flags.includes("gang_draw") ? deal.gangFrom : null,
      ...extras(deal, melds),
    },
  };
}

/** The same as if somebody had won: enough to hear of a hand that nobody can win with. */
export function trial() {
  const { deal } = hand.state;
  const { winner, how } = deal;
  const taken = [...others().map((other) => other.winner), how];
  Object.assign(deal, { winner: winner ?? SEATS.find((seat) => !taken.includes(seat)), how: how ?? "self_draw" });
  const body = request();
  Object.assign(deal, { winner, how });
  return body;
}

function feeder(meld) {
  if (meld.type === "chi") return hand.seatAfterWinner(3);
  return meld.type === "an_gang" || meld.from === null ? null : hand.seatAfterWinner(meld.from);
}
