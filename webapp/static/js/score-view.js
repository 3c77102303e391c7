// The score: what the hand is worth, why, and who pays whom.

import * as hand from "./hand.js";
import { say, seatName, tileName } from "./texts.js";
import { SEATS, html, icon, still } from "./tiles.js";

const MOST_FIXES = 6;

const box = document.getElementById("result");
const after = document.getElementById("after");
const keepButton = document.getElementById("keep");

const signed = (amount) => (String(amount).startsWith("-") ? `−${String(amount).slice(1)}` : String(amount) === "0" ? "0" : `+${amount}`);

/** One line for the bar: the largest rows and the points. */
export const summary = (score) => `${score.title} · ${pointsWord(score.points)}`;
const pointsWord = (points) => (String(points) === "1" ? say("point") : say("points", { points }));

/** `outcome`: null while nothing can be scored, `{busy}`, `{trouble}`, or the server's answer; `missing`: what is still to be said. */
export function render(outcome, missing) {
  after.hidden = !outcome?.score;
  box.classList.toggle("old", Boolean(outcome?.busy));
  if (outcome?.busy) return;
  keepButton.disabled = hand.state.hand.kept;
  keepButton.querySelector("span").textContent = say(hand.state.hand.kept ? "kept" : "keep");
  if (!outcome) box.replaceChildren(html("p", { class: missing ? "waiting asks" : "waiting", text: missing ?? say("nothing_yet") }));
  else if (outcome.trouble) box.replaceChildren(html("p", { class: "notice", text: outcome.trouble }));
  else if (outcome.error) box.replaceChildren(refusal(outcome.error));
  else box.replaceChildren(worth(outcome.score), payments(outcome.score), ...everyLine(outcome.score));
}

function worth(score) {
  return html(
    "div",
    { class: "worth" },
    html("h2", { class: "worth-title", text: score.title }),
    html("p", { class: "worth-points" }, html("strong", { text: score.points }), html("span", { text: pointsWord(score.points).replace(String(score.points), "").trim() })),
    html("p", { class: "worth-fan", text: `${score.total_fan} ${score.unit}` }),
    html("div", { class: "worth-reading" }, ...score.reading.map((group) => html("span", {}, ...group.map((kind) => still(kind, "tiny"))))),
  );
}

/** The lines; of several winners of one tile each under a name. */
function everyLine(score) {
  if (!score.others?.length) return [lines(score)];
  return [{ ...score, winner: hand.state.deal.winner }, ...score.others].flatMap((one) => {
    const what = one.unpaid ?? summary(one);
    return [html("h2", { class: "small-title", text: say("who_what", { who: seatName(one.winner), what }) }), ...(one.unpaid ? [] : [lines(one)])];
  });
}

function lines(score) {
  const rows = score.lines.map((line) =>
    html(
      "li",
      {},
      html("div", { class: "line-head" }, html("strong", { text: line.name }), line.original === line.name ? "" : html("span", { class: "line-other", lang: "zh-Hans", text: line.original }), html("span", { class: "line-value", text: line.worth })),
      html("p", { text: line.why }),
    ),
  );
  const notes = score.notes.map((text) => html("li", { class: "note", text }));
  return html("ul", { class: "lines" }, ...rows, ...notes);
}

function payments(score) {
  const { winner, dealer } = hand.state.deal;
  const seats = SEATS.map((seat) => {
    const amount = String(score.payments[seat]);
    const kind = amount.startsWith("-") ? "pays" : amount === "0" ? "even" : "gets";
    return html(
      "li",
      { class: `seat ${kind}`, "data-seat": seat },
      html("span", { class: "seat-name" }, html("span", { class: "seat-who", text: seatName(seat) }), ...(seat === winner ? [icon("star"), html("span", { class: "unseen", text: say("winner") })] : [])),
      html("span", { class: "seat-tags", text: seat === dealer ? say("dealer") : "" }),
      html("strong", { class: "seat-amount", text: signed(amount) }),
    );
  });
  const why = score.reasons.map((text) => html("li", { text }));
  return html("div", { class: "payments" }, html("ul", { class: "seats" }, ...seats), html("ul", { class: "transfers" }, ...why));
}

/** Why the rules refuse the hand, and which single tile, exchanged, would make it a win. */
function refusal(error) {
  const card = html("div", { class: "refusal" }, html("p", { class: "refusal-text", text: error.message }));
  const fixes = (error.fixes ?? []).map(asFix).sort((one, other) => other.rank - one.rank);
  if (fixes.length) {
    card.append(
      html("p", { class: "hint", text: say("fixes") }),
      html("div", { class: "fixes" }, ...fixes.slice(0, MOST_FIXES).map(fixButton)),
    );
  }
  if (error.help) card.append(html("p", { class: "hint", text: error.help }));
  return card;
}

/** The tile that an exchange means: of equal ones the most doubtful. Exchanges that the photo bears out rank first. */
function asFix({ tile, other }) {
  const equal = tile === null ? [hand.tileOf(hand.state.hand.win)] : hand.concealed().filter((one) => one.kind === tile);
  const [worst] = equal.sort((one, two) => (one.sure ?? 1) - (two.sure ?? 1));
  const seen = worst.likely.find(([kind]) => kind === other)?.[1] ?? 0;
  return { worst, other, rank: seen + (worst.doubt ? 0.5 : 0) + (tile === null ? 0.2 : 0) };
}

function fixButton({ worst, other }) {
  const label = say("fix", { tile: tileName(worst.kind), other: tileName(other) });
  const button = html("button", { type: "button", class: "fix", "aria-label": label }, still(worst.kind, "medium"), icon("next"), still(other, "medium"));
  button.addEventListener("click", () => hand.setKind(worst.id, other));
  return button;
}
