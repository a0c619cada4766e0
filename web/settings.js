// Screen "Settings": whatever the server describes, each applied at once.
import { emit, patch } from "./api.js";
import { $, fill, h } from "./dom.js";
import { maybe, named, t } from "./phrases.js";
import { loadZones, sectorPairs, shared, townPairs, vehiclePairs } from "./shared.js";
import { channelName } from "./park.js";

const GROUPS = {
	general: /language|clock|date_format/,
	driver: /^(town|zone|vehicle|sector|position)$/,
	reminders: /^(walk|snooze|extend)|lead_times|require/,
	channels: /channel|command|apprise|delivery|standby|give_up/,
	page: /./,
};

export const start = () => {};

export async function show() {
	const isOffered = ({ name }) => shared.settings.town || !/^(zone|sector)$/.test(name);
	const rows = await Promise.all(shared.settingList.filter(isOffered).map(row));
	const groups = Map.groupBy(rows, ({ name }) => Object.keys(GROUPS).find((group) => GROUPS[group].test(name)));
	fill($("settings-form"), Object.keys(GROUPS).map((group) =>
		h("fieldset.card", h("legend", t(`web.settings.${group}`)), groups.get(group).map(({ element }) => element))));
}

async function row(setting) {
	const { name, kind } = setting;
	const id = `set-${name}`;
	const label = maybe(`web.setting.${name}`, name);
	// Not those that speak of the command line's options and values: the choices here have names.
	const words = maybe(`setting.${name}`, "");
	const isRaw = /--|\(/.test(words) || setting.allowed?.some((value) => words.split(/[^\w-]+/).includes(value));
	const help = h("p.hint", { id: `${id}-help` }, !isRaw && words);
	const told = h("p.hint", { id: `told-${name}`, role: "status" });
	const field = await control(setting);
	if (kind === "words") return { name, element: h("fieldset", h("legend", label), help, field, told) };
	Object.assign(field, { id, disabled: /^(command|web)/.test(name) }); // Those only on the machine, by its command.
	field.setAttribute("aria-describedby", help.id);
	return { name, element: h(kind === "flag" ? "div.line" : "div.field", h("label", { htmlFor: id }, label), field, help, told) };
}

async function control({ name, kind, value, allowed, secret }) {
	const onchange = (read) => ({ target }) => change(name, read(target));
	if (kind === "flag") return h("input", { type: "checkbox", checked: value, onchange: onchange(({ checked }) => checked) });
	// A list of words: the chosen ones in their order, which is that of choosing.
	if (kind === "words") return h("ul", [...new Set([...value, ...allowed])].map((word) => h("li.line",
		h("label", { htmlFor: `set-${name}-${word}` }, channelName(word)),
		h("input", { id: `set-${name}-${word}`, type: "checkbox", checked: value.includes(word),
			onchange: onchange(({ checked }) => checked ? [...value, word] : value.filter((each) => each !== word)) }))));
	const pairs = await choices(name, allowed);
	if (pairs) {
		if (value && !pairs.some(([word]) => word === value)) pairs.push([value, value]);
		return h("select", { onchange: onchange((field) => field.value || null) },
			pairs.map(([word, text]) => h("option", { value: word, selected: word === (value ?? "") }, text)));
	}
	const isMany = kind.endsWith("s");
	const read = (field) => {
		const words = field.value.split(kind === "texts" ? "\n" : isMany ? /[\s,]+/ : undefined).map((word) => word.trim()).filter(Boolean);
		const values = kind.startsWith("number") ? words.map((word) => /^\d+$/.test(word) ? Number(word) : word) : words;
		return isMany ? values : values[0] ?? null;
	};
	const shown = isMany ? value.join(kind === "texts" ? "\n" : ", ") : value ?? "";
	// A secret is shown in part only: what is written replaces it.
	return h(kind === "texts" ? "textarea" : "input", { [secret ? "placeholder" : "value"]: shown, onchange: onchange(read) });
}

/** The values of a setting that has few, with names; nothing for free text. */
async function choices(name, allowed) {
	const { town } = shared.settings;
	const none = ["", t("web.not_set")];
	if (name === "town") return [none, ...townPairs()];
	if (name === "vehicle") return vehiclePairs(town);
	if (name === "sector") return [none, ...await sectorPairs(town)];
	if (name === "zone") return [none, ...(await loadZones(town)).zones.map((zone) => [zone.zone, named(zone.name, zone.zone)])];
	return allowed?.map((word) => [word, maybe(`web.choice.${name}_${word}`, word)]);
}

async function change(name, value) {
	let text = t("web.saved");
	try {
		await patch("settings", { [name]: value });
		await emit("settings"); // Makes the rows anew.
	} catch ({ message }) {
		text = message;
	}
	fill($(`told-${name}`), text);
}
