#!/usr/bin/env python3
"""Runs the built tests in several processes at once, and prints one line for each part unless something fails.

Usage: test.py BIN_FOLDER PROFILE_FOLDER

Tests of one process run one after the other, because many wait for servers of their own. Every test that the program
lists must have run at the end.
"""
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

# Each process runs about as many tests; a target with more is divided.
GREATEST_TEST_COUNT = 60
# Longer than any part takes on a slow machine.
GREATEST_SECONDS = 900
SUMMARY = re.compile(r"Test run with (\d+) tests? in \d+ suites? (passed|failed)")
SUITE = re.compile(r"^(\w+\.\w+)")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def parts(names):
    """The suites of each target, together at most as many tests as one process runs, those that start programs first."""
    suites = collections.Counter(SUITE.match(name)[1] for name in names)
    found = []
    for suite, count in sorted(suites.items()):
        target = suite.split(".")[0]
        if not found or found[-1][0] != target or found[-1][2] + count > GREATEST_TEST_COUNT:
            found.append([target, [], 0])
        found[-1][1].append(suite)
        found[-1][2] += count
    return sorted(found, key=lambda part: part[0] != "ForageCommandTests")


def run(program, part, profiles):
    target, suites, count = part
    pattern = "^(" + "|".join(re.escape(suite) for suite in suites) + ")[./]"
    environment = os.environ | {"LLVM_PROFILE_FILE": f"{profiles}/%m.%p.profraw"}
    start = time.monotonic()
    # A file, as a program that a test started may hold a pipe open after the end.
    with tempfile.TemporaryFile() as log:
        try:
            status = subprocess.run(
                [program, "--no-parallel", "--testing-library", "swift-testing", "--filter", pattern],
                env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                timeout=GREATEST_SECONDS).returncode
        except subprocess.TimeoutExpired:
            status = f"no end after {GREATEST_SECONDS} seconds"
        log.seek(0)
        output = log.read()
    output = COLOUR.sub("", output.decode(errors="replace"))
    summary = SUMMARY.search(output)
    run_count = int(summary[1]) if summary else 0
    is_good = status == 0 and summary and summary[2] == "passed" and run_count == count
    line = f"{target}: {run_count} of {count} tests in {len(suites)} suites, {time.monotonic() - start:.1f} s"
    return is_good, line, "" if is_good else failures(output, status)


def failures(output, status):
    """The lines about what failed; the last lines where the program broke off."""
    lines = output.splitlines()
    failed = [line for line in lines if line.startswith(("✘", "↳")) or "error:" in line]
    return "\n".join([*(failed if SUMMARY.search(output) else lines[-60:]), f"status: {status}"])


def main():
    folder, profiles = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    program = next(folder.glob("*PackageTests.xctest")).resolve()
    listed = subprocess.run(
        [program, "--testing-library", "swift-testing", "--list-tests"], stdout=subprocess.PIPE, check=True, text=True)
    names = [line for line in listed.stdout.splitlines() if SUITE.match(line)]
    failed = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        runs = [pool.submit(run, program, part, profiles) for part in parts(names)]
        for done in concurrent.futures.as_completed(runs):
            is_good, line, report = done.result()
            print("passed" if is_good else "FAILED", line, flush=True)
            if not is_good:
                failed.append(line)
                print(report, flush=True)
    print(f"{len(names)} tests" + (f"; failed: {'; '.join(failed)}" if failed else ", all passed"))
    sys.exit(1 if failed or not names else 0)


if __name__ == "__main__":
    main()
