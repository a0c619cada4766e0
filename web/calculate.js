// Screen "Calculate": zone, arrival, and money, time and end as fields that are all input and output.
// The server computes; this keeps the fields in step with its answer.
import { get, isConnected, on } from "./api.js";
import { $, all, calmly, colors, fill, h, options, remember, say } from "./dom.js";
import { amount, duration, money, moment, named, readDuration, readMoney, t, time } from "./phrases.js";
import { loadZones, sectorPairs, shared, townPairs, vehiclePairs } from "./shared.js";
import { limitText, showAnswer, summary } from "./answer.js";
import { showPark } from "./park.js";

const READ = { money: readMoney, minutes: readDuration, until: (text) => text || null };
const FIELDS = Object.keys(READ);
/** Over these the server says no; a time of the clock is text. */
const MOST = { money: 1e6, minutes: 366 * 1440, until: "24" };

let zones = { zones: [] };
let asked = { by: "minutes", value: 60 };
/** What was asked before somebody began to write. */
let before = asked;
/** The field that somebody is writing in. */
let typing = null;
/** Whether its text cannot be read: then nothing is asked, and nothing is shown as if it were the answer. */
let isUnread = false;
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
	$("at").onchange = () => useZones();
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
	if (document.hidden || shared.screen !== "calculate") return;
	if (quote ? !$("at").value && !typing : zones.zones.length) ask(true);
}

/** When the server is back: everything may have changed. */
export const askAgain = () => useZones(true);

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
	if (quote && quote.town !== town) blank();
	const [vehicles, sectors] = await Promise.all([vehiclePairs(town), sectorPairs(town)]);
	if (town !== $("town").value) return;
	options($("vehicle"), vehicles, remember("vehicle") || shared.settings.vehicle || "");
	options($("sector"), [["", t("web.sector_unknown")], ...sectors], remember("sector") || shared.settings.sector || "");
	$("sector").parentElement.hidden = !sectors.length;
	await useZones();
}

const zone = () => $("zones").querySelector(":checked")?.value;

async function useZones(isQuiet) {
	const wanted = remember("zone") || shared.settings.zone;
	const [town, at] = [$("town").value, $("at").value];
	const known = await loadZones(town, at);
	// Another town or arrival was chosen meanwhile.
	if (town !== $("town").value || at !== $("at").value) return;
	zones = known;
	const chosen = zones.zones.find((each) => each.zone === wanted) ?? zones.zones[0];
	fill($("zones"), chosen ? zones.zones.map((each) => h(`label.zone${colors(each)}`,
		h("input", { type: "radio", name: "zone", value: each.zone, checked: each === chosen }),
		h("span", named(each.name, each.zone)))) : noZones());
	showZone();
	await ask(isQuiet);
}

const noZones = () => t(isConnected ? "web.no_zones" : "web.gone");

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
}

export function localNow(ahead = 0) {
	const now = new Date(Date.now() + ahead * 60000);
	return new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
}

const askSoon = calmly(ask);

function typed(by) {
	if (typing !== by) before = asked;
	typing = by;
	const text = $(by).value.trim();
	const value = READ[by](text);
	const isOver = value > MOST[by];
	isUnread = isOver || (value === null && text !== "");
	for (const id of FIELDS) $(id).ariaInvalid = isUnread && id === by ? "true" : null;
	asked = isUnread || !text ? before : { by, value };
	if (!isUnread) {
		showMoved("");
		return askSoon();
	}
	// Neither the answer to the beginning of this text nor an earlier one may stay or still come.
	askSoon.stop();
	blank("–", !isOver ? t(`web.unreadable.${by}`) : by === "money"
		? t("error.amount_too_large", { text, limit: money(MOST.money) }) : t("error.duration_too_long", { text, limit: duration(MOST.minutes) }));
}

/** Takes away what would be taken for the answer; what somebody wrote or wished stays. */
function blank(why = "", moved = "") {
	underway?.abort();
	underway = quote = null;
	fill($("answer"), h("p.refusal", why));
	fill($("now"));
	showPark();
	for (const id of FIELDS) if (id !== (typing ?? asked.by)) $(id).value = "";
	showMoved(moved);
}

/** The field is left: it may now show what became of what was typed. */
function settle() {
	if (!typing || isUnread) return;
	askSoon.now();
	typing = null;
	if (underway) return;
	if (quote) showFields();
	else ask();
}

async function ask(isQuiet) {
	if (isUnread) return;
	const why = !$("at").hidden && !$("at").value ? t("web.unreadable.at") : zone() ? "" : noZones();
	if (why) return fail(why);
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
		return mine === underway ? fail(problem.message) : undefined;
	}
	underway = null;
	showPark(quote, question);
	fill($("now"), !$("at").value && time(quote.arrival));
	showFields(isQuiet === true);
	showAnswer($("answer"), quote);
	if (isQuiet !== true) say(summary(quote));
}

function fail(why) {
	blank(why);
	say(why);
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
	const next = asked.by === "until" && ending(asked.value);
	const isLater = next && !next.startsWith(quote.arrival.slice(0, 10));
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
	showMoved([isLater && t("web.until_next", { until: moment(next, quote.arrival) }), moved].filter(Boolean).join(" "));
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
