// What the page says, in the reader's language: the server puts it into the page.

const texts = JSON.parse(document.body.dataset.texts);

/** The sentence with this key, its {gaps} filled. */
export const say = (key, gaps = {}) => fill(texts.say[key] ?? key, gaps);

/** A sentence with its {gaps} filled. */
export const fill = (text, gaps) => text.replace(/\{(\w+)\}/g, (whole, name) => gaps[name] ?? whole);

export const tileName = (kind) => texts.tiles[kind] ?? kind;
export const seatName = (seat) => texts.seats[seat] ?? seat;
export const windName = (wind) => texts.winds[wind] ?? wind;
export const meldName = (type) => texts.melds[type] ?? type;
/** A stage of reading; stages this page does not know get a general word. */
export const stageName = (stage) => texts.stages[stage] ?? texts.stages.reading;
