"""Checks exports with tools of others.

Usage: export_check.py cds|osm < EXPORT (an array of towns, or one)

cds: every data set against the required members and types of CDS 1.0 (Curbs API: REST envelope,
Policy, Rule, Time Span, Rate), ids that are RFC 4122 UUIDs, references that resolve, and rates that go
on from each other. osm: every schedule in a tag is read by opening-hours-py.
Prints what is wrong, a line each, and then the number of things checked.
"""

import json
import re
import sys
import uuid

import jsonschema
from opening_hours import OpeningHours

TIMESTAMP = {"type": "integer", "minimum": 0}
UUID = {"type": "string", "format": "uuid"}
CLOCK = {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}
UNITS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"]
ACTIVITIES = ["parking", "no parking", "loading", "no loading", "unloading", "no unloading",
              "stopping", "no stopping", "travel", "no travel"]


def record(required, **properties):
    return {"type": "object", "required": required, "properties": properties,
            "additionalProperties": False}


def many(items, least=0):
    return {"type": "array", "items": items, "minItems": least}


RATE = record(
    ["rate", "rate_unit"], rate={"type": "integer", "minimum": 0}, rate_unit={"enum": UNITS},
    rate_unit_period={"enum": ["rolling", "calendar"]}, increment_duration={"type": "integer"},
    increment_amount={"type": "integer", "minimum": 1},
    start_duration={"type": "integer", "minimum": 0},
    end_duration={"type": "integer", "minimum": 1})
RULE = record(
    ["activity"], activity={"enum": ACTIVITIES}, max_stay={"type": "integer", "minimum": 1},
    max_stay_unit={"enum": UNITS}, no_return={"type": "integer"}, no_return_unit={"enum": UNITS},
    user_classes=many({"type": "string"}, 1), rate=many(RATE))
TIME_SPAN = record(
    [], start_date=TIMESTAMP, end_date=TIMESTAMP,
    days_of_week=many({"enum": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]}, 1),
    days_of_month=many({"type": "integer", "minimum": 1, "maximum": 31}, 1),
    months=many({"type": "integer", "minimum": 1, "maximum": 12}, 1), time_of_day_start=CLOCK,
    time_of_day_end=CLOCK, designated_period={"enum": ["holidays"]},
    designated_period_except={"type": "boolean"})
POLICY = record(
    ["curb_policy_id", "published_date", "priority", "rules"], curb_policy_id=UUID,
    published_date=TIMESTAMP, priority={"type": "integer"}, rules=many(RULE, 1),
    time_spans=many(TIME_SPAN, 1), data_source_operator_id=many(UUID))
ZONE = record(
    # `geometry` is required too, except where it was asked not to be included.
    ["curb_zone_id", "curb_policy_ids", "published_date", "last_updated_date", "start_date"],
    curb_zone_id=UUID, curb_policy_ids=many(UUID, 1), published_date=TIMESTAMP,
    last_updated_date=TIMESTAMP, start_date=TIMESTAMP, end_date=TIMESTAMP,
    name={"type": "string"}, user_zone_id={"type": "string"})
DATA_SET = record(
    ["version", "time_zone", "last_updated", "currency", "data"],
    version={"type": "string", "pattern": r"^1\.\d+\.\d+$"}, time_zone={"type": "string"},
    last_updated=TIMESTAMP, currency={"type": "string", "pattern": "^[A-Z]{3}$"},
    data=record(["zones", "policies"], zones=many(ZONE), policies=many(POLICY)))


def cds(data_set):
    checked = 0
    validator = jsonschema.Draft202012Validator(DATA_SET)
    for error in validator.iter_errors(data_set):
        print(error.json_path, error.message)
    policies = {}
    for policy in data_set["data"]["policies"]:
        identity = policy["curb_policy_id"]
        if uuid.UUID(identity).version != 5 or uuid.UUID(identity).variant != uuid.RFC_4122:
            print(identity, "is no name-based UUID")
        if identity in policies:
            print(identity, "stands twice")
        policies[identity] = policy
        for rule in policy["rules"]:
            checked += 1
            if rule["activity"].startswith("no ") and rule.get("rate"):
                print(identity, "forbids for money")
            place = 0
            for number, rate in enumerate(rule.get("rate", [])):
                if rate.get("start_duration", 0) != place:
                    print(identity, "has a gap between its rates")
                place = rate.get("end_duration")
                if place is None and number + 1 < len(rule["rate"]):
                    print(identity, "has a rate after the last")
    named = [name for zone in data_set["data"]["zones"] for name in zone["curb_policy_ids"]]
    if sorted(named) != sorted(policies):
        print("zones and policies do not go together")
    for zone in data_set["data"]["zones"]:
        priorities = [policies[name]["priority"] for name in zone["curb_policy_ids"]]
        if len(set(priorities)) != len(priorities):
            print(zone["user_zone_id"], "has two policies of one priority")
    return checked


def osm(town):
    checked = 0
    for zone in town["zones"]:
        for key, value in zone["tags"].items():
            if not isinstance(value, str) or not 0 < len(key) < 256 or not value:
                print(zone["zone"], key, "is no tag")
            schedules = [value] if key == "opening_hours" else []
            if key.endswith(":conditional"):
                schedules += [text for text in re.findall(r"@ \(([^()]*)\)", value)
                              if not text.startswith("stay ")]
            for schedule in schedules:
                checked += 1
                try:
                    OpeningHours(schedule)
                except Exception as error:  # The package has several kinds.
                    print(zone["zone"], key, error)
            if len(value) > 255:
                print(zone["zone"], key, "is longer than OpenStreetMap takes")
    return checked


if __name__ == "__main__":
    export = json.load(sys.stdin)
    towns = export if isinstance(export, list) else [export]
    print(sum(map({"cds": cds, "osm": osm}[sys.argv[1]], towns)))
