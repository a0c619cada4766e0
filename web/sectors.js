// Screen "Sectors": the town's map, and the same as a list.
import { get } from "./api.js";
import { $, all, colors, confirmed, fill, h, options } from "./dom.js";
import { amount, language, money, named, t } from "./phrases.js";
import { areaName, loadZones, mapOf, shared, townPairs, zoneOf } from "./shared.js";
import { chooseZone, zoneText } from "./calculate.js";

/** Metres from the nearest sector, beyond which the map stays where it is. */
const FAR = 5000;

let map = null;
let drawn = "";
/** The town that Calculate had when this screen was last looked at. */
let seen = "";
let mark = null;

export function start() {
	$("map-town").onchange = () => draw($("map-town").value);
	$("locate").onclick = locate;
}

export function show() {
	$("locate").hidden = shared.settings.position === "never" || !navigator.geolocation;
	const town = $("town").value;
	options($("map-town"), townPairs(), seen === town ? $("map-town").value : town);
	seen = town;
	return draw($("map-town").value);
}

/** Leaflet comes only when somebody looks at a map. */
async function leaflet() {
	if (window.L) return;
	const load = (element) => new Promise((onload, onerror) => document.head.append(Object.assign(element, { onload, onerror })));
	await Promise.all([load(h("link", { rel: "stylesheet", href: "leaflet/leaflet.css" })), load(h("script", { src: "leaflet/leaflet.js" }))]);
}

async function draw(town) {
	if (drawn === town + language()) return;
	drawn = town + language();
	fill($("place"), t("web.choose_sector"));
	const [{ features, license, licence = license }, { zones }] = await Promise.all([mapOf(town), loadZones(town)]);
	fill($("legend"), zones.map((zone) => h("li", h(`i.swatch${colors(zone)}`), named(zone.name, zone.zone))));
	const areas = new Map(features.filter(ring).map((area) => [area.kind + area.id, area]));
	fill($("sector-list"), [...areas.values()].map((area) =>
		h("li", h("button", { onclick: () => look(town, ...middle(ring(area))) }, areaName(area)))));
	const isRough = features.some(({ properties }) => properties?.status === "approximate");
	fill($("map-note"), features.length ? isRough && t("web.approximate") : t("web.no_map"));
	$("map").hidden = !features.length;
	if (!features.length) return;
	try {
		await leaflet();
		drawMap(town, features, licence, zones);
	} catch {
		$("map").hidden = true;
		fill($("map-note"), t("web.no_leaflet"));
	}
}

function drawMap(town, features, licence, zones) {
	const { tile_url: tiles, tile_attribution: source } = shared.settings;
	map?.remove();
	map = L.map("map", { zoomControl: false, attributionControl: false, zoomSnap: tiles ? 1 : 0 });
	L.control.zoom({ zoomInTitle: t("web.zoom_in"), zoomOutTitle: t("web.zoom_out") }).addTo(map);
	L.control.scale({ imperial: false }).addTo(map);
	if (tiles) L.tileLayer(tiles, { maxZoom: 19 }).addTo(map);
	const credits = L.control.attribution({ prefix: false }).addTo(map);
	// Leaflet takes them for HTML; they are plain.
	for (const text of [licence, tiles && source]) if (text) credits.addAttribution(h("i", text).innerHTML);
	const group = L.geoJSON(features, {
		pointToLayer: (feature, place) => L.circleMarker(place, { radius: 4 }),
		style: ({ kind, id, properties }) => {
			const zone = properties?.zone;
			const color = zone ? colors(zones.find((each) => each.zone === zone) ?? { zone }) : `.tint-${id % 2}`;
			return { className: `shape ${kind}${color.replaceAll(".", " ")} area-${id}` };
		},
		onEachFeature: (feature, layer) => ring(feature)
			&& layer.bindTooltip(h("span", h("b", feature.id), h("small", named(feature.name))), { permanent: true, direction: "center" }),
	}).addTo(map);
	map.on("click", ({ latlng }) => look(town, latlng.lat, latlng.lng));
	map.on("zoomend", () => $("map").classList.toggle("far", map.getZoom() < 14));
	map.fitBounds(group.getBounds());
}

/** What is at a position: the sector, its zones, each with its state and price now. */
async function look(town, latitude, longitude, accuracy) {
	let where;
	try {
		where = await get("where", { town, latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) });
	} catch ({ message }) {
		return fill($("place"), message);
	}
	const { sectors, nearest_sector: nearest, near_sectors: near, places, zones } = where;
	// A position may be in a town other than the one that is shown, or far from all that have a map.
	if (!town && sectors.length && where.town !== $("map-town").value) {
		options($("map-town"), townPairs(), where.town);
		await draw(where.town);
	}
	mark?.remove();
	if (map && (sectors.length || nearest?.metres < FAR)) {
		mark = L.layerGroup([L.circle([latitude, longitude], { radius: accuracy ?? 0, className: "accuracy" }),
			L.circleMarker([latitude, longitude], { radius: 7, className: "here" })]).addTo(map);
		map.panInside([latitude, longitude]);
	}
	for (const shape of all(".shape")) {
		shape.classList.toggle("chosen", sectors.some(({ id }) => shape.classList.contains(`area-${id}`)));
	}
	fill($("place"), h("h2", sectors.map(areaName).join(" / ") || t("web.outside")),
		!sectors.length && nearest && h("p", t("web.nearest_sector", { sector: areaName(nearest), kilometres: amount(Math.round(nearest.metres / 10)) })),
		places.map(({ id, name }) => h("p", t("where.place", { place: named(name, id) }))),
		near.length && h("p.hint", t("web.near_sectors", { sectors: near.map(areaName).join(", ") })),
		zones.length && where.decided_by === "sector" && h("p.hint", t("web.see_sign")),
		h("ul.zone-cards", await Promise.all(zones.map((zone) => zoneCard(where, zone)))));
}

async function zoneCard({ town, at }, zone) {
	const known = await zoneOf(town, zone.zone);
	const price = zone.hour_cents === null ? t("refusal.price_unpublished")
		: t("where.hour_costs", { price: money(zone.hour_cents, zone.currency) });
	const calculate = () => {
		chooseZone(town, zone.zone, zone.sector);
		location.hash = "calculate";
	};
	return h(`li${colors(known)}`, h("b", named(known.name, zone.zone)),
		zone.edition ? h("p", zoneText(zone, at), " ", price) : h("p", t("where.unknown_zone", { zone: zone.zone })),
		zone.edition && h("button", { onclick: calculate }, t("web.calculate_here")));
}

/** Only after a tap, and after a yes unless the setting says that no question is needed. */
async function locate() {
	if (shared.settings.position !== "allow" && !await confirmed(t("web.locate"), t("web.consent"), t("web.consent_yes"))) return;
	fill($("place"), t("web.locating"));
	navigator.geolocation.getCurrentPosition(
		({ coords }) => look("", coords.latitude, coords.longitude, coords.accuracy),
		({ code }) => fill($("place"), t(code === 1 ? "web.position_refused" : "web.no_position")),
		{ enableHighAccuracy: true, timeout: 15000 });
}

/** The outer ring of an area, of its longest part; nothing for lines and points. */
function ring({ geometry }) {
	const { type, coordinates } = geometry ?? {};
	if (type === "Polygon") return coordinates[0];
	return type === "MultiPolygon" && coordinates.map(([outer]) => outer).sort((one, other) => other.length - one.length)[0];
}

/** Latitude and longitude of a place inside a ring: the middle of the widest of some lines from west to east. */
function middle(points) {
	const latitudes = points.map(([, latitude]) => latitude);
	const low = Math.min(...latitudes);
	const found = [];
	for (let step = 3; step < 14; step++) {
		const latitude = low + (Math.max(...latitudes) - low) * step / 16;
		const crossings = points.slice(1).flatMap(([x2, y2], index) => {
			const [x1, y1] = points[index];
			return y1 > latitude === y2 > latitude ? [] : [x1 + (latitude - y1) / (y2 - y1) * (x2 - x1)];
		}).sort((one, other) => one - other);
		for (let index = 1; index < crossings.length; index += 2) {
			const width = crossings[index] - crossings[index - 1];
			found.push([width, latitude, crossings[index - 1] + width / 2]);
		}
	}
	return found.sort(([one], [other]) => other - one)[0].slice(1);
}
