#!/usr/bin/env python3
"""socket-check.py ROOT: runs the gallery as its unit does, in the folder ROOT with a Debian, and asks it on the socket."""

import os
import pathlib
import re
import socket
import sys
import urllib.error
import urllib.request

root = pathlib.Path(sys.argv[1])
units = [root / folder / "systemd/system/forage-gallery.service" for folder in ["lib", "usr/lib"]]
unit = next(unit for unit in units if unit.exists()).read_text()
command = re.search("^ExecStart=(.*)$", unit, re.M)[1].split()
environment = dict(pair.split("=", 1) for pair in re.search("^Environment=(.*)$", unit, re.M)[1].split())
person = next(line.split(":") for line in (root / "etc/passwd").read_text().splitlines() if line.startswith("forage:"))
for folder in ["var/lib/forage", "var/cache/forage"]:
    (root / folder).mkdir(exist_ok=True)
    os.chown(root / folder, int(person[2]), int(person[3]))

listener = socket.create_server(("127.0.0.1", 0))


def begin():
    os.dup2(listener.fileno(), 3)
    os.set_inheritable(3, True)
    os.chroot(root)
    os.chdir("/")
    os.setgid(int(person[3]))
    os.setuid(int(person[2]))
    os.environ.clear()
    os.environ.update(environment, LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
    os.execv(command[0], command)


process = os.fork()
if process == 0:
    begin()
port = listener.getsockname()[1]
token = (root / "etc/forage/token").read_text().strip()
try:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/providers", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.status == 200
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/providers", timeout=30)
        raise SystemExit("The gallery answers without the token.")
    except urllib.error.HTTPError as error:
        assert error.code == 401, error
finally:
    os.kill(process, 15)
    os.waitpid(process, 0)
