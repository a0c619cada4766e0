// Phrases of the catalogue, and money, times and dates by its rules (docs/translations.md).
import { get } from "./api.js";
import { all, fill } from "./dom.js";

const texts = new Map();
let format = {};

function take(node, prefix) {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === "string") texts.set(prefix + key, value);
    else take(value, `${prefix}${key}.`);
  }
}

/** Asks for the phrases and writes those that stand in the document from the start. */
export async function loadPhrases(settings = {}) {
  format = settings;
  const answer = await get("phrases", { language: settings.language === "auto" ? "" : settings.language });
  texts.clear();
  take(answer.phrases, "");
  document.documentElement.lang = answer.language;
  for (const element of all("[data-t]")) fill(element, t(element.dataset.t));
  for (const element of all("[data-label]")) element.ariaLabel = t(element.dataset.label);
}

export const has = (key) => texts.has(key);
export const language = () => document.documentElement.lang;

/** The phrase of a key; `count` chooses between its plural forms. */
export function t(key, values = {}) {
  const text = texts.get(`${key}_${values.count === 1 ? "one" : "other"}`) ?? texts.get(key) ?? `«${key}»`;
  return text.replace(/{{(\w+)(?:, (\w+))?}}/g, (all, name, form) => declined(values[name] ?? all, form));
}

/** Basque figures take the ending of their last spoken word. */
function declined(value, form) {
  const figure = form && /(?:(\d+):)?(\d+)$/.exec(value);
  if (!figure) return value;
  const number = Number(figure[2]);
  const word = number && !(number % 1000) ? "thousand" : number && !(number % 100) ? "hundred" : number % 20;
  let ending = texts.get(`format.declension.ending.${word}`);
  if (figure[1] && !number) ending = figure[1] === "01" ? "one_o_clock" : "whole_hour";
  return value + (texts.get(`format.declension.${form}.${ending}`) ?? "");
}

/** A name in the page's language, with a capital; a file may give a bare text. */
export function named(names, otherwise = "") {
  const name = typeof names === "string" ? names : names?.[language()] ?? names?.es ?? Object.values(names ?? {})[0] ?? otherwise;
  return name && name[0].toUpperCase() + name.slice(1);
}

/** `1,20`. */
export function amount(cents) {
  const whole = String(Math.floor(cents / 100));
  const isLong = whole.length >= Number(t("format.number.group_from_digits"));
  return (isLong ? whole.replace(/\B(?=(\d{3})+$)/g, t("format.number.group")) : whole)
    + t("format.number.decimal") + String(cents % 100).padStart(2, "0");
}

export function money(cents, currency) {
  if (currency === "ESP") return t("format.money.pesetas", { minus: "", amount: Math.round(cents / 100) });
  return t("format.money.euros", { minus: "", amount: amount(cents) });
}

/** `1 h 40 min`. */
export function duration(minutes) {
  const whole = t("format.duration.hours_short", { count: Math.floor(minutes / 60) });
  const rest = t("format.duration.minutes_short", { count: minutes % 60 });
  if (minutes < 60) return rest;
  return minutes % 60 ? t("format.duration.short", { hours: whole, minutes: rest }) : whole;
}

const is12 = () => format.clock === "12";

/** `8:30` from `2026-01-13T08:30:00+01:00`: the town's own clock, whatever this device's is. */
export function time(moment) {
  const hour = Number(moment.slice(11, 13));
  return t(is12() ? "format.time.hours12" : "format.time.hours24", {
    hour, hour_padded: moment.slice(11, 13), hour12: hour % 12 || 12, minute: moment.slice(14, 16),
    period: t(`format.time.period.${[21, 19, 14, 12, 6, 0].find((start) => hour >= start)}`),
  });
}

function dated(key, moment) {
  const [year, month_padded, day_padded] = moment.slice(0, 10).split("-");
  const weekday = new Date(moment.slice(0, 10)).getUTCDay() || 7;
  const month = Number(month_padded);
  return t(key, {
    year, month_padded, day_padded, month_number: month, day: Number(day_padded), time: time(moment),
    month: t(`format.month.name.${month}`), month_of: t(`format.month.of.${month}`),
    weekday: t(`format.weekday.name.${weekday}`),
  });
}

/** `martes, 13 de enero`. */
export function day(moment) {
  if (format.date_format === "iso") return moment.slice(0, 10);
  return dated(format.date_format === "short" ? "format.date.short" : "format.date.weekday_and_day", moment);
}

/** A moment after "until" or "from": the time alone when it is on the day of `seen`. */
export function moment(when, seen) {
  const same = (length) => when.slice(0, length) === seen.slice(0, length);
  const isOne = Number(when.slice(11, 13)) % (is12() ? 12 : 24) === 1;
  const form = same(10) ? "same_day" : same(4) ? "other_day" : "other_year";
  return dated(`format.moment.${form}_${isOne ? "one" : "other"}`, when);
}

/** Cents of a typed amount; null when it is none. */
export function readMoney(text) {
  const plain = text.replace(/[\s€]|euros?/gi, "");
  const [, euros, cents = ""] = /^(\d{0,5})(?:[.,'](\d{1,2}))?$/.exec(plain) ?? [];
  if (euros === undefined || !(euros + cents)) return null;
  return Number(euros) * 100 + Number(cents.padEnd(2, "0"));
}

/** Minutes of a typed duration (`90`, `1h30`, `1:30`, `1 h 30 min`, `1.5 h`); null when it is none. */
export function readDuration(text) {
  const plain = text.toLowerCase().replace(/\s+|and|eta|y/g, "");
  const parts = /^(?:(\d{1,3})(?:[.,](\d+))?(?::|h|hours?|horas?|ordu))?(?:(\d{1,5})(?:m|min|minut[a-z]*)?)?$/.exec(plain);
  if (!plain || !parts || (parts[2] && parts[3]) || (parts[1] && parts[3] > 59)) return null;
  const minutes = (Number(parts[1] ?? 0) + Number(`.${parts[2] ?? 0}`)) * 60 + Number(parts[3] ?? 0);
  return Number.isInteger(minutes) ? minutes : null;
}
