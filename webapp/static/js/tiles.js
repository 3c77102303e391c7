// Tile kinds, their notation, and their pictures.

import { tileName } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
const SUITS = "mps";
export const SEATS = ["E", "S", "W", "N"];
export const HONOURS = ["E", "S", "W", "N", "C", "F", "B"];
const ranks = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** The keypads of the 34 faces: three suits as on a telephone, winds and dragons; null leaves a gap. */
export const KEYPADS = [
  ...[...SUITS].map((suit) => ranks.map((rank) => `${rank}${suit}`)),
  ["E", "S", "W", "N", null, null, "C", "F", "B"],
];

const sprite = `${document.body.dataset.static}tiles.svg`;
const icons = `${document.body.dataset.static}icons.svg`;

/** An SVG element with attributes and children. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** An HTML element; `attributes` may hold `class`, `text`, any attribute (false leaves it out). */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") element.textContent = value;
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `${icons}#i-${name}` }));
}

/** The drawing on a tile, without its body. */
export function face(kind) {
  return svg("svg", { viewBox: "0 0 60 80", "aria-hidden": "true" }, svg("use", { href: `${sprite}#t-${kind}` }));
}

/** The same drawing placed inside another SVG. */
export function faceAt(kind, x, y, width) {
  return svg("use", { href: `${sprite}#t-${kind}`, x, y, width, height: (width * 4) / 3 });
}

/** A tile that only shows. */
export function still(kind, classes = "") {
  return html("span", { class: `tile ${classes}`, role: "img", "aria-label": tileName(kind) }, face(kind));
}

/** A tile to tap. */
export function key(kind, onTap, classes = "", label = tileName(kind)) {
  const button = html("button", { type: "button", class: `tile ${classes}`, "aria-label": label, "data-kind": kind }, face(kind));
  button.addEventListener("click", () => onTap(kind));
  return button;
}

/** Fill `box` with the four keypads. */
export function keypads(box, onTap, current = null) {
  box.replaceChildren(
    ...KEYPADS.map((kinds) =>
      html(
        "div",
        { class: "keypad", role: "group" },
        ...kinds.map((kind) =>
          kind ? key(kind, onTap, kind === current ? "current" : "") : html("span", { "aria-hidden": "true" }),
        ),
      ),
    ),
  );
}

// The characters on the tiles, and what players call the suits.
const CHINESE = Object.fromEntries(["万m", "萬m", "筒p", "饼p", "餅p", "条s", "條s", "索s", "东E", "東E", "南S", "西W", "北N", "中C", "发F", "發F", "発F", "白B"].map(([character, kind]) => [character, kind]));

/** Read notation. Gives `{tiles, fault}`; `fault` is null or `{key, text}` naming the sentence and the culprit. */
export function parse(text) {
  const tiles = [];
  let digits = "";
  for (const written of text) {
    const character = CHINESE[written] ?? written;
    if (/\s/.test(character)) continue;
    const small = character.toLowerCase();
    if (/[1-9]/.test(character)) digits += character;
    else if (digits && SUITS.includes(small)) {
      tiles.push(...[...digits].map((digit) => digit + small));
      digits = "";
    } else if (!digits && HONOURS.includes(character.toUpperCase())) tiles.push(character.toUpperCase());
    else return { tiles, fault: { key: "unexpected", text: digits + written } };
  }
  return { tiles, fault: digits ? { key: "lacks_suit", text: digits } : null };
}

/** Write tiles in notation, keeping their order. */
export function format(kinds) {
  const groups = [];
  for (const kind of kinds) {
    const suit = kind.length === 2 ? kind[1] : "";
    const last = groups.at(-1);
    if (last && last.suit === suit) last.body += kind[0];
    else groups.push({ suit, body: kind[0] });
  }
  return groups.map((group) => group.body + group.suit).join(" ");
}

const order = (kind) => (kind.length === 2 ? SUITS.indexOf(kind[1]) * 10 + Number(kind[0]) : 40 + HONOURS.indexOf(kind));

/** What these tiles can be as one meld: a list of meld types, empty for none. */
export function meldTypes(kinds) {
  const [first, ...rest] = kinds;
  if (rest.every((kind) => kind === first)) {
    if (kinds.length === 3) return ["peng"];
    return kinds.length === 4 ? ["ming_gang", "bu_gang", "an_gang"] : [];
  }
  const sorted = kinds.map(order).sort((a, b) => a - b);
  const run = kinds.length === 3 && sorted[0] < 30 && sorted[1] === sorted[0] + 1 && sorted[2] === sorted[1] + 1;
  return run ? ["chi"] : [];
}

/** Close an answer that cannot be: it keeps its place, so that no other one slides under the finger. */
export function shut(chip, closed) {
  chip.querySelector("input").disabled = closed;
}
