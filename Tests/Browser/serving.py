"""Starts and ends what the checks need: a sandbox that plays the services, and a gallery that asks it."""

import contextlib
import json
import os
import re
import socket
import subprocess
import tempfile
import urllib.parse
import urllib.request


@contextlib.contextmanager
def running(command, **environment):
    """A program that says in its first line where it listens; ended in the end. It runs in its home, if it has one: a switch
    of the page edits the configuration of the current folder."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=environment.get("HOME"), env={**os.environ, **environment}
    )
    try:
        line = process.stdout.readline()
        found = re.search(r"https?://[^\s/]+", line)
        assert found, f"{' '.join(command)} said {line!r} instead of where it listens"
        yield found.group()
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError(f"{' '.join(command)} did not end when it was asked to") from None


@contextlib.contextmanager
def gallery(program, *faults):
    """A gallery and its sandbox, whose services misbehave as the faults say, such as api.flickr.com:delay=1500.

    What begins with FORAGE_ is a setting of the gallery in place of a fault, such as FORAGE_TIMEOUT=2s.
    """
    settings = dict(fault.split("=", 1) for fault in faults if fault.startswith("FORAGE_"))
    ordered = [argument for fault in faults if not fault.startswith("FORAGE_") for argument in ("--fault", fault)]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, running([program, "sandbox", "--no-limits", *ordered]) as sandbox:
        with running([program, "--sandbox", "serve", "--port", "0"], **places(home, sandbox), **settings) as address:
            yield address, sandbox


def places(home, sandbox):
    """The variables of a gallery that writes below a folder and asks a sandbox."""
    folders = {f"XDG_{name}_HOME": f"{home}/{name}" for name in ("CONFIG", "CACHE", "STATE", "DATA")}
    return {"HOME": home, "FORAGE_SANDBOX": f"{sandbox}/", "FORAGE_PROVIDERS_COCOACASTS_ENABLED": "true", **folders}


class Lasting:
    """A gallery that keeps its port and its folders while it is stopped and started again."""

    def __init__(self, program, sandbox):
        self.program = program
        self.sandbox = sandbox
        self.stack = contextlib.ExitStack()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]

    def __enter__(self):
        self.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.start()
        return self

    def start(self):
        command = [self.program, "--sandbox", "serve", "--port", str(self.port)]
        self.address = self.stack.enter_context(running(command, **places(self.home.name, self.sandbox)))

    def stop(self):
        self.stack.close()

    def __exit__(self, *error):
        self.stop()
        self.home.cleanup()


@contextlib.contextmanager
def keyless(program):
    """A gallery of the real services without a key for any. A search of those that need one sends nothing."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        command = ["env", "-i", f"PATH={os.environ['PATH']}", f"HOME={home}", program, "serve", "--port", "0"]
        with running(command, HOME=home) as address:
            yield address, None


def ask(address, path, **parameters):
    """What the API answers."""
    query = f"?{urllib.parse.urlencode(parameters)}" if parameters else ""
    with urllib.request.urlopen(f"{address}{path}{query}", timeout=30) as answer:
        return json.load(answer)


def whole_list(address, query, size=30):
    """All that a search has, page by page."""
    items, cursor = [], None
    while True:
        more = {"cursor": cursor} if cursor else {}
        page = ask(address, "/api/v1/search", q=query, limit=size, **more)
        items += page["items"]
        cursor = page["next"]
        if not cursor:
            return items
