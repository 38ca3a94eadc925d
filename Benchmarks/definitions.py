#!/usr/bin/env python3
"""Times the start of `forage` with fifty definitions in the person's folder against none, and a search over 64
definitions that answer after 200 ms against one over four (see DefinitionBenchmark)."""
import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from processes import COPIES, DELAY, FORAGE, ROOT, TOOLS, sandbox, seconds  # noqa: E402
import statistics  # noqa: E402


def home(count):
    folder = pathlib.Path(tempfile.mkdtemp()) / ".config/forage/providers"
    folder.mkdir(parents=True)
    text = (ROOT / "Providers/Definitions/openverse.json").read_text()
    for number in range(count):
        copy = text.replace('"id": "openverse"', f'"id": "copy{number}"').replace("KEY_OPENVERSE", f"KEY_COPY{number}")
        (folder / f"copy{number}.json").write_text(copy)
    return str(folder.parent.parent.parent)


def main():
    short = "--short" in sys.argv[1:]
    environments = [
        {"PATH": os.environ["PATH"], "HOME": home(count), "FORAGE_DEFINITIONS_SHIPPED": "false"} for count in (0, 50)]
    command = [FORAGE, "config", "explain", "timeout"]
    times = [[seconds(command, environment) for environment in environments] for _ in range(11 if short else 51)]
    none, fifty = (statistics.median(column) * 1000 for column in zip(*times))
    print(f"Start: no definitions  {none:.2f} ms  50 definitions  {fifty:.2f} ms"
          f"  more {fifty - none:.2f} ms  (at most 15 ms)", flush=True)
    with contextlib.ExitStack() as stack:
        addresses = [stack.enter_context(sandbox(f"api.openverse.org:delay={DELAY}")) for _ in range(COPIES)]
        if subprocess.run([str(TOOLS / "DefinitionBenchmark"), *addresses, *sys.argv[1:]]).returncode != 0:
            sys.exit("DefinitionBenchmark failed")


main()
