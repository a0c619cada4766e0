// The page's start: phrases, settings, towns; the five screens; the connection.
import { emit, get, isConnected, listen, on } from "./api.js";
import { $, fill, h } from "./dom.js";
import { loadPhrases, t } from "./phrases.js";
import { loadSettings, shared } from "./shared.js";
import { askAgain, redraw, refresh, startCalculate } from "./calculate.js";
import { startPark } from "./park.js";
import { look, startRinging } from "./ring.js";

/** A screen that is loaded when somebody first looks at it. */
function later(name) {
	let loaded;
	return async (part) => {
		loaded ??= import(`./${name}.js`).then((module) => module.start() ?? module);
		await (await loaded).show(part);
	};
}
const SCREENS = { calculate: refresh, sectors: later("sectors"), info: later("info"), alarms: later("alarms"), settings: later("settings") };
let isReady = false;

async function route() {
	const [wanted, part] = location.hash.slice(1).split("/");
	const screen = wanted in SCREENS ? wanted : "calculate";
	const isTurn = shared.screen && shared.screen !== screen;
	shared.screen = screen;
	for (const name of Object.keys(SCREENS)) {
		$(name).hidden = name !== screen;
		document.querySelector(`nav [href="#${name}"]`).ariaCurrent = name === screen ? "page" : null;
	}
	document.title = `${t(`web.nav.${screen}`)} – aparka`;
	if (isTurn) {
		scrollTo(0, 0);
		$(screen).querySelector("h1").focus();
	}
	await SCREENS[screen](part);
}

async function showConnection() {
	$("connection").className = isConnected ? "notice" : "notice warn";
	if (!isConnected) return fill($("connection"), h("b", t("web.gone")), h("p", t("web.start_it"), " ", h("code", "aparka serve")));
	fill($("connection"), t("web.back"));
	setTimeout(() => isConnected && fill($("connection")), 6000);
	if (!isReady) return start();
	// Everything may have changed meanwhile.
	await applySettings();
	look();
	askAgain();
}

async function applySettings() {
	const before = shared.settings;
	await loadSettings();
	const now = shared.settings;
	const changed = Object.keys(now).filter((name) => `${before[name]}` !== `${now[name]}`);
	// The page's own headers name the host of the tiles.
	if (isReady && changed.includes("tile_url")) return location.reload();
	if (/language|clock|date_format/.test(changed)) await loadPhrases(now);
	if (!isReady || !changed.length) return;
	await emit("changed", changed);
	await route();
}

async function start() {
	try {
		[shared.towns] = await Promise.all([get("towns").then(({ towns }) => towns), applySettings()]);
	} catch ({ message }) {
		// Without the server: the words kept from last time say so.
		await loadPhrases().catch(() => {});
		document.body.className = "";
		return isConnected ? fill($("connection"), message) : showConnection();
	}
	isReady = true;
	document.body.className = "";
	await Promise.all([redraw(), route()]);
	performance.mark("useful");
	look();
}

startCalculate();
startPark();
startRinging();
addEventListener("hashchange", () => isReady && route());
on("connection", showConnection);
on("settings", () => applySettings().catch(() => {}));
start().then(listen);
navigator.serviceWorker?.register("worker.js");
