#!/usr/bin/env python3
"""Compares the holiday files of the regions with the PyPI package `holidays`.

Prints every difference in the years that both cover and ends with 1 when one is not in
tariffs/holidays/differences.json, or when that list names one that is no longer there (stale).
Town and province files have no counterpart in the package: they are named at the end.
"""

import json
import pathlib
import sys

import holidays

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "tariffs" / "holidays"

# The package's subdivision for each region that has a file.
SUBDIVISIONS = {
    "andalucia": "AN",
    "aragon": "AR",
    "balears": "IB",
    "canarias": "CN",
    "cantabria": "CB",
    "catalunya": "CT",
    "comunitat-valenciana": "VC",
    "euskadi": "PV",
    "galicia": "GA",
    "madrid": "MD",
    "murcia": "MC",
    "navarra": "NC",
}

# Years that the package covers; the days of years to come are computed by it.
FIRST_YEAR, LAST_YEAR = 2008, 2027


def differences_of(place, data, subdivision):
    """Every (place, date, who has it) in which the file and the package differ."""
    for year, content in sorted(data["years"].items()):
        if not FIRST_YEAR <= int(year) <= LAST_YEAR:
            continue
        package = {
            day.isoformat() for day in holidays.Spain(subdiv=subdivision, years=int(year))
            if day.year == int(year)
        }
        ours = {day["date"] for day in content["days"]}
        for date in sorted(ours ^ package):
            yield place, date, "file" if date in ours else "package"


def main():
    accepted = {}
    for entry in json.loads((FOLDER / "differences.json").read_text(encoding="utf-8"))["differences"]:
        key = (entry["place"], entry["date"], entry["who"])
        if key in accepted:
            print(f"listed twice: {key}")
            return 1
        if not entry.get("reason"):
            print(f"no reason given: {key}")
            return 1
        accepted[key] = entry["reason"]
    found, failures, compared, alone = set(), 0, [], []
    for file in sorted(FOLDER.glob("*.json")):
        if file.name in ("differences.json", "holiday.schema.json"):
            continue
        data = json.loads(file.read_text(encoding="utf-8"))
        subdivision = SUBDIVISIONS.get(file.stem)
        if subdivision is None:
            alone.append(file.stem)
            continue
        compared.append(file.stem)
        for key in differences_of(file.stem, data, subdivision):
            found.add(key)
            reason = accepted.get(key)
            failures += reason is None
            print(f"{key[0]} {key[1]} only in the {key[2]}: {reason or 'NOT LISTED'}")
    for key in sorted(accepted.keys() - found):
        failures += 1
        print(f"STALE: {key[0]} {key[1]} only in the {key[2]} is listed, but they agree")
    print(f"compared with holidays {holidays.__version__}: {', '.join(compared)}")
    print(f"no counterpart in the package: {', '.join(alone)}")
    print(f"{len(found)} differences, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
