"""The program that serves the page, in a home of its own."""

import json
import os
import shlex
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("APARKA", str(ROOT / ".build/release/aparka"))


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """`aparka serve` beside `aparka daemon`; APARKA_SERVE names another command, with {port}."""

    def __init__(self, **settings):
        self.home = Path(tempfile.mkdtemp(prefix="aparka-web-"))
        self.rung = self.home / "rung"
        settings = {"channels": ["command"], "command": ["/bin/sh", "-c", f'echo "$0" >> {self.rung}', "{title}"]} | settings
        (self.home / "config/aparka").mkdir(parents=True)
        (self.home / "run").mkdir(mode=0o700)
        (self.home / "config/aparka/settings.json").write_text(json.dumps(settings))
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("XDG_", "LC_", "LANG", "DBUS_"))}
        self.environment |= {"HOME": str(self.home), "XDG_CONFIG_HOME": f"{self.home}/config",
                             "XDG_DATA_HOME": f"{self.home}/data", "XDG_RUNTIME_DIR": f"{self.home}/run",
                             "LANG": "C.UTF-8", "APARKA_DATA": str(ROOT)}
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.running = []

    def start(self):
        other = os.environ.get("APARKA_SERVE")
        commands = [shlex.split(other.format(port=self.port))] if other else [
            [PROGRAM, "daemon"], [PROGRAM, "serve", "--port", str(self.port)]]
        with open(self.home / "log", "ab") as log:
            self.running = [subprocess.Popen(command, env=self.environment, stdout=log, stderr=log) for command in commands]
        end = time.monotonic() + 10
        while True:
            try:
                return urllib.request.urlopen(f"{self.origin}/icon.svg", timeout=2).read()
            except OSError:
                assert time.monotonic() < end, (self.home / "log").read_text()
                time.sleep(0.05)

    def stop(self):
        for process in self.running:
            process.terminate()
        for process in self.running:
            process.wait(10)
        self.running = []

    def end(self):
        self.stop()
        shutil.rmtree(self.home, ignore_errors=True)

    def ask(self, path, method="GET", body=None):
        """The API, as a program asks it."""
        request = urllib.request.Request(
            f"{self.origin}/api/v1/{path}", method=method, headers={"Content-Type": "application/json"},
            data=None if body is None and method == "GET" else json.dumps(body or {}).encode())
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read() or b"{}")

    def set(self, **settings):
        self.ask("settings", "PATCH", settings)


def aparka(*arguments):
    """What the command itself answers."""
    done = subprocess.run([PROGRAM, *arguments, "--json", "--data", str(ROOT)], capture_output=True, text=True,
                          timeout=20, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
