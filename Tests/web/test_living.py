"""Alarms that ring, settings that act, a server that goes and comes back, the map."""

import time
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from conftest import NO_MAP
from browser import Browser
from server import Server, aparka


def parked(server):
    return [each for each in server.ask("tickets")["tickets"] if each["state"] == "active"]


@pytest.fixture(scope="module", autouse=True)
def cleaned(server):
    yield
    server.ask("alarms", "DELETE")


def open_for_parking(browser):
    browser.open(remembered={"town": "calatayud", "zone": "blue"})
    tomorrow = (datetime.now() + timedelta(days=1)).date()
    while tomorrow.isoweekday() > 5:
        tomorrow += timedelta(days=1)
    browser.arrive(f"{tomorrow}T09:30")
    browser.type("minutes", "60")
    browser.leave()


def test_set_alarm(server, browser):
    before = len(parked(server))
    open_for_parking(browser)
    browser.click("#leads label:nth-child(2) input")
    browser.click("#park-button")
    browser.wait("return document.querySelector('#parked b')")
    assert "It rings at 10:15, 10:25." in browser.text("parked")
    assert browser.run("return document.querySelectorAll('#parked p').length") == 2
    assert browser.run("return document.getElementById('park-button').disabled")
    tickets = parked(server)
    assert len(tickets) == before + 1
    assert sorted(each["lead_minutes"] for each in tickets[-1]["alarms"]) == [5, 15]
    browser.go("alarms")
    browser.wait("return document.querySelectorAll('.line').length >= 2")
    browser.click(".line button")
    browser.wait("return document.getElementById('alarm-told').textContent")
    number = tickets[-1]["ticket"]
    browser.click(f"#stop-{number}")
    browser.wait("return !document.getElementById(arguments[0])", f"stop-{number}")
    assert len(parked(server)) == before


def test_pressing_again_after_no_answer_is_one_ticket(server, browser):
    before = len(parked(server))
    open_for_parking(browser)
    browser.run("""const real = window.fetch; let count = 0;
        window.fetch = async (address, options) => {
          const answer = await real(address, options);
          if (options?.method === 'POST' && /tickets$/.test(address) && !count++) throw new TypeError('lost');
          return answer;
        };""")
    browser.click("#park-button")
    browser.wait("return document.querySelector('#parked .bad')")
    browser.click("#park-button")
    browser.wait("return document.querySelector('#parked b')")
    assert len(parked(server)) == before + 1


def test_an_alarm_rings(server, browser):
    browser.open("alarms")
    due = (datetime.now() + timedelta(seconds=4)).strftime("%Y-%m-%dT%H:%M:%S")
    browser.run("""document.getElementById('add').noValidate = true;
        document.getElementById('add-at').value = arguments[0];
        document.getElementById('add-text').value = 'Bread in the oven';
        document.querySelector('#add button').click()""", due)
    browser.wait("return document.getElementById('tickets').innerText.includes('Bread in the oven')")
    browser.wait("return [...document.querySelectorAll('.line .left')].some((each) => /^00:0\\d left$/.test(each.textContent))")
    browser.wait("return document.getElementById('ringing').innerText.includes('Bread in the oven')", seconds=15)
    browser.click("#ringing button:last-child")
    assert browser.text("ringing") == ""


def test_the_countdown_runs_only_while_seen(browser):
    browser.open()
    assert browser.run("""let count = 0; const real = window.setInterval;
        return new Promise((done) => {
          const observer = new MutationObserver(() => count++);
          for (const place of document.querySelectorAll('.left')) observer.observe(place, { childList: true });
          setTimeout(() => done(count), 1500);
        })""") == 0


def test_map_lookup(browser):
    browser.open("sectors", {"town": "pamplona"})
    browser.wait("return document.querySelectorAll('.leaflet-tooltip').length === 10")
    sizes = browser.run("""return [...document.querySelectorAll('.leaflet-tooltip b')].map((label) => {
        const { x, y, width, height } = label.getBoundingClientRect();
        return [label.textContent, x + width / 2, y + height / 2];
    })""")
    for sector, x, y in sizes[:4]:
        browser.run("document.getElementById('place').replaceChildren()")
        browser.run("""const [x, y] = arguments; const shape = document.elementsFromPoint(x, y).find((each) => each.matches('.shape'));
            for (const type of ['mousedown', 'mouseup', 'click'])
              shape.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: x, clientY: y, view: window }))""", x, y)
        browser.wait("return document.querySelector('#place h2')")
        assert browser.text("place").startswith(f"{sector} · "), sector
    zones = aparka("where", "42.8125", "-1.6458")["zones"]
    browser.click("#sector-list li:nth-child(2) button")
    browser.wait("return document.querySelector('#place h2')?.textContent.startsWith('2')")
    assert browser.run("return document.querySelectorAll('.zone-cards li').length") == len(zones)
    browser.click(".zone-cards li:nth-child(2) button")
    browser.wait("return location.hash === '#calculate' && document.querySelector('#zones :checked')?.value === arguments[0]", zones[1]["zone"])
    assert browser.value("sector") == "2"


def test_where_am_i(server, browser):
    browser.command("Browser.grantPermissions", permissions=["geolocation"])
    browser.command("Emulation.setGeolocationOverride", latitude=42.8125, longitude=-1.6458, accuracy=12)
    browser.open("sectors", {"town": "pamplona"})
    browser.click("#locate")
    browser.wait("return document.getElementById('question').open")
    browser.click("#question form button:last-child")
    assert "42.8" not in str(browser.strangers()) and browser.text("place") != ""
    browser.click("#locate")
    browser.click("#question-yes")
    browser.wait("return document.querySelector('#place h2')?.textContent.startsWith('2')")
    server.set(position="never")
    browser.wait("return document.getElementById('locate').hidden")
    server.set(position=None)


def test_tiles_only_when_wished(server, browser):
    asked = []

    class Tiles(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    tiles = ThreadingHTTPServer(("127.0.0.1", 0), Tiles)
    Thread(target=tiles.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{tiles.server_port}"
    browser.driver.get("about:blank")
    other = Browser(server.origin)
    try:
        other.open("sectors", {"town": "pamplona"})
        other.wait("return document.querySelectorAll('.leaflet-tooltip').length === 10")
        assert asked == []
        server.set(tile_url=address + "/{z}/{x}/{y}.png", tile_attribution="© <b>Somebody</b>")
        other.wait("return document.querySelector('.leaflet-control-attribution')?.textContent.includes('© <b>Somebody</b>')")
        end = time.monotonic() + 5
        while not asked and time.monotonic() < end:
            time.sleep(0.05)
        assert asked
        assert other.strangers(address) == []
    finally:
        server.set(tile_url=None, tile_attribution=None)
        other.close()
        tiles.shutdown()


def test_settings_act_at_once(server, browser):
    browser.open("settings")
    browser.choose("set-language", "eu")
    browser.wait("return document.documentElement.lang === 'eu'")
    browser.wait("return document.querySelector('#settings h1').textContent === 'Ezarpenak'")
    assert server.ask("settings")["settings"][0]["value"] == "eu"
    # From elsewhere: the command, another browser.
    server.set(language="es", clock="12")
    browser.wait("return document.documentElement.lang === 'es'")
    browser.go("calculate")
    browser.wait("return /[ap]\\.\\sm\\./.test(document.getElementById('now').textContent)")
    browser.go("settings")
    browser.wait("return document.getElementById('set-lead_times')")
    browser.choose("set-lead_times", "20, 7")
    browser.wait("return document.getElementById('told-lead_times').textContent")
    settings = {each["name"]: each["value"] for each in server.ask("settings")["settings"]}
    assert settings["lead_times"] == [20, 7]
    server.set(language=None, clock=None, lead_times=None)
    browser.wait("return document.documentElement.lang === 'en'")


def test_a_refused_setting_says_why(server, browser):
    browser.open("settings")
    browser.wait("return document.getElementById('set-walk_minutes')")
    browser.choose("set-walk_minutes", "far")
    browser.wait("return document.getElementById('told-walk_minutes').textContent.length > 10")
    assert browser.complaints(NO_MAP + [r"settings - Failed to load resource.*40\d"]) == []


def test_the_server_goes_and_comes_back():
    server = Server()
    server.start()
    browser = Browser(server.origin)
    try:
        browser.open(remembered={"town": "calatayud"})
        browser.wait("return navigator.serviceWorker.ready.then(() => caches.match('/api/v1/phrases')).then((kept) => !!kept)")
        server.stop()
        browser.wait("return document.getElementById('connection').textContent.includes('does not answer')", seconds=15)
        browser.driver.refresh()
        browser.wait("return document.getElementById('connection')?.innerText.includes('does not answer')", seconds=10)
        assert "aparka serve" in browser.text("connection")
        server.start()
        browser.wait("return performance.getEntriesByName('useful').length", seconds=20)
        browser.wait("return document.getElementById('answer').textContent", seconds=10)
        # Without loading anew it comes back too.
        server.stop()
        browser.wait("return document.getElementById('connection').textContent.includes('does not answer')", seconds=15)
        server.start()
        browser.wait("return !document.getElementById('connection').textContent.includes('does not answer')", seconds=20)
        assert browser.complaints(["net::ERR", "Failed to load resource"]) == []
    finally:
        browser.close()
        server.end()


def test_blocks_of_a_page(browser):
    """Links lead to pages here or beside this one; whatever a text has in it stays text."""
    browser.open()
    browser.run("""const blocks = [
        { kind: 'heading', level: 2, text: 'H', links: [] },
        { kind: 'paragraph', text: 'A <b>b</b> here, here and there', links: [{ text: 'here', page: 'fines' },
          { text: 'here', url: 'javascript:alert(1)' }, { text: 'there', url: 'https://example.org/' }] },
        { kind: 'list', start: 3, items: [[{ kind: 'paragraph', text: 'i', links: [] },
          { kind: 'list', start: null, items: [[{ kind: 'paragraph', text: 'j', links: [] }]] }]] },
        { kind: 'table', columns: [{ title: 'C', figure: false }, { title: 'D', figure: true }], rows: [['x', '1']] }];
        const real = window.fetch;
        window.fetch = async (address, options) => /info\\/x/.test(address)
          ? new Response(JSON.stringify({ title: 'T', blocks })) : real(address, options)""")
    browser.go("info/x")
    browser.wait("return document.querySelector('#page table')")
    made = browser.run("return document.getElementById('page').innerHTML")
    assert "<h3>H</h3>" in made and "A &lt;b&gt;b&lt;/b&gt; " in made
    assert '<a href="#info/fines">here</a>, here and <a href="https://example.org/" target="_blank" rel="noreferrer">there</a>' in made
    assert '<ol start="3"><li><span>i</span><ul><li><span>j</span></li></ul></li></ol>' in made
    assert '<th class="figure" scope="col">D</th>' in made and '<td class="figure">1</td>' in made
