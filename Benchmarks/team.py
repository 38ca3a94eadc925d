#!/usr/bin/env python3
"""Holds a store on PostgreSQL against the files of one machine, for galleries on loopback.

The same search, which the cache answers, is asked for one after the other from two galleries: one with its own files, one with a
store on a PostgreSQL server that this program starts. The same again with memory on, from one, two and four galleries at
once; searches that nobody asked for before, from one gallery and from four with the same quota; and a full-text search
over many items against the same query in `psql`.
"""
import contextlib
import glob
import http.client
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

sys.path.insert(0, os.path.dirname(__file__))
from gallery import fetched, gallery  # noqa: E402
from processes import sandbox  # noqa: E402

# The excluded word makes another list of the same cached answers: a gallery keeps its latest lists in memory.
SEARCH = "/api/v1/search?q=owl+from:duckduckgo,unsplash,cocoacasts+-zz{}&limit=20"
LIVE = "/api/v1/search?q=live{}+from:duckduckgo,unsplash&limit=20"
QUOTA = {f"FORAGE_PROVIDERS_{name}_REQUESTS_PER_HOUR": "1000000" for name in ("DUCKDUCKGO", "UNSPLASH")}
CLIENT_COUNT = 8
ITEM_COUNT = 300_000


def program(name):
    """Where a program of PostgreSQL is; None where it is not."""
    found = shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))), None)
    return found


@contextlib.contextmanager
def postgresql():
    """A server on a socket in a temporary folder, and its address. As root, it runs as another user."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        run = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(
            [*run, program("initdb"), "-D", f"{folder}/data", "-A", "trust", "-U", "forage", "-E", "UTF8", "--locale=C"],
            check=True, **quiet)
        process = subprocess.Popen(
            [*run, program("postgres"), "-D", f"{folder}/data", "-k", folder, "-c", "listen_addresses=",
             "-c", "shared_buffers=512MB"], **quiet)
        try:
            while not os.path.exists(f"{folder}/.s.PGSQL.5432"):
                time.sleep(0.05)
            yield f"postgresql:///postgres?host={folder}&user=forage"
        finally:
            process.terminate()
            process.wait(timeout=30)


def sql(store, statement):
    return subprocess.run(
        [program("psql"), "-qAt", store, "-c", statement], stdout=subprocess.PIPE, text=True, check=True).stdout


class Client:
    """A connection that stays open."""

    def __init__(self, address):
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(address).netloc)

    def time(self, path):
        start = time.perf_counter()
        self.connection.request("GET", path)
        answer = self.connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            sys.exit(f"{path} was answered with {answer.status}: {body[:200]}")
        return time.perf_counter() - start


def in_turn(addresses, path, count):
    """The median times of a request to each address, which are asked in turn."""
    clients = [Client(address) for address in addresses]
    times = [[] for _ in clients]
    for turn in range(count + 3):
        for client, kept in zip(clients, times):
            took = client.time(path.format(turn))
            if turn >= 3:
                kept.append(took)
    return [statistics.median(kept) for kept in times]


def rate(addresses, path, seconds):
    """How many requests a second several galleries answer at once, and the 99th percentile."""
    times, end = [], time.perf_counter() + seconds

    def ask(client, number):
        while time.perf_counter() < end:
            times.append(client.time(path.format(f"{number}y{len(times)}")))

    at_once(addresses, ask)
    return len(times) / seconds, sorted(times)[len(times) * 99 // 100]


def at_once(addresses, ask):
    """Lets clients of all galleries ask at the same time."""
    threads = [
        threading.Thread(target=ask, args=(Client(addresses[number % len(addresses)]), number))
        for number in range(CLIENT_COUNT)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def compare_lists(address, store, count, memory, limit):
    environment = {"FORAGE_CACHE_MEMORY": memory}
    with gallery(address, "--no-measure", **environment) as (own, _), \
            gallery(address, "--no-measure", FORAGE_STORE=store, **environment) as (shared, _):
        files, server = in_turn([own, shared], SEARCH, count)
    title = f"a cached list, {'memory on' if int(memory) else 'memory off'}"
    print(f"{title:<46} PostgreSQL {server * 1000:6.2f} ms   files {files * 1000:6.2f} ms   "
          f"ratio {server / files:5.2f} ×  (at most {limit} ×)", flush=True)


def several(address, store, seconds):
    first = None
    for number in (1, 2, 4):
        with contextlib.ExitStack() as stack:
            galleries = [
                stack.enter_context(
                    gallery(address, "--no-measure", FORAGE_STORE=store, FORAGE_CACHE_MEMORY="0"))[0]
                for _ in range(number)]
            for each in galleries:
                fetched(each + SEARCH.format(0))
            each_second, late = rate(galleries, SEARCH, seconds)
        first = first or each_second
        print(f"{f'{number} galleries, lists that are not in memory':<46} {each_second:6.0f} a second   "
              f"p99 {late * 1000:6.1f} ms   ratio to one {each_second / first:5.2f} ×  (at least 0.9 ×)", flush=True)


def live(address, store, seconds):
    """Lets all clients ask for the same new words at about the same time; each service needs one request for a word."""
    first = None
    for number in (1, 4):
        with contextlib.ExitStack() as stack:
            galleries = [
                stack.enter_context(gallery(address, "--no-measure", FORAGE_STORE=store, **QUOTA))[0]
                for _ in range(number)]
            before, end, counts = request_count(address), time.perf_counter() + seconds, []

            def ask(client, _):
                count = 0
                while time.perf_counter() < end:
                    client.time(LIVE.format(f"{number}x{count}"))
                    count += 1
                counts.append(count)

            at_once(galleries, ask)
            each_second = sum(counts) / seconds
            each = (request_count(address) - before) / sum(counts)
        first = first or (each_second, each)
        title = f"{number} {'gallery' if number == 1 else 'galleries'}, new searches, asked by {CLIENT_COUNT} at once"
        print(f"{title:<46} {each_second:6.0f} a second   ratio to one {each_second / first[0]:5.2f} ×   "
              f"requests a search {each:5.3f}, ratio to one {each / first[1]:5.2f} ×  (at most 1.05 ×)", flush=True)


def request_count(address):
    return int(urllib.request.urlopen(f"{address}/sandbox/requests").headers["X-Sandbox-Count"])


def full_text(address, store, count):
    """Multiplies one item, with other words for each, and asks for what a text that every thousandth has may become."""
    with gallery(address, "--no-measure", FORAGE_STORE=store) as (ours, _):
        fetched(ours + SEARCH.format(0))
    sql(store, f"""
        INSERT INTO forage_sandbox.item
        SELECT provider, number + n * 1000, convert_to('copy' || n, 'UTF8'), kind, met, NULL, written,
            to_tsvector('simple', 'word' || n % 1000 || ' owl of kind' || n % 50 || ' and number' || n), 6, NULL, NULL
        FROM generate_series(1, {ITEM_COUNT}) AS n,
            (SELECT * FROM forage_sandbox.item WHERE provider = 'unsplash' LIMIT 1) AS one;
        UPDATE forage_sandbox.item_total SET item_count = item_count + {ITEM_COUNT}, word_count = word_count + 6 * {ITEM_COUNT};
        INSERT INTO forage_sandbox.word SELECT 'word' || n, {ITEM_COUNT} / 1000 FROM generate_series(0, 999) AS n;
        INSERT INTO forage_sandbox.word VALUES ('owl', {ITEM_COUNT})
        ON CONFLICT (word) DO UPDATE SET item_count = {ITEM_COUNT};
        """)
    sql(store, "VACUUM ANALYZE forage_sandbox.item")
    query = """
        SELECT number, written, ts_rank('{0.1, 0.3, 0.5, 1}', words, q) AS rank
        FROM forage_sandbox.item, to_tsquery('simple', 'word7:* & ow:*') AS q WHERE words @@ q
        ORDER BY rank DESC LIMIT 24"""
    with gallery(address, "--no-measure", FORAGE_STORE=store) as (ours, _):
        path = "/api/v1/suggestions?q=word7+ow"
        fetched(ours + path)
        [own] = in_turn([ours], path, count)
    script = "\\timing on\n" + f"{query};\n" * count
    said = subprocess.run([program("psql"), "-qAt", store], input=script, stdout=subprocess.PIPE, text=True, check=True).stdout
    theirs = statistics.median(
        float(line.split()[1]) for line in said.splitlines() if line.startswith("Time:")) / 1000
    print(f"{f'words among {ITEM_COUNT:,} items':<46} ours {own * 1000:6.2f} ms   psql {theirs * 1000:6.2f} ms   "
          f"ratio {own / theirs:5.2f} ×  (at most 1.5 ×)", flush=True)


def main():
    if not program("postgres"):
        print("PostgreSQL is not installed, so a store for several machines is not measured.")
        return
    count, seconds = (40, 2) if "--short" in sys.argv else (200, 6)
    with sandbox() as address, postgresql() as store:
        compare_lists(address, store, count, "0", 1.5)
        compare_lists(address, store, count, "32", 1.1)
        several(address, store, seconds)
        live(address, store, seconds)
        full_text(address, store, count)


if __name__ == "__main__":
    main()
