// The server: questions, its words when something is wrong, its live events.
import { remember } from "./dom.js";
import { t } from "./phrases.js";

const listeners = {};
export const on = (event, work) => (listeners[event] ??= []).push(work);
export const emit = (event, data) => Promise.all((listeners[event] ?? []).map((work) => work(data)));

export let isConnected = true;
function connected(now) {
	if (isConnected === now) return;
	isConnected = now;
	emit("connection");
}

/** A phone comes with `#token=...` in its link; it is kept, and opens a session when one is missing. */
const token = /^#token=(.+)/.exec(location.hash)?.[1] ?? remember("token");
remember("token", token);
if (location.hash.startsWith("#token")) history.replaceState(null, "", "/");

/** Throws an error with what the problem (RFC 9457) says. */
async function request(method, path, body, signal, extra) {
	const { lang } = document.documentElement;
	const headers = { ...(lang && { "Accept-Language": lang }), ...(body && { "Content-Type": "application/json" }), ...extra };
	let response;
	try {
		response = await fetch(`/api/v1/${path}`, { method, headers, signal, body: body && JSON.stringify(body) });
	} catch (error) {
		if (signal?.aborted) throw error;
		connected(false);
		throw new Error(t("web.gone"));
	}
	// Phrases may come from what the worker keeps.
	if (!path.startsWith("phrases")) connected(true);
	if (response.status === 401 && token && !extra) {
		await request("POST", "session", {}, signal, { Authorization: `Bearer ${token}` });
		return request(method, path, body, signal, {});
	}
	const answer = await response.json().catch(() => ({}));
	if (response.ok) return answer;
	throw new Error(answer.detail || answer.title);
}

/** Parameters that are empty are left out. */
export function get(path, parameters = {}, signal) {
	const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => (value ?? "") !== ""));
	return request("GET", `${path}?${query}`, undefined, signal);
}
export const post = (path, body = {}) => request("POST", path, body);
export const patch = (path, body) => request("PATCH", path, body);
export const remove = (path) => request("DELETE", path, {});

let source;
let wait = 1000;
export function listen() {
	source = new EventSource("/api/v1/events");
	source.onopen = () => {
		wait = 1000;
		connected(true);
	};
	for (const name of ["tickets", "alarms", "settings"]) source.addEventListener(name, () => emit(name));
	source.onerror = () => {
		// The browser's own reconnecting gives up after an answer that is no stream.
		source.close();
		get("towns").catch(() => {});
		setTimeout(listen, wait);
		wait = Math.min(wait * 1.5, 10000);
	};
}
// A page that the browser keeps for going back would hold its connection, and there are only six.
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", ({ persisted }) => persisted && listen());
