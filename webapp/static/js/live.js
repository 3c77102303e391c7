// Keeps a table's page up to date: one stream, closed while the tab is hidden, opened again by itself.

import { newUuid } from "./blank.js";
import { clock, live } from "./live-state.js";
import "./late-forms.js";
import { flush } from "./waiting.js";

// The server beats every 15 seconds.
const SILENCE = 35_000;
const RETRY = [1000, 2000, 4000, 5000];
const pill = document.getElementById("live");
let source = null;
let heard = Date.now();
let tries = 0;
let wanted = live.sequence;
let busy = false;

function connect() {
  if (source || document.hidden) return;
  source = new EventSource(`${live.events}?tab=${tab()}`);
  source.addEventListener("table", ({ data }) => {
    alive();
    arrived(Number(data));
  });
  source.addEventListener("beat", alive);
  source.addEventListener("camera", ({ data }) => {
    alive();
    const news = document.getElementById("camera-news");
    if (news) news.hidden = data === "0";
    document.dispatchEvent(new Event("fanpai-camera"));
  });
  // The link was taken back: the page says so itself.
  source.addEventListener("gone", () => {
    drop();
    location.reload();
  });
  source.addEventListener("error", () => {
    // The server has answered, though not with a stream: every place is taken. Looking now and then will do.
    const answered = source.readyState === EventSource.CLOSED;
    lost(!answered);
    drop();
    if (answered && live.follow) refresh().catch(() => lost());
    setTimeout(connect, RETRY[Math.min(tries, RETRY.length - 1)]);
    tries += 1;
  });
}

/** A name of this tab: the server ends its stream for the page that was here before. */
function tab() {
  try {
    sessionStorage["fanpai-tab"] ??= newUuid();
    return sessionStorage["fanpai-tab"];
  } catch {
    return ""; // a private window may refuse it
  }
}

function drop() {
  source?.close();
  source = null;
}

function alive() {
  heard = Date.now();
  tries = 0;
  live.lost = false;
  if (!live.connected) {
    live.connected = true;
    flush();
  }
  paint();
}

function lost(gone = true) {
  live.connected = false;
  live.lost = gone;
  paint();
}

function paint() {
  const behind = live.connected && wanted > live.sequence && !busy;
  pill.className = `live ${live.connected && !behind ? "live-now" : "live-stale"}`;
  const text = behind ? live.words.moved : live.connected ? live.words.now : live.words.stale.replace("{time}", clock(heard));
  if (pill.textContent !== text) pill.textContent = text;
  document.dispatchEvent(new Event("fanpai-connection"));
}

async function arrived(sequence) {
  wanted = Math.max(wanted, sequence);
  // Whoever is filling in a form keeps it; the server refuses what the table has passed.
  if (!live.follow) {
    document.dispatchEvent(new Event("fanpai-moved"));
    return paint();
  }
  if (busy) return undefined;
  busy = true;
  try {
    let before = -1;
    while (wanted > live.sequence && before !== live.sequence) {
      before = live.sequence;
      await refresh();
    }
  } catch {
    lost();
  } finally {
    busy = false;
    paint();
  }
  return undefined;
}

async function refresh() {
  const response = await fetch(location.href, { credentials: "same-origin" });
  if (!response.ok || response.redirected) {
    location.assign(response.redirected ? response.url : location.href);
    return new Promise(() => {});
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  heard = Date.now();
  const { sequence, words } = JSON.parse(page.body.dataset.live);
  if (sequence === live.sequence) return undefined;
  swap(document.getElementById("main"), page.getElementById("main"));
  document.title = page.title;
  live.sequence = sequence;
  live.words = words;
  document.dispatchEvent(new Event("fanpai-fresh"));
  return undefined;
}

/** The new content in place of the old; what was unfolded and where the reader was stays. */
function swap(old, fresh) {
  const open = [...old.querySelectorAll("details")].map((one) => one.open);
  const focused = document.activeElement?.id;
  old.replaceChildren(...fresh.childNodes);
  for (const [index, one] of [...old.querySelectorAll("details")].entries()) one.open = open[index] ?? one.open;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

// A page that draws itself anew says when it has come as far as the table.
document.addEventListener("fanpai-caught-up", paint);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) drop();
  else connect();
});
window.addEventListener("offline", () => {
  lost();
  drop();
  setTimeout(connect, RETRY[0]);
});
window.addEventListener("online", () => {
  drop();
  connect();
});
window.addEventListener("pagehide", drop);
window.addEventListener("pageshow", connect);
setInterval(() => {
  if (!live.connected || Date.now() - heard < SILENCE) return;
  lost();
  drop();
  connect();
}, 5000);
connect();
