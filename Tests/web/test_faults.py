"""What once went wrong on the page: answers that are not those of what is shown, hidden or broken pieces."""

import re
import time

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import Browser
from conftest import NO_MAP
from server import Server

WEDNESDAY = "2026-12-02T10:00"


def calatayud(browser, at=WEDNESDAY):
    browser.open(remembered={"town": "calatayud", "zone": "blue"})
    browser.arrive(at)


def nothing_to_park(browser):
    return browser.wait("return document.getElementById('park').hidden && !document.querySelector('#answer time')")


def write(browser, name, text, pause=0.2):
    """As people write: slower than the page waits before it asks."""
    browser.run("const field = document.getElementById(arguments[0]); field.focus(); field.select()", name)
    for letter in text:
        ActionChains(browser.driver).send_keys(letter).perform()
        time.sleep(pause)


def test_a_town_without_a_tariff_has_no_answer(browser):
    browser.open(remembered={"town": "barcelona"})
    browser.wait("return document.querySelector('#answer').textContent")
    for town in ("gorliz", "lleida"):
        browser.choose("town", "calatayud")
        browser.wait("return document.getElementById('zones').textContent.includes('Blue')")
        browser.choose("town", town)
        browser.wait("return document.getElementById('zones').textContent.includes('No tariff')")
        nothing_to_park(browser)
        assert "No tariff" in browser.text("answer") and browser.value("money") == browser.value("until") == ""


def test_a_year_without_a_tariff_has_no_answer(browser):
    calatayud(browser)
    browser.type("minutes", "60")
    browser.leave()
    for year in ("0001", "9999"):
        browser.choose("at", f"{year}-12-02T10:00")
        nothing_to_park(browser)
        assert browser.value("money") == browser.value("until") == ""
        browser.arrive(WEDNESDAY)
        browser.wait("return document.querySelector('#answer time')")
    assert browser.complaints(NO_MAP + [r"zones\?.*40\d"]) == []


UNREADABLE = [("minutes", "1:75"), ("money", "1e3"), ("money", "1.300,00"), ("minutes", "ordu bat"), ("money", "99999"),
              ("minutes", "9999999")]


def test_unreadable_text_has_no_answer(browser):
    calatayud(browser)
    browser.type("minutes", "45")
    browser.leave()
    for name, text in UNREADABLE:
        write(browser, name, text)
        nothing_to_park(browser)
        told = browser.text("moved")
        browser.leave()
        time.sleep(0.3)
        nothing_to_park(browser)
        assert told and browser.text("moved") == told and "9999900" not in told, text
        assert browser.value(name) == text
        other = {"money": "minutes", "minutes": "money"}[name]
        assert browser.value(other) == "" and browser.run("return document.getElementById(arguments[0]).ariaInvalid", name) == "true"
        # What is emptied shows what stood there before.
        browser.type(name, "")
        browser.leave()
        browser.wait("return document.getElementById('minutes').value === '45\u00a0min'")
        assert browser.text("moved") == "" and not browser.run("return document.getElementById('park').hidden")


def test_money_is_read_as_by_the_command(server, browser):
    browser.open(remembered={"town": "calatayud", "zone": "blue"})
    texts = ["120c", "120 cents", "1.20", "1,20", "1'20", "€1.20", "1.20€", "2 euros", "2€", ".50", "1.2", "1e3", "1.300,00",
             "1,300.00", "1.205", "-1.00", "c120", "€1.20€", "1.5c", "120 c", "0.05", "12x€", "1 2€"]
    read = browser.driver.execute_async_script(
        "const [texts, done] = arguments; import('/phrases.js').then(({ readMoney }) => done(texts.map(readMoney)))", texts)
    for text, cents in zip(texts, read):
        said = browser.driver.execute_async_script("""const [text, at, done] = arguments;
            fetch(`/api/v1/quote?town=calatayud&zone=blue&at=${at}&text=${encodeURIComponent(text)}`).then((answer) => answer.json()).then(done)""",
            text, WEDNESDAY)
        if "paid_cents" not in said:
            assert cents is None, text
            continue
        same = server.ask(f"quote?town=calatayud&zone=blue&at={WEDNESDAY}&amount_cents={cents}")
        assert same == said, text
    assert browser.complaints(NO_MAP + [r"quote\?.*400"]) == []
    calatayud(browser)
    write(browser, "money", "120c")
    browser.leave()
    browser.wait("return document.getElementById('money').value === '1.20'")
    assert browser.value("minutes") == "1\u00a0h 50\u00a0min" and browser.text("moved") == ""


def test_an_answer_comes_when_the_server_is_back():
    server = Server()
    server.start()
    browser = Browser(server.origin)
    try:
        calatayud(browser)
        server.stop()
        browser.type("minutes", "90")
        browser.wait("return document.getElementById('answer').textContent.includes('does not answer')", seconds=15)
        nothing_to_park(browser)
        server.start()
        browser.wait("return document.getElementById('answer').textContent.includes('11:32')", seconds=20)
        # A town chosen meanwhile, of which nothing is known yet.
        server.stop()
        browser.choose("town", "zaragoza")
        browser.wait("return document.getElementById('answer').textContent.includes('does not answer')", seconds=15)
        server.start()
        browser.wait("return document.querySelector('#zones input') && document.querySelector('#answer time')", seconds=20)
    finally:
        browser.close()
        server.end()


def test_only_what_has_rung_can_ring_again(server, browser):
    browser.open("alarms")
    made = server.ask("alarms", "POST", {"at": "2027-01-05T10:00:00+01:00", "text": "Later"})
    browser.wait("return document.getElementById('tickets').textContent.includes('Later')")
    assert browser.run("return document.querySelectorAll('[id^=cancel-]').length") > 0
    assert browser.run("return document.querySelectorAll('[id^=snooze-]').length") == 0
    assert made
    server.ask("alarms", "DELETE")


def test_far_from_the_map_it_stays(browser):
    browser.command("Browser.grantPermissions", permissions=["geolocation"])
    browser.command("Emulation.setGeolocationOverride", latitude=43.3183, longitude=-1.9812, accuracy=12)
    browser.open("sectors", {"town": "pamplona"})
    browser.wait("return document.querySelectorAll('.leaflet-tooltip').length === 10")
    browser.click("#locate")
    browser.click("#question-yes")
    browser.wait("return document.querySelector('#place h2')")
    assert "Outside" in browser.text("place")
    time.sleep(0.5)
    inside = """const map = document.getElementById('map').getBoundingClientRect();
        return [...document.querySelectorAll('.leaflet-tooltip')].filter((each) => {
          const { x, y } = each.getBoundingClientRect(); return x > map.x && x < map.right && y > map.y && y < map.bottom; }).length"""
    assert browser.run(inside) > 5
    # In another town that has a map, that one is shown.
    browser.choose("map-town", "vitoria-gasteiz")
    browser.command("Emulation.setGeolocationOverride", latitude=42.8125, longitude=-1.6458, accuracy=12)
    browser.click("#locate")
    browser.click("#question-yes")
    browser.wait("return document.querySelector('#place h2')?.textContent.startsWith('2')")
    assert browser.value("map-town") == "pamplona"
    browser.wait("return document.querySelector('.here')")


def test_the_map_follows_the_town_of_calculate(browser):
    browser.open("sectors", {"town": "pamplona"})
    browser.wait("return document.getElementById('map-town').value === 'pamplona'")
    browser.choose("map-town", "zaragoza")
    browser.go("calculate")
    browser.go("sectors")
    browser.wait("return document.getElementById('map-town').value === 'zaragoza'")
    browser.go("calculate")
    browser.choose("town", "vitoria-gasteiz")
    browser.go("sectors")
    browser.wait("return document.getElementById('map-town').value === 'vitoria-gasteiz'")


def test_the_clock_of_twelve_hours(server, browser):
    try:
        calatayud(browser, "2026-12-01T19:00")
        browser.type("minutes", "60")
        server.set(clock="12", language="es")
        browser.wait("return document.documentElement.lang === 'es' && /p\\.\\sm/.test(document.querySelector('.scale')?.textContent)")
        marks = browser.run("return [...document.querySelectorAll('.scale span')].map((mark) => mark.textContent)")
        assert marks[0].split() == ["7", "p.", "m."], marks
        assert all(mark.endswith("m.") for mark in marks), marks
        # Another arrival is chosen: the time of now is not told, for it would stand still.
        assert browser.text("now") == ""
        text = browser.run("return document.body.textContent")
        assert "m.." not in text
        browser.choose("at", "2026-12-01T18:00")
        browser.wait("return /m\\.$|m\\. [A-Z]/.test(document.getElementById('zone-now').textContent)")
        assert "m.." not in browser.text("zone-now")
    finally:
        server.set(clock=None, language=None)
        browser.wait("return document.documentElement.lang === 'en'")


def test_the_bar_of_several_days_names_them(browser):
    calatayud(browser, "2026-12-05T13:00")
    browser.type("minutes", "120")
    browser.wait("return document.querySelector('.scale')?.textContent.includes('Sun')")
    marks = browser.run("return [...document.querySelectorAll('.scale span')].map((mark) => mark.textContent)")
    assert marks == ["Sun 6", "Mon 7", "Tue 8", "Wed 9"], marks
    listed = browser.run("return document.querySelector('#answer ul.unseen').innerText")
    assert "Saturday 5 December 13:00 – Saturday 5 December 13:30" in listed and "Wednesday 9 December 9:30" in listed, listed


def test_an_error_leaves_no_other_fields(browser):
    calatayud(browser)
    browser.type("money", "1.30")
    browser.type("minutes", "0")
    browser.wait("return document.getElementById('answer').textContent.includes('at least one minute')")
    assert browser.value("money") == browser.value("until") == ""
    nothing_to_park(browser)
    assert browser.complaints(NO_MAP + [r"quote\?.*400"]) == []


def test_a_cleared_arrival_is_asked_for(browser):
    calatayud(browser)
    browser.type("minutes", "60")
    browser.leave()
    browser.choose("at", "")
    nothing_to_park(browser)
    assert "Choose the day" in browser.text("answer")
    browser.arrive(WEDNESDAY)
    browser.wait("return document.querySelector('#answer time')?.textContent === '11:00'")


def test_until_of_the_next_day_is_told(browser):
    calatayud(browser)
    browser.type("until", "10:00")
    assert "Until 10:00 on Thursday 3 December" in browser.text("moved")
    browser.type("until", "11:00")
    assert "Thursday" not in browser.text("moved")


def test_found_passages_are_called_so(browser):
    browser.open("info")
    browser.run("const field = document.getElementById('find'); field.value = 'zone'; field.dispatchEvent(new Event('input'))")
    count = browser.wait("return document.getElementById('found').textContent && document.querySelectorAll('#pages li').length")
    assert browser.text("found") == f"{count} passages"


def test_the_bar_at_the_foot_hides_no_focus(browser):
    browser.look(320, height=600)
    browser.open("settings")
    browser.wait("return document.getElementById('set-walk_minutes')")
    hidden = []
    for _ in range(60):
        ActionChains(browser.driver).send_keys(Keys.TAB).perform()
        at = browser.run("""const at = document.activeElement, { bottom, top } = at.getBoundingClientRect();
            return at.closest('main') && [at.id, bottom, top, document.querySelector('nav').getBoundingClientRect().top]""")
        if at and at[1] > at[3] + 1 and at[2] > 60:
            hidden.append(at)
    assert hidden == []


@pytest.mark.parametrize("width", [320, 1280])
def test_no_word_breaks_on_a_zone(browser, width):
    browser.look(width)
    browser.open()
    towns = browser.run("return [...document.querySelectorAll('#town option')].map(({ value }) => value)")
    broken = browser.driver.execute_async_script("""
        const [towns, done] = arguments, place = document.getElementById('zones'), found = [];
        (async () => {
          for (const town of towns) {
            const { zones } = await (await fetch(`/api/v1/zones?town=${town}`)).json();
            for (const language of ['en', 'es', 'eu']) {
              place.replaceChildren(...(zones ?? []).map(({ name, zone }) => {
                const label = document.createElement('label'), text = document.createElement('span');
                label.className = 'zone c-none';
                text.textContent = name?.[language] ?? zone;
                text.style.overflowWrap = 'normal';
                label.append(text);
                return label;
              }));
              for (const text of place.querySelectorAll('span')) if (text.scrollWidth > text.clientWidth) found.push([town, text.textContent]);
            }
          }
          done(found);
        })();""", towns)
    assert broken == []
    browser.complaints()


def test_hints_of_settings_name_no_raw_values(server, browser):
    for language in ("en", "es", "eu"):
        server.set(language=language)
        browser.open("settings")
        browser.wait("return document.getElementById('set-walk_minutes')")
        for hint in browser.run("return [...document.querySelectorAll('#settings-form .hint')].map((hint) => hint.textContent)"):
            assert not re.search(r"--|\bauto\b|\b(con|with) \w+,|\bask bal|\((long|first|short)\)", hint), hint
    server.set(language=None)


def test_the_badge_stands_beside_its_word(server, browser):
    for minute in range(12):
        server.ask("alarms", "POST", {"at": f"2027-01-05T10:{minute:02}:00+01:00"})
    try:
        for width in (760, 1000, 1280):
            browser.look(width)
            browser.open("alarms")
            browser.wait("return document.getElementById('alarm-count').textContent.length === 2")
            pieces = browser.run("""return ['svg', 'span', 'b'].map((name) => {
                const { left, right, width } = document.querySelector(`nav [href="#alarms"] ${name}`).getBoundingClientRect();
                return [left, right, width]; })""")
            assert pieces[0][1] <= pieces[1][0] and pieces[1][1] <= pieces[2][0], (width, pieces)
            sizes = browser.run("return [...document.querySelectorAll('nav svg')].map((icon) => icon.getBoundingClientRect().width)")
            assert max(sizes) - min(sizes) < 0.5, (width, sizes)
            drawn = browser.run("""return [...document.querySelectorAll('nav svg')].map((icon) => {
                const { width, height } = icon.getBBox(); return Math.max(width, height); })""")
            assert max(drawn) - min(drawn) < 1.5, drawn
            assert browser.run("return document.documentElement.scrollWidth") <= width
    finally:
        server.ask("alarms", "DELETE")
