#!/usr/bin/env python3
"""Checks the town and holiday files against their JSON schemas, and what a schema cannot say.

    schema_check.py                 all files of tariffs/
    schema_check.py FILE ...        only these (a file of tariffs/holidays is a holiday file)

Prints one line per defect and ends with 1 if there is any. Beyond the schemas: sources, rates,
zones, holiday files and editions that are named exist; editions do not overlap; ladders rise;
opening hours can be read by an independent parser; figures are whole numbers; no JSON object has a
key twice.
"""

import copy
import datetime
import json
import pathlib
import sys

import jsonschema
import opening_hours

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARIFFS = ROOT / "tariffs"
FIRST_DAY, LAST_DAY = datetime.date.min, datetime.date.max


class Report:
    """Collects defects, each with the file and the JSON path it was seen at."""

    def __init__(self):
        self.lines = []

    def add(self, file, path, message):
        self.lines.append(f"{file.relative_to(ROOT)}: {path or '/'}: {message}")


def no_duplicates(pairs):
    keys = [key for key, _ in pairs]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise ValueError(f"key twice in one object: {', '.join(twice)}")
    return dict(pairs)


def no_decimals(text):
    raise ValueError(f"{text}: figures are whole cents and whole minutes")


def load(file):
    text = file.read_text(encoding="utf-8")
    return json.loads(
        text, object_pairs_hook=no_duplicates, parse_float=no_decimals, parse_constant=no_decimals
    )


def plain(value):
    """A figure without its provenance."""
    return value["value"] if isinstance(value, dict) and "value" in value else value


def merged(base, patch):
    """RFC 7396."""
    if not isinstance(patch, dict):
        return copy.deepcopy(patch)
    result = copy.deepcopy(base) if isinstance(base, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


def whole_edition(editions, name, seen=()):
    """An edition with what it takes from the edition it is based on."""
    edition = editions[name]
    base_name = edition.get("based_on")
    if base_name is None:
        return copy.deepcopy(edition)
    if base_name not in editions or base_name in (*seen, name):
        raise ValueError(f"based_on {base_name}: no such edition, or a circle")
    base = whole_edition(editions, base_name, (*seen, name))
    for own in ("valid_from", "valid_to", "planned_from", "examples"):
        base.pop(own, None)
    return merged(base, edition)


def walk(value, path=""):
    """Every object of a file with its path."""
    if isinstance(value, dict):
        yield path, value
        for key, member in value.items():
            yield from walk(member, f"{path}/{key}")
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from walk(member, f"{path}/{index}")


def check_schema(file, data, schema, report):
    for error in jsonschema.Draft202012Validator(schema).iter_errors(data):
        deepest = jsonschema.exceptions.best_match([error]) or error
        path = "/" + "/".join(str(part) for part in deepest.absolute_path)
        report.add(file, path, deepest.message[:300])


def check_sources(file, data, report):
    known = set(data.get("sources", {}))
    used = set()
    for path, value in walk(data):
        source = value.get("source")
        for key in [source] if isinstance(source, str) else source or []:
            used.add(key)
            if key not in known:
                report.add(file, path, f"source {key} is not in sources")
        if value.get("status") == "inferred" and "note" not in value:
            report.add(file, path, "inferred without a note")
    text = json.dumps({key: value for key, value in data.items() if key != "sources"})
    for key in sorted(known - used):
        if key not in text:
            report.add(file, f"/sources/{key}", "named nowhere")


def check_hours(file, path, text, report):
    if text is None:
        return
    try:
        opening_hours.OpeningHours(text)
    except Exception as error:  # the parser's own error types are not public
        report.add(file, path, f"hours {text!r}: {str(error).splitlines()[0]}")


def check_rate(file, path, rate, report):
    points = rate.get("points", [])
    for first, second in zip(points, points[1:]):
        if not (first["minutes"] < second["minutes"] and first["cents"] <= second["cents"]):
            report.add(file, path, f"points do not rise at {second}")
    bands = rate.get("bands", [])
    ends = [band.get("up_to_minutes") for band in bands]
    if bands and (None in ends[:-1] or ends[-1] is not None or ends[:-1] != sorted(set(ends[:-1]))):
        report.add(file, path, "bands must rise and only the last one has no end")


def check_zone(file, path, zone, edition, report):
    rates = edition.get("rates", {})
    for member in ("rate", *zone.get("products", [])):
        name = plain(zone.get("rate")) if member == "rate" else member
        if name is not None and name not in rates:
            report.add(file, path, f"rate {name} does not exist")
    if "hours" in zone:
        check_hours(file, path, plain(zone["hours"]), report)
        if plain(zone["hours"]) is None and "note" not in zone:
            report.add(file, path, "hours null without a note")
    for name, rule in zone.get("classes", {}).items():
        if rule:
            check_zone(file, f"{path}/classes/{name}", rule, edition, report)


def check_edition(file, name, edition, report):
    path = f"/editions/{name}"
    zones = edition.get("zones", {})
    for zone_name, zone in zones.items():
        check_zone(file, f"{path}/zones/{zone_name}", zone, edition, report)
    for rate_name, rate in edition.get("rates", {}).items():
        check_rate(file, f"{path}/rates/{rate_name}", rate, report)
    used = json.dumps([edition.get(key) for key in ("zones", "classes", "special_periods")])
    for rate_name in edition.get("rates", {}):
        if f'"{rate_name}"' not in used:
            report.add(file, f"{path}/rates/{rate_name}", "no zone uses this rate")
    for period in edition.get("special_periods", []):
        for rule in period["rules"]:
            where = f"{path}/special_periods/{period['id']}"
            for zone_name in rule.get("zones", []):
                if zone_name not in zones:
                    report.add(file, where, f"zone {zone_name} does not exist")
            change = {key: value for key, value in rule.get("change", {}).items() if value is not None}
            check_zone(file, where, change, edition, report)
    ids = set()
    for example in edition.get("examples", []):
        where = f"{path}/examples/{example['id']}"
        if example["id"] in ids:
            report.add(file, where, "id twice")
        ids.add(example["id"])
        if "card" in example:
            if example["card"] not in edition.get("cards", {}):
                report.add(file, where, f"card {example['card']} does not exist")
        elif example["zone"] not in zones:
            report.add(file, where, f"zone {example['zone']} does not exist")
        # A case of a notice belongs to the day on which it was written.
        day = (example.get("on") or example.get("at") or example["penalty"]["notice"])[:10]
        if example["expect"].get("in_force") is False:
            continue
        if not edition.get("valid_from", "0") <= day <= edition.get("valid_to", "9"):
            report.add(file, where, f"{day} is not a day of this edition")


def check_town(file, data, report):
    if data["town"] != file.stem:
        report.add(file, "/town", f"is not the name of the file: {data['town']}")
    for place in data["holidays"]:
        if not (TARIFFS / "holidays" / f"{place}.json").exists():
            report.add(file, "/holidays", f"no file tariffs/holidays/{place}.json")
    spans = []
    for name in data["editions"]:
        try:
            edition = whole_edition(data["editions"], name)
        except ValueError as error:
            report.add(file, f"/editions/{name}", str(error))
            continue
        check_edition(file, name, edition, report)
        first = datetime.date.fromisoformat(edition.get("valid_from", FIRST_DAY.isoformat()))
        last = datetime.date.fromisoformat(edition.get("valid_to", LAST_DAY.isoformat()))
        if last < first:
            report.add(file, f"/editions/{name}", "ends before it begins")
        spans.append((first, last, name))
    spans.sort()
    for (_, end, before), (begin, _, after) in zip(spans, spans[1:]):
        if begin <= end:
            report.add(file, f"/editions/{after}", f"overlaps edition {before}")


def check_holidays(file, data, report):
    if data["place"] != file.stem:
        report.add(file, "/place", f"is not the name of the file: {data['place']}")
    for year, content in data["years"].items():
        dates = [day["date"] for day in content["days"]]
        if dates != sorted(set(dates)) or any(date[:4] != year for date in dates):
            report.add(file, f"/years/{year}", "dates are not in order, or of another year")
        for date in dates:
            try:
                datetime.date.fromisoformat(date)
            except ValueError as error:
                report.add(file, f"/years/{year}", f"{date}: {error}")


def main(arguments):
    towns = sorted(TARIFFS.glob("*.json")) + sorted((TARIFFS / "holidays").glob("*.json"))
    files = [pathlib.Path(argument).resolve() for argument in arguments] or towns
    skipped = {"tariff.schema.json", "holiday.schema.json", "differences.json"}
    schemas = {
        "town": load(TARIFFS / "tariff.schema.json"),
        "holidays": load(TARIFFS / "holidays" / "holiday.schema.json"),
    }
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    report, checked = Report(), 0
    for file in files:
        if file.name in skipped:
            continue
        checked += 1
        try:
            data = load(file)
        except ValueError as error:
            report.add(file, "", str(error))
            continue
        kind = "holidays" if file.parent.name == "holidays" else "town"
        before = len(report.lines)
        check_schema(file, data, schemas[kind], report)
        if len(report.lines) > before:
            continue  # the rest relies on the shape of the file
        check_sources(file, data, report)
        (check_holidays if kind == "holidays" else check_town)(file, data, report)
    print("\n".join([*report.lines, f"{checked} files, {len(report.lines)} defects"]))
    return 1 if report.lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
