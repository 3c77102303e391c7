// What an entry that waits is called on the page: everything that was filled in, a win with who won it, from whom and with what.

import { live } from "./live-state.js";

const MOST = 8;
const { words } = live;
const list = (parts) => parts.filter(Boolean).join(words.and_then);
const labelled = (who, what) => (what ? words.who_what.replace("{who}", () => who).replace("{what}", () => what) : who);
const chipText = (input) => input.parentElement.textContent.trim();

/** A filled in form as one line; `title`: what the form is called. */
export function called(form, title) {
  const rest = told(form);
  if (form.elements.kind.value !== "named") return labelled(title, list(rest.slice(0, MOST)));
  const how = form.querySelector("[name=how]:checked");
  const from = how && (how.value === "self_draw" ? chipText(how) : words.from_seat.replace("{seat}", () => chipText(how)));
  const wins = [...form.querySelectorAll("[name=winner]:checked")].map((winner) => {
    const rows = [...form.querySelectorAll(`[name="rows-${winner.value}"]:checked + span b`)].map((row) => row.textContent);
    const points = form.elements[`points-${winner.value}`].value.trim();
    return labelled(list([chipText(winner), from]), list([...rows, points && words.points.replace("{points}", () => points)]));
  });
  return [...wins, ...rest].join(words.and_also);
}

/** What else is filled in: chips by their text, fields by their label, a group of fields as a whole. */
function told(form) {
  const ofWin = ["winner", "how", ...["E", "S", "W", "N"].flatMap((seat) => [`rows-${seat}`, `points-${seat}`])];
  const fields = [...form.querySelectorAll("input:not([type=hidden], [type=search]), select")];
  const groups = [...form.querySelectorAll("[role=group]")].filter((group) => group.querySelector("select").value);
  const plain = fields.filter(({ name, parentElement }) => !ofWin.includes(name) && !parentElement.matches("[role=group]"));
  return [...plain.map(fieldText), ...groups.map(groupText)].filter(Boolean);
}

function fieldText(field) {
  if (field.matches("[type=radio], [type=checkbox]")) return field.checked ? chipText(field) : "";
  const value = valueText(field);
  // What was not touched goes without saying.
  return isTouched(field) && value ? labelled(field.labels[0]?.textContent ?? field.ariaLabel, value) : "";
}

const groupText = (group) => list([...group.querySelectorAll("select, input")].filter(({ value }) => value).map(valueText));
const valueText = (field) => (field.matches("select") ? field.selectedOptions[0].text : field.value.trim());

function isTouched(field) {
  if (!field.matches("select")) return field.value !== field.defaultValue;
  const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  return field.selectedIndex !== Math.max(0, first);
}
