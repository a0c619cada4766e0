// Screen "Alarms": tickets and alarms with countdowns, and the ways to tell.
import { get, on, post, remove } from "./api.js";
import { $, all, colors, confirmed, fill, h, remember } from "./dom.js";
import { day, duration, maybe, money, named, t, time } from "./phrases.js";
import { shared, zoneOf } from "./shared.js";
import { endText } from "./answer.js";
import { localNow } from "./calculate.js";
import { channelName } from "./park.js";
import { mayNotify, snooze, snoozeText } from "./ring.js";

let timer = 0;

export function start() {
	on("tickets", load);
	on("alarms", load);
	document.addEventListener("visibilitychange", tickWhileSeen);
	$("clear").onclick = async () => {
		if (await confirmed(t("web.clear"), t("web.clear_text"), t("web.clear"))) act(() => remove("alarms"));
	};
	$("add").onsubmit = (event) => {
		event.preventDefault();
		act(() => post("alarms", { at: `${new Date($("add-at").value).toISOString().slice(0, 19)}Z`, text: $("add-text").value || null }), "web.added");
	};
	$("test").onclick = test;
	$("notify").onclick = async () => {
		remember("notify", await Notification.requestPermission());
		showNotify();
	};
}

export async function show() {
	$("add-at").value ||= localNow(30);
	showNotify();
	load();
	const { checks = [], channels = [] } = await get("health").catch(() => ({}));
	showChannels([...checks.filter(({ check }) => check === "daemon"), ...channels]);
}

async function load() {
	let tickets, alarms;
	try {
		[{ tickets }, { alarms }] = await Promise.all([get("tickets"), get("alarms")]);
	} catch {
		return; // The connection's own notice tells.
	}
	$("clear").hidden = !alarms.some(({ state }) => state === "pending");
	const shown = alarms.filter(({ state }) => /pending|firing|failed/.test(state));
	const active = tickets.filter(({ state }) => state === "active");
	const alone = shown.filter(({ ticket }) => !active.some((each) => each.ticket === ticket));
	fill($("tickets"), await Promise.all(active.map((ticket) => card(ticket, shown))),
		alone.length && h("section.card", h("h2", t("web.other_alarms")), list(alone)),
		!active.length && !alone.length && h("p.card.empty", t("web.no_tickets")));
	tickWhileSeen();
}

async function card({ ticket, town, zone, valid_until: until, paid_cents: paid, counted_minutes: counted }, alarms) {
	const known = await zoneOf(town, zone);
	const own = alarms.filter((alarm) => alarm.ticket === ticket);
	const minutes = shared.settings.extend_minutes;
	return h("section.card.running",
		h("h2", named(shared.towns.find((each) => each.town === town)?.name, town), " ", h(`span.chip${colors(known)}`, named(known.name, zone))),
		endText(t("web.valid_until"), until, localNow()), left(until),
		paid !== null && h("p.hint", t("web.paid", { paid: money(paid), duration: duration(counted) })),
		h("div.actions",
			button(`extend-${ticket}`, t("web.extend", { duration: duration(minutes) }), () => post(`tickets/${ticket}/extend`, { minutes }), "web.extended"),
			button(`stop-${ticket}`, t("web.stop"), () => post(`tickets/${ticket}/stop`), "web.stopped")),
		own.length ? list(own) : h("p.bad", t("web.no_alarm")));
}

const list = (alarms) => h("ul", alarms.map(({ alarm, due, text, state, lead_minutes: lead }) => h("li.line",
	h("div", h("b", time(due)), " ", [!isToday(due) && day(due), text ?? (lead && t("web.lead", { duration: duration(lead) }))].filter(Boolean).join(": "),
		state === "failed" ? h("p.bad", t("web.failed")) : left(due)),
	h("div.actions", state === "pending" && button(`cancel-${alarm}`, t("web.cancel"), () => remove(`alarms/${alarm}`), "web.cancelled", due),
		// Only what has rung can ring again.
		state !== "pending" && button(`snooze-${alarm}`, snoozeText(), () => snooze(alarm), "web.snoozed", due)))));

const isToday = (moment) => moment.startsWith(localNow().slice(0, 10));
const left = (until) => h("p.left", { "data-until": until });
/** Several buttons of one name are told apart by the time of their alarm. */
const button = (id, text, work, told, due) =>
	h("button", { id, ariaLabel: due && `${text}: ${time(due)}`, onclick: () => act(work, told) }, text);

async function act(work, told) {
	try {
		await work();
		fill($("alarm-told"), told && t(told));
	} catch ({ message }) {
		fill($("alarm-told"), message);
	}
	await load();
}

/** One timer a second, only while somebody can see what it changes. */
function tickWhileSeen() {
	clearInterval(timer);
	const isSeen = () => !document.hidden && shared.screen === "alarms";
	const tick = () => isSeen() ? all("[data-until]").forEach(showLeft) : clearInterval(timer);
	if (isSeen()) timer = setInterval(tick, 1000);
	tick();
}

function showLeft(place) {
	const seconds = Math.round((Date.parse(place.dataset.until) - Date.now()) / 1000);
	const two = (number) => String(Math.floor(number)).padStart(2, "0");
	const hours = seconds < 3600 ? "" : `${Math.floor(seconds / 3600)}:`;
	fill(place, seconds > 0 ? t("web.left", { left: `${hours}${two(seconds / 60 % 60)}:${two(seconds % 60)}` }) : t("web.over"));
	place.classList.toggle("bad", seconds < 600);
}

const works = ({ worked, ok }) => worked ?? ok;
function showChannels(channels) {
	fill($("channels"), channels.map((each) => h(works(each) ? "li" : "li.bad", works(each) ? "✓ " : "✗ ", each.message
		?? `${channelName(each.channel)}: ${works(each) ? t("web.works") : maybe(`channel_fault.${each.reason}`, t("web.does_not_work"))}`)));
}

async function test() {
	fill($("tested"), t("web.testing"));
	try {
		const { channels } = await post("alarms/test");
		showChannels(channels);
		fill($("tested"), t(channels.some(works) ? "web.tested" : "web.no_path"));
	} catch ({ message }) {
		fill($("tested"), message);
	}
}

function showNotify() {
	$("notify").hidden = !window.Notification || mayNotify();
}
