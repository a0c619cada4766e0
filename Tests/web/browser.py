"""Chromium, headless, with the page in it: what a person does, and what the page then shows."""

import base64
import json
import re
import time
from pathlib import Path

import axe_playwright_python
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
SCREENS = ["calculate", "sectors", "info", "alarms", "settings"]


class Browser:
    """One Chromium. `language` is what the browser asks for; `width` in CSS pixels."""

    def __init__(self, origin, language="en", width=1280, dark=False):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--no-first-run", "--disable-background-networking"]:
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(40)
        self.origin = origin
        self.requested = []
        self.command("Emulation.setFocusEmulationEnabled", enabled=True)
        self.look(width, dark)

    def look(self, width, dark=False, height=800):
        self.width = width
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                     mobile=width < 760)
        self.command("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def open(self, screen="", remembered=()):
        """Opens the page anew; what it remembers on this device is set before."""
        if not self.driver.current_url.startswith(self.origin):
            self.driver.get(f"{self.origin}/")
        self.run("localStorage.clear(); for (const [name, value] of arguments[0]) localStorage[name] = value",
                 list(dict(remembered).items()))
        self.driver.get(f"{self.origin}/?{time.time()}#{screen}")
        self.wait("return performance.getEntriesByName('useful').length")

    def go(self, screen):
        self.run("location.hash = arguments[0]", screen)
        self.wait("return !document.getElementById(arguments[0]).hidden", screen.split("/")[0])

    def wait(self, script, *arguments, seconds=25):
        """Until the script gives something true, which is returned."""
        end = time.monotonic() + seconds
        while True:
            value = self.run(script, *arguments)
            if value:
                return value
            assert time.monotonic() < end, f"in vain: {script} {arguments}"
            time.sleep(0.02)

    def text(self, name):
        return self.run("return document.getElementById(arguments[0]).innerText", name)

    def value(self, name):
        return self.run("return document.getElementById(arguments[0]).value", name)

    def click(self, selector):
        self.wait("return document.querySelector(arguments[0])", selector)
        self.run("document.querySelector(arguments[0]).click()", selector)

    def choose(self, name, value):
        """Chooses in a list, or writes a date, as leaving the field does."""
        self.run("""const field = document.getElementById(arguments[0]); field.value = arguments[1];
                 field.dispatchEvent(new Event('change', { bubbles: true }))""", name, value)

    def type(self, name, text):
        """Writes into a field without leaving it, and waits for the answer."""
        return self.driver.execute_async_script("""
            const [name, text, done] = arguments, field = document.getElementById(name);
            field.focus();
            new MutationObserver((_, observer) => { observer.disconnect(); setTimeout(done); })
              .observe(document.getElementById('answer'), { childList: true });
            field.value = text;
            field.dispatchEvent(new Event('input', { bubbles: true }));""", name, text)

    def leave(self):
        self.run("document.activeElement.blur()")

    def arrive(self, moment):
        """Chooses an arrival and waits until the answers to it have come."""
        self.run("""performance.clearResourceTimings();
            if (document.getElementById('at').hidden) document.querySelector('[name=arrival][value=at]').click()""")
        self.choose("at", moment)
        self.wait("""const asked = performance.getEntriesByType('resource').filter(({ name }) =>
              name.includes('/quote') && name.includes(encodeURIComponent(arguments[0])));
            return asked.length && performance.now() - asked.at(-1).responseEnd > 250""", moment)

    def picture(self, path, height=None):
        """The whole page; the bar at the foot then stands at its end."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.run("scrollTo(0, 0)")
        full = height or self.run("return document.documentElement.scrollHeight")
        self.look_height(max(full, 640))
        time.sleep(0.15)
        shot = self.command("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))
        self.look_height(800)

    def look_height(self, height):
        self.command("Emulation.setDeviceMetricsOverride", width=self.width, height=height, deviceScaleFactor=1,
                     mobile=self.width < 760)

    def violations(self):
        """What axe finds against WCAG 2.2 A and AA and its own best practices."""
        self.run("document.getAnimations().forEach((each) => each.finish())")
        if not self.run("return !!window.axe"):
            self.run(AXE)
        found = self.driver.execute_async_script("const done = arguments[0]; axe.run().then(done)")
        return [f"{each['id']}: {node['html'][:160]}: {node.get('failureSummary', '')[:300]}"
                for each in found["violations"] for node in each["nodes"]]

    def complaints(self, allowed=()):
        """What the console complains of, but for what a test brings about."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE" and not any(re.search(each, entry["message"]) for each in allowed)]

    def strangers(self, *known):
        """Addresses asked for that are neither the page's own origin nor known."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.requested.append(message["params"]["request"]["url"])
        good = (self.origin + "/", "data:", "blob:", "chrome:", "about:", *known)
        return [url for url in self.requested if not url.startswith(good)]

    def close(self):
        self.driver.quit()
