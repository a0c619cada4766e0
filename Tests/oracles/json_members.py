"""Reads JSON files with Python's parser, strictly, and prints the members that each one has.

Arguments: paths. Output: JSON, path of file -> path of member (`zones[].name`) -> sorted kinds.
"""

import json
import sys


def distinct(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice")
    return members


def refuse(word):
    raise ValueError(word + " is not JSON")


def kind(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int):
        return "whole number"
    if isinstance(value, float):
        return "fraction"
    return {str: "text", list: "list", dict: "object"}[type(value)]


def collect(value, path, found):
    if path:
        found.setdefault(path, set()).add(kind(value))
    if isinstance(value, dict):
        for name, member in value.items():
            collect(member, path + "." + name if path else name, found)
    elif isinstance(value, list):
        for element in value:
            collect(element, path + "[]", found)


answers = {}
for file in sys.argv[1:]:
    with open(file, encoding="utf-8") as stream:
        document = json.load(stream, object_pairs_hook=distinct, parse_constant=refuse)
    found = {}
    collect(document, "", found)
    answers[file] = {path: sorted(kinds) for path, kinds in found.items()}
json.dump(answers, sys.stdout)
