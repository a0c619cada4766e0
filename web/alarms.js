// Screen "Alarms": tickets and alarms with countdowns, the channels, and alarms that ring now.
import { get, on, post, remove } from "./api.js";
import { $, all, colors, confirmed, fill, h, remember } from "./dom.js";
import { duration, money, named, t, time } from "./phrases.js";
import { shared, zoneOf } from "./shared.js";
import { endText } from "./answer.js";
import { localNow } from "./calculate.js";
import { channelName, works } from "./park.js";

let timer = 0;
/** Those that were waiting when last looked. */
let waiting = [];

export function startAlarms() {
  on("tickets", loadAlarms);
  on("alarms", loadAlarms);
  document.addEventListener("visibilitychange", tickWhileSeen);
  $("clear").onclick = async () => {
    if (await confirmed(t("web.clear"), t("web.clear_text"), t("web.clear"))) act(() => remove("alarms"));
  };
  $("add").onsubmit = (event) => {
    event.preventDefault();
    act(() => post("alarms", { at: $("add-at").value, text: $("add-text").value || undefined }), "web.added");
  };
  $("test").onclick = test;
  $("notify").onclick = async () => {
    remember("notify", await Notification.requestPermission());
    showNotify();
  };
}

export async function showAlarms() {
  $("add-at").value ||= localNow(30);
  showNotify();
  loadAlarms();
  const health = await get("health").catch(() => ({}));
  showChannels(health.channels ?? []);
}

export async function loadAlarms() {
  let tickets, alarms;
  try {
    [{ tickets }, { alarms }] = await Promise.all([get("tickets"), get("alarms")]);
  } catch {
    return; // The connection's own notice tells.
  }
  const pending = alarms.filter(({ state }) => state === "pending");
  $("alarm-count").hidden = $("clear").hidden = !pending.length;
  fill($("alarm-count"), String(pending.length));
  ringAll(pending);
  const shown = alarms.filter(({ state }) => ["pending", "firing", "failed"].includes(state));
  const active = tickets.filter(({ state }) => state === "active");
  const alone = shown.filter(({ ticket }) => !active.some((each) => each.ticket === ticket));
  fill($("tickets"), await Promise.all(active.map((ticket) => card(ticket, shown))),
    alone.length && h("section.card", h("h2", t("web.other_alarms")), list(alone)),
    !active.length && !alone.length && h("p.card.empty", t("web.no_tickets")));
  tickWhileSeen();
}

async function card(ticket, alarms) {
  const { ticket: id, town, valid_until: until } = ticket;
  const zone = await zoneOf(town, ticket.zone);
  const own = alarms.filter((alarm) => alarm.ticket === id);
  const minutes = shared.settings.extend_minutes;
  return h("section.card.running",
    h("h2", named(shared.towns.find((each) => each.town === town)?.name, town), " ", h(`span.chip${colors(zone)}`, named(zone.name, ticket.zone))),
    endText(t("web.valid_until"), until, ticket.arrival), left(until),
    h("p.hint", t("web.paid", { paid: money(ticket.paid_cents, ticket.currency), duration: duration(ticket.counted_minutes) })),
    h("div.actions",
      button(`extend-${id}`, t("web.extend", { duration: duration(minutes) }), () => post(`tickets/${id}/extend`, { minutes }), "web.extended"),
      button(`stop-${id}`, t("web.stop"), () => post(`tickets/${id}/stop`), "web.stopped")),
    own.length ? list(own) : h("p.bad-text", t("web.no_alarm")));
}

const list = (alarms) => h("ul.alarm-list", alarms.map(({ alarm, due, text, state, lead_minutes: lead }) => h("li",
  h("div", h("b", time(due)), " ", text ?? (lead ? t("web.lead", { duration: duration(lead) }) : ""),
    state === "failed" ? h("p.bad-text", t("web.failed")) : left(due)),
  h("div.actions", state === "pending" && button(`cancel-${alarm}`, t("web.cancel"), () => remove(`alarms/${alarm}`), "web.cancelled", due),
    button(`snooze-${alarm}`, snoozeText(), () => snooze(alarm), "web.snoozed", due)))));

const left = (until) => h("p.left", { "data-until": until });
const snoozeText = () => t("web.snooze", { duration: duration(shared.settings.snooze_minutes) });
const snooze = (alarm) => post(`alarms/${alarm}/snooze`, { minutes: shared.settings.snooze_minutes });

/** Several buttons of one name are told apart by the time of their alarm. */
const button = (id, text, work, told, due) =>
  h("button.quiet", { id, ariaLabel: due && `${text}: ${time(due)}`, onclick: () => act(work, told) }, text);

async function act(work, told) {
  try {
    await work();
    fill($("alarm-told"), told && t(told));
  } catch (problem) {
    fill($("alarm-told"), problem.message || t("web.gone"));
  }
  await loadAlarms();
}

/** One timer a second, only while somebody can see what it changes. */
function tickWhileSeen() {
  clearInterval(timer);
  if (document.hidden || shared.screen !== "alarms") return;
  tick();
  timer = setInterval(() => shared.screen === "alarms" ? tick() : clearInterval(timer), 1000);
}

function tick() {
  for (const place of all("[data-until]")) {
    const seconds = Math.round((Date.parse(place.dataset.until) - Date.now()) / 1000);
    const clock = new Date(Math.max(seconds, 0) * 1000).toISOString().slice(11, 19);
    const hours = Math.floor(seconds / 3600);
    fill(place, seconds > 0 ? t("web.left", { left: hours ? hours + clock.slice(2) : clock.slice(3) }) : t("web.over"));
    place.classList.toggle("soon", seconds < 600);
  }
}

function showChannels(channels) {
  fill($("channels"), channels.map((channel) => h(works(channel) ? "li" : "li.bad", h("b", channelName(channel.channel)), " ",
    t(works(channel) ? "web.works" : "web.does_not_work"), channel.message && h("p.hint", channel.message))),
  !channels.length && h("li.bad", t("web.no_path")));
}

async function test() {
  fill($("tested"), t("web.testing"));
  try {
    const { channels = [] } = await post("alarms/test");
    if (channels.length) showChannels(channels);
    fill($("tested"), t(channels.every((channel) => !works(channel)) ? "web.test_failed" : "web.tested"));
  } catch (problem) {
    fill($("tested"), problem.message || t("web.gone"));
  }
}

const mayNotify = () => remember("notify") === "granted" && Notification.permission === "granted";
function showNotify() {
  $("notify").hidden = !window.Notification || mayNotify();
}

/** Alarms that waited and do so no longer ring, unless somebody took them away. */
async function ringAll(pending) {
  const gone = waiting.filter(({ alarm }) => !pending.some((each) => each.alarm === alarm)).map(({ alarm }) => alarm);
  waiting = pending;
  if (!gone.length) return;
  const { alarms } = await get("alarms", { all: true });
  for (const each of alarms) if (gone.includes(each.alarm) && /firing|delivered|failed/.test(each.state)) ring(each);
}

/** Here, and as a notification of the browser where that is wished. */
async function ring({ alarm, text, due }) {
  const body = text ?? t("web.rings");
  const title = `aparka ${time(due)}`;
  const notice = h("div.notice.warn", h("b", title), h("p", body), h("div.actions",
    h("button.quiet", { onclick: () => act(() => snooze(alarm), "web.snoozed").then(() => notice.remove()) }, snoozeText()),
    h("button.quiet", { onclick: () => notice.remove() }, t("web.dismiss"))));
  $("ringing").append(notice);
  if (!window.Notification || !mayNotify()) return;
  // Phones show them only through the worker.
  const worker = await navigator.serviceWorker.ready;
  worker.showNotification(title, { body, tag: `aparka-${alarm}`, icon: "icon-192.png", requireInteraction: true });
}
