#!/usr/bin/env python3
"""Gets files from an nginx on loopback with `forage get`, in turn with `curl --parallel` on as many connections and with
gallery-dl, one after the other as it does; prints the ratios of the medians, and the most memory that was in use.

What is known of the items is in the cache by then; the files are not. `forage get` also looks at each picture, so that
`forage whose` recognises it later, which takes longer than a transfer on loopback; so the transfers are measured without
the program for pictures, and with it on a line of its own. Files go to memory where the system has a folder
there: Forage waits until each is on the disk, which says nothing of transfers. The last lines are of one large file,
also of one that was interrupted in the middle, of which no byte may be asked for again.
"""
import json
import os
import pathlib
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
import nginx  # noqa: E402
from processes import FORAGE, PYTHON  # noqa: E402

CONNECTIONS = 6
HOST = "files.museum.example"

DEFINITION = {
    "$schema": "urn:forage:definition:1",
    "about": {
        "id": "museum", "name": "Museum", "summary": "Pictures", "site": "https://museum.example/", "kinds": ["photo"],
        "hosts": ["https://api.museum.example"]},
    "search": {"url": "https://api.museum.example/search", "query": {"q": "{text}"}},
    "details": {"url": "https://api.museum.example/works/{id}", "record": "/work"},
    "items": "/works",
    "item": {
        "id": "/id", "title": "/title", "page": {"text": "https://museum.example/works/{/id}"},
        "creator": {"name": "/artist"}, "files": [{"role": "full", "url": "/file"}]},
}


def work(name):
    return {"id": name, "title": f"Work {name}", "artist": "Ines Dahl", "file": f"https://{HOST}/{name}.jpg"}


def definition():
    credit = {"creator": {"name": "Ines Dahl"}, "page": "https://museum.example/works/1"}
    item = {
        "id": "1", "title": "Work 1", "licence": None, **credit, "files": [{"role": "full", "url": work("1")["file"]}]}
    searched = {
        "request": {"search": "owl"}, "asks": "https://api.museum.example/search?q=owl",
        "body": {"works": [work("1")]}, "items": [item], "next": None}
    shown = {"request": {"details": "1"}, "body": {"work": work("1")}, "items": [item]}
    return json.dumps(DEFINITION | {"samples": [searched, shown]})


def picture(size, number=0):
    """A JPEG of so many bytes, by its beginning and its end."""
    frame = bytes.fromhex("ffc0000b08000200030101110 0".replace(" ", ""))
    start = b"\xff\xd8\xff\xe0\x00\x10JFIF\0abcdefghi" + frame + bytes.fromhex("ffda0008010100003f00")
    return start + struct.pack(">I", number) * ((size - len(start) - 2) // 4) + b"\xff\xd9"


def serve(folder, count, size, big):
    """Lays out what the server has."""
    works, files = folder / "root/api.museum.example/works", folder / "root" / HOST
    works.mkdir(parents=True)
    files.mkdir(parents=True)
    for name in [str(number) for number in range(count)] + ["big"]:
        (works / name).write_text(json.dumps({"work": work(name)}))
        os.utime(works / name, (time.time() - 86_400 * 300,) * 2)
    for number in range(count):
        (files / f"{number}.jpg").write_bytes(picture(size, number))
    with open(files / "big.jpg", "wb") as file:
        file.write(picture(1_000_000)[:-2])
        file.truncate(big - 2)
        file.seek(big - 2)
        file.write(b"\xff\xd9")


def run(command, environment=None, code=0):
    """How long a command takes, and the most memory that it has in use, in MB."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != code:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


class Bench:
    def __init__(self, address, folder, target):
        self.address, self.folder, self.target = address, folder, target
        self.definition = folder / "museum.json"
        self.definition.write_text(definition())
        # Without the program for pictures next to it, it looks at none.
        (folder / "alone").mkdir()
        self.alone = shutil.copy(FORAGE, folder / "alone")
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder / "home"), "FORAGE_SANDBOX": address + "/",
            "FORAGE_DEFINITIONS_SHIPPED": "false", "LC_ALL": "C.UTF-8"}

    def clear(self):
        shutil.rmtree(self.target, ignore_errors=True)
        self.target.mkdir()

    def forage(self, names, *options, program=None):
        """The command that gets these."""
        ids = self.folder / f"ids-{len(names)}"
        ids.write_text("".join(f"museum:{name}\n" for name in names))
        return [
            program or self.alone, "--sandbox", "get", "--from", str(ids), "--to", str(self.target), "--name", "{id}", "--quiet",
            "--jobs", str(CONNECTIONS), "--timeout", "60", "--definition", str(self.definition), *options]

    def curl(self, names):
        config = self.folder / f"curl-{len(names)}"
        config.write_text("".join(
            f'url = "{self.address}/{HOST}/{name}.jpg"\noutput = "{self.target}/{name}.jpg"\n' for name in names))
        return [
            "curl", "--silent", "--fail", "--parallel", "--parallel-immediate", "--parallel-max", str(CONNECTIONS),
            "--config", str(config)]

    def gallery(self, names):
        urls = self.folder / "urls"
        urls.write_text("".join(f"{self.address}/{HOST}/{name}.jpg\n" for name in names))
        program = pathlib.Path(PYTHON).parent / "gallery-dl"
        return [str(program), "--quiet", "--config-ignore", "-D", str(self.target), "-i", str(urls)]

    def time(self, command):
        self.clear()
        return run(command, self.environment)

    def compare(self, title, names, other, other_name, rounds, least=None, program=None):
        ours = self.forage(names, program=program)
        # What is known of the items is asked for here.
        run(self.forage(names, "--dry-run"), self.environment)
        pairs = [(self.time(ours), self.time(other)) for _ in range(rounds)]
        mine, theirs = (statistics.median(pair[place][0] for pair in pairs) for place in (0, 1))
        ratio = statistics.median(pair[1][0] / pair[0][0] for pair in pairs)
        memory = max(pair[0][1] for pair in pairs)
        goal = f"(at least {least} ×)" if least else f"{'':14}"
        print(
            f"{title:<32} ours {mine * 1000:7.0f} ms   {other_name} {theirs * 1000:7.0f} ms   "
            f"throughput {ratio:5.2f} ×  {goal}   memory {memory:.0f} MB  (at most 40 MB)", flush=True)

    def resume(self, size):
        """Interrupts the large file in the middle, and gets the rest."""
        self.clear()
        part, ranges = self.target / "big.part", self.folder / "ranges"
        process = subprocess.Popen(
            self.forage(["big"]), env=self.environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and (not part.exists() or part.stat().st_size < size // 2):
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        process.wait()
        had = part.stat().st_size
        run(self.forage(["big"]), self.environment)
        asked = ranges.read_text().splitlines()[-1]
        whole = (self.target / "big.jpg").stat().st_size == size
        right = asked == f"bytes={had}-" and whole
        print(
            f"One file, interrupted at {had * 100 // size} %: asked for {asked} of {size}, "
            f"had {had}: {'no byte twice' if right else 'BYTES WERE FETCHED TWICE'}", flush=True)


def main():
    short = "--short" in sys.argv[1:]
    rounds, big, many = (3, 200_000_000, 2_000) if short else (9, 2_000_000_000, 10_000)
    memory = pathlib.Path("/dev/shm")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory(
            dir=memory if memory.is_dir() else None) as target:
        folder, target = pathlib.Path(folder), pathlib.Path(target) / "files"
        serve(folder, many, 100_000, big)
        asked = f"location /{HOST}/big.jpg {{ access_log {folder}/ranges ranges; }}"
        with nginx.serving(folder / "root", folder, asked) as address:
            bench = Bench(address, folder, target)
            names = [str(number) for number in range(1_000)]
            bench.compare("1 000 files of 100 kB", names, bench.curl(names), "curl", rounds, 0.9)
            bench.compare("1 000 files, each looked at", names, bench.curl(names), "curl", rounds, program=FORAGE)
            all_names = [str(number) for number in range(many)]
            bench.compare(f"{many} files of 100 kB", all_names, bench.curl(all_names), "curl", 1, 0.9)
            if os.access(bench.gallery(names)[0], os.X_OK):
                bench.compare("1 000 files of 100 kB", names, bench.gallery(names), "gallery-dl", 1 if short else 3, 5)
            else:
                print("1 000 files: gallery-dl is not installed; `make bench` does that")
            bench.compare(f"One file of {big // 1_000_000} MB", ["big"], bench.curl(["big"]), "curl", rounds, 0.9)
            bench.resume(big)


if __name__ == "__main__":
    main()
