// What several screens know together: the screen, towns, zones, maps, settings.
import { get } from "./api.js";
import { named, t } from "./phrases.js";

const maps = {};
const zones = {};

export const shared = { screen: "", towns: [], settings: {}, settingList: [] };

export async function loadSettings() {
  shared.settingList = (await get("settings")).settings;
  shared.settings = Object.fromEntries(shared.settingList.map(({ name, value }) => [name, value]));
}

export const townPairs = () => shared.towns.map(({ town, name }) => [town, named(name, town)]);

/** The zones of a town; names and colours are kept for those who know only an id. */
export async function loadZones(town, at) {
  const answer = await get("zones", { town, at });
  zones[town] = Object.fromEntries(answer.zones.map((zone) => [zone.zone, zone]));
  return answer;
}
export async function zoneOf(town, zone) {
  if (!zones[town]) await loadZones(town).catch(() => {});
  return zones[town]?.[zone] ?? { zone };
}

/** Areas and lines of a town's map; an empty list where there is no map. */
export async function mapOf(town) {
  if (!town) return {};
  return (maps[town] ??= await get("sectors", { town }).catch(() => ({})));
}

/** `[id, text]` of the sectors of a town. */
export async function sectorPairs(town) {
  const pairs = new Map();
  for (const feature of (await mapOf(town)).features ?? []) {
    const { kind = "sector", id, name } = described(feature);
    if (kind === "sector") pairs.set(id, areaName({ id, name }));
  }
  return [...pairs].sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true }));
}
export const described = ({ id, properties }) => ({ ...properties, id: String(properties?.id ?? id ?? "") });
export const areaName = ({ id, name }) => [id, named(name)].filter(Boolean).join(" · ");

const VEHICLES = ["zero", "eco", "c", "b", "none", "motorcycle", "disabled", "commercial"];
export async function vehiclePairs(town) {
  const cards = (await sectorPairs(town)).map(([id]) => [`resident:${id}`, t("web.resident", { sector: id })]);
  return [["", t("web.vehicle.any")], ...VEHICLES.map((id) => [id, t(`web.vehicle.${id}`)]), ...cards];
}
