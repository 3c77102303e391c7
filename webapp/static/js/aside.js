// What a hand at work outlives: the page that shows what a change moves, and a reload in the middle of it.

const place = (key) => `${key}-aside`;

export function layAside(key, state) {
  try {
    sessionStorage.setItem(place(key), JSON.stringify(state));
  } catch {
    // Going back then shows the hand as it is booked.
  }
}

/**
 * Whether what was said of a kept hand still counts: at the same entry of its table's log, or past it where the player
 * had asked to book the hand and loads the page again.
 */
export function stillCounts({ at = null, asked = false }, expected) {
  const [entry] = performance.getEntriesByType("navigation");
  return at === expected || (asked && entry?.type === "reload");
}

/** What was laid aside, once, on a page that is opened to go on with it; else null. */
export function takeBack(key) {
  if (!new URLSearchParams(location.search).has("again")) return null;
  try {
    const aside = sessionStorage.getItem(place(key));
    if (aside === null) return null;
    sessionStorage.removeItem(place(key));
    sessionStorage.setItem(key, aside);
    return JSON.parse(aside);
  } catch {
    return null;
  }
}
