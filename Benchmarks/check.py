#!/usr/bin/env python3
"""Times `forage check` on 10,000 files that have not changed, in turn with `git status` on the same tree, and counts which
of 200 seeded changes of a project of 300 pictures it finds, beside `reuse lint` from PyPI on the same tree.

    Benchmarks/check.py [--short]

Every picture of the second project has an entry, a credit file and a file `NAME.license`, so that both programs find
nothing wrong at first. `reuse lint` knows nothing of bytes and of the lock, so it can find only what concerns its own files.
"""
import hashlib
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zlib

sys.path.insert(0, os.path.dirname(__file__))
from processes import FORAGE, PYTHON  # noqa: E402

FILES = 10_000
PICTURES = 300
CHANGES = 200


def png(number, side=24):
    """A picture of coloured squares that no other number has."""
    rng = random.Random(number)
    rows = b"".join(b"\0" + bytes(rng.randrange(256) for _ in range(3 * side)) for _ in range(side))

    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
    size = side.to_bytes(4, "big")
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size + size + b"\x08\x02\0\0\0") + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


NOTICE = "SPDX-FileCopyrightText: 2024 Author {}\n\nSPDX-License-Identifier: CC-BY-4.0\n"


def credit(number, data):
    """The credit file that `forage get` writes."""
    address = f"https://pictures.example/{number}"
    part = {
        "title": f"Picture {number}", "page": address, "source": {"name": "Pictures", "url": "https://pictures.example/"},
        "creator": {"name": f"Author {number}"},
        "licence": {"id": "cc-by-4.0", "name": "CC BY 4.0", "url": "https://creativecommons.org/licenses/by/4.0/"}}
    return json.dumps({
        "version": 1, "id": f"pictures:{number}", "title": part["title"], "credit": "", "size": "full",
        "url": f"{address}.png", "date": "2026-05-31", "type": "image/png", "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data), "credits": [part]})


class Project:
    def __init__(self, place, count):
        self.place, self.folder = place, pathlib.Path(place, "project")
        self.environment = os.environ | {
            "HOME": place, "XDG_STATE_HOME": f"{place}/state", "XDG_CACHE_HOME": f"{place}/cache",
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@a.example",
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@a.example"}
        for number in range(count):
            path = self.folder / f"pictures/{number % 20}/{number}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(png(number))
            pathlib.Path(f"{path}.license").write_text(NOTICE.format(number))
            pathlib.Path(f"{path}.credit.json").write_text(credit(number, path.read_bytes()))
            pathlib.Path(f"{path}.credit.json.license").write_text(NOTICE.format(number))
        self.run(FORAGE, "adopt", ".").check_returncode()

    def run(self, *command):
        return subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)


def timed(project, *command):
    start = time.perf_counter()
    project.run(*command).check_returncode()
    return time.perf_counter() - start


def speed(rounds):
    with tempfile.TemporaryDirectory() as place:
        project = Project(place, FILES)
        for command in (("git", "init", "-q"), ("git", "add", "."), ("git", "commit", "-qm", "all")):
            project.run(*command).check_returncode()
        time.sleep(2.5)  # The times of files are trusted after two seconds.
        timed(project, FORAGE, "check")
        pairs = [(timed(project, FORAGE, "check"), timed(project, "git", "status")) for _ in range(rounds)]
        ours, theirs = (statistics.median(side) for side in zip(*pairs))
        whole = timed(project, FORAGE, "check", "--ci")
        print(f"check of {FILES:,} unchanged files: {ours:.2f} s, git status {theirs:.2f} s, {ours / theirs:.1f} times; "
              f"--ci, which reads all: {whole:.2f} s")


def edit_lock(project, rng, change):
    path = project.folder / "credits.lock"
    lock = json.loads(path.read_text())
    change(lock, rng.randrange(len(lock["files"])))
    path.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n")


def swap_licence(lock, number):
    lock["files"][number]["credits"][0]["licence"] = {"id": "cc0-1.0", "name": "CC0 1.0"}


def edit_entry(lock, number):
    lock["files"][number]["title"] += " (edited)"


def change(project, kind, number, rng):
    pictures = sorted(project.folder.rglob("*.png"))
    picture = rng.choice(pictures)
    if kind == "sidecar deleted":
        for ending in (".license", ".credit.json", ".credit.json.license"):
            pathlib.Path(f"{picture}{ending}").unlink()
    elif kind == "recompressed":
        picture.write_bytes(png(1_000 + number, side=25))
    elif kind == "renamed":
        picture.rename(picture.with_name(f"new-{number}.png"))
    elif kind == "licence swapped":
        edit_lock(project, rng, swap_licence)
    elif kind == "cropped":
        picture.write_bytes(png(2_000 + number, side=23))
    elif kind == "entry edited":
        edit_lock(project, rng, edit_entry)


def changes(count):
    kinds = ["sidecar deleted", "recompressed", "renamed", "licence swapped", "cropped", "entry edited"]
    reuse = pathlib.Path(PYTHON).with_name("reuse")
    reuse = str(reuse) if reuse.exists() else shutil.which("reuse")
    with tempfile.TemporaryDirectory() as place:
        project = Project(place, PICTURES)
        (project.folder / "LICENSES").mkdir()
        (project.folder / "LICENSES/CC-BY-4.0.txt").write_text("Attribution 4.0 International\n")
        (project.folder / "credits.lock.license").write_text(
            "SPDX-FileCopyrightText: 2024 Author\n\nSPDX-License-Identifier: CC-BY-4.0\n")
        clean = project.run(FORAGE, "check").returncode == 0
        others_clean = reuse and project.run(reuse, "lint", "-q").returncode == 0
        found, others = dict.fromkeys(kinds, 0), dict.fromkeys(kinds, 0)
        rng = random.Random(42)
        spare = pathlib.Path(place, "spare")
        shutil.copytree(project.folder, spare)
        for number in range(count):
            kind = kinds[number % len(kinds)]
            change(project, kind, number, rng)
            found[kind] += project.run(FORAGE, "check").returncode == 1
            if reuse:
                others[kind] += project.run(reuse, "lint", "-q").returncode == 1
            shutil.rmtree(project.folder)
            shutil.copytree(spare, project.folder)
        print(f"changes of {PICTURES} pictures: forage finds {sum(found.values())} of {count}; "
              f"the unchanged project is {'clean' if clean else 'NOT CLEAN'}")
        if reuse:
            print(f"reuse lint finds {sum(others.values())} of {count} ("
                  + ", ".join(f"{kind} {total}" for kind, total in others.items())
                  + f"); the unchanged project is {'clean' if others_clean else 'not clean'}")


if __name__ == "__main__":
    is_short = "--short" in sys.argv
    speed(3 if is_short else 7)
    changes(24 if is_short else CHANGES)
