#!/usr/bin/env python3
"""Reads the page in other languages, in a real browser: languages.py FORAGE [--shots FOLDER] [--only WORDS]"""

import contextlib
import sys

import gallery
from gallery import check, photo, serious
from page import Keys, until

# Those of gallery.py run by themselves.
gallery.CHECKS.clear()

WIDE = "return document.documentElement.scrollWidth > innerWidth"


@contextlib.contextmanager
def preferring(page, language):
    """What is opened meanwhile is requested by a browser that prefers this language."""
    page.command("Network.enable")
    page.command("Network.setExtraHTTPHeaders", headers={"Accept-Language": language})
    try:
        yield
    finally:
        page.command("Network.setExtraHTTPHeaders", headers={})


def language(page):
    return page.script("return document.documentElement.lang")


@check("the page is in the language that the browser prefers, with its numbers and dates")
def german(page):
    with preferring(page, "nl, de-AT;q=0.8, en;q=0.5"):
        page.search("owl")
        assert language(page) == "de" and "Ergebnisse von" in page.text("#state"), page.text("#state")
        assert page.one("#words").get_attribute("placeholder").startswith("Bilder"), page.one("#words")
        page.open("/?day=2024-05-31")
        page.rest()
        assert page.text("#state").startswith("Neu am 31. Mai 2024: "), page.text("#state")
        page.explain()
        assert "Anbieter" in page.text("#panel-title")
        page.keep("german")


@check("no text of any language is too long for its place, and none is missing")
def fitting(page):
    for wanted in ("de", "fr", "es", "ja", "ar"):
        with preferring(page, wanted):
            for width in (1440, 360):
                page.look(width=width, height=800)
                page.search("owl")
                assert language(page) == wanted and not page.script(WIDE), (wanted, width)
                assert "{" not in page.script("return document.body.innerText"), wanted
                page.keep(f"{wanted}-{width}")
                photo(page)
                until(lambda: page.all(".known dl"), "the facts")
                assert page.script("const known = document.querySelector('.known'); return known.scrollWidth <= known.clientWidth"), (wanted, width)
                page.keep(f"{wanted}-{width}-large")


@check("in Arabic the page runs from right to left, and so do the keys")
def arabic(page):
    with preferring(page, "ar"):
        page.search("owl kind:photo")
        assert page.script("return getComputedStyle(document.body).direction") == "rtl"
        assert not serious(page), serious(page)
        first, second = page.ids[:2]
        places = page.places
        assert places[first][0] > places[second][0], places
        page.one("#wall .open").send_keys(Keys.ARROW_LEFT)
        assert page.focus == second, page.focus
        page.press(Keys.ARROW_RIGHT)
        assert page.focus == first, page.focus
        photo(page)
        shown = page.script("return new URL(location).searchParams.get('item')")
        page.press(Keys.ARROW_LEFT)
        following = page.ids[page.ids.index(shown) + 1]
        until(lambda: page.script("return new URL(location).searchParams.get('item')") == following, "the next picture")
        assert page.one(".round.next").rect["x"] < page.one(".round.previous").rect["x"]
        assert not serious(page), serious(page)
        page.one("#viewer .close").click()
        page.explain()
        assert not serious(page), serious(page)
        page.keep("arabic-panel")


@check("the reader's choice of a language is kept")
def chosen(page):
    page.search("owl")
    assert language(page) == "en"
    page.explain()
    page.script("const field = document.querySelector('[name=language]'); field.value = 'fr'; field.dispatchEvent(new Event('change'))")
    try:
        until(lambda: language(page) == "fr", "the page in French")
        page.rest()
        assert page.driver.current_url.endswith("?q=owl") and "résultats" in page.text("#state"), page.text("#state")
        page.open("/")
        page.rest()
        page.explain()
        assert language(page) == page.one("[name=language]").get_property("value") == "fr"
        assert page.text("[name=language] [value=ja]") == "日本語"
    finally:
        page.driver.delete_all_cookies()


if __name__ == "__main__":
    sys.exit(gallery.main())
