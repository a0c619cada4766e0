"""Evaluates opening_hours texts with the PyPI package opening-hours-py (2.1.4).

Standard input: one JSON object a line, {"text": ..., "times": [minutes since 1970-01-01 local]}.
Standard output: first a line with the days since 1970 on which the package sees a Spanish national
holiday (2018 to 2032); then a line per input line: {"error": ...} or {"answers": [[kind, comment,
next change in minutes since 1970, or null when there is none within 5,000 days], ...]}.
"""

import json
import sys
from datetime import date, datetime, timedelta

from opening_hours import OpeningHours, ParserError

EPOCH = datetime(1970, 1, 1)
# Without a limit the package looks for changes up to the year 9999, for seconds at a time.
LIMIT_DAYS = 5000
COUNTRY = "ES"


def holidays():
    probe = OpeningHours("PH", country=COUNTRY)
    day = datetime(2018, 1, 1, 12)
    while day.year < 2033:
        if probe.is_open(day):
            yield (day.date() - date(1970, 1, 1)).days
        day += timedelta(days=1)


def answer(hours, minutes):
    time = EPOCH + timedelta(minutes=minutes)
    state, comment = hours.state(time)
    change = hours.next_change(time)
    if change is not None:
        change = (change - EPOCH) // timedelta(minutes=1)
    return [str(state).rpartition(".")[2].lower(), comment, change]


print(json.dumps(list(holidays())))
for line in sys.stdin:
    case = json.loads(line)
    try:
        hours = OpeningHours(case["text"], country=COUNTRY, max_interval_days=LIMIT_DAYS)
        print(json.dumps({"answers": [answer(hours, time) for time in case["times"]]}))
    except ParserError as error:
        print(json.dumps({"error": str(error)}))
