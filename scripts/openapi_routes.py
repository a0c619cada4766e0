"""The paths of the API, their parameters and what can go wrong: the tables of make-openapi.py."""

TEXT, NUMBER, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}


def items(node):
    return {"type": "array", "items": node}


PARAMETERS = {
    "town": ("a town, by id or name; else that of the settings", TEXT, "calatayud"),
    "zone": ("a zone of the town, by id or name; else that of the settings", TEXT, "blue"),
    "at": ("the arrival, or the moment that is asked about: as people type it, or ISO 8601; else now", TEXT,
           "2025-10-14T10:00"),
    "from": ("the beginning of the stay, as at", TEXT, "2025-10-14T10:00"),
    "until": ("the end, as at", TEXT, "2025-10-14T11:30"),
    "amount_cents": ("what is paid", {"type": "integer", "minimum": 0, "maximum": 1000000}, 120),
    "minutes": ("regulated minutes", {"type": "integer", "minimum": 1, "maximum": 99999}, 90),
    "text": ("an amount, a duration or a stay as people type it", TEXT, "1h40"),
    "vehicle": ("zero, eco, c, b, none, motorcycle, disabled, commercial, resident:N", TEXT, "eco"),
    "sector": ("the sector where the car stands", TEXT, "1"),
    "place": ("a place with rules of its own where the car stands", TEXT, "station"),
    "signal": ("no2=75, episode, episode=off", items(TEXT), ["episode=off"]),
    "assume": ("policies to try where none is published: gap=cut, prepay=allowed, hours=24/7", items(TEXT), ["gap=cut"]),
    "previous": ("earlier tickets of the day, 9:00-10:00", items(TEXT), ["9:00-10:00"]),
    "stopped_at": ("when the car left before the ticket's end", TEXT, "11:00"),
    "all_towns": ("the zones of all towns", FLAG, False),
    "year": ("a year", NUMBER, 2025),
    "latitude": ("degrees, WGS 84", {"type": "number", "minimum": -90, "maximum": 90}, 42.8125),
    "longitude": ("degrees, WGS 84", {"type": "number", "minimum": -180, "maximum": 180}, -1.6458),
    "cause": ("overstay, no_ticket, wrong_zone ...", TEXT, "overstay"),
    "ended": ("when the paid time ended", TEXT, "11:50"),
    "notice": ("when the notice was written", TEXT, "12:10"),
    "paid": ("what had been paid, as people type it", TEXT, "1.20"),
    "paid_minutes": ("the duration that had been paid", TEXT, "90"),
    "find": ("words to look for", TEXT, "zone"),
    "language": ("the language of the texts", {"enum": ["es", "eu", "en"]}, "eu"),
    "layer": ("the kind of data", {"enum": ["sectors", "places", "kerbs", "meters"]}, "sectors"),
    "all": ("ended and settled ones too", FLAG, True),
    "ticket": ("the number of a ticket", {"type": "integer", "minimum": 1}, 1),
    "alarm": ("the number of an alarm", {"type": "integer", "minimum": 1}, 1),
    "page": ("the id of a page", TEXT, "how-it-works"),
    "lead_times": ("minutes before the end; an empty list for no alarm",
                   items({"type": "integer", "minimum": 0, "maximum": 1440}), [15, 5]),
    "lead_minutes": ("minutes before the ticket's end", {"type": "integer", "minimum": 0, "maximum": 1440}, 12),
    "walk_minutes": ("the walk back to the car", {"type": "integer", "minimum": 0, "maximum": 240}, 7),
    "walk_from": ("where the walk begins, latitude,longitude", TEXT, "42.8170,-1.6430"),
    "position": ("where the car is, latitude,longitude", TEXT, "42.8125,-1.6458"),
    "note": ("a note", TEXT, "by the bakery"),
    "yes": ("save it even if there is one like it", FLAG, False),
    "request_id": ("the same id again is the same ticket", TEXT, "3f2a"),
}
CAR = ["vehicle", "sector", "place", "signal"]
WANT = ["amount_cents", "minutes", "text", "until"]
RINGS = ["lead_times", "request_id"]

# Method, path, summary, parameters (required ones with `!`), schema, status.
PATHS = [
    ("get", "quote", "Money to time, time to money",
     ["town", "at", "zone"] + WANT + CAR + ["assume", "previous", "stopped_at"], "Quote", 200),
    ("get", "plan", "The cheapest legal tickets for a stay",
     ["town", "zone", "from", "until", "minutes", "text"] + CAR + ["assume"], "Plan", 200),
    ("get", "compare", "A stay in all zones",
     ["town", "at", "all_towns", "minutes", "text", "until"] + CAR, "Comparison", 200),
    ("get", "zones", "The zones of a town at a moment", ["town", "at"] + CAR, "Zones", 200),
    ("get", "tariff", "Price tables", ["town", "at", "zone"] + CAR, "Tariff", 200),
    ("get", "hours", "When zones are regulated", ["town", "at", "zone"] + CAR[:3], "Hours", 200),
    ("get", "holidays", "Holidays of a year", ["town", "year"], "Holidays", 200),
    ("get", "where", "Sector and colour at a position", ["town", "at", "latitude!", "longitude!", "vehicle"], "Where",
     200),
    ("get", "fine", "A notice: can it be cancelled, for how much",
     ["town", "at", "zone", "cause", "ended", "notice", "paid", "paid_minutes"], "Fine", 200),
    ("get", "towns", "All towns", [], "Towns", 200),
    ("get", "sectors", "The map of a town", ["town!", "layer"], "FeatureCollection", 200),
    ("get", "tickets", "Tickets", ["all"], "Tickets", 200),
    ("post", "tickets", "Parks: quotes and saves a ticket with its alarms",
     ["town", "at", "zone"] + WANT + CAR + ["assume", "previous", "walk_minutes", "walk_from", "position", "note", "yes"]
     + RINGS, "Parked", 201),
    ("post", "tickets/{ticket}/extend", "A second payment", WANT + ["signal"] + RINGS, "Extended", 200),
    ("post", "tickets/{ticket}/stop", "The car has left", ["at"], "Stopped", 200),
    ("get", "alarms", "Alarms", ["all", "ticket"], "Alarms", 200),
    ("post", "alarms", "Adds an alarm", ["at", "ticket", "lead_minutes", "text"], "ChangedAlarms", 201),
    ("delete", "alarms", "Cancels all that are to ring", ["ticket"], "ClearedAlarms", 200),
    ("delete", "alarms/{alarm}", "Cancels an alarm", [], "ChangedAlarms", 200),
    ("post", "alarms/{alarm}/snooze", "Rings again later", ["minutes"], "ChangedAlarms", 200),
    ("post", "alarms/test", "A real notice through every channel", [], "ChannelTest", 200),
    ("get", "info", "Information pages, or where words stand in them", ["town", "at", "find"], "InfoPages|InfoMatches",
     200),
    ("get", "info/{page}", "An information page", ["town", "at", "find"], "InfoPage|InfoMatches", 200),
    ("get", "settings", "Settings", [], "Settings", 200),
    ("patch", "settings", "Changes settings; null unsets", [], "Settings", 200),
    ("get", "health", "Whether reminders would come", [], "Health", 200),
    ("get", "phrases", "The texts of the page", ["language"], "Phrases", 200),
    ("post", "session", "Opens a session for EventSource", [], None, 204),
    ("get", "events", "Server-sent events: tickets, alarms, settings, alarm", [], None, 200),
    ("get", "openapi.json", "This description", [], None, 200),
]
# Examples of answers: recorded ones.
EXAMPLES = {
    "Quote": "Golden/quote-money.json", "Plan": "PlanGolden/plan-one-ticket.json",
    "Comparison": "PlanGolden/compare.json", "Zones": "Golden/zones-special-period.json",
    "Tariff": "Golden/tariff.json", "Hours": "Golden/hours.json", "Holidays": "Golden/holidays.json",
    "Where": "Golden/where-place.json", "InfoPage": "Golden/info-how-it-works.en.json",
    "InfoPages": "Golden/info.en.json", "InfoMatches": "Golden/info-find.en.json",
    "Settings": "Golden/settings.json",
}
ERRORS = {
    400: "the call is wrong", 401: "the device is not paired", 403: "a page of somebody else's asks, or it is not allowed here",
    404: "there is no such thing", 409: "it cannot be done now", 413: "the body is too large",
    414: "the address is too long", 415: "the body is not said to be JSON", 421: "another host",
    429: "too many listen", 431: "the headers are too large", 500: "a data file is faulty, or the program failed",
    503: "others write to the store",
}
