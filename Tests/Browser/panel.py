#!/usr/bin/env python3
"""Looks at the providers while they answer, and at what a person can do about them: panel.py FORAGE [--shots FOLDER] [--only WORDS]"""

import base64
import pathlib
import re
import sys
import time
import urllib.request

import gallery
from gallery import NO_KEYS, check
from page import Keys, until
from serving import ask

# Those of gallery.py run by themselves.
gallery.CHECKS.clear()

# For checks that must not find answers in the cache when they are tried again.
WORDS = iter(("owl", "heron", "gull"))

# More providers than usual, some of which are off unless somebody wants them.
MANY = tuple(f"FORAGE_PROVIDERS_{name}_ENABLED=true" for name in ("NASACAST", "NASA", "ITUNES", "ARTIC", "ARCHIVE"))


def entry(page, name, part=""):
    """The entry of a provider in the panel, or a part of it."""
    entries = page.driver.execute_script("return [...document.querySelectorAll('#panel li')].filter(each => each.querySelector('.name')?.textContent === arguments[0])", name)
    assert len(entries) == 1, (name, len(entries))
    return entries[0].find_element("css selector", part) if part else entries[0]


def closed(page):
    page.press(Keys.ESCAPE)
    until(lambda: not page.all("#panel[open]"), "the page")


def typed(page, words):
    """Types words until something is suggested: what was seen a moment ago may not be in the index yet."""

    def offered():
        page.one("#words").send_keys(Keys.CONTROL, "a")
        page.press(words)
        time.sleep(0.8)
        return [each.text for each in page.all("#suggestions li")]

    return until(offered, "suggestions")


def sources(page):
    """The providers whose results are on the wall."""
    return page.script("return [...new Set([...document.querySelectorAll('.tile')].map(tile => tile.dataset.id.split(':')[0]))]")


@check("the button says how many of many have answered, and marks that one failed", MANY + ("api.duckduckgo.com:500",))
def counted(page):
    page.search("owl")
    asked = ask(page.address, "/api/v1/search", q="owl", limit=1)["outcomes"]
    answered = [each for each in asked if each["result"] in ("answered", "empty")]
    assert len(asked) > 8, len(asked)
    assert page.text("#about span") == f"{len(answered)} of {len(asked)} answered", page.text("#about")
    assert page.one("#about .dot").get_attribute("aria-label") == "Failed: 1"
    assert "DuckDuckGo failed." in page.text("#state"), page.text("#state")
    page.keep("panel-button")
    page.search("owl from:flickr,unsplash")
    assert page.text("#about span") == "Providers"


@check("the panel changes while providers answer, in words, with their own reasons unfolded on demand", ("api.duckduckgo.com:500", "api.flickr.com:delay=4500"))
def live(page):
    # Another try must not find the answers in the cache.
    page.open(f"/?q={next(WORDS)}")
    until(lambda: "so far;" in page.text("#state"), "the first results")
    page.explain()
    assert "is being asked" in entry(page, "Flickr").text, entry(page, "Flickr").text
    failed = until(lambda: entry(page, "DuckDuckGo").find_elements("css selector", "details"), "the failure")[0]
    assert "500" not in failed.text, failed.text
    failed.find_element("css selector", "summary").click()
    assert "500" in failed.text
    until(lambda: "returned" in entry(page, "Flickr").text, "Flickr")
    # What was unfolded stays so, also while the next page is requested.
    until(lambda: entry(page, "DuckDuckGo").find_elements("css selector", "details[open]"), "what was unfolded")
    page.keep("panel-live")


@check("a provider is turned off and on with its switch, for the next search and the next run")
def switched(page):
    page.search("owl")
    assert "duckduckgo" in sources(page)
    page.explain()
    switch = entry(page, "DuckDuckGo", "[role=switch]")
    assert switch.get_attribute("aria-label") == "Ask DuckDuckGo" and switch.is_selected()
    switch.send_keys(Keys.SPACE)
    until(lambda: "is turned off" in entry(page, "DuckDuckGo").text, "that it is off")
    closed(page)
    page.rest()
    until(lambda: "duckduckgo" not in sources(page), "results without it")
    states = {each["id"]: each["state"] for each in ask(page.address, "/api/v1/providers")["providers"]}
    assert states["duckduckgo"] == "off"
    assert not page.one("#providers [data-value=duckduckgo]").is_displayed()
    page.explain()
    entry(page, "DuckDuckGo", "[role=switch]").send_keys(Keys.SPACE)
    until(lambda: "is turned off" not in entry(page, "DuckDuckGo").text, "that it is on")
    closed(page)
    until(lambda: "duckduckgo" in sources(page), "its results")


@check("a provider that failed is asked again for the search, and one that is paused only if one insists", ("api.duckduckgo.com:500",))
def again(page):
    page.search("owl")
    page.explain()

    before = len(page.services)
    assert entry(page, "DuckDuckGo", "[name=again]").text == "Ask again"
    for _ in range(3):
        if entry(page, "DuckDuckGo", "[name=again]").text == "Ask anyway":
            break
        entry(page, "DuckDuckGo", "[name=again]").click()
        page.rest()
        time.sleep(0.6)
    assert len(page.services) > before
    until(lambda: entry(page, "DuckDuckGo", "[name=again]").text == "Ask anyway", "its pause")
    assert "until" in entry(page, "DuckDuckGo").text, entry(page, "DuckDuckGo").text
    before = len(page.services)
    entry(page, "DuckDuckGo", "[name=again]").click()
    until(lambda: len(page.services) > before, "that it is asked")
    page.keep("panel-again")


@check("a missing key is entered without showing it, and the provider is ready", NO_KEYS)
def keyed(page):
    page.open("/?kind=topic")
    page.rest()
    page.explain()
    assert "needs a key" in entry(page, "Flickr").text or "is turned off" in entry(page, "Flickr").text, entry(page, "Flickr").text
    field = entry(page, "Flickr", ".key input")
    assert field.get_attribute("type") == "password"
    assert entry(page, "Flickr", ".key a").get_attribute("href").startswith("https://")
    page.keep("panel-key")
    field.send_keys("quite-secret", Keys.ENTER)
    until(lambda: "The key is saved." in entry(page, "Flickr").text, "that it is saved")
    until(lambda: not field.is_displayed() and "needs a key" not in entry(page, "Flickr").text, "that it is ready")
    assert field.get_property("value") == ""
    assert "quite-secret" not in page.driver.page_source
    entry(page, "Unsplash", ".key input").send_keys("two words", Keys.ENTER)
    until(lambda: "Send one of" in entry(page, "Unsplash").text, "why it is refused")


@check("others than this machine are offered neither switches nor fields for keys")
def elsewhere(page):
    with page.before("const old = JSON.parse; JSON.parse = (...given) => { const value = old(...given); if (value?.local) value.local = false; return value }"):
        page.search("owl")
        page.explain()
        assert not [each for each in page.all("#panel [role=switch]") if each.is_displayed()]
        assert not page.all("#panel .key")
        closed(page)
        page.one("#words").send_keys(Keys.END, "s")
        time.sleep(0.8)
        assert not page.all("#suggestions")
    request = urllib.request.Request(f"{page.address}/api/v1/providers/flickr", b'{"enabled":false}', {"Content-Type": "application/json", "Origin": "http://evil.example"})
    try:
        urllib.request.urlopen(request)
        raise AssertionError("it was not refused")
    except urllib.error.HTTPError as error:
        assert error.code == 403, error.code


@check("phrases of what was seen are suggested while one types, and taken with keys or a press")
def suggested(page):
    page.search("owl")
    known = page.script("return [...document.querySelectorAll('.tile .title')].map(title => title.textContent.trim())")
    assert known
    page.open("/")
    page.rest()
    field = page.one("#words")
    options = typed(page, "ow")
    assert 0 < len(options) <= 8 and all("ow" in option.lower() for option in options), options
    assert field.get_attribute("role") == "combobox" and field.get_attribute("aria-expanded") == "true"
    page.keep("suggestions")
    page.press(Keys.DOWN)
    assert page.one("#suggestions [aria-selected=true]").get_attribute("id") == field.get_attribute("aria-activedescendant")
    page.press(Keys.UP)
    assert not page.all("#suggestions [aria-selected=true]")
    page.press(Keys.ESCAPE)
    assert not page.one("#suggestions").is_displayed() and field.get_property("value") == "ow"
    wanted = typed(page, "owl")[0]
    page.press(Keys.DOWN, Keys.ENTER)
    assert field.get_property("value") == wanted and not page.one("#suggestions").is_displayed()
    until(lambda: page.driver.title == f"{wanted} · Forage", "the search")
    page.rest()
    wanted = typed(page, "owl")[-1]
    page.all("#suggestions li")[-1].click()
    assert field.get_property("value") == wanted and page.focus == "words"


@check("a kind or a provider that only searches says that it needs words")
def wordless(page):
    page.open("/?from=duckduckgo")
    page.rest()
    assert "needs words" in page.text("#state"), page.text("#state")


@check("everything listed is printed, with its pictures, the words, the date and the credits")
def printed(page):
    page.search("owl")
    for _ in range(3):
        page.script("scrollTo(0, document.body.scrollHeight)")
        time.sleep(0.5)
        page.rest()
    page.script("scrollTo(0, 0)")
    page.script("""addEventListener("beforeprint", () => {
        const tiles = [...document.querySelectorAll(".tile")]
        window.paper = {
          words: document.querySelector("#printed").textContent, count: tiles.length, photos: tiles.filter(tile => tile.matches(".photo")).length,
          without: tiles.filter(tile => !tile.querySelector(".credit").textContent).length,
          unloaded: document.querySelectorAll("#wall img:not([src])").length,
        }
    })""")
    pdf = base64.b64decode(page.command("Page.printToPDF", printBackground=True)["data"])
    paper = page.script("return paper")
    count = int(re.search(r"\d+", page.text("#state")).group())
    assert paper["count"] == count and count > 30 and paper["without"] == paper["unloaded"] == 0, (paper, count)
    assert re.fullmatch(r"owl \d+ \w+ 20\d\d", paper["words"]), paper["words"]
    pictures = len(re.findall(rb"/Subtype\s*/Image", pdf))
    if page.shots:
        pathlib.Path(page.shots, "printed.pdf").write_bytes(pdf)
    assert pictures >= paper["photos"], (pictures, paper)
    assert not page.all("#printed")


if __name__ == "__main__":
    sys.exit(gallery.main())
