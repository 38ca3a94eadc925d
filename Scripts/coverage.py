#!/usr/bin/env python3
"""Reads the coverage of the last test run and fails where too little of the project was run."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

LEAST = 85.0
# Shown apart: what talks to the network has branches that only a failing machine takes.
APART = ["Sources/ForageTransport/Curl", "Sources/ForageTransport/Network", "Sources/HTTPServer"]
# Programs of a few lines and what runs only as a program of its own.
LEFT_OUT = ["Sources/Programs"]


def lines_by_room(report, root):
    rooms = {}
    for file in report["data"][0]["files"]:
        path = pathlib.Path(file["filename"])
        if not path.is_relative_to(root):
            continue
        parts = path.relative_to(root).parts
        apart = [room for room in APART if path.is_relative_to(root / room)]
        room = apart[0] if apart else "/".join(parts[:2])
        if parts[0] not in ("Sources", "Providers") or room in LEFT_OUT or "Tests" in parts:
            continue
        covered, count = rooms.get(room, (0, 0))
        lines = file["summary"]["lines"]
        rooms[room] = (covered + lines["covered"], count + lines["count"])
    return rooms


def share(rooms):
    covered = sum(covered for covered, _ in rooms.values())
    count = sum(count for _, count in rooms.values())
    return 100 * covered / count if count else 100.0


def tool(name):
    """One of the compiler's own tools, which are beside it."""
    if sys.platform == "darwin":
        return subprocess.check_output(["xcrun", "--find", name], text=True).strip()
    return pathlib.Path(shutil.which("swift")).resolve().with_name(name)


def report(build):
    """What the tests covered, and the programs that they started; of those, one that was killed leaves no whole file."""
    tests = next(build.glob("*PackageTests.xctest"))
    if tests.is_dir():
        tests = tests / "Contents/MacOS" / tests.stem
    with tempfile.TemporaryDirectory() as place:
        files, merged = pathlib.Path(place, "files"), pathlib.Path(place, "merged")
        profiles = (build / "codecov").rglob("*.profraw")
        files.write_text("".join(f"{profile}\n" for profile in profiles))
        subprocess.run(
            [tool("llvm-profdata"), "merge", "--sparse", "--failure-mode=all", "-f", files, "-o", merged],
            check=True,
        )
        return json.loads(
            subprocess.check_output([tool("llvm-cov"), "export", "--summary-only", f"--instr-profile={merged}", tests])
        )


def main():
    build = pathlib.Path(sys.argv[1])
    if not any((build / "codecov").glob("*.profraw")):
        sys.exit("There is no coverage to report: run `make test` first.")
    rooms = lines_by_room(report(build), pathlib.Path.cwd())
    for room in sorted(rooms):
        print(f"  {share({room: rooms[room]}):5.1f} %  {room}")
    apart = {room: lines for room, lines in rooms.items() if room in APART}
    rest = {room: lines for room, lines in rooms.items() if room not in APART}
    print(f"  {share(apart):5.1f} %  networking")
    print(f"  {share(rest):5.1f} %  everything else in Sources and Providers (at least {LEAST:.0f} % is required)")
    if min(share(rest), share(rooms)) < LEAST:
        sys.exit("Too little of the project is covered by its tests.")


main()
