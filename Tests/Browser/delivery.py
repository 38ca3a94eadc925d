#!/usr/bin/env python3
"""Checks how the page gets to the browser: delivery.py FORAGE [--shots FOLDER] [--only WORDS]"""

import contextlib
import sys

import gallery
from gallery import check
from page import Page, until
from serving import Lasting

# Those of gallery.py run by themselves.
gallery.CHECKS.clear()

# The connection of a phone, as browsers imitate it: a round trip of 562 ms, 1.44 Mbit/s down and 0.675 Mbit/s up.
SLOW_4G = {"latency": 562.5, "downloadThroughput": 1_474_560 / 8, "uploadThroughput": 675_000 / 8}

FIRST_SCREEN = """
    const pictures = [...document.querySelectorAll(".tile img")].filter(image => {
      const { top, bottom } = image.getBoundingClientRect()
      return top < innerHeight && bottom > 0
    })
    return pictures.length > 1 && pictures.every(image => image.complete && image.currentSrc)"""

FIGURES = """
    const all = performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
      .filter(({ name }) => name.startsWith("http"))
    const first = Math.min(...all.filter(({ name }) => name.includes("/images/")).map(entry => entry.responseEnd))
    const last = Math.max(...all.filter(({ name }) => name.includes("/images/")).map(entry => entry.responseEnd))
    const begun = all.filter(entry => entry.startTime < first)
    const sum = entries => entries.reduce((sum, entry) => sum + entry.encodedBodySize, 0)
    const search = all.find(({ name }) => name.includes("/search?"))
    return {
      first, last, bytes: sum(all), begun: begun.length, search: [search.encodedBodySize, search.decodedBodySize],
      modules: all.filter(({ name }) => name.endsWith(".js")).length,
    }"""

FIRST_VISIBLE = """
    const tile = [...document.querySelectorAll(".tile")].find(tile => tile.getBoundingClientRect().bottom > 140)
    return [tile.dataset.id, Math.round(tile.getBoundingClientRect().top)]"""


@contextlib.contextmanager
def slowly(page):
    page.command("Network.enable")
    page.command("Network.clearBrowserCache")
    page.command("Network.emulateNetworkConditions", offline=False, **SLOW_4G)
    try:
        yield
    finally:
        page.offline(False)


@contextlib.contextmanager
def lasting(page):
    """A gallery that can be stopped, and a page of it."""
    with Lasting(Page.program, page.sandbox) as server:
        yield server, Page(page.driver, server.address, page.sandbox, page.shots)


def height(page, tile):
    """Where a tile is in the window."""
    return page.script("return Math.round([...document.querySelectorAll('.tile')].find(tile => tile.dataset.id === arguments[0])?.getBoundingClientRect().top)", tile)


def is_same(page, ids):
    """Whether the page has these results: all but those of the last row, which waits for more until it is full."""
    return len(set(ids) ^ set(page.ids)) <= 8


def is_away(page):
    return page.script("return !document.querySelector('#away').hidden")


@check("on a slow phone the first pictures need few requests and few bytes, and nothing moves")
def slow_phone(page):
    page.look(width=390, height=844, ratio=2)
    with slowly(page):
        page.open("/?q=owl")
        until(lambda: page.script(FIRST_SCREEN), "the pictures of the first screen")
        page.rest()
        found = page.script(FIGURES)
        page.keep("slow-phone")
    assert found["modules"] == 1, found
    assert found["begun"] <= 16, found
    assert found["bytes"] <= 250_000, found
    packed, plain = found["search"]
    assert 0 < 4 * packed < plain, found
    assert page.moved == [], page.moved
    return f"first picture after {found['first']:.0f} ms, the last after {found['last']:.0f} ms, {found['bytes'] / 1000:.0f} kB"


@check("the files of the page are not asked for a second time")
def cached(page):
    page.search("owl")
    page.search("tern")
    again = page.script("return performance.getEntriesByType('resource').filter(({ name, transferSize }) => name.includes('/assets/') && transferSize).length")
    assert again == 0, again


@check("loading the page again keeps the list and the place, and asks no provider")
def reloaded(page):
    page.look(width=1000, height=700)
    page.search("owl", kind="photo")
    page.script("scrollTo(0, 900)")
    page.rest()
    ids, (tile, place), asked = page.ids, page.script(FIRST_VISIBLE), len(page.services)
    page.driver.refresh()
    until(lambda: page.ids, "the list")
    page.rest()
    assert is_same(page, ids), (ids, page.ids)
    until(lambda: abs(height(page, tile) - place) < 2, f"the place {place}, not {height(page, tile)}")
    searches = [path for path in page.services[asked:] if "search" in path]
    assert searches == [], searches
    # Another visit of the same address searches again.
    page.search("owl", kind="photo")
    assert page.script("return scrollY") == 0


@check("an installed page opens while the gallery is away, says so, and stores no answers")
def away(page):
    with lasting(page) as (server, own):
        own.search("owl")
        until(lambda: own.script("return Boolean(navigator.serviceWorker.controller)"), "the page's worker")
        stored = own.driver.execute_async_script("""
            const done = arguments[0]
            caches.keys().then(async names => {
              const all = []
              for (const name of names) for (const request of await (await caches.open(name)).keys()) all.push(new URL(request.url).pathname)
              done(all)
            })""")
        assert "/" in stored and any(path.endswith("/viewer.js") for path in stored), stored
        assert all(path == "/" or path.startswith("/assets/") for path in stored), stored
        errors = own.command("Page.getInstallabilityErrors")["installabilityErrors"]
        assert errors == [], errors
        server.stop()
        own.open("/?q=owl")
        until(lambda: is_away(own), "the sentence")
        assert own.one("#words").get_property("value") == "owl"
        own.keep("away")
        server.start()
        own.one("#reload").click()
        until(lambda: own.ids and not is_away(own), "the list")


@check("while the gallery is away the list, the place and the large view stay, and it goes on afterwards")
def stopped(page):
    with lasting(page) as (server, own):
        own.look(width=1000, height=700)
        own.search("owl", kind="photo")
        until(lambda: own.script("return Boolean(navigator.serviceWorker.controller)"), "the page's worker")
        own.script("scrollTo(0, 500)")
        own.rest()
        ids, (tile, place) = own.ids, own.script(FIRST_VISIBLE)
        server.stop()
        own.script("[...document.querySelectorAll('.tile')].find(tile => tile.dataset.id === arguments[0]).querySelector('.open').click()", tile)
        until(lambda: own.all("#viewer[open] .stage img"), "the large view")
        own.driver.refresh()
        until(lambda: own.all("#viewer[open]") and is_away(own), "the large view after loading again")
        own.one("#viewer .close").click()
        own.keep("stopped")
        assert is_same(own, ids), (ids, own.ids)
        assert abs(height(own, tile) - place) < 2, (height(own, tile), place)

        def has_failed():
            own.script("scrollTo(0, document.body.scrollHeight)")
            return own.all("#end [role=alert]")

        until(has_failed, "the error")
        assert is_same(own, ids), (ids, own.ids)
        server.start()
        own.one("#end button").click()
        until(lambda: own.ids and not is_away(own), "the list")
        # The addresses of pictures are the same as before.
        until(lambda: own.script(FIRST_SCREEN), "the pictures")
        assert not own.all(".tile img.missing")


if __name__ == "__main__":
    sys.exit(gallery.main())
