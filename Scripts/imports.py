#!/usr/bin/env python3
"""Compares what each target imports with what the manifest says it uses, and that with the rooms of
docs/ARCHITECTURE.md. Refuses files that are too long, and sentences below the command that name its options.

The build itself lets a target import whatever those that it uses do, so a boundary that is crossed would be seen by
nobody.
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
# A comment, or what is between the quotes of a text.
LITERAL = re.compile(r'//[^\n]*|"""(.*?)"""|"((?:\\.|[^"\\\n])*)"', re.DOTALL)
# An option such as `--limit` or one that is put together, or a command such as `forage get`; a property of CSS is neither.
COMMAND_WORD = re.compile(r"(?<![\w-])(?<!var\()--(?:[a-z][a-z-]*(?![a-z-]|:)|\\\()|\bforage [a-z]+")
# The command itself, and programs that have options of their own.
ROOMS_WITH_OPTIONS = ("Sources/ForageCommand/", "Sources/ForageSandbox/", "Sources/Programs/")
ROW = re.compile(r"^\| (`Sources/[^|]*) \|[^|]*\|([^|]*)\|", re.MULTILINE)


def manifest():
    environment = os.environ | {"FORAGE_DEVELOPING": "1"}
    described = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], env=environment, stdout=subprocess.PIPE, check=True)
    return {target["name"]: target for target in json.loads(described.stdout)["targets"]}


class Room:
    """A folder that the page has a row of, with the names of the row's last cell."""

    def __init__(self, stands_on, is_alone):
        self.stands_on = set(re.findall(r"\w+", stands_on))
        self.is_alone = is_alone


def rooms():
    page = pathlib.Path("docs/ARCHITECTURE.md").read_text()
    rows = [(re.findall("`([^`]*)`", cell), stands_on) for cell, stands_on in ROW.findall(page)]
    return {
        "Sources/" + name.removeprefix("Sources/"): Room(stands_on, len(names) == 1)
        for names, stands_on in rows for name in names}


def imports(target):
    texts = [pathlib.Path(target["path"], source).read_text() for source in target["sources"]]
    return {name for text in texts for name in IMPORT.findall(text)}


def faults(targets, rooms):
    for name, target in sorted(targets.items()):
        used = set(target.get("target_dependencies", []))
        imported = imports(target) & (targets.keys() - {name}) if target["module_type"] == "SwiftTarget" else used
        for other in sorted(imported - used):
            yield f"{name} imports {other}, which Package.swift does not list."
        # Programs are run, not imported; and each provider may use the same, whatever it needs of that.
        modules = {other for other in used if targets[other]["type"] != "executable"}
        for other in sorted(modules - imported) if not target["path"].startswith("Providers/") else []:
            yield f"{name} does not import {other}, which Package.swift lists."
        if target["path"].startswith("Sources/"):
            yield from faults_of_room(name, "/".join(target["path"].split("/")[:2]), used, targets, rooms)


def faults_of_room(name, folder, used, targets, rooms):
    room = rooms.get(folder)
    if not room:
        yield f"{folder} is not in the table of docs/ARCHITECTURE.md."
        return
    for other in sorted(used - room.stands_on):
        # Of these the page says no more than that they are there.
        if not targets[other]["path"].startswith(("Providers/", "Sources/System/")):
            yield f"{name} uses {other}, which docs/ARCHITECTURE.md does not list."
    # A folder of several targets, and a row of several folders, say of each what one of them needs.
    if room.is_alone and folder == f"Sources/{name}":
        for other in sorted(room.stands_on & targets.keys() - used):
            yield f"{name} does not use {other}, which docs/ARCHITECTURE.md lists."


def faults_of_length(targets):
    paths = {pathlib.Path(target["path"], source) for target in targets.values() for source in target["sources"]}
    for path in sorted(paths):
        count = len(path.read_text().splitlines())
        if path.suffix == ".swift" and count > GREATEST_LENGTH:
            yield f"{path} has {count} lines, more than {GREATEST_LENGTH}: split it by concept."


def faults_of_words(targets):
    paths = {pathlib.Path(target["path"], source) for target in targets.values() for source in target["sources"]
             if target["type"] != "test" and target["path"].startswith(("Sources/", "Providers/"))}
    for path in sorted(paths):
        if path.suffix != ".swift" or str(path).startswith(ROOMS_WITH_OPTIONS):
            continue
        text = path.read_text()
        for literal in LITERAL.finditer(text):
            word = COMMAND_WORD.search(literal[1] or literal[2] or "")
            if word:
                line = text.count("\n", 0, literal.start()) + 1
                yield f"{path}:{line} says \"{word[0]}\", which is allowed only in ForageCommand: use an error case with values."


def main():
    targets = manifest()
    found = [*faults(targets, rooms()), *faults_of_length(targets), *faults_of_words(targets)]
    for fault in found:
        print(fault, file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
