// Forms for an entry when there is no connection: fetched beforehand, filled in a sheet, kept until they can be sent.

import { called } from "./late-words.js";
import { live } from "./live-state.js";
import { add } from "./waiting.js";

const forms = new Map();
const LATE = "a[data-late]";
const NOT_SENT = ["mark", "kind", "line", "expected"];

async function fetchAhead() {
  for (const { href } of document.querySelectorAll(LATE)) {
    const response = await fetch(href, { credentials: "same-origin" }).catch(() => null);
    if (!response?.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const form = page.querySelector("main form.questions");
    if (form) forms.set(href, { form, title: page.querySelector("h1").textContent });
  }
}

async function keep(form, title, seen) {
  const data = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const kind = data.find(([name]) => name === "kind")[1];
  const fields = data.filter(([name]) => !NOT_SENT.includes(name));
  await add(live.entries, { kind, fields }, called(form, title), seen);
}

function openSheet({ form, title }) {
  // The page may catch up while the sheet is open: the entry is written against what was seen before.
  const seen = live.sequence;
  const sheet = document.createElement("dialog");
  sheet.className = "sheet";
  sheet.id = "late-sheet";
  sheet.setAttribute("aria-labelledby", "late-title");
  const heading = document.createElement("h2");
  heading.id = "late-title";
  heading.textContent = title;
  const hint = document.createElement("p");
  hint.className = "hint";
  hint.textContent = live.words.late;
  const mine = document.importNode(form, true);
  mine.querySelector("button:not([type])").textContent = live.words.later;
  const cancel = document.createElement("button");
  cancel.type = "button";
  cancel.className = "button";
  cancel.textContent = live.words.cancel;
  cancel.addEventListener("click", () => sheet.close());
  mine.append(cancel);
  mine.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.stopPropagation();
    await keep(mine, title, seen);
    sheet.close();
  });
  sheet.append(heading, hint, mine);
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(LATE);
  if (!link || !live.lost || !forms.has(link.href)) return;
  event.preventDefault();
  openSheet(forms.get(link.href));
});

// The same form on its own page, when the connection goes while it is filled in.
const onPage = () => [...document.querySelectorAll("main form.questions")].find(({ elements }) => elements.kind && !elements.line);
const hint = document.createElement("p");
hint.className = "hint";
hint.textContent = live.words.late;
let ahead = null;

/** The button says what it does: look at the amounts, or without a connection keep the entry as it is. */
function name() {
  const button = onPage()?.querySelector("button:not([type])");
  if (!button) return;
  const label = button.querySelector("span");
  ahead ??= label.textContent;
  label.textContent = live.lost ? live.words.later : ahead;
  if (live.lost) button.before(hint);
  else hint.remove();
}

document.addEventListener("fanpai-connection", name);
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!live.lost || form !== onPage()) return;
  event.preventDefault();
  await keep(form, document.querySelector("h1").textContent, Number(form.elements.expected.value));
  const back = document.createElement("a");
  Object.assign(back, { className: "button", href: live.home, textContent: live.words.to_table });
  form.replaceChildren(back);
  document.getElementById("waiting").scrollIntoView();
});

if (live.scores) setTimeout(fetchAhead, 300);
