#!/usr/bin/env python3
"""Writes what became of the providers' checks into their READMEs, and the list of all of them into the main one.

The tables stand between two marks, `<!-- checks of ID -->` or `<!-- providers -->`, and `<!-- end -->`. With --check
nothing is written; it fails where a table is not what the program says today. What a developer has set up for
themselves, definitions of their own for one, has no part in it.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

NOBODYS = {name: value for name, value in os.environ.items() if not name.startswith("FORAGE_")}
NOBODYS["XDG_CONFIG_HOME"] = "/nowhere"
ROOT = pathlib.Path(__file__).resolve().parent.parent


def said_by(program, *names):
    words = [program, "providers", "check", *names, "--format", "markdown"]
    answer = subprocess.run(words, cwd=ROOT, env=NOBODYS, capture_output=True, text=True)
    # A provider that breaks a promise is shown as such.
    if answer.returncode not in (0, 1) or not answer.stdout:
        sys.exit(answer.stderr or "forage said nothing")
    return answer.stdout


def with_links(table, folders):
    """Each name leads to the provider's own page here."""
    for name, folder in folders.items():
        table = re.sub(rf"^\| \[{name}\]\(<[^>]*>\)", f"| [{name}](Providers/{folder}/README.md)", table, flags=re.M)
    for definition in ROOT.glob("Providers/Definitions/*.json"):
        name = json.loads(definition.read_text())["about"]["name"]
        table = re.sub(rf"^\| \[{re.escape(name)}\]\(<[^>]*>\)", f"| [{name}](docs/definitions.md)", table, flags=re.M)
    return table


def main():
    program = sys.argv[1]
    checks_only = "--check" in sys.argv
    stale = []
    readmes = sorted(ROOT.glob("Providers/*/README.md"))
    folders = {readme.read_text().split("\n")[0].removeprefix("# "): readme.parent.name for readme in readmes}
    for file in [ROOT / "README.md", *readmes]:
        text = file.read_text()
        mark = re.search(r"<!-- (?:checks of ([a-z0-9-]+)|providers) -->\n(.*?)<!-- end -->", text, re.S)
        if not mark:
            continue
        table = said_by(program, mark[1]) if mark[1] else with_links(said_by(program), folders)
        current = text[: mark.start(2)] + "\n" + table + "\n" + text[mark.end(2) :]
        if current == text:
            continue
        stale.append(str(file.relative_to(ROOT)))
        if not checks_only:
            file.write_text(current)
    for name in stale:
        print(f"{name} {'is not current: run make tables' if checks_only else 'is written'}")
    sys.exit(1 if checks_only and stale else 0)


main()
