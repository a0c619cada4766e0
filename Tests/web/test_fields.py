"""Money, time and end as fields that are input and output, against the command itself."""

import random
import re

import pytest

from server import aparka

# Ladders, bands with rounding, a lunch gap, a whole day, a limit a day, days without.
STAYS = [
    ("calatayud", "blue", "2025-10-14T12:50"),
    ("calatayud", "blue", "2025-10-14T17:20"),
    ("zaragoza", "blue", "2025-10-14T09:10"),
    ("zaragoza", "orange", "2025-10-14T18:30"),
    ("vitoria-gasteiz", "zone-1", "2025-10-15T10:00"),
    ("palma", "zone-1", "2025-10-15T11:40"),
    ("bilbao", "blue", "2025-10-15T12:00"),
    ("calatayud", "blue", "2025-10-12T12:00"),
]
EACH = 25


def cents(text):
    return int(re.sub(r"\D", "", text)) if text else None


def minutes(text):
    parts = re.fullmatch(r"(?:(\d+)\sh)?\s?(?:(\d+)\smin)?", text)
    return int(parts[1] or 0) * 60 + int(parts[2] or 0) if text else None


def inputs(seed):
    source = random.Random(seed)
    for _ in range(EACH):
        kind = source.choice(["money", "money", "minutes", "minutes", "until"])
        if kind == "money":
            amount = source.choice([source.randrange(0, 700), 5 * source.randrange(0, 80)])
            mark = source.choice([".", ","])
            yield kind, f"{amount // 100}{mark}{amount % 100:02}", amount
        elif kind == "minutes":
            length = source.randrange(1, 400)
            form = source.choice(["{all}", "{all}m", "{all} min", "{hours}:{rest:02}", "{hours}h{rest:02}", "{hours} h {rest} min"])
            yield kind, form.format(all=length, hours=length // 60, rest=length % 60), length
        else:
            time = f"{source.randrange(24):02}:{source.randrange(60):02}"
            yield kind, time, time


def asked(town, zone, at, kind, value):
    if kind == "money":
        wish = [f"{value // 100}.{value % 100:02}"]
    elif kind == "minutes":
        wish = [f"{value}m"]
    else:
        later = value > at[11:]
        date = at[:10] if later else f"{at[:8]}{int(at[8:10]) + 1:02}"
        wish = ["--until", f"{date}T{value}"]
    return aparka("quote", zone, *wish, "--town", town, "--at", at)


@pytest.mark.parametrize("number", range(len(STAYS)))
def test_fields_agree_with_the_command(browser, number):
    town, zone, at = STAYS[number]
    known = [each["zone"] for each in aparka("zones", "--town", town, "--at", at)["zones"]]
    zone = zone if zone in known else known[0]
    browser.open(remembered={"town": town, "zone": zone})
    browser.arrive(at)
    for kind, text, value in inputs(number):
        browser.type(kind, text)
        quote = asked(town, zone, at, kind, value)
        shown = {name: browser.value(name) for name in ("money", "minutes", "until")}
        case = str((town, zone, at, kind, text, quote["outcome"], shown))
        assert shown[kind] == text, case
        is_ticket = quote["outcome"] == "ticket"
        expected = {
            "money": quote["paid_cents"] if is_ticket else None,
            "minutes": quote["counted_minutes"] if is_ticket else None,
            "until": quote["valid_until"][11:16] if is_ticket else "",
        }
        read = {"money": cents, "minutes": minutes, "until": str}
        for name in expected:
            if name != kind:
                assert read[name](shown[name]) == expected[name], case
        if not is_ticket:
            continue
        browser.leave()
        assert read[kind](browser.value(kind)) == expected[kind], case
        moved = expected[kind] != value or (kind == "until" and value <= at[11:])
        assert (browser.text("moved") != "") == moved, case
        assert quote["valid_until"][11:16].lstrip("0") in browser.text("answer"), case


def test_the_reason_is_told(browser):
    browser.open(remembered={"town": "calatayud", "zone": "blue"})
    browser.arrive("2025-10-14T10:00")
    browser.type("money", "5")
    assert "€3.70 buys nothing" in browser.text("moved") and "maximum" in browser.text("moved")
    assert browser.value("money") == "5" and browser.value("minutes") == "2\u00a0h"
    assert browser.run("return document.getElementById('minutes').classList.contains('flash')")
    browser.leave()
    assert browser.value("money") == "1.30"


def test_the_nearest_is_a_button(browser):
    browser.open(remembered={"town": "calatayud", "zone": "blue"})
    browser.arrive("2025-10-14T10:00")
    browser.type("minutes", "3h")
    assert "More than the maximum" in browser.text("answer") or "Longer" in browser.text("answer")
    browser.click(".nearest")
    browser.wait("return document.getElementById('money').value === '1.30'")
    assert browser.value("minutes") == "2\u00a0h" and "12:00" in browser.text("answer")


def test_what_cannot_be_read_is_said(browser):
    browser.open(remembered={"town": "calatayud", "zone": "blue"})
    for kind, text in [("money", "1.205"), ("money", "-1"), ("minutes", "1h75"), ("minutes", "soon")]:
        browser.run("""const field = document.getElementById(arguments[0]); field.focus(); field.value = arguments[1];
                    field.dispatchEvent(new Event('input'))""", kind, text)
        assert browser.run("return document.getElementById(arguments[0]).ariaInvalid", kind) == "true", text
        assert browser.text("moved") != "", text


def test_a_late_answer_is_dropped(browser):
    browser.open(remembered={"town": "calatayud", "zone": "blue"})
    browser.arrive("2025-10-14T10:00")
    browser.run("""
        const real = window.fetch; let count = 0;
        window.fetch = async (address, options) => {
          const mine = /quote/.test(address) ? ++count : 0;
          const answer = await real(address, { ...options, signal: undefined });
          if (mine === 1) await new Promise((done) => setTimeout(done, 700));
          return answer;
        };
        const field = document.getElementById('money'); field.focus();
        const write = (text) => { field.value = text; field.dispatchEvent(new Event('input')); };
        write('0.25'); setTimeout(() => write('0.65'), 250);""")
    browser.wait("return document.getElementById('minutes').value === '1\u00a0h'")
    browser.run("return new Promise((done) => setTimeout(done, 900))")
    assert browser.value("minutes") == "1\u00a0h"


def test_the_arrival_follows_the_clock(browser):
    browser.open(remembered={"town": "calatayud"})
    assert re.fullmatch(r"\d{1,2}:\d\d", browser.text("now"))
