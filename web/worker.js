// Keeps the page's files and last phrases, so that it opens and says why it cannot answer when the server
// is down. Nothing else is kept: prices are always asked for.
const PHRASES = "/api/v1/phrases";
const NAMES = "main api phrases dom shared calculate answer park ring sectors info alarms settings".split(" ");
const KEPT = ["/", "/style.css", "/icon.svg", "/manifest.webmanifest", PHRASES, ...NAMES.map((name) => `/${name}.js`)];

addEventListener("install", (event) => {
	skipWaiting();
	event.waitUntil(caches.open("aparka").then((cache) => cache.addAll(KEPT)));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
	const { origin, pathname } = new URL(event.request.url);
	if (origin === location.origin && KEPT.includes(pathname)) event.respondWith(fresh(event.request, pathname));
});

/** The server's answer, kept for later; what was kept when there is none. */
async function fresh(request, name) {
	const cache = await caches.open("aparka");
	try {
		const answer = await fetch(request);
		if (answer.ok) await cache.put(name, answer.clone());
		return answer;
	} catch (error) {
		return (await cache.match(name)) ?? Promise.reject(error);
	}
}
