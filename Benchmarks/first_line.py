#!/usr/bin/env python3
"""Times how soon a provider's answer stands on a terminal while another provider is still out.

A server plays both: one answers with a body of the sandbox's once `forage` waits for it, the other does not answer. The
time goes from the moment at which the answer is sent to the one at which its first row is read from the terminal, so it
holds everything between: the transfer, reading the body, keeping it, fusing and drawing.
"""
import contextlib
import fcntl
import multiprocessing
import os
import pty
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import urllib.request

from processes import FORAGE, sandbox

ROW = b"licence?"


def serve(listener, body, sent):
    """Answers what is asked for under /quick and tells when; what else is asked for waits."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()

    def attend(connection):
        with connection, contextlib.suppress(OSError):
            while request := connection.recv(65536):
                if not request.startswith(b"GET /quick"):
                    continue
                # By then whoever asked is done with everything but waiting.
                time.sleep(0.15)
                moment = time.perf_counter()
                connection.sendall(head + body)
                sent.send(moment)

    while True:
        connection, _ = listener.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=attend, args=[connection], daemon=True).start()


def seconds(command, environment, sent):
    """How long the first row takes to be on the terminal."""
    behind, front = pty.openpty()
    fcntl.ioctl(behind, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=front, stderr=front)
    os.close(front)
    shown = b""
    while ROW not in shown:
        shown += os.read(behind, 65536)
    moment = time.perf_counter()
    process.send_signal(signal.SIGINT)
    with contextlib.suppress(OSError):
        while os.read(behind, 65536):
            pass
    process.wait(timeout=10)
    os.close(behind)
    return moment - sent.recv()


def main():
    rounds = 20 if "--short" in sys.argv[1:] else 100
    with sandbox() as address:
        url = f"{address}/api.duckduckgo.com/?q=owl&format=json&no_html=1&skip_disambig=1"
        body = urllib.request.urlopen(url).read()
    listener = socket.create_server(("127.0.0.1", 0))
    server = f"http://127.0.0.1:{listener.getsockname()[1]}"
    receiver, sent = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=serve, args=[listener, body, sent], daemon=True)
    process.start()
    environment = {
        "PATH": os.environ["PATH"], "HOME": tempfile.mkdtemp(), "LC_ALL": "C.UTF-8", "TERM": "xterm",
        "FORAGE_DEFINITIONS_SHIPPED": "false", "FORAGE_PROVIDERS_DUCKDUCKGO_BASE_URL": f"{server}/quick",
        "FORAGE_PROVIDERS_COCOACASTS_BASE_URL": f"{server}/never", "FORAGE_PROVIDERS_COCOACASTS_ENABLED": "true",
    }
    command = [FORAGE, "search", "--provider", "duckduckgo,cocoacasts", "--timeout", "20"]
    # What was asked before is in the cache.
    times = sorted(seconds(command + [f"owl {round}"], environment, receiver) * 1000 for round in range(rounds))
    process.terminate()
    print(
        f"{'From an answer to its first line':<44} ours {statistics.median(times):7.1f} ms   "
        f"slowest tenth from {times[rounds * 9 // 10]:.1f} ms  (at most 5 ms)", flush=True)


if __name__ == "__main__":
    main()
