// The service worker: only the page that says that the computer does not answer. Nothing else is kept, because
// what a table shows must be of now.

const CACHE = "fanpai-offline-2";
const STYLES = ["theme", "dark", "base", "buttons", "steps"].map((name) => `/static/css/${name}.css`);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(["/offline", "/static/icons.svg", ...STYLES])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  const kept = mode === "navigate" ? "/offline" : new URL(url).pathname;
  // Of everything but these, a failure stays a failure.
  if (mode !== "navigate" && !STYLES.includes(kept)) return;
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(kept)) ?? Response.error()));
});
