#!/usr/bin/env python3
"""Picks pictures in a real browser, and passes them on: basket.py FORAGE [--shots FOLDER] [--only WORDS]"""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.parse
import zipfile

import gallery
from gallery import NO_PICTURES, check, photo
from page import Keys, until

# Those of gallery.py run by themselves.
gallery.CHECKS.clear()

PODCAST = ("FORAGE_PROVIDERS_NASACAST_ENABLED=true",)
FREE = "owl kind:photo from:openverse,wikimedia"


def begin(page, query="owl kind:photo", **state):
    """Searches with an empty basket."""
    page.open("/?day=2024-05-31")
    page.script("localStorage.clear()")
    page.search(urllib.parse.quote(query), **state)


def pick(page, count):
    """Picks the first pictures by key."""
    page.script("document.querySelector('.photo .open').focus()")
    for number in range(count):
        page.press("x")
        if number + 1 < count:
            page.press(Keys.ARROW_RIGHT)
    until(lambda: page.text(".counts").startswith(f"{count} picked"), f"{count} picks")
    return picks(page)


def picks(page):
    return [item["id"] for item in json.loads(page.script("return localStorage['forage.basket'] ?? '[]'"))]


def control(page, name):
    return next(each for each in page.all(".basket button, .picks button") if each.text == name)


def saved(folder, ending):
    """The file that the browser saves in a folder."""
    def finished():
        return [path for path in folder.iterdir() if path.name.endswith(ending)]
    return until(finished, f"a file {ending}")[0]


@check("x picks the focused picture and a tick another; the bar counts them for the use, and nothing moves")
def picking(page):
    begin(page)
    before, places = page.moved, page.places
    assert not page.all(".basket") and not any("basket" in path for path in page.requests)
    ids = pick(page, 3)
    tick = page.one(f".tile[data-id='{page.ids[5]}'] .tick")
    assert tick.get_attribute("aria-pressed") == "false"
    tick.click()
    until(lambda: len(picks(page)) == 4, "the fourth")
    assert tick.get_attribute("aria-pressed") == "true" and page.places == places and page.moved == before
    page.keep("basket")
    items = json.loads(page.script("return localStorage['forage.basket']"))
    free = sum(item["rights"]["summary"] == "free" for item in items)
    refused = sum(item["rights"]["summary"] == "ask" for item in items)
    told = page.text(".counts")
    assert (f"{free} free" in told) == (free > 0) and (f"{refused} not permitted" in told) == (refused > 0), told
    for use in ("print", "change"):
        page.script("const field = document.querySelector('#use'); field.value = arguments[0]; field.dispatchEvent(new Event('change'))", use)
        allowed = sum(use in item["rights"].get("uses", []) for item in items)
        until(lambda: (f"{4 - allowed} not permitted" in page.text(".counts")) == (allowed < 4), f"the count for {use}")
    tick.click()
    until(lambda: picks(page) == ids, "three again")
    page.script("document.querySelector('.photo .open').focus()")
    page.press("x")
    until(lambda: picks(page) == ids[1:], "two")


@check("picks survive a reload and are shared by tabs; clearing can be undone")
def lasting(page):
    begin(page)
    ids = pick(page, 2)
    page.search("owl")
    until(lambda: page.all(".basket:not([hidden])"), "the bar")
    assert page.script("return [...document.querySelectorAll('.tick[aria-pressed=true]')].map(tick => tick.closest('.tile').dataset.id).sort()") == sorted(ids)
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.look()
    page.search("owl")
    until(lambda: page.all(".basket:not([hidden])"), "the bar of the other tab")
    control(page, "Clear").click()
    until(lambda: not picks(page), "nothing")
    page.driver.close()
    page.driver.switch_to.window(first)
    until(lambda: not page.all(".tick[aria-pressed=true]") and not page.all(".basket:not([hidden])"), "nothing in the first tab")
    ids = pick(page, 2)
    control(page, "Clear").click()
    until(lambda: page.text(".message") == "The basket is empty.", "that it is empty")
    assert page.focus == "Undo", page.focus
    page.press(Keys.ENTER)
    until(lambda: picks(page) == ids, "both again")


@check("the large view picks with x and a button, which shows what is picked")
def large(page):
    begin(page)
    opened = photo(page)
    button = page.one("#viewer .pick")
    page.press("x")
    until(lambda: picks(page) == [opened], "the pick")
    assert button.get_attribute("aria-pressed") == "true" and page.text(".scale") == "Picked"
    page.press(Keys.ARROW_RIGHT)
    until(lambda: button.get_attribute("aria-pressed") == "false", "the next, which is not picked")
    button.click()
    until(lambda: len(picks(page)) == 2, "both")
    page.keep("basket-large")
    page.press("x")
    until(lambda: picks(page) == [opened], "one")
    page.press("?")
    assert "Pick for the basket" in page.text(".keys")


@check("the list opens a picture and removes one, by keyboard alone")
def listed(page):
    begin(page)
    ids = pick(page, 3)
    control(page, "Show").send_keys(Keys.ENTER)
    until(lambda: page.all(".picks[open]"), "the list")
    until(lambda: page.script("return [...document.querySelectorAll('.picks img')].every(image => image.naturalWidth)"), "its pictures")
    page.keep("basket-list")
    page.one(".picks li .plain").send_keys(Keys.ENTER)
    until(lambda: picks(page) == ids[1:], "two")
    assert page.script("return document.activeElement.closest('.picks li') === document.querySelector('.picks li')")
    page.one(".picks .name").send_keys(Keys.ENTER)
    until(lambda: page.all("#viewer[open]"), "the large view")
    assert urllib.parse.quote(ids[1], safe="") in page.driver.current_url


@check("the ZIP has the permitted files with their credits, and says what is missing")
def zipped(page):
    # Other providers have results without a file.
    begin(page, "owl kind:photo from:unsplash,flickr,openverse")
    page.script("document.querySelector('.photo .open').focus()")
    ids = pick(page, 6)
    items = json.loads(page.script("return localStorage['forage.basket']"))
    refused = [item for item in items if item["rights"]["summary"] == "ask"]
    with page.downloads() as folder:
        control(page, "Download ZIP").send_keys(Keys.ENTER)
        until(lambda: "Files in the ZIP" in page.text(".message"), "the ZIP", 60)
        with zipfile.ZipFile(saved(folder, ".zip")) as file:
            assert file.testzip() is None
            names = set(file.namelist())
            document = json.loads(file.read("credits.json"))
            told = file.read("credits.html").decode() + file.read("credits.md").decode()
    assert [item["id"] for item in document["items"]] == ids
    pictures = {item["file"]["name"] for item in document["items"] if "name" in item["file"]}
    assert names == pictures | {f"{name}.credit.json" for name in pictures} | {"credits.html", "credits.md", "credits.json", "credits.lock"}, names
    assert len(pictures) == 6 - len(refused), (pictures, len(refused))
    assert ("Missing" in page.text(".message")) == bool(refused) == ("Missing" in told)
    page.keep("basket-zip")
    if not refused:
        return "nothing was refused"
    control(page, "Show").click()
    assert len(page.all(".picks .bad")) == len(refused)
    page.one(".picks [type=checkbox]").click()
    page.press(Keys.ESCAPE)
    with page.downloads() as folder:
        control(page, "Download ZIP").click()
        until(lambda: page.text(".message").startswith("Files in the ZIP: 6"), "the other ZIP", 60)
        with zipfile.ZipFile(saved(folder, ".zip")) as file:
            assert len(file.namelist()) == 16


@check("a ZIP without any file is refused with the reasons, and can be cancelled before", NO_PICTURES)
def nothing(page):
    begin(page, "owl kind:photo from:unsplash")
    ids = pick(page, 2)
    with page.downloads() as folder:
        control(page, "Download ZIP").send_keys(Keys.ENTER)
        assert page.focus == "Cancel", page.focus
        until(lambda: "No file was downloaded. Missing: 2." in page.text(".message.bad"), "the reasons", 60)
        assert not list(folder.iterdir())
    control(page, "Download ZIP").click()
    control(page, "Cancel").click()
    until(lambda: page.text(".message") == "" and page.focus == "Download ZIP", "that it was cancelled")
    assert picks(page) == ids
    page.keep("basket-nothing")


@check("a saved basket is read by the command, and opened by another gallery")
def passed_on(page):
    begin(page)
    ids = pick(page, 3)
    with page.downloads() as folder, tempfile.TemporaryDirectory() as home:
        control(page, "Save basket").click()
        path = saved(folder, ".forage.json")
        document = json.loads(path.read_text(encoding="utf-8"))
        assert [item["id"] for item in document["items"]] == ids and not any("pictures" in item for item in document["items"])
        environment = {**os.environ, "HOME": home, "FORAGE_SANDBOX": f"{page.sandbox}/", "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home, "XDG_STATE_HOME": home}
        command = [sys.argv[1], "--sandbox", "get", "--from", path, "--to", f"{home}/owls"]
        got = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
        assert got.returncode == 0, got
        assert len(list(pathlib.Path(home, "owls").rglob("*.credit.json"))) == 3
        # A colleague has another basket, and has not searched for these.
        begin(page, "lighthouse")
        page.open("/")
        page.rest()
        page.command("Page.setInterceptFileChooserDialog", enabled=True)
        page.one("#welcome button").click()
        until(lambda: page.all("input[type=file]"), "the choice of a file")
        page.one("input[type=file]").send_keys(str(path))
        page.command("Page.setInterceptFileChooserDialog", enabled=False)
        until(lambda: page.text(".message").startswith("Added: 3."), "the set")
        assert picks(page) == ids and page.text(".counts").startswith("3 picked")


def drop(page, text):
    """Drops a file with this text on the page."""
    page.script("""
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([arguments[0]], "owls.forage.json", { type: "application/json" }))
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }))""", text)


@check("a file that is not a basket changes nothing, and what it names in vain is said")
def hostile(page):
    begin(page)
    for text in ("", "{", "[]", "null", '{"items":[]}', '{"items":[{}]}', '{"items":[{"id":7}]}', '{"items":{"length":1}}',
                 json.dumps({"items": [{"id": "a:" + "b" * 3000}]})):
        drop(page, text)
        until(lambda: page.text(".message.bad") == "This file is not a saved basket.", f"that {text[:20]} is none")
        assert not picks(page)
        control(page, "Close").click()
        until(lambda: not page.all(".basket:not([hidden])"), "nothing")
    known = page.ids[0]
    drop(page, json.dumps({"items": [{"id": "nobody:1"}, {"id": known}, {"id": known}, {"id": "<img src=x onerror=alert(1)>"}]}))
    until(lambda: "Added: 1. Missing: 2." in page.text(".message.bad"), "what is missing")
    assert picks(page) == [known] and not page.all(".message img")


@check("the bar lies above the player and below nothing, also on a narrow window", PODCAST)
def room(page):
    begin(page)
    pick(page, 2)
    page.open("/?kind=episode&from=nasacast")
    page.rest()
    page.one(".card .open").click()
    until(lambda: page.all("#viewer[open] [name=play]"), "what plays it")
    time.sleep(0.6)
    page.one("[name=play]").click()
    until(lambda: page.all(".player:not([hidden])"), "the player")
    page.press(Keys.ESCAPE)
    for width in (1440, 390):
        page.look(width=width, height=800)
        time.sleep(0.3)
        boxes = page.script("return ['.basket', '.player'].map(name => document.querySelector(name).getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])")
        assert abs(boxes[0][1] - boxes[1][0]) < 1 and boxes[1][1] <= 800, boxes
        page.script("scrollTo({ top: 1e6, behavior: 'instant' })")
        time.sleep(0.3)
        assert page.script("return document.querySelector('main').getBoundingClientRect().bottom") <= boxes[0][0] + 1
        assert page.script("return document.documentElement.scrollWidth <= innerWidth")
        page.keep(f"basket-player-{width}")


@check("axe has nothing serious to say about the basket")
def accessible(page):
    package = importlib.util.find_spec("axe_playwright_python")
    if not package:
        return "skipped: the package axe-playwright-python, which has axe.min.js, is not installed"
    library = pathlib.Path(package.submodule_search_locations[0], "axe.min.js").read_text(encoding="utf-8")

    def shown():
        begin(page)
        pick(page, 3)

    steps = {
        "bar": shown, "dark": lambda: (page.look(prefers_color_scheme="dark"), shown(), page.keep("basket-dark")),
        "list": lambda: (shown(), control(page, "Show").click()), "narrow": lambda: (page.look(width=390, height=844), shown(), page.keep("basket-narrow")),
    }
    for name, step in steps.items():
        step()
        time.sleep(0.5)
        page.script(library)
        result = page.driver.execute_async_script("axe.run().then(arguments[0])")
        serious = [f"{each['id']}: {each['nodes'][0]['html'][:140]} {each['nodes'][0].get('failureSummary', '')[:200]}"
                   for each in result["violations"] if each["impact"] in ("serious", "critical")]
        assert not serious, (name, serious)


if __name__ == "__main__":
    sys.exit(gallery.main())
