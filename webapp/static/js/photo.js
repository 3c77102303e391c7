// The photo with a box and a reading on each tile.

import { state, tileOf } from "./hand.js";
import { say, tileName } from "./texts.js";
import { faceAt, svg } from "./tiles.js";

// How much of a label's height stands above its box; less, and on a smaller label, where another tile lies there.
const RISE = 0.88;
const LOW_RISE = 0.5;
const LOW_SIZE = 0.7;
const ZOOMS = [1, 1.7, 2.8, 4.5];
const figure = document.getElementById("photo");
const scroll = document.getElementById("photo-scroll");
const crop = document.getElementById("photo-crop");
const marking = document.getElementById("photo-mark");
const legend = document.getElementById("photo-legend");
const [smaller, larger] = ["photo-out", "photo-in"].map((id) => document.getElementById(id));
let zoom = 0;
let whole = false;
let shown = "";
let tapped = () => {};

/** Call once: what a tap on a tile does. */
export function onTap(listener) {
  tapped = listener;
}

crop.addEventListener("click", () => {
  whole = !whole;
  zoom = 0;
  render();
});
smaller.addEventListener("click", () => setZoom(zoom - 1));
larger.addEventListener("click", () => setZoom(zoom + 1));

function setZoom(wanted) {
  const middle = [(scroll.scrollLeft + scroll.clientWidth / 2) / scroll.scrollWidth, (scroll.scrollTop + scroll.clientHeight / 2) / scroll.scrollHeight];
  zoom = Math.max(0, Math.min(ZOOMS.length - 1, wanted));
  render();
  scroll.scrollTo(middle[0] * scroll.scrollWidth - scroll.clientWidth / 2, middle[1] * scroll.scrollHeight - scroll.clientHeight / 2);
}

export function render() {
  const { source, tiles } = state.hand;
  figure.hidden = !source?.url;
  if (figure.hidden) return;
  if (shown !== source.url) [shown, zoom, whole] = [source.url, 0, false];
  const seen = tiles.filter((tile) => tile.box);
  const chip = chipWidth(seen);
  const view = withLabels(whole ? [0, 0, source.width, source.height] : frame(seen, source), seen, chip);
  const focused = document.activeElement?.dataset?.tile;
  const picture = svg("svg", { viewBox: view.join(" "), class: "photo-picture", role: "group" });
  picture.append(svg("image", { href: source.url, x: 0, y: 0, width: source.width, height: source.height }));
  picture.append(...seen.map((tile) => boxOf(tile)), ...seen.map((tile) => labelOf(tile, chip, seen)));
  picture.style.width = `${ZOOMS[zoom] * 100}%`;
  scroll.classList.toggle("zoomed", zoom > 0);
  const { scrollLeft, scrollTop } = scroll;
  scroll.replaceChildren(picture);
  scroll.scrollTo(scrollLeft, scrollTop);
  if (focused) picture.querySelector(`[data-tile="${focused}"]`)?.focus();
  legend.hidden = !seen.some((tile) => tile.doubt);
  crop.hidden = !seen.length;
  crop.textContent = say(whole ? "only_tiles" : "whole_photo");
  marking.hidden = !source.corners;
  marking.classList.toggle("asks", Boolean(source.asks));
  smaller.disabled = zoom === 0;
  larger.disabled = zoom === ZOOMS.length - 1;
}

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const isCounted = (tile) => ["hand", "meld"].includes(tile.place);
const chipWidth = (tiles) => 0.72 * middle(tiles.map(({ box: [x0, y0, x1, y1] }) => Math.min(x1 - x0, y1 - y0)));

/** The part of the photo that matters: the hand's tiles with some air, neither a thread nor a column. */
function frame(tiles, { width, height }) {
  const boxes = (tiles.some(isCounted) ? tiles.filter(isCounted) : tiles).map((tile) => tile.box);
  if (!boxes.length) return [0, 0, width, height];
  const air = 0.9 * middle(boxes.map(([x0, y0, x1, y1]) => Math.min(x1 - x0, y1 - y0)));
  let [left, top] = [Math.min(...boxes.map((box) => box[0])) - air, Math.min(...boxes.map((box) => box[1])) - air];
  let [right, bottom] = [Math.max(...boxes.map((box) => box[2])) + air, Math.max(...boxes.map((box) => box[3])) + air];
  const [minimum, maximum] = [(right - left) / 2.2, (bottom - top) * 0.8];
  [top, bottom] = widen(top, bottom, minimum, height);
  [left, right] = widen(left, right, maximum, width);
  return [left, top, right - left, bottom - top].map(Math.round);
}

/** The view with room for the labels of tiles at the photo's upper edge. */
function withLabels([left, top, width, height], tiles, chip) {
  const highest = Math.min(top, ...tiles.filter(isCounted).map(({ box }) => box[1] - (chip * RISE * 4) / 3 - chip * 0.2));
  return [left, highest, width, height + top - highest];
}

/** At least `size` between both ends, inside 0..limit. */
function widen(from, to, size, limit) {
  const extra = Math.max(0, size - (to - from)) / 2;
  const [start, end] = [from - extra, to + extra];
  const shift = start < 0 ? -start : end > limit ? limit - end : 0;
  return [Math.max(0, start + shift), Math.min(limit, end + shift)];
}

/** The tile as the photo shows it, with a little of its surroundings; null where there is no photo of it. */
export function cutOut(tile) {
  const { source } = state.hand;
  if (!source?.url || !tile.box) return null;
  const [x0, y0, x1, y1] = tile.box;
  const air = 0.14 * Math.min(x1 - x0, y1 - y0);
  const view = [x0 - air, y0 - air, x1 - x0 + 2 * air, y1 - y0 + 2 * air];
  return svg(
    "svg",
    { viewBox: view.join(" "), class: "cut-out", role: "img", "aria-label": say("in_photo") },
    svg("image", { href: source.url, x: 0, y: 0, width: source.width, height: source.height }),
  );
}

function boxOf(tile) {
  const [x0, y0, x1, y1] = tile.box;
  const kind = tile.id === state.hand.win ? "win" : tile.doubt ? "doubt" : isCounted(tile) ? tile.place : "apart";
  const words = [tileName(tile.kind)];
  if (tile.doubt) words.push(say("in_doubt"));
  if (tile.id === state.hand.win) words.push(say("winning_tile"));
  if (!isCounted(tile)) words.push(say("not_in_hand"));
  const rectangle = svg("rect", { x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: (x1 - x0) * 0.06, class: `box box-${kind}` });
  const group = svg("g", { role: "button", tabindex: 0, "aria-label": words.join(", "), class: "seen", "data-tile": tile.id }, rectangle);
  const open = () => tapped(tileOf(tile.id));
  group.addEventListener("click", open);
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    open();
  });
  return group;
}

/** Whether a label of full size over `box` would cover the tile in `other`. */
function liesAbove(other, box, size) {
  const overlap = Math.min(other[2], box[2]) - Math.max(other[0], box[0]);
  return overlap > 0.3 * size && other[1] < box[1] - size * 0.5 && other[3] > box[1] - size * RISE;
}

/** A small tile over the box's upper edge; doubt adds a question mark in a triangle, winning a star. */
function labelOf(tile, size, all) {
  const group = svg("g", { class: `label${isCounted(tile) ? "" : " label-apart"}`, "aria-hidden": "true" });
  if (!isCounted(tile) && !tile.doubt) return group;
  const [x0, y0, x1] = tile.box;
  const low = all.some((other) => other !== tile && liesAbove(other.box, tile.box, size));
  const width = low ? size * LOW_SIZE : size;
  const height = (width * 4) / 3;
  const [x, y] = [(x0 + x1 - width) / 2, y0 - height * (low ? LOW_RISE : RISE)];
  group.append(svg("rect", { x, y, width, height, rx: width * 0.14, class: "label-body" }), faceAt(tile.kind, x, y, width));
  const [mark, markX, markY] = [width * 0.36, x + width * 0.94, y + height * 0.06];
  if (tile.id === state.hand.win) {
    group.append(svg("circle", { cx: markX, cy: markY, r: mark, class: "mark-win" }), svg("path", { d: star(markX, markY, mark * 0.72), class: "mark-ink" }));
  } else if (tile.doubt) {
    group.append(
      svg("path", { d: `M${markX} ${markY - mark * 1.25}l${mark * 1.3} ${mark * 2.2}h${-mark * 2.6}z`, class: "mark-doubt" }),
      svg("text", { x: markX, y: markY + mark * 0.76, "font-size": mark * 1.5, "text-anchor": "middle", class: "mark-text" }, "?"),
    );
  }
  return group;
}

function star(x, y, radius) {
  const points = [...Array(10).keys()].map((index) => {
    const [angle, length] = [(index * Math.PI) / 5 - Math.PI / 2, index % 2 ? radius * 0.45 : radius];
    return `${(x + Math.cos(angle) * length).toFixed(1)} ${(y + Math.sin(angle) * length).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
