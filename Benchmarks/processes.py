#!/usr/bin/env python3
"""Times whole processes in turn, ours and the other, and prints the ratio of their medians.

A search of services that answer after 200 ms is held against curl fetching the same bodies, the measuring of
thumbnails against curl fetching the list and then the same ranges, a search that the cache answers against curl
fetching the longest of its bodies from an nginx, and `forage --version` against `curl --version`. What curl has to fetch is what the sandbox was asked by us. Everything stays on loopback. A folder
of SVGs is measured by `forage svg-size` on all cores and by a script of PyPI's `imagesize`, file by file as its
users have it; both walk the folder and write a line for each file, and the start of each is part of its time.
"""
import contextlib
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.dirname(__file__))
import nginx  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
# As people have them: what the linker wrote lies in memory in other pieces than a file that was copied.
INSTALLED = ROOT / ".build/installed/bin"
FORAGE = str(INSTALLED / "forage")
SANDBOX = str(INSTALLED / "forage-sandbox")
TOOLS = ROOT / ".build/release"
PYTHON = str(ROOT / ".build-tools/python/bin/python")
SERVICES = [
    "api.duckduckgo.com", "api.unsplash.com", "www.flickr.com", "api.flickr.com",
    "cocoacasts.s3.us-west-1.amazonaws.com",
]
DELAY = 200
COPIES = 16

IMAGESIZE = """
import imagesize, os, sys
for entry in os.scandir(sys.argv[1]):
    width, height = imagesize.get(entry.path)
    print(width, height, entry.path, sep="\\t")
"""

DRAWING = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Drawn by hand, more or less -->
<svg
   xmlns:dc="http://purl.org/dc/elements/1.1/"
   xmlns:svg="http://www.w3.org/2000/svg"
   xmlns="http://www.w3.org/2000/svg"
   xmlns:xlink="http://www.w3.org/1999/xlink"
   version="1.1"
   width="{width}px"
   height="1052.4pt"
   viewBox="0 0 {width} 1052"
   id="drawing"
   preserveAspectRatio="xMidYMid">
""" + '  <path d="M 10,20 C 30,40 50,60 70,80 Z" style="fill:#336699"/>\n' * 50 + "</svg>\n"


def seconds(command, environment):
    """How long a command takes, run where no configuration lies that is not its own."""
    start = time.perf_counter()
    done = subprocess.run(
        command, env=environment, cwd=environment["HOME"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}")
    return time.perf_counter() - start


def compare(title, ours, other, other_name, rounds, environment, most):
    for command in (ours, other):
        seconds(command, environment)
    pairs = [(seconds(ours, environment), seconds(other, environment)) for _ in range(rounds)]
    mine = statistics.median(pair[0] for pair in pairs)
    theirs = statistics.median(pair[1] for pair in pairs)
    ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
    print(
        f"{title:<44} ours {mine * 1000:7.1f} ms   {other_name} {theirs * 1000:7.1f} ms   "
        f"ratio {ratio:5.2f} ×  (at most {most} ×)", flush=True)


@contextlib.contextmanager
def sandbox(*faults):
    """A sandbox of these faults, and its address."""
    command = [SANDBOX, "--until-stdin-closes", "--no-limits"]
    for fault in faults:
        command += ["--fault", fault]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().split()[-1].rstrip("/")
    finally:
        process.stdin.close()
        process.wait(timeout=10)


def compare_cached(search, address, requests, rounds, environment):
    """A search that the cache answers whole, against fetching one of the bodies from a static server."""
    if not nginx.program():
        return print("Search: 4 providers, cached: nginx is not installed; `make bench` does that")
    largest = max((body(address, request) for request in requests), key=len)
    with tempfile.TemporaryDirectory() as folder, nginx.serving(folder, folder) as static:
        (pathlib.Path(folder) / "body").write_bytes(largest)
        theirs = ["curl", "--silent", "--fail", "--output", "/dev/null", f"{static}/body"]
        compare("Search: 4 providers, cached", search, theirs, "curl", rounds, environment, 1.3)


def body(address, request):
    """What the sandbox answers to a request."""
    headers = {name: value for name, value in request["headers"].items() if name == "authorization"}
    query = f"?{request['query']}" if request["query"] else ""
    url = f"{address}/{request['host']}{request['path']}{query}"
    return urllib.request.urlopen(urllib.request.Request(url, headers=headers)).read()


def asked(address, command, environment):
    """The requests to the services that a command makes."""
    urllib.request.urlopen(urllib.request.Request(f"{address}/sandbox/reset", method="POST")).read()
    seconds(command, environment)
    return json.load(urllib.request.urlopen(f"{address}/sandbox/requests"))


def curl(address, requests):
    """The command that fetches the same, all at once."""
    command = ["curl", "--silent", "--fail", "--parallel", "--parallel-immediate"]
    for index, request in enumerate(requests):
        command += ["--next", "--silent", "--fail"] if index else []
        for name in ("authorization", "range"):
            if name in request["headers"]:
                command += ["--header", f"{name}: {request['headers'][name]}"]
        url = f"{address}/{request['host']}{request['path']}"
        command += ["--output", "/dev/null", f"{url}?{request['query']}" if request["query"] else url]
    return command


def compare_folder(count, rounds, environment):
    if not pathlib.Path(PYTHON).exists():
        return print("SVG sizes of a folder: imagesize is not installed; `make bench` does that")
    with tempfile.TemporaryDirectory() as folder:
        for index in range(count):
            (pathlib.Path(folder) / f"{index}.svg").write_text(DRAWING.format(width=100 + index))
        # Written to the disk first, lest that go on while the first ones are timed.
        os.sync()
        compare(
            f"SVG sizes of a folder of {count}", [FORAGE, "svg-size", folder],
            [PYTHON, "-c", IMAGESIZE, folder], "imagesize", rounds, environment, 0.2)


def in_turn(*commands):
    return ["sh", "-c", " && ".join(shlex.join(command) for command in commands)]


def main():
    short = "--short" in sys.argv[1:]
    rounds = 10 if short else 40
    environment = {"PATH": os.environ["PATH"], "HOME": tempfile.mkdtemp(), "LC_ALL": "C.UTF-8"}
    # The searches below are of the four providers that are compiled.
    environment["FORAGE_DEFINITIONS_SHIPPED"] = "false"
    environment["FORAGE_PROVIDERS_COCOACASTS_ENABLED"] = "true"
    compare(
        "Start: forage --version", [FORAGE, "--version"], ["curl", "--version"], "curl --version",
        20 if short else 100, environment, 0.6)
    compare_folder(5000, 5 if short else 20, environment)
    search = [FORAGE, "--sandbox", "search", "owl", "--format", "json"]
    slow = [f"{host}:delay={DELAY}" for host in SERVICES]
    # What is measured is asking; a second search would be answered by the cache.
    environment["FORAGE_CACHE_DISK"] = "0"
    with sandbox(*slow) as address:
        environment["FORAGE_SANDBOX"] = address
        for title, options in [
            (f"Search: a provider answering after {DELAY} ms", ["--provider", "duckduckgo", "--no-measure"]),
            (f"Search: 4 providers answering after {DELAY} ms", ["--no-measure"]),
        ]:
            ours = search + options
            theirs = curl(address, asked(address, ours, environment))
            compare(title, ours, theirs, "curl", rounds, environment, 1.06)
    with sandbox() as address:
        environment["FORAGE_SANDBOX"] = address
        cached = search + ["--no-measure"]
        requests = asked(address, cached, environment)
        keeping = {name: value for name, value in environment.items() if name != "FORAGE_CACHE_DISK"}
        # It takes a few milliseconds, and so does whatever else the machine does meanwhile.
        compare_cached(cached, address, requests, rounds * 5, keeping)
        ours = [FORAGE, "--sandbox", "search", "building", "--provider", "cocoacasts", "--limit", "25"]
        requests = asked(address, ours, environment)
        theirs = in_turn(curl(address, requests[:1]), curl(address, requests[1:]))
        compare(f"Measuring {len(requests) - 1} thumbnails", ours, theirs, "curl", rounds, environment, 1.2)
    with contextlib.ExitStack() as stack:
        addresses = [stack.enter_context(sandbox(*slow)) for _ in range(COPIES)]
        command = [str(TOOLS / "SearchBenchmark"), *addresses, *sys.argv[1:]]
        if subprocess.run(command, env=environment).returncode != 0:
            sys.exit("SearchBenchmark failed")


if __name__ == "__main__":
    main()
