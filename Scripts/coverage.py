#!/usr/bin/env python3
"""Reports the coverage of the last test run, and fails if it is too low."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

LEAST = 85.0
# Reported separately: networking code has branches that run only when the system fails.
SEPARATE = ["Sources/ForageTransport/Curl", "Sources/ForageTransport/Network", "Sources/HTTPServer"]
# Programs of a few lines.
IGNORED = ["Sources/Programs"]


def lines_by_folder(report, root):
    folders = {}
    for file in report["data"][0]["files"]:
        path = pathlib.Path(file["filename"])
        if not path.is_relative_to(root):
            continue
        parts = path.relative_to(root).parts
        separate = [folder for folder in SEPARATE if path.is_relative_to(root / folder)]
        folder = separate[0] if separate else "/".join(parts[:2])
        if parts[0] not in ("Sources", "Providers") or folder in IGNORED or "Tests" in parts:
            continue
        covered, count = folders.get(folder, (0, 0))
        lines = file["summary"]["lines"]
        folders[folder] = (covered + lines["covered"], count + lines["count"])
    return folders


def share(folders):
    covered = sum(covered for covered, _ in folders.values())
    count = sum(count for _, count in folders.values())
    return 100 * covered / count if count else 100.0


def tool(name):
    """Returns the path of a tool that is installed with the compiler."""
    if sys.platform == "darwin":
        return subprocess.check_output(["xcrun", "--find", name], text=True).strip()
    return pathlib.Path(shutil.which("swift")).resolve().with_name(name)


def report(build):
    """Returns the coverage by the tests and by the programs that they started. A killed program leaves a truncated
    profile, which is ignored."""
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
        sys.exit("No coverage was recorded; run `make test` first.")
    folders = lines_by_folder(report(build), pathlib.Path.cwd())
    for folder in sorted(folders):
        print(f"  {share({folder: folders[folder]}):5.1f} %  {folder}")
    separate = {folder: lines for folder, lines in folders.items() if folder in SEPARATE}
    rest = {folder: lines for folder, lines in folders.items() if folder not in SEPARATE}
    print(f"  {share(separate):5.1f} %  networking")
    print(f"  {share(rest):5.1f} %  everything else in Sources and Providers, at least {LEAST:.0f} % required")
    if min(share(rest), share(folders)) < LEAST:
        sys.exit("The coverage is too low.")


main()
