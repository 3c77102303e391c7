// The score: what the hand is worth, why, and who pays whom.

import * as hand from "./hand.js";
import { say, seatName } from "./texts.js";
import { SEATS, html, key, sortKinds } from "./tiles.js";

const box = document.getElementById("result");
const after = document.getElementById("after");
const keepButton = document.getElementById("keep");

const signed = (amount) => (String(amount).startsWith("-") ? `−${String(amount).slice(1)}` : String(amount) === "0" ? "0" : `+${amount}`);

/** One line for the bar: the largest rows and the points. */
export const summary = (score) => `${score.title} · ${pointsWord(score.points)}`;
const pointsWord = (points) => (String(points) === "1" ? say("point") : say("points", { points }));

/** `outcome`: null while nothing can be scored, `{busy}`, `{trouble}`, or the server's answer. */
export function render(outcome) {
  after.hidden = !outcome?.score;
  box.classList.toggle("old", Boolean(outcome?.busy));
  if (outcome?.busy) return;
  keepButton.disabled = hand.state.hand.kept;
  keepButton.querySelector("span").textContent = say(hand.state.hand.kept ? "kept" : "keep");
  if (!outcome) box.replaceChildren(html("p", { class: "waiting", text: say("nothing_yet") }));
  else if (outcome.trouble) box.replaceChildren(html("p", { class: "notice", text: outcome.trouble }));
  else if (outcome.error) box.replaceChildren(refusal(outcome.error));
  else box.replaceChildren(worth(outcome.score), lines(outcome.score), payments(outcome.score));
}

function worth(score) {
  return html(
    "div",
    { class: "worth" },
    html("h2", { class: "worth-title", text: score.title }),
    html("p", { class: "worth-points" }, html("strong", { text: score.points }), html("span", { text: pointsWord(score.points).replace(String(score.points), "").trim() })),
    html("p", { class: "worth-fan", text: say("fan", { fan: score.total_fan }) }),
  );
}

function lines(score) {
  const rows = score.lines.map((line) =>
    html(
      "li",
      {},
      html("div", { class: "line-head" }, html("strong", { text: line.name }), line.other ? html("span", { class: "line-other", lang: line.other_lang, text: line.other }) : "", html("span", { class: "line-value", text: say("fan", { fan: line.value }) })),
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
    const tags = [seat === winner && say("winner"), seat === dealer && say("dealer")].filter(Boolean);
    return html(
      "li",
      { class: `seat ${kind}`, "data-seat": seat },
      html("span", { class: "seat-name", text: seatName(seat) }),
      html("span", { class: "seat-tags", text: tags.join(" · ") }),
      html("strong", { class: "seat-amount", text: signed(amount) }),
    );
  });
  const why = score.transfers.map((transfer) => html("li", { text: transfer.why }));
  return html("div", { class: "payments" }, html("ul", { class: "seats" }, ...seats), html("ul", { class: "transfers" }, ...why));
}

/** Why the rules refuse the hand, and what would make it a win. */
function refusal(error) {
  const card = html("div", { class: "refusal" }, html("p", { class: "refusal-text", text: error.message }));
  if (error.help) card.append(html("p", { class: "hint", text: error.help }));
  if (error.waits?.length) {
    card.append(
      html("p", { class: "hint", text: say("waits") }),
      html("div", { class: "rack" }, ...sortKinds(error.waits).map((kind) => key(kind, () => hand.setKind(hand.state.hand.win, kind)))),
    );
  }
  return card;
}
