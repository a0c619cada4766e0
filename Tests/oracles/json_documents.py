"""Reads JSON texts (one a line, in hexadecimal) with Python's json and tells what it makes of each.

A line of output is `reject`, `ok <value>` or `lax <reasons>`: a text that Python accepts although
RFC 8259 (or the reader under test, on purpose) does not. The value is written with its numbers as in
the text and its strings in hexadecimal, the members in their order, so that equal means equal.
"""
import json
import re
import sys

sys.setrecursionlimit(20000)


class Number(str):
    pass


def written(value):
    if value is None:
        return "n"
    if value is True:
        return "t"
    if value is False:
        return "f"
    if isinstance(value, Number):
        return "#" + value
    if isinstance(value, str):
        return '"' + value.encode("utf-8").hex()
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return "{" + ",".join(written(k) + ":" + written(v) for k, v in value.members) + "}"


class Members:
    def __init__(self, members):
        self.members = members


def answer(data):
    reasons = set()

    def pairs(members):
        names = [name for name, _ in members]
        if len(set(names)) < len(names):
            reasons.add("duplicate_key")
        return Members(members)

    def constant(_):
        reasons.add("unknown_literal")

    try:
        value = json.loads(
            data.decode("utf-8"), parse_int=Number, parse_float=Number,
            parse_constant=constant, object_pairs_hook=pairs)
    except ValueError:
        return "reject"
    surrogate = re.compile("[\ud800-\udfff]")

    def look(part):
        if isinstance(part, str):
            if surrogate.search(part):
                reasons.add("lone_surrogate")
        elif isinstance(part, list):
            for element in part:
                look(element)
        elif isinstance(part, Members):
            for name, member in part.members:
                look(name)
                look(member)

    look(value)
    return "lax " + " ".join(sorted(reasons)) if reasons else "ok " + written(value)


for line in sys.stdin:
    print(answer(bytes.fromhex(line.strip())))
