#!/usr/bin/env python3
"""Changes one figure of a town file at a time and asks `aparka check` whether it notices.

A town file tests itself with its published examples. This measures how well: every price, length of
time, hour, date, policy, list and class rule of every file is changed by the smallest step that a
typing slip could make, in a copy of the data folder, and the file is checked. A change that the check
accepts is listed. The exit status is 1 when less than the wanted share is noticed.

    scripts/mutate-towns.py                          all towns
    scripts/mutate-towns.py calatayud madrid         these
    scripts/mutate-towns.py --sample 150 --seed 7    a repeatable part of all changes
"""

import argparse
import copy
import datetime
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Changed files in one run of the program.
AT_ONCE = 100

# Members that are for people, that only say where a figure is from, or that are the second writing.
NOT_RULES = {
    "$schema", "town", "name", "note", "source", "status", "sources", "time_zone", "color", "currency",
    "checked", "based_on", "examples", "description", "unit", "look_back", "planned_from",
}
WORDS = {
    "policy": ["carry", "cut", "new_ticket"],
    "overnight": ["carry", "cut", "new_ticket"],
    "after": ["maximum", "any_ticket", "free_ticket"],
    "within": ["spot", "zone", "sector", "tariff_zone"],
    "ladder": ["continues", "restarts"],
    "maximum": ["both", "each"],
    "between": ["linear", "steps"],
    "rule": ["linear", "steps"],
    "rounding": ["nearest", "up", "down"],
    "minutes_rounding": ["down", "nearest", "up"],
    "during_hours": ["pay", "residents_only", "forbidden"],
    "outside_hours": ["free", "residents_only", "forbidden"],
    "ticket": ["required", "not_needed"],
    "then": ["from_zero", "after"],
    "of": ["base", "running"],
    "proration": ["none", "quarter", "month", "day", "unused_part"],
}
LISTS = {
    "holidays", "zones", "sectors", "places", "residents_of", "exempt", "refunded_with", "means", "products",
}


def category(path):
    """The heading under which a change of the member at `path` is counted."""
    keys = [key for key in path if isinstance(key, str) and key != "value"]
    if "penalties" in keys:
        return "fines"
    if "cards" in keys:
        return "cards"
    if keys[-1] in ("valid_from", "valid_to"):
        return "dates in force"
    if keys[-1] == "when" or "rules" in keys:
        return "special periods"
    if "surcharges" in keys:
        return "surcharges"
    if keys[-1] in ("hours", "clock") or keys == ["holidays"]:
        return "hours"
    if "classes" in keys:
        return "vehicle classes"
    if "rates" in keys:
        return "prices" if keys[-1] in ("cents", "minutes", "per_minutes", "up_to_minutes", "days") else "rules of prices"
    return "limits and policies"


def shifted_clocks(text):
    """Each time of day in the text moved by half an hour, both ways."""
    for match in re.finditer(r"\b(\d\d):(\d\d)\b", text):
        minute = int(match[1]) * 60 + int(match[2])
        for moved in (minute - 30, minute + 30):
            if 0 <= moved <= 1440:
                yield f"{text[:match.start()]}{moved // 60:02}:{moved % 60:02}{text[match.end():]}"


def shifted_days(text):
    """Each day of the month and each year in the text moved by one."""
    for match in re.finditer(r"(?<![\d:])(\d{4}|\d\d)(?![\d:])", text):
        for moved in (int(match[1]) - 1, int(match[1]) + 1):
            if moved > 0:
                yield f"{text[:match.start()]}{moved:0{len(match[1])}}{text[match.end():]}"


def hours_changes(text):
    yield from shifted_clocks(text)
    yield from shifted_days(text)
    rules = text.split(";")
    if len(rules) > 1:
        for index in range(len(rules)):
            yield ";".join(rules[:index] + rules[index + 1:]).strip()


def is_text_of_hours(key):
    return key in ("hours", "when", "clock")


def changes_of_value(key, value, edition):
    """The wrong values to try for one plain value."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        if value > 0:
            yield value - 1
    elif isinstance(value, str):
        if key in ("valid_from", "valid_to"):
            day = datetime.date.fromisoformat(value)
            yield from ((day + datetime.timedelta(days=step)).isoformat() for step in (-1, 1))
        elif key == "grace_until":
            yield f"{value[:3]}{int(value[3:]) - 1:02}"
        elif is_text_of_hours(key):
            yield from hours_changes(value)
        elif key == "from":
            yield {"end": "start", "start": "end", "notice": "paid_end", "paid_end": "notice"}[value]
        elif key in WORDS:
            yield from (word for word in WORDS[key] if word != value)
        elif key == "per":
            yield "day" if value != "day" else "year"
        elif key == "rate":
            others = [name for name, rate in (edition.get("rates") or {}).items() if name != value and rate]
            yield from others[:1]


def changes(node, path, edition):
    """(path, wrong value) for everything in a node; a value of `...` removes the member."""
    if isinstance(node, dict):
        for key, value in node.items():
            here = path + [key]
            if key in NOT_RULES or value is None:
                continue
            if path and path[-1] == "classes":
                yield here, ...
            yield from changes(value, here, edition)
    elif isinstance(node, list):
        key = path[-1]
        for index, value in enumerate(node):
            if key in LISTS and isinstance(value, str):
                yield path + [index], ...
            else:
                if key == "rules":
                    yield path + [index], ...
                yield from changes(value, path + [index], edition)
    else:
        keys = [key for key in path if isinstance(key, str) and key != "value"]
        yield from ((path, wrong) for wrong in changes_of_value(keys[-1], node, edition))


def town_changes(document):
    for index in range(len(document.get("holidays", []))):
        yield ["holidays", index], ...
    for name, edition in document["editions"].items():
        yield from changes(edition, ["editions", name], edition)


def changed(document, path, wrong):
    document = copy.deepcopy(document)
    node = document
    for key in path[:-1]:
        node = node[key]
    if wrong is ...:
        del node[path[-1]]
    else:
        node[path[-1]] = wrong
    return document


def value_at(document, path):
    for key in path:
        document = document[key]
    return document


class Checker:
    """Runs `aparka check` on changed copies of town files, many in one run."""

    def __init__(self, program, folder):
        self.program = str(program)
        self.data = Path(folder)
        (self.data / "tariffs").mkdir()
        (self.data / "tariffs/holidays").symlink_to(ROOT / "tariffs/holidays")
        (self.data / "translations").symlink_to(ROOT / "translations")

    def notices(self, name, documents):
        """Whether each (town, document) is found faulty. `name` is not used by another run."""
        files = []
        for number, (town, document) in enumerate(documents):
            file = self.data / name / str(number) / f"{town}.json"
            file.parent.mkdir(parents=True)
            file.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
            files.append(str(file))
        run = subprocess.run(
            [self.program, "check", "--json", "--data", str(self.data), *files],
            capture_output=True, text=True)
        if run.returncode not in (0, 1):
            sys.exit(f"{self.program} check failed: {run.stderr}")
        answers = json.loads(run.stdout)["files"]
        return [bool(answer["faults"]) for answer in answers]


def program():
    for path in (".build/release/aparka", ".build/debug/aparka"):
        if (ROOT / path).exists():
            return ROOT / path
    sys.exit("no aparka: run 'make release' or 'swift build' first")


def pointer(path):
    return "/".join(str(key) for key in path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("towns", nargs="*", help="names of town files (default: all)")
    parser.add_argument("--sample", type=int, help="only so many changes, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-least", type=float, default=95, help="percent that must be noticed")
    parser.add_argument("--aparka", type=Path, help="the program")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()

    files = sorted((ROOT / "tariffs").glob("*.json"))
    towns = {f.stem: json.loads(f.read_text()) for f in files if not f.name.endswith(".schema.json")}
    if options.towns:
        towns = {name: towns[name] for name in options.towns}
    todo = [(town, path, wrong) for town, document in towns.items() for path, wrong in town_changes(document)]
    if options.sample:
        todo = random.Random(options.seed).sample(todo, min(options.sample, len(todo)))

    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(options.aparka or program(), folder)
        unchanged = checker.notices("unchanged", list(towns.items()))
        for town, faulty in zip(towns, unchanged):
            if faulty:
                sys.exit(f"{town}: the check refuses the file as it is")
        parts = [todo[start:start + AT_ONCE] for start in range(0, len(todo), AT_ONCE)]

        def run(number):
            documents = [(town, changed(towns[town], path, wrong)) for town, path, wrong in parts[number]]
            return checker.notices(f"part-{number}", documents)

        with ThreadPoolExecutor(options.jobs) as pool:
            answers = list(pool.map(run, range(len(parts))))
    results = [pair for part, found in zip(parts, answers) for pair in zip(part, found)]
    return report(towns, results, options.at_least)


def report(towns, results, at_least):
    tried, noticed = Counter(), Counter()
    slipped = []
    for (town, path, wrong), found in results:
        tried[category(path)] += 1
        noticed[category(path)] += found
        if not found:
            before = value_at(towns[town], path)
            slipped.append(
                f"{town}: {pointer(path)}: {json.dumps(before, ensure_ascii=False)[:160]} -> "
                f"{'removed' if wrong is ... else json.dumps(wrong, ensure_ascii=False)}")
    for line in sorted(slipped):
        print(line)
    print(f"\n{'':22}{'changes':>8}{'noticed':>9}{'':>8}")
    for name in sorted(tried) + ["all"]:
        count = tried[name] if name != "all" else sum(tried.values())
        found = noticed[name] if name != "all" else sum(noticed.values())
        print(f"{name:22}{count:8}{found:9}{100 * found / count:7.1f}%")
    score = 100 * sum(noticed.values()) / sum(tried.values())
    return 0 if score >= at_least else 1


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"
    sys.exit(main())
