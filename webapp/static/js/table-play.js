// A hand for a table: other winners of the same tile, where to go on, and a booked hand to change.

import * as hand from "./hand.js";
import { say, seatName, tileName } from "./texts.js";
import { SEATS, format, html } from "./tiles.js";

/** The table in play: `{key, id, line, camera, expected, fixed, booked, photo, score, keep}`; null without one. */
export const table = JSON.parse(document.body.dataset.table ?? "null");

/** Winners whose hands are settled already: `[{winner, hand, flags}]`. */
export const others = () => hand.state.others ?? [];

let said = () => "";

/** Whether the hand is still as it was laid on the page to be changed: what the page never asks for stays, too. */
export const unchanged = () => Boolean(table?.line) && hand.state.deal.filled === said();

/** Call once. `request()` gives the hand at work as it is sent. */
export function begin(request) {
  if (!table) return;
  said = () => JSON.stringify([request(), others()]);
  if (table.booked && !hand.state.hand.tiles.length) fill(JSON.parse(table.booked));
  document.getElementById("another")?.addEventListener("click", () => {
    const { hand: tiles, context } = request();
    hand.state.others = [...others(), { winner: context.winner, hand: tiles, flags: context.flags }];
    const flags = context.win_by === "rob_kong" ? ["rob_kong"] : [];
    const { horses, wilds, keyPair } = hand.state.deal;
    hand.state.shared = { how: context.from, flags, wild: context.wild ?? null, horses, wilds, keyPair };
    hand.start();
    location.hash = "#home";
  });
  render();
  hand.onChange(render);
  // A page that the browser has put by may show a deal that is over.
  window.addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
}

function render() {
  const another = document.getElementById("another");
  if (another) another.hidden = hand.state.deal.how === "self_draw" || others().length > 1;
  const box = document.getElementById("others");
  box.hidden = !others().length;
  box.replaceChildren(
    // Of a booked hand nobody is going to take the next photo.
    ...others().flatMap(({ winner, hand: { win } }, place) => {
      const said = say(table.line ? "other_winner" : "other_kept", { name: seatName(winner), tile: tileName(win) });
      const button = html("button", { type: "button", class: "button", text: say("drop_other", { name: seatName(winner) }) });
      button.addEventListener("click", () => dropOther(place));
      return [html("p", { text: said }), button];
    }),
  );
}

/** Take another winner away; from whom the tile came was said of it, too, unless the hand at work has its own winner. */
function dropOther(place) {
  hand.state.others.splice(place, 1);
  if (!others().length && hand.state.deal.winner === null) hand.change(hand.unsay, true);
  else hand.announce();
}

/** After booking: to the table; after a change: to the page that shows what it moves. */
export function goOn({ url, preview, entry, line, scan, expected }) {
  if (preview) hand.layAside();
  hand.state.others = [];
  hand.start();
  if (url) {
    location.assign(url);
    return;
  }
  const field = (name, value) => html("input", { type: "hidden", name, value });
  const form = html("form", { method: "post", action: preview }, field("mark", document.querySelector("meta[name=form-mark]").content), field("kind", "win"), field("entry", entry), field("line", line), field("expected", expected), field("scan", scan));
  document.body.append(form);
  form.submit();
}

/** Without a connection a new hand, which counts as `title`, waits on this phone; false where it cannot. */
export function keepForLater(request, scan, title) {
  if (!table || table.line) return false;
  const body = { ...request, others: others(), camera: table.camera, scan };
  const { winner, from } = request.context;
  const how = from === null ? say("self_draw") : say("from_seat", { seat: seatName(from) });
  const tiles = ({ concealed, melds = [], win }) => format([...concealed, ...melds.flatMap((meld) => meld.tiles), win]);
  const called = (seat, what) => say("who_what", { who: `${seatName(seat)}${say("and_then")}${how}`, what });
  const wins = [called(winner, [title, tiles(request.hand)].filter(Boolean).join(" · ")), ...others().map((other) => called(other.winner, tiles(other.hand)))];
  import("./waiting.js").then(({ add }) => add(table.keep, body, wins.join(say("and_also"))));
  hand.state.others = [];
  hand.start();
  location.hash = "#home";
  return true;
}

/** Lay a booked hand on the page, or one that the camera over the table has `seen`: tile by tile, the winning one last. */
function fill({ wins: [win, ...more], context, seen = [] }) {
  hand.state.others = more;
  hand.start({ source: table.photo ? { kind: "booked", ...table.photo } : { kind: "typed" } });
  hand.change(({ hand: current, deal }) => {
    for (const [at, kind] of win.hand.concealed.entries()) hand.newTile(current, kind, seen[at]);
    current.win = hand.newTile(current, win.hand.win, seen[win.hand.concealed.length]).id;
    for (const { type, tiles, from } of win.hand.melds ?? []) {
      const id = current.next;
      current.next += 1;
      const offset = from ? (SEATS.indexOf(from) - SEATS.indexOf(win.winner) + 4) % 4 : null;
      current.melds.push({ id, type, from: offset });
      for (const kind of tiles) hand.newTile(current, kind, { place: "meld", meld: id });
    }
    for (let left = win.hand.flowers ?? 0; left > 0; left -= 1) hand.newTile(current, "flower", { place: "flower" });
    Object.assign(deal, {
      winner: win.winner,
      how: context.win_by === "self_draw" ? "self_draw" : context.from,
      flags: [...(win.flags ?? []), ...(context.win_by === "rob_kong" ? ["rob_kong"] : [])],
      gangFrom: context.gang_from ?? null,
      wild: context.wild ?? null,
      horses: context.horses ?? [],
      ready: context.ready ?? null,
      wilds: context.caishen_counts ?? {},
      calls: context.calls_before_win ?? [],
      liable: Object.values(context.already_liable ?? {})[0] ?? null,
      keyPair: (context.key_pair ?? []).join(""),
      // A booked line keeps those of the other players by itself.
      kongs: table.line ? [] : (context.gangs ?? []).filter(({ seat }) => seat !== win.winner),
    });
  }, true);
  hand.change(({ deal }) => (deal.filled = said()), true);
}
