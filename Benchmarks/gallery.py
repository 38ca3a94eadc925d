#!/usr/bin/env python3
"""Loads the gallery on loopback and holds it against an nginx that hands out the same picture as a file.

A picture of 16 KiB that was fetched before, and a search that the cache answers, are asked for by `wrk` on 32 connections that
stay open, in turn with the file. The sandbox draws nothing as large, so the picture is one of a service that nginx plays.
Searches of four services that answer after 200 ms are asked for as streams: how long after the
services' answers the first results are there, how long all takes, and what two hundred at once cost.

Where `SEARXNG_URL` names a running SearXNG that may answer in JSON, its search is held against ours. For the same work its
engines have to ask a sandbox of ours: `forage sandbox` says where that is.
"""
import asyncio
import contextlib
import json
import os
import re
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
import zlib

sys.path.insert(0, os.path.dirname(__file__))
import nginx  # noqa: E402
from processes import DELAY, FORAGE, SERVICES, sandbox  # noqa: E402

GALLERY = FORAGE + "-gallery"
CONNECTIONS = 32
AT_ONCE = 200
# A picture of noise, which does not become smaller by packing it.
SIDE = 73
MUSEUM = {
    "$schema": "urn:forage:definition:1",
    "about": {
        "id": "museum", "name": "The Museum", "summary": "One picture", "site": "https://museum.example/",
        "kinds": ["photo"], "hosts": ["https://museum.example"]},
    "search": {"url": "https://museum.example/works", "query": {"q": "{text}"}},
    "items": "/works",
    "item": {
        "id": "/id", "title": "/title", "page": {"text": "https://museum.example/works/{/id}"},
        "files": [{"role": "original", "url": {"text": "https://museum.example/{/image}"}}]},
    "samples": [{
        "request": {"search": "owl"},
        "body": {"works": [{"id": 1, "title": "Owl", "image": "picture"}]},
        "items": [{"id": "1", "title": "Owl", "page": "https://museum.example/works/1"}]}],
}


@contextlib.contextmanager
def gallery(address, *options, **environment):
    """A gallery of the services played at an address, or of the services themselves; its own address, and its process."""
    with tempfile.TemporaryDirectory() as home:
        environment = {
            "PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8",
            "FORAGE_DEFINITIONS_SHIPPED": "false", "FORAGE_PROVIDERS_COCOACASTS_ENABLED": "true"} | environment
        if address:
            environment["FORAGE_SANDBOX"] = address
            options = ["--sandbox", *options]
        process = subprocess.Popen(
            [GALLERY, *options], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            yield process.stdout.readline().split()[-1].rstrip("/"), process.pid
        finally:
            process.terminate()
            process.wait(timeout=10)


def noise():
    """A PNG whose bytes are about as many as those of its pixels."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + os.urandom(3 * SIDE) for _ in range(SIDE))
    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@contextlib.contextmanager
def museum():
    """An nginx that plays a service with one picture, and a gallery that asks it: two addresses of the picture."""
    with tempfile.TemporaryDirectory() as folder, nginx.serving(folder, folder) as static:
        for name, data in [
                ("works", json.dumps(MUSEUM["samples"][0]["body"]).encode()), ("picture", noise()),
                ("museum.json", json.dumps(MUSEUM).encode()),
                ("config.json", json.dumps({"providers": {"museum": {"baseURL": f"{static}/"}}}).encode())]:
            with open(f"{folder}/{name}", "wb") as file:
                file.write(data)
        options = ["--config", f"{folder}/config.json", "--definition", f"{folder}/museum.json"]
        with gallery(None, *options) as (ours, _):
            found = json.loads(fetched(f"{ours}/api/v1/search?q=from:museum+owl"))["items"]
            yield ours + found[0]["pictures"]["large"].split("?")[0], f"{static}/picture"


def fetched(url):
    return urllib.request.urlopen(url).read()


def rate(url, seconds):
    """How many requests a second are answered, all of them with 200."""
    command = ["wrk", "-t2", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "30s", url]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        sys.exit(f"{url} was not answered as it should be:\n{said}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])


def compare(title, url, other, rounds, seconds, least, name="nginx"):
    rate(url, 1)
    pairs = [(rate(url, seconds), rate(other, seconds)) for _ in range(rounds)]
    ours, theirs = (statistics.median(pair[place] for pair in pairs) for place in (0, 1))
    ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
    print(
        f"{title:<46} ours {ours:8.0f} a second   {name} {theirs:8.1f}   ratio {ratio:5.2f} ×  (at least {least} ×)",
        flush=True)


def compare_with_nginx(rounds, seconds):
    if not nginx.program() or not shutil.which("wrk"):
        return print("Gallery: nginx or wrk is not installed; `make bench` does that")
    with museum() as (picture, file):
        title = f"A cached picture of {len(fetched(picture)) / 1024:.1f} KiB"
        compare(title, picture, file, rounds, seconds, 0.8)
        with sandbox() as address, gallery(address) as (ours, _):
            search = f"{ours}/api/v1/search?q=owl"
            title = f"A cached search as JSON, {len(fetched(search)) / 1024:.0f} KiB"
            compare(title, search, file, rounds, seconds, 0.25)


def compare_with_searxng(url, rounds, seconds):
    if not shutil.which("wrk"):
        return print("Gallery: wrk is not installed; `make bench` does that")
    with sandbox() as address, gallery(address) as (ours, _):
        theirs = f"{url.rstrip('/')}/search?q=owl&format=json"
        compare("The same search", f"{ours}/api/v1/search?q=owl", theirs, rounds, seconds, 50, "SearXNG")


async def streamed(address, query, limit=20):
    """How long it takes until the first results of a search are there, and until its end; and what is found."""
    host, port = urllib.parse.urlsplit(address).netloc.split(":")
    start = time.perf_counter()
    reader, writer = await asyncio.open_connection(host, int(port), limit=1 << 24)
    path = f"/api/v1/search?q={urllib.parse.quote(query)}&limit={limit}"
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAccept: text/event-stream\r\nConnection: close\r\n\r\n".encode())
    first, found, ended = None, None, False
    while line := await reader.readline():
        if line.startswith(b"event: item"):
            first = first or time.perf_counter() - start
        if line.startswith(b"event: finished"):
            ended = True
        if ended and line.startswith(b"data: "):
            found = json.loads(line[6:])["order"]
    writer.close()
    return first, time.perf_counter() - start, found


def memory(process):
    """The most memory that a process has held, in MB."""
    with open(f"/proc/{process}/status") as file:
        return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1024


def follow_live(rounds):
    slow = [f"{host}:delay={DELAY}" for host in SERVICES]
    # What is measured is asking, so nothing may be kept.
    with sandbox(*slow) as address, gallery(
            address, "--no-measure", FORAGE_CACHE_DISK="0") as (ours, process):
        asyncio.run(streamed(ours, "owl"))
        runs = [asyncio.run(streamed(ours, "owl")) for _ in range(rounds)]
        first = statistics.median(run[0] for run in runs) * 1000
        whole = statistics.median(run[1] for run in runs) * 1000
        print(
            f"{'A live search of four services, streamed':<46} first results {first - DELAY:5.1f} ms after the services  "
            f"(at most 10)   whole {whole / DELAY:5.3f} × their time  (at most 1.06 ×)", flush=True)
        # No two are alike, or the services would be asked once for both.
        wanted = [(word, limit) for word in ("owl", "barn") for limit in range(1, AT_ONCE // 2 + 1)]
        alone = {want: asyncio.run(streamed(ours, *want))[2] for want in wanted[:: AT_ONCE // 10]}

        async def all_of_them():
            return await asyncio.gather(*[streamed(ours, *want) for want in wanted])

        found = dict(zip(wanted, (run[2] for run in asyncio.run(all_of_them()))))
        right = all(found[want] == alone[want] for want in alone) and all(map(bool, found.values()))
        print(
            f"{AT_ONCE} of them at once: {'all right' if right else 'SOME ARE WRONG'}, {memory(process):.0f} MB  "
            "(at most 400 MB)", flush=True)


def main():
    short = "--short" in sys.argv[1:]
    effort = (3, 2) if short else (5, 10)
    compare_with_nginx(*effort)
    if url := os.environ.get("SEARXNG_URL"):
        compare_with_searxng(url, *effort)
    if os.path.exists("/proc/self/status"):
        follow_live(10 if short else 40)


if __name__ == "__main__":
    main()
