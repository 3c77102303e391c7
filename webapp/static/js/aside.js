// A changed hand is laid aside while the page shows what it moves, and taken back by whoever goes on changing it.

const place = (key) => `${key}-aside`;

export function layAside(key, state) {
  try {
    sessionStorage.setItem(place(key), JSON.stringify(state));
  } catch {
    // Going back then shows the hand as it is booked.
  }
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
