#!/usr/bin/env python3
"""Kills the daemon with SIGKILL again and again while alarms come due, and counts what was told.

usage: scripts/kill-daemon.py APARKA [--seconds 60] [--seed 1] [--home FOLDER]

Each alarm must be told at least once, and no more often than daemons died while they sent it: every told line
beyond the first needs a death of its own. Alarms are put into the store directly, so that the daemon is told of none.
Exit status 0 = nothing lost and nothing told too often.
"""
import argparse
import collections
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("aparka")
parser.add_argument("--seconds", type=float, default=60)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--home")
options = parser.parse_args()
random.seed(options.seed)

folder = options.home or tempfile.mkdtemp(prefix="aparka-kill-")
home, run = os.path.join(folder, "home"), os.path.join(folder, "run")
told = os.path.join(folder, "told-by-key")
script = os.path.join(folder, "tell-key")
os.makedirs(os.path.join(home, ".config/aparka"), exist_ok=True)
os.makedirs(run, mode=0o700, exist_ok=True)
with open(script, "w") as file:
    # A short line appended by one write.
    file.write(f'#!/bin/sh\necho "$APARKA_KEY" >> {told}\n')
os.chmod(script, 0o755)
with open(os.path.join(home, ".config/aparka/settings.json"), "w") as file:
    json.dump({"channels": ["command"], "command": [script]}, file)
environment = {
    "HOME": home, "XDG_RUNTIME_DIR": run, "PATH": "/usr/bin:/bin", "LANG": "C",
    "SWIFT_BACKTRACE": "enable=no",
}
store = os.path.join(home, ".local/share/aparka/reminders.sqlite")
log = open(os.path.join(folder, "log"), "w")


def start():
    return subprocess.Popen([options.aparka, "daemon"], env=environment, stderr=log)


def connection():
    return sqlite3.connect(store, timeout=30, isolation_level=None)


daemon = start()
while not os.path.exists(store):
    time.sleep(0.05)
time.sleep(0.5)
writer = connection()
alarms = kills = 0
end = time.monotonic() + options.seconds
while time.monotonic() < end:
    now = int(time.time())
    writer.execute("BEGIN IMMEDIATE")
    for number in range(random.randrange(1, 12)):
        alarms += 1
        writer.execute(
            "INSERT INTO alarm (generation, cause, argument, due, state, text, created)"
            " VALUES (0, 'moment', 0, ?, 'pending', ?, ?)",
            (now + random.randrange(0, 2), f"{alarms}", now),
        )
    writer.execute("COMMIT")
    time.sleep(random.choice([0.002, 0.01, 0.03, 0.06, 0.1, 0.2, 0.4]) * random.random() * 2)
    daemon.send_signal(signal.SIGKILL)
    daemon.wait()
    kills += 1
    daemon = start()

deadline = time.monotonic() + 60
while time.monotonic() < deadline:
    open_alarms = writer.execute(
        "SELECT count(*) FROM alarm WHERE state IN ('pending', 'firing')").fetchone()[0]
    if open_alarms == 0:
        break
    time.sleep(0.1)
# It may have been started a moment ago, and not hear signals yet.
time.sleep(1)
daemon.send_signal(signal.SIGTERM)
status = daemon.wait()

with open(told) as file:
    counts = collections.Counter(line.strip() for line in file)
lost = alarms - len(counts)
repeats = sum(counts.values()) - len(counts)
states = dict(writer.execute("SELECT state, count(*) FROM alarm GROUP BY state"))
integrity = writer.execute("PRAGMA integrity_check").fetchone()[0]
print(
    f"{kills} kills, {alarms} alarms: {lost} lost, {repeats} repeats, most often {max(counts.values())} times;"
    f" states {states}; integrity {integrity}; last exit status {status}")
# Up to 4 notices are under way when a daemon dies, each of which may have been shown.
good = (
    lost == 0 and repeats <= 4 * kills and states == {"delivered": alarms} and integrity == "ok"
    and status == 0)
sys.exit(0 if good else 1)
