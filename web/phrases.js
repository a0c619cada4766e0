// Phrases of the catalogue, and money, times and dates by its rules (docs/translations.md).
import { get } from "./api.js";
import { all, fill } from "./dom.js";

let texts = {};
let format = {};

/** Asks for the phrases and writes those that stand in the document from the start. */
export async function loadPhrases(settings = {}) {
	format = settings;
	const isAuto = settings.language === "auto";
	if (isAuto) document.documentElement.lang = ""; // Then the browser says its own.
	const answer = await get("phrases", { language: isAuto ? "" : settings.language });
	texts = answer.phrases;
	document.documentElement.lang = answer.language;
	for (const element of all("[data-t]")) fill(element, t(element.dataset.t));
	for (const element of all("[data-label]")) element.ariaLabel = t(element.dataset.label);
}

export const language = () => document.documentElement.lang;

/** The phrase of a key; `count` chooses between its plural forms. */
export function t(key, values = {}) {
	const text = texts[`${key}_${values.count === 1 ? "one" : "other"}`] ?? texts[key] ?? `«${key}»`;
	// The point of an abbreviation (`8:00 p. m.`) ends the sentence too.
	return text.replace(/{{(\w+)(?:, (\w+))?}}(\.?)/g, (all, name, form, stop) => {
		const value = `${declined(values[name] ?? `{{${name}}}`, form)}`;
		return value.endsWith(".") ? value : value + stop;
	});
}
/** A phrase that there may be. */
export const maybe = (key, otherwise) => texts[key] ?? otherwise;

/** Basque figures take the ending of their last spoken word. */
function declined(value, form) {
	const figure = form && /(?:(\d+):)?(\d+)$/.exec(value);
	if (!figure) return value;
	const number = Number(figure[2]);
	const word = number && !(number % 1000) ? "thousand" : number && !(number % 100) ? "hundred" : number % 20;
	let ending = texts[`format.declension.ending.${word}`];
	if (figure[1] && !number) ending = figure[1] === "01" ? "one_o_clock" : "whole_hour";
	// Before `arte` a clock time with minutes has no ending.
	if (figure[1] && number && texts[`format.declension.${form}.minutes`] !== undefined) ending = "minutes";
	return value + (texts[`format.declension.${form}.${ending}`] ?? "");
}

/** A name in the page's language, with a capital; a file may give a bare text. */
export function named(names, otherwise = "") {
	const name = typeof names === "string" ? names : names?.[language()] ?? names?.es ?? Object.values(names ?? {})[0] ?? otherwise;
	return name && name[0].toUpperCase() + name.slice(1);
}

/** `1,20`. */
export const amount = (cents) => Math.floor(cents / 100) + t("format.number.decimal") + String(cents % 100).padStart(2, "0");

export const money = (cents, currency) => currency === "ESP"
	? t("format.money.pesetas", { minus: "", amount: Math.round(cents / 100) })
	: t("format.money.euros", { minus: "", amount: amount(cents) });

/** `1 h 40 min`. */
export function duration(minutes) {
	const hours = t("format.duration.hours_short", { count: Math.floor(minutes / 60) });
	const rest = t("format.duration.minutes_short", { count: minutes % 60 });
	if (minutes < 60) return rest;
	return minutes % 60 ? t("format.duration.short", { hours, minutes: rest }) : hours;
}

export const is12 = () => format.clock === "12";

/** `8:30` from `2026-01-13T08:30:00+01:00`: the town's own clock, whatever this device's is. */
export function time(moment) {
	const hour_padded = moment.slice(11, 13);
	const hour = Number(hour_padded);
	const period = t(`format.time.period.${[21, 19, 14, 12, 6, 0].find((start) => hour >= start)}`);
	return t(is12() ? "format.time.hours12" : "format.time.hours24",
		{ hour, hour_padded, hour12: hour % 12 || 12, minute: moment.slice(14, 16), period });
}

function dated(key, moment) {
	const [year, month_padded, day_padded] = moment.slice(0, 10).split("-");
	const weekday = new Date(moment.slice(0, 10)).getUTCDay() || 7;
	const month = Number(month_padded);
	return t(key, {
		year, month_padded, day_padded, month_number: month, day: Number(day_padded), time: time(moment),
		month: t(`format.month.name.${month}`), month_of: t(`format.month.of.${month}`),
		weekday: t(`format.weekday.name.${weekday}`), date: key.includes("other_date") && day(moment),
	});
}

/** `martes, 13 de enero`. */
export const day = (moment) => format.date_format === "iso" ? moment.slice(0, 10)
	: dated(format.date_format === "short" ? "format.date.short" : "format.date.weekday_and_day", moment);

/** The short name of an hour, or of a day, for a mark under a bar. */
export const markName = (moment, isDay) => isDay
	? `${t(`format.weekday.short.${new Date(moment.slice(0, 10)).getUTCDay() || 7}`)} ${Number(moment.slice(8, 10))}`
	: is12() ? time(moment).replace(":00", "") : `${Number(moment.slice(11, 13))}`;

/** A moment after "until" or "from": the time alone when it is on the day of `seen`. */
export function moment(when, seen) {
	const same = (length) => when.slice(0, length) === seen.slice(0, length);
	const isOne = Number(when.slice(11, 13)) % (is12() ? 12 : 24) === 1;
	const form = same(10) ? "same_day" : same(4) ? "other_day" : "other_year";
	return dated(`format.moment.${form}_${isOne ? "one" : "other"}`, when);
}

/** Cents of a typed amount, as the command reads them (`1.20`, `€1`, `2 euros`, `120c`); null when it is none. */
export function readMoney(text) {
	const of = (form) => new RegExp(form.replace(/cents|euros/g, (words) => t(`reading.${words}`)), "i").exec(text) ?? [];
	const [, all] = of("^(\\d{1,9})\\s*(?:cents)$");
	if (all) return Number(all);
	const [mark = ""] = of("^(?:euros)\\s*|\\s*(?:euros)$");
	const [, euros, cents = ""] = /^(\d{0,9})(?:[.,'’](\d{0,2}))?$/.exec(text.replace(mark, "")) ?? [];
	return euros || cents ? Number(euros) * 100 + Number(cents.padEnd(2, "0")) : null;
}

/** Minutes of a typed duration (`90`, `1h30`, `1:30`, `1 h 30 min`, `1.5 h`); null when it is none. */
export function readDuration(text) {
	const [hour, minute, and] = ["hours", "minutes", "and"].map((words) => t(`reading.${words}`));
	const [, hours, part, rest] = new RegExp(`^(?:(\\d{1,9})(?:[.,](\\d{1,4}))?\\s*(?::|(?:${hour})\\.?))?\\s*(?:(?:${and})\\s+)?`
		+ `(?:(\\d{1,9})\\s*(?:(?:${minute})\\.?)?)?$`, "i").exec(text) ?? [];
	if (!(hours || rest) || (part && rest) || (hours && rest > 59)) return null;
	const minutes = Number(`${hours ?? 0}.${part ?? 0}`) * 60 + Number(rest ?? 0);
	return Number.isInteger(minutes) ? minutes : null;
}
