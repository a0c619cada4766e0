// "Set alarm": the quoted stay becomes a ticket with its alarms.
import { emit, get, post } from "./api.js";
import { $, all, fill, h } from "./dom.js";
import { duration, has, t, time } from "./phrases.js";
import { shared } from "./shared.js";

let offer = null;
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

/** Offers alarms for a ticket; hides the offer when there is none. */
export function showPark(quote, question) {
  const isTicket = quote?.counted_minutes > 0 && Date.parse(quote.valid_until) > Date.now();
  $("park").hidden = !isTicket;
  if (!isTicket) return;
  const before = offer;
  offer = { question, quote, same: JSON.stringify([question, quote.paid_cents, $("at").value]) };
  if (offer.same !== before?.same) renew();
  const left = (Date.parse(quote.valid_until) - Math.max(Date.now(), Date.parse(quote.arrival))) / 60000;
  const off = all("#leads input:not(:checked):enabled").map(({ value }) => value);
  fill($("leads"), shared.settings.lead_times.map((lead) => h("label.pill", h("input", {
    type: "checkbox", value: lead, checked: lead < left && !off.includes(String(lead)), disabled: lead >= left,
  }), h("span", lead ? duration(lead) : t("web.at_end")))));
}

async function park() {
  const { quote, question } = offer;
  // No `randomUUID` where there is no TLS.
  request ??= Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  $("park-button").disabled = true;
  try {
    const answer = await post("tickets", {
      ...Object.fromEntries(Object.entries(question).filter(([, value]) => value)), at: quote.arrival, request_id: request,
      ...(quote.paid_cents ? { amount_cents: quote.paid_cents } : { minutes: quote.counted_minutes }),
      lead_times: all("#leads input:checked").map(({ value }) => Number(value)),
    });
    const times = ((answer.ticket?.alarms ?? answer.alarms) ?? []).map(({ due }) => time(due)).join(", ");
    fill($("parked"), h("div.notice.good", h("b", t("web.parked")),
      h("p", times ? t("web.rings_at", { times }) : t("web.no_alarm")), times && await pathText(answer)));
    emit("tickets");
  } catch (problem) {
    $("park-button").disabled = false;
    fill($("parked"), h("p.notice.bad", problem.message || t("web.park_again")));
  }
}

/** Which path will ring, or that none does. */
async function pathText({ rings }) {
  rings ??= (await get("health").catch(() => ({}))).channels?.filter(works).map(({ channel }) => channel) ?? [];
  return rings.length ? h("p", t("web.path", { channels: rings.map(channelName).join(", ") })) : h("p.bad-text", t("web.no_path"));
}

export const works = ({ ok, state }) => ok ?? state === "works";
export const channelName = (channel) => has(`web.channel.${channel}`) ? t(`web.channel.${channel}`) : channel;
