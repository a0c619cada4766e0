// A quote as people read it: the end in large type, what it costs, why, and the bar of the day.
import { emit } from "./api.js";
import { fill, h } from "./dom.js";
import { day, duration, has, money, moment, t, time } from "./phrases.js";

export const limitText = (limit, { valid_until: until, arrival }) =>
  t(`limit.${limit}`, { until: until ? moment(until, arrival) : "" });

/** One sentence. */
export function summary(quote) {
  const { outcome, paid_cents: paid, counted_minutes: minutes, valid_until: until, free_until: free, arrival } = quote;
  if (outcome === "refused") return t(`refusal.${quote.refusal.reason}`);
  if (outcome === "residents_only") return t("quote.residents_only");
  if (outcome === "free") return free ? t("quote.free_until", { until: moment(free, arrival) }) : t("quote.free");
  const values = { paid: money(paid, quote.currency), duration: duration(minutes), until: moment(until, arrival) };
  return t(paid ? "quote.ticket" : "quote.zero_ticket", values);
}

export function showAnswer(place, quote) {
  const { outcome, arrival, currency, refusal, free_until: free, valid_until: until } = quote;
  const isTicket = outcome === "ticket";
  const isOpen = place.querySelector("details")?.open ?? false;
  const at = (key, name, when) => when && h("p", t(key, { [name]: moment(when, arrival) }));
  const end = isTicket ? until : outcome === "free" ? free : null;
  fill(place,
    end ? endText(t(isTicket ? "web.valid_until" : "web.free_until"), end, arrival) : h("p.refusal", summary(quote)),
    refusal?.nearest && nearestButton(quote),
    isTicket && h("p.paid", h("b", money(quote.paid_cents, currency)), " · ", duration(quote.counted_minutes)),
    quote.change_cents && h("p", t("quote.change", { change: money(quote.change_cents, currency) })),
    isTicket && quote.counting_from !== arrival && at("quote.counting_from", "from", quote.counting_from),
    bar(quote),
    quote.limits.map((limit) => h("p.why", limitText(limit, quote))),
    isTicket && free !== until && at("quote.then_free_until", "until", free),
    at("quote.return_from", "from", quote.return_from),
    quote.caveats.length && h("details", { open: isOpen }, h("summary", t("web.caveats", { count: quote.caveats.length })),
      h("ul", quote.caveats.map((word) => h("li", has(`web.caveat.${word}`) ? t(`web.caveat.${word}`) : t(`caveat.${word}`))))));
}

export const endText = (label, end, seen) => h("p.end", h("span", label), h("time", time(end)),
  end.slice(0, 10) !== seen.slice(0, 10) && h("b", day(end)));

function nearestButton({ refusal: { nearest }, arrival, currency }) {
  const { from, paid_cents: paid, counted_minutes: minutes, valid_until: until } = nearest;
  const text = from ? t("web.nearest_from", { from: moment(from, arrival) }) : t("web.nearest", {
    ticket: [paid !== undefined && money(paid, currency), minutes !== undefined && duration(minutes),
      until && t("web.nearest_until", { until: moment(until, arrival) })].filter(Boolean).join(" · "),
  });
  return h("button.nearest", { type: "button", onclick: () => emit("nearest", nearest) }, text);
}

const HOUR = 3600e3;

/** The stay and what follows it on a strip of hours, and the same as a list for who does not see it. */
function bar(quote) {
  const { arrival, segments, free_until: free, currency } = quote;
  const pieces = [...segments];
  const end = pieces.at(-1)?.to ?? arrival;
  if (free > end) pieces.push({ from: end, to: free, kind: "free", minutes: (Date.parse(free) - Date.parse(end)) / 60000 });
  if (!pieces.length) return null;
  // Milliseconds of the town's clock. Free time afterwards may last for days: six hours tell enough.
  const local = (when) => Date.parse(when) + Date.parse(`${arrival.slice(0, 19)}Z`) - Date.parse(arrival);
  const start = Math.floor(local(arrival) / HOUR) * HOUR;
  const last = Math.min(local(pieces.at(-1).to), local(end) + 6 * HOUR);
  const hours = Math.max(Math.ceil((last - start) / HOUR), 3);
  const percent = (milliseconds) => Math.min((milliseconds - start) / HOUR / hours, 1) * 100;
  const strip = h("div.strip", pieces.map(({ from, to, kind }) => {
    const piece = h(`i.k-${kind}`);
    piece.style.left = `${percent(local(from))}%`;
    piece.style.right = `${100 - percent(local(to))}%`;
    return piece;
  }));
  const step = [1, 2, 3, 6, 12].find((each) => hours / each <= 6) ?? 24;
  const marks = Array.from({ length: Math.floor(hours / step) + 1 }, (_, index) => {
    const mark = h("span", String(new Date(start + index * step * HOUR).getUTCHours()));
    mark.style.left = `${(index * step / hours) * 100}%`;
    return mark;
  });
  const kinds = [...new Set(pieces.map(({ kind }) => kind))];
  return h("figure", h("div", { ariaHidden: "true" }, strip, h("div.scale", marks),
    h("div.kinds", kinds.map((kind) => h(`span.k-${kind}`, t(`web.bar.${kind}`))))),
  h("ul.unseen", pieces.map(({ from, to, kind, minutes, cents = 0 }) => h("li", t(`segment.${kind}`, {
    span: t("segment.span", { from: time(from), to: time(to) }), duration: duration(Math.round(minutes)), price: money(cents, currency),
  })))));
}
