// Entries made without a connection wait in the browser's own database until they are booked, each once.

import { newUuid } from "./blank.js";
import { clock, live, marked } from "./live-state.js";

const AGAIN = 5000;
const box = document.getElementById("waiting");
let sending = false;
const booked = []; // what has been taken since this page came

/** One request to the object store; `work(store)` gives it. */
function ask(mode, work) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("fanpai", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("entries", { keyPath: "number", autoIncrement: true });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const change = opening.result.transaction("entries", mode);
      const request = work(change.objectStore("entries"));
      change.onerror = change.onabort = () => reject(change.error);
      change.oncomplete = () => {
        opening.result.close();
        resolve(request.result);
      };
    };
  });
}

const keep = (entry) => ask("readwrite", (store) => store.put(entry));
const remove = (entry) => ask("readwrite", (store) => store.delete(entry.number));
const entries = async () => (await ask("readonly", (store) => store.getAll())).filter((entry) => entry.table === live.table);

/** Let an entry wait: where it is sent, what, how it is called on the page, and how far the table had come for it. */
export async function add(url, body, title, seen = live.sequence) {
  const before = await entries();
  // Against the table as it was shown, after those that wait already.
  const expected = seen + before.length;
  await keep({ table: live.table, url, body, title, uuid: newUuid(), expected, at: Date.now(), trouble: "" });
  await show();
  flush();
}

/** Send what waits, in order; stops at the first that is not taken. */
export async function flush() {
  if (sending) return;
  sending = true;
  try {
    for (const entry of await entries()) {
      if (entry.trouble || !(await send(entry))) break;
    }
  } finally {
    sending = false;
    await show();
  }
}

async function send(entry) {
  const body = JSON.stringify({ ...entry.body, uuid: entry.uuid, expected: entry.expected });
  const response = await fetch(entry.url, { method: "POST", headers: marked(), body, credentials: "same-origin" }).catch(() => null);
  if (response?.ok) {
    await remove(entry);
    booked.push(entry);
    return true;
  }
  // No answer, or one that may well be another a little later: it goes on waiting.
  if (!response || response.status === 429 || response.status >= 500) {
    setTimeout(flush, AGAIN);
    return false;
  }
  const { error } = await response.json().catch(() => ({}));
  await keep({ ...entry, trouble: error?.message ?? live.words.refused, current: error?.current ?? null, anew: error?.code === "taken_back" });
  return false;
}

/** Take an entry out: those after it were counted from it. */
async function drop(entry) {
  await remove(entry);
  for (const later of await entries()) {
    if (later.number > entry.number) await keep({ ...later, expected: later.expected - 1 });
  }
  await flush();
}

/** Book it although somebody else has booked in between. */
async function insist(entry) {
  const all = (await entries()).filter((one) => one.number >= entry.number);
  // What was taken back is another entry when it is booked again.
  if (entry.anew) all[0].uuid = newUuid();
  for (const [index, one] of all.entries()) await keep({ ...one, expected: entry.current + index, trouble: "" });
  await flush();
}

export async function show() {
  const waiting = await entries().catch(() => []);
  // A page that follows its table shows in its list what is booked.
  const done = live.follow ? [] : booked;
  box.hidden = !waiting.length && !done.length;
  box.querySelector("h2").textContent = waiting.length ? live.words.waiting.replace("{count}", waiting.length) : live.words.all_booked;
  box.querySelector("ul").replaceChildren(...done.map(doneItem), ...waiting.map(item));
}

function doneItem({ title }) {
  const line = document.createElement("li");
  const text = document.createElement("p");
  text.textContent = live.words.booked.replace("{what}", () => title);
  const back = document.createElement("a");
  Object.assign(back, { className: "button", href: live.home, textContent: live.words.to_table });
  line.append(text, back);
  return line;
}

function item(entry) {
  const line = document.createElement("li");
  const text = document.createElement("p");
  text.textContent = `${entry.title} · ${clock(entry.at)}`;
  line.append(text);
  if (entry.trouble) {
    const trouble = document.createElement("p");
    trouble.className = "notice";
    trouble.textContent = entry.trouble;
    line.append(trouble);
  }
  if (entry.trouble && entry.current) line.append(button(live.words.insist, () => insist(entry)));
  line.append(button(live.words.drop, () => drop(entry)));
  return line;
}

function button(label, onTap) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button";
  made.textContent = label;
  made.addEventListener("click", onTap);
  return made;
}

show();
