// Teaching a set: photo, wait, compare, name, keep.

import { Trouble, keepSet, readPhoto } from "./api.js";
import { onFile } from "./picks.js";
import { fill, say, stageName, tileName } from "./texts.js";

const byId = (id) => document.getElementById(id);
const STEPS = ["lay", "wait", "confirm"];
const SENT = 0.15;
const PARTS = { waiting: 0.15, open: 0.17, load: 0.2, detect: 0.22, closer: 0.27, learn: 0.32 };
let began = 0; // when learning did
let said = -1; // how far it was said to be
let reading = null;
let lesson = null;

function show(step) {
  for (const name of STEPS) byId(name).hidden = name !== step;
  window.scrollTo(0, 0);
  byId(`${step}-title`).focus({ preventScroll: true });
}

function trouble(id, sentence) {
  byId(id).textContent = sentence ?? "";
  byId(id).hidden = !sentence;
}

function stage(name, part) {
  const [what, share] = name.split(" ");
  if (share) return learning(...share.split("/").map(Number));
  byId("stage").textContent = stageName(what);
  byId("progress").value = what === "upload" ? SENT * (part ?? 0.5) : (PARTS[what] ?? SENT);
  return undefined;
}

/** What takes longest: how far it is, and how long it still takes at the pace so far. */
function learning(done, of) {
  if (!done) began = performance.now();
  const seconds = done && Math.ceil((((performance.now() - began) / done) * (of - done)) / 1000);
  if (said === done) return;
  said = done;
  byId("stage").textContent = fill(stageName(done ? "learning_left" : "learning"), { done, of, seconds });
  byId("progress").value = PARTS.learn + ((1 - PARTS.learn) * done) / of;
}

async function read(file) {
  reading?.abort();
  const mine = new AbortController();
  reading = mine;
  trouble("teach-trouble", null);
  said = -1;
  show("wait");
  try {
    const found = await readPhoto(file, stage, mine.signal, { path: document.body.dataset.teach });
    if (reading !== mine) return;
    lesson = found;
    draw();
    show("confirm");
  } catch (error) {
    if (reading !== mine) return;
    show("lay");
    if (error.name !== "AbortError") trouble("teach-trouble", error instanceof Trouble ? error.message : say("not_stored"));
  }
}

/** Each cut-out tile beside the face it stands for; marked where the reader took it for another one. */
function draw() {
  const { tiles, doubtful } = lesson;
  for (const cell of document.querySelectorAll(".cell")) {
    cell.querySelector("image").setAttribute("href", tiles);
    const other = doubtful[cell.dataset.kind];
    const note = cell.querySelector(".cell-doubt");
    cell.classList.toggle("doubtful", Boolean(other));
    note.hidden = !other;
    note.textContent = other ? note.dataset.say.replace("{tile}", tileName(other)) : "";
  }
  const any = Object.keys(doubtful).length > 0;
  byId("all-agree").hidden = any;
  byId("some-doubt").hidden = !any;
}

for (const id of ["take", "choose"]) onFile(byId(id), read);
byId("cancel").addEventListener("click", () => reading?.abort());
byId("again").addEventListener("click", () => show("lay"));
byId("keep").addEventListener("submit", async (event) => {
  event.preventDefault();
  trouble("keep-trouble", null);
  try {
    const { url } = await keepSet(document.body.dataset.teach, lesson.id, byId("name").value);
    location.assign(url);
  } catch (error) {
    trouble("keep-trouble", error.message);
  }
});
