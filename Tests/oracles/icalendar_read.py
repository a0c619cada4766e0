"""Reads an iCalendar file from standard input with the package `icalendar` and prints its events."""

import json
import sys

from icalendar import Calendar


def event(component):
    if component.errors:
        raise SystemExit(f"errors: {component.errors}")
    place = component.get("geo")
    return {
        "uid": str(component["uid"]),
        "sequence": int(component["sequence"]),
        "stamp": component["dtstamp"].dt.isoformat(),
        "start": component["dtstart"].dt.isoformat(),
        "end": component["dtend"].dt.isoformat(),
        "summary": str(component["summary"]),
        "description": str(component["description"]) if "description" in component else None,
        "location": str(component["location"]) if "location" in component else None,
        "geo": [place.latitude, place.longitude] if place else None,
        "status": str(component["status"]),
        "alarms": [
            {
                "action": str(alarm["action"]),
                "trigger": alarm["trigger"].dt.isoformat(),
                "description": str(alarm["description"]),
            }
            for alarm in component.walk("VALARM")
        ],
    }


calendar = Calendar.from_ical(sys.stdin.buffer.read())
assert str(calendar["version"]) == "2.0" and calendar["prodid"]
json.dump([event(component) for component in calendar.walk("VEVENT")], sys.stdout)
