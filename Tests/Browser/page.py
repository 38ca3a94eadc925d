"""The page as a person uses it."""

import base64
import contextlib
import json
import os
import pathlib
import shutil
import tempfile
import time
import urllib.request

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.chrome.service import Service

# Notes what a person would notice: what moved by itself, and where each tile that was in the window stood.
WATCH = """
window.moved = []
new PerformanceObserver(list => {
  for (const entry of list.getEntries())
    if (!entry.hadRecentInput) window.moved.push([entry.value, ...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90))])
}).observe({ type: "layout-shift", buffered: true })
"""


def until(condition, what, seconds=30):
    """Waits for something to hold, and gives what it gave."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.05)


@contextlib.contextmanager
def browser():
    """Chromium, without a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = os.environ.get("CHROMIUM") or shutil.which("chromium") or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--lang=en"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        yield driver
    finally:
        driver.quit()


class Page:
    """One gallery in the browser."""

    def __init__(self, driver, address, sandbox, shots):
        self.driver = driver
        self.address = address
        self.sandbox = sandbox
        self.shots = pathlib.Path(shots) if shots else None
        self.look()

    # How it is looked at

    def look(self, width=1440, height=900, ratio=1, **media):
        """Looks through a window of this size, with preferences such as prefers_color_scheme="dark"."""
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=ratio, mobile=width < 600,
        )
        features = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
        self.command("Emulation.setEmulatedMedia", features=features)

    @contextlib.contextmanager
    def letters(self, size):
        """What is opened meanwhile is shown as to a reader whose letters have this size."""
        with self.before(f"document.addEventListener('readystatechange', () => document.documentElement.style.fontSize = '{size}px')"):
            yield

    @contextlib.contextmanager
    def before(self, source):
        """What is opened meanwhile has this script before those of its own."""
        script = self.command("Page.addScriptToEvaluateOnNewDocument", source=source)
        try:
            yield
        finally:
            self.command("Page.removeScriptToEvaluateOnNewDocument", **script)

    def open(self, path="/"):
        self.driver.get("about:blank")
        self.driver.get(self.address + path)
        return self

    def search(self, query, **state):
        """Opens a search and waits until its first page is there, or something is said instead."""
        self.open("/?" + "&".join(f"{name}={value}" for name, value in {"q": query, **state}.items()))
        self.rest()
        return self

    def rest(self):
        """Waits until nobody is being asked, and nobody will be unless the reader goes on."""
        quiet = "return document.querySelector('#wall').ariaBusy === 'false' && !/^Asking|…$/.test(document.querySelector('#state').textContent)"

        def is_quiet():
            if not self.script(quiet):
                return False
            time.sleep(0.3)
            return self.script(quiet)

        until(is_quiet, "the answers")

    def explain(self):
        """Opens the panel of the providers."""
        self.one("#about").click()
        until(lambda: self.all("#panel[open] li"), "the panel")

    def keep(self, name):
        """Keeps a picture of the window."""
        if not self.shots:
            return
        self.shots.mkdir(parents=True, exist_ok=True)
        picture = self.command("Page.captureScreenshot", format="png")["data"]
        (self.shots / f"{name}.png").write_bytes(base64.b64decode(picture))

    # What it is made of

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def script(self, source, *arguments):
        return self.driver.execute_script(source, *arguments)

    def module(self, name, body, *arguments):
        """Runs a function body with what a module of the page exports, as `module`."""
        source = "const { src } = document.querySelector('script[type=module]');" \
            f"const run = async (module, ...given) => {{ {body} }}; const done = arguments[arguments.length - 1]; " \
            f"import(new URL('{name}', src)).then(module => run(module, ...[...arguments].slice(0, -1))).then(done, error => done(String(error)))"
        return self.driver.execute_async_script(source, *arguments)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.script("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def press(self, *keys):
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    @property
    def focus(self):
        """Where the focus is: the id of a tile, or of an element."""
        return self.script(
            "const here = document.activeElement; return here.closest('.tile')?.dataset.id || here.id || here.textContent"
        )

    @property
    def ids(self):
        return self.script("return [...document.querySelectorAll('.tile')].map(tile => tile.dataset.id)")

    @property
    def places(self):
        """Where each tile stands that is in the window: left, top, width, height."""
        return self.script(
            "return Object.fromEntries([...document.querySelectorAll('.tile')].map(tile => [tile.dataset.id, tile.getBoundingClientRect()])"
            ".filter(([, box]) => box.top < innerHeight && box.bottom > 0).map(([id, box]) => [id, [box.left, box.top, box.width, box.height]]))"
        )

    @property
    def moved(self):
        """What moved by itself since the page was opened, and how much."""
        return self.script("return window.moved.filter(([amount]) => amount > 0.0001)")

    @property
    def requests(self):
        """The paths that were asked for, in order."""
        return self.script(
            "return performance.getEntriesByType('resource').map(entry => entry.name.replace(location.origin, ''))"
        )

    @property
    def services(self):
        """The paths of what the services were asked, in order."""
        with urllib.request.urlopen(f"{self.sandbox}/sandbox/requests") as answer:
            return [request["path"] for request in json.load(answer)]

    @contextlib.contextmanager
    def downloads(self):
        """A folder that the browser saves files in."""
        with tempfile.TemporaryDirectory() as folder:
            self.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
            yield pathlib.Path(folder)

    @property
    def complaints(self):
        """What the browser's console has against the page; an answer that refuses is none of it."""
        return [line["message"] for line in self.driver.get_log("browser")
                if line["level"] in ("SEVERE", "WARNING") and "Failed to load resource" not in line["message"]]

    def offline(self, is_offline):
        self.command("Network.enable")
        self.command("Network.emulateNetworkConditions", offline=is_offline, latency=0, downloadThroughput=-1, uploadThroughput=-1)
