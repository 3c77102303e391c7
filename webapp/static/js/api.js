// Talking to the server. Every trouble becomes a `Trouble` with a sentence for the player.

import { others, table, unchanged } from "./table-play.js";
import { say } from "./texts.js";

/** `again`: whether the same request may well succeed a little later; `code`: the server's name for it. */
export class Trouble extends Error {
  constructor(message, again = true, code = "") {
    super(message);
    this.again = again;
    this.code = code;
  }
}

/** What shows the server that a page of its own sends this; forms carry it as a field. */
const marked = () => ({ "X-Fanpai-Mark": document.querySelector("meta[name=form-mark]").content });
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Trouble(say("offline"), true, "offline");
  }
  return answerOf(response.status, await response.text());
}

function answerOf(status, text) {
  let answer = null;
  try {
    answer = JSON.parse(text);
  } catch {
    // Not ours: a proxy's page. The sentence below says enough.
  }
  if (status >= 200 && status < 300 && answer) return answer;
  throw new Trouble(answer?.error?.message ?? say("not_stored"), status >= 500, answer?.error?.code);
}

const post = (path, data, options = {}) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json", ...marked() }, body: JSON.stringify(data), ...options });

const atTable = (request) => (table ? { ...request, others: others(), line: table.line, camera: table.camera, kept: table.kept, unchanged: unchanged(), expected: table.expected } : request);
export const score = (request, signal) => post(table?.score ?? "/api/score", atTable(request), { signal });
export const keepHand = (request) => post(table?.keep ?? "/api/hands", atTable(request));

/** The list of the last hands as the server draws it; null where it does not answer. */
export async function recentHands() {
  const response = await fetch("/recent", { credentials: "same-origin" }).catch(() => null);
  return response?.ok ? response.text() : null;
}

/** Answer whether photos with tiles put right are kept, "yes" or "no"; and keep one. */
export const wantCorrections = (keep) => post("/corrections/want", { keep });
export const keepCorrections = (scan, right) => post("/corrections", { scan, right });

/** Keep the tile set that was learnt from a photo. */
export const keepSet = (path, id, name) => post(`${path}/${id}/keep`, { name });

/**
 * Send a photo and wait for its tiles. `onStage(stage, part)`: `part` 0..1, or null when unknown.
 * `before`: the scan of an earlier photo of the same hand; both become one. `path` is where the photo goes, `set` the id
 * of the tile set on the table, `known` what the hand is read by.
 */
export async function readPhoto(file, onStage, signal, { path = "/api/scan", before = null, set = "", known = {} } = {}) {
  const { id } = await upload(file, onStage, signal, path, { with: before, set, ...known });
  return followed(path, id, onStage, signal);
}

/** Read a photo again, only what lies between four corners: `[x, y, …]` in pixels of its reading. */
export async function readPart(scan, corners, onStage, signal, { set = "", known = {} } = {}) {
  onStage("upload", null);
  const { id } = await post(`/api/scan/${scan}/part`, { corners, set, ...known }, { signal });
  return followed("/api/scan", id, onStage, signal);
}

async function followed(path, id, onStage, signal) {
  for (;;) {
    const job = await ask(`${path}/${id}`, { signal });
    if (job.state === "done") return { id, ...job.reading };
    if (job.state === "failed") throw new Trouble(job.error.message, job.error.code === "internal");
    onStage(job.state === "waiting" ? "waiting" : job.stage, null);
    await pause(250);
  }
}

/** Read the hand of a photo again by what is `known` now; gives the reading. */
export async function readAgain(scan, known, signal) {
  const { reading } = await post(`/api/scan/${scan}/again`, known, { signal });
  return reading;
}

/** XMLHttpRequest, because fetch does not tell how much of a body is on its way. */
function upload(file, onStage, signal, path, fields) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append("photo", file, file.name || "photo");
    for (const [name, value] of Object.entries(fields)) if (value) body.append(name, value);
    request.open("POST", path);
    for (const [name, value] of Object.entries(marked())) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", (event) =>
      onStage("upload", event.lengthComputable ? event.loaded / event.total : null),
    );
    request.addEventListener("load", () => {
      try {
        resolve(answerOf(request.status, request.responseText));
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener("error", () => reject(new Trouble(say("offline"))));
    request.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")));
    signal?.addEventListener("abort", () => request.abort());
    onStage("upload", 0);
    request.send(body);
  });
}

export async function sample() {
  const response = await fetch(`${document.body.dataset.static}sample.jpg`).catch(() => null);
  if (!response?.ok) throw new Trouble(say("sample_missing"));
  return new File([await response.blob()], "sample.jpg", { type: "image/jpeg" });
}
