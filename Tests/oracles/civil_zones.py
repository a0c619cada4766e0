"""Offsets of time zones as Python's zoneinfo has them, from the same files.

Argument: "system" (every zone under /usr/share/zoneinfo) or "files" (standard input has one TZif file
a line, in hexadecimal). Output: one line of JSON, the names of each group of equal zones; then, for
each group, little-endian 64-bit numbers:
  n, n times (second, offset before, offset after): every change of the offset in 1970...2199;
  n, n times (second, offset): random moments of 1970...2199;
  n, n times (local second, kind, first, second): local times near changes and at random, with kind
  0 unique, 1 repeated, 2 skipped (first is then the moment of the change).
"""

import datetime
import io
import json
import os
import random
import struct
import sys
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


def offset_at(zone, second):
    return int(datetime.datetime.fromtimestamp(second, zone).utcoffset().total_seconds())


def changes(zone):
    """All changes: a step of a week cannot hold two of them in real zones, and one that it would hide
    is in the other side's list and shows as a difference."""
    found = []
    before = offset_at(zone, FIRST)
    for start in range(FIRST, LAST, STEP):
        end = min(start + STEP, LAST)
        after = offset_at(zone, end)
        if after != before:
            low, high = start, end
            while high - low > 1:
                middle = (low + high) // 2
                if offset_at(zone, middle) == before:
                    low = middle
                else:
                    high = middle
            found.append((high, before, after))
            before = after
    return found


def local_probes(zone, found, generator):
    seconds = []
    for index, (second, before, after) in enumerate(found):
        if index < 60 or index % 16 == 0:
            low, high = sorted((second + before, second + after))
            seconds += [low - 1, low, (low + high) // 2, high - 1, high]
    seconds += [generator.randint(FIRST, LAST) for _ in range(50)]
    probes = []
    for local in seconds:
        naive = EPOCH + datetime.timedelta(seconds=local)
        first, second = (
            local - int(naive.replace(tzinfo=zone, fold=fold).utcoffset().total_seconds())
            for fold in (0, 1)
        )
        if first == second:
            probes.append((local, 0, first, first))
        elif first < second:
            probes.append((local, 1, first, second))
        else:
            # In a gap fold 0 reads the clock that was not yet put forward.
            change = max(c for c, _, _ in found if c <= first)
            probes.append((local, 2, change, change))
    return probes


def main():
    if sys.argv[1] == "system":
        groups = system_groups()
    else:
        lines = sys.stdin.read().split()
        groups = [([str(index)], bytes.fromhex(line)) for index, line in enumerate(lines)]
    out = sys.stdout.buffer
    out.write(json.dumps([names for names, _ in groups]).encode() + b"\n")
    generator = random.Random(2026)
    for _, content in groups:
        zone = zoneinfo.ZoneInfo.from_file(io.BytesIO(content))
        found = changes(zone)
        moments = [generator.randint(FIRST, LAST) for _ in range(200)]
        rows = [
            found,
            [(second, offset_at(zone, second)) for second in moments],
            local_probes(zone, found, generator),
        ]
        for table in rows:
            numbers = [len(table)] + [number for row in table for number in row]
            out.write(struct.pack(f"<{len(numbers)}q", *numbers))


main()
