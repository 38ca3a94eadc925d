#!/usr/bin/env python3
"""Times whole processes in turn, ours and the other, and prints the ratio of their medians.

A search of a provider that answers after 200 ms is held against curl fetching the same body, and
`forage --version` against `curl --version`. Everything stays on loopback. A folder of SVGs is measured by
`forage svg-size` on all cores and by a script of PyPI's `imagesize`, file by file as its users have it. Both
walk the folder and write a line for each file, and the start of each is part of its time.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FORAGE = str(ROOT / ".build/release/forage")
SANDBOX = str(ROOT / ".build/release/forage-sandbox")
PYTHON = str(ROOT / ".build-tools/python/bin/python")
DELAY = 200

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
    start = time.perf_counter()
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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


def main():
    short = "--short" in sys.argv[1:]
    environment = {"PATH": os.environ["PATH"], "HOME": tempfile.mkdtemp(), "LC_ALL": "C.UTF-8"}
    compare(
        "Start: forage --version", [FORAGE, "--version"], ["curl", "--version"], "curl --version",
        20 if short else 100, environment, 0.5)
    compare_folder(5000, 5 if short else 20, environment)
    sandbox = subprocess.Popen(
        [SANDBOX, "--until-stdin-closes", "--fault", f"api.duckduckgo.com:delay={DELAY}"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        base = sandbox.stdout.readline().split()[-1].rstrip("/") + "/api.duckduckgo.com"
        with tempfile.TemporaryDirectory() as folder:
            settings = pathlib.Path(folder) / "forage.json"
            settings.write_text(json.dumps({"providers": {"duckduckgo": {"baseURL": base}}, "measure": False}))
            compare(
                f"Search: one provider answering after {DELAY} ms",
                [FORAGE, "--config", str(settings), "search", "owl", "--provider", "duckduckgo", "--format", "json"],
                ["curl", "--silent", "--output", "/dev/null", f"{base}/?q=owl&format=json&no_redirect=1&no_html=1"],
                "curl", 10 if short else 40, environment, 1.06)
    finally:
        sandbox.stdin.close()
        sandbox.wait(timeout=10)


main()
