#!/usr/bin/env python3
"""Looks closely and listens, in a real browser: viewer.py FORAGE [--shots FOLDER] [--only WORDS]"""

import sys
import time
import urllib.parse

import gallery
from gallery import NO_AXE, SLOWER_PICTURES, check, photo, serious
from page import Keys, until
from serving import ask

# Those of gallery.py run by themselves.
gallery.CHECKS.clear()

# A podcast whose episodes have a sound; it is off unless somebody wants it.
PODCAST = ("FORAGE_PROVIDERS_NASACAST_ENABLED=true",)

SCALE = """
    const { transform } = getComputedStyle(document.querySelector(".held"))
    return transform === "none" ? 1 : new DOMMatrix(transform).a"""


def scale(page):
    """How many times as large as whole the picture is shown."""
    return page.script(SCALE)


def loaded(page):
    until(lambda: page.script("return document.querySelector('.held .after')?.complete && !document.querySelector('.held .before')"), "the large picture")


def open_photo(page, query="owl kind:photo", **look):
    page.look(**look)
    page.search(urllib.parse.quote(query))
    identity = photo(page)
    loaded(page)
    return identity


def touch(page, kind, *points):
    page.command("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)])


# Looking closely


@check("wheel, double click and keys look closer at a picture up to a bit beyond its own size, and at the whole again")
def zoomed(page):
    open_photo(page)
    actual = page.script("const { naturalWidth } = document.querySelector('.held .after'); return naturalWidth / document.querySelector('.held').clientWidth")
    assert actual > 1.2, actual
    page.press("z")
    assert abs(scale(page) - actual) < 0.02 and page.text(".scale") == "100 %", (scale(page), actual, page.text(".scale"))
    page.keep("zoom-actual")
    page.press("0")
    assert scale(page) == 1 and page.text(".scale") == ""
    for _ in range(12):
        page.press("+")
    assert 1.2 * actual < scale(page) <= max(2, 1.5 * actual) + 0.01, scale(page)
    page.press("-", "-")
    assert scale(page) < 1.2 * actual
    page.press("0")
    box = page.one(".held").rect
    x, y = box["x"] + 20, box["y"] + 20
    page.command("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-200)
    until(lambda: scale(page) > 1.1, "a closer look by wheel")
    # What is under the pointer stays there, where the picture is larger than the window.
    under = page.script("const { top, height } = document.querySelector('.held').getBoundingClientRect(); return (arguments[0] - top) / height", y)
    assert abs(under - 20 / box["height"]) < 0.03, (under, 20 / box["height"])
    for count in (1, 2):
        page.command("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=count)
        page.command("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=count)
    until(lambda: scale(page) == 1, "the whole picture by double click")


@check("a picture that is looked at closely is moved by the pointer and the arrow keys, and never out of the window")
def panned(page):
    opened = open_photo(page)
    left = "return document.querySelector('.held').getBoundingClientRect().left"
    page.press("z", "+")
    before = page.script(left)
    page.press(Keys.ARROW_RIGHT)
    assert page.script(left) < before and urllib.parse.quote_plus(opened) in page.driver.current_url
    for kind, x in (("mousePressed", 400), ("mouseMoved", 460), ("mouseReleased", 460)):
        page.command("Input.dispatchMouseEvent", type=kind, x=x, y=400, button="left", buttons=1, clickCount=1)
    moved = page.script(left)
    for _ in range(20):
        page.press(Keys.ARROW_RIGHT)
    edges = page.script("return [document.querySelector('.held'), document.querySelector('.stage')].map(each => Math.round(each.getBoundingClientRect().right))")
    assert page.script(left) <= moved and edges[0] >= edges[1], edges
    page.press("0", Keys.ARROW_RIGHT)
    until(lambda: urllib.parse.quote_plus(opened) not in page.driver.current_url, "the next picture")
    assert scale(page) == 1


@check("two fingers look closer, one moves on: the next comes with the finger, and a swipe down closes")
def touched(page):
    page.command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    try:
        open_photo(page, width=390, height=844)
        ids = page.ids
        touch(page, "touchStart", (160, 150), (230, 150))
        touch(page, "touchMove", (60, 150), (330, 150))
        until(lambda: scale(page) > 1.5, "a closer look")
        page.keep("pinched")
        touch(page, "touchMove", (190, 150), (195, 150))
        until(lambda: scale(page) == 1, "the whole picture")
        touch(page, "touchEnd")
        touch(page, "touchStart", (300, 150))
        touch(page, "touchMove", (260, 152))
        touch(page, "touchMove", (150, 152))
        both = "return [...document.querySelectorAll('.slot')].map(each => Math.round(each.getBoundingClientRect().left))"
        until(lambda: page.script(both) == [-150, 240], "both pictures, side by side")
        page.keep("swiping")
        touch(page, "touchEnd")
        until(lambda: urllib.parse.quote_plus(ids[1]) in page.driver.current_url, "the next")
        assert page.script("return [...document.querySelectorAll('.slot')].map(each => each.style.transform)") == [""]
        touch(page, "touchStart", (200, 150))
        touch(page, "touchMove", (202, 190))
        touch(page, "touchMove", (204, 300))
        touch(page, "touchEnd")
        until(lambda: not page.all("#viewer[open]") and page.focus == ids[1], "the wall")
    finally:
        page.command("Emulation.setTouchEmulationEnabled", enabled=False)


@check("the neighbours' large files are there before they are asked for")
def ahead(page):
    open_photo(page)
    following = [ask(page.address, f"/api/v1/items/{urllib.parse.quote(each, safe='')}")["item"]["pictures"]["large"] for each in page.ids[1:2]]
    until(lambda: set(following) <= set(page.requests), "the next large file")
    far = ask(page.address, f"/api/v1/items/{urllib.parse.quote(page.ids[5], safe='')}")["item"]["pictures"]["large"]
    assert far not in page.requests
    page.press(Keys.ARROW_RIGHT)
    loaded(page)


@check("letters copy the credit, download, hide the details and list the keys")
def letters(page):
    page.command("Browser.grantPermissions", origin=page.address, permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    opened = open_photo(page)
    credit = ask(page.address, f"/api/v1/items/{urllib.parse.quote(opened, safe='')}/credit")
    until(lambda: any("/credit" in path for path in page.requests), "the credit")
    time.sleep(0.5)
    page.press("i")
    assert not page.one(".known").is_displayed()
    page.keep("details-hidden")
    page.press("c")
    assert page.one(".known").is_displayed()
    until(lambda: "Copied" in page.text(".copies"), "that it is copied")
    assert page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0], arguments[0])") == credit["text"]
    page.press("?")
    assert page.one(".keys").is_displayed() and "Copy the credit" in page.text(".keys")
    page.keep("keys")
    page.press(Keys.ARROW_RIGHT, "z", Keys.ESCAPE)
    assert page.all("#viewer[open]") and urllib.parse.quote_plus(opened) in page.driver.current_url and scale(page) == 1
    with page.downloads() as folder:
        page.press("d")
        until(lambda: [path for path in folder.iterdir() if not path.name.endswith("crdownload")], "the file")


@check("a download has the size and the format that were chosen")
def chosen(page):
    open_photo(page, "owl from:unsplash")
    until(lambda: any("/credit" in path for path in page.requests), "the rest")
    time.sleep(0.5)
    for name, value in (("size", "small"), ("format", "webp")):
        page.script("const field = document.querySelector(`[name=${arguments[0]}]`); field.value = arguments[1]; field.dispatchEvent(new Event('change'))", name, value)
    with page.downloads() as folder:
        page.press("d")
        name = until(lambda: [path.name for path in folder.iterdir() if path.name.endswith(".webp")], "the file")[0]
        data = (folder / name).read_bytes()
    assert data[8:12] == b"WEBP", data[:16]
    page.keep("chosen")
    page.press(Keys.ARROW_RIGHT)
    assert page.one("[name=format]").get_property("value") == "webp"


@check("the creator, each tag and the place lead to other searches, and the back button to the picture")
def links(page):
    items = ask(page.address, "/api/v1/search", q="owl kind:photo", limit=30)["items"]
    item = next(each for each in items if each.get("creator") and each.get("tags"))
    page.open(f"/?{urllib.parse.urlencode({'q': 'owl', 'kind': 'photo', 'item': item['id']})}")
    page.rest()
    until(lambda: page.all("#viewer[open] dl [data-words]"), "the links")
    time.sleep(0.6)
    first = page.driver.current_url
    creator, tag = item["creator"]["name"], item["tags"][-1]
    for text, words, more, line in (
        (f"More by {creator}", "owl", {"by": [creator]}, f'owl kind:photo by:"{creator}"'),
        (tag, tag, {}, f"{tag} kind:photo"),
    ):
        page.script("[...document.querySelectorAll('[data-words]')].find(each => each.textContent === arguments[0]).click()", text)
        until(lambda: not page.all("#viewer[open]"), "the list")
        asked = urllib.parse.parse_qs(urllib.parse.urlparse(page.driver.current_url).query)
        assert asked == {"q": [words], "kind": ["photo"], **more}, asked
        assert page.one("#words").get_property("value") == line
        page.rest()
        page.driver.back()
        until(lambda: page.all("#viewer[open]") and page.driver.current_url == first, "the picture again")
        time.sleep(0.6)


@check("a slow picture has its frame, in its shape and not in the colour of what is around it", SLOWER_PICTURES)
def framed(page):
    page.search(urllib.parse.quote("owl from:unsplash"))
    opened = photo(page)
    item = ask(page.address, f"/api/v1/items/{urllib.parse.quote(opened, safe='')}")["item"]
    for key in ("", "f"):
        page.press(*key)
        time.sleep(0.3)
        seen = page.script("""
            const held = document.querySelector(".held")
            const { width, height } = held.getBoundingClientRect()
            return [width / height, height, getComputedStyle(held).backgroundColor, getComputedStyle(document.querySelector(".looking")).backgroundColor]""")
        assert abs(seen[0] - item["size"]["width"] / item["size"]["height"]) < 0.02 and seen[1] > 300, seen
        assert seen[2] != seen[3] and seen[3] != "rgb(0, 0, 0)", seen
        page.keep(f"framed{key}")


@check("the full screen says what it shows with its credits, and something of what has no picture")
def captioned(page):
    items = ask(page.address, "/api/v1/search", q="owl", limit=30)["items"]
    place = next(index for index, each in enumerate(items) if each["kind"] != "photo")
    # The neighbour before it, or after it.
    near = place - 1 if place else place + 1
    page.open(f"/?{urllib.parse.urlencode({'q': 'owl', 'item': items[near]['id']})}")
    page.rest()
    until(lambda: page.all("#viewer[open]"), "the large view")
    page.press("f")
    until(lambda: page.script("return document.fullscreenElement?.className") == "looking", "the full screen")
    assert page.one(".told").is_displayed() and items[near]["attribution"]["source"]["name"] in page.text(".told"), page.text(".told")
    page.keep("full-screen-credit")
    page.press(Keys.ARROW_RIGHT if place else Keys.ARROW_LEFT)
    until(lambda: items[place]["title"] in page.text(".told"), "the card")
    assert page.one(".told .name").is_displayed() and page.one(".large.round").is_displayed()
    page.keep("full-screen-card")
    page.press("f")
    until(lambda: not page.script("return document.fullscreenElement"), "the page again")


# Listening


def listen(page):
    """Opens the newest episode of the podcast and plays it; its id."""
    page.open("/?kind=episode&from=nasacast")
    page.rest()
    page.one(".card .open").click()
    until(lambda: page.all("#viewer[open] [name=play]"), "what plays it")
    time.sleep(0.6)
    page.one("[name=play]").click()
    until(lambda: sounding(page) > 0.2, "its sound")
    return page.script("return document.querySelector('[name=play]').dataset.plays")


def sounding(page):
    """At what second the player is."""
    return seconds(page.text(".player .time").split(" / ")[0] or "0")


def seconds(text):
    total = 0
    for part in text.split(":"):
        total = 60 * total + int(part)
    return total


@check("an episode plays on while one searches, in parts that come as they are needed", PODCAST)
def plays(page):
    listen(page)
    page.keep("player-view")
    assert page.text("#viewer [name=play]") == "Pause" and page.script("return Boolean(document.querySelector('#viewer .player'))")
    page.press(Keys.ESCAPE)
    until(lambda: not page.all("#viewer[open]"), "the wall")
    before = sounding(page)
    page.one("#words").send_keys("heron", Keys.ENTER)
    page.rest()
    until(lambda: sounding(page) > before, "that it plays on")
    page.keep("player")
    assert page.text(".player .what a") and page.all(".player .what .quiet a")
    # Beyond the first part, which is as much as one answer brings.
    page.script("const bar = document.querySelector('.player input'); bar.value = 170; bar.dispatchEvent(new Event('input'))")
    until(lambda: sounding(page) > 171, "its end")
    until(lambda: "Play" == page.one(".player .pause").get_attribute("aria-label"), "that it has ended", 30)
    assert page.text(".player .bad") == ""


@check("the player works by keyboard: back, ahead, speed and position, and its place is kept", PODCAST)
def places(page):
    opened = listen(page)
    page.press(Keys.ESCAPE)
    until(lambda: not page.all("#viewer[open]"), "the wall")
    page.one("[aria-label='Ahead 30 seconds']").send_keys(Keys.ENTER)
    page.one("[aria-label='Ahead 30 seconds']").send_keys(Keys.ENTER)
    until(lambda: sounding(page) >= 60, "60 seconds on")
    page.one("[aria-label='Back 15 seconds']").send_keys(Keys.SPACE)
    until(lambda: 45 <= sounding(page) < 60, "15 seconds back")
    page.one(".player select").send_keys("1.5")
    page.one(".player .pause").send_keys(Keys.ENTER)
    until(lambda: page.one(".player .pause").get_attribute("aria-label") == "Play", "a pause")
    at = sounding(page)
    page.open(f"/?item={urllib.parse.quote(opened)}")
    until(lambda: page.text("#viewer [name=play]").startswith("Go on at 0:4") or page.text("#viewer [name=play]").startswith("Go on at 0:5"), "the place of before")
    time.sleep(0.6)
    page.one("#viewer [name=play]").click()
    until(lambda: sounding(page) >= at, "that it goes on there")
    assert page.one(".player select").get_property("value") == "1.5"
    page.press(Keys.ESCAPE)
    until(lambda: not page.all("#viewer[open]"), "the wall")
    page.one(".player .what a").click()
    until(lambda: page.all("#viewer[open]"), "what plays")
    page.one(".player .round").click()
    assert not page.one(".player").is_displayed() and page.text("#viewer [name=play]").startswith("Go on")


@check("an episode without a sound has a link to its page, and nothing that plays")
def silent(page):
    page.open("/?kind=episode")
    page.rest()
    page.one(".card .open").click()
    until(lambda: page.all("#viewer[open]"), "the card")
    time.sleep(0.6)
    assert "Watch it at" in page.text(".actions") and not page.all("[name=play]")


@check("axe has nothing serious to say about the keys, the player and a picture looked at closely", PODCAST)
def accessible(page):
    def playing():
        listen(page)
        page.press(Keys.ESCAPE)

    def narrow():
        page.look(width=390, height=844)
        playing()
        page.keep("player-narrow")

    steps = {
        "zoom": lambda: (open_photo(page), page.press("z")), "keys": lambda: page.press("?"), "player in a card": lambda: listen(page),
        "player": playing, "dark player": lambda: (page.look(prefers_color_scheme="dark"), playing(), page.keep("player-dark")), "narrow player": narrow,
    }
    for name, step in steps.items():
        step()
        time.sleep(0.5)
        faults = serious(page)
        if faults is None:
            return NO_AXE
        assert not faults, (name, faults)


if __name__ == "__main__":
    sys.exit(gallery.main())
