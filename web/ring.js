// Alarms that ring while the page is open, whatever screen is shown, and how many wait.
import { get, on, post } from "./api.js";
import { $, fill, h, remember } from "./dom.js";
import { duration, t, time } from "./phrases.js";
import { shared } from "./shared.js";

/** Those that were waiting when last looked. */
let waiting = [];
let next = 0;

export function startRinging() {
	on("tickets", look);
	on("alarms", look);
}

/** Alarms that waited and do so no longer ring, unless somebody took them away. */
export async function look() {
	const { alarms = [] } = await get("alarms").catch(() => ({ alarms: waiting }));
	const pending = alarms.filter(({ state }) => state === "pending");
	const gone = waiting.filter(({ alarm }) => !pending.some((each) => each.alarm === alarm)).map(({ alarm }) => alarm);
	waiting = pending;
	$("alarm-count").hidden = !pending.length;
	fill($("alarm-count"), `${pending.length}`);
	// The server tells when one rings; looking then does for the case that it cannot.
	clearTimeout(next);
	if (pending.length) next = setTimeout(look, Math.min(Math.max(Date.parse(pending[0].due) - Date.now(), 0) + 2000, 2 ** 31 - 1));
	if (!gone.length) return;
	const { alarms: known } = await get("alarms", { all: true });
	for (const each of known) if (gone.includes(each.alarm) && /firing|delivered|failed/.test(each.state)) ring(each);
}

export const snoozeText = () => t("web.snooze", { duration: duration(shared.settings.snooze_minutes) });
export const snooze = (alarm) => post(`alarms/${alarm}/snooze`, { minutes: shared.settings.snooze_minutes });
export const mayNotify = () => window.Notification?.permission === "granted" && remember("notify") === "granted";

/** Here, and as a notification of the browser where that is wished. */
async function ring({ alarm, text, due }) {
	const title = `aparka ${time(due)}`;
	const body = text ?? t("web.rings");
	const told = h("p");
	const notice = h("div.notice.warn", h("b", title), h("p", body), h("div.actions",
		h("button", { onclick: () => snooze(alarm).then(() => notice.remove(), ({ message }) => fill(told, message)) }, snoozeText()),
		h("button", { onclick: () => notice.remove() }, t("web.dismiss"))), told);
	$("ringing").append(notice);
	if (!mayNotify()) return;
	// Phones show them only through the worker.
	const worker = await navigator.serviceWorker.ready;
	worker.showNotification(title, { body, tag: `aparka-${alarm}`, icon: "icon-192.png", requireInteraction: true });
}
