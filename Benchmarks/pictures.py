#!/usr/bin/env python3
"""Times `forage-image` against libvips' own `vipsthumbnail` and librsvg's `rsvg-convert`, whole processes in turn.

A JPEG of 24 megapixels becomes 400 pixels wide, an icon in SVG becomes a PNG, and 200 icons become PNGs: by one run of
`forage-image`, which gets an order a line, and by as many runs of `rsvg-convert`. Processor time and the most memory held
are the system's own count. The pictures are made here.
"""
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from processes import INSTALLED  # noqa: E402

PROGRAM = [str(INSTALLED / "forage-image"), "100000000", str(1536 << 20), "20"]
ICONS = 200

ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor"
  stroke-width="2" stroke-linecap="round"><circle cx="12" cy="12" r="{radius}"/><path d="M12 2v20M2 12h20"/>
  <path d="M4.9 4.9l14.2 14.2M19.1 4.9L4.9 19.1"/></svg>"""


class Cost:
    """What a run of a program took: seconds, seconds of computing, and mebibytes."""

    def __init__(self, command, lines=""):
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        process.stdin.write(lines.encode())
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        if status != 0:
            sys.exit(f"{command[0]} ended with {status}")
        self.wall = time.perf_counter() - start
        self.processor = usage.ru_utime + usage.ru_stime
        self.memory = usage.ru_maxrss / (1024 if sys.platform == "linux" else 1 << 20)


def order(source, target, width):
    try:
        os.unlink(target)
    except FileNotFoundError:
        pass
    return json.dumps({"version": 1, "from": source, "to": target, "metadata": False, "width": width,
                       "format": target.rsplit(".", 1)[1]}, separators=(",", ":")) + "\n"


def compare(what, ours, theirs, rounds):
    """Runs both in turn; prints the medians and their ratios, ours over theirs."""
    costs = [(ours(), theirs()) for _ in range(rounds)]
    middle = [[statistics.median(getattr(pair[side], name) for pair in costs)
               for name in ("wall", "processor", "memory")] for side in (0, 1)]
    (wall, cpu, memory), (their_wall, their_cpu, their_memory) = middle
    print(f"{what}: {wall * 1000:.0f} ms, {cpu * 1000:.0f} ms of computing, {memory:.0f} MiB; "
          f"ratios: time {wall / their_wall:.2f}, computing {cpu / their_cpu:.2f}, "
          f"memory {memory / their_memory:.2f}")


class Together:
    """The cost of many runs, one after the other."""

    def __init__(self, costs):
        self.wall = sum(cost.wall for cost in costs)
        self.processor = sum(cost.processor for cost in costs)
        self.memory = max(cost.memory for cost in costs)


def main(arguments):
    for tool in ("vips", "vipsthumbnail", "rsvg-convert"):
        if not shutil.which(tool):
            print(f"Work on pictures is not measured: there is no {tool} to compare it with.")
            return
    rounds = 3 if "--short" in arguments else 15
    with tempfile.TemporaryDirectory() as folder:
        photo, icon = f"{folder}/photo.jpg", f"{folder}/icon0.svg"
        subprocess.run(["vips", "perlin", f"{folder}/clouds.v", "6000", "4000"], check=True)
        subprocess.run(["vips", "linear", f"{folder}/clouds.v", f"{folder}/photo.v", "100", "128"], check=True)
        subprocess.run(["vips", "bandjoin", f"{folder}/photo.v {folder}/photo.v {folder}/photo.v",
                        f"{folder}/rgb.v"], check=True)
        subprocess.run(["vips", "cast", f"{folder}/rgb.v", f"{folder}/bytes.v", "uchar"], check=True)
        subprocess.run(["vips", "copy", f"{folder}/bytes.v", f"{photo}[Q=90]", "--interpretation", "srgb"],
                       check=True)
        for number in range(ICONS):
            pathlib.Path(f"{folder}/icon{number}.svg").write_text(ICON.format(radius=2 + number % 9))
        compare("24 megapixels of JPEG to 400 pixels, against vipsthumbnail",
                lambda: Cost(PROGRAM, order(photo, f"{folder}/ours.jpg", 400)),
                lambda: Cost(["vipsthumbnail", photo, "--size", "400x", "--eprofile", "srgb",
                              "-o", f"{folder}/theirs.jpg[strip]"]), rounds)
        compare("an icon to PNG, against vipsthumbnail",
                lambda: Cost(PROGRAM, order(icon, f"{folder}/ours.png", 64)),
                lambda: Cost(["vipsthumbnail", icon, "--size", "64x", "-o", f"{folder}/theirs.png[strip]"]), rounds)
        compare(f"{ICONS} icons to PNG in one run, against {ICONS} runs of rsvg-convert",
                lambda: Cost(PROGRAM, "".join(
                    order(f"{folder}/icon{n}.svg", f"{folder}/ours{n}.png", 64) for n in range(ICONS))),
                lambda: Together([
                    Cost(["rsvg-convert", "-w", "64", f"{folder}/icon{n}.svg", "-o", f"{folder}/theirs{n}.png"])
                    for n in range(ICONS)]), 1 if "--short" in arguments else 5)


main(sys.argv[1:])
