// Screen "Sectors": the town's map, and the same as a list.
import { get } from "./api.js";
import { $, colors, confirmed, fill, h, options } from "./dom.js";
import { amount, language, money, named, t } from "./phrases.js";
import { areaName, described, loadZones, mapOf, shared, townPairs, zoneOf } from "./shared.js";
import { chooseZone, zoneText } from "./calculate.js";

let map = null;
let drawn = "";
let areas = [];
let mark = null;

export function startSectors() {
  $("map-town").onchange = () => draw($("map-town").value);
  $("locate").onclick = locate;
}

export function showSectors() {
  $("locate").hidden = shared.settings.position === "never" || !navigator.geolocation;
  options($("map-town"), townPairs(), $("map-town").value || $("town").value);
  return draw($("map-town").value);
}

/** Leaflet comes only when somebody looks at a map. */
function leaflet() {
  if (window.L) return null;
  return Promise.all([["link", { rel: "stylesheet", href: "leaflet/leaflet.css" }], ["script", { src: "leaflet/leaflet.js" }]]
    .map(([name, properties]) => new Promise((onload, onerror) => document.head.append(h(name, { ...properties, onload, onerror })))));
}

async function draw(town) {
  if (drawn === town + language()) return;
  drawn = town + language();
  fill($("place"), t("web.choose_sector"));
  const [collection, { zones }] = await Promise.all([mapOf(town), loadZones(town).catch(() => ({ zones: [] }))]);
  const features = collection.features ?? [];
  fill($("legend"), zones.map((zone) => h("li", h(`i.swatch${colors(zone)}`), named(zone.name, zone.zone))));
  const seen = new Set();
  areas = features.filter((feature) => {
    const { kind, id } = described(feature);
    return ring(feature) && !seen.has(kind + id) && seen.add(kind + id);
  });
  fill($("sector-list"), areas.map((feature) =>
    h("li", h("button", { onclick: () => look(town, ...middle(feature)) }, areaName(described(feature))))));
  const isRough = features.some(({ properties }) => properties?.status === "approximate");
  fill($("map-note"), !features.length ? t("web.no_map") : isRough && t("web.approximate"));
  $("map").hidden = !features.length;
  if (!features.length) return;
  try {
    await leaflet();
    drawMap(town, collection, zones);
  } catch {
    $("map").hidden = true;
    fill($("map-note"), t("web.no_leaflet"));
  }
}

function drawMap(town, { features, license, licence = license }, zones) {
  map?.remove();
  map = L.map("map", { zoomControl: false, attributionControl: false, zoomSnap: shared.settings.tile_url ? 1 : 0 });
  L.control.zoom({ zoomInTitle: t("web.zoom_in"), zoomOutTitle: t("web.zoom_out") }).addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  const credits = L.control.attribution({ prefix: false }).addTo(map);
  const { tile_url: tiles, tile_attribution: source } = shared.settings;
  if (tiles) L.tileLayer(tiles, { maxZoom: 19 }).addTo(map);
  // Leaflet takes them for HTML; they are plain.
  for (const text of [licence, tiles && source]) if (text) credits.addAttribution(h("i", text).innerHTML);
  const lookThere = ({ latlng }) => look(town, latlng.lat, latlng.lng);
  const group = L.geoJSON(features, {
    pointToLayer: (feature, place) => L.circleMarker(place, { radius: 4 }),
    style: (feature) => {
      const { kind = "sector", id, zone } = described(feature);
      const color = zone ? colors(zones.find((each) => each.zone === zone) ?? { zone }) : `.tint-${Number(id) % 4}`;
      return { className: `shape ${kind}${color.replaceAll(".", " ")} area-${id}` };
    },
    onEachFeature: (feature, layer) => {
      if (!ring(feature)) return;
      const { id, name } = described(feature);
      layer.bindTooltip(h("span", h("b", id), h("small", named(name))), { permanent: true, direction: "center" });
    },
  }).addTo(map);
  map.on("click", lookThere);
  group.on("click", lookThere);
  map.on("zoomend", () => $("map").classList.toggle("far", map.getZoom() < 14));
  map.fitBounds(group.getBounds());
}

/** What is at a position: the sector, its zones, each with its state and price now. */
async function look(town, latitude, longitude, accuracy) {
  let where;
  try {
    where = await get("where", { town, latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) });
  } catch (problem) {
    return fill($("place"), problem.message || t("web.gone"));
  }
  point([latitude, longitude], accuracy);
  for (const shape of document.querySelectorAll(".shape")) {
    shape.classList.toggle("chosen", where.sectors.some(({ id }) => shape.classList.contains(`area-${id}`)));
  }
  const nearest = where.sectors.length ? null : where.nearest_sector;
  const zones = await Promise.all(where.zones.map((zone) => zoneCard(where, zone)));
  fill($("place"), h("h2", where.sectors.map(areaName).join(" / ") || t("web.outside")),
    nearest && h("p", t("web.nearest_sector", { sector: areaName(nearest), kilometres: amount(Math.round(nearest.metres / 10)) })),
    where.places.map(({ id, name }) => h("p", t("where.place", { place: named(name, id) }))),
    where.near_sectors.length && h("p.hint", t("web.near_sectors", { sectors: where.near_sectors.map(areaName).join(", ") })),
    zones.length && where.decided_by === "sector" && h("p.hint", t("web.see_sign")), h("ul.zone-cards", zones));
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
    zone.edition ? [h("p", zoneText(zone, at), " ", price), h("button.quiet", { onclick: calculate }, t("web.calculate_here"))]
      : h("p", t("where.unknown_zone", { zone: zone.zone })));
}

function point(place, accuracy) {
  if (!map) return;
  mark?.remove();
  mark = L.layerGroup([L.circleMarker(place, { radius: 7, className: "here" })]).addTo(map);
  if (accuracy) mark.addLayer(L.circle(place, { radius: accuracy, className: "accuracy" }));
  map.panInside(place);
}

/** Only after a tap, and after a yes unless the setting says that no question is needed. */
async function locate() {
  const { position } = shared.settings;
  if (position !== "allow" && !await confirmed(t("web.locate"), t("web.consent"), t("web.consent_yes"))) return;
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
  return type === "MultiPolygon" ? coordinates.map(([outer]) => outer).sort((one, other) => other.length - one.length)[0] : null;
}

/** Latitude and longitude of a place inside an area: the middle of the widest of some lines from west to east. */
function middle(feature) {
  const points = ring(feature);
  const latitudes = points.map(([, latitude]) => latitude);
  const low = Math.min(...latitudes);
  let widest = { width: -1 };
  for (let step = 3; step < 14; step++) {
    const latitude = low + (Math.max(...latitudes) - low) * step / 16;
    const crossings = points.slice(1).flatMap(([x2, y2], index) => {
      const [x1, y1] = points[index];
      return y1 > latitude === y2 > latitude ? [] : [x1 + (latitude - y1) / (y2 - y1) * (x2 - x1)];
    }).sort((one, other) => one - other);
    for (let index = 1; index < crossings.length; index += 2) {
      const width = crossings[index] - crossings[index - 1];
      if (width > widest.width) widest = { width, place: [latitude, crossings[index - 1] + width / 2] };
    }
  }
  return widest.place;
}
