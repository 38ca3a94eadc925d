#!/usr/bin/env python3
"""Looks at the gallery in a real browser, as a person does: gallery.py FORAGE [--shots FOLDER] [--only WORDS]

The services are played by the sandbox, so nothing leaves this machine. Each check opens the page anew.
"""

import argparse
import base64
import importlib.util
import json
import os
import pathlib
import re
import sys
import time
import traceback
import urllib.parse

from page import Keys, Page, browser, until
from serving import ask, gallery, keyless, whole_list

CHECKS = []
FAILING = ("api.openverse.org:status=500",)
SLOW = ("api.flickr.com:delay=1800", "www.flickr.com:delay=1800", "api.openverse.org:status=500")

SLOW_UNSPLASH = ("api.unsplash.com:delay=1800",)
SLOW_PICTURES = ("images.unsplash.com:drip=400",)
SLOWER_PICTURES = ("images.unsplash.com:drip=1500",)
NO_CLOUDINARY = ("res.cloudinary.com:401",)
NO_PICTURES = ("images.unsplash.com:503",)

DAMAGED = ("api.duckduckgo.com:badbyte", "api.openverse.org:html")

# In place of faults: the real services, without a key for any. Such a check may ask only those that are not asked without one.
NO_KEYS = "no keys"


def check(sentence, faults=()):
    """Registers one thing that has to hold, of a gallery whose services have these faults, or NO_KEYS."""

    def register(function):
        CHECKS.append((sentence, faults, function))
        return function

    return register


def choose(page, value):
    """Presses a filter in the panel, which is closed afterwards."""
    page.one("#open-filters").click()
    page.one(f"#choices [data-value={value}]").click()
    page.one("#filters .top button").click()


# Searching


@check("the page is small, and loads everything from its own program")
def small(page):
    page.search("owl")
    assert all(path.startswith("/") for path in page.requests), page.requests
    size = page.script(
        "return performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))"
        ".filter(({ name }) => !/api|images/.test(name)).reduce((sum, entry) => sum + entry.encodedBodySize, 0)")
    assert 5_000 < size <= 60_000, size
    page.keep("light")


@check("without words the page shows new items, which kinds and providers filter")
def browsing(page):
    page.open("/")
    page.rest()
    assert page.ids and "New and interesting" in page.text("#state"), page.text("#state")
    assert not page.one("select[data-filter=sort]").is_displayed()
    page.keep("browse")
    page.one("[data-value=episode]").click()
    until(lambda: page.ids and all(each.startswith("cocoacasts:") for each in page.ids), "episodes alone")
    page.keep("browse-episodes")
    page.driver.back()
    until(lambda: len({each.split(":")[0] for each in page.ids}) > 1, "everything again")
    choose(page, "flickr")
    until(lambda: page.ids and all(each.startswith("flickr:") for each in page.ids), "photos of Flickr alone")
    assert "from=flickr" in page.driver.current_url, page.driver.current_url


@check("the new items of a day are chosen by date, and left with the back button")
def of_a_day(page):
    page.open("/")
    page.rest()
    now = page.ids
    page.script("const field = document.querySelector('.day input'); field.value = '2024-05-31'; field.dispatchEvent(new Event('change'))")
    until(lambda: page.driver.current_url.endswith("?day=2024-05-31"), "the day in the address bar")
    page.rest()
    assert "31 May 2024" in page.text("#state"), page.text("#state")
    # In what order they stand hangs on who answers first.
    new = set(now[:10]) - set(page.ids)
    assert page.ids and new
    page.keep("day")
    page.driver.back()
    until(lambda: new <= set(page.ids), "what is new")
    assert page.one(".day input").get_property("value") == ""


@check("providers that cannot list a day are named")
def without_days(page):
    for width in (1440, 360):
        page.look(width=width, height=740)
        page.open("/?day=2024-05-31")
        page.rest()
        told = page.text("#state")
        assert told.startswith("New on 31 May 2024: ") and told.endswith(" list only what is new now."), told
        assert page.script("const told = document.querySelector('#state'); return told.scrollHeight <= told.clientHeight")
        page.keep(f"day-{width}")
    page.open("/?day=2024-05-31&from=flickr")
    page.rest()
    assert page.ids and "only what is new now" not in page.text("#state"), page.text("#state")


@check("a future day is refused in a sentence, which does not mark the query")
def day_to_come(page):
    sentence = "The day 2999-05-31 is in the future; leave it out for the latest."
    page.open("/?day=2999-05-31")
    until(lambda: page.text("#complaint") == sentence, "that the day is refused")
    assert page.text("#state") == "" and not page.ids, (page.text("#state"), page.ids)
    assert page.text("#announcement") == sentence
    assert page.one("#words").get_attribute("aria-invalid") == "false"
    assert page.one(".day input").get_attribute("aria-describedby") == "complaint"
    page.keep("day-to-come")
    page.open("/")
    page.rest()
    page.script("const field = document.querySelector('.day input'); field.value = '2999-05-31'; field.dispatchEvent(new Event('change'))")
    until(lambda: page.text("#complaint") == sentence, "that the day is refused there, too")
    assert page.ids and page.text("#announcement") == sentence, page.text("#announcement")


@check("the page says who applies a filter: the service, Forage or neither")
def handled(page):
    page.search("owl hue:green", orientation="portrait")
    choice = page.one("select[data-filter=orientation]").get_attribute("title")
    assert "by the service" in choice and "by Forage" in choice, choice
    assert "cannot filter by colour" in page.text("#state"), page.text("#state")
    page.explain()
    assert "orientation by the service" in page.text("#panel") and "colour not possible" in page.text("#panel"), page.text("#panel")
    page.keep("handled")


@check("providers that cannot apply a filter are left out on request")
def strict(page):
    def selects():
        return page.script("return ['#use', '#open-filters', '#wall'].map(each => { const { x, y } = document.querySelector(each).getBoundingClientRect(); return [x, y] })")

    for width, height in ((1440, 900), (360, 740)):
        page.look(width=width, height=height)
        page.search("owl")
        assert not page.one("#strictness").is_displayed()
        before = selects()
        page.search("owl hue:green")
        assert "10 providers cannot filter by colour." in page.text("#state"), page.text("#state")
        page.keep(f"unheld-{width}")
        button = page.one("#strictness")
        assert button.text == "Leave them out" and button.rect["x"] + button.rect["width"] <= width, (button.text, button.rect)
        button.click()
        until(lambda: "10 left out (cannot filter by colour): DuckDuckGo, Flickr" in page.text("#state"), "that they are left out")
        page.rest()
        assert page.focus == "wall" and "strict=true" in page.driver.current_url, (page.focus, page.driver.current_url)
        assert page.ids and all(each.startswith("unsplash:") for each in page.ids), page.ids
        button = page.one("#strictness")
        assert button.text == "Show all" and button.rect["x"] + button.rect["width"] <= width, (button.text, button.rect)
        page.keep(f"strict-{width}")
        assert selects() == before, (selects(), before)
        page.one("#strictness").click()
        until(lambda: "Leave them out" == page.one("#strictness").text, "all of them again")
        assert "strict" not in page.driver.current_url, page.driver.current_url
    page.search("owl hue:green", strict="true")
    page.explain()
    assert "cannot honour" in page.text("#panel"), page.text("#panel")
    page.press(Keys.ESCAPE)
    page.one("[data-value=photo]").click()
    until(lambda: "kind=photo" in page.driver.current_url, "another search")
    assert "strict" not in page.driver.current_url, page.driver.current_url


@check("if all providers were left out, the page says so and can include them again")
def all_left_out(page):
    page.search("owl hue:green from:flickr", strict="true")
    assert page.text("#state") == "1 left out (cannot filter by colour): Flickr.", page.text("#state")
    assert "All providers were left out." in page.text("#end") and "Flickr" in page.text("#end"), page.text("#end")
    page.keep("all-left-out")
    page.one("#end button").click()
    until(lambda: page.ids, "the photos of Flickr")
    assert page.focus == "wall", page.focus


@check("typing searches once, after a pause, and is one step of the history")
def typing(page):
    page.search("owl")
    field = page.one("#words")
    field.clear()
    field.send_keys("heron")
    until(lambda: "q=heron" in page.driver.current_url, "the search in the address bar")
    page.rest()
    asked = [path for path in page.requests if "/search?" in path and "cursor" not in path]
    assert [path.split("q=")[1].split("&")[0] for path in asked] == ["owl", "heron"], asked
    page.driver.back()
    until(lambda: page.one("#words").get_property("value") == "owl", "the words of before")
    assert page.driver.current_url.endswith("?q=owl")


@check("a mistake in the query is explained, and the earlier results stay")
def mistaken(page):
    page.search("owl")
    before = page.ids
    page.one("#words").send_keys(" lisence:cc")
    until(lambda: "licence" in page.text("#complaint"), "a sentence on what is wrong")
    assert page.one("#words").get_attribute("aria-invalid") == "true"
    assert page.ids[: len(before)] == before
    page.keep("mistaken")
    page.one("#words").clear()
    page.one("#words").send_keys("owl kimd:photo")
    until(lambda: "kimd" in page.text("#complaint"), "what was meant")
    page.one("#complaint a").click()
    until(lambda: page.one("#words").get_property("value") == "owl kind:photo" and page.driver.current_url.endswith("?q=owl&kind=photo"), "what was meant")
    assert page.text("#complaint") == "", page.text("#complaint")


@check("a pressed kind filters the search; going back releases it")
def kinds(page):
    page.search("owl")
    page.one("[data-value=episode]").click()
    until(lambda: "kind=episode" in page.driver.current_url, "the kind in the address bar")
    until(lambda: page.ids and all(each.startswith("cocoacasts:") for each in page.ids), "episodes alone")
    assert page.one("[data-value=episode]").get_attribute("aria-pressed") == "true"
    page.keep("episodes")
    page.driver.back()
    until(lambda: len({each.split(":")[0] for each in page.ids}) > 2, "everything again")


@check("a pressed provider is searched alone")
def providers(page):
    page.search("owl")
    choose(page, "flickr")
    until(lambda: page.ids and all(each.startswith("flickr:") for each in page.ids), "photos of Flickr alone")
    assert "from%3Aflickr" in [path for path in page.requests if "/search?" in path][-1]


@check("the filters are in one panel that fits the window; a provider in it reads as its name and a figure")
def panel(page):
    for width in (1440, 820, 360):
        page.look(width=width)
        page.search("owl")
        page.one("#open-filters").click()
        chip = page.one("[data-value=duckduckgo]")
        assert chip.is_displayed() and chip.accessible_name.startswith("DuckDuckGo 1"), chip.accessible_name
        box = page.script("const { left, right, bottom } = document.querySelector('#filters').getBoundingClientRect(); return [left >= 0, right <= innerWidth, bottom <= innerHeight]")
        assert box == [True, True, True], (width, box)
        assert page.script("const panel = document.querySelector('#filters'); return panel.scrollWidth <= panel.clientWidth"), width
        page.keep(f"filters-{width}")
        page.press(Keys.ESCAPE)
        assert not page.one("#filters").is_displayed()


@check("a filter is part of the query: typed, it is set in the panel; set in the panel, it is in the field")
def both_ways(page):
    page.search("owl")
    field = page.one("#words")
    field.send_keys(' kind:photo by:"Ann Lee" color:teal')
    until(lambda: "colour=teal" in page.driver.current_url, "the filters in the address bar")
    assert "q=owl&" in page.driver.current_url and "by=Ann+Lee" in page.driver.current_url, page.driver.current_url
    assert page.one("[data-value=photo]").get_attribute("aria-pressed") == page.one("[data-value=teal]").get_attribute("aria-pressed") == "true"
    assert page.one("[data-filter=by]").get_property("value") == "Ann Lee"
    chips = page.script("return [...document.querySelectorAll('#chosen button')].map(each => each.textContent)")
    assert chips == ["Colour: teal×", "Creator: Ann Lee×", "Clear all"], chips
    field.send_keys(Keys.ESCAPE)
    page.one("#chosen button").click()
    until(lambda: field.get_property("value") == 'owl kind:photo by:"Ann Lee"', "the query without the colour")
    assert page.focus == "open-filters", page.focus
    choose(page, "unsplash")
    until(lambda: field.get_property("value") == 'owl kind:photo from:unsplash by:"Ann Lee"', "the source in the field")
    page.all("#chosen button")[-1].click()
    until(lambda: field.get_property("value") == "owl" and page.driver.current_url.endswith("?q=owl"), "the words alone")
    page.open("/?q=owl+kind:topic")
    page.rest()
    assert page.one("[data-value=topic]").get_attribute("aria-pressed") == "true"


@check("a phrase or a filter that is half typed is no mistake, and Escape leaves the query as it is")
def half_typed(page):
    page.search("owl")
    field = page.one("#words")
    for more, asked in ((' "barn ow', 'owl "barn ow"'), ("", None), (" kind:", "owl")):
        field.clear()
        field.send_keys("owl" + more, Keys.ENTER)
        page.rest()
        assert page.text("#complaint") == "", (more, page.text("#complaint"))
        last = urllib.parse.parse_qs([path for path in page.requests if "/search?" in path][-1].split("?")[1])["q"][0]
        assert asked in (None, last), (more, last)
    field.send_keys(Keys.ESCAPE)
    assert field.get_property("value") == "owl kind:", field.get_property("value")


@check("the state of each provider is at its filter, also if the query names providers")
def standing_twice(page):
    page.search("owl from:unsplash")
    titles = {each.get_attribute("data-value"): each.get_attribute("title") for each in page.all("#providers .chip")}
    assert re.fullmatch(r"Unsplash returned \d+ results.*", titles["unsplash"]), titles
    assert titles["flickr"] == "Flickr is ready.", titles


@check("an empty result is stated alone")
def nothing(page):
    page.search("qqzzxxqq")
    until(lambda: "Nothing found" in page.text("#end"), "that nothing was found")
    assert not page.ids
    page.keep("nothing")


@check("“Did you mean” is a link if nothing was found, is announced, and keeps the filters")
def meant(page):
    page.search("barn owl")
    for width in (1440, 360):
        page.look(width=width, height=740)
        page.search("barm owl", kind="photo")
        suggested = ask(page.address, "/api/v1/search", q="barm owl kind:photo")["suggestions"]
        assert suggested and all(each.endswith(" kind:photo") for each in suggested), suggested
        links = page.all("#end .meant a")
        assert [each.text + " kind:photo" for each in links] == suggested, page.text("#end")
        told = "Did you mean " + " or ".join(each.text for each in links) + "?"
        assert told in page.text("#end") and "Try fewer" not in page.text("#end"), page.text("#end")
        said = page.text("#announcement")
        assert said.startswith("No results.") and said.replace("“", "").replace("”", "").endswith(told), said
        page.keep(f"meant-{width}")
    page.look(prefers_color_scheme="dark")
    page.keep("meant-dark")
    first = page.one("#end .meant a")
    assert first.get_attribute("href").endswith("/?q=barn+owl&kind=photo"), first.get_attribute("href")
    page.script("arguments[0].focus()", first)
    page.press(Keys.ENTER)
    until(lambda: page.ids, "photos of barn owls")
    page.rest()
    assert page.driver.current_url.endswith("/?q=barn+owl&kind=photo"), page.driver.current_url
    assert page.one("#words").get_property("value") == "barn owl kind:photo" and page.focus == "wall", page.focus
    page.driver.back()
    until(lambda: page.all("#end .meant a"), "the words of before")


@check("“See also” follows the end of the list, and searches")
def also(page):
    page.search("owl", **{"from": "duckduckgo"})
    more = ask(page.address, "/api/v1/search", q="owl from:duckduckgo")["seeAlso"]
    until(lambda: page.script("scrollTo(0, document.body.scrollHeight); return document.querySelector('#end .also')"), "the end of the list")
    assert "See also: " + " · ".join(more) == page.text("#end .also"), (more, page.text("#end .also"))
    page.keep("also")
    page.look(width=360, height=740)
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")
    page.script("scrollTo(0, document.body.scrollHeight)")
    page.keep("also-360")
    link = page.one("#end .also a")
    wanted = link.text
    link.click()
    until(lambda: page.one("#words").get_property("value") == f"{wanted} from:duckduckgo", "the other search")
    assert urllib.parse.urlencode({"q": wanted, "from": "duckduckgo"}) in page.driver.current_url, page.driver.current_url


@check("a hint on the query is shown with the results, as on the command line")
def hinted(page):
    page.search("%27barn%20owl%27")
    hint = ask(page.address, "/api/v1/search", q="'barn owl'")["hint"]
    assert hint.startswith("Single quotes") and hint in page.text("#state"), page.text("#state")
    page.keep("hinted")
    page.look(width=360, height=740)
    assert page.script("const told = document.querySelector('#state'); return told.scrollHeight <= told.clientHeight")


@check("a query is read as words and filters, and written again")
def words_of(page):
    page.open("/")
    told = page.module("query.js", """
        const read = text => Object.fromEntries(Object.entries(module.parse(text)).filter(([, value]) => value))
        return ['owl kind:photo license:commercial,modify kind:topic', 'by:"kind:photo of" "a kind:photo \\\\" b" !flickr,!unsplash', "creator:'Ann Lee' by:Bo 12:30 sort:"]
          .map(each => [read(each), module.compose(module.parse(each))])""")
    assert told == [
        [{"q": "owl", "kind": "photo,topic", "licence": "commercial,modify"}, "owl kind:photo,topic licence:commercial,modify"],
        [{"q": '"a kind:photo \\" b"', "by": "kind:photo of", "from": "flickr,unsplash"}, '"a kind:photo \\" b" from:flickr,unsplash by:"kind:photo of"'],
        [{"q": "by:Bo 12:30 sort:", "by": "Ann Lee"}, 'by:Bo 12:30 sort: by:"Ann Lee"'],
    ], told


# Results as they come


@check("visible results never move while providers answer; later ones appear below", SLOW)
def arriving(page):
    page.open("/?q=owl")
    first = until(lambda: page.places, "the first results")
    assert not any(each.startswith("flickr:") for each in page.ids), "the slow provider was waited for"
    until(lambda: "Flickr" in page.text("#state"), "the name of the slow provider")
    page.keep("arriving")
    while page.one("#wall").get_attribute("aria-busy") == "true":
        now = page.places
        assert {each: now.get(each) for each in first} == first, "a result that was seen moved"
        first = now
    assert page.places.items() >= first.items()
    until(lambda: any(each.startswith("flickr:") for each in page.ids), "what came later")
    assert page.moved == [], page.moved


@check("late results are sorted in when the reader asks for it", SLOW)
def in_order(page):
    page.search("heron")
    button = until(lambda: [each for each in page.all("#late") if each.is_displayed()], "the quiet mark")[0]
    assert "arrived late" in button.text
    page.keep("later")
    button.click()
    page.rest()
    best = [item["id"] for item in ask(page.address, "/api/v1/search", q="heron", limit=30)["items"] if item["kind"] == "photo"]
    photos = "return [...document.querySelectorAll('.tile.photo')].slice(0, 8).map(tile => tile.dataset.id)"
    until(lambda: page.script(photos) == best[:8], f"the best order, {best[:8]}")
    assert page.focus == page.ids[0]


@check("the failure of a provider is shown at its filter, above the results and in the panel", FAILING)
def failing(page):
    page.search("gull")
    chip = page.one("[data-value=openverse]")
    assert chip.get_attribute("data-tone") in ("bad", "warning") and "500" in chip.get_attribute("title"), chip.get_attribute("title")
    assert "Openverse failed." in page.text("#state") and "500" not in page.text("#state"), page.text("#state")
    page.explain()
    assert "500" in page.text("#panel") and "Results from DuckDuckGo" in page.text("#panel")
    page.keep("providers")
    page.press(Keys.ESCAPE)
    assert page.focus == "about"


@check("if no provider answered, the page does not say that there are no results", FAILING)
def unanswered(page):
    page.search("tern from:openverse")
    assert page.text("#state") == "No provider could answer. Openverse failed.", page.text("#state")
    assert "No provider could answer" in page.text("#end") and "500" in page.text("#end"), page.text("#end")
    page.keep("nobody")
    page.open("/")
    page.rest()
    page.offline(True)
    page.one("#words").send_keys("tern", Keys.ENTER)
    until(lambda: page.all("#end [role=alert]"), "the error")
    assert page.text("#state") == "", page.text("#state")
    page.offline(False)


@check("a failure is a sentence above the results, with its reason at the filter and in the panel", DAMAGED)
def in_short(page):
    page.search("owl")
    told = page.text("#state")
    assert "Openverse failed." in told and "JSON" not in told, told
    assert "DOCTYPE" in page.one("[data-value=openverse]").get_attribute("title")
    page.keep("in-short")
    page.look(width=390, height=844)
    assert page.script("const told = document.querySelector('#state'); return told.scrollHeight <= told.clientHeight")
    page.keep("in-short-390")
    page.explain()
    assert "DOCTYPE" in page.text("#panel")
    page.search("owl from:openverse")
    assert "DOCTYPE" in page.text("#end") and "DOCTYPE" not in page.text("#state"), page.text("#end")


@check("a damaged answer has a warning at its filter", DAMAGED)
def damaged(page):
    page.search("owl")
    tones = {each.get_attribute("data-value"): each.get_attribute("data-tone") for each in page.all("#providers .chip")}
    assert tones["duckduckgo"] == "warning" and tones["unsplash"] == "good" and tones["openverse"] == "bad", tones
    assert "damaged" in page.one("[data-value=duckduckgo]").get_attribute("title")
    page.keep("damaged")


@check("sentences about providers end in one full stop", DAMAGED)
def stops(page):
    page.search("owl")
    page.explain()
    told = page.text("#panel") + page.text("#state") + " ".join(each.get_attribute("title") for each in page.all("#providers .chip"))
    assert "not UTF-8." in told and "char…”." in told and ".." not in told, told


@check("a provider without a key is marked before and after a search, and the page says so if no provider has one", NO_KEYS)
def without_key(page):
    page.search("owl from:unsplash")
    assert page.text("[data-value=unsplash] .figure") == page.text("[data-value=flickr] .figure") == "key", page.text("#providers")
    assert page.text("#state") == "No provider could answer. Unsplash lacks a key; “Providers” says where to get one.", page.text("#state")
    assert "Unsplash lacks a key" in page.text("#end"), page.text("#end")
    page.keep("keyless")
    page.explain()
    entry = next(each for each in page.all("#panel li") if each.text.startswith("Unsplash"))
    assert "UNSPLASH_ACCESS_KEY" in entry.get_property("textContent") and "Get a key" in entry.text, entry.text
    page.keep("keyless-panel")


@check("no key is requested for simulated services")
def no_key_needed(page):
    page.search("owl")
    page.explain()
    assert "Unsplash" in page.text("#panel") and "Get a key" not in page.text("#panel"), page.text("#panel")
    page.keep("panel-played")


@check("full rows are as wide as the wall, and every picture keeps its shape")
def justified(page):
    # Asked first, so that the page is told no fewer sizes: pictures that were slow to come are measured by then.
    sizes = {item["id"]: item["size"] for item in whole_list(page.address, "owl kind:photo") if "size" in item}
    page.search("owl", kind="photo")
    wrong = page.script("""
        const wall = document.querySelector("#wall").getBoundingClientRect()
        return [...document.querySelectorAll(".pictures")].slice(0, -1)
          .map(row => row.lastChild.getBoundingClientRect().right - wall.right).filter(gap => Math.abs(gap) > 1)""")
    assert wrong == [], wrong
    frames = page.script("""
        return [...document.querySelectorAll(".photo")].map(tile => {
          const { width, height } = tile.querySelector(".frame").getBoundingClientRect()
          return [tile.dataset.id, width / height]
        })""")
    for each, ratio in frames:
        if each in sizes:
            assert abs(ratio / (sizes[each]["width"] / sizes[each]["height"]) - 1) < 0.03, (each, ratio, sizes[each])


@check("rows are right for any shapes and widths: each item once, pictures in order, none too high")
def rows(page):
    page.open("/")
    wrong = page.module("rows.js", """
        const wrong = []
        for (let seed = 1; seed < 400; seed++) {
          const random = (step => () => (step = (step * 48271) % 2147483647) / 2147483647)(seed * 7919)
          const items = Array.from({ length: 40 }, (_, index) => ({
            id: index, kind: random() < .2 ? ["answer", "topic", "episode"][index % 3] : "photo",
            size: random() < .1 ? undefined : { width: 100 + 3000 * random(), height: 100 + 3000 * random() } }))
          const sizes = module.measures(320 + 1800 * random())
          const { rows, rest } = module.rows(items, sizes, { whole: seed % 2 === 0, hasPictures: seed % 3 > 0 })
          const laid = rows.flatMap(row => row.items).concat(rest).map(item => item.id)
          const photos = laid.filter(id => items[id].kind === "photo")
          if (new Set(laid).size !== 40 || photos.some((id, index) => index && id < photos[index - 1])) wrong.push([seed, "order"])
          if (seed % 2 === 0 && rest.length) wrong.push([seed, "rest"])
          for (const row of rows.filter(row => row.widths))
            if (row.height > 1.5 * sizes.height + 1 || row.widths.reduce((sum, width) => sum + width, 0) > sizes.width + 1) wrong.push([seed, row.height])
        }
        return wrong.slice(0, 5)""")
    assert wrong == [], wrong


@check("scrolling loads the whole list, with each result once")
def to_the_end(page):
    page.search("heron")
    expected = {source["id"] for item in whole_list(page.address, "heron") for source in item["sources"]}

    def at_the_end():
        page.script("scrollTo(0, document.body.scrollHeight)")
        return "That is all" in page.text("#end")

    until(at_the_end, "the end of the list", 60)
    ids = page.ids
    assert len(ids) == len(set(ids)) and set(ids) <= expected, sorted(set(ids) - expected)
    assert f"{len(ids)} results" in page.text("#end"), (len(ids), page.text("#end"))
    assert "Results from DuckDuckGo" in page.text("#end")
    assert page.moved == [], page.moved
    page.keep("end")


@check("in a low window each result is counted once, and no page is requested twice")
def little_by_little(page):
    page.look(1280, 500)
    page.search("owl")

    def at_the_end():
        page.press(Keys.PAGE_DOWN)
        return "That is all" in page.text("#end")

    until(at_the_end, "the end of the list", 60)
    assert f"That is all: {len(page.ids)} results" in page.text("#end"), (len(page.ids), page.text("#end"))
    pages = [path for path in page.requests if path.startswith("/api/v1/search")]
    assert len(pages) == len(set(pages)), pages
    assert not page.one("#late").is_displayed()


def until_asked(page):
    """Reads on until somebody is waited for. What another check asked for lies in the cache, so it takes words of its own."""
    def is_asked():
        page.script("scrollTo(0, document.body.scrollHeight)")
        return "waiting for" in page.text("#state")

    until(is_asked, "that somebody is asked")


@check("jumping up and down does not request a page again", SLOW_UNSPLASH)
def jumped(page):
    page.search("summer")
    until_asked(page)
    for _ in range(4):
        page.script("scrollTo(0, 0)")
        time.sleep(0.1)
        page.script("scrollTo(0, document.body.scrollHeight)")
        time.sleep(0.1)
    page.rest()
    pages = [path for path in page.requests if path.startswith("/api/v1/search")]
    assert len(pages) == len(set(pages)), pages


@check("scrolling far up cancels the request for more, and each result still appears once", SLOW_UNSPLASH)
def given_up(page):
    page.search("autumn")
    until_asked(page)
    page.script("scrollTo(0, 0)")
    start = time.monotonic()
    page.rest()
    assert time.monotonic() - start < 1.5, "what nobody looks for was waited for"
    until(lambda: page.script("scrollTo(0, document.body.scrollHeight); return document.querySelector('#end').textContent.includes('That is all')"), "the end", 60)
    ids = page.ids
    assert len(ids) == len(set(ids)) and f"That is all: {len(ids)} results" in page.text("#end"), (len(ids), page.text("#end"))
    assert "from 0 providers" not in page.text("#state")


@check("going back to a search restores its results and place")
def left(page):
    page.search("owl")
    page.script("scrollTo(0, 900)")
    page.rest()
    ids = page.ids
    for width in (1440, 900):
        # Rows are made again, so that another result may be the first of its row each time.
        item, top = page.script("""
            const tile = [...document.querySelectorAll(".tile")].find(tile => tile.getBoundingClientRect().bottom > 140)
            return [tile.dataset.id, Math.round(tile.getBoundingClientRect().top)]""")
        page.script("document.querySelector('#kinds button').click()")
        until(lambda: "kind=" in page.driver.current_url and page.script("return scrollY") == 0, "the other list")
        page.rest()
        page.look(width)
        page.driver.back()
        until(lambda: page.script("return scrollY") > 0, "the place of before")
        page.rest()
        now = page.script("return Math.round(document.querySelector(`.tile[data-id=${JSON.stringify(arguments[0])}]`).getBoundingClientRect().top)", item)
        assert abs(now - top) <= 1, (width, item, top, now)
    # The last row waits until it is full, or until the list ends.
    until(lambda: page.script("scrollTo(0, document.body.scrollHeight); return true") and set(ids) <= set(page.ids), "all results of before", 30)


@check("if the large view closes into another list, the focus is on that list")
def closed_into(page):
    page.search("heron")
    page.one("#words").clear()
    page.one("#words").send_keys("owl", Keys.ENTER)
    until(lambda: "q=owl" in page.driver.current_url, "the other search")
    page.rest()
    page.one(".photo .open").click()
    until(lambda: page.all("#viewer[open]"), "the large view")
    page.script("history.go(-2)")
    until(lambda: "q=heron" in page.driver.current_url and not page.all("#viewer[open]"), "the first search")
    page.rest()
    assert page.script("return document.querySelector('#wall').contains(document.activeElement)"), page.script("return document.activeElement.outerHTML.slice(0, 200)")


@check("a change of the window's width cancels no request", SLOW_UNSPLASH)
def resized(page):
    page.look(width=360, height=740)
    page.search("winter", kind="photo")
    until_asked(page)
    page.look(width=1440, height=900)
    time.sleep(1)
    page.rest()
    pages = [path for path in page.requests if path.startswith("/api/v1/search")]
    assert len(pages) == len(set(pages)), pages


@check("going back to a search that had no results yet searches again")
def left_early(page):
    page.search("owl")
    page.script("const [photos, answers] = document.querySelectorAll('#kinds button'); photos.click(); setTimeout(() => answers.click(), 60)")
    until(lambda: "kind=photo%2Canswer" in page.driver.current_url or "kind=photo,answer" in page.driver.current_url, "the third list")
    page.rest()
    page.driver.back()
    until(lambda: page.driver.current_url.endswith("kind=photo"), "the list that was left")
    page.rest()
    assert len(page.ids) > 10 and "No provider" not in page.text("#state"), page.text("#state")


@check("text typed after going back is a new step of the history")
def typed_after_back(page):
    page.search("owl")
    words = page.one("#words")
    for query in ("heron", "fox"):
        page.script("arguments[0].focus(); arguments[0].select()", words)
        words.send_keys(query)
        until(lambda: f"q={query}" in page.driver.current_url, "the search")
        page.rest()
        page.driver.back()
        until(lambda: "q=owl" in page.driver.current_url, "the search of before")


@check("the row of filters has its height before it is filled")
def reserved(page):
    for width in (320, 390, 700):
        page.look(width, 700)
        page.search("owl")
        heights = page.script("const row = document.querySelector('.narrowing'); return [row.getBoundingClientRect().height, parseFloat(getComputedStyle(row).minBlockSize)]")
        assert abs(heights[0] - heights[1]) < 1, (width, heights)


@check("three hundred results of a listing appear once each, and visible ones stay")
def far(page):
    page.open("/")
    page.rest()

    def at_the_end():
        page.script("scrollTo(0, document.body.scrollHeight)")
        return "That is all" in page.text("#end") or len(page.ids) >= 300

    until(at_the_end, "300 results", 180)
    ids = page.ids
    assert len(ids) == len(set(ids)) >= 300, len(ids)
    assert page.moved == [], page.moved


@check("an error is shown where it happened, and trying again continues there")
def again(page):
    page.look(height=500)
    page.search("owl")
    page.offline(True)

    def has_failed():
        page.script("scrollTo(0, document.body.scrollHeight)")
        return page.all("#end [role=alert]")

    until(has_failed, "the error")
    before = page.ids
    page.keep("error")
    page.offline(False)
    page.one("#end button").send_keys(Keys.ENTER)
    until(lambda: len(page.ids) > len(before), "more results")
    assert page.focus == before[-1], (page.focus, before[-1])
    kept = [each for each in page.ids if each in before]
    assert kept[: len(before) - 8] == before[:-8]


@check("pictures are loaded near the window only, and cancelled when they are out of sight")
def sparing(page):
    page.look(height=400)
    page.search("owl", kind="photo")
    page.script("scrollTo(0, 900)")
    until(lambda: page.all(".frame img[src]"), "a picture that is asked for")
    far = page.script("""
        return [...document.querySelectorAll(".frame img[src]")]
          .filter(image => !image.complete && Math.abs(image.getBoundingClientRect().top) > 4 * innerHeight).length""")
    assert far == 0, far
    page.script("scrollTo(0, 1e6)")
    time.sleep(0.3)
    left = page.script("""
        return [...document.querySelectorAll(".frame img[src]")]
          .filter(image => !image.complete && image.getBoundingClientRect().bottom < -2 * innerHeight).length""")
    assert left == 0, left


@check("a tile loads as many pixels as the screen shows, also at a pixel ratio of 2")
def sharp(page):
    tiles = """
        return [...document.querySelectorAll(".photo .frame img.there")].filter(({ srcset }) => srcset).map(image => {
          const files = image.srcset.split(", ").map(file => file.split(" ")).map(([address, width]) => [new URL(address, location).href, parseInt(width)])
          return [image.clientWidth, new Map(files).get(image.currentSrc), files.map(([, width]) => width)]
        })"""
    for ratio in (1, 2):
        page.look(ratio=ratio)
        page.search("owl", kind="photo")
        seen = until(lambda: page.script(tiles), "pictures")
        for wide, asked, widths in seen:
            least, most = (min((width for width in widths if width >= near * ratio * wide), default=max(widths)) for near in (0.9, 1.1))
            assert least <= asked <= most, (ratio, wide, asked, widths)
    page.look()


@check("if a file fails, the next file of the result is shown")
def spared(page):
    page.search("owl", kind="photo")
    until(lambda: page.all(".photo .frame img.there"), "pictures")
    shown = page.module("pictures.js", """
        const image = document.createElement("img")
        document.querySelector("#wall").append(image)
        module.loadNearby(image, { small: "/images/none", srcset: "/images/none 320w", spare: document.querySelector(".frame img.there").currentSrc })
        image.scrollIntoView()
        await new Promise(done => { image.onload = done; setTimeout(done, 9000) })
        const { className, srcset } = image
        image.remove()
        return [className, srcset]""")
    assert shown == ["there", ""], shown


@check("an episode has its picture although Cloudinary's account is closed", NO_CLOUDINARY)
def drawn(page):
    page.search("swift kind:episode")
    until(lambda: page.all(".card .frame img.there"), "a drawing")
    assert page.moved == [], page.moved


@check("another width of the window makes other rows, and the visible results stay in view")
def resized(page):
    page.search("owl")
    page.script("scrollTo(0, 700)")
    time.sleep(0.3)
    # The first that the header does not cover.
    anchor = page.script("return [...document.querySelectorAll('[data-id]')].find(tile => tile.getBoundingClientRect().bottom > 140).dataset.id")
    page.look(width=820)
    until(lambda: page.script("return document.querySelector('#wall').clientWidth") < 820, "the other width")
    until(lambda: anchor in page.places, "what was looked at in view")
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")


# The large view


def photo(page):
    """Opens the first photo; its id."""
    opener = page.one(".photo .open")
    opener.click()
    until(lambda: page.all("#viewer[open]"), "the large view")
    return page.script("return document.querySelector('.photo').dataset.id")


@check("a result opens in the large view with its properties, and closing leads back to it")
def large(page):
    page.search("owl")
    before = page.driver.current_url
    opened = photo(page)
    assert f"item={urllib.parse.quote_plus(opened)}" in page.driver.current_url
    item = ask(page.address, f"/api/v1/items/{urllib.parse.quote(opened, safe='')}")["item"]
    until(lambda: item["title"] in page.text("#viewer") and item["creator"]["name"] in page.text("#viewer dl"), "what is known")
    assert page.script("return document.querySelector('#viewer').contains(document.activeElement)")
    until(lambda: page.script("return document.querySelector('.held .after')?.complete"), "the large picture")
    page.keep("large")
    page.press(Keys.ESCAPE)
    until(lambda: not page.all("#viewer[open]") and page.focus == opened, "its end")
    until(lambda: page.driver.current_url == before, "the address of before")


@check("arrow keys lead to the neighbours, the back button out of the large view")
def neighbours(page):
    page.search("owl")
    ids = page.ids
    first = ids.index(photo(page))
    page.press(Keys.ARROW_RIGHT)
    until(lambda: urllib.parse.quote_plus(ids[first + 1]) in page.driver.current_url, "the next")
    page.press(Keys.ARROW_LEFT)
    until(lambda: urllib.parse.quote_plus(ids[first]) in page.driver.current_url, "the one before")
    page.driver.back()
    until(lambda: not page.all("#viewer[open]"), "its end")
    assert page.driver.current_url.endswith("?q=owl")
    page.driver.forward()
    until(lambda: page.all("#viewer[open]"), "the large view again")


@check("closing the large view shows the tile of the last item, and does not scroll without need")
def left_in_view(page):
    page.look(height=500)
    page.search("owl")
    ways = {"the back button": page.driver.back, "Escape": lambda: page.press(Keys.ESCAPE)}

    def leave(name):
        ways[name]()
        until(lambda: not page.all("#viewer[open]"), f"its end by {name}")
        until(lambda: "item=" not in page.driver.current_url, "the address of before")
        time.sleep(0.3)
        return page.script("return scrollY")

    for name in ways:
        page.script("scrollTo(0, 333)")
        time.sleep(0.2)
        # Partly below the window's edge, where it may stay.
        page.script("[...document.querySelectorAll('.tile')].find(tile => tile.getBoundingClientRect().bottom > innerHeight).querySelector('.open').click()")
        until(lambda: page.all("#viewer[open]"), "the large view")
        assert leave(name) == 333, name
        page.script("scrollTo(0, 0)")
        photo(page)
        for _ in range(10):
            page.press(Keys.ARROW_RIGHT)
        there = page.script("return scrollY")
        assert there > 400, there
        assert leave(name) == there and page.focus in page.places, (name, there, page.script("return scrollY"))
    page.driver.forward()
    until(lambda: page.all("#viewer[open]"), "the large view again")
    page.script("scrollTo(0, 0)")
    looked = page.script("return new URLSearchParams(location.search).get('item')")
    leave("Escape")
    assert page.focus == looked and looked in page.places, (page.focus, looked)
    assert page.moved == [], page.moved


@check("fast steps through the large view load only the last item")
def hurried(page):
    page.search("owl", kind="photo")
    ids = page.ids
    photo(page)
    page.script("for (let step = 0; step < 12; step++) document.querySelector('#viewer').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))")
    last = urllib.parse.quote_plus(ids[12])
    until(lambda: any(path.endswith(f"{last}/credit") for path in page.requests), "what is known of the last")
    asked = [path for path in page.requests if path.startswith("/api/v1/items/") and path.endswith("/credit")]
    assert len(asked) == 2, asked


@check("the focus stays in the large view: on the same control or the details, and the arrow keys always work")
def kept_focus(page):
    page.search("owl", kind="photo", **{"from": "unsplash"})
    ids = page.ids
    inside = "return document.querySelector('#viewer').contains(document.activeElement)"

    def moved_to(index):
        until(lambda: urllib.parse.quote_plus(ids[index]) in page.driver.current_url, f"photo {index}")
        known = f"/items/{urllib.parse.quote(ids[index], safe='')}/credit"
        until(lambda: any(path.endswith(known) for path in page.requests), "what is known of it")
        time.sleep(0.3)
        assert page.script(inside), (index, page.focus)

    photo(page)
    moved_to(0)
    for index, name in enumerate(("Download", "Markdown", "HTML"), start=1):
        page.script("[...document.querySelectorAll('.known button')].find(each => each.textContent === arguments[0]).focus()", name)
        page.press(Keys.ARROW_RIGHT)
        moved_to(index)
        assert page.focus == name, (page.focus, name)
    page.one(".known dl a").send_keys(Keys.ARROW_LEFT)
    moved_to(2)
    # Nowhere, as after a click on the picture.
    page.script("document.activeElement.blur()")
    page.press(Keys.ARROW_LEFT)
    until(lambda: urllib.parse.quote_plus(ids[1]) in page.driver.current_url, "the one before")
    page.one(".round.previous").send_keys(Keys.ENTER)
    moved_to(0)
    assert page.focus not in ("Previous", "‹") and not page.one(".round.previous").is_displayed(), page.focus
    assert page.script("return document.activeElement.ariaLabel") == "Details", page.focus


@check("trying a picture again, or leaving it, keeps the focus in the large view", NO_PICTURES)
def lost_focus(page):
    page.search("owl from:unsplash")
    photo(page)
    for key in (Keys.ENTER, Keys.ARROW_RIGHT):
        until(lambda: page.all(".lost button"), "that the large picture did not come")
        page.one(".lost button").send_keys(key)
        assert page.script("return document.activeElement.ariaLabel") == "Details", page.focus


@check("a swipe shows the next item")
def swiped(page):
    page.look(width=390, height=844)
    page.search("owl", kind="photo")
    ids = page.ids
    photo(page)
    page.script("""
        const stage = document.querySelector(".stage")
        const at = (type, x) => stage.dispatchEvent(new PointerEvent(type, { pointerType: "touch", isPrimary: true, clientX: x, clientY: 200, bubbles: true }))
        at("pointerdown", 300); at("pointerup", 120)""")
    until(lambda: urllib.parse.quote_plus(ids[1]) in page.driver.current_url, "the next")
    page.keep("large-narrow")


@check("the large view can fill the screen; the arrow keys work in it")
def full_screen(page):
    page.search("owl", kind="photo")
    ids = page.ids
    photo(page)
    page.one(".large.round").click()
    until(lambda: page.script("return document.fullscreenElement?.className") == "looking", "the full screen")
    assert page.one(".large.round").get_attribute("aria-label") == "Leave full screen"
    page.press(Keys.ARROW_RIGHT)
    until(lambda: urllib.parse.quote_plus(ids[1]) in page.driver.current_url, "the next")
    until(lambda: page.script("return document.querySelector('.held .after')?.complete"), "its picture")
    reached = []
    for _ in range(8):
        page.press(Keys.TAB)
        reached.append(page.script("const here = document.activeElement; return [here.ariaLabel, getComputedStyle(here).outlineColor]"))
    white = "rgb(255, 255, 255)"
    seen = [["Pick", white], ["Previous", white], ["Next", white], ["Leave full screen", white]]
    assert all(each in reached for each in seen) and all(each in seen for each in reached), reached
    page.keep("full-screen")
    page.one(".large.round").click()
    until(lambda: not page.script("return document.fullscreenElement"), "the page again")
    assert page.all("#viewer[open]")
    page.one(".large.round").click()
    until(lambda: page.script("return document.fullscreenElement?.className") == "looking", "the full screen")
    page.driver.back()
    until(lambda: not page.all("#viewer[open]") and page.focus == ids[1], "the tile that was looked at")


@check("the address of a large view opens it")
def linked(page):
    item = ask(page.address, "/api/v1/search", q="owl", limit=5)["items"][1]
    page.open(f"/?q=owl&item={urllib.parse.quote_plus(item['id'])}")
    until(lambda: page.all("#viewer[open]") and item["title"] in page.text("#viewer-title"), "the large view")


@check("an item of a shared address has its neighbours, wherever it is in the list")
def shared(page):
    page.look(1280, 800)
    for query, places in (("winter kind:photo", (0, 28, 29, 30, 75)), ("owl", (26, 27))):
        items = [item["id"] for item in whole_list(page.address, query)]
        for place in places:
            follow(page, query, items, place)


def follow(page, query, items, place):
    """Opens the address of an item, goes to the next and back, and to the list."""
    wanted = items[place]
    page.open(f"/?{urllib.parse.urlencode({'q': query, 'item': wanted})}")
    until(lambda: page.all("#viewer[open] .next:enabled"), f"what comes behind number {place + 1}")
    page.one("#viewer").send_keys(Keys.ARROW_RIGHT)
    until(lambda: urllib.parse.quote_plus(wanted) not in page.driver.current_url, "the next")
    until(lambda: page.all("#viewer[open] .previous:enabled"), "what comes before it")
    page.one("#viewer").send_keys(Keys.ARROW_LEFT)
    until(lambda: urllib.parse.quote_plus(wanted) in page.driver.current_url, "the item again")
    until(lambda: page.all(f"[data-id='{wanted}']"), "its place on the wall")
    page.one("#viewer").send_keys(Keys.ESCAPE)
    until(lambda: not page.all("#viewer[open]") and page.focus == wanted, f"number {place + 1} in the list")


@check("the end of a list names the providers that have more")
def cut_short(page):
    page.open("/")

    def at_the_end():
        page.script("scrollTo(0, document.body.scrollHeight)")
        return "That is all" in page.text("#end")

    until(at_the_end, "the end of the list", 120)
    assert "That is all that was received" in page.text("#end") and "there may be more" in page.text("#end"), page.text("#end")
    assert "Try again" not in page.text("#end")
    page.keep("far-end")


@check("the credit is copied as text, as Markdown and as HTML")
def copied(page):
    page.command("Browser.grantPermissions", origin=page.address, permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    page.search("owl")
    opened = photo(page)
    credit = ask(page.address, f"/api/v1/items/{urllib.parse.quote(opened, safe='')}/credit")
    until(lambda: any("/credit" in path for path in page.requests), "the credit")
    time.sleep(0.5)
    for label in ("Text", "Markdown", "HTML"):
        next(each for each in page.all(".copy") if each.text == label).click()
        until(lambda: "Copied" in page.text(".copies"), "that it is copied")
        clipboard = page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0], arguments[0])")
        assert clipboard == credit[label.lower()], (clipboard, credit)


@check("the credit is copied without the clipboard API, as over http from another machine, or else selected")
def copied_without_clipboard(page):
    page.command("Browser.grantPermissions", origin=page.address, permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    page.search("owl")
    page.script("window.board = navigator.clipboard; delete Navigator.prototype.clipboard")
    opened = photo(page)
    credit = ask(page.address, f"/api/v1/items/{urllib.parse.quote(opened, safe='')}/credit")
    until(lambda: "Camera" in page.text("#viewer dl") or any("/credit" in path for path in page.requests), "the credit")
    time.sleep(0.5)
    page.one(".copy").click()
    until(lambda: "Copied" in page.text(".copies"), "that it is copied")
    assert page.driver.execute_async_script("window.board.readText().then(arguments[0], arguments[0])") == credit["text"]
    assert not page.all(".copies textarea")
    page.script("document.execCommand = () => false")
    page.all(".copy")[1].click()
    until(lambda: "Copy this" in page.text(".copies"), "that it is not copied")
    assert page.script("return getSelection().toString()") == credit["markdown"]
    page.keep("copy-by-hand")


def a_file(page, provider="unsplash"):
    """Opens the large view of a photo whose file can be taken; the item."""
    item = ask(page.address, "/api/v1/search", q=f"owl from:{provider}", limit=1)["items"][0]
    page.open(f"/?q=owl&item={urllib.parse.quote_plus(item['id'])}")
    until(lambda: page.all(".download button") and "Camera" in page.text("#viewer dl") or page.all(".copies"), "what is known")
    until(lambda: any("/credit" in path for path in page.requests), "the rest of it")
    time.sleep(0.5)
    return item


@check("a file is downloaded with its service's permission and its credit, named by the title, and transferred once")
def downloaded(page):
    def saved(ending=""):
        names = [path.name for path in folder.iterdir() if not path.name.endswith("crdownload")]
        return [name for name in names if name.endswith(".credit.json") == bool(ending)]

    with page.downloads() as folder:
        item = a_file(page)
        page.one(".download button").click()
        until(lambda: "Download again" in page.text(".download"), "that it was taken")
        name = until(saved, "the file")[0]
        credit = until(lambda: saved("credit"), "its credit")[0]
        assert credit == f"{name}.credit.json" and json.loads((folder / credit).read_text())["id"] == item["id"], credit
        assert name.startswith(item["title"].split()[0]) and item["id"].split(":")[1] in name, name
        assert name in page.text(".download") and name in page.text("#announcement"), page.text(".download")
        page.keep("downloaded")
        (folder / name).unlink()
        page.one(".download button").click()
        until(lambda: (folder / name).exists(), "the file again")
    asked = [path for path in page.services if path.endswith(f"/{item['id'].split(':')[1]}/download")]
    assert len(asked) == 1, asked


@check("on a slow connection each picture has its place at once, with a blurred placeholder if there is one", SLOW_PICTURES)
def slow_line(page):
    page.search("owl from:unsplash")
    until(lambda: page.all(".frame canvas"), "what stands for the pictures")
    page.keep("slow")
    before = page.places
    photo(page)
    page.keep("slow-large")
    assert page.all(".held canvas") or page.all(".held .after"), "nothing stands for the picture"
    page.press(Keys.ESCAPE)
    until(lambda: page.script("return [...document.querySelectorAll('.frame img')].slice(0, 3).every(image => image.classList.contains('there'))"), "the pictures", 60)
    assert page.places == before and page.moved == [], page.moved


@check("neither the details of a picture nor another search wait for pictures", SLOWER_PICTURES)
def first(page):
    page.search("owl from:unsplash")
    until(lambda: page.all(".frame img[src]"), "pictures that are asked for")
    before = page.ids
    photo(page)
    # Sooner than any of the pictures can be there.
    until(lambda: any("/credit" in path for path in page.requests), "what is known", 15)
    page.press(Keys.ESCAPE)
    until(lambda: page.all(".frame img[src]"), "pictures that are asked for again")
    page.one("#words").clear()
    page.one("#words").send_keys("heron from:unsplash")
    until(lambda: page.ids and not set(page.ids) & set(before), "the other results", 15)


@check("a download shows its progress, and can be cancelled", SLOW_PICTURES)
def cancelled(page):
    a_file(page)
    page.one(".download button").click()
    until(lambda: " of " in page.text(".download"), "how much has come")
    assert 0 < page.script("const bar = document.querySelector('.download progress'); return bar.value / bar.max") < 1
    page.keep("downloading")
    button = page.one(".download button")
    assert button.text == "Cancel" and page.focus == "Cancel", (button.text, page.focus)
    button.click()
    until(lambda: page.text(".download") == "Download" and page.focus == "Download", "the button of before")


@check("a failed download has a reason, and can be tried again", NO_PICTURES)
def not_taken(page):
    a_file(page)
    page.one(".download button").click()
    until(lambda: "503" in page.text(".download [role=alert]"), "why it did not come")
    assert page.one(".download button").text == "Try again"
    until(lambda: page.all(".lost button"), "that the large picture did not come")
    page.keep("not-taken")
    page.one(".lost button").click()
    until(lambda: page.all(".lost button"), "that it did not come again")


@check("a file that may not be copied is not offered, with the reason")
def unkept(page):
    page.open("/")
    made = page.module("download.js", """
        const rights = { summary: "credit", uses: ["web"] }
        const of = (kind, pictures) => module.downloadOf({ id: "a:" + kind, kind, pictures, rights })?.textContent ?? null
        return [of("photo", { large: "/x", unkept: "Album wants them left there" }), of("photo", { large: "/x" }), of("photo", {}), of("episode", { large: "/x" })]""")
    assert made == ["Album wants them left there.", "Download", None, None], made


@check("an episode's card has its date with the year")
def whole_facts(page):
    for width in (1440, 360):
        page.look(width=width)
        page.search("owl kind:episode,photo")
        lines = page.script("""
            return [...document.querySelectorAll(".card .facts.whole")].map(line => {
              const range = document.createRange()
              range.selectNodeContents(line)
              const [text, room] = [range.getBoundingClientRect(), line.getBoundingClientRect()]
              return [line.textContent, text.right <= room.right + 1 && text.bottom <= room.bottom + 1]
            })""")
        assert lines and all(re.search(r"\d{4}$", text) and fits for text, fits in lines), lines
        page.keep(f"facts-{width}")


@check("an answer and an episode open as cards that read well")
def cards(page):
    page.search("owl")
    page.one(".card .open").click()
    until(lambda: page.all("#viewer.sheet[open]"), "the card")
    assert "Results from DuckDuckGo" in page.text("#viewer .credits")
    page.keep("card")


@check("a card is as high as its text, and cuts it at a whole line")
def card_room(page):
    wasted = """
        const line = text => parseFloat(getComputedStyle(text).lineHeight)
        const lines = text => text.clientHeight / line(text)
        return [...document.querySelectorAll(".card")].filter(card => {
          const summary = card.querySelector(".summary"), credit = card.querySelector(".credit").getBoundingClientRect()
          const cut = summary.clientHeight && Math.abs(lines(summary) - Math.round(lines(summary))) > .05
          const spare = card.getBoundingClientRect().bottom - credit.bottom > 24
          return cut || spare && !card.closest(".shelf")
        }).map(card => [card.dataset.id, card.clientWidth, card.textContent])"""
    for width, height in ((390, 844), (1280, 900), (2560, 1440)):
        page.look(width=width, height=height)
        for query, kind in (("owl", ""), ("swift", "episode")):
            page.search(query, kind=kind)
            found = page.script(wasted)
            assert found == [] and page.all(".card"), (width, query, found)
            page.keep(f"cards-{query}-{width}")
        assert page.moved == [], (width, page.moved)


@check("pictures are the wall: the answer is one band above them, topics are chips, episodes a shelf that scrolls by itself")
def layouts(page):
    for width, height in ((1440, 900), (390, 844)):
        page.look(width=width, height=height)
        page.search("owl")
        of = page.script("return Object.fromEntries([...document.querySelectorAll('.row')].map(row => [row.className.split(' ')[1], [...row.children].map(tile => tile.dataset.id.split(':')[0])]))")
        assert len(of["band"]) == 1 and set(of["topics"]) == {"duckduckgo"} and set(of["shelf"]) == {"cocoacasts"}, of
        rows = page.script("return [...document.querySelectorAll('.row')].map(row => row.className.split(' ')[1])")
        assert rows[0] == "band" and rows.index("pictures") < rows.index("shelf"), rows
        seen = page.script("const { top, height } = document.querySelector('.photo .frame').getBoundingClientRect(); return innerHeight - top >= height")
        assert seen, (width, "no whole picture on the first screen")
        page.keep(f"wall-{width}")
        assert page.script("return document.documentElement.scrollWidth <= innerWidth")


@check("what a picture is for is asked once, is part of the address, and decides what each picture offers")
def rights(page):
    page.search("owl", kind="photo")
    assert page.one("#use").get_property("value") == "" and page.text("#use option:checked") == "What for?"
    marks = set(page.script("return [...document.querySelectorAll('.photo .rights')].map(each => each.dataset.summary)"))
    assert {"free", "credit", "ask"} <= marks, marks
    try:
        page.script("const use = document.querySelector('#use'); use.value = 'advert'; use.dispatchEvent(new Event('change'))")
        until(lambda: page.driver.current_url.endswith("kind=photo") and "use=advert" in page.driver.current_url, "the use in the address bar")
        page.open("/?q=owl&kind=photo")
        page.rest()
        assert "use=advert" in page.driver.current_url and page.one("#use").get_property("value") == "advert", page.driver.current_url
        page.keep("rights")
        for selector, offer, download in (("[data-uses~=advert]", "Download", "Download"), ("[data-summary=ask]", "Rights reserved: see it at", "Only for private use …")):
            page.script(f"document.querySelector('.photo:has({selector}) .open').click()")
            until(lambda: page.all("#viewer[open] .actions"), "the large view")
            assert page.text(".actions .strong").startswith(offer) and page.text(".download button") == download, page.text(".actions")
            page.keep(f"rights-{download[:4].lower()}")
            page.driver.back()
            until(lambda: not page.all("#viewer[open]"), "its end")
        page.open("/?q=owl&kind=photo&use=web")
        page.rest()
        assert page.one("#use").get_property("value") == "web"
    finally:
        page.script("localStorage.clear()")


@check("the credit is written into the picture if the reader wants that")
def credited_inside(page):
    with page.downloads() as folder:
        item = a_file(page)
        try:
            page.script("const place = document.querySelector('.place select'); place.value = 'inside'; place.dispatchEvent(new Event('change'))")
            page.one(".download button").click()
            until(lambda: "Download again" in page.text(".download"), "that it was downloaded")
            name = until(lambda: [path.name for path in folder.iterdir() if not path.name.endswith("crdownload")], "the file")[0]
            assert item["creator"]["name"].encode() in (folder / name).read_bytes(), name
            assert "separate file" not in page.text(".download"), page.text(".download")
        finally:
            page.script("localStorage.clear()")


# For everybody


@check("the keyboard alone is enough")
def keyboard(page):
    page.search("owl")
    page.one("body").send_keys("/")
    assert page.focus == "words"
    page.one(".skip").send_keys(Keys.ENTER)
    assert page.focus == "wall"
    ids = page.ids
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert page.focus == ids[1], (page.focus, ids[:3])
    page.press(Keys.ARROW_DOWN)
    below = page.focus
    assert below in ids and ids.index(below) > 2
    page.press(Keys.ARROW_UP, Keys.END)
    assert page.ids.index(page.focus) >= len(ids) - 1
    page.press(Keys.HOME, Keys.ENTER)
    until(lambda: page.all("#viewer[open]"), "the large view")


@check("the hint at the slash key is shown if there is such a key and room")
def slash(page):
    for width, is_there in ((1440, True), (700, False), (390, False)):
        page.look(width=width, height=844)
        page.open("/")
        page.rest()
        assert page.one(".ask kbd").is_displayed() == is_there, width
        page.keep(f"slash-{width}")


@check("it fits a phone, and a wide screen")
def widths(page):
    for name, width, height in (("narrow", 390, 844), ("wide", 1920, 1080)):
        page.look(width=width, height=height)
        page.search("owl")
        assert page.script("return document.documentElement.scrollWidth <= innerWidth"), name
        page.keep(name)


@check("no credit on the wall is cut off, and nothing in a tile can be scrolled")
def whole_credits(page):
    cut = """
        const box = text => {
          const range = document.createRange()
          range.selectNodeContents(text)
          return range.getBoundingClientRect()
        }
        for (const row of document.querySelectorAll(".row")) row.style.contentVisibility = "visible"
        return [...document.querySelectorAll(".tile")].filter(tile => {
          const [text, room] = [box(tile.querySelector(".credit")), tile.getBoundingClientRect()]
          const scrolled = [tile, ...tile.querySelectorAll("*")].filter(each => /auto|scroll|hidden/.test(getComputedStyle(each).overflowY) && each.querySelector("a"))
          return text.height < 10 || text.bottom > room.bottom + 1 || text.right > room.right + 1 || scrolled.length
        }).map(tile => [tile.dataset.id, tile.clientWidth, tile.querySelector(".credit").textContent])"""
    for width, letters in ((360, 16), (1440, 16), (360, 32)):
        page.look(width=width, height=900)
        with page.letters(letters):
            for query in ("owl", "heron", ""):
                page.search(query)
                found = page.script(cut)
                assert found == [], (width, letters, query, found)
        page.keep(f"credits-{width}-{letters}")


@check("the page fits with letters twice as large, and in a small magnified window")
def magnified(page):
    for width, height, letters in ((360, 740, 32), (320, 640, 32), (320, 256, 16), (1440, 900, 32)):
        page.look(width=width, height=height)
        with page.letters(letters):
            page.search("owl")
        name = f"{width}-{height}-{letters}"
        page.keep(f"magnified-{name}")
        assert page.script("return document.documentElement.scrollWidth") <= width, name
        room = page.script("""
            const { paddingLeft, paddingRight } = getComputedStyle(words)
            return (words.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)) / parseFloat(getComputedStyle(words).fontSize)""")
        assert room >= 4, (name, room)
        button = page.one("#about")
        assert (button.accessible_name == "Providers" or "answered" in button.accessible_name) and button.rect["x"] + button.rect["width"] <= width, (name, button.rect)
        photo(page)
        page.keep(f"magnified-large-{name}")
        crossing = page.script("""
            const boxes = [...document.querySelectorAll("#viewer .round:enabled")].map(button => [button.ariaLabel, button.getBoundingClientRect()])
            const isOut = box => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight
            const cross = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
            return boxes.flatMap(([name, box], index) => [
              ...(isOut(box) ? [name] : []),
              ...boxes.slice(index + 1).filter(([, other]) => cross(box, other)).map(([other]) => `${name} and ${other}`)])""")
        assert crossing == [], (name, crossing)
        wide = page.script("""
            const known = document.querySelector(".known")
            const { right } = known.getBoundingClientRect()
            return known.scrollWidth <= known.clientWidth ? [] :
              [...known.querySelectorAll("*")].filter(each => each.getBoundingClientRect().right > right).map(each => each.outerHTML.slice(0, 200))""")
        assert wide == [], (name, wide)


# What is wider than the paper, which credits are not seen whole, and what there is to press.
PRINTED = """
    const isShown = each => each.checkVisibility() && each.getBoundingClientRect().width > 1
    const all = selector => [...document.querySelectorAll(selector)].filter(isShown)
    const told = each => each.className || each.id || each.tagName
    const isCut = each => {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      const tile = each.closest(".tile, dialog").getBoundingClientRect()
      return each.scrollHeight > each.clientHeight + 1 || left < tile.left - 1 || right > tile.right + 1 || bottom > tile.bottom + 1 || top < tile.top - 1
    }
    return {
      wide: all("body *").filter(each => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map(told),
      cut: all(".credit, .credits p").filter(isCut).map(told),
      credits: all(".credit, .credits p").length,
      tiles: all(".tile").length,
      pressed: all("button, select, input, label, .skip, summary").map(told),
      paper: getComputedStyle(document.querySelector("dialog[open]") ?? document.body).backgroundColor,
      dimmed: getComputedStyle(document.querySelector("#viewer"), "::backdrop").display !== "none",
      rows: [...Map.groupBy(all(".tile"), each => Math.round(each.getBoundingClientRect().top)).values()]
        .map(row => Math.max(...row.map(each => each.getBoundingClientRect().right))),
    }"""


def page_count(page):
    """How many sheets the browser makes of it."""
    pdf = base64.b64decode(page.command("Page.printToPDF")["data"])
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@check("on paper every result has its complete credit, and there are no controls")
def printed(page):
    for width, height, query in ((680, 960, "owl"), (960, 680, "owl"), (680, 960, "heron kind:answer,photo,topic")):
        # What is printed is laid out without a script of the page.
        with page.before("ResizeObserver = class { observe() {} }"):
            page.look(1440, 900, prefers_color_scheme="dark")
            page.search(query)
        count = len(page.ids)
        page.look(width, height, prefers_color_scheme="dark")
        page.command("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        try:
            seen = page.script(PRINTED)
            page.keep(f"print-{width}-{query.split(':')[-1][:6]}")
        finally:
            page.command("Emulation.setEmulatedMedia", media="")
        assert seen["wide"] == seen["cut"] == seen["pressed"] == [], seen
        assert seen["tiles"] == seen["credits"] == count > 10, (seen, count)
        assert seen["paper"] == "rgb(255, 255, 255)", seen["paper"]
        # All rows but the last are as wide as the paper has room for.
        assert max(seen["rows"]) - min(sorted(seen["rows"])[1:]) < 2, seen["rows"]
    assert page_count(page) > 1


@check("an open picture is printed with its credit, on one sheet")
def printed_large(page):
    page.search("owl kind:photo")
    page.one(".photo .open").click()
    until(lambda: page.script("return document.querySelector('#viewer .after')?.complete && !document.querySelector('#viewer .before')"), "the large picture")
    until(lambda: page.script("return document.querySelector('.credits a')"), "the credit")
    assert page_count(page) == 1
    page.look(680, 960)
    page.command("Emulation.setEmulatedMedia", media="print")
    try:
        seen = page.script(PRINTED)
        page.keep("print-large")
        picture, title = (page.one(each).rect for each in ("#viewer .after", "#viewer-title"))
    finally:
        page.command("Emulation.setEmulatedMedia", media="")
    assert seen["wide"] == seen["cut"] == seen["pressed"] == [] and seen["tiles"] == 0, seen
    assert seen["credits"] == len(page.all(".credits p")) and seen["paper"] == "rgb(255, 255, 255)" and not seen["dimmed"], seen
    assert picture["height"] > 300 and picture["y"] + picture["height"] <= title["y"], (picture, title)


@check("the page is dark if the system is")
def dark(page):
    colours = []
    for scheme in ("light", "dark"):
        page.look(prefers_color_scheme=scheme)
        page.search("owl")
        colours.append(page.script("return getComputedStyle(document.body).backgroundColor"))
        page.keep(scheme)
    photo(page)
    page.keep("large-dark")
    assert colours[0] != colours[1], colours


@check("nothing moves if the reader prefers no motion", SLOW)
def still(page):
    page.look(prefers_reduced_motion="reduce")
    page.open("/?q=maple")
    until(lambda: page.all(".ghost"), "the loading mark")
    assert page.script("return document.getAnimations().length") == 0
    page.keep("loading")


@check("text of other scripts runs in its own direction")
def directions(page):
    page.search("owl")
    field = page.one("#words")
    field.clear()
    field.send_keys("بومة")
    assert page.script("return getComputedStyle(document.querySelector('#words')).direction") == "rtl"
    assert page.script("return [...document.querySelectorAll('.title, .summary')].every(text => text.dir === 'auto')")


@check("a title in Arabic or Hebrew is at its own side, and its credit stays readable")
def right_to_left(page):
    page.open("/")
    page.rest()
    made = page.module("tile.js", """
        const item = (title, creator) => ({ id: "flickr:" + title, kind: "photo", title, creator: { name: creator }, sources: [], attribution: { html: "" } })
        const tile = new module.Tile(item("بومة في الليل 2024", "أحمد Smith"), "/")
        const wall = document.querySelector("#wall .row")
        wall.prepend(tile.element)
        tile.place(260, 1)
        await new Promise(requestAnimationFrame)
        const title = tile.element.querySelector(".title")
        const range = document.createRange()
        range.selectNodeContents(title)
        const credit = tile.element.querySelector(".credit")
        return [getComputedStyle(title).direction, Math.round(title.getBoundingClientRect().right - range.getBoundingClientRect().right),
            getComputedStyle(credit).direction, getComputedStyle(credit.firstElementChild).unicodeBidi]""")
    page.keep("right-to-left")
    assert made == ["rtl", 0, "ltr", "plaintext"], made


@check("a title cannot change the writing direction of other text")
def overridden(page):
    page.open("/")
    page.rest()
    page.script("""
        window.fetch = async () => new Response(JSON.stringify({ item: { title: "\\u202eevil \\u2066owl\\u2069 בומה" } }))""")
    assert page.module("api.js", "return (await module.item('museum:1')).title") == "evil owl בומה"
    made = page.module("events.js", """
        const body = new Response('event: item\\ndata: {"title": "\\u202eevil", "tags": ["\\u202deno"]}\\n\\n').body
        for await (const event of module.events(body)) return event""")
    assert made == ["item", {"title": "evil", "tags": ["eno"]}], made


@check("a credit on the wall names its source like every other credit")
def credited_source(page):
    page.open("/")
    made = page.module("credit.js", """
        const source = (provider, name) => ({ provider, attribution: { source: { name, url: "https://b.example/" } } })
        const called = (...sources) => module.sourceNames(sources, provider => `the ${provider}`)
        return [
            called(source("duckduckgo", "Encyclopaedia")),
            called(source("one", "Flickr"), source("two", "Flickr"), source("three", "Museum & Co")),
        ]""")
    assert made == [["Encyclopaedia"], ["Flickr", "the two", "Museum & Co"]], made
    page.search("owl", kind="answer")
    assert page.text(".card .credit").startswith("Encyclopaedia · "), page.text(".card .credit")


@check("a provider's count is never less than its results on the wall, after any number of pages")
def counts(page):
    page.open("/")
    made = page.module("listing.js", """
        const events = (next, result, ...ids) => [["began", { providers: ["museum"] }],
            ...ids.map(id => ["item", { id, sources: [{ id, provider: "museum" }] }]),
            ["finished", { order: ids, changed: [], outcomes: [{ provider: "museum", result, count: ids.length || undefined }], next }]]
        const pages = [events("more", "answered", "a", "b"), events("more", "answered", "c"), events(null, "empty")]
        window.fetch = async () => new Response(pages.shift().map(([event, told]) => `event: ${event}\\ndata: ${JSON.stringify(told)}\\n\\n`).join(""))
        const listing = new module.Listing({}, () => {})
        const told = []
        while (pages.length) {
            await listing.goOn()
            const { result, count } = listing.outcomes.get("museum")
            told.push([result, count])
        }
        return told""")
    assert made == [["answered", 2], ["answered", 3], ["answered", 3]], made


@check("a credit becomes only texts and links to the web")
def hostile(page):
    page.open("/")
    made = page.module("credit.js", """
        const box = document.createElement("p")
        box.append(...module.nodes(`<a href="javascript:alert(1)">one</a><img src=x onerror=alert(1)><b onclick=alert(1)>two</b><a href="https://a.example/">three</a><script>alert(1)</script>`))
        return box.innerHTML""")
    page.driver.get_log("browser")  # The policy refuses what the credit would do, and says so.
    assert made == '<span>one</span>two<a href="https://a.example/" target="_blank" rel="noopener noreferrer">three</a>alert(1)', made


@check("a BlurHash is drawn in its colours, and an invalid one is not drawn")
def blurred(page):
    page.open("/")
    made = page.module("blurhash.js", """
        const canvas = module.blurred("00TSUA")
        return [[...canvas.getContext("2d").getImageData(3, 3, 1, 1).data], module.blurred("nonsense"), module.blurred(undefined)]""")
    assert made == [[255, 0, 0, 255], None, None] or made[1:] == [None, None] and made[0][3] == 255, made


NO_AXE = "skipped: the package axe-playwright-python, which has axe.min.js, is not installed"


def serious(page):
    """What axe finds serious in the page as it is now; None if axe is not installed."""
    package = importlib.util.find_spec("axe_playwright_python")
    if not package:
        return None
    page.script(pathlib.Path(package.submodule_search_locations[0], "axe.min.js").read_text(encoding="utf-8"))
    result = page.driver.execute_async_script("axe.run().then(arguments[0])")
    return [f"{each['id']}: {each['nodes'][0]['html'][:140]} {each['nodes'][0].get('failureSummary', '')[:200]}"
            for each in result["violations"] if each["impact"] in ("serious", "critical")]


@check("axe finds nothing serious in any part of the page")
def accessible(page):
    steps = {
        "list": lambda: page.search("owl"),
        "dark list": lambda: (page.look(prefers_color_scheme="dark"), page.search("owl")),
        "large view": lambda: (page.look(), page.search("owl"), photo(page), page.rest()),
        "panel": lambda: (page.search("owl"), page.explain()),
        "mistake": lambda: page.search("owl lisence:cc"),
        "phone": lambda: (page.look(width=390, height=844), page.search("owl")),
    }
    found = {}
    for name, step in steps.items():
        step()
        time.sleep(0.5)
        faults = serious(page)
        if faults is None:
            return NO_AXE
        if faults:
            found[name] = faults
    assert not found, json.dumps(found, indent=1)


def figures(page):
    """The browser's own figures of a first look."""
    page.search("owl")
    seen = "[...document.querySelectorAll('.frame img')].filter(image => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight && image.getBoundingClientRect().left < innerWidth)"
    until(lambda: page.script(f"return {seen}.every(image => image.complete && image.src)"), "the pictures of the first screen")
    return page.script(f"const seen = {seen}.map(image => image.currentSrc)" + """
        const last = Math.max(...performance.getEntriesByType("resource").filter(entry => seen.includes(entry.name)).map(entry => entry.responseEnd))
        const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime
        const search = performance.getEntriesByType("resource").find(entry => entry.name.includes("/search?"))
        return `first paint after ${Math.round(paint)} ms, search asked after ${Math.round(search.startTime)} ms, ` +
          `first screen full after ${Math.round(last)} ms, ` +
          `moved by itself: ${window.moved.reduce((sum, [amount]) => sum + amount, 0)}`""")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("forage", help="the program")
    parser.add_argument("--shots", help="a folder for pictures of the page")
    parser.add_argument("--only", default="", help="only the checks whose sentence has these words")
    options = parser.parse_args()
    wanted = [each for each in CHECKS if options.only in each[0]]
    failed = 0
    Page.program = options.forage
    with browser() as driver:
        for faults in dict.fromkeys(each[1] for each in wanted):
            with serving(os.path.abspath(options.forage), faults) as (address, sandbox):
                for sentence, _, function in (each for each in wanted if each[1] == faults):
                    # What a busy machine was late for once holds when it is tried again; whoever reads this sees every try.
                    failed += not any(holds(sentence, function, Page(driver, address, sandbox, options.shots)) for _ in range(3))
                if not faults and not options.only:
                    print(figures(Page(driver, address, sandbox, None)))
    print(f"{len(wanted) - failed} of {len(wanted)} checks passed.")
    return 1 if failed or not wanted else 0


def serving(program, faults):
    """The gallery that a check asks for, and its sandbox if there is one."""
    return keyless(program) if faults == NO_KEYS else gallery(program, *faults)


def holds(sentence, function, page):
    page.driver.get_log("browser")
    try:
        note = function(page)
        complaints = page.complaints
        assert not complaints, complaints
    except Exception as error:  # Whatever went wrong is one check's failure.
        print(f"✘ {sentence}", flush=True)
        traceback.print_exception(error, limit=-2, file=sys.stdout)
        page.offline(False)
        page.keep(f"failed-{function.__name__}")
        return False
    print(f"✔ {sentence}{f' ({note})' if note else ''}", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
