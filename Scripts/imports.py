#!/usr/bin/env python3
"""Compares the imports of each target with its dependencies in Package.swift, and these with the table of targets in
docs/ARCHITECTURE.md. Reports files that are too long, and messages outside ForageCommand that name its options.

The compiler accepts an import of any indirect dependency, so it does not report a target that imports too much.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

IMPORT = re.compile(
    r"^ *(?:@\w+ )*(?:(?:public|package|internal|private|fileprivate) )?import (?:(?:class|enum|func|struct) )?(\w+)",
    re.MULTILINE)
GREATEST_LENGTH = 500
# A comment, or the content of a string literal.
LITERAL = re.compile(r'//[^\n]*|"""(.*?)"""|"((?:\\.|[^"\\\n])*)"', re.DOTALL)
# An option such as `--limit`, one with interpolation, or a command such as `forage get`, but not a property of CSS.
COMMAND_WORD = re.compile(r"(?<![\w-])(?<!var\()--(?:[a-z][a-z-]*(?![a-z-]|:)|\\\()|\bforage [a-z]+")
# The command, and programs that have their own options.
FOLDERS_WITH_OPTIONS = ("Sources/ForageCommand/", "Sources/ForageSandbox/", "Sources/Programs/")
ROW = re.compile(r"^\| (`Sources/[^|]*) \|[^|]*\|([^|]*)\|", re.MULTILINE)


def manifest():
    environment = os.environ | {"FORAGE_DEVELOPING": "1"}
    described = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], env=environment, stdout=subprocess.PIPE, check=True)
    return {target["name"]: target for target in json.loads(described.stdout)["targets"]}


class Row:
    """A row of the table in docs/ARCHITECTURE.md: the dependencies of one folder or of several."""

    def __init__(self, dependencies, is_single):
        self.dependencies = set(re.findall(r"\w+", dependencies))
        self.is_single = is_single


def table():
    page = pathlib.Path("docs/ARCHITECTURE.md").read_text()
    rows = [(re.findall("`([^`]*)`", cell), dependencies) for cell, dependencies in ROW.findall(page)]
    return {
        "Sources/" + name.removeprefix("Sources/"): Row(dependencies, len(names) == 1)
        for names, dependencies in rows for name in names}


def imports(target):
    texts = [pathlib.Path(target["path"], source).read_text() for source in target["sources"]]
    return {name for text in texts for name in IMPORT.findall(text)}


def import_faults(targets, rows):
    for name, target in sorted(targets.items()):
        used = set(target.get("target_dependencies", []))
        imported = imports(target) & (targets.keys() - {name}) if target["module_type"] == "SwiftTarget" else used
        for other in sorted(imported - used):
            yield f"{name} imports {other}, which is not among its dependencies in Package.swift."
        # Programs are not imported. All providers have the same dependencies, even if one does not need all.
        modules = {other for other in used if targets[other]["type"] != "executable"}
        for other in sorted(modules - imported) if not target["path"].startswith("Providers/") else []:
            yield f"{name} depends on {other} in Package.swift, but does not import it."
        if target["path"].startswith("Sources/"):
            yield from table_faults(name, "/".join(target["path"].split("/")[:2]), used, targets, rows)


def table_faults(name, folder, used, targets, rows):
    row = rows.get(folder)
    if not row:
        yield f"{folder} is not in the table of docs/ARCHITECTURE.md."
        return
    for other in sorted(used - row.dependencies):
        # The table does not list providers and system libraries as dependencies.
        if not targets[other]["path"].startswith(("Providers/", "Sources/System/")):
            yield f"{name} depends on {other}, which is not in its row of docs/ARCHITECTURE.md."
    # A row of several targets lists the dependencies of all of them.
    if row.is_single and folder == f"Sources/{name}":
        for other in sorted(row.dependencies & targets.keys() - used):
            yield f"{name} does not depend on {other}, which is in its row of docs/ARCHITECTURE.md."


def length_faults(targets):
    paths = {pathlib.Path(target["path"], source) for target in targets.values() for source in target["sources"]}
    for path in sorted(paths):
        count = len(path.read_text().splitlines())
        if path.suffix == ".swift" and count > GREATEST_LENGTH:
            yield f"{path} has {count} lines, more than {GREATEST_LENGTH}: split it by concept."


def option_faults(targets):
    paths = {pathlib.Path(target["path"], source) for target in targets.values() for source in target["sources"]
             if target["type"] != "test" and target["path"].startswith(("Sources/", "Providers/"))}
    for path in sorted(paths):
        if path.suffix != ".swift" or str(path).startswith(FOLDERS_WITH_OPTIONS):
            continue
        text = path.read_text()
        for literal in LITERAL.finditer(text):
            word = COMMAND_WORD.search(literal[1] or literal[2] or "")
            if word:
                line = text.count("\n", 0, literal.start()) + 1
                yield (f"{path}:{line} names \"{word[0]}\"; only ForageCommand may name options and commands. "
                       "Report an error case with values instead.")


def main():
    targets = manifest()
    found = [*import_faults(targets, table()), *length_faults(targets), *option_faults(targets)]
    for fault in found:
        print(fault, file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
