#!/usr/bin/env python3
"""Writes broken copies of the town and holiday files that their JSON schemas refuse.

One JSON object a line: {"what": file, path and change, "document": the copy}. A copy has one member
renamed, or one value replaced by one of another type; copies that the schema accepts are left out.
"""

import copy
import json
import pathlib
import random

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARIFFS = ROOT / "tariffs"
FILES = [
    (TARIFFS / f"{town}.json", TARIFFS / "tariff.schema.json")
    for town in ("calatayud", "errenteria", "palma", "pamplona")
] + [
    (TARIFFS / "holidays" / f"{place}.json", TARIFFS / "holidays" / "holiday.schema.json")
    for place in ("pamplona", "calatayud")
]


def places(value, path=()):
    """The paths of all members and elements."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield (*path, key)
            yield from places(member, (*path, key))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield (*path, index)
            yield from places(member, (*path, index))


def changed(document, path, generator):
    """A copy with one change there, and the name of the change."""
    copied = copy.deepcopy(document)
    parent = copied
    for step in path[:-1]:
        parent = parent[step]
    last = path[-1]
    if isinstance(last, str) and generator.random() < 0.5:
        parent[last + "s"] = parent.pop(last)
        return copied, "renamed"
    old = parent[last]
    others = [new for new in (7, "word", True, [], [{}], 1.5, -3) if type(new) is not type(old)]
    parent[last] = generator.choice(others)
    return copied, f"= {parent[last]!r}"


def main():
    generator = random.Random(20261130)
    for file, schema_file in FILES:
        document = json.loads(file.read_text(encoding="utf-8"))
        schema = json.loads(schema_file.read_text(encoding="utf-8"))
        validator = jsonschema.Draft202012Validator(schema)
        every = list(places(document))
        for path in generator.sample(every, min(len(every), 60)):
            copied, change = changed(document, path, generator)
            if validator.is_valid(copied):
                continue
            name = file.relative_to(TARIFFS)
            what = f"{name} /{'/'.join(map(str, path))} {change}"
            print(json.dumps({"what": what, "document": copied}))


if __name__ == "__main__":
    main()
