#!/usr/bin/env python3
"""Loads `aparka serve` with many keep-alive connections at once, beside slow ones, and says what came of it.

    scripts/load-server.py PROGRAM [--seconds 30] [--connections 200] [--json]

Fails when an answer is wrong or missing, when slow-loris connections hold others up, or when memory grows.
Only the standard library is used: one thread, non-blocking sockets.
"""

import argparse
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOMENT = "2025-10-14T10:00"
REQUESTS = [
    f"/api/v1/quote?town=calatayud&zone=blue&amount_cents=120&at={MOMENT}",
    f"/api/v1/quote?town=pamplona&zone=blue&minutes=60&at={MOMENT}",
    f"/api/v1/zones?town=calatayud&at={MOMENT}",
    f"/api/v1/hours?town=calatayud&at={MOMENT}",
    "/api/v1/towns",
    "/",
    "/api/v1/nothing",
]


class Client:
    """A connection that asks, waits for the whole answer, and asks again."""

    def __init__(self, port, number):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setblocking(False)
        self.port, self.number, self.count = port, number, 0
        self.buffer = bytearray()
        self.ask()

    def ask(self):
        path = REQUESTS[(self.number + self.count) % len(REQUESTS)]
        self.expected = 404 if path.endswith("nothing") else 200
        self.sent = time.perf_counter()
        self.socket.send(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())

    def read(self):
        """Milliseconds of an answer that is whole now, else None."""
        piece = self.socket.recv(65536)
        if not piece:
            raise SystemExit(f"connection {self.number} was closed after {self.count} answers")
        self.buffer += piece
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return None
        head = self.buffer[:end].decode("latin-1")
        length = next(int(line[15:]) for line in head.split("\r\n") if line.lower().startswith("content-length:"))
        if len(self.buffer) < end + 4 + length:
            return None
        if int(head[9:12]) != self.expected:
            raise SystemExit(f"{head[:40]}, expected {self.expected}")
        del self.buffer[: end + 4 + length]
        self.count += 1
        took = (time.perf_counter() - self.sent) * 1000
        self.ask()
        return took


def memory(process):
    """Kilobytes that are the process's own."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty:"))


def slow(port, count):
    """Connections that begin a request and never end it."""
    begun = []
    for _ in range(count):
        one = socket.create_connection(("127.0.0.1", port))
        one.send(b"GET /api/v1/towns HTTP/1.1\r\nHost: 127")
        begun.append(one)
    return begun


def load(port, process, seconds, connections):
    selector = selectors.DefaultSelector()
    clients = [Client(port, number) for number in range(connections)]
    for client in clients:
        selector.register(client.socket, selectors.EVENT_READ, client)
    begun = slow(port, 20)
    took, start = [], time.perf_counter()
    sizes, next_size = [], start + seconds * 0.2
    while (now := time.perf_counter()) < start + seconds:
        for key, _ in selector.select(1):
            if (milliseconds := key.data.read()) is not None:
                took.append(milliseconds)
        if now > next_size:
            sizes.append(memory(process))
            next_size += max(0.2, seconds / 20)
    took.sort()
    for one in begun:
        one.close()
    return {
        "connections": connections,
        "seconds": round(time.perf_counter() - start, 1),
        "requests": len(took),
        "requests_per_second": round(len(took) / (time.perf_counter() - start)),
        "median_ms": round(took[len(took) // 2], 2),
        "p99_ms": round(took[len(took) * 99 // 100], 2),
        "slowest_ms": round(took[-1], 1),
        "memory_kb_first": sizes[0],
        "memory_kb_last": sizes[-1],
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "XDG_RUNTIME_DIR": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        server = subprocess.Popen(
            [options.program, "serve", "--json", "--port", "0", "--data", str(ROOT)],
            stdout=subprocess.PIPE, env=environment)
        try:
            port = json.loads(server.stdout.readline())["port"]
            figures = load(port, server.pid, options.seconds, options.connections)
            # With the load gone, what is slow must not hold a new client up.
            begun = slow(port, 300)
            start = time.perf_counter()
            fresh = socket.create_connection(("127.0.0.1", port))
            fresh.settimeout(5)
            fresh.send(f"GET /api/v1/towns HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            assert fresh.recv(65536).startswith(b"HTTP/1.1 200"), "no answer beside 300 slow connections"
            figures["beside_300_slow_ms"] = round((time.perf_counter() - start) * 1000, 1)
            for one in begun:
                one.close()
        finally:
            server.send_signal(signal.SIGTERM)
            figures_status = server.wait(10)
    if figures_status != 0:
        raise SystemExit(f"the server ended with {figures_status}")
    growth = figures["memory_kb_last"] - figures["memory_kb_first"]
    print(json.dumps(figures) if options.json else "\n".join(f"{name:22} {value}" for name, value in figures.items()))
    if growth > 2048:
        raise SystemExit(f"memory grew by {growth} kB")


main()
