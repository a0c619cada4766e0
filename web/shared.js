// What several screens know together: the screen, towns, zones, maps, settings.
import { get } from "./api.js";
import { named, t } from "./phrases.js";

export const shared = { screen: "", towns: [], settings: {}, settingList: [] };
const maps = {};
const zones = {};

export async function loadSettings() {
	shared.settingList = (await get("settings")).settings;
	shared.settings = Object.fromEntries(shared.settingList.map(({ name, value }) => [name, value]));
}

export const townPairs = () => shared.towns.map(({ town, name }) => [town, named(name, town)]);

/** The zones of a town; names and colours are kept for those who know only an id. */
export async function loadZones(town, at) {
	const answer = await get("zones", { town, at }).catch(() => ({ zones: [] }));
	zones[town] = Object.fromEntries(answer.zones.map((zone) => [zone.zone, zone]));
	return answer;
}
export async function zoneOf(town, zone) {
	if (!zones[town]) await loadZones(town);
	return zones[town][zone] ?? { zone };
}

/** A town's map: `kind`, `id` and `name` of each feature beside what the file has. None is an empty list. */
export async function mapOf(town) {
	maps[town] ??= await get("sectors", { town }).catch(() => ({ features: [] }));
	for (const feature of maps[town].features) {
		const { kind = "sector", id = feature.id ?? "", name } = feature.properties ?? {};
		Object.assign(feature, { kind, id: String(id), name });
	}
	return maps[town];
}
export const areaName = ({ id, name }) => [id, named(name)].filter(Boolean).join(" · ");

/** `[id, text]` of the sectors of a town. */
export async function sectorPairs(town) {
	if (!town) return [];
	const sectors = (await mapOf(town)).features.filter(({ kind }) => kind === "sector");
	return [...new Map(sectors.map((sector) => [sector.id, areaName(sector)]))]
		.sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true }));
}

const VEHICLES = ["any", "zero", "eco", "c", "b", "none", "motorcycle", "disabled", "commercial"];
export async function vehiclePairs(town) {
	const cards = (await sectorPairs(town)).map(([id]) => [`resident:${id}`, t("web.resident", { sector: id })]);
	return [...VEHICLES.map((id) => [id === "any" ? "" : id, t(`web.vehicle.${id}`)]), ...cards];
}
