"""Times opening-hours-py on the expression and the instants of Benchmarks/aparka-bench."""
import datetime
import time

from opening_hours import OpeningHours

TEXT = "Mo-Fr 08:30-14:00,16:00-20:00; Sa 08:30-14:00; PH off"
hours = OpeningHours(TEXT, country="ES")
first = datetime.datetime(2026, 1, 1)
times = [first + datetime.timedelta(days=i % 365, minutes=i * 37 % 1440) for i in range(10_000)]


def nanoseconds_each(function):
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter_ns()
        for moment in times:
            function(moment)
        best = min(best, (time.perf_counter_ns() - start) / len(times))
    return round(best)


print(f"opening-hours-py: is_open      {nanoseconds_each(hours.is_open)} ns")
print(f"opening-hours-py: next_change  {nanoseconds_each(hours.next_change)} ns")
