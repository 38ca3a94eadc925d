#!/usr/bin/env python3
"""Counts how many changed pictures `forage whose` recognises, beside PyPI's `imagehash` and `pdqhash` on the same files.

    Benchmarks/whose.py PICTURES STRANGERS [--known N] [--strangers N]

PICTURES is a folder of photos, of which up to N become the known ones; no two of them look alike. Each is scaled,
compressed, cropped, made grey and framed. STRANGERS is a folder of other pictures; if it has fewer than N, the rest is
drawn here from shapes, noise and gradients, which is weaker evidence. A hash gets the threshold at which it finds the
most without more than one wrong answer in a hundred. Needs Pillow, imagehash and, if possible, pdqhash.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import imagehash
import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageOps

try:
    import pdqhash
except ImportError:
    pdqhash = None

sys.path.insert(0, os.path.dirname(__file__))
from processes import FORAGE  # noqa: E402

ENDINGS = {".jpg", ".jpeg", ".png", ".webp"}
LEAST_PRECISION = 0.99


def pictures(folder):
    paths = [path for path in sorted(pathlib.Path(folder).rglob("*")) if path.suffix.lower() in ENDINGS and path.is_file()]
    random.Random(7).shuffle(paths)
    for path in paths:
        try:
            with Image.open(path) as picture:
                picture.draft("RGB", (1600, 1600))
                picture.thumbnail((1600, 1600))
                flat = Image.new("RGB", picture.size, "white")
                layer = picture.convert("RGBA")
                flat.paste(layer, mask=layer.getchannel("A"))
            if min(flat.size) >= 200:
                yield flat
        except (OSError, ValueError, Image.DecompressionBombError):
            continue


def outlined(picture):
    return imagehash.phash(picture.convert("L").resize((256, 256)).filter(ImageFilter.FIND_EDGES))


def compressed(quality):
    return lambda picture: (picture, {"quality": quality})


def cropped(left, top, right, bottom):
    def crop(picture):
        width, height = picture.size
        box = (int(width * left), int(height * top), int(width * (1 - right)), int(height * (1 - bottom)))
        return picture.crop(box), {"quality": 88}
    return crop


def scaled(factor):
    def scale(picture):
        size = tuple(max(64, int(side * factor)) for side in picture.size)
        return picture.resize(size, Image.LANCZOS), {"quality": 88}
    return scale


CHANGES = {
    "half": scaled(0.5), "fifth": scaled(0.2), "jpeg 90": compressed(90), "jpeg 60": compressed(60), "jpeg 30": compressed(30),
    "crop 3 %": cropped(0.01, 0.02, 0.02, 0.01), "crop 6 %": cropped(0.06, 0, 0, 0.03), "crop 10 %": cropped(0.1, 0, 0, 0.1),
    "crop around 10 %": cropped(0.05, 0.05, 0.05, 0.05),
    "grey": lambda picture: (ImageOps.grayscale(picture).convert("RGB"), {"quality": 85}),
    "border": lambda picture: (ImageOps.expand(picture, max(picture.size) // 25, "white"), {"quality": 85}),
}


def drawn(number):
    rng = random.Random(number)
    size = rng.choice([(640, 480), (480, 640), (800, 450), (512, 512)])
    ramp = numpy.linspace(0, 255 * rng.random(), size[0])[None, :] + numpy.linspace(0, 255 * rng.random(), size[1])[:, None]
    noise = numpy.random.default_rng(number).normal(0, rng.choice([2, 10, 40]), (size[1], size[0]))
    base = Image.fromarray(numpy.clip(ramp / 2 + noise, 0, 255).astype("uint8")).convert("RGB")
    draw = ImageDraw.Draw(base)
    for _ in range(rng.randint(4, 60)):
        x, y = rng.randint(-60, size[0]), rng.randint(-60, size[1])
        box = [x, y, x + rng.randint(10, 300), y + rng.randint(10, 300)]
        colour = tuple(rng.randint(0, 255) for _ in range(3))
        rng.choice([draw.ellipse, draw.rectangle, lambda b, fill: draw.line(b, fill=fill, width=rng.randint(1, 20))])(box, fill=colour)
    return base


def whose(project, home, files):
    found = {}
    for start in range(0, len(files), 400):
        run = subprocess.run(
            [FORAGE, "whose", "--format", "jsonl", *files[start:start + 400]], cwd=project, text=True, capture_output=True,
            env=os.environ | {"HOME": home, "XDG_STATE_HOME": f"{home}/state", "XDG_CACHE_HOME": f"{home}/cache"})
        if run.returncode not in (0, 1, 3):
            sys.exit(run.stderr)
        for line in run.stdout.splitlines():
            answer = json.loads(line)
            if answer["certain"] and answer["file"] not in found:
                found[answer["file"]] = answer["path"]
    return found


def bits(hashes):
    return numpy.array([numpy.asarray(each).flatten() for each in hashes], dtype=bool)


def rival(name, compute, known, changed, strangers):
    """The greatest recall at the least precision, and the strangers that get a credit then."""
    names = list(known)
    table = bits([compute(known[each]) for each in names])
    def nearest(picture):
        distances = (table ^ bits([compute(picture)])[0]).sum(axis=1)
        place = int(distances.argmin())
        return names[place], int(distances[place])
    answers = [(truth, *nearest(Image.open(path))) for path, (truth, _) in changed.items()]
    others = [nearest(Image.open(path))[1] for path in strangers]
    best = (0, 0, 0)
    for threshold in range(table.shape[1] // 2):
        right = sum(truth == guess and distance <= threshold for truth, guess, distance in answers)
        wrong = sum(truth != guess and distance <= threshold for truth, guess, distance in answers)
        false = sum(distance <= threshold for distance in others)
        if right and right / (right + wrong + false) >= LEAST_PRECISION:
            best = max(best, (right / len(answers), threshold, false))
    print(f"{name}: recall {best[0]:.3f} at precision {LEAST_PRECISION} (distance {best[1]}), {best[2]} false credits")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pictures")
    parser.add_argument("strangers")
    parser.add_argument("--known", type=int, default=100)
    parser.add_argument("--count", type=int, default=10_000, help="the number of strangers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        project = pathlib.Path(place, "project")
        (project / "known").mkdir(parents=True)
        known, hashes, outlines = {}, [], []
        for picture in pictures(options.pictures):
            look, outline = imagehash.phash(picture), outlined(picture)
            if len(known) == options.known:
                break
            # A wallpaper may come in a light and a dark form, which have the same outlines.
            if any(look - other <= 10 for other in hashes) or any(outline - other <= 14 for other in outlines):
                continue
            hashes.append(look)
            outlines.append(outline)
            name = f"known/{len(known):03}.jpg"
            picture.save(project / name, quality=92)
            (project / f"{name}.license").write_text(
                f"SPDX-FileCopyrightText: 2024 Author {len(known)}\nSPDX-License-Identifier: CC-BY-4.0\n")
            known[name] = picture
        environment = os.environ | {"HOME": place, "XDG_STATE_HOME": f"{place}/state", "XDG_CACHE_HOME": f"{place}/cache"}
        subprocess.run([FORAGE, "adopt", "known"], cwd=project, env=environment, check=True, capture_output=True)
        changed = {}
        for number, (name, picture) in enumerate(known.items()):
            for change, make in CHANGES.items():
                made, how = make(picture)
                path = f"{place}/changed-{number}-{change.replace(' ', '')}.jpg"
                made.save(path, **how)
                changed[path] = (name, change)
        strangers = []
        for picture in pictures(options.strangers):
            look = imagehash.phash(picture)
            if len(strangers) < options.count and all(look - other > 10 for other in hashes):
                strangers.append(f"{place}/stranger-{len(strangers)}.jpg")
                picture.thumbnail((800, 800))
                picture.save(strangers[-1], quality=85)
        real = len(strangers)
        while len(strangers) < options.count:
            strangers.append(f"{place}/stranger-{len(strangers)}.jpg")
            drawn(len(strangers)).save(strangers[-1], quality=85)
        print(f"{len(known)} known pictures, {len(changed)} changed ones, {real} real and {len(strangers) - real} drawn strangers")

        found = whose(project, place, list(changed))
        right = {path for path, (name, _) in changed.items() if found.get(path) == name}
        wrong = len(found) - len(right)
        false = whose(project, place, strangers)
        print(f"forage: recall {len(right) / len(changed):.3f}, precision "
              f"{len(right) / max(1, len(right) + wrong + len(false)):.3f}, {len(false)} false credits")
        for change in CHANGES:
            paths = [path for path, (_, kind) in changed.items() if kind == change]
            print(f"  {change}: {sum(path in right for path in paths) / len(paths):.3f}")
        rival("imagehash phash", lambda picture: imagehash.phash(picture).hash, known, changed, strangers)
        rival("imagehash dhash", lambda picture: imagehash.dhash(picture).hash, known, changed, strangers)
        if pdqhash:
            rival("pdqhash", lambda picture: pdqhash.compute(numpy.array(picture.convert("RGB")))[0], known, changed, strangers)


if __name__ == "__main__":
    main()
