// Small helpers around the document.
export const $ = (id) => document.getElementById(id);
export const all = (selector) => [...document.querySelectorAll(selector)];

/** Puts children into an element; what is empty is left out. The focus stays, by id. */
export function fill(element, ...children) {
	const held = element.contains(document.activeElement) && document.activeElement.id;
	element.replaceChildren(...children.flat().filter(Boolean));
	if (held) $(held)?.focus();
	return element;
}

/** An element: `h("button.quiet", { onclick }, "text", child)`. */
export function h(name, ...children) {
	const [tag, ...classes] = name.split(".");
	const element = document.createElement(tag);
	if (classes.length) element.className = classes.join(" ");
	const properties = children[0]?.constructor === Object ? children.shift() : {};
	for (const [key, value] of Object.entries(properties)) {
		if (key in element) element[key] = value;
		else element.setAttribute(key, value);
	}
	return fill(element, ...children);
}

/** Options of a list, `[value, text]`; what was chosen stays when it is there. */
export function options(select, pairs, chosen = select.value) {
	fill(select, pairs.map(([value, text]) => h("option", { value }, text)));
	if (pairs.some(([value]) => value === chosen)) select.value = chosen;
}

/** Calls `work` once there was quiet for a while; `now()` does so at once if it waits. */
export function calmly(work, milliseconds = 150) {
	let timer = 0;
	const run = () => {
		timer = clearTimeout(timer);
		work();
	};
	const later = () => {
		clearTimeout(timer);
		timer = setTimeout(run, milliseconds);
	};
	later.now = () => timer && run();
	later.stop = () => (timer = clearTimeout(timer));
	return later;
}

let sentence = "";
const speak = calmly(() => fill($("spoken"), sentence), 700);
/** Tells screen readers; the last of several that come together. */
export function say(text) {
	sentence = text;
	speak();
}

/** Asks before something is done; resolves to whether the answer was yes. */
export function confirmed(title, text, yes) {
	const dialog = $("question");
	fill($("question-title"), title);
	fill($("question-text"), text);
	fill($("question-yes"), yes);
	dialog.returnValue = "";
	dialog.showModal();
	return new Promise((answer) => (dialog.onclose = () => answer(dialog.returnValue === "yes")));
}

/** What is remembered on this device only: a convenience that a browser may refuse. */
export function remember(name, value) {
	try {
		if (value !== undefined) localStorage[name] = value;
		return localStorage[name] ?? "";
	} catch {
		return "";
	}
}

const COLORS = ["blue", "orange", "red", "green", "yellow", "pink"];
/** The classes of a zone's colour or two colours, to be added to a name for `h`. */
export function colors({ zone, color }) {
	const [one, other] = zone.split("-");
	if (COLORS.includes(one) && COLORS.includes(other)) return `.c-${one}.d-${other}`;
	return `.c-${[color, one].find((word) => COLORS.includes(word)) ?? "none"}`;
}
