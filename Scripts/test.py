#!/usr/bin/env python3
"""Runs the built tests in several processes at the same time; each process runs one test at a time.

    test.py BUILD_FOLDER             all tests
    test.py BUILD_FOLDER --campaign  the suites that use `Campaign`

Prints a line for each suite, and the output of each failed test. Fails if a listed test did not run exactly once.
A few failed tests are repeated alone, since a busy machine can be late for one; each failure is printed.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Tests mostly wait for programs and answers, so one process more than processors.
WIDTH = int(os.environ.get("FORAGE_TEST_PROCESSES") or (os.cpu_count() or 1) + 1)
# The target whose tests start programs takes as long as all others together, so several processes share its suites.
DIVIDED, PIECES = "EndToEndTests", 12
# More failed tests have another cause than a busy machine.
GREATEST_REPEAT_COUNT = 3
# More seconds than any process needs on a slow machine.
PATIENCE = int(os.environ.get("FORAGE_TEST_PATIENCE") or 1800)
ON_MAC = sys.platform == "darwin"
RUNNER = ["swift", "test", "--skip-build", "--disable-xctest", "--ignore-lock"]


def listed():
    """Returns the name of each built test, with its target and suite."""
    lines = subprocess.check_output(
        ["swift", "test", "list", "--skip-build", "--disable-xctest"], text=True, stderr=subprocess.DEVNULL)
    tests = collections.Counter(without_location(line) for line in lines.splitlines() if re.match(r"\w+\.\w", line))
    if not tests:
        sys.exit("No tests were built.")
    return tests


def without_location(name):
    """Returns the name of a test without its source location, which some lists omit."""
    return re.sub(r"/[^/]+\.swift:\d+:\d+$", "", name)


def suite(name):
    """Returns the target and the outermost suite of a test or suite."""
    return re.match(r"(\w+\.\w+)?", name)[0]


def campaign(tests):
    """Returns the tests in files that use `Campaign`."""
    suites = set()
    for folder in ("Tests", "Providers"):
        for file in pathlib.Path(folder).rglob("*.swift"):
            text = file.read_text()
            if "Campaign." in text:
                found = set(re.findall(r"\b(?:struct|class|actor|enum) (\w+Tests)\b", text))
                if not found:
                    sys.exit(f"{file} uses Campaign, but has no suite.")
                suites |= found
    return {name: count for name, count in tests.items() if suite(name).split(".")[1] in suites}


def pieces(tests, is_whole):
    """Returns the patterns of the tests that each process runs."""
    targets = collections.defaultdict(list)
    for name in dict.fromkeys(suite(name) for name in tests):
        targets[name.split(".")[0]].append(name)
    divided = targets.pop(DIVIDED, [])
    for start in range(PIECES):
        if names := divided[start::PIECES]:
            yield [f"^{re.escape(name)}/" for name in names]
    # The largest first, so that no long one starts last.
    for target, names in sorted(targets.items(), key=lambda entry: -len(entry[1])):
        yield [f"^{target}\\."] if is_whole else [f"^{re.escape(name)}/" for name in names]


class Piece:
    """The tests of one process, and their results."""

    def __init__(self, patterns, build, profiles):
        self.patterns = patterns
        with tempfile.TemporaryDirectory(prefix="f") as folder:
            # Some tests start a program as another user.
            os.chmod(folder, 0o755)
            self.run(build, profiles, pathlib.Path(folder))

    def run(self, build, profiles, folder):
        bundle = build / "foragePackageTests.xctest"
        words = RUNNER if ON_MAC else [bundle, "--testing-library", "swift-testing"]
        words = [*words, "--no-parallel", "--event-stream-version", "6.3", "--event-stream-output-path", folder / "events"]
        words += [word for pattern in self.patterns for word in ("--filter", pattern)]
        (folder / "tmp").mkdir()
        variables = os.environ | {
            "TMPDIR": f"{folder}/tmp", "SWIFT_BACKTRACE": "enable=no",
            "LLVM_PROFILE_FILE": f"{profiles}/%m.%p.profraw" if profiles else "/dev/null"}
        with open(folder / "output", "wb") as output:
            process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=variables,
                preexec_fn=start_group)
            running.add(process)
            try:
                self.code = process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.code = f"a time-out after {PATIENCE} seconds"
            end(process)
            running.discard(process)
        self.output = (folder / "output").read_text(errors="replace")
        self.read((folder / "events").read_text(errors="replace") if (folder / "events").exists() else "")

    def read(self, events):
        self.titles, self.times, self.ended, self.skipped, self.failed = {}, {}, collections.Counter(), set(), set()
        began = {}
        for line in events.splitlines():
            try:
                record = json.loads(line)
            except ValueError:
                # A crashed process may have written only part of the line.
                continue
            payload = record["payload"]
            if record["kind"] == "test":
                if payload["kind"] == "suite":
                    self.titles[payload["id"]] = payload.get("displayName") or payload["name"]
                continue
            name = payload.get("testID")
            if payload["kind"] == "testStarted":
                began[name] = payload["instant"]["absolute"]
            elif payload["kind"] == "testEnded":
                self.times[name] = payload["instant"]["absolute"] - began[name]
                if name not in self.titles:
                    self.ended[without_location(name)] += 1
            elif payload["kind"] == "issueRecorded" and payload["issue"].get("isFailure", True):
                self.failed.add(without_location(name or ""))
            elif payload["kind"] == "testSkipped" and name not in self.titles:
                self.skipped.add(without_location(name))

    def report(self):
        counts = collections.Counter(suite(name) for name in [*self.ended.elements(), *self.skipped])
        for name, count in counts.items():
            seconds = self.times.get(name, 0.0)
            print(f"{seconds:7.1f} s {count:5} {'tests' if count != 1 else 'test '}  "
                  f"{name.split('.')[0]}: {self.titles.get(name, name)}")
        if self.code != 0:
            for text in self.failures():
                print(text)
            print(f"The process ended with {self.code}: {' '.join(self.patterns)}")
        sys.stdout.flush()

    def failures(self):
        """Returns the output of each failed test, and of the last one."""
        open_test = []
        for line in self.output.splitlines():
            if re.match(r".? ?Test (?!case|run).* started\.$", line):
                open_test = []
            open_test.append(line)
            if re.match(r".? ?Test (?!case|run).* failed after ", line):
                yield "\n".join(open_test)
                open_test = []
        yield "\n".join(open_test)


running = set()


def start_group():
    # A new process group, so that all its processes can be ended. Not a session, because closing the terminal of a
    # test would end it.
    os.setpgid(0, 0)
    # A background job of a shell ignores some of these, and so would the programs that tests interrupt.
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


def end(process):
    """Ends a process and all processes that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    process.wait()


def repeatable(failed):
    """Returns the tests that failed if they are few and nothing else went wrong."""
    names = sorted({name for piece in failed for name in piece.failed})
    is_plain = all(piece.code == 1 and piece.failed for piece in failed) and "" not in names
    return names if is_plain and len(names) <= GREATEST_REPEAT_COUNT else []


def main():
    build, is_campaign = pathlib.Path(sys.argv[1]).resolve(), "--campaign" in sys.argv[2:]
    # The coverage is of a run of all tests.
    profiles = None if is_campaign else build / "codecov"
    if profiles:
        shutil.rmtree(profiles, ignore_errors=True)
        (profiles / "programs").mkdir(parents=True)
    tests = campaign(listed()) if is_campaign else listed()
    start, done = time.monotonic(), []
    with concurrent.futures.ThreadPoolExecutor(WIDTH) as pool:
        jobs = [pool.submit(Piece, patterns, build, profiles) for patterns in pieces(tests, not is_campaign)]
        try:
            for job in concurrent.futures.as_completed(jobs):
                done.append(job.result())
                done[-1].report()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(running):
                end(process)
            raise
    ended = sum((piece.ended for piece in done), collections.Counter())
    skipped = {name for piece in done for name in piece.skipped}
    left_out = [name for name, count in tests.items() if name not in skipped and ended[name] != count]
    unknown = [name for name in ended if name not in tests]
    failed = [piece for piece in done if piece.code != 0]
    repeated = repeatable(failed)
    if repeated:
        again = Piece([f"^{re.escape(name)}" for name in repeated], build, None)
        again.report()
        if again.code == 0 and set(again.ended) == set(repeated):
            failed = []
            for name in repeated:
                print(f"Failed beside other tests, and passed alone: {name}")
    for name in left_out:
        print(f"Ran {ended[name]} times: {name}")
    for name in unknown:
        print(f"Not in the list of tests: {name}")
    for name in sorted(skipped):
        print(f"Skipped: {name}")
    print(f"{ended.total()} of {sum(tests.values())} tests in {time.monotonic() - start:.0f} seconds, "
          f"{WIDTH} processes" + (", failed" if failed or left_out or unknown else ""))
    sys.exit(1 if failed or left_out or unknown else 0)


try:
    main()
except KeyboardInterrupt:
    sys.exit(130)
