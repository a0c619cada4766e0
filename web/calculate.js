// Screen "Calculate": zone, arrival, and money, time and end as fields that are all input and output.
// The server computes; this keeps the fields in step with its answer.
import { get, on } from "./api.js";
import { $, all, calmly, colors, fill, h, options, remember, say } from "./dom.js";
import { amount, duration, money, moment, named, readDuration, readMoney, t, time } from "./phrases.js";
import { loadZones, sectorPairs, shared, townPairs, vehiclePairs } from "./shared.js";
import { limitText, showAnswer, summary } from "./answer.js";
import { showPark } from "./park.js";

const READ = { money: readMoney, minutes: readDuration, until: (text) => text || null };
const FIELDS = Object.keys(READ);

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
	$("vehicle").onchange = $("sector").onchange = ({ target }) => {
		remember(target.id, target.value);
		ask();
	};
	$("zones").onchange = ({ target }) => {
		remember("zone", target.value);
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

async function useTown(wanted) {
	$("town").value = wanted;
	const town = remember("town", $("town").value);
	const [vehicles, sectors] = await Promise.all([vehiclePairs(town), sectorPairs(town)]);
	options($("vehicle"), vehicles, remember("vehicle") || shared.settings.vehicle || "");
	options($("sector"), [["", t("web.sector_unknown")], ...sectors], remember("sector") || shared.settings.sector || "");
	$("sector").parentElement.hidden = !sectors.length;
	await useZones();
	await ask();
}

const zone = () => $("zones").querySelector(":checked")?.value;

async function useZones() {
	const wanted = remember("zone") || shared.settings.zone;
	zones = await loadZones($("town").value, $("at").value);
	const chosen = zones.zones.find((each) => each.zone === wanted) ?? zones.zones[0];
	fill($("zones"), chosen ? zones.zones.map((each) => h(`label.zone${colors(each)}`,
		h("input", { type: "radio", name: "zone", value: each.zone, checked: each === chosen }),
		h("span", named(each.name, each.zone)))) : t("web.no_zones"));
	showZone();
}

function showZone() {
	const chosen = zones.zones.find((each) => each.zone === zone());
	fill($("zone-now"), chosen && zoneText(chosen, zones.at));
}

/** "Regulated until 20:00. Maximum stay: 2 h." */
export function zoneText({ regulated, during_hours, outside_hours, hours, until, maximum_minutes: most }, seen) {
	const key = `zone.${regulated ? `during_${during_hours}` : `outside_${outside_hours}`}`;
	const state = hours === null ? t("refusal.hours_unpublished")
		: until ? t(`${key}_until`, { until: moment(until, seen) }) : t(key);
	return most ? `${state} ${t("zone.maximum_stay", { duration: duration(most) })}` : state;
}

/** A chosen arrival; none is now. */
async function arriveAt(when) {
	$("at").value = when.slice(0, 16);
	$("at").hidden = !when;
	for (const radio of all("[name=arrival]")) radio.checked = !radio.value === !when;
	await useZones();
	await ask();
}

export function localNow(ahead = 0) {
	const now = new Date(Date.now() + ahead * 60000);
	return new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
}

const askSoon = calmly(ask);

function typed(by) {
	const value = READ[by]($(by).value);
	const isWrong = value === null && $(by).value.trim();
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

async function ask(isQuiet) {
	if (!zone()) return;
	underway?.abort();
	const mine = (underway = new AbortController());
	const question = { town: $("town").value, zone: zone(), vehicle: $("vehicle").value, sector: $("sector").value };
	const { by, value } = asked;
	const wish = { [by === "money" ? "amount_cents" : by]: by === "until" ? ending(value) : value };
	try {
		const answer = await get("quote", { ...question, at: $("at").value, ...wish }, mine.signal);
		if (mine !== underway) return; // A later question is on its way.
		quote = answer;
	} catch (problem) {
		if (mine !== underway) return;
		quote = null;
		fill($("answer"), h("p.refusal", problem.message));
	}
	underway = null;
	showPark(quote, question);
	if (!quote) return;
	if (!$("at").value) fill($("now"), time(quote.arrival));
	showFields(isQuiet === true);
	showAnswer($("answer"), quote);
	if (isQuiet !== true) say(summary(quote));
}

/** The next moment after the arrival at which the clock shows this. */
function ending(clock) {
	const arrival = $("at").value || (quote?.arrival ?? localNow()).slice(0, 16);
	const today = `${arrival.slice(0, 11)}${clock}`;
	return today > arrival ? today : `${new Date(Date.parse(`${today}Z`) + 864e5).toISOString().slice(0, 16)}`;
}

function showFields(isQuiet) {
	const { outcome, paid_cents: paid, counted_minutes: minutes, valid_until: until } = quote;
	const isTicket = outcome === "ticket";
	const moved = isTicket ? whatMoved() : "";
	const texts = isTicket ? { money: amount(paid), minutes: duration(minutes), until: until.slice(11, 16) } : {};
	for (const id of FIELDS) {
		// Never what is being written; and what is asked stays when there is no ticket.
		if (id === typing || (!isTicket && id === asked.by && $(id).value)) continue;
		const text = texts[id] ?? (id === asked.by && id === "minutes" ? duration(asked.value) : "");
		if ($(id).value === text) continue;
		$(id).value = text;
		$(id).ariaInvalid = null;
		if (!moved || isQuiet) continue;
		// Shows shortly that the field moved by itself; reading the width starts the animation anew.
		$(id).classList.remove("flash");
		void $(id).offsetWidth;
		$(id).classList.add("flash");
	}
	showMoved(moved);
}

/** How the ticket differs from what was asked, and why. */
function whatMoved() {
	const { by, value } = asked;
	const { paid_cents: paid, counted_minutes: minutes, valid_until: until, arrival, currency } = quote;
	const isAsAsked = by === "until" ? until.startsWith(ending(value)) : value === { money: paid, minutes }[by];
	if (isAsAsked) return "";
	const text = t(`web.moved.${by !== "money" ? by : paid > value ? "raised" : "change"}`, {
		paid: money(paid, currency), duration: duration(minutes), until: moment(until, arrival), change: money(value - paid, currency),
	});
	return [text, ...quote.limits.map((limit) => limitText(limit, quote))].join(" ");
}

function showMoved(text) {
	if ($("moved").textContent !== text) fill($("moved"), text);
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
