// Screen "Settings": whatever the server describes, each applied at once.
import { emit, patch } from "./api.js";
import { $, fill, h } from "./dom.js";
import { has, named, t } from "./phrases.js";
import { loadZones, sectorPairs, shared, townPairs, vehiclePairs } from "./shared.js";
import { channelName } from "./park.js";

const GROUPS = {
  general: /language|clock|date_format/,
  driver: /^(town|zone|vehicle|sector|position)$/,
  reminders: /^(walk|snooze|extend)|lead_times|require/,
  channels: /channel|command|apprise|delivery|standby|give_up/,
  page: /./,
};

export async function showSettings() {
  const isOffered = ({ name }) => shared.settings.town || !/^(zone|sector)$/.test(name);
  const rows = await Promise.all(shared.settingList.filter(isOffered).map(row));
  const groups = Map.groupBy(rows, ({ id }) => Object.keys(GROUPS).find((group) => GROUPS[group].test(id.slice(4))));
  fill($("settings-form"), Object.keys(GROUPS).filter((group) => groups.has(group))
    .map((group) => h("fieldset.card", h("legend", t(`web.settings.${group}`)), groups.get(group))));
}

async function row(setting) {
  const { name, kind } = setting;
  const label = has(`web.setting.${name}`) ? t(`web.setting.${name}`) : name;
  const id = `set-${name}`;
  const help = has(`setting.${name}`) && h("p.hint", { id: `${id}-help` }, t(`setting.${name}`));
  const field = await control(setting);
  field.disabled = /^(command|web)/.test(name); // Only on the machine itself, by its command.
  if (kind === "words") return h("fieldset", { id: `row-${name}` }, h("legend", label), field, help, told(name));
  field.id = id;
  if (help) field.setAttribute("aria-describedby", help.id);
  return h(kind === "flag" ? "div.check" : "div.field", { id: `row-${name}` }, h("label", { htmlFor: id }, label), field, help, told(name));
}

const told = (name) => h("p.told", { id: `told-${name}`, role: "status" });

async function control({ name, kind, value, allowed = [] }) {
  const save = (next) => change(name, next);
  if (kind === "flag") return h("input", { type: "checkbox", checked: value, onchange: ({ target }) => save(target.checked) });
  if (kind === "words") return order(name, value, allowed, save);
  const pairs = await choices(name, kind, allowed);
  if (pairs) {
    if (value && !pairs.some(([word]) => word === value)) pairs.push([value, value]);
    return h("select", { onchange: ({ target }) => save(target.value || null) },
      pairs.map(([word, text]) => h("option", { value: word, selected: word === (value ?? "") }, text)));
  }
  const many = { texts: "\n", numbers: ", " }[kind];
  const read = (text) => {
    const words = text.split(many && (kind === "texts" ? "\n" : /[\s,;]+/)).map((word) => word.trim()).filter(Boolean);
    const values = kind.startsWith("number") ? words.map((word) => /^\d+$/.test(word) ? Number(word) : word) : words;
    return many ? values : values[0] ?? null;
  };
  return h(kind === "texts" ? "textarea" : "input", { value: many ? value.join(many) : value ?? "", onchange: ({ target }) => save(read(target.value)) });
}

/** The values of a setting that has few, with names; null for free text. */
async function choices(name, kind, allowed) {
  const { town } = shared.settings;
  const notSet = ["", t("web.not_set")];
  if (name === "town") return [notSet, ...townPairs()];
  if (name === "vehicle") return vehiclePairs(town ?? "");
  if (name === "sector" && town) return [notSet, ...await sectorPairs(town)];
  if (name === "zone" && town) {
    const { zones } = await loadZones(town).catch(() => ({ zones: [] }));
    return [notSet, ...zones.map((zone) => [zone.zone, named(zone.name, zone.zone)])];
  }
  if (kind !== "word") return null;
  return allowed.map((word) => [word, has(`web.choice.${name}_${word}`) ? t(`web.choice.${name}_${word}`) : word]);
}

/** A list of words: the chosen ones in their order, which is that of choosing. */
const order = (name, value, allowed, save) => h("ul", [...value, ...allowed.filter((word) => !value.includes(word))].map((word) =>
  h("li.check", h("label", { htmlFor: `set-${name}-${word}` }, channelName(word)), h("input", {
    id: `set-${name}-${word}`, type: "checkbox", checked: value.includes(word),
    onchange: ({ target }) => save(target.checked ? [...value, word] : value.filter((each) => each !== word)),
  }))));

async function change(name, value) {
  let text = t("web.saved");
  try {
    await patch("settings", { [name]: value });
    await emit("settings"); // Makes the rows anew.
  } catch (problem) {
    text = problem.message || t("web.gone");
  }
  fill($(`told-${name}`), text);
}
