// The page of the camera over the table: drawn anew when there is news, corners pulled, who sits where.

import { live, marked } from "./live-state.js";

const settings = JSON.parse(document.body.dataset.watch);
const byId = (id) => document.getElementById(id);
const stage = byId("watch-stage");
const picture = byId("watch-picture");
const handles = [...stage.querySelectorAll(".mark-handle")];
const LOOK_EACH = 5000; // where no stream tells
const STEP = 0.005;
const WHOLE = [0, 0, 1, 0, 1, 1, 0, 1];
const ask = byId("watch-ask"); // only for who may set them
let corners = settings.corners.length ? settings.corners : WHOLE;
let given = settings.corners.length > 0; // told by somebody, or by a picture: they stay where they are
let busy = false;
let again = false;

// What changes ----------------------------------------------------------------------------------------------------

async function refresh() {
  if (document.hidden) return;
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  try {
    const response = await fetch(settings.board, { credentials: "same-origin" });
    if (response.ok && !response.redirected) draw(new DOMParser().parseFromString(await response.text(), "text/html"));
  } catch {
    // The pill at the top says that the connection is lost.
  } finally {
    busy = false;
    if (again) {
      again = false;
      setTimeout(refresh, 300);
    }
  }
}

// As the server last drew each part: what was hidden, unfolded or filled in here since is no difference.
const drawn = new Map([...document.querySelectorAll("[id^=part-]")].map((part) => [part.id, part.outerHTML]));

/** Only parts that differ are drawn anew: a finger may be on a button, a form half filled in. */
function draw(page) {
  for (const part of page.querySelectorAll("[id^=part-]")) {
    const [old, text] = [byId(part.id), part.outerHTML];
    if (!old || drawn.get(part.id) === text || asks(old, part)) continue;
    drawn.set(part.id, text);
    old.replaceWith(unfolded(document.importNode(part, true), old));
  }
  live.sequence = Number(byId("part-state").dataset.sequence);
  document.dispatchEvent(new Event("fanpai-caught-up"));
  look();
}

/** Whether both ask which camera it is to be: what is filled in there stays. */
const asks = (...parts) => parts.every((part) => part.querySelector(".watch-start"));

function unfolded(fresh, old) {
  const open = [...old.querySelectorAll("details")].map((one) => one.open);
  for (const [index, one] of [...fresh.querySelectorAll("details")].entries()) one.open = open[index] ?? one.open;
  return fresh;
}

function look() {
  const { running, picture: has, corners: set } = byId("part-state").dataset;
  stage.hidden = has !== "yes";
  if (ask) askForTable(set === "yes");
  stage.classList.toggle("old", running !== "yes");
  const phone = document.querySelector("[data-phone]");
  askAddress();
  if (phone) phone.hidden = !matchMedia("(pointer: coarse)").matches;
  if (stage.hidden) return;
  const fresh = new Image();
  fresh.onload = () => {
    picture.src = fresh.src;
    stage.style.setProperty("--shape", fresh.naturalWidth / fresh.naturalHeight);
  };
  fresh.src = `${settings.picture}?${Date.now()}`;
}

document.addEventListener("fanpai-camera", refresh);
document.addEventListener("fanpai-moved", refresh);
document.addEventListener("visibilitychange", refresh);
setInterval(refresh, LOOK_EACH);

// Setting up ------------------------------------------------------------------------------------------------------

async function keep(change) {
  const trouble = byId("watch-trouble");
  try {
    const response = await fetch(settings.setup, { method: "POST", credentials: "same-origin", headers: marked(), body: JSON.stringify(change) });
    const answer = await response.json();
    trouble.hidden = response.ok;
    if (!response.ok) trouble.textContent = "corners" in change ? settings.outline : (answer.error?.message ?? settings.not_stored);
    return response.ok;
  } catch {
    trouble.textContent = settings.not_stored;
    trouble.hidden = false;
    return false;
  }
}

// Drawn anew whenever the camera starts or stops: listened to from above.
document.addEventListener("input", ({ target }) => target.name === "source" && askAddress());
/** The address is asked for, and sent, where that is the choice. */
function askAddress() {
  const [other, address] = [document.querySelector("input[name=source][value=other]"), byId("watch-other")];
  if (address) address.disabled = address.closest(".field").hidden = !other.checked;
}

/** Call `act` when an input is changed, and for a change made before this script was there. */
function onChange(input, act) {
  input.addEventListener("change", act);
  if (input.checked !== input.defaultChecked) act();
}

for (const input of document.querySelectorAll("input[name=bottom]")) {
  onChange(input, async () => {
    if (input.checked && (await keep({ bottom: input.value }))) location.reload();
  });
}
const record = byId("watch-record");
if (record) onChange(record, () => keep({ record: record.checked }));

const setting = byId("watch-corners");
for (const button of [setting, byId("watch-whole")]) if (button) button.disabled = false;
setting?.addEventListener("click", () => {
  const on = setting.getAttribute("aria-pressed") !== "true";
  pull(on);
  if (on) stage.scrollIntoView({ block: "center" });
});
for (const button of document.querySelectorAll("[data-whole]")) button.addEventListener("click", () => settle(WHOLE));
byId("watch-this")?.addEventListener("click", () => settle(corners));

/** As long as nobody has said where the table lies, that is the first thing on the page. */
function askForTable(known) {
  if (known && !ask.hidden) location.reload(); // said on another phone
  ask.hidden = stage.hidden || known;
  if (ask.hidden) return;
  suggest();
  if (ask.contains(stage)) return;
  byId("watch-ask-stage").append(stage);
  pull(true);
}

/** Put the corners where the picture shows the table, as long as no finger has moved one. */
function suggest() {
  const { suggested, sure } = byId("part-state").dataset;
  if (given || !suggested) return;
  corners = JSON.parse(suggested);
  given = sure === "yes";
  byId("watch-sure").hidden = !given;
  byId("watch-unsure").hidden = given;
  place();
}

/** Let the corners be pulled, or no longer. */
function pull(on) {
  setting?.setAttribute("aria-pressed", String(on));
  stage.classList.toggle("setting", on);
  for (const handle of handles) handle.hidden = !on;
  place();
}

async function settle(wanted) {
  if (await keep({ corners: wanted })) location.reload();
}

function place() {
  const points = [0, 2, 4, 6].map((at) => [100 * corners[at], 100 * corners[at + 1]]);
  const outline = `M${points.map((point) => point.join(" ")).join("L")}Z`;
  for (const edge of stage.querySelectorAll("#watch-shade path")) edge.setAttribute("d", outline);
  for (const [at, handle] of handles.entries()) {
    handle.style.left = `${points[at][0]}%`;
    handle.style.top = `${points[at][1]}%`;
  }
}

function move(at, x, y) {
  given = true;
  const clamp = (share) => Math.max(0, Math.min(1, share));
  corners = corners.with(2 * at, clamp(x)).with(2 * at + 1, clamp(y));
  place();
}

for (const [at, handle] of handles.entries()) {
  let held = null;
  handle.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    given = true;
    handle.setPointerCapture(event.pointerId);
    held = { x: event.clientX, y: event.clientY, from: [corners[2 * at], corners[2 * at + 1]] };
  });
  handle.addEventListener("pointermove", (event) => {
    if (!held) return;
    const { width, height } = stage.getBoundingClientRect();
    move(at, held.from[0] + (event.clientX - held.x) / width, held.from[1] + (event.clientY - held.y) / height);
  });
  handle.addEventListener("pointerup", () => {
    if (held && ask.hidden) keep({ corners });
    held = null;
  });
  handle.addEventListener("pointercancel", () => (held = null));
  handle.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? STEP / 5 : STEP;
    move(at, corners[2 * at] + way[0] * step, corners[2 * at + 1] + way[1] * step);
  });
  handle.addEventListener("blur", () => held === null && !handle.hidden && ask.hidden && settings.corners.join() !== corners.join() && keep({ corners }));
}
place();
look();
