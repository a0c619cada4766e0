"""Offsets of time zones as two other programs have them.

Argument "system": every zone under /usr/share/zoneinfo, read by Python's zoneinfo. Argument "rules":
the TZ strings on standard input, one a line, read by the C library (zoneinfo of Python 3.11 takes
the day number n to be a day earlier than POSIX says, and J59 a day later in leap years).
Output: one line of JSON, the names of each group of equal zones; then, for each group, little-endian
64-bit numbers:
  n, n times (second, offset before, offset after): every change of the offset in 1970...2199;
  n, n times (second, offset): random moments of 1970...2199;
  n, n times (local second, kind, first, second): local times near changes and at random, with kind
  0 unique, 1 repeated, 2 skipped (first is then the moment of the change).
"""

import datetime
import functools
import io
import json
import os
import random
import struct
import sys
import time
import zoneinfo

ROOT = "/usr/share/zoneinfo"
UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1)
FIRST = 0
LAST = int(datetime.datetime(2200, 1, 1, tzinfo=UTC).timestamp()) - 1
STEP = 7 * 86400


def system_groups():
    groups = {}
    for folder, _, files in os.walk(ROOT):
        for file in files:
            path = os.path.join(folder, file)
            name = os.path.relpath(path, ROOT)
            if name.startswith(("posix", "right")) or name == "localtime":
                continue
            with open(path, "rb") as stream:
                content = stream.read()
            if content.startswith(b"TZif"):
                groups.setdefault(content, []).append(name)
    return [(sorted(names), content) for content, names in sorted(groups.items(), key=lambda i: i[1])]


def zoneinfo_offset(zone):
    def offset_at(second):
        return int(datetime.datetime.fromtimestamp(second, zone).utcoffset().total_seconds())

    return offset_at


def c_library_offset(second):
    return time.localtime(second).tm_gmtoff


def changes(offset_at):
    """All changes: a step of a week cannot hold two of them in real zones, and one that it would hide
    is in the other side's list and shows as a difference."""
    found = []
    before = offset_at(FIRST)
    for start in range(FIRST, LAST, STEP):
        end = min(start + STEP, LAST)
        after = offset_at(end)
        if after != before:
            low, high = start, end
            while high - low > 1:
                middle = (low + high) // 2
                if offset_at(middle) == before:
                    low = middle
                else:
                    high = middle
            found.append((high, before, after))
            before = after
    return found


def local_seconds(found, generator):
    seconds = [generator.randint(FIRST, LAST) for _ in range(50)]
    for index, (second, before, after) in enumerate(found):
        if index < 60 or index % 16 == 0:
            low, high = sorted((second + before, second + after))
            seconds += [low - 1, low, (low + high) // 2, high - 1, high]
    return seconds


def zoneinfo_local(zone, found, local):
    """The two readings of PEP 495: fold 0 and fold 1."""
    naive = EPOCH + datetime.timedelta(seconds=local)
    first, second = (
        local - int(naive.replace(tzinfo=zone, fold=fold).utcoffset().total_seconds())
        for fold in (0, 1)
    )
    if first == second:
        return (local, 0, first, first)
    if first < second:
        return (local, 1, first, second)
    # In a gap fold 0 reads the clock that was not yet put forward.
    change = max(c for c, _, _ in found if c <= first)
    return (local, 2, change, change)


def c_library_local(found, local):
    """By trying all offsets that the rule has."""
    offsets = {offset for row in found for offset in row[1:]} or {c_library_offset(FIRST)}
    moments = sorted(
        local - offset for offset in offsets if c_library_offset(local - offset) == offset
    )
    if moments:
        return (local, len(moments) - 1, moments[0], moments[-1])
    change = next(c for c, before, after in found if c + before <= local < c + after)
    return (local, 2, change, change)


def zones():
    """For each: names, offset by second, and the reading of a local second."""
    if sys.argv[1] == "system":
        for names, content in system_groups():
            zone = zoneinfo.ZoneInfo.from_file(io.BytesIO(content))
            yield names, zoneinfo_offset(zone), functools.partial(zoneinfo_local, zone)
    else:
        for rule in sys.stdin.read().split():
            os.environ["TZ"] = rule
            time.tzset()
            yield [rule], c_library_offset, c_library_local


def main():
    all_names = []
    tables = []
    generator = random.Random(2026)
    for names, offset_at, read_local in zones():
        all_names.append(names)
        found = changes(offset_at)
        moments = [generator.randint(FIRST, LAST) for _ in range(200)]
        rows = [
            found,
            [(second, offset_at(second)) for second in moments],
            [read_local(found, local) for local in local_seconds(found, generator)],
        ]
        for table in rows:
            numbers = [len(table)] + [number for row in table for number in row]
            tables.append(struct.pack(f"<{len(numbers)}q", *numbers))
    sys.stdout.buffer.write(json.dumps(all_names).encode() + b"\n" + b"".join(tables))


main()
