// What a table's page knows of its table: addresses, words, and how far it has come.

/** `{table, events, entries, sequence, follow, scores, words}`; `sequence` is of what the page shows. */
export const live = JSON.parse(document.body.dataset.live);
/** Whether the stream runs, and whether the network is known to be gone: between the two nobody knows yet. */
live.connected = false;
live.lost = false;

/** Headers of a request that changes something. */
export const marked = () => ({
  "Content-Type": "application/json",
  "X-Fanpai-Mark": document.querySelector("meta[name=form-mark]").content,
});

/** The time of day as the reader writes it. */
export const clock = (moment) => new Date(moment).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
