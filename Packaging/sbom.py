#!/usr/bin/env python3
"""sbom.py FOLDER: prints a bill of materials (SPDX 2.3) of the files in the folder and of what they contain or load."""

import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import uuid

# The libraries that the programs link or load, by the name that pkg-config knows them by.
LIBRARIES = {
    "libcurl": "curl", "libxml-2.0": "libxml2", "sqlite3": "SQLite", "libcmark": "cmark", "libcrypto": "OpenSSL",
    "libutf8proc": "utf8proc", "zlib": "zlib", "libpq": "PostgreSQL", "libmicrohttpd": "libmicrohttpd",
    "vips": "libvips", "chafa": "chafa",
}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def package(name, version, licence):
    return {
        "name": name, "SPDXID": "SPDXRef-" + re.sub("[^A-Za-z0-9.-]", "-", name), "versionInfo": version,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
        "licenseDeclared": licence, "copyrightText": "NOASSERTION",
    }


def relation(one, kind, other):
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


def main():
    folder = pathlib.Path(sys.argv[1])
    version = output(pathlib.Path(__file__).parent / "version.sh")
    time = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), datetime.timezone.utc)
    forage = package("forage", version, "MIT")
    swift = package(
        "swift-runtime", re.search(r"Swift version (\S+)", output("swift", "--version"))[1],
        "Apache-2.0 WITH Swift-exception")
    packages, relations = [forage, swift], [
        relation("SPDXRef-DOCUMENT", "DESCRIBES", forage["SPDXID"]),
        relation(swift["SPDXID"], "STATIC_LINK", forage["SPDXID"]),
    ]
    for name, title in LIBRARIES.items():
        packages.append(package(title, output("pkg-config", "--modversion", name), "NOASSERTION"))
        relations.append(relation(forage["SPDXID"], "DYNAMIC_LINK", packages[-1]["SPDXID"]))
    files = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        identifier = f"SPDXRef-File-{len(files)}"
        files.append({
            "fileName": f"./{path.relative_to(folder)}", "SPDXID": identifier,
            "checksums": [
                {"algorithm": "SHA1", "checksumValue": hashlib.sha1(content).hexdigest()},
                {"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()},
            ],
            "licenseConcluded": "MIT", "copyrightText": "NOASSERTION",
        })
        relations.append(relation(forage["SPDXID"], "CONTAINS", identifier))
    codes = sorted(file["checksums"][0]["checksumValue"] for file in files)
    forage["filesAnalyzed"] = True
    forage["packageVerificationCode"] = {
        "packageVerificationCodeValue": hashlib.sha1("".join(codes).encode()).hexdigest()}
    sums = "".join(file["checksums"][1]["checksumValue"] for file in files)
    json.dump({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": folder.name,
        "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, sums)}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: Packaging/sbom.py"]},
        "packages": packages, "files": files, "relationships": relations,
    }, sys.stdout, indent=1)
    print()


main()
