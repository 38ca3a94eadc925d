#!/usr/bin/env python3
"""Writes the results of the providers' checks into their READMEs, and the table of all providers into
docs/providers.md.

Each table is between two marks: `<!-- checks of ID -->` or `<!-- providers -->`, and `<!-- end -->`. With --check
nothing is written, and the script fails if a table is out of date. The developer's own configuration and definitions
are ignored.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("FORAGE_")}
ENVIRONMENT["XDG_CONFIG_HOME"] = "/nowhere"
ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/providers.md"


def output_of(program, *names):
    command = [program, "providers", "check", *names, "--format", "markdown"]
    answer = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True)
    # A provider that breaks a promise is shown as such.
    if answer.returncode not in (0, 1) or not answer.stdout:
        sys.exit(answer.stderr or "forage printed nothing")
    return answer.stdout


def with_links(table, folders):
    """Links each name with the provider's page in this repository."""
    for name, folder in folders.items():
        table = re.sub(rf"^\| \[{name}\]\(<[^>]*>\)", f"| [{name}](../Providers/{folder}/README.md)", table, flags=re.M)
    for definition in ROOT.glob("Providers/Definitions/*.json"):
        name = json.loads(definition.read_text())["about"]["name"]
        table = re.sub(rf"^\| \[{re.escape(name)}\]\(<[^>]*>\)", f"| [{name}](definitions.md)", table, flags=re.M)
    return table


def main():
    program = sys.argv[1]
    checks_only = "--check" in sys.argv
    stale = []
    readmes = sorted(ROOT.glob("Providers/*/README.md"))
    folders = {readme.read_text().split("\n")[0].removeprefix("# "): readme.parent.name for readme in readmes}
    for file in [PAGE, *readmes]:
        text = file.read_text()
        mark = re.search(r"<!-- (?:checks of ([a-z0-9-]+)|providers) -->\n(.*?)<!-- end -->", text, re.S)
        if not mark:
            continue
        table = output_of(program, mark[1]) if mark[1] else with_links(output_of(program), folders)
        current = text[: mark.start(2)] + "\n" + table + "\n" + text[mark.end(2) :]
        if current == text:
            continue
        stale.append(str(file.relative_to(ROOT)))
        if not checks_only:
            file.write_text(current)
    for name in stale:
        print(f"{name} {'is out of date: run make tables' if checks_only else 'is up to date'}")
    sys.exit(1 if checks_only and stale else 0)


main()
