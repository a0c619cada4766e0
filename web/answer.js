// A quote as people read it: the end in large type, what it costs, why, and the bar of the day.
import { emit } from "./api.js";
import { fill, h } from "./dom.js";
import { day, duration, is12, markName, maybe, money, moment, t, time } from "./phrases.js";

export const limitText = (limit, { valid_until: until, arrival }) => t(`limit.${limit}`, { until: until && moment(until, arrival) });

/** One sentence. */
export function summary({ outcome, refusal, paid_cents, counted_minutes, valid_until, free_until, arrival, currency }) {
	if (outcome === "refused") return t(`refusal.${refusal.reason}`);
	if (outcome === "residents_only") return t("quote.residents_only");
	const until = valid_until ?? free_until;
	if (!until) return t("quote.free");
	const key = outcome === "free" ? "quote.free_until" : paid_cents ? "quote.ticket" : "quote.zero_ticket";
	return t(key, { paid: money(paid_cents, currency), duration: duration(counted_minutes), until: moment(until, arrival) });
}

export function showAnswer(place, quote) {
	const { outcome, arrival, currency, refusal, free_until: free, valid_until: until, caveats } = quote;
	const isTicket = outcome === "ticket";
	const at = (key, name, when) => when && h("p", t(key, { [name]: moment(when, arrival) }));
	const end = isTicket ? until : outcome === "free" && free;
	fill(place,
		end ? endText(t(isTicket ? "web.valid_until" : "web.free_until"), end, arrival) : h("p.refusal", summary(quote)),
		refusal?.nearest && nearestButton(quote),
		isTicket && h("p.paid", h("b", money(quote.paid_cents, currency)), " · ", duration(quote.counted_minutes)),
		quote.change_cents && h("p", t("quote.change", { change: money(quote.change_cents, currency) })),
		quote.counting_from !== arrival && at("quote.counting_from", "from", quote.counting_from),
		bar(quote),
		quote.limits.map((limit) => h("p.why", limitText(limit, quote))),
		isTicket && free !== until && at("quote.then_free_until", "until", free),
		at("quote.return_from", "from", quote.return_from),
		caveats.length && h("details", { open: place.querySelector("details")?.open }, h("summary", t("web.caveats", { count: caveats.length })),
			h("ul", caveats.map((word) => h("li", maybe(`web.caveat.${word}`) ?? t(`caveat.${word}`))))));
}

export const endText = (label, end, seen) => h("p.end", h("span", label), h(is12() ? "time.long" : "time", time(end)),
	end.slice(0, 10) !== seen.slice(0, 10) && h("b", day(end)));

function nearestButton({ refusal: { nearest }, arrival, currency }) {
	const { from, paid_cents: paid, counted_minutes: minutes, valid_until: until } = nearest;
	const parts = [paid !== undefined && money(paid, currency), minutes !== undefined && duration(minutes),
		until && t("web.nearest_until", { until: moment(until, arrival) })];
	return h("button.nearest", { onclick: () => emit("nearest", nearest) },
		from ? t("web.nearest_from", { from: moment(from, arrival) }) : t("web.nearest", { ticket: parts.filter(Boolean).join(" · ") }));
}

const HOUR = 3600e3;

/** The stay and what follows it on a strip of hours, and the same as a list for who does not see it. */
function bar({ arrival, segments, free_until: free, currency }) {
	const pieces = [...segments];
	const end = pieces.at(-1)?.to ?? arrival;
	if (free > end) pieces.push({ from: end, to: free, kind: "free", minutes: (Date.parse(free) - Date.parse(end)) / 60000 });
	if (!pieces.length) return null;
	// By the town's clock. Free time afterwards may last for days: six hours tell enough.
	const local = (when) => Date.parse(when) + Date.parse(`${arrival.slice(0, 19)}Z`) - Date.parse(arrival);
	const start = Math.floor(local(arrival) / HOUR) * HOUR;
	const hours = Math.max(3, Math.ceil((Math.min(local(pieces.at(-1).to), local(end) + 6 * HOUR) - start) / HOUR));
	const percent = (hour) => `${Math.min(hour / hours, 1) * 100}%`;
	const styled = (element, style) => Object.assign(element.style, style) && element;
	const hour = (when) => (local(when) - start) / HOUR;
	// Of a stay of several days the midnights are marked, by the name of the day that begins.
	const isLong = hours > 36;
	const isWide = isLong || is12();
	const step = isLong ? 24 * Math.ceil(hours / 96) : [1, 2, 3, 6, 12].find((each) => hours / each <= (is12() ? 2 : 6));
	const first = isLong ? 24 - new Date(start).getUTCHours() : 0;
	const marks = [...Array(Math.floor((hours - first) / step) + 1).keys()].map((mark) => first + mark * step).map((place) =>
		styled(h("span", markName(new Date(start + place * HOUR).toISOString(), isLong)),
			{ left: percent(place), translate: !isWide || (place && place < hours) ? "" : place ? "-100%" : "0" }));
	const isOneDay = pieces.every(({ to }) => to.slice(0, 10) === arrival.slice(0, 10));
	const when = (moment) => isOneDay ? time(moment) : `${day(moment)} ${time(moment)}`;
	return h("figure", h("div", { ariaHidden: "true" },
		h("div.strip", pieces.map(({ from, to, kind }) => styled(h(`i.k-${kind}`), { left: percent(hour(from)), width: percent(hour(to) - hour(from)) }))),
		h(is12() ? "div.scale.two" : "div.scale", marks),
		h("div.kinds", [...new Set(pieces.map(({ kind }) => kind))].map((kind) => h(`span.k-${kind}`, t(`web.bar.${kind}`))))),
	h("ul.unseen", pieces.map(({ from, to, kind, minutes, cents = 0 }) => h("li", t(`segment.${kind}`, {
		span: t(isOneDay ? "segment.span" : "segment.span_over_days", { from: when(from), to: when(to) }), duration: duration(Math.round(minutes)), price: money(cents, currency),
	})))));
}
