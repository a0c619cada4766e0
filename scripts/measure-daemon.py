#!/usr/bin/env python3
"""Measures the daemon: what it costs at rest, how late it rings, a million pending alarms, many at once.

usage: scripts/measure-daemon.py APARKA [--rest-seconds 60] [--pending 1000000] [--at-once 10000]

Prints one line a figure. Exit status 1 when a bar of docs/daemon.md is missed (only to be trusted on a machine that has
nothing else to do).
"""
import argparse
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("aparka")
parser.add_argument("--rest-seconds", type=int, default=60)
parser.add_argument("--pending", type=int, default=1_000_000)
parser.add_argument("--at-once", type=int, default=10_000)
options = parser.parse_args()
missed = []


class World:
    """A home of its own whose one channel is a program that appends a line."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="aparka-measure-")
        self.home, self.run = self.folder + "/home", self.folder + "/run"
        os.makedirs(self.home + "/.config/aparka")
        os.makedirs(self.run, mode=0o700)
        self.told, script = self.folder + "/told", self.folder + "/tell"
        with open(script, "w") as file:
            file.write(f'#!/bin/sh\necho "$APARKA_DUE $APARKA_ALARM $(date +%s%N)" >> {self.told}\n')
        os.chmod(script, 0o755)
        with open(self.home + "/.config/aparka/settings.json", "w") as file:
            json.dump({"channels": ["command"], "command": [script]}, file)
        self.environment = {
            "HOME": self.home, "XDG_RUNTIME_DIR": self.run, "PATH": "/usr/bin:/bin", "LANG": "C"}
        self.store = self.home + "/.local/share/aparka/reminders.sqlite"

    def start(self):
        """Starts it, and gives the seconds until the service manager is told READY."""
        path = self.folder + "/notify"
        if os.path.exists(path):
            os.unlink(path)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        listener.bind(path)
        begin = time.monotonic()
        self.daemon = subprocess.Popen(
            [options.aparka, "daemon"], env=self.environment | {"NOTIFY_SOCKET": path},
            stderr=open(self.folder + "/log", "w"))
        while not listener.recv(500).startswith(b"READY=1"):
            pass
        return time.monotonic() - begin

    def stop(self):
        self.daemon.send_signal(signal.SIGTERM)
        return self.daemon.wait()

    def status(self, name):
        with open(f"/proc/{self.daemon.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(name + ":"))

    def switches(self):
        return self.status("voluntary_ctxt_switches") + self.status("nonvoluntary_ctxt_switches")

    def add(self, moments):
        connection = sqlite3.connect(self.store, timeout=60, isolation_level=None)
        now = int(time.time())
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(
            "INSERT INTO alarm (generation, cause, argument, due, state, text, created)"
            " VALUES (0, 'moment', 0, ?, 'pending', ?, ?)",
            ((due, str(number), now) for number, due in enumerate(moments)))
        connection.execute("COMMIT")
        connection.close()

    def lines(self, count, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if os.path.exists(self.told):
                with open(self.told) as file:
                    lines = file.read().splitlines()
                if len(lines) >= count:
                    return lines
            time.sleep(0.05)
        raise SystemExit(f"only {len(lines)} of {count} told")


def processor(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def bar(text, value, limit, unit):
    good = value <= limit
    print(f"{text}: {value:.4g} {unit} (bar {limit} {unit}){'' if good else '  MISSED'}", flush=True)
    if not good:
        missed.append(text)


def rest():
    world = World()
    bar("start, empty store", world.start() * 1000, 200, "ms")
    world.add([int(time.time()) + 3600])
    time.sleep(8)
    before = world.switches()
    time.sleep(options.rest_seconds)
    bar(f"context switches in {options.rest_seconds} s at rest", world.switches() - before, 0, "")
    with open(world.folder + "/log") as file:
        if "clock_changed" in file.read():
            print("(somebody set the clock meanwhile, which wakes it by right)")
    bar("resident at rest", world.status("VmRSS") / 1000, 15, "MB")
    print(f"of it anonymous: {world.status('RssAnon') / 1000:.2f} MB; threads {world.status('Threads')}")
    now = int(time.time())
    # The alarms' numbers are 2 to 11.
    world.add([now + 2 + second for second in range(10)])
    late = sorted(
        int(line.split()[-1]) / 1e6 - 1000 * (now + int(line.split()[1])) for line in world.lines(10, 30))
    print("rings late by (ms, the script's start included):", " ".join(f"{value:.0f}" for value in late))
    bar("median", late[5], 50, "ms")
    assert world.stop() == 0


def pending():
    world = World()
    world.start()
    assert world.stop() == 0
    now = int(time.time())
    world.add(range(now + 86_400, now + 86_400 + options.pending))
    bar(f"start, {options.pending} pending", world.start(), 2, "s")
    print(f"processor time of it: {processor(world.daemon.pid):.2f} s")
    time.sleep(8)
    bar(f"resident, {options.pending} pending", world.status("VmRSS") / 1000, 30, "MB")
    before = world.switches()
    time.sleep(10)
    bar("context switches in 10 s", world.switches() - before, 0, "")
    world.add([int(time.time()) + 2])
    line = world.lines(1, 20)[0].split()
    print(f"one more alarm among them: told {int(line[-1]) % 10**9 / 1e6:.0f} ms after a whole second")
    assert world.stop() == 0


def at_once():
    world = World()
    world.start()
    due = int(time.time()) + 5
    world.add([due] * options.at_once)
    lines = world.lines(options.at_once, 300)
    order = [int(line.split()[1]) for line in lines]
    ends = [int(line.split()[-1]) / 1e9 - due for line in lines]
    out_of_place = max(abs(place + 1 - number) for place, number in enumerate(order))
    print(
        f"{options.at_once} at once by a script: first told {ends[0]:.3f} s after, last {max(ends):.1f} s after;"
        f" {len(set(order))} different, farthest out of place {out_of_place}")
    if len(set(order)) != options.at_once or len(lines) != options.at_once:
        missed.append("all told once")
    print(f"resident after it: {world.status('VmRSS') / 1000:.1f} MB")
    assert world.stop() == 0


rest()
pending()
at_once()
sys.exit(1 if missed else 0)
