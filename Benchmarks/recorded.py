#!/usr/bin/env python3
"""Times a live search on bodies as services sent them, against curl fetching the same bodies.

FORAGE_PAYLOADS names a folder with recorded bodies, told apart by how their names begin (duckduckgo, flickr, unsplash);
of each service the largest that lists results is played, 200 ms after it is asked for. Without the folder the bodies
are the sandbox's. Answers and items are stored as in any search. For the gallery, the processor time of its process
for one search is printed. Everything stays on loopback.
"""
import http.server
import os
import pathlib
import re
import socketserver
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from processes import DELAY, FORAGE, compare, sandbox

NAMES = {
    "duckduckgo": r"duckduckgo-.*(article|disambig)",
    "flickr": r"flickr-.*(search|interesting)",
    "unsplash": r"unsplash-.*search",
}
PATHS = {
    "duckduckgo": "api.duckduckgo.com/?q=owl&format=json&no_redirect=1&no_html=1",
    "flickr": "api.flickr.com/services/rest/?method=flickr.photos.search&text=owl&format=json&nojsoncallback=1"
    "&api_key=sandbox-1&per_page=100&extras=description,license,date_upload,owner_name,tags,geo,media,url_q,url_m,url_l",
    "unsplash": "api.unsplash.com/search/photos?query=owl&per_page=30&client_id=sandbox-1",
}


def bodies():
    """The body of each service: recorded where there is one, else the sandbox's."""
    folder = os.environ.get("FORAGE_PAYLOADS")
    files = sorted(pathlib.Path(folder).glob("*.json")) if folder else []
    found = {}
    with sandbox() as address:
        for name, pattern in NAMES.items():
            recorded = [file.read_bytes() for file in files if re.match(pattern, file.name)]
            found[name] = max(recorded, key=len, default=None) or urllib.request.urlopen(f"{address}/{PATHS[name]}").read()
    return found


class Services(http.server.BaseHTTPRequestHandler):
    """Every service under its name, each answer after the delay."""

    protocol_version = "HTTP/1.1"
    bodies = {}

    def do_GET(self):
        time.sleep(DELAY / 1000)
        body = self.bodies[self.path.split("/")[1]]
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        self.wfile.write(head.encode() + body)

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 64


def processor_milliseconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def measure_gallery(environment, count):
    """The processor time of the gallery for a search that asks the services, in milliseconds."""
    command = [FORAGE, "serve", "--port", "0"]
    process = subprocess.Popen(
        command, env=environment, cwd=environment["HOME"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    try:
        address = re.search(r"http://[^/\s]+", process.stdout.readline() or "").group()
        times = []
        for number in range(count):
            before = processor_milliseconds(process.pid)
            urllib.request.urlopen(f"{address}/api/v1/search?q=dog{number}&limit=100").read()
            # What is stored after the answer belongs to the search.
            time.sleep(0.3)
            times.append(processor_milliseconds(process.pid) - before)
        return statistics.mean(times[len(times) // 4:])
    finally:
        process.terminate()
        process.wait(timeout=10)


def main():
    short = "--short" in sys.argv[1:]
    Services.bodies = bodies()
    server = Server(("127.0.0.1", 0), Services)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_address[1]}"
    environment = {
        "PATH": os.environ["PATH"], "HOME": tempfile.mkdtemp(), "LC_ALL": "C.UTF-8",
        "FORAGE_DEFINITIONS_SHIPPED": "false", "FORAGE_ALLOW_ORIGINS": origin, "FLICKR_API_KEY": "sandbox-1",
        "UNSPLASH_ACCESS_KEY": "sandbox-1",
    }
    for name in NAMES:
        environment[f"FORAGE_PROVIDERS_{name.upper()}_BASE_URL"] = f"{origin}/{name}/"
    ours = [FORAGE, "search", "dog", "--format", "json", "--limit", "100", "--no-measure", "--refresh"]
    theirs = ["curl", "--silent", "--fail", "--parallel", "--parallel-immediate"]
    for number, name in enumerate(NAMES):
        theirs += ["--next", "--silent", "--fail"] if number else []
        theirs += ["--output", "/dev/null", f"{origin}/{name}/"]
    kind = "recorded" if os.environ.get("FORAGE_PAYLOADS") else "the sandbox's"
    compare(f"Live search, {kind} bodies after {DELAY} ms", ours, theirs, "curl", 10 if short else 40, environment, 1.06)
    if sys.platform == "linux":
        spent = measure_gallery(environment, 8 if short else 40)
        print(f"{'Gallery: processor time of such a search':<44} ours {spent:7.1f} ms   (at most 15 ms)", flush=True)


if __name__ == "__main__":
    main()
