#!/usr/bin/env python3
"""Writes api/openapi.json, the description of the API, from the tables of docs/.

Schemas of answers are the tables of docs/json-answers.md and docs/tickets.md, so that they cannot say
anything else; paths and parameters stand in openapi_routes.py, and a test holds them against the program's own.

    scripts/make-openapi.py           writes the file
    scripts/make-openapi.py --check   fails when the file is not current
"""

import json
import re
import sys
from pathlib import Path

from openapi_routes import CAR, ERRORS, EXAMPLES, FLAG, NUMBER, PARAMETERS, PATHS, TEXT, items

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "api/openapi.json"

# --- Schemas from tables ----------------------------------------------------------------------------

MOMENT = {"type": "string", "format": "date-time"}
TYPES = {
    "text": "string",
    "whole number": "integer",
    "fraction": "number",
    "true or false": "boolean",
    "list": "array",
    "object": "object",
    "null": "null",
}


def types_of(cell):
    """`text or whole number or true or false or null` -> JSON types."""
    found, rest = [], cell.strip()
    while rest:
        for words in sorted(TYPES, key=len, reverse=True):
            if rest.startswith(words):
                found.append(TYPES[words])
                rest = rest[len(words):].removeprefix(" or ")
                break
        else:
            raise SystemExit(f"no such type: {cell}")
    return found


def sections(path):
    """Headings and the rows of the first table below each."""
    found, name = {}, None
    for line in path.read_text().splitlines():
        if heading := re.match(r"#{2,3} (.+)", line):
            name = heading[1]
        row = re.match(r"\| `([^`]+)` \| ([a-z ]+) \| (.*)\|$", line)
        if row and name:
            found.setdefault(name, []).append((row[1], row[2], row[3].strip()))
    return found


def described(cell, meaning):
    kinds = types_of(cell)
    node = {"type": kinds if len(kinds) > 1 else kinds[0]}
    text = meaning.replace("`", "").strip()
    if text:
        node["description"] = text
    if meaning.startswith("moment") and "string" in kinds:
        node["format"] = "date-time"
    return node


def schema(rows, optional=()):
    """The schema of an object from rows of (member path, type, meaning)."""
    top = {"type": "object", "properties": {}, "required": []}
    for member, cell, meaning in rows:
        parts = re.findall(r"\[\]|<language>|[a-z_]+", member)
        node = top
        for place, part in enumerate(parts):
            last = place == len(parts) - 1
            if part == "[]":
                if last:
                    node["items"] = described(cell, meaning)
                node = node.setdefault("items", {"type": "object"})
            elif part == "<language>":
                node["additionalProperties"] = described(cell, meaning)
            else:
                properties = node.setdefault("properties", {})
                if last:
                    properties[part] = described(cell, meaning)
                    if not any(re.fullmatch(pattern, member) for pattern in optional):
                        node.setdefault("required", []).append(part)
                node = properties.setdefault(part, {"type": "object"})
    return top


def put(node, path, value):
    for part in path.split("/")[:-1]:
        node = node[part]
    node[path.split("/")[-1]] = value


ANSWERS = sections(ROOT / "docs/json-answers.md")
TICKETS = sections(ROOT / "docs/tickets.md")


def nullable(node):
    node = dict(node)
    node["type"] = [node["type"], "null"]
    return node


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


def either(name):
    return {"anyOf": [ref(name), {"type": "null"}]}


def members(required=None, **properties):
    names = list(properties) if required is None else required
    return {"type": "object", "properties": properties, "required": names}


def zone_answer(name):
    return schema(ANSWERS[name])


def schemas():
    info = ANSWERS["info"]
    cut = [row[0] for row in info].index("pages")
    lists = [row for row in info[cut:] if row[0].startswith("pages")]
    matches = [row for row in info[cut:] if not row[0].startswith("pages")]
    quote = schema(ANSWERS["quote"], [r"refusal\.nearest\..*", r"stopped.*"])
    ticket, alarm = schema(TICKETS["ticket"]), schema(TICKETS["alarm"])
    put(ticket, "properties/purchases/items", members(
        arrival=MOMENT, valid_until=MOMENT, paid_cents=nullable(NUMBER), counted_minutes=nullable(NUMBER)))
    put(ticket, "properties/alarms/items", ref("Alarm"))
    put(alarm, "properties/deliveries/items", members(
        channel=TEXT, state=TEXT, attempts=NUMBER, next_attempt=nullable(MOMENT), reason=nullable(TEXT)))
    reminder = schema(TICKETS["reminder"])
    put(reminder, "properties/channels/items", TEXT)
    settings = schema(ANSWERS["settings"])
    put(settings, "properties/faults/items", {"type": "object"})
    plan = members(
        town=TEXT, zone=TEXT, vehicle=nullable(TEXT), arrival=MOMENT, end=MOMENT,
        outcome={"enum": ["covered", "partly", "not_allowed"]}, paid_cents=nullable(NUMBER), legal_until=MOMENT,
        reason=nullable(TEXT), return_from=nullable(MOMENT), tickets=items(ref("Quote")), caveats=items(TEXT))
    finding = members(
        ["ok", "state", "message"], check=TEXT, channel=nullable(TEXT), ok=FLAG, state=TEXT, reason=nullable(TEXT),
        message=TEXT)
    return {
        "Quote": quote,
        "Plan": plan,
        "Comparison": members(zones=items(ref("Plan"))),
        "Zones": zone_answer("zones"),
        "Tariff": zone_answer("tariff"),
        "Hours": zone_answer("hours"),
        "Holidays": zone_answer("holidays"),
        "Where": schema(ANSWERS["where"]),
        "Fine": members(
            ["town", "zone", "edition", "cause", "notice", "at", "outcome", "cancellable", "cancel_cents",
             "cancel_until", "fine_cents", "caveats"],
            town=TEXT, zone=nullable(TEXT), edition=nullable(TEXT), currency=TEXT, cause=TEXT, ended=nullable(MOMENT),
            notice=MOMENT, at=MOMENT, overstay_minutes=nullable(NUMBER), outcome=TEXT, cancellable=nullable(FLAG),
            cancel_cents=nullable(NUMBER), cancel_until=nullable(MOMENT), means=nullable(items(TEXT)),
            fine_cents=nullable(NUMBER), caveats=items(TEXT)),
        "Towns": members(towns=items(members(town=TEXT, name={"type": "object", "additionalProperties": TEXT}))),
        "Phrases": members(language={"enum": ["es", "eu", "en"]},
                           phrases={"type": "object", "additionalProperties": TEXT}),
        "FeatureCollection": members(type={"const": "FeatureCollection"}, features=items({"type": "object"})),
        "Ticket": ticket,
        "Alarm": alarm,
        "Reminder": reminder,
        "Tickets": members(at=MOMENT, tickets=items(ref("Ticket"))),
        "Parked": members(
            outcome={"enum": ["parked", "repeated", "free", "refused", "residents_only"]}, ticket=either("Ticket"),
            quote=ref("Quote"), reminder=either("Reminder")),
        "Extended": members(
            outcome={"enum": ["extended", "repeated", "free", "refused", "residents_only"]}, ticket=either("Ticket"),
            quote=ref("Quote"), reminder=either("Reminder")),
        "Stopped": members(
            ticket=ref("Ticket"), remaining_minutes=NUMBER, used_minutes=nullable(NUMBER),
            unused_minutes=nullable(NUMBER), used_cents=nullable(NUMBER), refund_cents=nullable(NUMBER),
            refunded_with=nullable(items(TEXT))),
        "Alarms": members(at=MOMENT, alarms=items(ref("Alarm"))),
        "ChangedAlarms": members(alarms=items(ref("Alarm")), reminder=either("Reminder")),
        "ClearedAlarms": members(cancelled=NUMBER),
        "ChannelTest": members(
            channels=items(members(channel=TEXT, worked=FLAG, reason=nullable(TEXT), receipt=nullable(TEXT)))),
        "Health": members(ok=FLAG, checks=items(finding), channels=items(finding)),
        "InfoPage": schema(info[:cut], [r"blocks\[\]\.(?!kind).*", r".*links\[\]\..*", r".*\[\]\.(text|links|level).*"]),
        "InfoPages": schema(lists),
        "InfoMatches": schema(matches),
        "Settings": settings,
        "Problem": members(
            ["type", "title", "status", "detail", "code"], type={"const": "about:blank"}, title=TEXT,
            status=NUMBER, detail={"type": "string", "description": "a sentence in the language of Accept-Language"},
            code={"type": ["string", "null"], "description": "a stable word"}),
    }


def parameter(name, required):
    text, kind, example = PARAMETERS[name]
    node = {"name": name, "in": "query", "description": text, "schema": kind, "example": example}
    if required:
        node["required"] = True
    return node


def body(names, path):
    if path == "settings":
        value = {"type": ["string", "number", "boolean", "array", "null"], "items": {"type": ["string", "number"]}}
        content = {"type": "object", "additionalProperties": value}
        example = {"lead_times": [15, 5], "clock": "24"}
    else:
        properties = {}
        for name in names:
            text, kind, _ = PARAMETERS[name]
            properties[name] = {"description": text, **kind}
        content = {"type": "object", "properties": properties, "additionalProperties": False}
        shown = [name for name in names if name not in ("amount_cents", "text", "until", "walk_from", "at", "ticket")]
        example = {name: PARAMETERS[name][2] for name in shown if name not in CAR + ["assume", "previous", "yes"]}
    return {"required": False, "content": {"application/json": {"schema": content, "example": example}}}


def operation(method, path, summary, names, answer, status):
    names = [(name.rstrip("!"), name.endswith("!")) for name in names]
    own = [name for name in re.findall(r"{(\w+)}", path)]
    node = {
        "summary": summary,
        "operationId": method + "-" + re.sub(r"[{}.]", "", path).replace("/", "-"),
        "parameters": [{**parameter(name, True), "in": "path"} for name in own],
    }
    if method in ("get", "delete"):
        node["parameters"] += [parameter(*name) for name in names]
    else:
        node["requestBody"] = body([name for name, _ in names], path)
    node["parameters"].append({"$ref": "#/components/parameters/Language"})
    done = {"description": summary}
    if answer:
        kinds = [ref(name) for name in answer.split("|")]
        kind = "application/geo+json" if answer == "FeatureCollection" else "application/json"
        done["content"] = {kind: {"schema": kinds[0] if len(kinds) == 1 else {"anyOf": kinds}}}
    elif path == "events":
        done["content"] = {"text/event-stream": {"schema": TEXT}}
    elif path == "openapi.json":
        done["content"] = {"application/json": {"schema": {"type": "object"}}}
    node["responses"] = {str(status): done}
    if status == 201 and path == "tickets":
        node["responses"]["200"] = {**done, "description": "nothing was made: seen before, free, or refused"}
    if status == 204:
        done["headers"] = {"Set-Cookie": {"schema": TEXT}}
    for code in ERRORS:
        node["responses"][str(code)] = {"$ref": f"#/components/responses/{code}"}
    return node


def document():
    paths = {}
    for method, path, *rest in PATHS:
        paths.setdefault("/" + path, {})[method] = operation(method, path, *rest)
    components = schemas()
    for name, file in EXAMPLES.items():
        components[name]["examples"] = [json.loads((ROOT / "Tests/CommandsTests" / file).read_text())]
    problem = {"schema": ref("Problem")}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "aparka",
            "version": "1",
            "summary": "On-street parking tariffs, tickets and reminders, on this machine",
            "description": "docs/api.md explains it. Amounts are cents, durations minutes; moments are ISO 8601 "
                           "with the town's offset. Members may be added to answers.",
            "license": {"name": "as aparka's"},
        },
        "servers": [{"url": "/api/v1"}],
        "security": [{}, {"token": []}, {"session": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "parameters": {
                "Language": {"name": "Accept-Language", "in": "header", "schema": TEXT, "example": "eu",
                             "description": "es, eu or en, for the sentences of problems"},
            },
            "responses": {
                str(code): {"description": text, "content": {"application/problem+json": problem}}
                for code, text in ERRORS.items()
            },
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "of aparka serve --pair"},
                "session": {"type": "apiKey", "in": "cookie", "name": "aparka_session"},
            },
        },
    }


def main():
    text = json.dumps(document(), ensure_ascii=False, indent=1) + "\n"
    if "--check" in sys.argv:
        if TARGET.read_text() != text:
            raise SystemExit("api/openapi.json is not current: scripts/make-openapi.py")
    else:
        TARGET.parent.mkdir(exist_ok=True)
        TARGET.write_text(text)


main()
