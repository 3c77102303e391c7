// Marking the hand in the photo: four corners to pull, rows to choose, sides in numbers.

import { say, tileName } from "./texts.js";
import { html, still } from "./tiles.js";

const byId = (id) => document.getElementById(id);
const [stage, picture, shade, glass] = ["mark-stage", "mark-photo", "mark-shade", "mark-glass"].map(byId);
const handles = [...stage.querySelectorAll(".mark-handle")];
const fields = [...document.querySelectorAll("#mark-numbers [data-side]")];
const STEP = 0.02; // of the photo's long side, by an arrow key
const SMALL_STEP = 0.004;
const LEAST = 0.02; // of the long side: the outline keeps at least this much body
const GLASS = 3; // how much the glass enlarges
const FACES = 6; // tiles of a row that its button shows
const PLACES = ["at_left", "at_right"];

let source = null; // the photo: {scan, url, width, height, corners, rows}
let corners = []; // [[x, y] …], pixels of the photo, clockwise from the upper left

/** The photo that is being marked. */
export const marked = () => ({ source, corners: corners.flat().map((value) => Math.round(value * 10) / 10) });

/** Lay a photo on the stage; the same one keeps its corners. */
export function open(photo) {
  if (source?.scan !== photo.scan) {
    source = photo;
    corners = pairs(photo.corners);
    picture.src = photo.url;
    glass.style.backgroundImage = `url("${photo.url}")`;
    shade.setAttribute("viewBox", `0 0 ${photo.width} ${photo.height}`);
    // A joined photo is kept smaller than it is counted: the stage takes its shape from the numbers.
    stage.style.setProperty("--shape", photo.width / photo.height);
    byId("mark-rows-box").hidden = !photo.rows.length;
    byId("mark-rows").replaceChildren(...photo.rows.map(rowButton));
  }
  render();
}

const pairs = (numbers) => [0, 2, 4, 6].map((at) => [numbers[at], numbers[at + 1]]);

function rowButton({ tiles, corners: around }) {
  const faces = tiles.filter((kind) => !["back", "flower"].includes(kind));
  const label = say("row_of", { count: tiles.length, tiles: faces.map(tileName).join(", ") });
  const shown = html("span", { class: "rack", "aria-hidden": "true" }, ...faces.slice(0, FACES).map((kind) => still(kind, "tiny")));
  const button = html("button", { type: "button", class: "button", "aria-label": label }, shown, html("span", { class: "mark-count", text: say("count_ok", { count: tiles.length }) }));
  button.addEventListener("click", () => set(pairs(around)));
  return button;
}

function render() {
  const { width, height } = source;
  const outline = `M${corners.map((point) => point.join(" ")).join("L")}Z`;
  const [outside, ...edges] = shade.querySelectorAll("path");
  // A little beyond the edges: browsers round the sizes of photo and shade differently.
  outside.setAttribute("d", `M-9-9H${width + 9}V${height + 9}H-9Z${outline}`);
  for (const edge of edges) edge.setAttribute("d", outline);
  const percent = ([x, y]) => [(100 * x) / width, (100 * y) / height];
  for (const [place, handle] of handles.entries()) {
    const [left, top] = percent(corners[place]);
    handle.style.left = `${left}%`;
    handle.style.top = `${top}%`;
    handle.setAttribute("aria-label", say("corner_at", { corner: handle.dataset.name, left: Math.round(left), top: Math.round(top) }));
  }
  const box = sides();
  for (const field of fields) if (field !== document.activeElement) field.value = box[field.dataset.side].toFixed(1);
}

/** The level box around the corners, in percent. */
function sides() {
  const [xs, ys] = [corners.map(([x]) => (100 * x) / source.width), corners.map(([, y]) => (100 * y) / source.height)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Take new corners, if they enclose something; gives whether they do. */
function set(wanted) {
  if (!isOutline(wanted)) return false;
  corners = wanted;
  render();
  return true;
}

/** Whether the corners go round clockwise, none of them dented or on a line with its neighbours. */
function isOutline(points) {
  const least = LEAST * Math.max(source.width, source.height);
  return points.every(([x, y], at) => {
    const [[nextX, nextY], [thenX, thenY]] = [points[(at + 1) % 4], points[(at + 2) % 4]];
    const [sideX, sideY] = [nextX - x, nextY - y];
    const length = Math.hypot(sideX, sideY);
    return length >= least && sideX * (thenY - nextY) - sideY * (thenX - nextX) >= least * length;
  });
}

function move(place, x, y) {
  const clamp = (value, limit) => Math.max(0, Math.min(limit, value));
  const wanted = corners.map((point, at) => (at === place ? [clamp(x, source.width), clamp(y, source.height)] : point));
  return set(wanted);
}

// Pulling -------------------------------------------------------------------------------------------------------

for (const [place, handle] of handles.entries()) {
  let held = null;
  handle.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    handle.setPointerCapture(event.pointerId);
    // The corner keeps its distance from the finger, which need not hit its middle.
    held = { x: event.clientX, y: event.clientY, from: corners[place] };
    magnify(place);
  });
  handle.addEventListener("pointermove", (event) => {
    if (!held) return;
    const { width, height } = picture.getBoundingClientRect();
    const [x, y] = held.from;
    move(place, x + ((event.clientX - held.x) * source.width) / width, y + ((event.clientY - held.y) * source.height) / height);
    magnify(place);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
    handle.addEventListener(end, () => {
      held = null;
      glass.hidden = true;
    });
  handle.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const step = (event.shiftKey ? SMALL_STEP : STEP) * Math.max(source.width, source.height);
    move(place, corners[place][0] + way[0] * step, corners[place][1] + way[1] * step);
  });
}

/** What the finger hides, enlarged, on the other side of the stage. */
function magnify(place) {
  const { width, height } = picture.getBoundingClientRect();
  const [x, y] = [(corners[place][0] / source.width) * width, (corners[place][1] / source.height) * height];
  glass.hidden = false;
  glass.classList.toggle(PLACES[0], x > width / 2);
  glass.classList.toggle(PLACES[1], x <= width / 2);
  const half = glass.clientWidth / 2;
  glass.style.backgroundSize = `${width * GLASS}px ${height * GLASS}px`;
  glass.style.backgroundPosition = `${half - x * GLASS}px ${half - y * GLASS}px`;
}

// Numbers -------------------------------------------------------------------------------------------------------

for (const field of fields) {
  field.addEventListener("input", () => {
    const box = { ...sides(), [field.dataset.side]: Number(field.value) };
    const [left, right, top, bottom] = [box.left * source.width, box.right * source.width, box.top * source.height, box.bottom * source.height].map((value) => value / 100);
    const inside = field.value !== "" && field.checkValidity();
    const taken = inside && set([[left, top], [right, top], [right, bottom], [left, bottom]]);
    field.setAttribute("aria-invalid", String(!taken));
  });
  field.addEventListener("blur", () => {
    field.removeAttribute("aria-invalid");
    if (source) render();
  });
}
