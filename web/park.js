// "Set alarm": the quoted stay becomes a ticket with its alarms.
import { emit, isConnected, post } from "./api.js";
import { $, all, fill, h } from "./dom.js";
import { duration, maybe, t, time } from "./phrases.js";
import { shared } from "./shared.js";

let offer = {};
let request = null;

export function startPark() {
	$("park").onsubmit = (event) => {
		event.preventDefault();
		park();
	};
	$("leads").onchange = renew;
}

/** Another stay is another ticket; the same one asked for again, after an error, is the same. */
function renew() {
	request = null;
	$("park-button").disabled = false;
	fill($("parked"));
}

/** Offers alarms for a ticket that has not ended; hides the offer when there is none. */
export function showPark(quote, question) {
	const left = quote?.counted_minutes ? (Date.parse(quote.valid_until) - Math.max(Date.now(), Date.parse(quote.arrival))) / 60000 : 0;
	$("park").hidden = left <= 0;
	if (left <= 0) return;
	const same = JSON.stringify([question, quote.paid_cents, $("at").value]);
	if (same !== offer.same) renew();
	offer = { question, quote, same };
	const off = all("#leads input:not(:checked):enabled").map(({ value }) => value);
	fill($("leads"), shared.settings.lead_times.map((lead) => h("label.pill", h("input", {
		type: "checkbox", value: lead, checked: lead < left && !off.includes(String(lead)), disabled: lead >= left,
	}), h("span", lead ? duration(lead) : t("web.at_end")))));
}

async function park() {
	const { quote: { arrival, paid_cents, counted_minutes }, question } = offer;
	// `randomUUID` is missing where there is no TLS.
	request ??= crypto.getRandomValues(new Uint32Array(4)).join("-");
	$("park-button").disabled = true;
	try {
		const answer = await post("tickets", {
			...Object.fromEntries(Object.entries(question).filter(([, value]) => value)), at: arrival, request_id: request,
			...(paid_cents ? { amount_cents: paid_cents } : { minutes: counted_minutes }),
			lead_times: all("#leads input:checked").map(({ value }) => Number(value)),
		});
		const times = answer.ticket.alarms.map(({ due }) => time(due)).join(", ");
		fill($("parked"), h("div.notice", h("b", t("web.parked")),
			h("p", times ? t("web.rings_at", { times }) : t("web.no_alarm")), times && pathText(answer.reminder)));
		emit("tickets");
	} catch ({ message }) {
		$("park-button").disabled = false;
		fill($("parked"), h("p.notice.bad", message, " ", !isConnected && t("web.park_again")));
	}
}

/** Which path will ring, or that none does. */
export const pathText = ({ rings, channels }) => rings
	? h("p", t("web.path", { channels: channels.map(channelName).join(", ") })) : h("p.bad", t("web.no_path"));
export const channelName = (channel) => maybe(`channel_name.${channel}`, channel);
