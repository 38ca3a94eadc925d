#!/usr/bin/env python3
"""Prints how many microseconds PyPI's `hishel` takes for a hit of 16 KiB in its SQLite store, in the median.

The origin is a function in the same process and is asked only to fill the store, so no network is timed. httpx, which
hishel is a part of, is: a third of it, more or less.
"""
import os
import pathlib
import statistics
import sys
import tempfile
import time

import hishel
import httpx
from hishel.httpx import CacheTransport

COUNT = 1000
BODY = os.urandom(16 * 1024)


def answer(request):
    return httpx.Response(200, content=BODY, headers={"Cache-Control": "max-age=3600", "ETag": '"owl"'})


def median(client, rounds):
    times = []
    for number in range(rounds):
        url = f"http://api.example.org/search?page=1&per_page=30&query=owl-{number * 371 % COUNT}"
        start = time.perf_counter()
        if client.get(url).content != BODY:
            sys.exit("hishel gave other bytes")
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
with tempfile.TemporaryDirectory() as folder:
    storage = hishel.SqliteStorage(database_path=pathlib.Path(folder) / "cache.db")
    with httpx.Client(transport=CacheTransport(httpx.MockTransport(answer), storage=storage)) as client:
        median(client, COUNT)
        print(f"{median(client, rounds):.2f}")
