#!/usr/bin/env python3
"""Writes a channel of definitions into a folder, and signs its index with a private key.

    Scripts/channel.py FOLDER KEY DEFINITION…

The key is made with `openssl genpkey -algorithm ed25519 -out channel.key`. A definition that differs from that in the
folder's index must have a higher version. The index is valid for 90 days.
"""

import datetime
import hashlib
import json
import pathlib
import subprocess
import sys

DAYS = 90


def openssl(*arguments):
    answer = subprocess.run(["openssl", *arguments], capture_output=True, text=True)
    if answer.returncode:
        sys.exit(f"openssl {arguments[0]}: {answer.stderr.strip()}")
    return answer.stdout


def entry(path, known):
    """Describes a definition. Its version must be new if its bytes are."""
    body = path.read_bytes()
    about = json.loads(body)["about"]
    name, version = about["id"], about.get("version", 1)
    digest = hashlib.sha256(body).hexdigest()
    old = known.get(name)
    if old and old["sha256"] != digest and version <= old["version"]:
        sys.exit(f'{path}: it has changed since version {old["version"]}; give it a higher "version" in "about"')
    return {
        "name": name,
        "version": version,
        "sha256": digest,
        "size": len(body),
        "title": about["name"],
        "summary": about["summary"],
    }, body


def main(folder, key, *paths):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    index = folder / "index.json"
    old = json.loads(index.read_text()) if index.exists() else {"sequence": 0, "definitions": []}
    known = {definition["name"]: definition for definition in old["definitions"]}
    made = [entry(pathlib.Path(path), known) for path in sorted(paths)]
    for definition, body in made:
        (folder / f'{definition["name"]}-{definition["version"]}.json').write_bytes(body)
    expires = datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=DAYS)
    new = {
        "$schema": "urn:forage:channel:1",
        "sequence": old["sequence"] + 1,
        "expires": expires.isoformat(),
        "definitions": [definition for definition, _ in made],
    }
    unsigned = folder / "index.json.new"
    signature = folder / "index.json.sig.new"
    unsigned.write_text(json.dumps(new, indent=2, ensure_ascii=False) + "\n")
    openssl("pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", str(unsigned), "-out", str(signature))
    signature.rename(folder / "index.json.sig")
    unsigned.rename(index)
    public = "".join(openssl("pkey", "-in", key, "-pubout").split("\n")[1:-2])
    print(f"{folder} has {len(made)} definitions (index {new['sequence']}, valid until {new['expires']}).")
    print(f"forage config set definitions.channelKey {public}")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
