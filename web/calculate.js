// Screen "Calculate": zone, arrival, and money, time and end as fields that are all input and output.
// The server computes; this keeps the fields in step with its answer.
import { get, on } from "./api.js";
import { $, all, calmly, colors, fill, flash, h, options, remember, say } from "./dom.js";
import { amount, duration, money, moment, named, readDuration, readMoney, t, time } from "./phrases.js";
import { loadZones, sectorPairs, shared, townPairs, vehiclePairs } from "./shared.js";
import { limitText, showAnswer, summary } from "./answer.js";
import { showPark } from "./park.js";

const FIELDS = ["money", "minutes", "until"];
const READ = { money: readMoney, minutes: readDuration, until: (text) => text || null };

let zones = { zones: [] };
let asked = { by: "minutes", value: 60 };
/** The field that somebody is writing in. */
let typing = null;
let quote = null;
let underway = null;

export function startCalculate() {
  for (const by of FIELDS) {
    $(by).oninput = () => typed(by);
    $(by).onchange = $(by).onblur = settle;
  }
  $("ask").onsubmit = (event) => {
    event.preventDefault();
    settle();
  };
  $("town").onchange = () => useTown($("town").value);
  $("vehicle").onchange = $("sector").onchange = () => {
    for (const id of ["vehicle", "sector"]) remember(id, $(id).value);
    ask();
  };
  $("zones").onchange = () => {
    remember("zone", zone());
    showZone();
    ask();
  };
  for (const radio of all("[name=arrival]")) radio.onchange = () => arriveAt(radio.value && (quote?.arrival ?? localNow()));
  $("at").onchange = () => useZones().then(ask);
  on("nearest", takeNearest);
  on("changed", redraw);
  // The arrival follows the clock, minute by minute, while somebody looks.
  const tick = () => {
    refresh();
    setTimeout(tick, 60050 - (Date.now() % 60000));
  };
  tick();
  document.addEventListener("visibilitychange", refresh);
}

export function refresh() {
  if (!document.hidden && !$("at").value && !typing && shared.screen === "calculate") ask(true);
}

/** At the start, and when settings changed: those then go before what was chosen here. */
export async function redraw(changed = []) {
  for (const name of ["town", "zone", "vehicle", "sector"]) if (changed.includes(name)) remember(name, "");
  options($("town"), townPairs());
  await useTown(remember("town") || shared.settings.town || "pamplona");
}

/** From the map: this zone of this town, in this sector. */
export function chooseZone(town, zone, sector) {
  remember("zone", zone);
  remember("sector", sector ?? "");
  return useTown(town);
}

async function useTown(town) {
  $("town").value = town;
  remember("town", $("town").value);
  const [vehicles, sectors] = await Promise.all([vehiclePairs($("town").value), sectorPairs($("town").value)]);
  options($("vehicle"), vehicles, remember("vehicle") || shared.settings.vehicle || "");
  options($("sector"), [["", t("web.sector_unknown")], ...sectors], remember("sector") || shared.settings.sector || "");
  $("sector").parentElement.hidden = !sectors.length;
  await useZones();
  await ask();
}

const zone = () => $("zones").querySelector(":checked")?.value;

async function useZones() {
  const wanted = remember("zone") || shared.settings.zone;
  zones = await loadZones($("town").value, $("at").value).catch((problem) => showProblem(problem) ?? { zones: [] });
  const chosen = zones.zones.find((each) => each.zone === wanted) ?? zones.zones[0];
  fill($("zones"), zones.zones.length ? zones.zones.map((each) => h(`label.zone${colors(each)}`,
    h("input", { type: "radio", name: "zone", value: each.zone, checked: each === chosen }),
    h("span", named(each.name, each.zone)))) : t("web.no_zones"));
  showZone();
}

function showZone() {
  const chosen = zones.zones.find((each) => each.zone === zone());
  fill($("zone-now"), chosen && zoneText(chosen, zones.at));
}

/** "Regulated until 20:00. Maximum stay: 2 h." */
export function zoneText(zone, seen) {
  const word = zone.regulated ? `during_${zone.during_hours}` : `outside_${zone.outside_hours}`;
  const state = zone.hours === null ? t("refusal.hours_unpublished")
    : zone.until ? t(`zone.${word}_until`, { until: moment(zone.until, seen) }) : t(`zone.${word}`);
  if (!zone.maximum_minutes) return state;
  return `${state} ${t("zone.maximum_stay", { duration: duration(zone.maximum_minutes) })}`;
}

/** A chosen arrival; none is now. */
function arriveAt(when) {
  $("at").value = when.slice(0, 16);
  $("at").hidden = !when;
  for (const radio of all("[name=arrival]")) radio.checked = !radio.value === !when;
  return useZones().then(() => ask());
}

export function localNow(ahead = 0) {
  const now = new Date(Date.now() + ahead * 60000);
  return new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
}

const askSoon = calmly(() => ask());

function typed(by) {
  const text = $(by).value;
  const value = READ[by](text);
  const isWrong = value === null && text.trim() !== "";
  typing = by;
  for (const id of FIELDS) $(id).ariaInvalid = id === by && isWrong ? "true" : null;
  showMoved(isWrong ? t(`web.unreadable.${by}`) : "");
  if (value === null) return;
  asked = { by, value };
  askSoon();
}

/** The field is left: it may now show what became of what was typed. */
function settle() {
  if (!typing) return;
  askSoon.now();
  typing = null;
  if (!underway && quote) showFields();
}

async function ask(isQuiet = false) {
  if (!zone()) return;
  underway?.abort();
  const mine = (underway = new AbortController());
  const question = { town: $("town").value, zone: zone(), vehicle: $("vehicle").value, sector: $("sector").value };
  const { by, value } = asked;
  const wish = by === "money" ? { amount_cents: value } : by === "minutes" ? { minutes: value } : { until: ending(value) };
  try {
    const answer = await get("quote", { ...question, at: $("at").value, ...wish }, mine.signal);
    if (mine !== underway) return; // A later question is on its way.
    quote = answer;
  } catch (problem) {
    if (mine === underway) showProblem(problem);
    return;
  }
  underway = null;
  if (!$("at").value) fill($("now"), time(quote.arrival));
  showFields(isQuiet);
  showAnswer($("answer"), quote);
  showPark(quote, question);
  if (!isQuiet) say(summary(quote));
}

/** The next moment after the arrival at which the clock shows this. */
function ending(clock) {
  const arrival = $("at").value || (quote?.arrival ?? localNow()).slice(0, 16);
  const date = arrival.slice(0, 10);
  const isToday = `${date}T${clock}` > arrival;
  return `${isToday ? date : new Date(Date.parse(date) + 864e5).toISOString().slice(0, 10)}T${clock}`;
}

function showFields(isQuiet = false) {
  const { by, value } = asked;
  if (quote.outcome !== "ticket") {
    for (const id of FIELDS) if (id !== by) $(id).value = "";
    // Before the first ticket, what is asked.
    if (by === "minutes" && !typing) $(by).value = duration(value);
    return showMoved("");
  }
  const moved = whatMoved();
  const texts = { money: amount(quote.paid_cents), minutes: duration(quote.counted_minutes), until: quote.valid_until.slice(11, 16) };
  for (const id of FIELDS) {
    if (id === typing || $(id).value === texts[id]) continue; // Never what is being written.
    $(id).value = texts[id];
    $(id).ariaInvalid = null;
    if (moved && !isQuiet) flash($(id));
  }
  showMoved(moved);
}

/** How the ticket differs from what was asked, and why. */
function whatMoved() {
  const { by, value } = asked;
  const { paid_cents: paid, counted_minutes: minutes, valid_until: until, arrival, currency } = quote;
  const isAsAsked = { money: paid === value, minutes: minutes === value, until: until.startsWith(ending(value)) };
  if (isAsAsked[by]) return "";
  const kind = by !== "money" ? by : paid > value ? "raised" : "change";
  const text = t(`web.moved.${kind}`, {
    paid: money(paid, currency), duration: duration(minutes), until: moment(until, arrival),
    change: money(by === "money" ? Math.max(value - paid, 0) : 0, currency),
  });
  return [text, ...quote.limits.map((limit) => limitText(limit, quote))].join(" ");
}

function showMoved(text) {
  if ($("moved").textContent !== text) fill($("moved"), text);
}

function showProblem(problem) {
  underway = quote = null;
  fill($("answer"), h("p.refusal", problem.message || t("web.gone")));
  showPark(null);
}

/** "The nearest that would be accepted" was pressed. */
function takeNearest({ from, paid_cents: paid, counted_minutes: minutes, valid_until: until }) {
  typing = null;
  if (from) return arriveAt(from);
  if (paid !== undefined && asked.by !== "until") asked = { by: "money", value: paid };
  else if (minutes !== undefined) asked = { by: "minutes", value: minutes };
  else asked = { by: "until", value: until.slice(11, 16) };
  $(asked.by).focus();
  ask();
}
